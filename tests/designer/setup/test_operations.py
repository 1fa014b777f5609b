from __future__ import annotations

import pytest
from msgspec.structs import replace

from designer.setup.operations import (
    arrive,
    place,
    place_free,
    recruit_of,
    relocate,
    roster,
    take_off,
    turn_over,
)
from engine.errors import StavkaError
from engine.records import Rows
from engine.records.board import Grid, Region, RegionCell
from engine.records.changes import Change
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Arrival, Placement
from engine.scenario.deployment import deployment
from engine.scenario.template import blank_scenario
from engine.systems import check_rules


def after(rows: Rows, changes: list[Change]) -> Rows:
    made = rows.copy()
    for change in changes:
        change.apply(made)
    return made


@pytest.fixture
def rows() -> Rows:
    made = blank_scenario("Set-up", Grid(columns=6, rows=5))
    made.put(Region(region="edge", name="East edge", kind="entry"))
    made.put(RegionCell(region="edge", cell="0601"))
    for n, (key, side, pool) in enumerate(
        (
            ("1st", "german", ""),
            ("2nd", "german", ""),
            ("a", "soviet", "mech"),
            ("b", "soviet", "mech"),
            ("air", "soviet", ""),
        )
    ):
        made.put(
            Unit(
                unit=key,
                name=key,
                side=side,
                nationality=side,
                pool=pool,
                position=n,
                symbol="air" if key == "air" else "infantry",
            )
        )
        made.put(Face(unit=key, face=0, attack=1, defence=1, movement=2))
    return made


def test_the_roster_has_who_waits_but_no_markers(rows: Rows) -> None:
    assert [(one.group, one.key, one.waiting) for one in roster(rows, "german")] == [
        ("unit", "1st", 1),
        ("unit", "2nd", 1),
    ]
    assert [one.name for one in roster(rows, "soviet")] == ["untried, pool mech ×2"]


def test_placing_makes_a_line_and_takes_the_unit_off_the_roster(rows: Rows) -> None:
    made = after(rows, place(rows, roster(rows, "german")[:1], "0202"))
    assert [(line.units.units, line.cell, line.count) for line in made.all(Placement)] == [(("1st",), "0202", 1)]
    assert [one.key for one in roster(made, "german")] == ["2nd"]
    assert not [problem for problem in check_rules(made) if problem.severity == "error"]


def test_a_pool_is_placed_counter_by_counter(rows: Rows) -> None:
    once = after(rows, place(rows, roster(rows, "soviet"), "0202"))
    twice = after(once, place(once, roster(once, "soviet"), "0303"))
    assert [(line.units.pools, line.cell) for line in twice.all(Placement)] == [
        (("mech",), "0202"),
        (("mech",), "0303"),
    ]
    assert roster(twice, "soviet") == []


def test_units_are_left_free_in_a_region_or_arrive_by_it(rows: Rows) -> None:
    free = after(rows, place_free(rows, roster(rows, "german"), "edge"))
    assert [(line.units.units, line.region, line.count) for line in free.all(Placement)] == [
        (("1st", "2nd"), "edge", 2)
    ]
    late = after(rows, arrive(rows, roster(rows, "soviet"), 3, "edge"))
    assert [(line.turn, line.units.pools, line.count) for line in late.all(Arrival)] == [(3, ("mech",), 2)]


def test_a_unit_moves_with_its_line_or_leaves_the_others(rows: Rows) -> None:
    alone = after(rows, place(rows, roster(rows, "german")[:1], "0202"))
    assert [line.cell for line in after(alone, relocate(alone, "1st", "0404")).all(Placement)] == ["0404"]
    rows.put(Placement(placement="both", side="german", units=Selector(units=("1st", "2nd")), count=2, cell="0202"))
    made = after(rows, relocate(rows, "2nd", "0404"))
    assert {line.units.units: line.cell for line in made.all(Placement)} == {("1st",): "0202", ("2nd",): "0404"}


def test_taking_off_puts_the_unit_back_on_the_roster(rows: Rows) -> None:
    made = after(rows, place(rows, roster(rows, "soviet"), "0202"))
    assert after(made, take_off(made, deployment(made).placed[made.all(Placement)[0].placement][0])) == rows


def test_a_unit_of_a_general_line_is_not_pulled_out_of_it(rows: Rows) -> None:
    rows.put(Placement(placement="all", side="german", units=Selector(sides=("german",)), cell="0202"))
    with pytest.raises(StavkaError, match="1st is placed with others"):
        take_off(rows, "1st")
    with pytest.raises(StavkaError, match="not in the set-up"):
        take_off(rows, "air")


def test_a_unit_begins_reduced_when_it_is_turned_over(rows: Rows) -> None:
    rows.put(Face(unit="1st", face=1, attack=1, defence=1, movement=2))
    made = after(rows, place(rows, roster(rows, "german")[:1], "0202"))
    turned = after(made, turn_over(made, "1st", 2))
    assert [line.face for line in turned.all(Placement)] == [1]
    assert after(turned, turn_over(turned, "1st", 2)) == made


def test_what_was_taken_off_can_be_placed_again(rows: Rows) -> None:
    rows.put(replace(rows.get(Unit, "1st"), quantity=2))  # type: ignore[type-var]
    assert recruit_of(deployment(rows), "1st+2").selector() == Selector(units=("1st",))
