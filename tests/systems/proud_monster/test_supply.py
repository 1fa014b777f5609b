"""Proud Monster: lines of supply, their sources, and what the lack of them does (PM 9.2 to 9.17, 14.29, 15.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face, Unit
from engine.rules.supply import Supply, line_of, supplied
from engine.rules.supply_needs import grade_of
from engine.state.actions import AdvanceUnit, PlaceUnit
from tests.kit.boards import place, redraw, region, river
from tests.kit.guderian import cell, fought, label, march, move, overrun, piece, reach, refused, waits, where
from tests.kit.monster import (
    ASSAULT,
    COLUMNS,
    MOVE,
    MUTUAL_SOVIET,
    ROWS,
    SOVIET_ASSAULT,
    SOVIET_MOVE,
    around,
    attack,
    columns_of,
    full,
    ground_rows,
    real,
    stage,
    terrain,
)

FULL, OUT = "full", "out"


def state_of(game: Game, name: str) -> str:
    """How a unit is supplied: `full`, `out`, or in what way less than fully."""
    unit = piece(game, name)
    if not supplied(game.table, unit):
        return OUT
    return grade_of(game.table, game.state.cell[unit], game.table.side_of(unit), unit) or FULL


def ring(at: str, *, but: tuple[str, ...] = (), first: int = 11) -> dict[str, Any]:
    """Rifle divisions all around a hex, but for some hexes."""
    cells = [each for each in around(at) if each not in but]
    return {f"rd-{number}": (each, "3-3") for number, each in enumerate(cells, first)}


def wall(column: int, *, but: tuple[str, ...] = (), first: int = 31) -> dict[str, Any]:
    """Rifle divisions in every hex of a column, but for some hexes."""
    cells = [each for each in columns_of(column, column) if each not in but]
    return {f"rd-{number}": each for number, each in enumerate(cells, first)}


GERMANS = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-11", "inf-21")


def germans(at: str, *, but: tuple[str, ...] = ()) -> dict[str, str]:
    """German divisions all around a hex, but for some hexes."""
    return dict(zip(GERMANS, (each for each in around(at) if each not in but), strict=False))


def infantry() -> list[str]:
    """The German infantry divisions, in the order of their rows."""
    return [row.unit for row in ground_rows().all(Unit) if row.unit.startswith("inf-")]


def path_of(game: Game, name: str) -> list[str]:
    """The hexes of a unit's line of supply."""
    unit = piece(game, name)
    traced = line_of(game.table, unit)
    return [label(game, each) for each in traced.path(game.state.cell[unit])] if traced is not None else []


# Sources and paths


@pytest.mark.rule("PM-9.2")
def test_a_soviet_unit_is_supplied_by_a_path_of_any_length_or_not_at_all() -> None:
    game = stage({"rd-1": "0206", "inf-61": "1212"}, SOVIET_MOVE)
    assert state_of(game, "rd-1") == FULL
    path = path_of(game, "rd-1")
    assert path[0] == "0206" and path[-1][:2] == str(COLUMNS) and len(path) == COLUMNS - 1, "the shortest way there"
    pocket = stage({"rd-1": "0806", **germans("0806")}, SOVIET_MOVE)
    assert state_of(pocket, "rd-1") == OUT and path_of(pocket, "rd-1") == []
    hole = stage({"rd-1": "0806", **germans("0806", but=("0906",))}, SOVIET_MOVE)
    assert state_of(hole, "rd-1") == FULL and path_of(hole, "rd-1")[1] == "0906"
    edge = stage({"rd-1": "2406", **germans("2406")}, SOVIET_MOVE)
    assert state_of(edge, "rd-1") == FULL, "it stands in a source itself"


@pytest.mark.rule("PM-9.3")
def test_german_supply_is_full_west_of_the_line_attenuated_east_of_it_or_none() -> None:
    rows = ground_rows()
    redraw(rows, "gas-west", *columns_of(1, 12))
    pieces = {"inf-61": "1206", "inf-217": "1306", "inf-291": "1906", **ring("1906")}
    game = stage(pieces, MOVE, rows=rows)
    assert [state_of(game, key) for key in ("inf-61", "inf-217", "inf-291")] == [FULL, "attenuated", OUT]
    assert max(reach(game, "inf-217").values()) == 5, "it moves as always"
    west = stage({"inf-61": "0806", **ring("0806")}, MOVE, rows=rows)
    assert state_of(west, "inf-61") == OUT, "whatever side of the line it is on"


@pytest.mark.rule("PM-9.3")
def test_the_line_on_the_map_has_the_crimea_in_the_west() -> None:
    board = real().board
    west = board.regions["gas-west"]

    def is_west(at: str) -> bool:
        return board.cell(at) in west

    assert is_west("4000N") and not is_west("4100N"), "the northern end"
    assert is_west("3715S") and not is_west("3815S"), "the southern end"
    assert all(is_west(at) for at in ("3719S", "3819S", "2919S")) and not is_west("3820S"), "up to 3819S"


@pytest.mark.rule("PM-9.4")
def test_no_line_runs_through_enemy_units_or_the_sea() -> None:
    closed = stage({"inf-61": "1506", **wall(10)}, MOVE)
    assert state_of(closed, "inf-61") == OUT
    gap = stage({"inf-61": "1506", **wall(10, but=("1003",))}, MOVE)
    assert state_of(gap, "inf-61") == FULL and "1003" in path_of(gap, "inf-61"), "enemies beside it do not matter"
    rows = ground_rows()
    terrain(rows, "sea", *columns_of(10, 10))
    sea = stage({"inf-61": "1506", "rd-1": "0506"}, MOVE, rows=rows)
    assert [state_of(sea, key) for key in ("inf-61", "rd-1")] == [OUT, OUT]


@pytest.mark.rule("PM-9.4", "PM-9.14")
@pytest.mark.parametrize(("sky", "german"), [("dry", OUT), ("mud", OUT), ("snow", FULL)])
def test_soviet_lines_always_cross_lakes_and_german_ones_only_in_snow(sky: str, german: str) -> None:
    rows = ground_rows()
    terrain(rows, "lake", *columns_of(10, 10))
    game = stage({"inf-61": "1506", "rd-1": "0506"}, MOVE, rows=rows, weather={"north": sky})
    assert state_of(game, "inf-61") == german
    assert state_of(game, "rd-1") == "over a lake", "supplied, but not overland"


@pytest.mark.rule("PM-9.10")
def test_an_occupied_hex_of_the_east_edge_is_no_source_until_it_is_left() -> None:
    keys = infantry()
    edge = dict(zip(keys, columns_of(COLUMNS, COLUMNS), strict=False))
    assert len(edge) == ROWS
    game = stage({"rd-1": "2006", **edge}, MOVE)
    assert state_of(game, "rd-1") == OUT
    game.apply(move(game, keys[5], "2306"))
    assert where(game, keys[5]) == "2306" and state_of(game, "rd-1") == FULL, "at the instant it is left"


@pytest.mark.rule("PM-9.11")
def test_germans_trace_to_any_zone_and_romanians_and_hungarians_to_their_own() -> None:
    units = ground_rows().all(Unit)
    romanian, italian = (
        next(row.unit for row in units if row.nationality == nation) for nation in ("romanian", "italian")
    )
    pieces = {romanian: "0606", "hf-corps": "0506", "inf-61": "0706", italian: "0806"}
    game = stage(pieces, MOVE)
    assert path_of(game, romanian)[-1] in {f"01{row}" for row in range(10, 14)}
    assert path_of(game, "hf-corps")[-1] in {"0108", "0109"}
    assert path_of(game, "inf-61")[-1][:2] == "01"
    taken = {f"rd-{number}": at for number, at in enumerate([f"01{row}" for row in range(10, 14)], 1)}
    lost = stage({**pieces, **taken}, MOVE)
    assert state_of(lost, romanian) == OUT, "every Romanian hex is occupied"
    assert [state_of(lost, key) for key in ("hf-corps", "inf-61", italian)] == [FULL] * 3


@pytest.mark.rule("PM-9.11")
def test_three_hexes_of_the_zone_on_the_map_are_no_sources() -> None:
    board = real().board
    sources, zone = board.regions["axis-sources"], board.regions["zomo"]
    barred = {board.cell(at) for at in ("1913N", "2013N", "2014N")}
    assert zone - sources == barred and sources < zone
    ends = {key: {line.legs[0].to_region for line in _lines(key)} for key in ("german", "romanian", "hungarian")}
    assert ends == {"german": {"axis-sources"}, "romanian": {"zomo-romania"}, "hungarian": {"zomo-hungary"}}


def _lines(nationality: str) -> list[Any]:
    return [line for line in full().mechanism(Supply).lines if nationality in line.units.nationalities]


@pytest.mark.rule("PM-9.12")
def test_captured_sources_serve_nobody_but_their_owner() -> None:
    east = stage({"inf-61": "2406", **wall(10)}, MOVE)
    assert state_of(east, "inf-61") == OUT, "a German on the east edge"
    west = stage({"rd-1": "0106", **dict(zip(GERMANS, around("0106"), strict=False))}, SOVIET_MOVE)
    assert state_of(west, "rd-1") == OUT, "a Soviet division in the Zone of Military Operations"


@pytest.mark.rule("PM-9.13")
@pytest.mark.parametrize(("case", "found"), [("held", FULL), ("lake", "over a lake"), ("cut", OUT), ("taken", OUT)])
def test_oranienbaum_shares_what_leningrad_has(case: str, found: str) -> None:
    rows = ground_rows()
    region(rows, "oranienbaum-forts", "1506")
    place(rows, "Leningrad", "1906", kind="city", value=6, owner="soviet", key="leningrad")
    pieces: dict[str, Any] = {"rd-1": "1506", **germans("1506")}
    if case == "lake":
        terrain(rows, "lake", *columns_of(22, 22))
    if case == "cut":
        terrain(rows, "sea", *columns_of(22, 22))
    control = {"leningrad": "german"} if case == "taken" else {}
    game = stage(pieces, SOVIET_MOVE, rows=rows, control=control)
    assert state_of(game, "rd-1") == found
    if case == "held":
        assert path_of(game, "rd-1")[:2] == ["1506", "1906"], "across to Leningrad, and on from there"
        assert path_of(game, "rd-1")[-1][:2] == str(COLUMNS)


@pytest.mark.rule("PM-9.13")
def test_oranienbaum_may_still_trace_for_itself() -> None:
    rows = ground_rows()
    region(rows, "oranienbaum-forts", "1506")
    place(rows, "Leningrad", "1906", kind="city", value=6, owner="soviet", key="leningrad")
    game = stage({"rd-1": "1506", "inf-61": "1906"}, SOVIET_MOVE, rows=rows, control={"leningrad": "german"})
    assert state_of(game, "rd-1") == FULL
    redraw(rows, "oranienbaum-forts", "1606")
    other = stage({"rd-1": "1506", **germans("1506")}, SOVIET_MOVE, rows=rows)
    assert state_of(other, "rd-1") == OUT, "nobody else shares with Leningrad"


@pytest.mark.rule("PM-9.15")
def test_the_straits_carry_supply_of_both_sides() -> None:
    rows = ground_rows()
    terrain(rows, "sea", *(at for at in columns_of(10, 10) if at != "1006"))
    for near in around("1006"):
        river(rows, "1006", near, kind="strait")
    game = stage({"inf-61": "1506", "rd-1": "0506"}, MOVE, rows=rows)
    assert [state_of(game, key) for key in ("inf-61", "rd-1")] == [FULL, FULL]
    assert "1006" in path_of(game, "inf-61")
    board = real().board
    crossings = (("3215S", "3216S"), ("3216S", "3315S"), ("3719S", "3819S"), ("3719S", "3820S"))
    for one, other in crossings:
        side = board.grid.side_between(Cell(board.cell(one)), Cell(board.cell(other)))
        assert side is not None and "strait" in board.hexsides_of(Cell(board.cell(one)), side)


# Leningrad, ports


def besieged() -> Rows:
    """The training ground with Leningrad as a district on the far shore of a lake."""
    rows = ground_rows(arrivals=True)
    place(rows, "Leningrad", "1606", kind="city", value=6, owner="soviet", key="leningrad")
    region(rows, "military-districts", "1606", "2203", "2204")
    region(rows, "soviet-entry", "1606", *around("1606"), "2203")
    return rows


@pytest.mark.rule("PM-9.16", "PM-8.7")
def test_leningrad_on_lake_supply_is_no_district() -> None:
    def enters(rows: Rows) -> Game:
        return stage({"inf-61": "0106"}, MUTUAL_SOVIET, turn=2, rows=rows)

    def arrivals(game: Game) -> list[PlaceUnit]:
        return [each for each in game.options() if isinstance(each, PlaceUnit)]

    open_land = enters(besieged())
    beside = cell(open_land, around("1606")[0])
    assert {cell(open_land, "1606"), beside} <= {each.cell for each in arrivals(open_land)}
    rows = besieged()
    terrain(rows, "lake", *columns_of(20, 20))
    lake = enters(rows)
    assert cell(lake, "1606") in {each.cell for each in arrivals(lake)}, "the city itself still receives a stack"
    waiting = arrivals(lake)[0].piece
    refused(lake, PlaceUnit(waiting, beside), "PM-9.16")
    cut = besieged()
    terrain(cut, "sea", *columns_of(20, 20))
    gone = enters(cut)
    assert cell(gone, "1606") not in {each.cell for each in arrivals(gone)}, "cut off it receives nobody"


@pytest.mark.rule("PM-9.16", "PM-8.9")
@pytest.mark.parametrize(("ground", "less"), [("", 0), ("lake", 3), ("sea", 3)])
def test_leningrad_on_lake_supply_costs_tank_brigades(ground: str, less: int) -> None:
    rows = besieged()
    if ground:
        terrain(rows, ground, *columns_of(20, 20))
    game = stage({"inf-61": "0106"}, MUTUAL_SOVIET, turn=3, rows=rows, seed=5)
    dice = next(event for entry in game.log for event in entry.events if getattr(event, "dice", "") == "2d6")
    assert game.table.count("granted.soviet-03-tb-dice") == max(0, dice.total - less)


@pytest.mark.rule("PM-8.9")
@pytest.mark.parametrize("near", [("2203", "2204"), ("2203",)])
def test_moscow_cut_off_costs_tank_brigades_and_a_half_of_it_does_not(near: tuple[str, ...]) -> None:
    rows = ground_rows(arrivals=True)
    whole = {at for hex_ in near for at in around(hex_)} - set(near)
    terrain(rows, "sea", *(whole if len(near) > 1 else ()))
    shut = {} if len(near) > 1 else {"inf-61": "2202", "inf-217": "2303"}
    game = stage({"inf-291": "0106", **shut}, MUTUAL_SOVIET, turn=3, rows=rows, seed=5)
    dice = next(event for entry in game.log for event in entry.events if getattr(event, "dice", "") == "2d6")
    assert game.table.count("granted.soviet-03-tb-dice") == max(0, dice.total - (3 if len(near) > 1 else 0))


@pytest.mark.rule("PM-5.3")
def test_on_the_first_turn_no_soviet_line_runs_through_hungary_or_romania() -> None:
    """The hexes of the zone that are theirs are the only way between the two halves of the ground."""
    rows = ground_rows()
    terrain(rows, "sea", *(f"{column:02}{row:02}" for column in range(2, 6) for row in (8, 9)))
    wall = {f"inf-{key}": at for key, at in zip(infantry_numbers(), columns_of(6, 6), strict=False)}
    for turn, found in ((1, OUT), (2, FULL)):
        open_below = {key: at for key, at in wall.items() if at not in ("0612", "0613")}
        game = stage({"rd-1": "0206", **open_below}, SOVIET_MOVE, turn=turn, rows=rows)
        assert state_of(game, "rd-1") == found


def infantry_numbers() -> list[str]:
    """What stands behind `inf-` in the keys of the German infantry divisions."""
    return [key.removeprefix("inf-") for key in infantry()]


@pytest.mark.rule("PM-9.17")
def test_black_sea_ports_supply_the_hex_itself_and_no_other() -> None:
    rows = ground_rows()
    region(rows, "sea-supply", "0806")
    inside = stage({"rd-1": "0806", **germans("0806")}, SOVIET_MOVE, rows=rows)
    assert state_of(inside, "rd-1") == "by sea"
    near = next(at for at in around("0806") if at.startswith("09"))
    rim = {*around("0806"), *around(near)} - {"0806", near}
    closed = dict(zip(infantry(), sorted(rim), strict=False))
    outside = stage({"rd-1": near, "rd-2": "0806", **closed}, SOVIET_MOVE, rows=rows)
    assert [state_of(outside, key) for key in ("rd-1", "rd-2")] == [OUT, "by sea"]
    board = real().board
    assert {board.names.labels[each] for each in board.regions["sea-supply"]} == {
        "2512S",
        "2919S",
        "4022S",
        "southern-ports",
    }


# Without supply


@pytest.mark.rule("PM-9.7")
def test_without_supply_movement_is_halved_unit_by_unit_and_rounded_up() -> None:
    hole = around("0806")[0]
    rows = ground_rows()
    region(rows, "kiev-forts", hole)
    pocket = {"inf-61": "0806", "pz-1": "0806", **ring("0806", but=(hole,))}
    game = stage(pocket, MOVE, rows=rows)
    assert [game.table.allowance(piece(game, key)) for key in ("inf-61", "pz-1")] == [3, 6], "half of 5 is 3"
    wet = stage(pocket, MOVE, rows=rows, options={"sections": "more"}, weather={"north": "rain", "south": "rain"})
    assert [wet.table.allowance(piece(wet, key)) for key in ("inf-61", "pz-1")] == [2, 5], "halved first, then one less"
    free = stage({"inf-61": "0806", "pz-1": "0806"}, MOVE)
    assert [free.table.allowance(piece(free, key)) for key in ("inf-61", "pz-1")] == [5, 12]


@pytest.mark.rule("PM-9.7", "PM-9.8")
def test_without_supply_factors_are_added_up_halved_once_and_rounded_up() -> None:
    pieces = {**{f"rd-{number}": ("0806", "3-3") for number in (1, 2, 3)}, **germans("0806")}
    attacked = attack(stage(pieces, ASSAULT, die=3), "0806", *GERMANS[:2])
    assert attacked.defence == 5, "9 halved once, not 2 and 2 and 2"
    assert any(case == "PM-9.7" for _, case in attacked.causes)
    sally = attack(stage(pieces, SOVIET_ASSAULT, die=3), around("0806")[0], "rd-1", "rd-2", "rd-3")
    assert sally.attack == 5
    open_way = {**pieces}
    del open_way["inf-21"]
    fed = attack(stage(open_way, ASSAULT, die=3), "0806", *GERMANS[:2])
    assert fed.defence == 9


@pytest.mark.rule("PM-9.7")
def test_nobody_is_lost_for_want_of_supply() -> None:
    game = stage({"rd-1": ("0806", "3-3"), **germans("0806")}, SOVIET_MOVE)
    before = game.state.turn
    while game.decision is not None and game.state.turn < before + 2:
        game.apply(next(each for each in reversed(list(game.options()))))
    assert where(game, "rd-1") == "0806"


def opened_by(first: str) -> Game:
    """Infantry in a pocket whose only way out is an empty fort, and a division outside of it."""
    rows = ground_rows()
    region(rows, "kiev-forts", "0706")
    pieces = {"inf-61": "0806", "inf-217": "0606", **ring("0806", but=("0706",))}
    game = stage(pieces, MOVE, rows=rows)
    if first:
        game.apply(move(game, first, "0706"))
    return game


@pytest.mark.rule("PM-9.8")
def test_supply_for_movement_is_judged_when_each_unit_begins_to_move() -> None:
    shut = opened_by("")
    assert state_of(shut, "inf-61") == OUT and shut.table.allowance(piece(shut, "inf-61")) == 3
    opened = opened_by("inf-217")
    assert state_of(opened, "inf-61") == FULL, "the first division has taken the fort"
    assert opened.table.allowance(piece(opened, "inf-61")) == 5
    own = opened_by("inf-61")
    assert state_of(own, "inf-61") == FULL
    assert own.table.allowance(piece(own, "inf-61")) == 3, "what it was when it set out holds for the whole move"
    assert max(reach(own, "inf-61").values()) == 2, "one of its three points is spent"


@pytest.mark.rule("PM-9.8")
def test_supply_in_battle_is_judged_battle_by_battle() -> None:
    last = "0906"
    pieces: dict[str, Any] = {"rd-1": ("0806", "4-4"), "rd-2": (last, "1-1"), **germans("0806", but=(last,))}
    strong = ("pz-1", "pz-6", "pz-8")
    pieces |= dict.fromkeys(strong, next(at for at in around("0806") if at in around(last)))
    game = stage(pieces, ASSAULT, die=6)
    assert state_of(game, "rd-1") == FULL
    attack(game, last, *strong)
    assert where(game, "rd-2") == "lost"
    while waits(game)[1] == "advance":
        options = [each for each in game.options() if isinstance(each, AdvanceUnit) and each.piece is not None]
        game.apply(options[0] if options and where(game, "pz-1") != last else AdvanceUnit(None))
    assert state_of(game, "rd-1") == OUT, "the advance has closed the ring"
    assert attack(game, "0806", "inf-61").defence == 2


@pytest.mark.rule("PM-14.29")
def test_german_lines_do_not_enter_intact_forts() -> None:
    def found(columns: int, *, turn: int = 4, ruined: bool = False, line: str = "kiev-forts") -> Game:
        rows = ground_rows()
        region(rows, line, *columns_of(columns, columns))
        marks = {"ruined": {"1007": 1}} if ruined else {}
        return stage({"inf-61": "1506", "rd-1": "0506"}, MOVE, turn=turn, rows=rows, marks=marks)

    fort = found(10)
    assert state_of(fort, "inf-61") == OUT, "nobody stands in the line"
    assert state_of(fort, "rd-1") == FULL, "Soviet lines pass"
    hole = found(10, ruined=True)
    assert state_of(hole, "inf-61") == FULL and "1007" in path_of(hole, "inf-61")
    assert state_of(found(10, line="sevastopol-forts"), "inf-61") == OUT, "nor heavy ones"
    assert state_of(found(10, line="stalin-line"), "inf-61") == FULL, "the Stalin Line does not count"
    assert state_of(found(10, turn=5, line="vyazma-line"), "inf-61") == FULL, "it is not finished"
    assert state_of(found(10, turn=6, line="vyazma-line"), "inf-61") == OUT


# Mobile assaults


def fast(rows: Rows) -> None:
    """Panzer divisions that have points to spare even without supply."""
    for unit in ("pz-1", "pz-6"):
        for row in [each for each in rows.all(Face) if each.unit == unit]:
            rows.put(Face(unit=unit, face=row.face, attack=8, defence=7, movement=24))


@pytest.mark.rule("PM-15.4")
@pytest.mark.parametrize(("fort", "strength"), [(True, 8), (False, 16)])
def test_mobile_assaults_have_the_supply_with_which_they_set_out(fort: bool, strength: int) -> None:
    rows = ground_rows()
    fast(rows)
    if fort:
        region(rows, "kiev-forts", "0706")
    pieces = {"pz-1": "0806", "pz-6": "0806", "rd-1": ("0606", "1-1"), **ring("0806", but=("0706",))}
    game = stage(pieces, MOVE, rows=rows, die=6)
    game.apply(march(game, ("pz-1", "pz-6"), "0706"))
    assert state_of(game, "pz-1") == FULL, "out of the pocket by now"
    game.apply(overrun(game, "0606", "pz-1", "pz-6"))
    assert fought(game).attack == strength


@pytest.mark.rule("PM-15.4")
def test_the_defenders_of_a_mobile_assault_are_judged_at_the_instant() -> None:
    pieces: dict[str, Any] = {"rd-1": ("0806", "4-4"), "pz-1": "0606", "pz-6": "0606"}
    gate, *rest = around("0806")
    keys = ["inf-61", "inf-217", "inf-291", "inf-1", "inf-11"]
    launch = next(at for at in rest if at in around("0706") or at == "0706")
    rest.remove(launch)
    pieces |= dict(zip(keys, rest, strict=False))
    beyond = next(at for at in around(gate) if at not in (*around("0806"), "0806"))
    pieces |= {"inf-21": beyond}

    def defence(close: bool) -> float:
        game = stage(pieces, MOVE, die=6)
        if close:
            game.apply(move(game, "inf-21", gate))
        path = ("0706",) if launch == "0706" else ("0706", launch)
        game.apply(march(game, ("pz-1", "pz-6"), *path))
        game.apply(overrun(game, "0806", "pz-1", "pz-6"))
        return fought(game).defence

    assert defence(False) == 4
    assert defence(True) == 2, "the last way out was closed in the same phase"


# In words


def test_every_line_is_said_in_a_sentence() -> None:
    said = " ".join(full().mechanism(Supply).sentences(full().scenario.rows))
    assert "East edge" in said and "that Leningrad has" in said and "over a lake" in said
    assert "never into sea, off the map or lake" in said and "zone that no friend covers" not in said
    assert "0.5 times, fractions rounded up" in said
