"""Panzergruppe Guderian: air interdiction and the Soviet marker (PG 13)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.laying import LayMarker
from engine.state.actions import Done
from tests.kit.boards import rail
from tests.kit.guderian import (
    MECHANISED,
    MOVE,
    SOVIET_MOVE,
    cell,
    ground_rows,
    move,
    phase,
    piece,
    price,
    reach,
    real,
    refused,
    skip_to,
    stage,
    waits,
)

AIR, SOVIET = "german-air-interdiction", "soviet-interdiction"
HELD = {"smolensk": "german", "smolensk-2": "german"}


def lay(game: Game, key: str, at: str) -> LayMarker:
    """The action that lays a marker."""
    number = next(number for number, row in enumerate(game.scenario.markers) if row.start == key)
    return LayMarker(number, cell(game, at))


def lying(game: Game, key: str) -> str:
    """Where a marker lies, or `` where it is off the map."""
    number = next(number for number, row in enumerate(game.scenario.markers) if row.start == key)
    at = game.state.markers[number]
    return game.setting.board.label(at) if at >= 0 else ""  # type: ignore[arg-type]


@pytest.mark.rule("PG-13.1")
def test_three_markers_that_are_neither_zone_nor_stack() -> None:
    game = stage({"r1": "1010", "r2": "1010", "r3": "1010", "konev": "1010", "gd": "0106"}, AIR, turn=3)
    for number, at in enumerate(("1010", "1011", "1012"), 1):
        game.apply(lay(game, f"air-{number}", at))
    assert phase(game) == SOVIET_MOVE, "there is no fourth"
    assert price(game, "r1", "1110", "1210") == 2, "no zone stops anybody"
    game.apply(Done())
    assert len(game.table.stack(cell(game, "1010"))) == 4, "nobody was too many"


@pytest.mark.rule("PG-13.2")
def test_before_the_game_and_after_each_german_turn_within_reach_of_the_airfields() -> None:
    game = stage({"gd": "0106", "r1": "4010"}, AIR, turn=3)
    assert waits(game) == ("german", "lay")
    refused(game, lay(game, "air-1", "3101"), "PG-13.2")
    game.apply(lay(game, "air-1", "3001"))
    game.apply(Done())
    assert lying(game, "air-1") == "3001" and phase(game) == SOVIET_MOVE
    first = stage({"r1": "4010"}, "german-first-air-interdiction", turn=1, setting=real())
    assert waits(first) == ("german", "lay")
    refused(first, lay(first, "air-1", "4101"), "PG-13.2")
    first.apply(lay(first, "air-1", "4001"))


@pytest.mark.rule("PG-13.2")
def test_anywhere_from_the_turn_after_both_hexes_of_smolensk_fell() -> None:
    for since, legal in ((4, True), (5, False)):
        game = stage({"gd": "2203", "r1": "4010"}, AIR, turn=5, control=HELD, marks={"airfields": {"german": since}})
        assert bool(game.judge(lay(game, "air-1", "4401"))) is legal
    half = stage(
        {"gd": "2203", "r1": "2204"},
        AIR,
        turn=5,
        control={"smolensk": "german"},
        marks={"airfields": {"german": 3}},
    )
    refused(half, lay(half, "air-1", "4401"), "PG-13.2")


@pytest.mark.rule("PG-13.2")
def test_the_turn_is_counted_from_the_taking_and_the_line_must_be_open_now() -> None:
    wall = {f"r{row}": f"12{row:02}" for row in range(1, 14, 2)}
    pieces = {"gd": "2202", "5-inf": "2203", "konev": "3001"}
    game = stage(pieces, MOVE, turn=5, control={"smolensk": "german"})
    game.apply(move(game, "gd", "2302", "2303", "2304", "2204"))
    skip_to(game, AIR, 5)
    refused(game, lay(game, "air-1", "4401"), "PG-13.2")
    skip_to(game, AIR, 6)
    assert game.judge(lay(game, "air-1", "4401"))
    cut = stage({**pieces, **wall}, AIR, turn=9, control=HELD, marks={"airfields": {"german": 3}})
    refused(cut, lay(cut, "air-1", "4401"), "PG-13.2")


@pytest.mark.rule("PG-13.2")
def test_where_smolensk_is_lost_the_limit_is_back() -> None:
    pieces = {"gd": "2001", "r1": "2205", "konev": "2405"}
    game = stage(pieces, SOVIET_MOVE, turn=6, control=HELD, marks={"airfields": {"german": 3}})
    game.apply(move(game, "r1", "2204"))
    skip_to(game, AIR, 6)
    refused(game, lay(game, "air-1", "4401"), "PG-13.2")
    assert not game.table.bearing("airfields")


@pytest.mark.rule("PG-13.31", "PG-13.32")
def test_a_marker_costs_one_point_more_and_four_rail_hexes() -> None:
    rows = ground_rows()
    rail(rows, *(f"{column:02}10" for column in range(3, 44)))
    markers = {"air-1": "0610", "air-2": "0509", "air-3": "0706"}
    pieces = {"r1": "0510", "konev": "0606", "t1": "0606"}
    game = stage(pieces, SOVIET_MOVE, rows=rows, markers=markers)
    assert price(game, "r1", "0509") == 2, "open ground"
    assert price(game, "konev", "0706") == 1.5, "a road at half a point, and one"
    path = [f"{column:02}10" for column in range(6, 33)]
    assert reach(game, "r1")["3210"] == 30, "26 hexes and four for the marker"
    refused(game, move(game, "r1", *path, "3310"), "PG-F6.3")
    game.apply(move(game, "r1", *path))


@pytest.mark.rule("PG-13.31")
def test_two_markers_make_eight_and_the_hex_of_departure_costs_nothing() -> None:
    rows = ground_rows()
    rail(rows, *(f"{column:02}10" for column in range(3, 44)))
    markers = {"air-1": "0510", "air-2": "2910", "air-3": "2810"}
    game = stage({"r1": "0510", "konev": "0606"}, SOVIET_MOVE, rows=rows, markers=markers)
    assert reach(game, "r1")["2910"] == 22 + 4 + 4 and "3010" not in reach(game, "r1")


@pytest.mark.rule("PG-13.32")
def test_germans_pay_nothing_for_their_own_markers() -> None:
    game = stage({"5-inf": "0508"}, MOVE, markers={"air-1": "0509"})
    assert price(game, "5-inf", "0509") == 1


@pytest.mark.rule("PG-13.33")
def test_one_a_hex_off_after_soviet_movement_and_no_hindrance_to_supply() -> None:
    game = stage({"gd": "0106", "r1": "1010", "konev": "1012"}, AIR, turn=3)
    game.apply(lay(game, "air-1", "1011"))
    refused(game, lay(game, "air-2", "1011"), "PG-13.33")
    for number, at in ((2, "1112"), (3, "1113")):
        game.apply(lay(game, f"air-{number}", at))
    assert not game.table.marked("unsupplied", piece(game, "r1"))
    assert lying(game, "air-1") == "1011"
    game.apply(Done())
    assert phase(game) != SOVIET_MOVE and lying(game, "air-1") == ""


@pytest.mark.rule("PG-13.34")
def test_a_marker_may_lie_on_soviet_units() -> None:
    game = stage({"gd": "0106", "r1": "1010"}, AIR, turn=3)
    game.apply(lay(game, "air-1", "1010"))
    assert lying(game, "air-1") == "1010"


# The Soviet marker


@pytest.mark.rule("PG-13.41")
def test_the_soviet_marker_is_used_on_three_turns_and_never_on_the_twelfth() -> None:
    game = stage({"gd": "0106", "r1": "4010"}, SOVIET, turn=2)
    used = []
    while game.decision is not None:
        if phase(game) == SOVIET and game.state.turn not in used and game.state.turn != 4:
            used.append(game.state.turn)
            game.apply(lay(game, "soviet-1", "0112"))
        else:
            game.apply(Done())
    assert used == [2, 3, 5]
    late = stage({"gd": "0106", "r1": "4010"}, SOVIET, turn=12)
    assert phase(late) == MOVE


@pytest.mark.rule("PG-13.42")
def test_it_lies_anywhere_at_the_end_of_the_soviet_turn_but_on_no_german() -> None:
    game = stage({"gd": "0106", "5-inf": "2010", "r1": "4010"}, SOVIET, turn=2)
    assert waits(game) == ("soviet", "lay")
    refused(game, lay(game, "soviet-1", "2010"), "PG-13.42")
    game.apply(lay(game, "soviet-1", "2009"))
    assert (lying(game, "soviet-1"), phase(game)) == ("2009", MOVE)
    assert reach(game, "5-inf"), "no zone holds anybody"


@pytest.mark.rule("PG-13.43", "PG-13.46")
def test_it_hinders_both_german_moves_and_goes_with_the_turn() -> None:
    game = stage({"gd": "1506", "r1": "4010"}, SOVIET, turn=2)
    game.apply(lay(game, "soviet-1", "1606"))
    assert price(game, "gd", "1606") == 1.5
    skip_to(game, MECHANISED)
    assert price(game, "gd", "1606") == 1.5
    game.apply(Done())
    assert lying(game, "soviet-1") == ""


@pytest.mark.rule("PG-13.44", "PG-11.14")
def test_no_german_line_runs_through_it_and_the_terminus_can_be_blocked() -> None:
    far = {"gd": "3206", "5-inf": "0406", "r1": "4010"}
    for at, cut in (("1206", True), ("1207", False), ("0106", True)):
        game = stage(far, MOVE, markers={"soviet-1": at})
        assert game.table.marked("unsupplied", piece(game, "gd")) is cut, at
        assert not game.table.marked("unsupplied", piece(game, "5-inf")), "near the west edge"


@pytest.mark.rule("PG-13.44")
def test_who_stands_in_its_hex_may_trace_out_of_it() -> None:
    game = stage({"gd": "1206", "r1": "4010"}, MOVE, markers={"soviet-1": "1206"})
    assert not game.table.marked("unsupplied", piece(game, "gd"))
