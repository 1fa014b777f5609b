"""The terrain effects chart reads numbers and prohibitions, and lists what is neither."""

from __future__ import annotations

import pytest

from engine.board import TecChart, check_tec
from engine.records import board as records
from tests.kit.boards import board_rows, tec


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2.0), ("0.5", 0.5), ("+1", 1.0), ("-1", -1.0), ("−1", -1.0), ("1/2", 0.5), ("3/4", 0.75), (" 2 ", 2.0)],
)
def test_an_entry_is_read_as_a_number(text: str, value: float) -> None:
    chart = TecChart({("terrain", "clear", "move.infantry"): text})
    assert chart.number("terrain", "clear", "move.infantry") == value
    assert not chart.prohibited("terrain", "clear", "move.infantry")
    assert chart.text("terrain", "clear", "move.infantry") == text


def test_p_is_prohibited_and_nothing_is_nothing() -> None:
    chart = TecChart({("hexside", "lake", "move.mech"): "P"})
    assert chart.prohibited("hexside", "lake", "move.mech")
    assert chart.number("hexside", "lake", "move.mech") is None
    assert not chart.prohibited("hexside", "river", "move.mech")
    assert chart.number("hexside", "river", "move.mech") is None
    assert chart.text("hexside", "river", "move.mech") == ""


def test_the_chart_of_the_kit_is_sound() -> None:
    assert check_tec(board_rows(".")) == []


@pytest.mark.parametrize("value", ["", "two", "1/0", "1//2", "nan", "1e3", "PP", "٣"])
def test_a_bad_value_is_listed(value: str) -> None:
    rows = board_rows(".")
    row = records.Tec(layer="terrain", kind="clear", effect="move.mech", value=value)
    rows.put(row)
    [problem] = check_tec(rows)
    assert problem.message == f"{value!r} is neither a number nor P"
    assert (problem.key, problem.field) == (row.identity(), "value")


def test_unknown_kinds_and_columns_are_listed() -> None:
    rows = board_rows(".")
    rows.put(records.Tec(layer="link", kind="canal", effect="move.boat", value="1"))
    assert [(problem.field, problem.message) for problem in check_tec(rows)] == [
        ("kind", "there is no link kind 'canal'"),
        ("effect", "there is no column 'move.boat'"),
    ]


def test_movement_costs_may_not_be_negative_but_shifts_may() -> None:
    rows = board_rows(".")
    tec(rows, "combat.shift", {("terrain", "forest"): "-1"})
    assert check_tec(rows) == []
    rows.put(records.Tec(layer="terrain", kind="forest", effect="move.mech", value="-1"))
    [problem] = check_tec(rows)
    assert "may not be negative" in problem.message


def test_a_third_of_a_point_is_rounded_and_said() -> None:
    rows = board_rows(".")
    rows.put(records.Tec(layer="link", kind="rail", effect="move.mech", value="1/3"))
    [problem] = check_tec(rows)
    assert problem.severity == "warning"
    assert problem.message.endswith("1/3 counts as 0.25")


def test_terrain_without_a_cost_is_a_warning() -> None:
    rows = board_rows(".")
    rows.drop(records.Tec, "terrain", "forest", "move.mech")
    [problem] = check_tec(rows)
    assert (problem.severity, problem.key) == ("warning", ("terrain", "forest", "move.mech"))
