"""The names of edits: what was done, and to how many; and words that fit the grid."""

from __future__ import annotations

import re

_SQUARES = {"hex": "square", "hexes": "squares", "hexside": "side", "hexsides": "sides", "Hex": "Square"}


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 hex`, `14 hexes`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def cells(number: int, *, hexes: bool = True) -> str:
    """So many hexes or squares."""
    return count(number, "hex", "hexes") if hexes else count(number, "square")


def on_grid(text: str, *, hexes: bool = True) -> str:
    """A text that speaks of hexes, for the grid that there is."""
    return text if hexes else re.sub(r"\b[Hh]ex\w*", lambda found: _SQUARES.get(found[0], found[0]), text)
