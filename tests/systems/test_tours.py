"""Tours of all systems in text: any change of rules, maps or dice shows as a difference.

When a change is meant, write the files anew and read what changed: python -m tests.systems.test_tours [TOUR ...]
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from tests.kit.touring import TOURS
from tests.kit.tours import tour

FOLDER = Path(__file__).with_name("tours")
LEGS = {name: legs() for name, legs in TOURS.items()}
BREAK = "\n==\n"


@cache
def written(name: str) -> list[str]:
    """The legs of a tour as they were written."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split(BREAK)


def told(name: str, number: int) -> str:
    """A leg of a tour as it goes now."""
    begin, seed, steps = LEGS[name][number]
    return tour(begin(), seed, steps)


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in LEGS for number in range(len(LEGS[name]))])
def test_a_tour_goes_as_it_was_written(name: str, number: int) -> None:
    assert told(name, number).splitlines() == written(name)[number].splitlines()


@pytest.mark.parametrize("name", TOURS)
def test_a_tour_has_all_its_legs(name: str) -> None:
    assert len(written(name)) == len(LEGS[name]) and {file.stem for file in FOLDER.glob("*.txt")} == TOURS.keys()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or LEGS:
        legs = [told(wanted, number) for number in range(len(LEGS[wanted]))]
        (FOLDER / f"{wanted}.txt").write_text(BREAK.join(legs), encoding="utf-8")
