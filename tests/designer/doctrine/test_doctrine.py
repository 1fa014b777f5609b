"""The Doctrine tab: what is ticked, weighed and set reaches the database, can be undone, and moves the bot."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLabel, QSpinBox, QWidget

from designer.doctrine.sheet import DoctrineSheet
from designer.doctrine.tab import DoctrineEditor
from designer.document import Document
from designer.shell.window import MainWindow
from engine.bots import find_plan, make_bot
from engine.bots.doctrine import FIRST_RULES
from engine.bots.doctrine.player import DoctrineBot
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.columns import Column, columns
from engine.records.play import Doctrine, Plan
from engine.scenario import compile_scenario
from engine.state.actions import MoveUnit
from engine.store.library import Library
from engine.systems import setting_of
from tests.kit.drill import CITIES, drill_rows
from tests.kit.grids import type_line
from tests.kit.shipped import shipped_library
from tests.kit.sideways import cut_forms, resized


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    made.add("drill", drill_rows())
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> DoctrineEditor:
    """The tab of the shipped scenario, with its plans."""
    return opened(window, "arduous")


@pytest.fixture
def drilled(window: MainWindow) -> DoctrineEditor:
    """The tab of the drill ground, without any plan."""
    return opened(window, "drill")


@pytest.fixture
def document(tab: DoctrineEditor, window: MainWindow) -> Document:
    assert window.document is not None
    return window.document


def opened(window: MainWindow, slug: str) -> DoctrineEditor:
    window.open_scenario(slug, "doctrine")
    part = window.show_part("doctrine")
    assert isinstance(part, DoctrineEditor)
    part.effect.live.setChecked(False)
    QApplication.processEvents()
    return part


def new_plan(tab: DoctrineEditor) -> str:
    tab.plans.buttons["table.add"].click()
    return tab.sheet.plan


def tick(tab: DoctrineEditor, rule: str) -> None:
    """Click the box of a rule."""
    index = tab.rules.view.index_of(rule, "on")
    tab.rules.view.scrollTo(index)
    box = tab.rules.view.visualRect(index)
    QTest.mouseClick(
        tab.rules.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 12, box.center().y())
    )
    QApplication.processEvents()


def field(tab: DoctrineEditor, rule: str, name: str) -> QWidget:
    """The input of a rule's parameter."""
    tab.rules.view.show_line(rule, "rule")
    QApplication.processEvents()
    assert tab.holder.form is not None
    return tab.holder.form.inputs[name].widget


def stored(library: Library, slug: str, plan: str, rule: str) -> Doctrine | None:
    """The row as the database has it."""
    return library.load(slug).get(Doctrine, plan, rule)


# Plans


def test_a_new_plan_has_every_rule_off_until_it_is_turned_on(tab: DoctrineEditor, document: Document) -> None:
    plan = new_plan(tab)
    rows = document.rows
    assert rows.has(Plan, plan) and set(tab.sheet.lines()) == set(FIRST_RULES)
    assert {tab.sheet.text(line, "on") for line in tab.sheet.lines()} == {"no"}
    tab.usual.click()
    assert {tab.sheet.text(line, "on") for line in tab.sheet.lines()} == {"yes"}
    document.stack.undo()
    assert not [row for row in rows.all(Doctrine) if row.plan == plan]


def test_turning_every_rule_on_turns_on_what_was_off_and_keeps_weights(tab: DoctrineEditor, document: Document) -> None:
    plan = new_plan(tab)
    type_line(tab.rules, "assault", {"weight": "2.5"})
    assert tab.sheet.text("assault", "on") == "no"
    tab.usual.click()
    assert document.rows.get(Doctrine, plan, "assault") == Doctrine(plan=plan, rule="assault", on=True, weight=2.5)


def test_a_plan_is_added_named_and_removed_with_its_rules(
    tab: DoctrineEditor, document: Document, library: Library
) -> None:
    tab.plans.view.show_line(("soviet-depth",))
    plan = new_plan(tab)
    type_line(tab.plans, (plan,), {"name": "Hold the rivers"})
    tab.plans.view.show_line((plan,))
    tab.usual.click()
    kept = library.load("arduous")
    assert find_plan(kept, "soviet", plan).name == "Hold the rivers"
    assert sum(row.plan == plan for row in kept.all(Doctrine)) == len(FIRST_RULES)
    tab.plans.view.show_line((plan,))
    tab.plans.buttons["table.remove"].click()
    gone = library.load("arduous")
    assert not gone.has(Plan, plan) and not [row for row in gone.all(Doctrine) if row.plan == plan]
    document.stack.undo()
    back = library.load("arduous")
    assert back.has(Plan, plan) and sum(row.plan == plan for row in back.all(Doctrine)) == len(FIRST_RULES)


def test_the_shipped_plans_are_shown_with_their_rules(tab: DoctrineEditor, document: Document) -> None:
    plans = [plan.plan for plan in document.rows.all(Plan)]
    assert len(plans) >= 3 and {line[0] for line in tab.plans.sheet.lines()} == set(plans)  # type: ignore[index]
    for plan in plans:
        tab.plans.view.show_line((plan,))
        QApplication.processEvents()
        assert tab.sheet.plan == plan
        on = {line for line in tab.sheet.lines() if tab.sheet.text(line, "on") == "yes"}
        assert on == {row.rule for row in document.rows.all(Doctrine) if row.plan == plan and row.on}


# Rules


def test_a_rule_is_ticked_with_the_mouse_and_unticked(
    tab: DoctrineEditor, document: Document, library: Library
) -> None:
    plan = new_plan(tab)
    tick(tab, "assault")
    row = stored(library, "arduous", plan, "assault")
    assert row is not None and row.on
    tick(tab, "assault")
    row = stored(library, "arduous", plan, "assault")
    assert row is not None and not row.on
    document.stack.undo()
    row = stored(library, "arduous", plan, "assault")
    assert row is not None and row.on


def test_a_weight_reaches_the_database_and_can_be_undone(
    tab: DoctrineEditor, document: Document, library: Library
) -> None:
    plan = new_plan(tab)
    tick(tab, "assault")
    type_line(tab.rules, "assault", {"weight": "2.5"})
    assert stored(library, "arduous", plan, "assault") == Doctrine(plan=plan, rule="assault", on=True, weight=2.5)
    document.stack.undo()
    assert stored(library, "arduous", plan, "assault") == Doctrine(plan=plan, rule="assault", on=True)
    document.stack.redo()
    assert tab.sheet.text("assault", "weight") == "2.5"


def test_a_weight_out_of_range_stays_in_its_cell(tab: DoctrineEditor, document: Document) -> None:
    sheet = DoctrineSheet(document.rows, new_plan(tab))
    written = sheet.write({("assault", "weight"): "11", ("garrison", "weight"): "much"})
    assert written.changes == () and len(written.faults) == 2


def test_deleting_a_rule_puts_it_back_to_off(tab: DoctrineEditor) -> None:
    new_plan(tab)
    tab.usual.click()
    tab.rules.view.show_line("assault")
    tab.rules.buttons["table.remove"].click()
    assert tab.sheet.text("assault", "on") == "no"


# Parameters


def test_a_parameter_reaches_the_database_and_can_be_undone(
    tab: DoctrineEditor, document: Document, library: Library
) -> None:
    plan = new_plan(tab)
    tick(tab, "assault")
    spin = field(tab, "assault", "kill")
    assert tab.title.text() == FIRST_RULES["assault"].title
    assert tab.help.text().split() == FIRST_RULES["assault"].help.split() and "  " not in tab.help.text()
    assert isinstance(spin, QDoubleSpinBox) and spin.value() == 1.0
    spin.setValue(3)
    row = stored(library, "arduous", plan, "assault")
    assert row is not None and row.params == {"kill": 3.0} and "3" in tab.sheet.text("assault", "params")
    document.stack.undo()
    row = stored(library, "arduous", plan, "assault")
    assert row is not None and row.params == {}
    again = field(tab, "assault", "kill")
    assert isinstance(again, QDoubleSpinBox) and again.value() == 1.0


def test_every_parameter_has_an_input_with_its_limits_and_help(tab: DoctrineEditor) -> None:
    new_plan(tab)
    for rule, kind in FIRST_RULES.items():
        tab.rules.view.show_line(rule, "rule")
        QApplication.processEvents()
        declared = [column for column in columns(kind) if column.name != "cases"]  # type: ignore[arg-type]
        inputs = tab.holder.form.inputs if tab.holder.form is not None else {}
        assert set(inputs) == {column.name for column in declared}
        words = unescape(" ".join(label.text() for label in tab.holder.findChildren(QLabel)))
        for column in declared:
            assert column.title in words and column.help in words
            keeps_to_limits(inputs[column.name].widget, column)


def keeps_to_limits(widget: QWidget, column: Column) -> None:
    """A number can be set to no less and no more than its declaration allows."""
    if isinstance(widget, QSpinBox | QDoubleSpinBox):
        assert column.least is None or widget.minimum() == column.least
        assert column.most is None or widget.maximum() == column.most


# The game


def post_of_army(rows: Rows) -> str:
    """Where the Soviet bot of these rows sends an army that might garrison Minsk before the panzers come."""
    setting = setting_of(compile_scenario(rows))
    pieces = {"3rd-army": Spot("0905"), "xxiv-pz": Spot("0405")}
    control = {key: "german" for key, _ in CITIES if key != "minsk"}
    game = arrange(setting, Position(pieces, 6, "soviet-movement", control))
    bot = make_bot("doctrine", setting.scenario, 1, seed=1)
    action, _ = bot.choose(game.view(1))
    return setting.board.label(action.path[-1]) if isinstance(action, MoveUnit) else "0905"  # type: ignore[arg-type]


def test_what_is_edited_moves_the_bot(drilled: DoctrineEditor, window: MainWindow, library: Library) -> None:
    """Off, on, without worth, and undone: each time the bot of the stored scenario does as the table says."""
    assert window.document is not None
    new_plan(drilled)
    assert post_of_army(library.load("drill")) == "0905"
    tick(drilled, "garrison")
    assert post_of_army(library.load("drill")) == "0705"
    for name in ("early", "late"):
        spin = field(drilled, "garrison", name)
        assert isinstance(spin, QDoubleSpinBox)
        spin.setValue(0.0)
    assert post_of_army(library.load("drill")) == "0905"
    window.document.stack.undo()
    window.document.stack.undo()
    assert post_of_army(library.load("drill")) == "0705"
    type_line(drilled.rules, "garrison", {"weight": "0"})
    assert post_of_army(library.load("drill")) == "0905"


def test_the_plan_that_is_drawn_follows_the_weights_of_plans(drilled: DoctrineEditor, library: Library) -> None:
    first = new_plan(drilled)
    tick(drilled, "garrison")
    second = new_plan(drilled)
    tick(drilled, "caution")
    assert first != second

    def drawn() -> set[str]:
        scenario = compile_scenario(library.load("drill"))
        bots = [make_bot("doctrine", scenario, 1, seed) for seed in range(20)]
        return {one.rule.key for bot in bots if isinstance(bot, DoctrineBot) for one in bot.rules}

    assert drawn() == {"garrison", "caution"}
    type_line(drilled.plans, (first,), {"weight": "0"})
    assert drawn() == {"caution"}


# Room


@pytest.mark.parametrize(("text", "size"), [(100, (1280, 800)), (150, (1600, 1000))])
def test_the_parameters_of_no_rule_are_cut_sideways(
    tab: DoctrineEditor, window: MainWindow, text: int, size: tuple[int, int]
) -> None:
    resized(window, text, size)
    assert not list(cut_forms(tab.rules, tab.holder, tab))
    assert (window.width(), window.height()) == size, "the window grows for none of them"
