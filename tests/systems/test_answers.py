"""What every rule answers to every question where the tours begin: any change of a rule shows which answer changed.

When a change is meant, write the files anew and read what changed: python -m tests.systems.test_answers [TOUR ...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine.play import Game
from tests.kit.byways import BYWAYS
from tests.kit.inquiry import Inquiry
from tests.kit.touring import TOURS, Leg

FOLDER = Path(__file__).with_name("answers")
CORNER = "in-the-corner"
"""Of the tours on small grounds only this one begins in positions of its own."""

MANY, THIRD = 20, 3
"""Of more starts than this only every third is asked: most answers do not hang on the phase."""


def starts(legs: list[Leg]) -> list[Callable[[], Game]]:
    """Where the legs of a tour begin, each once."""
    found = list({id(begin): begin for begin, _, _ in legs}.values())
    return found[:: THIRD if len(found) > MANY else 1]


STARTS = {name: starts(legs()) for name, legs in (TOURS | {CORNER: BYWAYS[CORNER]}).items()}


@cache
def written(name: str) -> list[str]:
    """The answers at each start of a tour as they were written."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def told(name: str, number: int) -> str:
    """The answers at a start of a tour as they are now."""
    return " ".join(f"{question}={mark}" for question, mark in Inquiry(STARTS[name][number]()).answers().items())


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in STARTS for number in range(len(STARTS[name]))])
def test_every_rule_answers_as_it_did(name: str, number: int) -> None:
    assert told(name, number).split() == written(name)[number].split()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or STARTS:
        answers = "".join(f"{told(wanted, number)}\n" for number in range(len(STARTS[wanted])))
        (FOLDER / f"{wanted}.txt").write_text(answers, encoding="utf-8")
