"""What a doctrine rule is: declared parameters, and proposals with a score and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.rule import DoctrineRule
from engine.state.actions import AnyAction

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Post:
    """A unit of a draft, by its row, in a cell."""

    look: Appraisal
    draft: FirstDraft
    row: int
    cell: int


class FieldRule(DoctrineRule, frozen=True, kw_only=True):
    """A rule that rates every cell where a unit may end its move."""

    settled: ClassVar[bool] = False
    """Whether its ratings stay the same while the plan grows."""

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """A score between 0 and 1 for every unit of the draft (rows) in every cell; None: no opinion now."""
        raise NotImplementedError

    def say(self, post: Post) -> str:
        """Why it likes a unit in a cell."""
        raise NotImplementedError


class ActionRule(DoctrineRule, frozen=True, kw_only=True):
    """A rule that rates the few actions of a decision other than a move."""

    weighs: ClassVar[bool] = False
    kinds: ClassVar[tuple[str, ...]] = ()

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """A score between 0 and 1."""
        raise NotImplementedError

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """Why it likes an action."""
        raise NotImplementedError
