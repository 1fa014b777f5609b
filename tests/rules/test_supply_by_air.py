"""Markers of supply by air: each is laid once, on a stack that has none, and by whom it is borne."""

from __future__ import annotations

import msgspec
import pytest

from engine.ids import Cell
from engine.play.sandbox import Position, Spot, lay_out
from engine.records.play import MechanismRow
from engine.rules.air_missions import missions_of
from engine.rules.air_supply import FLOWN, AirSupply, LayAirSupply, SupplyByAir
from engine.rules.air_tasks import PURPOSES
from engine.rules.lines import _of_terrain
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.airfields import aloft, field_rows
from tests.kit.byways import ground


def test_a_marker_goes_to_a_stack_without_one_or_from_one_of_a_stack_to_another() -> None:
    spots = {"vi": Spot("0101"), "ix": Spot("0101"), "xliii": Spot("0405"), "3rd-army": Spot("0905")}
    table = lay_out(ground("drill"), Position(spots, 3, "german-movement"))
    index, rule = table.scenario.piece_index, AirSupply(markers=2)
    table.set_mark(FLOWN, index["vi"], 1)

    def legal(key: str, marker: int, *laid: int) -> bool:
        return bool(rule.judge(table, LayAirSupply(0, laid), SupplyByAir(index[key], marker)))

    assert legal("ix", 1), "it passes to another unit of the stack"
    assert not legal("vi", 1), "it bears that very marker"
    assert not legal("vi", 2) and not legal("ix", 2), "the stack has one"
    assert legal("xliii", 1) and legal("xliii", 2)
    assert not legal("xliii", 1, 1) and legal("xliii", 2, 1), "a marker is laid once"
    assert not legal("xliii", 0) and not legal("xliii", 3), "there are two"
    assert not legal("3rd-army", 1) and not legal("xx", 1), "neither the enemy's nor whoever is not there"


def test_a_box_is_of_no_terrain() -> None:
    table = aloft(
        field_rows(), "german-air", {"german-air-base-1-1": "0101"}, stuka_1="0101", mig_1="red-air-force"
    ).table
    found = {kind: _of_terrain(table, (kind,)) for kind in ("clear", "forest")}
    boxes = [cell for cell in range(table.board.size) if table.board.is_box(Cell(cell))]
    assert len(boxes) == 2 and not any(flags[boxes].any() for flags in found.values())
    assert found["clear"].sum() == table.board.grid.size and not found["forest"].any()


def test_supply_is_dropped_on_units_of_the_side_and_never_on_whoever_waits_in_a_box() -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    there = {"battalion": "2404", "guard": "2805", "regiment": "luftwaffe", "stuka-1": "0101"}
    spots = {key: Spot(cell) for key, cell in there.items()}
    based = Position(spots, 1, "german-air", markers={"german-air-base-1-1": "0101"})
    table = lay_out(setting_of(compile_scenario(rows)), based)
    rule = msgspec.structs.replace(missions_of(table), drops=True)
    first = min(cell for cell in range(table.board.size) if table.board.is_box(Cell(cell)))
    assert table.holder(first) == 0 and first == table.board.grid.size
    assert [table.label(cell) for cell in PURPOSES["transport"].targets(rule, table, 0)] == ["0101", "2404"]


@pytest.mark.parametrize("shut", ["0101", "2205"])
def test_trains_run_again_in_every_hex_the_first_of_the_map_too(shut: str) -> None:
    laid = {"german-trainbusting-1": shut, "german-air-base-1-1": "1005"}
    spots = {"stuka-1": Spot("1005"), "guard": Spot("3505")}
    table = lay_out(setting_of(compile_scenario(field_rows())), Position(spots, 1, "soviet-clean-up", markers=laid))
    missions_of(table).closing(table, 0)
    assert table.board.cell(shut) in table.state.markers, "that is for its owner"
    missions_of(table).closing(table, 1)
    assert table.board.cell(shut) not in table.state.markers and table.board.cell("1005") in table.state.markers


def test_trains_are_hunted_on_the_railways_of_the_enemy_alone() -> None:
    ours, theirs = [{"side": "german", "links": ["road"]}], [{"side": "soviet", "links": ["rail"]}]
    rows = field_rows(missions={"rails": ours + theirs})
    table = lay_out(setting_of(compile_scenario(rows)), Position({"stuka-1": Spot("0101")}, 1, "german-air"))
    line = [f"{column:02}05" for column in range(20, 31)]
    for side, wanted in ((0, line), (1, [])):
        found = PURPOSES["trainbusting"].targets(missions_of(table), table, side)
        assert [table.label(cell) for cell in found] == wanted
