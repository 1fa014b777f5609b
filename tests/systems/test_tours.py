"""Tours of all systems in text: any change of rules, maps or dice shows as a difference.

When a change is meant, write the files anew and read what changed: python -m tests.systems.test_tours [TOUR ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.kit.touring import TOURS
from tests.kit.tours import tour

FOLDER = Path(__file__).with_name("tours")


def told(name: str) -> str:
    """A tour as it goes now."""
    return "\n".join(tour(begin(), seed, steps) for begin, seed, steps in TOURS[name])


@pytest.mark.parametrize("name", TOURS)
def test_a_tour_goes_as_it_was_written(name: str) -> None:
    assert told(name).splitlines() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_file_is_a_tour() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == TOURS.keys()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or TOURS:
        (FOLDER / f"{wanted}.txt").write_text(told(wanted), encoding="utf-8")
