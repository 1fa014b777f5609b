"""Candidates: the sets of rules that a side with look-ahead weighs against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.bots.rule import read_rule
from engine.bots.staff.rules import Campaign
from engine.records.play import Doctrine

Rows = tuple[Doctrine, ...]

MOST_WEIGHT = 10.0
"""The greatest weight that a rule may have."""

LEANINGS: tuple[Mapping[str, Mapping[str, float]], ...] = (
    {"campaign": {"fear": 0.4, "kill": 1.5}},
    {"campaign": {"fear": 2.5, "thrift": 1.5}},
    {"hold": {"": 2.5}, "guard": {"": 2.0}, "bastion": {"": 1.5}},
    {"drive": {"": 2.0}, "pocket": {"": 0.4}, "raid": {"": 2.0}, "poise": {"": 2.0}},
    {"drive": {"": 0.5}, "pocket": {"": 2.5}, "raid": {"": 0.0}, "hold": {"": 0.4}},
)
"""How a plan is also tried: times by which weights (without a name) and parameters of its rules are changed."""

STRAYS = 8
"""Variants in which choices are drawn by lot, each by other lots."""

LOTS = (1.0, 2.0, 4.0)
"""Strength points that lots count for in them, one after the other."""


def candidates(own: Rows | None, plans: Sequence[Rows]) -> list[Rows]:
    """The sets of rules that a side may follow: its own first, then its other plans, then variants of its own.

    Variants by lot come last and may be alike: whoever follows one has lots of his own by its number.
    """
    if own is None:
        return list(plans) or [()]
    found = [own, *plans]
    found += [_leaning(own, leaning) for leaning in LEANINGS]
    distinct = [rows for number, rows in enumerate(found) if rows not in found[:number]]
    return distinct + list(_strays(own))


def _leaning(own: Rows, leaning: Mapping[str, Mapping[str, float]]) -> Rows:
    """The plan with some of its rules changed."""
    return tuple(_changed(row, leaning[row.rule]) if row.rule in leaning else row for row in own)


def _changed(row: Doctrine, times: Mapping[str, float]) -> Doctrine:
    weight = min(row.weight * times.get("", 1.0), MOST_WEIGHT)
    named = {name: by for name, by in times.items() if name}
    if not named:
        return msgspec.structs.replace(row, weight=weight, on=row.on and weight > 0)
    rule = read_rule(Campaign, row.params)
    params = {name: min(float(getattr(rule, name)) * by, MOST_WEIGHT) for name, by in named.items()}
    return msgspec.structs.replace(row, weight=weight, params=row.params | params)


def _strays(own: Rows) -> Iterator[Rows]:
    """The plan with choices drawn by lot, if it has the rule for it."""
    for number in range(STRAYS if any(row.rule == Campaign.key for row in own) else 0):
        lots = {"lots": LOTS[number % len(LOTS)]}
        yield tuple(
            msgspec.structs.replace(row, params=row.params | lots) if row.rule == Campaign.key else row for row in own
        )
