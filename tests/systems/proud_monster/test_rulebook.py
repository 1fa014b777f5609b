"""The examples that the rulebook gives in its own text, on the shipped board and in the hexes that it names."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.board.network import TICKS
from engine.ids import Cell
from engine.records.board import Place
from engine.records.counters import Face
from engine.records.play import Arrival
from engine.rules.forecast import forecast_battle
from engine.rules.joining import standing
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import DeclareAttack, Done, PlaceUnit
from engine.state.tasks import Battle
from engine.systems import setting_of
from engine.systems.proud_monster.entry import ShiftReserve
from engine.systems.proud_monster.pause import LEFT, DeclarePause
from tests.kit.guderian import cell, fought, label, overrun, piece, price, refused, skip_to, waits, where
from tests.kit.monster import ASSAULT, CHECK, MOVE, MUTUAL_SOVIET, SOVIET_ASSAULT, attack, full, shipped, stage


@lru_cache(maxsize=1)
def whole() -> Setting:
    """The full game with its arrivals."""
    return setting_of(compile_scenario(shipped(), {"sections": "more"}))


@lru_cache(maxsize=8)
def with_strengths(*found: tuple[str, float, float]) -> Setting:
    """The full game in which some units have other factors on every face."""
    rows = shipped().copy()
    for arrival in list(rows.all(Arrival)):
        rows.drop(Arrival, arrival.arrival)
    for unit, attacking, defending in found:
        for face in [each for each in rows.all(Face) if each.unit == unit]:
            rows.put(Face(unit=unit, face=face.face, attack=attacking, defence=defending, movement=face.movement))
    return setting_of(compile_scenario(rows, {"sections": "more"}))


@pytest.mark.rule("PM-3.3", "PM-3.4")
def test_the_zones_part_between_2210n_and_2310n() -> None:
    regions, board = full().board.regions, full().board
    assert board.cell("2210N") in regions["frontier-zone"] and board.cell("2310N") in regions["interior-zone"]
    assert not regions["frontier-zone"] & regions["interior-zone"]
    long_row = sorted([place.name for place in shipped().all(Place) if place.cell[:2] == "42" and place.kind == "city"])
    assert long_row == ["Kharkov", "Leningrad"], "both lie in hexrow 42, and their garrisons count for it"


@pytest.mark.rule("PM-3.5", "PM-17.6")
def test_turn_10_brings_twenty_four_units_and_a_conversion() -> None:
    came = {
        (line.units.pools or line.units.flags)[0]: line.count
        for line in shipped().all(Arrival)
        if line.turn == 10 and line.side == "soviet"
    }
    assert came == {"cd": 2, "rb": 1, "rd": 20, "td": 1, "gds-tb": 1}


@pytest.mark.rule("PM-4.5")
@pytest.mark.parametrize(("held", "ends"), [(("smolensk", "minsk", "riga"), True), (("smolensk", "minsk"), False)])
def test_four_points_win_at_the_end_of_the_first_turn(held: tuple[str, ...], ends: bool) -> None:
    worth = {row.place: row.value for row in shipped().all(Place)}
    assert (sum(worth[key] for key in held) >= 4) == ends
    game = stage(
        {"rd-1": "5016N", "inf-61": "1811N"},
        "soviet-movement-1",
        turn=1,
        setting=full(),
        control=dict.fromkeys(held, "german"),
    )
    skip_to(game, MOVE if not ends else "nowhere", 2 if not ends else None)
    assert (game.outcome is not None) == ends
    assert game.outcome is None or game.outcome.winner == 0


@pytest.mark.rule("PM-8.3")
def test_reinforcements_of_turn_2_enter_in_either_couplet_or_go_south_for_one() -> None:
    game = stage({"rd-1": "5016N", "inf-61": "1811N"}, MOVE, turn=2, setting=whole())
    names = {number: key for key, number in game.scenario.piece_index.items()}

    def waiting() -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for action in game.options():
            if isinstance(action, PlaceUnit):
                found.setdefault(names[action.piece], set()).add(label(game, action.cell))
        return found

    come = sorted(key for line in shipped().all(Arrival) if line.turn == 2 for key in line.units.units)
    first, later, south = [key for key in come if key.startswith("inf-")][:3]
    game.apply(ShiftReserve(piece(game, south)))
    game.apply(Done())
    board = game.setting.board
    northern = {board.label(Cell(each)) for each in board.regions["okh-north"] if each < board.grid.size}
    offered = waiting()
    assert offered[first] == offered[later] == northern and south not in offered
    game.apply(PlaceUnit(piece(game, first), cell(game, "1811N")))
    skip_to(game, "axis-movement-2", 2)
    game.apply(Done())
    offered = waiting()
    assert offered[later] == northern and first not in offered
    southern = {board.label(Cell(each)) for each in board.regions["okh-south"] if each < board.grid.size}
    assert offered[south] == southern, "a couplet later, by the south alone"


@pytest.mark.rule("PM-8.7")
@pytest.mark.parametrize(("town", "most"), [("riga", 10), ("minsk", 40), ("moscow", 60)])
def test_riga_takes_ten_units_a_turn_minsk_forty_and_moscow_sixty(town: str, most: int) -> None:
    """Eighty-six units come on turn 3, besides the dice."""
    lost = [row.place for row in shipped().all(Place) if not row.place.startswith(town)]
    control = dict.fromkeys(lost, "german")
    game = stage({"inf-61": "1811N"}, MUTUAL_SOVIET, turn=3, setting=whole(), control=control)
    box, came = game.setting.board.names.find("southern-ports"), 0
    while waits(game)[1] == "arrive":
        action = next((each for each in game.options() if isinstance(each, PlaceUnit) and each.cell != box), None)
        if action is None:
            break
        game.apply(action)
        came += 1
    assert came == most


@pytest.mark.rule("PM-9.12")
def test_the_east_edge_feeds_no_german() -> None:
    game = stage({"inf-61": "6016N", "rd-1": "5016N", "rd-2": "5917N"}, MOVE, setting=full())
    assert game.table.allowance(piece(game, "inf-61")) == 5, "a line to the west of any length"
    board = game.setting.board
    wall = [board.label(Cell(each)) for each in board.neighbours(board.cell("6016N"))]
    cut = stage({"inf-61": "6016N", **{f"rd-{n}": at for n, at in enumerate(wall, 1)}}, MOVE, setting=full())
    assert cut.table.allowance(piece(cut, "inf-61")) == 3, "half of 5 is 3"


@pytest.mark.rule("PM-9.19")
def test_a_pause_declared_at_the_end_of_turn_2_lasts_through_the_first_couplet_of_turn_4() -> None:
    game = stage({"inf-61": "1811N", "rd-1": "5016N"}, CHECK, turn=2, setting=full(), supply=True)
    game.apply(DeclarePause())
    for phase, turn, left in ((MOVE, 3, 3), ("axis-movement-2", 3, 2), (MOVE, 4, 1), ("axis-movement-2", 4, 0)):
        skip_to(game, phase, turn)
        assert game.table.count(LEFT) == left


@pytest.mark.rule("PM-12.21", "PM-12.15")
def test_a_mechanised_unit_pays_five_for_hills_across_a_river() -> None:
    board = full().board
    across = next(
        (board.label(Cell(here)), board.label(Cell(near)))
        for here in range(board.grid.size)
        if board.terrain_of(Cell(here)) == "clear"
        for near in board.neighbours(Cell(here))
        if board.terrain_of(Cell(near)) == "hills" and not board.places_at(Cell(near))
        if "river" in board.hexsides_of(Cell(here), board.grid.side_between(Cell(here), Cell(near)) or 0)
    )
    game = stage({"pz-1": across[0], "rd-1": "5016N"}, MOVE, setting=full())
    assert price(game, "pz-1", across[1]) == 5


@pytest.mark.rule("PM-14.2")
def test_a_unit_in_2407n_attacks_2406n_or_2506n_but_not_both() -> None:
    pieces = {"inf-61": "2407N", "inf-217": "2407N", "rd-1": ("2406N", "1-1"), "rd-2": ("2506N", "1-1")}
    game = stage(pieces, ASSAULT, setting=full())
    game.apply(DeclareAttack(piece(game, "inf-61"), cell(game, "2406N")))
    refused(game, DeclareAttack(piece(game, "inf-61"), cell(game, "2506N")), "PM-14.2")
    assert game.judge(DeclareAttack(piece(game, "inf-217"), cell(game, "2506N"))), "others of its stack may"


ATTACKERS = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-11")


@pytest.mark.rule("PM-14.8", "PM-14.9")
def test_26_against_7_is_3_to_1_and_5_against_11_is_1_to_3() -> None:
    setting = with_strengths(
        *((key, strength, 6) for key, strength in zip(ATTACKERS, (6, 5, 5, 5, 5), strict=True)), ("rd-10", 5, 7)
    )
    high = stage({**dict.fromkeys(ATTACKERS, "2407N"), "rd-1": ("2506N", 0, "rd-10")}, ASSAULT, setting=setting)
    event = attack(high, "2506N", *ATTACKERS)
    assert (event.attack, event.defence, event.odds, event.column) == (26, 7, "3:1", "3:1")
    poor = with_strengths(("inf-61", 5, 6), ("inf-217", 5, 5), ("rd-10", 5, 7))
    low = stage({"inf-61": "2506N", "inf-217": "2506N", "rd-1": ("2407N", 0, "rd-10")}, SOVIET_ASSAULT, setting=poor)
    event = attack(low, "2506N", "rd-1")
    assert (event.attack, event.defence, event.odds) == (5, 11, "1:3")


@pytest.mark.rule("PM-14.16")
def test_hills_make_3_to_1_a_2_to_1() -> None:
    setting, board = with_strengths(("inf-61", 9, 6), ("rd-10", 3, 3)), full().board
    here, hills = next(
        (board.label(Cell(here)), board.label(Cell(near)))
        for here in sorted(board.regions["gas-west"])
        if here < board.grid.size and board.terrain_of(Cell(here)) == "clear"
        for near in board.neighbours(Cell(here))
        if board.terrain_of(Cell(near)) == "hills" and not board.places_at(Cell(near))
        if not board.hexsides_of(Cell(here), board.grid.side_between(Cell(here), Cell(near)) or 0)
        if not any(near in board.regions[region] for region in board.regions if region.endswith(("-line", "-forts")))
    )
    event = attack(stage({"inf-61": here, "rd-1": (hills, 0, "rd-10")}, ASSAULT, setting=setting), hills, "inf-61")
    assert (event.odds, event.column) == ("3:1", "2:1")


@pytest.mark.rule("PM-14.30")
def test_3_1_7_and_3_3_5_defend_as_3_2_7_and_3_4_5_in_the_stalin_line() -> None:
    board = full().board
    at = next(each for each in sorted(board.regions["stalin-line"]) if not board.places_at(Cell(each)))
    here, line = board.label(Cell(next(iter(board.neighbours(Cell(at)))))), board.label(Cell(at))
    game = stage({"inf-61": here, "td-1": (line, "3-1"), "rd-1": (line, "3-3")}, ASSAULT, setting=full())
    fight = standing(game.table, Battle(0, cell(game, line), (piece(game, "inf-61"),)))
    seen = forecast_battle(game.table, fight)
    assert {game.scenario.pieces[each.piece].key: each.value for each in seen.defence} == {"td-1": 2, "rd-1": 4}
    assert attack(game, line, "inf-61").defence == 6


@pytest.mark.rule("PM-14.35")
def test_a_two_step_unit_pays_two_points_and_one_of_them_by_its_other_side() -> None:
    setting = with_strengths(("inf-61", 5, 4), ("rd-10", 4, 4), ("rd-90", 4, 4))
    own = {"rd-1": ("2506N", 0, "rd-10"), "rd-2": ("2506N", 0, "rd-90")}
    for die, code, left in ((4, "1/2", 0), (2, "2/1", 1)):
        game = stage({**own, "inf-61": "2407N"}, SOVIET_ASSAULT, setting=setting, die=die)
        assert attack(game, "2407N", *own).code == code
        if waits(game) == ("german", "yield"):
            game.apply(Done())
        assert (where(game, "inf-61") == "2407N") == bool(left)
        assert not left or game.table.steps_left(piece(game, "inf-61")) == left


@pytest.mark.rule("PM-14.36")
def test_two_brigades_pay_one_point() -> None:
    setting = with_strengths(("inf-61", 4, 6), ("inf-217", 4, 6))
    pieces = {"inf-61": "2407N", "inf-217": "2407N", "rb-1": ("2506N", "2-2"), "rb-2": ("2506N", "2-2")}
    game = stage(pieces, ASSAULT, setting=setting, die=2)
    assert attack(game, "2506N", "inf-61", "inf-217").code == "2/1"
    assert (where(game, "rb-1"), where(game, "rb-2")) == ("lost", "lost")


@pytest.mark.rule("PM-15.2")
def test_a_panzer_division_pays_nine_to_assault_2707n_from_2608n_on_the_march() -> None:
    game = stage({"pz-1": "2608N", "rd-1": ("2707N", "1-1")}, MOVE, turn=2, setting=full(), die=6)
    assert game.table.face(piece(game, "pz-1")).movement == 12
    game.apply(overrun(game, "2707N", "pz-1"))
    assert fought(game).code.startswith("0/") and where(game, "pz-1") == "2707N"
    assert game.state.spent[piece(game, "pz-1")] == 9 * TICKS
