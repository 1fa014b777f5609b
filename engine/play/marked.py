"""Marks by name: what bears them in a position, told by keys that a person can write."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem
from engine.ids import Cell
from engine.rules.setting import Setting
from engine.rules.table import Table


def marks_of(table: Table) -> dict[str, dict[str, int]]:
    """Every mark that outlasts its phase: by kind, the things that bear it and its value."""
    found = {}
    for kind in table.setting.mark_kinds.values():
        bearing = table.bearing(kind.key)
        if bearing and kind.lasts != "phase" and kind.on != "nothing":
            found[kind.key] = {_name(table.setting, kind.on, key): value for key, value in sorted(bearing.items())}
    return found


def _name(setting: Setting, on: str, subject: int) -> str:
    if on == "piece":
        return setting.scenario.pieces[subject].key
    if on == "place":
        return setting.scenario.places[subject].place
    return setting.scenario.sides[subject].side if on == "side" else setting.board.label(Cell(subject))


def subject_of(setting: Setting, mark: str, name: str) -> int | None:
    """The number of the thing that a mark lies on, None where there is no such thing."""
    kind = setting.mark_kinds.get(mark)
    if kind is None or kind.on == "nothing":
        return None
    if kind.on == "piece":
        return setting.scenario.piece_index.get(name)
    if kind.on == "side":
        return setting.scenario.side_index.get(name)
    if kind.on == "place":
        return next((index for index, row in enumerate(setting.scenario.places) if row.place == name), None)
    return setting.board.names.find(name)


def unknown_marks(setting: Setting, marks: dict[str, dict[str, int]]) -> Iterator[Problem]:
    """Marks that no rule of the scenario has, and things that are not there to bear them."""
    for mark, bearing in marks.items():
        if mark not in setting.mark_kinds:
            yield Problem(f"there is no mark {mark}")
            continue
        for name in bearing:
            if subject_of(setting, mark, name) is None:
                yield Problem(f"there is nothing called {name} to bear the mark {mark}")
