"""Markers: whom they hinder, what they shift and block, what clears them, and when they come and go."""

from __future__ import annotations

import pytest

from engine.ids import OFF_MAP
from engine.play import Game
from engine.play.journal import journal
from engine.records import Rows
from engine.records.markers import Marker, MarkerStart
from engine.rules.markers import barriers, date_markers, marker_shifts
from engine.rules.trace import connected
from engine.state.events import MarkerPlaced, MarkerRemoved
from tests.kit.drill import cell, drill, drill_rows, last, move, piece, reach, skip_to
from tests.kit.seasons import add_markers, alter

GERMAN, SOVIET = "xxiv-pz", "13th-army"


def ground(*starts: MarkerStart) -> Rows:
    rows = drill_rows()
    add_markers(rows, *starts)
    return rows


def start(marker: str, label: str, side: str | None = "soviet", **dates: int) -> MarkerStart:
    return MarkerStart(start=f"{marker}-{label}", marker=marker, cell=label, side=side, **dates)


def lying(game: Game) -> list[str]:
    return [game.setting.board.label(at) for at in game.state.markers if at >= 0]  # type: ignore[arg-type]


def test_a_minefield_costs_its_enemy_a_point_and_its_owner_nothing() -> None:
    rows = ground(start("mines", "0405"))
    found = reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)
    assert (found["0405"], found["0404"]) == (2, 1)
    own = drill({SOVIET: "0305"}, rows=rows, phase="soviet-movement")
    assert reach(own, SOVIET)["0405"] == 1


def test_a_marker_of_nobody_hinders_both_and_two_in_a_cell_add_up() -> None:
    rows = ground(start("mines", "0405", None))
    second = MarkerStart(start="more", marker="mines", cell="0405", side="soviet")
    rows.put(second)
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0405"] == 3
    assert reach(drill({SOVIET: "0305"}, rows=rows, phase="soviet-movement"), SOVIET)["0405"] == 2


def test_the_price_of_a_path_counts_the_marker() -> None:
    game = drill({GERMAN: "0305"}, rows=ground(start("mines", "0405")))
    game.apply(move(game, GERMAN, "0405"))
    assert any("2 points" in line.text for line in journal(game))


def test_earthworks_shift_the_attack_on_their_cell_with_cause_and_case() -> None:
    game = drill({GERMAN: "0304", SOVIET: "0404"}, rows=ground(start("works", "0404")), phase="german-combat")
    shifts = game.view(0).forecast(cell(game, "0404"), [piece(game, GERMAN)]).shifts
    assert [(shift.columns, shift.why, shift.case) for shift in shifts] == [(-2, "marker: earthworks", "T-7")]
    lost = drill({SOVIET: "0304", GERMAN: "0404"}, rows=ground(start("works", "0404")), phase="soviet-combat")
    assert lost.view(1).forecast(cell(lost, "0404"), [piece(lost, SOVIET)]).shifts == ()


def test_a_block_cuts_the_trace_of_its_enemy_only() -> None:
    sides = [f"02{row:02}" for row in range(1, 10)]
    rows = ground(*(start("block", label) for label in sides))
    game = drill({GERMAN: "0505"}, rows=rows)
    assert not connected(game.table, 0, "west-edge")[cell(game, "0505")]
    assert connected(game.table, 0, "west-edge")[cell(game, "0105")]
    assert connected(game.table, 1, "east-edge")[cell(game, "0105")]


def test_a_cache_goes_when_the_enemy_passes_and_comes_back_with_undo() -> None:
    game = drill({GERMAN: "0305", SOVIET: "0905"}, rows=ground(start("cache", "0405")))
    game.apply(move(game, GERMAN, "0405", "0505"))
    assert lying(game) == []
    assert last(game, MarkerRemoved).case == "T-8"
    assert any("Cache goes from 0405: the enemy entered." in line.text for line in journal(game))
    assert game.undo()
    assert lying(game) == ["0405"]


def test_a_cache_stays_when_its_owner_enters() -> None:
    game = drill({SOVIET: "0305"}, rows=ground(start("cache", "0405")), phase="soviet-movement")
    game.apply(move(game, SOVIET, "0405"))
    assert lying(game) == ["0405"]


def test_a_minefield_is_not_cleared_by_entry() -> None:
    game = drill({GERMAN: "0305"}, rows=ground(start("mines", "0405")))
    game.apply(move(game, GERMAN, "0405"))
    assert lying(game) == ["0405"]


def test_a_unit_that_is_placed_on_a_marker_clears_it_too() -> None:
    game = drill({GERMAN: "0405"}, rows=ground(start("cache", "0405")))
    assert lying(game) == []


def test_markers_come_and_go_on_their_turns() -> None:
    rows = ground(
        start("mines", "0405"),
        start("works", "0601", first_turn=3, last_turn=3),
        start("block", "0701", last_turn=2),
    )
    game = drill({GERMAN: "0305", SOVIET: "0905"}, rows=rows, turn=2)
    assert lying(game) == ["0405", "0701"]
    skip_to(game, "soviet-movement", 3)
    assert lying(game) == ["0405", "0601"]
    assert last(game, MarkerPlaced).target == cell(game, "0601")
    skip_to(game, "soviet-movement", 4)
    assert lying(game) == ["0405"]
    late = drill({GERMAN: "0305", SOVIET: "0905"}, rows=rows, turn=5)
    assert lying(late) == ["0405"]


def test_what_was_cleared_does_not_come_back_on_a_later_turn() -> None:
    game = drill({GERMAN: "0305", SOVIET: "0905"}, rows=ground(start("cache", "0405")))
    game.apply(move(game, GERMAN, "0405"))
    skip_to(game, "soviet-movement", 4)
    assert lying(game) == []


def test_a_cost_below_a_quarter_is_rounded_as_the_linter_says() -> None:
    rows = ground(start("mines", "0405"))
    alter(rows, Marker, "mines", entry=0.3)
    assert reach(drill({GERMAN: "0305"}, rows=rows), GERMAN)["0405"] == 1.25


@pytest.mark.parametrize("label", ["0101", "0102"])
def test_a_marker_in_the_first_cell_of_the_map_counts_like_any_other(label: str) -> None:
    rows = ground(start("mines", label), start("works", label, last_turn=2), start("block", label))
    game = drill({GERMAN: "0201" if label == "0101" else "0202"}, rows=rows, turn=2)
    assert reach(game, GERMAN)[label] == 2
    assert barriers(game.table, 0) == [cell(game, label)] and barriers(game.table, 1) == []
    assert [shift.columns for shift in marker_shifts(game.table, cell(game, label), 0)] == [-2]
    assert lying(game) == [label] * 3
    date_markers(game.table, 3)
    assert lying(game) == [label] * 2, "the works' time is over"


@pytest.mark.parametrize(("turn", "there"), [(1, ["0405"]), (2, ["0405", "0601"])])
def test_an_undated_marker_is_laid_down_on_the_first_turn_and_a_dated_one_on_its_own(
    turn: int, there: list[str]
) -> None:
    rows = ground(start("mines", "0405"), start("works", "0601", first_turn=2), start("block", "0701", last_turn=0))
    table = drill({GERMAN: "0305"}, rows=rows, turn=1).table
    for number, at in enumerate(table.state.markers):
        if at >= 0:
            table.do(MarkerRemoved(number, at, OFF_MAP, "for the test"))
    date_markers(table, turn)
    assert [table.label(at) for at in table.state.markers if at >= 0] == there
