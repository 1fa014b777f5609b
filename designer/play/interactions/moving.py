"""Moving units: click or box-select, see the reach, click or drag to the goal; Shift-click sets waypoints."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from designer.paint.colours import faded
from designer.paint.faces import figure
from designer.paint.overlays import arrow, mark_zoc, outline_cells, show_reach
from designer.play.choices import Choice, ChoicePanel
from designer.play.interactions.base import CHOICE, TARGET, Ending, Interaction, light
from designer.play.interactions.routes import costs, goals, likely_path, objection, path_of, through
from designer.play.stage import Spot, Stage
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.rules.zoc import stops
from engine.state.actions import AnyAction, Done, MoveUnit

SLOP = 0.18
"""How far the mouse may stray, in cells, before a click is a drag."""


class MoveInteraction(Interaction):
    """Moves one piece, or several that go to the same cell."""

    hint = "Click a unit, then a lit hex, or drag it. Shift-click: waypoints. Tab: the next unit."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.goals: dict[int, AnyAction] = {}
        self.costs: dict[int, str] = {}
        self.waypoints: tuple[int, ...] = ()
        self.over: int | None = None
        self._movable: tuple[int, ...] = ()
        self._each: dict[int, dict[int, AnyAction]] = {}
        self._pressed: Spot | None = None
        self._box: QRectF | None = None
        self._carried = False
        self._panel = ChoicePanel("Units still to move", "Every unit has moved. End the phase when you are ready.")
        self._panel.chosen.connect(lambda piece: self.take((piece,)))

    def refresh(self) -> None:
        """See who can still move."""
        options = self.stage.options
        self._movable = tuple(group.subject for group in options.groups if group.subject is not None)
        kept = tuple(piece for piece in self.stage.selected if piece in self._movable)
        self.take(kept)
        self._panel.show_choices(
            [
                Choice(piece, self.stage.name(piece), self.stage.table.label(self.stage.table.state.cell[piece]), piece)
                for piece in self._movable
            ],
            self.stage.table,
        )

    def panel(self) -> QWidget:
        """The units that have yet to move."""
        return self._panel

    def ending(self) -> Ending | None:
        """Moving ends when the player says so."""
        left = len(self._movable)
        tip = f"{left} unit{'s' if left != 1 else ''} could still move" if left else "Every unit has moved"
        return Ending("End movement", Done(), tip, ready=not left) if self.stage.judge(Done()) else None

    def active(self) -> frozenset[int]:
        """Whoever can still move."""
        return frozenset(self._movable)

    # choosing

    def take(self, pieces: tuple[int, ...]) -> None:
        """Select pieces and work out where they can go."""
        self.stage.select(pieces)
        self.waypoints = ()
        self._reach()

    def _reach(self) -> None:
        self.goals, self.costs = {}, {}
        chosen = self.stage.selected
        self._each = {piece: goals(self.stage, piece) for piece in chosen}
        if self.waypoints:
            self.goals = through(self.stage, chosen[0], self.waypoints)
            self.costs = dict.fromkeys(self.goals, "")
        elif chosen:
            first = self._each[chosen[0]]
            common = set(first).intersection(*self._each.values())
            self.goals = {cell: first[cell] for cell in sorted(common)}
            spent = [costs(self.stage, piece) for piece in chosen]
            self.costs = {cell: _dearest(spent, cell) for cell in self.goals}
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def step(self, forward: bool) -> None:
        """Take the next unit that can move, and bring it into view."""
        if not self._movable:
            return
        now = self.stage.selected[0] if self.stage.selected else None
        at = self._movable.index(now) + (1 if forward else -1) if now in self._movable else (0 if forward else -1)
        piece = self._movable[at % len(self._movable)]
        self.take((piece,))
        self.stage.pointed.emit(self.stage.table.state.cell[piece])

    def cancel(self) -> bool:
        """Drop the waypoints first, then the selection."""
        if self.waypoints:
            self.waypoints = ()
            self._reach()
            return True
        dropped = bool(self.stage.selected)
        self.take(())
        return dropped

    # the mouse

    def press(self, spot: Spot) -> None:
        """Take a unit, go to a lit cell, or begin a box."""
        self._pressed, self._box, self._carried = spot, None, False
        waypoint = spot.shift and spot.cell in self.goals
        if spot.piece is not None and spot.piece in self._movable and not waypoint:
            self._pick(spot)

    def _pick(self, spot: Spot) -> None:
        assert spot.piece is not None
        chosen = self.stage.selected
        if spot.ctrl or spot.shift:
            kept = tuple(piece for piece in chosen if piece != spot.piece)
            self.take(kept if spot.piece in chosen else (*chosen, spot.piece))
        elif spot.piece not in chosen:
            self.take((spot.piece,))

    def drag(self, spot: Spot) -> None:
        """Carry the selected unit, or widen the box."""
        start = self._pressed
        if start is None or max(abs(spot.x - start.x), abs(spot.y - start.y)) < SLOP:
            return
        if start.piece is not None and start.piece in self.stage.selected:
            self._carried = True
            self.over = spot.cell
        else:
            self._box = QRectF(QPointF(start.x, start.y), QPointF(spot.x, spot.y)).normalized()
        self.stage.redraw.emit()

    def release(self, spot: Spot) -> None:
        """Set the unit down, close the box, or go where the click was."""
        start, box, carried = self._pressed, self._box, self._carried
        self._pressed, self._box, self._carried = None, None, False
        if box is not None:
            self.take(self._inside(box))
        elif carried:
            if spot.cell in self.goals and spot.cell is not None:
                self.go(spot.cell)
        elif start is not None and spot.cell is not None and start.cell == spot.cell:
            self._click(spot)
        self.stage.redraw.emit()

    def _click(self, spot: Spot) -> None:
        assert spot.cell is not None
        if spot.shift and spot.cell in self.goals and len(self.stage.selected) == 1:
            self.waypoints = (*self.waypoints, spot.cell)
            self._reach()
        elif spot.piece in self._movable:
            return
        elif spot.cell in self.goals:
            self.go(spot.cell)
        elif not spot.ctrl:
            self.take(())

    def _inside(self, box: QRectF) -> tuple[int, ...]:
        state, scene = self.stage.table.state, self.stage.scene
        return tuple(piece for piece in self._movable if box.contains(scene.anchor(Cell(state.cell[piece]))))

    def hover(self, spot: Spot) -> None:
        """Show the way to the cell under the mouse."""
        if spot.cell != self.over:
            self.over = spot.cell
            self.stage.redraw.emit()

    def go(self, cell: int) -> None:
        """Move every selected unit to a cell."""
        chosen, direct = self.stage.selected, not self.waypoints
        first = self.goals[cell]
        for piece in chosen:
            action = goals(self.stage, piece).get(cell) if direct else first
            if action is None or not self.stage.act(action):
                break
        self.take(tuple(piece for piece in chosen if piece in self._movable))

    def confirm(self) -> bool:
        """Go to the cell under the mouse, or else to the last waypoint."""
        wanted = (self.over, *self.waypoints[-1:])
        cell = next((cell for cell in wanted if cell is not None and cell in self.goals), None)
        if cell is not None:
            self.go(cell)
        return cell is not None

    # what is said and drawn

    def says(self, cell: int) -> str:
        """The cost of getting there."""
        if cell not in self.goals:
            return ""
        cost = self.costs.get(cell)
        points = f" for {cost} movement point{'' if cost == '1' else 's'}" if cost else ""
        if self._attacks(cell):
            return f"Attack here{points}"
        crowded = any(piece in self._movable for piece in self.stage.pieces_in(cell))
        return f"Move here{points}" + (": drag the unit, press Enter, or click beside the counters" if crowded else "")

    def _attacks(self, cell: int) -> bool:
        """Whether going to a cell is an attack on it."""
        return self.stage.table.holder(cell) == 1 - self.stage.view.side

    def why_not(self, cell: int) -> Verdict | None:
        """The judge's word on the likely way."""
        chosen, state = self.stage.selected, self.stage.table.state
        if not chosen or cell in self.goals or any(state.cell[piece] == cell for piece in chosen):
            return None
        for piece in chosen:
            if cell not in self._each[piece]:
                return objection(self.stage, piece, cell, self._each[piece])
        return None

    def action_at(self, cell: int) -> AnyAction | None:
        """The move to that cell."""
        if not self.stage.selected:
            return None
        piece = self.stage.selected[0]
        return self.goals.get(cell) or MoveUnit(piece, likely_path(self.stage, piece, cell, self.goals))

    def draw_under(self, painter: QPainter, scale: float) -> None:
        """The reach, with enemy zones hatched."""
        if not self.goals:
            return
        scene, table = self.stage.scene, self.stage.table
        attacks = [cell for cell in self.goals if self._attacks(cell)]
        show_reach(painter, scene, {Cell(cell): text for cell, text in self.costs.items()}, scale)
        light(painter, self.stage, attacks, TARGET)
        halting = stops(table, self.stage.view.side)
        mark_zoc(painter, scene, [Cell(cell) for cell in self.goals if halting[cell] and cell not in attacks])

    def draw(self, painter: QPainter, scale: float) -> None:
        """The way to the cell under the mouse, the waypoints, and the box."""
        scene, state = self.stage.scene, self.stage.table.state
        if self.waypoints:
            outline_cells(painter, scene, [Cell(cell) for cell in self.waypoints], "#f0b323", 0.07)
        if self.over in self.goals and self.over is not None:
            for piece in self.stage.selected:
                action = self.goals[self.over] if self.waypoints else self._each[piece].get(self.over)
                if action is not None:
                    cells = (state.cell[piece], *path_of(action))
                    arrow(painter, [scene.anchor(Cell(cell)) for cell in cells], CHOICE, 0.12)
        if self._box is not None:
            painter.setPen(QPen(QColor(CHOICE), 1.6 / scale, Qt.PenStyle.DashLine))
            painter.setBrush(faded(CHOICE, 0.12))
            painter.drawRect(self._box)

    @property
    def carried(self) -> bool:
        """Whether the selected units hang at the mouse."""
        return self._carried


def _dearest(spent: list[dict[int, float]], cell: int) -> str:
    """What the unit that pays most pays to get to a cell."""
    known = [points[cell] for points in spent if cell in points]
    return figure(max(known)) if known else ""
