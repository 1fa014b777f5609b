"""Questions: a hint, why something may not be, and why the bot would not do it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from designer.labels import rich
from designer.play.table.interactions.routes import path_of
from designer.play.table.interactions.shape import cells_of
from designer.play.table.stage import PointerSpot
from designer.play.telling.headline import reason
from designer.play.telling.questions import asked, asks_where, game_before, instead
from designer.play.telling.reasons import short_why
from designer.play.wording import say_action
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.state.actions import AnyAction

if TYPE_CHECKING:
    from designer.play.view import PlayView


class Asking:
    """What a player can ask of the rules, of the staff and of the bot."""

    def __init__(self, view: PlayView) -> None:
        self._view = view
        self.advice: AnyAction | None = None

    # hints

    def hint(self) -> None:
        """Ask the staff what it would do."""
        self._view.say("The staff is asked …")
        self._view.session.ask_advice()

    def hint_or_do(self) -> None:
        """The button: ask the staff, or do what it answered."""
        if self.advice is None:
            self.hint()
        else:
            self.take_advice()

    def forget(self) -> None:
        """The hint is out of date."""
        if self.advice is not None:
            self._view.board.say("")
            self._view.say_nothing()
            self._view.bar.show_advice(False)
        self.advice, self._view.board.advice = None, ()

    def take_advice(self) -> None:
        """Do what the staff advised."""
        action = self.advice
        self.forget()
        if action is not None:
            self._view.stage.act(action)

    def show_advice(self, action: AnyAction, why: dict[str, Any]) -> None:
        """The staff has answered: show it on the map and say why."""
        view, stage = self._view, self._view.stage
        if stage.decision is None or not stage.judge(action):
            return
        self.advice = action
        title, cells = say_action(stage.view, action), cells_of(stage, action)
        start = stage.table.state.cell[action.piece] if hasattr(action, "piece") and action.piece is not None else -1
        way = [start, *(path_of(action) or [cell for cell in cells if cell != start])]
        points = [stage.scene.anchor(Cell(cell)) for cell in way if cell >= 0]
        view.board.advice = tuple(points) if len(points) > 1 else ()
        if cells:
            view.board.point_at(way[-1] if way[-1] >= 0 else cells[0])
        view.reasons.explain(f"Your staff would: {title}", why, stage.decision.side)
        reason = short_why(why, title)
        view.say(rich("Your staff would: <b>{}</b>. {} <a href='do:'>Do it (Shift+H)</a>", title, reason), "text")
        said = rich("<br>{}", reason) if reason else ""
        view.board.say(rich("<b>Your staff would: {}</b>{}", title, said), linger=0, about=cells)
        view.bar.show_advice(True)
        view.map.update()

    # about a hex

    def menu_for(self, cell: int) -> QMenu:
        """What can be asked about a hex."""
        view = self._view
        menu = QMenu(view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, done in self._questions(cell):
            menu.addAction(text).triggered.connect(done)
        menu.addSeparator()
        menu.addAction(f"Show what stands in {view.stage.table.label(cell)}").triggered.connect(
            lambda: self._inspect(cell)
        )
        return menu

    def _questions(self, cell: int) -> list[tuple[str, Callable[[], object]]]:
        view = self._view
        found: list[tuple[str, Callable[[], object]]] = []
        deciding = view.stage.decision is not None
        verdict = view.interaction.why_not(PointerSpot(cell, None)) if deciding else None
        action = view.interaction.action_at(cell) if deciding else None
        if verdict is not None and not verdict.legal:
            found.append(("Why may I not?", lambda: self._explain(cell, verdict)))
        elif action is not None:
            found.append(("Would the staff do this? If not, why?", lambda: self._ask_staff(action)))
        position = self._asked_about()
        if position is not None and asks_where(view.session.game.log[position], cell):
            title = view.reasons.list.currentItem().text()
            found.append((f"Why not here, instead of: {title}?", lambda: self.ask_bot(cell)))
        return found

    def _asked_about(self) -> int | None:
        """The entry of the log whose reasons are shown, if it is still there."""
        item = self._view.reasons.list.currentItem()
        position = None if item is None else int(item.data(Qt.ItemDataRole.UserRole))
        return position if position is not None and position < len(self._view.session.game.log) else None

    def _inspect(self, cell: int) -> None:
        self._view.inspector.show_cell(cell)
        self._view.front("stack")

    def _explain(self, cell: int, verdict: Verdict) -> None:
        label = self._view.stage.table.label(cell)
        self._view.say(rich("<b>{}</b>&nbsp; {}", label, reason(verdict, self._view.stage.words)), "warning")
        if verdict.case:
            self._view.open_case(verdict.case)

    def _ask_staff(self, action: AnyAction) -> None:
        view, decision = self._view, self._view.stage.decision
        if decision is not None:
            title = f"{say_action(view.stage.view, action)}?"
            view.session.ask_why_not(decision.side, action, view.session.game, lambda text: self._answer(title, text))

    def ask_bot(self, cell: int) -> None:
        """Ask why the action that is chosen in the reasons was not done at this cell instead."""
        session, position = self._view.session, self._asked_about()
        if position is None or not asks_where(session.game.log[position], cell):
            return
        before, entry = game_before(session.game, position), session.game.log[position]
        action = instead(before, entry, cell)
        if action is None:
            return
        title = asked(before, entry.side, action)
        hear = self._view.stage.hears(entry.side)
        session.ask_why_not(entry.side, action, before, lambda text: self._answer(title, hear(text)))

    def _answer(self, title: str, text: str) -> None:
        said = self._view.stage.words(text)
        self._view.reasons.say(self._view.stage.words(title), said)
        self._view.read("reasons")
        self._view.say(opening(said), "text")


def opening(answer: str) -> str:
    """The first sentence of an answer: the strip has room for it, and the rest is read in the panel."""
    return re.split(r"(?<=\.) (?=[A-Z])", answer, maxsplit=1)[0]
