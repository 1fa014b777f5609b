"""Prints and exports on a full disk: refused with a sentence, and the old file stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from designer.paint.export import export_map
from designer.paint.map.scene import MapScene
from designer.printing.brush import Brush
from designer.printing.choices import Choices
from designer.printing.documents import lay_out
from designer.printing.job import write_pdf
from designer.printing.lettering import measure
from designer.printing.material import Material
from engine.errors import StavkaError
from engine.records import Rows
from tests.kit.disks import full_disk
from tests.kit.small import small_scenario

OLD = b"what was there before"
SIZE = 6_000


def print_charts(rows: Rows, path: Path) -> None:
    material = Material(rows, {})
    pages = [page for one in lay_out(material, Choices(("counters",)), measure, game=None) for page in one.pages]
    write_pdf(pages, path, Brush(material.rows, monochrome=False), title="Small")


def export(rows: Rows, path: Path) -> None:
    export_map(MapScene(rows), path, mm_per_cell=12)


@pytest.mark.parametrize(
    ("write", "name", "ending"),
    [
        (print_charts, "charts.pdf", b"%%EOF"),
        (export, "map.pdf", b"%%EOF"),
        (export, "map.svg", b"</svg>"),
        (export, "map.png", b"IEND\xaeB`\x82"),
    ],
    ids=["print", "pdf", "svg", "png"],
)
def test_nothing_is_written_by_halves(
    qapp: QApplication, tmp_path: Path, write: Callable[[Rows, Path], None], name: str, ending: bytes
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / name
    path.write_bytes(OLD)
    with full_disk(SIZE), pytest.raises(StavkaError, match=rf"The file .*{name} cannot be written"):
        write(small_scenario(), path)
    assert path.read_bytes() == OLD
    assert [file.name for file in folder.iterdir()] == [name]
    write(small_scenario(), path)
    data = path.read_bytes()
    assert len(data) > SIZE and data.rstrip().endswith(ending)
