"""Setting up by hand: units go anywhere in their zones, lay-outs are taken over, and what must be manned is counted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from designer.paint.faces import CounterFace
from designer.paint.overlays import outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.faces import piece_face
from designer.play.table.interactions.base import WARN, Ending, light
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import say_action
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.rules.free_setup import FreeSetUp, TakeUp
from engine.rules.quotas import Quota, Requirement
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Done, PlaceUnit

LEAST = 130
"""Pixels that the tray has however little room there is."""


class DeployInteraction(PlaceInteraction):
    """A tray as in any set-up; whoever stands already can be moved again, or taken back to the tray."""

    hint = "Click a counter, then a lit hex. Drag a unit on the map to move it again, Ctrl+click it to take it back."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.tray.heading.setText("To be set up")
        self.layouts: list[AnyAction] = []
        self.prepared = QPushButton("Prepared lay-outs")
        self.prepared.setToolTip("Set an area or the whole side up as it was prepared; undo takes it back")
        self.prepared.setMenu(QMenu(self.prepared))
        self.needs: list[Requirement] = []
        self.wanted = ChoicePanel("Requirements", shares=True)
        self.wanted.chosen.connect(self._show_need)
        self.wanted.pointed.connect(self._light_need)
        self._shown: tuple[str, int] = ("", -1)
        self._led = True
        """Whether the map was led to the place that is shown; one that came up by itself is still to be gone to."""
        self._lit: tuple[int, ...] = ()
        self._set_down: tuple[int, int] | None = None
        """The unit that is being set down, and its place in the tray."""
        self._all = QWidget()
        layout = QVBoxLayout(self._all)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.prepared, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.tray, 3)
        layout.addWidget(self.wanted, 1)
        self.wanted.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.tray.setMinimumHeight(LEAST)

    def refresh(self) -> None:
        """See who is left, which lay-outs are offered, and what must still be manned."""
        groups = self.stage.options.groups
        self._pieces = [group.subject for group in groups if group.subject is not None]
        self.layouts = [action for action in self.stage.options.of(None) if not isinstance(action, Done)]
        self._offer_layouts()
        self.tray.heading.setText("To be set up" if self._pieces else "Everybody is set up")
        self._list_needs()
        self.take(self._next_in_hand())

    def _next_in_hand(self) -> int | None:
        """Whoever is in hand; after it was set down, another of its pool or the next of the tray."""
        first = next(iter(self._pieces), None)
        if self._set_down is None:
            kept = self.held is not None and (self.held in self._pieces or self._stands(self.held))
            return self.held if kept else first
        (unit, at), pieces = self._set_down, self.stage.table.scenario.pieces
        alike = [piece for piece in self._pieces if pieces[piece].pool and pieces[piece].pool == pieces[unit].pool]
        return next(iter([*alike, *self._pieces[at:]]), first)

    def put(self, cell: int) -> None:
        """Set the counter in hand down in a cell; it is let go, or the next click would move it on."""
        if self.held is not None and cell in self.cells:
            self._set_down = (self.held, self._pieces.index(self.held) if self.held in self._pieces else 0)
        super().put(cell)
        self._set_down = None

    def _offer_layouts(self) -> None:
        """Put what can be taken over into the menu of its button."""
        menu = self.prepared.menu()
        menu.clear()
        for layout in self.layouts:
            menu.addAction(say_action(self.stage.view, layout)).triggered.connect(self._taker(layout))
        self.prepared.setVisible(bool(self.layouts))

    def _taker(self, layout: AnyAction) -> Callable[[], object]:
        return lambda: self.commit(layout)

    def _list_needs(self) -> None:
        """List what must be manned as it stands, whatever is open first."""
        table, rule = self.stage.table, self.stage.table.setting.by_key(FreeSetUp.key)
        found = rule.requirements(table, self.stage.view.side) if isinstance(rule, FreeSetUp) else []
        before = [cells for need in self.needs if need.quota.name == self._shown[0] for cells, _ in need.open]
        self.needs = sorted(found, key=lambda need: not need.open)
        lines = [ChoiceLine(number, need.words()) for number, need in enumerate(self.needs)]
        self.wanted.show_choices(lines, table)
        self.wanted.setVisible(bool(lines))
        shown = next((need for need in self.needs if need.quota.name == self._shown[0]), None)
        if shown is not None and not shown.open:
            self._show_need(self.needs.index(shown))
        elif shown is not None:
            self._go_on(shown, before)

    def _go_on(self, need: Requirement, before: list[tuple[int, ...]]) -> None:
        """Light the next place that is open when the one that was lit is manned; the map stays where it is."""
        now, at = [cells for cells, _ in need.open], before.index(self._lit) if self._lit in before else 0
        if self._lit in now:
            return
        following = [now.index(cells) for cells in (*before[at:], *before[:at]) if cells in now]
        self._light_open(need, next(iter(following), 0))
        self._led = False

    def _show_need(self, number: int) -> None:
        """Lead to a place that is still open; another click leads to the next."""
        need, (name, last) = self.needs[number], self._shown
        if not need.open:
            self._shown, self._lit = ("", -1), ()
            self.stage.said.emit(self.stage.words(f"{need.words()}."))
            self.stage.redraw.emit()
            return
        at = (last + self._led if name == need.quota.name else 0) % len(need.open)
        self._led = True
        self.stage.pointed.emit(need.open[at][0][0])
        self._light_open(need, at)

    def _light_open(self, need: Requirement, at: int) -> None:
        """Light a place that is still open, and say what it takes; when it is manned, the next is lit by itself."""
        cells, lack = need.open[at]
        self._shown, self._lit = (need.quota.name, at), cells
        more = f", {at + 1} of {len(need.open)}" if len(need.open) > 1 else ""
        takes = f"{self._where(need.quota, cells)} still takes {counted(lack, 'unit')}"
        self.stage.said.emit(self.stage.words(f"{need.quota.name}{more}: {takes}."))
        self.stage.redraw.emit()

    def _where(self, quota: Quota, cells: tuple[int, ...]) -> str:
        """A part of what a quota speaks of: a hex, one of two, a column."""
        first = self.stage.place(cells[0])
        if len(cells) == 1:
            return first
        if quota.each == "column":
            return f"the column of {first}"
        return f"{first} or {self.stage.place(cells[1])}" if quota.each == "pair" else f"{first} with all around it"

    def _light_need(self, number: int | None) -> None:
        """Light whatever is open of the line pointed at; nothing pointed at: the place shown last."""
        if number is not None:
            self._lit = tuple(cell for cells, _ in self.needs[number].open for cell in cells)
            self.stage.redraw.emit()

    def draw_under(self, painter: QPainter, scale: float) -> None:
        """The lit hexes, and over them what is still open."""
        super().draw_under(painter, scale)
        light(painter, self.stage, list(self._lit), WARN)
        outline_cells(painter, self.stage.scene, [Cell(cell) for cell in self._lit], WARN, 0.12)

    def _stands(self, piece: int) -> bool:
        table = self.stage.table
        return table.state.cell[piece] >= 0 and table.side_of(piece) == self.stage.view.side

    def take(self, piece: int | None) -> None:
        """Take a counter in hand, from the tray or from the map."""
        super().take(piece)
        if piece is not None and self._stands(piece):
            self.cells = {cell: PlaceUnit(piece, cell) for cell in self._open(piece)}
            self.stage.select([piece])
            self.stage.redraw.emit()

    def _open(self, piece: int) -> list[int]:
        """Where a unit that stands may stand as well."""
        rule, table = self.stage.table.setting.by_key(FreeSetUp.key), self.stage.table
        zones = rule.zones_for(table, piece) if isinstance(rule, FreeSetUp) else []
        cells = sorted({cell for _, found in zones for cell in found} - {table.state.cell[piece]})
        return [cell for cell in cells if self.stage.judge(PlaceUnit(piece, cell))]

    def _coming(self, piece: int) -> CounterFace:
        """Units are set up as they are."""
        return piece_face(self.stage.table, piece, marks=False)

    def _words(self, piece: int) -> tuple[str, str, str]:
        """As in any tray; a counter that stands for many like it says how many are left."""
        caption, below, tip = super()._words(piece)
        rule, table = self.stage.table.setting.by_key(FreeSetUp.key), self.stage.table
        if not table.scenario.pieces[piece].pool or not isinstance(rule, FreeSetUp):
            return caption, below, tip
        left = sum(rule.wanted(table, zone) for zone, _ in rule.zones_for(table, piece))
        return caption, f"{left} left", f"{tip}: {left} left to set up"

    def panel(self) -> QWidget:
        """Lay-outs, the tray, and what the set-up must meet."""
        return self._all

    def dress(self) -> None:
        """Take the colours of the theme."""
        super().dress()
        self.wanted.dress()

    def ending(self) -> Ending:
        """The set-up ends when its owner says so; what stands in the way is said."""
        verdict = self.stage.judge(Done())
        return Ending("End set-up", Done(), verdict.why, ready=bool(verdict) and not self._pieces)

    def active(self) -> frozenset[int]:
        """Whoever stands: all of them may be moved again."""
        return frozenset(self.stage.table.on_map(self.stage.view.side))

    def _again(self, spot: PointerSpot) -> int | None:
        """The unit that a click takes up: never where the counter in hand may go."""
        return spot.piece if spot.piece is not None and self._stands(spot.piece) else None

    def release(self, spot: PointerSpot) -> None:
        """Set the counter down, take one up to move it, or take it back to the tray."""
        again, start = self._again(spot), self._pressed
        if start is not None and spot.cell is not None and self._carries(start, spot):
            self._pressed = None
            self.take(start.piece)
            self.put(spot.cell)
        elif again is not None and spot.ctrl:
            self._pressed = None
            self.commit(TakeUp((again,)))
        elif again is not None and again != self.held and spot.cell not in self.cells:
            self._pressed = None
            self.take(again)
        else:
            super().release(spot)

    def _carries(self, start: PointerSpot, spot: PointerSpot) -> bool:
        """Whether a unit that stands was dragged to another cell."""
        return start.piece is not None and self._stands(start.piece) and spot.cell != start.cell

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        again = self._again(spot)
        if again is None or spot.cell in self.cells:
            return super().says(spot)
        if again == self.held:
            return f"{self.stage.called(again)} is in hand: click a lit hex to move it; Ctrl+click takes it back"
        return f"Take {self.stage.table.full_name(again)} to move it; Ctrl+click takes it back"

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Why the counter in hand may not stand there."""
        again = self._again(spot)
        return None if again is not None and again == self.held else super().why_not(spot)
