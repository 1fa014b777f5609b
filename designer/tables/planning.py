"""What importing a file into a sheet would do, worked out before anything changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from designer.tables.exchange import Lines
from designer.tables.sheet import Fault, Line, Sheet, Written
from engine.progress import Progress

BATCH = 250
"""Lines that are tried together: a sheet makes a copy of its rows for every try."""


@dataclass(frozen=True)
class Trouble:
    """What is wrong with one cell of a file, its line counted as a spreadsheet counts."""

    line: int
    column: str
    text: str
    reason: str


@dataclass(frozen=True)
class ImportPlan:
    """What an import would do: nothing has been changed yet."""

    written: Written
    added: int
    changed: int
    left_out: int
    troubles: tuple[Trouble, ...]


@dataclass
class _Sorted:
    """The lines of a file by what becomes of them: each with its number and its texts by heading."""

    fresh: dict[int, Mapping[str, str]] = field(default_factory=dict)
    old: dict[int, tuple[Line, Mapping[str, str]]] = field(default_factory=dict)


def plan_import(
    sheet: Sheet, lines: Lines, match: Sequence[str], by: str = "", progress: Progress | None = None
) -> ImportPlan:
    """Work out an import: lines found by the text under a heading are changed, others added, faulty ones left out."""
    progress = progress or Progress()
    found = _sorted(sheet, lines, match, by)
    faults: dict[int, list[Fault]] = {}
    progress.begin("Looking at the lines", 2 * len(lines))  # once to find the faulty ones, once to write the others
    for numbers in _batches(found.fresh):
        progress.tell(progress.done + len(numbers))
        _collect(faults, numbers, *_tried_new(sheet, [found.fresh[number] for number in numbers]))
    for numbers in _batches(found.old):
        progress.tell(progress.done + len(numbers))
        _collect(faults, numbers, *_tried_old(sheet, [found.old[number] for number in numbers]))
    return _plan(sheet, lines, match, found, faults)


def _sorted(sheet: Sheet, lines: Lines, match: Sequence[str], by: str) -> _Sorted:
    known = {sheet.text(line, by).strip().lower(): line for line in sheet.lines()} if by else {}
    found = _Sorted()
    for number, cells in enumerate(lines[1:], start=2):
        texts = {key: cell.strip() for key, cell in zip(match, cells, strict=False) if key}
        line = known.get(texts.get(by, "").lower()) if by else None
        if line is None:
            found.fresh[number] = texts
        else:
            found.old[number] = (line, texts)
    return found


def _batches(numbered: Mapping[int, object]) -> Iterator[list[int]]:
    numbers = list(numbered)
    return (numbers[at : at + BATCH] for at in range(0, len(numbers), BATCH))


def _tried_new(sheet: Sheet, values: Sequence[Mapping[str, str]]) -> tuple[Sequence[Line], Sequence[Fault]]:
    made = sheet.add(values)
    return made.lines, made.faults


def _tried_old(
    sheet: Sheet, values: Sequence[tuple[Line, Mapping[str, str]]]
) -> tuple[Sequence[Line], Sequence[Fault]]:
    return [line for line, _ in values], sheet.write(_entries(values)).faults


def _entries(values: Sequence[tuple[Line, Mapping[str, str]]]) -> dict[tuple[Line, str], str]:
    return {(line, key): text for line, texts in values for key, text in texts.items()}


def _collect(
    faults: dict[int, list[Fault]], numbers: Sequence[int], lines: Sequence[Line], found: Sequence[Fault]
) -> None:
    """Put each fault to the number of its line in the file; of lines that change the same row, to the last."""
    where = dict(zip(lines, numbers, strict=False))
    for fault in found:
        faults.setdefault(where.get(fault.line, numbers[0]), []).append(fault)


def _plan(
    sheet: Sheet, lines: Lines, match: Sequence[str], found: _Sorted, faults: Mapping[int, Sequence[Fault]]
) -> ImportPlan:
    fresh = [texts for number, texts in found.fresh.items() if number not in faults]
    kept = [both for number, both in found.old.items() if number not in faults]
    old, new = sheet.write(_entries(kept)), sheet.add(fresh) if fresh else Written()
    keys = {change.key[0] if change.key else None for change in old.changes}
    made = Written((*old.changes, *new.changes), (*old.faults, *new.faults), new.lines)
    troubles = tuple(_trouble(number, fault, match, lines[0]) for number in sorted(faults) for fault in faults[number])
    return ImportPlan(made, len(fresh), min(len({line for line, _ in kept}), len(keys)), len(faults), troubles)


def _trouble(number: int, fault: Fault, match: Sequence[str], header: Sequence[str]) -> Trouble:
    column = header[match.index(fault.key)] if fault.key in match else fault.key
    return Trouble(number, column, fault.text, fault.reason)
