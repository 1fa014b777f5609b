"""`stavka schema`: the page that documents the library file."""

from __future__ import annotations

from pathlib import Path

import click

from engine.errors import StavkaError
from engine.store import schema_page


@click.command("schema")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
def schema(output: str | None) -> None:
    """Describe every table and column of a library."""
    if output is None:
        click.echo(schema_page(), nl=False)
        return
    try:
        Path(output).write_text(schema_page(), encoding="utf-8")
    except OSError as error:
        raise StavkaError(f"The file {output} cannot be written ({error.strerror}).") from None
