"""Variants: what a scenario that stands on another one takes over from it, and what is its own."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from engine.records.base import Record
from engine.records.changes import Change
from engine.records.play import ScenarioRow

NAMES = frozenset({"title", "subtitle", "family"})
"""What every variant has to itself: it would not be told apart from its parent otherwise."""


def inherited(parent: Record | None, own: Record | None) -> Record | None:
    """The row of a variant as it is when it is all as in the parent; None where there is none."""
    if isinstance(parent, ScenarioRow) and isinstance(own, ScenarioRow):
        return replace(parent, **{name: getattr(own, name) for name in NAMES})
    return parent


def taken(change: Change, own: Record | None) -> Change | None:
    """What a change of the parent comes to in a variant that has this row; None where it is the variant's own.

    Of the row that says what a scenario is, every column counts by itself: a title of its own is no turn limit.
    """
    if isinstance(own, ScenarioRow):
        after: Record | None = _blended(change, own)
    elif own == change.before:
        after = change.after
    else:
        return None
    return Change(change.table, change.key, own, after) if after != own else None


def _blended(change: Change, own: ScenarioRow) -> ScenarioRow:
    assert change.before is not None and change.after is not None
    before, after = asdict(change.before), asdict(change.after)
    moved = {
        name: value
        for name, value in after.items()
        if name not in NAMES and before[name] != value and before[name] == getattr(own, name)
    }
    return replace(own, **moved)
