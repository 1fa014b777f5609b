"""The panel of dumps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from designer.play.table.stage import Stage
from designer.play.telling.depots import DepotPanel
from engine.play import Game
from engine.play.stocked import Stock
from tests.kit.logistics import cells, logistics


class Looking(QObject):
    """A stage as far as the panel needs one."""

    pointed = Signal(object)

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.table, self.view = game.table, SimpleNamespace(side=0)


def test_the_panel_lists_the_dumps_and_points_at_the_one_that_is_clicked(qtbot: QtBot) -> None:
    pieces: dict[str, Any] = {"g-hq": "0403", "guard": "0303", "tank-1": "0903", "division-1": "2001"}
    game = logistics(pieces, Stock("0203", "german", 9), Stock("1805", "german", 2))
    stage = Looking(game)
    panel = DepotPanel(cast(Stage, stage))
    qtbot.addWidget(panel)
    panel.work_out()
    rows = [[cast(Any, panel.table.item(row, column)).text() for column in range(4)] for row in range(2)]
    assert rows == [["0203", "2 SP 1 T", "3 units", "G Hq"], ["1805", "2 T", "nobody", ""]]
    assert panel.total.text() == "2 dumps, 2 SP 3 T in all."
    shown: list[object] = []
    stage.pointed.connect(shown.append)
    panel.table.cellClicked.emit(1, 0)
    assert shown == [cells(game, "1805")[0]]
