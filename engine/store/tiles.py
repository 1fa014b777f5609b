"""The picture of a tileset: one tile for each terrain, written as PNG without any library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

RIM = 0.86
"""How dark the rim of a tile is beside its middle."""


def tileset_png(colours: Sequence[str], tile: tuple[int, int], shape: str) -> bytes:
    """A row of hexagons or squares in these colours, as the bytes of a PNG file."""
    wide, high = tile
    lines = []
    for y in range(high):
        line = bytearray()
        for colour in colours:
            rgb = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
            for x in range(wide):
                line += bytes(_pixel(rgb, _depth(x + 0.5, y + 0.5, wide, high, shape)))
        lines.append(b"\0" + bytes(line))
    head = struct.pack(">IIBBBBB", wide * len(colours), high, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(b"".join(lines)))
        + _chunk(b"IEND", b"")
    )


def _depth(x: float, y: float, wide: int, high: int, shape: str) -> float:
    """How many pixels a point lies inside the tile; negative outside."""
    if shape == "square":
        return min(x, y, wide - x, high - y)
    across, along = (
        (abs(x - wide / 2), abs(y - high / 2)) if shape == "flat" else (abs(y - high / 2), abs(x - wide / 2))
    )
    half, flat = (wide / 2, high / 2) if shape == "flat" else (high / 2, wide / 2)
    slope = (half - across) * flat / (half / 2)
    return min(flat - along, (slope - along) / 2)


def _pixel(rgb: tuple[int, ...], depth: float) -> tuple[int, ...]:
    if depth < -0.5:
        return 0, 0, 0, 0
    share = RIM if depth < 1.2 else 1.0
    return (*(round(part * share) for part in rgb), 255)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
