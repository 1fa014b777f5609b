"""What the rules work out of a scenario once and use in every game of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS, edge_costs
from engine.ids import Cell
from engine.records.counters import Selector
from engine.rules.parameters import Mechanism, read_parameters
from engine.rules.phase import PhaseRule
from engine.scenario import Scenario
from engine.scenario.seasons import Zones, season, zone_map

M = TypeVar("M", bound=Mechanism)
T = TypeVar("T")


class Setting:
    """A scenario with its rules read and its movement costs laid out for the kernels."""

    def __init__(self, scenario: Scenario, phase_rules: dict[str, type[PhaseRule]]) -> None:
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
        self._kept: dict[object, Any] = {}
        self._costs: dict[tuple[object, ...], npt.NDArray[np.int32]] = {}

    @cached_property
    def zones(self) -> Zones:
        """The weather zone of every cell."""
        return zone_map(self.scenario)

    def mechanism(self, kind: type[M]) -> M:
        """A mechanism with the scenario's parameters, or its defaults."""
        found = self._mechanisms.get(kind)
        if found is None:
            row = self.scenario.mechanisms.get(kind.key)
            found = read_parameters(kind, row.params if row else {})
            self._mechanisms[kind] = found
        return found  # type: ignore[return-value]

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """A value worked out from the scenario alone, once for all its games."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def costs(
        self,
        move_class: str,
        turn: int | None,
        links_only: tuple[str, ...],
        flat: bool,
        weather: tuple[int, ...] = (),
    ) -> npt.NDArray[np.int32]:
        """Movement cost of every step on the board for a class of units, in ticks; in fair weather unless told."""
        key = (move_class, id(self.board.link_masks(turn)), links_only, flat, weather)
        if key not in self._costs:
            self._costs[key] = edge_costs(
                self.board,
                self.scenario.tec,
                f"move.{move_class}",
                turn=turn,
                only_links=links_only,
                flat=1.0 if flat else None,
                season=season(self.scenario, self.zones, weather) if weather else None,
            )
        return self._costs[key]

    def pieces(self, selector: Selector) -> tuple[int, ...]:
        """Every piece that a selector means, as it looks before anything is revealed."""
        return self.kept(("pieces", selector), lambda: self._pieces(selector))

    def _pieces(self, selector: Selector) -> tuple[int, ...]:
        return tuple(index for index, piece in enumerate(self.scenario.pieces) if selector.matches(piece.unit))


def ticks(points: float) -> int:
    """Movement points as the kernels count them."""
    return int(points * TICKS)
