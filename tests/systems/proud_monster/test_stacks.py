"""Proud Monster: stacking by size, cities, and the allies of the Axis (PM 5.3, 6.3 to 6.6, 7)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.stacking import broken_limit, excess
from engine.state.actions import DeclareAttack, FightBattle
from tests.kit.boards import region
from tests.kit.guderian import cell, move, piece, refused
from tests.kit.monster import ASSAULT, MOVE, SOVIET_MOVE, ground_rows, stage

DIVISIONS = tuple(f"inf-{number}" for number in (61, 217, 291, 1, 11, 21, 58, 269, 290, 30, 126))
BATTALIONS = ("stug-184", "stug-185", "stug-189", "stug-192", "stug-201")
BRIGADES = ("ss-1-bde", "ss-2-bde")
FRIENDS = ("inf-250-sp", "french-638", "croat-369")
"""A Spanish division, French and Croat regiments."""


def stacked(*keys: str, at: str = "0506") -> Game:
    return stage(dict.fromkeys(keys, at))


def broken(game: Game, at: str = "0506") -> str:
    """The case of the limit that a hex breaks, or nothing."""
    where = cell(game, at)
    limit = broken_limit(game.table, game.table.stack(where), where)
    return limit.case if limit else ""


@pytest.mark.rule("PM-6.3")
def test_brigades_count_half_and_battalions_a_quarter_and_only_four_of_these() -> None:
    assert broken(stacked(*DIVISIONS[:3], *BATTALIONS[:4], DIVISIONS[3])) == ""
    assert broken(stacked(*DIVISIONS[:3], *BATTALIONS[:4], *BRIGADES)) == ""
    assert broken(stacked(*DIVISIONS[:3], *BATTALIONS)) == "PM-6.3"
    for regiment in ("gd", "french-638", "croat-369"):
        assert broken(stacked(DIVISIONS[0], *BATTALIONS[:3], regiment)) == ""
        assert broken(stacked(DIVISIONS[0], *BATTALIONS[:4], regiment)) == "PM-6.3", "a regiment is one of the four"
    over = stacked(*DIVISIONS[:4], *BATTALIONS[:4], BRIGADES[0])
    assert broken(over) == "PM-6.3"
    gone = excess(over.table, cell(over, "0506"))
    removable = {key for key in (*DIVISIONS, *BATTALIONS, *BRIGADES) if piece(over, key) in gone}
    assert removable == {*DIVISIONS[:4], BRIGADES[0]}, "a battalion would not be enough"
    assert broken(stacked(*DIVISIONS[:4], "arko", "stug-184")) == "PM-6.3", "siege artillery counts one"
    assert broken(stacked(*DIVISIONS[:4], "flak-i")) == "" and broken(stacked(*DIVISIONS[:5], "flak-i")) == "PM-6.3"


@pytest.mark.rule("PM-6.4")
def test_every_soviet_unit_counts_one() -> None:
    five = {"tb-1": "0506", "tb-2": "0506", "rb-1": "0506", "cd-1": "0506", "rd-1": "0506"}
    assert broken(stage(five, SOVIET_MOVE)) == ""
    assert broken(stage({**five, "tb-3": "0506"}, SOVIET_MOVE)) == "PM-6.4"


@pytest.mark.rule("PM-6.5")
def test_a_city_holds_ten() -> None:
    assert broken(stacked(*DIVISIONS[:10], at="1203"), "1203") == ""
    assert broken(stacked(*DIVISIONS, at="1203"), "1203") == "PM-6.3"
    assert broken(stacked(*DIVISIONS[:6], at="1807"), "1807") == "PM-6.3", "a large town is no city"
    assert broken(stacked(*DIVISIONS[:3], *BATTALIONS, at="1203"), "1203") == "PM-6.3"
    soviets = dict.fromkeys((f"rd-{number}" for number in range(1, 11)), "1203")
    assert broken(stage(soviets, SOVIET_MOVE), "1203") == ""


@pytest.mark.rule("PM-7.1")
@pytest.mark.parametrize("pair", [("ro-inf-5", "hf-corps"), ("ro-inf-5", "it-torino"), ("it-torino", "hf-corps")])
def test_allies_of_different_nations_share_no_hex(pair: tuple[str, str]) -> None:
    assert broken(stacked(*pair)) == "PM-7.1"


@pytest.mark.rule("PM-7.2", "PM-7.3", "PM-7.5")
def test_one_german_unit_may_stand_with_italians_or_romanians() -> None:
    assert broken(stacked("ro-inf-5", "ro-inf-6", "inf-61")) == ""
    assert broken(stacked("ro-inf-5", "inf-61", "stug-184")) == "PM-7.3"
    assert broken(stacked("it-torino", "it-pasubio", "inf-61")) == ""
    assert broken(stacked("it-torino", "inf-61", "stug-184")) == "PM-7.2"
    for guest in FRIENDS:
        assert broken(stacked("ro-inf-5", "inf-61", guest)) == "PM-7.3", "the others count as German"
        assert broken(stacked("it-torino", "inf-61", guest)) == "PM-7.2"
        assert broken(stacked(*DIVISIONS[:4], guest)) == ""


@pytest.mark.rule("PM-7.4")
def test_the_fast_corps_stacks_as_a_german_division() -> None:
    assert broken(stacked("hf-corps", *DIVISIONS[:4])) == ""
    assert broken(stacked("hf-corps", *DIVISIONS[:5])) == "PM-6.3"
    assert broken(stacked("hf-corps", *DIVISIONS[:4], BRIGADES[0])) == "PM-6.3", "it counts as a whole division"


@pytest.mark.rule("PM-7.2", "PM-7.3", "PM-7.4", "PM-7.5")
@pytest.mark.parametrize(("key", "case"), [("it-torino", "PM-7.2"), ("ro-inf-5", "PM-7.3"), ("hf-corps", "PM-7.4")])
def test_allies_keep_to_the_southern_sheet(key: str, case: str) -> None:
    rows = ground_rows()
    region(rows, "north-sheet", "0605", "0705")
    game = stage({key: "0606"}, MOVE, rows=rows)
    refused(game, move(game, key, "0605"), case)
    game = stage({key: "0606", "rd-1": "0605"}, ASSAULT, rows=rows)
    game.apply(DeclareAttack(piece(game, key), cell(game, "0605")))
    refused(game, FightBattle(cell(game, "0605")), case)
    for guest in FRIENDS:
        game = stage({guest: "0606"}, MOVE, rows=rows)
        assert game.judge(move(game, guest, "0605")), "the Spanish, French and Croats go anywhere"


@pytest.mark.rule("PM-7.2", "PM-7.3", "PM-7.4")
def test_allies_attack_with_germans_but_never_with_each_other() -> None:
    pieces = {"ro-inf-5": "0506", "hf-corps": "0605", "inf-61": "0607", "rd-1": "0606"}
    game = stage(pieces, ASSAULT)
    for key in ("ro-inf-5", "inf-61"):
        game.apply(DeclareAttack(piece(game, key), cell(game, "0606")))
    assert game.judge(FightBattle(cell(game, "0606")))
    for pair in (("ro-inf-5", "it-torino"), ("ro-inf-5", "hf-corps"), ("it-torino", "hf-corps")):
        game = stage({**pieces, "it-torino": "0706"}, ASSAULT)
        for key in pair:
            game.apply(DeclareAttack(piece(game, key), cell(game, "0606")))
        refused(game, FightBattle(cell(game, "0606")), "PM-7.2")


@pytest.mark.rule("PM-5.3")
def test_hungary_and_romania_wait_on_the_first_turn() -> None:
    pieces = {
        "ro-inf-5": "0111",
        "hf-corps": "0109",
        "inf-61": "0103",
        "inf-217": "0112",
        "rd-1": "0211",
        "rd-2": "0202",
    }
    game = stage(pieces, MOVE, turn=1)
    for key, to in (("ro-inf-5", "0112"), ("hf-corps", "0108"), ("inf-217", "0113")):
        refused(game, move(game, key, to), "PM-5.3")
    assert game.judge(move(game, "inf-61", "0203"))
    game = stage(pieces, ASSAULT, turn=1)
    refused(game, DeclareAttack(piece(game, "ro-inf-5"), cell(game, "0211")), "PM-5.3")
    game = stage({"rd-1": "0211"}, SOVIET_MOVE, turn=1)
    refused(game, move(game, "rd-1", "0111"), "PM-5.3")
    game = stage(pieces, MOVE, turn=2)
    assert game.judge(move(game, "ro-inf-5", "0112"))
    assert stage({"rd-1": "0211"}, SOVIET_MOVE, turn=2).judge(move(game, "rd-1", "0111"))
