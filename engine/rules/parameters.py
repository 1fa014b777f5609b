"""Parameters of mechanisms and phases, declared once for validation, forms, reference and storage."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from engine.errors import Problem
from engine.records import Rows
from engine.records.base import col
from engine.records.family import convert

P = TypeVar("P", bound="Parameters")

Cases = Annotated[dict[str, str], col("Rule cases", "Which case a message cites, by what it is about")]


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a designer may set of a mechanism or a phase."""

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""

    told: ClassVar[frozenset[str]] = frozenset()
    """The parameters that its own sentences tell of."""

    reads: ClassVar[tuple[str, ...]] = ()
    """The effects of the terrain chart that it reads; after a dot at the end stands a word that units bear."""

    of_ground: ClassVar[bool] = False
    """Whether it says what ground is worth, as whoever looks a terrain chart up should know."""

    cases: Cases = {}

    def sentences(self, rows: Rows) -> list[str]:
        """What it says with its parameters, in whole sentences; none: its help and its parameters speak for it."""
        return []

    def in_weather(self, rows: Rows, weather: str) -> list[str]:
        """What it does in a kind of weather, in whole sentences, for whoever looks that weather up."""
        return []

    def case(self, about: str) -> str:
        """The rule case to cite for something, or nothing."""
        return self.cases.get(about, "")


def read_parameters(kind: type[P], raw: dict[str, Any]) -> P:
    """Parameters from stored JSON; msgspec.ValidationError says what is wrong."""
    return convert(raw, kind)


def check_parameters(kind: type[Parameters], raw: dict[str, Any], table: str, key: tuple[object, ...]) -> list[Problem]:
    """What is wrong with stored parameters."""
    try:
        read_parameters(kind, raw)
    except msgspec.ValidationError as error:
        return [Problem(f"{kind.title}: {error}", table, key, "params")]
    return []
