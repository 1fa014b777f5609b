"""Units in a sentence: numbers with what they are the numbers of, those alike together."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.sandbox import Position, Spot
from engine.rules.names import names_of, ordinal, without_article
from engine.store.keeping import Beginning, begin_game
from tests.kit import guderian
from tests.kit.monster import stage
from tests.kit.players import setting_for as shipped_setting
from tests.kit.shipped import shipped_rows


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
        ("inf-31 stug-185", "the 31st infantry division and the 185th assault gun battalion"),
        ("ro-inf-5 inf-31", "the Romanian 5th infantry and 31st infantry divisions"),
        ("pz-3 gd", "the 3rd panzer division and GD"),
        ("rd-1 rd-2 td-1", "2 untried rifle divisions and an untried tank division"),
    ],
)
def test_units_are_told_together_as_players_speak_of_them(keys: str, said: str) -> None:
    game = stage(dict.fromkeys(keys.split(), "0105"))
    assert names_of(game.table, [game.scenario.piece_index[key] for key in keys.split()]) == said


def test_refusals_call_a_unit_what_the_journal_calls_it() -> None:
    game = stage({"inf-31": "0105", "pz-3": "0105", "rd-1": "0305"})
    said = {key: game.table.full_name(game.scenario.piece_index[key]) for key in ("inf-31", "pz-3", "rd-1")}
    assert said == {
        "inf-31": "the 31st infantry division",
        "pz-3": "the 3rd panzer division",
        "rd-1": "an untried rifle division",
    }
    lists = [game.table.inscription(game.scenario.piece_index[key]) for key in ("inf-31", "pz-3")]
    assert lists == ["31 infantry division", "3 Pz"], "while a list says what stands on the counter"


def test_a_regiment_is_named_by_its_number_within_its_division() -> None:
    game = guderian.stage(dict.fromkeys(("3-pz-pzr-6", "3-pz-sr-3", "3-pz-sr-394"), "0506"))
    pieces = [game.scenario.piece_index[key] for key in ("3-pz-pzr-6", "3-pz-sr-3", "3-pz-sr-394")]
    assert game.table.full_name(pieces[0]) == "the 6/3 armour regiment"
    assert names_of(game.table, pieces) == "the 6/3 armour and the 3/3 and 394/3 motorised regiments"


def test_whoever_is_somebodys_has_no_article() -> None:
    assert without_article("the 31st infantry division") == "31st infantry division"
    assert without_article("an untried infantry division") == "untried infantry division"
    assert without_article("13th Army") == "13th Army"


def test_a_unit_that_is_named_like_a_place_is_told_apart_from_it() -> None:
    pieces = {"brest-garrison": Spot("0413"), "v": Spot("0414")}
    position = Position(pieces=pieces, turn=1, phase="german-combat")
    game = begin_game(Beginning(shipped_rows("arduous-beginning"), 1, position=position))
    assert game.table.full_name(game.scenario.piece_index["brest-garrison"]) == "the Brest garrison"
    assert names_of(game.table, [game.scenario.piece_index["v"]]) == "V"


def test_names_that_several_bear_are_told_once_with_their_number() -> None:
    game = Game.begin(shipped_setting("smolensk-vitebsk"), 1)
    wagons = [piece for piece in range(len(game.state.cell)) if game.table.name(piece) == "Wagon points"]
    division = game.scenario.piece_index["ger-pz-7-7-inf"]
    assert names_of(game.table, [wagons[0], division, *wagons[1:3]]) == "3 Wagon points and 7 Rifle Rgt"
