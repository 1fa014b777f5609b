"""The map as a file: PNG, SVG or PDF, at a scale that the user chooses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from designer.paint.formats import as_png, sink
from designer.paint.map.drawing import MapDrawing
from designer.paint.map.scene import LAYERS, MapScene
from designer.paint.style import PRINTED, MapStyle
from engine.errors import StavkaError
from engine.files import save

LARGEST_IMAGE = 24_000
"""Pixels on a side beyond which a picture is refused rather than the machine brought to its knees."""

_MM_PER_INCH = 25.4


def export_map(
    scene: MapScene,
    path: Path,
    *,
    mm_per_cell: float = 16.0,
    dpi: int = 150,
    style: MapStyle = PRINTED,
    shown: Collection[str] = LAYERS,
) -> None:
    """Write the whole sheet; the ending of the name decides the kind of file."""
    kinds = {".png": export_png, ".svg": export_svg, ".pdf": export_pdf}
    write = kinds.get(path.suffix.lower())
    if write is None:
        raise StavkaError(f"A map can be written as PNG, SVG or PDF, not as {path.suffix or 'a file without ending'}.")
    write(scene, path, mm_per_cell=mm_per_cell, dpi=dpi, style=style, shown=shown)


def export_png(
    scene: MapScene,
    path: Path,
    *,
    mm_per_cell: float = 16.0,
    dpi: int = 150,
    style: MapStyle = PRINTED,
    shown: Collection[str] = LAYERS,
) -> None:
    """Write a picture with its resolution noted, so that it prints at the chosen size."""
    scale = mm_per_cell * dpi / _MM_PER_INCH
    size = QSize(round(scene.bounds.width() * scale), round(scene.bounds.height() * scale))
    if max(size.width(), size.height()) > LARGEST_IMAGE:
        raise StavkaError(
            f"The picture would measure {size.width()} by {size.height()} pixels; choose a smaller scale or resolution."
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise StavkaError("There is not enough memory for a picture of this size; choose a smaller scale.")
    image.fill(QColor(style.margin))
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    painter = QPainter(image)
    _paint(scene, painter, scale, style, shown)
    painter.end()
    save(path, as_png(image))


def export_svg(
    scene: MapScene,
    path: Path,
    *,
    mm_per_cell: float = 16.0,
    dpi: int = 96,  # noqa: ARG001 - all kinds of file alike
    style: MapStyle = PRINTED,
    shown: Collection[str] = LAYERS,
) -> None:
    """Write a drawing with named layers and live text that other programs can edit; it has no paper grain."""
    save(path, MapDrawing(scene, mm_per_cell, style).draw(shown).encode())


def export_pdf(
    scene: MapScene,
    path: Path,
    *,
    mm_per_cell: float = 16.0,
    dpi: int = 300,
    style: MapStyle = PRINTED,
    shown: Collection[str] = LAYERS,
) -> None:
    """Write one page of exactly the sheet's size."""
    with sink() as made:
        writer = QPdfWriter(made.device)
        writer.setResolution(dpi)
        size = QSizeF(scene.bounds.width() * mm_per_cell, scene.bounds.height() * mm_per_cell)
        page = QPageSize(size, QPageSize.Unit.Millimeter, "Map", QPageSize.SizeMatchPolicy.ExactMatch)
        writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
        writer.setTitle("Map")
        painter = QPainter(writer)
        _paint(scene, painter, mm_per_cell * dpi / _MM_PER_INCH, without_grain(style), shown)
        painter.end()
        del painter, writer
        save(path, made.data)


def without_grain(style: MapStyle) -> MapStyle:
    """The style for files made of lines, in which the grain would be one great picture."""
    return replace(style, texture=False)


def _paint(scene: MapScene, painter: QPainter, scale: float, style: MapStyle, shown: Collection[str]) -> None:
    painter.scale(scale, scale)
    painter.translate(-scene.bounds.topLeft())
    scene.paint(painter, scene.bounds, scale, shown=shown, style=style)
