"""Pages as a graphic designer would send them back: cut results, a table over the foot, a remark said sixty times."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from designer.printing.chart_sheets import chart_documents
from designer.printing.choices import Choices
from designer.printing.map_furniture import box_fields, kinds_shown
from designer.printing.material import Material
from designer.printing.pages import CounterPicture, Printout, Text
from designer.printing.paper import paper
from designer.printing.setup_sheet import setup_document
from engine.records import Rows
from engine.records.board import Box, CellRow, TerrainKind
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.counters import Unit
from tests.kit.drill import drill_rows
from tests.kit.paper import many_units, measure, off_the_page, shipped, texts

CODE = "Ae3/DL2o2DG"


def long_table(many: int = 15, columns: int = 13, key: str = "long") -> Rows:
    """The drill ground with a table of so many lines of long results."""
    rows = drill_rows()
    rows.put(Chart(chart=key, name=f"A {key} table", kind="crt", rows_are="die", dice="2d6", columns_are="odds"))
    rows.put(Result(chart=key, code=CODE, name="Both suffer"))
    for row in range(many):
        rows.put(ChartRow(chart=key, row=str(row + 1), position=row))
    for column in range(columns):
        rows.put(ChartColumn(chart=key, column=f"{column + 1}:1", position=column))
    for row, column in product(range(many), range(columns)):
        rows.put(ChartCell(chart=key, row=str(row + 1), column=f"{column + 1}:1", value=CODE))
    return rows


def charts(rows: Rows) -> list[Printout]:
    material = Material(rows)
    return chart_documents(material, material.sides, Choices(), measure)


def set_up(material: Material, side: int = 0) -> Printout:
    return setup_document(material, material.sides[side], Choices(), measure)


def test_long_results_stand_in_two_lines_of_one_size_and_none_is_cut() -> None:
    made = charts(long_table())[0]
    found = [box.content for page in made.pages for box in page.boxes if isinstance(box.content, Text)]
    assert not [text.text for text in found if text.text.endswith("…")]
    halves = [text for text in found if text.text in CODE.partition("/")[::2] or text.text == "Ae3/"]
    assert len(halves) == 2 * 15 * 13 and len({text.type.size for text in halves}) == 1
    assert CODE in texts(made), "and whole where it is explained"


def test_wide_tables_of_an_aid_run_over_the_page_and_never_over_its_foot() -> None:
    foot = paper("A4").body.bottom + 0.5
    for aid in charts(long_table(60))[1:]:
        assert off_the_page(aid.pages) == []
        low = [box for page in aid.pages for box in page.boxes if box.rect.bottom > foot]
        assert all(isinstance(box.content, Text) and box.content.text.startswith("Page ") for box in low)
        assert sum(text in (CODE, "Ae3/") for text in texts(aid)) == 60 * 13 + 1, "every cell, and what it means"


def test_a_heading_that_is_too_long_for_its_column_takes_two_lines() -> None:
    rows = drill_rows()
    name = "Replacements of every military district in every turn of the game"
    rows.put(Chart(chart="narrow", name=name, rows_are="turn"))
    rows.put(ChartRow(chart="narrow", row="1"))
    rows.put(ChartColumn(chart="narrow", column="Steps"))
    rows.put(ChartCell(chart="narrow", row="1", column="Steps", value="1"))
    said = texts(charts(rows)[0])
    assert name in " ".join(said) and not any(text.endswith("…") for text in said)


def test_a_remark_on_many_units_is_said_once() -> None:
    rows = drill_rows()
    german = [unit for unit in rows.all(Unit) if unit.side == "german"]
    assert len(german) > 4
    for unit in german:
        rows.put(replace(unit, note="The move side is ours", provenance="rulebook"))
    said = texts(set_up(Material(rows)))
    assert said.count("The move side is ours.") == 1 and f"On {len(german)} units" in said


@pytest.mark.parametrize("many", range(24, 60, 4))
def test_a_zone_never_stands_at_the_foot_without_a_unit(many: int) -> None:
    for page in set_up(Material(many_units(many))).pages:
        for box in page.boxes:
            if isinstance(box.content, Text) and box.content.text.startswith("Hexes "):
                below = [
                    other.rect
                    for other in page.boxes
                    if isinstance(other.content, CounterPicture) and other.rect.y > box.rect.y
                ]
                assert below, "its units stand on another page"


def test_a_handful_of_units_too_many_makes_no_page_of_its_own() -> None:
    axis = set_up(shipped("childs-barbarossa"))
    assert len(axis.pages) == 1 and off_the_page(axis.pages) == []


def test_no_name_of_a_box_is_cut_and_the_key_names_no_blank_terrain_twice() -> None:
    rows = drill_rows()
    rows.put(Box(box="air", name="Box of the Red Air Force", x=60.0, y=2.0, width=1.5, height=1.0))
    rows.put(TerrainKind(kind="outside", name="Off the map", colour="#e4e0d6", position=9))
    cell = rows.all(CellRow)[0]
    rows.put(replace(cell, terrain="outside"))
    material = Material(rows)
    said = [
        box.content.text
        for block in box_fields(material, 180.0, 5.0, measure)
        for box in block.boxes
        if isinstance(box.content, Text)
    ]
    assert said == ["Box of the Red Air Force"]
    assert "Off the map" not in [name for _, _, name in kinds_shown(material)]
