"""The three families of errors: a player's, the data's, and ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Problem:
    """One defect of a scenario, with its place, in a sentence a designer can act on."""

    message: str
    table: str = ""
    key: tuple[object, ...] = ()
    field: str = ""
    severity: Severity = "error"

    @property
    def where(self) -> str:
        """The place of the defect, as `unit 13th-army, attack`."""
        row = " ".join(str(part) for part in (self.table, *self.key) if part != "")
        return f"{row}, {self.field}" if self.field else row

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class StavkaError(Exception):
    """Whatever Stavka says to its user; the text is a whole sentence."""


class IllegalAction(StavkaError):  # noqa: N818 - the rulebook's word, not a programming error
    """A player's action that a rule case forbids."""

    def __init__(self, case: str, why: str) -> None:
        super().__init__(f"{why} ({case})" if case else why)
        self.case = case
        self.why = why


class ScenarioError(StavkaError):
    """Scenario data that cannot be used, with every defect listed."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems[:5]))
        self.problems = problems


class EngineBug(StavkaError):  # noqa: N818 - says whose fault it is
    """A state that our own code should never have reached."""
