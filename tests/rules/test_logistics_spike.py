"""Stores and payments in a breath: ten hexes, two dumps, a headquarters, a lorry, three units.

Fuel, an overrun, a defender who pays, exploitation: tokens are kept count of, nothing is carried twice in a phase, undo
is exact, and a move takes hardly more than one decision.
"""

from __future__ import annotations

from engine.play import Game
from engine.play.stocked import Stock
from engine.rules.fuel import FUELLED
from engine.rules.overrun import OverrunStack
from engine.rules.own_stocks import EXHAUSTED
from engine.rules.prices import PayFrom
from engine.state.actions import Done, MoveStack, MoveUnit
from engine.state.events import BattleFought
from engine.state.stores import TokensMoved
from tests.kit.guderian import seed_showing
from tests.kit.logistics import cells, dump, logistics, logistics_rows, number, tokens

MOST = 1.3
"""More decisions than this to a move, and the design is wrong."""


def begin() -> Game:
    """Tanks and a headquarters west, a division in their way; a dump for each side's use."""
    return logistics(
        {
            "tank-1": "0401",
            "tank-2": "0401",
            "g-hq": "0301",
            "g-lorry-1": "0101",
            "division-1": "0601",
            "guard": "0201",
        },
        Stock("0201", "german", 8),
        Stock("0801", "soviet", 3),
        Stock("g-lorry-1", "german", 4),
        rows=logistics_rows(10, 1),
        seed=seed_showing(("1d6", 6)),
        marks={"exploit": {"tank-1": 1, "tank-2": 1}},
    )


def account(game: Game) -> int:
    """Tokens that are there, and all that was spent since the start: the sum never changes."""
    spent = sum(
        event.tokens
        for entry in game.log[1 : game.cursor]
        for event in entry.events
        if isinstance(event, TokensMoved) and event.target is None
    )
    return sum(tokens(game).values()) + spent


def test_a_turn_of_supply_costs_what_it_should_and_hardly_a_decision() -> None:
    game = begin()
    stack = tuple(sorted(number(game, key) for key in ("tank-1", "tank-2")))
    states = [game.state.copy()]
    moves = decisions = 0

    def play(action: object) -> None:
        nonlocal moves, decisions
        moves += isinstance(action, MoveStack | MoveUnit | OverrunStack)
        decisions += not isinstance(action, Done)
        game.apply(action)  # type: ignore[arg-type]
        states.append(game.state.copy())

    play(MoveStack(stack, cells(game, "0501")))
    assert tokens(game) == {"0201": 6, "0801": 3, "g-lorry-1": 4}, "two tanks are fuelled out of the dump"
    play(OverrunStack(stack, cells(game, "0601")[0]))
    assert tokens(game) == {"0201": 4, "0801": 3, "g-lorry-1": 4}, "two steps attack"
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("pay", 1)
    play(PayFrom(dump(game, "0801", "soviet")))
    assert tokens(game) == {"0201": 4, "0801": 1, "g-lorry-1": 4}, "three steps defend for two tokens"
    fought = next(event for event in game.log[-1].events if isinstance(event, BattleFought))
    assert (fought.attack, fought.defence, fought.code) == (12.0, 12.0, "DE")
    assert {game.state.cell[piece] for piece in stack} == set(cells(game, "0601"))
    play(MoveUnit(number(game, "guard"), cells(game, "0301")))
    play(MoveUnit(number(game, "g-lorry-1"), cells(game, "0201", "0301")))
    play(Done())
    play(Done())
    assert game.table.phase_name == "g-exploit"
    assert not game.table.bearing(FUELLED), "fuel by unit lasts for the phase"
    play(MoveStack(stack, cells(game, "0701")))
    assert tokens(game) == {"0201": 2, "g-lorry-1": 4, "0801": 1}, "fuelled again, thrown by the headquarters"
    assert (moves, decisions) == (5, 6)
    assert decisions <= MOST * moves
    assert account(game) == 15
    for before in reversed(states[:-1]):
        assert game.undo(through_dice=True)
        assert game.state == before
        assert account(game) == 15


def test_of_those_who_defend_out_of_their_own_stocks_who_has_none_counts_half() -> None:
    """No dump is near: one division still has stocks, the other is exhausted and goes without."""
    pieces = {"tank-1": "0401", "g-hq": "0301", "division-1": "0601", "division-2": "0601", "guard": "0201"}
    game = logistics(
        pieces,
        Stock("0201", "german", 8),
        rows=logistics_rows(10, 1),
        seed=seed_showing(("1d6", 6)),
        marks={EXHAUSTED: {"division-2": 1}},
    )
    tank = number(game, "tank-1")
    game.apply(MoveUnit(tank, cells(game, "0501")))
    game.apply(OverrunStack((tank,), cells(game, "0601")[0]))
    while game.decision is not None and game.decision.kind == "pay":
        game.apply(next(action for action in game.options() if isinstance(action, PayFrom)))
    fought = next(event for entry in game.log for event in entry.events if isinstance(event, BattleFought))
    assert fought.defence == 12.0 + 6.0


def test_a_defender_who_does_not_pay_counts_half() -> None:
    game = begin()
    stack = tuple(sorted(number(game, key) for key in ("tank-1", "tank-2")))
    game.apply(MoveStack(stack, cells(game, "0501")))
    game.apply(OverrunStack(stack, cells(game, "0601")[0]))
    game.apply(Done())
    fought = next(event for event in game.log[-1].events if isinstance(event, BattleFought))
    assert (fought.attack, fought.defence) == (12.0, 6.0)
    assert ("without ammunition: halved", "OS-9.1") in fought.causes
    assert tokens(game)["0801"] == 3
