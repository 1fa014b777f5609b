"""Which weather zone every cell lies in, and what the weather there does to its cost."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.network import Season
from engine.scenario.compile import Scenario

Zones = npt.NDArray[np.int16]


def zone_map(scenario: Scenario) -> Zones:
    """The zone of every cell, the first that has it; the number of zones where none does."""
    zones, board = scenario.zones, scenario.board
    rest = next((index for index, zone in enumerate(zones) if zone.region is None), len(zones))
    found = np.full(board.size, rest, np.int16)
    for index, zone in reversed(list(enumerate(zones))):
        found[sorted(board.regions.get(zone.region or "", ()))] = index
    return found


def season(scenario: Scenario, zones: Zones, weather: tuple[int, ...]) -> Season | None:
    """What the weather of the zones does to the cost of every cell; None where it does nothing."""
    kinds = [scenario.weathers[index] for index in weather]
    if not any(kind.movement != 1 or kind.frozen for kind in kinds):
        return None
    times = np.array([*(kind.movement for kind in kinds), 1.0])
    frozen = np.array([*(scenario.board.hexside_bits(kind.frozen) for kind in kinds), 0], np.uint32)
    return Season(times[zones], frozen[zones])
