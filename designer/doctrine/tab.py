"""The Doctrine tab: the plans of the bots, the rules of the plan in front, and the parameters of the rule in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from designer.ask import ask_choice
from designer.doctrine.copydialog import CopyPlan
from designer.doctrine.copying import copied_plan, written_plan
from designer.doctrine.effect import EffectPanel
from designer.doctrine.live import LiveEffect
from designer.doctrine.sheet import DoctrineSheet, fresh_plan, usual_doctrine
from designer.document import Document
from designer.inputs.holder import FormHolder
from designer.labels import Label
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.records import RecordSheet
from designer.tables.sheet import Line
from designer.theme import as_heading, scaled
from designer.upright import Upright
from engine.bots import plans_of
from engine.bots.doctrine import DOCTRINE_RULES
from engine.records import Rows
from engine.records.changes import Change
from engine.records.counters import Side
from engine.records.play import Plan

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SAYS = "When a game begins a bot draws a plan of its side, more often the greater its weight, and follows its rules."
EMPTY = (
    "No plan yet. The bots plan from the victory conditions; write that plan down to change it, "
    "or press + for one of your own."
)
WRITE = "Write a plan from the victory conditions"
COPY = "Copy a plan from another scenario…"
CHOOSE = "Choose a rule to see and change its parameters."


def create(document: Document, window: MainWindow) -> QWidget:
    """The Doctrine tab of a document."""
    return DoctrineEditor(document, window)


class DoctrineEditor(QSplitter):
    """Plans on the left, rules in the middle, parameters on the right, and below what the rule in front does."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._document = document
        self._rule = ""
        self.grids = Grids(window)
        self.plans = self.grids.add(
            GridView(
                document,
                RecordSheet(document.rows, Plan, fresh_plan),
                empty=EMPTY,
                compact=True,
                without=("table.up", "table.down", "table.fill"),
            )
        )
        self.rules = self.grids.add(
            GridView(
                document,
                DoctrineSheet(document.rows, ""),
                compact=True,
                empty="Choose a plan to see its rules.",
                without=("table.add", "table.duplicate"),
            )
        )
        self.holder = FormHolder(document.rows)
        self.holder.edited.connect(self._edited)
        self.title, self.help = Label(CHOOSE), Label()
        self.usual = QPushButton("Turn every rule on")
        self.write, self.copy = QPushButton(WRITE), QPushButton(COPY)
        self.effect = EffectPanel()
        self.live = LiveEffect(document, self.effect)
        self._lay_out()
        self.plans.picked.connect(self.show_plan)
        self.rules.picked.connect(self.show_rule)
        self.usual.clicked.connect(lambda _on: self._turn_on())
        self.write.clicked.connect(lambda _on: self.write_down())
        self.copy.clicked.connect(lambda _on: self.copy_from())
        document.changed.connect(self._follow)
        lines = self.plans.sheet.lines()
        if lines:
            self.plans.view.show_line(lines[0])

    def _lay_out(self) -> None:
        as_heading(self.title)
        self.write.setToolTip("Write down the plan that a side's victory conditions ask for, to be changed at will")
        self.copy.setToolTip("Copy a plan with all its rules from another scenario of the library")
        left = self._panel(Label("Plans"), self.plans, self.write, self.copy)
        bar = QHBoxLayout()
        says = Label(SAYS)
        says.setWordWrap(True)
        bar.addWidget(says, 1)
        bar.addWidget(self.usual)
        middle = self._panel(bar, self.rules)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(12, 8, 12, 8)
        for label in (self.title, self.help):
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addWidget(self.holder)
        layout.addStretch(1)
        above, right = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
        for widget in (middle, Upright(body)):
            above.addWidget(widget)
        above.setStretchFactor(0, 1)
        above.setSizes([740, scaled(370, 400)])
        for widget in (above, self.effect):
            right.addWidget(widget)
        right.setSizes([440, 360])
        for widget in (left, right):
            self.addWidget(widget)
        self.setStretchFactor(1, 1)
        self.setSizes([scaled(320, 350), 1110])
        self.plans.view.verticalHeader().hide()
        self.rules.view.setSortingEnabled(False)
        self.rules.view.horizontalHeader().setSectionResizeMode(4, QHeaderView.ResizeMode.Stretch)

    @staticmethod
    def _panel(head: Label | QHBoxLayout, grid: GridView, *buttons: QPushButton) -> QWidget:
        panel = QWidget()
        layout = QVBoxLayout(panel)
        layout.setContentsMargins(10, 8, 6, 8)
        if isinstance(head, Label):
            head.setStyleSheet("font-weight: 600;")
            layout.addWidget(head)
        else:
            layout.addLayout(head)
        layout.addWidget(grid, 1)
        for button in buttons:
            layout.addWidget(button)
        return panel

    @property
    def sheet(self) -> DoctrineSheet:
        """The rules of the plan in front."""
        return cast(DoctrineSheet, self.rules.sheet)

    def show_plan(self, line: Line | None) -> None:
        """Show the rules of a plan."""
        plan = cast(tuple[str], line)[0] if line is not None else ""
        self.usual.setEnabled(bool(plan))
        if plan != self.sheet.plan:
            self.rules.show_sheet(DoctrineSheet(self._document.rows, plan))
            self.rules.view.fit_columns()
            self.show_rule(None)

    def show_rule(self, line: Line | None) -> None:
        """Show the parameters of a rule."""
        self._rule = str(line) if line is not None else ""
        kind = DOCTRINE_RULES.get(self._rule)
        row = self.sheet.row(self._rule)
        self.holder.show_struct(kind, row.params if row else None, hidden=("cases",))
        self.title.setText(kind.title if kind else CHOOSE)
        self.help.setText(" ".join(kind.help.split()) if kind else "")
        self.live.show(self.sheet.plan, self._rule)

    def _edited(self, values: dict[str, object]) -> None:
        if self.sheet.plan and self._rule:
            title = DOCTRINE_RULES[self._rule].title
            self._document.edit(f"Change “{title}”", self.sheet.set_params(self._rule, values))

    def _turn_on(self) -> None:
        self._document.edit("Turn every rule on", usual_doctrine(self._document.rows, self.sheet.plan))

    # plans from elsewhere

    def write_down(self) -> QDialog | None:
        """Write down the plan of the victory conditions, for the side that has no plan; else ask for which."""
        rows = self._document.rows
        sides = sorted(rows.all(Side), key=lambda side: side.position)
        bare = [side for side in sides if not plans_of(rows, side.side)]
        if len(bare) == 1 or len(sides) == 1:
            self._write_for((bare or sides)[0].side)
            return None
        says = "The side whose victory conditions are read:"
        return ask_choice(self, WRITE, says, [(side.side, side.name) for side in bare or sides], self._write_for)

    def _write_for(self, side: str) -> None:
        key, changes = written_plan(self._document.rows, side)
        self._take("Write a plan from the victory conditions", key, changes)

    def copy_from(self) -> CopyPlan:
        """Ask for a plan of another scenario."""
        library, slug = self._document.library, self._document.slug
        others = [(info.slug, info.title) for info in library.scenarios() if info.slug != slug]
        dialog = CopyPlan(self, self._document.rows, library.path, others)
        dialog.chosen.connect(self._copy_here)
        dialog.open()
        return dialog

    def _copy_here(self, source: Rows, plan: str, side: str) -> None:
        key, changes = copied_plan(self._document.rows, source, plan, side)
        row = source.get(Plan, plan)
        self._take(f"Copy plan “{row.name if row else plan}”", key, changes)

    def _take(self, name: str, key: str, changes: list[Change]) -> None:
        if changes and self._document.edit(name, changes):
            self.plans.view.show_line((key,))

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table == "doctrine" for change in changes):
            row = self.sheet.row(self._rule)
            self.holder.follow(row.params if row else {})

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here."""
        return self.grids.handlers()

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a plan, or a rule of it."""
        if not self.plans.reveal("plan", key[:1]):
            return False
        return table == "plan" or self.rules.reveal(table, key)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
        self.effect.dress()
