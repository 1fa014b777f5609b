"""A layout that fills rows with widgets of equal width, as many as fit."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Cards in rows; the width of the window decides how many stand in one.  A heading has a row to itself."""

    def __init__(self, parent: QWidget, width: int, spacing: int = 18) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._least = width
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at an index."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Wide rather than tall."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """Fewer columns make more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How tall the rows are at a width."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the items in their places."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """As small as it may be."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """One column."""
        margins = self.contentsMargins()
        return QSize(self._least + margins.left() + margins.right(), self._least)

    def columns(self, width: int) -> int:
        """How many items stand in one row of that width."""
        return max(1, (width + self.spacing()) // (self._least + self.spacing()))

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        columns = self.columns(inner.width())
        width = (inner.width() - (columns - 1) * self.spacing()) // columns
        y = inner.y()
        rows = self._rows(columns)
        for row in rows:
            wide = inner.width() if _is_heading(row[0]) else width
            height = max(_height(item, wide) for item in row)
            for index, item in enumerate(row):
                if place:
                    item.setGeometry(QRect(inner.x() + index * (width + self.spacing()), y, wide, height))
            y += height + self.spacing()
        return y - (self.spacing() if rows else 0) - rect.y() + margins.bottom()

    def _rows(self, columns: int) -> list[list[QLayoutItem]]:
        """What stands beside each other: a heading alone, cards as many as fit."""
        rows: list[list[QLayoutItem]] = []
        for item in self._items:
            if item.isEmpty():
                continue
            if not rows or _is_heading(item) or _is_heading(rows[-1][0]) or len(rows[-1]) == columns:
                rows.append([item])
            else:
                rows[-1].append(item)
        return rows


def _is_heading(item: QLayoutItem) -> bool:
    widget = item.widget()
    return widget is not None and bool(widget.property("heading"))


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
