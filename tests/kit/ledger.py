"""The books of supply: every token that ever was is accounted for."""

from __future__ import annotations

from collections import Counter

from engine.play import Game
from engine.state.stores import TokensMoved


def check_books(game: Game) -> Counter[str]:
    """By kind of token, what came less what went is what is there; nothing is owed or carried that is not there.

    What became of tokens is given by fate.
    """
    came: Counter[str] = Counter()
    fates: Counter[str] = Counter()
    for entry in game.log[: game.cursor]:
        for event in entry.events:
            if isinstance(event, TokensMoved):
                assert event.tokens > 0
                fates[event.fate] += event.tokens
                came[event.target.kind if event.target is not None else ""] += event.tokens
                came[event.source.kind if event.source is not None else ""] -= event.tokens
                gone = event.target is None
                assert gone == (event.fate in ("spent", "destroyed")), "what is gone was spent or destroyed"
                assert (event.source is None) == (event.fate == "placed"), "what is new was placed"
    there: Counter[str] = Counter()
    for store, held in game.state.stores.items():
        assert held.tokens >= 0 and 0 <= held.carried <= held.tokens, f"{store} holds {held}"
        there[store.kind] += held.tokens
        if store.on == "piece" and held.tokens:
            assert game.state.cell[store.where] >= 0, "a carrier that is gone carries nothing"
    assert there == Counter({kind: tokens for kind, tokens in came.items() if kind and tokens})
    return fates
