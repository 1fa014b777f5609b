"""Armies that wake up slowly, on the drill ground: how many go, who chooses, and when all go by themselves."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.records.play import MechanismRow
from engine.systems.smolensk.mobilisation import LOCKED, Mobilisation, Mobilise, MobiliseProcedure, MobiliseUnit
from tests.kit.drill import drill, drill_rows, move, piece

ARMIES = ("3rd-army", "4th-army", "10th-army")
SPOTS = dict(zip(ARMIES, ("0101", "0505", "0905"), strict=True)) | {"13th-army": "0907", "vi": "0301"}


def asleep(*locked: str) -> Game:
    """Three armies of which some are locked."""
    rows = drill_rows()
    schedule = [{"turn": 3, "army": "Front", "count": 2}, {"turn": 4, "army": "Front", "count": 1}]
    params = {"armies": [{"name": "Front", "units": list(ARMIES)}], "schedule": schedule, "phases": ["soviet-movement"]}
    rows.put(MechanismRow(mechanism="mobilisation", params=params))
    game = drill(SPOTS, rows=rows, phase="soviet-movement")
    for key in locked:
        game.table.set_mark(LOCKED, piece(game, key))
    return game


def awake(game: Game) -> list[str]:
    return [key for key in ARMIES if not game.table.marked(LOCKED, piece(game, key))]


@pytest.mark.parametrize(
    ("left", "asked", "up"), [(0, False, 0), (1, True, 0), (2, True, 0), (3, False, 3), (4, False, 3)]
)
def test_all_wake_by_themselves_where_no_fewer_may(left: int, asked: bool, up: int) -> None:
    game = asleep(*ARMIES)
    table, task, procedure = game.table, Mobilise(1, 0, left), MobiliseProcedure()
    table.push(task)
    assert (procedure.decision(table, task) is not None) is asked
    if not asked:
        before = len(game.state.agenda)
        procedure.run(table, task)
        assert len(game.state.agenda) == before - 1 and len(awake(game)) == up


def test_one_wakes_at_a_time_and_only_one_of_the_army_that_sleeps() -> None:
    game = asleep("4th-army", "10th-army")
    table, task, procedure = game.table, Mobilise(1, 0, 1), MobiliseProcedure()
    table.push(task)
    offered = set(procedure.options(table, task))
    assert offered == {MobiliseUnit(piece(game, key)) for key in ("4th-army", "10th-army")}
    for wrong in ("3rd-army", "13th-army", "vi"):
        assert not procedure.judge(table, task, MobiliseUnit(piece(game, wrong)))
    procedure.perform(table, task, MobiliseUnit(piece(game, "10th-army")))
    assert awake(game) == ["3rd-army", "10th-army"] and game.state.agenda[-1] == Mobilise(1, 0, 0)


def test_who_sleeps_does_not_move_and_nobody_else_is_kept() -> None:
    game = asleep("4th-army")
    assert not game.judge(move(game, "4th-army", "0605")) and game.judge(move(game, "10th-army", "0906"))
    rule = game.table.mechanism(Mobilisation)
    assert rule.may_move(game.table, piece(game, "13th-army")) is None


@pytest.mark.parametrize(("turn", "many"), [(2, 0), (3, 2), (4, 3), (5, 3)])
def test_so_many_may_go_on_a_turn_and_all_when_the_schedule_is_over(turn: int, many: int) -> None:
    game = asleep(*ARMIES)
    rule = game.table.mechanism(Mobilisation)
    game.table.state.turn = turn
    assert list(rule.opening(game.table, 1)) == [Mobilise(1, 0, many)]
    assert list(rule.opening(game.table, 0)) == [] == list(rule.opening(game.table, None))
