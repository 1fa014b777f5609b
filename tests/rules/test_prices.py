"""Stores and prices: tokens on the map, who may pay with them, and who is asked."""

from __future__ import annotations

import msgspec
import pytest

from engine.errors import ScenarioError
from engine.play import Entry, Game
from engine.play.sandbox import arrange, position_of
from engine.play.stocked import Stock
from engine.records.family import decode
from engine.rules.prices import (
    PayFrom,
    PayPrice,
    Price,
    _Allotment,
    affordable,
    cost_words,
    costs_of,
    payment,
    sources,
    ways_to_pay,
)
from engine.rules.stores import fresh, held, move_tokens, place_tokens, use_up
from engine.state import Held, Store
from engine.state.actions import Done, MoveStack, MoveUnit
from engine.state.stores import TokensMoved
from tests.kit.depot import EMPTY, OWING, SETTLED, depot, depot_rows, depot_setting, dump


def piece(game: Game, key: str) -> int:
    return game.scenario.piece_index[key]


def cells(game: Game, *labels: str) -> tuple[int, ...]:
    return tuple(game.setting.board.cell(label) for label in labels)


def paying(game: Game, *prices: Price, optional: bool = False) -> None:
    """Let a side owe prices now."""
    game.table.push(*payment(game.table, *prices, optional=optional))
    game._settle()
    game.table.events.clear()


def total(game: Game) -> int:
    return sum(held.tokens for held in game.state.stores.values())


def test_tokens_lie_where_a_position_puts_them_and_are_told_again() -> None:
    game = depot({"lorry-1": "0501"}, Stock("0301", "german", 6), Stock("lorry-1", "german", 4, group="hoth"))
    lorry = Store("piece", piece(game, "lorry-1"), 0, "supply", "hoth")
    assert held(game.table, dump(game, "0301")) == Held(6, 0)
    assert held(game.table, lorry) == Held(4, 0)
    again = arrange(game.setting, position_of(game), seed=1)
    assert again.state.stores == game.state.stores


def test_a_store_that_is_nowhere_is_named() -> None:
    with pytest.raises(ScenarioError, match="no cell or piece 9901"):
        depot({"tank-1": "0501"}, Stock("9901", "german", 6))


def test_what_is_carried_counts_as_carried_until_the_phase_ends() -> None:
    game = depot({"tank-1": "0501", "gun-1": "1001"}, Stock("0301", "german", 6))
    table, here, there = game.table, dump(game, "0301"), dump(game, "0401")
    move_tokens(table, here, there, 4)
    assert (held(table, here), held(table, there)) == (Held(2, 0), Held(4, 4))
    assert (fresh(table, here), fresh(table, there)) == (2, 0)
    place_tokens(table, there, 1, "by rail")
    use_up(table, there, 2, "spent", "fuel")
    assert held(table, there) == Held(3, 2)
    for event in reversed(table.events):
        event.revert(game.state)
    assert game.state.stores == {here: Held(6, 0)}


def test_the_end_of_the_phase_lets_tokens_be_carried_again() -> None:
    game = depot({"tank-1": "0501", "gun-1": "1001"}, Stock("0301", "german", 6))
    move_tokens(game.table, dump(game, "0301"), dump(game, "0401"), 4)
    game.table.events.clear()
    before = game.state.copy()
    game.apply(Done())
    assert held(game.table, dump(game, "0401")) == Held(4, 0)
    game.undo()
    assert game.state == before


def test_the_nearest_source_pays_by_itself() -> None:
    game = depot({"tank-1": "0501"}, Stock("0301", "german", 6), Stock("0601", "german", 2))
    mover = piece(game, "tank-1")
    assert cost_words(game.table, costs_of(game.table, 0, MoveUnit(mover, cells(game, "0502")))) == (
        "1 token for fuel out of 0601"
    )
    before = game.state.copy()
    events = game.apply(MoveUnit(mover, cells(game, "0502")))
    spent = [event for event in events if isinstance(event, TokensMoved)]
    assert [(event.source, event.tokens, event.fate) for event in spent] == [(dump(game, "0601"), 1, "spent")]
    assert game.state.cell[mover] == cells(game, "0502")[0]
    assert game.table.marked(SETTLED, mover)
    assert game.undo()
    assert game.state == before


def test_a_price_that_nobody_can_pay_forbids_the_move() -> None:
    game = depot({"tank-1": "0501"}, Stock("0101", "german", 6), marks={EMPTY: {"tank-1": 1}})
    verdict = game.judge(MoveUnit(piece(game, "tank-1"), cells(game, "0502")))
    assert (verdict.case, verdict.why) == (
        "T-1",
        "1 token for fuel cannot be paid: within reach of Tank-1 there are 0 tokens.",
    )


def test_a_stack_pays_for_all_who_go() -> None:
    empty = {EMPTY: {"tank-1": 1, "tank-2": 1}}
    both = {"tank-1": "0501", "tank-2": "0501", "gun-1": "1001"}
    short = depot(both, Stock("0601", "german", 1), marks=empty)
    stack = tuple(sorted(piece(short, key) for key in ("tank-1", "tank-2")))
    move = MoveStack(stack, cells(short, "0502"))
    assert not short.judge(move)
    assert not any(isinstance(action, MoveStack) for action in short.options())
    game = depot(both, Stock("0601", "german", 1), Stock("0301", "german", 1), marks=empty)
    assert move in list(game.options())
    game.apply(move)
    assert total(game) == 0


def test_prices_are_paid_so_that_all_of_them_can_be() -> None:
    """The first could take the dump that alone reaches the second."""
    game = depot(
        {"tank-1": "0401", "tank-2": "0701", "gun-1": "1001"}, Stock("0501", "german", 1), Stock("0201", "german", 1)
    )
    table, near = game.table, piece(game, "tank-1")
    prices = (Price(0, 1, (near,), cell=cells(game, "0401")[0]), Price(0, 1, (), cell=cells(game, "0701")[0]))
    assert [way.store for way in ways_to_pay(table, prices)] == [dump(game, "0201")]
    paying(game, *prices)
    assert total(game) == 0


def test_what_pays_for_units_that_stand_apart_reaches_them_all() -> None:
    """Three hexes from either is the dump between them; the other one reaches the first only."""
    pieces = {"tank-1": "0101", "tank-2": "0701", "gun-1": "1001"}
    game = depot(pieces, Stock("0201", "german", 9), Stock("0401", "german", 1))
    both = (piece(game, "tank-1"), piece(game, "tank-2"))
    found = sources(game.table, Price(0, 1, both, reason="the barrage"))
    assert [source.store for source in found if source.store is not None] == [dump(game, "0401")]


def test_the_owner_is_asked_where_he_wants_to_choose() -> None:
    game = depot(
        {"tank-1": "0501", "gun-1": "1001"},
        Stock("0301", "german", 1),
        Stock("0601", "german", 1),
        rows=depot_rows("ask"),
    )
    paying(game, Price(0, 2, (piece(game, "tank-1"),), reason="fuel"))
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("pay", 0)
    game.apply(PayFrom(dump(game, "0301")))
    assert total(game) == 0


def test_own_stocks_pay_only_where_nothing_else_does() -> None:
    game = depot({"tank-1": "0501", "gun-1": "1001"}, Stock("0601", "german", 1))
    tank = piece(game, "tank-1")
    paying(game, Price(0, 2, (tank,), reason="fuel"))
    assert total(game) == 0
    assert game.table.marked(EMPTY, tank)
    assert not affordable(game.table, Price(0, 1, (tank,)))


def test_a_price_that_need_not_be_paid_is_asked_for() -> None:
    game = depot({"tank-1": "0501", "gun-1": "1001"}, Stock("1001", "soviet", 2))
    gun = piece(game, "gun-1")
    paying(game, Price(1, 2, (gun,), reason="defence"), optional=True)
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("pay", 1)
    assert list(game.options()) == [PayFrom(dump(game, "1001", 1)), Done()]
    game.apply(Done())
    assert game.table.marked(OWING, gun) and total(game) == 2
    game.undo()
    game.apply(PayFrom(dump(game, "1001", 1)))
    assert game.table.marked(SETTLED, gun) and total(game) == 0


def test_without_stores_everything_is_free() -> None:
    game = depot({"tank-1": "0501", "gun-1": "1001"}, rows=depot_rows(stores=False))
    price = Price(0, 9, (piece(game, "tank-1"),))
    assert payment(game.table, price) == ()
    assert affordable(game.table, price)
    game.apply(MoveUnit(piece(game, "tank-1"), cells(game, "0502")))
    assert not game.table.marked(SETTLED, piece(game, "tank-1"))


def test_a_payment_that_is_owed_is_saved_and_read_again() -> None:
    game = depot({"tank-1": "0501", "gun-1": "1001"}, Stock("0601", "german", 2))
    game.apply(MoveUnit(piece(game, "tank-1"), cells(game, "0502")))
    written = msgspec.json.encode(game.log)
    again = Game.replay(depot_setting(), 1, decode(written, list[Entry]), game.cursor)
    assert again.state == game.state
    task = PayPrice((Price(0, 2, (1,), reason="fuel"),), True)
    assert decode(msgspec.json.encode(PayFrom(dump(game, "0601"))), PayFrom) == PayFrom(dump(game, "0601"))
    assert decode(msgspec.json.encode(task), PayPrice) == task


def test_what_a_carrier_holds_is_lost_with_it() -> None:
    game = depot({"lorry-1": "0501", "gun-1": "1001"}, Stock("lorry-1", "german", 4))
    game.table.eliminate(piece(game, "lorry-1"), "in battle", "")
    assert total(game) == 0
    assert [event.fate for event in game.table.events if isinstance(event, TokensMoved)] == ["destroyed"]


def test_a_token_that_was_let_go_is_not_let_go_again() -> None:
    """Two prices that only one source can pay stay two, though a third price gave its token of that source up."""
    allotment = _Allotment([{"a": 1, "b": 1, "c": 1}, {"a": 1}, {"a": 1}])
    assert allotment.give(0, set()) and allotment.given == {(0, "a"): 1}
    assert allotment.give(1, set()) and allotment.given == {(0, "a"): 0, (0, "b"): 1, (1, "a"): 1}
    assert not allotment.give(2, set()) and allotment.left == {"a": 0, "b": 0, "c": 1}
