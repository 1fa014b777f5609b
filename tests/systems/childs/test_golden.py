"""One whole game of the Child's Game in text: any change to rules or map shows as a difference.

When a change is meant, write the file anew: python -m tests.systems.childs.test_golden
"""

from __future__ import annotations

import random
from pathlib import Path

from engine.play import Game
from engine.play.journal import journal, text_of
from tests.kit.childs import SLUG, lively
from tests.kit.players import setting_for

GOLDEN = Path(__file__).with_name("golden.txt")


def story() -> str:
    game = Game.begin(setting_for(SLUG), 1941)
    chance = random.Random(1941)
    while game.decision is not None:
        game.apply(lively(game, chance))
    return text_of(journal(game))


def test_the_golden_game_is_played_as_it_was_written() -> None:
    assert story().splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_golden_game_tells_of_every_season_and_ends() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    names = [setting_for(SLUG).scenario.turn_name(turn) for turn in range(1, 18)]
    assert all(f"({name})" in text for name in names)
    assert text.splitlines()[-1].startswith("The game is over: ")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
