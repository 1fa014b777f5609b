"""Harm: what comes, when the phase ends, of units that stay where they are about to go."""

from __future__ import annotations

from collections.abc import Sequence

from designer.play.table.crowding import crowd_to_be
from designer.play.table.stage import Stage
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table


def harm_to_be(stage: Stage, pieces: Sequence[int], cell: int) -> Verdict | None:
    """What is said of a move to a cell in which too many would stand, or some would come to harm by a rule."""
    crowd = crowd_to_be(stage, pieces, cell)
    return harm_by_rule(stage, pieces, cell) if crowd is None else crowd


def harm_by_rule(stage: Stage, pieces: Sequence[int], cell: int) -> Verdict | None:
    """What is said of units that would come to harm by a rule where they are about to go."""
    for rule in (*stage.table.answering("shunned"), *stage.table.answering("estranged")):
        for piece in pieces:
            harmful = rule.shunned(stage.table, piece)
            if (harmful is not None and harmful[cell]) or _beside_another_camp(stage.table, rule, piece, cell):
                case = next(iter(rule.cases.values()), "")
                return no(f"{rule.title}: {stage.called(piece)} comes to harm here when the phase ends.", case)
    return None


def _beside_another_camp(table: Table, rule: Mechanism, piece: int, cell: int) -> bool:
    """Whether a unit would stand with or beside one from whom a rule keeps it away."""
    camps = tuple(rule.estranged(table))
    if not any(piece in camp for camp in camps):
        return False
    near = {cell, *table.setting.neighbours[cell]}
    return any(table.state.cell[other] in near for camp in camps if piece not in camp for other in camp)
