"""A scenario compiled from its rows: everything a game needs, frozen."""

from __future__ import annotations

from engine.scenario.check import check
from engine.scenario.compile import Scenario, compile_scenario
from engine.scenario.options import choose_options

__all__ = ["Scenario", "check", "choose_options", "compile_scenario"]
