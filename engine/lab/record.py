"""What a playtest writes down of a game: enough for every figure, and to play the very game again."""

from __future__ import annotations

import zlib
from time import perf_counter

import msgspec

from engine.lab.luck import Luck
from engine.records.family import decoder
from engine.rules.score import points
from engine.rules.table import Table
from engine.state import ELIMINATED, Status
from engine.state.events import (
    AnyEvent,
    BattleFought,
    ControlChanged,
    PhaseBegan,
    Relocation,
    StatusChanged,
    StepLost,
    UnitEliminated,
    UnitMoved,
    UnitRevealed,
)

Counts = tuple[tuple[int, ...], ...]
"""Numbers by side and turn."""

LARGEST = 50_000_000
"""Characters of a record; that of the largest game has a hundredth of them."""


class Fight(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One battle: when, who attacked which cell, on which column, with which result, and who took part."""

    turn: int
    side: int
    cell: int
    column: str
    code: str
    total: int | None
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class Service(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one piece did: the counter it turned out to be (-1: nobody knows), how often it moved, attacked or
    supported an attack, and defended, the steps it lost, and how it ended: 0 off the map, 1 on it, 2 eliminated."""

    counter: int
    moved: int
    attacked: int
    defended: int
    lost: int
    end: int


class Death(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A piece that was eliminated: when, where, and which."""

    turn: int
    cell: int
    piece: int


class Taking(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A place that changed hands: when, which, and to whom (-1: nobody)."""

    turn: int
    place: int
    side: int


class Played(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One finished game; tuples of tuples are by side, then by turn."""

    winner: str
    level: str
    score: tuple[float, ...]
    turns: int
    actions: int
    seconds: float
    paces: tuple[float, ...]
    points: tuple[tuple[float, ...], ...]
    losses: Counts
    places: Counts
    fights: tuple[Fight, ...]
    services: tuple[Service, ...]
    deaths: tuple[Death, ...]
    takings: tuple[Taking, ...]
    stands: tuple[tuple[tuple[int, ...], ...], ...]
    entered: tuple[tuple[tuple[int, int], ...], ...]
    """Cells that a side set foot in, each with the first turn."""

    luck: Luck = Luck()
    first: int = 1
    """The turn with which it began."""

    @property
    def length(self) -> int:
        """How many turns it had."""
        return self.turns - self.first + 1

    def timeless(self) -> Played:
        """The same game without the time it took, which no seed fixes."""
        return msgspec.structs.replace(self, seconds=0.0, paces=())

    def there(self) -> Played:
        """The game of the other version that goes the same way: only its luck is held against that one's tables."""
        return msgspec.structs.replace(self.timeless(), luck=Luck(self.luck.there))


_decoder: msgspec.json.Decoder[Played] = decoder(Played)


def pack(played: Played) -> bytes:
    """A game as the library keeps it."""
    return zlib.compress(msgspec.json.encode(played), 6)


def unpack(record: bytes) -> Played:
    """A game as the library kept it; a ValueError says why it cannot be one."""
    packed = zlib.decompressobj()
    try:
        text = packed.decompress(record, LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not packed.eof:
        raise ValueError("it is cut off, or too large for a game")
    return _decoder.decode(text)


class Recorder:
    """Follows the events of a game and writes down what figures are made of."""

    def __init__(self, table: Table) -> None:
        scenario = table.scenario
        self._table = table
        self.sides, self._side_of = len(scenario.sides), table.setting.side_of
        self._keys = [side.side for side in scenario.sides]
        self._owned = [index for index, place in enumerate(scenario.places) if place.owner is not None]
        self._control = [None if place.owner is None else scenario.side_index[place.owner] for place in scenario.places]
        count = len(scenario.pieces)
        self._cell = [-1] * count
        self._counter = [-1 if piece.counter is None else piece.counter for piece in scenario.pieces]
        self._moved, self._attacked, self._defended, self._lost = ([0] * count for _ in range(4))
        self._turn, self._clock = scenario.about.first_turn, perf_counter()
        self._entered: list[dict[int, int]] = [{} for _ in range(self.sides)]
        self._losing = [0] * self.sides
        self.fights: list[Fight] = []
        self.deaths: list[Death] = []
        self.takings: list[Taking] = []
        self._turns: list[tuple[list[float], list[int], list[int], list[list[int]], float]] = []

    def take(self, events: tuple[AnyEvent, ...]) -> None:
        """Write down what an action brought."""
        for event in events:
            match event:
                case PhaseBegan():
                    if event.turn > self._turn:
                        self._close()
                    self._turn = max(event.turn, self._turn)
                case Relocation():
                    self._relocate(event)
                case StepLost():
                    self._lose(event.piece)
                case StatusChanged():
                    self._attacked[event.piece] += bool(event.after & ~event.before & Status.SPENT)
                case UnitRevealed():
                    self._counter[event.piece] = event.counter
                case BattleFought():
                    self._fight(event)
                case ControlChanged():
                    self._control[event.place] = event.after
                    self.takings.append(Taking(self._turn, event.place, -1 if event.after is None else event.after))

    def _relocate(self, event: Relocation) -> None:
        piece = event.piece
        self._cell[piece] = event.target
        if isinstance(event, UnitEliminated):
            self._lose(piece)
            self.deaths.append(Death(self._turn, event.origin, piece))
            return
        self._moved[piece] += isinstance(event, UnitMoved)
        entered = self._entered[self._side_of[piece]]
        path = event.path if isinstance(event, UnitMoved) else ()
        for cell in (*path, event.target):
            if cell >= 0:
                entered.setdefault(cell, self._turn)

    def _lose(self, piece: int) -> None:
        self._lost[piece] += 1
        self._losing[self._side_of[piece]] += 1

    def _fight(self, event: BattleFought) -> None:
        for piece in event.attackers:
            self._attacked[piece] += 1
        for piece in event.defenders:
            self._defended[piece] += 1
        side = self._side_of[event.attackers[0]] if event.attackers else -1
        self.fights.append(
            Fight(
                self._turn, side, event.target, event.column, event.code, event.total, event.attackers, event.defenders
            )
        )

    def _close(self) -> None:
        """End a turn: what stands now is what it left."""
        held = [sum(self._control[place] == side for place in self._owned) for side in range(self.sides)]
        stands: list[set[int]] = [set() for _ in range(self.sides)]
        for piece, cell in enumerate(self._cell):
            if cell >= 0:
                stands[self._side_of[piece]].add(cell)
        moment = perf_counter()
        self._turns.append(
            (
                [points(self._table, side) for side in self._keys],
                self._losing,
                held,
                [sorted(cells) for cells in stands],
                moment - self._clock,
            )
        )
        self._losing, self._clock = [0] * self.sides, moment

    def finish(self, winner: str, level: str, score: tuple[float, ...], turns: int, actions: int) -> Played:
        """The game is over: the whole record of it."""
        self._close()
        sides = range(self.sides)
        return Played(
            winner=winner,
            level=level,
            score=score,
            turns=turns,
            actions=actions,
            seconds=round(sum(turn[4] for turn in self._turns), 4),
            paces=tuple(round(turn[4], 4) for turn in self._turns),
            points=tuple(tuple(turn[0][side] for turn in self._turns) for side in sides),
            losses=tuple(tuple(turn[1][side] for turn in self._turns) for side in sides),
            places=tuple(tuple(turn[2][side] for turn in self._turns) for side in sides),
            fights=tuple(self.fights),
            services=tuple(self._service(piece) for piece in range(len(self._cell))),
            deaths=tuple(self.deaths),
            takings=tuple(self.takings),
            stands=tuple(tuple(tuple(turn[3][side]) for turn in self._turns) for side in sides),
            entered=tuple(tuple(sorted(cells.items())) for cells in self._entered),
            first=self._table.scenario.about.first_turn,
        )

    def _service(self, piece: int) -> Service:
        cell = self._cell[piece]
        end = 1 if cell >= 0 else 2 if cell == ELIMINATED else 0
        return Service(
            self._counter[piece],
            self._moved[piece],
            self._attacked[piece],
            self._defended[piece],
            self._lost[piece],
            end,
        )
