"""The sandbox: a game started from any position, for what-if questions and for tests."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.errors import Problem, ScenarioError
from engine.play.game import Game, Keeper
from engine.play.marked import marks_of, subject_of, unknown_marks
from engine.play.stocked import Stock, lay_stocks, stocks_of, unknown_stocks
from engine.rules.leaving import UnitWithdrawn
from engine.rules.setting import Setting
from engine.rules.setup import place
from engine.rules.table import Table
from engine.state import ELIMINATED, WITHDRAWN, State, Status
from engine.state.events import (
    ControlChanged,
    MarkerPlaced,
    MarkerRemoved,
    TallyChanged,
    UnitEliminated,
    UnitRevealed,
    WeatherChanged,
)
from engine.state.tasks import NextPhase

WHY, LOST, GONE = "as arranged", "lost before play began", "withdrawn before play began"
"""Why a piece of an arranged position is where it is, and why one is not there."""

PASSING = ("phase.", "battle.")
"""Counts that begin like this end with the phase, which an arranged game begins anew."""


@dataclass(frozen=True)
class Spot:
    """Where a piece stands, which face is up, who it turns out to be if it was drawn blind, what set it up, its mode.

    A line of the set-up matters where a rule binds the units that it placed.
    """

    cell: str
    face: int = 0
    revealed: str = ""
    line: str = ""
    mode: str = ""


@dataclass(frozen=True)
class Position:
    """A position: pieces by key, the turn and phase to begin with, and who holds which place.

    A place held by `""` is nobody's.  Lost pieces are given with who they turned out to be if they were drawn blind,
    and so are those that left the game; spent ones are markers that were used this turn.  Weather is given by zone
    where it is not as at the start, and so are the cells of markers on the map; one in `""` is gone.  Marks that
    outlast a phase are given by kind, then by
    what bears them: the key of a piece, place or side, or the number of a cell.  Tokens lie in cells or with pieces.
    """

    pieces: dict[str, Spot] = field(default_factory=dict)
    turn: int = 1
    phase: str = ""
    control: dict[str, str] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    spent: tuple[str, ...] = ()
    tallies: dict[str, float] = field(default_factory=dict)
    weather: dict[str, str] = field(default_factory=dict)
    markers: dict[str, str] = field(default_factory=dict)
    marks: dict[str, dict[str, int]] = field(default_factory=dict)
    stores: tuple[Stock, ...] = ()


def arrange(setting: Setting, position: Position, seed: int = 0, keeper: Keeper | None = None) -> Game:
    """A game that begins in a position; everything not placed is off the map."""
    game = Game(setting, seed, keeper=keeper)
    _lay(game.table, position)
    phases = [phase.phase for phase in setting.scenario.phases]
    game.start(NextPhase(position.turn, phases.index(position.phase) if position.phase else 0))
    return game


def lay_out(setting: Setting, position: Position) -> Table:
    """A table with a position on it and nothing to do, to look at and to ask."""
    table = Table(setting, State.at_start(setting.scenario), seed=0)
    _lay(table, position)
    table.events.clear()
    phases = [phase.phase for phase in setting.scenario.phases]
    table.state.turn = position.turn
    table.state.phase = phases.index(position.phase) if position.phase else 0
    return table


def position_of(game: Game) -> Position:
    """The position that a game is in, as it truly is; its phase would begin anew."""
    scenario, state = game.scenario, game.state
    start = State.at_start(scenario)
    held = zip(scenario.places, state.control, start.control, strict=True)
    skies = zip(scenario.zones, state.weather, start.weather, strict=True)
    laid = zip(scenario.markers, state.markers, start.markers, strict=True)
    standing = {piece.key: (index, state.cell[index]) for index, piece in enumerate(scenario.pieces)}
    return Position(
        pieces={key: _spot(game, index) for key, (index, cell) in standing.items() if cell >= 0},
        turn=max(1, state.turn),
        phase=scenario.phases[max(0, state.phase)].phase,
        control={row.place: _side(game, now) for row, now, before in held if now != before},
        lost={key: _revealed(game, index) for key, (index, cell) in standing.items() if cell == ELIMINATED},
        gone={key: _revealed(game, index) for key, (index, cell) in standing.items() if cell == WITHDRAWN},
        spent=tuple(key for key, (index, _) in standing.items() if state.status[index] & Status.SPENT),
        tallies={key: n for key, n in sorted(state.tallies.items()) if n and not key.startswith(PASSING)},
        weather={zone.zone: scenario.weathers[now].weather for zone, now, before in skies if now != before},
        markers={row.start: _label(game, now) for row, now, before in laid if now != before},
        marks=marks_of(game.table),
        stores=stocks_of(game.table),
    )


def _label(game: Game, cell: int) -> str:
    return game.setting.board.names.labels[cell] if cell >= 0 else ""


def _spot(game: Game, piece: int) -> Spot:
    state, label = game.state, _label(game, game.state.cell[piece])
    return Spot(label, state.face[piece], _revealed(game, piece), _line(game, piece), state.mode[piece])


def _line(game: Game, piece: int) -> str:
    number = game.state.lines[piece]
    return game.scenario.placements[number].placement if number >= 0 else ""


def _revealed(game: Game, piece: int) -> str:
    counter = game.state.counter[piece]
    drawn = game.scenario.pieces[piece].pool and counter is not None
    return game.scenario.counters[counter].unit.unit if drawn and counter is not None else ""


def _side(game: Game, side: int | None) -> str:
    return "" if side is None else game.scenario.sides[side].side


def _lay(table: Table, position: Position) -> None:
    """Make a position so, event by event."""
    problems = faults(table.setting, position)
    if problems:
        raise ScenarioError(problems)
    scenario = table.scenario
    for key, spot in position.pieces.items():
        piece = scenario.piece_index[key]
        _reveal(table, piece, spot.revealed)
        line = _number(table.setting, spot.line)
        place(table, piece, table.board.cell(spot.cell), spot.face, WHY, line, spot.mode)
    for key, revealed in position.lost.items():
        piece = scenario.piece_index[key]
        _reveal(table, piece, revealed)
        table.do(UnitEliminated(piece, table.state.cell[piece], ELIMINATED, LOST))
    for key, revealed in position.gone.items():
        piece = scenario.piece_index[key]
        _reveal(table, piece, revealed)
        table.do(UnitWithdrawn(piece, table.state.cell[piece], WITHDRAWN, GONE))
    for key in position.spent:
        table.mark(scenario.piece_index[key], Status.SPENT)
    for key, side in position.control.items():
        index = next(index for index, row in enumerate(scenario.places) if row.place == key)
        before, after = table.state.control[index], scenario.side_index.get(side)
        if before != after:
            table.do(ControlChanged(index, before, after))
    for key, count in position.tallies.items():
        table.do(TallyChanged(key, 0.0, count))
    for mark, bearing in position.marks.items():
        for name, value in bearing.items():
            subject = subject_of(table.setting, mark, name)
            assert subject is not None
            table.set_mark(mark, subject, value)
    lay_stocks(table, position.stores, WHY)
    _lay_ground(table, position)


def _lay_ground(table: Table, position: Position) -> None:
    """Make the weather so, and put the markers where they lie."""
    scenario, state = table.scenario, table.state
    for index, zone in enumerate(scenario.zones):
        if zone.zone in position.weather:
            table.do(WeatherChanged(index, state.weather[index], scenario.weather_index[position.weather[zone.zone]]))
    for index, row in enumerate(scenario.markers):
        label, before = position.markers.get(row.start), state.markers[index]
        if label:
            table.do(MarkerPlaced(index, before, table.board.cell(label)))
        elif label is not None:
            table.do(MarkerRemoved(index, before, ELIMINATED, WHY))


def _reveal(table: Table, piece: int, unit: str) -> None:
    if unit:
        names = [counter.unit.unit for counter in table.scenario.counters]
        table.do(UnitRevealed(piece, names.index(unit)))


def _number(setting: Setting, line: str) -> int | None:
    lines = [each.placement for each in setting.scenario.placements]
    return lines.index(line) if line in lines else None


def faults(setting: Setting, position: Position) -> list[Problem]:
    """Why a position cannot be laid out at all; an empty list: it can."""
    return [*_unknown(setting, position), *_ill_drawn(setting, position), *_misplaced(setting, position)]


def _unknown(setting: Setting, position: Position) -> Iterator[Problem]:
    """Names that the scenario does not have."""
    scenario = setting.scenario
    for key in (*position.pieces, *position.lost, *position.gone, *position.spent):
        if key not in scenario.piece_index:
            yield Problem(f"there is no piece {key}")
    for spot in position.pieces.values():
        if spot.line and _number(setting, spot.line) is None:
            yield Problem(f"there is no line {spot.line} of the set-up")
        if spot.mode and spot.mode not in setting.mode_kinds:
            yield Problem(f"there is no mode {spot.mode}")
    places = {place.place for place in scenario.places}
    for key, side in position.control.items():
        if key not in places:
            yield Problem(f"there is no place {key}")
        if side and side not in scenario.side_index:
            yield Problem(f"there is no side {side}")
    yield from unknown_marks(setting, position.marks)
    yield from unknown_stocks(setting, position.stores)
    yield from _unknown_ground(setting, position)
    if position.phase and position.phase not in {phase.phase for phase in scenario.phases}:
        yield Problem(f"there is no phase {position.phase}")
    if not scenario.about.first_turn <= position.turn <= scenario.about.turns:
        yield Problem(f"there is no turn {position.turn}")


def _unknown_ground(setting: Setting, position: Position) -> Iterator[Problem]:
    scenario = setting.scenario
    zones, markers = {zone.zone for zone in scenario.zones}, {row.start for row in scenario.markers}
    for key, weather in position.weather.items():
        if key not in zones:
            yield Problem(f"there is no weather zone {key}")
        if weather not in scenario.weather_index:
            yield Problem(f"there is no weather {weather}")
    for key, label in position.markers.items():
        if key not in markers:
            yield Problem(f"there is no marker {key}")
        if label and setting.board.names.find(label) is None:
            yield Problem(f"there is no cell or box {label}")


def _ill_drawn(setting: Setting, position: Position) -> Iterator[Problem]:
    """Pieces that turn out to be somebody whom their pool does not hold, or not as often as that."""
    scenario = setting.scenario
    units = {counter.unit.unit: counter.unit for counter in scenario.counters}
    drawn = {key: spot.revealed for key, spot in position.pieces.items()} | position.lost | position.gone
    shown: Tally[str] = Tally()
    for key, revealed in drawn.items():
        if not revealed or key not in scenario.piece_index:
            continue
        if revealed not in units:
            yield Problem(f"there is no unit {revealed}")
        elif units[revealed].pool != scenario.pieces[scenario.piece_index[key]].pool or not units[revealed].pool:
            yield Problem(f"{key} cannot turn out to be {revealed}")
        elif shown[revealed] >= units[revealed].quantity:
            yield Problem(f"{revealed} was drawn {'twice' if shown[revealed] == 1 else 'too often'}")
        shown[revealed] += 1


def _misplaced(setting: Setting, position: Position) -> Iterator[Problem]:
    """Cells and faces that are not there, and cells where both sides stand."""
    scenario, names = setting.scenario, setting.board.names
    holders: dict[int, int] = {}
    counters = {counter.unit.unit: counter for counter in scenario.counters}
    for key, spot in position.pieces.items():
        if key in position.lost or key in position.gone:
            yield Problem(f"{key} stands on the map and is lost or gone")
        piece, cell = scenario.piece_index.get(key), names.find(spot.cell)
        if cell is None:
            yield Problem(f"there is no cell or box {spot.cell}")
        elif piece is not None:
            if holders.setdefault(cell, setting.side_of[piece]) != setting.side_of[piece]:
                yield Problem(f"units of both sides stand in {spot.cell}")
            known = scenario.pieces[piece].counter
            counter = counters.get(spot.revealed) if known is None else scenario.counters[known]
            if spot.face and (counter is None or not 0 <= spot.face < len(counter.faces)):
                yield Problem(f"{key} has no face {spot.face}")
