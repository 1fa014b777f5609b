"""Compiled kernels, made ready by a process of their own and taken from the disk by everybody else.

A mark beside the compiled code says that all of it is there for this version of the code and of the compiler, so that
a later start knows without asking anybody.  The mark is only a hint: where it is wrong, nothing is compiled by those
who may not wait; the mark is wiped out instead, and the next start compiles.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType

import engine
from engine.compiled.kept import kept_in
from engine.compiled.kernel import KERNELS, PARTS, Kernel, load

MODULES = (
    "engine.board.kernels",
    "engine.bots.doctrine.kernels",
    "engine.bots.doctrine.cut",
    "engine.bots.doctrine.hops",
    "engine.bots.staff.kernels",
    "engine.bots.staff.answer_kernels",
    "engine.bots.staff.battle_kernels",
    "engine.bots.staff.coming_kernels",
    "engine.bots.staff.post_kernels",
    "engine.bots.staff.stand_kernels",
    "engine.bots.staff.matching",
)
"""The modules that hold kernels; whoever moves units needs the first, bots need all."""

KINDNESS = 10
"""How far compiling stands back behind whatever else the machine does."""


def mark() -> Path | None:
    """The file that says that everything is compiled, whether or not it is there; None if nothing can be kept."""
    folder = kept_in()
    return folder / f"stavka-{_fingerprint()}.ready" if folder is not None else None


@cache
def _fingerprint() -> str:
    """What the compiled code depends on, in a few letters."""
    from importlib import metadata

    home = Path(engine.__file__).parents[1]
    sources = [home.joinpath(*module.split(".")).with_suffix(".py").stat() for module in MODULES]
    made_of = (
        sys.version_info[:3],
        platform.machine(),
        *(metadata.version(name) for name in ("numba", "llvmlite", "numpy")),
        *((source.st_mtime_ns, source.st_size) for source in sources),
    )
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]


def ready() -> bool:
    """Whether everything seems to be compiled."""
    found = mark()
    return found is not None and found.exists()


def take(modules: Iterable[str] = MODULES) -> bool:
    """Take the kernels of these modules from the disk; False, with the mark wiped out, if one is not there."""
    if load(_kernels(modules)):
        return True
    found = mark()
    if found is not None:
        found.unlink(missing_ok=True)
    return False


def take_some() -> bool:
    """Take from the disk whatever is there; whether that is everything."""
    found = [load([one]) for one in _kernels(MODULES)]
    return all(found)


def _kernels(modules: Iterable[str]) -> list[Kernel]:
    wanted = [import_module(name).__name__ for name in modules]
    return [one for one in KERNELS if one.plain.__module__ in wanted]


def main(share: int = 0, shares: int = 1) -> int:
    """Compile everything, or one of several shares of it, telling how far it is; leave with 1 if it cannot be kept."""
    with suppress(OSError, AttributeError):
        os.nice(KINDNESS)
    found = mark()
    if found is None:
        return 1
    every = _kernels(MODULES)
    kernels = share_of(every, share, shares)
    sizes = [_size(one.plain) for one in kernels]
    for number, one in enumerate(kernels):
        one.compile()
        sys.stdout.write(f"{sum(sizes[: number + 1]) / sum(sizes):.3f}\n")
        sys.stdout.flush()
    if load(every):  # whoever is done last finds all of it
        found.touch()
    return 0


def share_of(kernels: list[Kernel], share: int, shares: int) -> list[Kernel]:
    """One of several shares of kernels that take about as long to compile."""
    given: list[list[Kernel]] = [[] for _ in range(shares)]
    loads = [0] * shares
    for one in sorted(kernels, key=lambda one: -_size(one.plain)):
        least = loads.index(min(loads))
        given[least].append(one)
        loads[least] += _size(one.plain)
    return sorted(given[share], key=kernels.index)


def _size(function: object) -> int:
    """How much there is to compile, by the length of the code with all that it calls."""
    assert isinstance(function, FunctionType)
    called = [function.__globals__.get(name) for name in function.__code__.co_names]
    parts = [one for one in called if isinstance(one, FunctionType) and one in PARTS]
    return len(function.__code__.co_code) + sum(_size(one) for one in parts)
