"""`stavka show`: what a scenario is and how much of everything it has."""

from __future__ import annotations

import click
import msgspec

from engine.cli.common import db_option, json_option, open_library, say, write_json
from engine.records import ORDER


@click.command("show")
@click.argument("scenario")
@db_option
@json_option
def show(scenario: str, db: str | None, as_json: bool) -> None:
    """Show what a SCENARIO is and how many rows each of its tables has."""
    with open_library(db, read_only=True) as library:
        rows = library.load(scenario)
        info = next(info for info in library.scenarios() if info.slug == scenario)
    counts = {kind.table: len(rows.all(kind)) for kind in ORDER if rows.all(kind)}
    if as_json:
        write_json(msgspec.to_builtins(info) | {"tables": counts})
        return
    say(f"{info.title}" + (f": {info.subtitle}" if info.subtitle else ""))
    say(f"  system     {info.system}")
    say(f"  sides      {', '.join(info.sides)}")
    say(f"  turns      {info.turns}")
    say(f"  map        {info.columns} x {info.rows}")
    say(f"  units      {info.units}")
    say(f"  edited     {info.edited_at or 'never'}")
    for table, count in counts.items():
        say(f"  {count:>8}  {table}")
