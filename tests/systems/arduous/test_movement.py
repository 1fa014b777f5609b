"""The Arduous Beginning: zones of control, stacking, movement (AB 7 to 9)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.board import CellRow
from engine.rules.zoc import zone
from engine.state.actions import CommitSupport, DeclareAttack, Done, FightBattle, RemoveUnit
from tests.kit.boards import rail, river
from tests.kit.drill import attack, cell, cells, drill, drill_rows, move, piece, reach, where


def labels(game: Game, side: str) -> set[str]:
    zones = zone(game.table, game.scenario.side_index[side])
    return {game.setting.board.label(index) for index in range(len(zones)) if zones[index]}  # type: ignore[arg-type]


@pytest.mark.rule("AB-7.0")
def test_a_zone_of_control_is_the_six_neighbours_occupied_ones_too() -> None:
    game = drill({"liii": "0505", "3rd-army": "0605", "mech-1": "0404"})
    assert labels(game, "german") == {"0504", "0604", "0605", "0506", "0405", "0404"}
    untried = {"0403", "0504", "0505", "0405", "0305", "0304"}
    army = {"0604", "0705", "0706", "0606", "0506", "0505"}
    assert labels(game, "soviet") == untried | army


@pytest.mark.rule("AB-7.1", "AB-9.1.2")
def test_entering_an_enemy_zone_ends_the_move_and_leaving_one_is_free() -> None:
    game = drill({"xlvii-pz": "0305", "3rd-army": "0505"})
    can = reach(game, "xlvii-pz")
    assert "0405" in can and "0404" in can
    assert "0505" not in can
    through = game.judge(move(game, "xlvii-pz", "0405", "0406"))
    assert not through and through.case == "AB-9.1.2"

    inside = drill({"xlvii-pz": "0405", "3rd-army": "0505"})
    assert inside.judge(move(inside, "xlvii-pz", "0305", "0205", "0204"))
    assert inside.judge(move(inside, "xlvii-pz", "0506"))
    beyond = inside.judge(move(inside, "xlvii-pz", "0506", "0507"))
    assert not beyond and beyond.case == "AB-9.1.2"


@pytest.mark.rule("AB-8.1", "AB-9.2")
def test_two_units_a_hex_at_the_end_of_a_phase_passing_through_is_free() -> None:
    game = drill({"liii": "0205", "xiii": "0305", "vi": "0305", "3rd-army": "1009"})
    game.apply(move(game, "liii", "0305", "0405"))
    assert where(game, "liii") == "0405"
    game.apply(Done())
    assert where(game, "xiii") == where(game, "vi") == "0305"


@pytest.mark.rule("AB-8.1", "AB-8.2", "AB-9.2")
def test_a_third_unit_makes_the_owner_remove_one_when_the_phase_ends() -> None:
    game = drill({"liii": "0205", "xiii": "0305", "vi": "0305", "3rd-army": "1009"})
    game.apply(move(game, "liii", "0305"))
    assert where(game, "liii") == "0305"
    game.apply(Done())
    assert game.decision is not None
    assert (game.decision.kind, game.decision.side) == ("remove", game.scenario.side_index["german"])
    outsider = game.judge(RemoveUnit(piece(game, "3rd-army")))
    assert not outsider and outsider.case == "AB-8.2"
    game.apply(RemoveUnit(piece(game, "vi")))
    assert where(game, "vi") == "lost"
    assert where(game, "liii") == where(game, "xiii") == "0305"


@pytest.mark.rule("AB-8.1")
def test_only_one_soviet_army_a_hex_but_an_army_and_a_corps_or_two_corps_may_share() -> None:
    pieces = {"3rd-army": "0605", "10th-army": "0705", "mech-1": "0805", "mech-2": "0805", "liii": "0101"}
    game = drill(pieces, phase="soviet-movement")
    game.apply(move(game, "3rd-army", "0705"))
    game.apply(Done())
    assert game.decision is not None and game.decision.kind == "remove"
    assert {type(action).__name__ for action in game.options()} == {"RemoveUnit"}
    assert {action.piece for action in game.options()} == {  # type: ignore[union-attr]
        piece(game, "3rd-army"),
        piece(game, "10th-army"),
    }
    mixed = drill({"3rd-army": "0705", "mech-1": "0705", "mech-2": "0805", "mech-3": "0805"}, phase="soviet-movement")
    mixed.apply(Done())
    assert mixed.decision is None or mixed.decision.kind != "remove"


@pytest.mark.rule("AB-8.3")
def test_one_unit_attacks_through_a_hexside() -> None:
    game = drill({"liii": "0405", "xiii": "0405", "vi": "0404", "3rd-army": "0505"}, phase="german-combat")
    attack(game, "0505", "liii", "vi")
    second = game.judge(DeclareAttack(piece(game, "xiii"), cell(game, "0505")))
    assert not second and second.case == "AB-8.3"


@pytest.mark.rule("AB-8.4")
def test_air_markers_never_count_towards_stacking() -> None:
    game = drill({"liii": "0405", "vi": "0405", "3rd-army": "0505"}, phase="german-combat")
    attack(game, "0505", "liii")
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0505")))
    game.apply(CommitSupport(piece(game, "ii-fk")))
    assert game.state.cell[piece(game, "ii-fk")] == -1
    with_markers = drill(
        {"liii": "0305", "vi": "0305", "ii-fk": "0305", "viii-fk": "0305", "3rd-army": "1009"}, phase="german-movement"
    )
    with_markers.apply(Done())
    assert with_markers.decision is None or with_markers.decision.kind != "remove"
    assert where(with_markers, "liii") == where(with_markers, "vi") == "0305"


@pytest.mark.rule("AB-9.0")
def test_points_by_terrain_in_any_direction_and_once_a_phase() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0304", terrain="forest"))
    rows.put(CellRow(cell="0404", terrain="swamp"))
    game = drill({"liii": "0305", "3rd-army": "1009"}, rows=rows)
    can = reach(game, "liii")
    assert can["0304"] == 2 and can["0404"] == 2 and can["0405"] == 1
    assert can["0302"] == 4 and "0301" not in can
    assert max(can.values()) == 4
    assert can["0705"] == 4 and "0805" not in can
    too_far = game.judge(move(game, "liii", "0405", "0505", "0604", "0704", "0803"))
    assert not too_far and too_far.case == "AB-9.0"
    game.apply(move(game, "liii", "0405"))
    again = game.judge(move(game, "liii", "0404"))
    assert not again and again.case == "AB-9.0"
    assert reach(game, "liii") == {}


@pytest.mark.rule("AB-9.0")
def test_a_leap_is_no_move() -> None:
    game = drill({"liii": "0305", "3rd-army": "1009"})
    leap = game.judge(move(game, "liii", "0505"))
    assert not leap and leap.case == "AB-9.0"


@pytest.mark.rule("AB-9.1.1")
def test_an_enemy_occupied_hex_is_never_entered() -> None:
    game = drill({"liii": "0405", "brest-garrison": "0505"})
    entering = game.judge(move(game, "liii", "0505"))
    assert not entering and entering.case == "AB-9.1.1"
    surprise = drill({"xlvii-pz": "0405", "brest-garrison": "0505"}, turn=1, phase="german-surprise")
    assert surprise.judge(move(surprise, "xlvii-pz", "0505")).case == "AB-9.1.1"
    assert "0505" not in reach(surprise, "xlvii-pz")


@pytest.mark.rule("AB-9.3")
def test_along_a_rail_that_crosses_the_hexside_every_hex_costs_one() -> None:
    rows = drill_rows()
    for label in ("0404", "0504", "0604"):
        rows.put(CellRow(cell=label, terrain="forest"))
    rail(rows, "0305", "0404", "0504")
    game = drill({"liii": "0305", "3rd-army": "1009"}, rows=rows)
    can = reach(game, "liii")
    assert can["0404"] == 1 and can["0504"] == 2
    assert can["0604"] == 4, "the rail does not cross that hexside"


@pytest.mark.rule("AB-9.4", "AB-9.4.1", "AB-9.4.2")
def test_special_movement_tanks_in_full_reserve_infantry_half_infantry_in_an_enemy_zone_not_at_all() -> None:
    pieces = {"xlvii-pz": "0405", "liii": "0404", "xiii": "0205", "3rd-army": "0505"}
    game = drill(pieces, phase="german-special")
    assert max(reach(game, "xlvii-pz").values()) == 6
    assert reach(game, "liii") == {}
    stuck = game.judge(move(game, "liii", "0304"))
    assert not stuck and stuck.case == "AB-9.4"
    can = reach(game, "xiii")
    assert max(can.values()) == 2
    far = game.judge(move(game, "xiii", "0206", "0207", "0208"))
    assert not far and far.case == "AB-9.4.2"


@pytest.mark.rule("AB-9.4.2")
def test_reserve_infantry_may_enter_an_enemy_zone() -> None:
    game = drill({"xiii": "0305", "3rd-army": "0505"}, phase="german-special")
    assert game.judge(move(game, "xiii", "0405"))


@pytest.mark.rule("AB-9.4.1")
def test_tanks_move_their_whole_allowance_in_both_phases() -> None:
    game = drill({"mech-1": "0505", "liii": "0101"}, phase="soviet-special")
    assert max(reach(game, "mech-1").values()) == 6
    game.apply(move(game, "mech-1", "0605"))
    game.apply(Done())
    assert game.table.phase_name == "Soviet Movement Phase"
    assert max(reach(game, "mech-1").values()) == 6


@pytest.mark.rule("AB-9.4.3")
def test_soviet_infantry_on_rail_spends_all_if_the_whole_move_follows_the_rail() -> None:
    rows = drill_rows()
    for label in ("0605", "0705"):
        rows.put(CellRow(cell=label, terrain="forest"))
    rail(rows, "0505", "0605", "0705", "0805", "0905")
    game = drill({"3rd-army": "0505", "10th-army": "0503", "liii": "0101"}, rows=rows, phase="soviet-special")
    can = reach(game, "3rd-army")
    assert can["0905"] == 4
    assert game.judge(move(game, "3rd-army", "0605", "0705", "0805", "0905"))
    off = game.judge(move(game, "3rd-army", "0605", "0705", "0706"))
    assert not off
    assert max(reach(game, "10th-army").values()) == 2, "it does not start on rail"
    covered = drill({"3rd-army": "0505", "liii": "0404"}, rows=rows, phase="soviet-special")
    assert reach(covered, "3rd-army") == {}


@pytest.mark.rule("AB-9.4.3")
def test_germans_have_no_rail_movement() -> None:
    rows = drill_rows()
    rail(rows, "0505", "0605", "0705", "0805", "0905")
    game = drill({"liii": "0505", "3rd-army": "1009"}, rows=rows, phase="german-special")
    assert max(reach(game, "liii").values()) == 2


@pytest.mark.rule("AB-9.5")
def test_on_turn_one_german_special_movement_ignores_terrain_and_enemy_zones() -> None:
    rows = drill_rows()
    for label in ("0404", "0405", "0504", "0604", "0605"):
        rows.put(CellRow(cell=label, terrain="forest"))
    pieces = {"xlvii-pz": "0305", "liii": "0306", "3rd-army": "0505"}
    game = drill(pieces, rows=rows, turn=1, phase="german-surprise")
    assert game.judge(move(game, "xlvii-pz", "0404", "0504", "0604", "0705", "0706", "0707"))
    assert max(reach(game, "xlvii-pz").values()) == 6
    assert game.judge(move(game, "liii", "0405", "0406")), "an enemy zone is ignored on the way"
    assert max(reach(game, "liii").values()) == 2
    later = drill(pieces, rows=rows, turn=2, phase="german-special")
    assert not later.judge(move(later, "xlvii-pz", "0404", "0504", "0604"))


@pytest.mark.rule("AB-9.5")
def test_infantry_in_an_enemy_zone_counts_as_reserve_on_turn_one() -> None:
    pieces = {"liii": "0405", "3rd-army": "0505"}
    assert reach(drill(pieces, turn=1, phase="german-surprise"), "liii")
    assert not reach(drill(pieces, turn=2, phase="german-special"), "liii")


@pytest.mark.rule("AB-9.5")
def test_the_surprise_does_not_touch_combat() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="forest"))
    game = drill({"liii": "0405", "3rd-army": "0505"}, rows=rows, turn=1, phase="german-combat")
    shifts = game.view(0).forecast(cell(game, "0505"), [piece(game, "liii")]).shifts
    assert [shift.columns for shift in shifts] == [-1]


@pytest.mark.rule("AB-9.6")
def test_rivers_cost_nothing_to_cross() -> None:
    rows = drill_rows()
    river(rows, "0305", "0404", "0405", "0306")
    game = drill({"liii": "0305", "3rd-army": "1009"}, rows=rows)
    can = reach(game, "liii")
    assert can["0404"] == can["0405"] == can["0306"] == 1


def test_a_unit_moves_along_the_path_it_was_given() -> None:
    game = drill({"xlvii-pz": "0305", "3rd-army": "1009"})
    game.apply(move(game, "xlvii-pz", "0404", "0504", "0604"))
    event = game.log[-1].events[0]
    assert event.path == cells(game, "0404", "0504", "0604")  # type: ignore[union-attr]
    assert event.spent == 3  # type: ignore[union-attr]


def test_a_reduced_unit_moves_like_a_full_one() -> None:
    game = drill({"xlvii-pz": Spot("0305", 1), "3rd-army": "1009"})
    assert max(reach(game, "xlvii-pz").values()) == 6
