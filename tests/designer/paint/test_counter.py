from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from msgspec import structs
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QIcon, QPainterPath

from designer.paint.counter import counter_icon, counter_pixmap, shortened
from designer.paint.faces import CounterFace, counter_face, face_values, figure, parted
from designer.paint.symbols import HIGH, SIZE_MARKS, WIDE, glyph
from designer.paint.text import IDENTITY, STRENGTH, fit, outline
from engine.records import Rows
from engine.records.counters import SIZES, SYMBOLS, Face, Nationality, Unit
from tests.kit.pictures import counter_picture, difference
from tests.kit.shipped import shipped_rows

PANZER = Unit(unit="24pz", name="XXIV Pz", side="german", nationality="heer", symbol="armour", size="corps")
FULL = Face(unit="24pz", face=0, attack=9, defence=9, movement=6)
WEAK = Face(unit="24pz", face=1, attack=4, defence=4, movement=6)
HEER = Nationality(nationality="heer", name="Heer", side="german", colour="#a9b0a2", ink="#111111")


def unit(symbol: str, pool: str = "") -> Unit:
    return Unit(unit="x", name="X", side="german", nationality="heer", symbol=symbol, pool=pool)


def test_strength_and_movement_when_attack_is_defence():
    assert face_values(unit("infantry"), FULL) == "9-6"


def test_three_values_when_attack_is_not_defence():
    assert face_values(unit("mechanised"), Face(unit="7", face=0, attack=4, defence=2, movement=6)) == "4-2-6"


def test_members_of_a_blind_pool_always_show_three_values():
    even = Face(unit="25", face=0, attack=2, defence=2, movement=6)
    assert face_values(unit("mechanised", pool="mech"), even) == "2-2-6"


def test_all_counters_of_a_scenario_show_three_values_where_one_of_them_needs_them():
    even = Face(unit="x", face=0, attack=3, defence=3, movement=5)
    rows = Rows([unit("infantry"), even])
    assert not parted(rows) and face_values(unit("infantry"), even, rows) == "3-5"
    rows.put(structs.replace(unit("infantry", pool="blind"), unit="y"))
    rows.put(Face(unit="y", face=0, attack=1, defence=2, movement=5))
    assert not parted(rows), "blind pools show both by themselves"
    rows.put(structs.replace(unit("infantry"), unit="z"))
    rows.put(Face(unit="z", face=0, attack=3, defence=1, movement=5))
    assert parted(rows) and face_values(unit("infantry"), even, rows) == "3-3-5"
    still = Face(unit="x", face=0, movement=5)
    assert face_values(unit("infantry"), still, rows) == "5", "there is nothing to tell apart"
    assert counter_face(unit("infantry"), even, HEER, rows=rows).values == "3-3-5"


@pytest.mark.parametrize(
    ("slug", "tells"),
    [("proud-monster", True), ("arduous-beginning", False), ("panzergruppe-guderian", False), ("smolensk", False)],
)
def test_which_shipped_games_tell_attack_and_defence_apart(slug: str, tells: bool):
    assert parted(shipped_rows(slug)) == tells


def test_a_unit_without_strengths_of_its_own_shows_its_movement():
    assert face_values(unit("infantry"), Face(unit="62", face=0, movement=2)) == "2"


def test_air_units_whose_worth_the_turn_gives_show_no_nought():
    assert face_values(unit("air"), Face(unit="viii-fk", face=0)) == ""


def test_air_units_show_their_shift():
    assert face_values(unit("bomber"), Face(unit="viii", face=0, extra={"shift": 2})) == "+2"


@pytest.mark.parametrize(
    ("symbol", "face", "text"),
    [
        ("artillery", Face(unit="90", face=0, defence=1, movement=3, extra={"barrage": 14, "range": 2}), "14-2-3"),
        ("infantry", Face(unit="86", face=0, attack=7, defence=7, movement=4, extra={"rating": 5}), "7-5-4"),
        ("hq", Face(unit="24", face=0, defence=3, movement=2, extra={"rating": 1, "throw": 8}), "(3)-1-2"),
        ("truck", Face(unit="t", face=0, movement=50, extra={"rating": 0}), "50"),
        ("fighter", Face(unit="109", face=0, extra={"air": 4, "barrage": 2}), "4-2"),
        ("bomber", Face(unit="87", face=0, extra={"air": 1, "barrage": 12, "passive": 1}), "(1)-12"),
        ("bomber", Face(unit="52", face=0, extra={"air": 0, "passive": 1}), "(0)"),
    ],
)
def test_ratings_barrages_and_ranges_stand_where_their_games_print_them(symbol: str, face: Face, text: str):
    assert face_values(unit(symbol), face) == text


def test_markers_have_no_values():
    assert face_values(unit("marker"), FULL) == ""


@pytest.mark.parametrize(("value", "text"), [(4.0, "4"), (2.5, "2½"), (0.5, "½"), (0.0, "0"), (-1.0, "−1")])
def test_figures_are_printed_as_on_counters(value, text):
    assert figure(value) == text


def test_an_untried_face_keeps_identity_and_strength_to_itself():
    face = counter_face(PANZER, FULL, HEER, untried=True)
    assert face.name == "" and "9" not in face.values and face.values == "?-6"


def test_an_untried_face_shows_what_kind_of_unit_it_is_but_none_that_lies_unseen(qapp):
    kinds = [counter_face(unit(symbol), FULL, HEER, untried=True) for symbol in ("infantry", "cavalry", "armour")]
    kinds.append(CounterFace("", "", "", "", HEER.colour, HEER.ink, 0, True))
    pictures = [counter_picture(face) for face in kinds]
    assert all(difference(one, two) > 100 for one, two in combinations(pictures, 2))


def test_a_face_takes_its_colours_from_the_nationality():
    face = counter_face(PANZER, FULL, HEER)
    assert (face.colour, face.ink, face.identity) == ("#a9b0a2", "#111111", ("XXIV", "Pz"))


def test_faces_differ_on_the_table(qapp):
    faces = [
        counter_face(PANZER, FULL, HEER),
        counter_face(PANZER, WEAK, HEER),
        counter_face(PANZER, FULL, HEER, untried=True),
        counter_face(PANZER, FULL, HEER, badges=("moved",)),
    ]
    pictures = [counter_picture(face) for face in faces]
    assert all(difference(one, two) > 100 for one, two in combinations(pictures, 2))


def test_a_reduced_face_is_lighter(qapp):
    full = counter_picture(counter_face(PANZER, FULL, HEER)).pixelColor(85, 60)
    weak = counter_picture(counter_face(PANZER, WEAK, HEER)).pixelColor(85, 60)
    assert weak.lightness() > full.lightness() + 20


@pytest.mark.parametrize("pixels", [40, 96])
def test_every_symbol_looks_different(qapp, pixels):
    pictures = {symbol: counter_picture(CounterFace("", symbol), pixels) for symbol in SYMBOLS}
    alike = [(a, b) for a, b in combinations(SYMBOLS, 2) if difference(pictures[a], pictures[b]) < pixels * 0.3]
    assert alike == []


def test_every_symbol_of_the_records_is_drawn(qapp):
    for symbol in set(SYMBOLS) - {"marker"}:
        shape = glyph(symbol)
        assert not (shape.lines.isEmpty() and shape.solid.isEmpty()), symbol


def test_symbols_stay_in_their_box(qapp):
    box = QRectF(-0.2, -0.2, WIDE + 0.4, HIGH + 0.4)
    for symbol in SYMBOLS:
        for path in (glyph(symbol).lines, glyph(symbol).solid):
            assert path.isEmpty() or box.contains(path.boundingRect().adjusted(0, 0, 0.01, 0.01)), symbol


def test_every_size_of_the_records_has_a_mark():
    assert set(SIZE_MARKS) == set(SIZES)


def test_strengths_never_run_over_the_edge(qapp):
    for values in ("8-4", "12-9-14", "10½-10½-24"):
        size = fit(values, STRENGTH, 35.5, 90)
        assert outline(values, STRENGTH).width * size <= 90.001


def test_long_names_are_cut_until_they_can_be_read(qapp):
    cut = shortened("Grossdeutschland", 40, 20)
    assert cut.endswith(".") and len(cut) < len("Grossdeutschland")
    assert fit(cut, IDENTITY, 20, 40) >= 20 * 0.6
    assert shortened("XXIV", 40, 20) == "XXIV"


def test_printing_has_no_shadow_and_fills_its_square(qapp):
    printed = counter_picture(counter_face(PANZER, FULL, HEER), flat=True)
    assert printed.pixelColor(0, 0) == QColor("#a9b0a2") == printed.pixelColor(95, 95)


def test_monochrome_counters_have_no_colour(qapp):
    picture = counter_picture(replace(counter_face(PANZER, FULL, HEER), colour="#cc4422"), flat=True, monochrome=True)
    colours = {picture.pixelColor(x, y).saturation() for x in range(0, 96, 3) for y in range(0, 96, 3)}
    assert max(colours) <= 3


def test_pixmaps_are_made_once(qapp):
    face = counter_face(PANZER, FULL, HEER)
    assert counter_pixmap(face, 40) is counter_pixmap(face, 40)
    assert counter_pixmap(face, 40).width() == 40 and counter_pixmap(face, 40, 2.0).width() == 80


def test_outlines_are_paths_of_the_text(qapp):
    assert isinstance(outline("Minsk", IDENTITY).path, QPainterPath)
    assert outline("Minsk Minsk", IDENTITY).width > 1.8 * outline("Minsk", IDENTITY).width


def test_no_mark_of_size_is_drawn_over_the_star_of_a_leader(qapp):
    rank = Face(unit="x", face=0, defence=3, movement=10, extra={"rating": 3})
    for symbol, alike in (("leader", True), ("infantry", False)):
        corps, army = (counter_face(structs.replace(unit(symbol), size=size), rank, HEER) for size in ("corps", "army"))
        assert (difference(counter_picture(corps), counter_picture(army)) == 0) is alike


def test_a_counter_on_a_chosen_line_keeps_its_colours(dressed) -> None:
    icon = counter_icon(CounterFace("XXIV", values="12-6"), 40)
    plain, chosen = (icon.pixmap(40, 40, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected))
    assert not plain.isNull() and chosen == plain
