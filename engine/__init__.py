"""Stavka's engine: boards, counters, charts, rules, bots and storage, without a window."""

from __future__ import annotations

__version__ = "0.2.0"
