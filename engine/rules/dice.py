"""Dice that follow from the seed and the number of the roll, so that no replay can change them."""

from __future__ import annotations

import hashlib


def throw(seed: int, number: int, dice: str) -> tuple[int, ...]:
    """What dice as `2d6` show on the roll of that number in the game with that seed."""
    count, sides = (int(part) for part in dice.split("d"))
    digest = hashlib.blake2b(f"{seed}:{number}".encode(), digest_size=8 * count).digest()
    return tuple(int.from_bytes(digest[8 * die : 8 * die + 8], "big") % sides + 1 for die in range(count))
