"""Units in a sentence: numbers with what they are the numbers of, those alike together."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.names import names_of, ordinal
from tests.kit.monster import stage
from tests.kit.players import setting_for as shipped_setting


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


def test_names_that_several_bear_are_told_once_with_their_number() -> None:
    game = Game.begin(shipped_setting("smolensk-vitebsk"), 1)
    wagons = [piece for piece in range(len(game.state.cell)) if game.table.name(piece) == "Wagon points"]
    division = game.scenario.piece_index["ger-pz-7-7-inf"]
    assert names_of(game.table, [wagons[0], division, *wagons[1:3]]) == "3 Wagon points and 7 Rifle Rgt"
