"""Which systems there are, and how a scenario's rules are put together."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from engine.errors import EngineBug, Problem, ScenarioError
from engine.rules.mechanism import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import Procedure
from engine.rules.registry import MECHANISMS, PHASES, PROCEDURES
from engine.rules.setting import Setting
from engine.scenario import Scenario
from engine.state.tasks import AnyTask
from engine.systems.system import System

SYSTEMS: dict[str, System] = {}
"""The systems by their keys."""


def register(system: System) -> None:
    """Make a system known: any scenario may use its phases and mechanisms from now on."""
    others = [MECHANISMS, *(other.mechanisms for other in SYSTEMS.values() if other.key != system.key)]
    taken = sorted(key for key in system.mechanisms if any(key in other for other in others))
    if taken:
        raise EngineBug(f"{system.title} brings mechanisms under keys that are taken: {', '.join(taken)}")
    SYSTEMS[system.key] = system


def _find() -> None:
    """Make the published systems known: every package beside this module is one, and says so itself."""
    found = [
        import_module(f"engine.systems.{each.name}").SYSTEM
        for each in iter_modules([str(Path(__file__).parent)])
        if each.ispkg
    ]
    for system in sorted(found, key=lambda system: (not system.prefix, system.title)):
        register(system)


_find()


def all_mechanisms() -> dict[str, type[Mechanism]]:
    """Every mechanism that a scenario may use, whatever system brought it in."""
    return MECHANISMS | {key: kind for system in SYSTEMS.values() for key, kind in system.mechanisms.items()}


def all_phases() -> dict[str, type[PhaseRule]]:
    """Every kind of phase that a scenario may use."""
    return PHASES | {key: kind for system in SYSTEMS.values() for key, kind in system.phases.items()}


def all_procedures() -> dict[type[AnyTask], Procedure]:
    """How every kind of task is done."""
    return PROCEDURES | {kind: made for system in SYSTEMS.values() for kind, made in system.procedures.items()}


def setting_of(scenario: Scenario) -> Setting:
    """A scenario with its rules read, ready for games; a ScenarioError names phases of a kind that there is not."""
    known = all_phases()
    unknown = [
        Problem(f"there is no kind of phase called {phase.kind}", "phase", phase.identity(), "kind")
        for phase in scenario.phases
        if phase.kind not in known
    ]
    if unknown:
        raise ScenarioError(unknown)
    return Setting(scenario, known, all_mechanisms())
