"""`stavka export`: a scenario as text."""

from __future__ import annotations

import click

from engine.cli.common import db_option, open_library
from engine.files import save
from engine.store import write_bundle


@click.command("export")
@click.argument("scenario")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@db_option
def export(scenario: str, output: str | None, db: str | None) -> None:
    """Write a SCENARIO as one text file that `stavka import` reads."""
    with open_library(db, read_only=True) as library:
        text = write_bundle(library.load(scenario))
    if output is None or output == "-":
        click.echo(text.encode(), nl=False)
        return
    save(output, text.encode())
