"""`stavka schema`: the page that documents the library file."""

from __future__ import annotations

import click

from engine.cli.common import db_option
from engine.files import save
from engine.store import Library, schema_page


@click.command("schema")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@db_option
def schema(output: str | None, db: str | None) -> None:
    """Describe every table and column of a library.

    With --db that library is opened first, so that the page is known to describe it.
    """
    if db is not None:
        Library.open(db, read_only=True).close()
    if output is None:
        click.echo(schema_page(), nl=False)
        return
    save(output, schema_page().encode())
