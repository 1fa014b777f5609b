"""Where everything is now: changed only by events, each of which can be taken back."""

from __future__ import annotations

from engine.state.state import ELIMINATED, Outcome, State, Status

__all__ = ["ELIMINATED", "Outcome", "State", "Status"]
