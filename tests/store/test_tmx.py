"""Maps for Tiled: written, rendered by Tiled's own program, and read back."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import StavkaError
from engine.records import Rows
from engine.records.board import CellRow, Grid, Hexside, Link, Place, RegionCell, TerrainKind
from engine.records.play import ScenarioRow
from engine.store.tmx import write_tmx
from engine.store.tmx_read import read_tmx
from tests.kit.maps import sample_map

GRIDS: list[dict[str, Any]] = [{}, {"orientation": "pointy"}, {"shape": "square"}]
TABLES = (CellRow, Hexside, Link, RegionCell, TerrainKind)


def titled(**grid: Any) -> Rows:
    rows = sample_map(16, 12, **grid)
    rows.put(ScenarioRow(title="Tiled test"))
    return rows


@pytest.mark.parametrize("grid", GRIDS)
def test_a_map_comes_back_as_it_went(tmp_path: Path, grid: dict[str, Any]) -> None:
    rows = titled(**grid)
    write_tmx(rows, tmp_path / "map.tmx")
    back = read_tmx(tmp_path / "map.tmx")
    assert back.the(Grid) == rows.the(Grid)
    assert back.the(ScenarioRow).title == "Tiled test"
    for table in TABLES:
        ours = {row.identity(): row for row in rows.all(table) if table is not TerrainKind}
        theirs = {row.identity(): row for row in back.all(table) if table is not TerrainKind}
        assert theirs == ours, table
    wanted = {(row.place, row.name, row.kind, row.cell, row.value) for row in rows.all(Place)}
    assert {(row.place, row.name, row.kind, row.cell, row.value) for row in back.all(Place)} == wanted


def test_a_map_with_letters_that_xml_cannot_hold_is_read_back(tmp_path: Path) -> None:
    rows = titled()
    rows.put(ScenarioRow(title="Bell \x07 & \u202e<b>\ufffe\n'Book'\""))
    place = rows.all(Place)[0]
    rows.put(replace(place, name="\x1bOrsha"))
    write_tmx(rows, tmp_path / "map.tmx")
    back = read_tmx(tmp_path / "map.tmx")
    assert back.the(ScenarioRow).title == "Bell \ufffd & \ufffd<b>\ufffd\n'Book'\""
    assert back.get(Place, place.place).name == "\ufffdOrsha"


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="Tiled is not installed")
@pytest.mark.parametrize("grid", GRIDS)
def test_tiled_itself_renders_the_map(tmp_path: Path, grid: dict[str, Any]) -> None:
    write_tmx(titled(**grid), tmp_path / "map.tmx")
    picture = tmp_path / "map.png"
    done = subprocess.run(
        ["tmxrasterizer", "-platform", "offscreen", str(tmp_path / "map.tmx"), str(picture)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert picture.exists(), done.stderr
    wide, high = struct.unpack(">II", picture.read_bytes()[16:24])
    assert wide > 16 * 35 and high > 12 * 35


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a Tiled map"),
        ("<map", "not a Tiled map"),
        ("<html/>", "first element is html"),
        ('<!DOCTYPE map [<!ENTITY a "b">]><map/>', "declares entities"),
        ('<map orientation="isometric"/>', "must be hexagonal or orthogonal"),
        ('<map orientation="hexagonal" infinite="1"/>', "infinite"),
        ('<map orientation="hexagonal" height="4"/>', "does not say its width"),
        ('<map orientation="hexagonal" width="100000" height="4"/>', "has 100000 × 4"),
        ('<map orientation="orthogonal" width="2" height="1"/>', "no layer of tiles"),
        (
            '<map orientation="orthogonal" width="2" height="1"><layer><data encoding="csv">1,2,3</data></layer></map>',
            "3 tiles for 2 cells",
        ),
        (
            '<map orientation="orthogonal" width="2" height="1"><layer><data encoding="csv">1,x</data></layer></map>',
            "cannot be read",
        ),
        (
            '<map orientation="orthogonal" width="2" height="1"><layer><data encoding="base64" compression="zlib">AAAA'
            "</data></layer></map>",
            "cannot be read",
        ),
    ],
)
def test_strange_files_get_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "odd.tmx").write_text(text, encoding="utf-8")
    with pytest.raises(StavkaError, match=says):
        read_tmx(tmp_path / "odd.tmx")


def test_a_map_made_in_tiled_gets_kinds_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "plain.tmx").write_text(
        '<map orientation="hexagonal" staggeraxis="y" staggerindex="even" width="2" height="2">'
        '<tileset firstgid="1" source="x.tsx"/>'
        '<layer><data encoding="csv">1,2,2147483649,0</data></layer></map>',
        encoding="utf-8",
    )
    rows = read_tmx(tmp_path / "plain.tmx")
    assert [row.terrain for row in rows.all(CellRow)] == ["tile-1", "tile-2", "tile-1", "clear"]
    grid = rows.the(Grid)
    assert (grid.orientation, grid.shifted) == ("pointy", "even")
