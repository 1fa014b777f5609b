"""What kernels are given: numbers, arrays that they only read, and named tuples of these; annotations say which.

`Ints2` is a table of whole numbers to whoever reads or checks the code, and to the compiler what its `Kind` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Kind:
    """The type of an argument: a number, or an array that a kernel only reads."""

    name: str
    dimensions: int = 0


@dataclass(frozen=True)
class Bundle:
    """A named tuple as an argument, and the kinds of its fields in order."""

    made: type[tuple[Any, ...]]
    kinds: tuple[Kind | Bundle, ...]


Ints = Annotated[npt.NDArray[np.int32], Kind("int32", 1)]
Ints2 = Annotated[npt.NDArray[np.int32], Kind("int32", 2)]
Ints3 = Annotated[npt.NDArray[np.int32], Kind("int32", 3)]
Shorts = Annotated[npt.NDArray[np.int16], Kind("int16", 1)]
Flags = Annotated[npt.NDArray[np.uint8], Kind("uint8", 1)]
Flags2 = Annotated[npt.NDArray[np.uint8], Kind("uint8", 2)]
Floats = Annotated[npt.NDArray[np.float64], Kind("float64", 1)]
Floats2 = Annotated[npt.NDArray[np.float64], Kind("float64", 2)]
Floats3 = Annotated[npt.NDArray[np.float64], Kind("float64", 3)]

_NUMBERS = {int: Kind("int64"), float: Kind("float64"), bool: Kind("boolean")}


def kinds_of(declared: object) -> tuple[Kind | Bundle, ...]:
    """The kinds of a function's arguments, or of a named tuple's fields, as they are annotated."""
    hints = get_type_hints(declared, include_extras=True)
    return tuple(_kind(hint, f"{declared}: {name}") for name, hint in hints.items() if name != "return")


def _kind(hint: Any, where: str) -> Kind | Bundle:
    if hint in _NUMBERS:
        return _NUMBERS[hint]
    noted = [note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Kind)]
    if noted:
        return noted[0]
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return Bundle(hint, kinds_of(hint))
    raise TypeError(f"{where} is {hint}, which no kernel can be given")
