from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from designer.printing.choices import Choices
from designer.printing.documents import lay_out
from designer.printing.material import Material
from designer.printing.oob import branches, oob_documents
from designer.printing.pages import CounterPicture, Text
from engine.records.counters import Formation, Unit
from tests.kit.drill import drill_rows
from tests.kit.paper import many_units, measure, off_the_page, shipped, texts


def test_the_table_lists_every_unit_once_with_its_numbers() -> None:
    material = shipped()
    made = {document.title: document for document in oob_documents(material, material.sides, Choices(), measure)}
    assert list(made) == ["German order of battle", "German formations", "Soviet order of battle", "Soviet formations"]
    for side in material.sides:
        said = texts(made[f"{side.name} order of battle"])
        for counter in material.scenario.counters:
            called = counter.unit.name in [row.name for row in material.formations.values() if row.side == side.side]
            expected = (counter.unit.side == side.side) + called
            assert said.count(counter.unit.name) == expected, counter.unit.name
    said = texts(made["Soviet order of battle"])
    row = said.index("13th Army")
    assert said[row + 1 : row + 6] == ["infantry army", "8-4", "4-4", "2", "1"]
    assert said[row + 6] == f"Minsk, hex {material.places['minsk'].cell}"


def test_the_tree_shows_every_formation_before_its_parts() -> None:
    material = shipped()
    found = branches(material, "german")
    assert [(branch.name, branch.depth) for branch in found][:2] == [("Army Group Centre", 0), ("Panzer Group 2", 1)]
    assert sorted(counter.unit.unit for branch in found for counter in branch.counters) == sorted(
        counter.unit.unit for counter in material.scenario.counters if counter.unit.side == "german"
    )
    tree = list(oob_documents(material, material.sides, Choices(), measure))[1]
    pictures = [box.content for page in tree.pages for box in page.boxes if isinstance(box.content, CounterPicture)]
    assert len(pictures) == sum(len(branch.counters) for branch in found)


def test_parts_are_indented_and_joined_to_their_formation() -> None:
    material = shipped()
    tree = list(oob_documents(material, material.sides, Choices(), measure))[1]
    page = tree.pages[0]
    at = {box.content.text: box.rect.x for box in page.boxes if isinstance(box.content, Text)}
    assert at["Army Group Centre"] < at["Panzer Group 2"] == at["4th Army"]
    assert len([box for box in page.of("line") if box.rect.width == 0]) >= len(branches(material, "german")) - 1


def test_formations_that_name_each_other_do_not_go_in_circles() -> None:
    rows = drill_rows()
    top = rows.get(Formation, "agc")
    assert top is not None
    rows.put(replace(top, parent="pzgr2"))
    material = Material(rows)
    units = [counter.unit.unit for branch in branches(material, "german") for counter in branch.counters]
    assert len(units) == len(set(units))


def test_units_without_a_formation_come_last() -> None:
    rows = drill_rows()
    lone = rows.get(Unit, "xxiv-pz")
    assert lone is not None
    rows.put(replace(lone, formation=None))
    *_, last = branches(Material(rows), "german")
    assert last.name == "Independent units" and [counter.unit.unit for counter in last.counters] == ["xxiv-pz"]


@pytest.fixture(scope="module")
def large() -> Material:
    return Material(many_units(700))


def test_seven_hundred_units_fill_pages_under_repeated_headings(large: Material) -> None:
    table, tree = list(oob_documents(large, large.sides[:1], Choices(), measure))
    names = [text for text in texts(table) if text.endswith("th Division")]
    assert len(names) == len(set(names)) == 700
    assert off_the_page(table.pages) == [] and off_the_page(tree.pages) == []
    assert all("Unit" in page.texts() for page in table.pages)


def test_the_layout_can_be_stopped_between_documents(large: Material) -> None:
    asked: list[int] = []

    def stop() -> Iterator[bool]:
        while True:
            asked.append(1)
            yield len(asked) > 1

    answers = stop()
    assert lay_out(large, Choices(what=("oob",)), measure, stop=lambda: next(answers)) == []
    assert len(asked) == 2
