"""The board: the map with the game's counters, what is drawn over it, and the mouse."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.mapview import MapPoint, MapView, Stack
from designer.mapview.markers import Markers
from designer.paint.faces import CounterFace, figure
from designer.paint.overlays import arrow, outline_of
from designer.play.table.aftermath import Aftermath
from designer.play.table.caption import LINGER, Caption
from designer.play.table.dice import ResultCard
from designer.play.table.faces import laid_markers, piece_face
from designer.play.table.flights import CounterFlight, Flights, way
from designer.play.table.interactions import Interaction
from designer.play.table.overlays import OVERLAYS, draw_cell_badges, draw_draws, draw_flags, draw_stores, side_colour
from designer.play.table.picker import StackPicker
from designer.play.table.pointer import Pointer
from designer.play.table.sight import bring, bring_all, bring_one
from designer.play.table.stage import PointerSpot, Stage
from designer.room import FEW
from engine.ids import Cell
from engine.play import Entry
from engine.rules.table import Table
from engine.state.events import PhaseBegan, Relocation, UnitEliminated, UnitMoved, UnitPlaced

QUICK = 420
"""Milliseconds that a counter takes for its way."""


class PlayBoard(QWidget):
    """One map view with everything that play lays on it."""

    hovered = Signal(object)
    """The Spot under the mouse whenever its cell or its counter is another, or None off the map."""
    crowded = Signal(int)
    """A stack was clicked for whose picker the map has no room: the cell."""
    asked = Signal(int, QPoint)
    """A right click on a cell, and where on the screen."""

    def __init__(self, stage: Stage, view: MapView) -> None:
        super().__init__()
        self.stage = stage
        self.view = view
        self.interaction = Interaction(stage)
        self.shown: set[str] = set()
        self.flags: tuple[int, ...] = ()
        """The places whose holders are always shown."""
        self.animate = True
        self.trail: list[tuple[str, tuple[QPointF, ...]]] = []
        self.busy = False
        """Whether everything is being shown anew, so that counters are laid out when that is done."""
        self._trailing: int | None = None
        self.advice: tuple[QPointF, ...] = ()
        self._order: dict[int, list[int]] = {}
        self._carried: int | None = None
        self._over: tuple[int | None, int | None] = (None, None)
        self._at: QPointF | None = None
        self.markers = Markers(view)
        self.flights = Flights(self)
        self.pointer = Pointer(stage)
        self.result = ResultCard(view)
        self.result.asked = lambda: stage.decision
        self.picker = StackPicker(view)
        self.caption = Caption(view)
        self.aftermath = Aftermath(self)
        self._about: tuple[int, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(view)
        view.installEventFilter(self)
        view.card.caption, view.card.clear = self._card_title, self._lit_boxes
        self._connect()
        self.dress()

    def _card_title(self, stack: Stack) -> str:
        """The place, how many stand there, and what they are worth together."""
        pieces = self._order.get(stack.cell, [])
        many = f"{len(pieces)} units" if len(pieces) > 1 else ""
        parts = (self.stage.place(stack.cell), many, self.strength(pieces))
        return " \N{MIDDLE DOT} ".join(part for part in parts if part)

    def _connect(self) -> None:
        view, stage = self.view, self.stage
        view.add_overlay(self._draw_under, under=True)
        view.add_overlay(self._draw)
        view.pressed.connect(self._press)
        view.moved.connect(self._move)
        view.released.connect(self._release)
        view.hovered.connect(self._leave)
        view.double_clicked.connect(self._double)
        view.asked.connect(self._ask)
        view.changed.connect(self.picker.hide)
        stage.redraw.connect(view.update)
        stage.picked.connect(self.restack)
        stage.pointed.connect(self.point_at)
        stage.sought.connect(self.seek)
        self.flights.landed.connect(self.restack)
        self.flights.moved.connect(self._fly)
        self.picker.picked.connect(self.pick)
        self.picker.swept.connect(self._take_all)
        self.picker.field.tell = self._tell
        stage.session.acted.connect(lambda _position: self.picker.hide())

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.caption.dress()
        self.place_caption()
        self.picker.dress()
        self.result.dress()
        self.view.retheme()

    # counters

    def restack(self) -> None:
        """Lay the counters out as they stand; whoever shows everything anew has it done once, at the end."""
        if self.busy:
            return
        active, away, chosen = self.interaction.active(), self.flights.pieces, set(self.stage.selected)
        table, held, own = self.stage.table, self.stage.session.held, self.stage.view.side
        self._order.clear()
        stacks = []
        for cell, pieces in table.state.stacks.items():
            there = [piece for piece in pieces if piece not in away and piece != self._carried]
            there.sort(key=lambda piece: (piece in chosen, piece in active, _weight(table, own, piece)))
            self._order[cell] = there
            picked = frozenset(index for index, piece in enumerate(there) if piece in chosen)
            faces = tuple(piece_face(table, piece, held=piece in held) for piece in there)
            stacks.append(Stack(Cell(cell), faces, picked))
        self.view.set_stacks(stacks)
        self.markers.set(laid_markers(table))
        self._choose_in_picker()

    def _choose_in_picker(self) -> None:
        chosen = [piece for piece in self.picker.pieces if piece in self.stage.selected]
        self.picker.choose(self.stage.selected, self.strength(chosen or self.picker.pieces))

    def strength(self, pieces: Sequence[int]) -> str:
        """What several units are worth together, in words that no counter bears; empty where nobody can know."""
        table = self.stage.table
        hidden = any(table.state.counter[piece] is None for piece in pieces)
        if len(pieces) < 2 or hidden or not table.scenario.combat_tables:
            return ""
        faces = [table.face(piece) for piece in pieces]
        attack, defence = (figure(sum(getattr(face, what) for face in faces)) for what in ("attack", "defence"))
        return f"strength {attack}" if attack == defence else f"attack {attack}, defence {defence}"

    def face(self, piece: int) -> CounterFace:
        """The counter of a piece as it lies now."""
        return piece_face(self.stage.table, piece, held=piece in self.stage.session.held)

    # the mouse

    def spot(self, point: MapPoint) -> PointerSpot:
        """What a mouse event means."""
        piece = None
        if point.counter is not None:
            there = self._order.get(point.counter.cell, [])
            piece = there[point.counter.index] if point.counter.index < len(there) else None
        held = point.modifiers
        cell = point.counter.cell if point.counter is not None else point.cell
        return PointerSpot(
            cell,
            piece,
            point.x,
            point.y,
            bool(held & Qt.KeyboardModifier.ShiftModifier),
            bool(held & Qt.KeyboardModifier.ControlModifier),
        )

    def _press(self, point: MapPoint) -> None:
        self.view.setFocus()
        self.result.hide()
        self.picker.hide()
        spot = self.spot(point)
        self.interaction.press(spot)
        if spot.piece is not None:
            self._offer(spot)

    def _offer(self, spot: PointerSpot) -> None:
        """Offer the units of a crowded hex one by one, clear of every hex that a click could mean."""
        assert spot.cell is not None
        pieces = list(self.stage.table.stack(spot.cell))
        able = self.interaction.pickable().intersection(pieces)
        if len(able) < 2:
            return
        self.view.card.hide()
        counters = [(piece, self.face(piece)) for piece in pieces]
        number, near = self.stage.table.board.label(Cell(spot.cell)), self.view.position_of(Cell(spot.cell)).toPoint()
        worth = self.strength(pieces)
        self.picker.offer(counters, able, number, near, group=self.interaction.grouping, worth=worth)
        self._choose_in_picker()
        meant = {spot.cell, *self.interaction.lit(pieces)}
        enemies = [self.box(cell) for cell in self._enemies() - meant]
        if not self.picker.place([self.box(cell) for cell in meant], enemies):
            self.crowded.emit(spot.cell)

    def _enemies(self) -> set[int]:
        """Where enemies stand: a card that can lie elsewhere does not lie on them."""
        table, own = self.stage.table, self.stage.view.side
        return {cell for cell in table.state.stacks if table.holder(cell) not in (own, None)}

    def box(self, cell: int) -> QRect:
        """The pixels of a cell."""
        return self.view.to_view_rect(outline_of(self.stage.scene, Cell(cell)).boundingRect())

    def _lit_boxes(self) -> list[QRectF]:
        """The pixels of whatever can be clicked, where that is not the whole map."""
        lit = self.interaction.lit(self.stage.selected)
        return [QRectF(self.box(cell)) for cell in lit] if len(lit) <= FEW else []

    def _tell(self, piece: int) -> str:
        """What clicking a counter of the picker would do, or why it would do nothing."""
        spot = PointerSpot(self.stage.table.state.cell[piece], piece)
        verdict = self.interaction.why_not(spot)
        why = verdict.why if verdict is not None and not verdict.legal else ""
        return self.stage.words(why or self.interaction.says(spot) or self.stage.name(piece))

    def pick(self, piece: int, more: bool = False) -> None:
        """A unit was clicked in the picker or in a panel: as if it were clicked on the map."""
        spot = PointerSpot(self.stage.table.state.cell[piece], piece, 0.0, 0.0, False, more)
        if piece not in self.interaction.active():
            self.interaction.refuse(self.interaction.why_not(spot), spot.cell)
            return
        if self.interaction.grouping and not more and piece in self.stage.selected:
            self.interaction.take_all((piece,))  # one out of many that are taken; on the map a press may carry them all
            return
        self.interaction.press(spot)
        self.interaction.release(spot)

    def _take_all(self, pieces: tuple[int, ...]) -> None:
        self.interaction.take_all(pieces)

    def _double(self, point: MapPoint) -> None:
        self.interaction.double(self.spot(point))

    def _move(self, point: MapPoint) -> None:
        spot, self._at = self.spot(point), point.position
        self.pointer.hide()
        self._hover(spot)
        if point.buttons & Qt.MouseButton.LeftButton:
            self.interaction.drag(spot)
            if getattr(self.interaction, "carried", False):
                self.picker.hide()
                at = QPointF(point.x, point.y)
                self.view.set_ghosts([(self.face(piece), at) for piece in self.stage.selected[:4]])
        else:
            self.interaction.hover(spot)

    def _release(self, point: MapPoint) -> None:
        self.view.set_ghosts([])
        self.interaction.release(self.spot(point))
        self.view.update()

    def _hover(self, spot: PointerSpot) -> None:
        """Say what is pointed at, if that is something else than before."""
        if (spot.cell, spot.piece) != self._over:
            self._over = (spot.cell, spot.piece)
            self.hovered.emit(None if spot.cell is None else spot)

    def hover_again(self) -> None:
        """Say anew what is pointed at: it may mean something else now."""
        cell, piece = self._over
        if cell is not None:
            piece = self._piece_at(cell, piece)
            self._over = (cell, piece)
            self.hovered.emit(PointerSpot(cell, piece))

    def _piece_at(self, cell: int, before: int | None) -> int | None:
        """Which piece of a cell is pointed at now: its counters may lie in another order than before."""
        there = self._order.get(cell, [])
        hit = None if self._at is None else self.view.counter_at(self._at)
        if hit is None or hit.cell != cell:
            return before if before in there else None
        return there[hit.index] if hit.index < len(there) else None

    def pointed_at(self) -> tuple[int, ...]:
        """The unit under the mouse, if there is one."""
        return () if self._over[1] is None else (self._over[1],)

    def stack_in_hand(self) -> tuple[int, ...]:
        """Everybody who stands with the first selected unit, or where the mouse points."""
        chosen = self.stage.selected
        return tuple(self.stage.pieces_in(self.stage.table.state.cell[chosen[0]] if chosen else self._over[0]))

    def _leave(self, cell: int | None) -> None:
        if cell is None:
            self.interaction.hover(PointerSpot(None, None))
            self._hover(PointerSpot(None, None))

    def _ask(self, point: MapPoint) -> None:
        if point.cell is not None:
            self.asked.emit(point.cell, self.view.mapToGlobal(point.position.toPoint()))

    # the keyboard

    def walk(self, key: int) -> None:
        """An arrow key: point at the next cell in its direction."""
        chosen = [self.stage.table.state.cell[piece] for piece in self.stage.selected]
        over = self.view.cell_at(QPointF(self.view.width() / 2, self.view.height() / 2))
        start = next((cell for cell in chosen if cell >= 0), 0 if over is None else int(over))
        cell = self.pointer.walk(key, start)
        self.show_cell(cell)
        self._at = None
        self.interaction.hover(PointerSpot(cell, None))
        self._hover(self._keyed(cell))
        self.view.update()

    def _keyed(self, cell: int) -> PointerSpot:
        """What the keyboard means by a cell: the uppermost counter in it."""
        there = self._order.get(cell, [])
        return PointerSpot(cell, there[-1] if there else None)

    def click(self) -> bool:
        """Enter: click where the keyboard points; False if it points nowhere."""
        cell = self.pointer.cell
        if cell is None:
            return False
        spot = self._keyed(cell)
        self.interaction.press(spot)
        self.interaction.release(spot)
        return True

    # from the tray

    def carry(self, piece: int, at: QPoint) -> None:
        """A counter of the tray hangs at the mouse."""
        point = QPointF(self.view.mapFromGlobal(at))
        inside = self.view.rect().contains(point.toPoint())
        self.interaction.hover(PointerSpot(self.view.cell_at(point) if inside else None, None))
        self.view.set_ghosts([(self.face(piece), self.view.to_map(point))] if inside else [])

    def drop(self, at: QPoint) -> int | None:
        """The counter was let go: the cell it fell into."""
        self.view.set_ghosts([])
        point = self.view.mapFromGlobal(at)
        return self.view.cell_at(point) if self.view.rect().contains(point) else None

    # showing things

    def point_at(self, cell: int) -> None:
        """Bring a cell into view and light it for a moment."""
        if cell is not None and cell >= 0:
            self.show_cell(cell)
            self.flights.flash([cell], "#f0b323")

    def show_cell(self, cell: int) -> None:
        """Bring a cell into view."""
        bring(self.view, cell)

    def seek(self, cells: Sequence[int]) -> None:
        """Bring the nearest of some cells into view if none is."""
        bring_one(self.view, cells)

    def show_cells(self, cells: Sequence[int]) -> None:
        """Bring several cells into view together, from farther off if need be."""
        bring_all(self.view, cells)
        self.flights.flash(sorted(set(cells)), "#f0b323")

    def show_entry(self, entry: Entry, *, bot: bool) -> None:
        """Show what an action did: counters slide, losses flash, dice fall."""
        table = self.stage.table
        flights = []
        for event in entry.events:
            if isinstance(event, PhaseBegan) and table.setting.side_of_phase(event) not in (None, self._trailing):
                self._trailing = None
            elif isinstance(event, UnitEliminated):
                self.flights.flash([event.origin], "#b3261e")
            elif isinstance(event, UnitPlaced):
                self.flights.flash([event.target], "#f0b323")
            elif isinstance(event, Relocation) and event.origin >= 0 and event.target >= 0:
                points = way(self.stage.scene, (event.origin, *(getattr(event, "path", ()) or (event.target,))))
                flights.append(CounterFlight(event.piece, self.face(event.piece), points))
                if bot and isinstance(event, UnitMoved):
                    self._leave_trail(entry.side, points)
        if flights and self.animate:
            self.flights.fly(flights, QUICK)
        self.aftermath.show(entry, by_hand=not bot)
        self.restack()

    def at_hand(self) -> list[int]:
        """The cells that the decision is about: where units can act, or those that can be clicked, or its battle."""
        state, field = self.stage.table.state, self.stage.battlefield
        if self.interaction.concern is not None:
            return [self.interaction.concern]
        own = [state.cell[piece] for piece in self.interaction.active() if state.cell[piece] >= 0]
        lit = self.interaction.lit(())
        return own or (sorted(lit) if len(lit) <= FEW else []) or ([] if field is None else [field])

    def _leave_trail(self, side: int, points: tuple[QPointF, ...]) -> None:
        """Draw an arrow for a bot's move; the first of another side's turn wipes the last side's away."""
        if side != self._trailing:
            self._trailing = side
            self.trail.clear()
        self.trail.append((side_colour(self.stage.table, side), points))

    def say(self, text: str, *, linger: int = LINGER, about: Collection[int] = ()) -> None:
        """Say something about cells in a corner of the map for a while; 0 milliseconds: until more is said."""
        self._about = tuple(about)
        self.caption.say(text, linger)
        if text:
            self.place_caption()

    def place_caption(self) -> None:
        """Stand in the corner where the fewest counters are hidden."""
        cells = (*self.stage.table.state.stacks, *self._about * 100)
        self.caption.place(cells, None if self.result.isHidden() else self.result.geometry())

    def clear(self) -> None:
        """Take away whatever tells of things that are taken back, or that were shown of another moment."""
        self.flights.stop()
        for card in (self.picker, self.result):
            card.hide()
        self.forget_trail()
        self.say("")

    def forget_trail(self) -> None:
        """Draw the bot's arrows no longer."""
        self.trail.clear()
        self.view.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the cards in their places when the map is resized."""
        if event.type() == QEvent.Type.Resize:
            self.result.place()
            self.aftermath.make_way()
            self.picker.hide()
            self.place_caption()
        return super().eventFilter(watched, event)

    # drawing

    def _draw_under(self, painter: QPainter, scale: float) -> None:
        for kind in OVERLAYS:
            if kind.key in self.shown:
                kind.draw(painter, self.stage)
        for colour, points in self.trail:
            arrow(painter, points, colour, 0.1)
        if self.stage.watched is None:
            self.interaction.draw_under(painter, scale)
        self.flights.draw(painter, self.stage.scene)

    def _draw(self, painter: QPainter, scale: float) -> None:
        draw_flags(painter, self.stage, self.flags)
        draw_draws(painter, self.stage)
        draw_stores(painter, self.stage)
        draw_cell_badges(painter, self.stage)
        for kind in OVERLAYS:
            if kind.key in self.shown and kind.above is not None:
                kind.above(painter, self.stage)
        if self.advice:
            arrow(painter, self.advice, "#f0b323", 0.14, dashed=True)
        if self.stage.watched is None:
            self.interaction.draw(painter, scale)
            self.pointer.draw(painter)

    def _fly(self) -> None:
        if not getattr(self.interaction, "carried", False):
            self.view.set_ghosts(self.flights.ghosts)


def _weight(table: Table, own: int, piece: int) -> float:
    """How high an own unit lies in its stack: the strongest is seen; the enemy's lie as they lie."""
    known = table.side_of(piece) == own and table.state.counter[piece] is not None
    return table.face(piece).attack if known else 0.0
