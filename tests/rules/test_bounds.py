"""What is there: pieces, cells and boxes by number, and who stands on the map."""

from __future__ import annotations

import pytest

from engine.ids import OFF_MAP
from engine.play.sandbox import Position, Spot, lay_out
from engine.state import ELIMINATED
from tests.kit.byways import ground


@pytest.mark.parametrize("corner", ["0101", "0102", "1009"])
def test_whoever_is_in_any_cell_stands_and_nobody_else_does(corner: str) -> None:
    table = lay_out(ground("drill"), Position({"vi": Spot(corner)}, lost={"ix": ""}))
    index = table.scenario.piece_index
    assert [table.stands(index[key]) for key in ("vi", "ix", "xliii")] == [True, False, False]
    assert [table.state.cell[index[key]] for key in ("ix", "xliii")] == [ELIMINATED, OFF_MAP]
    assert table.on_map(0) == [index["vi"]] and table.on_map(1) == []
    assert table.holder(table.state.cell[index["vi"]]) == 0
    assert [table.holder(nowhere) for nowhere in (OFF_MAP, ELIMINATED, table.board.size)] == [None, None, None]


def test_numbers_below_nothing_and_beyond_the_last_are_nobody_and_nowhere() -> None:
    table = lay_out(ground("drill"), Position({}))
    for there, last in (
        (table.has_piece, len(table.scenario.pieces) - 1),
        (table.has_cell, table.board.size - 1),
    ):
        assert [there(number) for number in (-2, -1, 0, 1, last, last + 1)] == [False, False, True, True, True, False]


def test_the_last_of_a_pool_shows_what_is_left_of_it() -> None:
    table = lay_out(ground("drill"), Position({}))
    pieces = table.setting.pool_pieces("mech")
    counters = [counter for counter, many in table.setting.pool_counters("mech").items() for _ in range(many)]
    assert len(pieces) == len(counters) > 1 and {table.state.counter[piece] for piece in pieces} == {None}
    for piece, counter in zip(pieces[1:], counters[1:], strict=True):
        table.state.counter[piece] = counter
    assert [counter for counter, _ in table.pool_of(pieces[0])] == counters[:1]
    assert table.face(pieces[0]) == table.scenario.counters[counters[0]].faces[0]
