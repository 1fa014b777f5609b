"""What a published system is: which rules it adds to the shared ones, and how its cases are cited."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.rules.mechanism import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import Procedure
from engine.state.tasks import AnyTask


@dataclass(frozen=True)
class System:
    """A published system: its name, the prefix of its rule cases, and what it adds to the shared rules."""

    key: str
    title: str
    prefix: str
    mechanisms: dict[str, type[Mechanism]] = field(default_factory=dict)
    phases: dict[str, type[PhaseRule]] = field(default_factory=dict)
    procedures: dict[type[AnyTask], Procedure] = field(default_factory=dict)
