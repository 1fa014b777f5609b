"""The orders of a movement: the plan, who can still move, and what else can be done, in whatever room there is."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from designer.play.table.choices import ChoicePanel
from designer.play.table.scrolling import Heedful, settle_layouts

UNITS, DEEDS = 2, 3
"""Lines of either list that have to be in sight for it to scroll by itself."""


class MoveOrders(Heedful):
    """Two lists that scroll by themselves where there is room for both, and else one panel that scrolls as one."""

    def __init__(self, bar: QWidget, units: ChoicePanel, deeds: ChoicePanel, *, used: bool) -> None:
        super().__init__()
        self._bar, self._units, self._deeds, self._used = bar, units, deeds, used
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addWidget(units, 1)
        layout.addWidget(deeds)

    def heed(self, room: int) -> None:
        """Decide by the room alone, whatever is listed, so that no choice moves what is left."""
        wanted = self._bar.sizeHint().height() + self._units.head + self._units.room_for(UNITS)
        if self._used:
            wanted += self._deeds.head + self._deeds.room_for(DEEDS)
        for part in (self._units, self._deeds):
            part.whole = room < wanted

    def show_deeds(self) -> None:
        """Where all scrolls as one, bring what the selected unit can do into sight, unless the mouse lies here."""
        area: QWidget | None = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if not self._units.whole or area is None or self.underMouse():
            return
        settle_layouts()
        if self._deeds.isHidden():
            area.verticalScrollBar().setValue(0)
        else:
            area.ensureWidgetVisible(self._deeds.list, 0, 0)
            area.ensureWidgetVisible(self._deeds.heading, 0, 0)
