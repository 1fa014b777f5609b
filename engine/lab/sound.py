"""What is kept of playtests is believed only as far as it makes sense: a run's settings, and the record of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from engine.lab.luck import KINDS, Tally
from engine.lab.record import Played
from engine.lab.settings import RunSettings
from engine.rules.setting import Setting
from engine.scenario import Scenario
from engine.store.believing import within

VERSIONS = {"one": 1, "compare": 2}
"""How many versions the kinds of runs have; a sweep has one for each value."""

MOST = 1e9
"""No number of a record is larger."""


def hold_settings(settings: RunSettings, versions: int) -> None:
    """Refuse settings that are not for so many versions; a ValueError says why."""
    if versions != VERSIONS.get(settings.kind, len(settings.values)) or not versions:
        raise ValueError(f"it has {versions} versions, but is of the kind “{settings.kind}”")


def hold(setting: Setting, played: Played) -> None:
    """Refuse a record in which anything lies beyond what the scenario has; a ValueError says what."""
    scenario = setting.scenario
    cells, sides = scenario.board.size, len(scenario.sides)
    _hold_series(scenario, played)
    _hold_tally(scenario, played.luck.here)
    _hold_tally(scenario, played.luck.there)
    _hold_pieces(scenario, played)
    within((cell for side in played.stands for turn in side for cell in turn), 0, cells)
    within((cell for side in played.entered for cell, _ in side), 0, cells)
    within((fight.cell for fight in played.fights), 0, cells)
    within((fight.side for fight in played.fights), -1, sides)
    within((taking.side for taking in played.takings), -1, sides)
    within((taking.place for taking in played.takings), 0, len(scenario.places))


def _hold_series(scenario: Scenario, played: Played) -> None:
    """Every side has a number for every turn that there was."""
    about, sides = scenario.about, len(scenario.sides)
    if played.first != about.first_turn or not 1 <= played.length <= about.turns - about.first_turn + 2:
        raise ValueError(f"it went from turn {played.first} to turn {played.turns}")
    series: tuple[Sequence[Sequence[object]], ...] = (played.points, played.losses, played.places, played.stands)
    if {len(played.score), len(played.entered), *map(len, series)} != {sides}:
        raise ValueError("it does not have the sides of the scenario")
    lengths = {len(side) for each in series for side in each}
    if len(lengths) != 1 or not 1 <= max(lengths) <= played.length:
        raise ValueError("it does not say of every side what it had on every turn")
    if not all(0 <= score <= 1 for score in played.score):
        raise ValueError(f"it was scored {played.score}")
    _count((played.seconds, played.actions, *played.paces))
    _count(number for each in (played.points, played.losses, played.places) for side in each for number in side)


def _hold_tally(scenario: Scenario, tally: Tally) -> None:
    """Luck is kept by kind, by side and by turn, or not at all."""
    kinds = tally.ledger
    shape = {len(KINDS)}, {len(scenario.sides)}, {scenario.about.turns}
    found = {len(kinds)}, {len(sides) for sides in kinds}, {len(turns) for sides in kinds for turns in sides}
    if kinds and found != shape:
        raise ValueError("the luck of its dice is not that of its sides and turns")
    _count(number for sides in kinds for turns in sides for number in turns)
    _count(many for _, _, many in tally.expected)


def _hold_pieces(scenario: Scenario, played: Played) -> None:
    pieces = len(scenario.pieces)
    if len(played.services) != pieces:
        raise ValueError("it does not have the units of the scenario")
    within((service.counter for service in played.services), -1, len(scenario.counters))
    within((death.piece for death in played.deaths), 0, pieces)
    within((max(death.cell, 0) for death in played.deaths), 0, scenario.board.size)
    within((piece for fight in played.fights for piece in (*fight.attackers, *fight.defenders)), 0, pieces)
    _count(number for each in played.services for number in (each.moved, each.attacked, each.defended, each.lost))


def _count(numbers: Iterable[float]) -> None:
    for one in numbers:
        if not (isfinite(one) and abs(one) <= MOST):
            raise ValueError(f"{one} is no number to count with")
