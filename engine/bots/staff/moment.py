"""The moment of planning: a plan is made once, from the state as it then was, and found again from the log alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.game import Entry
from engine.play.view import View
from engine.rules.table import Table
from engine.state.actions import AddTarget, AnyAction, DeclareAttack, MoveStack, MoveUnit, WithdrawAttack
from engine.state.events import PhaseBegan, UnitMoved

FOLLOWED: dict[str, tuple[type[AnyAction], ...]] = {
    "move": (MoveUnit, MoveStack),
    "declare": (DeclareAttack, AddTarget, WithdrawAttack),
}
"""By kind of decision, the actions that carry out a plan; whatever else happens, dice above all, ends it."""


def moment(log: Sequence[Entry], side: int, kind: str, since: int = 0) -> int:
    """How many entries of the log lie before the plan of a decision; none of them after `since` ends it."""
    position = len(log)
    while position > since and follows(log[position - 1], side, kind):
        position -= 1
    return position


def follows(entry: Entry, side: int, kind: str) -> bool:
    """Whether an entry carries out a plan of this kind, so that the plan goes on behind it."""
    if entry.side != side or entry.action is None or entry.sealed:
        return False
    if not isinstance(entry.action, FOLLOWED.get(kind, ())) and not (kind == "move" and entry.action.aside):
        return False
    return not any(isinstance(event, PhaseBegan) for event in entry.events)


def phase_began(log: Sequence[Entry]) -> int:
    """How many entries of the log lie before the first decision of this phase."""
    position = len(log)
    while position > 1 and not any(isinstance(event, PhaseBegan) for event in log[position - 1].events):
        position -= 1
    return position


def rewound(view: View, entries: Sequence[Entry]) -> Table:
    """The table as it was before these last entries; nothing is copied where there are none."""
    if not entries:
        return view.table
    state = view.state.copy()
    for entry in reversed(entries):
        for event in reversed(entry.events):
            event.revert(state)
    return Table(view.setting, state, seed=0)


def left_behind(view: View, position: int) -> dict[int, set[int]]:
    """By unit, the cells that it had moved out of in this turn of its side before an entry; it does not go back."""
    found: dict[int, set[int]] = {}
    log = view.log()
    for number in range(position - 1, -1, -1):
        for event in reversed(log[number].events):
            if isinstance(event, PhaseBegan) and view.setting.side_of_phase(event) == 1 - view.side:
                return found
            if isinstance(event, UnitMoved) and view.table.side_of(event.piece) == view.side:
                found.setdefault(event.piece, set()).add(event.origin)
    return found
