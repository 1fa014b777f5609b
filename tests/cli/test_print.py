from __future__ import annotations

import os
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pypdf import PdfReader
from PySide6.QtWidgets import QApplication

from engine.records.play import Placement
from engine.store import Library
from engine.store.keeping import start_game
from tests.cli.conftest import Stavka
from tests.kit.drill import drill_rows
from tests.kit.paper import runs
from tests.kit.players import play_on


@pytest.fixture
def library(tmp_path: Path, qapp: QApplication) -> Path:
    path = tmp_path / "drill.db"
    with Library.create(path) as made:
        made.add("drill", drill_rows())
        broken = drill_rows()
        broken.put(Placement(placement="lost", side="german", place="minsk", count=999))
        made.add("broken", broken)
    return path


def test_print_writes_what_was_asked_for(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    out = tmp_path / "drill.pdf"
    said = stavka("print", "drill", "--what", "setup, counters,charts,oob", "-o", out, "--db", library)
    assert said.code == 0, said.err
    pages = len(PdfReader(out).pages)
    assert said.out == f"Wrote {out}: {pages} pages.\n" and pages > 8


def test_paper_side_and_counter_size_are_heard(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    out = tmp_path / "few.pdf"
    call = ("print", "drill", "--what", "counters", "--side", "german", "--paper", "letter", "-o", out, "--db", library)
    assert stavka(*call, "--counter", "40").code == 0
    reader = PdfReader(out)
    assert float(reader.pages[0].mediabox.width) == pytest.approx(612, abs=0.5)
    large = reader.pages[0].extract_text()
    assert "XXIV Pz" in large and "13th Army" not in large
    assert stavka(*call, "--counter", "12.7").code == 0
    assert len(PdfReader(out).pages) <= len(reader.pages)


def test_the_log_of_the_game_played_last(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    out = tmp_path / "log.pdf"
    call = ("print", "drill", "--what", "log", "--out", out, "--db", library)
    said = stavka(*call)
    assert said.code == 1 and said.err == ("stavka: No game of drill has been played, so there is no log to print.\n")
    with Library.open(library) as made:
        game, _ = start_game(made, "drill", seed=3)
        play_on(game, Random(1), 40)
    assert stavka(*call).code == 0
    text = "".join(page.extract_text() for page in PdfReader(out).pages)
    assert "Game log" in text and "is placed in Minsk" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("--what", "setup,poster"),
            "Nothing called poster can be printed; choose from setup, counters, map, charts, rules, oob, log.",
        ),
        (("--what", ","), "Choose what to print: setup, counters, map, charts, rules, oob, log."),
        (("--paper", "B5"), "There is no paper called B5; choose A4 or Letter."),
        (("--side", "finnish"), "There is no side called finnish; choose german or soviet."),
        (("--what", "map", "--hex", "300"), "A hex may measure 4 to 60 mm, not 300 mm."),
        (
            ("--counter", "huge"),
            'huge is not the size of a counter; choose 1/2", 5/8", 15 mm, 20 mm, or give millimetres.',
        ),
        (("--option", "goal"), "An option is given as KEY=CHOICE, not as goal."),
        (("--option", "goal=nothing"), "option goal, choices: there is no choice nothing"),
    ],
)
def test_bad_wishes_get_a_sentence_and_no_file(
    stavka: Stavka, library: Path, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    said = stavka("print", "drill", "-o", tmp_path / "new.pdf", "--db", library, *arguments)
    assert said.code == 1 and f"stavka: {sentence}\n" in said.err
    assert not list(tmp_path.glob("*.p*"))


def test_a_scenario_with_problems_is_not_printed(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    said = stavka("print", "broken", "-o", tmp_path / "new.pdf", "--db", library)
    assert said.code == 1 and said.err.startswith("stavka: Nothing was printed, for the scenario has problems:\n")
    assert "placement lost, units: asks for 999 units" in said.err
    assert not (tmp_path / "new.pdf").exists()
    assert stavka("print", "broken", "--what", "map", "-o", tmp_path / "map.pdf", "--db", library).code == 0


def test_a_folder_that_is_not_there_is_named(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    said = stavka("print", "drill", "-o", tmp_path / "no" / "new.pdf", "--db", library)
    assert said.code == 1 and said.err == (
        f"stavka: The file {tmp_path / 'no' / 'new.pdf'} cannot be written: there is no folder {tmp_path / 'no'}.\n"
    )


def test_a_booklet_a_fitted_map_and_counters_with_bleed(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    out = tmp_path / "all.pdf"
    call = ("print", "drill", "--what", "rules,map,counters", "--map", "pages", "--pages", "2", "--no-furniture")
    more = ("--bleed", "1.5", "--gutter", "3", "--safe", "1", "--corners", "rounded", "-o", out, "--db", library)
    assert stavka(*call, *more).code == 0
    said = " ".join(text for page in runs(out) for text in page)
    assert "Contents" in said and "Sequence of play" in said


def test_a_map_is_written_as_a_drawing(stavka: Stavka, library: Path, tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert stavka("print", "drill", "--what", "map", "-o", out, "--db", library).code == 0
    assert 'inkscape:label="Names"' in out.read_text()
    refused = stavka("print", "drill", "--what", "map,charts", "-o", tmp_path / "no.svg", "--db", library)
    assert refused.code != 0 and "Only the map can be written as an SVG" in refused.err
