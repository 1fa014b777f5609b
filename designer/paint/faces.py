"""What is printed on one face of a counter, as a value that play, previews and printing share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.records import Rows
from engine.records.counters import Face, Nationality, Unit

AIR = frozenset({"fighter", "bomber", "air"})
_TRUE_MINUS = "\N{MINUS SIGN}"
_PARTS = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3}


@dataclass(frozen=True)
class CounterFace:
    """One face of a counter, ready to be painted."""

    name: str = ""
    symbol: str = "infantry"
    size: str = ""
    values: str = ""
    colour: str = "#9aa39a"
    ink: str = "#111111"
    reduced: int = 0
    untried: bool = False
    badges: tuple[str, ...] = ()

    @property
    def identity(self) -> tuple[str, str]:
        """What stands left and right of the symbol: `XXIV` and `Pz`."""
        left, _, right = self.name.partition(" ")
        return left, right


def counter_face(
    unit: Unit,
    face: Face | None,
    nationality: Nationality | None = None,
    *,
    rows: Rows | None = None,
    untried: bool = False,
    badges: Iterable[str] = (),
) -> CounterFace:
    """The face of a unit of a scenario as it lies on the table; untried ones show only what their back shows."""
    plain = CounterFace()
    colour = nationality.colour if nationality else plain.colour
    ink = nationality.ink if nationality else plain.ink
    marks = tuple(badges)
    if untried:
        return CounterFace("", unit.symbol, unit.size, untried_values(face), colour, ink, 0, True, marks)
    step = face.face if face else 0
    return CounterFace(
        unit.name, unit.symbol, unit.size, face_values(unit, face, rows), colour, ink, step, False, marks
    )


def face_values(unit: Unit, face: Face | None, rows: Rows | None = None) -> str:
    """The numbers at the foot: attack-defence-movement, or strength-movement in a scenario where both are always one.

    A unit without strengths of its own, whose value the turn gives, shows only its movement. Where units have ratings,
    these stand in the middle, as strength-rating-movement; guns show barrage-range-movement.

    Members of a blind pool always show all three, or their likeness would be broken by chance.
    """
    if face is None or unit.symbol == "marker":
        return ""
    if unit.symbol in AIR:
        return _air_values(face)
    if unit.symbol == "leader":
        return _leader_values(face)
    attack, defence, movement = (figure(value) for value in (face.attack, face.defence, face.movement))
    if "barrage" in face.extra:
        return f"{figure(face.extra['barrage'])}-{figure(face.extra.get('range', 0))}-{movement}"
    if "rating" in face.extra and face.defence:
        return f"{attack if face.attack else f'({defence})'}-{figure(face.extra['rating'])}-{movement}"
    if face.attack == face.defence == 0 and not unit.pool:
        return movement
    if face.attack == face.defence and not unit.pool and not (rows is not None and parted(rows)):
        return f"{attack}-{movement}"
    return f"{attack}-{defence}-{movement}"


def parted(rows: Rows) -> bool:
    """Whether a unit of a scenario has two strengths: then all counters show both, or they could not be compared."""
    return rows.kept(
        "parted strengths", (Face.table, Unit.table), lambda: any(_parts(rows, face) for face in rows.all(Face))
    )


def _parts(rows: Rows, face: Face) -> bool:
    """Whether a face of a unit that fights has two strengths; those of blind pools always show both."""
    unit = rows.get(Unit, face.unit)
    if unit is None or unit.pool or unit.symbol in AIR or unit.symbol in ("leader", "marker"):
        return False
    return face.attack != face.defence and not {"barrage", "rating"} & face.extra.keys()


def _air_values(face: Face) -> str:
    if "shift" in face.extra:
        return f"+{figure(face.extra['shift'])}"
    if "air" in face.extra:
        return _ratings_of_aircraft(face)
    if face.defence and face.defence != face.attack:
        return f"{figure(face.attack)}-{figure(face.defence)}"
    return figure(face.attack) if face.attack else ""  # what it is worth, the turn says


def _ratings_of_aircraft(face: Face) -> str:
    """Air combat, in parentheses for who cannot begin it, and barrage."""
    air, barrage = figure(face.extra["air"]), face.extra.get("barrage", 0)
    fights = f"({air})" if face.extra.get("passive") else air
    return f"{fights}-{figure(barrage)}" if barrage else fights


def _leader_values(face: Face) -> str:
    numbers = [face.extra[key] for key in ("rating", "radius") if key in face.extra]
    return "-".join(figure(number) for number in [*numbers, face.movement] if number) or figure(face.attack)


def untried_values(face: Face | None) -> str:
    """What the untried side shows: the movement, which is known, and nothing else."""
    return f"?-{figure(face.movement)}" if face is not None and face.movement else ""


def figure(value: float) -> str:
    """A number as it is printed: 4, 2½, −1."""
    whole, half = int(abs(value)), abs(value) % 1
    sign = _TRUE_MINUS if value < 0 else ""
    if half == 0:
        return f"{sign}{whole}"
    for sign_of, part in _PARTS.items():
        if abs(half - part) < 0.005:
            return f"{sign}{whole or ''}{sign_of}"
    return f"{sign}{round(abs(value), 2):g}"
