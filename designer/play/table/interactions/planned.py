"""The battles that are announced or about to be, and how they are drawn."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.paint.overlays import HEAD, arrow, cell_note
from designer.play.table.interactions.base import TARGET
from designer.play.table.stage import Stage
from engine.ids import Cell
from engine.play import Game
from engine.state.events import BattleFought, PhaseBegan
from engine.state.tasks import Battle


def planned(stage: Stage) -> list[Battle]:
    """The battles that are announced or about to be."""
    agenda = stage.table.state.agenda
    found: tuple[Battle, ...] = getattr(agenda[-1], "battles", ()) if agenda else ()
    return list(found)


def fought_in_phase(game: Game) -> bool:
    """Whether a battle was fought since this phase began."""
    for entry in reversed(game.log[: game.cursor]):
        for event in reversed(entry.events):
            if isinstance(event, BattleFought | PhaseBegan):
                return isinstance(event, BattleFought)
    return False


def draw_battles(painter: QPainter, stage: Stage, battles: list[Battle], scale: float) -> None:
    """An arrow from every attacker, and the odds in the cell attacked."""
    scene, state = stage.scene, stage.table.state
    for battle in battles:
        goal = scene.anchor(Cell(battle.target))
        for cell in dict.fromkeys(state.cell[piece] for piece in battle.attackers):
            start = scene.anchor(Cell(cell))
            arrow(painter, [start + (goal - start) * 0.3, start + (goal - start) * 0.68], TARGET, 0.15)
        if scale >= 24:
            cell_note(painter, scene, Cell(battle.target), stage.column(battle.target, battle.attackers), TARGET, HEAD)
