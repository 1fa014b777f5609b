"""Reasons: why a bot did what it did, what it rejected, and why it would not do something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from designer.labels import Markup, RichPage, rich, together
from designer.play.hearing import Hear, as_said
from designer.play.running.controller import FORCED
from designer.play.running.seats import Seat
from designer.play.table.stage import Stage
from designer.play.telling.chronicle import Told
from designer.play.wording import say_action, sentence, spoken
from designer.theme import current_theme
from engine.play import Entry, Game
from engine.state.actions import AnyAction, Choose
from engine.state.events import DieRolled

MOST = 250
"""How many of the last actions are listed."""


NOTHING = (
    "Nothing yet. When the bot acts, its reasons stand here; right-click the map to ask why it would not go there."
)


def why_html(title: str, why: dict[str, Any] | None, hear: Hear = as_said) -> Markup:
    """A reason as a short page, in the words of whoever reads it."""
    muted = current_theme().muted
    parts = [rich("<p><b>{}</b></p>", title)]
    if not why or "rule" not in why:
        return together([*parts, rich("<p>A person decided this.</p>")])
    facts = [("Rule", why.get("rule")), ("Goal", why.get("goal")), ("Expects", why.get("expects"))]
    for name, value in facts:
        if value:
            parts.append(rich("<p><span style='color:{}'>{}</span> {}</p>", muted, name, _said(value, hear)))
    told = {str(why.get("expects"))}
    reasons = [rich("<li>{}</li>", _said(reason, hear)) for reason in why.get("reasons") or () if reason not in told]
    if reasons:
        parts.append(rich("<ul style='margin-left:-22px'>{}</ul>", together(reasons)))
    rejected = why.get("rejected") or ()
    if rejected:
        parts.append(rich("<p style='color:{}'>Rejected</p>", muted))
        for line in rejected:
            because = hear(spoken(str(line.get("why", ""))))
            parts.append(rich("<p>{}: {}</p>", _said(line.get("action text", ""), hear), because))
    return together(parts)


def short_why(why: dict[str, Any] | None, title: str = "", hear: Hear = as_said) -> str:
    """The heart of a reason, in one line; what its title says already is not said again."""
    if not why:
        return ""
    reasons = [str(reason) for reason in why.get("reasons") or () if sentence(str(reason)) != title]
    parts = [str(why.get("goal") or ""), *reasons[:1]]
    return _said("; ".join(part for part in parts if part and part != "none"), hear)


def caption_html(stage: Stage, seats: Sequence[Seat], entry: Entry, title: str) -> Markup:
    """An action and the heart of its reason, and whose it is: an enemy's answer to an attack is no advice to us."""
    why = short_why(entry.why, title, stage.hears(entry.side))
    who = "" if seats[entry.side].person else f"{stage.table.scenario.sides[entry.side].name}: "
    return rich("<b>{}{}</b>{}", who, stage.words(title), rich("<br>{}", stage.words(why)) if why else "")


def _said(text: object, hear: Hear) -> str:
    """A reason as a sentence."""
    return sentence(hear(spoken(str(text))))


SLIGHT = 34
"""The least height of either part, so that the panel can leave its room to the orders."""


class ReasonsPanel(QWidget):
    """The bot's actions, newest last, and the reason of the one that is chosen."""

    shown = Signal(int)
    """The entry of an action that was chosen."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self._game = stage.session.game
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.page = RichPage(NOTHING)
        self._said: Callable[[], str] = lambda: NOTHING
        split = QSplitter(Qt.Orientation.Vertical)
        for part in (self.list, self.page):
            part.setMinimumHeight(SLIGHT)
            split.addWidget(part)
        split.setSizes([220, 260])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(split)
        self.list.currentItemChanged.connect(self._show)
        self.list.hide()

    def add(self, position: int, entry: Entry, title: str) -> None:
        """A bot acted."""
        self._list_up([(position, title)])
        self.explain(title, entry.why, entry.side)

    def recall(self, told: Iterable[Told]) -> None:
        """List what bots did before the game was taken up, in the words of the journal."""
        telling = [one.line for one in told if one.line.kind != DieRolled.__name__]
        heads = {line.entry: line.text for line in reversed(telling)}
        acted = [(position, heads[position]) for position in sorted(heads) if self._reasoned(position)]
        self._list_up(acted[-MOST:])
        for position, title in acted[-1:]:
            self.explain(title, self._game.log[position].why, self._game.log[position].side)

    def _reasoned(self, position: int) -> bool:
        """Whether somebody gave a reason for what an entry did."""
        return (self._game.log[position].why or {}).get("rule") not in (None, FORCED["rule"])

    def _list_up(self, acted: Sequence[tuple[int, str]]) -> None:
        """Add entries and what they did to the list, and choose the last."""
        self.list.blockSignals(True)
        for position, title in acted:
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, position)
            self.list.addItem(item)
            self.list.setCurrentItem(item)
        while self.list.count() > MOST:
            self.list.takeItem(0)
        self.list.blockSignals(False)
        self.list.setVisible(self.list.count() > 0)
        self.list.scrollToBottom()

    def dress(self) -> None:
        """Say it again in the colours of the theme."""
        self.page.show_text(self._said())

    def _show_page(self, page: Callable[[], str]) -> None:
        self._said = page
        self.dress()

    def clear(self) -> None:
        """Forget everything: somebody else looks on now."""
        self.cut(0)
        self._show_page(lambda: NOTHING)

    def cut(self, cursor: int) -> None:
        """Forget what was taken back."""
        for row in range(self.list.count() - 1, -1, -1):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) >= cursor:
                self.list.takeItem(row)
        self.list.setVisible(self.list.count() > 0)

    def explain(self, title: str, why: dict[str, Any] | None, side: int) -> None:
        """Show any reason of a side."""
        self._show_page(lambda: why_html(title, why, self._stage.hears(side)))

    def say(self, title: str, text: str) -> None:
        """Show an answer in words."""
        self._show_page(lambda: rich("<p><b>{}</b></p><p>{}</p>", title, text))

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        position = item.data(Qt.ItemDataRole.UserRole)
        if position < len(self._game.log):
            entry = self._game.log[position]
            self.explain(item.text(), entry.why, entry.side)
            self.shown.emit(position)


def title_of(game: Game, entry: Entry) -> str:
    """What an entry did, as it reads once it is done; a system's own words tell what is about to be done."""
    action: AnyAction | None = entry.action
    if action is None:
        return "The game begins"
    own = isinstance(action, Choose) or type(action).words is not AnyAction.words
    if own and game.cursor > 1 and game.log[game.cursor - 1] is entry:
        game = game.fork()
        game.go_to(game.cursor - 1)
    return say_action(game.view(entry.side), action)
