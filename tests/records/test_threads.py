"""Threads that meet a class for the first time at the same moment."""

from __future__ import annotations

import subprocess
import sys

from tests.gates.tree import ROOT

RACE = """
import sys, threading
from typing import Annotated
import msgspec
from engine.records.family import convert, decode

sys.setswitchinterval(1e-6)
Count = Annotated[int, msgspec.Meta(ge=0)]
for _ in range(150):
    Inner = msgspec.defstruct("Inner", [(f"a{number}", Count, number) for number in range(15)])
    Outer = msgspec.defstruct("Outer", [("one", Inner), ("two", Inner | None, None)])
    ready, made = threading.Barrier(3), []

    def meet(turn: int) -> None:
        ready.wait()
        made.append(decode('{"one":{"a1":3}}', Outer) if turn else convert({"one": {"a1": 3}}, Outer))

    threads = [threading.Thread(target=meet, args=(turn,)) for turn in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [Outer(Inner(a1=3))] * 3
print("alive")
"""


def test_threads_that_meet_a_class_at_once_go_on_living() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", RACE], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (answer.returncode, answer.stdout) == (0, "alive\n"), answer.stderr
