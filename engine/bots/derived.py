"""A plan for a side that nobody wrote one for: from its victory conditions, and what its rules of play allow.

Who has to take places drives on them, closes pockets and guards what was won; who has to keep them holds them, draws a
line and gathers round the last; who has to do both does both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.bots.ground import parts_of
from engine.records import Rows
from engine.records.board import Place
from engine.records.counters import Side, Unit
from engine.records.play import Doctrine, HoldsPlaces, MechanismRow, Phase, Plan, Victory
from engine.rules.move_and_fight import MoveAndFightPhase
from engine.rules.overrun import Overrun
from engine.rules.special_arrivals import PricedArrivals
from engine.rules.supply import Supply

NAME = "From the victory conditions"

MANY = 120
"""Units of a scenario beyond which posts are not chosen together: that would take too long."""

Given = Mapping[str, tuple[float, Mapping[str, Any]]]
"""Rules by key, in order: weight and parameters."""

ATTACK: Given = {
    "muster": (1.0, {}),
    "campaign": (1.0, {"kill": 1.3, "fear": 0.6}),
    "drive": (0.7, {}),
    "hold": (3.0, {"early": 0.1}),
    "guard": (1.0, {"never": [], "stout": 1.0}),
    "pocket": (1.0, {}),
    "mop-up": (1.0, {}),
}
DEFENCE: Given = {
    "muster": (1.0, {}),
    "campaign": (1.0, {"kill": 1.5, "thrift": 3.0, "fear": 1.0, "final": 0.1, "least": 1.0}),
    "hold": (10.0, {"early": 0.2}),
    "line": (0.7, {"depth": 0.4}),
    "bastion": (2.0, {"places": 2, "worth": 1.0}),
    "poise": (2.0, {}),
}
BOTH: Given = {
    "muster": (1.0, {}),
    "campaign": (1.0, {"kill": 1.3, "fear": 0.8}),
    "drive": (0.6, {}),
    "hold": (6.0, {"early": 0.2}),
    "guard": (1.0, {"never": [], "stout": 1.0}),
    "line": (0.5, {}),
    "pocket": (0.6, {}),
    "mop-up": (1.0, {}),
}

STRIKING: Given = {
    "deploy": (1.0, {}),
    "strike": (1.0, {"kill": 1.2, "centre": 6.0}),
    "objectives": (4.0, {"pull": 0.9}),
    "garrison": (4.0, {}),
    "run-down": (4.0, {}),
}
STANDING: Given = {
    "deploy": (1.0, {}),
    "strike": (1.0, {}),
    "objectives": (1.0, {}),
    "garrison": (6.0, {}),
    "caution": (1.0, {}),
    "stand-together": (1.0, {}),
}
SMALL: Given = {"arrivals": (1.0, {}), "replacements": (1.0, {}), "losses": (1.0, {})}
"""Where moving is fighting, rules of the first release: to attack, to defend, and for small decisions of both."""


@dataclass(frozen=True)
class Aims:
    """What victory asks of a side: to take places that it does not have, to keep those that it has."""

    takes: bool
    holds: bool


def derived_plan(rows: Rows, side: str) -> Plan:
    """A plan with a key and a name of its own, for whoever writes it down."""
    taken = {plan.plan for plan in rows.all(Plan)}
    keys = (f"{side}-plan", *(f"{side}-plan-{number}" for number in range(2, len(taken) + 3)))
    return Plan(
        plan=next(key for key in keys if key not in taken), name=NAME, side=side, note=_note(aims_of(rows, side))
    )


def derived_doctrine(rows: Rows, side: str, plan: str = "") -> tuple[Doctrine, ...]:
    """The rules of a side without a plan, in order."""
    aims = aims_of(rows, side)
    if any(phase.kind == MoveAndFightPhase.key for phase in rows.all(Phase)):
        given = {**(STRIKING if aims.takes else STANDING), **SMALL}
    else:
        given = {**_chosen(aims), **_besides(rows, aims)}
    return tuple(
        Doctrine(plan=plan, rule=rule, position=number, weight=weight, params=dict(params))
        for number, (rule, (weight, params)) in enumerate(given.items())
    )


def _chosen(aims: Aims) -> Given:
    if aims.takes and aims.holds:
        return BOTH
    return ATTACK if aims.takes else DEFENCE


def _besides(rows: Rows, aims: Aims) -> dict[str, tuple[float, Mapping[str, Any]]]:
    """Rules for what the game has beyond moving and fighting, and for what only small games can afford."""
    mechanisms, found = {row.mechanism for row in rows.all(MechanismRow)}, list[str]()
    if Overrun.key in mechanisms:
        found.append("sweep")
    if Supply.key in mechanisms:
        found.append("sustain")
    if PricedArrivals.key in mechanisms:
        found.append("enlist")
    if aims.holds and len(rows.all(Unit)) <= MANY:
        found.append("brace")
    return {rule: (1.0, {}) for rule in found}


def _note(aims: Aims) -> str:
    if aims.takes and aims.holds:
        return "Take what victory asks for, and keep what the enemy's asks for."
    return "Take what victory asks for." if aims.takes else "Keep what the enemy's victory asks for."


def aims_of(rows: Rows, side: str) -> Aims:
    """What the endings ask of a side; where they say nothing of places, whoever owns most of them keeps them."""
    asked = {one.side: _must_take(rows, one.side) for one in rows.all(Side)}
    takes, others = asked.get(side, False), [must for key, must in asked.items() if key != side]
    if takes or any(others):
        return Aims(takes, any(others))
    owned, theirs = _count(rows, side), max((_count(rows, key) for key in asked if key != side), default=0)
    return Aims(takes=owned <= theirs, holds=owned >= theirs and owned > 0)


def _count(rows: Rows, side: str) -> int:
    return sum(place.owner == side for place in rows.all(Place))


def _must_take(rows: Rows, side: str) -> bool:
    """Whether some victory of a side asks for more places than it begins with, or for fewer of another's."""
    return any(
        _asks_more(rows, part) if part.side == side else _asks_fewer(rows, part)
        for row in rows.all(Victory)
        if row.winner == side
        for part in parts_of(row.condition)
    )


def _asks_more(rows: Rows, part: HoldsPlaces) -> bool:
    meant = list(_meant(rows, part))
    needed = len(meant) if part.at_least < 0 else part.at_least
    return needed > sum(place.owner == part.side for place in meant)


def _asks_fewer(rows: Rows, part: HoldsPlaces) -> bool:
    return 0 <= part.at_most < sum(place.owner == part.side for place in _meant(rows, part))


def _meant(rows: Rows, part: HoldsPlaces) -> Iterable[Place]:
    """The places that a condition speaks of."""
    for place in rows.all(Place):
        named = place.place in part.places if part.places else not part.kinds or place.kind in part.kinds
        if named and part.owned_at_start_by in ("", place.owner):
            yield place
