"""The debrief: curves of the game, the luck of the dice, where it turned, and the enemy's plan once it is over."""

from __future__ import annotations

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout

from designer.docking import OverduePanel
from designer.labels import Markup, RichPage, rich, together
from designer.play.running.players import bot_title, plan_of
from designer.play.running.session import PlaySession
from designer.play.wording import sentence
from designer.plotting import CurvesBySide
from engine.play.debrief import Debrief, debrief
from engine.play.intent import review
from engine.scenario.sentences import counted

CURVES: tuple[tuple[str, str], ...] = (
    ("Steps lost", "steps_lost"),
    ("Places held", "places"),
    ("Victory points", "points"),
    ("Luck of the dice, in steps", "luck"),
)
"""The curves that can be looked at, and the field behind each."""

PLANLESS = ("greedy", "random")
"""Bots that follow no plan, whatever the scenario has to offer."""

SOON = "It is told when the game is over."


class DebriefPanel(OverduePanel):
    """A curve to choose, the words below it, and the way to the printed report."""

    visited = Signal(int)
    """The entry of a moment that was clicked."""
    printed = Signal()
    """The report is wanted on paper."""

    def __init__(self, session: PlaySession) -> None:
        super().__init__()
        self._session = session
        self.found: Debrief | None = None
        self.which = QComboBox()
        for title, field in CURVES:
            self.which.addItem(title, field)
        self.drawn = CurvesBySide(side.colour for side in session.game.scenario.sides)
        self.page = RichPage()
        self.print = QPushButton("Print…")
        self.print.setToolTip("The whole game on paper: the position, the curves, the luck and the story")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(self.which, 1)
        head.addWidget(self.print)
        layout.addLayout(head)
        layout.addWidget(self.drawn, 2)
        layout.addWidget(self.page, 3)
        self.which.activated.connect(lambda _index: self._draw())
        self.page.anchorClicked.connect(self._follow_link)
        self.print.clicked.connect(self.printed)
        self.dress()

    def sizeHint(self) -> QSize:
        """As narrow as the other panels."""
        return QSize(320, 300)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.drawn.dress()
        if self.found is not None:
            self._show()

    def work_out(self) -> None:
        """Look at the game as it stands."""
        self.found = debrief(self._session.game)
        self._show()

    def _show(self) -> None:
        assert self.found is not None
        self.page.show_text(
            together([self._legend(), self._luck(self.found), self._moments(self.found), self._plans()])
        )
        self._draw()

    def _draw(self) -> None:
        found, field = self.found, str(self.which.currentData())
        if found is None:
            return
        for side, curve in enumerate(self.drawn.curves):
            x, y = luck_curve(found, side) if field == "luck" else turn_curve(found, field, side)
            curve.setData(x, y)
        self.drawn.plot.enableAutoRange()

    # in words

    def _legend(self) -> Markup:
        """Whose curve is whose, right below them."""
        sides = self._session.game.scenario.sides
        named = [rich("<span style='color:{}'>■</span> {}", side.colour, side.name) for side in sides]
        return rich("<p>{}</p>", together(named, " \u2003"))

    def _luck(self, found: Debrief) -> Markup:
        if not found.throws:
            return rich("<p><b>Luck of the dice</b></p><p>No battle was decided by dice.</p>")
        sides = self._session.game.scenario.sides
        lines = [
            rich("<p>{}: {} was to be expected of {}.</p>", side.name, steps_words(found.luck(n)), many)
            for n, side in enumerate(sides)
            if (many := counted(len(found.throws), "battle"))
        ]
        best = max(found.throws, key=lambda throw: abs(throw.luck))
        label, who = self._session.game.table.label(best.cell), sides[best.attacker].name
        far = rich(
            "<p>The throw farthest from it: <a href='entry:{}'>turn {}, {}</a>, {} by the {} attacker at {}.</p>",
            best.entry,
            best.turn,
            label,
            best.code or "no effect",
            who,
            best.column,
        )
        return rich("<p><b>Luck of the dice</b></p>{}{}", together(lines), far)

    def _moments(self, found: Debrief) -> Markup:
        if not found.moments:
            return rich("")
        lines = [
            rich("<p><a href='entry:{}'>Turn {}</a>: {}</p>", moment.entry, moment.turn, moment.text)
            for moment in found.moments
        ]
        return rich("<p><b>Where it turned</b></p>{}", together(lines))

    def _plans(self) -> Markup:
        session = self._session
        game, parts = session.game, []
        for side, seat in enumerate(session.seats):
            if not seat.person:
                plan = None if seat.bot in PLANLESS else plan_of(game.scenario, seat, side, game.seed)
                name, who = game.scenario.sides[side].name, bot_title(seat.bot)
                said = f"{plan.name}. {plan.note}" if plan is not None else "It followed no plan."
                parts.append(rich("<p>{} ({}): {}</p>", name, who, said if session.controller.over else SOON))
                parts += self._turn_by_turn(side) if session.controller.over else []
        return rich("<p><b>The enemy's plan</b></p>{}", together(parts)) if parts else rich("")

    def _turn_by_turn(self, side: int) -> list[Markup]:
        """What a side meant to do turn by turn, and what came of it."""
        return [
            rich(
                "<p><a href='entry:{}'>Turn {}</a>: {} <i>{}</i></p>",
                one.entry,
                one.turn,
                " ".join(one.intent.says),
                sentence(f"{one.came}.") if one.came else "",
            )
            for one in review(self._session.game, side)
        ]

    def _follow_link(self, link: QUrl) -> None:
        kind, _, number = link.toString().partition(":")
        if kind == "entry" and number.isdigit():
            self.visited.emit(int(number))


def steps_words(luck: float) -> str:
    """How lucky somebody was: 2.5 steps better than, 1 step worse than, much as."""
    rounded = round(abs(luck), 1)
    return f"{counted(rounded, 'step')} {'better' if luck > 0 else 'worse'} than" if rounded else "much as"


def turn_curve(found: Debrief, field: str, side: int) -> tuple[list[float], list[float]]:
    """A figure of a side, turn by turn."""
    return (
        [float(standing.turn) for standing in found.standings],
        [float(getattr(standing, field)[side]) for standing in found.standings],
    )


def luck_curve(found: Debrief, side: int) -> tuple[list[float], list[float]]:
    """The luck of a side added up, battle by battle."""
    total, sums = 0.0, [0.0]
    for throw in found.throws:
        total += throw.luck if throw.attacker == side else -throw.luck
        sums.append(total)
    return [float(number) for number in range(len(sums))], sums
