"""Areas, seas and lakes become the terrain of cells, by how much of a cell they cover."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import networkx as nx
import numpy as np

from engine.geography.frame import MapFrame
from engine.geography.gazetteer import Gazetteer, NamedOutline
from engine.geography.projection import Floats
from engine.geography.recipe import Layer, TerrainPlan
from engine.geography.shapes import Bools, inside, noise
from engine.ids import Cell

_RINGS = (0.0, 0.35, 0.65, 0.9)
_SEED = 1941


@dataclass(frozen=True)
class Samples:
    """Points spread over every cell, by which shares are measured."""

    frame: MapFrame

    @cached_property
    def points(self) -> Floats:
        """All points, cell after cell."""
        grid = self.frame.grid
        centre = np.array(grid.centre(Cell(0)))
        corners = np.array(grid.corners(Cell(0))) - centre
        spokes = np.vstack((corners, (corners + np.roll(corners, -1, axis=0)) / 2))
        offs = np.vstack([np.zeros((1, 2)), *(spokes * ring for ring in _RINGS[1:])])
        centres = np.array([grid.centre(Cell(cell)) for cell in range(grid.size)])
        return (centres[:, None, :] + offs[None, :, :]).reshape(-1, 2)

    def within(self, outline: NamedOutline) -> Bools:
        """Which points lie within an outline."""
        return inside(self.points, self.frame.plane(outline.ring))

    def shares(self, found: Bools | Floats) -> Floats:
        """How much of each cell was found, by its points."""
        return np.asarray(found.reshape(self.frame.grid.size, -1).mean(axis=1), np.float64)


def lay_terrain(
    frame: MapFrame, gazetteer: Gazetteer, plan: TerrainPlan, dry: set[Cell], opened: set[Cell]
) -> dict[Cell, str]:
    """The terrain of every cell; `dry` cells are never water and `opened` cells are base terrain."""
    samples = Samples(frame)
    terrain = {Cell(cell): plan.base for cell in range(frame.grid.size)}
    for layer in plan.layer:
        cells = [cell for cell in _covered(samples, gazetteer, layer, plan.wave) if cell not in opened]
        terrain.update(dict.fromkeys(_patches(frame, cells, layer.patch), layer.terrain))
    for kind, share, found in (
        (plan.lake, plan.lake_share, _any(samples, gazetteer.lakes.values())),
        (plan.sea, plan.sea_share, _sea(samples, gazetteer)),
    ):
        if kind is not None:
            wet = np.flatnonzero(samples.shares(found) >= share).tolist()
            terrain.update({Cell(cell): kind for cell in wet if cell not in dry})
    if plan.sea is not None:
        land = {cell for cell, kind in terrain.items() if kind != plan.sea}
        islands = land - set(_patches(frame, land, plan.island))
        terrain.update(dict.fromkeys(islands - dry, plan.sea))
    return terrain


def _covered(samples: Samples, gazetteer: Gazetteer, layer: Layer, wave: float) -> list[Cell]:
    """The cells of which areas cover enough; with a wave, half-covered areas are scattered, else thinned evenly."""
    cover = np.zeros(len(samples.points))
    for area in gazetteer.areas:
        if area.kind in layer.areas and area.name not in layer.without:
            cover = np.maximum(cover, np.where(samples.within(area), area.cover, 0.0))
    if wave > 0:
        cover = np.where(noise(samples.points, wave, _SEED) < cover, 1.0, 0.0)
    return [Cell(cell) for cell in np.flatnonzero(samples.shares(cover) >= layer.share).tolist()]


def _patches(frame: MapFrame, cells: Iterable[Cell], least: int) -> list[Cell]:
    """The cells that lie in patches of at least so many."""
    kept = set(cells)
    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_nodes_from(kept)
    graph.add_edges_from((cell, other) for cell in kept for other in frame.grid.neighbours(cell) if other in kept)
    return sorted(cell for patch in nx.connected_components(graph) if len(patch) >= least for cell in patch)


def _any(samples: Samples, outlines: Iterable[NamedOutline]) -> Bools:
    found = np.zeros(len(samples.points), np.bool_)
    for outline in outlines:
        found |= samples.within(outline)
    return found


def _sea(samples: Samples, gazetteer: Gazetteer) -> Bools:
    seas = _any(samples, (coast for coast in gazetteer.coasts if coast.kind == "sea"))
    return seas & ~_any(samples, (coast for coast in gazetteer.coasts if coast.kind == "island"))
