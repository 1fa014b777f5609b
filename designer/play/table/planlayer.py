"""The plan drawn over the map, with the odds that its attacks would come to."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.paint.overlays import HEAD, arrow, cell_note, outline_cells
from designer.play.table.plan import TurnPlan
from designer.play.table.prospects import attackers_on, moved
from designer.play.table.stage import Stage
from engine.ids import Cell
from engine.scenario.sentences import counted, listed

COLOUR, ATTACK = "#6a3fa0", "#b3261e"
"""Planned ways, and planned attacks."""

LEGIBLE = 24
"""Pixels a cell from which odds can be read."""


def odds_of(stage: Stage, plan: TurnPlan) -> dict[int, str]:
    """The column of every planned attack, with everybody who would touch the cell; empty where nobody would."""
    key = ("plan", tuple(plan.moves.items()), tuple(plan.targets))
    return stage.kept(key, lambda: _reckon(stage, plan))


def _reckon(stage: Stage, plan: TurnPlan) -> dict[int, str]:
    view = moved(stage, plan.stands())
    found = {}
    for target in plan.targets:
        attackers = attackers_on(view.table, target, stage.view.side)
        known = bool(attackers) and bool(view.table.scenario.combat_tables)
        found[target] = view.forecast(target, attackers).column if known else ""
    return found


def plan_words(stage: Stage, plan: TurnPlan) -> str:
    """The plan in a line."""
    parts = [counted(len(plan.moves), "move")] if plan.moves else []
    for target, column in odds_of(stage, plan).items():
        parts.append(f"{stage.place(target)} at {column}" if column else f"{stage.place(target)}: nobody touches it")
    return f"Planned: {listed(parts)}." if parts else ""


def draw_plan(painter: QPainter, stage: Stage, plan: TurnPlan, scale: float) -> None:
    """Dashed arrows for the ways, a ring and the odds for the attacks."""
    scene, state = stage.scene, stage.table.state
    for piece, way in plan.moves.items():
        points = [scene.anchor(Cell(cell)) for cell in (state.cell[piece], *way) if cell >= 0]
        arrow(painter, points, COLOUR, 0.12, dashed=True)
    outline_cells(painter, scene, [Cell(cell) for cell in plan.targets], ATTACK, 0.09)
    for target, column in odds_of(stage, plan).items() if scale >= LEGIBLE else ():
        cell_note(painter, scene, Cell(target), column or "?", ATTACK, HEAD)
