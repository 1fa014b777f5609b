"""The linter and the read-back rules on weather and markers."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.records import Record, Rows
from engine.records.charts import Chart, ChartCell, ChartRow
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow, Phase
from engine.records.weather import Weather, WeatherZone
from engine.scenario.options import choose_options
from engine.systems import check_rules
from engine.systems.readback import read_back
from tests.kit.drill import drill_rows
from tests.kit.seasons import alter, rough_rows
from tests.kit.shipped import shipped_rows


def found(rows: Rows) -> list[Problem]:
    known = {str(problem) for problem in check_rules(rough_rows())}
    return [problem for problem in check_rules(rows) if str(problem) not in known]


def start(key: str, cell: str, **values: object) -> MarkerStart:
    return MarkerStart(start=key, marker="mines", cell=cell, **values)  # type: ignore[arg-type]


BAD: list[tuple[Record, str, str]] = [
    (WeatherZone(zone="x", name="X", at_start="fog", region="west-edge"), "no weather called fog", "error"),
    (WeatherZone(zone="x", name="X", at_start="D"), "the rest of the map is already the zone North", "error"),
    (WeatherZone(zone="x", name="X", at_start="D", region="south"), "it shares cells with the zone south", "warning"),
    (
        WeatherZone(zone="x", name="X", at_start="D", region="west-edge", roll_of="north"),
        "it uses the dice of another zone, but has no weather table",
        "error",
    ),
    (
        WeatherZone(zone="x", name="X", at_start="D", region="west-edge", roll_of="south", chart="weather"),
        "the zone South throws no dice of its own",
        "error",
    ),
    (
        WeatherZone(zone="x", name="X", at_start="D", region="west-edge", chart="crt"),
        "is a combat results table",
        "error",
    ),
    (Weather(weather="x", name="X", frozen=("canal",)), "no hexside kind called canal", "error"),
    (ChartCell(chart="weather", row="3", column="2", value="fog"), "no weather called fog", "error"),
    (ChartRow(chart="weather", row="seven"), "headed by a dice total", "error"),
    (start("x", "9999"), "there is no cell or box 9999", "error"),
    (start("x", "0101", first_turn=5, last_turn=3), "it would go on turn 3, before it comes on turn 5", "error"),
    (start("x", "0101", first_turn=50), "after the game is over", "warning"),
    (MarkerStart(start="x", marker="ghost", cell="0101"), "no marker called ghost", "error"),
    (Marker(marker="x", name="X", entry=0.3), "0.3 counts as 0.25", "warning"),
    (MechanismRow(mechanism="rail-hops"), "moves by factors take no notice of this cost", "warning"),
]


@pytest.mark.parametrize(("row", "message", "severity"), BAD, ids=[message for _, message, _ in BAD])
def test_each_defect_is_named_at_its_place(row: Record, message: str, severity: str) -> None:
    rows = rough_rows()
    rows.put(row)
    problems = [problem for problem in found(rows) if message in problem.message]
    assert problems and {problem.severity for problem in problems} == {severity}
    if row.table != "mechanism":
        assert problems[0].table == row.table and problems[0].key[0] == row.identity()[0]


def test_a_table_without_dice_and_one_with_a_gap() -> None:
    rows = rough_rows()
    alter(rows, Chart, "weather", dice="")
    rows.drop(ChartCell, "weather", "1", "2")
    messages = {problem.message for problem in found(rows)}
    assert "a weather table must say which dice are rolled" in messages
    assert "no weather for 1 in column 2: it stays as it was" in messages


def test_a_table_that_nobody_rolls_on_and_a_phase_that_rolls_for_nothing() -> None:
    rows = rough_rows()
    rows.drop(Phase, "weather")
    assert ["has no weather phase" in problem.message for problem in found(rows)] == [True]
    rows = drill_rows()
    rows.put(Phase(phase="weather", name="Weather", kind="weather"))
    assert any("nothing happens in this phase" in problem.message for problem in check_rules(rows))


@pytest.mark.parametrize("movement", [0.5, 2.0])
def test_moves_by_factors_take_no_notice_of_weather_whichever_way_it_works(movement: float) -> None:
    rows = drill_rows()
    rows.put(MechanismRow(mechanism="rail-hops"))
    rows.put(Weather(weather="D", name="Dry"))
    rows.put(Weather(weather="F", name="Frost", movement=movement))
    named = [problem.key for problem in check_rules(rows) if "take no notice of this cost" in problem.message]
    assert named == [("F",)], "dry weather costs what is printed"


def test_weather_that_lies_nowhere() -> None:
    rows = drill_rows()
    rows.put(Weather(weather="D", name="Dry"))
    assert any("no zone of the map has weather" in problem.message for problem in check_rules(rows))


def test_the_rules_read_back_say_what_weather_and_markers_do() -> None:
    sections = {part.title: dict(part.paragraphs) for part in read_back(rough_rows())}
    weather, markers = sections["Weather"], sections["Markers"]
    assert weather["North"] == "The rest of the map: dry at the start. It changes by Weather table, with 1d6."
    assert weather["South"].endswith("with the dice of North minus 2.")
    assert weather["Dry"] == "It changes nothing."
    assert weather["Snow"] == (
        "Hexes cost 1.5 times as much to enter. No river costs or shifts anything. "
        "Once it has come it stays to the end."
    )
    assert markers["Earthworks"] == "An attack on its hex shifts 2 columns against the attacker."
    assert "Soviet Minefield in 0404" in markers[""] and "German Road block in 0904 (turns 3 to 5)" in markers[""]
    phase = next(text for name, text in sections["Sequence of play"].items() if "Weather Phase" in name)
    assert phase.endswith("On the first turn the weather of the set-up stands.")


def test_a_shift_for_one_side_says_whose_it_is() -> None:
    rows = rough_rows()
    alter(rows, Weather, "S", movement=1.0, frozen=(), lasting=False, shift=1, shift_for="soviet", note="Deep winter.")
    said = dict(next(part for part in read_back(rows) if part.title == "Weather").paragraphs)
    assert said["Snow"] == "When the Soviet side attacks, odds shift 1 column for it. Deep winter."


def test_the_weather_says_what_every_rule_makes_of_it() -> None:
    rows = choose_options(shipped_rows("proud-monster"), {"sections": "more"})
    weather = next(part for part in read_back(rows) if part.title == "Weather")
    said = dict(weather.paragraphs)
    assert said["Rain"] == "Axis units have 1 movement point less."
    assert said["Dry"] == "It changes nothing."
    for words in ("Hexes cost twice as much to enter.", "Nobody refits any more", "highway is gone for good"):
        assert words in said["Mud"] and words in said["Snow"]
    for words in ("cross lake", "Add 1 point to the dice of attenuated supply.", "Nobody attacks within movement."):
        assert words in said["Snow"]
    assert "Marsh counts as clear." in said["Frost"] and "lake" not in said["Frost"]
