"""Positions to arrange from: an empty map, the fixed lines of the set-up, or a set-up made by the staffs."""

from __future__ import annotations

from dataclasses import replace

from designer.play.running.players import adviser
from engine.play import Game
from engine.play.sandbox import Position, Spot, position_of
from engine.records.board import Place
from engine.records.play import Placement
from engine.rules.setting import Setting
from engine.scenario import Scenario
from engine.scenario.deployment import deployment


def empty(scenario: Scenario) -> Position:
    """Nobody on the map, places with their owners, the first phase of the first turn."""
    return Position(turn=1, phase=first_phase(scenario, 1))


def first_phase(scenario: Scenario, turn: int) -> str:
    """The first phase that is played on a turn."""
    played = (
        phase.phase
        for phase in scenario.phases
        if (phase.first_turn or 1) <= turn <= (phase.last_turn or scenario.about.turns)
    )
    return next(played, scenario.phases[0].phase)


def as_set_up(scenario: Scenario) -> Position:
    """Every unit that the set-up puts into a fixed cell; the others wait in the tray."""
    rows, pieces = scenario.rows, {}
    for key, taken in deployment(rows).placed.items():
        line = rows.get(Placement, key)
        place = rows.get(Place, line.place) if line is not None and line.place else None
        cell = place.cell if place is not None else line.cell if line is not None else None
        for piece in taken if line is not None and line.region is None and cell else ():
            pieces[piece] = Spot(str(cell), line.face if line is not None else 0)
    return replace(empty(scenario), pieces=pieces)


def set_up_by_staffs(setting: Setting, seed: int) -> Position:
    """The position after the set-up, each staff placing its own units."""
    game = Game.begin(setting, seed)
    staffs = [adviser(game.scenario, side, seed) for side in range(len(game.scenario.sides))]
    while game.decision is not None and game.decision.kind == "set-up":
        side = game.decision.side
        action, _ = staffs[side].choose(game.view(side))
        game.apply(action)
    return replace(position_of(game), turn=1, phase=first_phase(game.scenario, 1))
