"""A whole scenario as one text file, for version control and for mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.errors import Problem, ScenarioError
from engine.progress import Progress
from engine.records import ORDER, TABLES, Record, Rows
from engine.records.columns import Column, columns
from engine.records.verify import MOST_PROBLEMS, build, listed
from engine.store.cells import CellError, decode, encode, spell

HEADING = "stavka scenario 1"
"""The first line of a text bundle."""

BUNDLE_LIMIT = 256 * 1024 * 1024
"""Characters of the longest bundle that is read."""

LINE_LIMIT = 3_000_000
"""Lines of the longest bundle that is read."""


def write_bundle(rows: Rows) -> str:
    """A scenario as text: a section for each table that has rows, tab-separated, defaults left out."""
    lines = [HEADING]
    for kind in ORDER:
        if records := rows.all(kind):
            lines += ["", f"[{kind.table}]", *table_lines(kind, records)]
    return "\n".join(lines) + "\n"


def table_lines(kind: type[Record], records: Iterable[Record]) -> Iterator[str]:
    """The heading line of a table and a line for each row."""
    records = list(records)
    cells = {c.name: [encode(c, getattr(row, c.name)) for row in records] for c in columns(kind)}
    used = {c.name: cells[c.name] for c in columns(kind) if c.required or any(cells[c.name])}
    if not used:
        first = columns(kind)[0]
        used = {first.name: [spell(first, getattr(row, first.name)) for row in records]}
    yield "\t".join(used)
    yield from ("\t".join(line) for line in zip(*used.values(), strict=True))


def read_bundle(text: str) -> Rows:
    """A scenario from text; every defect is listed with its line and column."""
    rows, problems = parse_bundle(text)
    if problems:
        raise ScenarioError(problems)
    return rows


def parse_bundle(text: str, progress: Progress | None = None) -> tuple[Rows, list[Problem]]:
    """What can be read of a bundle, and all that is wrong with it."""
    if len(text) > BUNDLE_LIMIT:
        return Rows(), [Problem(f"the text is too long: {len(text):,} characters")]
    count = text.count("\n") + 1
    if count > LINE_LIMIT:
        return Rows(), [Problem(f"the text has {count:,} lines; at most {LINE_LIMIT:,} can be read")]
    reader, lines = TableReader(), _lines(text)
    first = next(lines).removeprefix("\ufeff")
    if first.rstrip() != HEADING:
        return Rows(), [Problem(_heading_fault(first))]
    for number, line in enumerate((progress or Progress()).over("Reading the lines", lines, count), 2):
        reader.read(line, number)
        if len(reader.problems) > MOST_PROBLEMS:
            break
    return reader.rows, listed(reader.problems)


def _lines(text: str) -> Iterator[str]:
    """The lines of a text, one at a time: a list of them all may be far longer than the text."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def _heading_fault(first: str) -> str:
    if first.startswith("stavka scenario "):
        return f"the text is of format {first[16:36].strip()}, and this Stavka reads format 1; install a newer one"
    return f"the text is not a Stavka scenario: its first line must be “{HEADING}”"


@dataclass
class TableReader:
    """Reads tables line by line into rows, and lists what is wrong.

    Rows may stand upon those of another scenario: a row with the same key is taken over, and only what is told changes.
    """

    upon: Rows = field(default_factory=Rows)
    rows: Rows = field(default_factory=Rows)
    problems: list[Problem] = field(default_factory=list)
    _kind: type[Record] | None = None
    _columns: list[Column | None] | None = None
    _skipping: bool = False

    def read(self, line: str, number: int) -> None:
        """Read a line of a bundle, where a table's name in brackets begins it."""
        line = line.removesuffix("\r")
        if line.startswith("[") and line.rstrip().endswith("]") and "\t" not in line:
            self.begin(line.rstrip()[1:-1], number)
        else:
            self.take(line, number)

    def begin(self, table: str, number: int) -> None:
        """Begin a table; lines up to the next are its heading and its rows."""
        self._kind, self._columns = TABLES.get(table), None
        self._skipping = self._kind is None
        if self._skipping:
            self._fault(f"there is no table {table[:60]}", number)

    def take(self, line: str, number: int) -> None:
        """Read one line: the heading, a row, a comment or nothing."""
        if self._skipping or line.startswith("#") or not line.strip():
            return
        if self._kind is None:
            self._fault("the line stands before the first table", number)
            self._skipping = True
        elif self._columns is None:
            self._columns = self._heading(self._kind, line.rstrip().split("\t"), number)
        else:
            self._row(self._kind, self._columns, line.split("\t"), number)

    def _heading(self, kind: type[Record], names: list[str], number: int) -> list[Column | None]:
        known = {column.name: column for column in columns(kind)}
        seen: set[str] = set()
        for name in names[: MOST_PROBLEMS + len(known)]:
            if name not in known:
                self._fault(f"there is no column {name[:60]}", number)
            elif name in seen:
                self._fault(f"the column {name} stands there twice", number)
            seen.add(name)
        return [known.get(name) for name in names]

    def _row(self, kind: type[Record], heading: list[Column | None], cells: list[str], number: int) -> None:
        if any(cells[len(heading) :]):
            self._fault(f"the line has {len(cells)} cells; the table has {len(heading)} columns", number)
            return
        values = {}
        faults = len(self.problems)
        for column, cell in zip(heading, cells, strict=False):
            try:
                if column is not None and cell != "":
                    values[column.name] = decode(column, cell)
            except CellError as error:
                self._fault(str(error), number, column.name if column else "")
        if len(self.problems) > faults or None in heading:
            return
        row, wrong = build(kind, self._inherited(kind, values) | values, (f"line {number}",))
        self.problems += wrong
        if row is not None and self.rows.has(kind, *row.identity()):
            key = " ".join(map(str, row.identity()))
            self._fault(f"there is a second row {key}" if key else "the table may have one row only", number)
        elif row is not None:
            self.rows.put(row)

    def _inherited(self, kind: type[Record], values: dict[str, Any]) -> dict[str, Any]:
        """What a row takes over from the one with its key that it stands upon."""
        key = tuple(values.get(name) for name in kind.key)
        below = self.upon.get(kind, *key)
        return {} if below is None else msgspec.to_builtins(msgspec.structs.asdict(below), builtin_types=(bytes,))

    def _fault(self, message: str, number: int, column: str = "") -> None:
        self.problems.append(Problem(message, self._kind.table if self._kind else "", (f"line {number}",), column))
