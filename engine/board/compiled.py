"""How kernels are compiled: by numba, once per machine, with the result kept on disk where that is possible.

Numba keeps it beside the source, which an installation for all users forbids, or else in a folder of
its own, and refuses to start where it can write to neither.  So the folder is found first.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba import types

F = TypeVar("F", bound=Callable[..., object])

INTS = types.Array(types.int32, 1, "C", readonly=True)
"""Whole numbers that a kernel only reads; arrays that may be written to are accepted too."""

FLAGS = types.Array(types.uint8, 1, "C", readonly=True)
"""Yes or no for each cell or edge, only read."""


def kernel(*arguments: object) -> Callable[[F], F]:
    """Compile a function for arguments of these types; it runs without holding Python's lock."""

    def compiled(function: F) -> F:
        return cast(F, numba.njit(arguments, cache=_CACHED, nogil=True)(function))

    return compiled


def part(function: F) -> F:
    """Compile a function that only kernels call, for whatever they call it with."""
    return cast(F, numba.njit(cache=_CACHED, nogil=True)(function))


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _find_cache() -> bool:
    """Whether compiled kernels can be kept on disk; points numba to the user's cache where it must be."""
    settings: Any = numba.config
    if settings.CACHE_DIR:
        return _can_write(Path(settings.CACHE_DIR))
    if _can_write(Path(__file__).parent / "__pycache__"):
        return True
    own = platformdirs.user_cache_path("stavka") / "kernels"
    if not _can_write(own):
        return False
    # Numba reads its settings again from the environment whenever that changes.
    os.environ["NUMBA_CACHE_DIR"] = settings.CACHE_DIR = str(own)
    return True


_CACHED = _find_cache()
