"""The window and a system made up for tests: forms, effects, endings, play and paper know it without being told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QSpinBox
from pytestqt.qtbot import QtBot

from designer.charts.tab import Charts
from designer.inputs.nested import ListInput, UnionInput
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.table.interactions.picking import PickInteraction
from designer.printing.booklet import rules_document
from designer.printing.choices import Choices
from designer.printing.material import Material
from designer.rules.tab import Rules
from designer.shell.window import MainWindow
from designer.victory.tab import VictoryEditor
from engine.records.play import MechanismRow
from engine.state.actions import Done
from engine.store import Library
from engine.systems import SYSTEMS, register
from tests.designer.play.conftest import on_table, part_of
from tests.kit.hand import Hand
from tests.kit.paper import measure, texts
from tests.kit.partisans import SYSTEM, BlowUp, partisan_rows

SLUG = "bryansk"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with a scenario of the system, which is known for the time of a test."""
    register(SYSTEM)
    made = Library.create(tmp_path / "library.db")
    made.add(SLUG, partisan_rows())
    yield made
    made.close()
    del SYSTEMS[SYSTEM.key]


def test_its_mechanism_has_a_form_and_a_sentence(window: MainWindow) -> None:
    window.open_scenario(SLUG, "rules")
    tab = window.show_part("rules")
    assert isinstance(tab, Rules)
    QApplication.processEvents()
    tab.pages.setCurrentWidget(tab.mechanisms)
    assert tab.mechanisms.choose("fatigue") and tab.mechanisms.holder.form is not None
    slower = tab.mechanisms.holder.form.inputs["slower"].widget
    assert isinstance(slower, QSpinBox) and slower.value() == 3
    slower.setValue(1)
    row = tab.sequence.grid.document.rows.get(MechanismRow, "fatigue")
    assert row is not None and row.params == {"slower": 1}
    assert "A tired unit has 1 movement point less" in tab.mechanisms.words.text()


def test_its_effect_is_offered_for_results(window: MainWindow) -> None:
    window.open_scenario(SLUG, "charts")
    tab = window.show_part("charts")
    assert isinstance(tab, Charts)
    QApplication.processEvents()
    tab.crt.results.grid.view.show_line(("crt", "DR"))
    effects = tab.crt.results.form.inputs["effects"]
    assert isinstance(effects, ListInput)
    last = effects.items[-1]
    assert isinstance(last, UnionInput) and last.choice.currentData() == "panic"
    assert "then the defender is tired" in tab.crt.results.says.text()


def test_its_condition_is_offered_for_endings(window: MainWindow) -> None:
    window.open_scenario(SLUG, "victory")
    tab = window.show_part("victory")
    assert isinstance(tab, VictoryEditor)
    QApplication.processEvents()
    tab.grid.view.show_line(("raids",))
    assert tab.holder.form is not None
    condition = tab.holder.form.inputs["condition"]
    assert isinstance(condition, UnionInput) and condition.choice.currentData() == "raids-made"
    assert "has made 12 raids" in tab.words.text()


def test_its_decision_is_answered_on_the_map_or_from_a_list_in_its_own_words(window: MainWindow, qtbot: QtBot) -> None:
    part = part_of(window, SLUG)
    part.start(NewGame((Seat(""), Seat("")), 3, {}, "Test"))
    view = on_table(part, qtbot)
    session = view.session
    qtbot.waitUntil(lambda: session.my_decision is not None, timeout=30_000)
    while session.my_decision is not None and session.my_decision.kind != "raid":
        before = session.game.cursor
        session.act(Done()) if session.game.judge(Done()) else Hand(view).play()
        qtbot.waitUntil(lambda before=before: session.game.cursor > before, timeout=10_000)
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, PickInteraction), "every answer is about one unit"
    first, second = list(interaction.answers)[:2]
    assert interaction._panel.list.item(0).text().startswith("Blow up the railway in ")
    before = session.game.cursor
    hand.click_line(interaction._panel, first)
    qtbot.waitUntil(lambda: session.game.cursor > before, timeout=10_000)
    assert session.game.log[before].action == BlowUp(first)
    before = session.game.cursor
    hand.click(session.game.state.cell[second])
    assert session.game.log[before].action == BlowUp(second), "a click on the unit does it too"


def test_its_rules_are_printed() -> None:
    register(SYSTEM)
    try:
        said = " ".join(texts(rules_document(Material(partisan_rows()), Choices(), measure)))
    finally:
        del SYSTEMS[SYSTEM.key]
    assert "A tired unit has 3 movement points less" in said and "blow up the railway where it stands" in said
