"""Every rule of the small grounds with each of its parameters a little other than it is: any change of it shows.

When a change is meant, write the files anew and read what changed: python -m tests.systems.test_tuned [GROUND ...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine.play import Game
from tests.kit.byways import AIR, DRILL, GUDERIAN, MINSK, REAR, ROAD, SQUARES
from tests.kit.touring import at_sea, at_the_guns, in_the_attack, on_the_line
from tests.kit.tuned import names, record

FOLDER = Path(__file__).with_name("tuned")
GROUNDS: dict[str, tuple[list[Callable[[], Game]], int, int]] = {
    "drill": (DRILL[:4], 99, 2),
    "rough": (DRILL[4:], 99, 2),
    "squares": (SQUARES, 99, 2),
    "air": (AIR, 99, 2),
    "guns": ([at_the_guns], 99, 1),
    "rear": (REAR, 99, 2),
    "road": (ROAD, 99, 1),
    "line": ([on_the_line, in_the_attack], 20, 1),
    "guderian": (GUDERIAN, 12, 1),
    "minsk": ([*MINSK, at_sea], 2, 1),
}
"""By name, the positions on a ground, how many changes of each rule are tried, and on how many of the positions."""


@cache
def games(ground: str) -> list[Game]:
    """The positions on a ground."""
    return [begin() for begin in GROUNDS[ground][0]]


RULES = [(ground, rule) for ground in GROUNDS for rule in names(games(ground)[0])]


@cache
def written(ground: str) -> dict[str, str]:
    """What was written of the rules of a ground."""
    lines = (FOLDER / f"{ground}.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0]: line for line in lines}


def told(ground: str, rule: str) -> str:
    """What a rule does now."""
    return record(games(ground), rule, *GROUNDS[ground][1:])


@pytest.mark.parametrize(("ground", "rule"), RULES)
def test_a_rule_works_as_it_did_with_every_parameter(ground: str, rule: str) -> None:
    assert told(ground, rule).split() == written(ground)[rule].split()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or GROUNDS:
        lines = [told(wanted, rule) for rule in names(games(wanted)[0])]
        (FOLDER / f"{wanted}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
