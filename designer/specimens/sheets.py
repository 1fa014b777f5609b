"""Contact sheets: pictures side by side, small, so that many can be looked at together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from designer.fonts import SANS
from designer.paint.formats import as_png
from engine.files import save

CAPTION = 26
GAP = 8


def contact_sheet(pictures: Sequence[Path], out: Path, columns: int, width: int) -> Path:
    """Lay pictures out in columns of a width, each under its name, and write them as one."""
    shown = [QImage(str(path)).scaledToWidth(width, Qt.TransformationMode.SmoothTransformation) for path in pictures]
    rows = [range(start, min(start + columns, len(shown))) for start in range(0, len(shown), columns)]
    heights = [max(shown[number].height() for number in row) + CAPTION + GAP for row in rows]
    sheet = QImage(columns * (width + GAP) + GAP, sum(heights) + GAP, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    font = QFont(SANS)
    font.setPixelSize(17)
    painter.setFont(font)
    painter.setPen(QColor("#ffffff"))
    top = GAP
    for row, high in zip(rows, heights, strict=True):
        for column, number in enumerate(row):
            left = GAP + column * (width + GAP)
            painter.drawText(QRect(left, top, width, CAPTION), Qt.AlignmentFlag.AlignVCenter, pictures[number].stem)
            painter.drawImage(left, top + CAPTION, shown[number])
        top += high
    painter.end()
    save(out, as_png(sheet))
    return out
