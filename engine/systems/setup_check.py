"""What is wrong with the positions of the set-up: crowded cells, both sides in one, ground that is forbidden."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.board.names import CellNames
from engine.board.tec import TecChart
from engine.counters import Piece
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import CellRow, Grid, Place
from engine.records.play import MechanismRow, Placement
from engine.rules.parameters import read_parameters
from engine.rules.stacking import Stacking, place_factor
from engine.scenario.deployment import deployment
from engine.scenario.sentences import counted


def check_setup(rows: Rows) -> list[Problem]:
    """Everything that looks wrong with units that are set up in fixed cells."""
    if not rows.has(Grid):
        return []
    there = _by_cell(rows)
    return [*_lost(rows), *_mixed(there), *_overstacked(rows, there), *_sunk(rows, there)]


def _lost(rows: Rows) -> Iterator[Problem]:
    names = CellNames.from_rows(rows)
    for line in rows.all(Placement):
        if line.cell is not None and names.find(line.cell) is None:
            yield Problem(f"there is no cell or box {line.cell}", "placement", (line.placement,), "cell")


Standing = dict[str, list[tuple[Piece, str]]]
"""By cell, the pieces there with the lines that put them there."""


def _by_cell(rows: Rows) -> Standing:
    dealt = deployment(rows)
    pieces = {piece.key: piece for piece in dealt.pieces}
    found: Standing = {}
    for key, taken in dealt.placed.items():
        line = rows.get(Placement, key)
        assert line is not None
        place = rows.get(Place, line.place) if line.place else None
        cell = line.cell or (place.cell if place else None)
        for piece in taken if cell is not None else ():
            found.setdefault(str(cell), []).append((pieces[piece], key))
    return found


def _mixed(there: Standing) -> Iterator[Problem]:
    for cell, standing in there.items():
        first = standing[0][0].unit.side
        for piece, line in standing:
            if piece.unit.side != first:
                yield Problem(f"units of both sides are set up in {cell}", "placement", (line,), "cell")
                break


def _overstacked(rows: Rows, there: Standing) -> Iterator[Problem]:
    row = rows.get(MechanismRow, Stacking.key)
    if row is None:
        return
    try:
        rule = read_parameters(Stacking, row.params)
    except msgspec.ValidationError:
        return
    chart, places = TecChart.from_rows(rows), places_by_cell(rows)
    for cell, standing in there.items():
        if all(_meant(rows, line, len(standing)) for _, line in standing):
            continue
        for limit in rule.limits:
            load = limit.load(piece.unit for piece, _ in standing)
            if load > limit.most * (place_factor(chart, places.get(cell, ())) if limit.places else 1):
                many = [line for piece, line in standing if limit.units.matches(piece.unit)]
                message = f"{counted(len(many), 'unit')} are set up in {cell}, where {limit.most} may stand"
                yield Problem(message, "placement", (many[-1],), "cell", "warning")
                break


def places_by_cell(rows: Rows) -> dict[str, list[Place]]:
    """The places of every cell that has some."""
    found: dict[str, list[Place]] = {}
    for place in rows.all(Place):
        found.setdefault(place.cell, []).append(place)
    return found


def _meant(rows: Rows, key: str, many: int) -> bool:
    """Whether a line says itself that so many may stand in a cell; then the crowd is no mistake."""
    line = rows.get(Placement, key)
    return line is not None and line.per_cell >= many


def _sunk(rows: Rows, there: Standing) -> Iterator[Problem]:
    chart = TecChart.from_rows(rows)
    for cell, standing in there.items():
        ground = rows.get(CellRow, cell)
        if ground is None:
            continue
        for piece, line in standing:
            effect = f"move.{piece.unit.move_class}"
            if chart.prohibited("terrain", ground.terrain, effect):
                message = f"{piece.unit.name} is set up in {cell}, which it may not enter"
                yield Problem(message, "placement", (line,), "cell", "warning")
