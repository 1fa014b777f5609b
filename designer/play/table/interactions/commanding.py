"""Giving an order to the staff on the map: a box or clicks choose the units, a click the objective."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.play.table.finder import Finder
from designer.play.table.formations import bodies, name_for
from designer.play.table.interactions.base import SLOP, Ending, Interaction, draw_box
from designer.play.table.orderform import OrderForm
from designer.play.table.orderlayer import COLOUR, draw_order
from designer.play.table.stage import PointerSpot, Stage
from engine.bots.staff.orders import MANNERS, Order, Posture, objective_of, pieces_of
from engine.ids import Cell
from engine.scenario.sentences import counted
from engine.state.actions import Done


class CommandInteraction(Interaction):
    """Makes one order; the game itself stands still meanwhile."""

    prompt = "Give an order to your staff."
    hint = "Box units or Ctrl+click them, then click the objective. Escape: leave it."

    def __init__(
        self,
        stage: Stage,
        done: Callable[[Order | None], None],
        able: frozenset[int] = frozenset(),
        order: Order | None = None,
    ) -> None:
        super().__init__(stage)
        self._done, self._able = done, able
        self.units: tuple[int, ...] = pieces_of(stage.table.scenario, order) if order is not None else ()
        self.posture: Posture = order.posture if order is not None else "attack"
        self.objective: int | None = objective_of(stage.table.board, order) if order is not None else None
        self._name = order.name if order is not None else ""
        self._known = bodies(stage.table, stage.view.side)
        self._over: int | None = None
        self._pressed: PointerSpot | None = None
        self._box: QRectF | None = None
        self._finder = Finder(stage)
        self.form = OrderForm(self._finder.names(), stage.words)
        self.form.posed.connect(self.pose)
        self.form.named.connect(self._typed)
        self.form.given.connect(self.give)
        self.form.left.connect(lambda: self._done(None))

    # what is ordered

    def choose(self, pieces: Iterable[int]) -> None:
        """Let these units be under the order."""
        mine = self.stage.view.side
        before = self.units
        self.units = tuple(dict.fromkeys(piece for piece in pieces if self.stage.table.side_of(piece) == mine))
        if set(self.units) != set(before):
            self._name = name_for(self._known, self.units)
        self._show()

    def pose(self, posture: Posture) -> None:
        """Choose the posture."""
        self.posture = posture
        self._show()

    def aim(self, cell: int) -> None:
        """Choose the objective."""
        self.objective = cell
        self._show()

    def _typed(self, text: str) -> None:
        cell = self._finder.find(text) if text.strip() else None
        if cell is not None:
            self.stage.pointed.emit(cell)
            self.aim(cell)

    @property
    def order(self) -> Order | None:
        """The order as it stands, once nothing is lacking."""
        if not self.units or self.objective is None:
            return None
        scenario, board = self.stage.table.scenario, self.stage.table.board
        keys = tuple(scenario.pieces[piece].key for piece in self.units)
        side = scenario.sides[self.stage.view.side].side
        return Order(side, keys, self.posture, board.label(Cell(self.objective)), self._name)

    def give(self) -> None:
        """Give the order, if nothing is lacking."""
        order = self.order
        if order is not None:
            self._done(order)

    def _lacks(self) -> str:
        if not self.units:
            return self.stage.words("Drag a box round units on the map, or click a stack.")
        return self.stage.words("Click the hex that it is about.") if self.objective is None else ""

    def _show(self) -> None:
        many = counted(len(self.units), "unit")
        units = (f"{self._name}: {many}" if self._name else many) if self.units else "None yet"
        where = self.stage.table.label(self.objective) if self.objective is not None else ""
        self.form.show_order(units, self.posture, where, self._lacks())
        self.stage.select(self.units)
        self.stage.redraw.emit()
        self.stage.offered.emit()

    # as an interaction

    def panel(self) -> QWidget:
        """The form."""
        return self.form

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.form.dress()

    def ending(self) -> Ending:
        """The button gives the order."""
        return Ending("Give the order", Done(), self._lacks(), ready=self.order is not None)

    def active(self) -> frozenset[int]:
        """Whoever could do something before the order was thought of."""
        return self._able

    def pickable(self) -> frozenset[int]:
        """Nobody: a stack is taken whole, and single units by Ctrl and a click."""
        return frozenset()

    def press_button(self) -> None:
        """The button of the bar was pressed."""
        if self.order is None:
            self.stage.said.emit(self._lacks())
        self.give()

    def confirm(self) -> bool:
        """Enter gives the order."""
        self.press_button()
        return True

    def drop(self) -> bool:
        """Escape leaves it."""
        self._done(None)
        return True

    def refresh(self) -> None:
        """The position changed: those who are gone are under no order."""
        state = self.stage.table.state
        self.choose(piece for piece in self.units if state.cell[piece] >= -1)

    # the mouse

    def press(self, spot: PointerSpot) -> None:
        """Begin a click or a box."""
        self._pressed, self._box = spot, None

    def drag(self, spot: PointerSpot) -> None:
        """Widen the box."""
        start = self._pressed
        if start is not None and max(abs(spot.x - start.x), abs(spot.y - start.y)) >= SLOP:
            self._box = QRectF(QPointF(start.x, start.y), QPointF(spot.x, spot.y)).normalized()
            self.stage.redraw.emit()

    def release(self, spot: PointerSpot) -> None:
        """Close the box, or take what was clicked."""
        start, box = self._pressed, self._box
        self._pressed, self._box = None, None
        if box is not None:
            self.choose((*(self.units if spot.ctrl or spot.shift else ()), *self._inside(box)))
        elif start is not None and spot.cell is not None and start.cell == spot.cell:
            self._click(spot, spot.cell)
        self.stage.redraw.emit()

    def _click(self, spot: PointerSpot, cell: int) -> None:
        mine = [piece for piece in self.stage.pieces_in(cell) if self._may_serve(piece)]
        if spot.ctrl or spot.shift:
            chosen = [spot.piece] if spot.piece in mine else mine
            kept = [piece for piece in self.units if piece not in chosen]
            self.choose(kept if set(chosen) <= set(self.units) else (*self.units, *chosen))
        elif not self.units and mine:
            self.choose(mine)
        else:
            self.aim(cell)

    def double(self, spot: PointerSpot) -> None:
        """Give the order for the hex that was clicked."""
        if spot.cell is not None and spot.cell == self.objective:
            self.give()

    def _may_serve(self, piece: int) -> bool:
        table = self.stage.table
        return table.side_of(piece) == self.stage.view.side and table.face(piece).movement > 0

    def _inside(self, box: QRectF) -> list[int]:
        state, scene = self.stage.table.state, self.stage.scene
        return [
            piece
            for piece in self.stage.table.on_map(self.stage.view.side)
            if self._may_serve(piece) and box.contains(scene.anchor(Cell(state.cell[piece])))
        ]

    def hover(self, spot: PointerSpot) -> None:
        """Show the order as it would be."""
        if spot.cell != self._over:
            self._over = spot.cell
            self.stage.redraw.emit()

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        mine = [piece for piece in self.stage.pieces_in(spot.cell) if self._may_serve(piece)]
        if not self.units:
            return f"Give an order to {counted(len(mine), 'unit')} here" if mine else self._lacks()
        return f"{MANNERS[self.posture].title} here" + (". Ctrl+click: these units too, or not" if mine else "")

    def draw(self, painter: QPainter, scale: float) -> None:
        """The order in the making, and the box."""
        goal = self.objective if self.objective is not None else self._over
        if self.units and goal is not None:
            made = Order("", (), self.posture, "")
            draw_order(painter, self.stage, self.units, made, goal, scale)
        draw_box(painter, self._box, COLOUR, scale)
