"""Problems name their place as a designer would."""

from __future__ import annotations

import pytest

from designer.culprits import PLACES, place_of, said
from engine.errors import Problem
from engine.records import TABLES
from tests.kit.shipped import shipped_rows


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem("asks for 6 units", "placement", ("brest",), "count"), "Set-up of the Brest garrison, count"),
        (Problem("is odd", "unit", ("13th-army",), "movement"), "Unit 13th Army, movement"),
        (Problem("is odd", "face", ("13th-army", 0), "attack"), "Unit 13th Army, attack"),
        (Problem("is odd", "chart_cell", ("crt", "1", "3:1")), "Chart Combat results table, row 1, column 3:1"),
        (Problem("is missing", "phase"), "Phase"),
        (Problem("is odd", "hexside", ("0301", 2, "river"), "side"), "River between 0301 and 0401"),
        (Problem("is odd", "hexside", ("0101", 5, "river"), "side"), "River at the edge of 0101"),
        (Problem("is odd", "link", ("0102", "0202", "rail"), "kind"), "Railway from 0102 to 0202"),
        (
            Problem("is odd", "tec", ("terrain", "clear", "move.infantry"), "value"),
            "Terrain chart, Clear under Infantry",
        ),
        (Problem("is odd", "cell", ("0203",), "terrain"), "Hex 0203, terrain"),
        (Problem("is odd", "mechanism", ("odds-combat",)), "Mechanism odds combat"),
        (Problem("is unknown", "unit", ("nobody",)), "Unit nobody"),
    ],
)
def test_a_place_is_named_in_words(problem: Problem, words: str) -> None:
    rows = shipped_rows("arduous-beginning")
    assert place_of(rows, problem) == words
    assert said(rows, problem) == f"{words}: {problem.message}"


def test_every_table_has_a_word_and_a_general_problem_needs_none() -> None:
    rows = shipped_rows("arduous-beginning")
    assert set(PLACES) == set(TABLES)
    assert said(rows, Problem("there are no counters")) == "There are no counters"
