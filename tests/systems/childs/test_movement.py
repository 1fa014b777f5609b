"""Movement of the Child's Game: squares, rail hops, jumping off, prohibited terrain (CB 1.1, 3, 5)."""

from __future__ import annotations

import pytest

from engine.records.board import Grid, Tec
from engine.state.actions import Done, MoveUnit
from tests.kit.boards import rail
from tests.kit.childs import childs, childs_rows, go, refused, source, terrain, unrailed
from tests.kit.drill import cell, move, piece, reach, skip_to, where
from tests.kit.players import setting_for

SOVIET = "soviet-movement"


def squares_around(label: str, far: int) -> set[str]:
    column, row = int(label[:2]), int(label[2:])
    return {
        f"{c:02}{r:02}"
        for c in range(max(1, column - far), min(12, column + far) + 1)
        for r in range(max(1, row - far), min(9, row + far) + 1)
    } - {label}


@pytest.mark.rule("CB-1.1")
def test_squares_adjoin_diagonally() -> None:
    grid = source().the(Grid)
    assert (grid.shape, grid.neighbours) == ("square", 8)
    game = childs({"13th-army": "0505"}, rows=unrailed(childs_rows()), phase=SOVIET)
    neighbours = {label for label, points in reach(game, "13th-army").items() if points == 1}
    assert neighbours == squares_around("0505", 1)


@pytest.mark.rule("CB-5.1")
def test_two_factors_are_two_squares_overland() -> None:
    game = childs({"13th-army": "0505"}, rows=unrailed(childs_rows()), phase=SOVIET)
    assert set(reach(game, "13th-army")) == squares_around("0505", 2)
    assert refused(game, move(game, "13th-army", "0605", "0705", "0805")) == "CB-5.1"
    assert refused(game, move(game, "13th-army", "0705")) == "CB-5.1"
    go(game, "13th-army", "0606", "0705")
    assert where(game, "13th-army") == "0705"


@pytest.mark.rule("CB-5.1")
def test_a_factor_is_one_hop_to_the_next_city() -> None:
    game = childs({"13th-army": "1103"}, phase=SOVIET)
    points = reach(game, "13th-army")
    assert points["0703"] == 1
    assert points["0405"] == 2
    assert "0205" not in points and "0305" not in points
    minsk_to_warsaw = ("0604", "0504", "0405", "0305", "0205")
    assert refused(game, move(game, "13th-army", "1003", "0903", "0803", "0703", *minsk_to_warsaw)) == "CB-5.1"
    go(game, "13th-army", "1003", "0903", "0803", "0703", "0604", "0504", "0405")
    assert where(game, "13th-army") == "0405"


@pytest.mark.rule("CB-5.1")
def test_a_factor_by_land_and_one_by_rail_combine() -> None:
    game = childs({"13th-army": "1103", "20th-army": "1207"}, phase=SOVIET)
    assert reach(game, "13th-army")["0602"] == 2
    assert game.judge(move(game, "13th-army", "1003", "0903", "0803", "0703", "0602"))
    assert reach(game, "20th-army")["0907"] == 2


@pytest.mark.rule("CB-5.1")
def test_no_railway_no_run() -> None:
    game = childs({"13th-army": "0901"}, phase=SOVIET)
    assert "0501" not in reach(game, "13th-army")
    assert refused(game, move(game, "13th-army", "0801", "0701", "0601", "0501")) == "CB-5.1"


@pytest.mark.rule("CB-5.2")
def test_squares_that_meet_between_two_seas_are_not_joined() -> None:
    parted = childs({"13th-army": "0302"}, rows=terrain(childs_rows(), "sea", "0402", "0303"), phase=SOVIET)
    assert refused(parted, move(parted, "13th-army", "0403")) == "CB-5.2"
    assert "0403" not in reach(parted, "13th-army")
    joined = childs({"13th-army": "0302"}, rows=terrain(childs_rows(), "sea", "0402"), phase=SOVIET)
    assert joined.judge(move(joined, "13th-army", "0403"))
    swamps = childs({"13th-army": "0302"}, rows=terrain(childs_rows(), "swamp", "0402", "0303"), phase=SOVIET)
    assert reach(swamps, "13th-army")["0403"] == 1


@pytest.mark.rule("CB-5.2")
def test_a_railway_bridges_what_land_does_not() -> None:
    rows = terrain(childs_rows(), "sea", "0402", "0303")
    rail(rows, "0302", "0403")
    game = childs({"13th-army": "0302"}, rows=rows, phase=SOVIET)
    assert reach(game, "13th-army")["0403"] == 1


@pytest.mark.rule("CB-5.3")
def test_a_tile_may_step_onto_the_railway_and_run() -> None:
    game = childs({"13th-army": "0602"}, phase=SOVIET)
    points = reach(game, "13th-army")
    assert points["1103"] == 2, "to the next city"
    assert points["1003"] == 2, "or short of it"
    go(game, "13th-army", "0703", "0803", "0903", "1003", "1103")
    assert where(game, "13th-army") == "1103"


@pytest.mark.rule("CB-5.4")
def test_the_second_factor_may_jump_off_the_railway() -> None:
    game = childs({"13th-army": "1103"}, phase=SOVIET)
    jump = ("1003", "0903", "0803", "0703", "0604", "0504", "0403")
    assert reach(game, "13th-army")["0403"] == 2
    go(game, "13th-army", *jump)
    assert where(game, "13th-army") == "0403"


@pytest.mark.rule("CB-5.4")
def test_the_first_factor_may_not_jump_off() -> None:
    game = childs({"13th-army": "0703"}, phase=SOVIET)
    assert refused(game, move(game, "13th-army", "0604", "0504", "0403", "0302")) == "CB-5.4"
    assert "0302" not in reach(game, "13th-army")


@pytest.mark.rule("CB-5.4")
def test_nobody_jumps_off_onto_another_railway_or_beyond_the_city() -> None:
    rows = childs_rows()
    rail(rows, "0508", "0408")
    game = childs({"13th-army": "1007"}, rows=rows, phase=SOVIET)
    along = ("0907", "0807", "0707", "0607")
    assert game.judge(move(game, "13th-army", *along, "0608"))
    assert refused(game, move(game, "13th-army", *along, "0508")) == "CB-5.4"
    assert refused(game, move(game, "13th-army", *along, "0506", "0405", "0304")) == "CB-5.1"


@pytest.mark.rule("CB-5.5")
def test_a_tile_may_leave_the_railway_before_the_first_city() -> None:
    game = childs({"13th-army": "0703"}, phase=SOVIET)
    points = reach(game, "13th-army")
    assert points["0504"] == 1, "the first factor may stop short of Brest"
    assert points["0403"] == 2
    go(game, "13th-army", "0604", "0504", "0403")
    assert where(game, "13th-army") == "0403"


@pytest.mark.rule("CB-5.6")
def test_each_tile_moves_once_and_alone() -> None:
    game = childs({"13th-army": "0508", "20th-army": "0508"}, phase=SOVIET)
    go(game, "13th-army", "0608")
    assert where(game, "20th-army") == "0508"
    assert refused(game, move(game, "13th-army", "0609")) == "CB-5.6"
    assert game.options().of(piece(game, "13th-army")) == []
    assert game.options().of(piece(game, "20th-army"))
    game.apply(Done())
    skip_to(game, SOVIET, turn=3)
    assert game.judge(move(game, "13th-army", "0609"))


@pytest.mark.rule("CB-5.7")
def test_no_tile_moves_through_the_enemy() -> None:
    game = childs({"13th-army": "1103", "98-infantry": "0903", "20th-army": "0508", "1-armor": "0509"}, phase=SOVIET)
    assert refused(game, move(game, "13th-army", "1003", "0903", "0803", "0703")) == "CB-5.7"
    assert "0703" not in reach(game, "13th-army")
    assert refused(game, move(game, "20th-army", "0509", "0609")) == "CB-5.7"


@pytest.mark.rule("CB-5.7")
def test_once_the_enemy_is_beaten_others_move_through() -> None:
    game = childs({"3-panzer": "0508", "1-armor": "0408", "13th-army": "0608"})
    assert refused(game, move(game, "3-panzer", "0608", "0708")) == "CB-5.7"
    go(game, "1-armor", "0508", "0608")
    assert game.judge(move(game, "3-panzer", "0608", "0708"))


@pytest.mark.rule("CB-3.1")
@pytest.mark.parametrize("kind", ["mountain", "forest", "swamp", "sea"])
def test_terrain_that_nobody_enters(kind: str) -> None:
    rows = terrain(childs_rows(), kind, "0508", "0903")
    game = childs({"13th-army": "0608", "20th-army": "1103"}, rows=rows, phase=SOVIET)
    assert refused(game, move(game, "13th-army", "0508")) == "CB-3.1"
    assert "0508" not in reach(game, "13th-army")
    assert refused(game, move(game, "20th-army", "1003", "0903", "0803", "0703")) == "CB-3.1", "by rail neither"
    assert "0703" not in reach(game, "20th-army")


@pytest.mark.rule("CB-3.2")
def test_all_tiles_move_alike() -> None:
    keys = [unit.key for unit in setting_for("childs-barbarossa").scenario.pieces]
    soviet = keys[28:]
    game = childs(dict.fromkeys(soviet, "0508"), phase=SOVIET)
    found = [reach(game, key) for key in soviet]
    assert len(found) == 30 and found[0]
    assert all(one == found[0] for one in found)
    game = childs(dict.fromkeys(keys[:28], "0508"))
    found = [reach(game, key) for key in keys[:28]]
    assert all(one == found[0] for one in found)


def test_a_move_must_lead_somewhere() -> None:
    game = childs({"13th-army": "0508"}, phase=SOVIET)
    assert refused(game, MoveUnit(piece(game, "13th-army"), ())) == "CB-5.1"
    assert refused(game, move(game, "13th-army", "0608", "0508")) == "CB-5.1"


def test_only_own_tiles_on_the_map_move() -> None:
    game = childs({"13th-army": "0508", "1-armor": "0509"}, phase=SOVIET)
    assert "not yours" in game.judge(move(game, "1-armor", "0609")).why
    assert "not on the map" in game.judge(move(game, "20th-army", "0609")).why


@pytest.mark.rule("CB-5.1", "CB-5.4", "CB-5.5")
@pytest.mark.parametrize("start", ["0604", "0703", "0405", "0506", "0605", "1003"])
def test_options_and_judge_agree_on_every_short_path(start: str) -> None:
    """Two ways to the same answer: cells are found by spreading, paths are judged by counting back."""
    game = childs({"13th-army": start, "1-armor": "0504", "98-infantry": "0707", "20th-army": "0606"}, phase=SOVIET)
    offered = {action.path[-1] for action in game.options().of(piece(game, "13th-army"))}  # type: ignore[union-attr]
    assert all(game.judge(action) for action in game.options())
    neighbours = game.setting.neighbours
    paths: list[tuple[int, ...]] = [()]
    legal = set()
    for _ in range(4):
        paths = [(*path, there) for path in paths for there in neighbours[path[-1] if path else cell(game, start)]]
        for path in paths:
            if path[-1] not in legal and game.judge(MoveUnit(piece(game, "13th-army"), path)):
                legal.add(path[-1])
    assert legal <= offered
    near = {target for target in offered if game.setting.board.grid.distance(target, cell(game, start)) <= 2}  # type: ignore[arg-type]
    assert near <= legal


@pytest.mark.rule("CB-1.3")
def test_a_city_passed_through_stays_whose_it_was_until_a_tile_stops_there() -> None:
    game = childs({"13th-army": "1103"}, phase=SOVIET, control={"minsk": "axis"})
    minsk = next(index for index, row in enumerate(game.scenario.places) if row.place == "minsk")
    axis, soviet = game.scenario.side_index["axis"], game.scenario.side_index["soviet"]
    go(game, "13th-army", "1003", "0903", "0803", "0703", "0602")
    assert game.state.control[minsk] == axis
    stops = childs({"13th-army": "1103"}, phase=SOVIET, control={"minsk": "axis"})
    go(stops, "13th-army", "1003", "0903", "0803", "0703")
    assert stops.state.control[minsk] == soviet


def test_ground_that_costs_more_takes_more_factors_wherever_a_chart_says_so() -> None:
    rows = terrain(unrailed(childs_rows()), "forest", "0605")
    rows.put(Tec(layer="terrain", kind="forest", effect="move.tile", value="2"))
    found = reach(childs({"13th-army": "0505"}, rows=rows, phase=SOVIET), "13th-army")
    assert (found["0605"], found["0606"], found["0705"]) == (2, 1, 2), "beyond the forest one goes around it"
