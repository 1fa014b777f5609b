"""Placing units from the tray: set-up, arrivals, replacements, production."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.faces import CounterFace, face_values
from designer.paint.overlays import outline_cells
from designer.play.table.faces import piece_face
from designer.play.table.interactions.base import CHOICE, Ending, Interaction, light
from designer.play.table.interactions.shape import altered, cell_in, piece_in
from designer.play.table.interactions.together import all_of_them
from designer.play.table.stage import PointerSpot, Stage
from designer.play.table.tray import Tray, TrayCounter
from engine.ids import Cell
from engine.records.counters import Formation
from engine.rules.arrivals import spares
from engine.rules.decision import Verdict, no
from engine.rules.ground_support import GroundSupport
from engine.rules.replenishing import Replenishment
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Done, PlaceUnit, RestoreStep

_ENDINGS = {
    "arrive": ("Hold the rest back", "The others come on a later turn"),
    "replace": ("End replacements", "What is not used now is lost"),
    "rebuild": ("End replacements", "What is not used now waits where it lies"),
    "commit": ("Commit no more", "The others stay where they are"),
    "buy": ("Bring on no more", ""),
    "call": ("Call out nobody", ""),
}
_HEADINGS = {
    "set-up": "To be set up",
    "arrive": "Arriving",
    "replace": "To be brought back or restored",
    "commit": "To be committed",
    "buy": "May be brought on",
    "call": "May be called out",
}


class PlaceInteraction(Interaction):
    """Takes a counter from the tray and sets it down in a lit cell; restores reduced units on the map."""

    hint = "Click a counter, then a lit hex, or drag it there. Tab: the next counter."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.held: int | None = None
        self.cells: dict[int, AnyAction] = {}
        self.restores: dict[int, AnyAction] = {}
        self._pieces: list[int] = []
        self._over: int | None = None
        self._pressed: PointerSpot | None = None
        self._faces: dict[int, CounterFace] = {}
        self._kind = stage.decision.kind if stage.decision else ""
        self.tray = Tray(_HEADINGS.get(self._kind, "To be placed"))
        self.tray.field.taken.connect(self.pick_up)
        self.tray.everybody.clicked.connect(self.put_sure)

    def refresh(self) -> None:
        """See what can be placed, and keep a counter in hand."""
        self._pieces, self.restores = [], {}
        spare = spares(self.stage.table, self.stage.view.side) if self._kind == "arrive" else frozenset()
        for group in self.stage.options.groups:
            if group.subject is None or group.subject in (*spare, *self._pieces):
                continue
            actions = group.make()
            if any(placed(action) for action in actions):
                self._pieces.append(group.subject)
            self.restores |= {action.piece: action for action in actions if isinstance(action, RestoreStep)}
        listed = [*self._pieces, *self.restores]
        self.take(self.held if self.held in listed else next(iter(listed), None))
        sure = len(self._sure()) if self._kind == "arrive" else 0
        self.tray.everybody.setVisible(sure > 1)
        self.tray.everybody.setText(f"Place the {sure} that can come in only one {self.stage.words('hex')}")

    def _sure(self) -> dict[int, AnyAction]:
        """Counters that have one place to go, and how they are put there."""
        each = {piece: [one for one in self.stage.options.of(piece) if placed(one)] for piece in self._pieces}
        return {piece: found[0] for piece, found in each.items() if len(found) == 1}

    def put_sure(self) -> None:
        """Set all of those down; one undo takes all of it back."""
        sure = set(self._sure())
        all_of_them(self.stage, lambda action: placed(action) and piece_in(action) in sure)

    def pick_up(self, piece: int) -> None:
        """Take a counter in hand that was asked for, and see to it that a place for it is in sight."""
        self.take(piece)
        self.stage.sought.emit(tuple(self.cells))

    def take(self, piece: int | None) -> None:
        """Take a counter in hand."""
        self.held = piece
        actions = [] if piece is None else self.stage.options.of(piece)
        self.cells = {cell: action for action in actions if (cell := cell_in(action)) is not None}
        if piece in self.restores and piece is not None:
            self.cells[self.stage.table.state.cell[piece]] = self.restores[piece]
        self.stage.select([piece] if piece in self.restores and piece is not None else [])
        self._lay()
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def _lay(self) -> None:
        laid = [
            TrayCounter(piece, self._coming(piece), *self._words(piece)) for piece in (*self._pieces, *self.restores)
        ]
        self.tray.lay(laid, self.held)

    def _coming(self, piece: int) -> CounterFace:
        """A counter as it will lie on the map: what returns reduced is shown so, what is restored as it is now."""
        if piece in self.restores:
            return piece_face(self.stage.table, piece, marks=False)
        if piece not in self._faces:
            first = next((action for action in self.stage.options.of(piece) if placed(action)), None)
            table = self.stage.table if first is None else self.stage.tried(first).table
            self._faces[piece] = piece_face(table, piece, marks=False)
        return self._faces[piece]

    def _words(self, piece: int) -> tuple[str, str, str]:
        """What stands below a counter, in two lines, and what hovering tells."""
        table, name = self.stage.table, self.stage.name(piece)
        if piece in self.restores:
            where, unit = table.board.label(Cell(table.state.cell[piece])), table.unit(piece)
            restored = self.stage.tried(self.restores[piece]).table.face(piece)
            after, price = face_values(unit, restored, table.scenario.rows), self._price(piece)
            back = f"{name} in {where} gets a step back{f' for {price}' if price else ''}: {after}"
            return name, f"in {where}", back
        if self._kind == "commit":
            return self._aircraft_words(piece)
        coming = self._coming(piece)
        if coming.untried:
            return name.removeprefix("an untried "), "", name
        if table.state.cell[piece] >= 0:
            where = table.board.label(Cell(table.state.cell[piece]))
            return name, f"in {where}", f"{name} is in {where}, and may go elsewhere"
        reduced = "reduced" if coming.reduced else ""
        formation = table.scenario.rows.get(Formation, table.unit(piece).formation or "")
        whose, price = f" ({formation.name})" if formation is not None else "", self._price(piece)
        tip = f"{name}{whose}: comes in {'reduced, ' if reduced else ''}{coming.values}"
        return name, price or reduced, f"{tip}, for {price}" if price else tip

    def _price(self, piece: int) -> str:
        """What a step of a unit costs, where steps are paid for."""
        rule = self.stage.table.setting.by_key(Replenishment.key) if self._kind == "replace" else None
        price = rule.price(self.stage.table, piece) if isinstance(rule, Replenishment) else None
        return price.words() if price is not None else ""

    def _aircraft_words(self, piece: int) -> tuple[str, str, str]:
        """Whom an aircraft supports already, or what it is worth now: its counter tells neither."""
        table, name, rule = self.stage.table, self.stage.name(piece), self.stage.table.mechanism(GroundSupport)
        worth, bearer, wing = (
            counted(float(rule.points(table, piece)), "point"),
            rule.bearer(table, piece),
            rule.wing(table, piece),
        )
        worth += f", {counted(wing.columns, 'column')}" if wing is not None and wing.columns else ""
        if bearer is None:
            return name, worth, f"{name}: {worth} on this turn, and supports nobody yet"
        where = table.board.label(Cell(table.state.cell[bearer]))
        return name, f"in {where}", f"{name}: {worth} on this turn, and supports the units in {where}"

    def panel(self) -> QWidget:
        """The tray."""
        return self.tray

    def ending(self) -> Ending | None:
        """Stopping early, where that is allowed."""
        waits = self._kind == "replace" and self.stage.table.setting.by_key(Replenishment.key) is not None
        text, tip = _ENDINGS.get("rebuild" if waits else self._kind, ("Done", ""))
        return Ending(text, Done(), tip) if self.stage.judge(Done()) else None

    def active(self) -> frozenset[int]:
        """Reduced units that can be restored."""
        return frozenset(self.restores)

    def put(self, cell: int) -> None:
        """Set the counter in hand down in a cell."""
        if cell in self.cells:
            held = self.held
            if self.commit(self.cells[cell]):
                self._pass_on(held)
        else:
            self.refuse(self.why_not(PointerSpot(cell, None)), cell)

    def _pass_on(self, placed_: int | None) -> None:
        """Take the next counter where the one that was set down stays in the tray, because it may go elsewhere yet."""
        decision = self.stage.decision
        if decision is None or decision.kind != self._kind:
            return
        if placed_ is not None and self.held == placed_ and placed_ in self._pieces:
            later = self._pieces[self._pieces.index(placed_) + 1 :]
            self.take(later[0] if later else None)

    def press(self, spot: PointerSpot) -> None:
        """Remember where."""
        self._pressed = spot

    def double(self, spot: PointerSpot) -> None:
        """A second click that comes quickly sets down the next counter, like any other."""
        self.press(spot)

    def release(self, spot: PointerSpot) -> None:
        """Set the counter down, or restore the unit clicked."""
        start, self._pressed = self._pressed, None
        if start is None or spot.cell is None or start.cell != spot.cell:
            return
        if spot.piece in self.restores and spot.piece is not None and spot.cell not in self.cells:
            self.take(spot.piece)
        else:
            self.put(spot.cell)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.tray.dress()

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """Where the counter in hand may go."""
        return frozenset(self.cells)

    def hover(self, spot: PointerSpot) -> None:
        """Show where the counter would go."""
        if self._over != spot.cell:
            self._over = spot.cell
            self.stage.redraw.emit()

    def says(self, spot: PointerSpot) -> str:
        """What a click would place."""
        if spot.piece in self.restores and spot.piece is not None and spot.cell not in self.cells:
            return f"Take {self.stage.table.full_name(spot.piece)} to restore it"
        if spot.cell not in self.cells or self.held is None:
            return ""
        verb, price = "Restore" if self.held in self.restores else "Place", self._price(self.held)
        return f"{verb} {self.stage.table.full_name(self.held)} here{f' for {price}' if price else ''}"

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Why the counter in hand may not stand there."""
        if self.held is None or spot.cell is None or spot.cell in self.cells:
            return None
        if self.held in self.restores:
            where = self.stage.table.label(self.stage.table.state.cell[self.held])
            return no(f"{self.stage.table.full_name(self.held)} is restored where it stands, in {where}.")
        return self.stage.judge(self._there(self.held, spot.cell))

    def _there(self, piece: int, cell: int) -> AnyAction:
        """Putting a piece into a cell, in the way that this decision does it."""
        known = next(iter(self.cells.values()), None)
        if known is None or piece_in(known) is None or cell_in(known) is None:
            return PlaceUnit(piece, cell)
        return altered(known, piece=piece, cell=cell)

    def action_at(self, cell: int) -> AnyAction | None:
        """Placing the counter in hand there."""
        placing = self.held is not None and self.held not in self.restores
        return self.cells.get(cell) or (self._there(self.held, cell) if placing and self.held is not None else None)

    def step(self, forward: bool) -> None:
        """Take the next counter."""
        listed = [*self._pieces, *self.restores]
        if listed:
            at = listed.index(self.held) + (1 if forward else -1) if self.held in listed else 0
            self.pick_up(listed[at % len(listed)])

    def confirm(self) -> bool:
        """Restore the unit in hand, or place it where the mouse points."""
        if self.held in self.restores and self.held is not None:
            self.commit(self.restores[self.held])
            return True
        if self._over in self.cells and self._over is not None:
            self.put(self._over)
            return True
        return False

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Light the cells where the counter in hand may go."""
        light(painter, self.stage, list(self.cells))

    def draw(self, painter: QPainter, _scale: float) -> None:
        """Ring the cell under the mouse."""
        if self._over in self.cells and self._over is not None:
            outline_cells(painter, self.stage.scene, [Cell(self._over)], CHOICE, 0.1)


def placed(action: AnyAction) -> bool:
    """Whether an action puts a piece into a cell."""
    return piece_in(action) is not None and cell_in(action) is not None
