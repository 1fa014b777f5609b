"""Threat: what the enemy could bring against a cell, by positions worked out by hand on the drill ground."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.rules.threat import Threat, _seated, coming_phases, threats
from tests.kit.childs import childs
from tests.kit.drill import cell, drill, drill_rows, piece
from tests.kit.players import random_game

GERMAN, SOVIET = 0, 1


def against(game: Game, label: str, side: int = GERMAN) -> Threat | None:
    return threats(game.table, side).get(cell(game, label))


def test_a_unit_threatens_what_it_can_march_up_to_and_no_more() -> None:
    near = against(drill({"v": "0205", "13th-army": "0705"}), "0705")
    assert near is not None and near.strength == 6 and len(near.pieces) == 1
    assert against(drill({"v": "0105", "13th-army": "0705"}), "0705") is None, "four points lead to column 05"
    assert against(drill({"v": Spot("0205", 1), "13th-army": "0705"}), "0705").strength == 3  # type: ignore[union-attr]


@pytest.mark.parametrize(("sketch_forest", "key"), [(False, "xxiv-pz"), (True, "xxiv-pz"), (False, "v")])
def test_the_odds_are_those_of_the_battle_when_it_comes(sketch_forest: bool, key: str) -> None:
    lines = ["." * 10] * 9
    if sketch_forest:
        lines[4] = "......f..."
    rows = drill_rows("\n".join(lines))
    threat = against(drill({key: "0505", "13th-army": "0705"}, rows=rows), "0705")
    fought = drill({key: "0605", "13th-army": "0705"}, rows=rows, phase="german-combat")
    forecast = fought.view(GERMAN).forecast(cell(fought, "0705"), (piece(fought, key),))
    assert threat is not None and threat.odds == forecast.column


def test_one_hexside_takes_one_attacker_and_the_strongest_come_first() -> None:
    stacked = {"v": "0605", "xxiv-pz": "0605", "13th-army": "0705"}
    game = drill(stacked, phase="german-combat")
    threat = against(game, "0705")
    assert threat == Threat(Fraction(12), (piece(game, "xxiv-pz"),), threat.odds if threat else "")
    spread = against(drill(stacked | {"v": "0604"}, phase="german-combat"), "0705")
    assert spread is not None and spread.strength == 18


def test_whoever_has_a_choice_makes_room_for_one_that_has_none() -> None:
    assert _seated([1, 2], {1: frozenset({10, 11}), 2: frozenset({10})}) == [1, 2]
    assert _seated([2, 1], {1: frozenset({10, 11}), 2: frozenset({11})}) == [2, 1]
    assert _seated([1, 2, 3], {piece: frozenset({10, 11}) for piece in (1, 2, 3)}) == [1, 2], "the weakest stays out"


def test_only_moves_before_the_next_combat_phase_count() -> None:
    game = drill({"v": "0405", "13th-army": "0705"})
    names = [game.scenario.phases[index].phase for _, index in coming_phases(game.table, SOVIET)]
    assert names == ["soviet-build-up", "soviet-special", "soviet-combat"]
    assert against(game, "0405", SOVIET) is not None, "two points in the special phase, then an attack"
    assert against(drill({"v": "0305", "13th-army": "0705"}), "0305", SOVIET) is None, (
        "it moves on after the combat only"
    )
    last = drill({"v": "0405", "13th-army": "0505"}, turn=7, phase="soviet-movement")
    assert threats(last.table, SOVIET) == {}, "there is no combat phase any more"


def test_untried_units_count_with_the_mean_of_their_pool() -> None:
    game = drill({"v": "0405", "mech-1": "0505"})
    pool = [face.attack for _, face in game.table.pool_members("mech")]
    threat = against(game, "0405", SOVIET)
    assert threat is not None and threat.strength == Fraction(sum(pool)) / len(pool)


def test_cells_in_question_are_threatened_as_they_are_among_all() -> None:
    game = drill({"v": "0205", "xxiv-pz": "0405", "13th-army": "0705"})
    whole, asked = threats(game.table, GERMAN), cell(game, "0705")
    assert len(whole) > 1 and threats(game.table, GERMAN, {asked}) == {asked: whole[asked]}


def test_by_value_everybody_counts_who_comes_on_or_beside_the_square() -> None:
    game = childs({"1-armor": "0508", "98-infantry": "0507", "13th-army": "0608"}, turn=2)
    threat = threats(game.table, GERMAN)[cell(game, "0608")]
    worth = [game.scenario.tables["tile-values"].number("2", side) for side in ("axis", "soviet")]
    assert threat.odds == f"{2 * worth[0]:g} to {worth[1]:g}" and len(threat.pieces) == 2


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
def test_asking_changes_nothing(slug: str) -> None:
    game = random_game(slug, 5, 60)
    before, decision = game.state.copy(), game.decision
    for side in (GERMAN, SOVIET):
        threats(game.table, side)
    assert game.state == before and game.decision == decision
