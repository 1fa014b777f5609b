"""What a library for Linux asks the system for, read from the file itself."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

_LOAD, _DYNAMIC = 1, 2
_NEEDED, _STRINGS = 1, 5


def needed(path: Path) -> set[str]:
    """The names of the libraries that a library is linked with; nothing where the file is of another kind."""
    data = path.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":  # of 64 bits, the lowest byte first
        return set()
    segments = list(_segments(data))
    tags = [tag for kind, start, _, size in segments if kind == _DYNAMIC for tag in _tags(data, start, size)]
    strings = next((value for tag, value in tags if tag == _STRINGS), 0)
    begins = next(
        (start + strings - at for kind, start, at, size in segments if kind == _LOAD and at <= strings < at + size)
    )
    return {data[begins + value : data.index(b"\0", begins + value)].decode() for tag, value in tags if tag == _NEEDED}


def _segments(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """The kind of every segment, where it is in the file, where in memory, and how long."""
    (first,), (each, count) = struct.unpack_from("<Q", data, 32), struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, start, at, _, size = struct.unpack_from("<IIQQQQ", data, first + number * each)
        yield kind, start, at, size


def _tags(data: bytes, start: int, size: int) -> Iterator[tuple[int, int]]:
    yield from struct.iter_unpack("<QQ", data[start : start + size])
