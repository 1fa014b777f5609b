"""Where everything is now: changed only by events, each of which can be taken back."""

from __future__ import annotations

from engine.state.state import ELIMINATED, WITHDRAWN, Held, Outcome, State, Status, Store

__all__ = ["ELIMINATED", "WITHDRAWN", "Held", "Outcome", "State", "Status", "Store"]
