from __future__ import annotations

import msgspec
import pytest

from engine.records import Rows
from engine.records.board import CellRow, Grid
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Placement
from engine.scenario.template import blank_scenario
from engine.systems import check_rules
from engine.systems.setup_check import check_setup


@pytest.fixture
def rows() -> Rows:
    made = blank_scenario("Set-up", Grid(columns=5, rows=5))
    for n, side in enumerate(("german", "german", "german", "soviet")):
        made.put(Unit(unit=f"u{n}", name=f"U{n}", side=side, nationality=side))
        made.put(Face(unit=f"u{n}", face=0, attack=1, defence=1, movement=1))
    return made


def stand(rows: Rows, unit: str, cell: str) -> None:
    chosen = Selector(units=(unit,))
    rows.put(Placement(placement=unit, side="german", units=chosen, cell=cell, position=len(rows.all(Placement))))


def test_units_within_the_limits_raise_no_problem(rows: Rows) -> None:
    stand(rows, "u0", "0202")
    stand(rows, "u1", "0202")
    stand(rows, "u3", "0404")
    assert check_setup(rows) == []


def test_a_third_unit_where_two_may_stand_is_named(rows: Rows) -> None:
    for unit in ("u0", "u1", "u2"):
        stand(rows, unit, "0202")
    assert [(problem.message, problem.key) for problem in check_setup(rows)] == [
        ("3 units are set up in 0202, where 2 may stand", ("u2",))
    ]


def test_a_crowd_that_its_lines_allow_is_no_mistake(rows: Rows) -> None:
    for unit in ("u0", "u1", "u2"):
        stand(rows, unit, "0202")
        line = rows.get(Placement, unit)
        assert line is not None
        rows.put(msgspec.structs.replace(line, per_cell=3))
    assert check_setup(rows) == []


def test_enemies_in_one_cell_are_named(rows: Rows) -> None:
    stand(rows, "u0", "0202")
    stand(rows, "u3", "0202")
    assert [problem.severity for problem in check_setup(rows)] == ["error"]


def test_a_cell_with_enemies_is_named_once_by_the_first_who_does_not_belong_there(rows: Rows) -> None:
    for unit in ("u3", "u0", "u1"):
        stand(rows, unit, "0202")
    found = [problem.key for problem in check_setup(rows) if "both sides" in problem.message]
    assert found == [("u0",)]


def test_units_in_the_water_are_named(rows: Rows) -> None:
    rows.put(CellRow(cell="0303", terrain="water"))
    stand(rows, "u0", "0303")
    assert [problem.message for problem in check_setup(rows)] == ["U0 is set up in 0303, which it may not enter"]


def test_a_cell_that_is_not_on_the_map_is_named(rows: Rows) -> None:
    stand(rows, "u0", "9909")
    assert [problem.message for problem in check_setup(rows)] == ["there is no cell or box 9909"]
    assert any(problem.message.startswith("there is no cell") for problem in check_rules(rows))
