"""The journal: what happened, said as players say it."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.journal import tell, weighed
from engine.records.play import Turn
from engine.state.events import BattleFought, DieRolled, PhaseBegan
from tests.kit.small import small_scenario
from tests.kit.smolensk import INFANTRY, RIFLE, stage


@pytest.mark.parametrize(
    ("attack", "defence", "said"), [(31 + 1 / 6, 20, "31.2 against 20"), (10, 12.5, "10 against 12.5")]
)
def test_strengths_are_said_to_a_tenth(attack: float, defence: float, said: str) -> None:
    event = BattleFought(0, (1,), (2,), attack, defence, "1:1", ((1, "a river", ""),), "2:1", 7, "D1", "")
    assert weighed(event, causes=False).startswith(said + ", 1:1")
    assert weighed(event) == f"{said}, 1:1, +1 a river, column 2:1"


def test_a_turn_that_has_no_name_of_its_own_is_not_named_twice() -> None:
    rows = small_scenario()
    named = tell(Game.new(rows, 1).table, PhaseBegan(1, 0, 1, 0))
    for turn in list(rows.all(Turn)):
        rows.drop(Turn, turn.turn)
    plain = tell(Game.new(rows, 1).table, PhaseBegan(1, 0, 1, 0))
    assert named is not None and named.startswith("Turn 1 (1 July):")
    assert plain is not None and plain.startswith("Turn 1:")


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("Axis supply", "Dice, Axis supply: 9."),
        ("attrition in 0803", "Dice, attrition in 0803: 9."),
        ("", "Dice: 9."),
        ("battle for 0506", "Dice: 9."),
        ("surprise at 0506", "Dice: 9."),
        ("columns of the surprise", "Dice: 9."),
        ("weather: North", None),
        ("initiative: Axis", None),
    ],
)
def test_dice_say_what_they_are_for_unless_the_next_line_does(why: str, said: str | None) -> None:
    assert tell(stage({INFANTRY: "0510", RIFLE: "2001"}).table, DieRolled(0, "2d6", (4, 5), why)) == said
