"""Units that a line of the set-up or of the arrivals names: lines that merely describe them leave them alone."""

from __future__ import annotations

from engine.ids import OFF_MAP
from engine.records.play import Arrival
from engine.rules.table import Table
from engine.scenario.deployment import Deployment, Line, deal, names_units


def to_set_up(table: Table, number: int) -> list[int]:
    """The pieces off the map that a line of the set-up may take, but for those that lines still to come name."""
    return table.cached(("to set up", number), lambda: _to_set_up(table, number))


def _to_set_up(table: Table, number: int) -> list[int]:
    claims, line = _claims(table), table.scenario.placements[number]
    return [piece for piece in _off_map(table, line) if claims.get(piece, -1) <= number]


def to_arrive(table: Table, number: int) -> list[int]:
    """The pieces off the map that an arrival line may bring, but for those that other arrivals name and want still.

    Whoever draws from a pool draws what is left in it: a line that counts takes what is meant for later ones when
    others, as arrivals by die, have drawn what was meant for it.
    """
    claims, ahead, line = _claims(table), len(table.scenario.placements), table.scenario.arrivals[number]
    waiting, found = _off_map(table, line), []
    for piece in waiting:
        claim = claims.get(piece, -1) - ahead
        if claim < 0 or claim == number or not wanted(table, table.scenario.arrivals[claim]):
            found.append(piece)
    return waiting if not found and line.count and line.units.pools else found


def wanted(table: Table, line: Arrival) -> bool:
    """Whether a line still wants units: one that counts them has enough some time."""
    return not line.count or table.count(f"arrived.{line.arrival}") < line.count


def _off_map(table: Table, line: Line) -> list[int]:
    return [piece for piece in table.setting.pieces(line.units) if table.state.cell[piece] == OFF_MAP]


def _claims(table: Table) -> dict[int, int]:
    """By piece, the line that takes it by name: lines of the set-up are counted first, then arrivals."""
    return table.setting.kept("claims", lambda: _claimed(table))


def dealt_out(table: Table) -> Deployment:
    """Which pieces each line of the set-up and of the arrivals takes."""
    scenario = table.scenario
    return table.setting.kept("dealt", lambda: deal(scenario.pieces, scenario.placements, scenario.arrivals))


def _claimed(table: Table) -> dict[int, int]:
    scenario, dealt = table.scenario, dealt_out(table)
    shares = [dealt.placed[line.placement] for line in scenario.placements]
    shares += [dealt.arriving[line.arrival] for line in scenario.arrivals]
    lines: tuple[Line, ...] = (*scenario.placements, *scenario.arrivals)
    return {
        scenario.piece_index[piece]: number
        for number, (line, share) in enumerate(zip(lines, shares, strict=True))
        if names_units(line)
        for piece in share
    }
