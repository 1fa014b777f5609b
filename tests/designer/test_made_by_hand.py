"""A person makes a game from nothing, and another changes a shipped one; both are then played to the end.

Everything is done through the widgets: dialogs, brushes, grids, forms, the set-up map and the Play tab.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QDialogButtonBox, QSpinBox
from pytestqt.qtbot import QtBot

from designer.charts.tab import TEC, Charts
from designer.inputs.nested import UnionInput
from designer.mapeditor.editor import MapEditor
from designer.oob.tab import OrderOfBattle
from designer.play.part import PlayPart
from designer.rowdialog import RowDialog
from designer.rules.tab import Rules
from designer.setup.tab import SetupEditor
from designer.shell.new_scenario import NewScenarioDialog
from designer.shell.window import MainWindow
from designer.tables.check import checker
from designer.victory.tab import VictoryEditor
from engine.play import Game
from engine.records.board import CellRow, Hexside, Place, Tec
from engine.records.charts import ChartCell, Result
from engine.records.counters import Face, Unit
from engine.records.play import MechanismRow, Phase, Placement
from engine.state.events import UnitPlaced
from engine.store.library import Library
from engine.systems import check_rules
from tests.designer.play.conftest import at_rest
from tests.kit.grids import type_into, type_line
from tests.kit.hand import Hand
from tests.kit.mouse import Mouse
from tests.kit.shipped import shipped_rows

PATIENCE = 60_000
P = TypeVar("P")

UNITS = "\n".join(
    "\t".join(line)
    for line in (
        ("XXIV Pz", "German", "armour", "corps", "8", "8", "6", "", "4", "4", "6"),
        ("XLVI Pz", "German", "armour", "corps", "7", "7", "6", "", "3", "3", "6"),
        ("V", "German", "infantry", "corps", "6", "6", "4"),
        ("VIII", "German", "infantry", "corps", "6", "6", "4"),
        ("13th Army", "Soviet", "infantry", "army", "5", "5", "4"),
        ("16th Army", "Soviet", "infantry", "army", "5", "5", "4"),
        ("20th Army", "Soviet", "infantry", "army", "4", "4", "4"),
        ("5th Mech", "Soviet", "mechanised", "corps", "4", "3", "6"),
    )
)
"""Eight units as a spreadsheet puts them on the clipboard: identity, side, type, size, and the values of two faces."""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    made.add("arduous-beginning", shipped_rows("arduous-beginning"))
    yield made
    made.close()


def show(window: MainWindow, key: str, kind: type[P]) -> P:
    part = window.show_part(key)
    assert isinstance(part, kind)
    QApplication.processEvents()
    return part


def agree(dialog: QDialog) -> None:
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def new_scenario(window: MainWindow) -> None:
    window.book.run("file.new")
    dialog = window.findChild(NewScenarioDialog)
    assert dialog is not None
    dialog.title.setText("Crossing the Berezina")
    dialog.columns.setValue(9)
    dialog.rows.setValue(7)
    dialog.turns.setValue(4)
    agree(dialog)
    assert window.slug == "crossing-the-berezina"


def draw_map(window: MainWindow) -> None:
    editor = show(window, "map", MapEditor)
    editor.view.fit()
    mouse = Mouse(editor.view)
    editor.take("brush")
    editor.context.choose("terrain", "forest")
    mouse.drag("0302", "0303", "0304")
    editor.take("hexside")
    editor.context.choose("hexside", "river")
    corners = editor.view.grid.corners(editor.view.grid.parse("0504"))
    mouse.drag(corners[0], corners[1], corners[2])
    editor.take("place")
    for name, cell in (("Borisov", "0504"), ("Orsha", "0804")):
        mouse.click(cell)
        form = next(dialog for dialog in editor.findChildren(RowDialog) if dialog.isVisible())
        form.form.fields["name"].put(name)
        form.form.fields["kind"].put("city")
        form.form.fields["owner"].put("soviet")
        QTest.mouseClick(form.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
        QApplication.processEvents()
    rows = editor.document.rows
    assert sum(cell.terrain == "forest" for cell in rows.all(CellRow)) == 3
    assert {place.name: place.owner for place in rows.all(Place)} == {"Borisov": "soviet", "Orsha": "soviet"}
    assert rows.all(Hexside)


def write_units(window: MainWindow) -> None:
    tab = show(window, "oob", OrderOfBattle)
    QGuiApplication.clipboard().setText(UNITS)
    tab.units.handlers()["edit.paste"]()
    rows = tab.document.rows
    assert len(rows.all(Unit)) == 8
    assert rows.get(Face, "xxiv-pz", 1) == Face(unit="xxiv-pz", face=1, attack=4, defence=4, movement=6)
    for unit in ("xxiv-pz", "xlvi-pz", "5th-mech"):
        type_line(tab.units, (unit,), {"move_class": "mech"})
    assert [unit.move_class for unit in rows.all(Unit)].count("mech") == 3
    tab.units.view.show_line(("xxiv-pz",))
    assert [face.values for face in tab.preview.shown] == ["8-8-6", "4-4-6"]


def write_charts(window: MainWindow) -> None:
    tab = show(window, "charts", Charts)
    rows = tab.document.rows
    grid = tab.crt.page.grid
    before = tab.crt.bars.readings[4]
    type_line(grid, "6", {"c:3:1": "DE"})
    assert rows.get(ChartCell, "crt", "6", "3:1") == ChartCell(chart="crt", row="6", column="3:1", value="DE")
    assert tab.crt.bars.readings[4].defender > before.defender, "the expected losses follow the edit"
    tab.crt.results.grid.view.show_line(("crt", "DR"))
    effect = tab.crt.results.form.inputs["effects"].items[0]  # type: ignore[attr-defined]
    effect.form.inputs["hexes"].widget.setValue(1)
    result = rows.get(Result, "crt", "DR")
    assert result is not None and getattr(result.effects[0], "hexes", 0) == 1
    tab.show_chart(TEC)
    terrain = tab.tec.grids["terrain"]
    type_line(terrain, "forest", {"e:move.mech": "2"})
    assert rows.get(Tec, "terrain", "forest", "move.mech").value == "2"  # type: ignore[union-attr]


def write_rules(window: MainWindow) -> None:
    tab = show(window, "rules", Rules)
    rows = tab.sequence.grid.document.rows
    assert [phase.kind for phase in rows.all(Phase)] == ["movement", "combat", "movement", "combat"]
    type_into(tab.sequence.grid, 0, 0, "German advance")
    tab.pages.setCurrentWidget(tab.mechanisms)
    assert tab.mechanisms.choose("stacking")
    limits = tab.mechanisms.holder.form.inputs["limits"]  # type: ignore[union-attr]
    spin = limits.items[0].form.inputs["most"].widget  # type: ignore[attr-defined]
    assert isinstance(spin, QSpinBox)
    spin.setValue(3)
    stacking = rows.get(MechanismRow, "stacking")
    assert stacking is not None and stacking.params == {"limits": [{"most": 3}]}
    tab.pages.setCurrentWidget(tab.reading)
    said = tab.reading.page.toPlainText()
    assert "German advance" in said and "At most 3 units may stand in one hex." in said


def set_up(window: MainWindow) -> None:
    tab = show(window, "setup", SetupEditor)
    tab.map.view.fit()
    mouse = Mouse(tab.map.view)
    places = {"german": ("0103", "0104", "0105", "0203"), "soviet": ("0504", "0604", "0803", "0804")}
    for side, cells in places.items():
        tab.roster.side.setCurrentIndex(tab.roster.side.findData(side))
        tab.roster.select(0)
        for cell in cells:
            mouse.click(cell)
        assert tab.roster.list.count() == 0
    mouse.drag("0203", "0204")
    rows = tab.document.rows
    assert sorted(str(line.cell) for line in rows.all(Placement)) == [
        "0103",
        "0104",
        "0105",
        "0204",
        "0504",
        "0604",
        "0803",
        "0804",
    ]
    tab.pages.setCurrentWidget(tab.checks.parentWidget())
    assert "No problem in the set-up." in tab.checks.label.text()


def set_goal(window: MainWindow) -> None:
    tab = show(window, "victory", VictoryEditor)
    tab.grid.view.show_line(("german-goal",))
    assert tab.holder.form is not None
    condition = tab.holder.form.inputs["condition"]
    assert isinstance(condition, UnionInput) and condition.form is not None
    spin = condition.form.inputs["at_least"].widget
    assert isinstance(spin, QSpinBox)
    spin.setValue(2)
    assert "holds at least 2 cities that the Soviet side held at the start" in tab.words.text()


def play(window: MainWindow, qtbot: QtBot) -> Game:
    window.settings.put("bot_speed", "instant")
    window.settings.put("animate", False)
    tab = show(window, "play", PlayPart)
    assert tab.lobby is not None and tab.lobby.form.isEnabled()
    form = tab.lobby.form
    assert isinstance(form.bot, QComboBox)
    form.bot.setCurrentIndex(form.bot.findData("greedy"))
    form.seed.setValue(7)
    QTest.mouseClick(form.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tab.playing is not None, timeout=PATIENCE)
    assert tab.playing is not None
    session, hand = tab.playing.session, Hand(tab.playing, seed=3)
    at_rest(tab.playing, qtbot)
    qtbot.waitUntil(lambda: session.my_decision is not None or session.controller.over, timeout=PATIENCE)
    while not session.controller.over:
        hand.play()
        qtbot.waitUntil(lambda: session.my_decision is not None or session.controller.over, timeout=PATIENCE)
    return session.game


def test_a_whole_game_is_made_from_nothing_and_played_to_the_end(window: MainWindow, qtbot: QtBot) -> None:
    new_scenario(window)
    draw_map(window)
    write_units(window)
    write_charts(window)
    write_rules(window)
    set_up(window)
    set_goal(window)
    assert window.document is not None
    assert check_rules(window.document.rows) == []
    game = play(window, qtbot)
    assert game.outcome is not None and game.outcome.level in ("German victory", "Soviet victory")
    assert game.scenario.about.title == "Crossing the Berezina" and len(game.scenario.pieces) == 8
    assert {entry.side for entry in game.log[1:]} == {0, 1}


def test_a_shipped_scenario_is_changed_and_the_changed_one_is_played(window: MainWindow, qtbot: QtBot) -> None:
    window.open_scenario("arduous-beginning", "charts")
    charts = show(window, "charts", Charts)
    type_line(charts.crt.page.grid, "1", {"c:1:1": "DE"})
    oob = show(window, "oob", OrderOfBattle)
    QTest.mouseClick(oob.units.buttons["table.add"], Qt.MouseButton.LeftButton)
    type_line(oob.units, oob.units.view.line(), {"name": "Guards Army"})
    assert oob.units.view.line() == ("guards-army",), "its key is made from its name"
    type_line(
        oob.units,
        ("guards-army",),
        {
            "side": "Soviet",
            "symbol": "infantry",
            "size": "army",
            "0.attack": "9",
            "0.defence": "9",
            "0.movement": "4",
            "pool": "",
            "move_class": "infantry",
            "flags": "",
        },
    )
    setup = show(window, "setup", SetupEditor)
    setup.roster.side.setCurrentIndex(1)
    setup.roster.select(0)
    setup.map.view.fit()
    Mouse(setup.map.view).click("2009")
    editor = show(window, "map", MapEditor)
    editor.view.fit()
    move_place(editor, "vyazma", "2107")
    assert window.document is not None
    rows = window.document.rows
    assert rows.get(Place, "vyazma").cell == "2107"  # type: ignore[union-attr]
    assert not [problem for problem in check_rules(rows) if problem.severity == "error"]
    game = play(window, qtbot)
    changed = game.scenario
    assert changed.tables["crt"].at("1", "1:1") == "DE"
    army = next(n for n, piece in enumerate(changed.pieces) if piece.unit.name == "Guards Army")
    placed = [event for entry in game.log for event in entry.events if isinstance(event, UnitPlaced)]
    assert (army, changed.board.cell("2009")) in [(event.piece, event.target) for event in placed]
    assert next(place.cell for place in changed.places if place.place == "vyazma") == "2107"
    assert game.outcome is not None


def move_place(editor: MapEditor, place: str, cell: str) -> None:
    """Drag a place to another cell with the place tool."""
    editor.take("place")
    row = editor.document.rows.get(Place, place)
    assert row is not None
    Mouse(editor.view).drag(row.cell, cell)


def test_a_scenario_with_problems_is_kept_and_says_why_it_cannot_be_played(window: MainWindow, qtbot: QtBot) -> None:
    window.open_scenario("arduous-beginning", "rules")
    rules = show(window, "rules", Rules)
    type_into(rules.sequence.grid, 1, 1, "dancing")
    assert window.document is not None
    found = checker(window.document)
    qtbot.waitUntil(lambda: "cannot be played yet" in rules.strip.text(), timeout=10_000)
    assert "there is no kind of phase dancing" in rules.strip.text()
    assert any(problem.table == "phase" for problem in found.problems)
    assert window.document.library.load("arduous-beginning").get(Phase, "german-movement").kind == "dancing"  # type: ignore[union-attr]
    tab = show(window, "play", PlayPart)
    assert tab.lobby is not None and not tab.lobby.form.isEnabled()
    assert window.reveal("phase", ("german-movement",))
    window.book.run("edit.undo")
    qtbot.waitUntil(lambda: "can be played" in rules.strip.text(), timeout=10_000)
