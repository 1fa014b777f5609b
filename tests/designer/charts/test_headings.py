"""Columns of a chart that stand for sides bear their names."""

from __future__ import annotations

from designer.charts.sheet import ChartSheet
from engine.records.charts import Chart
from tests.kit.shipped import shipped_rows


def test_a_column_of_a_side_is_called_by_its_name() -> None:
    rows = shipped_rows("arduous-beginning")
    steps = next(row.chart for row in rows.all(Chart) if "Replacement" in row.name)
    assert [heading.title for heading in ChartSheet(rows, steps).headings()] == ["Turn", "German", "Soviet"]
