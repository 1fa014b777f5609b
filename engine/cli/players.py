"""Who plays: what the commands that let bots play have in common."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from engine.errors import StavkaError
from engine.files import refuse_unwritable
from engine.records import Rows
from engine.records.counters import Side

_BAR = 30

BOT_HELP = "A bot for a side: random, greedy, doctrine, hard, or hard:24 for so many playouts of a phase."
"""What `--bot` takes."""


def sides_of(rows: Rows) -> list[str]:
    """The keys of the sides, in order."""
    return [side.side for side in sorted(rows.all(Side), key=lambda side: side.position)]


def pairs(texts: tuple[str, ...], what: str) -> dict[str, str]:
    """What options as `--bot german=greedy` say, by key."""
    found = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise click.UsageError(f"--{what} wants KEY=VALUE, not {text}.")
        found[key] = value
    return found


def known(sides: list[str], chosen: dict[str, str]) -> dict[str, str]:
    """The same, if every key is a side."""
    for side in chosen:
        if side not in sides:
            raise click.UsageError(f"There is no side {side}; the sides are: {', '.join(sides)}.")
    return chosen


def bots_of(sides: list[str], texts: tuple[str, ...]) -> dict[str, str]:
    """A bot for every side, as named or the best there is."""
    from engine.bots import known_kind

    chosen = known(sides, pairs(texts, "bot"))
    for bot in chosen.values():
        try:
            known_kind(bot)
        except StavkaError as error:
            raise click.UsageError(str(error)) from None
    return {side: chosen.get(side, "doctrine") for side in sides}


def check_playable(rows: Rows, plans: Mapping[str, str]) -> None:
    """Say what is wrong before any game is begun."""
    from engine.bots import find_plan
    from engine.systems import check_rules

    for side, plan in plans.items():
        find_plan(rows, side, plan)
    problems = [str(problem) for problem in check_rules(rows) if "not playable" in problem.message]
    if problems:
        raise StavkaError(problems[0])


def check_file(path: str | None) -> None:
    """Say before the games, not after them, that what they show could not be written."""
    if path is not None:
        refuse_unwritable(Path(path))


def progress(done: int, games: int) -> None:
    """Show how far the games are."""
    filled = _BAR * done // games
    end = "\n" if done == games else ""
    sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{games}{end}")
    sys.stderr.flush()
