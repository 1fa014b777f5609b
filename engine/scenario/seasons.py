"""Which weather zone every cell lies in, and what the weather there does to its cost."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from engine.board.network import Season
from engine.scenario.compile import Scenario

Zones = npt.NDArray[np.int16]

Treated = Mapping[str, Mapping[str, str]]
"""By weather, kinds of terrain with those that they count as in it."""


def zone_map(scenario: Scenario) -> Zones:
    """The zone of every cell, the first that has it; the number of zones where none does."""
    zones, board = scenario.zones, scenario.board
    rest = next((index for index, zone in enumerate(zones) if zone.region is None), len(zones))
    found = np.full(board.size, rest, np.int16)
    for index, zone in reversed(list(enumerate(zones))):
        found[sorted(board.regions.get(zone.region or "", ()))] = index
    return found


def season(
    scenario: Scenario,
    zones: Zones,
    weather: tuple[int, ...],
    free: tuple[str, ...] = (),
    treated: Treated | None = None,
) -> Season | None:
    """What the weather of the zones does to the cost of every cell; None where it does nothing.

    Hexsides of the free kinds are as good as frozen everywhere.
    """
    kinds = [scenario.weathers[index] for index in weather]
    changed = [(treated or {}).get(kind.weather, {}) for kind in kinds]
    if not free and not any(changed) and not any(kind.movement != 1 or kind.frozen for kind in kinds):
        return None
    board = scenario.board
    times, open_all = np.ones(board.size), np.uint32(board.hexside_bits(free))
    frozen = np.zeros(board.size, np.uint32)
    if kinds:
        times = np.array([*(kind.movement for kind in kinds), 1.0])[zones]
        frozen = np.array([*(board.hexside_bits(kind.frozen) for kind in kinds), 0], np.uint32)[zones]
    return Season(times, frozen | open_all, _ground(scenario, zones, changed) if any(changed) else None)


def _ground(scenario: Scenario, zones: Zones, changed: list[Mapping[str, str]]) -> npt.NDArray[np.int16]:
    """The number of the terrain that each cell counts as in the weather of its zone."""
    board = scenario.board
    number = {kind: index for index, kind in enumerate(board.terrain_kinds)}
    found = np.array(board.terrain, np.int16)
    for zone, kinds in enumerate(changed):
        for kind, like in kinds.items():
            if kind in number and like in number:
                found[(zones == zone) & (board.terrain == number[kind])] = number[like]
    return found
