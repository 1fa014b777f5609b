"""One whole game of Panzergruppe Guderian in text: any change to rules, map or dice shows as a difference.

When a change is meant, write the file anew: python -m tests.systems.guderian.test_golden
"""

from __future__ import annotations

from pathlib import Path

from engine.play.journal import journal, text_of
from tests.kit.guderian import SLUG
from tests.kit.players import random_game

GOLDEN = Path(__file__).with_name("golden.txt")


def story() -> str:
    return text_of(journal(random_game(SLUG, seed=1941)))


def test_the_golden_game_is_played_as_it_was_written() -> None:
    assert story().splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_golden_game_tells_of_every_turn_and_ends() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    assert all(f"Turn {turn} (" in text for turn in range(1, 13))
    for word in ("overrun", "is disrupted", "recovers", "scores", "marker is laid", "out of supply", "Army"):
        assert word in text
    assert text.splitlines()[-1].startswith("The game is over: ")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
