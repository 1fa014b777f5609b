"""What the rule in front does this turn: who goes elsewhere and who is attacked otherwise, in words and on the map."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.doctrine.asking import RuleFindings
from designer.labels import Label
from designer.mapview import MapView, Stack
from designer.paint.faces import CounterFace, counter_face
from designer.paint.map.scene import MapScene
from designer.paint.overlays import arrow, outline_cells, tint_cells
from designer.theme import current_theme, scaled
from designer.wording import count
from engine.bots.effect import RuleEffect
from engine.ids import Cell
from engine.records.counters import Face, Nationality
from engine.scenario import Scenario
from engine.workers.messages import Moment

NOTHING = "Choose a rule to see what it does on this turn."
NONE = "No difference this turn."
EFFECT = int(Qt.ItemDataRole.UserRole)

WITH, WITHOUT = QColor("#b3261e"), QColor("#4a4f57")
"""The colours of what is done, and of what would be done otherwise."""


class EffectPanel(QWidget):
    """The differences on the left, the map with their arrows on the right; it asks nobody by itself."""

    wanted = Signal()
    """Another moment was chosen, or live effect was turned on."""
    stopped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.live = QCheckBox()
        self.name("")
        self.live.setChecked(True)
        self.live.setToolTip("Work out beside the window what the rule in front changes, after every edit")
        self.when = QComboBox()
        self.when.setToolTip("The moment that is looked at: the bots play up to it, or a game that you saved")
        self.stop = QPushButton("Stop")
        self.says, self.reason = Label(NOTHING), Label()
        self.list = QTreeWidget()
        self.map = MapView()
        self._shown: Sequence[RuleEffect] = ()
        self._findings: RuleFindings | None = None
        self._fitted = False
        self._lay_out()
        self.live.toggled.connect(lambda on: self.wanted.emit() if on else self.stopped.emit())
        self.when.activated.connect(lambda _index: self.wanted.emit())
        self.stop.clicked.connect(lambda _on: self.stopped.emit())
        self.list.currentItemChanged.connect(lambda item, _before: self._pick(item))
        self.map.add_overlay(self._draw)
        self.working(False)

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.addWidget(self.live)
        bar.addSpacing(12)
        bar.addWidget(self.when)
        bar.addSpacing(12)
        bar.addWidget(self.says, 1)
        bar.addWidget(self.stop)
        self.list.setHeaderHidden(True)
        self.list.setWordWrap(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(scaled(12))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reason.setWordWrap(True)
        self.reason.setMinimumHeight(2 * self.reason.fontMetrics().lineSpacing())
        self.reason.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list, 1)
        column.addWidget(self.reason)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(words)
        split.addWidget(self.map)
        split.setSizes([480, 520])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 8)
        layout.addLayout(bar)
        layout.addWidget(split, 1)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.reason.setStyleSheet(f"color: {current_theme().muted};")
        if self.map.has_scene:
            self.map.retheme()

    def name(self, rule: str) -> None:
        """Say which rule is looked at."""
        self.live.setText(f"This turn, with and without “{rule}”" if rule else "This turn, with and without the rule")

    # moments

    def offer(self, moments: Sequence[tuple[str, tuple[int | None, int | None]]], chosen: int) -> None:
        """Offer moments: a turn of a fresh game, or a saved game; the choice stays where it can."""
        before = self.when.currentData()
        self.when.clear()
        for words, key in moments:
            self.when.addItem(words, key)
        at = next((number for number, (_, key) in enumerate(moments) if key == before), chosen)
        self.when.setCurrentIndex(at if self.when.count() else -1)

    def moment(self) -> tuple[int | None, int | None]:
        """The turn of a fresh game, or the number of a saved one."""
        found = self.when.currentData()
        return tuple(found) if found is not None else (1, None)

    # what is shown

    def set_scene(self, scene: MapScene) -> None:
        """Show the map of the scenario."""
        self.map.set_scene(scene)
        self._fitted = False
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Show all of the map when it is first seen."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        if self.map.has_scene and self.isVisible() and not self._fitted:
            self._fitted = True
            self.map.fit()

    def working(self, on: bool) -> None:
        """Whether something is being worked out, which can be stopped."""
        self.stop.setEnabled(on)

    def say(self, text: str) -> None:
        """A sentence above the differences."""
        self.says.setText(text)
        self.says.setToolTip(text)

    def clear(self, text: str = NOTHING) -> None:
        """Show no differences."""
        self.list.clear()
        self.reason.clear()
        self._shown = ()
        self.working(False)
        self.say(text)
        self.map.update()

    def show_findings(self, findings: RuleFindings) -> None:
        """Show what is done otherwise, under its headings, the first of all in front."""
        self.list.clear()
        self.working(False)
        for heading, found in findings.found.items():
            head = QTreeWidgetItem([heading])
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(head)
            self._fill(head, found)
            head.setExpanded(True)
        self._findings = findings
        self._tell(findings)
        self._lay(findings.moment)
        self._show_all(findings)

    def _lay(self, moment: Moment | None) -> None:
        """Lay the counters as they are at a moment."""
        if moment is not None and self._findings is not None:
            self.map.set_stacks(stacks_of(self._findings.scenario, moment))

    def _fill(self, head: QTreeWidgetItem, found: Sequence[RuleEffect]) -> None:
        if not found:
            self._quiet(head, NONE)
        phase = ""
        for one in found:
            if one.phase != phase:
                phase = one.phase
                self._quiet(head, phase)
            line = QTreeWidgetItem(head, [one.text])
            line.setData(0, EFFECT, one)
            line.setToolTip(0, "\n".join(part for part in (one.text, one.reason) if part))

    @staticmethod
    def _quiet(head: QTreeWidgetItem, text: str) -> None:
        line = QTreeWidgetItem(head, [text])
        line.setFlags(Qt.ItemFlag.ItemIsEnabled)
        line.setForeground(0, current_theme().colour("muted"))

    def _tell(self, findings: RuleFindings) -> None:
        first = next(iter(findings.found.values()), [])
        when = findings.moment.moment if findings.moment is not None else ""
        battles = sum(one.fights for one in first)
        units = sum(len(one.pieces) for one in first if not one.fights)
        parts = [count(battles, "battle") if battles else "", count(units, "unit") + " elsewhere" if units else ""]
        said = " and ".join(part for part in parts if part) or (count(len(first), "difference") if first else NONE)
        self.say(f"{when}: {said}" if when else said)

    def _show_all(self, findings: RuleFindings) -> None:
        """Every difference of the first heading at once, until one is picked."""
        self._shown = next(iter(findings.found.values()), [])
        self.reason.setText("Red: as the plan has it. Grey, dashed: otherwise. Pick a line to see it alone.")
        if not self._shown:
            self.reason.clear()
        self.map.update()

    def _pick(self, item: QTreeWidgetItem | None) -> None:
        one = item.data(0, EFFECT) if item is not None else None
        if not isinstance(one, RuleEffect):
            return
        self._shown = (one,)
        self.reason.setText(f"Why: {one.reason}." if one.reason else "")
        self._lay(self._findings.phases.get(one.phase) if self._findings is not None else None)
        where = (*one.here, *one.there)
        if where and self.map.has_scene:
            self.map.centre_on(Cell(where[-1] if not one.here else one.here[-1]), max(self.map.scale, 34.0))
        self.map.update()

    def _draw(self, painter: QPainter, _scale: float) -> None:
        scene = self.map.scene
        for one in self._shown:
            for cells, colour, dashed in ((one.there, WITHOUT, True), (one.here, WITH, False)):
                if one.fights:
                    tint_cells(painter, scene, [Cell(cell) for cell in cells[-1:]], colour, 0.3)
                    outline_cells(painter, scene, [Cell(cell) for cell in cells[-1:]], colour, 0.08, dashed=dashed)
                elif len(cells) > 1:
                    arrow(painter, [scene.anchor(Cell(cell)) for cell in cells], colour, 0.13, dashed=dashed)
                elif cells:
                    outline_cells(painter, scene, [Cell(cells[0])], colour, 0.08, dashed=dashed)


def stacks_of(scenario: Scenario, moment: Moment) -> list[Stack]:
    """The counters as they lie at a moment."""
    there: dict[int, list[CounterFace]] = {}
    for piece, cell in enumerate(moment.cells):
        if cell >= 0:
            there.setdefault(cell, []).append(_face(scenario, piece, moment.counters[piece], moment.faces[piece]))
    return [Stack(Cell(cell), tuple(faces)) for cell, faces in there.items()]


def _face(scenario: Scenario, piece: int, counter: int | None, face: int) -> CounterFace:
    rows = scenario.rows
    unit = scenario.pieces[piece].unit if counter is None else scenario.counters[counter].unit
    nation = rows.get(Nationality, unit.nationality)
    if counter is None:
        return counter_face(unit, None, nation, untried=True)
    return counter_face(unit, rows.get(Face, unit.unit, face), nation, rows=rows)
