"""Endings that nothing can bring about: more asked than there is, limits that exclude each other, others before it."""

from __future__ import annotations

from engine.errors import Problem
from engine.records import Rows
from engine.records.board import Place
from engine.records.counters import Unit
from engine.records.play import AllOf, AnyCondition, AnyOf, HasPoints, HoldsPlaces, MechanismRow, Victory
from engine.rules.mechanism import Mechanism
from engine.rules.special_arrivals import PricedArrivals
from engine.scenario.sentences import counted
from engine.systems.catalogue import all_mechanisms

_EARLY = {"always": 0, "turn": 1, "end": 2}
"""How soon an ending is looked at; one that is looked at each turn is looked at after the last one too."""


def check_victory(rows: Rows) -> list[Problem]:
    """A warning for every ending that cannot come, once there is anybody to bring it about."""
    found: list[Problem] = []
    if not rows.all(Unit):
        return found
    certain: Victory | None = None
    for row in sorted(rows.all(Victory), key=lambda row: row.position):
        why = _never(rows, row.condition)
        if not why and certain is not None and _EARLY[row.when] >= _EARLY[certain.when]:
            why = f"“{certain.name}” comes before it and always holds"
        if why:
            message = f"nothing can bring this about: {why}"
            found.append(Problem(message, "victory", (row.victory,), "condition", "warning"))
        elif certain is None and _always(row.condition):
            certain = row
    return found


def _always(condition: AnyCondition) -> bool:
    """Whether a condition asks for nothing."""
    if isinstance(condition, AllOf):
        return all(map(_always, condition.parts))
    if isinstance(condition, HoldsPlaces):
        return condition.at_least == 0 and condition.at_most < 0
    return isinstance(condition, AnyOf) and any(map(_always, condition.parts))


def _never(rows: Rows, condition: AnyCondition) -> str:
    """Why a condition can never hold; nothing if it can, as far as can be seen."""
    match condition:
        case AllOf():
            return next((why for part in condition.parts if (why := _never(rows, part))), "") or _clash(rows, condition)
        case AnyOf():
            whys = [_never(rows, part) for part in condition.parts]
            return (whys[0] if whys else "it lists no way to hold") if all(whys) else ""
        case HasPoints():
            return _no_points(rows, condition)
        case HoldsPlaces():
            return _no_places(rows, condition)
        case _:
            return ""


def _no_points(rows: Rows, condition: HasPoints) -> str:
    if condition.at_most is not None and condition.at_most < condition.at_least:
        return f"at least {condition.at_least:g} points and at most {condition.at_most:g} exclude each other"
    return "no mechanism of this scenario gives points" if condition.at_least > 0 and not _scored(rows) else ""


def _scored(rows: Rows) -> bool:
    kinds = all_mechanisms()
    used = [kinds[row.mechanism] for row in rows.all(MechanismRow) if row.mechanism in kinds]
    return any(kind is PricedArrivals or kind.score is not Mechanism.score for kind in used)


def _meant(rows: Rows, condition: HoldsPlaces) -> int:
    return sum(
        (not condition.kinds or place.kind in condition.kinds)
        and (not condition.places or place.place in condition.places)
        and (not condition.owned_at_start_by or place.owner == condition.owned_at_start_by)
        for place in rows.all(Place)
    )


def _no_places(rows: Rows, condition: HoldsPlaces) -> str:
    there = _meant(rows, condition)
    if condition.at_least > there:
        asked = counted(condition.at_least, "place")
        return f"it asks for {asked}, and there {'is' if there == 1 else 'are'} {there}"
    if 0 <= condition.at_most < condition.at_least:
        return f"at least {condition.at_least} and at most {condition.at_most} exclude each other"
    return ""


def _clash(rows: Rows, condition: AllOf) -> str:
    """Parts that ask for more and for less of the same places."""
    parts = [part for part in condition.parts if isinstance(part, HoldsPlaces)]
    for part in parts:
        for other in parts:
            same = (part.side, part.kinds, part.places, part.owned_at_start_by) == (
                other.side,
                other.kinds,
                other.places,
                other.owned_at_start_by,
            )
            least = _meant(rows, part) if part.at_least < 0 else part.at_least
            if same and 0 <= other.at_most < least:
                return f"at least {least} and at most {other.at_most} of the same places exclude each other"
    return ""
