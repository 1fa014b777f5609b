"""What every doctrine rule is: declared parameters, with what it is for."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import msgspec

from engine.rules.parameters import Parameters, read_parameters


class DoctrineRule(Parameters, frozen=True, kw_only=True):
    """A rule that a designer may put into a plan."""

    goal: ClassVar[str] = ""


R = TypeVar("R", bound=DoctrineRule)


def read_rule(kind: type[R], raw: dict[str, Any]) -> R:
    """A rule with stored parameters; what cannot be read falls back to the defaults."""
    try:
        return read_parameters(kind, raw)
    except msgspec.ValidationError:
        return kind()
