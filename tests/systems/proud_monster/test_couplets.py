"""Proud Monster: both couplets of a turn are played by the same rules, by either side (PM 5.2, 6.2, 12.5, 12.16)."""

from __future__ import annotations

import pytest

from engine.state.actions import Done, RemoveUnit
from tests.kit.guderian import march, move, phase, piece, price, refused, waits, where
from tests.kit.monster import real, stage

PHASES = [(side, f"{side}-movement-{couplet}") for side in ("axis", "soviet") for couplet in (1, 2)]
GERMANS = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-11", "inf-21")
RUSSIANS = tuple(f"rd-{number}" for number in range(1, 7))


@pytest.mark.rule("PM-6.2", "PM-5.2")
@pytest.mark.parametrize(("side", "now"), PHASES)
def test_a_crowd_is_thinned_by_the_opponent_at_the_end_of_every_movement(side: str, now: str) -> None:
    own, other, who = (GERMANS, "rd-9", "soviet") if side == "axis" else (RUSSIANS, "inf-30", "german")
    game = stage({**dict.fromkeys(own, "0506"), other: "0606"}, now)
    game.apply(Done())
    assert waits(game) == (who, "remove") and phase(game) == now
    game.apply(RemoveUnit(piece(game, own[2])))
    assert where(game, own[2]) == "lost" and phase(game) != now


@pytest.mark.rule("PM-12.5", "PM-5.2")
@pytest.mark.parametrize(("side", "now"), PHASES)
def test_who_began_together_moves_together_in_every_movement(side: str, now: str) -> None:
    own, other = (GERMANS[:2], "rd-9") if side == "axis" else (RUSSIANS[:2], "inf-30")
    game = stage({**dict.fromkeys(own, "0506"), other: "2001"}, now)
    game.apply(march(game, own, "0606", "0706"))
    assert {where(game, key) for key in own} == {"0706"}


@pytest.mark.rule("PM-12.16", "PM-5.2")
@pytest.mark.parametrize(("side", "now"), PHASES)
def test_the_straits_take_the_whole_allowance_of_either_side_in_every_movement(side: str, now: str) -> None:
    own, behind, other = ("pz-1", "inf-61", "rd-9") if side == "axis" else ("td-1", "rd-1", "inf-30")
    game = stage({own: "3215S", behind: "3214S", other: "5017N"}, now, setting=real())
    assert price(game, own, "3216S") == game.table.face(piece(game, own)).movement
    refused(game, move(game, behind, "3215S", "3216S"), "PM-12.14")
    game.apply(move(game, own, "3216S"))
    refused(game, move(game, own, "3217S"), "PM-12.5")
