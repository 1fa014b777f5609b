"""A large order of battle keeps up with the hand: pytest tests/benchmarks/test_tables.py -s

Pauses are told in milliseconds of the window's own thread and compared with the same work in a small table of the same
scenario, so that a busy machine changes the figures and not the verdict.  A pause is a turn of the event loop: the work
itself with what is drawn at once, and each thing that the window does by itself in the moments after it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.garbage import collect_here
from designer.oob.tab import OrderOfBattle
from designer.settings import Settings
from designer.shell.window import MainWindow, open_window
from designer.tables.check import checker
from designer.tables.grid import GridView
from designer.theme import apply_theme
from engine.records.counters import Unit
from engine.store.library import Library
from tests.kit.grids import column, go, type_into
from tests.kit.large import large_scenario

FEW, MANY = 45, 900
TURNS = 20
"""Turns of the event loop after which nothing is left to be drawn."""
OPENED = 1000
"""Milliseconds in which a scenario of this size, its order of battle and its set-up are each open."""
BUSY = 1000
"""Milliseconds that a busy machine, and what other tests have left to be looked through, may add to any pause."""

LONGEST = 100
"""Milliseconds that no pause may last on a machine with a core to spare."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("large")
    made = Library.create(folder / "library.db")
    for many in (FEW, MANY):
        made.add(f"with-{many}", large_scenario(many))
    yield made
    made.close()


@pytest.fixture
def window(
    qapp: QApplication, library: Library, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path))
    collect_here(qapp)  # as in the program itself, where rubbish is collected in this very thread
    apply_theme(qapp, "light", 1.0)
    made = open_window(library, Settings())
    made.resize(1440, 900)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def spent(work: Callable[[], object]) -> float:
    """Milliseconds that the window's thread is busy with something and with drawing it."""
    before = time.thread_time()
    work()
    QApplication.processEvents()
    return 1000 * (time.thread_time() - before)


def table(window: MainWindow, many: int, qtbot: QtBot) -> OrderOfBattle:
    """The order of battle, checked and at rest."""
    window.open_scenario(f"with-{many}", "oob")
    tab = window.show_part("oob")
    assert isinstance(tab, OrderOfBattle)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: checker(tab.document).checked and not checker(tab.document).busy(), timeout=120_000)
    sweep()
    return tab


def sweep() -> None:
    """Have what was closed swept up now: how long that takes depends on what other tests have left."""
    app = QApplication.instance()
    assert app is not None
    collect_here(app).sweep()


def works(grid: GridView) -> dict[str, Callable[[], object]]:
    """What a designer does to a table, each as one pause."""
    plain = "\n".join(f"P{n}\tSoviet\tinfantry\tdivision\t5\t6\t4" for n in range(30))
    headed = "Identity\tSide\tType\tSize\tAttack\tDefence\tMovement\n" + plain
    clipboard = QGuiApplication.clipboard()

    def paste(text: str, row: int | None) -> None:
        clipboard.setText(text)
        grid.view.forget() if row is None else go(grid, row, 0)
        grid.view.paste()

    return {
        "type a number": lambda: type_into(grid, 5, column(grid, "0.attack"), "7"),
        "type a name": lambda: type_into(grid, 6, 0, "Lehr"),
        "sort by attack": lambda: grid.view.sortByColumn(column(grid, "0.attack"), Qt.SortOrder.DescendingOrder),
        "sort by place": lambda: grid.view.sortByColumn(column(grid, "where"), Qt.SortOrder.AscendingOrder),
        "sort no more": lambda: grid.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder),
        "paste 30 lines over": lambda: paste(plain, 3),
        "paste 30 new lines": lambda: paste(headed, None),
        "undo the paste": grid.document.stack.undo,
        "add a line": lambda: (go(grid, 20, 0), grid.view.add_line()),
        "filter": lambda: grid.filter.setText("army 1"),
        "filter no more": lambda: grid.filter.setText(""),
    }


def later(tab: OrderOfBattle) -> float:
    """The longest pause until the tab is at rest."""
    found, ends = [0.0], time.monotonic() + 120
    while len(found) < TURNS or checker(tab.document).busy() or tab.counting:
        found.append(spent(lambda: None))
        time.sleep(0.002)
        assert time.monotonic() < ends, "the tab never comes to rest"
    return max(found)


def test_nine_hundred_lines_are_edited_sorted_and_pasted_like_forty_five(
    measured: bool, window: MainWindow, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    found: dict[int, dict[str, tuple[float, float]]] = {}
    for many in (FEW, MANY):
        tab = table(window, many, qtbot)
        assert len(tab.document.rows.all(Unit)) == many
        later(tab)
        found[many] = {name: (spent(work), later(tab)) for name, work in works(tab.units).items()}
    with capsys.disabled():
        for name, pauses in found[MANY].items():
            few, much = (f"{at_once:4.0f} and {then:4.0f} ms" for at_once, then in (found[FEW][name], pauses))
            print(f"\n    {name:22} {few} with {FEW}, {much} with {MANY}", end="")
    for name, pauses in found[MANY].items():
        most = LONGEST if measured else 3 * max(found[FEW][name]) + BUSY
        assert max(pauses) < most, f"{name}: {pauses} ms against {found[FEW][name]}"


@pytest.mark.parametrize("part", ["map", "oob", "setup"])
def test_a_large_scenario_opens_about_as_fast_as_a_small_one(
    measured: bool, window: MainWindow, qtbot: QtBot, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    window.open_scenario(f"with-{FEW}", part)  # what is loaded once and for all is loaded now
    QApplication.processEvents()
    pauses = {}
    for many in (FEW, MANY):
        window.close_scenario()
        QApplication.processEvents()
        pauses[many] = spent(lambda many=many: window.open_scenario(f"with-{many}", part))
    with capsys.disabled():
        print(f"\n    open {part:8} {pauses[FEW]:6.0f} ms with {FEW}, {pauses[MANY]:6.0f} ms with {MANY}", end="")
    assert pauses[MANY] < (OPENED if measured else 3 * pauses[FEW] + BUSY)
