"""Tours of small grounds in text, as those of the systems: any change of rules or dice shows as a difference.

When a change is meant, write the files anew and read what changed: python -m tests.systems.test_byways [TOUR ...]
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from tests.kit.byways import BYWAYS
from tests.kit.tours import tour

FOLDER = Path(__file__).with_name("byways")
LEGS = {name: legs() for name, legs in BYWAYS.items()}
BREAK = "\n==\n"


@cache
def written(name: str) -> list[str]:
    """The legs of a tour as they were written."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split(BREAK)


def told(name: str, number: int) -> str:
    """A leg of a tour as it goes now, with what players are asked and what strange actions are told."""
    begin, seed, steps = LEGS[name][number]
    return tour(begin(), seed, steps, thorough=True)


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in LEGS for number in range(len(LEGS[name]))])
def test_a_byway_goes_as_it_was_written(name: str, number: int) -> None:
    assert told(name, number).splitlines() == written(name)[number].splitlines()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or LEGS:
        legs = [told(wanted, number) for number in range(len(LEGS[wanted]))]
        (FOLDER / f"{wanted}.txt").write_text(BREAK.join(legs), encoding="utf-8")
