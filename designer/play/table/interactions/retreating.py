"""Retreats: the legal ways are lit; click where the unit ends, or narrow the ways cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import arrow, outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.interactions.base import CHOICE, WARN, Interaction, light
from designer.play.table.interactions.routes import Path, path_of
from designer.play.table.interactions.together import all_of_them
from designer.play.table.stage import PointerSpot, Stage
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, RetreatUnit
from engine.state.tasks import RetreatUnits


class RetreatInteraction(Interaction):
    """Chooses one of the ways of a unit; where several end in one cell, the first cell is clicked first."""

    hint = "Click the hex where the unit ends. Click a hex on the way first to choose between paths."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.ways: list[AnyAction] = []
        self._via: Path = ()
        self._pointed: int | None = None
        self._over: int | None = None
        self._panel = ChoicePanel("Ways to retreat")
        self._panel.chosen.connect(self._choose)
        self._panel.pointed.connect(self._point)

    def refresh(self) -> None:
        """List the ways."""
        self.ways = [action for action in self.stage.options if path_of(action)]
        self._via = ()
        decision = self.stage.decision
        if decision is not None and decision.subject is not None:
            self.stage.select((decision.subject,))
        self._list()

    def _list(self) -> None:
        table, shown = self.stage.table, [(n, way) for n, way in enumerate(self.ways) if self._fits(way)]
        lines = [
            ChoiceLine(n, f"To {table.label(path_of(way)[-1])}", self._by(way), getattr(way, "piece", None))
            for n, way in shown
        ]
        if (many := len(self._mates())) > 1:
            lines += [
                ChoiceLine(way, f"All {counted(many, 'unit')} to {table.label(path_of(way)[-1])}", self._by(way))
                for _, way in shown
            ]
        self._panel.show_choices(lines, table)

    def _mates(self) -> frozenset[int]:
        """Whoever retreats from the same cell after this unit, and it."""
        table, subject = self.stage.table, getattr(self.stage.decision, "subject", None)
        task = table.state.agenda[-1] if table.state.agenda else None
        if subject is None or not isinstance(task, RetreatUnits):
            return frozenset()
        here = table.state.cell[subject]
        return frozenset(piece for piece in task.pieces if table.stands(piece) and table.state.cell[piece] == here)

    def _choose(self, chosen: int | AnyAction) -> None:
        """Let the unit go, or all that retreat with it as far as they can go that way."""
        if isinstance(chosen, int):
            self.commit(self.ways[chosen])
            return
        mates, way = self._mates(), path_of(chosen)
        all_of_them(self.stage, lambda each: getattr(each, "piece", None) in mates and path_of(each) == way)

    def _by(self, way: AnyAction) -> str:
        between = path_of(way)[:-1]
        return f"by {', '.join(self.stage.table.label(cell) for cell in between)}" if between else ""

    def _fits(self, way: AnyAction) -> bool:
        return path_of(way)[: len(self._via)] == self._via

    def _fitting(self) -> list[AnyAction]:
        return [way for way in self.ways if self._fits(way)]

    def panel(self) -> QWidget:
        """The ways."""
        return self._panel

    def _point(self, number: int | AnyAction | None) -> None:
        self._pointed = number if isinstance(number, int) or number is None else self.ways.index(number)
        self.stage.redraw.emit()

    def release(self, spot: PointerSpot) -> None:
        """End there if one way does, or go on by there."""
        if spot.cell is None:
            return
        ending = [way for way in self._fitting() if path_of(way)[-1] == spot.cell]
        passing = [way for way in self._fitting() if spot.cell in path_of(way)[len(self._via) : -1]]
        if ending:
            self.commit(ending[0])
        elif passing:
            way = path_of(passing[0])
            self._via = way[: way.index(spot.cell) + 1]
            self._list()
            self.stage.redraw.emit()
        else:
            self.refuse(self.why_not(spot), spot.cell)

    def cancel(self) -> bool:
        """Show all ways again."""
        narrowed = bool(self._via)
        self._via = ()
        self._list()
        self.stage.redraw.emit()
        return narrowed

    def confirm(self) -> bool:
        """Take the way pointed at, the way to the cell under the mouse, or the only one."""
        over = self.action_at(self._over) if self._over is not None else None
        found = [self.ways[self._pointed]] if self._pointed is not None else [over] if over else self._fitting()
        if len(found) != 1:
            return False
        self.commit(found[0])
        return True

    def step(self, forward: bool) -> None:
        """Point at the next way."""
        if self.ways:
            self._pointed = ((-1 if self._pointed is None else self._pointed) + (1 if forward else -1)) % len(self.ways)
            self.stage.redraw.emit()

    def hover(self, spot: PointerSpot) -> None:
        """Show the way to the cell under the mouse."""
        if spot.cell != self._over:
            self._over = spot.cell
            self.stage.redraw.emit()

    def says(self, spot: PointerSpot) -> str:
        """Retreat to there, or by there."""
        decision = self.stage.decision
        if decision is None or decision.subject is None:
            return ""
        name = self.stage.table.full_name(decision.subject)
        if any(path_of(way)[-1] == spot.cell for way in self._fitting()):
            return f"Retreat {name} to here"
        return f"Retreat {name} by here" if any(spot.cell in path_of(way) for way in self._fitting()) else ""

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """The judge's word on ending there."""
        decision = self.stage.decision
        if decision is None or decision.subject is None or spot.cell is None or self.says(spot):
            return None
        return self.stage.judge(RetreatUnit(decision.subject, (spot.cell,)))

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._panel.dress()

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """The cells of every way."""
        return frozenset(cell for way in self.ways for cell in path_of(way))

    def action_at(self, cell: int) -> AnyAction | None:
        """The way that ends there."""
        return next((way for way in self._fitting() if path_of(way)[-1] == cell), None)

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Light the ends, and dimmer the cells on the way."""
        ways = [path_of(way) for way in self._fitting()]
        light(painter, self.stage, sorted({cell for way in ways for cell in way[:-1]}), WARN)
        light(painter, self.stage, sorted({way[-1] for way in ways}))

    def draw(self, painter: QPainter, _scale: float) -> None:
        """The way pointed at."""
        shown = self.ways[self._pointed] if self._pointed is not None else self.action_at(self._over or -1)
        if self._via:
            outline_cells(painter, self.stage.scene, [Cell(cell) for cell in self._via], "#f0b323", 0.07)
        decision = self.stage.decision
        if shown is not None and decision is not None and decision.subject is not None:
            start = self.stage.table.state.cell[decision.subject]
            points = [self.stage.scene.anchor(Cell(cell)) for cell in (start, *path_of(shown))]
            arrow(painter, points, CHOICE, 0.12)
