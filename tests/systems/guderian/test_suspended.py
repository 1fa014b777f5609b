"""Panzergruppe Guderian: moves that wait for battles within them, saved and taken up elsewhere (kernel, spike 2)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from engine.play import Entry, Game
from engine.records.family import decode
from engine.state import State
from engine.state.actions import AnyAction
from tests.kit.bounded import PATIENCE
from tests.kit.guderian import (
    RETREAT,
    back,
    division,
    fought,
    march,
    overrun,
    phase,
    piece,
    seed_showing,
    stage,
    waits,
    where,
)

ROOT = Path(__file__).parents[3]
PANZER = tuple(division("4-panzer", "0706"))
PIECES = {
    **division("4-panzer", "0706"),
    "r1": ("1206", "3-3"),
    "r2": ("1206", "1-1"),
    "konev": "1607",
    "r3": ("1406", "1-1"),
}

FRESH = """
import sys, msgspec
from engine.play import Entry, Game
from engine.records.family import decode
from tests.systems.guderian import test_suspended as there
saved = sys.stdin.buffer.read()
game = there.resumed(saved)
print(there.waits(game))
there.finish(game)
sys.stdout.write(there.story(game))
"""


def begun() -> Game:
    """A stack has moved and overrun; the defender has to say how he takes the result."""
    game = stage(PIECES, seed=seed_showing(("1d6", 2), ("1d6", 1)))
    game.apply(march(game, PANZER, "0806", "0906", "1006", "1106"))
    game.apply(overrun(game, "1206", *PANZER))
    assert waits(game) == ("soviet", "choose")
    return game


def finish(game: Game) -> None:
    """He goes back as the enemy says; the stack enters, moves on and overruns again."""
    game.apply(RETREAT)
    back(game, "r1", "1207")
    back(game, "r2", "1207")
    game.apply(march(game, PANZER, "1306"))
    game.apply(overrun(game, "1406", *PANZER))
    assert fought(game).code == "De"
    game.apply(march(game, PANZER, "1506"))


def resumed(saved: bytes) -> Game:
    """A game from its saved log."""
    entries = decode(saved, list[Entry])
    base = stage(PIECES)
    return Game.replay(base.setting, seed_showing(("1d6", 2), ("1d6", 1)), entries, len(entries))


def story(game: Game) -> str:
    """Everything that counts of a game, as text."""
    actions: list[AnyAction | None] = [entry.action for entry in game.log]
    return f"{msgspec.json.encode(actions).decode()}\n{game.state.facts()}\n"


def test_the_move_goes_on_after_the_opponent_has_decided_within_it() -> None:
    game = begun()
    finish(game)
    assert where(game, PANZER[0]) == "1506" and phase(game) == "german-initial-movement"
    assert game.state.spent[piece(game, PANZER[0])] / 4 == 9
    assert {piece(game, name) for name in ("r1", "r2")} == set(game.table.bearing("disrupted"))


def test_saved_inside_the_opponents_decision_it_is_taken_up_in_a_fresh_process() -> None:
    game = begun()
    saved = msgspec.json.encode(game.log)
    finish(game)
    done = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=saved,
        cwd=ROOT,
        capture_output=True,
        check=True,
        env=os.environ.copy(),
        timeout=PATIENCE,
    )
    first, _, rest = done.stdout.decode().partition("\n")
    assert first == "('soviet', 'choose')"
    assert rest == story(game)


def test_every_entry_can_be_reverted_and_done_again() -> None:
    game = begun()
    finish(game)
    states: list[State] = []
    for position in range(len(game.log), 0, -1):
        game.go_to(position)
        states.append(game.state.copy())
    for position, state in zip(range(1, len(game.log) + 1), reversed(states), strict=True):
        game.go_to(position)
        assert game.state == state
    assert resumed(msgspec.json.encode(game.log)).state == game.state
