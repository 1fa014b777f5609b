"""The numbers beside the lines of a table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from designer.tables.model import SheetModel

LAST = 10
"""Lines whose numbers are measured: there is every digit among them."""


class LineHeads(QHeaderView):
    """A header that knows how wide it is from its longest number; Qt would ask two hundred lines, again and again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)

    def sizeHint(self) -> QSize:
        """As wide as the numbers of the last lines; where lines have other heads, as Qt finds it."""
        model = self.model()
        if not isinstance(model, SheetModel) or not model.numbered or not model.rowCount():
            return super().sizeHint()
        last = range(max(0, model.rowCount() - LAST), model.rowCount())
        sizes = [self.sectionSizeFromContents(line) for line in last]
        return QSize(max(size.width() for size in sizes), max(size.height() for size in sizes))
