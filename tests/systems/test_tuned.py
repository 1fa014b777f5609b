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
GROUNDS: dict[str, tuple[list[Callable[[], Game]], int]] = {
    "drill": (DRILL[:4], 99),
    "rough": (DRILL[4:], 99),
    "squares": (SQUARES, 99),
    "air": (AIR, 99),
    "guns": ([at_the_guns], 99),
    "rear": (REAR, 99),
    "road": (ROAD, 99),
    "line": ([on_the_line, in_the_attack], 30),
    "guderian": (GUDERIAN, 12),
    "minsk": ([*MINSK, at_sea], 3),
}
"""By name, the positions on a ground, and how many changes of each rule are tried."""

RULES = [(ground, rule) for ground, (begins, _) in GROUNDS.items() for rule in names(begins[0])]


@cache
def written(ground: str) -> dict[str, str]:
    """What was written of the rules of a ground."""
    lines = (FOLDER / f"{ground}.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0]: line for line in lines}


@pytest.mark.parametrize(("ground", "rule"), RULES)
def test_a_rule_works_as_it_did_with_every_parameter(ground: str, rule: str) -> None:
    assert record(GROUNDS[ground][0], rule, GROUNDS[ground][1]).split() == written(ground)[rule].split()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or GROUNDS:
        begins, most = GROUNDS[wanted]
        lines = [record(begins, rule, most) for rule in names(begins[0])]
        (FOLDER / f"{wanted}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
