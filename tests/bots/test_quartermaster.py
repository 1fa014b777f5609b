"""What bots do about supply: they bring it forward, pay what they owe, feed whom they can, and never stall."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.bot import Bot
from engine.bots.greedy import GreedyBot
from engine.bots.quartermaster import errand
from engine.bots.registry import make_bot
from engine.play import Game
from engine.play.stocked import Stock
from engine.state.actions import DeclareAttack, FightBattle
from tests.kit.laws import check_table
from tests.kit.ledger import check_books
from tests.kit.logistics import logistics, number, tokens, tracing_rows
from tests.rules.test_transport import carrying_rows
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
