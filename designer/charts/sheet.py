"""A chart as a sheet: its rows as lines, its columns as headings; headings can be renamed, added and removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from designer.tables.references import reorder, shifted
from designer.tables.sheet import Fault, Heading, Line, Written
from engine.charts.crt import dice_totals, parse_odds
from engine.errors import StavkaError
from engine.records import Rows
from engine.records.changes import Change, difference, drop, put
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.counters import Side

ROW = "row"
LONGEST, WIDEST = 40, 60


class ChartSheet:
    """One chart; in a combat results table a cell holds the code of a result."""

    noun = "row"
    tables = frozenset({"chart", "chart_row", "chart_column", "chart_cell", "result"})

    def __init__(self, rows: Rows, chart: str) -> None:
        self.rows = rows
        self.chart = chart

    @property
    def about(self) -> Chart:
        """The chart's own row."""
        found = self.rows.get(Chart, self.chart)
        return found or Chart(chart=self.chart, name=self.chart)

    def columns(self) -> list[ChartColumn]:
        """The columns, from the left."""
        found = [row for row in self.rows.all(ChartColumn) if row.chart == self.chart]
        return sorted(found, key=lambda row: row.position)

    def chart_rows(self) -> list[ChartRow]:
        """The rows, from the top."""
        found = [row for row in self.rows.all(ChartRow) if row.chart == self.chart]
        return sorted(found, key=lambda row: row.position)

    def codes(self) -> tuple[str, ...]:
        """The codes of the results that the cells may hold."""
        found = [row for row in self.rows.all(Result) if row.chart == self.chart]
        return tuple(row.code for row in sorted(found, key=lambda row: row.position))

    def headings(self) -> tuple[Heading, ...]:
        """The row's own heading, then one for each column."""
        codes = self.codes() if self.about.kind == "crt" else ()
        first = Heading(ROW, {"die": "Roll", "turn": "Turn"}.get(self.about.rows_are, "Row"), "The heading of the row")
        names = {side.side: side.name for side in self.rows.all(Side)}
        others = (
            Heading(f"c:{row.column}", names.get(row.column, row.column), options=codes) for row in self.columns()
        )
        return (first, *others)

    def lines(self) -> list[Line]:
        """The headings of the rows."""
        return [row.row for row in self.chart_rows()]

    def text(self, line: Line, key: str) -> str:
        """A heading or a cell."""
        if key == ROW:
            return str(line)
        cell = self.rows.get(ChartCell, self.chart, line, key[2:])
        return cell.value if cell else ""

    def called(self, line: Line) -> str:
        """The row and its chart."""
        return f"row {line} of {self.about.name}"

    def write(self, entries: Mapping[tuple[Line, str], str]) -> Written:
        """Write cells; an emptied cell goes."""
        changes: list[Change] = []
        faults: list[Fault] = []
        for (line, key), text in entries.items():
            said = text.strip()
            if key == ROW:
                continue
            if reason := self._fault(said):
                faults.append(Fault(line, key, text, reason))
                continue
            changes += self._set(str(line), key[2:], said)
        for (line, key), text in entries.items():
            if key == ROW and text.strip() != line:
                reason = self._row_fault(text.strip())
                if reason:
                    faults.append(Fault(line, key, text, reason))
                else:
                    changes += rename_row(_after(self.rows, changes), self.chart, str(line), text.strip())
        return Written(tuple(changes), tuple(faults))

    def _set(self, row: str, column: str, text: str) -> list[Change]:
        old = self.rows.get(ChartCell, self.chart, row, column)
        if not text:
            return [drop(old)] if old else []
        new = ChartCell(chart=self.chart, row=row, column=column, value=text)
        return [put(self.rows, new)] if new != old else []

    def _fault(self, text: str) -> str:
        if len(text) > WIDEST:
            return f"a cell holds at most {WIDEST} characters"
        if text and self.about.kind == "crt" and text not in self.codes():
            return f"no result is called “{text}”: add it to the results first"
        return ""

    def _row_fault(self, text: str) -> str:
        if not text or len(text) > LONGEST:
            return f"a heading has from 1 to {LONGEST} characters"
        if text in self.lines():
            return f"there is a row {text} already"
        totals = dice_totals(self.about.dice)
        if self.about.rows_are == "die" and totals and text not in map(str, totals):
            return f"{self.about.dice} cannot show {text}"
        return ""

    def add(self, values: Sequence[Mapping[str, str]]) -> Written:
        """Add rows; what a row is headed follows from those that are there."""
        ahead = self.rows.copy()
        changes: list[Change] = []
        faults: list[Fault] = []
        names: list[str] = []
        for texts in values:
            sheet = ChartSheet(ahead, self.chart)
            wanted = texts.get(ROW, "").strip()
            name = wanted if wanted and not sheet._row_fault(wanted) else sheet.next_row()
            row = ChartRow(chart=self.chart, row=name, position=_next(sheet.chart_rows()))
            changes.append(put(ahead, row))
            ahead.put(row)
            made = sheet.write({(name, key): text for key, text in texts.items() if key != ROW})
            for change in made.changes:
                change.apply(ahead)
            changes += made.changes
            faults += made.faults
            names.append(name)
        return Written(tuple(changes), tuple(faults), tuple(names))

    def next_row(self) -> str:
        """A heading for a new row: the next roll of the dice, the next number, or a new word."""
        there = set(self.lines())
        totals = [str(total) for total in sorted(dice_totals(self.about.dice))]
        numbers = totals if self.about.rows_are == "die" and totals else [str(n) for n in range(1, 400)]
        word = self.about.rows_are == "label"
        options = [f"row {n}" for n in range(1, 400)] if word else [*numbers, *(f"row {n}" for n in range(1, 400))]
        return next(name for name in options if name not in there)

    def duplicate(self, lines: Sequence[Line]) -> Written:
        """Copy rows under new headings."""
        return self.add(
            [
                {f"c:{column.column}": self.text(line, f"c:{column.column}") for column in self.columns()}
                for line in lines
            ]
        )

    def remove(self, lines: Sequence[Line]) -> list[Change]:
        """Remove rows with their cells."""
        gone = set(lines)
        cells = [drop(cell) for cell in self.rows.all(ChartCell) if cell.chart == self.chart and cell.row in gone]
        return [*cells, *(drop(row) for row in self.chart_rows() if row.row in gone)]

    def move(self, lines: Sequence[Line], by: int) -> list[Change]:
        """Reorder rows."""
        order = shifted(self.lines(), set(lines), by)
        return reorder(self.rows, [row for name in order for row in self.chart_rows() if row.row == name])

    def locate(self, table: str, key: tuple[object, ...], field: str) -> tuple[Line, str] | None:  # noqa: ARG002
        """Where a problem of this chart is."""
        if key[:1] != (self.chart,):
            return None
        if table == "chart_cell" and key[1] in self.lines():
            return key[1], f"c:{key[2]}"
        if table == "chart_column" and self.lines():
            return self.lines()[0], f"c:{key[1]}"
        return (key[1], ROW) if table == "chart_row" and key[1] in self.lines() else None

    # columns

    def column_fault(self, text: str) -> str:
        """Why a column may not be headed so."""
        if not text or len(text) > LONGEST:
            return f"a heading has from 1 to {LONGEST} characters"
        if text in [row.column for row in self.columns()]:
            return f"there is a column {text} already"
        if self.about.columns_are == "odds" and parse_odds(text) is None:
            return "an odds column is headed like 3:1 or 1:2"
        if self.about.columns_are in ("differential", "number") and not _is_number(text):
            return "the heading of this column must be a number"
        return ""

    def add_column(self, heading: str) -> list[Change]:
        """Add a column on the right; in a table of odds or numbers, where it belongs."""
        if reason := self.column_fault(heading):
            raise StavkaError(f"{reason[:1].upper()}{reason[1:]}.")
        new = ChartColumn(chart=self.chart, column=heading, position=_next(self.columns()))
        ordered = [*self.columns(), new]
        if self.about.columns_are != "label":
            ordered.sort(key=lambda row: _threshold(row.column))
        ahead = self.rows.copy()
        for place, row in enumerate(ordered):
            ahead.put(replace(row, position=place))
        return list(difference(self.rows, ahead))

    def remove_column(self, heading: str) -> list[Change]:
        """Remove a column with its cells."""
        cells = [drop(cell) for cell in self.rows.all(ChartCell) if (cell.chart, cell.column) == (self.chart, heading)]
        return [*cells, *(drop(row) for row in self.columns() if row.column == heading)]

    def rename_column(self, old: str, new: str) -> list[Change]:
        """Head a column otherwise; its cells go with it."""
        if reason := self.column_fault(new):
            raise StavkaError(f"{reason[:1].upper()}{reason[1:]}.")
        ahead = self.rows.copy()
        for row in self.columns():
            if row.column == old:
                ahead.drop(ChartColumn, self.chart, old)
                ahead.put(replace(row, column=new))
        for cell in self.rows.all(ChartCell):
            if (cell.chart, cell.column) == (self.chart, old):
                ahead.drop(ChartCell, *cell.identity())
                ahead.put(replace(cell, column=new))
        return list(difference(self.rows, ahead))

    def move_column(self, heading: str, by: int) -> list[Change]:
        """Move a column to the left or the right."""
        order = shifted([row.column for row in self.columns()], {heading}, by)
        return reorder(self.rows, [row for name in order for row in self.columns() if row.column == name])


def rename_row(rows: Rows, chart: str, old: str, new: str) -> list[Change]:
    """Head a row otherwise; its cells go with it."""
    ahead = rows.copy()
    row = rows.get(ChartRow, chart, old)
    if row is not None:
        ahead.drop(ChartRow, chart, old)
        ahead.put(replace(row, row=new))
    for cell in rows.all(ChartCell):
        if (cell.chart, cell.row) == (chart, old):
            ahead.drop(ChartCell, *cell.identity())
            ahead.put(replace(cell, row=new))
    return list(difference(rows, ahead))


def _after(rows: Rows, changes: Sequence[Change]) -> Rows:
    ahead = rows.copy()
    for change in changes:
        change.apply(ahead)
    return ahead


def _next(rows: Sequence[ChartRow] | Sequence[ChartColumn]) -> int:
    return max((row.position for row in rows), default=-1) + 1


def _threshold(heading: str) -> float:
    odds = parse_odds(heading)
    return float(odds) if odds is not None else float(heading.replace("+", "")) if _is_number(heading) else 0.0


def _is_number(text: str) -> bool:
    try:
        float(text.replace("+", ""))
    except ValueError:
        return False
    return True
