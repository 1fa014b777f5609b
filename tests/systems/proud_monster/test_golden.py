"""The first turns of a game of Proud Monster in text: any change to rules, map or dice shows as a difference.

When a change is meant, write the file anew: python -m tests.systems.proud_monster.test_golden
"""

from __future__ import annotations

import random
from pathlib import Path

from engine.play import Game
from engine.play.journal import journal, text_of
from tests.kit.monster import SLUG
from tests.kit.players import any_action, setting_for

GOLDEN = Path(__file__).with_name("golden.txt")


def story() -> str:
    game, chance = Game.begin(setting_for(SLUG), 1941), random.Random(1941)
    while game.decision is not None and game.state.turn < 3:
        game.apply(any_action(game, chance))
    return text_of(journal(game))


def test_the_golden_game_is_played_as_it_was_written() -> None:
    assert story().splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_golden_game_tells_of_both_couplets() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    for word in (
        "First Axis Movement Phase",
        "Second Soviet Prepared Assault Phase",
        "Mutual Reinforcement",
        "Turn 2 (",
    ):
        assert word in text


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
