"""Charts as values: tables that are looked up, and combat results tables with their odds."""

from __future__ import annotations

from engine.charts.check import check_charts
from engine.charts.crt import CombatTable, parse_odds
from engine.charts.lookup import LookupTable, load_tables

__all__ = ["CombatTable", "LookupTable", "check_charts", "load_tables", "parse_odds"]
