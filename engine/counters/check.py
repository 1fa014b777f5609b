"""What is wrong with the counters of a scenario, all of it at once."""

from __future__ import annotations

from engine.counters.counter import Counter, load_counters
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import TecColumn
from engine.records.counters import Nationality


def check_counters(rows: Rows) -> list[Problem]:
    """Units without faces, gaps between faces, movement classes the terrain chart lacks, unlike pool members."""
    counters = load_counters(rows)
    nations = {row.nationality: row for row in rows.all(Nationality)}
    classes = {row.effect for row in rows.all(TecColumn)}
    problems: list[Problem] = []
    for counter in counters:
        problems += _check_one(counter, nations, classes)
    return problems + _check_pools(counters)


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
            message = f"drawn blind with {model.unit.unit}, so it must look alike face down: side, type, size, movement"
            problems.append(Problem(message, "unit", (counter.unit.unit,), "pool"))
    return problems


def _outside(counter: Counter) -> tuple[object, ...]:
    unit = counter.unit
    movement = counter.faces[0].movement if counter.faces else 0.0
    return (unit.side, unit.nationality, unit.symbol, unit.size, unit.move_class, movement, len(counter.faces))
