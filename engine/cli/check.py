"""`stavka check`: the linter, for a scenario of the library or for any file."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from engine.cli.common import db_option, json_option, open_library, say, write_json
from engine.errors import Problem, ScenarioError
from engine.records import Rows
from engine.store import StoreError, problems_of, read_file


@click.command("check")
@click.argument("what", metavar="SCENARIO|FILE")
@db_option
@json_option
def check(what: str, db: str | None, as_json: bool) -> int:
    """List every problem of a SCENARIO of the library, or of a library or text FILE.

    The exit code is 1 where there is an error; warnings alone give 0.
    """
    problems = _problems(what, db)
    if as_json:
        write_json([msgspec.to_builtins(problem) | {"where": problem.where} for problem in problems])
    else:
        for problem in problems:
            say(f"{problem.severity}: {problem}")
        if not problems:
            say(f"{what}: no problems found")
    return 1 if any(problem.severity == "error" for problem in problems) else 0


def _problems(what: str, db: str | None) -> list[Problem]:
    from engine.bots import check_doctrine  # compiled kernels: only this command should wait for them
    from engine.systems import check_rules

    try:
        return [
            problem
            for slug, rows in _scenarios(what, db).items()
            for problem in (
                *check_rules(rows, played=not _bears(slug, what, db)),
                *check_doctrine(rows),
                *_balance(slug, rows, what, db),
            )
        ]
    except (ScenarioError, StoreError) as error:
        return problems_of(error)


def _bears(slug: str, what: str, db: str | None) -> bool:
    """Whether a scenario is one of the library's own that others stand on."""
    if slug != what:
        return False
    with open_library(db, read_only=True) as library:
        return library.has(slug) and library.bears(slug)


def _balance(slug: str, rows: Rows, what: str, db: str | None) -> list[Problem]:
    """What playtests say of the balance, where the scenario is one of the library's own."""
    from engine.lab.balance import balance_at

    if slug != what:
        return []
    with open_library(db, read_only=True) as library:
        path = library.path
    return balance_at(path, slug, rows)


def _scenarios(what: str, db: str | None) -> dict[str, Rows]:
    """A name with a dot or a slash, or that of a file at hand which the library does not know, is a file."""
    if "/" in what or "." in what or "\\" in what:
        return read_file(what)
    with open_library(db, read_only=True) as library:
        if not library.has(what) and Path(what).exists():
            return read_file(what)
        return {what: library.load(what)}
