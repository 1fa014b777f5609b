"""Panzergruppe Guderian: movement by rail, its capacity, and cuts in the railway (PG 6.3, 6.37)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.records import Rows
from engine.records.play import Phase
from engine.rules.laying import LaidMarkers
from engine.state.actions import Done
from engine.systems.guderian.rail_cuts import REPAIRED, CutRail, RailCuts, TakeBackCut
from tests.kit.boards import rail, river
from tests.kit.guderian import (
    MOVE,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    cell,
    ground_rows,
    march,
    move,
    phase,
    piece,
    reach,
    refused,
    skip_to,
    stage,
    terrain,
    where,
)

LINE = [f"{column:02}10" for column in range(3, 44)]


def rail_rows() -> Rows:
    """A railway along row 10, through forest and over a river."""
    rows = ground_rows()
    rail(rows, *LINE)
    terrain(rows, "forest", "1010", "1110")
    river(rows, "1210", "1310")
    return rows


def line(start: int, hexes: int) -> list[str]:
    """So many rail hexes eastward from a column."""
    return [f"{column:02}10" for column in range(start + 1, start + 1 + hexes)]


@pytest.mark.rule("PG-6.3", "PG-F6.3")
def test_a_train_goes_thirty_rail_hexes_whatever_the_ground_and_the_supply() -> None:
    game = stage({"r1": "0510", "5-inf": "0110"}, SOVIET_MOVE, rows=rail_rows())
    assert game.table.marked("unsupplied", piece(game, "r1")), "no leader is on the map"
    refused(game, move(game, "r1", *line(5, 31)), "PG-F6.3")
    game.apply(move(game, "r1", *line(5, 30)))
    assert where(game, "r1") == "3510"
    assert "has already moved" in refused(game, move(game, "r1", "3610"), "PG-6.1")


@pytest.mark.rule("PG-6.3")
def test_it_is_the_whole_move_from_rail_to_rail() -> None:
    game = stage({"r1": "0510", "r2": "0509", "konev": "0610"}, SOVIET_MOVE, rows=rail_rows())
    game.apply(move(game, "r1", "0610"))
    game.apply(move(game, "r1", "0710"))
    assert "all the way" in refused(game, move(game, "r1", *line(7, 20)), "PG-F6.3")
    refused(game, move(game, "r2", "0510", *line(5, 20)), "PG-6.1")
    assert "3011" not in reach(game, "konev") and "3010" in reach(game, "konev")
    far = [*line(6, 20), "2711"]
    refused(game, move(game, "konev", *far), "PG-F6.3")


@pytest.mark.rule("PG-6.3")
def test_no_german_goes_by_rail() -> None:
    game = stage({"5-inf": "0510"}, MOVE, rows=rail_rows())
    refused(game, move(game, "5-inf", *line(5, 8)), "PG-6.1")


@pytest.mark.rule("PG-F6.3")
def test_eight_units_a_phase_with_armour_counting_three_and_leaders_nothing() -> None:
    names = [f"r{number}" for number in range(1, 7)]
    game = stage({"t1": "0510", "konev": "0610", **dict.fromkeys(names, "0710")}, SOVIET_MOVE, rows=rail_rows())
    game.apply(move(game, "t1", *line(5, 20)))
    for name in names[:5]:
        game.apply(move(game, name, *line(7, 20)))
    assert "8 units" in refused(game, move(game, names[5], *line(7, 20)), "PG-F6.3")
    game.apply(move(game, "konev", *line(6, 20)))
    assert where(game, "konev") == "2610"
    game.apply(move(game, names[5], "0810"))
    assert where(game, names[5]) == "0810", "it may still walk"


@pytest.mark.rule("PG-F6.3")
def test_with_seven_places_taken_no_tank_division_finds_room() -> None:
    names = [f"r{number}" for number in range(1, 7)]
    game = stage({"t1": "0510", "konev": "0610", **dict.fromkeys(names, "0710")}, SOVIET_MOVE, rows=rail_rows())
    for name in names:
        game.apply(move(game, name, *line(7, 20)))
    assert "8 units" in refused(game, move(game, "t1", *line(5, 20)), "PG-F6.3")
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "t1", *line(5, 20)))
    assert where(game, "t1") == "2510", "the next turn has places again"


@pytest.mark.rule("PG-F6.3")
def test_no_train_enters_or_leaves_an_enemy_zone_even_where_a_friend_stands() -> None:
    pieces = {"r1": "0510", "r2": "2010", "konev": "2610", "gd": "2009"}
    game = stage(pieces, SOVIET_MOVE, rows=rail_rows())
    refused(game, move(game, "r1", *line(5, 15)), "PG-F6.3")
    refused(game, move(game, "r1", *line(5, 20)), "PG-F6.3")
    game.apply(move(game, "r1", *line(5, 13)))
    assert where(game, "r1") == "1810", "the last rail hex before the zone"
    assert "held fast" in refused(game, move(game, "r2", *line(20, 8)), "PG-F8.1")


@pytest.mark.rule("PG-F6.3")
def test_a_stack_goes_by_rail_unit_by_unit_only() -> None:
    game = stage({"r1": "0510", "r2": "0510", "konev": "0510"}, SOVIET_MOVE, rows=rail_rows())
    refused(game, march(game, ("r1", "r2"), *line(5, 20)), "PG-6.1")


# The option of 6.37


def cuts(pieces: dict[str, object], when: str = MOVE, **more: object) -> Game:
    """A game with rail cuts."""
    return stage(pieces, when, rows=rail_rows(), options={"rail-cuts": "on"}, **more)  # type: ignore[arg-type]


@pytest.mark.rule("PG-O")
def test_a_german_unit_cuts_the_railway_in_passing_and_no_train_passes() -> None:
    game = cuts({"gd": "2009", "r1": "0510", "konev": "0610"})
    refused(game, CutRail(piece(game, "gd")), "PG-O")
    game.apply(move(game, "gd", "2010"))
    game.apply(CutRail(piece(game, "gd")))
    game.apply(move(game, "gd", "2011", "2012", "2013"))
    skip_to(game, SOVIET_MOVE, 8)
    assert "cut" in refused(game, move(game, "r1", *line(5, 16)), "PG-O")
    refused(game, move(game, "r1", *line(5, 15)), "PG-O")
    game.apply(move(game, "r1", *line(5, 14)))
    assert where(game, "r1") == "1910"


@pytest.mark.rule("PG-O")
def test_a_division_that_marches_in_repairs_the_cut_for_the_next_turn() -> None:
    game = cuts({"r1": "1911", "r2": "0510", "konev": "1909"}, SOVIET_MOVE, markers={"rail-cut-1": "2010"})
    game.apply(move(game, "konev", "2009", "2010", "2011"))
    game.apply(move(game, "r1", "2010", "2111"))
    refused(game, move(game, "r2", *line(5, 20)), "PG-O")
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "r2", *line(5, 20)))
    assert where(game, "r2") == "2510"


@pytest.mark.rule("PG-O")
def test_a_cut_is_repaired_in_the_first_phase_of_a_turn_as_in_any_other() -> None:
    rows = rail_rows()
    rows.drop(Phase, "german-first-air-interdiction")
    pieces = {"r1": "1911", "r2": "0510", "konev": "1909"}
    at = {"markers": {"rail-cut-1": "2010"}, "options": {"rail-cuts": "on"}}
    game = stage(pieces, SOVIET_MOVE, rows=rows, **at)  # type: ignore[arg-type]
    assert game.state.phase == 0
    game.apply(move(game, "r1", "2010", "2111"))
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "r2", *line(5, 20)))
    assert where(game, "r2") == "2510"


@pytest.mark.rule("PG-O")
def test_a_leader_repairs_nothing_and_a_german_takes_his_cut_back() -> None:
    game = cuts({"konev": "1911", "5-inf": "2013"}, SOVIET_MOVE, markers={"rail-cut-1": "2010"})
    game.apply(move(game, "konev", "2010", "2009"))
    skip_to(game, MOVE, 7)
    game.apply(move(game, "5-inf", "2012", "2011"))
    refused(game, TakeBackCut(piece(game, "5-inf")), "PG-O")
    game = cuts({"konev": "1905", "5-inf": "2013"}, MOVE, markers={"rail-cut-1": "2010"})
    game.apply(move(game, "5-inf", "2012", "2011", "2010"))
    game.apply(TakeBackCut(piece(game, "5-inf")))
    assert -1 in game.state.markers and cell(game, "2010") not in game.state.markers


@pytest.mark.rule("PG-O")
def test_six_cuts_at_a_time_and_none_without_the_option() -> None:
    five = {f"rail-cut-{number}": f"{20 + number}10" for number in range(1, 6)}
    game = cuts({"gd": "1010", "5-inf": "1210"}, markers=five)
    game.apply(CutRail(piece(game, "gd")))
    assert "6 cuts" in refused(game, CutRail(piece(game, "5-inf")), "PG-O")
    game.apply(Done())
    plain = stage({"gd": "1010"}, rows=rail_rows())
    refused(plain, CutRail(piece(plain, "gd")), "PG-O")


@pytest.mark.rule("PG-O")
def test_every_cut_that_may_be_made_or_taken_back_is_offered_once_a_hex() -> None:
    pieces = {"gd": "1010", "5-inf": "1010", "35-inf": "2010", "1-cav": "1205", "konev": "2610"}
    game = cuts(pieces, markers={"rail-cut-1": "2010"})
    offered = [action for action in game.options() if isinstance(action, CutRail | TakeBackCut)]
    assert all(game.judge(action) for action in offered)
    found = [(type(action), game.setting.board.label(game.state.cell[action.piece])) for action in offered]  # type: ignore[arg-type]
    assert sorted(found, key=str) == [(CutRail, "1010"), (TakeBackCut, "2010")], "one of the two in 1010 is enough"


@pytest.mark.rule("PG-F6.3")
def test_who_has_stopped_for_a_train_does_not_go_on_afterwards() -> None:
    game = stage({"r1": "0505", "r2": "0510", "konev": "0610"}, SOVIET_MOVE, rows=rail_rows())
    game.apply(move(game, "r1", "0506"))
    assert game.judge(move(game, "r1", "0507")), "a march may be made in several steps"
    game.apply(move(game, "r2", *line(5, 13)))
    assert "already moved" in refused(game, move(game, "r1", "0507"), "PG-6.1")


@pytest.mark.rule("PG-O")
@pytest.mark.parametrize(
    ("when", "key", "mended"),
    [(SOVIET_MOVE, "r1", True), (SOVIET_COMBAT, "r1", False), (MOVE, "r1", False), (SOVIET_MOVE, "5-inf", False)],
)
def test_only_who_marches_in_his_own_movement_phase_repairs_a_cut(when: str, key: str, mended: bool) -> None:
    game = cuts({"r1": "1911", "5-inf": "2209", "konev": "1909"}, when, markers={"rail-cut-1": "2010"})
    if phase(game) != when:
        skip_to(game, when)
    rule, at = game.table.mechanism(RailCuts), cell(game, "2010")
    rule.entered(game.table, piece(game, key), (cell(game, "2011"), at))
    assert game.table.marked(REPAIRED, at) is mended


@pytest.mark.rule("PG-O")
@pytest.mark.parametrize("at", ["0101", "0102", "2010"])
def test_a_railway_is_cut_wherever_a_marker_lies_and_nowhere_else(at: str) -> None:
    game = cuts({"gd": "2009", "r1": "0510", "konev": "0610"}, markers={"rail-cut-1": at})
    number = next(number for number, row in enumerate(game.scenario.markers) if row.start == "rail-cut-1")
    assert game.table.mechanism(RailCuts).cuts(game.table) == {cell(game, at): number}


@pytest.mark.rule("PG-13.33")
@pytest.mark.parametrize("at", ["0101", "0102", "2010"])
def test_markers_come_off_at_the_end_of_their_phase_wherever_they_lie(at: str) -> None:
    game = stage({"gd": "2009", "r1": "0510", "konev": "0610"}, SOVIET_MOVE, markers={"air-1": at})
    number = next(number for number, row in enumerate(game.scenario.markers) if row.start == "air-1")
    assert game.state.markers[number] == cell(game, at)
    game.table.mechanism(LaidMarkers).closing(game.table, 1)
    assert game.state.markers[number] == -1
