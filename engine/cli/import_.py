"""`stavka import`: a scenario from text, or all scenarios of another library."""

from __future__ import annotations

import click

from engine.cli.common import db_option, open_library, say
from engine.errors import StavkaError
from engine.store import read_file


@click.command("import")
@click.argument("file")
@click.option("--as", "slug", metavar="SLUG", help="Name the scenario so; else it is named after the file.")
@click.option("--replace", is_flag=True, help="Take the place of a scenario of the same name.")
@db_option
def import_(file: str, slug: str | None, replace: bool, db: str | None) -> None:
    """Add the scenarios of a text or library FILE to the library, all or none of them."""
    scenarios = read_file(file)
    if slug is not None:
        if len(scenarios) != 1:
            raise StavkaError(f"{file} holds {len(scenarios)} scenarios; --as names one only.")
        scenarios = {slug: next(iter(scenarios.values()))}
    with open_library(db, read_only=False) as library:
        library.add_all(scenarios, replace=replace)
    for name in scenarios:
        say(f"imported {name}")
