"""What was missed when the sheets of Smolensk were laid beside the game: supply, cities, dates, names for keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage

from designer.paint import counter
from designer.paint.faces import CounterFace
from designer.printing.blocks import Block
from designer.printing.chart_sheets import chart_documents
from designer.printing.chart_tables import whole as whole_table
from designer.printing.choices import Choices
from designer.printing.flow import Group
from designer.printing.map_furniture import turns
from designer.printing.pages import CounterPicture, Page, Printout, Text
from designer.printing.setup_sheet import setup_document
from designer.printing.turn_sheets import track
from engine.records.markers import Marker
from engine.scenario.markers import marker_words
from tests.kit.paper import measure, shipped, texts
from tests.kit.pictures import counter_picture

CAMPAIGN = "smolensk-campaign"


@pytest.fixture(scope="module")
def charts() -> Printout:
    """The charts of the campaign, without the aids of the sides."""
    material = shipped(CAMPAIGN)
    return next(iter(chart_documents(material, material.sides, Choices(), measure)))


def whole(document: Printout) -> str:
    """All of a document in one line."""
    return " ".join(texts(document))


def set_up(side: int) -> str:
    """The set-up sheet of a side in one line."""
    material = shipped(CAMPAIGN)
    return whole(setup_document(material, material.sides[side], Choices(), measure))


def test_a_set_up_sheet_lists_the_supply_at_the_start() -> None:
    axis, soviet = set_up(0), set_up(1)
    assert "Supply at the start" in axis and "Supply at the start" in soviet
    assert "Bobruisk (02.02): 5 SP; 03.07: 4 SP; Berezino (03.12): 4 SP; 01.19: 2 T; 04.18: 4 SP." in axis
    assert "1 SP each: SS Reich organic truck" in axis
    assert "with 16th Army HQ: 2 SP." in soviet


def test_a_city_of_two_hexes_is_named_once() -> None:
    axis = set_up(0)
    assert "both hexes of Vitebsk, Orsha, Mogilev, Bobruisk and both hexes of Smolensk" in axis
    assert "Vitebsk, Vitebsk" not in axis


def covered(page: Page) -> list[str]:
    """The words of a page that a counter lies on."""
    cards = [box.rect for box in page.boxes if isinstance(box.content, CounterPicture)]
    return [
        box.content.text
        for box in page.boxes
        if isinstance(box.content, Text)
        for card in cards
        if box.rect.x < card.right and card.x < box.rect.right and box.rect.y < card.bottom and card.y < box.rect.bottom
    ]


def test_no_counter_lies_on_the_date_of_a_turn(charts: Printout) -> None:
    page = next(page for page in charts.pages if "Turn record track" in page.texts())
    assert not [text for text in covered(page) if not text.startswith(("×", "+"))]


def test_the_record_of_a_later_scenario_begins_with_its_first_turn() -> None:
    material = shipped("smolensk-first-counteroffensive")
    assert [turn for turn, _ in turns(material)] == [5, 6, 7, 8], "on the map"
    made, *_ = track(material, 180.0, measure)
    said = [box.content.text for row in made.items for box in row.boxes if isinstance(box.content, Text)]
    assert "22 July 1941" in said and "19 July 1941" not in said


def test_what_follows_a_table_stays_with_its_last_line() -> None:
    line, note = Block(5.0, ()), Block(3.0, ())
    made = whole_table("Table", Group((line, line)), 100.0, measure, note)
    assert [block.height for block in made.items] == [5.0, 8.0]


def test_a_row_that_stands_for_several_totals_says_so(charts: Printout) -> None:
    assert texts(charts).count("2–3") == 2, "of both replacement tables"


def test_the_sequence_names_marks_and_the_results_their_table(charts: Printout) -> None:
    said = whole(charts)
    assert "no longer disorganised" in said and "Only units that are exploiting or released act" in said
    assert texts(charts).count("Combat results") == 1 and "Barrage table: results" in said


def test_a_marker_of_which_a_rule_speaks_is_not_said_to_change_nothing() -> None:
    rows = shipped(CAMPAIGN).rows
    base = rows.get(Marker, "air-base-1")
    assert base is not None
    assert marker_words(base, rows) == "The rules say what it is for."
    assert marker_words(base) == "By itself it changes nothing."


def test_a_badge_in_the_corner_hides_nothing_of_the_name(monkeypatch: pytest.MonkeyPatch, dressed: object) -> None:
    monkeypatch.setattr(counter, "draw_badges", lambda *_: None)
    face = CounterFace(
        name="III/29 Pz Rgt",
        symbol="armour",
        size="battalion",
        values="3-4-14",
        colour="#aeb8ae",
        ink="#14181a",
        reduced=0,
        untried=False,
    )
    assert inked(counter_picture(face, 200, flat=True)), "without a badge the name takes all the room there is"
    assert not inked(counter_picture(replace(face, badges=("Move mode=M",)), 200, flat=True))


def inked(picture: QImage) -> bool:
    """Whether anything is printed in the left upper corner of a counter, where a badge lies."""
    side = round(0.27 * picture.width() * 0.8)
    return len({picture.pixel(x, y) for x in range(side) for y in range(side, round(0.27 * picture.width()))}) > 1
