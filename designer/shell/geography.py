"""The dialog for a new map from geography, with a picture that follows every change."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label
from designer.mapeditor.operations.geographic import AREAS, MapWish, laid
from designer.mapeditor.operations.reshape import size_problem
from designer.paint.map.scene import MapScene
from designer.paint.thumbnail import map_image
from designer.shell.new_scenario import SHAPES
from designer.theme import current_theme, resize_scaled
from designer.work import Debounce, Worker
from engine.errors import StavkaError
from engine.geography import Gazetteer, load_gazetteer
from engine.grid import make_grid
from engine.records import Rows
from engine.records.board import Grid, Place, PlaceKind
from engine.records.play import ScenarioRow

PREVIEW = QSize(640, 520)
WAIT = 250


@cache
def gazetteer() -> Gazetteer:
    """The gazetteer, read once."""
    return load_gazetteer()


def draw(wish: MapWish, title: str) -> tuple[Rows, QImage]:
    """A map laid out, and a picture of it."""
    rows = laid(wish, gazetteer(), title)
    scene = MapScene(rows)
    bounds = scene.bounds
    size = QSize(round(bounds.width() * 1000), round(bounds.height() * 1000))
    return rows, map_image(scene, size.scaled(PREVIEW, Qt.AspectRatioMode.KeepAspectRatio), names=True)


class GeographyDialog(QDialog):
    """Where, how large, how much of it; `made` carries title and rows."""

    made = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New map from geography")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._worker = Worker(self)
        self._soon = Debounce(self, WAIT, self._draw)
        self._rows: Rows | None = None
        self.title = QLineEdit(AREAS[0].name)
        self.title.setMaxLength(120)
        self._titled = False
        """Whether the title was typed; until then it says where the map lies."""
        self.area = QComboBox()
        self.area.addItems([area.name for area in AREAS])
        self.shape = QComboBox()
        self.shape.addItems([name for name, _ in SHAPES])
        self.columns, self.rows = _whole(30, 0, 100_000), _whole(20, 0, 100_000)
        self.km = _number(30, 1, 300, " km")
        self.latitude, self.longitude = _number(53.9, 40, 68, "° N"), _number(29.3, 10, 60, "° E")
        self.rotate = _number(0, -45, 45, "°")
        self.rivers = QComboBox()
        self.rivers.addItems(["No rivers", "Great rivers", "Great and middling rivers", "Every river"])
        self.rivers.setCurrentIndex(2)
        self.towns = QComboBox()
        self.towns.addItems(["No towns", "Cities", "Cities and towns", "Every town"])
        self.towns.setCurrentIndex(2)
        self.railways, self.roads = QCheckBox("Railways"), QCheckBox("Roads")
        self.railways.setChecked(True)
        self.woods = QSlider(Qt.Orientation.Horizontal)
        self.woods.setRange(10, 80)
        self.woods.setValue(55)
        self.woods.setToolTip("How readily a hex becomes forest or marsh")
        self.picture = Label("Drawing …")
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setMinimumSize(PREVIEW)
        self.says = Label("All of it is laid out from our gazetteer; correct it by hand afterwards.")
        self.says.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self._connect()
        self._soon.poke()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(8)
        size = QHBoxLayout()
        size.addWidget(self.columns, 1)
        size.addWidget(Label("×"))
        size.addWidget(self.rows, 1)
        form.addRow("Begin with", self.area)
        form.addRow("Title", self.title)
        form.addRow("Cells", self.shape)
        form.addRow("Columns × rows", size)
        form.addRow("Across a cell", self.km)
        form.addRow("Middle, latitude", self.latitude)
        form.addRow("Middle, longitude", self.longitude)
        form.addRow("Turned west of north", self.rotate)
        form.addRow("Rivers", self.rivers)
        form.addRow("Towns", self.towns)
        form.addRow("Lines", self.railways)
        form.addRow("", self.roads)
        form.addRow("Woods and marsh", self.woods)
        left = QVBoxLayout()
        left.addLayout(form)
        left.addStretch(1)
        left.addWidget(self.says)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Create")
        body = QHBoxLayout()
        body.setSpacing(20)
        body.addLayout(left, 2)
        body.addWidget(self.picture, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.addLayout(body, 1)
        layout.addWidget(self.buttons)
        resize_scaled(self, 1120, 660)

    def _connect(self) -> None:
        self.area.currentIndexChanged.connect(self._begin_with)
        self.title.textEdited.connect(self._name_it)
        for signal in (
            self.columns.valueChanged,
            self.rows.valueChanged,
            self.km.valueChanged,
            self.woods.valueChanged,
            self.latitude.valueChanged,
            self.longitude.valueChanged,
            self.rotate.valueChanged,
            self.shape.currentIndexChanged,
            self.rivers.currentIndexChanged,
            self.towns.currentIndexChanged,
            self.railways.toggled,
            self.roads.toggled,
        ):
            signal.connect(lambda _value: self._check())
        self.buttons.accepted.connect(self._make)
        self.buttons.rejected.connect(self.reject)

    def _begin_with(self, index: int) -> None:
        area = AREAS[index]
        if not self._titled:
            self.title.setText(area.name)
        self.latitude.setValue(area.latitude)
        self.longitude.setValue(area.longitude)
        self.km.setValue(round(area.km / self.columns.value() / 0.866))

    def _name_it(self, text: str) -> None:
        self._titled = bool(text.strip())

    def _moved(self) -> bool:
        """Whether the map was moved away from the area it began with."""
        area = AREAS[self.area.currentIndex()]
        here = self.latitude.value(), self.longitude.value()
        return any(abs(now - then) > 0.05 for now, then in zip(here, (area.latitude, area.longitude), strict=True))

    def wish(self) -> MapWish:
        """What the dialog asks for."""
        shape = SHAPES[self.shape.currentIndex()][1]
        grid = replace(shape, columns=self.columns.value(), rows=self.rows.value(), km=self.km.value())
        return MapWish(
            grid,
            self.latitude.value(),
            self.longitude.value(),
            self.rotate.value(),
            self.rivers.currentIndex(),
            self.railways.isChecked(),
            self.roads.isChecked(),
            self.towns.currentIndex(),
            0.9 - self.woods.value() / 100,
        )

    def _check(self) -> None:
        problem = size_problem(self.columns.value(), self.rows.value())
        self._refuse(problem)
        if not problem:
            self._soon.poke()

    def _refuse(self, problem: str) -> None:
        self.says.setText(problem or "All of it is laid out from our gazetteer; correct it by hand afterwards.")
        self.says.setStyleSheet(f"color: {current_theme().bad if problem else current_theme().muted};")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _draw(self) -> None:
        wish, title = self.wish(), self.title.text().strip() or "New map"
        self._rows = None
        self._worker.ask("draw", lambda: draw(wish, title), self._show, self._failed)

    def _show(self, drawn: tuple[Rows, QImage]) -> None:
        self._rows, image = drawn
        if not self._titled and self._moved():
            self.title.setText(around(self._rows))
        self.picture.setPixmap(QPixmap.fromImage(image))
        self._refuse("")

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, StavkaError):
            raise error
        self._refuse(str(error))

    def _make(self) -> None:
        title = self.title.text().strip() or "New map"
        try:
            rows = self._rows or laid(self.wish(), gazetteer(), title)
        except StavkaError as error:
            self._refuse(str(error))
            return
        rows.put(replace(rows.the(ScenarioRow), title=title))
        self.accept()
        self.made.emit(title, rows)


def around(rows: Rows) -> str:
    """What a map may be called: after the city nearest to its middle, or the nearest place of any kind."""
    grid = make_grid(rows.the(Grid))
    middle = grid.cell_at(rows.the(Grid).columns // 2, rows.the(Grid).rows // 2)
    cities = {kind.kind for kind in rows.all(PlaceKind) if kind.symbol == "city"}
    ranked = sorted(
        rows.all(Place), key=lambda place: (place.kind not in cities, grid.distance(middle, grid.parse(place.cell)))
    )
    return f"Around {ranked[0].name}" if ranked else "New map"


def _whole(value: int, low: int, high: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(low, high)
    spin.setValue(value)
    return spin


def _number(value: float, low: float, high: float, suffix: str) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(low, high)
    spin.setDecimals(1)
    spin.setValue(value)
    spin.setSuffix(suffix)
    return spin
