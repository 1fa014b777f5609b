"""What an interaction is: one way of answering decisions with the mouse and the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from designer.paint.colours import faded
from designer.paint.overlays import outline_cells, tint_cells
from designer.play.table.interactions.toll import toll
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import say_action
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.state.actions import AnyAction, Done

SLOP = 0.18
"""How far the mouse may stray, in cells, before a click is a drag."""

CHOICE, TARGET, WARN = "#2f6db3", "#b3261e", "#c07a12"
"""What may be chosen, what is attacked, and what costs something."""


FINAL = "Dice or a face-down unit decide: this cannot be taken back"
"""What the button warns of that carries out a proposal."""

PRACTICE = "Dice or a face-down unit decide; in a practice game that can be taken back, and the journal tells of it"
"""What it says where dice may be taken back."""


@dataclass(frozen=True)
class Ending:
    """The button that ends a decision: its text, what it does, and whether it is the natural next step."""

    text: str
    action: AnyAction
    tip: str = ""
    ready: bool = False


def ending_words(stage: Stage, action: AnyAction) -> str:
    """What a button says that gives this answer to the decision."""
    if not isinstance(action, Done):
        return say_action(stage.view, action).partition(": ")[0]
    decision = stage.view.decision
    return (decision.ending if decision is not None else "") or "Done"


class Interaction:
    """Answers one kind of decision; the defaults do nothing."""

    prompt = ""
    """What to do, where that is something else than the decision asks."""
    hint = ""
    grouping = False
    """Whether several units of a stack can be taken together."""

    concern: int | None = None
    """The cell that the question is about while the answers lie elsewhere: it stays in sight."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.proposed: AnyAction | None = None
        """What was chosen and waits for the button, because it cannot be taken back."""
        self._warned: object = None

    def commit(self, action: AnyAction, why: dict[str, Any] | None = None) -> bool:
        """Do at once what can be taken back; what cannot is proposed, and the button carries it out."""
        if self.stage.seals(action):
            self.proposed = action
            self.stage.redraw.emit()
            self.stage.offered.emit()
            return False
        return self.stage.act(action, why)

    def button(self) -> Ending | None:
        """The button of the bar: what was proposed, or what ends the decision."""
        if self.proposed is not None:
            practice = self.stage.session.controller.manners.practice
            tip = PRACTICE if practice else FINAL
            return Ending(say_action(self.stage.view, self.proposed), self.proposed, tip, ready=True)
        return self.ending()

    def press_button(self) -> None:
        """The button of the bar was pressed; own units that this would cost are named first."""
        ending = self.button()
        if ending is None:
            return
        cost = toll(self.stage) if isinstance(ending.action, Done) else ""
        if cost and cost != self._warned:
            self._warned = cost
            self.stage.refused.emit(Verdict(False, "", f"{cost} Press again to go on all the same."), None)
        else:
            self.stage.act(ending.action)

    def refuse(self, verdict: Verdict | None, cell: int | None = None) -> None:
        """Say why a click does nothing."""
        if verdict is not None and not verdict.legal:
            self.stage.refused.emit(verdict, cell)

    def refresh(self) -> None:
        """The decision is new, or the position changed under it."""

    def close(self) -> None:
        """Another decision takes over."""
        self.stage.select(())

    def panel(self) -> QWidget | None:
        """What the orders dock shows, if anything."""
        return None

    def ending(self) -> Ending | None:
        """The button that ends the decision, if it can be ended."""
        return None

    def press(self, spot: PointerSpot) -> None:
        """The left button went down."""

    def drag(self, spot: PointerSpot) -> None:
        """The mouse moved with the button down."""

    def release(self, spot: PointerSpot) -> None:
        """The left button went up."""

    def hover(self, spot: PointerSpot) -> None:
        """The mouse moved over another cell."""

    def draw_under(self, painter: QPainter, scale: float) -> None:
        """Draw on the map, under the counters."""

    def draw(self, painter: QPainter, scale: float) -> None:
        """Draw over the map and its counters."""

    def double(self, _spot: PointerSpot) -> None:
        """The left button was clicked twice."""

    def says(self, _spot: PointerSpot) -> str:
        """What a click would do, in a few words; empty: nothing."""
        return ""

    def why_not(self, _spot: PointerSpot) -> Verdict | None:
        """Why a click would do nothing, if there is something to say."""
        return None

    def warns(self, _spot: PointerSpot) -> Verdict | None:
        """What should be minded there, though nothing forbids it yet."""
        return None

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """The cells that a click could mean while these pieces are being chosen from; no card may cover them."""
        return frozenset()

    def dress(self) -> None:
        """Take the colours of the theme."""

    def action_at(self, _cell: int) -> AnyAction | None:
        """The action that a cell stands for, legal or not, for `Why not?`."""
        return None

    def confirm(self) -> bool:
        """Enter: carry out what is prepared; False if nothing is."""
        return False

    def drop(self) -> bool:
        """Escape: drop what waits for the button, or else what is prepared; False if nothing is."""
        if self.proposed is None:
            return self.cancel()
        self.proposed = None
        self.stage.redraw.emit()
        self.stage.offered.emit()
        return True

    def cancel(self) -> bool:
        """Drop what is prepared; False if nothing is."""
        if self.stage.selected:
            self.stage.select(())
            return True
        return False

    def step(self, forward: bool) -> None:
        """Tab: go to the next thing that can be chosen."""

    def active(self) -> frozenset[int]:
        """The pieces that can be chosen; the others are drawn faint when this is not empty."""
        return frozenset()

    def pickable(self) -> frozenset[int]:
        """Those of them that are told apart by clicking their own counter."""
        return self.active()

    def take_all(self, pieces: tuple[int, ...]) -> None:
        """Take several units together."""


def light(painter: QPainter, stage: Stage, cells: list[int], colour: str = CHOICE) -> None:
    """Light up cells that can be chosen."""
    found = [Cell(cell) for cell in cells]
    tint_cells(painter, stage.scene, found, colour, 0.24)
    outline_cells(painter, stage.scene, found, colour, 0.05)


def draw_box(painter: QPainter, box: QRectF | None, colour: str, scale: float) -> None:
    """The box that is being drawn round units, if one is."""
    if box is not None:
        painter.setPen(QPen(QColor(colour), 1.6 / scale, Qt.PenStyle.DashLine))
        painter.setBrush(faded(colour, 0.12))
        painter.drawRect(box)
