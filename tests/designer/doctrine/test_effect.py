"""Live effect: what the rule in front does this turn is worked out beside the window, shown, renewed and stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from designer.doctrine.effect import EFFECT, NONE
from designer.doctrine.live import BECAUSE, IF_ON, SINCE
from designer.doctrine.tab import DoctrineEditor
from designer.shell.window import MainWindow
from engine.bots.effect import RuleEffect
from engine.records.board import Place
from engine.records.changes import put
from engine.records.play import Doctrine
from engine.store.library import Library
from tests.kit.grids import type_line
from tests.kit.shipped import shipped_library

PATIENCE = 240_000
"""Milliseconds: the process may have to compile."""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> Iterator[DoctrineEditor]:
    window.open_scenario("arduous", "doctrine")
    part = window.show_part("doctrine")
    assert isinstance(part, DoctrineEditor)
    QApplication.processEvents()
    yield part
    process = part.live.asker.process
    assert process is None or not process.alive, "it ends with its window"


def look_at(qtbot: QtBot, tab: DoctrineEditor, plan: str, rule: str) -> None:
    """Pick a rule of a plan and wait for what is said of it."""
    tab.plans.view.show_line((plan,))
    QApplication.processEvents()
    tab.rules.view.show_line(rule, "rule")
    settle(qtbot, tab)


def settle(qtbot: QtBot, tab: DoctrineEditor) -> None:
    qtbot.waitUntil(lambda: not tab.live.busy, timeout=PATIENCE)


def headings(tab: DoctrineEditor) -> list[str]:
    return [tab.effect.list.topLevelItem(n).text(0) for n in range(tab.effect.list.topLevelItemCount())]


def lines(tab: DoctrineEditor, heading: int = 0) -> list[RuleEffect]:
    head = tab.effect.list.topLevelItem(heading)
    found = [head.child(n).data(0, EFFECT) for n in range(head.childCount())]
    return [one for one in found if isinstance(one, RuleEffect)]


def heard(tab: DoctrineEditor) -> Callable[[], int]:
    """How many answers have come."""
    answers: list[object] = []
    tab.live.asker.answered.connect(answers.append)
    return lambda: len(answers)


def test_a_rule_shows_what_it_changes_and_an_edit_shows_it_anew(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "german-encirclement", "pocket")
    assert headings(tab) == [BECAUSE] and lines(tab), tab.effect.says.text()
    assert all("instead of" in one.text for one in lines(tab)) and "elsewhere" in tab.effect.says.text()
    process, answers = tab.live.asker.process, heard(tab)
    assert process is not None
    type_line(tab.rules, "pocket", {"weight": "9"})
    type_line(tab.rules, "pocket", {"weight": "10"})
    settle(qtbot, tab)
    assert headings(tab) == [BECAUSE, SINCE] and lines(tab, 1)
    assert answers() == 1 and tab.live.asker.process is process, "edits that follow each other are asked about once"


def test_a_parameter_is_tried_as_it_is_set(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "german-encirclement", "campaign")
    fought = [one for one in lines(tab) if one.fights]
    assert fought and all(one.text.startswith("Attacks") for one in fought)
    assert tab.holder.form is not None
    least = tab.holder.form.inputs["least"].widget
    assert isinstance(least, QDoubleSpinBox)
    least.setValue(50.0)
    settle(qtbot, tab)
    assert not [one for one in lines(tab) if one.fights and one.text.startswith("Attacks")]
    assert [one for one in lines(tab, 1) if one.text.startswith("Does not attack")]


def test_a_line_leads_to_its_hex(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "german-encirclement", "drive")
    qtbot.waitUntil(lambda: tab.effect.map.has_scene, timeout=PATIENCE)
    head = tab.effect.list.topLevelItem(0)
    item = next(head.child(n) for n in range(head.childCount()) if head.child(n).data(0, EFFECT))
    one = item.data(0, EFFECT)
    tab.effect.list.setCurrentItem(item)
    view = tab.effect.map
    at = view.to_view(view.scene.anchor(one.here[-1]))
    assert view.rect().adjusted(20, 20, -20, -20).contains(at.toPoint())
    assert tab.effect.reason.text().startswith("Why: ") and len(list(view.stacks)) > 10


def test_a_rule_of_the_end_makes_no_difference_on_the_first_turn(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "german-encirclement", "guard")
    assert not lines(tab) and tab.effect.list.topLevelItem(0).child(0).text(0) == NONE
    assert NONE in tab.effect.says.text()


def test_a_rule_that_is_off_shows_what_it_would_do(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "soviet-depth", "line")
    assert headings(tab) == [IF_ON]


def test_a_rule_of_the_set_up_is_tried_in_the_set_up(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "soviet-depth", "muster")
    assert tab.effect.says.text().startswith("Set-up") and all(one.phase == "Set-up" for one in lines(tab))


def test_it_is_stopped_and_begins_anew_with_the_next_edit(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "german-encirclement", "pocket")
    process = tab.live.asker.process
    type_line(tab.rules, "pocket", {"weight": "3"})
    qtbot.waitUntil(tab.effect.stop.isEnabled, timeout=PATIENCE)
    tab.effect.stop.click()
    assert tab.live.asker.process is None and process is not None and not process.alive
    assert not tab.live.asker.busy and "Stopped" in tab.effect.says.text()
    type_line(tab.rules, "pocket", {"weight": "4"})
    settle(qtbot, tab)
    assert headings(tab)[0] == BECAUSE and lines(tab)


def test_switched_off_nothing_is_worked_out(qtbot: QtBot, tab: DoctrineEditor) -> None:
    tab.effect.live.setChecked(False)
    look_at(qtbot, tab, "german-encirclement", "pocket")
    assert tab.live.asker.process is None and not headings(tab)


def test_another_map_begins_the_game_anew(qtbot: QtBot, tab: DoctrineEditor, window: MainWindow) -> None:
    look_at(qtbot, tab, "german-encirclement", "pocket")
    assert window.document is not None
    rows, answers = window.document.rows, heard(tab)
    gomel = rows.get(Place, "gomel")
    assert gomel is not None
    window.document.edit("Rename", [put(rows, replace(gomel, name="Homel"))])
    qtbot.waitUntil(lambda: answers() == 1, timeout=PATIENCE)
    renamed = tab.live.asker._games[None].scenario.rows.get(Place, "gomel")
    assert renamed is not None and renamed.name == "Homel"


def test_a_process_that_is_lost_is_told(qtbot: QtBot, tab: DoctrineEditor) -> None:
    look_at(qtbot, tab, "german-encirclement", "pocket")
    process = tab.live.asker.process
    assert process is not None
    process._process.kill()
    process._process.wait(60)
    tab.live.poke()
    settle(qtbot, tab)
    assert lines(tab), "a process that is gone is started again"
    assert tab.sheet.row("pocket") == Doctrine(plan="german-encirclement", rule="pocket", position=4)
