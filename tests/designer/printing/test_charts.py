from __future__ import annotations

import pytest
from msgspec import structs
from PySide6.QtGui import QColor

from designer.paint.results import TONES, paper_tone
from designer.printing.chart_sheets import chart_documents
from designer.printing.choices import Choices
from designer.printing.material import Material
from designer.printing.pages import CounterPicture, Page, Printout, Rectangle, Swatch, Text
from designer.printing.roster import muster
from designer.printing.setup_column import arrivals_in_words
from designer.printing.type import parts_of
from designer.printing.words import nouns
from engine.records.board import TecColumn
from engine.records.charts import (
    Chart,
    ChartCell,
    ChartColumn,
    ChartRow,
)
from engine.records.play import MechanismRow
from engine.systems.catalogue import all_mechanisms, all_phases
from tests.kit.drill import drill_rows
from tests.kit.paper import measure, off_the_page, shipped, texts
from tests.kit.shipped import shipped_rows


def documents(material: Material, **choices: object) -> list[Printout]:
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
            if isinstance(box.content, Rectangle) and box.content.fill and 4 < box.rect.height < 12
        ]
        for box in page.boxes:
            if isinstance(box.content, Text) and box.content.text in ("NE", "DR", "DE", "EX", "AL", "DRL"):
                found = [fill for rect, fill in fills if rect.holds(box.rect)]
                behind.setdefault(box.content.text, set()).add(found[0] if found else None)
    colours = {code: next(iter(found - {None}), None) for code, found in behind.items()}
    assert colours["DR"] == colours["DE"] == colours["DRL"]
    assert len({colours["DR"], colours["AL"], colours["EX"], colours["NE"]}) == 4 and colours["NE"] is None


def test_the_row_of_prices_of_a_table_is_no_result_and_bears_no_colour() -> None:
    pages = [page for made in documents(shipped("smolensk-campaign")) for page in made.pages]
    page = next(page for page in pages if "Barrage table" in texts(Printout("", "", (page,))))
    said = [box for box in page.boxes if isinstance(box.content, Text)]
    tints = [box.rect for box in page.boxes if isinstance(box.content, Rectangle) and box.content.fill]
    tints = [rect for rect in tints if 4 < rect.height < 12 and rect.width < 30]
    price = min((box.rect for box in said if box.content.text == "T"), key=lambda rect: rect.y)
    in_row = [box for box in said if abs(box.rect.y - price.y) < 0.1]
    assert len(in_row) == 12, "the heading and eleven prices"
    assert not [box for box in in_row if any(rect.holds(box.rect) for rect in tints)]
    lower = [box for box in said if box.rect.y > price.y and box.content.text in ("1", "2", "3")]
    assert [box for box in lower if any(rect.holds(box.rect) for rect in tints)], "results of that number have one"


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


def arriving_on(page: Page) -> int:
    """How many counters a track shows or counts: pictures, those that look alike, and those beyond its room."""
    pictures = sum(isinstance(box.content, CounterPicture) for box in page.boxes)
    alike = sum(int(text[1:]) - 1 for text in page.texts() if text.startswith("×"))
    return pictures + alike + sum(int(text[1:]) for text in page.texts() if text.startswith("+"))


def test_the_track_shows_every_turn_with_its_arrivals() -> None:
    material = shipped()
    page = documents(material)[0].pages[-1]
    said = page.texts()
    start = said.index("Turn record track")
    assert [text for text in said[start:] if text in "1234567"] == list("1234567")
    assert all(name in said for name in material.scenario.turn_names.values())
    assert arriving_on(page) == sum(line.count for line in material.scenario.arrivals)


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


def test_the_aid_says_each_rule_with_its_numbers() -> None:
    rows = drill_rows()
    stacking = next(row for row in rows.all(MechanismRow) if row.mechanism == "stacking")
    for most in (2, 5):
        rows.put(structs.replace(stacking, params={"limits": [{"units": {}, "most": most}]}))
        said = " ".join(texts(documents(Material(rows))[1]))
        assert f"At most {most} units may stand in one hex" in said
        assert all_mechanisms()["stacking"].help not in said


def test_the_sequence_says_what_this_game_does_in_a_phase() -> None:
    said = " ".join(texts(documents(shipped())[0]))
    assert "Units marked tank have their full movement" in said
    assert all_phases()["build-up"].help not in said


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
def test_a_track_that_fits_a_page_is_never_split(slug: str, paper: str) -> None:
    titles = [text for text in texts(documents(shipped(slug), paper=paper)[0]) if text.startswith("Turn record track")]
    assert titles == ["Turn record track"]


def test_paper_and_screen_tint_results_alike() -> None:
    page = documents(shipped())[0].pages[0]
    attacker = next(box for box in page.boxes if isinstance(box.content, Text) and box.content.text == "AL")
    behind = [
        QColor(box.content.fill)
        for box in page.boxes
        if isinstance(box.content, Rectangle) and box.content.fill and box.rect.holds(attacker.rect)
    ]
    assert behind
    assert abs(behind[-1].hsvHue() - QColor(TONES["attacker"]).hsvHue()) <= 2
    hues = {who: QColor(paper_tone(who)).hsvHue() for who in ("attacker", "defender", "both")}
    assert all(abs(hue - QColor(TONES[who]).hsvHue()) <= 2 for who, hue in hues.items())  # type: ignore[index]


def test_points_have_a_track_with_the_levels_of_victory_where_points_decide() -> None:
    said = texts(documents(shipped("panzergruppe-guderian"))[0])
    start = said.index("Points track")
    assert [text for text in said[start:] if text.isdigit()] == [*map(str, range(10)), *map(str, range(0, 150, 10))]
    assert any(text.startswith("125: German") for text in said[start:])
    assert "Points track" not in texts(documents(shipped())[0])


def test_a_turn_with_more_arrivals_than_room_says_how_many_more() -> None:
    pages = documents(shipped("panzergruppe-guderian"))[0].pages
    page = next(page for page in pages if "Turn record track" in page.texts())
    material = shipped("panzergruppe-guderian")
    lines = [line for side in material.sides for line in muster(material, side.side).arrivals]
    assert any(text.startswith("+") for text in page.texts()) and any(text.startswith("×") for text in page.texts())
    assert arriving_on(page) == sum(entry.quantity for line in lines for entry in line.entries)


@pytest.mark.parametrize("slug", ["panzergruppe-guderian", "proud-monster"])
def test_the_aid_of_a_large_game_can_be_read_and_cuts_no_result_and_no_heading(slug: str) -> None:
    material = shipped(slug)
    for aid in documents(material)[1:]:
        assert off_the_page(aid.pages) == [] and len(aid.pages) <= 4
        content = [box.content for page in aid.pages for box in page.boxes if isinstance(box.content, Text)]
        assert min(text.type.size for text in content) > 4.2
        said = {text.text for text in content}
        table = material.scenario.tables["crt"]
        assert {table.at(row, column) for row in table.rows for column in table.columns} <= said
        words = {word for row in material.rows.all(TecColumn) for word in parts_of(row.name)}
        assert all(any(word in text for text in said) for word in words)


def test_narrow_tables_stand_side_by_side() -> None:
    pages = documents(shipped("proud-monster"))[0].pages
    heads = {
        box.content.text: (number, box.rect)
        for number, page in enumerate(pages)
        for box in page.boxes
        if isinstance(box.content, Text)
    }
    one, other = heads["German mechanised refit table"], heads["Attenuated supply table"]
    assert one[0] == other[0] and one[1].y == other[1].y and one[1].right < other[1].x
    assert off_the_page(pages) == []


def test_arrivals_of_a_turn_name_each_entrance_once_and_agree_in_number() -> None:
    said = " ".join(texts(documents(shipped("panzergruppe-guderian"))[2]))
    assert "five untried infantry divisions" in said and "untried infantry division," not in said
    german = dict(arrivals_in_words(shipped("panzergruppe-guderian"), shipped("panzergruppe-guderian").sides[0]))
    assert german["Turn 2"].count("German entrance A") == 1


def full_monster() -> Material:
    return Material(shipped_rows("proud-monster"), {"sections": "more"})


def test_what_ground_is_worth_by_other_rules_stands_beside_the_terrain_chart() -> None:
    said = " ".join(texts(documents(full_monster())[0]))
    beside = said[said.index("Besides the terrain chart") : said.index("Weather effects")]
    for words in (
        "Stalin Line: every defender counts 1 more.",
        "Forts of Sevastopol; Forts of Oranienbaum:",
        "Hedgehogs",
    ):
        assert words in beside
    assert "Besides the terrain chart" not in " ".join(texts(documents(shipped())[0]))


def test_places_are_listed_by_what_they_are_worth() -> None:
    said = texts(documents(full_monster())[0])
    at = said.index("Places and their points")
    assert said[at + 1 : at + 5] == ["9 points", "Moscow (5017N, 5116N).", "5 points", "Leningrad (4201N)."]
    assert "Places and their points" not in texts(documents(shipped())[0]), "where no place is worth any"


def test_a_points_track_says_what_a_table_asks_for_on_each_turn() -> None:
    said = " ".join(texts(documents(full_monster())[0]))
    track = said[said.index("Points track") :]
    assert "4: turn 1; 8: turn 2" in track and "36: turns 9 to 12" in track


def test_remarks_of_the_terrain_chart_stand_under_their_headings() -> None:
    said = " ".join(texts(documents(full_monster())[0]))
    assert "Losses times: Both sides' loss points" in said and "Mechanised: The Sivash" not in said
    assert said.count("Movement points to enter") == 0


def test_the_sequence_of_play_names_the_rules_that_come_in() -> None:
    said = " ".join(texts(documents(full_monster())[0]))
    assert "Withdrawals, Stock of replacement steps and Refits." in said
    assert "What other rules say for this phase" not in said
