"""A whole map from a window on the earth, with the kinds of terrain and lines that a new scenario starts with."""

from __future__ import annotations

from engine.errors import Problem, ScenarioError
from engine.geography.gazetteer import Gazetteer, load_gazetteer
from engine.geography.lay import lay
from engine.geography.places import base_frame
from engine.geography.recipe import Layer, LinePlan, MapCorner, Recipe, TerrainPlan, TownsPlan
from engine.records import Record
from engine.records.board import Grid

COARSE, FINE = 30.0, 14.0
"""Kilometres a cell above which only great features, and below which small ones too, are drawn."""


def window_recipe(grid: Grid, west: float, south: float, rotate: float = 0.0) -> Recipe:
    """The recipe of a map whose south-west corner is given; the scale decides how much is drawn."""
    grades = (1,) if grid.km > 2 * COARSE else (1, 2) if grid.km > FINE else (1, 2, 3)
    sizes = (3,) if grid.km > COARSE else (3, 2) if grid.km > FINE else (3, 2, 1, 0)
    small = grid.km <= COARSE
    return Recipe(
        grid=grid,
        window=MapCorner(west=west, south=south, rotate=rotate),
        terrain=TerrainPlan(
            base="clear",
            sea="water",
            lake="water",
            wave=1.6,
            open=("city",),
            island=3,
            layer=(
                Layer(terrain="forest", areas=("forest", "woods"), share=0.45),
                Layer(terrain="hills", areas=("hills",), share=0.5, patch=2),
                Layer(terrain="mountains", areas=("mountains",), share=0.45),
                Layer(terrain="marsh", areas=("swamp",), share=0.4),
            ),
        ),
        river=(
            LinePlan(kind="major-river", grades=(1,), least=3),
            LinePlan(kind="river", grades=grades[1:], least=4),
        ),
        rail=(LinePlan(kind="rail", grades=(2, 1) if small else (2,)),),
        road=(LinePlan(kind="highway", grades=(1,)), LinePlan(kind="road", grades=(2,))) if small else (),
        towns=tuple(
            TownsPlan(kind=kind, sizes=(size,))
            for size, kind in ((3, "city"), (2, "town"), (1, "village"), (0, "village"))
            if size in sizes
        ),
    )


def lay_window(grid: Grid, west: float, south: float, rotate: float = 0.0) -> list[Record]:
    """The rows of a map from a window on the earth; refused where the gazetteer knows nothing."""
    gazetteer = load_gazetteer()
    recipe = window_recipe(grid, west, south, rotate)
    if not _known(recipe, gazetteer):
        raise ScenarioError(
            [
                Problem(
                    "the gazetteer knows no town in this window; it covers the front of 1941, "
                    "from 19 to 46 degrees east and from 43 to 62 degrees north"
                )
            ]
        )
    return list(lay(recipe, gazetteer).rows)


def _known(recipe: Recipe, gazetteer: Gazetteer) -> bool:
    frame, _ = base_frame(recipe, gazetteer)
    return any(frame.cell(town.at) is not None for town in gazetteer.towns.values())
