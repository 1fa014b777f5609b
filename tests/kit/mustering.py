"""A small ground on which both sides set up by hand: zones, quotas, a prepared lay-out, reserves that may wait.

    01 02 03 04 05 06
01   z  z  z  z  z  e     z: the zone of the guests; 0101 and 0301 must be manned, 0201 holds one at most
02   b  b  .  .  .  e     b: the rear, where reserves may stand or be held back
03   w  .  .  .  .  .     e: the east, where two of three Soviet units stand
04   .  .  .  .  .  .
"""

from __future__ import annotations

from typing import Any

from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Arrival, MechanismRow, Placement
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.boards import region
from tests.kit.small import small_scenario

ZONE = ("0101", "0201", "0301", "0401", "0501")
GUESTS, RESERVES, EASTERN = ("d0", "d1", "d2", "d3"), ("r0", "r1", "r2"), ("s0", "s1", "s2")

ZONES: list[dict[str, Any]] = [
    {"side": "german", "units": {"flags": ["guest"]}, "region": "zone", "case": "T-1"},
    {"side": "german", "units": {"flags": ["reserve"]}, "region": "rear", "optional": True, "entry": "west"},
    {"side": "soviet", "units": {"flags": ["eastern"]}, "region": "east", "count": 2, "case": "T-2"},
]
QUOTAS: list[dict[str, Any]] = [
    {"name": "the ends", "side": "german", "region": "zone", "cells": ["0101", "0301"], "least": 1, "case": "T-3"},
    {"name": "the middle", "side": "german", "region": "zone", "cells": ["0201"], "most": 1, "case": "T-4"},
    {"name": "the east", "side": "soviet", "region": "east", "each": "region", "least": 1, "case": "T-5"},
]


def mustering_rows(**changed: Any) -> Rows:
    """The rows of the ground."""
    rows = small_scenario()
    for placement in rows.all(Placement):
        rows.drop(Placement, placement.placement)
    for key, side, flag in (
        *((key, "german", "guest") for key in GUESTS),
        *((key, "german", "reserve") for key in RESERVES),
        *((key, "soviet", "eastern") for key in EASTERN),
    ):
        rows.put(Unit(unit=key, name=key.upper(), side=side, nationality=side, flags=(flag,), move_class="infantry"))
        rows.put(Face(unit=key, face=0, attack=1, defence=1, movement=4))
    region(rows, "zone", *ZONE)
    region(rows, "rear", "0102", "0202")
    lines = {**dict(zip(GUESTS, ("0101", "0301", "0301", "0401"), strict=True)), "r0": "0102"}
    lines |= {"s0": "0601", "s1": "0602", "s2": "0602"}
    for key, at in lines.items():
        side = "soviet" if key in EASTERN else "german"
        rows.put(Placement(placement=key, side=side, units=Selector(units=(key,)), cell=at))
    for key, turn in (("r1", 1), ("r2", 2)):
        rows.put(Arrival(arrival=key, turn=turn, side="german", units=Selector(units=(key,)), region="west"))
    params = {"sides": ["german", "soviet"], "zones": ZONES, "quotas": QUOTAS} | changed
    rows.put(MechanismRow(mechanism="free-set-up", params=params))
    return rows


def mustered(**changed: Any) -> Game:
    """A game that begins with the set-up of the Germans."""
    return Game.begin(setting_of(compile_scenario(mustering_rows(**changed))), 1)
