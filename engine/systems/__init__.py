"""The published systems, one package each, and the full check of a scenario's rules."""

from __future__ import annotations

from engine.systems.catalogue import SYSTEMS, register, setting_of
from engine.systems.check import check_rules
from engine.systems.system import System

__all__ = ["SYSTEMS", "System", "check_rules", "register", "setting_of"]
