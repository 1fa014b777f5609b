"""Tables from and to other programs: the clipboard's tabs, CSV files, and a plan of what an import would do."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from designer.tables.sheet import Fault, Heading, Line, Sheet, Written
from engine.errors import StavkaError

Lines = list[list[str]]

LARGEST = 20_000_000
"""Characters of a file that is still read."""


def to_tabs(lines: Sequence[Sequence[str]]) -> str:
    """Lines as a spreadsheet takes them from the clipboard."""
    return _join(lines, "\t").rstrip("\r\n")


def from_tabs(text: str) -> Lines:
    """Lines as a spreadsheet puts them on the clipboard."""
    return [list(line) for line in csv.reader(io.StringIO(text, newline=""), delimiter="\t")]


def to_csv(sheet: Sheet) -> str:
    """A whole sheet with its headings."""
    headings = sheet.headings()
    body = [[sheet.text(line, heading.key) for heading in headings] for line in sheet.lines()]
    return _join([[heading.title for heading in headings], *body], ",")


def _join(lines: Sequence[Sequence[str]], delimiter: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(lines)
    return out.getvalue()


def from_csv(data: bytes) -> Lines:
    """The lines of a CSV file, whatever its delimiter and its encoding; a StavkaError says why there are none."""
    text = _decoded(data)
    if len(text) > LARGEST or "\0" in text:
        raise StavkaError("This is not a table of text: export it as CSV from the spreadsheet first.")
    first = text.partition("\n")[0]
    delimiter = max("\t;,", key=first.count) if any(mark in first for mark in "\t;,") else ","
    try:
        lines = [list(line) for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]
    except csv.Error as error:
        raise StavkaError(f"The file cannot be read as CSV: {error}.") from error
    lines = [line for line in lines if any(cell.strip() for cell in line)]
    if len(lines) < 2:
        raise StavkaError("The file has no line below its headings.")
    return lines


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise StavkaError("The file is in an encoding that is not known here: save it as UTF-8.")


def matched(header: Sequence[str], headings: Sequence[Heading]) -> list[str]:
    """For each column of a file the heading that it most likely is, or nothing; none twice."""
    left = {heading.key: heading for heading in headings if heading.editable}
    found: list[str] = []
    for title in header:
        said = _bare(title)
        key = next((key for key, heading in left.items() if said and said in (_bare(key), _bare(heading.title))), "")
        if not key and len(said) > 3:
            key = next((key for key, heading in left.items() if _bare(heading.title).startswith(said)), "")
        left.pop(key, None)
        found.append(key)
    return found


def _bare(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


@dataclass(frozen=True)
class Trouble:
    """What is wrong with one cell of a file, its line counted as a spreadsheet counts."""

    line: int
    column: str
    text: str
    reason: str


@dataclass(frozen=True)
class Plan:
    """What an import would do: nothing has been changed yet."""

    written: Written
    added: int
    changed: int
    left_out: int
    troubles: tuple[Trouble, ...]


def plan_import(sheet: Sheet, lines: Lines, match: Sequence[str], by: str = "") -> Plan:
    """Work out an import: lines found by the text under a heading are changed, others added, faulty ones left out."""
    known = {sheet.text(line, by).strip().lower(): line for line in sheet.lines()} if by else {}
    entries: dict[tuple[Line, str], str] = {}
    fresh: list[Mapping[str, str]] = []
    troubles: list[Trouble] = []
    touched: set[Line] = set()
    bad = 0
    for number, cells in enumerate(lines[1:], start=2):
        texts = {key: cell.strip() for key, cell in zip(match, cells, strict=False) if key}
        line = known.get(texts.get(by, "").lower()) if by else None
        faults = _faults(sheet, line, texts)
        if faults:
            bad += 1
            troubles += [_trouble(number, fault, match, lines[0]) for fault in faults]
        elif line is None:
            fresh.append(texts)
        else:
            touched.add(line)
            entries |= {(line, key): text for key, text in texts.items()}
    old, new = sheet.write(entries), sheet.add(fresh) if fresh else Written()
    keys = {change.key[0] if change.key else None for change in old.changes}
    made = Written((*old.changes, *new.changes), (*old.faults, *new.faults), new.lines)
    return Plan(made, len(fresh), min(len(touched), len(keys)), bad, tuple(troubles))


def _faults(sheet: Sheet, line: Line | None, texts: Mapping[str, str]) -> tuple[Fault, ...]:
    if line is None:
        return sheet.add([texts]).faults
    return sheet.write({(line, key): text for key, text in texts.items()}).faults


def _trouble(number: int, fault: Fault, match: Sequence[str], header: Sequence[str]) -> Trouble:
    column = header[match.index(fault.key)] if fault.key in match else fault.key
    return Trouble(number, column, fault.text, fault.reason)
