from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from designer.printing.brush import Brush
from designer.printing.choices import COUNTER_SIZES, Choices, counter_size
from designer.printing.counter_sheets import cardboard, counter_document
from designer.printing.material import Material
from designer.printing.pages import CounterPicture, Line, Page, PageItem, Rect
from designer.printing.paper import SIZES
from engine.errors import StavkaError
from engine.records.counters import Face, ModeFace, Unit
from tests.kit.drill import drill_rows
from tests.kit.paper import many_units, measure, off_the_page, shipped
from tests.kit.pools import STRENGTHS, pooled

REGISTRATION = 0.2
"""Millimetres by which a back may miss its front."""


def counters(page: Page) -> list[tuple[PageItem, CounterPicture]]:
    return [(box, box.content) for box in page.boxes if isinstance(box.content, CounterPicture)]


def pages(material: Material, **choices: object) -> tuple[Page, ...]:
    return counter_document(material, Choices(**choices), measure).pages  # type: ignore[arg-type]


@pytest.mark.parametrize("size", COUNTER_SIZES.values(), ids=COUNTER_SIZES)
@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_meet_their_fronts_when_the_sheet_is_turned(size: float, paper: str, flip: str) -> None:
    made = pages(Material(many_units(250)), counter=size, paper=paper, flip=flip)
    width, height = SIZES[paper]
    assert len(made) >= 2 and len(made) % 2 == 0 and off_the_page(made) == []
    for front, back in zip(made[::2], made[1::2], strict=True):
        for (one, shown), (other, behind) in zip(counters(front), counters(back), strict=True):
            assert one.rect.width == one.rect.height == size
            x = width - one.rect.right if flip == "long" else one.rect.x
            y = one.rect.y if flip == "long" else height - one.rect.bottom
            assert abs(other.rect.x - x) <= REGISTRATION and abs(other.rect.y - y) <= REGISTRATION
            assert behind.turn == (0 if flip == "long" else 180)
            if behind.face is not None and shown.face is not None and not behind.face.untried:
                assert behind.face.name == shown.face.name and behind.face.reduced == 1


def test_no_counter_covers_another_and_cut_marks_stand_at_every_edge() -> None:
    for page in pages(shipped()):
        rects = [box.rect for box, _ in counters(page)]
        spots = {(round(rect.x, 3), round(rect.y, 3)) for rect in rects}
        assert len(spots) == len(rects)
        upright = {round(box.rect.x, 3) for box in page.boxes if isinstance(box.content, Line) and not box.rect.width}
        level = {
            round(box.rect.y, 3)
            for box in page.boxes
            if isinstance(box.content, Line) and not box.rect.height and box.rect.width < 10
        }
        assert upright == {round(edge, 3) for rect in rects for edge in (rect.x, rect.right)}
        assert level == {round(edge, 3) for rect in rects for edge in (rect.y, rect.bottom)}


def test_every_counter_is_printed_as_often_as_there_are_copies() -> None:
    rows = drill_rows()
    rows.put(Unit(unit="forts", name="Fort", side="soviet", nationality="soviet", quantity=7, move_class="infantry"))
    rows.put(Face(unit="forts", face=0, defence=1))
    fronts = [picture for page in pages(Material(rows))[::2] for _, picture in counters(page)]
    names = [picture.name for picture in fronts]
    assert names.count("Fort") == 7 and names.count("13th Army") == 1
    assert len(fronts) == sum(unit.quantity for unit in rows.all(Unit))


def test_untried_units_have_their_face_down_side_as_back() -> None:
    material = shipped()
    for card in cardboard(material, "soviet"):
        assert card.front.face is not None
        pooled = "Mech" in card.front.face.name
        untried = card.back.face is not None and card.back.face.untried
        assert untried == pooled
        if card.back.face is not None and pooled:
            assert card.back.face.name == "" and card.back.name == ""


def test_all_backs_of_a_pool_are_alike_though_its_types_differ() -> None:
    pool = [card for card in cardboard(Material(pooled("armour")), "soviet") if card.front.name in STRENGTHS]
    fronts = {card.front.face.symbol for card in pool if card.front.face is not None}
    assert fronts == {"infantry", "armour"}
    assert len({card.back.face for card in pool}) == 1


def test_one_step_units_have_a_blank_back_and_four_steps_take_two_counters() -> None:
    rows = drill_rows()
    rows.put(Unit(unit="big", name="Big", side="german", nationality="german", move_class="infantry"))
    for face in range(4):
        rows.put(Face(unit="big", face=face, attack=8 - face, defence=8, movement=4))
    material = Material(rows)
    blank = next(card for card in cardboard(material, "soviet") if card.front.name == "Brest")
    assert blank.back.face is None
    big = [card for card in cardboard(material, "german") if card.front.face and card.front.face.name == "Big"]
    steps = [(card.front.face.reduced, card.back.face.reduced) for card in big if card.front.face and card.back.face]
    assert steps == [(0, 1), (2, 3)]
    assert [card.front.name for card in big] == ["Big", ""]


def test_one_side_only() -> None:
    made = pages(shipped(), side="german")
    assert {picture.side for page in made for _, picture in counters(page)} == {0}


def test_sizes_are_read_as_people_write_them() -> None:
    assert counter_size('1/2"') == counter_size("1/2in") == counter_size("1/2") == 12.7
    assert counter_size("5/8 inch") == 15.875 and counter_size("15mm") == counter_size("15") == 15.0
    assert counter_size("17.5 mm") == 17.5
    with pytest.raises(StavkaError, match="not the size of a counter"):
        counter_size("large")


@pytest.mark.parametrize("flip", ["long", "short"])
def test_gutters_bleed_and_safe_margins(flip: str) -> None:
    made = pages(Material(many_units(120)), gutter=2.0, bleed=1.5, safe=1.2, corners="rounded", flip=flip, counter=15.0)
    assert off_the_page(made) == []
    for front, back in zip(made[::2], made[1::2], strict=True):
        rects = [box.rect for box, _ in counters(front)]
        steps = {round(b.x - a.x, 6) for a, b in pairwise(rects) if a.y == b.y}
        assert steps == {18.0}, "the gutter makes room for the bleed of both counters"
        for (one, shown), (other, behind) in zip(counters(front), counters(back), strict=True):
            assert one.rect.width == other.rect.width == 15.0
            assert (
                (shown.bleed, shown.safe, shown.radius) == (behind.bleed, behind.safe, behind.radius) == (1.5, 1.2, 1.5)
            )
        upright = {round(box.rect.x, 3) for box in front.boxes if isinstance(box.content, Line) and not box.rect.width}
        assert upright == {round(edge, 3) for rect in rects for edge in (rect.x, rect.right)}
        marks = [box.rect for box in front.boxes if isinstance(box.content, Line) and not box.rect.width]
        top = min(rect.y for rect in rects)
        assert all(mark.bottom <= top - 1.5 or mark.y >= max(rect.bottom for rect in rects) + 1.5 for mark in marks)


def test_the_bleed_is_card_and_the_safe_margin_holds_nothing_else(qapp: object) -> None:
    material = shipped()
    picture = replace(cardboard(material, "german")[0].front, bleed=2.0, safe=3.0)
    page = Page(30, 30, (PageItem(Rect(6, 6, 18, 18), picture),))
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    Brush(material.rows).paint(painter, page, 10.0)
    painter.end()
    card = QColor(picture.colour)
    rim = [(x, y) for x in range(42, 258, 4) for y in (42, 70, 84, 216, 257)]
    assert all(image.pixelColor(x, y) == card for x, y in rim)
    assert image.pixelColor(35, 150) == QColor("#ffffff")
    inside = {image.pixel(x, y) for x in range(95, 205, 3) for y in range(95, 205, 3)}
    assert len(inside) > 5


def test_what_no_knife_can_cut_is_refused() -> None:
    for wrong, words in (
        ({"bleed": 9.0}, "The bleed of counters may be up to 5 mm, not 9 mm."),
        ({"gutter": -1.0}, "The gutter of counters may be up to 20 mm, not -1 mm."),
        ({"safe": 6.0}, "The safe margin of a counter of 15.875 mm may be up to 4.0 mm, not 6 mm."),
    ):
        with pytest.raises(StavkaError, match=re.escape(words)):
            Choices(**wrong).check()  # type: ignore[arg-type]


def test_a_unit_with_modes_has_a_card_for_each_strength_with_the_other_mode_on_its_back() -> None:
    rows = drill_rows()
    rows.put(Unit(unit="mot", name="Mot", side="german", nationality="german", move_class="infantry"))
    for face, strength in enumerate((12, 12, 6)):
        rows.put(Face(unit="mot", face=face, attack=strength, defence=strength, movement=2))
        rows.put(ModeFace(unit="mot", mode="move", face=face, attack=strength / 2, defence=strength / 2, movement=8))
    cards = [card for card in cardboard(Material(rows), "german") if card.front.face and card.front.face.name == "Mot"]
    shown = [(card.front.face.values, card.back.face.values) for card in cards if card.front.face and card.back.face]
    assert shown == [("12-2", "6-8"), ("6-2", "3-8")]
    assert [card.front.name for card in cards] == ["Mot", ""]
    assert all(card.back.face and card.back.face.badges == ("M",) for card in cards)


def test_panzergruppe_guderian_has_260_counters_with_the_markers_of_the_table() -> None:
    made = pages(shipped("panzergruppe-guderian"), table_markers=True)
    names = [picture.face.name for page in made[::2] for _, picture in counters(page) if picture.face]
    assert len(names) == 260
    assert names.count("Game turn") == 1 and {"Points ×1", "Points ×10"} <= set(names)
    assert names.count("German control") == 11, "the places that have a value"
    assert names.count("Disrupted") == names.count("Out of supply") == 22, "one to nine of its 192 units"
    assert not {"Game turn", "Disrupted"} & {
        picture.face.name
        for page in pages(shipped("panzergruppe-guderian"))[::2]
        for _, picture in counters(page)
        if picture.face
    }
