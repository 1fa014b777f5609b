"""Problems name their place as a designer would."""

from __future__ import annotations

import pytest

from designer.culprits import PLACES, place_of, said
from engine.errors import Problem
from engine.records import TABLES
from engine.store.places import resources
from engine.store.sources import read_sources


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem("asks for 6 units", "placement", ("brest",), "count"), "Set-up of the Brest garrison, count"),
        (Problem("is odd", "unit", ("13th-army",), "movement"), "Unit 13th Army, movement"),
        (Problem("is odd", "face", ("13th-army", 0), "attack"), "Unit 13th Army, attack"),
        (Problem("is odd", "chart_cell", ("crt", "1", "3:1")), "Chart Combat results table, 1, 3:1"),
        (Problem("is missing", "phase"), "Phase"),
        (Problem("is unknown", "unit", ("nobody",)), "Unit nobody"),
    ],
)
def test_a_place_is_named_in_words(problem: Problem, words: str) -> None:
    rows = read_sources(resources() / "scenarios" / "arduous-beginning")
    assert place_of(rows, problem) == words
    assert said(rows, problem) == f"{words}: {problem.message}"


def test_every_table_has_a_word_and_a_general_problem_needs_none() -> None:
    rows = read_sources(resources() / "scenarios" / "arduous-beginning")
    assert set(PLACES) == set(TABLES)
    assert said(rows, Problem("there are no counters")) == "There are no counters"
