"""Which systems there are, and how a scenario's rules are put together."""

from __future__ import annotations

from engine.rules.parameters import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import Procedure
from engine.rules.registry import MECHANISMS, PHASES, PROCEDURES
from engine.rules.setting import Setting
from engine.scenario import Scenario
from engine.state.tasks import Task
from engine.systems.childs import CHILDS
from engine.systems.system import System

ARDUOUS = System("arduous-beginning", "The Arduous Beginning", "AB")
GUDERIAN = System("panzergruppe-guderian", "Panzergruppe Guderian", "PG")
PROUD = System("proud-monster", "Proud Monster", "PM")
SMOLENSK = System("smolensk", "Smolensk: Barbarossa Derailed", "SM")
CUSTOM = System("custom", "A game of your own", "")

SYSTEMS: dict[str, System] = {system.key: system for system in (ARDUOUS, CHILDS, GUDERIAN, PROUD, SMOLENSK, CUSTOM)}


def all_mechanisms() -> dict[str, type[Mechanism]]:
    """Every mechanism that a scenario may use, whatever system brought it in."""
    return MECHANISMS | {key: kind for system in SYSTEMS.values() for key, kind in system.mechanisms.items()}


def all_phases() -> dict[str, type[PhaseRule]]:
    """Every kind of phase that a scenario may use."""
    return PHASES | {key: kind for system in SYSTEMS.values() for key, kind in system.phases.items()}


def all_procedures() -> dict[type[Task], Procedure]:
    """How every kind of task is done."""
    return PROCEDURES | {kind: made for system in SYSTEMS.values() for kind, made in system.procedures.items()}


def setting_of(scenario: Scenario) -> Setting:
    """A scenario with its rules read, ready for games."""
    return Setting(scenario, all_phases())
