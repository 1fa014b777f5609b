"""`stavka shots`: a picture of every screen and dialog."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from engine.cli.common import say
from engine.errors import StavkaError


@click.command()
@click.argument("out_dir", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--db",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Of this library instead of the shipped one.",
)
@click.option("--only", default="", help="Only pictures whose name holds this word.")
@click.option("--size", "sizes", multiple=True, help="The window's size in pixels, as 1280x800; may be repeated.")
@click.option("--theme", "themes", multiple=True, type=click.Choice(["light", "dark"]), help="May be repeated.")
@click.option("--text", "texts", multiple=True, type=click.IntRange(80, 200), help="Text size in percent; repeatable.")
@click.option("--sheets", is_flag=True, help="Also lay all pictures of a screen together on a contact sheet.")
@click.option("--flaws", is_flag=True, help="Also list cut words, hidden buttons, faint text and nested scrolls.")
def shots(
    out_dir: Path,
    db: Path | None,
    only: str,
    sizes: tuple[str, ...],
    themes: tuple[str, ...],
    texts: tuple[int, ...],
    sheets: bool,
    flaws: bool,
) -> None:
    """Write every screen, dialog and printed page to OUT_DIR as PNG, to be looked at.

    Sizes, themes and text sizes are combined: each screen is then taken in every combination.
    """
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from designer.shots import ShotsWish
        from designer.shots import shots as take
        from designer.specimens.looks import looks
    except ImportError as error:
        raise StavkaError(f"The window's part of Stavka is needed for pictures: {error}.") from error
    taken = take(out_dir, ShotsWish(only, db, tuple(looks(sizes, themes, texts)), sheets, flaws))
    for name, found in taken.flaws.items():
        for flaw in found:
            say(f"{name}: {flaw}")
    say(f"{len(taken.files)} pictures in {out_dir}")
