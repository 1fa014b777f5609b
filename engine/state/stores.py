"""Stores: tokens that come into play, are carried about, change hands, and are used up."""

from __future__ import annotations

from typing import Any, Literal

from engine.scenario.sentences import counted
from engine.state.events import Event
from engine.state.state import State, Store

Fate = Literal["placed", "moved", "spent", "captured", "destroyed", "turned"]
"""What became of tokens; `turned`: they are of another kind or group now."""

OUT_OF: dict[str, str] = {"spent": "out of", "destroyed": "in", "turned": "in"}
INTO: dict[str, str] = {"placed": "in"}
"""How a story joins what became of them to where they were, and to where they are now."""


class TokensMoved(Event, frozen=True, tag="tokens", omit_defaults=True):
    """Tokens went from one store to another; without a source they are new, without a target they are gone.

    So many of them were carried in this phase before, and so many count as carried now.
    """

    source: Store | None
    target: Store | None
    tokens: int
    fate: Fate
    carried_before: int = 0
    carried_after: int = 0
    why: str = ""
    case: str = ""

    def apply(self, state: State) -> None:
        """Take them there, put them here."""
        self._shift(state, 1)

    def revert(self, state: State) -> None:
        """Put them back."""
        self._shift(state, -1)

    def _shift(self, state: State, sign: int) -> None:
        if self.source is not None:
            state.put_tokens(self.source, -sign * self.tokens, -sign * self.carried_before)
        if self.target is not None:
            state.put_tokens(self.target, sign * self.tokens, sign * self.carried_after)

    def words(self, table: Any, /) -> str | None:
        """How many, from where to where, and what for."""
        named = self.source or self.target
        noun = "token" if named is None or named.kind == "supply" else f"{named.kind.capitalize()} point"
        ways = [f"{OUT_OF.get(self.fate, 'from')} {where_words(table, self.source)}"] if self.source is not None else []
        ways += [f"{INTO.get(self.fate, 'to')} {where_words(table, self.target)}"] if self.target is not None else []
        verb = "is" if self.tokens == 1 else "are"
        why = f"{' on' if self.fate == 'spent' else ','} {self.why}" if self.why else ""
        return f"{counted(self.tokens, noun)} {verb} {self.fate} {' '.join(ways)}{why}."


class CarriedForgotten(Event, frozen=True, tag="carried-forgotten"):
    """A phase ended: what was carried in it may be carried again."""

    stores: tuple[Store, ...]
    before: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Nothing counts as carried."""
        for store, carried in zip(self.stores, self.before, strict=True):
            state.put_tokens(store, 0, -carried)

    def revert(self, state: State) -> None:
        """It does again."""
        for store, carried in zip(self.stores, self.before, strict=True):
            state.put_tokens(store, 0, carried)


def where_words(table: Any, store: Store) -> str:
    """Where a store is, as players say it."""
    return str(table.name(store.where) if store.on == "piece" else table.label(store.where))
