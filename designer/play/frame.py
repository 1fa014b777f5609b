"""How the play view is laid out: the bar across the top, board and replay in the middle, panels on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QScrollArea, QToolBar, QVBoxLayout, QWidget

from designer.docking import dress_dock, make_dock
from designer.icons import icon
from designer.mapview import MapView
from designer.mapview.camera import STEP
from designer.play.overlays import OVERLAYS
from designer.theme import scaled

WIDTH, WIDEST = 330, 440
"""How wide the panels are at least, at the usual text size and at any; the map has the rest."""

SHARES = (380, 350)
"""Heights of the upper and the lower panels, the first time they are seen."""

SPILL = 1.05
"""How much larger than the view the whole map may be shown: its margin bears a cut."""

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Frame(QMainWindow):
    """A window within the window, so that its panels can be moved and stay where they were put."""

    def __init__(self, map_view: MapView) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self.map = map_view
        self.docks: dict[str, QDockWidget] = {}
        self.overlays: dict[str, QAction] = {}
        self._arranged = False

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
        self._arranged = isinstance(kept, QByteArray) and self.restoreState(kept)

    def front(self, key: str) -> None:
        """Bring a panel to the front."""
        self.docks[key].show()
        self.docks[key].raise_()

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
        for dock in self.docks.values():
            dress_dock(dock)
        for kind in OVERLAYS:
            self.overlays[kind.key].setIcon(icon(kind.icon))

    def showEvent(self, event: QShowEvent) -> None:
        """Share the column of panels out, the first time it is seen."""
        super().showEvent(event)
        if not self._arranged:
            self._arranged = True
            QTimer.singleShot(0, self._arrange)

    def _arrange(self) -> None:
        docks = [self.docks["orders"], self.docks["journal"]]
        self.resizeDocks(docks, list(SHARES), Qt.Orientation.Vertical)
        self.resizeDocks(docks[:1], [_wide()], Qt.Orientation.Horizontal)
        QTimer.singleShot(0, self.fit)

    def fit(self) -> None:
        """Show the whole map as large as it goes; a little of its margin may be cut."""
        self.map.fit()
        bounds, larger = self.map.scene.bounds, self.map.scale * 2 ** (1 / STEP)
        if max(bounds.width() * larger / self.map.width(), bounds.height() * larger / self.map.height()) <= SPILL:
            self.map.zoom_by(1)


def scrolled(panel: QWidget) -> QScrollArea:
    """A panel that can be scrolled where there is too little room for it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(panel)
    return area


def _wide() -> int:
    return scaled(WIDTH, WIDEST)
