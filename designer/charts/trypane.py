"""The try-out pane of a combat results table: a battle that might be, with its odds, shifts and chances."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.charts.bars import ChancesBar
from designer.labels import Label, RichLabel, rich
from engine.charts import CombatTable
from engine.charts.analysis import Sufferer
from engine.records import TABLES, Rows
from engine.rules.tryout import Trial, Trying, try_out


class TryPane(QWidget):
    """Strengths, ground and shifts on the left, what comes of them on the right; `tried` carries the column."""

    tried = Signal(str)

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows
        self._crt: CombatTable | None = None
        self._who: Mapping[str, Sufferer] = {}
        self.attack, self.defence = QDoubleSpinBox(), QDoubleSpinBox()
        self.terrain, self.place, self.hexside = QComboBox(), QComboBox(), QComboBox()
        self.other = QSpinBox()
        self.says = RichLabel()
        self.says.setWordWrap(True)
        self.bar = ChancesBar()
        self._lay_out()
        for spin, value in ((self.attack, 12), (self.defence, 4)):
            spin.setRange(0, 999)
            spin.setDecimals(1)
            spin.setValue(value)
            spin.valueChanged.connect(lambda _value: self.work())
        self.other.setRange(-9, 9)
        self.other.valueChanged.connect(lambda _value: self.work())
        for combo in (self.terrain, self.place, self.hexside):
            combo.currentIndexChanged.connect(lambda _index: self.work())
        self.refill()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        fields = (
            ("Attack", self.attack),
            ("Defence", self.defence),
            ("Terrain", self.terrain),
            ("Place", self.place),
            ("All attack across", self.hexside),
            ("Other shifts", self.other),
        )
        for n, (title, widget) in enumerate(fields):
            grid.addWidget(Label(title), n // 2, (n % 2) * 2)
            grid.addWidget(widget, n // 2, (n % 2) * 2 + 1)
        right = QVBoxLayout()
        right.addWidget(self.says)
        right.addWidget(self.bar)
        right.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(20)
        layout.addLayout(grid, 2)
        layout.addLayout(right, 3)

    def refill(self) -> None:
        """Offer the kinds that the scenario has now."""
        for combo, table, none in (
            (self.terrain, "terrain_kind", ""),
            (self.place, "place_kind", "no place"),
            (self.hexside, "hexside_kind", "nothing"),
        ):
            kept = combo.currentData()
            combo.blockSignals(True)
            combo.clear()
            if none:
                combo.addItem(none, "")
            for row in sorted(self._rows.all(TABLES[table]), key=lambda row: getattr(row, "position", 0)):
                combo.addItem(str(getattr(row, "name", "")), row.identity()[0])
            combo.setCurrentIndex(max(0, combo.findData(kept)))
            combo.blockSignals(False)

    def show_table(self, crt: CombatTable | None, who: Mapping[str, Sufferer]) -> None:
        """Try this table out."""
        self._crt, self._who = crt, who
        self.refill()
        self.work()

    def trial(self) -> Trial:
        """The battle as it is set."""
        return Trial(
            self.attack.value(),
            self.defence.value(),
            self.terrain.currentData() or "",
            self.place.currentData() or "",
            self.hexside.currentData() or "",
            self.other.value(),
        )

    def work(self) -> Trying | None:
        """Work the battle out and show it."""
        if self._crt is None:
            self.says.setText("The table has no columns that can be read yet.")
            self.bar.show_chances({}, {})
            self.tried.emit("")
            return None
        tried = try_out(self._rows, self._crt, self.trial())
        shifts = "; ".join(f"{shift.columns:+d} {shift.why}" for shift in tried.shifts) or "no shifts"
        self.says.setText(rich("Odds <b>{}</b>, {}: column <b>{}</b>", tried.odds, shifts, tried.column))
        self.bar.show_chances(tried.chances, self._who)
        self.tried.emit(tried.column)
        return tried
