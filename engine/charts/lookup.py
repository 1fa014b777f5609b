"""A table with row and column headings, looked up by either."""

from __future__ import annotations

from dataclasses import dataclass

from engine.records import Rows
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow


@dataclass(frozen=True)
class LookupTable:
    """One chart: headings in order and the text of every cell."""

    chart: Chart
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[tuple[str, str], str]

    def at(self, row: str, column: str) -> str:
        """The text in a cell; empty where the chart has none."""
        return self.cells.get((row, column), "")

    def number(self, row: str, column: str) -> float:
        """The number in a cell; 0 where the chart has none."""
        text = self.at(row, column)
        return float(text) if text else 0.0


def load_tables(rows: Rows) -> dict[str, LookupTable]:
    """Every chart of a scenario by its key."""
    columns = sorted(rows.all(ChartColumn), key=lambda row: row.position)
    lines = sorted(rows.all(ChartRow), key=lambda row: row.position)
    cells = rows.all(ChartCell)
    return {
        chart.chart: LookupTable(
            chart,
            tuple(row.column for row in columns if row.chart == chart.chart),
            tuple(row.row for row in lines if row.chart == chart.chart),
            {(cell.row, cell.column): cell.value for cell in cells if cell.chart == chart.chart},
        )
        for chart in sorted(rows.all(Chart), key=lambda row: row.position)
    }
