"""`stavka shots`: a picture of every screen and dialog."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from engine.errors import StavkaError


@click.command()
@click.argument("out_dir", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--db",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Of this library instead of the shipped one.",
)
@click.option("--only", default="", help="Only pictures whose name holds this word.")
def shots(out_dir: Path, db: Path | None, only: str) -> None:
    """Write every screen, dialog and printed page to OUT_DIR as PNG, to be looked at."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from designer.shots import shots as take
    except ImportError as error:
        raise StavkaError(f"The window's part of Stavka is needed for pictures: {error}.") from error
    taken = take(out_dir, only, db)
    click.echo(f"{len(taken)} pictures in {out_dir}")
