"""Proud Monster: a small war far in the east, in which supply fails and is helped, played to the end by every bot."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from engine.bots.registry import make_bot
from engine.play import Game
from engine.play.journal import journal, text_of
from engine.rules.air_supply import FLOWN
from engine.rules.attenuation import THROWN
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from engine.systems.proud_monster.pause import DeclarePause
from tests.kit.boards import redraw, region
from tests.kit.laws import check_table
from tests.kit.monster import CHECK, columns_of, ground_rows, stage
from tests.systems.proud_monster.test_attenuation import concentrated, eastern
from tests.systems.proud_monster.test_supply import infantry

LAST = 3
MOBILE = ("pz-1", "pz-6", "pz-8", "mot-36", "mot-3")


@lru_cache(maxsize=1)
def far_east() -> Setting:
    """The training ground with the line behind column 4, and a fortified line in the way."""
    rows = ground_rows()
    redraw(rows, "gas-west", *columns_of(1, 4))
    region(rows, "kiev-forts", "1004", "1005", "1006")
    return setting_of(compile_scenario(rows))


def war(turn: int) -> Game:
    """Twenty divisions of each side face to face, some of either in a pocket."""
    own = [*MOBILE, *infantry()[:15]]
    pieces: dict[str, Any] = {key: columns_of(7, 8)[number] for number, key in enumerate(own)}
    cells = [*columns_of(9, 9), "1106", "1107", "0206", "1408", "1502", "1803", "2003"]
    pieces |= {f"rd-{number}": at for number, at in enumerate(cells, 1)}
    pieces |= {f"tb-{number}": at for number, at in enumerate(columns_of(11, 11)[::3], 1)}
    return stage(pieces, CHECK, turn=turn, setting=far_east(), supply=True, seed=11)


@pytest.mark.parametrize("kind", ["random", "greedy", "doctrine"])
def test_every_bot_plays_on_where_supply_is_short(kind: str) -> None:
    game = war(2)
    asked: Counter[str] = Counter()
    bots = [make_bot(kind, game.scenario, side, 3) for side in (0, 1)]
    while game.decision is not None and game.state.turn <= LAST:
        asked[game.decision.kind] += 1
        action, _ = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action)
        if game.decision is not None and asked.total() % 25 == 0:
            check_table(game)
    assert {"pause", "concentrate"} <= set(asked), "what supply asks was asked"
    assert "air-supply" in asked or kind != "random", "unless supply was concentrated all the time"
    assert asked["move"] >= 4, "both sides moved in both couplets"
    assert not any(value for key, value in game.state.tallies.items() if key.startswith(THROWN)), (
        "forgotten with the battle"
    )


def test_what_supply_does_is_undone_and_replayed() -> None:
    game = war(2)
    before = game.state.facts()
    game.apply(DeclarePause())
    after = game.state.facts()
    game.undo()
    assert game.state.facts() == before
    game.redo()
    assert game.state.facts() == after


def test_the_journal_tells_of_pauses_concentration_and_air_supply() -> None:
    game = war(2)
    game.apply(DeclarePause())
    assert "declares a pause of 3 couplets" in text_of(journal(game))
    busy = concentrated()
    text = text_of(journal(busy))
    assert "concentrates its supply on a few units" in text and "concentrated supply" in text
    assert not busy.table.bearing(FLOWN) and eastern() is busy.setting
