"""Large and hostile input is worked through in time that grows with its size, and never without an end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import StavkaError
from engine.progress import Cancelled, Progress
from engine.records.verify import MOST_PROBLEMS
from engine.store import Library, examine, read_file, write_bundle
from engine.store.bundle import HEADING, LINE_LIMIT, parse_bundle
from engine.store.tmx_read import read_tmx
from tests.kit.effort import GROWTH, is_linear
from tests.kit.small import small_scenario

SMALL, LARGE = 2_000, 2_000 * GROWTH


def bundle(lines: str) -> str:
    return f"{HEADING}\n{lines}\n"


TEXTS: dict[str, Callable[[int], str]] = {
    "headings": lambda n: "[unit]\nunit\tname\n" * n,
    "one wide heading": lambda n: "[unit]\n" + "\t".join(["unit"] * n),
    "unknown columns": lambda n: "[unit]\n" + "\t".join(f"x{i}" for i in range(n)),
    "problems": lambda n: "[turn]\nturn\tname\n" + "one\tx\n" * n,
    "newlines": lambda n: "\n" * n,
    "doubles": lambda n: "[turn]\nturn\tname\n" + "1\tx\n" * n,
    "good rows": lambda n: "[turn]\nturn\tname\n" + "".join(f"{i + 1}\tx\n" for i in range(n)),
    "wide rows": lambda n: "[turn]\nturn\tname\n" + "\t".join(["1"] * n),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_a_bundle_is_read_in_time_with_its_length(kind: str) -> None:
    texts = {size: bundle(TEXTS[kind](size)) for size in (SMALL, LARGE)}
    assert is_linear(lambda size: lambda: parse_bundle(texts[size]))


@pytest.mark.parametrize("kind", ["headings", "problems", "doubles", "unknown columns"])
def test_a_list_of_problems_has_an_end(kind: str) -> None:
    _, problems = parse_bundle(bundle(TEXTS[kind](20_000)))
    assert len(problems) <= MOST_PROBLEMS + 1


def test_files_of_nothing_but_lines_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(HEADING + "\n" * (LINE_LIMIT + 5), encoding="utf-8")
    (problem,) = examine(path)
    assert "lines; at most" in problem.message


def test_dangling_rows_of_a_large_scenario_are_a_short_list(tmp_path: Path) -> None:
    lines = "".join(f"{n}\tnowhere\n" for n in range(5000))
    path = tmp_path / "lost.txt"
    path.write_text(
        write_bundle(small_scenario()).replace("[cell]\ncell\tterrain\n", f"[cell]\ncell\tterrain\n{lines}")
    )
    problems = examine(path)
    assert len(problems) == MOST_PROBLEMS + 1 and "more problems" in problems[-1].message


def tiled(size: int, kind: str) -> str:
    objects = {
        "places": "".join(f'<object class="town" name="{n}" x="20" y="20"><point/></object>' for n in range(size)),
        "tiles": "",
    }[kind]
    tiles = "".join(f'<tile id="{n}" class="k{n}"/>' for n in range(size)) if kind == "tiles" else ""
    return (
        f'<map orientation="orthogonal" width="2" height="1"><tileset firstgid="1">{tiles}</tileset><layer>'
        f'<data encoding="csv">1,2</data></layer><objectgroup name="places">{objects}</objectgroup></map>'
    )


@pytest.mark.parametrize("kind", ["places", "tiles"])
def test_a_tiled_map_is_read_in_time_with_its_length(tmp_path: Path, kind: str) -> None:
    for size in (SMALL, LARGE):
        (tmp_path / f"{size}.tmx").write_text(tiled(size, kind), encoding="utf-8")
    assert is_linear(lambda size: lambda: read_tmx(tmp_path / f"{size}.tmx"))


@pytest.mark.parametrize("place", ['x="nan" y="1"', 'x="1" y="inf"', 'x="1e400" y="1"', 'x="here" y="1"'])
def test_an_object_that_lies_nowhere_is_told(tmp_path: Path, place: str) -> None:
    path = tmp_path / "odd.tmx"
    path.write_text(tiled(1, "places").replace('x="20" y="20"', place), encoding="utf-8")
    with pytest.raises(StavkaError, match="The object 0 of the Tiled map has no proper place"):
        read_tmx(path)


@pytest.mark.parametrize(
    "data",
    ["1," * 200_000 + "1", '<data encoding="base64">' + "AAAA" * 300_000],
    ids=["csv", "base64"],
)
def test_more_tiles_than_cells_are_refused(tmp_path: Path, data: str) -> None:
    path = tmp_path / "odd.tmx"
    text = tiled(1, "tiles").replace("1,2", data)
    path.write_text(text.replace('<data encoding="csv"><data', "<data"), encoding="utf-8")
    with pytest.raises(StavkaError, match="more tiles than any map has cells"):
        read_tmx(path)


def test_a_map_of_millions_of_elements_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "odd.tmx"
    path.write_text("<map>" + "<a/>" * 1_600_000 + "</map>", encoding="utf-8")
    with pytest.raises(StavkaError, match="elements"):
        read_tmx(path)


def test_reading_tells_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(bundle("#\n" * 5000) + write_bundle(small_scenario()).partition("\n")[2], encoding="utf-8")
    progress = Progress()
    assert read_file(path, progress)
    assert progress.total and progress.done == progress.total
    progress.cancelled = True
    with pytest.raises(Cancelled):
        read_file(path, progress)
    with Library.create(tmp_path / "library.db") as library:
        library.add("orsha", small_scenario())
    with pytest.raises(Cancelled):
        read_file(tmp_path / "library.db", progress)
