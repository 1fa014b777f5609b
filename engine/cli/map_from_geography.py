"""`stavka map-from-geography`: a new scenario whose map is laid from the gazetteer."""

from __future__ import annotations

import click
import msgspec

from engine.cli.common import db_option, open_library, say
from engine.geography import lay_window
from engine.records.board import Grid
from engine.records.family import convert
from engine.records.play import ScenarioRow
from engine.scenario.template import blank_scenario
from engine.store.shelf import slug_from

SOURCES = "The map is laid from Stavka's gazetteer; everything else is yours to fill in."


@click.command("map-from-geography")
@click.option("--grid", "shape", type=click.Choice(["hex", "square"]), default="hex", show_default=True)
@click.option("--columns", type=click.IntRange(2, 200), default=30, show_default=True)
@click.option("--rows", type=click.IntRange(2, 200), default=20, show_default=True)
@click.option(
    "--west",
    type=click.FloatRange(15, 48),
    default=23.0,
    show_default=True,
    help="Longitude of the south-west corner, in degrees.",
)
@click.option(
    "--south",
    type=click.FloatRange(42, 62),
    default=52.0,
    show_default=True,
    help="Latitude of the south-west corner, in degrees.",
)
@click.option(
    "--km-per-hex",
    "km",
    type=click.FloatRange(2, 200),
    default=25.0,
    show_default=True,
    help="Kilometres from one hex or square to the next.",
)
@click.option(
    "--rotate",
    type=click.FloatRange(-180, 180),
    default=0.0,
    show_default=True,
    help="How many degrees west of north the top of the map points.",
)
@click.option("--title", default="New map", show_default=True)
@click.option("--slug", help="Short name in the library; else made from the title.")
@db_option
def map_from_geography(
    shape: str,
    columns: int,
    rows: int,
    west: float,
    south: float,
    km: float,
    rotate: float,
    title: str,
    slug: str | None,
    db: str | None,
) -> None:
    """Make a new scenario with a map laid from real geography."""
    numbering = {"numbering": "c.rr"} if max(columns, rows) > 99 else {}
    grid = convert({"shape": shape, "columns": columns, "rows": rows, "km": km, **numbering}, Grid)
    made = blank_scenario(title, grid)
    made.put(msgspec.structs.replace(made.the(ScenarioRow), sources=SOURCES))
    for row in lay_window(grid, west, south, rotate):
        made.put(row)
    name = slug or slug_from(title)
    with open_library(db, read_only=False) as library:
        library.add_all({name: made})
    say(f"made {name}: {columns} x {rows}, {km:g} km")
