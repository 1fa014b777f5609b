"""Numbers one beyond all pieces and cells: whatever is to be decided, such actions are refused, and nothing breaks."""

from __future__ import annotations

import msgspec
import pytest

from tests.kit.strangers import strangers
from tests.systems.test_answers import STARTS


@pytest.mark.parametrize("name", STARTS)
def test_what_is_beyond_all_pieces_and_cells_is_refused(name: str) -> None:
    asked = 0
    for begin in STARTS[name]:
        game = begin()
        pieces, size = len(game.scenario.pieces), game.setting.board.size
        for action in strangers([pieces], [size]):
            if {pieces, size, (pieces,), (size,)} & set(msgspec.structs.astuple(action)):
                assert not game.judge(action), action
                asked += 1
    assert asked
