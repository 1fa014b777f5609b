"""Units that may go one of several ways each: click the unit, then where it ends; or take a line of the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.paint.overlays import arrow, outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.harm import harm_by_rule
from designer.play.table.interactions.base import CHOICE, Ending, Interaction, ending_words, light
from designer.play.table.interactions.routes import path_of
from designer.play.table.interactions.shape import piece_in
from designer.play.table.interactions.together import all_of_them
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import say_action
from engine.ids import Cell
from engine.play import Game
from engine.rules.decision import Verdict, no
from engine.scenario.sentences import counted
from engine.state.actions import AdvanceUnit, AnyAction

_HEADINGS = {"advance": "Who advances?"}


class WayInteraction(Interaction):
    """Chooses a unit and one of its ways; one answer may be none of them."""

    hint = "Click one of the lit units, then the lit hex where it ends; or click a line of the list."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.ways: dict[int, list[AnyAction]] = {}
        self.none: AnyAction | None = None
        self._all: list[AnyAction] = []
        self._shown: AnyAction | None = None
        self._over: int | None = None
        self._pressed: PointerSpot | None = None
        self._kind = stage.decision.kind if stage.decision else ""
        self._panel = ChoicePanel(_HEADINGS.get(self._kind, "Choose a unit and its way"))
        self._panel.chosen.connect(self._choose)
        self._panel.pointed.connect(self._point)
        self.everybody = QPushButton("All")
        self.everybody.setToolTip("Let everybody go there for whom there is room; a double click takes a whole stack")
        self.everybody.clicked.connect(lambda: self.go_all(self._all))
        self._whole = QWidget()
        layout = QVBoxLayout(self._whole)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(0)
        above = QHBoxLayout()
        above.setContentsMargins(10, 0, 10, 0)
        above.addWidget(self.everybody)
        layout.addLayout(above)
        layout.addWidget(self._panel, 1)

    def refresh(self) -> None:
        """List every unit with every way."""
        self.ways, self.none = {}, None
        for action in self.stage.options:
            piece = piece_in(action)
            if piece is None:
                self.none = action
            else:
                self.ways.setdefault(piece, []).append(action)
        self._all = [action for found in self.ways.values() for action in found]
        self.stage.select([piece for piece in self.stage.selected if piece in self.ways][:1])
        goal = self._one_goal(self._all)
        self.everybody.setVisible(goal is not None)
        if goal is not None:
            self.everybody.setText(f"All to {self.stage.table.label(goal)}")
        self._list()
        self.stage.offered.emit()

    def _one_goal(self, ways: Sequence[AnyAction]) -> int | None:
        """The one hex to which several units may go, each by one way alone: then nothing else is to be decided."""
        goals = {path_of(way)[-1] for way in ways}
        alone = len({piece_in(way) for way in ways}) == len(ways)
        return goals.pop() if len(goals) == 1 and len(ways) > 1 and alone else None

    def go_all(self, ways: Sequence[AnyAction]) -> None:
        """Let several units go, as far as there is room; a first step that cannot be taken back is proposed."""
        if ways and self.stage.seals(ways[0]):
            self.commit(ways[0])
        else:
            self.stage.act_all(ways)

    def double(self, spot: PointerSpot) -> None:
        """Let a whole stack go to the one hex that is open to it."""
        there = set(self.stage.pieces_in(spot.cell))
        ways = [way for way in self._all if piece_in(way) in there]
        if self._one_goal(ways) is not None:
            self.go_all(ways)

    def _list(self) -> None:
        """The ways of the selected unit, or of everybody."""
        chosen = self.stage.selected[:1]
        lines = [
            ChoiceLine(n, self._title(action), self._by(action), piece_in(action))
            for n, action in enumerate(self._all)
            if not chosen or piece_in(action) == chosen[0]
        ]
        self._panel.show_choices([*([] if chosen else self._for_all()), *lines], self.stage.table)
        self.stage.redraw.emit()

    def _for_all(self) -> list[ChoiceLine]:
        """Where several may go to one cell: all of them, as far as there is room; one cell alone has a button."""
        if self._kind != "advance" or self._one_goal(self._all) is not None:
            return []
        able: dict[int, set[int]] = {}
        for piece, found in self.ways.items():
            for action in found:
                able.setdefault(path_of(action)[-1], set()).add(piece)
        label = self.stage.table.label
        return [
            ChoiceLine(("all", cell), f"All {counted(len(pieces), 'unit')} to {label(cell)}, while there is room")
            for cell, pieces in able.items()
            if len(pieces) > 1
        ]

    def _title(self, action: AnyAction) -> str:
        piece = piece_in(action)
        assert piece is not None
        return f"{self.stage.name(piece)} to {self.stage.table.label(path_of(action)[-1])}"

    def _by(self, action: AnyAction) -> str:
        """The way there, and what harm comes of it."""
        *between, end = path_of(action)
        by = f"by {', '.join(self.stage.table.label(cell) for cell in between)}" if between else ""
        return ". ".join(filter(None, (by, self._harm(action, end))))

    def _harm(self, action: AnyAction, end: int) -> str:
        """That a rule harms whoever stands there when the phase ends, if it does."""
        piece = piece_in(action)
        harm = harm_by_rule(self.stage, [piece], end) if piece is not None and self._kind == "advance" else None
        return harm.why if harm is not None else ""

    def panel(self) -> QWidget:
        """The ways, and above them all at once where that is one answer."""
        return self._whole

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._panel.dress()

    def ending(self) -> Ending | None:
        """None of them, where that is an answer."""
        if self.none is None:
            return None
        if isinstance(self.none, AdvanceUnit):
            return Ending("Advance no more" if _advanced(self.stage.game) else "Do not advance", self.none)
        return Ending(ending_words(self.stage, self.none), self.none)

    def active(self) -> frozenset[int]:
        """Whoever may go."""
        return frozenset(self.ways)

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """Where anybody may end."""
        return frozenset(path_of(action)[-1] for action in self._open())

    def _open(self) -> list[AnyAction]:
        """The ways of the selected unit, or of everybody."""
        chosen = self.stage.selected[:1]
        return self.ways.get(chosen[0], []) if chosen else self._all

    def _choose(self, number: int | tuple[str, int]) -> None:
        self._panel.mark(number)
        if isinstance(number, int):
            self.commit(self._all[number])
            return
        goal = number[1]
        all_of_them(self.stage, lambda each: piece_in(each) is not None and path_of(each)[-1:] == (goal,))

    def _point(self, number: int | tuple[str, int] | None) -> None:
        self._shown = self._all[number] if isinstance(number, int) else None
        self.stage.redraw.emit()

    def take(self, piece: int) -> None:
        """Select a unit: its ways are lit."""
        self.stage.select((piece,))
        self._list()

    def _meant(self, spot: PointerSpot) -> int | None:
        """The unit that a click takes."""
        if spot.piece in self.ways:
            return spot.piece
        there = [piece for piece in self.stage.pieces_in(spot.cell) if piece in self.ways]
        return there[0] if len(there) == 1 and spot.piece is None else None

    def action_at(self, cell: int) -> AnyAction | None:
        """The one way that ends there, of the selected unit or of anybody."""
        ending = [action for action in self._open() if path_of(action)[-1] == cell]
        if self.stage.selected:
            return ending[0] if ending else None
        return ending[0] if len({piece_in(action) for action in ending}) == 1 else None

    def press(self, spot: PointerSpot) -> None:
        """Remember where."""
        self._pressed = spot

    def release(self, spot: PointerSpot) -> None:
        """Take the unit, or go where the click was."""
        start, self._pressed = self._pressed, None
        if start is None or spot.cell is None or start.cell != spot.cell:
            return
        meant, way = self._meant(spot), self.action_at(spot.cell)
        if meant is not None and meant not in self.stage.selected:
            self.take(meant)
        elif way is not None:
            self.commit(way)
        else:
            self.refuse(self.why_not(spot), spot.cell)

    def hover(self, spot: PointerSpot) -> None:
        """Show the way to the cell under the mouse."""
        if spot.cell != self._over:
            self._over = spot.cell
            self.stage.redraw.emit()

    def says(self, spot: PointerSpot) -> str:
        """Whom a click takes, or who goes there."""
        meant = self._meant(spot)
        if meant is not None and meant not in self.stage.selected:
            return f"Take {self.stage.table.full_name(meant)}"
        way = self.action_at(spot.cell) if spot.cell is not None else None
        return say_action(self.stage.view, way) if way is not None else ""

    def warns(self, spot: PointerSpot) -> Verdict | None:
        """That whoever would go there comes to harm."""
        way = self.action_at(spot.cell) if spot.cell is not None and self._kind == "advance" else None
        piece = piece_in(way) if way is not None else None
        return harm_by_rule(self.stage, [piece], path_of(way)[-1]) if way is not None and piece is not None else None

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Why nobody goes there."""
        if spot.cell is None or self.says(spot) or spot.cell in {path_of(way)[-1] for way in self._open()}:
            return None
        if self.stage.selected:
            name = self.stage.table.full_name(self.stage.selected[0])
            return no(f"{name} has no way to {self.stage.table.label(spot.cell)}.")
        there = next(iter(self.stage.pieces_in(spot.cell)), None)
        return None if there is None else no(f"{self.stage.table.full_name(there)} may not go anywhere now.")

    def confirm(self) -> bool:
        """Go to the cell under the mouse, or the only way there is."""
        way = self.action_at(self._over) if self._over is not None else None
        way = way or (self._open()[0] if len(self._open()) == 1 else None)
        if way is not None:
            self.commit(way)
        return way is not None

    def cancel(self) -> bool:
        """Drop the selection."""
        dropped = super().cancel()
        self._list()
        return dropped

    def step(self, forward: bool) -> None:
        """Take the next unit."""
        pieces = list(self.ways)
        if pieces:
            now = self.stage.selected[0] if self.stage.selected else None
            at = pieces.index(now) + (1 if forward else -1) if now in pieces else 0
            self.take(pieces[at % len(pieces)])
            self.stage.pointed.emit(self.stage.table.state.cell[self.stage.selected[0]])

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Light where units may end."""
        light(painter, self.stage, sorted(self.lit(())))

    def draw(self, painter: QPainter, _scale: float) -> None:
        """Ring the units, and draw the way pointed at."""
        state, scene = self.stage.table.state, self.stage.scene
        cells = {Cell(state.cell[piece]) for piece in self.ways if state.cell[piece] >= 0}
        outline_cells(painter, scene, cells, CHOICE, 0.07)
        shown = self._shown or (self.action_at(self._over) if self._over is not None else None)
        piece = piece_in(shown) if shown is not None else None
        if shown is not None and piece is not None and state.cell[piece] >= 0:
            arrow(painter, [scene.anchor(Cell(cell)) for cell in (state.cell[piece], *path_of(shown))], CHOICE, 0.12)


def _advanced(game: Game) -> bool:
    """Whether somebody has advanced already after this battle."""
    last = game.log[game.cursor - 1].action if game.cursor else None
    return isinstance(last, AdvanceUnit) and last.piece is not None
