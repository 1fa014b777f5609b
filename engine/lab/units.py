"""What became of every unit of the order of battle: used or not, alive or not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.lab.record import Played, Service
from engine.scenario import Scenario


class UnitLine(msgspec.Struct, frozen=True):
    """One unit over many games: shares of the games that it took part in."""

    unit: str
    name: str
    side: str
    games: int
    survived: float
    never_moved: float
    never_fought: float
    attacks: float
    defences: float
    steps_lost: float

    @property
    def idle(self) -> bool:
        """Whether it neither moved nor fought in any game."""
        return self.games > 0 and self.never_moved == 1 and self.never_fought == 1


def unit_lines(scenario: Scenario, games: Sequence[Played]) -> list[UnitLine]:
    """Every unit in the order of the order of battle; one drawn blind counts in the games where it was turned up."""
    services: list[list[Service]] = [[] for _ in scenario.counters]
    for game in games:
        for service in game.services:
            if service.counter >= 0:
                services[service.counter].append(service)
    return [
        _line(counter.unit.unit, counter.unit.name, counter.unit.side, found)
        for counter, found in zip(scenario.counters, services, strict=True)
    ]


def _line(unit: str, name: str, side: str, found: Sequence[Service]) -> UnitLine:
    many = len(found) or 1
    return UnitLine(
        unit,
        name,
        side,
        len(found),
        sum(service.end != 2 for service in found) / many,
        sum(not service.moved for service in found) / many,
        sum(not (service.attacked or service.defended) for service in found) / many,
        sum(service.attacked for service in found) / many,
        sum(service.defended for service in found) / many,
        sum(service.lost for service in found) / many,
    )


def of_unit(scenario: Scenario, game: Played, unit: str) -> list[Service]:
    """What the pieces that were this unit did in a game."""
    return [
        service
        for service in game.services
        if service.counter >= 0 and scenario.counters[service.counter].unit.unit == unit
    ]
