"""A handicap: columns for one side in every battle, thrown as foreseen, known to the bots and refused where absurd."""

from __future__ import annotations

import pytest

from engine.bots.staff.assessment import Assessment
from engine.errors import ScenarioError
from engine.play import Game
from engine.records.play import MechanismRow
from engine.state.actions import Done
from engine.state.events import BattleFought
from engine.systems.readback import mechanism_words
from tests.kit.drill import attack, cell, drill, drill_rows, fight, last, piece

BATTLE = {"liii": "0405", "3rd-army": "0505"}


def game_of(choice: str, phase: str = "german-combat") -> Game:
    return drill(BATTLE, phase=phase, options={"handicap": choice} if choice else None)


def column(game: Game, target: str, attacker: str) -> tuple[int, list[str]]:
    """By how much a battle is shifted, and the causes."""
    assert game.decision is not None
    seen = game.view(game.decision.side).forecast(cell(game, target), [piece(game, attacker)], None)
    return seen.shift, [shift.why for shift in seen.shifts]


@pytest.mark.parametrize(("choice", "columns"), [("german+1", 1), ("german+3", 3), ("soviet+2", -2)])
def test_the_columns_are_for_the_side_that_is_helped_and_against_the_other(choice: str, columns: int) -> None:
    plain, _ = column(game_of(""), "0505", "liii")
    shift, causes = column(game_of(choice), "0505", "liii")
    assert shift == plain + columns
    assert [cause for cause in causes if cause.startswith("handicap in favour of")]
    answer = game_of(choice, "soviet-combat")
    assert (
        column(answer, "0405", "3rd-army")[0] == column(game_of("", "soviet-combat"), "0405", "3rd-army")[0] - columns
    )


def test_the_battle_is_fought_in_the_column_that_was_foreseen() -> None:
    fought = []
    for choice in ("", "german+1"):
        game = game_of(choice)
        attack(game, "0505", "liii")
        game.apply(Done())
        fight(game, "0505")
        fought.append(last(game, BattleFought))
    assert fought[0].column != fought[1].column


def test_the_staff_reckons_with_it_on_both_sides() -> None:
    table = game_of("german+2").table
    for side, columns in ((0, 2), (1, -2)):
        look = Assessment(table, side)
        assert (look.striking - look.lie.shift == columns).all()
        assert (look.struck - look.lie.shift == -columns).all()


@pytest.mark.parametrize("choice", ["german", "german+0", "german+4", "nobody+1", "+1"])
def test_a_handicap_that_cannot_be_is_refused_in_a_sentence(choice: str) -> None:
    with pytest.raises(ScenarioError, match="there is no handicap"):
        game_of(choice)


def test_it_is_read_back_in_a_sentence() -> None:
    rows = drill_rows()
    rows.put(MechanismRow(mechanism="handicap", params={"side": "soviet", "columns": 2}))
    said = dict(mechanism_words(rows))["Handicap"]
    assert "2 columns" in said and "Soviet" in said
