"""What bots do about supply: they bring it forward, pay what they owe, feed whom they can, and never stall."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.bot import Bot
from engine.bots.extenders import extending, gathering, stretched
from engine.bots.greedy import GreedyBot
from engine.bots.quartermaster import _idle, errand, needs
from engine.bots.registry import make_bot
from engine.play import Game
from engine.play.stocked import Stock
from engine.records.play import MechanismRow
from engine.rules.supply_trace import TraceSupply
from engine.rules.transport import MakeExtender
from engine.state import Store
from engine.state.actions import DeclareAttack, FightBattle, MoveUnit
from tests.kit.boards import road
from tests.kit.laws import check_table
from tests.kit.ledger import check_books
from tests.kit.logistics import logistics, number, tokens, tracing_rows
from tests.rules.test_transport import CARRYING, carrying_rows
from tests.systems.smolensk.test_supply_laws import PIECES, STORES, whole_setting


def played(game: Game, side: int = 0) -> list[str]:
    """What the quartermaster of a side does in its phase, one errand after the other."""
    done: list[str] = []
    while game.decision is not None and game.decision.side == side and (found := errand(game.view(side))) is not None:
        game.apply(found[0])
        done.append(type(found[0]).__name__)
        assert len(done) < 40, "errands come to an end"
    return done


def test_a_lorry_fetches_from_the_rear_and_unloads_with_the_headquarters() -> None:
    pieces: dict[str, Any] = {"g-lorry-1": "0303", "g-hq": "1003", "tank-1": "1103", "division-1": "2001"}
    game = logistics(pieces, Stock("0203", "german", 6), rows=carrying_rows())
    assert played(game) == ["MoveUnit", "LoadStores", "MoveUnit", "UnloadStores"]
    assert tokens(game) == {"0203": 2, "1003": 4}
    assert game.state.cell[number(game, "g-lorry-1")] == game.setting.board.cell("1003")


def test_nothing_is_carried_where_there_is_enough() -> None:
    pieces: dict[str, Any] = {"g-lorry-1": "0303", "g-hq": "1003", "division-1": "2001"}
    game = logistics(pieces, Stock("0203", "german", 6), Stock("1003", "german", 16), rows=carrying_rows())
    assert played(game) == []


def test_an_organic_truck_keeps_up_with_its_formation() -> None:
    far: dict[str, Any] = {"organic": "0203", "tank-1": "1003", "tank-2": "1003", "recon": "0103", "division-1": "2001"}
    game = logistics(far, rows=carrying_rows())
    assert played(game) == ["MoveUnit"]
    assert game.state.cell[number(game, "organic")] == game.setting.board.cell("1003")
    near = logistics({**far, "organic": "0903"}, rows=carrying_rows())
    assert played(near) == [], "they draw on it from there"


@pytest.mark.parametrize("name", ["random", "greedy", "doctrine"])
def test_bots_play_with_supply_and_never_stall(name: str) -> None:
    game = logistics(PIECES, *STORES, setting=whole_setting(), seed=3)
    bots: list[Bot] = [make_bot(name, game.scenario, side, 1) for side in (0, 1)]
    for _ in range(160):
        if game.decision is None:
            break
        side = game.decision.side
        game.apply(bots[side].choose(game.view(side))[0])
    check_table(game)
    assert check_books(game)["spent"]


@pytest.mark.parametrize("name", ["random", "greedy", "doctrine"])
def test_every_bot_answers_for_its_defence(name: str) -> None:
    pieces: dict[str, Any] = {"tank-1": "1003", "division-1": "1103"}
    game = logistics(pieces, Stock("1003", "german", 1), Stock("1203", "soviet", 2), phase="g-combat")
    cell = game.setting.board.cell("1103")
    game.apply(DeclareAttack(number(game, "tank-1"), cell))
    game.apply(FightBattle(cell))
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("pay", 1)
    chosen = make_bot(name, game.scenario, 1, 1).choose(game.view(1))[0]
    assert game.judge(chosen)
    if name != "random":
        game.apply(chosen)
        assert "1203" not in tokens(game), "who can pay does"


def test_the_yardstick_feeds_the_strongest_first() -> None:
    pieces: dict[str, Any] = {"division-1": "1003", "brigade": "1303", "guard": "0102", "tank-1": "0503"}
    game = logistics(pieces, Stock("1103", "soviet", 2), rows=tracing_rows(), phase="s-supply")
    assert game.decision is not None and game.decision.kind == "feed"
    chosen = GreedyBot(1, 1).choose(game.view(1))[0]
    assert getattr(chosen, "cell", None) == game.setting.board.cell("1003")


# What lies idle


def test_what_a_headquarters_does_not_want_is_hauled_to_one_that_lacks_it() -> None:
    pieces: dict[str, Any] = {"g-lorry-1": "0403", "g-hq": "0403", "tank-1": "0503", "division-1": "1203"}
    game = logistics(pieces, Stock("0403", "german", 40), rows=carrying_rows())
    found = needs(game.table, 0)
    assert [need.short("") for need in found] == [0] and _idle(game.table, 0, found) == {
        Store("cell", game.setting.board.cell("0403"), 0): 40 - found[0].wanted[""]
    }


def test_no_more_lorries_set_out_than_a_dump_fills() -> None:
    pieces: dict[str, Any] = {"g-lorry-1": "0303", "g-lorry-2": "0303", "g-hq": "1003", "tank-1": "1103"}
    game = logistics({**pieces, "division-1": "2001"}, Stock("0203", "german", 4), rows=carrying_rows())
    assert played(game) == ["MoveUnit", "LoadStores", "MoveUnit", "UnloadStores"], "four tokens are a load"


# Extenders


def extending_game(pieces: dict[str, Any], *roads: str) -> Game:
    rows = tracing_rows(30)
    if roads:
        road(rows, *roads)
    for key, params in CARRYING.items():
        rows.put(MechanismRow(mechanism=key, params=params))
    return logistics(pieces, phase="s-move", rows=rows)


STRANDED: dict[str, Any] = {"division-1": "1403", "division-2": "1403", "division-3": "1403", "guard": "0403"}


def test_transport_meets_where_an_extender_helps_who_has_outrun_his_line() -> None:
    """The source is the last column; an army has gone 16 hexes from it, and a wagon extender spans ten leg points."""
    game = extending_game({**STRANDED, "s-hq": "1603", "s-wagon-1": "2403", "s-wagon-2": "2403"})
    assert stretched(game.table, 1) == {game.setting.board.cell("1403"): 9}
    (meeting,) = gathering(game.table, 1)
    wagons = {number(game, "s-wagon-1"), number(game, "s-wagon-2")}
    assert set(meeting.pieces) == wagons
    away = game.setting.board.grid.distance(meeting.cell, game.setting.board.cell("3003"))  # type: ignore[arg-type]
    assert away <= 10, "no farther from the source than it spans"
    played(game, 1)
    assert {game.state.cell[wagon] for wagon in wagons} == {meeting.cell}


def test_an_extender_is_formed_of_what_has_met_and_broken_up_when_it_helps_nobody() -> None:
    met = extending_game({**STRANDED, "s-hq": "1603", "s-wagon-1": "2003", "s-wagon-2": "2003"})
    assert next(extending(met.table, 1)) == MakeExtender(0, met.setting.board.cell("2003"))
    far = extending_game({**STRANDED, "s-hq": "1603", "s-wagon-extender": "2903"})
    assert next(extending(far.table, 1)) == MakeExtender(0, far.setting.board.cell("2903"), True)
    pieces = {"division-1": "1603", "division-2": "0203", "guard": "0103", "s-wagon-extender": "2103"}
    rear = extending_game({**pieces, "s-hq": "1703"})
    assert list(extending(rear.table, 1)) == [], "who is far behind the front lives by it as well"
    near = extending_game({"division-1": "2903", "guard": "0103", "s-wagon-1": "2003", "s-wagon-2": "2003"})
    assert list(extending(near.table, 1)) == [], "nobody lacks a line"


def test_an_extender_stays_while_somebody_lives_by_it_however_far_off() -> None:
    """A headquarters five points from it throws eight along the road and one beyond, to an army fourteen cells away."""
    pieces = {**dict.fromkeys(("division-1", "division-2", "division-3"), "0603"), "guard": "0203"}
    along = [f"{column:02}03" for column in range(1, 31)]
    for post, lives in (("1503", True), ("2703", False)):
        game = extending_game({**pieces, "s-hq": post, "s-wagon-extender": "2003"}, *along)
        assert game.table.mechanism(TraceSupply).traces(game.table, 1, game.setting.board.cell("0603")) is lives
        breaks = MakeExtender(0, game.setting.board.cell("2003"), True)
        assert (breaks in list(extending(game.table, 1))) is not lives


def test_an_extender_goes_where_it_helps_many_times_as_many() -> None:
    for army, goes in (("division-1", "division-2", "division-3"), True), ((), False):
        pieces = {"brigade": "1603", "guard": "0403", "s-hq": "2903", "s-wagon-extender": "2103"}
        game = extending_game(pieces | dict.fromkeys(army, "1405"))
        assert (MakeExtender(0, game.setting.board.cell("2103"), True) in list(extending(game.table, 1))) is goes
        moved = next(action for action in game.options() if isinstance(action, MoveUnit))
        game.apply(moved)
        assert not [one for one in extending(game.table, 1) if one.back], "later it is too late for this turn"
