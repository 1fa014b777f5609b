"""A counter: a unit's record with its faces, in its usual mode and in others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby

import msgspec

from engine.records import Rows
from engine.records.counters import Face, ModeFace, Unit


@dataclass(frozen=True)
class Turned:
    """What a counter is in another mode: the unit with its class there, and its faces, full strength first."""

    unit: Unit
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Counter:
    """A unit of the order of battle and the faces of its counter, full strength first; other modes by their keys."""

    unit: Unit
    faces: tuple[Face, ...]
    modes: Mapping[str, Turned] = field(default_factory=dict, hash=False)

    @property
    def steps(self) -> int:
        """How many step losses it takes to eliminate it."""
        return len(self.faces)

    def unit_in(self, mode: str) -> Unit:
        """The unit as it is in a mode."""
        turned = self.modes.get(mode)
        return self.unit if turned is None else turned.unit

    def face_in(self, mode: str, step: int) -> Face:
        """The face that is up in a mode after so many losses; one that has none there shows its usual one."""
        turned = self.modes.get(mode)
        return self.faces[step] if turned is None else turned.faces[min(step, len(turned.faces) - 1)]


def load_counters(rows: Rows) -> tuple[Counter, ...]:
    """Every counter of a scenario in order; made again only when a unit or a face has changed."""
    return rows.kept("counters", ("unit", "face", "mode_face"), lambda: _load(rows))


def _load(rows: Rows) -> tuple[Counter, ...]:
    faces: dict[str, list[Face]] = {}
    for face in rows.all(Face):
        faces.setdefault(face.unit, []).append(face)
    turned: dict[str, list[ModeFace]] = {}
    for other in rows.all(ModeFace):
        turned.setdefault(other.unit, []).append(other)
    return tuple(
        Counter(
            unit,
            tuple(sorted(faces.get(unit.unit, []), key=lambda face: face.face)),
            _modes(unit, turned.get(unit.unit, [])),
        )
        for unit in sorted(rows.all(Unit), key=lambda unit: unit.position)
    )


def _modes(unit: Unit, faces: list[ModeFace]) -> Mapping[str, Turned]:
    """A unit in each of its other modes."""
    ordered = sorted(faces, key=lambda face: (face.mode, face.face))
    made = {}
    for mode, group in groupby(ordered, key=lambda face: face.mode):
        found = list(group)
        there = msgspec.structs.replace(unit, move_class=found[0].move_class or unit.move_class)
        made[mode] = Turned(there, tuple(_face(each) for each in found))
    return made


def _face(row: ModeFace) -> Face:
    return Face(
        unit=row.unit,
        face=row.face,
        attack=row.attack,
        defence=row.defence,
        movement=row.movement,
        extra=row.extra,
    )
