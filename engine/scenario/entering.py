"""How every unit comes into the game, who never does, and which lines of set-up and arrivals find nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.counters import Piece
from engine.errors import Problem
from engine.records import Rows
from engine.records.counters import Unit
from engine.records.play import Arrival, MechanismRow, Placement, ScenarioRow
from engine.scenario.deployment import MARKERS, Deployment, Line, deployment, line_words, names_units
from engine.scenario.sentences import counted, listed

How = Literal["placed", "arrives", "pool", "marker", "produced", "nowhere"]

PRODUCTION, FRESH = "production", "fresh"
"""The mechanism that brings in units without a line, and its parameter that names the sides."""

NEVER = "neither set up, arriving, drawn nor produced: it never comes into the game"


@dataclass(frozen=True)
class Entering:
    """The one answer to how units come into the game; the editors, the check and the counter mix all read it."""

    rows: Rows
    dealt: Deployment
    fresh: frozenset[str]
    """Sides whose units come by production although they never were in play."""

    def how(self, unit: Unit) -> How:
        """How a unit comes into the game; nowhere if a counter of it does not."""
        if unit.symbol in MARKERS:
            return "marker"
        if unit.pool:
            return "pool" if unit.pool in self.dealt.drawn or unit.side in self.fresh else "nowhere"
        lines = [self.dealt.line_of(piece.key) for piece in self.dealt.pieces_of(unit)]
        if None in lines or not lines:
            return "produced" if unit.side in self.fresh else "nowhere"
        return "placed" if any(line and line[0] == "placement" for line in lines) else "arrives"

    def words(self, unit: Unit) -> str:
        """Where a unit begins, in a few words: `Minsk (1105)`, `turn 2, East edge`, `pool mech`, `nowhere`."""
        how = self.how(unit)
        if how == "marker":
            return "marker"
        if unit.pool:
            return f"pool {unit.pool}" if how == "pool" else f"pool {unit.pool}, never drawn"
        missing = "by production" if unit.side in self.fresh else "nowhere"
        said = []
        for piece in self.dealt.pieces_of(unit):
            line = self.dealt.line_of(piece.key)
            said.append(missing if line is None else line_words(self.rows, *line))
        return ", ".join(dict.fromkeys(said)) or missing


def entering(rows: Rows, dealt: Deployment | None = None) -> Entering:
    """How the units of a scenario come into the game."""
    return Entering(rows, dealt or deployment(rows), fresh_sides(rows))


def fresh_sides(rows: Rows) -> frozenset[str]:
    """The sides whose units come by production although they never were in play.

    The mechanism's row is read as it stands: whoever opens an order of battle shall not wait for the rules to load.
    """
    row = rows.get(MechanismRow, PRODUCTION)
    said = row.params.get(FRESH, ()) if row else ()
    return frozenset(side for side in said if isinstance(side, str)) if isinstance(said, list | tuple) else frozenset()


def check_entering(rows: Rows, found: Entering | None = None) -> list[Problem]:
    """A warning for every unit that never comes into the game, and for every line that lacks units it asks for."""
    found = found or entering(rows)
    return [*never_enter(found), *_short(rows, found.dealt)]


def never_enter(found: Entering) -> list[Problem]:
    """A warning for every unit that never comes into the game, whole or in part.

    The scenarios of a family share their counters, so that one of them may well leave some in the box.
    """
    if found.rows.has(ScenarioRow) and found.rows.the(ScenarioRow).family:
        return []
    return [
        Problem(_never(found, unit), "unit", (unit.unit,), "pool" if unit.pool else "name", "warning")
        for unit in found.rows.all(Unit)
        if found.how(unit) == "nowhere"
    ]


def _never(found: Entering, unit: Unit) -> str:
    if unit.pool:
        return f"no line draws from the pool {unit.pool}: it never comes into the game"
    pieces = found.dealt.pieces_of(unit)
    left = [piece for piece in pieces if found.dealt.line_of(piece.key) is None]
    if len(left) == len(pieces):
        return NEVER
    verb = "comes" if len(left) == 1 else "come"
    return f"{len(left)} of its {counted(len(pieces), 'counter')} never {verb} into the game: no line takes so many"


def _short(rows: Rows, dealt: Deployment) -> Iterator[Problem]:
    lines: list[tuple[Line, tuple[str, ...]]] = [
        *((line, dealt.placed[line.placement]) for line in rows.all(Placement)),
        *((line, dealt.arriving[line.arrival]) for line in rows.all(Arrival)),
    ]
    for line, share in lines:
        if line.units.pools:
            continue  # a pool may be filled again from the dead, and then gives more than it begins with
        meant = dealt.meant(line)
        wanted = line.count or (len(meant) if names_units(line) else 1)
        if len(meant) >= wanted > len(share):
            said = _shortage(rows, dealt, line, [piece for piece in meant if piece.key not in share], len(share))
            yield Problem(said, line.table, line.identity(), "units", "warning")


def _shortage(rows: Rows, dealt: Deployment, line: Line, missing: list[Piece], got: int) -> str:
    if line.units.units:
        elsewhere = [f"{piece.unit.name} ({_where(rows, dealt, piece)})" for piece in missing[:3]]
        more = [f"{len(missing) - 3} more"] if len(missing) > 3 else []
        return f"another line names these units first: {listed([*elsewhere, *more])}"
    if not got:
        return "no unit is left for this line: other lines take them all"
    return f"asks for {line.count}, but other lines leave it only {counted(got, 'unit')}"


def _where(rows: Rows, dealt: Deployment, piece: Piece) -> str:
    line = dealt.line_of(piece.key)
    return line_words(rows, *line) if line else "nowhere"
