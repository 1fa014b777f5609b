"""Dice as they fell, and the card that shows a battle's result for a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.labels import Label
from designer.paint.colours import faded
from designer.play.table.outcome import COLOURS, suffers
from designer.play.wording import sentence
from designer.room import free_place
from designer.theme import current_theme, scaled
from engine.play.journal import weighed
from engine.records.charts import Result
from engine.rules.decision import Decision
from engine.state.events import (
    AnyEvent,
    BattleFought,
    DieRolled,
    MarkSet,
    PhaseBegan,
    StepLost,
    UnitEliminated,
    UnitRetreated,
)

SIDE = 54
LINGER = 6000
TOP = 12
"""Pixels between the card and the rim of the map."""
MOST = 5
"""Sentences on what came of a battle that a card has room for."""

AFTERMATH = frozenset({"lose", "pay", "allocate", "retreat", "advance", "choose"})
"""Kinds of decision that follow from a battle: its result stays in sight until they are made."""


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


def _whom(event: AnyEvent) -> int | None:
    """The unit to which something happened that is told of a battle."""
    if isinstance(event, MarkSet):
        return event.subject
    return event.piece if isinstance(event, UnitEliminated | StepLost | UnitRetreated) else None


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
    """A battle's result over the map: dice, column, result; a click on the map or a while takes it away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        self._fought: BattleFought | None = None
        self._gone: frozenset[int] = frozenset()
        self._told: list[str] = []
        self._past, self._by_hand = False, False
        self._code, self._odds, self._who = "", "", ""
        self.setObjectName("result")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.dice = DiceRow()
        self.title, self.text = Label(), Label()
        for label in (self.title, self.text):
            label.setWordWrap(True)
        self._words = words = QVBoxLayout()
        words.addWidget(self.title)
        words.addWidget(self.text)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 10, 18, 10)
        layout.addWidget(self.dice)
        layout.addLayout(words, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fade)
        self.asked: Callable[[], Decision | None] = lambda: None
        """What is decided now."""
        self.hide()

    def needed(self) -> bool:
        """Whether what is decided now follows from the battle: then the card stays."""
        decision = self.asked()
        return decision is not None and decision.kind in AFTERMATH

    def show_result(
        self, where: str, fought: BattleFought, roll: DieRolled | None, result: Result | None, *, by_hand: bool = False
    ) -> None:
        """Show how a battle went, and keep in mind whether the player fought it himself."""
        self._fought, self._gone, self._told, self._past = fought, frozenset(), [], False
        self._by_hand = by_hand
        self._who = suffers(result.effects) if result else ("defender" if fought.code else "")
        self._code = f"{fought.code}: " if fought.code and result else ""
        self._odds = f"{where}: {weighed(fought, causes=False)}"
        self.dice.throw(roll.shown if roll else ())
        self._write()
        self.place()

    def follow(self, events: Iterable[AnyEvent], tell: Callable[[AnyEvent], str | None]) -> None:
        """Tell what came of the battle, at once or by a choice after it: who is gone did not retreat.

        Of dice and marks come only those that are to be told.
        """
        fought = self._fought
        if fought is None:
            return
        events, involved = tuple(events), {*fought.attackers, *fought.defenders}
        self._past |= any(isinstance(event, PhaseBegan) for event in events)
        came = [event for event in events if isinstance(event, DieRolled) or _whom(event) in involved]
        if came:
            self._gone |= {event.piece for event in came if isinstance(event, UnitEliminated)}
            self._told += [said for event in came if (said := tell(event))]
            self._write()

    def _write(self) -> None:
        """Set the words and the colours, and stand in place for a while."""
        assert self._fought is not None
        theme, fought = current_theme(), self._fought
        self.setStyleSheet(
            f"#result {{ background: {theme.panel}; border: 1px solid {theme.line};"
            f" border-left: 6px solid {COLOURS[self._who]}; border-radius: 6px; }}"
        )
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.35)
        heading.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(heading)
        lost = bool(fought.defenders) and self._gone.issuperset(fought.defenders)
        self.title.setText(f"{self._code}{'Defender eliminated' if lost else sentence(fought.result)}")
        left = len(self._told) - MOST
        told = [*self._told[: MOST - 1], f"And {left + 1} more; the journal tells all."] if left > 0 else self._told
        self.text.setText("\n".join([self._odds, *told]))
        wide = min(scaled(460), max(320, self._map.width() - 40))
        lines = self.layout()
        assert lines is not None
        for label in (self.title, self.text):
            label.ensurePolished()  # what was never shown measures itself in the type it was made with
            label.updateGeometry()
        for layout in (self._words, lines):
            layout.invalidate()  # a layout within another remembers the height of the last words
        self.setFixedSize(wide, max(lines.totalHeightForWidth(wide), lines.minimumSize().height()))
        self.show()
        self.raise_()
        self._timer.start(LINGER)

    def _fade(self) -> None:
        """Go away after a while, unless the player still decides what comes of the battle."""
        if self.needed():
            self._timer.start(LINGER)
        else:
            self.hide()

    def leave(self) -> None:
        """Go when another phase asks something of the player, if the battle was fought by the enemy or by his staff."""
        if self._past and not self._by_hand and self.asked() is not None and not self.needed():
            self.hide()

    @property
    def target(self) -> int | None:
        """Where the battle was fought that was shown last."""
        return None if self._fought is None else self._fought.target

    @property
    def ground(self) -> tuple[int, ...]:
        """The cell that whoever reads of a battle looks at, if there was one."""
        return () if self._fought is None else (self._fought.target,)

    def dress(self) -> None:
        """Take the colours of the theme."""
        if not self.isHidden():
            self._write()

    def place(self) -> None:
        """Stand at the top of the map, in the middle."""
        self.move((self._map.width() - self.width()) // 2, TOP)

    def keep_clear(self, taken: list[QRect]) -> None:
        """Stand where nothing is hidden that can be clicked, as near to the top as there is room."""
        area = self._map.rect().adjusted(TOP, TOP, -TOP, -TOP)
        if area.contains(self.geometry()) and not any(self.geometry().intersects(box) for box in taken):
            return  # what stands well does not jump
        found = free_place(self.size(), area, taken, QPoint(area.center().x(), TOP))
        if found is not None:
            self.move(found.corner)
