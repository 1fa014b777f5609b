"""Overruns at their limits: who was repulsed tries the same hex, and nobody overruns with nothing or twice himself."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.overrun import DISRUPTED, REPULSED, Overrun, OverrunStack
from engine.state import Status
from engine.state.tasks import MoveUnits
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


@pytest.mark.parametrize("kept", ["lost", "disrupted", "moved"])
def test_whoever_was_repulsed_is_offered_another_try_as_long_as_he_may_go(kept: str) -> None:
    game = aloft(field_rows(), "german-move", battalion=HERE, regiment="1206", division=NEAR, guard=BESIDE)
    regiment, battalion = piece(game, "regiment"), piece(game, "battalion")
    game.table.set_mark(REPULSED, regiment, cell(game, NEAR))

    def offered() -> set[int | None]:
        task = game.state.agenda[-1]
        assert isinstance(task, MoveUnits)
        return {group.subject for group in game.table.mechanism(Overrun).act_options(game.table, task)}

    assert offered() == {regiment, battalion}
    if kept == "lost":
        game.table.eliminate(regiment, "lost", "")
    elif kept == "disrupted":
        game.table.set_mark(DISRUPTED, regiment)
    else:
        game.table.mark(regiment, Status.MOVED)
    assert offered() == ({regiment, battalion} if kept == "moved" else {battalion})
