"""Weather and markers on paper: the set-up sheets say how they begin, the charts what they do."""

from __future__ import annotations

from designer.printing.chart_sheets import chart_documents
from designer.printing.choices import Choices
from designer.printing.counter_sheets import counter_document, markers
from designer.printing.material import Material
from designer.printing.pages import CounterPicture, Printout
from designer.printing.setup_sheet import setup_document
from tests.kit.drill import drill_rows
from tests.kit.paper import measure, off_the_page, texts
from tests.kit.seasons import rough_rows


def said(document: Printout) -> str:
    return " ".join(texts(document))


def sheet(material: Material, side: int) -> Printout:
    return setup_document(material, material.sides[side], Choices(), measure)


def test_the_set_up_sheet_says_how_the_weather_begins() -> None:
    for side in (0, 1):
        made = sheet(Material(rough_rows()), side)
        assert "Starting weather" in texts(made)
        assert "The rest of the map: dry at the start." in said(made)
        assert "with the dice of North minus 2." in said(made)
        assert off_the_page(made.pages) == []


def test_each_side_is_told_of_its_own_markers_and_of_those_of_nobody() -> None:
    german, soviet = (said(sheet(Material(rough_rows()), side)) for side in (0, 1))
    assert "0904 (turns 3 to 5). Its enemy may not trace through its hex." in german
    assert "0605" in german and "0404" not in german.split("Markers")[1].split("Victory")[0]
    assert "0404, 0605. Its enemy pays 1 point more to enter its hex." in soviet
    assert "Road block" not in soviet


def test_the_charts_print_the_table_and_what_each_weather_does() -> None:
    charts, *aids = chart_documents(Material(rough_rows()), Material(rough_rows()).sides, Choices(), measure)
    for made in (charts, *aids):
        assert "Weather effects" in texts(made)
        assert "Hexes cost twice as much to enter. Aircraft may not support battles." in said(made)
        assert "Odds shift 1 column against the attacker." in said(made)
        assert "It goes when a unit of its enemy enters its hex." in said(made)
        assert off_the_page(made.pages) == []
    assert "Weather table" in texts(charts)


def test_a_scenario_without_them_prints_no_word_of_them() -> None:
    material = Material(drill_rows())
    charts, *_ = chart_documents(material, material.sides, Choices(), measure)
    for made in (sheet(material, 0), charts):
        assert not any("eather" in text or text == "Markers" for text in texts(made))


def test_markers_are_cut_out_with_the_counters_of_their_side() -> None:
    material = Material(rough_rows())
    names = {side: [card.front.name for card in markers(material, side)] for side in ("", "german", "soviet")}
    assert names[""] == ["Minefield", "Minefield", "Earthworks", "Cache", "Road block"]
    assert names["german"] == ["Minefield", "Road block"]
    assert names["soviet"] == ["Minefield", "Minefield", "Earthworks", "Cache"]
    pages = counter_document(material, Choices(), measure).pages
    printed = [box.content.name for page in pages for box in page.boxes if isinstance(box.content, CounterPicture)]
    assert [name for name in printed if name in names[""]] == names[""]
    assert off_the_page(pages) == []
