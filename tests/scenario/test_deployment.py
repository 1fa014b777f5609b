from __future__ import annotations

from msgspec.structs import replace

from engine.records import Rows
from engine.records.board import Grid, Region, RegionCell
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Arrival, Placement
from engine.scenario.deployment import deployment, stray_units, whereabouts
from engine.scenario.template import blank_scenario


def scenario() -> Rows:
    rows = blank_scenario("Deployment", Grid(columns=6, rows=5))
    rows.put(Region(region="edge", name="East edge"))
    rows.put(RegionCell(region="edge", cell="0601"))
    for key in ("1st", "2nd", "3rd"):
        rows.put(Unit(unit=key, name=key, side="german", nationality="german"))
        rows.put(Face(unit=key, face=0, attack=1, defence=1, movement=1))
    rows.put(Placement(placement="one", side="german", units=Selector(sides=("german",)), count=1, cell="0203"))
    rows.put(Arrival(arrival="later", turn=2, side="german", units=Selector(units=("2nd",)), region="edge"))
    return rows


def unit(rows: Rows, key: str) -> Unit:
    found = rows.get(Unit, key)
    assert found is not None
    return found


def test_lines_take_units_in_the_order_of_the_game_and_no_unit_twice() -> None:
    dealt = deployment(scenario())
    assert dealt.placed == {"one": ("1st",)}
    assert dealt.arriving == {"later": ("2nd",)}


def test_a_unit_says_where_it_begins() -> None:
    rows = scenario()
    dealt = deployment(rows)
    said = [whereabouts(rows, dealt, unit(rows, key)) for key in ("1st", "2nd", "3rd")]
    assert said == ["0203", "turn 2, East edge", "nowhere"]


def test_units_that_never_come_are_named() -> None:
    rows = scenario()
    assert [problem.key for problem in stray_units(rows)] == [("3rd",)]
    rows.put(replace(unit(rows, "3rd"), pool="reserve"))
    assert stray_units(rows) == []


def test_of_several_alike_each_needs_its_place() -> None:
    rows = scenario()
    rows.put(replace(unit(rows, "2nd"), quantity=2))
    rows.put(Arrival(arrival="later", turn=2, side="german", units=Selector(units=("2nd",)), count=1, region="edge"))
    assert [problem.key for problem in stray_units(rows)] == [("2nd",), ("3rd",)]
