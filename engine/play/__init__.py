"""Playing: a game with its log, its undo, its views, its journal and its sandbox."""

from __future__ import annotations

from engine.play.game import Entry, Game, Keeper
from engine.play.view import View

__all__ = ["Entry", "Game", "Keeper", "View"]
