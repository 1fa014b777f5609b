"""Printed pages as widgets, for the pictures that `stavka shots` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from designer.labels import Label
from designer.printing.brush import Brush
from designer.printing.choices import Choices
from designer.printing.documents import lay_out
from designer.printing.lettering import measure
from designer.printing.material import Material
from designer.printing.preview import page_image

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

_DOTS = 5.0
"""Pixels to a millimetre."""


def specimen(window: MainWindow, what: str, page: int, **choices: Any) -> QWidget:
    """A page of what can be printed of the first scenario of the library."""
    chosen = Choices((what,), **choices)
    material = Material(window.desk.library.load(window.desk.scenarios()[0].slug))
    pages = [page for document in lay_out(material, chosen, measure) for page in document.pages]
    brush = Brush(material.rows, monochrome=chosen.monochrome)
    picture = QPixmap.fromImage(page_image(pages[min(page, len(pages) - 1)], brush, _DOTS))
    label = Label()
    label.setPixmap(picture)
    label.setFixedSize(picture.size())
    return label
