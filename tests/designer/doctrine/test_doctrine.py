from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDoubleSpinBox

from designer.doctrine.sheet import DoctrineSheet
from designer.doctrine.tab import DoctrineEditor
from designer.shell.window import MainWindow
from engine.bots.doctrine import DOCTRINE_RULES
from engine.records.play import Doctrine, Plan
from engine.store.library import Library
from engine.store.places import resources
from engine.store.sources import read_sources
from tests.kit.grids import type_line


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    made.add("arduous", read_sources(resources() / "scenarios" / "arduous-beginning"))
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> DoctrineEditor:
    window.open_scenario("arduous", "doctrine")
    part = window.show_part("doctrine")
    assert isinstance(part, DoctrineEditor)
    QApplication.processEvents()
    return part


def new_plan(tab: DoctrineEditor) -> str:
    tab.plans.buttons["table.add"].click()
    return tab.sheet.plan


def test_a_new_plan_has_every_rule_off_until_it_is_turned_on(tab: DoctrineEditor, window: MainWindow) -> None:
    plan = new_plan(tab)
    assert window.document is not None
    rows = window.document.rows
    assert rows.has(Plan, plan) and set(tab.sheet.lines()) == set(DOCTRINE_RULES)
    assert {tab.sheet.text(line, "on") for line in tab.sheet.lines()} == {"no"}
    tab.usual.click()
    assert {tab.sheet.text(line, "on") for line in tab.sheet.lines()} == {"yes"}
    window.document.stack.undo()
    assert not [row for row in rows.all(Doctrine) if row.plan == plan]


def test_a_rule_is_ticked_weighed_and_given_parameters(tab: DoctrineEditor, window: MainWindow) -> None:
    plan = new_plan(tab)
    assert window.document is not None
    rows = window.document.rows
    index = tab.rules.view.index_of("assault", "on")
    tab.rules.view.order.setData(index, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    type_line(tab.rules, "assault", {"weight": "2.5"})
    assert rows.get(Doctrine, plan, "assault") == Doctrine(plan=plan, rule="assault", on=True, weight=2.5)
    tab.rules.view.show_line("assault", "rule")
    assert tab.holder.form is not None and tab.title.text() == DOCTRINE_RULES["assault"].title
    spin = tab.holder.form.inputs["kill"].widget
    assert isinstance(spin, QDoubleSpinBox)
    spin.setValue(3)
    row = rows.get(Doctrine, plan, "assault")
    assert row is not None and row.params == {"kill": 3.0}
    assert "3" in tab.sheet.text("assault", "params")


def test_a_weight_out_of_range_stays_in_its_cell(tab: DoctrineEditor, window: MainWindow) -> None:
    assert window.document is not None
    sheet = DoctrineSheet(window.document.rows, new_plan(tab))
    written = sheet.write({("assault", "weight"): "11", ("garrison", "weight"): "much"})
    assert written.changes == () and len(written.faults) == 2


def test_deleting_a_rule_puts_it_back_to_off(tab: DoctrineEditor) -> None:
    new_plan(tab)
    tab.usual.click()
    tab.rules.view.show_line("assault")
    tab.rules.buttons["table.remove"].click()
    assert tab.sheet.text("assault", "on") == "no"
