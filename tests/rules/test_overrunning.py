"""Overruns at their limits: who was repulsed tries the same hex, and nobody overruns with nothing or twice himself."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.overrun import REPULSED, OverrunStack
from tests.kit.airfields import aloft, field_rows
from tests.kit.gunnery import cell, piece

HERE, NEAR, BESIDE = "1105", "1205", "1204"


def facing() -> Game:
    """A battalion and a regiment before a division and a guard, side by side."""
    there = {"battalion": HERE, "regiment": HERE, "division": NEAR, "guard": BESIDE}
    return aloft(field_rows(), "german-move", **there)


def overrun(game: Game, at: str, *keys: str) -> OverrunStack:
    return OverrunStack(tuple(piece(game, key) for key in keys), cell(game, at))


@pytest.mark.parametrize("at", [NEAR, BESIDE])
def test_whoever_was_repulsed_overruns_the_same_hex_again_or_none(at: str) -> None:
    game = facing()
    assert game.judge(overrun(game, NEAR, "battalion")) and game.judge(overrun(game, BESIDE, "battalion"))
    game.table.set_mark(REPULSED, piece(game, "battalion"), cell(game, at))
    found = {each: game.judge(overrun(game, each, "battalion")) for each in (NEAR, BESIDE)}
    assert {each for each, verdict in found.items() if verdict} == {at}
    assert all("was repulsed" in verdict.why for verdict in found.values() if not verdict)
    assert game.judge(overrun(game, NEAR, "regiment")) and game.judge(overrun(game, BESIDE, "regiment"))


def test_nobody_overruns_with_nobody_or_twice_or_an_empty_hex_or_his_own() -> None:
    game = facing()
    battalion, target = piece(game, "battalion"), cell(game, NEAR)
    assert game.judge(OverrunStack((battalion,), target))
    for pieces, at in (
        ((), target),
        ((battalion, battalion), target),
        ((battalion,), cell(game, "1104")),
        ((battalion,), cell(game, HERE)),
        ((battalion,), -1),
        ((battalion,), game.setting.board.size),
        ((-1,), target),
        ((len(game.scenario.pieces),), target),
        ((piece(game, "division"),), target),
        ((piece(game, "guns"),), target),
    ):
        assert not game.judge(OverrunStack(pieces, at)), (pieces, at)
