from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from pypdf import PdfReader
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from designer.printing.brush import Brush
from designer.printing.choices import DOCUMENTS, Choices
from designer.printing.counter_sheets import counter_document
from designer.printing.documents import lay_out
from designer.printing.job import Stopped, write_pdf
from designer.printing.lettering import measure
from designer.printing.material import Material
from designer.printing.oob import oob_documents
from designer.printing.pages import Page
from engine.errors import StavkaError
from tests.kit.bounded import PATIENCE
from tests.kit.drill import drill_rows
from tests.kit.paper import many_units, runs, shipped

PRINTED = tuple(key for key in DOCUMENTS if key != "log")


@pytest.fixture(autouse=True)
def _qt(qapp: QApplication) -> None:
    """Fonts need an application."""


def written(path: Path, material: Material, **choices: object) -> tuple[list[Page], Path]:
    made = Choices(**choices)  # type: ignore[arg-type]
    pages = [page for document in lay_out(material, made, measure) for page in document.pages]
    write_pdf(pages, path, Brush(material.rows, monochrome=made.monochrome), title=material.title)
    return pages, path


def without_maps(page: Page) -> Page:
    """The page less its maps, whose thousands of lines take the text reader many seconds."""
    return Page(page.width, page.height, tuple(box for box in page.boxes if box.kind != "map"))


def test_set_up_sheets_are_searchable_and_name_every_unit_once(tmp_path: Path) -> None:
    material = shipped()
    laid = [page for document in lay_out(material, Choices(), measure) for page in document.pages]
    path = tmp_path / "setup.pdf"
    write_pdf([without_maps(page) for page in laid], path, Brush(material.rows))
    found = runs(path)
    for side in material.sides:
        said = [run for page in found if f"{side.name} set-up" in page for run in page]
        for counter in material.scenario.counters:
            assert said.count(counter.unit.name) == (counter.unit.side == side.side), counter.unit.name


def test_counter_fronts_name_every_unit_once_and_backs_none(tmp_path: Path) -> None:
    material = shipped()
    _, path = written(tmp_path / "counters.pdf", material, what=("counters",))
    found = runs(path)
    for counter in material.scenario.counters:
        assert [page.count(counter.unit.name) for page in found] == [1, 0], counter.unit.name


def test_places_of_the_map_can_be_searched(tmp_path: Path) -> None:
    material = Material(drill_rows())
    _, path = written(tmp_path / "map.pdf", material, what=("map",), map_as="page")
    (said,) = runs(path)
    assert all(place.name in said for place in material.places.values() if place.name)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("monochrome", [False, True])
def test_pages_have_their_size_and_their_fonts(tmp_path: Path, paper: str, monochrome: bool) -> None:
    pages, path = written(tmp_path / "all.pdf", shipped(), what=PRINTED, paper=paper, monochrome=monochrome)
    reader = PdfReader(path)
    assert reader.metadata is not None and reader.metadata.title == "The Arduous Beginning"
    assert len(reader.pages) == len(pages) > 10
    for page, laid in zip(reader.pages, pages, strict=True):
        size = float(page.mediabox.width), float(page.mediabox.height)
        assert size == pytest.approx((laid.width * 72 / 25.4, laid.height * 72 / 25.4), abs=1.0)
        assert "/XObject" not in page["/Resources"] or not page["/Resources"]["/XObject"]
        for font in page["/Resources"]["/Font"].values():
            below = font.get_object()["/DescendantFonts"][0].get_object()
            assert "/FontFile2" in below["/FontDescriptor"].get_object()
            assert font.get_object()["/BaseFont"].startswith("/Source")


def test_seven_hundred_units_print_in_seconds(tmp_path: Path) -> None:
    material = Material(many_units(700))
    told: list[tuple[int, int]] = []
    start = process_time()
    pages = [
        page for document in oob_documents(material, material.sides, Choices(), measure) for page in document.pages
    ]
    write_pdf(pages, tmp_path / "oob.pdf", Brush(material.rows), tell=lambda done, of: told.append((done, of)))
    assert process_time() - start < 15
    assert told == [(n, len(pages)) for n in range(len(pages) + 1)] and len(pages) > 25


def test_a_stopped_print_leaves_nothing_and_an_old_file_whole(tmp_path: Path) -> None:
    material = shipped()
    pages = [page for document in lay_out(material, Choices(what=("oob",)), measure) for page in document.pages]
    path = tmp_path / "old.pdf"
    path.write_bytes(b"what was there before")
    done: list[int] = []
    with pytest.raises(Stopped):
        write_pdf(pages, path, Brush(material.rows), tell=lambda n, of: done.append(n), stop=lambda: len(done) == 2)
    assert path.read_bytes() == b"what was there before"
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["old.pdf"]


def test_a_print_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    material = shipped()
    pages = [page for document in lay_out(material, Choices(), measure) for page in document.pages]

    def explode(*_arguments: object) -> None:
        raise StavkaError("The printer is on fire.")

    monkeypatch.setattr(Brush, "counter", explode)
    with pytest.raises(StavkaError, match="on fire"):
        write_pdf(pages, tmp_path / "new.pdf", Brush(material.rows))
    assert [entry for entry in tmp_path.iterdir() if entry.is_file()] == []


@pytest.mark.parametrize("place", ["missing/new.pdf", "."])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    material = shipped()
    pages = [page for document in lay_out(material, Choices(), measure) for page in document.pages]
    with pytest.raises(StavkaError, match=r"is a folder|there is no folder"):
        write_pdf(pages, tmp_path / place, Brush(material.rows))
    assert [entry for entry in tmp_path.iterdir() if entry.is_file()] == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    pages = [page for document in lay_out(shipped(), Choices(), measure) for page in document.pages]
    with pytest.raises(StavkaError, match="permission denied"):
        write_pdf(pages, folder / "new.pdf", Brush(shipped().rows))


def test_nothing_to_print_is_said(tmp_path: Path) -> None:
    with pytest.raises(StavkaError, match="nothing to print"):
        write_pdf([], tmp_path / "empty.pdf", Brush(shipped().rows))


RENDER = shutil.which("pdftoppm")
DPI = 300


def rendered(path: Path, dpi: int = DPI) -> list[np.ndarray]:  # type: ignore[type-arg]
    """The pages of a PDF as arrays of brightness, drawn by another program."""
    assert RENDER is not None
    subprocess.run(
        [RENDER, "-r", str(dpi), "-gray", "-png", str(path), str(path.with_suffix(""))], check=True, timeout=PATIENCE
    )
    found = []
    for file in sorted(path.parent.glob(f"{path.stem}-*.png")):
        image = QImage(str(file)).convertToFormat(QImage.Format.Format_Grayscale8)
        flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
        found.append(flat[:, : image.width()].copy())
    return found


@pytest.mark.skipif(RENDER is None, reason="poppler-utils is not installed")
@pytest.mark.parametrize("flip", ["long", "short"])
def test_rendered_backs_meet_rendered_fronts(tmp_path: Path, flip: str) -> None:
    """Cards are grey on white: their outlines on both pages must fall on each other within 0.2 mm."""
    material = shipped()
    document = counter_document(material, Choices(flip=flip, side="soviet"), measure)  # type: ignore[arg-type]
    cards = [Page(page.width, page.height, tuple(page.of("counter"))) for page in document.pages]
    write_pdf(cards, tmp_path / "cards.pdf", Brush(material.rows))
    front, back = (page < 250 for page in rendered(tmp_path / "cards.pdf"))
    turned = back[:, ::-1] if flip == "long" else back[::-1, :]
    for axis in (0, 1):
        one, other = (np.flatnonzero(page.any(axis=axis)) for page in (front, turned))
        for end in (0, -1):
            assert abs(int(one[end]) - int(other[end])) * 25.4 / DPI <= 0.2
    assert (front != turned).mean() < 0.001


@pytest.mark.skipif(RENDER is None, reason="poppler-utils is not installed")
def test_rendered_pages_have_ink_and_black_and_white_has_no_colour(tmp_path: Path) -> None:
    assert RENDER is not None
    for monochrome in (False, True):
        path = tmp_path / f"pages-{monochrome}.pdf"
        written(path, shipped(), what=("setup", "charts", "counters"), monochrome=monochrome)
        subprocess.run([RENDER, "-r", "40", "-png", str(path), str(path.with_suffix(""))], check=True, timeout=PATIENCE)
        for file in tmp_path.glob(f"pages-{monochrome}-*.png"):
            image = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB888)
            flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
            pixels = flat[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)
            assert (pixels < 200).any(axis=2).mean() > 0.003, file.name
            coloured = (pixels.max(axis=2) - pixels.min(axis=2) > 12).any()
            assert coloured != monochrome, file.name
