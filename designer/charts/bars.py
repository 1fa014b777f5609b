"""The columns of a combat results table as bars: how likely each result is, and what each side must expect to lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from designer.paint.results import NAMES, ORDER, tone
from designer.theme import current_theme, scaled
from engine.charts.analysis import ColumnReading, Sufferer

INK = QColor("#1d1a15")


class ColumnBars(QWidget):
    """One bar a column, the results of each side together; losses in steps below."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: list[ColumnReading] = []
        self._who: dict[str, Sufferer] = {}
        self._marked = ""
        self.setMinimumHeight(scaled(170))

    def sizeHint(self) -> QSize:
        """A band across the page."""
        return QSize(600, scaled(210))

    def show_columns(self, columns: Sequence[ColumnReading], who: Mapping[str, Sufferer]) -> None:
        """Show readings; `who` says who suffers from each code."""
        self._columns, self._who = list(columns), dict(who)
        self.update()

    def mark(self, column: str) -> None:
        """Frame a column."""
        self._marked = column
        self.update()

    @property
    def readings(self) -> list[ColumnReading]:
        """What is shown."""
        return self._columns

    @property
    def _line(self) -> int:
        """How tall a line of text is."""
        return self.fontMetrics().height()

    @property
    def _left(self) -> int:
        """Room for the captions."""
        return self.fontMetrics().horizontalAdvance("defender") + 12

    def _band(self) -> tuple[int, int]:
        """Where the bars begin and end, between their headings and the losses."""
        return self._line + 4, self.height() - 2 * self._line - 6

    def _slot(self, index: int) -> QRectF:
        wide = (self.width() - self._left - 4) / max(1, len(self._columns))
        return QRectF(self._left + index * wide, 0, wide, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw headings, bars and losses."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("muted"))
        if not self._columns:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Columns and dice make chances appear here.")
        else:
            self._captions(painter)
        for index, reading in enumerate(self._columns):
            self._column(painter, self._slot(index), reading)
        painter.end()

    def _captions(self, painter: QPainter) -> None:
        (head, foot), line, wide = self._band(), self._line, self._left - 8
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, head, wide, foot - head), right, "chances")
        for number, who in enumerate(("attacker", "defender")):
            painter.drawText(QRectF(0, foot + 3 + number * line, wide, line), right, who)

    def _column(self, painter: QPainter, slot: QRectF, reading: ColumnReading) -> None:
        theme = current_theme()
        middle = Qt.AlignmentFlag.AlignCenter
        painter.setPen(theme.colour("text"))
        (head, foot), line = self._band(), self._line
        painter.drawText(QRectF(slot.x(), 0, slot.width(), head), middle, reading.column)
        bar = QRectF(slot.x() + 3, head, slot.width() - 6, foot - head)
        y = bar.top()
        for code, chance, who in self._parts(reading):
            high = bar.height() * float(chance)
            self._part(painter, QRectF(bar.x(), y, bar.width(), high), code, who)
            y += high
        if reading.column == self._marked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2.5))
            painter.drawRect(bar)
        painter.setPen(theme.colour("text"))
        for number, loss in enumerate((reading.attacker, reading.defender)):
            painter.drawText(
                QRectF(slot.x(), foot + 3 + number * line, slot.width(), line), middle, f"{float(loss):.2f}"
            )

    def _parts(self, reading: ColumnReading) -> list[tuple[str, Fraction, Sufferer | None]]:
        known = [(code, chance, self._who.get(code)) for code, chance in reading.chances.items()]
        return sorted(known, key=lambda part: (ORDER.index(part[2]) if part[2] else 9, part[0]))

    def _part(self, painter: QPainter, rect: QRectF, code: str, who: Sufferer | None) -> None:
        painter.setPen(QPen(current_theme().colour("window"), 1))
        painter.setBrush(tone(who) if who else current_theme().colour("bad"))
        painter.drawRect(rect)
        if rect.height() >= self._line * 0.75:
            painter.setPen(INK)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, fitting(painter, code or "gap", rect.width()))

    def event(self, event: QEvent) -> bool:
        """Say in a tooltip what a column comes to."""
        if isinstance(event, QHelpEvent):
            for index, reading in enumerate(self._columns):
                if self._slot(index).contains(event.pos()):
                    QToolTip.showText(event.globalPos(), self.words(reading), self)
                    return True
        return super().event(event)

    def words(self, reading: ColumnReading) -> str:
        """A column in words."""
        lines = [f"{reading.column}"]
        for code, chance, who in self._parts(reading):
            lines.append(f"{code or 'no result'}: {float(chance):.0%}" + (f" ({NAMES[who]})" if who else ""))
        lines.append(
            f"Steps lost on average: attacker {float(reading.attacker):.2f}, defender {float(reading.defender):.2f}"
        )
        lines.append(f"The defender retreats in {float(reading.defender_retreats):.0%} of battles")
        return "\n".join(lines)


def fitting(painter: QPainter, code: str, wide: float) -> str:
    """A result's code as far as there is room for it; nothing where hardly a letter of it could be read."""
    letters = painter.fontMetrics()
    shown = letters.elidedText(code, Qt.TextElideMode.ElideRight, int(wide) - 4)
    return shown if shown == code or len(shown) > 2 else ""


class ChancesBar(QWidget):
    """The chances of one battle as a bar from side to side."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[tuple[str, Fraction, Sufferer]] = []
        self.setFixedHeight(scaled(34))

    def show_chances(self, chances: Mapping[str, Fraction], who: Mapping[str, Sufferer]) -> None:
        """Show chances by result."""
        parts = [(code, chance, who.get(code, "nobody")) for code, chance in chances.items() if chance]
        self._parts = sorted(parts, key=lambda part: (ORDER.index(part[2]), part[0]))
        self.setToolTip("\n".join(f"{code or 'no effect'}: {float(chance):.0%}" for code, chance, _ in self._parts))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the parts from the attacker's losses to the defender's."""
        painter = QPainter(self)
        x = 0.0
        for code, chance, who in self._parts:
            wide = self.width() * float(chance)
            rect = QRectF(x, 0, wide, self.height())
            painter.setPen(QPen(current_theme().colour("window"), 1))
            painter.setBrush(tone(who))
            painter.drawRect(rect)
            painter.setPen(INK)
            said = f"{code or 'no effect'} {float(chance):.0%}"
            room = painter.fontMetrics().horizontalAdvance(said) + 6
            shown = said if wide >= room else fitting(painter, code, wide)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, shown)
            x += wide
        painter.end()
