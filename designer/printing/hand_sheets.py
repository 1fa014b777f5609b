"""What a player sets up by hand, zone after zone, and a list to tick off of everything that must be manned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from designer.printing.blocks import Block, aside, band, heading, stacked
from designer.printing.flow import Group, plain
from designer.printing.material import Material, ink_on
from designer.printing.pages import PageItem, Rect, Text, Tick
from designer.printing.roster import RosterEntry
from designer.printing.type import NOTE, Measure
from designer.printing.unit_cells import unit_rows
from designer.printing.words import number
from engine.ids import Cell
from engine.records.board import Grid, Region
from engine.records.counters import Side
from engine.rules.free_setup import FreeSetUp
from engine.rules.quotas import Quota, parts_of
from engine.rules.table import Table
from engine.scenario.sentences import named, side_words, whom
from engine.state import State

_TICK = 2.4
_LINE = 4.0
_BETWEEN = 2.6
_WIDE = 90.0
"""Millimetres in which two units have room side by side."""


def hand_groups(material: Material, side: Side, width: float, measure: Measure) -> list[Group]:
    """The zones of a side that sets up by hand, and its requirements; nothing where a lay-out is given."""
    rule = material.setting.by_key(FreeSetUp.key)
    if not isinstance(rule, FreeSetUp) or side.side not in rule.sides:
        return []
    return _HandSheet(material, side, rule, width, measure).groups()


@dataclass(frozen=True)
class _HandSheet:
    """A side that sets up by hand, and the column in which that is told."""

    material: Material
    side: Side
    rule: FreeSetUp
    width: float
    measure: Measure

    @cached_property
    def table(self) -> Table:
        """The game before anybody is set up."""
        return Table(self.material.setting, State.at_start(self.material.scenario), seed=0)

    @cached_property
    def homes(self) -> dict[int, int]:
        """By piece, the first of the zones that it may stand in: where it is listed."""
        found: dict[int, int] = {}
        for at, zone in enumerate(self.rule.zones):
            if zone.side == self.side.side:
                for piece in self.rule.members(self.table, zone):
                    found.setdefault(piece, at)
        return found

    def groups(self) -> list[Group]:
        """Who stands in which zone, then what must be manned."""
        order = " sets up first, then ".join(side_words(self.material.rows, key) for key in self.rule.sides)
        said = f"{order[:1].upper()}{order[1:]}. Units stand anywhere in their zones, within stacking."
        found = [plain(heading("Set up by hand", self.width, self.measure), self._aside(said), gap=0)]
        index = self.material.scenario.side_index[self.side.side]
        found += [self._zone(region) for region in self.rule.areas(self.table, index)]
        asked = [quota for quota in self.rule.quotas if quota.side == self.side.side]
        if asked:
            title = "What must be manned" if any(quota.least for quota in asked) else "Limits"
            found.append(plain(heading(title, self.width, self.measure), gap=0))
        return [*found, *(self._requirement(quota) for quota in asked)]

    def _aside(self, text: str) -> Block:
        return aside(text, self.width, self.measure)

    def _banded(self, title: str, right: str, items: Sequence[Block]) -> Group:
        ink, colour = ink_on(self.side.colour), self.side.colour
        head = band(title, self.width, self.measure, colour, right=right, ink=ink)
        again = band(f"{title} (continued)", self.width, self.measure, colour, ink=ink)
        return Group(tuple(items), head=head, again=again)

    # Zones

    def _zone(self, region: str) -> Group:
        """The units of a zone; who may stand in several is listed in one of them."""
        items: list[Block] = []
        many = 0
        zones = [(n, zone) for n, zone in enumerate(self.rule.zones) if zone.region == region]
        for at, zone in zones:
            members = self.rule.members(self.table, zone)
            pool = self.material.scenario.pieces[members[0]].pool if members else ""
            own = members if pool else [piece for piece in members if self.homes[piece] == at]
            many += zone.count if pool else len(own)
            items += self._drawn(members[0], zone.count) if pool else self._by_formation(own)
            if members and not own:
                who = whom(self.material.rows, zone.units)
                items.append(self._aside(f"{who} may stand here as well; they are listed in their other zone."))
        if any(zone.optional for _, zone in zones):
            items.insert(0, self._aside("Whoever is not set up is held back and comes on later."))
        title = named(self.material.rows, Region, region)
        return self._banded(title, f"{number(many)} {'unit' if many == 1 else 'units'}" if many else "", items)

    def _drawn(self, piece: int, many: int) -> list[Block]:
        one = self.material.scenario.pieces[piece]
        return self._rows([RosterEntry(one.unit, many, one.pool)])

    def _by_formation(self, pieces: list[int]) -> list[Block]:
        """Units under the names of their formations."""
        found: dict[str, list[RosterEntry]] = {}
        for piece in pieces:
            unit = self.material.scenario.pieces[piece].unit
            home = self.material.formations.get(unit.formation or "")
            found.setdefault(home.name if home else "Independent", []).append(RosterEntry(unit))
        blocks: list[Block] = []
        for name, entries in found.items():
            first, *others = self._rows(entries)
            blocks += [stacked((self._aside(name), first)), *others]
        return blocks

    def _rows(self, entries: list[RosterEntry]) -> list[Block]:
        columns = 2 if self.width >= _WIDE else 1
        return list(unit_rows(entries, self.width, self.material, self.measure, columns=columns))

    # Requirements

    def _requirement(self, quota: Quota) -> Group:
        """What a quota asks for, with boxes to tick where it asks for units."""
        asked = [f"at least {quota.least}"] if quota.least else []
        asked += [f"at most {quota.most}"] if quota.most >= 0 else []
        each = {"hex": "in every hex", "column": "in every column", "region": "in all"}.get(quota.each, "")
        if quota.each == "pair":
            each = "in one of any two hexes that follow each other"
        lines = [self._aside(f"{' and '.join(asked).capitalize()} {each}.")]
        if quota.least:
            parts = parts_of(self.table, quota)
            cells = [part[0] for part in parts] if quota.each != "pair" else self._chain(parts)
            lines += self._ticked([self._label(quota, cell) for cell in cells], quota.least)
        return self._banded(quota.name, "", lines)

    def _chain(self, pairs: Sequence[tuple[int, ...]]) -> list[int]:
        """The cells of pairs that overlap, each once, in order."""
        return list(dict.fromkeys(cell for pair in pairs for cell in pair))

    def _label(self, quota: Quota, cell: int) -> str:
        """What stands beside a box: a column's number, or a hex with the name of its place."""
        board = self.material.scenario.board
        if quota.each == "column":
            grid = self.material.rows.the(Grid)
            return f"{board.grid.column_row(Cell(cell))[0] + grid.first_column:02}"
        names = [place.name for place in board.places_at(Cell(cell))]
        return f"{names[0]} {board.label(Cell(cell))}" if names else board.label(Cell(cell))

    def _ticked(self, labels: list[str], boxes: int) -> list[Block]:
        """Labels in columns, each behind as many boxes as it takes units."""
        room = max(self.measure(label, NOTE) for label in labels) + boxes * (_TICK + 0.6) + _BETWEEN
        columns = max(1, int(self.width // room))
        step = self.width / columns
        return [
            Block(
                _LINE,
                tuple(
                    item
                    for n, label in enumerate(labels[start : start + columns])
                    for item in self._boxes(label, boxes, n * step, step)
                ),
            )
            for start in range(0, len(labels), columns)
        ]

    def _boxes(self, label: str, boxes: int, x: float, width: float) -> list[PageItem]:
        ticks = [PageItem(Rect(x + n * (_TICK + 0.6), 0.6, _TICK, _TICK), Tick()) for n in range(boxes)]
        left = boxes * (_TICK + 0.6) + 0.4
        return [*ticks, PageItem(Rect(x + left, 0.2, width - left, NOTE.line), Text(label, NOTE))]
