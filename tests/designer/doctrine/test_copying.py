"""Plans from elsewhere: copied from another scenario or written from the victory conditions, one edit, one undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QListWidget
from pytestqt.qtbot import QtBot

from designer.doctrine.copydialog import CopyPlan
from designer.doctrine.sheet import ON_OR_OFF, DoctrineSheet
from designer.doctrine.tab import DoctrineEditor
from designer.shell.window import MainWindow
from engine.bots import derived_doctrine, make_bot
from engine.bots.staff.player import StaffBot, book_of
from engine.records.board import Place
from engine.records.play import Doctrine, Plan
from engine.scenario import compile_scenario
from engine.store.library import Library
from tests.kit.drill import drill_rows
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning", guderian="panzergruppe-guderian")
    rows = drill_rows()
    rows.drop(Place, "roslavl")
    made.add("drill", rows)
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> DoctrineEditor:
    """The tab of the drill ground, without any plan."""
    return opened(window, "drill")


def opened(window: MainWindow, slug: str) -> DoctrineEditor:
    window.open_scenario(slug, "doctrine")
    part = window.show_part("doctrine")
    assert isinstance(part, DoctrineEditor)
    part.effect.live.setChecked(False)
    QApplication.processEvents()
    return part


def choose(qtbot: QtBot, dialog: CopyPlan, slug: str, plan: str) -> None:
    """Choose a plan of a scenario, once it was read."""
    dialog.scenario.setCurrentIndex(dialog.scenario.findData(slug))

    def found() -> int | None:
        keys = [dialog.plans.item(n).data(Qt.ItemDataRole.UserRole) for n in range(dialog.plans.count())]
        return keys.index(plan) if plan in keys else None

    qtbot.waitUntil(lambda: found() is not None, timeout=60_000)
    row = found()
    assert row is not None
    dialog.plans.setCurrentRow(row)


def test_a_plan_is_copied_with_its_rules_in_one_edit(
    qtbot: QtBot, tab: DoctrineEditor, window: MainWindow, library: Library
) -> None:
    assert window.document is not None
    edits = window.document.stack.count()
    dialog = tab.copy_from()
    assert dialog.scenario.findData("drill") < 0
    choose(qtbot, dialog, "arduous", "soviet-depth")
    assert dialog.side.currentData() == "soviet"
    dialog.copy.click()
    there = [row for row in library.load("arduous").all(Doctrine) if row.plan == "soviet-depth"]
    here = library.load("drill")
    assert [row for row in here.all(Doctrine) if row.plan == "soviet-depth"] == there and len(there) > 5
    assert tab.sheet.plan == "soviet-depth" and window.document.stack.count() == edits + 1
    window.document.stack.undo()
    gone = library.load("drill")
    assert not gone.all(Plan) and not gone.all(Doctrine)
    window.document.stack.redo()
    assert library.load("drill").has(Plan, "soviet-depth")


def test_a_second_copy_gets_a_key_and_a_name_of_its_own(qtbot: QtBot, tab: DoctrineEditor, library: Library) -> None:
    for _ in range(2):
        dialog = tab.copy_from()
        choose(qtbot, dialog, "arduous", "german-dash")
        dialog.copy.click()
    plans = library.load("drill").all(Plan)
    assert [plan.plan for plan in plans] == ["german-dash", "german-dash-2"]
    assert len({plan.name for plan in plans}) == 2
    rules = [row.rule for row in library.load("drill").all(Doctrine) if row.plan == "german-dash-2"]
    assert rules == [row.rule for row in library.load("arduous").all(Doctrine) if row.plan == "german-dash"]


def test_what_a_plan_speaks_of_and_this_scenario_lacks_is_said(qtbot: QtBot, tab: DoctrineEditor) -> None:
    dialog = tab.copy_from()
    choose(qtbot, dialog, "arduous", "soviet-depth")
    assert "Everything" not in dialog.notes.text() and "Gather round bastions" in dialog.notes.text()
    assert "roslavl" in dialog.notes.text(), "the drill ground has no such city"
    choose(qtbot, dialog, "arduous", "german-dash")
    assert "Everything" in dialog.notes.text()
    dialog.reject()


def test_a_scenario_without_plans_says_so_and_copies_nothing(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window, "arduous").copy_from()
    dialog.scenario.setCurrentIndex(dialog.scenario.findData("drill"))
    qtbot.waitUntil(lambda: "no plans" in dialog.notes.text(), timeout=60_000)
    assert not dialog.copy.isEnabled()
    dialog.reject()


def test_the_plan_of_the_victory_conditions_is_written_down_and_the_bot_goes_on_as_before(
    tab: DoctrineEditor, window: MainWindow, library: Library
) -> None:
    assert window.document is not None
    asked = tab.write_down()
    assert asked is not None, "neither side has a plan"
    sides = asked.findChild(QListWidget)
    assert sides is not None and sides.count() == 2
    sides.setCurrentRow(1)
    before = derived_doctrine(library.load("drill"), "soviet")
    buttons = asked.findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    kept = library.load("drill")
    (plan,) = kept.all(Plan)
    assert plan.side == "soviet" and tab.sheet.plan == plan.plan and tab.sheet.text("hold", "on") == "yes"
    bot = make_bot("doctrine", compile_scenario(kept), 1, seed=1)
    assert isinstance(bot, StaffBot) and bot.book.rules == book_of(before).rules
    tab.write.click()
    assert {row.side for row in library.load("drill").all(Plan)} == {"german", "soviet"}, "only one side had none"
    window.document.stack.undo()
    window.document.stack.undo()
    assert not library.load("drill").all(Plan) and not library.load("drill").all(Doctrine)


def test_a_weight_that_does_not_weigh_is_on_or_off_and_cannot_be_written(window: MainWindow) -> None:
    tab = opened(window, "guderian")
    plan = next(row.plan for row in tab.sheet.rows.all(Doctrine) if row.rule == "whole")
    tab.plans.view.show_line((plan,))
    QApplication.processEvents()
    index, other = (tab.rules.view.index_of(rule, "weight") for rule in ("whole", "drive"))
    model = tab.rules.model
    assert model.data(index) == "on" and model.data(index, int(Qt.ItemDataRole.ToolTipRole)) == ON_OR_OFF
    assert not model.flags(index) & Qt.ItemFlag.ItemIsEditable and model.flags(other) & Qt.ItemFlag.ItemIsEditable
    ink = int(Qt.ItemDataRole.ForegroundRole)
    assert model.data(index, ink) is not None and model.data(other, ink) is None
    written = DoctrineSheet(tab.sheet.rows, plan).write({("whole", "weight"): "3"})
    assert not written.changes and written.faults
