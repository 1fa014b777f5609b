"""The opening of one game of the Third Counteroffensive in text: any change to rules, map or dice shows at once.

When a change is meant, write the file anew: python -m tests.systems.smolensk.test_golden
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.play.journal import journal, text_of
from tests.kit.players import random_game
from tests.kit.smolensk import SLUG

GOLDEN = Path(__file__).with_name("golden.txt")
ACTIONS = 700
"""So many actions are told: two turns with everything in them, and not the minutes of a whole game."""


@cache
def story() -> str:
    return text_of(journal(random_game(SLUG, seed=1942, actions=ACTIONS)))


def test_the_golden_game_is_played_as_it_was_written() -> None:
    assert story().splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_golden_game_tells_of_modes_reserves_ratings_and_surprise() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    for word in ("goes over to move mode", "into reserve", "goes first", "Surprise at", "disorganised"):
        assert word in text, word


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
