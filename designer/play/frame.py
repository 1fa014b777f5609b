"""How the play view is laid out: the bar across the top, board and replay in the middle, panels on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from PySide6.QtCore import QByteArray, QEvent, QObject, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolBar, QVBoxLayout, QWidget

from designer.docking import dress_dock, make_dock, slim_titles
from designer.icons import icon
from designer.mapview import MapView
from designer.mapview.camera import STEP
from designer.play.table.overlays import OVERLAYS
from designer.play.table.sight import look_at
from designer.theme import scaled
from engine.ids import Cell
from engine.records import Rows
from engine.records.board import Region
from engine.records.changes import Change

WIDTH, WIDEST = 330, 440
"""How wide the panels are at least, at the usual text size and at any; the map has the rest."""

SHARE, LOWER, LENT = 0.3, 290, 0.5
"""How much of the column the lower panels have the first time they are seen; and how tall they are made while they are
read: so many pixels, but no more than that of the column."""

LOW = 560
"""A window so low, at the usual text size, leaves the lower panels no more than they must have, and none a title."""

SNUG = 4
"""Pixels by which the frame of a panel is wider than what lies in it."""

LAYOUT = 6
"""The version of that arrangement: one that was kept under another is not brought back."""

FAR, NEAR = 36.0, 44.0
"""Pixels a cell below which counters cannot be read on a map that is shown whole, and how near it is shown then."""

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class PlayFrame(QMainWindow):
    """A window within the window, so that its panels can be moved and stay where they were put."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        map_view = MapView(rows)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self.map = map_view
        self.docks: dict[str, QDockWidget] = {}
        self.overlays: dict[str, QAction] = {}
        self._arranged, self._seen = False, False
        self._raising, self._lent, self._reading = False, False, False
        self._wide = _wide()
        self._fitted: tuple[int, QPointF] | None = None
        self._fitted_to = QSize()
        self._following = False
        self._rows = rows
        self._areas = {row.region: row for row in rows.all(Region) if row.kind == "setup" and row.shown}
        map_view.installEventFilter(self)

    def crown(self, widget: QWidget) -> None:
        """Lay a widget across the top, above the panels too."""
        bar = QToolBar("Decision")
        bar.setObjectName("decision")
        bar.setMovable(False)
        bar.setStyleSheet("QToolBar { border: 0; padding: 0; spacing: 0; }")
        bar.toggleViewAction().setVisible(False)
        bar.addWidget(widget)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)

    def stand(self, *widgets: tuple[QWidget, int]) -> None:
        """Stack widgets in the middle, each with its share of the room."""
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget, stretch in widgets:
            layout.addWidget(widget, stretch)
        self.setCentralWidget(middle)

    def add_docks(self, upper: Mapping[str, tuple[str, QWidget]], lower: Mapping[str, tuple[str, QWidget]]) -> None:
        """Add two groups of panels on the right, by key, each with its title; the first of a group lies on top."""
        for group in (upper, lower):
            first: QDockWidget | None = None
            for key, (title, panel) in group.items():
                panel.setMinimumWidth(_wide())
                dock = make_dock(key, title, panel)
                if group is lower:
                    dock.visibilityChanged.connect(self._lend)
                self.addDockWidget(RIGHT, dock)
                self.docks[key] = dock
                if first is None:
                    first = dock
                else:
                    self.tabifyDockWidget(first, dock)
            if first is not None:
                first.raise_()

    def restore(self, kept: object) -> None:
        """Put the panels where they were left."""
        self._arranged = isinstance(kept, QByteArray) and self.restoreState(kept, LAYOUT)

    def arrangement(self) -> QByteArray:
        """Where the panels are, to be kept."""
        return self.saveState(LAYOUT)

    def front(self, key: str) -> None:
        """Bring a panel to the front."""
        self._raising = True
        self.docks[key].show()
        self.docks[key].raise_()
        self._raising = False

    def read(self, key: str) -> None:
        """Bring a panel to the front because somebody wants to read it."""
        self.front(key)
        self._reading = not self._seen  # the panels find their room when they are seen
        self._lend(True)

    def _lend(self, seen: bool) -> None:
        """Where the lower panels are low, lend them room while somebody reads what he asked for."""
        docks = [self.docks[key] for key in ("orders", "journal")]
        column, low = sum(dock.height() for dock in docks), docks[1].height()
        wanted = min(LOWER, round(column * LENT))
        if seen and self._arranged and not self._raising and not self._lent and low < wanted:
            self._lent = True
            self.resizeDocks(docks, [column - wanted, wanted], Qt.Orientation.Vertical)

    def take_back(self) -> None:
        """Give the orders their room again, because there is something else to decide."""
        if self._lent:
            self._lent = False
            self._share_out()

    def add_overlays(self, toggle: Callable[[str, bool], None]) -> None:
        """Add the buttons of the overlays on the left."""
        bar = QToolBar("Overlays")
        bar.setObjectName("overlays")
        for number, kind in enumerate(OVERLAYS, 1):
            action = bar.addAction(kind.title)
            action.setCheckable(True)
            action.setToolTip(f"{kind.title}: {kind.help} (Alt+{number})")
            action.setShortcut(f"Alt+{number}")
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.toggled.connect(lambda on, key=kind.key: toggle(key, on))
            self.addAction(action)
            self.overlays[kind.key] = action
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)

    def dress_overlays(self) -> None:
        """Draw the buttons, of the panels too, in the colours of the theme."""
        snug = abs(self.docks["orders"].width() - self._wide) <= SNUG
        for dock in self.docks.values():
            dress_dock(dock)
            dock.widget().setMinimumWidth(_wide())
        if snug and _wide() < self._wide:  # nobody made them wider: they were as wide as larger text needed
            self.resizeDocks([self.docks["orders"]], [_wide()], Qt.Orientation.Horizontal)
        self._wide = _wide()
        slim_titles(self, self._low)
        for kind in OVERLAYS:
            self.overlays[kind.key].setIcon(icon(kind.icon))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Spare the titles of panels where room is short."""
        super().resizeEvent(event)
        slim_titles(self, self._low)

    @property
    def _low(self) -> bool:
        return self.height() < scaled(LOW)

    def showEvent(self, event: QShowEvent) -> None:
        """Share the column of panels out, the first time it is seen."""
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            QTimer.singleShot(0, self, self._arrange)

    def _arrange(self) -> None:
        if not self._arranged:
            slim_titles(self, self._low)
            self._share_out()
            self.resizeDocks([self.docks["orders"]], [_wide()], Qt.Orientation.Horizontal)
            self._arranged = True
        QTimer.singleShot(0, self, self._begin_to_show)

    def _begin_to_show(self) -> None:
        """Lend room to what was to be read before the panels had found theirs, and show the map in what is left."""
        self._lend(self._reading)
        self._reading = False
        self.fit()

    def _share_out(self) -> None:
        """Let the orders have what the lower panels do not need."""
        docks = [self.docks["orders"], self.docks["journal"]]
        column = sum(dock.height() for dock in docks)
        lower = round(column * SHARE) if not self._low else 1
        self.resizeDocks(docks, [column - lower, lower], Qt.Orientation.Vertical)

    def fit(self) -> None:
        """Show the whole map as large as it goes; a little of its margin may be cut."""
        self.map.fit()
        if self._room_for(self.map.scale * 2 ** (1 / STEP)):
            self.map.zoom_by(1)
        elif not self._room_for(self.map.scale):
            self.map.zoom_by(-1)
        self._fitted, self._fitted_to = self._looked_at(), self.map.size()

    def draw_near(self, cells: Sequence[int]) -> None:
        """Show the midst of some cells in a size that can be read, if the whole map is shown and cannot."""
        if self._fitted != self._looked_at() or self.map.scale >= FAR:
            return
        points = [self.map.scene.anchor(Cell(cell)) for cell in cells]
        across, down = sorted(point.x() for point in points), sorted(point.y() for point in points)
        self.map.zoom_to(NEAR)
        look_at(self.map, QPointF(across[len(across) // 2], down[len(down) // 2]))

    @property
    def settled(self) -> bool:
        """Whether the panels have found their places, and the map is laid out in the room that they leave."""
        return self._seen and self._arranged and not self._following and self._fitted_to == self.map.size()

    def _room_for(self, scale: float) -> bool:
        """Whether all the land fits into the view at a scale, be it that some of the paper round it does not."""
        land = self.map.scene.geometry.land.boundingRect()
        return land.width() * scale <= self.map.width() and land.height() * scale <= self.map.height()

    def _looked_at(self) -> tuple[int, QPointF]:
        return self.map.camera.level, QPointF(self.map.camera.centre)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A map that is shown whole stays so when its room grows or shrinks; one that was zoomed into stays there."""
        resized = watched is self.map and event.type() == QEvent.Type.Resize
        if resized and not self._following and self._fitted is not None:
            self._following = True
            whole = self._fitted == self._looked_at()
            QTimer.singleShot(0, self, lambda: self._follow_size(whole))
        return super().eventFilter(watched, event)

    def _follow_size(self, whole: bool) -> None:
        self._following = False
        if whole:
            self.fit()
        else:
            self._fitted_to = self.map.size()
            look_at(self.map, self.map.camera.centre)

    # layers of the map

    def show_setup(self, on: bool) -> None:
        """Outline the areas in which units are set up, or no longer."""
        regions = self.map.scene.sheet.regions
        for key, row in self._areas.items():
            if regions[key].shown != on:
                after = msgspec.structs.replace(row, shown=on)
                self.map.apply([Change(Region.table, (key,), regions[key], after)], self._rows)

    def layer_shown(self, layer: str) -> bool:
        """Whether a layer of the map is shown."""
        return layer in self.map.tiles.shown

    def show_layer(self, layer: str, on: bool) -> None:
        """Show a layer of the map, or hide it."""
        shown = self.map.tiles.shown
        if on != (layer in shown):
            self.map.show_layers(shown | {layer} if on else shown - {layer})


def abreast(*widgets: tuple[QWidget, int]) -> QWidget:
    """Widgets side by side, each with its share of the room."""
    made = QWidget()
    layout = QHBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget, stretch in widgets:
        layout.addWidget(widget, stretch)
    return made


def _wide() -> int:
    return scaled(WIDTH, WIDEST)
