"""The sandbox: a game started from any position, for what-if questions and for tests."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import Problem, ScenarioError
from engine.play.game import Game, Keeper
from engine.rules.setting import Setting
from engine.rules.setup import place
from engine.state.events import UnitRevealed
from engine.state.tasks import NextPhase


@dataclass(frozen=True)
class Spot:
    """Where a piece stands, which face is up, and who it turns out to be if it was drawn blind."""

    cell: str
    face: int = 0
    revealed: str = ""


@dataclass(frozen=True)
class Position:
    """A position: pieces by key, the turn and phase to begin with, and who holds which place."""

    pieces: dict[str, Spot] = field(default_factory=dict)
    turn: int = 1
    phase: str = ""
    control: dict[str, str] = field(default_factory=dict)


def arrange(setting: Setting, position: Position, seed: int = 0, keeper: Keeper | None = None) -> Game:
    """A game that begins in a position; everything not placed is off the map."""
    _check(setting, position)
    game = Game(setting, seed, keeper=keeper)
    table, scenario = game.table, setting.scenario
    for key, spot in position.pieces.items():
        piece = scenario.piece_index[key]
        if spot.revealed:
            names = [counter.unit.unit for counter in scenario.counters]
            table.do(UnitRevealed(piece, names.index(spot.revealed)))
        place(table, piece, table.board.cell(spot.cell), spot.face, "sandbox")
    for key, side in position.control.items():
        index = next(index for index, row in enumerate(scenario.places) if row.place == key)
        table.take_control(index, scenario.side_index[side])
    phases = [phase.phase for phase in scenario.phases]
    game.start(NextPhase(position.turn, phases.index(position.phase) if position.phase else 0))
    return game


def _check(setting: Setting, position: Position) -> None:
    scenario = setting.scenario
    units = {counter.unit.unit for counter in scenario.counters}
    places = {place.place for place in scenario.places}
    phases = {phase.phase for phase in scenario.phases}
    problems = [Problem(f"there is no piece {key}") for key in position.pieces if key not in scenario.piece_index]
    problems += [
        Problem(f"there is no unit {spot.revealed}")
        for spot in position.pieces.values()
        if spot.revealed and spot.revealed not in units
    ]
    problems += [Problem(f"there is no place {key}") for key in position.control if key not in places]
    if position.phase and position.phase not in phases:
        problems.append(Problem(f"there is no phase {position.phase}"))
    if problems:
        raise ScenarioError(problems)
