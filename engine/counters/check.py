"""What is wrong with the counters of a scenario, all of it at once."""

from __future__ import annotations

from collections import Counter as Tally

from engine.counters.counter import Counter, load_counters
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import TecColumn
from engine.records.counters import Nationality, Unit


def check_counters(rows: Rows) -> list[Problem]:
    """Units without faces, gaps between faces, movement classes the terrain chart lacks, unlike pool members."""
    counters = load_counters(rows)
    nations = {row.nationality: row for row in rows.all(Nationality)}
    classes = {row.effect for row in rows.all(TecColumn)}
    problems: list[Problem] = []
    for counter in counters:
        problems += _check_one(counter, nations, classes)
    return problems + _check_pools(counters) + _check_classes(rows, counters)


def _check_one(counter: Counter, nations: dict[str, Nationality], classes: set[str]) -> list[Problem]:
    unit = counter.unit
    problems = []
    if not counter.faces:
        problems.append(Problem("the unit has no face", "unit", (unit.unit,)))
    elif [face.face for face in counter.faces] != list(range(len(counter.faces))):
        problems.append(Problem("faces must be numbered 0, 1, 2 without a gap", "unit", (unit.unit,)))
    nation = nations.get(unit.nationality)
    if nation is not None and nation.side != unit.side:
        problems.append(Problem(f"{nation.name} belongs to another side", "unit", (unit.unit,), "nationality"))
    moves = any(face.movement > 0 for face in counter.faces)
    if moves and unit.symbol != "marker" and f"move.{unit.move_class}" not in classes:
        message = f"the terrain effects chart has no column move.{unit.move_class}"
        problems.append(Problem(message, "unit", (unit.unit,), "move_class"))
    return problems


def _check_pools(counters: tuple[Counter, ...]) -> list[Problem]:
    problems = []
    first: dict[str, Counter] = {}
    for counter in counters:
        if not counter.unit.pool:
            continue
        model = first.setdefault(counter.unit.pool, counter)
        if _outside(model) != _outside(counter):
            message = f"drawn blind with {model.unit.name}, so it must be alike face down: side, size, class, movement"
            problems.append(Problem(message, "unit", (counter.unit.unit,), "pool"))
    return problems


def _outside(counter: Counter) -> tuple[object, ...]:
    """What rules may ask of a counter that is face down; its type is hidden, and a pool may hold several."""
    unit = counter.unit
    movement = counter.faces[0].movement if counter.faces else 0.0
    return (unit.side, unit.nationality, unit.size, unit.move_class, movement, len(counter.faces))


MOBILE = frozenset({"armour", "mechanised", "motorised"})
FOOT = frozenset({"infantry", "mountain", "airborne", "engineer", "militia", "security", "garrison"})
"""Types of unit that go on wheels and tracks, and those that go on foot."""


def _check_classes(rows: Rows, counters: tuple[Counter, ...]) -> list[Problem]:
    """Panzers that move like rifle divisions, or the other way round, where their side has a class of their own.

    Nothing is said of units that go otherwise in another mode: they dismount to fight.
    """
    names = {row.effect.removeprefix("move."): row.name for row in rows.all(TecColumn) if row.group == "move"}
    problems = []
    for side in dict.fromkeys(counter.unit.side for counter in counters):
        units = [counter.unit for counter in counters if counter.unit.side == side and not _dismounts(counter)]
        for own, others in ((MOBILE, FOOT), (FOOT, MOBILE)):
            problems += _misfits(units, own, others, names)
    return problems


def _dismounts(counter: Counter) -> bool:
    return any(turned.unit.move_class != counter.unit.move_class for turned in counter.modes.values())


def _misfits(units: list[Unit], own: frozenset[str], others: frozenset[str], names: dict[str, str]) -> list[Problem]:
    mine = Tally(unit.move_class for unit in units if unit.symbol in own)
    theirs = Tally(unit.move_class for unit in units if unit.symbol in others)
    better = [key for key in names if mine[key] > theirs[key] or not (mine[key] or theirs[key])]
    found = []
    for unit in units:
        key = unit.move_class
        if unit.symbol in own and key in names and theirs[key] > mine[key] and better:
            like = _listed(units, key, others)
            message = (
                f"is {unit.symbol} and moves as {names[key]}, like the {like} of its side: is {names[better[0]]} meant?"
            )
            found.append(Problem(message, "unit", (unit.unit,), "move_class", "warning"))
    return found


def _listed(units: list[Unit], key: str, symbols: frozenset[str]) -> str:
    found = Tally(unit.symbol for unit in units if unit.move_class == key and unit.symbol in symbols)
    return found.most_common(1)[0][0]
