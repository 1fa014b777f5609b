"""Whoever leaves the map, in whatever way, is announced while he still stands there: other rules may have to act."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.play import Game
from engine.records.play import MechanismRow
from engine.rules.breakout import BreakOut
from engine.rules.exchange import ExchangeUnits
from engine.rules.regrouping import TakeBackRegiment
from engine.rules.table import Table
from engine.rules.transport import MakeExtender
from engine.rules.withdrawals import WithdrawUnit
from engine.state.actions import AnyAction
from tests.kit.depots import behind_the_front
from tests.rules.test_exchange import BREAK, begun, rows_of
from tests.rules.test_replenishing import regrouping, removing
from tests.rules.test_transport import play

Ways = dict[str, Callable[[], tuple[Game, AnyAction, list[str]]]]


def key(game: Game, name: str) -> int:
    return game.scenario.piece_index[name]


def exchanged(leave: str) -> tuple[Game, AnyAction, list[str]]:
    game = begun(rows_of({"leave": leave, **BREAK}), **{"xxiv-pz": "0202"})
    return game, ExchangeUnits(0, (key(game, "xxiv-pz"),)), ["xxiv-pz"]


def into_an_extender() -> tuple[Game, AnyAction, list[str]]:
    wagons = {"s-wagon-1": "1003", "s-wagon-2": "1003"}
    game = play({**wagons, "division-1": "1003", "guard": "0102"}, phase="s-move")
    return game, MakeExtender(0, game.setting.board.cell("1003")), list(wagons)


def broken_out() -> tuple[Game, AnyAction, list[str]]:
    cut = {"out-of-supply": {"id-1": 1, "id-2": 1}}
    there = {"id_1": "0303", "id_2": "0303", "corps": "0101", "army": "0804"}
    game = behind_the_front(regrouping(), "german-move", marks=cut, **there)
    return game, BreakOut(game.setting.board.cell("0303")), ["id-1", "id-2"]


def taken_back() -> tuple[Game, AnyAction, list[str]]:
    game = behind_the_front(regrouping(), "german-build", id_1=("0303", 1), rgt_2="0303", corps="0101", army="0804")
    return game, TakeBackRegiment(key(game, "id-1"), key(game, "rgt-2")), ["rgt-2"]


def withdrawn(leave: str) -> tuple[Game, AnyAction, list[str]]:
    rows = removing(leave=leave)
    rows.put(MechanismRow(mechanism="breakout", params={"phases": ["soviet-build"], "cases": {"who": "OS-15.4"}}))
    game = behind_the_front(rows, "soviet-build", army="0804", rd_1="0904", corps="0101", rd_2="0804")
    return game, WithdrawUnit(key(game, "rd-1")), ["rd-1"]


WAYS: Ways = {
    "out of the game": lambda: exchanged("game"),
    "off the map": lambda: exchanged("map"),
    "into an extender": into_an_extender,
    "out of a pocket": broken_out,
    "into its division": taken_back,
    "to another front": lambda: withdrawn("game"),
    "until it is brought back": lambda: withdrawn("map"),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_leaves_is_announced_before_he_goes(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, action, leavers = WAYS[way]()
    heard: list[tuple[object, int]] = []
    tell = Table.tell

    def listening(table: Table, occasion: str, *about: object) -> None:
        if occasion == "leaving":
            heard.append((about[0], table.state.cell[int(str(about[0]))]))
        tell(table, occasion, *about)

    monkeypatch.setattr(Table, "tell", listening)
    here = [game.state.cell[key(game, name)] for name in leavers]
    game.apply(action)
    assert heard == [(key(game, name), cell) for name, cell in zip(leavers, here, strict=True)]
    assert all(game.state.cell[key(game, name)] < 0 for name in leavers)


@pytest.mark.parametrize("way", WAYS)
def test_whoever_leaves_takes_no_mark_with_him(way: str) -> None:
    game, action, leavers = WAYS[way]()
    last = [kind.key for kind in game.setting.mark_kinds.values() if kind.on == "piece"][-1]
    for name in leavers:
        if not game.table.marked(last, key(game, name)):
            game.table.set_mark(last, key(game, name))
    game.table.events.clear()
    game.apply(action)
    assert not any(game.table.marked(last, key(game, name)) for name in leavers)


@pytest.mark.rule("OS-15.4")
def test_whoever_has_moved_does_not_break_out() -> None:
    cut = {"out-of-supply": {"id-1": 1, "id-2": 1}}
    there = {"id_1": "0303", "id_2": "0505", "corps": "0101", "army": "0804"}
    game = behind_the_front(regrouping(), "german-move", marks=cut, **there)
    assert game.judge(BreakOut(game.setting.board.cell("0303"))) and game.judge(
        BreakOut(game.setting.board.cell("0505"))
    )
    game.table.state.spent[key(game, "id-1")] = 1
    late = game.judge(BreakOut(game.setting.board.cell("0303")))
    assert (late.legal, late.why, late.case) == (False, "Units that have moved do not break out.", "OS-15.4")
    assert game.judge(BreakOut(game.setting.board.cell("0505")))
