"""The forecast of a battle: every strength, every shift with its cause, the column and the chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace, figure
from designer.play.faces import piece_face
from designer.play.outcome import OutcomeBar, parts_of
from designer.play.wording import case_link, signed
from designer.theme import current_theme
from engine.play import View
from engine.rules.forecast import Forecast, combat_table
from engine.rules.strength import Factor

_SIDE = 46


class Line(QWidget):
    """Attackers on the left, defenders on the right, as they would lie beside the combat results table."""

    def __init__(self) -> None:
        super().__init__()
        self._left: list[CounterFace] = []
        self._right: list[CounterFace] = []

    def sizeHint(self) -> QSize:
        """One row of counters."""
        return QSize(220, _SIDE + 4)

    def minimumSizeHint(self) -> QSize:
        """One row of counters."""
        return QSize(120, _SIDE + 4)

    def lay(self, attackers: list[CounterFace], defenders: list[CounterFace]) -> None:
        """Lay both sides out."""
        self._left, self._right = attackers, defenders
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The counters overlap where there are many."""
        painter, ratio = QPainter(self), self.devicePixelRatioF()
        half = self.width() / 2 - 12
        for faces, start, way in ((self._left, 0.0, 1), (self._right, self.width() - _SIDE - 1.0, -1)):
            step = min(_SIDE + 3.0, (half - _SIDE) / max(1, len(faces) - 1)) if len(faces) > 1 else 0.0
            for number, face in enumerate(faces):
                painter.drawPixmap(QPointF(start + way * step * number, 2), counter_pixmap(face, _SIDE, ratio))
        painter.setPen(current_theme().colour("muted"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "v")
        painter.end()


class ForecastPanel(QWidget):
    """What a battle would be, as it stands."""

    case_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.heading = QLabel()
        self.heading.setWordWrap(True)
        self.counters = Line()
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.linkActivated.connect(lambda link: self.case_asked.emit(link.removeprefix("case:")))
        self.bar = OutcomeBar()
        self.tools = QHBoxLayout()
        self.odds = QLabel()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 4)
        layout.setSpacing(5)
        for widget in (self.heading, self.counters, self.odds, self.bar):
            layout.addWidget(widget)
        layout.addLayout(self.tools)
        layout.addWidget(self.text)
        self.dress()

    def dress(self) -> None:
        """Take the type and the colours of the theme."""
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.2)
        heading.setWeight(QFont.Weight.DemiBold)
        self.heading.setFont(heading)

    def show_battle(
        self, view: View, target: int, attackers: Sequence[int], support: int | None = None, note: str = ""
    ) -> None:
        """Show the battle for a cell with these attackers; without any, only who stands there."""
        table = view.table
        self.heading.setText(f"Battle for {table.label(target)}")
        defenders = table.stack(target)
        self.counters.lay(
            [piece_face(table, piece, marks=False) for piece in attackers],
            [piece_face(table, piece, marks=False) for piece in defenders],
        )
        if not attackers or not table.scenario.combat_tables:
            self.odds.setText(note or "No unit is committed yet.")
            self.text.clear()
            self.bar.show_parts([])
            return
        forecast = view.forecast(target, attackers, support)
        self.bar.show_parts(parts_of(forecast.chances, combat_table(table).results))
        self.odds.setText(_headline(forecast) + (f"<br><i>{note}</i>" if note else ""))
        self.text.setText(_table(view, forecast))


def _headline(forecast: Forecast) -> str:
    if forecast.column == forecast.odds:
        return f"Odds <b>{forecast.odds}</b>"
    return f"Odds {forecast.odds}, shifted {signed(forecast.shift)} to <b>{forecast.column}</b>"


def _table(view: View, forecast: Forecast) -> str:
    muted, defender = current_theme().muted, _defender(view, forecast)
    defending = [piece for piece in forecast.untried if view.table.side_of(piece) == defender]
    attacking = [piece for piece in forecast.untried if view.table.side_of(piece) != defender]
    lines = _factors(view, "Attack", forecast.attack, attacking)
    lines += _factors(view, "Defence", forecast.defence, defending)
    lines += [_row(signed(shift.columns), shift.why, shift.case, muted) for shift in forecast.shifts]
    return f"<table cellspacing='0' cellpadding='1'>{''.join(lines)}</table>"


def _defender(view: View, forecast: Forecast) -> int:
    """The side that is attacked."""
    if forecast.attack:
        return 1 - view.table.side_of(forecast.attack[0].piece)
    if forecast.defence:
        return view.table.side_of(forecast.defence[0].piece)
    decision = view.decision
    return 1 - (decision.side if decision else view.side)


def _factors(view: View, title: str, factors: Sequence[Factor], hidden: Sequence[int]) -> list[str]:
    muted = current_theme().muted
    total = sum((factor.value for factor in factors), Fraction(0))
    unknown = f" and {len(hidden)} untried" if hidden else ""
    lines = [f"<tr><td colspan='2'><b>{title} {figure(float(total))}{unknown}</b></td></tr>"]
    for factor in factors:
        why = f" <span style='color:{muted}'>({factor.why})</span>" if factor.why else ""
        lines.append(_row(figure(float(factor.value)), view.table.name(factor.piece) + why, factor.case, muted))
    for piece in hidden:
        lines.append(_row("?", f"{view.table.name(piece)}, by the chances of its pool", "", muted))
    return lines


def _row(number: str, text: str, case: str, muted: str) -> str:
    cited = f" <span style='color:{muted}'>{case_link(case)}</span>" if case else ""
    return f"<tr><td align='right'>{number}&nbsp;&nbsp;</td><td>{text}{cited}</td></tr>"
