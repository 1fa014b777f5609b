"""Markers of supply by air: each is laid once, on a stack that has none, and by whom it is borne."""

from __future__ import annotations

from engine.ids import Cell
from engine.play.sandbox import Position, Spot, lay_out
from engine.rules.air_supply import FLOWN, AirSupply, LayAirSupply, SupplyByAir
from engine.rules.lines import _of_terrain
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
