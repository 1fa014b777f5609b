from __future__ import annotations

from msgspec.structs import replace

from engine.records import Rows
from engine.records.board import Grid, Region, RegionCell
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Arrival, Placement
from engine.scenario.deployment import deployment
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


def named_last() -> Rows:
    """A general line before one that names the first unit: the first unit must be where it was put by name."""
    rows = scenario()
    everyone = Selector(sides=("german",))
    rows.put(Placement(placement="one", side="german", units=everyone, count=2, cell="0203", position=0))
    chosen = Selector(units=("1st",))
    rows.put(Placement(placement="two", side="german", units=chosen, count=1, cell="0405", position=1))
    return rows


def test_a_line_that_names_a_unit_wins_over_lines_that_merely_match_it() -> None:
    rows = named_last()
    dealt = deployment(rows)
    assert dealt.placed == {"one": ("3rd",), "two": ("1st",)}
    assert dealt.arriving == {"later": ("2nd",)}, "an arrival that names its unit wins over the set-up too"


def test_a_line_that_names_a_pool_wins_over_lines_that_merely_match_its_counters() -> None:
    rows = named_last()
    for key in ("1st", "2nd", "3rd"):
        rows.put(replace(unit(rows, key), pool="reserve"))
    rows.drop(Arrival, "later")
    rows.put(
        Placement(placement="two", side="german", units=Selector(pools=("reserve",)), count=1, cell="0405", position=1)
    )
    dealt = deployment(rows)
    assert [len(dealt.placed[line]) for line in ("one", "two")] == [2, 1]


def test_of_lines_that_name_the_same_unit_the_first_takes_it() -> None:
    rows = named_last()
    rows.put(Placement(placement="three", side="german", units=Selector(units=("1st",)), cell="0101", position=2))
    assert deployment(rows).placed == {"one": ("3rd",), "two": ("1st",), "three": ()}
