"""The left side of the print dialog: everything that can be chosen, as a form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.labels import add_row
from designer.printing.choices import (
    COUNTER_SIZES,
    DOCUMENTS,
    LARGEST_HEX,
    MAP_FORMS,
    MOST_PAGES,
    SMALLEST_HEX,
    Choices,
)
from designer.printing.paper import SIZES
from engine.records import Rows
from engine.records.counters import Side
from engine.records.play import Option

_TIPS = {
    "setup": "Units by hex or formation with tick boxes, arrivals, replacements and special rules",
    "counters": "Fronts and backs to print on both sides and cut out",
    "map": "The map as it is drawn, at the size you choose",
    "charts": "Combat results, terrain effects, turn track, sequence of play, a page of aid for each side",
    "rules": "The rules of this game in sentences, its charts, every case and an index of them",
    "oob": "All units as a table and as a tree of formations",
    "log": "A game from beginning to end: the position, curves, the luck of the dice, where it turned, and the story",
}


class Wishes(QWidget):
    """The form; `changed` fires when anything else is chosen."""

    changed = Signal()

    def __init__(self, rows: Rows, games: Sequence[tuple[int, str]], paper: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        self.documents = {key: self._check(title, _TIPS[key]) for key, title in DOCUMENTS.items()}
        self.game = self._combo([(number, name) for number, name in games], "Whose log is printed")
        self._fill_documents(layout)
        self._fill_paper(layout, rows, paper)
        self._fill_details(layout)
        self.options = self._fill_options(layout, rows)
        layout.addStretch(1)
        self.documents["setup"].setChecked(True)
        self._follow()
        for box in self.documents.values():
            box.toggled.connect(lambda _on: self._follow())

    def want_report(self, game: int) -> None:
        """Choose the report of a game and nothing else."""
        self.game.setCurrentIndex(max(0, self.game.findData(game)))
        for key, box in self.documents.items():
            box.setChecked(key == "log")

    def _fill_documents(self, layout: QVBoxLayout) -> None:
        what = QGroupBox("What to print")
        inner = QVBoxLayout(what)
        for key, box in self.documents.items():
            inner.addWidget(box)
            if key == "log":
                box.setEnabled(self.game.count() > 0)
                if not self.game.count():
                    box.setToolTip("No game of this scenario has been played yet")
        inner.addWidget(self.game)
        layout.addWidget(what)

    def _fill_paper(self, layout: QVBoxLayout, rows: Rows, paper: str) -> None:
        form = self._form(layout, "Paper")
        self.paper = self._combo([(name, name) for name in SIZES], "The paper in your printer")
        self.paper.setCurrentIndex(max(0, self.paper.findData(paper)))
        self.ink = self._combo([(False, "Colour"), (True, "Black and white")], "What your printer can do")
        sides = sorted(rows.all(Side), key=lambda side: side.position)
        self.side = self._combo([("", "Both"), *((side.side, side.name) for side in sides)], "For whom to print")
        form.addRow("Paper", self.paper)
        form.addRow("Ink", self.ink)
        form.addRow("Sides", self.side)

    def _fill_details(self, layout: QVBoxLayout) -> None:
        self._details: dict[str, QWidget] = {}
        form = self._form(layout, "Set-up sheets", "setup")
        self.sort = self._combo([("hex", "By hex"), ("formation", "By formation")], "How units are listed")
        form.addRow("Sorted", self.sort)
        form = self._form(layout, "Counters", "counters")
        self.counter = self._combo([(size, name) for name, size in COUNTER_SIZES.items()], "The side of a counter")
        self.counter.setCurrentIndex(1)
        self.flip = self._combo(
            [("long", "On the long edge"), ("short", "On the short edge")],
            "How your printer turns a sheet to print its back",
        )
        self.corners = self._combo([("square", "Square"), ("rounded", "Rounded")], "How the corners are cut")
        self.markers = self._check("Markers for the table", "Turn, points, control, and the states of units")
        self.markers.setChecked(True)
        self.gutter = self._spin(0.0, 20.0, 0.0, "Room between counters, for a die or a clumsy knife")
        self.bleed = self._spin(0.0, 5.0, 0.0, "How far the colour runs over the cut; gutters make room for it")
        self.safe = self._spin(0.0, 5.0, 0.0, "How far symbols and numbers keep from the cut")
        form.addRow("Size", self.counter)
        form.addRow("Sheets turn", self.flip)
        form.addRow("Corners", self.corners)
        form.addRow("Gutters", self.gutter)
        form.addRow("Bleed", self.bleed)
        form.addRow("Safe margin", self.safe)
        form.addRow(self.markers)
        form = self._form(layout, "Map", "map")
        self.map_as = self._combo(list(MAP_FORMS.items()), "How the map is put on paper")
        self.hex = self._spin(SMALLEST_HEX, LARGEST_HEX, 18.0, "Between opposite sides of a hex")
        self.overlap = self._spin(0.0, 30.0, 8.0, "How far neighbouring pages share the map")
        self.pages = QSpinBox()
        self.pages.setRange(1, MOST_PAGES)
        self.pages.setValue(4)
        self.pages.setToolTip("The map is made as large as so many pages allow")
        self.pages.valueChanged.connect(lambda _value: self.changed.emit())
        self.furniture = self._check("Title, key and turn record", "Also a scale, a compass and the boxes off the map")
        self.furniture.setChecked(True)
        form.addRow(self.map_as)
        form.addRow("Pages", self.pages)
        form.addRow("Hex", self.hex)
        form.addRow("Overlap", self.overlap)
        form.addRow(self.furniture)
        self.map_as.currentIndexChanged.connect(lambda _index: self._fit())
        self._fit()

    def _fill_options(self, layout: QVBoxLayout, rows: Rows) -> dict[str, QComboBox]:
        options = [row for row in sorted(rows.all(Option), key=lambda row: row.position) if len(row.choices) > 1]
        if not options:
            return {}
        form = self._form(layout, "Options of the scenario")
        made = {}
        for row in options:
            made[row.option] = self._combo([(choice.choice, choice.name) for choice in row.choices], row.help)
            add_row(form, row.name, made[row.option])
        return made

    def _form(self, layout: QVBoxLayout, title: str, key: str = "") -> QFormLayout:
        box = QGroupBox(title)
        form = QFormLayout(box)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if key:
            self._details[key] = box
        layout.addWidget(box)
        return form

    def _check(self, title: str, tip: str) -> QCheckBox:
        box = QCheckBox(title)
        box.setToolTip(tip)
        box.toggled.connect(lambda _on: self.changed.emit())
        return box

    def _combo(self, items: Iterable[tuple[object, str]], tip: str) -> QComboBox:
        combo = QComboBox()
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(14)
        for key, name in items:
            combo.addItem(name, key)
        combo.setToolTip(tip)
        combo.currentIndexChanged.connect(lambda _index: self.changed.emit())
        return combo

    def _spin(self, low: float, high: float, value: float, tip: str) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(low, high)
        spin.setDecimals(1)
        spin.setSuffix(" mm")
        spin.setValue(value)
        spin.setToolTip(tip)
        spin.valueChanged.connect(lambda _value: self.changed.emit())
        return spin

    def _fit(self) -> None:
        """Offer a number of pages only where it decides, and a size of hexes only where that does."""
        form = self.map_as.currentData()
        self.pages.setEnabled(form == "pages")
        self.hex.setEnabled(form in ("tiles", "sheet", "sheets"))
        self.overlap.setEnabled(form in ("tiles", "pages"))

    def _follow(self) -> None:
        """Show the details of what is printed, and no others."""
        for key, box in self._details.items():
            box.setVisible(self.documents[key].isChecked())
        self.game.setVisible(self.documents["log"].isChecked())

    def choices(self) -> Choices:
        """What is chosen now."""
        return Choices(
            what=tuple(key for key, box in self.documents.items() if box.isChecked()),
            paper=str(self.paper.currentData()),
            monochrome=bool(self.ink.currentData()),
            sort=cast(Literal["hex", "formation"], self.sort.currentData()),
            side=str(self.side.currentData()),
            counter=float(self.counter.currentData()),
            flip=cast(Literal["long", "short"], self.flip.currentData()),
            map_as=cast(Literal["tiles", "pages", "sheet", "sheets", "page"], self.map_as.currentData()),
            hex=self.hex.value(),
            overlap=self.overlap.value(),
            pages=self.pages.value(),
            furniture=self.furniture.isChecked(),
            gutter=self.gutter.value(),
            bleed=self.bleed.value(),
            safe=self.safe.value(),
            table_markers=self.markers.isChecked(),
            corners=cast(Literal["square", "rounded"], self.corners.currentData()),
        )

    def chosen_options(self) -> dict[str, str]:
        """The options of the scenario as they are chosen."""
        return {key: str(combo.currentData()) for key, combo in self.options.items()}

    def chosen_game(self) -> int | None:
        """The game whose log is wanted, or None."""
        wanted = self.documents["log"].isChecked() and self.game.count()
        return int(self.game.currentData()) if wanted else None
