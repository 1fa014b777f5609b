"""The names of edits: what was done, and to how many."""

from __future__ import annotations


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 hex`, `14 hexes`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def cells(number: int, *, hexes: bool = True) -> str:
    """So many hexes or squares."""
    return count(number, "hex", "hexes") if hexes else count(number, "square")
