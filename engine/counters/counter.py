"""A counter: a unit's record with its faces."""

from __future__ import annotations

from dataclasses import dataclass

from engine.records import Rows
from engine.records.counters import Face, Unit


@dataclass(frozen=True)
class Counter:
    """A unit of the order of battle and the faces of its counter, full strength first."""

    unit: Unit
    faces: tuple[Face, ...]

    @property
    def steps(self) -> int:
        """How many step losses it takes to eliminate it."""
        return len(self.faces)


def load_counters(rows: Rows) -> tuple[Counter, ...]:
    """Every counter of a scenario in order."""
    faces: dict[str, list[Face]] = {}
    for face in rows.all(Face):
        faces.setdefault(face.unit, []).append(face)
    units = sorted(rows.all(Unit), key=lambda unit: unit.position)
    return tuple(Counter(unit, tuple(sorted(faces.get(unit.unit, []), key=lambda face: face.face))) for unit in units)
