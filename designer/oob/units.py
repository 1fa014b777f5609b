"""The order of battle as a sheet: a line a unit, with the values of every face of its counter in the same line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from typing import Any, cast

from msgspec.structs import replace

from designer.oob.naming import first_key
from designer.tables.records import RecordSheet
from designer.tables.sheet import Fault, Heading, Line, Written
from designer.tables.text import Unreadable, read, shown
from engine.records import Record, Rows
from engine.records.board import TecColumn
from engine.records.changes import Change, drop, merge, put
from engine.records.columns import columns
from engine.records.counters import Face, Formation, ModeFace, Nationality, Side, Unit
from engine.scenario.deployment import deployment
from engine.scenario.entering import Entering, entering

FIELDS = ("name", "side", "symbol", "size")
LATER = ("formation", "nationality", "move_class", "flags", "pool", "quantity", "provenance", "note")
VALUES = (("attack", "Att"), ("defence", "Def"), ("movement", "Mov"), ("extra", "Other"))
STEPS = ("full strength", "first reduced face", "second reduced face", "third reduced face")
WHERE = "where"
BEGINS = "Where the set-up and the arrivals put it; a click leads there"
NAMELESS = "New unit"
"""What a unit is called until it is given an identity."""
_FACE = {column.name: column for column in columns(Face)}
_VALUE = {f"{face}.{name}": (face, _FACE[name]) for face in range(len(STEPS)) for name, _ in VALUES}
"""The face and the column behind each heading of a face."""


class UnitSheet:
    """Units with their faces; writing into a face that is not there makes it, emptying the last one removes it."""

    noun = "unit"
    tables = frozenset(
        {
            "unit",
            "face",
            "side",
            "nationality",
            "formation",
            "tec_column",
            "placement",
            "arrival",
            "place",
            "region",
            "mechanism",
        }
    )

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._units = RecordSheet(rows, Unit, fresh_unit, fields=(*FIELDS, *LATER), like=_like)
        self._entering: Entering | None = None

    def faces_shown(self) -> int:
        """How many faces have columns: one more than any unit has, two at least."""
        most = max((face.face for face in self.rows.all(Face)), default=0) + 1
        return min(4, max(2, most))

    def headings(self) -> tuple[Heading, ...]:
        """The unit's facts, the values of each face, and where the unit begins."""
        units = {heading.key: heading for heading in self._units.headings()}
        classes = tuple(row.effect.removeprefix("move.") for row in self.rows.all(TecColumn) if row.group == "move")
        units["move_class"] = changed(units["move_class"], options=classes, free=True, also=("Movement class",))
        units["name"] = changed(units["name"], also=("Unit", "Unit name", "Designation"))
        units["symbol"] = changed(units["symbol"], also=("Symbol", "Unit type"))
        values = [
            Heading(
                f"{face}.{name}",
                f"{title} {face + 1}" if face else title,
                f"{_FACE[name].title} of the {STEPS[face]}",
                numeric=name != "extra",
                also=_aliases(name, face),
            )
            for face in range(self.faces_shown())
            for name, title in VALUES
        ]
        begins = Heading(WHERE, "Begins", BEGINS, editable=False, link=True, late=True)
        return (*(units[key] for key in FIELDS), *values, begins, *(units[key] for key in LATER))

    def lines(self) -> list[Line]:
        """The keys of the units."""
        return self._units.lines()

    def unit(self, line: Line) -> Unit:
        """The unit of a line."""
        return cast(Unit, self._units.record(line))

    def faces(self, line: Line) -> list[Face]:
        """The faces of a line's unit, full strength first."""
        key = self.unit(line).unit
        found = (self.rows.get(Face, key, number) for number in range(len(STEPS)))
        return [face for face in found if face is not None]

    def text(self, line: Line, key: str) -> str:
        """What a cell says."""
        if key == WHERE:
            return self.entering().words(self.unit(line))
        if key not in _VALUE:
            return self._units.text(line, key)
        number, column = _VALUE[key]
        face = self.rows.get(Face, *cast(tuple[Any, ...], line), number)
        return "" if face is None else shown(column, getattr(face, column.name), self.rows)

    def entering(self) -> Entering:
        """How the units come into the game; asked for every cell of a column, so it is made once for all of them."""
        if self._entering is None or self._entering.dealt is not deployment(self.rows):
            self._entering = entering(self.rows)
        return self._entering

    def called(self, line: Line) -> str:
        """The unit's identity."""
        return self._units.called(line)

    def write(self, entries: Mapping[tuple[Line, str], str]) -> Written:
        """Write units and faces."""
        plain = {cell: text for cell, text in entries.items() if "." not in cell[1] and cell[1] != WHERE}
        made = self._units.write(plain)
        changes = [*self._follow_side(made.changes, plain)]
        faults = list(made.faults)
        by_face: dict[tuple[Line, int], dict[str, str]] = {}
        for (line, key), text in entries.items():
            if "." in key:
                number, name = key.split(".")
                by_face.setdefault((line, int(number)), {})[name] = text
        ahead = _after(self.rows, changes)
        for (line, face), texts in sorted(by_face.items(), key=lambda item: item[0][1]):
            change, wrong = written_face(ahead, cast(tuple[str], line)[0], face, texts)
            faults += [Fault(line, f"{face}.{name}", texts[name], reason) for name, reason in wrong.items()]
            if change is not None:
                change.apply(ahead)
                changes.append(change)
        changes += self._named(ahead, [line for line, key in plain if key == "name"])
        return Written(merge(changes), tuple(faults))

    def _named(self, ahead: Rows, lines: Sequence[Line]) -> list[Change]:
        """The changes that give units their keys, when they are named for the first time."""
        changes: list[Change] = []
        for line in lines:
            unit = ahead.get(Unit, *cast(tuple[str], line))
            if unit is not None and unit.name != NAMELESS:
                for change in first_key(ahead, unit):
                    change.apply(ahead)
                    changes.append(change)
        return changes

    def _follow_side(self, changes: Sequence[Change], entries: Mapping[tuple[Line, str], str]) -> list[Change]:
        """A unit that changes sides takes a nationality of the new side and leaves its formation."""
        found = []
        for change in changes:
            unit = change.after
            assert isinstance(unit, Unit)
            nation = self.rows.get(Nationality, unit.nationality)
            if (change.key, "side") in entries and nation is not None and nation.side != unit.side:
                unit = replace(unit, nationality=nation_of(self.rows, unit.side), formation=None)
            found.append(Change(change.table, change.key, change.before, unit))
        return found

    def add(self, values: Sequence[Mapping[str, str]]) -> Written:
        """Add units, each with a full face at least."""
        plain = [{key: text for key, text in texts.items() if "." not in key and key != WHERE} for texts in values]
        made = self._units.add(plain)
        units = self._follow_side(
            made.changes,
            {
                (line, "side"): texts["side"]
                for line, texts in zip(made.lines, plain, strict=True)
                if "side" in texts and "nationality" not in texts
            },
        )
        ahead = _after(self.rows, units)
        changes, faults = list(units), list(made.faults)
        for line, texts in zip(made.lines, values, strict=True):
            more, wrong = self._fresh_faces(ahead, line, texts)
            changes += more
            faults += wrong
        return Written(tuple(changes), tuple(faults), made.lines)

    def add_below(self, line: Line) -> Written:
        """Add a unit below another, of its side, formation, type and size and with the values of its faces."""
        made = self._units.add_below(line)
        key = cast(tuple[str], made.lines[0])[0]
        faces = [put(self.rows, replace(face, unit=key)) for face in self.faces(line)]
        return Written((*made.changes, *faces), (), made.lines)

    def _fresh_faces(self, ahead: Rows, line: Line, texts: Mapping[str, str]) -> tuple[list[Change], list[Fault]]:
        key = cast(tuple[str], line)[0]
        changes, faults = [], []
        for number in range(4):
            given = {k.split(".")[1]: text for k, text in texts.items() if k.startswith(f"{number}.") and text.strip()}
            if number and not given:
                break
            change, wrong = written_face(ahead, key, number, given or {"attack": "1", "defence": "1", "movement": "4"})
            faults += [Fault(line, f"{number}.{name}", given[name], reason) for name, reason in wrong.items()]
            if change is not None:
                change.apply(ahead)
                changes.append(change)
        return changes, faults

    def duplicate(self, lines: Sequence[Line]) -> Written:
        """Copy units with their faces."""
        made = self._units.duplicate(lines)
        faces = [
            put(self.rows, replace(face, unit=cast(tuple[str], new)[0]))
            for old, new in zip(lines, made.lines, strict=True)
            for face in self.faces(old)
        ]
        return Written((*made.changes, *faces), (), made.lines)

    def remove(self, lines: Sequence[Line]) -> list[Change]:
        """Remove units with their faces and their places in the set-up."""
        return self._units.remove(lines)

    def move(self, lines: Sequence[Line], by: int) -> list[Change]:
        """Reorder units."""
        return self._units.move(lines, by)

    def touched(self, changes: Sequence[Change]) -> set[Line] | None:
        """The units that were changed, or their faces; any, if what they name was.  Where units begin is said late."""
        tables = {change.table for change in changes}
        if tables - {"face"}:
            self._entering = None
        if tables & {"side", "nationality", "formation", "tec_column"}:
            return None
        return {change.key[:1] for change in changes if change.table in ("unit", "face")}

    def locate(self, table: str, key: tuple[object, ...], field: str) -> tuple[Line, str] | None:
        """Where a problem of a unit or a face is."""
        if table == "face" and self.rows.has(Unit, *key[:1]):
            return key[:1], f"{key[1]}.{field or 'attack'}"
        return self._units.locate(table, key, field)


_SPELT = {
    "attack": ("Attack factor", "Combat"),
    "defence": ("Defense", "Defense factor", "Defence factor"),
    "movement": ("Move", "Moves", "MA", "MP", "Movement allowance", "Movement points"),
}
"""What the values of a face are also called in lists from elsewhere."""


def _aliases(name: str, face: int) -> tuple[str, ...]:
    """What a value of a face is called when it is written out: Attack, Attack 2, Reduced attack."""
    titles = (_FACE[name].title, *_SPELT.get(name, ()))
    ways = ("{} {}", "Reduced {}") if face else ("{}", "{} {}", "Full {}")
    return tuple(way.format(title, face + 1) for title in titles for way in ways)


def written_face(rows: Rows, unit: str, number: int, texts: Mapping[str, str]) -> tuple[Change | None, dict[str, str]]:
    """The change that writing into a face makes, if any, and the reasons for texts that do not fit."""
    old = rows.get(Face, unit, number)
    before = rows.get(Face, unit, number - 1) if number else None
    if number and before is None and old is None:
        return None, dict.fromkeys(texts, f"fill in the {STEPS[number - 1]} first")
    face = old or Face(unit=unit, face=number, movement=before.movement if before else 0.0)
    values, wrong = {}, {}
    for name, text in texts.items():
        try:
            values[name] = read(_FACE[name], text, rows) if text.strip() else {} if name == "extra" else 0.0
        except Unreadable as error:
            wrong[name] = str(error)
    emptied = {"attack", "defence", "movement"} <= {name for name, text in texts.items() if not text.strip()}
    if emptied and number and not rows.has(Face, unit, number + 1):
        return (drop(old) if old else None), wrong
    if not values or (old is None and not any(text.strip() for text in texts.values())):
        return None, wrong
    after = replace(face, **values)
    return (put(rows, after) if after != old else None), wrong


def fresh_unit(rows: Rows) -> Unit:
    """A new unit: like the last one of the list, or an infantry division of the first side."""
    units = rows.all(Unit)
    if units:
        return _like(rows, max(reversed(units), key=lambda unit: unit.position))
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    side = sides[0].side if sides else ""
    return Unit(unit="new", name=NAMELESS, side=side, nationality=nation_of(rows, side))


def _like(_rows: Rows, above: Record) -> Unit:
    """A unit without an identity, of the side, formation, type and size of another."""
    assert isinstance(above, Unit)
    return Unit(
        unit="new",
        name=NAMELESS,
        side=above.side,
        nationality=above.nationality,
        formation=above.formation,
        size=above.size,
        move_class=above.move_class,
        symbol=above.symbol,
    )


def nation_of(rows: Rows, side: str) -> str:
    """The first nationality of a side."""
    return next((row.nationality for row in rows.all(Nationality) if row.side == side), "")


def fresh_formation(rows: Rows) -> Formation:
    """A new formation of the first side."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    return Formation(formation="new", name="New formation", side=sides[0].side if sides else "")


def fresh_nationality(rows: Rows) -> Nationality:
    """A new nationality of the first side."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    return Nationality(nationality="new", name="New nationality", side=sides[0].side if sides else "")


def mode_sheet(rows: Rows) -> RecordSheet:
    """What the other sides of cards show."""
    fields = ("unit", "mode", "face", "attack", "defence", "movement", "extra", "move_class")
    return RecordSheet(rows, ModeFace, fresh_mode_face, noun="face of another mode", fields=fields)


def fresh_mode_face(rows: Rows) -> ModeFace:
    """The first face that has no other mode yet, with its own numbers to begin with."""
    taken = {(row.mode, row.unit, row.face) for row in rows.all(ModeFace)}
    modes = [*dict.fromkeys(row.mode for row in rows.all(ModeFace)), "move", "other"]
    for mode in modes:
        for face in rows.all(Face):
            if (mode, face.unit, face.face) not in taken:
                return ModeFace(
                    unit=face.unit,
                    mode=mode,
                    face=face.face,
                    attack=face.attack,
                    defence=face.defence,
                    movement=face.movement,
                    extra=face.extra,
                )
    return ModeFace(unit="", mode="move", face=0)


def _after(rows: Rows, changes: Sequence[Change]) -> Rows:
    ahead = rows.copy()
    for change in changes:
        change.apply(ahead)
    return ahead
