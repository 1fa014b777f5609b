"""The linter's word on balance: what playtests found of a scenario as it is now, against what its designer wished."""

from __future__ import annotations

from pathlib import Path

from engine.errors import Problem
from engine.lab.statistics import Estimate, share
from engine.lab.telling import percent
from engine.lab.versions import digest_of
from engine.records import Rows
from engine.records.counters import Side
from engine.records.play import Balance
from engine.scenario.sentences import counted
from engine.store import Library

LEAST = 20
"""Games before anything is said."""


def check_balance(library: Library, slug: str, rows: Rows) -> list[Problem]:
    """Warnings where the newest playtest of these very rows lies outside the balance that was asked for."""
    wished = rows.all(Balance)
    found = library.runs.latest(slug, digest_of(rows)) if wished else None
    if found is None:
        return []
    scores = [score for (version, _), score in library.runs.scores(found[0]).items() if version == found[1]]
    if len(scores) < LEAST:
        return []
    sides = [side.side for side in sorted(rows.all(Side), key=lambda side: side.position)]
    return [problem for wish in wished for problem in _judge(rows, wish, _of_side(scores, sides.index(wish.side)))]


def balance_at(path: Path, slug: str, rows: Rows) -> list[Problem]:
    """The same for a library that is opened only to look; it is not touched where nothing was wished for."""
    if not rows.all(Balance):
        return []
    with Library.open(path, read_only=True) as library:
        return check_balance(library, slug, rows) if library.has(slug) else []


def _of_side(scores: list[float], side: int) -> Estimate:
    """The score of a side; the scores of a game add up to one, and a game has two sides."""
    return share(scores if side == 0 else [1 - score for score in scores])


def _judge(rows: Rows, wish: Balance, found: Estimate) -> list[Problem]:
    if wish.least <= found.mean <= wish.most:
        return []
    row = rows.get(Side, wish.side)
    surely = found.high < wish.least or found.low > wish.most
    doubt = "" if surely else ", though more games may put it right"
    message = (
        f"in {counted(found.games, 'game')} of the last playtest the {row.name if row else wish.side} side scored "
        f"{percent(found.mean)} ({percent(found.low)} to {percent(found.high)}); "
        f"{percent(wish.least)} to {percent(wish.most)} was asked for{doubt}"
    )
    return [Problem(message, "balance", wish.identity(), severity="warning")]
