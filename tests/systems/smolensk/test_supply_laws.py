"""Laws of supply: no token is lost or made in random games, whatever is carried, captured, spent and eaten."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records.board import LinkKind
from engine.records.play import MechanismRow
from engine.rules.setting import Setting
from tests.kit.boards import rail, region
from tests.kit.laws import check_table
from tests.kit.ledger import check_books
from tests.kit.logistics import logistics, setting_for, tracing_rows
from tests.kit.players import any_action, play_on
from tests.kit.players import setting_for as shipped_setting
from tests.rules.test_trains import railway_params
from tests.rules.test_transport import CARRYING

SLUG = "smolensk-third-counteroffensive"
GAMES = {
    "smolensk-vitebsk": 14,
    "smolensk-third-counteroffensive": 12,
    "smolensk-first-counteroffensive": 8,
    "smolensk-second-counteroffensive": 8,
    "smolensk-short": 4,
    "smolensk-early-august": 2,
    "smolensk-late-july": 1,
    "smolensk-campaign": 1,
}
"""How many whole games of each scenario are played for the books of supply: fifty in all."""

PIECES: dict[str, Any] = {
    "g-hq": "0303",
    "tank-1": "0503",
    "tank-2": "0503",
    "rifles": "0403",
    "recon": "0402",
    "guard": "0201",
    "g-lorry-1": "0302",
    "g-lorry-2": "0202",
    "organic": "0503",
    "s-hq": "1603",
    "division-1": "0703",
    "division-2": "1402",
    "division-3": "1304",
    "brigade": "0904",
    "s-wagon-1": "1503",
    "s-wagon-2": "1003",
}
STORES = (
    Stock("0302", "german", 17, group="hoth"),
    Stock("0503", "german", 6),
    Stock("organic", "german", 4),
    Stock("1503", "soviet", 15),
    Stock("1003", "soviet", 5),
    Stock("0604", "soviet", 8),
    Stock("0602", "soviet", 8),
    Stock("0704", "german", 8),
    Stock("0702", "german", 8),
    Stock("s-wagon-2", "soviet", 4),
)


def whole_setting() -> Setting:
    """The plain with everything that carries, spends, eats and captures."""
    rows = tracing_rows()
    rail(rows, *(f"{column:02}03" for column in range(1, 21)))
    region(rows, "standard", "0103", "0203", "0303")
    rows.put(LinkKind(kind="double", name="Multi-track railway"))
    for key, params in (*CARRYING.items(), ("railways", railway_params()), ("trains", {})):
        rows.put(MechanismRow(mechanism=key, params=params))
    return setting_for(rows)


def test_no_token_is_lost_or_made_on_the_plain() -> None:
    setting, fates = whole_setting(), check_books(logistics(PIECES, setting=whole_setting()))
    for seed in range(6):
        game = logistics(PIECES, *STORES, setting=setting, seed=seed)
        chance = random.Random(seed)
        while game.decision is not None and game.cursor < 220:
            before = game.state.copy()
            game.apply(any_action(game, chance))
            if game.cursor % 7 == 0:
                assert game.undo(through_dice=True)
                assert game.state == before
                assert game.redo()
        check_table(game)
        fates += check_books(game)
        ended, length = game.state.copy(), game.cursor
        game.go_to(1)
        check_books(game)
        game.go_to(length)
        assert game.state == ended
    assert {"placed", "moved", "spent", "destroyed", "captured"} <= set(fates), "everything has happened"


def test_no_token_is_lost_or_made_in_a_stretch_of_a_shipped_game() -> None:
    game = Game.begin(shipped_setting(SLUG), 4)
    chance = random.Random(4)
    for _ in range(12):
        play_on(game, chance, 10)
        check_books(game)
    check_table(game)
    assert game.state.stores


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "seed"), [(slug, seed) for slug, games in GAMES.items() for seed in range(games)])
def test_no_token_is_lost_or_made_in_whole_games(slug: str, seed: int) -> None:
    game, chance = Game.begin(shipped_setting(slug), seed), random.Random(seed)
    turn = 0
    while game.decision is not None:
        play_on(game, chance, 1)
        if game.state.turn != turn:
            turn = game.state.turn
            check_books(game)
            check_table(game)
    assert game.outcome is not None
    assert {"placed", "spent"} <= set(check_books(game))
