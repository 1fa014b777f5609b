"""What a game waits for, what may be answered, and why something may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.state.actions import AnyAction


class Decision(msgspec.Struct, frozen=True):
    """The one decision owed: by which side, of what kind, asked in a sentence."""

    side: int
    kind: str
    prompt: str
    subject: int | None = None
    ending: str = ""
    """What it means to be done, where that is an answer of its own and not just the end of others."""


class Verdict(msgspec.Struct, frozen=True):
    """Legal, or why not: the rule case and a sentence."""

    legal: bool
    case: str = ""
    why: str = ""

    def __bool__(self) -> bool:
        return self.legal


LEGAL = Verdict(True)


def no(why: str, case: str = "") -> Verdict:
    """Not legal, for this reason under this rule case; the sentence may begin with the name of a unit."""
    return Verdict(False, case, why[:1].upper() + why[1:])


class OptionGroup(msgspec.Struct, frozen=True):
    """The actions that concern one piece or one cell, made only when asked for.

    Some stand aside: what a piece may do besides the business at hand.
    """

    subject: int | None
    make: Callable[[], Sequence[AnyAction]]
    aside: bool = False


class Options(msgspec.Struct, frozen=True):
    """Every legal action, in a fixed order, group by group."""

    groups: tuple[OptionGroup, ...]

    def __iter__(self) -> Iterator[AnyAction]:
        for group in self.groups:
            yield from group.make()

    def of(self, subject: int | None) -> list[AnyAction]:
        """The actions that concern one piece or cell; None: those that concern none."""
        return [action for group in self.groups if group.subject == subject for action in group.make()]


def one(subject: int | None, action: AnyAction) -> OptionGroup:
    """A group of one action."""
    return OptionGroup(subject, lambda: (action,))


def just(*actions: AnyAction) -> Options:
    """A short, ready list of actions."""
    return Options((OptionGroup(None, lambda: actions),))
