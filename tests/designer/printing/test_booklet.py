"""The rules as a booklet: whole, numbered, with charts and an index that is right."""

from __future__ import annotations

import pytest

from designer.printing.booklet import rules_document
from designer.printing.choices import Choices
from designer.printing.material import Material
from designer.printing.pages import Printout, Text
from designer.printing.paper import SIZES
from engine.records.play import RuleCase
from engine.systems.readback import mechanism_words, read_back
from tests.kit.drill import drill_rows
from tests.kit.paper import measure, off_the_page, shipped, texts


def booklet(material: Material, **choices: object) -> Printout:
    return rules_document(material, Choices(**choices), measure)  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
def test_a_booklet_fits_its_pages_and_says_every_rule(slug: str, paper: str) -> None:
    material = shipped(slug)
    made = booklet(material, paper=paper)
    assert off_the_page(made.pages) == []
    said = " ".join(texts(made))
    for name, text in mechanism_words(material.rows):
        assert name in said and text.split(".")[0][:30] in said
    for chart in material.scenario.tables.values():
        assert chart.chart.name in said
    for row in material.cases.values():
        assert row.case in said


def test_paragraphs_are_numbered_within_their_chapters() -> None:
    made = texts(booklet(shipped()))
    titles = [section.title for section in read_back(shipped().rows)]
    assert f"1  {titles[0]}" in made and f"2  {titles[1]}" in made
    phases = [phase.name for phase in shipped().scenario.phases]
    assert any(line.startswith(f"2.1 {phases[0]}") for line in made)
    assert not any(line.startswith("2.1 1.") for line in made)


def test_the_index_names_the_page_of_every_case() -> None:
    material = shipped()
    made = booklet(material)
    start = next(n for n, page in enumerate(made.pages) if "Index of cases" in page.texts() and n > 0)
    listed: dict[str, int] = {}
    for page in made.pages[start:]:
        words = page.texts()
        for n, word in enumerate(words):
            if word in material.cases:
                listed[word] = int(words[n + 2])
    assert listed.keys() == material.cases.keys()
    for case, number in listed.items():
        assert case in made.pages[number - 1].texts()


def test_the_contents_name_the_page_of_every_chapter() -> None:
    made = booklet(shipped())
    words = made.pages[0].texts()
    chapters = [word for word in words if word[:1].isdigit() and "  " in word]
    assert len(chapters) >= 5
    for chapter in [*chapters, "The cases", "Index of cases"]:
        page = int(words[words.index(chapter) + 1])
        assert chapter in made.pages[page - 1].texts()


def test_a_change_of_the_rules_is_a_change_of_the_booklet() -> None:
    rows = drill_rows()
    rows.put(RuleCase(case="DR-1.1", title="Zeal", text="Everyone is zealous."))
    said = texts(booklet(Material(rows)))
    assert "DR-1.1" in said and "Everyone is zealous." in said and said.count("Zeal") == 2


def test_no_type_is_smaller_than_can_be_read() -> None:
    sizes = [
        box.content.type.size
        for page in booklet(shipped()).pages
        for box in page.boxes
        if isinstance(box.content, Text)
    ]
    assert min(sizes) >= 4.5


def test_a_case_whose_text_begins_with_its_title_says_it_once() -> None:
    material = shipped("proud-monster")
    made = rules_document(material, Choices(), measure)
    said = [text for page in made.pages for text in page.texts()]
    assert said.count("Advance within stacking") <= 1, "at most in the index"
    assert set(material.cases) <= set(said)
