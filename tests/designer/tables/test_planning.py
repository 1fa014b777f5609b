"""Imports of any length: worked out in time with their length, beside the window, and never without an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from designer.oob.units import UnitSheet
from designer.tables.exchange import MOST_LINES, Lines, from_csv, matched
from designer.tables.importing import ImportDialog
from designer.tables.planning import plan_import
from designer.tables.references import first_free
from engine.errors import StavkaError
from engine.progress import Cancelled, Progress
from tests.kit.effort import GROWTH, is_linear
from tests.kit.small import small_scenario

LINES: dict[str, Callable[[int], str]] = {
    "names": lambda n: f"Unit {n},infantry,division,1",
    "one name": lambda n: "Unit,infantry,division,1",
    "faults": lambda n: f"Unit {n},dragon,division,many",
    "the same unit": lambda n: "XXIV-PZ,armour,division,1",
}


def table(kind: str, size: int) -> Lines:
    return [line.split(",") for line in ["Name,Symbol,Size,Quantity", *(LINES[kind](n) for n in range(size))]]


@pytest.mark.parametrize("kind", LINES)
def test_an_import_is_worked_out_in_time_with_its_length(kind: str) -> None:
    tables = {size: table(kind, size) for size in (250, 250 * GROWTH)}
    match = matched(tables[250][0], UnitSheet(small_scenario()).headings())
    assert is_linear(
        lambda size: lambda: plan_import(UnitSheet(small_scenario()), tables[size], match, "name"), small=250
    )


def test_what_is_worked_out_in_batches_is_what_each_line_alone_would_be() -> None:
    lines = [["Name", "Symbol"], *([f"Unit {n % 300}", "infantry" if n % 7 else "dragon"] for n in range(700))]
    sheet = UnitSheet(small_scenario())
    plan = plan_import(sheet, lines, ["name", "symbol"])
    assert (plan.added, plan.left_out) == (600, 100)
    assert [trouble.line for trouble in plan.troubles] == [n + 2 for n in range(700) if n % 7 == 0]
    assert len({change.key for change in plan.written.changes if change.table == "unit"}) == 600


def test_a_file_of_a_million_lines_is_refused() -> None:
    with pytest.raises(StavkaError, match="more than 5,000 lines"):
        from_csv(b"Name,Size\n" + b"Unit,xx\n" * 900_000)
    assert len(from_csv(b"Name,Size\n" + b"Unit,xx\n" * MOST_LINES)) == MOST_LINES + 1
    assert len(from_csv(b"Name,Size\n" + b"\n" * 900_000 + b"Unit,xx\n")) == 2


def test_a_file_of_a_million_columns_is_refused() -> None:
    with pytest.raises(StavkaError, match="more than 500 columns"):
        from_csv(b"Name," * 900_000 + b"\n" + b"Unit," * 900_000)
    with pytest.raises(StavkaError, match="more than 500 columns"):
        from_csv(b"Name\n" + b"Unit," * 900_000)
    assert from_csv(b"Name" + b"," * 499 + b"\nUnit")[1] == ["Unit"]


def test_a_free_number_is_found_by_few_looks() -> None:
    looks: list[int] = []

    def taken(number: int) -> bool:
        looks.append(number)
        return number <= 4000

    assert first_free(taken) == 4001 and len(looks) < 30


def test_working_out_can_be_cancelled() -> None:
    progress = Progress()
    progress.cancelled = True
    with pytest.raises(Cancelled):
        plan_import(UnitSheet(small_scenario()), table("names", 10), ["name"], progress=progress)


def test_a_long_file_is_worked_out_beside_the_window(dressed: QApplication, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ImportDialog(UnitSheet(small_scenario()), "long.csv", table("names", 4000), parent)
    dialog.open()
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert dialog.busy() and not ok.isEnabled() and dialog.bar.isVisible()
    assert dialog.summary.text() == "Working it out …"
    qtbot.waitUntil(lambda: not dialog.busy(), timeout=60_000)
    assert ok.isEnabled() and "4000 units would be added" in dialog.summary.text().replace(",", "")
    dialog.by.setCurrentIndex(0)
    progress = dialog.progress
    assert dialog.busy()
    dialog.reject()
    assert progress.cancelled
