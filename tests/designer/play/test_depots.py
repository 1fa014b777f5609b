"""The panel of dumps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from PySide6.QtCore import QObject, Qt, Signal
from pytestqt.qtbot import QtBot

from designer.play.table.stage import Stage
from designer.play.telling.depots import DepotPanel
from engine.play import Game
from engine.play.stocked import Stock
from engine.rules.decision import Verdict
from engine.rules.paying import first_of
from engine.state.actions import AnyAction
from tests.kit.logistics import cells, logistics, logistics_rows


class Looking(QObject):
    """A stage as far as the panel needs one."""

    pointed = Signal(object)

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game, self.table, self.view = game, game.table, SimpleNamespace(side=0)

    def judge(self, action: AnyAction) -> Verdict:
        return self.game.judge(action)

    def act(self, action: AnyAction) -> bool:
        return bool(self.game.apply(action))


def test_the_panel_lists_the_dumps_and_points_at_the_one_that_is_clicked(qtbot: QtBot) -> None:
    pieces: dict[str, Any] = {"g-hq": "0403", "guard": "0303", "tank-1": "0903", "division-1": "2001"}
    game = logistics(pieces, Stock("0203", "german", 9), Stock("1805", "german", 2))
    stage = Looking(game)
    panel = DepotPanel(cast(Stage, stage))
    qtbot.addWidget(panel)
    panel.work_out()
    rows = [[cast(Any, panel.table.item(row, column)).text() for column in range(3)] for row in range(2)]
    assert rows == [["0203", "2 SP 1 T", "3 units"], ["1805", "2 T", "nobody"]]
    assert "Thrown by G Hq: " in cast(Any, panel.table.item(0, 0)).toolTip()
    assert panel.total.text() == "2 dumps, 2 SP 3 T in all. 1 SP is 4 tokens."
    shown: list[object] = []
    stage.pointed.connect(shown.append)
    panel.table.cellClicked.emit(1, 0)
    assert shown == [cells(game, "1805")[0]]


def test_a_dump_is_made_to_pay_first_and_the_nearest_again(qtbot: QtBot) -> None:
    rows = logistics_rows(paying={"cases": {"first": "OS-10.1"}})
    game = logistics(
        {"g-hq": "0403", "tank-1": "0903"}, Stock("0203", "german", 9), Stock("1805", "german", 2), rows=rows
    )
    panel = DepotPanel(cast(Stage, Looking(game)))
    qtbot.addWidget(panel)
    panel.work_out()
    assert not panel.prefer.isEnabled(), "nothing is selected"
    panel.table.selectRow(1)
    assert panel.prefer.isEnabled() and panel.prefer.text() == "Pay out of it first"
    panel.prefer.click()
    assert first_of(game.table, 0) == cells(game, "1805")[0]
    panel.follow()
    panel.work_out()
    panel.table.selectRow(1)
    assert cast(Any, panel.table.item(1, 0)).text() == "1805, pays first"
    assert panel.prefer.isEnabled() and panel.prefer.text() == "Let the nearest pay again"
    panel.prefer.click()
    assert first_of(game.table, 0) is None


def test_a_dump_is_named_whole_however_narrow_the_panel_is(qtbot: QtBot) -> None:
    game = logistics({"g-hq": "0403", "tank-1": "0903"}, Stock("0203", "german", 9))
    panel = DepotPanel(cast(Stage, Looking(game)))
    qtbot.addWidget(panel)
    panel.resize(250, 300)
    panel.show()
    panel.work_out()
    named = cast(Any, panel.table.item(0, 0))
    room, metrics = panel.table.visualItemRect(named), panel.table.fontMetrics()
    wanted = metrics.boundingRect(room.adjusted(0, 0, 0, 9_000), int(Qt.TextFlag.TextWordWrap), named.text())
    assert wanted.height() <= room.height() and wanted.width() <= room.width()


def test_without_the_rule_there_is_no_such_button(qtbot: QtBot) -> None:
    game = logistics({"g-hq": "0403"}, Stock("0203", "german", 9))
    panel = DepotPanel(cast(Stage, Looking(game)))
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.prefer.isVisible()
