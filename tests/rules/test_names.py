"""Units in a sentence: numbers with what they are the numbers of, those alike together."""

from __future__ import annotations

import pytest

from engine.rules.names import names_of, ordinal
from tests.kit.monster import stage


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (22, "22nd"),
        (111, "111th"),
    ],
)
def test_numbers_are_counted_off_as_they_are_spoken(number: int, said: str) -> None:
    assert ordinal(number) == said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("mot-29", "the 29th motorised division"),
        ("inf-31 inf-34 mot-10 pz-3", "the 31st and 34th infantry, 10th motorised and 3rd panzer divisions"),
        ("inf-31 stug-185", "the 31st infantry division and the 185th armour battalion"),
        ("ro-inf-5 inf-31", "the Romanian 5th infantry and 31st infantry divisions"),
        ("pz-3 gd", "the 3rd panzer division and GD"),
        ("rd-1 rd-2 td-1", "2 untried infantry divisions and an untried armour division"),
    ],
)
def test_units_are_told_together_as_players_speak_of_them(keys: str, said: str) -> None:
    game = stage(dict.fromkeys(keys.split(), "0105"))
    assert names_of(game.table, [game.scenario.piece_index[key] for key in keys.split()]) == said
