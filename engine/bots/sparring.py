"""Sparring partners, kept for measurement: the first release's plans, and two opponents that punish weak habits.

They play with the first release's rules of doctrine and with rows of their own, so that nothing that is written for a
scenario later changes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.records import Rows
from engine.records.play import Doctrine, Plan

Rules = Mapping[str, tuple[float, Mapping[str, Any]]]
"""Rules by key, in order: weight and parameters."""

_BATTLE: Rules = {"battle-order": (1, {}), "losses": (1, {}), "retreats": (1, {})}
_KEEN: Rules = {"supports": (1, {}), **_BATTLE, "advances": (1, {"keen": True})}
_MOVING: Rules = {"objectives": (2.5, {"pull": 0.6}), "make-ready": (3, {"odds": 4, "turns": 2})}
_BUILD: Rules = {"arrivals": (1, {}), "replacements": (1, {}), **_BATTLE, "advances": (1, {})}

_ENCIRCLEMENT: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 1.2, "thrift": 0.8, "place": 15, "ground": 1.0, "least": 0.5}),
    "objectives": (2, {"pull": 0.9, "crowd": 4}),
    "garrison": (5, {"early": 0.05, "late": 1.0, "last": 2}),
    "encircle": (0.2, {}),
    "caution": (0.3, {"nerve": 0.1}),
    "replacements": (1, {}),
    **_KEEN,
}
_DASH: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 0.8, "thrift": 0.8, "place": 20, "ground": 1.0, "least": 0.5}),
    "objectives": (2.5, {"pull": 0.9, "crowd": 4}),
    "garrison": (5, {"early": 0.05, "late": 1.0, "last": 2}),
    "encircle": (0.1, {}),
    "caution": (0.2, {"nerve": 0.15}),
    "replacements": (1, {}),
    **_KEEN,
}
_FORWARD: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 1.5, "thrift": 0.8, "place": 10, "ground": 0.0, "least": 0.8}),
    **_MOVING,
    "garrison": (3, {"early": 1.0, "late": 1.0, "last": 2}),
    "bar-the-way": (0.8, {"depth": 0.4}),
    "last-stand": (0.1, {"places": 6}),
    "caution": (0.4, {}),
    "stand-together": (0.2, {}),
    "reserve": (2, {}),
    **_BUILD,
}
_DEPTH: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 1.3, "thrift": 0.9, "place": 10, "ground": 0.0, "least": 1.0}),
    **_MOVING,
    "garrison": (3, {"early": 0.6, "late": 1.0, "last": 2}),
    "bar-the-way": (0.8, {"depth": 0.6}),
    "last-stand": (0.2, {"places": 5}),
    "caution": (0.4, {}),
    "stand-together": (0.2, {}),
    "reserve": (2, {}),
    **_BUILD,
}
_COUNTER: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 1.8, "thrift": 0.5, "place": 12, "ground": 0.5, "least": 0.3}),
    **_MOVING,
    "garrison": (3, {"early": 0.8, "late": 1.0, "last": 2}),
    "bar-the-way": (0.6, {"depth": 0.4}),
    "caution": (0.4, {}),
    "stand-together": (0.2, {}),
    "reserve": (2, {}),
    **_BUILD,
}
_ENCIRCLER: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 2.0, "thrift": 0.7, "place": 12, "ground": 1.0, "least": 0.5}),
    "objectives": (2, {"pull": 0.9, "crowd": 4}),
    "garrison": (4, {"early": 0.0, "late": 1.0, "last": 1, "spare": 1.0}),
    "encircle": (0.8, {}),
    "caution": (0.2, {"nerve": 0.2}),
    "replacements": (1, {}),
    **_KEEN,
}
_RAIDER: Rules = {
    "deploy": (1, {}),
    "assault": (1, {"kill": 2.0, "thrift": 0.6, "place": 15, "ground": 0.0, "least": 0.5}),
    "objectives": (4, {"pull": 0.7}),
    "make-ready": (3, {"odds": 4, "turns": 3}),
    "garrison": (4, {"early": 0.7, "late": 1.0, "last": 2}),
    "caution": (0.8, {}),
    "stand-together": (0.6, {}),
    "reserve": (2.5, {"strike": 0.5}),
    **_BUILD,
}


def _rows(*plans: tuple[str, str, str, float, Rules]) -> Rows:
    found = Rows()
    for key, name, side, weight, rules in plans:
        found.put(Plan(plan=key, name=name, side=side, weight=weight))
        for position, (rule, (share, params)) in enumerate(rules.items()):
            found.put(Doctrine(plan=key, rule=rule, position=position, weight=share, params=dict(params)))
    return found


FIRST = _rows(
    ("german-encirclement", "Encirclement battles", "german", 2, _ENCIRCLEMENT),
    ("german-dash", "Dash for the cities", "german", 1, _DASH),
    ("soviet-forward", "Forward defence", "soviet", 1, _FORWARD),
    ("soviet-depth", "Defence in depth", "soviet", 2, _DEPTH),
    ("soviet-counter", "Counterattack", "soviet", 1, _COUNTER),
)
"""The plans that the first release had for The Arduous Beginning."""

ENCIRCLER = _rows(("encircler", "Pockets", "german", 1, _ENCIRCLER))
"""A German who pockets and concentrates, and leaves no panzer corps behind as a guard."""

RAIDER = _rows(("raider", "Boxes and raids", "soviet", 1, _RAIDER))
"""A Soviet who boxes cities, strikes and withdraws."""
