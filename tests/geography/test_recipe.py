"""Recipes: small maps laid from scratch, corrections applied last, and bad recipes refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.errors import ScenarioError
from engine.geography import lay, lay_from_recipe, lay_window, read_recipe, window_recipe
from engine.geography.recipe import Correction, LinePlan, PlacePlan, RegionPlan
from engine.records.board import CellRow, Grid, Hexside, Link, Place, RegionCell
from tests.kit.laid import gazetteer

GRID = Grid(columns=16, rows=12, km=25)


def small(*corrections: Correction, **parts: object):  # type: ignore[no-untyped-def]
    recipe = window_recipe(GRID, 27.0, 52.6)
    return lay(msgspec.structs.replace(recipe, correction=corrections, **parts), gazetteer())


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_window_map_has_terrain_rivers_lines_and_towns() -> None:
    map_ = small()
    names = {row.name for row in map_.rows.all(Place)}
    assert {"Minsk", "Bobruisk", "Mogilev"} <= names
    assert {row.terrain for row in map_.rows.all(CellRow)} >= {"clear", "forest", "marsh"}
    assert {row.name for row in map_.rows.all(Hexside)} >= {"Berezina", "Dnepr"}
    assert {row.kind for row in map_.rows.all(Link)} == {"rail", "road", "highway"}


@pytest.mark.parametrize("shape", ["hex", "square"])
@pytest.mark.parametrize("rotate", [0.0, 35.0])
def test_windows_of_every_shape_and_turn_can_be_laid(shape: str, rotate: float) -> None:
    grid = msgspec.structs.replace(GRID, shape=shape)
    rows = lay_window(grid, 29.0, 53.0, rotate)
    assert sum(isinstance(row, CellRow) for row in rows) == grid.columns * grid.rows
    assert any(isinstance(row, Hexside) for row in rows) and any(isinstance(row, Link) for row in rows)


def test_a_pointy_grid_can_be_laid() -> None:
    rows = lay_window(msgspec.structs.replace(GRID, orientation="pointy", shifted="even"), 27.0, 52.6)
    assert any(isinstance(row, Place) and row.name == "Minsk" for row in rows)


def test_a_window_where_nothing_is_known_is_refused() -> None:
    with pytest.raises(ScenarioError, match="no town in this window"):
        lay_window(Grid(columns=4, rows=4, km=5), 46.5, 60.5)


def test_corrections_have_the_last_word() -> None:
    a, b = "0505", "0506"
    plain = small()
    sided = next(row for row in plain.rows.all(Hexside))
    other = plain.frame.grid.neighbour(plain.frame.grid.parse(sided.cell), sided.side)
    assert other is not None
    pair = f"{sided.cell}/{plain.frame.grid.label(other)}"
    linked = plain.rows.all(Link)[0]
    map_ = small(
        Correction(do="terrain", cells=(a, "0601-0603"), to="marsh"),
        Correction(do="hexside", cells=(f"{b}/{a}",), to="border", name="Line"),
        Correction(do="no-hexside", cells=(pair,), to=sided.kind),
        Correction(do="link", cells=("0101", "0102", "0103"), to="road", first_turn=3),
        Correction(do="no-link", cells=(linked.cell, linked.other), to=linked.kind),
        Correction(do="place", cells=(a,), to="minsk"),
        Correction(do="no-place", to="mogilev"),
    )
    rows = map_.rows
    assert {label: rows.get(CellRow, label).terrain for label in (a, "0602")} == {a: "marsh", "0602": "marsh"}  # type: ignore[union-attr]
    assert [row.name for row in rows.all(Hexside) if row.kind == "border"] == ["Line"]
    assert not rows.has(Hexside, *sided.identity())
    assert [row.first_turn for row in rows.all(Link) if row.first_turn] == [3, 3]
    assert not rows.has(Link, *linked.identity())
    assert rows.get(Place, "minsk").cell == a  # type: ignore[union-attr]
    assert not rows.has(Place, "mogilev")


def test_regions_are_cells_edges_columns_and_sides_of_a_border() -> None:
    grid = Grid(columns=20, rows=20, km=35)
    recipe = msgspec.structs.replace(
        window_recipe(grid, 20.0, 51.0),
        region=(
            RegionPlan(region="east", name="East edge", edge="east"),
            RegionPlan(region="two", name="Two columns", columns=(3, 4)),
            RegionPlan(region="run", name="A run", cells=("0505-0508",)),
            RegionPlan(region="on", name="On the frontier", border="frontier-1941"),
            RegionPlan(region="west", name="West of it", border="frontier-1941", part="west", without=("on",)),
        ),
        correction=(
            Correction(do="region", cells=("0101",), to="run"),
            Correction(do="no-region", cells=("0505",), to="run"),
        ),
    )
    map_ = lay(recipe, gazetteer())
    cells: dict[str, set[str]] = {}
    for row in map_.rows.all(RegionCell):
        cells.setdefault(row.region, set()).add(row.cell)
    assert cells["east"] == {f"20{row:02}" for row in range(1, 21)}
    assert len(cells["two"]) == 40
    assert cells["run"] == {"0506", "0507", "0508", "0101"}
    towns = {row.name: row.cell for row in map_.rows.all(Place)}
    assert towns["Warsaw"] in cells["west"] and towns["Konigsberg"] in cells["west"]
    assert not {towns["Minsk"], towns["Vilnius"]} & (cells["west"] | cells["on"])
    assert not cells["west"] & cells["on"]


def test_places_may_be_given_a_cell_or_a_point() -> None:
    map_ = small(
        towns=(),
        place=(
            PlacePlan(kind="city", town="Minsk", cell="0303"),
            PlacePlan(kind="town", name="Somewhere", at=(53.5, 28.5)),
        ),
    )
    places = {row.place: row for row in map_.rows.all(Place)}
    assert places["minsk"].cell == "0303"
    here = map_.frame.cell((53.5, 28.5))
    assert here is not None and places["somewhere"].cell == map_.frame.grid.label(here)


def test_a_river_passes_a_town_on_the_side_away_from_its_bank_even_when_the_town_is_moved() -> None:
    for cell in ("0606", "0706", "0806"):
        map_ = small(
            towns=(),
            place=(PlacePlan(kind="city", town="Borisov", cell=cell),),
            river=(LinePlan(kind="river", names=("Berezina",)),),
            rail=(),
            road=(),
        )
        assert map_.chains and {chain.river for chain in map_.chains} == {"Berezina"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("grid = 3", "cannot be used"),
        ("[grid]\ncolumns = 5\n", "either a window or control places"),
        ("[grid]\ncolumns = 5\n[window]\nwest = 30\nsouth = 50\n[oops]\n", "oops"),
        ("[grid\n", "cannot be used"),
        (
            '[grid]\ncolumns = 5\nrows = 5\n[window]\nwest = 30\nsouth = 50\n[[place]]\nkind = "city"\ntown = "Riga"\n',
            "Riga lies off the map",
        ),
        (
            "[grid]\ncolumns = 5\nrows = 5\n[window]\nwest = 30\nsouth = 50\n"
            '[[place]]\nkind = "city"\nname = "A"\ncell = "0101"\n'
            '[[place]]\nkind = "city"\nname = "A"\ncell = "0102"\n',
            "there twice",
        ),
        (
            "[grid]\ncolumns = 5\nrows = 5\n[window]\nwest = 30\nsouth = 50\n"
            '[[correction]]\ndo = "link"\ncells = ["0101", "0505"]\nto = "rail"\n',
            "not neighbours",
        ),
        (
            "[grid]\ncolumns = 5\nrows = 5\n[window]\nwest = 30\nsouth = 50\n"
            '[[region]]\nregion = "r"\nname = "R"\ncells = ["0101-0305"]\n',
            "neither a column nor a row",
        ),
        (
            "[grid]\ncolumns = 5\nrows = 5\n[window]\nwest = 30\nsouth = 50\n"
            '[[region]]\nregion = "r"\nname = "R"\nborder = "limes"\n',
            "no border limes",
        ),
        (
            "[grid]\ncolumns = 5\nrows = 5\n[window]\nwest = 30\nsouth = 50\n"
            '[[correction]]\ndo = "place"\ncells = ["0101"]\nto = "rome"\n',
            "no such place",
        ),
    ],
)
def test_a_bad_recipe_is_refused_with_a_reason(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        lay_from_recipe(written(tmp_path, text))


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"map\.toml"):
        read_recipe(tmp_path / "map.toml")
