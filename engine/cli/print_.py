"""`stavka print`: set-up sheets, counters, map, charts, rules, orders of battle and game logs as a PDF or an SVG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli.common import db_option, open_library, say
from engine.cli.window import explain
from engine.errors import ScenarioError, StavkaError
from engine.store import Library

if TYPE_CHECKING:
    from designer.printing.choices import Choices
    from designer.printing.material import Material
    from engine.play import Game


@click.command("print")
@click.argument("scenario")
@click.option(
    "--what",
    default="setup",
    show_default=True,
    metavar="LIST",
    help="What to print, with commas between: setup, counters, map, charts, rules, oob, log.",
)
@click.option("-o", "--out", required=True, metavar="FILE", help="The PDF to write; a map alone may be an SVG.")
@click.option("--paper", default="A4", show_default=True, help="A4 or Letter.")
@click.option("--bw", is_flag=True, help="For black-and-white printers.")
@click.option("--side", default="", help="Only for this side.")
@click.option(
    "--sort",
    type=click.Choice(["hex", "formation"]),
    default="hex",
    show_default=True,
    help="How set-up sheets are sorted.",
)
@click.option("--counter", default="5/8in", show_default=True, help="Size of counters: 1/2in, 5/8in, 15mm, 20mm.")
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge on which the printer turns sheets.",
)
@click.option(
    "--map",
    "map_as",
    type=click.Choice(["tiles", "pages", "sheet", "sheets", "page"]),
    default="tiles",
    show_default=True,
    help="The map over several pages, fitted to a number of pages, on one large sheet, on a large sheet for each of "
    "those that it is joined from, or fitted to one page.",
)
@click.option("--pages", type=int, default=4, show_default=True, help="How many pages the map is fitted to.")
@click.option(
    "--furniture/--no-furniture",
    default=True,
    show_default=True,
    help="Title, key, scale, compass, turn record and boxes round the map.",
)
@click.option("--gutter", type=float, default=0.0, metavar="MM", help="Room between counters.")
@click.option("--bleed", type=float, default=0.0, metavar="MM", help="How far a counter's colour runs over the cut.")
@click.option("--safe", type=float, default=0.0, metavar="MM", help="How far symbols keep from the cut.")
@click.option(
    "--corners",
    type=click.Choice(["square", "rounded"]),
    default="square",
    show_default=True,
    help="The corners of counters.",
)
@click.option(
    "--table-markers/--no-table-markers",
    default=True,
    show_default=True,
    help="Counters with markers of turn, points, control and the states of units.",
)
@click.option("--hex", "hex_mm", type=float, default=18.0, show_default=True, metavar="MM", help="Size of a hex.")
@click.option(
    "--overlap", type=float, default=8.0, show_default=True, metavar="MM", help="How far the pages of the map overlap."
)
@click.option("--option", "options", multiple=True, metavar="KEY=CHOICE", help="An option of the scenario; repeatable.")
@click.option("--game", type=int, metavar="NUMBER", help="The game for the log; otherwise the one played last.")
@db_option
def print_(
    scenario: str, what: str, out: str, options: tuple[str, ...], game: int | None, db: str | None, **wishes: Any
) -> None:
    """Print a SCENARIO: set-up sheets, counters, map, charts, rules, order of battle or a game's log."""
    chosen = dict(_pair(option) for option in options)
    documents = tuple(part.strip().lower() for part in what.split(",") if part.strip())
    with open_library(db, read_only=True) as library:
        rows = library.load(scenario)
        played = _game(library, scenario, game) if "log" in documents or game is not None else None
    try:
        pages = _write(rows, chosen, played, _choices(documents, wishes), Path(out))
    except ScenarioError:
        say("stavka: Nothing was printed, for the scenario has problems:", err=True)
        raise
    say(f"Wrote {out}: {pages} {'page' if pages == 1 else 'pages'}.")


def _pair(option: str) -> tuple[str, str]:
    key, mark, choice = option.partition("=")
    if not mark:
        raise StavkaError(f"An option is given as KEY=CHOICE, not as {option}.")
    return key.strip(), choice.strip()


def _game(library: Library, scenario: str, number: int | None) -> Game:
    """The game that was named, or the one played last."""
    from engine.store.keeping import resume_game

    if number is None:
        games = library.games(scenario)
        if not games:
            raise StavkaError(f"No game of {scenario} has been played, so there is no log to print.")
        number = games[0].id
    return resume_game(library, number)[0]


def _choices(what: tuple[str, ...], wishes: dict[str, Any]) -> Choices:
    _need_qt()
    from designer.printing.choices import Choices, counter_size

    return Choices(
        what=what,
        monochrome=wishes.pop("bw"),
        counter=counter_size(wishes.pop("counter")),
        hex=wishes.pop("hex_mm"),
        **wishes,
    )


def _need_qt() -> None:
    """Start Qt without a window, or say what it lacks."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from designer.printing.headless import start
    except ImportError as error:
        raise StavkaError(explain(error)) from error
    start()


def _write(rows: Any, options: dict[str, str], game: Game | None, choices: Choices, path: Path) -> int:
    """Write the file; the answer is its number of pages."""
    from designer.printing.brush import Brush
    from designer.printing.documents import lay_out
    from designer.printing.job import write_pdf
    from designer.printing.lettering import measure
    from designer.printing.material import Material

    material = Material(rows, options) if game is None else Material.of_game(game)
    if path.suffix.lower() == ".svg":
        return _draw(material, choices, path)
    documents = lay_out(material, choices, measure, game=game)
    pages = [page for document in documents for page in document.pages]
    write_pdf(pages, path, Brush(material.rows, monochrome=choices.monochrome), title=material.title)
    return len(pages)


def _draw(material: Material, choices: Choices, path: Path) -> int:
    """Write the map as a drawing; nothing else can be one."""
    from designer.printing.brush import Brush
    from designer.printing.job import write_svg

    choices.check()
    if choices.what != ("map",):
        raise StavkaError("Only the map can be written as an SVG: give --what map, or the name of a PDF.")
    write_svg(path, Brush(material.rows, monochrome=choices.monochrome), choices.hex)
    return 1
