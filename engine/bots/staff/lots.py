"""Lots: small numbers by which choices that are about equally good are told apart, the same for the same seed."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Lots:
    """Draws so much for anything that is to be chosen; nothing is drawn where lots count for nothing."""

    def __init__(self, most: float, seed: str) -> None:
        self.most = most
        self._chance = np.random.default_rng(random.Random(f"lots:{seed}").getrandbits(32)) if most else None

    def of(self, rows: int, columns: int) -> Floats | float:
        """A lot for every row in every column."""
        return 0.0 if self._chance is None else self.most * self._chance.random((rows, columns))
