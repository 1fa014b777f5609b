"""Stavka's window: it asks the engine and decides no rule."""

from __future__ import annotations

from designer.compat import keep_constants_alive

keep_constants_alive()
