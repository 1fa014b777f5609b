"""Lines: supply, communication and the like as legs from station to station, traced for every cell at once.

A line is a list of legs.  The last leg ends in a region; every other ends at a station from which the next leg can be
traced: a cell on a road, or a unit such as a leader.  All is worked out backwards, from the region outwards, so that
one sweep of the board answers for every unit; what lies on the way is kept, so that a line can be drawn and cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from engine.board.kernels import lines as lines_kernel
from engine.board.network import TICKS
from engine.records import Rows
from engine.records.base import col
from engine.records.board import LinkKind, Place, Region, TerrainKind
from engine.records.counters import Selector
from engine.records.weather import Weather
from engine.rules.costs import step_costs
from engine.rules.markers import barriers
from engine.rules.table import Table
from engine.rules.zoc import open_zone
from engine.scenario.sentences import class_words, common, counted, listed, named, units_words

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]

ANY_LENGTH = 2**30


class Leg(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One stretch of a line: how it runs, how long it may be, and where it ends."""

    along: Annotated[
        tuple[str, ...], col("Along", "Kinds of link that it follows; empty: over land", refers="link_kind")
    ] = ()
    limit: Annotated[float, col("At most", "Hexes or points; 0: any length", ge=0, le=999)] = 0.0
    counted_in: Annotated[Literal["hexes", "points"], col("Counted in", "points: as the unit itself moves")] = "hexes"
    move_class: Annotated[
        str, col("As", "The class whose points count; empty: that of the unit", word="class", max_length=40)
    ] = ""
    outward: Annotated[bool, col("From its end", "Points are counted from where it ends, not from where it begins")] = (
        False
    )
    beside: Annotated[bool, col("Or beside", "Where it is limited by a value it may also begin beside such a line")] = (
        False
    )
    by_rating: Annotated[
        str, col("Limited by", "The value of the unit where it ends is its limit: rating", word="value", max_length=40)
    ] = ""
    to_region: Annotated[str, col("To region", "It ends in a cell of this region", refers="region")] = ""
    to_links: Annotated[tuple[str, ...], col("To links", "It ends at a cell with such a link", refers="link_kind")] = ()
    to_units: Annotated[Selector | None, col("To units", "It ends at one of these units of the same side")] = None


class ShutGround(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terrain that a line does not enter, but for some kinds of weather."""

    terrain: Annotated[tuple[str, ...], col("Terrain", refers="terrain_kind")] = ()
    open_in: Annotated[tuple[str, ...], col("Open in", "Weather in which it may be entered", refers="weather")] = ()


class LineRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of line that certain units may trace."""

    name: Annotated[str, col("Name", "As players read it: by road", max_length=40)] = ""
    units: Annotated[Selector, col("Which units")] = Selector()
    legs: Annotated[tuple[Leg, ...], col("Legs", "From the unit to the source")] = ()
    barriers: Annotated[bool, col("Markers bar it", "Markers that block supply stop it")] = True
    links_only: Annotated[
        bool, col("Only along links", "Such markers stop it along roads and railways that it follows, not over land")
    ] = False
    ground: Annotated[bool, col("Ground bars it", "Terrain and hexsides that block supply stop it")] = True
    zones: Annotated[bool, col("Enemy zones bar it", "But for those that a friend covers")] = True
    shut: Annotated[tuple[ShutGround, ...], col("Closed ground", "Terrain that it may not enter at all")] = ()
    from_region: Annotated[
        str, col("Only from", "Only from cells of this region; empty: from anywhere", refers="region")
    ] = ""
    shares: Annotated[
        str, col("Shares with", "In place of legs: the line of this place, while its side holds it", refers="place")
    ] = ""
    grade: Annotated[
        str, col("Less than full", "In what way such supply is not full: over a lake; empty: it is", max_length=40)
    ] = ""
    case: Annotated[str, col("Rule case")] = ""


def leg_words(rows: Rows, leg: Leg) -> str:
    """One stretch of a line: how it runs, how long it may be, and where it ends."""
    over = (
        f"along a {listed([named(rows, LinkKind, key).lower() for key in leg.along], 'or')}"
        if leg.along
        else "over land"
    )
    if leg.by_rating:
        length = f"no more hexes than the {leg.by_rating} of the unit where it ends"
    elif not leg.limit:
        length = "of any length"
    elif leg.counted_in == "points":
        who = f"{class_words(rows, leg.move_class)}" if leg.move_class else "the unit itself moves"
        length = f"at most {counted(leg.limit, 'movement point')} as {who}"
    else:
        length = f"at most {counted(leg.limit, 'hex')}"
    if leg.to_region:
        end = named(rows, Region, leg.to_region)
    elif leg.to_links:
        end = f"a hex with a {listed([named(rows, LinkKind, key).lower() for key in leg.to_links], 'or')}"
    else:
        end = f"one of the {units_words(rows, leg.to_units)}" if leg.to_units else "nowhere"
    return f"{over}, {length}, to {end}"


def line_words(rows: Rows, rule: LineRule) -> str:
    """A line in words, to follow `a line`."""
    if rule.shares:
        return f"that {named(rows, Place, rule.shares)} has, while their side holds it"
    said = ", and from there ".join(leg_words(rows, leg) for leg in rule.legs)
    return f"{said or 'to nowhere'}{'' if rule.ground else ', over any ground'}{_shut_words(rows, rule)}"


def _shut_words(rows: Rows, rule: LineRule) -> str:
    """Which ground a line does not enter, and when it does after all."""
    said = []
    for each in rule.shut:
        kinds = listed([named(rows, TerrainKind, key).lower() for key in each.terrain], "or")
        skies = listed([common(rows, named(rows, Weather, key)) for key in each.open_in], "or")
        said.append(f"{kinds or 'no terrain'}{f' but in {skies}' if skies else ''}")
    return f", never into {listed(said, 'or')}" if said else ""


@dataclass(frozen=True, eq=False)
class Traced:
    """For every cell the ticks of the first leg of a line, -1 where there is none, and the next cell of each leg."""

    rule: LineRule
    length: Ints
    onwards: tuple[Ints, ...]

    def reaches(self, cell: int) -> bool:
        """Whether a line runs from a cell."""
        return bool(self.length[cell] >= 0)

    def path(self, cell: int) -> tuple[int, ...]:
        """The cells of the line from a cell to its source, both included; empty where there is none."""
        if not self.reaches(cell):
            return ()
        found = [cell]
        for onward in self.onwards:
            while int(onward[found[-1]]) != found[-1]:
                found.append(int(onward[found[-1]]))
        return tuple(found)


def trace(table: Table, side: int, rule: LineRule, move_class: str) -> Traced:
    """The line that a rule describes, from every cell, for units of a class."""
    classed = any(leg.counted_in == "points" for leg in rule.legs)
    weather = tuple(table.state.weather) if any(each.open_in for each in rule.shut) else ()
    key = ("line", side, rule, move_class if classed else "", weather, barred_cells(table, side))
    return table.cached(key, lambda: _trace(table, side, rule, move_class))


def barred_cells(table: Table, side: int) -> tuple[int, ...]:
    """The cells that rules close to the lines of a side now, such as intact fortifications."""
    if not table.answering("bars_lines"):
        return ()
    return table.cached_now(("barred", side), lambda: _barred(table, side))


def _barred(table: Table, side: int) -> tuple[int, ...]:
    return tuple(sorted({cell for one in table.answering("bars_lines") for cell in one.bars_lines(table, side)}))


@dataclass(frozen=True, eq=False)
class _Field:
    """The board as a line meets it: what is shut to it, where it may begin but not end, and what it may not pass."""

    rule: LineRule
    side: int
    move_class: str
    shut: Flags
    marked: Flags
    ends: Flags

    def passing(self, leg: Leg) -> Flags:
        """The cells that a leg may touch at its ends only: marked ones, and over land such as swamps."""
        marked = self._marked(bool(leg.along))
        return marked if leg.along or not self.rule.ground else marked | self.ends

    def no_station(self, leg: Leg) -> Flags:
        """The marked cells in which a leg may not end: what stops trains is no station of theirs either."""
        return self._marked(bool(leg.along or leg.to_links))

    def _marked(self, linked: bool) -> Flags:
        return self.marked if linked or not self.rule.links_only else np.zeros_like(self.marked)


def _trace(table: Table, side: int, rule: LineRule, move_class: str) -> Traced:
    marked = np.zeros(table.board.size, np.uint8)
    if rule.barriers:
        marked[barriers(table, side)] = 1
    field = _Field(rule, side, move_class, _shut(table, side, rule), marked, _ends(table))
    onwards: list[Ints] = []
    reached: Ints | None = None
    for leg in reversed(rule.legs):
        reached, onward = _leg(table, leg, field, reached)
        onwards.insert(0, onward)
    if reached is None:
        reached = np.full(table.board.size, -1, np.int32)
    if rule.from_region:
        reached = np.where(region_mask(table, rule.from_region), reached, np.int32(-1)).astype(np.int32)
    return Traced(rule, reached, tuple(onwards))


def region_mask(table: Table, region: str) -> npt.NDArray[np.bool_]:
    """Which cells belong to a region."""
    return table.setting.kept(("region-mask", region), lambda: _region_mask(table, region))


def _region_mask(table: Table, region: str) -> npt.NDArray[np.bool_]:
    found = np.zeros(table.board.size, np.bool_)
    found[sorted(table.board.regions.get(region, frozenset()))] = True
    return found


def _shut(table: Table, side: int, rule: LineRule) -> Flags:
    """The cells that a line may not touch: the enemy, his zones, what rules close, and ground that is closed to it."""
    shut = table.occupied(1 - side)
    if rule.zones:
        shut = shut | open_zone(table, side)
    closed = barred_cells(table, side)
    if closed:
        shut = shut.copy()
        shut[list(closed)] = 1
    for each in rule.shut:
        shut = shut | _closed_ground(table, each)
    return shut


def _closed_ground(table: Table, each: ShutGround) -> Flags:
    """The cells of closed terrain, but for those where the weather opens it."""
    cells = table.setting.kept(("shut-ground", each.terrain), lambda: _of_terrain(table, each.terrain))
    skies = [number for number, zone in enumerate(table.state.weather) if _opens(table, zone, each)]
    if not skies:
        return cells
    found: Flags = (cells & ~np.isin(table.setting.zones, skies)).astype(np.uint8)
    return found


def _opens(table: Table, weather: int, each: ShutGround) -> bool:
    return table.scenario.weathers[weather].weather in each.open_in


def _of_terrain(table: Table, kinds: tuple[str, ...]) -> Flags:
    wanted = [kind in kinds for kind in table.board.terrain_kinds]
    found: Flags = np.array([*wanted, False], np.uint8)[table.board.terrain]
    return found


def _ends(table: Table) -> Flags:
    """The cells whose terrain a line may enter but not pass."""
    return table.setting.kept("line-ends", lambda: _find_ends(table))


def _find_ends(table: Table) -> Flags:
    tec, board = table.scenario.tec, table.board
    kinds = [tec.prohibited("terrain", kind, "supply.through") for kind in board.terrain_kinds]
    found: Flags = np.array([*kinds, False], np.uint8)[board.terrain]
    return found


def _leg(table: Table, leg: Leg, field: _Field, beyond: Ints | None) -> tuple[Ints, Ints]:
    """For every cell the length of a leg that can be completed from it, and the next cell; stations go nowhere."""
    if leg.by_rating:
        return _by_rating(table, leg, field, beyond)
    barred = field.shut | field.no_station(leg)
    stations = [cell for cell in _stations(table, field.side, leg) if not barred[cell]]
    sources = [cell for cell in stations if beyond is None or beyond[cell] >= 0]
    return _spread(table, leg, field, sources, int(leg.limit * TICKS) if leg.limit else ANY_LENGTH)


def _spread(table: Table, leg: Leg, field: _Field, sources: list[int], limit: int) -> tuple[Ints, Ints]:
    board, costs = table.board, _costs(table, leg, field)
    found = np.array(sources, np.int32)
    return lines_kernel(board.net, costs, found, limit, field.shut, field.passing(leg))


def _by_rating(table: Table, leg: Leg, field: _Field, beyond: Ints | None) -> tuple[Ints, Ints]:
    """A leg to units that each reach as far as their own value says: for every cell the one with most to spare."""
    best = np.full(table.board.size, -1, np.int32)
    onward, spare = best.copy(), best.copy()
    marked = field.no_station(leg)
    for piece in _units(table, field.side, leg):
        cell, rating = table.state.cell[piece], table.face(piece).extra.get(leg.by_rating, 0.0)
        if marked[cell] or (beyond is not None and beyond[cell] < 0):
            continue
        limit = int(rating * TICKS)
        length, step = _spread(table, leg, field, [cell], limit)
        better = (length >= 0) & (limit - length > spare)
        best[better], onward[better], spare[better] = length[better], step[better], limit - length[better]
    if leg.beside:
        _widen(table, field, best, onward)
    return best, onward


def _widen(table: Table, field: _Field, best: Ints, onward: Ints) -> None:
    """Let lines also begin beside the cells from which they run, but not in those of the enemy."""
    board = table.board
    begins = np.repeat(np.arange(board.size), np.diff(board.indptr))
    open_edges = (best[begins] < 0) & (best[board.indices] >= 0) & (board.edge_side >= 0) & (field.shut[begins] == 0)
    edges = np.flatnonzero(open_edges)
    lengths = best[board.indices[edges]]
    for edge in edges[np.argsort(-lengths, kind="stable")]:
        best[begins[edge]], onward[begins[edge]] = best[board.indices[edge]], board.indices[edge]


def _stations(table: Table, side: int, leg: Leg) -> list[int]:
    """Where a leg may end."""
    if leg.to_region:
        return sorted(table.board.regions.get(leg.to_region, frozenset()))
    if leg.to_links:
        return table.setting.kept(("linked", leg.to_links), lambda: _linked(table, leg.to_links))
    return sorted({table.state.cell[piece] for piece in _units(table, side, leg)})


def _linked(table: Table, kinds: tuple[str, ...]) -> list[int]:
    board = table.board
    carried = (board.link_masks(None) & np.uint32(board.link_bits(kinds))) != 0
    found: list[int] = np.unique(board.indices[carried]).tolist()
    return found


def _units(table: Table, side: int, leg: Leg) -> list[int]:
    """The units at which a leg may end; those that a rule silences do not serve."""
    if leg.to_units is None:
        return []
    return [piece for piece in table.matching(leg.to_units, table.on_map(side)) if table.verdict("may_serve", piece)]


def _costs(table: Table, leg: Leg, field: _Field) -> Ints:
    """What each step of a leg counts, for the way back."""
    if leg.counted_in == "points":
        costs = step_costs(table, field.side, leg.move_class or field.move_class)
        return costs if leg.outward else np.ascontiguousarray(costs[table.board.reverse])
    ground = field.rule.ground
    steps = table.setting.kept(("line-steps", leg.along, ground), lambda: _steps(table, leg, ground))
    if leg.along and table.answering("shut_links"):
        for shut in (each for one in table.answering("shut_links") for each in one.shut_links(table, field.side)):
            steps = np.where(shut, np.int32(-1), steps).astype(np.int32)
    return steps


def _steps(table: Table, leg: Leg, ground: bool) -> Ints:
    """One for every step that a line may take, -1 across barred hexsides and off the links that it follows."""
    board, tec = table.board, table.scenario.tec
    barred = [kind for kind in board.hexside_kinds if ground and tec.prohibited("hexside", kind, "supply.through")]
    open_sides = (board.edge_hexsides & np.uint32(board.hexside_bits(barred))) == 0
    if leg.along:
        open_sides &= (board.link_masks(None) & np.uint32(board.link_bits(leg.along))) != 0
    else:
        open_sides &= board.edge_side >= 0
    made: Ints = np.where(open_sides, TICKS, -1).astype(np.int32)
    return made
