"""`stavka playtest`: alone, against another version, over a range; what it prints, keeps and writes; and nonsense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.records.changes import put
from engine.records.play import Balance
from engine.store import Library
from tests.cli.conftest import Stavka
from tests.kit.skirmish import SLUG, hasty, skirmish_library, with_cell

LOTS = ("--bot", "german=random", "--bot", "soviet=random")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "mine.db"
    skirmish_library(path).close()
    return path


def test_alone_it_gives_rates_with_intervals(stavka: Stavka, db: Path, tmp_path: Path) -> None:
    files = ("--csv", tmp_path / "games.csv", "--report", tmp_path / "report.html")
    said = stavka("playtest", SLUG, *LOTS, "--games", "5", "--json", *files, "--db", db)
    found = json.loads(said.out)
    assert said.code == 0 and found["kind"] == "one" and found["status"] == "done"
    (version,) = found["versions"]
    assert version["games"] == 5 and version["score"]["german"]["low"] <= version["score"]["german"]["mean"]
    assert len((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()) == 6
    assert "<svg" in (tmp_path / "report.html").read_text(encoding="utf-8")
    with Library.open(db, read_only=True) as library:
        assert [info.games for info in library.runs.all(SLUG)] == [5]


def test_a_value_set_is_compared_with_the_scenario_as_it_is(stavka: Stavka, db: Path) -> None:
    call = ("playtest", SLUG, *LOTS, "--games", "4", "--set", "chart_cell.crt/1/1:1.value=DE", "--db", db)
    found = json.loads(stavka(*call, "--json").out)
    assert found["kind"] == "compare" and found["bots_know"] is False and found["difference"]["pairs"] == 4
    assert found["versions"][1]["changed"] == ["Combat, 1 at 1:1: AL becomes DE."]
    assert found["paired_error"] <= found["unpaired_error"] or found["unpaired_error"] == 0
    assert json.loads(stavka(*call, "--know", "--json").out)["bots_know"] is True
    words = stavka(*call).out
    assert "Combat, 1 at 1:1: AL becomes DE." in words and "planned by the first" in words


def test_a_version_of_the_history_is_played_against_now(stavka: Stavka, db: Path) -> None:
    with Library.open(db) as library:
        rows = library.load(SLUG)
        for row in with_cell("6", "3:1", "NE"):
            if rows.get(type(row), *row.identity()) != row:
                library.edit(SLUG, "Spare the defender", [put(rows, row)])
    said = stavka("playtest", SLUG, *LOTS, "--games", "2", "--against", "@edit:0", "--json", "--db", db)
    found = json.loads(said.out)
    assert [version["name"] for version in found["versions"]] == ["As it is now", "After edit 0"]
    assert found["versions"][1]["changed"] == ["Combat, 6 at 3:1: NE becomes DE."]


def test_two_options_are_played_against_each_other(stavka: Stavka, db: Path) -> None:
    with Library.open(db) as library:
        library.add("hasty", hasty())
    call = ("playtest", "hasty", *LOTS, "--games", "2", "--against-option", "haste=fast", "--json", "--db", db)
    found = json.loads(stavka(*call).out)
    assert [version["name"] for version in found["versions"]] == ["As it is now", "Other options"]
    assert found["versions"][1]["changed"] == ["Length of the game: “Four turns” becomes “Two turns”."]
    assert found["bots_know"] is True and found["difference"]["turns"]["mean"] < 0


def test_a_sweep_plays_every_value(stavka: Stavka, db: Path) -> None:
    call = ("playtest", SLUG, *LOTS, "--games", "2", "--sweep", "face.german-1/0.attack=5:9:2", "--json", "--db", db)
    found = json.loads(stavka(*call).out)
    assert found["values"] == ["5", "7", "9"] and [version["games"] for version in found["versions"]] == [2, 2, 2]
    assert found["swept"] == "1. German, attack"


def test_it_stops_when_the_interval_is_narrow_enough(stavka: Stavka, db: Path) -> None:
    found = json.loads(stavka("playtest", SLUG, *LOTS, "--until-width", "0.3", "--json", "--db", db).out)
    score = found["versions"][0]["score"]["german"]
    assert score["high"] - score["low"] <= 0.3 and 40 <= score["games"] <= 200


def test_a_paused_run_is_taken_up_again(stavka: Stavka, db: Path) -> None:
    run = json.loads(stavka("playtest", SLUG, *LOTS, "--games", "3", "--json", "--db", db).out)["run"]
    with Library.open(db) as library:
        library.runs.cut(run, 1)
        library.runs.mark(run, "paused")
    found = json.loads(stavka("playtest", "--resume", str(run), "--json", "--db", db).out)
    assert (found["run"], found["status"], found["versions"][0]["games"]) == (run, "done", 3)


def test_the_linter_speaks_of_the_balance(stavka: Stavka, db: Path) -> None:
    with Library.open(db) as library:
        wish = Balance(side="german", least=0.98, most=1.0)
        library.edit(SLUG, "Wish", [put(library.load(SLUG), wish)])
    assert stavka("playtest", SLUG, *LOTS, "--games", "20", "--db", db).code == 0
    said = stavka("check", SLUG, "--db", db)
    assert said.code == 0 and "warning: balance german: in 20 games of the last playtest the German side" in said.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "Name a scenario to play, or a run to take up again."),
        ([SLUG, "--set", "face.german-1/0.attack=strong"], 1, "must be a number"),
        ([SLUG, "--set", "face.nobody/0.attack=4"], 1, "names no value of this scenario"),
        ([SLUG, "--set", "chart_cell.crt/1/1:1.value=XX"], 1, "the result XX is not explained"),
        ([SLUG, "--sweep", "scenario.turns=3"], 1, "needs from 2 to 60 values"),
        ([SLUG, "--sweep", "scenario.turns=3:4", "--against", "@edit:0"], 2, "A sweep stands alone"),
        ([SLUG, "--against", "@yesterday"], 1, "There is no version “yesterday”"),
        ([SLUG, "--set", "face.german-1/0.movement=5", "--blind"], 1, "Bots cannot plan by the first version here"),
        ([SLUG, "--bot", "german=napoleon"], 2, "There is no bot napoleon"),
        ([SLUG, "--until-width", "0"], 2, "Invalid value for '--until-width'"),
        (["--resume", "99"], 1, "There is no playtest run 99"),
    ],
)
def test_nonsense_gets_a_sentence(stavka: Stavka, db: Path, arguments: list[str], code: int, says: str) -> None:
    said = stavka("playtest", *arguments, "--db", db)
    assert said.code == code and says in said.err and said.out == ""
    with Library.open(db, read_only=True) as library:
        assert library.runs.all(SLUG) == []
