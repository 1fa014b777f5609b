"""Versions: now, shipped, at any point of the history; values set by hand; what changed, in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.errors import StavkaError
from engine.lab.tweak import find_spot, sweep_values, tweaked
from engine.lab.versions import Wanted, changes_between, digest_of, rows_of
from engine.lab.words import changes_in_words, options_in_words
from engine.records import Rows
from engine.records.board import CellRow
from engine.records.changes import difference, drop, put
from engine.records.charts import ChartCell
from engine.records.counters import Face, Unit
from engine.records.play import Balance, Doctrine, Phase, Plan, ScenarioRow
from engine.store import Library, places
from tests.kit.skirmish import SLUG, hasty, skirmish, skirmish_library, with_cell


def words(rows: Rows) -> list[str]:
    return changes_in_words(rows, difference(skirmish(), rows))


# Versions


def test_any_point_of_the_history_can_be_played(lab: Library) -> None:
    for value in ("DE", "AL", "DR"):
        rows = lab.load(SLUG)
        lab.edit(SLUG, f"Make it {value}", [put(rows, replace(rows.get(ChartCell, "crt", "3", "1:1"), value=value))])  # type: ignore[type-var]
    lab.undo(SLUG)
    cells = [rows_of(lab, SLUG, which).get(ChartCell, "crt", "3", "1:1") for which in ("edit:0", "edit:1", "edit:2")]
    assert [cell.value for cell in cells if cell] == ["NE", "DE", "AL"]
    assert rows_of(lab, SLUG, "edit:0") == skirmish() and rows_of(lab, SLUG) == lab.load(SLUG)
    with pytest.raises(StavkaError, match="has 2 edits in force; “3” is none of them"):
        rows_of(lab, SLUG, "edit:3")
    with pytest.raises(StavkaError, match="There is no version “yesterday”"):
        rows_of(lab, SLUG, "yesterday")


def test_rows_that_came_and_went_are_back_in_an_earlier_version(lab: Library) -> None:
    rows = lab.load(SLUG)
    face = rows.all(Face)[-1]
    lab.edit(SLUG, "Drop a face", [drop(face)])
    assert rows_of(lab, SLUG, "edit:0") == skirmish() and not rows_of(lab, SLUG).has(Face, *face.identity())


def test_the_shipped_version_is_that_of_the_shipped_library(
    lab: Library, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("program")
    skirmish_library(folder / "scenarios.db").close()
    monkeypatch.setattr(places, "shipped_folder", lambda: folder)
    lab.edit(SLUG, "Make it DE", [put(lab.load(SLUG), with_cell("3", "1:1", "DE").all(ChartCell)[4])])
    assert rows_of(lab, SLUG, "shipped") == skirmish()


def test_the_digest_tells_versions_apart_that_play_differently_and_no_others() -> None:
    told, wished = skirmish(), skirmish()
    told.put(replace(told.the(ScenarioRow), title="Another", description="Much is said."))
    wished.put(Balance(side="german"))
    assert digest_of(told) == digest_of(wished) == digest_of(skirmish()) != digest_of(with_cell("3", "1:1", "DE"))


# Values set by hand


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("chart_cell.crt/3/1:1.value=DE", "Combat, 3 at 1:1: NE becomes DE."),
        ("chart_cell.crt.3.1:1.value=DE", "Combat, 3 at 1:1: NE becomes DE."),
        ("face.german-1/0.attack=9.5", "1. German, attack: 7 becomes 9.5."),
        ("face.german-1/1.attack=4", "1. German (reduced), attack: 3 becomes 4."),
        ("scenario.turns=5", "Title and description Skirmish at Orsha, turns: 4 becomes 5."),
        ("unit.german-1.name=I. Korps", "Unit I. Korps, identity: 1. German becomes I. Korps."),
        ("victory.orsha.winner=soviet", "Ending German win, winner: German becomes Soviet."),
        (
            "victory.orsha.condition.at_least=2",
            "Ending German win, condition: “the German side occupies at least 1 place” becomes “the German side "
            "occupies at least 2 places”.",
        ),
        (
            "result.crt/DE.effects=[]",
            "Combat result Defender eliminated, effects: “every defending unit is eliminated” becomes nothing.",
        ),
    ],
)
def test_a_value_can_be_set_and_is_told_in_words(setting: str, said: str) -> None:
    assert words(tweaked(skirmish(), (setting,))) == [said]


def test_a_value_within_a_column_of_values_can_be_set() -> None:
    rows = skirmish()
    rows.put(Plan(plan="rush", name="Rush", side="german"))
    rows.put(Doctrine(plan="rush", rule="assault", params={"kill": 1.2, "thrift": 0.5}))
    after = tweaked(rows, ("doctrine.rush/assault.params.kill=0.8", "doctrine.rush/assault.weight=3"))
    row = after.get(Doctrine, "rush", "assault")
    assert row is not None and row.params == {"kill": 0.8, "thrift": 0.5} and row.weight == 3
    said = changes_in_words(after, difference(rows, after))
    assert said[0].endswith("in the plan “Rush”, weight: 1 becomes 3.") and "kill" in said[1]


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("chart_cell.crt/3/1:1.value", "sets nothing; write table.key.column=value"),
        ("chart.crt=4", "names no value of this scenario; it should read chart.chart.COLUMN"),
        ("weapons.gun.range=4", "There is no table weapons in a scenario"),
        ("face.german-1/0.attack=strong", "must be a number"),
        ("face.german-9/0.attack=4", "names no value of this scenario; it should read face.unit/face.COLUMN"),
        ("face.german-1/0.attack=-4", "Attack cannot be -4"),
        ("scenario.turns=", "Turns cannot be"),
    ],
)
def test_what_cannot_be_set_is_said(setting: str, says: str) -> None:
    with pytest.raises(StavkaError, match=says):
        tweaked(skirmish(), (setting,))


def test_sweeps_are_ranges_or_lists() -> None:
    assert sweep_values("2:4:0.5") == ["2", "2.5", "3", "3.5", "4"] and sweep_values("1:3") == ["1", "2", "3"]
    assert sweep_values("NE, DR,DE") == ["NE", "DR", "DE"] and sweep_values("0.1:0.3:0.1") == ["0.1", "0.2", "0.3"]
    for text, says in (("4:1", "no range"), ("a:b", "no range"), ("3", "needs from 2 to 60"), ("1:99", "gives 61")):
        with pytest.raises(StavkaError, match=says):
            sweep_values(text)


def test_a_spot_says_what_stands_there() -> None:
    assert find_spot(skirmish(), "face.german-2/0.attack").whole == 8


# Words


def test_what_came_and_what_went_is_told() -> None:
    rows = skirmish()
    rows.drop(Phase, "soviet-combat")
    rows.put(Plan(plan="rush", name="Rush", side="german"))
    assert words(rows) == ["Phase Soviet Combat is gone.", "Plan Rush is new."]


def test_many_changes_of_one_kind_are_counted() -> None:
    rows = skirmish()
    for row in rows.all(CellRow):
        rows.put(replace(row, terrain="clear" if row.terrain != "clear" else "forest"))
    assert words(rows) == ["24 hexes changed."]


def test_options_chosen_otherwise_are_told_by_their_names() -> None:
    rows = hasty()
    assert options_in_words(rows, {}, {"haste": "slow"}) == []
    assert options_in_words(rows, {}, {"haste": "fast"}) == ["Length of the game: “Four turns” becomes “Two turns”."]
    slow, fast = (Wanted(choice, rows, {"haste": choice}) for choice in ("slow", "fast"))
    assert [change.table for change in changes_between(slow, fast)] == ["scenario"]
    assert changes_between(slow, slow) == ()


def test_a_renamed_unit_is_told_by_its_names() -> None:
    rows = skirmish()
    rows.put(replace(rows.get(Unit, "german-1"), name="Guderian"))  # type: ignore[type-var]
    assert words(rows) == ["Unit Guderian, identity: 1. German becomes Guderian."]
