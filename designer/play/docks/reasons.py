"""Reasons: why a bot did what it did, what it rejected, and why it would not do something else."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QVBoxLayout, QWidget

from designer.play.wording import say_action, sentence
from designer.theme import current_theme
from engine.play import Entry, Game
from engine.state.actions import AnyAction

MOST = 250
"""How many of the last actions are listed."""


def why_html(title: str, why: dict[str, Any] | None) -> str:
    """A reason as a short page."""
    muted = current_theme().muted
    parts = [f"<p><b>{escape(title)}</b></p>"]
    if not why:
        return "".join([*parts, "<p>A person decided this.</p>"])
    facts = [("Rule", why.get("rule")), ("Goal", why.get("goal")), ("Expects", why.get("expects"))]
    for name, value in facts:
        if value:
            parts.append(f"<p><span style='color:{muted}'>{name}</span> {escape(sentence(str(value)))}</p>")
    reasons = [escape(sentence(str(reason))) for reason in why.get("reasons") or ()]
    if reasons:
        parts.append("<ul style='margin-left:-22px'>" + "".join(f"<li>{reason}</li>" for reason in reasons) + "</ul>")
    rejected = why.get("rejected") or ()
    if rejected:
        parts.append(f"<p style='color:{muted}'>Rejected</p>")
        for line in rejected:
            text, score = escape(sentence(str(line.get("action text", "")))), line.get("score")
            worth = f" ({score:.2f})" if isinstance(score, int | float) else ""
            parts.append(f"<p>{text}{worth}: {escape(str(line.get('why', '')))}</p>")
    return "".join(parts)


def short_why(why: dict[str, Any] | None, title: str = "") -> str:
    """The heart of a reason, in one line; what its title says already is not said again."""
    if not why:
        return ""
    reasons = [str(reason) for reason in why.get("reasons") or () if sentence(str(reason)) != title]
    parts = [str(why.get("goal") or ""), *reasons[:1]]
    return sentence("; ".join(part for part in parts if part and part != "none"))


class ReasonsPanel(QWidget):
    """The bot's actions, newest last, and the reason of the one that is chosen."""

    shown = Signal(int)
    """The entry of an action that was chosen."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.page = QTextBrowser()
        self.page.setOpenLinks(False)
        self.page.setHtml(
            "<p>Nothing yet. When the bot acts, its reasons stand here; "
            "right-click the map to ask why it would not go there.</p>"
        )
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.list)
        split.addWidget(self.page)
        split.setSizes([220, 260])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(split)
        self.list.currentItemChanged.connect(self._show)

    def add(self, position: int, entry: Entry, title: str) -> None:
        """A bot acted."""
        item = QListWidgetItem(title)
        item.setData(Qt.ItemDataRole.UserRole, position)
        self.list.addItem(item)
        while self.list.count() > MOST:
            self.list.takeItem(0)
        self.list.blockSignals(True)
        self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.list.scrollToBottom()
        self.page.setHtml(why_html(title, entry.why))

    def cut(self, cursor: int) -> None:
        """Forget what was taken back."""
        for row in range(self.list.count() - 1, -1, -1):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) >= cursor:
                self.list.takeItem(row)

    def explain(self, title: str, why: dict[str, Any] | None) -> None:
        """Show any reason."""
        self.page.setHtml(why_html(title, why))

    def say(self, title: str, text: str) -> None:
        """Show an answer in words."""
        self.page.setHtml(f"<p><b>{escape(title)}</b></p><p>{escape(text)}</p>")

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        position = item.data(Qt.ItemDataRole.UserRole)
        if position < len(self._game.log):
            self.page.setHtml(why_html(item.text(), self._game.log[position].why))
            self.shown.emit(position)


def title_of(game: Game, entry: Entry) -> str:
    """What an entry did, as it reads once it is done."""
    action: AnyAction | None = entry.action
    return say_action(game.view(entry.side), action) if action is not None else "The game begins"
