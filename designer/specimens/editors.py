"""The editors of a scenario in states worth looking at, for the pictures of every screen."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QApplication, QDialog, QWidget

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

P = TypeVar("P", bound=QWidget)

CSV = """Identity,Side,Att,Def,Mov,Notes
LVI Pz,German,8,8,6,new
XXIV Pz,German,9,9,6,changed
23rd Army,Finnish,8,x,4,odd
"""


def editor(window: MainWindow, slug: str, state: str) -> QWidget:
    """An editor in one of the states of STATES; the widget is the window, or the dialog over it."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.close()
    if window.slug != slug:
        window.open_scenario(slug)
    window.notice.hide()
    found = STATES[state](window)
    QApplication.processEvents()
    return found or window


def _part(window: MainWindow, key: str, kind: type[P]) -> P:
    part = window.show_part(key)
    assert isinstance(part, kind)
    QApplication.processEvents()
    return part


def _units(window: MainWindow) -> QWidget | None:
    from designer.oob.tab import OrderOfBattle

    tab = _part(window, "oob", OrderOfBattle)
    tab.units.view.show_line(tab.units.sheet.lines()[0])
    return None


def _import(window: MainWindow) -> QWidget | None:
    from designer.oob.tab import OrderOfBattle

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "order-of-battle.csv"
        path.write_text(CSV, encoding="utf-8")
        return _part(window, "oob", OrderOfBattle).units.import_file(path)


def _crt(window: MainWindow) -> QWidget | None:
    from designer.charts.tab import Charts

    tab = _part(window, "charts", Charts)
    tab.show_chart("crt")
    tab.crt.results.grid.view.show_line(tab.crt.results.grid.sheet.lines()[-2])
    return None


def _table(window: MainWindow) -> QWidget | None:
    from designer.charts.tab import Charts

    _part(window, "charts", Charts).show_chart("replacements")
    return None


def _tec(window: MainWindow) -> QWidget | None:
    from designer.charts.tab import TEC, Charts

    _part(window, "charts", Charts).show_chart(TEC)
    return None


def _rules(page: int, mechanism: str = "") -> Callable[[MainWindow], QWidget | None]:
    def show(window: MainWindow) -> QWidget | None:
        from designer.rules.tab import Rules

        tab = _part(window, "rules", Rules)
        tab.pages.setCurrentIndex(page)
        if mechanism:
            tab.mechanisms.choose(mechanism)
        elif page == 0:
            tab.sequence.grid.view.show_line(tab.sequence.grid.sheet.lines()[4])
        return None

    return show


def _which_units(window: MainWindow) -> QWidget | None:
    from designer.inputs.nested import SelectorDialog

    dialog = SelectorDialog(window.document.rows, {"flags": ["panzer"]}, window) if window.document else None
    if dialog is not None:
        dialog.open()
    return dialog


def _set_up(window: MainWindow) -> QWidget | None:
    from designer.setup.tab import SetupEditor

    tab = _part(window, "setup", SetupEditor)
    tab.lines.view.show_line(tab.lines.sheet.lines()[-1])
    return None


def _victory(window: MainWindow) -> QWidget | None:
    window.show_part("victory")
    return None


def _doctrine(window: MainWindow) -> QWidget | None:
    from designer.doctrine.tab import DoctrineEditor

    tab = _part(window, "doctrine", DoctrineEditor)
    if tab.sheet.plan:
        tab.rules.view.show_line(tab.sheet.lines()[0])
    return None


STATES: dict[str, Callable[[MainWindow], QWidget | None]] = {
    "units": _units,
    "import": _import,
    "crt": _crt,
    "table": _table,
    "tec": _tec,
    "sequence": _rules(0),
    "mechanisms": _rules(1, "replacements"),
    "turns": _rules(2),
    "options": _rules(3),
    "cases": _rules(4),
    "words": _rules(5),
    "which-units": _which_units,
    "set-up": _set_up,
    "victory": _victory,
    "doctrine": _doctrine,
}
