"""The Arduous Beginning: sequence of play, victory, set-up (AB 4 to 6, 13)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import pytest

from engine.errors import IllegalAction
from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.board import RegionCell
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import DeclareAttack, Done, PlaceUnit, RestoreStep
from engine.state.events import PhaseBegan
from engine.systems import setting_of
from tests.kit.drill import CITIES, cell, drill, drill_rows, move, piece, quiet, skip_to, where
from tests.kit.shipped import shipped_rows

ORDER = [
    "German Build-Up Phase",
    "German Movement Phase",
    "German Combat Phase",
    "German Special Movement Phase",
    "Soviet Build-Up Phase",
    "Soviet Special Movement Phase",
    "Soviet Combat Phase",
    "Soviet Movement Phase",
    "Housekeeping Phase",
]


@lru_cache(maxsize=1)
def the_map() -> Setting:
    return setting_of(compile_scenario(shipped_rows("arduous-beginning")))


def phases(game: Game) -> list[tuple[int, str]]:
    return [
        (event.turn, game.scenario.phases[event.phase].name)
        for entry in game.log
        for event in entry.events
        if isinstance(event, PhaseBegan)
    ]


def play_out(game: Game) -> Game:
    while game.decision is not None:
        game.apply(quiet(game))
    return game


@pytest.mark.rule("AB-4.0", "AB-4.1")
def test_nine_phases_a_turn_for_seven_turns_but_the_first_begins_with_combat() -> None:
    game = play_out(Game.begin(the_map(), seed=3))
    expected = [(1, name) for name in ORDER[2:]] + [(turn, name) for turn in range(2, 8) for name in ORDER]
    assert phases(game) == expected
    assert game.outcome is not None


@pytest.mark.rule("AB-4.0")
def test_no_action_of_another_phase_is_taken() -> None:
    game = drill({"liii": "0202", "3rd-army": "0302"}, phase="german-movement")
    with pytest.raises(IllegalAction):
        game.apply(DeclareAttack(piece(game, "liii"), cell(game, "0302")))
    assert game.decision is not None and game.decision.kind == "move"


@pytest.mark.rule("AB-5.0")
@pytest.mark.parametrize(("held", "winner"), [(12, "german"), (11, None), (10, "soviet"), (0, "soviet")])
def test_twelve_cities_win_eleven_draw_ten_lose(held: int, winner: str | None) -> None:
    control = {key: "german" for key, _ in CITIES[:held]}
    game = drill({"liii": "0101"}, turn=7, phase="soviet-movement", control=control)
    play_out(game)
    assert game.outcome is not None
    expected = None if winner is None else game.scenario.side_index[winner]
    assert game.outcome.winner == expected
    assert game.outcome.case == "AB-5.0"


@pytest.mark.rule("AB-5.0")
def test_nobody_wins_before_the_last_turn_ends() -> None:
    game = drill({"liii": "0101"}, turn=6, phase="soviet-movement", control={key: "german" for key, _ in CITIES})
    game.apply(Done())
    assert game.outcome is None
    assert game.state.turn == 7


@pytest.mark.rule("AB-5.1")
def test_passing_through_a_city_takes_it_and_the_soviets_hold_all_at_the_start() -> None:
    game = drill({"xlvii-pz": "0204"})
    brest = next(index for index, place in enumerate(game.scenario.places) if place.place == "brest")
    soviet = game.scenario.side_index["soviet"]
    assert all(owner == soviet for owner in game.state.control)
    game.apply(move(game, "xlvii-pz", "0305", "0404"))
    assert game.state.control[brest] == game.scenario.side_index["german"]
    assert sum(owner != soviet for owner in game.state.control) == 1


@pytest.mark.rule("AB-5.1")
def test_a_city_that_is_left_stays_with_the_last_who_entered() -> None:
    game = drill({"xlvii-pz": "0305", "3rd-army": "0309"}, control={"brest": "german"})
    game.apply(move(game, "xlvii-pz", "0205"))
    brest = next(index for index, place in enumerate(game.scenario.places) if place.place == "brest")
    assert game.state.control[brest] == game.scenario.side_index["german"]


def soviet_set_up_done() -> Game:
    game = Game.begin(the_map(), seed=5)
    while game.decision is not None and game.decision.side == game.scenario.side_index["soviet"]:
        game.apply(next(iter(game.options())))
    return game


@pytest.mark.rule("AB-6.1")
def test_ten_mech_corps_start_face_down_and_their_strength_is_nobodys_knowledge() -> None:
    game = soviet_set_up_done()
    mech = [index for index, one in enumerate(game.scenario.pieces) if one.pool == "mech"]
    assert len(mech) == 10
    for side in (0, 1):
        view = game.view(side)
        assert all(view.face(index) is None for index in mech)
        strengths = sorted((face.attack, face.defence) for face in view.pool(mech[0]))
        assert strengths == sorted([(6, 4), (4, 3), (4, 2), (3, 2), (2, 2), (2, 1), (1, 2), (1, 1), (0, 1), (0, 1)])
        assert not hasattr(view, "seed") and view.table.seed == 0
    looks = {(one.unit.name, one.unit.flags, one.unit.note) for one in game.scenario.pieces if one.pool == "mech"}
    assert looks == {("?", ("mech", "tank"), "")}


@pytest.mark.rule("AB-6.2")
def test_fixed_soviet_placements() -> None:
    game = Game.begin(the_map(), seed=5)
    at = {place.place: place.cell for place in game.scenario.places}
    units: dict[str, list[str]] = {key: [] for key in ("minsk", "baranovichi", "velikie-luki", "gomel", "brest")}
    for key, standing in units.items():
        for index in game.table.stack(cell(game, at[key])):
            unit = game.scenario.pieces[index].unit
            standing.append("mech" if unit.pool else unit.size)
    assert units["minsk"] == ["army", "mech"]
    assert units["baranovichi"] == ["mech"]
    assert units["velikie-luki"] == ["army"]
    assert units["gomel"] == ["army", "mech"]
    garrison = piece(game, "brest-garrison")
    assert where(game, "brest-garrison") == at["brest"]
    assert (game.table.face(garrison).defence, game.table.face(garrison).movement) == (3, 4)
    assert sum(state >= 0 for state in game.state.cell) == 7


@pytest.mark.rule("AB-6.3")
def test_three_armies_apart_and_four_mech_corps_fill_the_seven_starred_hexes() -> None:
    game = soviet_set_up_done()
    stars = game.setting.board.regions["front"]
    assert len(stars) == 7
    standing = {star: game.table.stack(star) for star in stars}
    assert all(len(stack) == 1 for stack in standing.values())
    armies = [star for star, (one,) in standing.items() if game.scenario.pieces[one].unit.size == "army"]
    assert len(armies) == 3
    assert not any(other in game.setting.neighbours[star] for star, other in combinations(armies, 2))


@pytest.mark.rule("AB-6.3")
def test_an_army_beside_an_army_or_a_second_unit_on_a_star_is_refused() -> None:
    game = drill_set_up()
    game.apply(PlaceUnit(piece(game, "3rd-army"), cell(game, "0403")))
    beside = game.judge(PlaceUnit(piece(game, "4th-army"), cell(game, "0404")))
    same = game.judge(PlaceUnit(piece(game, "4th-army"), cell(game, "0403")))
    assert not beside and beside.case == "AB-6.3"
    assert not same and same.case == "AB-6.3"
    assert game.judge(PlaceUnit(piece(game, "4th-army"), cell(game, "0405")))


@pytest.mark.rule("AB-6.3")
def test_an_army_may_not_be_placed_so_that_the_others_find_no_room() -> None:
    rows = drill_rows()
    for row in (6, 7):
        rows.drop(RegionCell, "front", f"04{row:02}")
    game = Game.new(rows, seed=1)
    assert not game.judge(PlaceUnit(piece(game, "3rd-army"), cell(game, "0402")))
    assert game.judge(PlaceUnit(piece(game, "3rd-army"), cell(game, "0401")))


def drill_set_up() -> Game:
    return Game.new(drill_rows(), seed=1)


@pytest.mark.rule("AB-6.4")
def test_four_armies_and_three_mech_corps_wait_on_the_turn_track() -> None:
    game = soviet_set_up_done()
    soviet = game.scenario.side_index["soviet"]
    waiting = [
        game.scenario.pieces[index].unit
        for index, at in enumerate(game.state.cell)
        if at == -1 and game.table.side_of(index) == soviet
    ]
    assert sum(unit.size == "army" for unit in waiting) == 4
    assert sum(bool(unit.pool) for unit in waiting) == 3
    assert len(waiting) == 7


@pytest.mark.rule("AB-6.5")
def test_the_german_sets_up_last_two_full_strength_corps_on_every_cross() -> None:
    game = soviet_set_up_done()
    assert game.decision is not None and game.decision.side == game.scenario.side_index["german"]
    while game.decision is not None and game.decision.kind == "set-up":
        game.apply(next(iter(game.options())))
    crosses = game.setting.board.regions["crosses"]
    assert len(crosses) == 8
    assert all(len(game.table.stack(cross)) == 2 for cross in crosses)
    assert all(game.state.face[index] == 0 for cross in crosses for index in game.table.stack(cross))
    assert game.state.turn == 1


@pytest.mark.rule("AB-6.5")
def test_a_third_corps_on_a_cross_is_refused() -> None:
    game = drill_set_up()
    while game.decision is not None and game.decision.side == game.scenario.side_index["soviet"]:
        game.apply(next(iter(game.options())))
    for key in ("liii", "xiii"):
        game.apply(PlaceUnit(piece(game, key), cell(game, "0203")))
    verdict = game.judge(PlaceUnit(piece(game, "vi"), cell(game, "0203")))
    assert not verdict and verdict.case == "AB-6.5"


@pytest.mark.rule("AB-13.0")
@pytest.mark.parametrize(
    ("choice", "held", "winner"),
    [
        ("help-soviets", 12, "german"),
        ("help-soviets", 11, "soviet"),
        ("help-germans", 11, "german"),
        ("help-germans", 10, None),
        ("help-germans", 9, "soviet"),
        ("help-germans-more", 10, "german"),
        ("help-germans-more", 9, None),
        ("help-germans-more", 8, "soviet"),
    ],
)
def test_the_german_goal_can_be_set(choice: str, held: int, winner: str | None) -> None:
    control = {key: "german" for key, _ in CITIES[:held]}
    game = drill({"liii": "0101"}, turn=7, phase="soviet-movement", control=control, options={"goal": choice})
    play_out(game)
    assert game.outcome is not None
    assert game.outcome.winner == (None if winner is None else game.scenario.side_index[winner])


@pytest.mark.rule("AB-13.0")
@pytest.mark.parametrize(
    ("choice", "panzer", "foot"), [("standard", True, True), ("none", False, False), ("no-panzer", False, True)]
)
def test_german_replacements_can_be_cut(choice: str, panzer: bool, foot: bool) -> None:
    pieces = {"xlvii-pz": Spot("0102", 1), "liii": Spot("0104", 1), "3rd-army": "1005"}
    game = drill(pieces, turn=4, phase="german-build-up", options={"german-replacements": choice})
    asked = game.decision is not None and game.decision.kind == "replace"
    assert asked == (panzer or foot)
    if asked:
        assert bool(game.judge(RestoreStep(piece(game, "xlvii-pz")))) == panzer
        assert bool(game.judge(RestoreStep(piece(game, "liii")))) == foot


def test_skipping_ahead_reaches_the_phase_asked_for() -> None:
    game = drill({"liii": "0101", "3rd-army": "1005"})
    skip_to(game, "soviet-movement")
    assert game.table.phase_name == "Soviet Movement Phase"
