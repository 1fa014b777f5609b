"""Columns of a chart that stand for sides bear their names."""

from __future__ import annotations

from designer.charts.sheet import ChartSheet
from engine.records.charts import Chart
from engine.store.places import resources
from engine.store.sources import read_sources


def test_a_column_of_a_side_is_called_by_its_name() -> None:
    rows = read_sources(resources() / "scenarios" / "arduous-beginning")
    steps = next(row.chart for row in rows.all(Chart) if "Replacement" in row.name)
    assert [heading.title for heading in ChartSheet(rows, steps).headings()] == ["Turn", "German", "Soviet"]
