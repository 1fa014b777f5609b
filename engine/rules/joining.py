"""Who may attack whom: the units that may join a battle, the cells it may be fought against, and who defends there."""

from __future__ import annotations

import msgspec

from engine.rules.combat import ATTACKED_CELL, CombatPhase, OddsCombat, phase_kind
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.movement import own_piece
from engine.rules.retreat import RETREATED
from engine.rules.table import Table
from engine.state import Status
from engine.state.tasks import Battle, DeclareBattles


def announced_first(table: Table) -> bool:
    """Whether all battles of this phase are announced before the first is fought."""
    rule = table.phase
    return not isinstance(rule, CombatPhase) or rule.announce


def attackers_of(table: Table, side: int) -> list[int]:
    """The pieces that may attack in this phase."""
    return table.cached_now(("attackers", side), lambda: _attackers_of(table, side))


def _attackers_of(table: Table, side: int) -> list[int]:
    rule, kind = table.phase, phase_kind(table)
    selector = rule.units if isinstance(rule, CombatPhase) else None
    asked = bool(table.answering("may_attack"))
    return [
        piece
        for piece in table.on_map(side)
        if not table.state.status[piece] & Status.FOUGHT
        and (selector is None or selector.matches(table.unit(piece)))
        and rule.admits(table, piece)
        and kind.able(table, piece)
        and (not asked or table.verdict("may_attack", piece))
    ]


def targets(table: Table, side: int) -> list[int]:
    """The enemy cells that some unit may attack."""
    return table.cached_now(("targets", side), lambda: _targets(table, side))


def _targets(table: Table, side: int) -> list[int]:
    kind = phase_kind(table)
    near = {cell for piece in attackers_of(table, side) for cell in kind.within(table, piece)}
    return sorted(cell for cell in near if table.holder(cell) == 1 - side and not attacked(table, cell))


def attacked(table: Table, cell: int) -> bool:
    """Whether a cell, or everybody in it, has been attacked in this phase."""
    if table.mechanism(OddsCombat).once == "cells":
        return table.marked(ATTACKED_CELL, cell)
    seen = [piece for piece in table.garrison(cell) if piece not in table.unseen]  # others lie in each other's places
    return all(table.state.status[piece] & Status.ATTACKED for piece in seen)


def judge_attack(table: Table, task: DeclareBattles, piece: int, target: int) -> Verdict:
    """Whether a unit may join the battle against a cell."""
    rule = table.mechanism(OddsCombat)
    verdict = own_piece(table, task.side, piece)
    if not verdict:
        return verdict
    if piece not in attackers_of(table, task.side):
        if table.state.status[piece] & Status.FOUGHT:
            done = "attacked" if phase_kind(table).contested else "fired"
            return no(f"{table.full_name(piece)} has {done} in this phase.", rule.case("once"))
        if not (verdict := _may_attack(table, piece)):
            return verdict
        return no(f"{table.full_name(piece)} may not attack in this phase.", table.phase.case("who"))
    if any(piece in battle.attackers for battle in task.battles):
        return no(f"{table.full_name(piece)} is already committed to a battle.", rule.case("once"))
    if table.holder(target) != 1 - task.side:
        return no("There is no enemy to attack there.", rule.case("target"))
    if attacked(table, target):
        done = "attacked" if phase_kind(table).contested else "fired at"
        return no(f"{table.label(target)} has been {done} in this phase.", rule.case("once"))
    here = table.state.cell[piece]
    for cell in _cells_of(task, target):
        verdict = touches(table, piece, cell)
        if not verdict:
            return verdict
    together = next((battle for battle in task.battles if target in battle.targets), None)
    if together is not None and not (verdict := phase_kind(table).joins(table, piece, together)):
        return verdict
    if not (verdict := table.verdict("may_target", piece, target)):
        return verdict
    if rule.one_per_hexside and _hexside_taken(table, task, here, target):
        return no("Another unit already attacks through that hexside.", rule.case("hexside-limit"))
    return LEGAL


def _may_attack(table: Table, piece: int) -> Verdict:
    """Whether the phase, its kind of battle and other rules let a unit attack now, or why not."""
    verdict = table.phase.admits(table, piece)
    verdict = phase_kind(table).able(table, piece) if verdict else verdict
    return table.verdict("may_attack", piece) if verdict else verdict


def _cells_of(task: DeclareBattles, target: int) -> tuple[int, ...]:
    """All cells of the battle that a cell belongs to."""
    return next((battle.targets for battle in task.battles if target in battle.targets), (target,))


def touches(table: Table, piece: int, target: int) -> Verdict:
    """Whether a unit can attack a cell from where it stands, in the kind of battle that is fought in this phase."""
    return phase_kind(table).touches(table, piece, target)


def judge_wider(table: Table, task: DeclareBattles, target: int, other: int) -> Verdict:
    """Whether a battle may be fought against another cell too."""
    rule = table.mechanism(OddsCombat)
    battle = next((battle for battle in task.battles if battle.target == target), None)
    if battle is None or not rule.several:
        return no("No battle can be fought against another cell too.", rule.case("several"))
    if any(other in each.targets for each in task.battles):
        return no(f"{table.label(other)} is attacked already.", rule.case("several"))
    if table.holder(other) != 1 - task.side or attacked(table, other):
        return no("There is no enemy to attack there.", rule.case("target"))
    return next((verdict for piece in battle.attackers if not (verdict := touches(table, piece, other))), LEGAL)


def standing(table: Table, battle: Battle) -> Battle:
    """A battle with everybody who would defend if it were fought now."""
    defenders = tuple(piece for target in battle.targets for piece in _defenders(table, target))
    return msgspec.structs.replace(battle, defenders=defenders)


def _defenders(table: Table, cell: int) -> list[int]:
    """Who defends a cell: where nobody does so twice, nobody who retreated there while others stand in it either."""
    if table.mechanism(OddsCombat).once == "cells":
        return list(table.garrison(cell))
    stack = [piece for piece in table.garrison(cell) if not table.state.status[piece] & Status.ATTACKED]
    return [piece for piece in stack if not table.marked(RETREATED, piece)] or stack


def _hexside_taken(table: Table, task: DeclareBattles, here: int, target: int) -> bool:
    return any(
        target in battle.targets and any(table.state.cell[other] == here for other in battle.attackers)
        for battle in task.battles
    )
