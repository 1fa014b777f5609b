"""What the compiled form of a function is made of, in a few letters that go into the name it is kept under.

Numba looks at the file of the function alone.  But whatever it calls is compiled into it, and so are the constants that
it reads and the order of a tuple's fields, wherever they are written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

from engine.compiled.kernel import PARTS

LETTERS = 12


@cache
def stamp(function: FunctionType) -> str:
    """The same for the same source of the function and of all that it calls, with the same constants and tuples."""
    made_of = [_source(function.__code__.co_filename)]
    for name in sorted(set(_names(function.__code__))):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType) and value in PARTS:
            made_of.append(stamp(value))
        elif isinstance(value, type) and hasattr(value, "_fields"):
            made_of.append(f"{name}{value._fields}")
        elif isinstance(value, bool | int | float | str | tuple):
            made_of.append(f"{name}={value!r}")
    return _digest("\n".join(made_of).encode())


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


@cache
def _source(path: str) -> str:
    return _digest(Path(path).read_bytes()) if Path(path).exists() else path


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:LETTERS]
