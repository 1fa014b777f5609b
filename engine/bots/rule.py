"""What every doctrine rule is: declared parameters, with what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from engine.rules.parameters import Parameters, read_parameters


class DoctrineRule(Parameters, frozen=True, kw_only=True):
    """A rule that a designer may put into a plan."""

    goal: ClassVar[str] = ""
    weighs: ClassVar[bool] = True
    """Whether its weight counts; a rule that has no rival to be weighed against is on or off."""

    sets_up: ClassVar[bool] = False
    """Whether it is followed in the set-up, and never after it."""

    over: ClassVar[tuple[str, ...]] = ()
    """What the rule asks for before it acts: the greater its weight, the less of these."""

    under: ClassVar[tuple[str, ...]] = ()
    """What the rule is ready to pay: the greater its weight, the more of these."""

    def with_weight(self, weight: float) -> Self:
        """The rule with its weight counted in; a rule whose weight counts by itself stays as it is."""
        if weight == 1.0 or weight <= 0:
            return self
        less = {name: getattr(self, name) / weight for name in self.over}
        more = {name: getattr(self, name) * weight for name in self.under}
        return msgspec.structs.replace(self, **less, **more)


@dataclass(frozen=True)
class Weighted:
    """A rule in force, with its weight."""

    weight: float
    rule: DoctrineRule


R = TypeVar("R", bound=DoctrineRule)


def read_rule(kind: type[R], raw: dict[str, Any]) -> R:
    """A rule with stored parameters; what cannot be read falls back to the defaults."""
    try:
        return read_parameters(kind, raw)
    except msgspec.ValidationError:
        return kind()
