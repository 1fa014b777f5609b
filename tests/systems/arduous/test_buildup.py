"""The Arduous Beginning: reinforcements, replacements, communication (AB 11, 12)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.play import Game
from engine.play.sandbox import Spot
from engine.rules.replacements import judge_restore, lost_units, steps_left
from engine.rules.trace import in_communication
from engine.state.actions import Done, PlaceUnit, RestoreStep
from tests.kit.drill import cell, drill, move, piece, where

BUILD_UP = "soviet-build-up"


def arrivals(game: Game) -> list[str]:
    """Place everything that is due, wherever it may go, and say what it was."""
    found = []
    while game.decision is not None and game.decision.kind == "arrive":
        action = next(iter(game.options()))
        assert isinstance(action, PlaceUnit)
        unit = game.scenario.pieces[action.piece].unit
        found.append("mech" if unit.pool else unit.size)
        assert game.state.face[action.piece] == 0
        game.apply(action)
    return sorted(found)


@pytest.mark.rule("AB-11.0")
def test_reinforcements_by_turn() -> None:
    game = drill({"liii": "0101"}, turn=1, phase=BUILD_UP)
    assert arrivals(game) == ["army", "army", "mech", "mech"]
    game = drill(
        {"liii": "0101", "19th-army": "0901", "20th-army": "0902", "mech-1": "0903", "mech-2": "0904"},
        turn=2,
        phase=BUILD_UP,
    )
    game.state.tallies.update({"arrived.t1-armies": 2, "arrived.t1-mech": 2})
    assert arrivals(game) == ["army", "mech"]
    assert where(game, "24th-army") == "off"


@pytest.mark.rule("AB-11.0")
def test_the_third_turn_brings_one_army() -> None:
    placed = {"19th-army": "0901", "20th-army": "0902", "16th-army": "0903"}
    game = drill({"liii": "0101", **placed}, turn=3, phase="german-special")
    game.state.tallies.update({"arrived.t1-mech": 2, "arrived.t2-mech": 1})
    game.apply(Done())
    assert arrivals(game) == ["army"]
    assert where(game, "24th-army").startswith("10")


@pytest.mark.rule("AB-11.0")
def test_they_enter_on_the_east_edge_away_from_the_enemy_and_within_stacking() -> None:
    pieces = {"liii": "0902", "13th-army": "1005", "mech-9": "1007", "mech-10": "1007"}
    game = drill(pieces, turn=1, phase=BUILD_UP)
    army = piece(game, "19th-army")
    inland = game.judge(PlaceUnit(army, cell(game, "0906")))
    assert not inland and inland.case == "AB-11.0"
    zone = game.judge(PlaceUnit(army, cell(game, "1001")))
    assert not zone and zone.case == "AB-11.0"
    assert not game.judge(PlaceUnit(army, cell(game, "1005"))), "one army a hex"
    assert not game.judge(PlaceUnit(army, cell(game, "1007"))), "two units a hex"
    assert game.judge(PlaceUnit(army, cell(game, "1006")))
    waiting = game.judge(Done())
    assert not waiting and waiting.case == "AB-11.0"


@pytest.mark.rule("AB-11.0")
def test_units_that_find_no_room_come_later() -> None:
    enemies = {"liii": "1002", "vi": "1005", "v": "1008", "ix": "1009", "xx": "1006"}
    game = drill({**enemies, "13th-army": "0505"}, turn=1, phase=BUILD_UP)
    assert game.decision is None or game.decision.kind != "arrive"
    assert where(game, "19th-army") == "off"


def lose(game: Game, *keys: str) -> None:
    """Eliminate pieces by hand, as if in battle."""
    for key in keys:
        game.table.eliminate(piece(game, key), "test", "")
    game.table.events.clear()


def build_up(pieces: dict[str, object], *lost: str, turn: int = 3, phase: str = BUILD_UP) -> Game:
    """A build-up phase with some units already lost and no arrivals due."""
    side = "german" if phase.startswith("german") else "soviet"
    before = {"german": "soviet-movement", "soviet": "german-special"}[side]
    game = drill(pieces, turn=turn - (side == "german"), phase=before)
    game.state.tallies.update({f"arrived.t{n}-{kind}": 9 for n in (1, 2) for kind in ("armies", "army", "mech")})
    for key in ("19th-army", "20th-army", "16th-army", "24th-army"):
        if key not in pieces:
            game.state.cell[piece(game, key)] = -3
    lose(game, *lost)
    game.apply(Done())
    return game


@pytest.mark.rule("AB-12.0a")
def test_a_step_returns_a_lost_unit_reduced_or_restores_one_on_the_map() -> None:
    pieces = {"3rd-army": Spot("0805", 1), "10th-army": Spot("0803", 1), "4th-army": "0806", "liii": "0101"}
    game = build_up(pieces, "4th-army")
    assert game.decision is not None and game.decision.kind == "replace"
    soviet = game.scenario.side_index["soviet"]
    assert steps_left(game.table, soviet) == 3
    game.apply(PlaceUnit(piece(game, "4th-army"), cell(game, "1004")))
    assert where(game, "4th-army") == "1004"
    assert game.table.face(piece(game, "4th-army")).attack == 4
    game.apply(RestoreStep(piece(game, "3rd-army")))
    assert game.table.face(piece(game, "3rd-army")).attack == 8
    assert steps_left(game.table, soviet) == 1


@pytest.mark.rule("AB-12.0b")
def test_one_mech_corps_a_turn_never_the_sixth_and_it_stays_known() -> None:
    mech = {
        "mech-1": Spot("0805", revealed="5th-mech"),
        "mech-2": Spot("0806", revealed="7th-mech"),
        "mech-3": Spot("0807", revealed="6th-mech"),
        "4th-army": "0808",
    }
    game = build_up({**mech, "liii": "0101"}, "mech-1", "mech-2", "mech-3", "4th-army")
    sixth = game.judge(PlaceUnit(piece(game, "mech-3"), cell(game, "1004")))
    assert not sixth and sixth.case == "AB-12.0b"
    soviet = game.scenario.side_index["soviet"]
    assert lost_units(game.table, soviet) == [piece(game, key) for key in ("4th-army", "mech-1", "mech-2")]
    assert lost_units(game.table, 1 - soviet) == []
    game.apply(PlaceUnit(piece(game, "mech-1"), cell(game, "1004")))
    second = game.judge(PlaceUnit(piece(game, "mech-2"), cell(game, "1005")))
    assert not second and second.case == "AB-12.0b"
    assert game.judge(PlaceUnit(piece(game, "4th-army"), cell(game, "1005")))
    assert game.table.unit(piece(game, "mech-1")).unit == "5th-mech"
    assert game.view(0).face(piece(game, "mech-1")) is not None


@pytest.mark.rule("AB-12.1")
def test_no_unit_gets_two_steps_in_one_phase() -> None:
    game = build_up({"4th-army": "0806", "3rd-army": Spot("0807", 1), "liii": "0101"}, "4th-army")
    game.apply(PlaceUnit(piece(game, "4th-army"), cell(game, "1004")))
    again = game.judge(RestoreStep(piece(game, "4th-army")))
    assert not again and again.case == "AB-12.1"


@pytest.mark.rule("AB-12.2")
def test_soviet_replacements_appear_on_the_east_edge_or_in_a_city_in_communication() -> None:
    pieces = {"4th-army": "0808", "liii": "0303", "vi": "0804", "13th-army": "1002"}
    game = build_up(pieces, "4th-army")
    army = piece(game, "4th-army")
    assert game.judge(PlaceUnit(army, cell(game, "1008")))
    assert game.judge(PlaceUnit(army, cell(game, "0907"))), "Roslavl is Soviet and connected"
    country = game.judge(PlaceUnit(army, cell(game, "0908")))
    assert not country and country.case == "AB-12.2"
    covered = game.judge(PlaceUnit(army, cell(game, "0904")))
    assert not covered and covered.case == "AB-12.2", "Smolensk lies in a German zone"
    full = game.judge(PlaceUnit(army, cell(game, "1002")))
    assert not full and full.case == "AB-12.2", "one army a hex"
    cut = build_up({"4th-army": "0808", "liii": "0303", "vi": "0208"}, "4th-army")
    assert cut.judge(PlaceUnit(piece(cut, "4th-army"), cell(cut, "0305"))), "Brest is Soviet and nothing cuts it off"


@pytest.mark.rule("AB-12.2", "AB-7.3", "AB-12.5")
def test_a_city_or_unit_cut_off_by_enemy_zones_gets_nothing() -> None:
    wall = {"liii": "0802", "vi": "0805", "v": "0808", "ix": "0809"}
    game = build_up({"4th-army": "1009", "3rd-army": Spot("0505", 1), **wall}, "4th-army")
    city = game.judge(PlaceUnit(piece(game, "4th-army"), cell(game, "0505")))
    assert not city and city.case == "AB-12.5"
    unit = game.judge(RestoreStep(piece(game, "3rd-army")))
    assert not unit and unit.case == "AB-12.5"


@pytest.mark.rule("AB-12.2", "AB-12.5")
def test_a_reduced_unit_in_an_enemy_zone_may_be_restored_if_its_path_is_clear() -> None:
    game = build_up({"3rd-army": Spot("0805", 1), "liii": "0704"})
    assert game.judge(RestoreStep(piece(game, "3rd-army"))), "the origin hex is not counted"


@pytest.mark.rule("AB-12.5", "AB-7.3")
def test_friendly_units_do_not_lift_enemy_zones_from_the_path() -> None:
    wall = {"liii": "0802", "vi": "0805", "v": "0808", "ix": "0809"}
    pieces = {"3rd-army": "0505", "4th-army": "0704", "10th-army": "0904", **wall}
    game = drill(pieces, phase="soviet-movement")
    soviet = game.scenario.side_index["soviet"]
    assert not in_communication(game.table, cell(game, "0505"), soviet, "east-edge")
    gap = drill({"3rd-army": "0505", "liii": "0802", "vi": "0809"}, phase="soviet-movement")
    assert in_communication(gap.table, cell(gap, "0505"), soviet, "east-edge")


@pytest.mark.rule("AB-12.3")
def test_german_replacements_mirror_this_with_the_west_edge() -> None:
    game = build_up(
        {"liii": "0202", "xlvii-pz": Spot("0303", 1), "3rd-army": "0906"}, "liii", turn=4, phase="german-build-up"
    )
    assert game.decision is not None and game.decision.kind == "replace"
    corps = piece(game, "liii")
    assert game.judge(PlaceUnit(corps, cell(game, "0104")))
    assert not game.judge(PlaceUnit(corps, cell(game, "1004")))
    assert not game.judge(PlaceUnit(corps, cell(game, "0305"))), "Brest is still Soviet"
    game.apply(RestoreStep(piece(game, "xlvii-pz")))
    assert game.table.face(piece(game, "xlvii-pz")).attack == 9
    assert game.decision is None or game.decision.kind != "replace", "one German step a turn"


@pytest.mark.rule("AB-12.3")
def test_a_captured_city_in_communication_takes_german_replacements() -> None:
    game = build_up({"liii": "0202", "xlvii-pz": "0304", "3rd-army": "0906"}, "liii", turn=4, phase="german-build-up")
    brest = next(index for index, row in enumerate(game.scenario.places) if row.place == "brest")
    game.state.control[brest] = game.scenario.side_index["german"]
    assert game.judge(PlaceUnit(piece(game, "liii"), cell(game, "0305")))


@pytest.mark.rule("AB-12.4")
def test_unused_steps_are_lost() -> None:
    game = build_up({"3rd-army": Spot("0805", 1), "4th-army": Spot("0807", 1), "liii": "0101"})
    game.apply(Done())
    soviet = game.scenario.side_index["soviet"]
    while not (game.state.turn == 4 and game.table.phase_name == "Soviet Build-Up Phase"):
        game.apply(Done())
    assert steps_left(game.table, soviet) == 3, "three a turn, whatever was left over"


@pytest.mark.rule("AB-12.4")
def test_more_steps_than_the_track_gives_are_refused() -> None:
    armies = {
        key: Spot(at, 1)
        for key, at in (("3rd-army", "0801"), ("4th-army", "0803"), ("10th-army", "0805"), ("13th-army", "0807"))
    }
    game = build_up({**armies, "liii": "0101"})
    for key in ("3rd-army", "4th-army", "10th-army"):
        game.apply(RestoreStep(piece(game, key)))
    with pytest.raises(IllegalAction):
        game.apply(RestoreStep(piece(game, "13th-army")))
    assert game.state.face[piece(game, "13th-army")] == 1


def test_before_the_third_turn_there_are_no_replacements() -> None:
    game = build_up({"3rd-army": Spot("0805", 1), "liii": "0101"}, turn=2)
    assert game.decision is not None and game.decision.kind == "move"
    early = judge_restore(game.table, piece(game, "3rd-army"))
    assert not early and early.case == "AB-12.4"
    assert game.judge(move(game, "3rd-army", "0804"))
