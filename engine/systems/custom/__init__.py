"""A game of one's own: the shared rules, and nothing beside them."""

from __future__ import annotations

from engine.systems.system import System

SYSTEM = System("custom", "A game of your own", "")
