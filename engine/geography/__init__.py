"""Maps laid from geography: a gazetteer projected onto any grid, then corrected by hand."""

from __future__ import annotations

from engine.geography.fit import Fit, Transform, fit
from engine.geography.gazetteer import Gazetteer, load_gazetteer
from engine.geography.lay import LaidMap, lay, lay_from_recipe, residual_table
from engine.geography.projection import Projection
from engine.geography.recipe import Recipe, read_recipe
from engine.geography.window import lay_window, window_recipe

__all__ = [
    "Fit",
    "Gazetteer",
    "LaidMap",
    "Projection",
    "Recipe",
    "Transform",
    "fit",
    "lay",
    "lay_from_recipe",
    "lay_window",
    "load_gazetteer",
    "read_recipe",
    "residual_table",
    "window_recipe",
]
