"""Positions in the middle of games, kept as data: where tours of shipped scenarios begin.

python -m tests.kit.midway        plays the games anew with the doctrine and keeps their positions
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from engine.bots import make_bot
from engine.play import Game
from engine.play.sandbox import Position, position_of
from tests.kit.players import setting_for

FOLDER = Path(__file__).parents[1] / "systems" / "tours"
TURNS: dict[str, tuple[int, ...]] = {
    "arduous-beginning": (2, 5),
    "childs-barbarossa": (3, 7),
    "panzergruppe-guderian": (3, 7),
    "army-group-north": (4,),
    "army-group-south": (3,),
    "proud-monster": (4,),
    "smolensk-vitebsk": (2,),
    "smolensk-third-counteroffensive": (16,),
}
"""By scenario, the turns whose first position is kept."""


@cache
def positions(slug: str) -> list[Position]:
    """The positions that are kept of a scenario, by turn."""
    return msgspec.json.decode((FOLDER / f"{slug}.json").read_bytes(), type=list[Position])


def _played(slug: str) -> list[Position]:
    game = Game.begin(setting_for(slug), 1)
    bots = [make_bot("doctrine", game.scenario, side, 1 + side) for side in range(2)]
    found: dict[int, Position] = {}
    while game.decision is not None and game.state.turn <= max(TURNS[slug]):
        if game.state.turn in TURNS[slug] and game.state.turn not in found:
            found[game.state.turn] = position_of(game)
        side = game.decision.side
        game.apply(bots[side].choose(game.view(side))[0])
    return list(found.values())


if __name__ == "__main__":
    for each in TURNS:
        (FOLDER / f"{each}.json").write_bytes(msgspec.json.format(msgspec.json.encode(_played(each)), indent=0) + b"\n")
