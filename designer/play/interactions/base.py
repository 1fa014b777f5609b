"""What an interaction is: one way of answering decisions with the mouse and the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import outline_cells, tint_cells
from designer.play.stage import Spot, Stage
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.state.actions import AnyAction

CHOICE, TARGET, WARN = "#2f6db3", "#b3261e", "#c07a12"
"""What may be chosen, what is attacked, and what costs something."""


@dataclass(frozen=True)
class Ending:
    """The button that ends a decision: its text, what it does, and whether it is the natural next step."""

    text: str
    action: AnyAction
    tip: str = ""
    ready: bool = False


class Interaction:
    """Answers one kind of decision; the defaults do nothing."""

    hint = ""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

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

    def press(self, spot: Spot) -> None:
        """The left button went down."""

    def drag(self, spot: Spot) -> None:
        """The mouse moved with the button down."""

    def release(self, spot: Spot) -> None:
        """The left button went up."""

    def hover(self, spot: Spot) -> None:
        """The mouse moved over another cell."""

    def draw_under(self, painter: QPainter, scale: float) -> None:
        """Draw on the map, under the counters."""

    def draw(self, painter: QPainter, scale: float) -> None:
        """Draw over the map and its counters."""

    def says(self, _cell: int) -> str:
        """What a click on a cell would do, in a few words; empty: nothing."""
        return ""

    def why_not(self, _cell: int) -> Verdict | None:
        """Why a click on a cell would do nothing, if there is a rule to name."""
        return None

    def action_at(self, _cell: int) -> AnyAction | None:
        """The action that a cell stands for, legal or not, for `Why not?`."""
        return None

    def confirm(self) -> bool:
        """Enter: carry out what is prepared; False if nothing is."""
        return False

    def cancel(self) -> bool:
        """Escape: drop what is prepared; False if nothing is."""
        if self.stage.selected:
            self.stage.select(())
            return True
        return False

    def step(self, forward: bool) -> None:
        """Tab: go to the next thing that can be chosen."""

    def active(self) -> frozenset[int]:
        """The pieces that can be chosen; the others are drawn faint when this is not empty."""
        return frozenset()


def light(painter: QPainter, stage: Stage, cells: list[int], colour: str = CHOICE) -> None:
    """Light up cells that can be chosen."""
    found = [Cell(cell) for cell in cells]
    tint_cells(painter, stage.scene, found, colour, 0.24)
    outline_cells(painter, stage.scene, found, colour, 0.05)
