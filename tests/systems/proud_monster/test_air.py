"""Proud Monster: flak, and aircraft that support stacks (PM 6.6, 8.10, 10.1 to 10.4)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.ids import Cell
from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face
from engine.rules.forecast import forecast_battle
from engine.rules.ground_support import SUPPORTED, GroundSupport, HandOverAircraft, Wing
from engine.rules.joining import standing
from engine.rules.stacking import overstacked
from engine.state.actions import DeclareAttack, Done, PlaceUnit
from engine.state.tasks import Battle
from tests.kit.boards import place
from tests.kit.guderian import cell, fought, lose, march, move, overrun, piece, refused, skip_to, waits, where
from tests.kit.monster import ASSAULT, MOVE, SOVIET_ASSAULT, around, attack, full, ground_rows, stage, supplied, terrain
from tests.kit.touring import at_sea

COMMIT, COMMIT_2, SOVIET_COMMIT = "axis-aircraft-1", "axis-aircraft-2", "soviet-aircraft-1"
STRENGTHS = {"inf-61": (6, 6), "inf-217": (5, 5), "inf-291": (5, 5), "pz-1": (9, 7), "rd-10": (3, 3), "rd-90": (2, 2)}


def rows_with(**strengths: tuple[int, int]) -> Rows:
    """The training ground with some units of known strengths, the same on every face."""
    rows = ground_rows()
    for unit, (attacking, defending) in {**STRENGTHS, **strengths}.items():
        for row in list(rows.all(Face)):
            if row.unit == unit:
                rows.put(Face(unit=unit, face=row.face, attack=attacking, defence=defending, movement=row.movement))
    return rows


def commit(game: Game, aircraft: str, target: str) -> PlaceUnit:
    return PlaceUnit(piece(game, aircraft), cell(game, target))


def riding(aircraft: str, on: str) -> dict[str, Any]:
    """The marks of a position in which an aircraft rides on a unit."""
    return {SUPPORTED: {on: supplied().scenario.piece_index[aircraft]}}


def bearer(game: Game, aircraft: str) -> str | None:
    """Who bears an aircraft."""
    found = game.table.mechanism(GroundSupport).bearer(game.table, piece(game, aircraft))
    return None if found is None else game.scenario.pieces[found].key


# Flak


def tanks(game_rows: Rows | None = None, *, flak: bool = True, other: bool = True, **more: Any) -> Game:
    """Example 5: four tank brigades and a rifle division against infantry with flak."""
    own: dict[str, Any] = {"tb-1": ("0605", 0, "tb-1"), "tb-2": ("0605", 0, "tb-2"), "tb-3": ("0605", 0, "tb-3")}
    own |= {"tb-4": ("0605", 0, "tb-4"), "rd-1": ("0706", 0, "rd-10")}
    own |= {"inf-61": "0606"} if other else {}
    own |= {"flak-i": "0606"} if flak else {}
    rows = game_rows or rows_with(
        **{"tb-1": (4, 2), "tb-2": (4, 2), "tb-3": (3, 2), "tb-4": (2, 1), "rd-10": (4, 4), "inf-61": (5, 5)}
    )
    return stage(own, SOVIET_ASSAULT, turn=7, rows=rows, die=4, **more)


FORCE = ("tb-1", "tb-2", "tb-3", "tb-4", "rd-1")


@pytest.mark.rule("PM-10.1")
def test_example_5_flak_halves_tank_brigades() -> None:
    event = attack(tanks(), "0606", *FORCE)
    assert (event.attack, event.defence, event.odds) == (11, 8, "1:1"), "13 tanks count 7, in one sum"
    assert any(case == "PM-10.1" for _, case in event.causes)
    bare = attack(tanks(flak=False), "0606", *FORCE)
    assert (bare.attack, bare.defence, bare.odds) == (17, 5, "3:1")


@pytest.mark.rule("PM-10.1")
def test_flak_alone_halves_nobody() -> None:
    event = attack(tanks(other=False), "0606", *FORCE)
    assert (event.attack, event.defence, event.odds) == (17, 3, "5:1")


@pytest.mark.rule("PM-10.1")
def test_two_flak_corps_halve_once_and_the_forecast_knows() -> None:
    rows = rows_with(**{"tb-1": (4, 2), "tb-2": (4, 2)})
    pieces = {"tb-1": ("0605", 0, "tb-1"), "tb-2": ("0605", 0, "tb-2"), "inf-61": "0606"}
    game = stage({**pieces, "flak-i": "0606", "flak-ii": "0606"}, SOVIET_ASSAULT, rows=rows)
    fight = Battle(1, cell(game, "0606"), (piece(game, "tb-1"), piece(game, "tb-2")))
    seen = forecast_battle(game.table, standing(game.table, fight))
    assert any("flak" in each.why for each in seen.causes) and seen.odds == "1:3", "4 against 12"


@pytest.mark.rule("PM-10.1")
def test_flak_out_of_supply_halves_nobody() -> None:
    own = {f"tb-{n}": (at, "2-2") for n, at in enumerate(around("0606"), 1)}
    cut = stage({**own, "inf-61": "0606", "flak-i": "0606"}, SOVIET_ASSAULT, setting=supplied(), die=4)
    event = attack(cut, "0606", *own)
    assert event.attack == 12 and not any("flak" in why for why, _ in event.causes)
    held = {key: at for key, at in own.items() if at[0] != "0506"}
    way = {"inf-217": "0506", "inf-291": "0406", "inf-1": "0306"}
    fed = stage({**held, **way, "inf-61": "0606", "flak-i": "0606"}, SOVIET_ASSAULT, setting=supplied(), die=4)
    assert attack(fed, "0606", *held).attack == 5, "10 tanks count 5"


@pytest.mark.rule("PM-10.1")
def test_flak_never_attacks_nor_rides_along() -> None:
    pieces = {"flak-i": "0506", "pz-1": "0506", "rd-1": ("0606", "1-1")}
    fight = stage(pieces, ASSAULT)
    refused(fight, DeclareAttack(piece(fight, "flak-i"), cell(fight, "0606")), "PM-10.1")
    ride = stage(pieces, MOVE)
    assert not ride.judge(overrun(ride, "0606", "pz-1", "flak-i"))
    assert ride.judge(overrun(ride, "0606", "pz-1"))
    assert ride.judge(move(ride, "flak-i", "0507")), "it moves like anybody"


# German aircraft


@pytest.mark.rule("PM-10.2")
def test_aircraft_are_committed_one_to_a_hex_on_stacks_of_their_side() -> None:
    game = stage({"inf-61": "0506", "pz-1": "0506", "inf-217": "0806", "rd-1": "1506"}, COMMIT)
    assert waits(game) == ("german", "commit")
    game.apply(commit(game, "fk-i", "0506"))
    assert bearer(game, "fk-i") == "pz-1", "on the unit that attacks best"
    refused(game, commit(game, "fk-ii", "0506"), "PM-10.2")
    refused(game, commit(game, "fk-ii", "1506"), "PM-10.2")
    refused(game, commit(game, "fk-ii", "0707"), "PM-10.2")
    game.apply(commit(game, "fk-i", "0806"))
    assert bearer(game, "fk-i") == "inf-217", "it may be sent elsewhere"
    game.apply(commit(game, "fk-ii", "0506"))
    skip_to(game, COMMIT_2)
    assert bearer(game, "fk-ii") == "pz-1" and waits(game) == ("german", "commit"), "it stays until the next phase"
    game.apply(Done())
    assert waits(game)[1] != "commit"


FACTORS = {1: 4, 2: 10, 3: 9, 4: 8, 5: 7, 6: 6, 7: 5, 8: 4, 9: 3, 10: 2, 11: 1}


@pytest.mark.rule("PM-10.2", "PM-17.8")
@pytest.mark.parametrize(("turn", "factor"), FACTORS.items())
def test_its_points_are_those_of_the_turn(turn: int, factor: int) -> None:
    pieces = {"inf-61": "0506", "inf-217": "0506", "rd-1": ("0606", 0, "rd-10")}
    game = stage(pieces, ASSAULT, turn=turn, rows=rows_with(), die=3, marks=riding("fk-i", "inf-61"))
    event = attack(game, "0606", "inf-61", "inf-217")
    assert event.attack == 11 + min(factor, 11)
    assert any(case == "PM-10.2" for _, case in event.causes)


@pytest.mark.rule("PM-10.2")
def test_it_adds_no_more_than_the_supported_stack_brings() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0605", "rd-1": ("0606", 0, "rd-10")}
    game = stage(pieces, ASSAULT, turn=2, rows=rows_with(), die=3, marks=riding("fk-i", "inf-61"))
    assert attack(game, "0606", "inf-61", "inf-217").attack == 6 + 6 + 5, "10 points, but the stack has 6"


@pytest.mark.rule("PM-10.2")
def test_the_cap_counts_what_is_left_after_halving_and_the_points_are_not_halved() -> None:
    rows = rows_with(**{"pz-6": (7, 7)})
    terrain(rows, "marsh", "0606")
    pieces = {"pz-1": "0506", "pz-6": "0605", "rd-1": ("0606", 0, "rd-10")}
    game = stage(pieces, ASSAULT, turn=2, rows=rows, die=3, marks=riding("fk-i", "pz-1"))
    assert attack(game, "0606", "pz-1", "pz-6").attack == 8 + 5, "16 halved is 8, of which 9/16 are the stack's: 4.5"


@pytest.mark.rule("PM-10.2")
def test_it_supports_defenders_too_and_is_no_loss() -> None:
    pieces = {"inf-61": ("0606", 1), "rd-1": ("0506", 0, "rd-10"), "rd-2": ("0506", 0, "rd-90")}
    game = stage(pieces, SOVIET_ASSAULT, turn=8, rows=rows_with(), die=6, marks=riding("fk-i", "inf-61"))
    event = attack(game, "0606", "rd-1", "rd-2")
    assert event.defence == 6 + 4


@pytest.mark.rule("PM-10.2")
def test_it_helps_only_the_battle_of_the_unit_that_it_rides_on() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0506", "rd-1": ("0606", 0, "rd-10"), "rd-2": ("0505", 0, "rd-90")}
    game = stage(pieces, ASSAULT, turn=8, rows=rows_with(), die=3, marks=riding("fk-i", "inf-61"))
    assert attack(game, "0505", "inf-217").attack == 5
    while waits(game)[1] != "declare":
        game.apply(next(iter(game.options())))
    assert attack(game, "0606", "inf-61").attack == 6 + 4


@pytest.mark.rule("PM-10.2")
def test_it_goes_with_its_unit_and_may_be_handed_over_before_the_stack_parts() -> None:
    pieces = {"inf-61": "0506", "pz-1": "0506", "mot-36": "0506", "rd-1": "1506"}
    game = stage(pieces, MOVE, marks=riding("fk-i", "pz-1"))
    other = HandOverAircraft(piece(game, "fk-i"), piece(game, "inf-61"))
    assert other in list(game.options())
    game.apply(other)
    assert bearer(game, "fk-i") == "inf-61"
    refused(game, HandOverAircraft(piece(game, "fk-i"), piece(game, "pz-1")), "PM-10.2")
    game.apply(march(game, ("pz-1", "mot-36"), "0606"))
    assert where(game, "pz-1") == "0606" and bearer(game, "fk-i") == "inf-61"
    late = stage(pieces, MOVE, marks=riding("fk-i", "pz-1"))
    late.apply(march(late, ("pz-1", "mot-36"), "0606"))
    refused(late, HandOverAircraft(piece(late, "fk-i"), piece(late, "mot-36")), "PM-10.2")


@pytest.mark.rule("PM-10.2")
@pytest.mark.parametrize("able", ["inf-61", "pz-1", ""])
def test_it_is_handed_over_only_where_one_of_the_two_can_move(able: str) -> None:
    rows = rows_with()
    for key in {"inf-61", "pz-1"} - {able}:
        face = rows.get(Face, key, 0)
        assert face is not None
        rows.put(msgspec.structs.replace(face, movement=0))
    game = stage({"inf-61": "0506", "pz-1": "0506", "rd-1": "1506"}, MOVE, rows=rows, marks=riding("fk-i", "pz-1"))
    verdict = game.judge(HandOverAircraft(piece(game, "fk-i"), piece(game, "inf-61")))
    assert bool(verdict) == bool(able)
    assert verdict or (verdict.case, verdict.why) == ("PM-10.2", "Neither of them can move.")


@pytest.mark.rule("PM-10.2")
def test_when_its_unit_is_lost_it_stays_with_the_stack_or_goes_home() -> None:
    pieces = {"inf-61": ("0606", 1), "inf-217": ("0606", 1), "rd-1": ("0506", 0, "rd-10"), "rd-2": ("0605", 0, "rd-90")}
    strong = rows_with(**{"rd-10": (9, 9), "rd-90": (9, 9), "inf-61": (1, 1), "inf-217": (1, 1)})
    game = stage(pieces, SOVIET_ASSAULT, turn=11, rows=strong, die=1, marks=riding("fk-i", "inf-61"))
    event = attack(game, "0606", "rd-1", "rd-2")
    assert event.code.split("/")[1] != "0"
    if waits(game) == ("german", "lose"):
        lose(game, "inf-61")
    assert where(game, "inf-61") == "lost"
    if where(game, "inf-217") == "0606":
        assert bearer(game, "fk-i") == "inf-217"
    else:
        assert bearer(game, "fk-i") is None
    assert where(game, "fk-i") == "off", "aircraft are never lost"


@pytest.mark.rule("PM-10.2")
def test_it_supports_mobile_assaults() -> None:
    pieces = {"pz-1": "0506", "rd-1": ("0606", 0, "rd-10")}
    game = stage(pieces, MOVE, turn=8, rows=rows_with(), die=6, marks=riding("fk-i", "pz-1"))
    game.apply(overrun(game, "0606", "pz-1"))
    assert fought(game).attack == 9 + 4


@pytest.mark.rule("PM-10.2")
def test_none_are_committed_on_turn_12() -> None:
    game = stage({"inf-61": "0506", "inf-217": "0507", "rd-1": "1506"}, "mutual-axis", turn=12)
    asked = set()
    while game.decision is not None and game.state.turn == 12:
        asked.add(waits(game))
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert ("german", "commit") not in asked


@pytest.mark.rule("PM-10.3")
def test_the_eighth_corps_moves_the_odds_for_its_side() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0506", "rd-1": ("0606", 0, "rd-10")}
    game = stage(pieces, ASSAULT, turn=11, rows=rows_with(), die=3, marks=riding("fk-viii", "inf-61"))
    event = attack(game, "0606", "inf-61", "inf-217")
    assert (event.attack, event.odds, event.column) == (12, "4:1", "5:1")
    assert (1, "VIII FK in support", "PM-10.3") in event.shifts
    usual = stage(pieces, ASSAULT, turn=11, rows=rows_with(), die=3, marks=riding("fk-i", "inf-61"))
    assert attack(usual, "0606", "inf-61", "inf-217").column == "4:1"
    own = {"inf-61": "0606", "rd-1": ("0506", 0, "rd-10"), "rd-2": ("0506", 0, "rd-90")}
    defending = stage(own, SOVIET_ASSAULT, turn=11, rows=rows_with(), die=3, marks=riding("fk-viii", "inf-61"))
    assert attack(defending, "0606", "rd-1", "rd-2").shifts[-1][0] == -1


@pytest.mark.rule("PM-10.2", "PM-10.3")
def test_the_forecast_of_a_supported_battle_is_exact() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0506", "rd-1": "0606"}
    game = stage(pieces, ASSAULT, turn=8, rows=rows_with(), marks=riding("fk-viii", "inf-61"))
    target = cell(game, "0606")
    seen = game.view(0).forecast(target, (piece(game, "inf-61"), piece(game, "inf-217")))
    assert any(shift.case == "PM-10.3" for shift in seen.shifts) and any(each.case == "PM-10.3" for each in seen.causes)
    pool = [face.defence for _, face in game.table.pool_of(piece(game, "rd-1"))]
    best = sum(15 // defence + 1 > 7 for defence in pool)
    assert float(seen.chances.get("0/E", 0)) == pytest.approx(best / 343), (
        "11 and 4 against each defence, one to the right"
    )


@pytest.mark.rule("PM-6.6")
def test_aircraft_take_no_room() -> None:
    five = dict.fromkeys(("inf-61", "inf-217", "inf-291", "inf-1", "inf-21"), "0506")
    game = stage({**five, "rd-1": "1506"}, COMMIT)
    game.apply(commit(game, "fk-i", "0506"))
    assert overstacked(game.table) is None and len(game.table.stack(cell(game, "0506"))) == 5
    skip_to(game, "soviet-movement-1")
    assert all(where(game, key) == "0506" for key in five), "nobody had to go"


# The Soviet aircraft


@pytest.mark.rule("PM-10.4", "PM-8.10")
def test_the_soviet_aircraft_supports_with_five_near_moscow_on_turn_12() -> None:
    pieces = {"rd-1": ("2006", 0, "rd-10"), "rd-2": ("2006", 0, "rd-90"), "rd-3": "1106", "inf-61": "1906"}
    game = stage(pieces, SOVIET_COMMIT, turn=12, rows=rows_with())
    assert waits(game) == ("soviet", "commit")
    refused(game, commit(game, "air-6-iak", "1106"), "PM-10.4")
    game.apply(commit(game, "air-6-iak", "2006"))
    skip_to(game, SOVIET_ASSAULT)
    event = attack(game, "1906", "rd-1", "rd-2")
    assert event.attack == 5 + 5 and not any("support" in why for _, why, _ in event.shifts), "never a shift"


@pytest.mark.rule("PM-10.4")
@pytest.mark.parametrize(("near", "far"), [("5017N", "5116N"), ("5116N", "5017N")])
def test_ten_hexes_are_counted_from_the_nearer_hex_of_moscow(near: str, far: str) -> None:
    board = full().board
    ends = [board.cell(at) for at in (near, far)]
    for many, open_ in ((10, True), (11, False)):
        label = next(
            board.label(Cell(at))
            for at in range(board.grid.size)
            if [board.grid.distance(Cell(at), end) for end in ends] == [many, many + 1]
            if board.terrain_of(Cell(at)) == "clear"
        )
        game = stage({"rd-1": label, "rd-2": near, "inf-61": "1811N"}, SOVIET_COMMIT, turn=12, setting=full())
        assert bool(game.judge(commit(game, "air-6-iak", label))) == open_


@pytest.mark.rule("PM-10.4")
def test_it_does_not_follow_beyond_ten_hexes_of_moscow() -> None:
    game = stage(
        {"cd-1": "1206", "rd-1": "2006", "inf-61": "0506"},
        "soviet-movement-1",
        turn=12,
        marks=riding("air-6-iak", "cd-1"),
    )
    game.apply(move(game, "cd-1", "1107"))
    assert bearer(game, "air-6-iak") is None


@pytest.mark.rule("PM-8.10")
@pytest.mark.parametrize("lost", ["moscow", "moscow-2"])
def test_it_does_not_come_if_a_hex_of_moscow_is_lost(lost: str) -> None:
    pieces = {"rd-1": "2006", "inf-61": "0506"}
    game = stage(pieces, "mutual-axis", turn=12, control={lost: "german"})
    asked = set()
    while game.decision is not None and game.state.turn == 12:
        asked.add(waits(game))
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert ("soviet", "commit") not in asked


@pytest.mark.rule("PM-8.10", "PM-10.4")
def test_it_does_not_come_if_moscow_is_cut_off() -> None:
    wall = {
        f"inf-{n}": f"23{row:02}" for row, n in enumerate((61, 217, 291, 1, 21, 11, 30, 126, 122, 123, 290, 32, 254), 1)
    }
    cut = stage({**wall, "rd-1": "2006"}, SOVIET_COMMIT, turn=12, setting=supplied())
    assert waits(cut)[1] != "commit"
    fed = stage({"inf-61": "0506", "rd-1": "2006"}, SOVIET_COMMIT, turn=12, setting=supplied())
    assert waits(fed) == ("soviet", "commit")


def test_a_city_of_the_stack_does_not_matter_to_aircraft() -> None:
    rows = rows_with()
    place(rows, "Fortress", "0606", kind="city", owner="soviet", key="fortress")
    pieces = {"inf-61": "0506", "rd-1": ("0606", 0, "rd-10")}
    game = stage(pieces, ASSAULT, turn=8, rows=rows, die=3, marks=riding("fk-i", "inf-61"))
    assert attack(game, "0606", "inf-61").attack == 10


@pytest.mark.rule("PM-8.10")
def test_aircraft_that_stay_near_a_place_reach_no_box_and_no_hex_farther_off() -> None:
    game = at_sea()
    rule, grid = game.table.mechanism(GroundSupport), game.setting.board.grid
    base = next(row for row in game.scenario.places if row.kind == "city")
    here = game.setting.board.cell(base.cell)
    for within in (3, 99):
        wing = Wing(near=(base.place,), within=within)
        near = [at for at in range(game.setting.board.size) if rule._in_range(game.table, wing, at)]
        assert near == [at for at in range(grid.size) if grid.distance(Cell(at), Cell(here)) <= within]
    assert game.setting.board.size > grid.size, "there are boxes"
    assert all(rule._in_range(game.table, Wing(), at) for at in range(game.setting.board.size))
