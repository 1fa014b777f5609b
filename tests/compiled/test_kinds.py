"""What kernels are given: named tuples of arrays, compiled or not, from the disk or anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.board.kernels import Net
from engine.compiled.kernel import Kernel
from engine.compiled.kinds import Bundle, Flags2, Ints, Kind, kinds_of
from tests.kit.bounded import PATIENCE

ROOT = Path(__file__).parents[2]

PARTS = """
from typing import NamedTuple

from engine.compiled.kernel import part
from engine.compiled.kinds import Floats, Ints

TIMES = 2

class Pair(NamedTuple):
    near: Ints
    far: Ints

class Whole(NamedTuple):
    pair: Pair
    worth: Floats
    more: float

@part
def between(pair, number):
    return pair.far[number] - pair.near[number]
"""

SCRIPT = """
import sys
import numpy as np

from engine.compiled.kernel import KERNELS, kernel, load, never_wait, part
from parts import TIMES, Pair, Whole, between

@kernel
def gap(pair: Pair, number: int):
    return TIMES * between(pair, number)

@part
def gap_of(pair):
    made = Pair(pair.near, pair.far)
    return between(made, 0)

@kernel
def total(whole: Whole):
    return gap_of(whole.pair) + whole.worth.sum() + whole.more

near, far, worth = np.array([1, 2], np.int32), np.array([4, 9], np.int32), np.ones(3)
exec(sys.argv[1])
"""


def said(folder: Path, then: str) -> str:
    """What the script says."""
    for name, text in (("parts.py", PARTS), ("small.py", SCRIPT)):
        if not (folder / name).exists():
            (folder / name).write_text(text)
    env = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(folder / "kept"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    words = [sys.executable, "-W", "error", folder / "small.py", then]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.stderr == ""
    return done.stdout.strip()


GAP = "print(gap(Pair(near, far), 1), gap.run is not None)"
TOTAL = "print(total(Whole(Pair(near, far), worth, 0.5)), total.run is not None)"


def test_named_tuples_of_arrays_are_given_to_kernels_compiled_or_not(tmp_path: Path) -> None:
    assert said(tmp_path, f"never_wait(); {GAP}; {TOTAL}") == "14 False\n6.5 False"
    assert said(tmp_path, f"{GAP}; {TOTAL}") == "14 True\n6.5 True"
    assert said(tmp_path, f"never_wait(); assert load(KERNELS); {GAP}; {TOTAL}") == "14 True\n6.5 True"


def test_fields_may_be_read_only_and_numbers_whole_but_nothing_is_read_as_what_it_is_not(tmp_path: Path) -> None:
    then = f"""
far.flags.writeable = False
{GAP}
print(total(Whole(Pair(near, far), worth, 1)))
for wrong in (far.astype(np.int64), np.ones((2, 2), np.int32), np.arange(4, dtype=np.int32)[::2], 3, worth):
    try:
        gap(Pair(near, wrong), 1)
    except TypeError:
        print("refused")
"""
    assert said(tmp_path, then).split("\n") == ["14 True", "7.0", *["refused"] * 5]


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("pair.far[number] - pair.near[number]", "pair.far[number] + pair.near[number]", "22"),
        ("TIMES = 2", "TIMES = 3", "21"),
        ("near: Ints\n    far: Ints", "far: Ints\n    near: Ints", "-14"),
    ],
)
def test_what_is_kept_is_not_used_once_something_is_edited_that_was_compiled_into_it(
    tmp_path: Path, old: str, new: str, answer: str
) -> None:
    assert said(tmp_path, GAP) == "14 True"
    text = (tmp_path / "parts.py").read_text()
    assert old in text
    (tmp_path / "parts.py").write_text(text.replace(old, new))
    assert said(tmp_path, "never_wait(); assert not load(KERNELS)") == ""
    assert said(tmp_path, GAP) == f"{answer} True"


def test_the_kinds_are_those_of_the_annotations() -> None:
    def nested(net: Net) -> None: ...

    def some(cells: Ints, can: Flags2, far: int, least: float, single: bool) -> None: ...

    numbers = (Kind("int64"), Kind("float64"), Kind("boolean"))
    assert kinds_of(some) == (Kind("int32", 1), Kind("uint8", 2), *numbers)
    assert kinds_of(nested) == (Bundle(Net, (Kind("int32", 1), Kind("int32", 1))),)


def test_what_no_kernel_can_be_given_is_named() -> None:
    def some(cells: Ints, names: list[str]) -> None: ...

    with pytest.raises(TypeError, match=r"some.*: names is list\[str\]"):
        print(Kernel(some).kinds)
