"""Proud Monster: whoever supply is not concentrated on goes one hex, from wherever he stands (PM 9.20)."""

from __future__ import annotations

import pytest

from engine.systems.proud_monster.concentration import CHOSEN, ConcentratedSupply
from tests.kit.guderian import cell, piece
from tests.systems.proud_monster.test_attenuation import concentrated, many


@pytest.mark.rule("PM-9.20")
@pytest.mark.parametrize("at", ["0101", "0102", "0505"])
def test_whoever_is_not_chosen_takes_a_first_step_in_every_direction_and_no_second(at: str) -> None:
    game = concentrated()
    left = next(key for key in many(game) if not game.table.marked(CHOSEN, piece(game, key)))
    board, here, rule = game.setting.board, cell(game, at), game.table.mechanism(ConcentratedSupply)
    game.table.state.cell[piece(game, left)] = here
    (closure,) = rule.closed(game.table, piece(game, left), ())
    assert closure.steps is not None
    free = {int(board.indices[edge]) for edge in range(len(board.indices)) if not closure.steps[edge]}
    assert free == set(game.setting.neighbours[here])
