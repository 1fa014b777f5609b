"""`stavka list`: the scenarios of the library."""

from __future__ import annotations

import click

from engine.cli.common import db_option, json_option, open_library, say, write_json


@click.command("list")
@db_option
@json_option
def list_(db: str | None, as_json: bool) -> None:
    """List the scenarios of the library."""
    with open_library(db, read_only=True) as library:
        scenarios = library.scenarios()
    if as_json:
        write_json(scenarios)
        return
    if not scenarios:
        say("The library is empty; `stavka import FILE` adds a scenario.", err=True)
    width = max((len(info.slug) for info in scenarios), default=0)
    for info in scenarios:
        say(f"{info.slug:<{width}}  {info.title}, {info.turns} turns, {info.units} units")
