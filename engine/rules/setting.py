"""What the rules work out of a scenario once and use in every game of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.network import Roads, edge_costs
from engine.ids import Cell
from engine.records.counters import Selector
from engine.rules.answers import MarkKind, ModeKind
from engine.rules.mechanism import Mechanism
from engine.rules.parameters import read_parameters
from engine.rules.phase import PhaseRule
from engine.scenario import Scenario
from engine.scenario.seasons import Treated, Zones, season, zone_map
from engine.state.events import PhaseBegan

M = TypeVar("M", bound=Mechanism)
T = TypeVar("T")


class _Answering(dict[str, tuple[Mechanism, ...]]):
    """By question, the mechanisms that do not leave it with the neutral answer; found when it is first asked."""

    def __init__(self, mechanisms: list[Mechanism]) -> None:
        self._mechanisms = mechanisms

    def __missing__(self, question: str) -> tuple[Mechanism, ...]:
        neutral = getattr(Mechanism, question)
        found = self[question] = tuple(one for one in self._mechanisms if getattr(type(one), question) is not neutral)
        return found


class Setting:
    """A scenario with its rules read and its movement costs laid out for the kernels."""

    def __init__(
        self,
        scenario: Scenario,
        phase_rules: Mapping[str, type[PhaseRule]],
        mechanisms: Mapping[str, type[Mechanism]],
    ) -> None:
        self.scenario = scenario
        self.board = scenario.board
        self.side_of = [scenario.side_index[piece.unit.side] for piece in scenario.pieces]
        self.phases = [read_parameters(phase_rules[phase.kind], phase.params) for phase in scenario.phases]
        self.phase_sides = [
            None if phase.side is None else scenario.side_index[phase.side] for phase in scenario.phases
        ]
        self.neighbours: list[tuple[int, ...]] = [
            tuple(scenario.board.neighbours(Cell(cell))) for cell in range(scenario.board.size)
        ]
        self.places_at: dict[int, list[int]] = {}
        for index, place in enumerate(scenario.places):
            self.places_at.setdefault(scenario.board.cell(place.cell), []).append(index)
        self._mechanisms: dict[type[Mechanism], Mechanism] = {}
        self.mechanisms = [self.mechanism(mechanisms[key]) for key in scenario.mechanisms if key in mechanisms]
        self.answering: Callable[[str], tuple[Mechanism, ...]] = _Answering(self.mechanisms).__getitem__
        """Gives the mechanisms of this scenario that have something to say on a question or an occasion."""
        self._kept: dict[object, Any] = {}
        self._between: dict[tuple[int, int], tuple[str, ...]] = {}
        self._costs: dict[tuple[object, ...], npt.NDArray[np.int32]] = {}
        self._labels: dict[int, str] = {}

    @cached_property
    def zones(self) -> Zones:
        """The weather zone of every cell."""
        return zone_map(self.scenario)

    @cached_property
    def treated(self) -> Treated:
        """By weather, kinds of terrain that count as others in it."""
        asked = self.answering("treated")
        return {
            kind.weather: {old: new for one in asked for old, new in one.treated(kind.weather)}
            for kind in self.scenario.weathers
            if asked
        }

    def mechanism(self, kind: type[M]) -> M:
        """A mechanism with the scenario's parameters, or its defaults."""
        found = self._mechanisms.get(kind)
        if found is None:
            row = self.scenario.mechanisms.get(kind.key)
            found = read_parameters(kind, row.params if row else {})
            self._mechanisms[kind] = found
        return found  # type: ignore[return-value]

    def side_of_phase(self, event: PhaseBegan) -> int | None:
        """The side whose phase began."""
        return self.phase_sides[event.phase] if event.side is None else event.side

    def by_key(self, key: str) -> Mechanism | None:
        """The mechanism of this scenario that has a key, or None."""
        return self._by_key.get(key)

    @cached_property
    def _by_key(self) -> dict[str, Mechanism]:
        return {one.key: one for one in reversed(self.mechanisms)}

    @cached_property
    def mark_kinds(self) -> dict[str, MarkKind]:
        """Every mark that the rules of this scenario may put on something."""
        return {kind.key: kind for one in self.mechanisms for kind in one.marks}

    @cached_property
    def mode_kinds(self) -> dict[str, ModeKind]:
        """Every mode that units may be in, but for the usual one where no rule speaks of it."""
        return {kind.key: kind for one in self.mechanisms for kind in one.mode_kinds()}

    @cached_property
    def bystanders(self) -> frozenset[int]:
        """The pieces that hold no ground; in most games there are none."""
        chosen = (each for one in self.answering("bystanders") for each in one.bystanders())
        return frozenset(piece for each in chosen for piece in self.pieces(each))

    @cached_property
    def shown(self) -> dict[str, str]:
        """By mode, the faces of counters that are up in it."""
        return {key: kind.shows for key, kind in self.mode_kinds.items()}

    def pool_pieces(self, pool: str) -> list[int]:
        """The pieces that are drawn from a pool."""
        pieces = self.scenario.pieces
        return self.kept(("pool pieces", pool), lambda: [n for n, piece in enumerate(pieces) if piece.pool == pool])

    def pool_counters(self, pool: str) -> dict[int, int]:
        """How often each counter belongs to a pool as the scenario fills it."""
        return self.kept(("pool counters", pool), lambda: self._pool_counters(pool))

    def _pool_counters(self, pool: str) -> dict[int, int]:
        counters = enumerate(self.scenario.counters)
        return {index: counter.unit.quantity for index, counter in counters if counter.unit.pool == pool}

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """A value worked out from the scenario alone, once for all its games."""
        try:
            found: T = self._kept[key]
        except KeyError:
            found = self._kept[key] = make()
        return found

    def costs(
        self,
        move_class: str,
        turn: int | None,
        links_only: tuple[str, ...],
        flat: bool,
        weather: tuple[int, ...] = (),
        free: tuple[str, ...] = (),
        roads: Roads = (),
    ) -> npt.NDArray[np.int32]:
        """Movement cost of every step on the board for a class of units, in ticks; in fair weather unless told.

        Hexsides of the free kinds are not there; links of some kinds may count only through certain terrain.
        """
        key = (move_class, id(self.board.link_masks(turn)), links_only, flat, weather, free, roads)
        if key not in self._costs:
            self._costs[key] = edge_costs(
                self.board,
                self.scenario.tec,
                f"move.{move_class}",
                turn=turn,
                only_links=links_only,
                flat=1.0 if flat else None,
                season=season(self.scenario, self.zones, weather, free, self.treated) if weather or free else None,
                roads=roads,
            )
        return self._costs[key]

    def label(self, cell: int) -> str:
        """The number of a cell with the name of its place, or the name of a box."""
        found = self._labels.get(cell)
        if found is None:
            names = [self.scenario.places[index].name for index in self.places_at.get(cell, [])]
            boxed = cell - self.board.grid.size
            number = self.board.label(Cell(cell)) if boxed < 0 else self.board.boxes[boxed].name
            found = self._labels[cell] = f"{names[0]} ({number})" if names else number
        return found

    def sides_between(self, cell: int, target: int) -> tuple[str, ...]:
        """What lies between two neighbouring cells of the grid."""
        key = (cell, target)
        if key not in self._between:
            self._between[key] = self._sides_between(Cell(cell), Cell(target))
        return self._between[key]

    def _sides_between(self, cell: Cell, target: Cell) -> tuple[str, ...]:
        beyond = max(cell, target) >= self.board.grid.size
        side = None if beyond else self.board.grid.side_between(cell, target)
        return () if side is None else tuple(sorted(self.board.hexsides_of(cell, side)))

    def pieces(self, selector: Selector) -> tuple[int, ...]:
        """Every piece that a selector means, as it looks before anything is revealed."""
        return self.kept(("pieces", selector), lambda: self._pieces(selector))

    def _pieces(self, selector: Selector) -> tuple[int, ...]:
        return tuple(index for index, piece in enumerate(self.scenario.pieces) if selector.matches(piece.unit))
