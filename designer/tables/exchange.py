"""Tables from and to other programs: the clipboard's tabs and CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import islice

from designer.tables.sheet import Heading, Sheet
from engine.errors import StavkaError
from engine.spreadsheet import csv_text, shielded, unshielded

Lines = list[list[str]]

LARGEST = 20_000_000
"""Characters of a file that is still read."""

MOST_LINES = 5_000
"""Lines that are imported at a time."""

MOST_COLUMNS = 500
"""Columns of a file that is still read."""


def to_tabs(lines: Sequence[Sequence[str]]) -> str:
    """Lines as a spreadsheet takes them from the clipboard, which runs formulas there as in a file."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(map(shielded, line) for line in lines)
    return out.getvalue().rstrip("\r\n")


def from_tabs(text: str) -> Lines:
    """Lines as a spreadsheet puts them on the clipboard."""
    return [[unshielded(cell) for cell in line] for line in csv.reader(io.StringIO(text, newline=""), delimiter="\t")]


def to_csv(sheet: Sheet) -> str:
    """A whole sheet with its headings."""
    headings = sheet.headings()
    body = [[sheet.text(line, heading.key) for heading in headings] for line in sheet.lines()]
    return csv_text([[heading.title for heading in headings], *body])


def from_csv(data: bytes) -> Lines:
    """The lines of a CSV file, whatever its delimiter and its encoding; a StavkaError says why there are none."""
    if len(data) > 4 * LARGEST:
        raise StavkaError(f"It is too large for a table ({len(data):,} bytes).")
    text = _decoded(data)
    if "\0" in text:
        raise StavkaError("This is not a table of text: export it as CSV from the spreadsheet first.")
    if len(text) > LARGEST:
        raise StavkaError(f"It is too long for a table: {len(text):,} characters, at most {LARGEST:,} are read.")
    first = text.partition("\n")[0]
    delimiter = max("\t;,", key=first.count) if any(mark in first for mark in "\t;,") else ","
    try:
        found = (line for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if _says(line))
        lines = [[unshielded(cell) for cell in line] for line in islice(found, MOST_LINES + 2)]
    except csv.Error as error:
        raise StavkaError(f"The file cannot be read as CSV: {error}.") from error
    if max(map(len, lines), default=0) > MOST_COLUMNS:
        raise StavkaError(f"It has more than {MOST_COLUMNS:,} columns, as no table has.")
    if len(lines) > MOST_LINES + 1:
        raise StavkaError(f"It has more than {MOST_LINES:,} lines below its headings; import it in parts.")
    if len(lines) < 2:
        raise StavkaError("The file has no line below its headings.")
    return lines


def _says(line: Sequence[str]) -> bool:
    return any(cell.strip() for cell in line)


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
        key = next((key for key, heading in left.items() if said and said in _names(heading)), "")
        if not key and len(said) > 3:
            key = next((key for key, heading in left.items() if _bare(heading.title).startswith(said)), "")
        left.pop(key, None)
        found.append(key)
    return found


def heads(first: Sequence[str], headings: Sequence[Heading], *, alone: bool = False) -> bool:
    """Whether the first line of a block says what its columns are; one heading alone must be written out exactly."""
    said = [text.strip() for text in first if text.strip()]
    titles = {_bare(heading.title) for heading in headings if not heading.editable}
    known = sum(map(bool, matched(said, headings))) + sum(_bare(text) in titles for text in said)
    exact = {heading.title.lower() for heading in headings}
    return known * 2 >= max(len(said), 4) or (not alone and bool(said) and all(text.lower() in exact for text in said))


def _names(heading: Heading) -> set[str]:
    return {_bare(text) for text in (heading.key, heading.title, *heading.also)}


def _bare(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
