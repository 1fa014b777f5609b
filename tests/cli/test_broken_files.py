"""Ten files that somebody broke, each through `stavka check`: a sentence, no traceback, nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Stavka
from tests.kit import broken

BROKEN: dict[str, tuple[Callable[[Path], Path], str]] = {
    "foreign.db": (broken.foreign, "error: The file {path} is a database of another program, not a Stavka library."),
    "newer.db": (
        broken.newer,
        "error: The library {path} was written by a newer Stavka (format 99, this one reads up to 3); "
        "install the newer Stavka to open it.",
    ),
    "cut.db": (broken.cut, "error: The library {path} is damaged ("),
    "scribbled.db": (broken.scribbled, "error: The library {path} is damaged ("),
    "bare.db": (broken.bare, "error: unit: the table is missing"),
    "types.db": (
        lambda path: broken.loosened(path, "grid", "UPDATE grid SET columns = 'many'"),
        "error: grid, columns: the value is “many”, but must be a whole number from 1 to 400",
    ),
    "dangling.db": (
        lambda path: broken.tampered(path, "UPDATE unit SET side = 'martian' WHERE unit = '13-army'"),
        "error: unit 13-army, side: there is no side called “martian”",
    ),
    "absurd.db": (
        lambda path: broken.tampered(
            path, "UPDATE grid SET columns = 100000", "UPDATE unit SET name = printf('%.*c', 10000000, 'x')"
        ),
        "error: unit xxiv-pz, name: the text has 10,000,000 characters; at most 1,000,000 can be kept",
    ),
    "words.txt": (
        broken.text(lambda text: text.replace("\t6.5\t", "\tsix\t", 1)),
        "error: face line {line}, defence: the value is “six”, but must be a number from 0 to 999",
    ),
    "letter.txt": (
        broken.text(lambda text: "Dear Sir,\n" + text),
        "error: The file {path} is neither a Stavka library nor a scenario as text "
        "(whose first line is “stavka scenario 1”).",
    ),
    "off-the-map.txt": (
        broken.text(lambda text: text.replace("city\t0302", "city\t9999", 1)),
        "error: place orsha-0302, cell: ",
    ),
}


def line_of(cell: str, data: bytes) -> int:
    return data[: data.find(cell.encode())].count(b"\n") + 1


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gets_a_sentence(stavka: Stavka, tmp_path: Path, name: str) -> None:
    make, sentence = BROKEN[name]
    path = make(tmp_path / name)
    before = path.read_bytes()
    said = stavka("check", path)
    assert said.code == 1 and said.err == ""
    assert sentence.format(path=path, line=line_of("\tsix\t", before)) in said.out
    assert all(line.startswith(("error: ", "warning: ")) for line in said.out.splitlines())
    assert path.read_bytes() == before and sorted(p.name for p in tmp_path.iterdir()) == [name]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gives_json_too(stavka: Stavka, tmp_path: Path, name: str) -> None:
    said = stavka("check", BROKEN[name][0](tmp_path / name), "--json")
    problems = json.loads(said.out)
    assert said.code == 1 and problems
    assert all({"message", "table", "key", "field", "severity", "where"} == set(problem) for problem in problems)


@pytest.mark.parametrize("name", [name for name in BROKEN if name.endswith(".db")])
def test_no_command_shows_a_traceback_for_a_broken_library(stavka: Stavka, tmp_path: Path, name: str) -> None:
    path = BROKEN[name][0](tmp_path / name)
    for command in (["show", "orsha"], ["export", "orsha"], ["check", "orsha"], ["list"]):
        said = stavka(*command, "--db", path)
        assert said.code in (0, 1)
        assert said.code == 0 or "stavka: " in said.err or said.out.startswith("error: ")
