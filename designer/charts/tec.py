"""The terrain effects chart as a sheet: kinds as lines, their look and their effects as headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed

from msgspec.structs import replace

from designer.tables.records import heading, written
from designer.tables.references import keyed, plain, removal, reorder, replacement, shifted, uses
from designer.tables.sheet import Fault, Heading, Line, Written
from designer.tables.text import shown
from engine.board.tec import is_prohibited, number
from engine.errors import StavkaError
from engine.records import Record, Rows
from engine.records.board import HexsideKind, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.changes import Change, difference, drop, merge, put
from engine.records.columns import columns
from engine.records.counters import Unit
from engine.records.verify import build
from engine.store.shelf import slug_from

LAYERS: dict[str, type[Record]] = {
    "terrain": TerrainKind,
    "hexside": HexsideKind,
    "link": LinkKind,
    "place": PlaceKind,
}
LOOKS = {"terrain": "pattern", "hexside": "style", "link": "style", "place": "symbol"}
GROUPS = {"move": "Movement", "combat": "Combat", "supply": "Supply", "stacking": "Stacking"}


class TecSheet:
    """Kinds of one layer with their name, their look, how often they are used, and their entries in the chart."""

    def __init__(self, rows: Rows, layer: str) -> None:
        self.rows = rows
        self.layer = layer
        self.kind = LAYERS[layer]
        self.look = LOOKS[layer]
        self.noun = f"{layer} kind"
        used = {"terrain": "cell"}.get(layer, layer)
        self.tables = frozenset({self.kind.table, "tec", "tec_column", used})

    def effects(self) -> list[TecColumn]:
        """The columns of the chart, in order."""
        return sorted(self.rows.all(TecColumn), key=lambda row: row.position)

    def headings(self) -> tuple[Heading, ...]:
        """Name and look, then the effects, then the use."""
        known = {column.name: column for column in columns(self.kind)}
        facts = [heading(known[name], self.rows) for name in self._facts()]
        effects = [
            Heading(f"e:{row.effect}", row.name, f"{GROUPS[row.group]}: {row.effect}. {row.note}".strip())
            for row in self.effects()
        ]
        used = Heading("uses", "Used", "How often the map has it", editable=False, numeric=True)
        return (*facts, *(changed(one, numeric=True) for one in effects), used)

    def _facts(self) -> tuple[str, ...]:
        return ("name", self.look) if self.layer == "place" else ("name", "colour", self.look)

    def lines(self) -> list[Line]:
        """The keys of the kinds."""
        found = sorted(self.rows.all(self.kind), key=lambda row: getattr(row, "position", 0))
        return [row.identity()[0] for row in found]

    def record(self, line: Line) -> Record:
        """The kind of a line."""
        row = self.rows.get(self.kind, line)
        assert row is not None
        return row

    def text(self, line: Line, key: str) -> str:
        """What a cell says."""
        if key == "uses":
            return str(self.uses(line))
        if key.startswith("e:"):
            entry = self.rows.get(Tec, self.layer, line, key[2:])
            return entry.value if entry else ""
        column = next(column for column in columns(self.kind) if column.name == key)
        return shown(column, getattr(self.record(line), key), self.rows)

    def uses(self, line: Line) -> int:
        """How many cells, hexsides, links or places are of a kind."""
        return sum(1 for _ in uses(self.rows, self.record(line)))

    def called(self, line: Line) -> str:
        """The kind's name."""
        return str(getattr(self.record(line), "name", line))

    def write(self, entries: Mapping[tuple[Line, str], str]) -> Written:
        """Write names, looks and effects."""
        changes: list[Change] = []
        faults: list[Fault] = []
        facts: dict[Line, dict[str, str]] = {}
        for (line, key), text in entries.items():
            if not key.startswith("e:"):
                facts.setdefault(line, {})[key] = text
                continue
            if reason := self._fault(key[2:], text):
                faults.append(Fault(line, key, text, reason))
            else:
                changes += self._entry(str(line), key[2:], text.strip())
        for line, texts in facts.items():
            row, wrong = written(self.record(line), texts, self.rows)
            changes.append(put(self.rows, row))
            faults += [Fault(line, key, texts[key], reason) for key, reason in wrong.items()]
        return Written(merge(changes), tuple(faults))

    def _entry(self, kind: str, effect: str, text: str) -> list[Change]:
        old = self.rows.get(Tec, self.layer, kind, effect)
        if not text:
            return [drop(old)] if old else []
        new = Tec(layer=self.layer, kind=kind, effect=effect, value=text.upper() if is_prohibited(text) else text)  # type: ignore[arg-type]
        return [put(self.rows, new)] if new != old else []

    def _fault(self, effect: str, text: str) -> str:
        value = number(text)
        if not text.strip() or is_prohibited(text):
            return ""
        if value is None:
            return f"“{text}” is neither a number nor P"
        column = self.rows.get(TecColumn, effect)
        if column is not None and column.group == "move" and value < 0:
            return "a cost in movement points may not be negative"
        return ""

    def add(self, values: Sequence[Mapping[str, str]]) -> Written:
        """Add kinds."""
        ahead = self.rows.copy()
        changes: list[Change] = []
        faults: list[Fault] = []
        made: list[Line] = []
        for texts in values:
            facts = {key: text for key, text in texts.items() if key in self._facts()}
            row, wrong = written(self._fresh(ahead), facts, ahead)
            row = keyed(ahead, row)
            line = row.identity()[0]
            changes.append(put(ahead, row))
            ahead.put(row)
            entries = {(line, key): text for key, text in texts.items() if key.startswith("e:")}
            more = TecSheet(ahead, self.layer).write(entries)
            changes += more.changes
            faults += [*more.faults, *(Fault(line, key, facts[key], reason) for key, reason in wrong.items())]
            made.append(line)
        return Written(tuple(changes), tuple(faults), tuple(made))

    def _fresh(self, rows: Rows) -> Record:
        place = max((getattr(row, "position", 0) for row in rows.all(self.kind)), default=-1) + 1
        return self.kind(kind="new", name=f"New {self.layer}", position=place)

    def duplicate(self, lines: Sequence[Line]) -> Written:
        """Copy kinds with their effects."""
        keys = [*self._facts(), *(f"e:{row.effect}" for row in self.effects())]
        return self.add([{key: self.text(line, key) for key in keys} for line in lines])

    def remove(self, lines: Sequence[Line]) -> list[Change]:
        """Remove kinds that nothing is made of."""
        for line in lines:
            if self.uses(line):
                raise StavkaError(f"“{self.called(line)}” is used {self.uses(line)} times on the map.")
        return removal_of_kinds(self.rows, self.layer, [self.record(line) for line in lines])

    def replace(self, line: Line, new: str) -> list[Change]:
        """Remove a kind; everything that was of it is of another."""
        old = self.record(line)
        changes = replacement(self.rows, old, new)
        ahead = self.rows.copy()
        for change in changes:
            change.apply(ahead)
        return [*changes, *removal_of_kinds(ahead, self.layer, [old])]

    def move(self, lines: Sequence[Line], by: int) -> list[Change]:
        """Reorder kinds."""
        return reorder(self.rows, [self.record(line) for line in shifted(self.lines(), set(lines), by)])

    def locate(self, table: str, key: tuple[object, ...], field: str) -> tuple[Line, str] | None:
        """Where a problem of a kind or of an entry is."""
        if table == self.kind.table and key and key[0] in self.lines():
            return key[0], field if field in self._facts() else "name"
        if table == "tec" and key[:1] == (self.layer,) and key[1] in self.lines():
            return key[1], f"e:{key[2]}"
        return None


def removal_of_kinds(rows: Rows, layer: str, gone: Sequence[Record]) -> list[Change]:
    """Remove kinds with their entries in the chart."""
    keys = {row.identity()[0] for row in gone}
    entries = [drop(row) for row in rows.all(Tec) if row.layer == layer and row.kind in keys]
    return [*entries, *removal(rows, list(gone))]


def fresh_effect(rows: Rows) -> TecColumn:
    """A new column of the chart: a movement class."""
    return TecColumn(effect="move.new", name="New class", group="move", position=len(rows.all(TecColumn)))


def effect_keyed(rows: Rows, row: Record) -> Record:
    """A new column under a key that rules look for: `move.` and the class, the shift of battles, and so on."""
    assert isinstance(row, TecColumn)
    if row.group == "combat" and not rows.has(TecColumn, "combat.shift"):
        return replace(row, effect="combat.shift")
    stem = f"{row.group}.{slug_from(row.name)[:40]}"
    key, count = stem, 2
    while rows.has(TecColumn, key):
        key, count = f"{stem}-{count}", count + 1
    return replace(row, effect=key)


def rename_effect(rows: Rows, row: Record, new: str) -> list[Change]:
    """Give a column another key; its entries go with it, and so do units that move by it."""
    assert isinstance(row, TecColumn)
    made, problems = build(TecColumn, {**plain(row), "effect": new.strip()})
    if made is None:
        raise StavkaError(f"The effect {problems[0].message}.")
    if rows.has(TecColumn, made.effect):
        raise StavkaError(f"There is a column {made.effect} already.")
    ahead = rows.copy()
    ahead.drop(TecColumn, row.effect)
    ahead.put(made)
    for entry in rows.all(Tec):
        if entry.effect == row.effect:
            ahead.drop(Tec, *entry.identity())
            ahead.put(replace(entry, effect=made.effect))
    if row.effect.startswith("move.") and made.effect.startswith("move."):
        for unit in rows.all(Unit):
            if f"move.{unit.move_class}" == row.effect:
                ahead.put(replace(unit, move_class=made.effect.removeprefix("move.")))
    return list(difference(rows, ahead))
