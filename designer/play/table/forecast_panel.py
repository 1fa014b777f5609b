"""The forecast of a battle: every strength, every shift with its cause, the column and the chances."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.labels import Markup, RichLabel, rich, together
from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace, figure
from designer.play.elided import ElidedLabel, OddsLine
from designer.play.table.choices import ChoicePanel
from designer.play.table.faces import piece_face
from designer.play.table.outcome import OutcomeBar, parts_of
from designer.play.table.scrolling import Scrolling
from designer.play.wording import case_link, signed
from designer.theme import current_theme
from engine.charts.numbers import Number
from engine.play import View
from engine.play.journal import is_ratio
from engine.rules.combat import BattleKind, kind_by_key, phase_kind
from engine.rules.contributions import Contribution
from engine.rules.forecast import NO_EFFECT, Forecast, combat_table
from engine.rules.names import without_article
from engine.rules.strength import Factor
from engine.rules.table import Table
from engine.scenario.sentences import counted

_SIDE = 46
SPACING = 3
BETWEEN = 24
"""Pixels between the two sides of a battle."""

LINES = 3
"""Choices that are in sight below a battle in the smallest window: to go without, and two markers."""

TO = " to "
"""Between the ends of odds that are not known for certain."""

RARE = 0.005
"""A chance that would read as none in percent, and is not told."""

IN_VAIN = "nothing can come of it"
VAIN = f"Below the lowest column: {IN_VAIN}"
"""What is said of an attack that has no result."""


class LineUp(QWidget):
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
        painter, ratio, (left, right) = QPainter(self), self.devicePixelRatioF(), self.rooms()
        for faces, start, way, room in (
            (self._left, 0.0, 1, left),
            (self._right, self.width() - _SIDE - 1.0, -1, right),
        ):
            step = (room - _SIDE) / max(1, len(faces) - 1)
            for number, face in enumerate(faces):
                painter.drawPixmap(QPointF(start + way * step * number, 2), counter_pixmap(face, _SIDE, ratio))
        painter.setPen(current_theme().colour("muted"))
        middle = self.rect().adjusted(round(left), 0, -round(right), 0)
        painter.drawText(middle, Qt.AlignmentFlag.AlignCenter, "v")
        painter.end()

    def rooms(self) -> tuple[float, float]:
        """How wide each side lies: as it would, or in what the other leaves, and in no less than half."""
        room = self.width() - BETWEEN
        left, right = (max(1.0, len(faces)) * (_SIDE + SPACING) - SPACING for faces in (self._left, self._right))
        if left + right > room:
            left, right = min(left, max(room / 2, room - right)), min(right, max(room / 2, room - left))
        return left, right


class ForecastPanel(QWidget):
    """What a battle would be, as it stands; every part has room of its own, so that no preview moves another.

    The account of factors and shifts, `text`, grows with the battle: it lies in a part that scrolls, below this.
    """

    case_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.note = ElidedLabel(), ElidedLabel()
        self._title, self._noun, self._slim = "", "", False
        self.counters = LineUp()
        self.text = RichLabel()
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.linkActivated.connect(lambda link: self.case_asked.emit(link.removeprefix("case:")))
        self.bar = OutcomeBar()
        self.tools = QHBoxLayout()
        self.odds = OddsLine()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 2, 10, 2)
        layout.setSpacing(SPACING)
        for widget in (self.heading, self.counters, self.odds, self.note, self.bar):
            layout.addWidget(widget)
        layout.addLayout(self.tools)
        self.dress()

    def dress(self) -> None:
        """Take the type and the colours of the theme."""
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.2)
        heading.setWeight(QFont.Weight.DemiBold)
        self.heading.setFont(heading)
        self.odds.dress()
        self.heading.setFixedHeight(self.heading.sizeHint().height())
        self.note.setFixedHeight(self.note.sizeHint().height())

    @property
    def full(self) -> int:
        """How tall it is with everything on lines of its own, without the buttons."""
        parts = (self.heading, self.counters, self.odds, self.note, self.bar)
        return sum(part.sizeHint().height() for part in parts) + SPACING * len(parts)

    @property
    def slim(self) -> bool:
        """Whether room is short: without the counters, which the map shows, and with the note beside the heading."""
        return self._slim

    @slim.setter
    def slim(self, slim: bool) -> None:
        self._slim = slim
        for part in (self.counters, self.note):
            part.setVisible(not slim)
        self._name_it()

    def _name_it(self) -> None:
        """The heading, with the note where that has no line of its own."""
        told = self.note.text().replace(f" for the {self._noun}", "") if self._slim else ""
        self.heading.setText(" · ".join(part for part in (self._title, told) if part))

    def show_battle(
        self,
        view: View,
        target: int,
        attackers: Sequence[int],
        support: int | None = None,
        note: str = "",
        kind: str | None = None,
    ) -> None:
        """Show the battle for a cell with these attackers; without any, only who stands there."""
        forecast = self.show_promise(view, target, attackers, support, note, kind)
        rule = _rule(view.table, kind)
        self.text.setText("" if forecast is None else _table(view, forecast, rule))

    def show_promise(
        self,
        view: View,
        target: int,
        attackers: Sequence[int],
        support: int | None = None,
        note: str = "",
        kind: str | None = None,
    ) -> Forecast | None:
        """Show what a battle promises, and leave the account of it as it is; None where nobody attacks."""
        table, theme = view.table, current_theme()
        rule = _rule(table, kind)
        self._title, self._noun = f"{rule.heading} {table.label(target)}", rule.noun
        self.counters.lay(
            [piece_face(table, piece, marks=False) for piece in attackers],
            [piece_face(table, piece, marks=False) for piece in table.stack(target)],
        )
        self.note.setStyleSheet(f"color: {theme.muted};")
        self.note.setText(note)
        self._name_it()
        if not attackers or not table.scenario.combat_tables:
            self.odds.show_line("No unit is committed yet.")
            self.bar.show_parts([])
            return None
        forecast, price = view.prospect(target, attackers, support, kind), view.price(target, attackers, kind)
        self.note.setText(" · ".join(part for part in (f"Costs {price}" if price else "", note) if part))
        self._name_it()
        self.bar.show_parts(parts_of(forecast.chances, combat_table(table, kind).results))
        self.odds.show_line(_headline(forecast), _unseen(forecast), _headline(forecast, brief=True))
        if vain(forecast):
            self.note.setStyleSheet(f"color: {theme.bad}; font-weight: 600;")
            self.note.setText(f"{VAIN}.")
            if self._slim:
                self.odds.show_line(rich("<b style='color:{}'>{}: {}</b>", theme.bad, forecast.odds, IN_VAIN))
        return forecast


class BattlePanel(Scrolling):
    """What a battle promises over what can be chosen; where room is short, both say it in fewer lines."""

    def __init__(self, forecast: ForecastPanel, choices: ChoicePanel, below: QWidget) -> None:
        super().__init__(forecast, below)
        self._forecast, self._choices = forecast, choices

    def heed(self, room: int) -> None:
        """Decide by the room alone, whatever is listed, so that no choice moves what is left."""
        wanted = self._forecast.full + self._choices.room_for(LINES)
        self._choices.headed = room >= wanted + self._choices.head
        if (slim := room < wanted) != self._forecast.slim:
            self._forecast.slim = self._choices.slim = slim
        super().heed(room)


def battle_panel(forecast: ForecastPanel, choices: ChoicePanel | None = None) -> QWidget:
    """What a battle promises stands still; what can be chosen, and the account of it, scroll below as one."""
    below = QWidget()
    inside = QVBoxLayout(below)
    inside.setContentsMargins(0, 0, 0, 0)
    if choices is not None:
        inside.addWidget(choices)
    inside.addWidget(forecast.text)
    inside.addStretch(1)
    forecast.text.setContentsMargins(10, 0, 10, 6)
    return Scrolling(forecast, below) if choices is None else BattlePanel(forecast, choices, below)


def vain(forecast: Forecast) -> bool:
    """Whether nothing can come of a battle: it lies below the lowest column of the table."""
    return set(forecast.chances) == {NO_EFFECT}


def _headline(forecast: Forecast, brief: bool = False) -> Markup:
    seen = f" as seen{'' if brief else f'; chances with {forecast.unseen} unseen'}" if forecast.unseen else ""
    what = "Odds" if is_ratio(forecast.odds) else "Column"
    if forecast.column == forecast.odds:
        return rich("{} <b>{}</b>{}", what, forecast.odds, seen)
    if not forecast.shift and TO in forecast.column:
        return rich("{} <b>{}</b>{}", what, _or_less(forecast), seen)
    if not forecast.shift:
        return rich("{} {}, counted as <b>{}</b>{}", what, forecast.odds, forecast.column, seen)
    return rich("{} {}, shifted {}: <b>{}</b>{}", what, forecast.odds, signed(forecast.shift), forecast.column, seen)


def _or_less(forecast: Forecast) -> str:
    """Odds between two ends, the lower of which may lie below the table and is counted as its lowest column."""
    low, high = forecast.column.split(TO, 1)
    return f"{low} or less{TO}{high}" if forecast.odds.startswith("below") else forecast.column


def _unseen(forecast: Forecast) -> str:
    """That odds rest on what is seen, and chances on what may lie beneath."""
    if not forecast.unseen:
        return ""
    verb = "lies" if forecast.unseen == 1 else "lie"
    return (
        f"The odds are reckoned on what is seen; {counted(forecast.unseen, 'unit')} more {verb} beneath. "
        "The chances take any of the units that nobody sees for them."
    )


def _rule(table: Table, kind: str | None) -> BattleKind:
    """The rule of a kind of battle, or of those that this phase is for."""
    return phase_kind(table) if kind is None else kind_by_key(table, kind)


def _table(view: View, forecast: Forecast, rule: BattleKind) -> Markup:
    muted, defender = current_theme().muted, _defender(view, forecast)
    defending = [piece for piece in forecast.untried if view.table.side_of(piece) == defender]
    attacking = [piece for piece in forecast.untried if view.table.side_of(piece) != defender]
    sides = [[], []] if not forecast.causes else _sided(view, forecast, defender)
    lines = _factors(view, "Attack" if rule.contested else rule.noun.capitalize(), forecast.attack, attacking, sides[0])
    lines += _factors(view, "Defence", forecast.defence, defending, sides[1]) if rule.contested else []
    lines += [_row(signed(shift.columns), shift.why, shift.case, muted) for shift in forecast.shifts]
    lines += [_row(signed(each.points), f"{each.why}, to the die", each.case, muted) for each in forecast.modifiers]
    if forecast.spread:
        likely = [(columns, chance) for columns, chance in forecast.spread if chance >= RARE]
        ways = ", ".join(f"{signed(columns) if columns else 'none'}: {float(chance):.0%}" for columns, chance in likely)
        lines.append(_row("±", f"dice before the battle may shift the column ({ways})", "", muted))
    return rich("<table cellspacing='0' cellpadding='1'>{}</table>", together(lines))


def _defender(view: View, forecast: Forecast) -> int:
    """The side that is attacked."""
    if forecast.attack:
        return 1 - view.table.side_of(forecast.attack[0].piece)
    if forecast.defence:
        return view.table.side_of(forecast.defence[0].piece)
    decision = view.decision
    return 1 - (decision.side if decision else view.side)


def _sided(view: View, forecast: Forecast, defender: int) -> list[list[Contribution]]:
    """What rules do to several units together, the attackers' first."""
    found: list[list[Contribution]] = [[], []]
    for cause in forecast.causes:
        theirs = bool(cause.pieces) and view.table.side_of(cause.pieces[0]) == defender
        found[int(theirs)].append(cause)
    return found


def _in_all(factors: Sequence[Factor], causes: Sequence[Contribution]) -> Number:
    """What known units come to when the rules for several together have had their say."""
    total = sum(factor.value for factor in factors)
    for cause in sorted(causes, key=lambda each: each.order):
        whole = {factor.piece for factor in factors} <= set(cause.pieces)
        part = sum(factor.value for factor in factors if factor.piece in cause.pieces)
        total = cause.change(total) if whole else total + cause.change(part) - part
    return total


_SIGNS = {"times": "×", "multiple": "×", "set": "=", "at least": "≥", "at most": "≤"}


def _factors(
    view: View, title: str, factors: Sequence[Factor], hidden: Sequence[int], causes: Sequence[Contribution]
) -> list[Markup]:
    muted = current_theme().muted
    total = _in_all(factors, causes)
    known = [figure(float(total))] if factors or not hidden else []
    heading = rich("<b>{} {}</b>", title, " and ".join([*known, *([f"{len(hidden)} untried"] if hidden else [])]))
    lines = [rich("<tr><td colspan='2'>{}</td></tr>", heading)]
    for factor in factors:
        why = rich(" <span style='color:{}'>({})</span>", muted, factor.why) if factor.why else ""
        text = rich("{}{}", without_article(view.table.full_name(factor.piece)), why)
        lines.append(_row(figure(float(factor.value)), text, factor.case, muted))
    for piece in hidden:
        lines.append(_row("?", f"{view.table.name(piece)}, by the chances of its pool", "", muted))
    for cause in causes:
        number = f"{_SIGNS.get(cause.op, '+')}{figure(float(cause.value))}"
        lines.append(_row(number, cause.why, cause.case, muted))
    return lines


def _row(number: str, text: str, case: str, muted: str) -> Markup:
    cited = rich(" <span style='color:{}'>{}</span>", muted, case_link(case)) if case else ""
    return rich("<tr><td align='right'>{}&nbsp;&nbsp;</td><td>{}{}</td></tr>", number, text, cited)
