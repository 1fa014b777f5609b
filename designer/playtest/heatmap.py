"""The heat map: what happened where, on the real map, turn by turn."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSlider, QToolButton, QVBoxLayout, QWidget

from designer.icons import icon
from designer.labels import Label
from designer.mapview import MapView
from designer.mapview.points import MapPoint
from designer.paint.map.scene import MapScene
from designer.paint.overlays import tint_cells
from designer.playtest.reading import DIFFERENCE, Behind, RunPicture
from designer.theme import current_theme, scaled
from engine.ids import Cell
from engine.lab.heat import TITLES, Floats, HeatKind, touches

SHADES = 8
"""Steps of warmth: cells of a step are painted together."""

PACE = 900
"""Milliseconds a turn is shown while the turns run."""

KINDS: tuple[tuple[HeatKind, str, str], ...] = (
    ("battles", "Battles", "battles a game"),
    ("deaths", "Units lost", "units lost a game"),
    ("stands", "Units at the end of the turn", "of the games"),
    ("reached", "How far they got", "of the games"),
    ("holds", "Places held", "of the games"),
)


class HeatMap(QWidget):
    """The map of the scenario with warmth in its cells; `wanted` asks for other numbers, `asked` for games."""

    wanted = Signal()
    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.map = MapView()
        self.kind, self.side, self.version = QComboBox(), QComboBox(), QComboBox()
        for box in (self.kind, self.side, self.version):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for key, title, _ in KINDS:
            self.kind.addItem(title, key)
            self.kind.setItemData(self.kind.count() - 1, TITLES[key], Qt.ItemDataRole.ToolTipRole)
        self.turn = QSlider(Qt.Orientation.Horizontal)
        self.turn.setPageStep(1)
        self.turn.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.run = QToolButton()
        self.run.setCheckable(True)
        self.run.setToolTip("Run through the turns")
        self.when, self.here = Label(), Label()
        self._picture: RunPicture | None = None
        self._numbers: Floats | None = None
        self._shades: list[tuple[QColor, float, list[Cell]]] = []
        self._fitted = False
        self._timer = QTimer(self)
        self._timer.setInterval(PACE)
        self._lay_out()
        self._connect()
        self.dress()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        for widget in (self.kind, self.side, self.version):
            top.addWidget(widget)
        top.addStretch(1)
        top.addWidget(self.here)
        foot = QHBoxLayout()
        self.when.setMinimumWidth(scaled(230))
        foot.addWidget(self.run)
        foot.addWidget(self.turn, 1)
        foot.addWidget(self.when)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(top)
        layout.addWidget(self.map, 1)
        layout.addLayout(foot)

    def _connect(self) -> None:
        for box in (self.kind, self.side, self.version):
            box.activated.connect(lambda _index: self.wanted.emit())
        self.turn.valueChanged.connect(lambda _turn: self._turned())
        self.run.toggled.connect(lambda on: self._timer.start() if on else self._timer.stop())
        self._timer.timeout.connect(self._step)
        self.map.add_overlay(self._paint)
        self.map.hovered.connect(self._hover)
        self.map.pressed.connect(self._press)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.run.setIcon(icon("mdi6.play"))
        self.here.setStyleSheet(f"color: {current_theme().muted};")
        if self.map.has_scene:
            self.map.retheme()

    # what is shown

    def set_scene(self, scene: MapScene) -> None:
        """Show the map of a scenario."""
        self.map.set_scene(scene)
        self._fitted = False
        if self.isVisible():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Show all of the map when it is first seen."""
        super().showEvent(event)
        QTimer.singleShot(0, self._fit)

    def _fit(self) -> None:
        if self.map.has_scene and not self._fitted:
            self._fitted = True
            self.map.fit()

    def show_picture(self, picture: RunPicture) -> None:
        """Offer the sides, versions and turns of a run."""
        fresh = self._picture is None or self._picture.info.id != picture.info.id
        self._picture = picture
        if fresh:
            self.side.clear()
            self.side.addItem("Both sides", None)
            for index, name in enumerate(picture.names.values()):
                self.side.addItem(name, index)
            self.version.clear()
            if picture.comparison is not None:
                self.version.addItem("Difference", DIFFERENCE)
            for index, name in enumerate(picture.versions):
                self.version.addItem(name, index)
            self.version.setVisible(len(picture.versions) > 1)
            self.turn.setRange(picture.first_turn - 1, picture.last_turn)
            self._turned()
        self.wanted.emit()

    def choice(self) -> tuple[int, HeatKind, int | None, int | None]:
        """Version, kind, side and turn that are to be shown."""
        return (
            int(self.version.currentData() or 0),
            self.kind.currentData(),
            self.side.currentData(),
            self._shown_turn,
        )

    @property
    def _shown_turn(self) -> int | None:
        """The turn that is shown; None: the whole game, which stands before the first."""
        return self.turn.value() if self.turn.value() > self.turn.minimum() else None

    def show_heat(self, numbers: Floats) -> None:
        """Show a number for every cell."""
        self._numbers = numbers
        self._shades = _shades(numbers)
        self.here.setText(self._key())
        self.map.update()

    def _turned(self) -> None:
        turn = self._shown_turn
        scenario = self._picture.ground.scenario if self._picture else None
        name = f"Turn {turn}: {scenario.turn_name(turn)}" if scenario and turn else f"Turn {turn}"
        self.when.setText(name if turn else "The whole game")
        self.wanted.emit()

    def _step(self) -> None:
        last = self.turn.value() >= self.turn.maximum()
        self.turn.setValue(self.turn.minimum() + 1 if last else self.turn.value() + 1)

    def _paint(self, painter: QPainter, _scale: float) -> None:
        for colour, alpha, cells in self._shades:
            tint_cells(painter, self.map.scene, cells, colour, alpha)

    # what is behind it

    def _hover(self, cell: Cell | None) -> None:
        self.here.setText(self._key() if cell is None else self.words(cell))

    def _key(self) -> str:
        """What the colours mean."""
        if self.choice()[0] == DIFFERENCE:
            return "Red: more in the second version. Blue: fewer."
        most = float(self._numbers.max()) if self._numbers is not None and len(self._numbers) else 0.0
        return f"The darkest: {self._size(most)}" if most else "Nothing happened here yet."

    def _size(self, number: float) -> str:
        """A number of the map with its unit."""
        unit = next(words for key, _, words in KINDS if key == self.kind.currentData())
        plus = "+" if self.choice()[0] == DIFFERENCE else ""
        size = f"{100 * number:{plus}.0f} %" if unit == "of the games" else f"{number:{plus}.2f}"
        return f"{size} {unit}"

    def words(self, cell: Cell) -> str:
        """What a cell's warmth means."""
        if self._picture is None or self._numbers is None or cell >= len(self._numbers):
            return ""
        places = self._picture.ground.board.places_at(cell)
        name = f"{places[0].name}, " if places else ""
        return f"{name}{self._picture.ground.board.label(cell)}: {self._size(float(self._numbers[cell]))}"

    def _press(self, point: MapPoint) -> None:
        if point.cell is None or self._picture is None:
            return
        version, kind, side, turn = self.choice()
        cell = int(point.cell)
        title = f"Games with {self.kind.currentText().lower()} in {self._picture.ground.board.label(point.cell)}"
        if turn:
            title += f" on turn {turn}" if kind in ("battles", "deaths") else f" by turn {turn}"
        self.asked.emit(
            Behind(
                title,
                lambda scenario, game: touches(scenario, game, kind, side, turn, cell),
                None if version == DIFFERENCE else version,
            )
        )


def _shades(numbers: Floats) -> list[tuple[QColor, float, list[Cell]]]:
    """Cells by colour and strength of their warmth; what is below zero is cold."""
    most = float(abs(numbers).max()) if len(numbers) else 0.0
    if not most:
        return []
    steps: dict[tuple[bool, int], list[Cell]] = {}
    for cell, number in enumerate(numbers):
        step = round(SHADES * abs(float(number)) / most)
        if step:
            steps.setdefault((number < 0, step), []).append(Cell(cell))
    return [
        (QColor("#2456a6") if cold else QColor("#c2261c"), 0.1 + 0.62 * step / SHADES, cells)
        for (cold, step), cells in steps.items()
    ]
