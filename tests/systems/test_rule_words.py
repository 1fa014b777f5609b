"""What is set of a rule is said of it, and nothing else: a sentence is there where its number is, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.board import Grid
from engine.records.counters import Selector
from engine.records.play import MechanismRow
from engine.rules.attenuation import AttenuatedSupply, HarderTimes
from engine.rules.combat import OddsCombat
from engine.rules.marking import MarkUnits
from engine.rules.reach import Weight
from engine.rules.stacking import Stacking, StackLimit
from engine.scenario.template import blank_scenario
from engine.systems.rule_words import rule_words

ADVANCES = "One attacker may advance into a hex that the defender has left."
STAYS = "There is no advance after combat."


def said(rule: Any, *mechanisms: str) -> str:
    rows = blank_scenario("New", Grid(columns=4, rows=4))
    for key in mechanisms:
        rows.put(MechanismRow(mechanism=key))
    return " ".join(rule_words(rows, rule))


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"unopposed": "DE"}, "Where no strength is left to defend, the result is DE without dice."),
        ({"halving": "together"}, "Units that are halved alike are added up and halved once"),
        ({"below": "first"}, "Odds below the first column count as the first."),
        ({"below": "never"}, "Odds below the first column have no effect"),
        ({"below": "true odds"}, "Where the attacker is the weaker, the defence is divided by the attack"),
        ({"capable": True}, "Only units with an attack strength attack."),
        ({"once": "cells"}, "No hex is attacked twice in a phase"),
        ({"one_per_hexside": True}, "Only one unit may attack across each hexside."),
        ({"several": True}, "One battle may be fought against several hexes"),
    ],
)
def test_what_is_set_of_battles_is_said_and_only_then(setting: dict[str, Any], words: str) -> None:
    assert words in said(OddsCombat(**setting)) and words not in said(OddsCombat(advance=False))


def test_whether_attackers_advance_is_said_where_no_other_rule_does() -> None:
    assert ADVANCES in said(OddsCombat(advance=True)) and STAYS not in said(OddsCombat(advance=True))
    assert STAYS in said(OddsCombat(advance=False)) and ADVANCES not in said(OddsCombat(advance=False))
    beside = said(OddsCombat(advance=True), "advance")
    assert ADVANCES not in beside and STAYS not in beside, "the rule of advances has sentences of its own"
    assert STAYS in said(OddsCombat(advance=False), "advance")


def test_what_counts_more_or_less_in_a_stack_is_said() -> None:
    heavy = StackLimit(most=3, weights=(Weight(units=Selector(flags=("heavy",)), weight=2.5),))
    assert " count 2.5 each." in said(Stacking(limits=(heavy,)))
    assert " count " not in said(Stacking(limits=(StackLimit(most=3),)))


def test_every_addition_to_the_dice_of_supply_is_said() -> None:
    harder = (HarderTimes(points=2, name="autumn"), HarderTimes(points=1))
    words = said(AttenuatedSupply(harder=harder))
    assert "Add 2 points to the dice in autumn." in words and "Add 1 point to the dice in all times." in words
    assert "to the dice in" not in said(AttenuatedSupply())


def test_a_mark_that_takes_others_off_says_so() -> None:
    assert MarkUnits(mark="routed", lifts=("fresh",)).words() == "the defender is marked routed and no longer fresh"
    assert MarkUnits(who="attacker", mark="dg").words() == "the attacker is marked DG"
