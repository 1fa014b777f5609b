from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from engine.cli.main import COMMANDS
from engine.records.play import Doctrine, MechanismRow, Plan, Victory
from engine.store import Library, schema_page, user_library, write_bundle
from tests.cli.conftest import Stavka
from tests.kit.bounded import PATIENCE, started
from tests.kit.broken import tampered
from tests.kit.small import small_scenario

ROOT = Path(__file__).parents[2]


def test_list_names_the_scenarios(stavka: Stavka, db: Path) -> None:
    assert stavka("list", "--db", db).out == "orsha  Bridge at Orsha, 3 turns, 2 units\n"
    assert stavka("--db", db, "list").out == stavka("list", "--db", db).out


def test_a_scenario_that_others_stand_on_need_not_be_played_itself(stavka: Stavka, tmp_path: Path) -> None:
    trunk, path = small_scenario(), tmp_path / "family.db"
    for row in list(trunk.all(Victory)):
        trunk.drop(Victory, row.victory)
    with Library.create(path) as library:
        library.add("orsha", trunk)
    assert "nobody can win" in stavka("check", "orsha", "--db", path).out
    with Library.open(path) as library:
        library.vary("orsha", "vitebsk", "Vitebsk")
    assert stavka("check", "orsha", "--db", path).out == "orsha: no problems found\n"
    assert "nobody can win" in stavka("check", "vitebsk", "--db", path).out, "the one that stands on it is played"


def test_list_as_json(stavka: Stavka, db: Path) -> None:
    (entry,) = json.loads(stavka("list", "--json", "--db", db).out)
    assert entry["slug"] == "orsha" and entry["sides"] == ["German", "Soviet"] and entry["columns"] == 6


def test_without_db_the_users_own_library_is_used(stavka: Stavka) -> None:
    said = stavka("list", "--json")
    assert said.code == 0 and user_library().exists()
    with Library.open(ROOT / "scenarios.db", read_only=True) as shipped:
        assert [entry["slug"] for entry in json.loads(said.out)] == [info.slug for info in shipped.scenarios()]


def test_show_tells_what_a_scenario_holds(stavka: Stavka, db: Path) -> None:
    said = stavka("show", "orsha", "--db", db)
    assert said.out.startswith("Bridge at Orsha: A training scenario\n")
    assert "  sides      German, Soviet\n" in said.out and "        24  cell\n" in said.out
    shown = json.loads(stavka("show", "orsha", "--json", "--db", db).out)
    assert shown["tables"]["cell"] == 24 and shown["title"] == "Bridge at Orsha"


def test_no_text_of_a_library_is_obeyed_by_a_terminal(stavka: Stavka, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\x9b2J\rTame\u202e"
    tampered(tmp_path / "evil.db", f"UPDATE scenario SET title = '{evil}'")
    (tmp_path / "evil.txt").write_text(f"stavka scenario 1\n[{evil}]\n", encoding="utf-8")
    said = [stavka(*words, "--db", tmp_path / "evil.db") for words in (("list",), ("show", "orsha"), ("show", evil))]
    said += [stavka("check", tmp_path / "evil.txt"), stavka("import", tmp_path / "evil.txt")]
    assert all("owned" in one.out + one.err for one in said)
    shown = stavka("show", "orsha", "--json", "--db", tmp_path / "evil.db")
    for one in (*said, shown):
        assert [mark for mark in "\x1b\x07\x9b\r" if mark in one.out + one.err] == []
    assert [one.out + one.err for one in said if "\u202e" in one.out + one.err] == []
    assert json.loads(shown.out)["title"] == "\ufffd]0;owned\ufffd\ufffd2J\ufffdTame\ufffd"


def test_show_of_what_is_not_there(stavka: Stavka, db: Path) -> None:
    said = stavka("show", "minsk", "--db", db)
    assert (said.code, said.out) == (1, "")
    assert said.err == f"stavka: There is no scenario minsk in {db}; `stavka list` names all it holds.\n"


def test_check_finds_nothing_wrong_with_a_good_scenario(stavka: Stavka, db: Path) -> None:
    said = stavka("check", "orsha", "--db", db)
    assert (said.code, said.out) == (0, "orsha: no problems found\n")
    assert json.loads(stavka("check", db, "--json").out) == []


def test_export_and_import_are_inverse(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    text = stavka("export", "orsha", "--db", db).out
    assert text == write_bundle(small_scenario())
    file = tmp_path / "Orsha Bridge.txt"
    assert stavka("export", "orsha", "--db", db, "-o", file).out == ""
    assert stavka("import", file, "--db", db).out == "imported orsha-bridge\n"
    assert stavka("import", file, "--as", "again", "--db", db).code == 0
    with Library.open(db, read_only=True) as library:
        assert library.load("orsha-bridge") == library.load("again") == small_scenario()


def test_import_does_not_overwrite_unasked(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "orsha.txt"
    file.write_text(write_bundle(small_scenario("Changed")), encoding="utf-8")
    said = stavka("import", file, "--db", db)
    assert said.code == 1 and said.err.startswith("stavka: There is a scenario orsha already")
    assert stavka("import", file, "--replace", "--db", db).code == 0
    assert "Changed" in stavka("list", "--db", db).out


def test_import_takes_all_of_another_library(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    Library.create(tmp_path / "target.db").close()
    assert stavka("import", db, "--db", tmp_path / "target.db").out == "imported orsha\n"


def test_import_of_a_bad_file_lists_every_problem_and_adds_nothing(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("stavka scenario 1\n[grid]\ncolumns\trows\n0\t900\n", encoding="utf-8")
    said = stavka("import", file, "--db", db)
    assert said.code == 1 and said.err.splitlines() == [
        "stavka: grid line 4, columns: the value is 0, but must be a whole number from 1 to 400",
        "stavka: grid line 4, rows: the value is 900, but must be a whole number from 1 to 400",
    ]
    assert len(stavka("list", "--db", db).out.splitlines()) == 1


def test_build_library_writes_where_it_is_told(stavka: Stavka, tmp_path: Path) -> None:
    folder = tmp_path / "resources" / "scenarios" / "tiny"
    folder.mkdir(parents=True)
    (folder / "scenario.tsv").write_text("title\tturns\nTiny\t2\n", encoding="utf-8")
    (folder / "grid.tsv").write_text("columns\trows\n3\t2\n", encoding="utf-8")
    target = tmp_path / "built.db"
    said = stavka("build-library", "--resources", tmp_path / "resources", "-o", target)
    assert said.out == f"{target}: 1 scenarios (tiny)\n"
    assert stavka("list", "--db", target).out == "tiny  Tiny, 2 turns, 0 units\n"


def test_schema_describes_the_library(stavka: Stavka, tmp_path: Path) -> None:
    assert stavka("schema").out == schema_page()
    stavka("schema", "-o", tmp_path / "schema.md")
    assert (tmp_path / "schema.md").read_text(encoding="utf-8") == schema_page()


@pytest.mark.parametrize("arguments", [["dragon"], ["show"], ["list", "--dragon"], ["check", "a", "b"]])
def test_wrong_usage_leaves_with_two(stavka: Stavka, arguments: list[str]) -> None:
    said = stavka(*arguments)
    assert said.code == 2 and said.out == "" and said.err.startswith("Usage: stavka")


def test_every_command_has_help(stavka: Stavka) -> None:
    for name in COMMANDS:
        said = stavka(name, "--help")
        assert said.code == 0 and said.out.startswith(f"Usage: stavka {name}")
    assert stavka("--help").code == 0
    assert stavka("--version").out.startswith("stavka ")


def test_files_that_cannot_be_written_get_a_sentence(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "file"
    for command in (["export", "orsha", "--db", str(db)], ["schema"], ["build-library"]):
        said = stavka(*command, "-o", nowhere)
        assert said.code == 1 and said.err.startswith("stavka: ") and str(nowhere) in said.err


def test_db_is_an_option_of_every_command(stavka: Stavka) -> None:
    for name in COMMANDS:
        assert "--db FILE" in stavka(name, "--help").out, name


def test_an_interrupted_command_is_quiet(stavka: Stavka, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.cli.list.open_library", interrupt)
    said = stavka("list")
    assert (said.code, said.out, said.err.strip()) == (130, "", "")


def run_real(*arguments: str, home: Path) -> AbstractContextManager[subprocess.Popen[bytes]]:
    environment = os.environ | {"STAVKA_HOME": str(home)}
    words = [sys.executable, "-m", "engine", *arguments]
    return started(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, db: Path) -> None:
    with run_real("schema", home=tmp_path) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_real_command_says_one_sentence(tmp_path: Path) -> None:
    with run_real("list", "--db", "nowhere.db", home=tmp_path) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, b"")
    assert err == b"stavka: There is no library at nowhere.db; check the path, or leave --db out to use your own.\n"


def test_a_flood_of_problems_is_cut_to_a_screenful(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    lines = "\n".join(f"{number}\t{'x' * 99}" for number in range(1, 101))
    file.write_text(f"stavka scenario 1\n[turn]\nturn\tname\n{lines}\n", encoding="utf-8")
    said = stavka("import", file, "--db", db).err.splitlines()
    assert len(said) == 21 and said[-1].startswith("stavka: There are 80 more problems")
    assert len(stavka("check", file).out.splitlines()) == 100


def test_check_names_a_doctrine_rule_that_no_bot_can_follow(stavka: Stavka, tmp_path: Path) -> None:
    rows = small_scenario()
    rows.put(Plan(plan="odd", name="Odd", side="soviet"))
    rows.put(Doctrine(plan="odd", rule="levitation"))
    with Library.create(tmp_path / "odd.db") as library:
        library.add("orsha", rows)
    said = stavka("check", "orsha", "--db", tmp_path / "odd.db")
    assert said.code == 1 and "there is no doctrine rule levitation" in said.out


def test_check_names_a_mechanism_that_the_engine_has_not(stavka: Stavka, tmp_path: Path) -> None:
    rows = small_scenario()
    rows.put(MechanismRow(mechanism="levitation"))
    with Library.create(tmp_path / "odd.db") as library:
        library.add("orsha", rows)
    said = stavka("check", "orsha", "--db", tmp_path / "odd.db")
    assert said.code == 1 and "levitation" in said.out
