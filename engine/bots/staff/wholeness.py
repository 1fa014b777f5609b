"""Divisions that are worth more whole: who goes on after a battle so that none is parted or joined by strangers."""

from __future__ import annotations

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.force import Group, gathered, worth_more_together
from engine.bots.staff.plan import Rated
from engine.rules.advance import eligible, ways
from engine.rules.stacking import broken_limit
from engine.rules.table import Table
from engine.state.tasks import AdvanceAfterCombat


def kept_whole(look: Assessment, piece: int, target: int) -> Rated | None:
    """What speaks against an advance, or for following the others, because of a division; None: nothing."""
    table, task = look.table, look.table.state.agenda[-1]
    assert isinstance(task, AdvanceAfterCombat)
    mates = look.kept(("mates", piece), lambda: _mates(table, task, piece))
    where, name = look.label(target), table.full_name(piece)
    ahead = {table.state.cell[mate] for mate in mates if mate in task.advanced}
    if ahead:
        if target not in ahead:
            return 0.1, lambda: f"{name} would leave its division"
        return 2.0, lambda: f"{name} follows its division to {where}"
    there = [other for other in table.stack(target) if table.side_of(other) == look.side]
    if mates and not _all_can(table, task, (piece, *mates), target, there):
        return 0.1, lambda: f"the division of {name} cannot go to {where} as a whole"
    if there and _is_whole(table, task, there):
        return 0.1, lambda: f"a whole division stands by itself at {where}"
    return None


def _mates(table: Table, task: AdvanceAfterCombat, piece: int) -> Group:
    """The other units of a victor's division that won the battle with him, if all of it did and was together."""
    formation = table.unit(piece).formation
    won = (*eligible(table, task, table.side_of(piece)), *task.advanced)
    members = [other for other in won if formation and table.unit(other).formation == formation]
    if len(members) < 2 or not worth_more_together(gathered(table, tuple(members)), members):
        return ()
    return tuple(other for other in members if other != piece)


def _all_can(table: Table, task: AdvanceAfterCombat, group: Group, target: int, there: list[int]) -> bool:
    """Whether all units of a division may go to a cell where nobody else stands."""
    if there or broken_limit(table, list(group), target) is not None:
        return False
    return all(any(one.path[-1:] == (target,) for one in ways(table, task, piece)) for piece in group)


def _is_whole(table: Table, task: AdvanceAfterCombat, pieces: list[int]) -> bool:
    """Whether the units in a cell are a division that is worth more whole, or one that is on its way there."""
    return (len(pieces) > 1 and worth_more_together(table, pieces)) or any(_mates(table, task, one) for one in pieces)
