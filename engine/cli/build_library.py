"""`stavka build-library`: the shipped library from its sources."""

from __future__ import annotations

import click

from engine import store
from engine.cli.common import say


@click.command("build-library")
@click.option("--resources", metavar="FOLDER", help="Where the sources are; else those of this program.")
@click.option("-o", "--output", "--db", "output", metavar="FILE", help="What to write; else Stavka's own scenarios.db.")
def build_library(resources: str | None, output: str | None) -> None:
    """Build scenarios.db from the sources under resources/."""
    target = output or str(store.shipped_library())
    slugs = store.build_library(resources or store.resources(), target)
    say(f"{target}: {len(slugs)} scenarios" + (f" ({', '.join(slugs)})" if slugs else ""))
