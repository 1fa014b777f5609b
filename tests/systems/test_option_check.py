"""The linter reads options: what a choice changes must be there, must fit, and must leave the rest whole."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.play import Option, OptionChoice, Override
from engine.systems import check_rules
from engine.systems.option_check import check_options
from tests.kit.drill import drill_rows


def said(*overrides: Override) -> list[str]:
    rows = drill_rows()
    choices = (
        OptionChoice(choice="standard", name="As written"),
        OptionChoice(choice="x", name="X", overrides=overrides),
    )
    rows.put(Option(option="test", name="Test", choices=choices))
    return [problem.message for problem in check_options(rows)]


def change(table: str, *key: str | int, **values: Any) -> Override:
    return Override(table=table, key=key, set=values)


def test_the_options_of_the_shipped_game_are_sound() -> None:
    assert check_options(drill_rows()) == []


@pytest.mark.parametrize(
    ("override", "message"),
    [
        (change("tarot", "fool"), "“X”: there is no table tarot"),
        (change("unit", "nobody", quantity=2), "“X”: there is no unit nobody to change"),
        (change("unit", "v", unit="vv"), "“X”: unit v: the key of a row cannot be changed (unit)"),
        (change("unit", "v", quantity=0), "“X”: unit v, Quantity: the value is 0"),
        (change("unit", "v", wings=2), "“X”: unit v, wings: there is no such column"),
        (change("unit", "v", nationality="martian"), "there is no nationality called “martian”"),
        (change("mechanism", "stacking", params={"limits": "many"}), "Stacking: Expected"),
        (Override(table="side", key=("soviet",), delete=True), "there is no side called “soviet”"),
    ],
)
def test_what_a_choice_would_break_is_said(override: Override, message: str) -> None:
    assert any(message in found for found in said(override)), said(override)


def test_choices_need_keys_of_their_own_and_there_must_be_some() -> None:
    rows = drill_rows()
    twice = OptionChoice(choice="a", name="A")
    rows.put(Option(option="empty", name="Empty"))
    rows.put(Option(option="twice", name="Twice", choices=(twice, twice)))
    found = {problem.key: problem.message for problem in check_rules(rows) if problem.table == "option"}
    assert found == {("empty",): "there is nothing to choose", ("twice",): "two choices have the key a"}
