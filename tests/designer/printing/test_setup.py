from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from designer.printing.choices import Choices
from designer.printing.masthead import span
from designer.printing.material import Material
from designer.printing.pages import CounterPicture, MapPart, Printout, Text
from designer.printing.paper import SIZES
from designer.printing.roster import muster, spots
from designer.printing.setup_sheet import setup_document
from engine.records.board import Grid
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Placement, RuleCase
from engine.scenario.template import blank_scenario
from tests.kit.drill import drill_rows
from tests.kit.paper import many_units, measure, off_the_page, shipped, texts

BOTH_SORTS = pytest.mark.parametrize("sort", ["hex", "formation"])
PAPERS = pytest.mark.parametrize("paper", ["A4", "Letter"])


def sheet(material: Material, side: int, **choices: object) -> Printout:
    return setup_document(material, material.sides[side], Choices(**choices), measure)  # type: ignore[arg-type]


@BOTH_SORTS
@PAPERS
@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
def test_every_unit_stands_once_on_its_sides_sheet(slug: str, sort: str, paper: str) -> None:
    material = shipped(slug)
    for index, side in enumerate(material.sides):
        made = sheet(material, index, sort=sort, paper=paper)
        bold = [
            box.content.text
            for page in made.pages
            for box in page.boxes
            if isinstance(box.content, Text) and box.content.type.weight == "semibold"
        ]
        for counter in material.scenario.counters:
            assert bold.count(counter.unit.name) == (counter.unit.side == side.side), counter.unit.name
        assert off_the_page(made.pages) == []
        assert all((page.width, page.height) == SIZES[paper] for page in made.pages)


def test_a_roster_is_drawn_up_once_for_each_side() -> None:
    material = shipped()
    assert muster(material, "soviet") is muster(material, "soviet") is not muster(material, "german")


def test_each_counter_has_a_tick_box_and_a_picture() -> None:
    material = shipped()
    roster = muster(material, "soviet")
    entries = [entry for line in (*roster.lines, *roster.arrivals) for entry in line.entries]
    made = sheet(material, 1)
    ticks = sum(len(page.of("tick")) for page in made.pages)
    pictures = sum(len(page.of("counter")) for page in made.pages)
    pool = roster.pools[0]
    assert ticks == sum(entry.quantity for entry in entries) + pool.size
    assert pictures == len(entries) + len(pool.members)


def test_fixed_spots_come_in_set_up_order_with_their_hexes() -> None:
    material = shipped()
    said = texts(sheet(material, 1))
    heads = [
        f"{material.places[key].name}, hex {material.places[key].cell}"
        for key in ("minsk", "baranovichi", "velikie-luki", "gomel", "brest")
    ]
    places = [said.index(head) for head in heads]
    assert all(one < other for one, other in pairwise(places))


def test_a_zone_is_described_and_shown_on_the_locator_map() -> None:
    material = shipped()
    made = sheet(material, 1)
    (locator,) = [box.content for box in made.pages[0].of("map")]
    assert isinstance(locator, MapPart)
    front = material.cells_of("front")
    assert front in [tint.cells for tint in locator.tints]
    numbered = spots(muster(material, "soviet"))
    assert sorted(mark.text for mark in locator.marks) == sorted(place.number for place in numbered)
    said = " ".join(texts(made))
    assert all(cell in said for cell in front) and "no two in neighbouring" in said


def test_the_pool_is_explained_with_the_number_of_draws() -> None:
    material = shipped()
    pool = muster(material, "soviet").pools[0]
    lines = [line for line in material.scenario.placements if line.units.pools]
    coming = [line for line in material.scenario.arrivals if line.units.pools]
    assert pool.for_setup == sum(line.count for line in lines)
    assert pool.for_arrivals == sum(line.count for line in coming)
    said = " ".join(texts(sheet(material, 1)))
    assert "seven for the set-up and three as they arrive" in said.replace("  ", " ")


def test_a_schedule_that_draws_more_than_its_pool_holds_is_printed_whole() -> None:
    material = shipped("panzergruppe-guderian")
    drawn = {
        line.arrival.arrival: sum(entry.quantity for entry in line.entries)
        for line in muster(material, "soviet").arrivals
        if line.arrival.units.pools == ("soviet-rifle",)
    }
    late = {key: count for key, count in drawn.items() if key.startswith(("t9", "t10", "t11"))}
    assert sum(drawn.values()) == 60 > 78 - 28 and set(late.values()) == {4}, "the dead come again (PG 12.4, 16.1)"
    said = texts(sheet(material, 1))
    assert said[said.index("Turn 11") :].count("4 counters") == 1


def test_arrivals_stand_under_their_turn_with_their_entry() -> None:
    material = shipped()
    said = texts(sheet(material, 1))
    turns = [said.index(f"Turn {turn}") for turn in (1, 2, 3)]
    for turn, name in ((1, "19th Army"), (2, "16th Army"), (3, "24th Army")):
        ends = [*turns, len(said)]
        assert turns[turn - 1] < said.index(name) < ends[turn]
    assert f"Entry: {material.regions['east-edge'].name}." in said


def test_copies_of_one_counter_stand_with_every_arrival_that_brings_some() -> None:
    """Where nobody can choose between them, the copies a line brings are shown with it, and not all with the first."""
    material = shipped("smolensk-campaign")
    bare = [
        (line.arrival.turn, line.arrival.arrival)
        for side in material.sides
        for line in muster(material, side.side).arrivals
        if not line.entries
    ]
    assert bare == []


def test_replacements_come_from_the_chart() -> None:
    material = shipped()
    chart = material.scenario.tables["replacements"]
    for index, side in enumerate(material.sides):
        said = texts(sheet(material, index))
        start = said.index("Steps")
        steps = said[start + 1 : start + 8]
        assert steps == [chart.at(str(turn), side.side).replace("0", "–") for turn in range(1, 8)]


def test_options_change_the_sheet() -> None:
    none = Material(shipped().rows, {"german-replacements": "none"})
    assert "Replacement steps" in texts(sheet(shipped(), 0))
    assert "Steps" not in texts(sheet(none, 0))


def test_cited_rule_cases_are_told_in_our_words() -> None:
    rows = drill_rows()
    rows.put(RuleCase(case="AB-6.3", title="The front", text="Seven stars wait for seven units."))
    rows.put(RuleCase(case="AB-99.9", title="Elsewhere", text="Nobody cites this."))
    said = texts(sheet(Material(rows), 1))
    assert "The front" in said and "Seven stars wait for seven units." in " ".join(said)
    assert "Elsewhere" not in said


def test_units_in_no_line_are_kept_beside_the_map() -> None:
    made = texts(sheet(shipped(), 0))
    assert made.index("Kept beside the map") < made.index("II Fl.K.")


def test_copies_are_counted_and_ticked_together() -> None:
    rows = drill_rows()
    rows.put(Unit(unit="forts", name="Fort", side="soviet", nationality="soviet", quantity=3, move_class="infantry"))
    rows.put(Face(unit="forts", face=0, defence=1))
    rows.put(Placement(placement="forts", side="soviet", position=20, units=Selector(units=("forts",)), place="minsk"))
    before, after = sheet(Material(drill_rows()), 1), sheet(Material(rows), 1)
    assert "3 counters" in texts(after) and texts(after).count("Fort") == 1
    count = [sum(len(page.of("tick")) for page in made.pages) for made in (before, after)]
    assert count[1] == count[0] + 3


def test_reduced_units_show_their_reduced_face() -> None:
    rows = drill_rows()
    line = rows.get(Placement, "minsk-army")
    assert line is not None
    rows.put(replace(line, face=1))
    made = sheet(Material(rows), 1)
    reduced = [
        box.content
        for page in made.pages
        for box in page.of("counter")
        if isinstance(box.content, CounterPicture) and box.content.face and box.content.face.reduced
    ]
    assert [picture.face.name for picture in reduced if picture.face] == ["13th Army"]


@BOTH_SORTS
def test_three_hundred_units_keep_their_headings_on_every_page(sort: str) -> None:
    material = Material(many_units(300))
    made = sheet(material, 0, sort=sort)
    assert len(made.pages) > 3 and off_the_page(made.pages) == []
    names = [text for text in texts(made) if text.endswith("th Division")]
    assert len(names) == len(set(names)) == 300
    for page in made.pages:
        bands = [
            box.rect.y
            for box in page.boxes
            if isinstance(box.content, Text) and box.content.type.weight == "bold" and box.content.type.size < 10
        ]
        pictures = [box.rect.y for box in page.of("counter")]
        assert not pictures or min(bands) < min(pictures)
    numbers = [text for text in texts(made) if text.startswith("Page ")]
    assert numbers == [f"Page {n} of {len(made.pages)}" for n in range(1, len(made.pages) + 1)]


def test_a_long_set_up_runs_in_three_columns_once_the_rules_are_said() -> None:
    material = shipped("proud-monster")
    made = sheet(material, 0)
    assert off_the_page(made.pages) == []
    left = [
        {round(box.rect.x) for box in page.boxes if isinstance(box.content, CounterPicture)} for page in made.pages[:-1]
    ]
    assert len(left[0]) == 2 and {len(columns) for columns in left[2:]} == {3}
    placed = {counter.unit.name for counter in material.scenario.counters if counter.unit.side == "axis"}
    assert placed <= set(texts(made))


def test_a_pool_is_called_by_what_is_in_it_and_a_rule_says_its_name_once() -> None:
    said = texts(sheet(shipped("proud-monster"), 1))
    assert any(text.startswith("Pool of rifle divisions") for text in said)
    assert not [text for text in said if text.startswith("The pool: ")]
    cases = texts(sheet(shipped("proud-monster"), 0))
    assert sum(text.startswith("ArKo siege artillery") for text in cases) == 1


def test_a_side_without_units_is_said_to_have_none() -> None:
    rows = blank_scenario("New", Grid(columns=6, rows=5))
    assert "No unit of the German side is set up or arrives yet." in texts(sheet(Material(rows), 0))


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("smolensk-campaign", "19 turns: 8 July 1941 to 8 September 1941"),
        ("smolensk-second-counteroffensive", "5 turns: 8 August 1941 to 22 August 1941"),
        ("smolensk-third-counteroffensive", "5 turns: 26 August 1941 to 8 September 1941"),
    ],
)
def test_a_scenario_that_begins_later_counts_its_own_turns(slug: str, said: str) -> None:
    assert span(shipped(slug)) == said
