"""Dice as they fell, and the card that shows a battle's result for a moment."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.paint.colours import faded
from designer.play.outcome import COLOURS, suffers
from designer.play.wording import sentence
from designer.theme import current_theme, scaled
from engine.records.charts import Result
from engine.state.events import BattleFought, DieRolled

SIDE = 54
LINGER = 6000
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_die(painter: QPainter, rect: QRectF, shown: int) -> None:
    """One die: pips up to six, a number beyond."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = rect.width() * 0.18
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded("#1a1208", 0.3))
    painter.drawRoundedRect(rect.translated(1.5, 2), radius, radius)
    painter.setPen(QPen(QColor("#8f8672"), 1))
    painter.setBrush(QColor("#fdfaf0"))
    painter.drawRoundedRect(rect, radius, radius)
    painter.setBrush(QColor("#7a1f16") if shown == 1 else QColor("#26231d"))
    painter.setPen(Qt.PenStyle.NoPen)
    if shown not in _PIPS:
        painter.setPen(QColor("#26231d"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(shown))
        return
    step, pip = rect.width() * 0.27, rect.width() * 0.085
    for x, y in _PIPS[shown]:
        painter.drawEllipse(rect.center() + QPointF(x * step, y * step), pip, pip)


class DiceRow(QWidget):
    """The dice of one throw."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: tuple[int, ...] = ()

    def throw(self, shown: tuple[int, ...]) -> None:
        """Show what fell."""
        self.shown = shown
        self.setFixedSize(QSize(max(1, len(shown)) * (SIDE + 8), SIDE + 8))
        self.setVisible(bool(shown))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The dice side by side."""
        painter = QPainter(self)
        for number, shown in enumerate(self.shown):
            draw_die(painter, QRectF(3 + number * (SIDE + 8), 3, SIDE, SIDE), shown)
        painter.end()


class ResultCard(QFrame):
    """A battle's result over the map: dice, column, result; a click or a while takes it away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        self.setObjectName("result")
        self.dice = DiceRow()
        self.title = QLabel()
        self.text = QLabel()
        self.text.setWordWrap(True)
        words = QVBoxLayout()
        words.addWidget(self.title)
        words.addWidget(self.text)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 10, 18, 10)
        layout.addWidget(self.dice)
        layout.addLayout(words, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_result(self, where: str, fought: BattleFought, roll: DieRolled | None, result: Result | None) -> None:
        """Show how a battle went."""
        theme = current_theme()
        who = suffers(result.effects) if result else ("defender" if fought.code else "")
        self.setStyleSheet(
            f"#result {{ background: {theme.panel}; border: 1px solid {theme.line};"
            f" border-left: 6px solid {COLOURS[who]}; border-radius: 6px; }}"
        )
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.35)
        heading.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(heading)
        code = f"{fought.code}: " if fought.code and result else ""
        self.title.setText(f"{code}{sentence(fought.result)}")
        column = f", column {fought.column}" if fought.column and fought.column != fought.odds else ""
        self.text.setText(f"{where}: {fought.attack:g} against {fought.defence:g}, {fought.odds}{column}")
        self.dice.throw(roll.shown if roll else ())
        self.setFixedWidth(min(scaled(460), max(320, self._map.width() - 40)))
        self.adjustSize()
        self.place()
        self.show()
        self.raise_()
        self._timer.start(LINGER)

    def place(self) -> None:
        """Stand at the top of the map, in the middle."""
        self.move((self._map.width() - self.width()) // 2, 12)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """A click takes the card away."""
        self.hide()
