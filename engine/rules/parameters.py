"""Parameters of mechanisms and phases, declared once for validation, forms, reference and storage."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from engine.errors import Problem
from engine.records.base import col

P = TypeVar("P", bound="Parameters")

Cases = Annotated[dict[str, str], col("Rule cases", "Which case a message cites, by what it is about")]


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a designer may set of a mechanism or a phase."""

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""

    cases: Cases = {}

    def case(self, about: str) -> str:
        """The rule case to cite for something, or nothing."""
        return self.cases.get(about, "")


class Mechanism(Parameters, frozen=True, kw_only=True):
    """A part of the rules that a scenario may use."""


def read_parameters(kind: type[P], raw: dict[str, Any]) -> P:
    """Parameters from stored JSON; msgspec.ValidationError says what is wrong."""
    return msgspec.convert(raw, kind)


def check_parameters(kind: type[Parameters], raw: dict[str, Any], table: str, key: tuple[object, ...]) -> list[Problem]:
    """What is wrong with stored parameters."""
    try:
        read_parameters(kind, raw)
    except msgspec.ValidationError as error:
        return [Problem(f"{kind.title}: {error}", table, key, "params")]
    return []
