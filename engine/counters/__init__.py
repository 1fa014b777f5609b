"""Counters: what is printed on each face, and the pieces a game is played with."""

from __future__ import annotations

from engine.counters.check import check_counters
from engine.counters.counter import Counter, load_counters
from engine.counters.piece import Piece, back_of, make_pieces

__all__ = ["Counter", "Piece", "back_of", "check_counters", "load_counters", "make_pieces"]
