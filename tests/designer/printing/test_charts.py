from __future__ import annotations

import pytest

from designer.printing.chart_sheets import chart_documents
from designer.printing.choices import Choices
from designer.printing.material import Material
from designer.printing.pages import CounterPicture, Document, Shape, Swatch, Text
from designer.printing.words import nouns
from engine.records.charts import (
    Chart,
    ChartCell,
    ChartColumn,
    ChartRow,
)
from tests.kit.drill import drill_rows
from tests.kit.paper import measure, off_the_page, shipped, texts


def documents(material: Material, **choices: object) -> list[Document]:
    return chart_documents(material, list(material.sides), Choices(**choices), measure)  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
def test_charts_and_one_page_of_aid_a_side(slug: str, paper: str) -> None:
    material = shipped(slug)
    made = documents(material, paper=paper)
    assert [document.title for document in made] == [
        "Charts and tables",
        *(f"{side.name} player's aid" for side in material.sides),
    ]
    assert [len(document.pages) for document in made[1:]] == [1, 1]
    assert all(off_the_page(document.pages) == [] for document in made)


def test_the_table_is_printed_cell_for_cell() -> None:
    material = shipped()
    said = texts(documents(material)[0])
    table = material.scenario.tables["crt"]
    start = said.index("Die (1d6)")
    wide = len(table.columns) + 1
    grid = [said[start + n * wide : start + (n + 1) * wide] for n in range(len(table.rows) + 1)]
    assert grid[0][1:] == list(table.columns)
    assert grid[1:] == [[row, *(table.at(row, column) for column in table.columns)] for row in table.rows]


def test_results_are_coloured_by_who_suffers() -> None:
    material = shipped()
    behind: dict[str, set[str | None]] = {}
    for page in documents(material)[0].pages:
        fills = [
            (box.rect, box.content.fill)
            for box in page.boxes
            if isinstance(box.content, Shape) and box.content.fill and 4 < box.rect.height < 12
        ]
        for box in page.boxes:
            if isinstance(box.content, Text) and box.content.text in ("NE", "DR", "DE", "EX", "AL", "DRL"):
                found = [fill for rect, fill in fills if rect.holds(box.rect)]
                behind.setdefault(box.content.text, set()).add(found[0] if found else None)
    colours = {code: next(iter(found - {None}), None) for code, found in behind.items()}
    assert colours["DR"] == colours["DE"] == colours["DRL"]
    assert len({colours["DR"], colours["AL"], colours["EX"], colours["NE"]}) == 4 and colours["NE"] is None


def test_terrain_effects_show_every_kind_with_its_sample_and_values() -> None:
    material = shipped()
    pages = documents(material)[0].pages
    swatches = {
        (box.content.layer, box.content.kind) for page in pages for box in page.boxes if isinstance(box.content, Swatch)
    }
    assert {
        ("terrain", "clear"),
        ("terrain", "forest"),
        ("hexside", "river"),
        ("link", "rail"),
        ("place", "fort"),
    } <= swatches
    said = texts(documents(material)[0])
    row = said.index("Swamp")
    assert said[row + 1 : row + 5] == ["2", "2", "−1", "0.5"]


def test_any_other_chart_is_printed() -> None:
    rows = drill_rows()
    rows.put(Chart(chart="weather", name="Weather table", rows_are="die", dice="1d6", note="Roll once a turn."))
    for n, column in enumerate(("June", "July")):
        rows.put(ChartColumn(chart="weather", column=column, position=n))
    for die in range(1, 7):
        rows.put(ChartRow(chart="weather", row=str(die), position=die))
        rows.put(ChartCell(chart="weather", row=str(die), column="July", value="dry" if die < 5 else "mud"))
    said = texts(documents(Material(rows))[0])
    start = said.index("Weather table")
    assert said[start + 1 : start + 4] == ["Die (1d6)", "June", "July"]
    assert said[start + 4 : start + 7] == ["1", "–", "dry"] and "mud" in said
    assert any("Roll once a turn." in line for line in said)


def test_the_track_shows_every_turn_with_its_arrivals() -> None:
    material = shipped()
    page = documents(material)[0].pages[-1]
    said = page.texts()
    start = said.index("Turn record track")
    assert [text for text in said[start:] if text in "1234567"] == list("1234567")
    assert all(name in said for name in material.scenario.turn_names.values())
    arriving = sum(line.count for line in material.scenario.arrivals)
    assert sum(isinstance(box.content, CounterPicture) for box in page.boxes) == arriving


def test_the_sequence_names_every_phase_in_order() -> None:
    material = shipped()
    for document in documents(material):
        said = texts(document)
        names = [phase.name for phase in material.scenario.phases]
        assert [text for text in said if text in names] == names


def test_a_wide_table_fits_the_page() -> None:
    rows = drill_rows()
    rows.put(Chart(chart="wide", name="Wide", columns_are="number"))
    rows.put(ChartRow(chart="wide", row="only"))
    for n in range(40):
        rows.put(ChartColumn(chart="wide", column=str(n), position=n))
        rows.put(ChartCell(chart="wide", row="only", column=str(n), value="A1/D2"))
    for document in documents(Material(rows)):
        assert off_the_page(document.pages) == []


def test_small_words_are_put_in_the_plural() -> None:
    assert (nouns("hex"), nouns("city"), nouns("corps"), nouns("army")) == ("hexes", "cities", "corps", "armies")
