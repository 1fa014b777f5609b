"""The outcome bar: the exact chances of every result, coloured by who suffers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from designer.paint.colours import mix, readable_on
from designer.play.wording import effects_in_words
from designer.theme import current_theme
from engine.records.charts import AnyEffect, Result, hurt_by

COLOURS = {"defender": "#2f6db3", "both": "#7b5ea7", "": "#b9b2a4", "attacker": "#c4622d"}
"""Blue where the defender suffers, orange where the attacker does: told apart by every eye."""

NONE = "–"
"""The code of no result."""

NOTHING = "No effect"
"""What is written for it where there is room for words."""

_ORDER = ("defender", "both", "", "attacker")


@dataclass(frozen=True)
class OutcomePart:
    """One result: its code, its chance, who suffers and what it does."""

    code: str
    chance: Fraction
    who: str
    text: str


def suffers(effects: Iterable[AnyEffect]) -> str:
    """Who suffers by a result: attacker, defender, both, or nobody."""
    found = hurt_by(effects)
    return "both" if len(found) > 1 else next(iter(found), "")


def parts_of(chances: Mapping[str, Fraction], results: Mapping[str, Result]) -> list[OutcomePart]:
    """The results in order: what hurts the defender first, what hurts the attacker last."""
    found = []
    for code, chance in chances.items():
        result = results.get(code)
        who = suffers(result.effects) if result else ""
        text = f"{result.name}: {effects_in_words(result.effects)}" if result else NOTHING
        found.append(OutcomePart(code or NONE, chance, who, text))
    weight = {code: len(results[code].effects) if code in results else 0 for code in chances}
    return sorted(found, key=lambda part: (_ORDER.index(part.who), -weight.get(part.code, 0), part.code))


class OutcomeBar(QWidget):
    """A bar as wide as certainty, cut by chances."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[OutcomePart] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Two lines tall."""
        return QSize(220, round(self.fontMetrics().height() * 2.6))

    def minimumSizeHint(self) -> QSize:
        """Never squeezed."""
        return QSize(120, self.sizeHint().height())

    def show_parts(self, parts: list[OutcomePart]) -> None:
        """Show these chances."""
        self.parts = parts
        self.setAccessibleDescription("; ".join(f"{part.code} {float(part.chance):.0%}" for part in parts))
        self.update()

    def _cuts(self) -> list[tuple[OutcomePart, QRectF]]:
        x, found = 0.0, []
        for part in self.parts:
            wide = float(part.chance) * self.width()
            found.append((part, QRectF(x, 0, wide, self.height())))
            x += wide
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Each result with its code and its chance."""
        painter = QPainter(self)
        shades: dict[str, int] = {}
        for part, cut in self._cuts():
            step = shades.get(part.who, 0)
            shades[part.who] = step + 1
            colour = mix(COLOURS[part.who], "#ffffff", min(0.55, 0.2 * step))
            painter.fillRect(cut.adjusted(0, 0, -1, 0), colour)
            painter.setPen(readable_on(colour))
            if said := self.said(part, round(cut.width())):
                painter.drawText(cut, Qt.AlignmentFlag.AlignCenter, f"{said}\n{float(part.chance):.0%}")
        if not self.parts:
            painter.setPen(QColor(current_theme().line))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def said(self, part: OutcomePart, room: int) -> str:
        """What is written on a result that has so much room: words for a dash, else its code; empty: nothing fits."""
        ways = (NOTHING, part.code) if part.code in (NONE, "-") else (part.code,)
        return next((way for way in ways if self.fontMetrics().horizontalAdvance(way) + 4 <= room), "")

    def part_at(self, point: QPoint) -> OutcomePart | None:
        """The result under a point."""
        return next((part for part, cut in self._cuts() if cut.left() <= point.x() < cut.right()), None)

    def event(self, event: object) -> bool:
        """Hovering tells what a result does."""
        if isinstance(event, QHelpEvent):
            part = self.part_at(event.pos())
            if part is not None:
                QToolTip.showText(event.globalPos(), f"{float(part.chance):.1%}  {part.text}", self)
                return True
        return super().event(event)  # type: ignore[arg-type]
