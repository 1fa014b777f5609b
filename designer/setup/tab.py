"""The Set-up tab: roster, map, and the lines of set-up, arrivals, control, weather and markers below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QSplitter, QTabWidget, QVBoxLayout, QWidget

from designer.ask import ask_choice
from designer.document import Document
from designer.setup import operations
from designer.setup.board import SetupMap
from designer.setup.checks import ChecksPanel
from designer.setup.dialogs import ArrivalDialog, regions
from designer.setup.markers import MarkersPage
from designer.setup.roster import RosterPanel
from designer.setup.sheets import arrival_sheet, control_sheet, placement_sheet
from designer.setup.weather import weather_grid
from designer.tables.check import checker
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.sheet import Line
from engine.errors import Problem, StavkaError
from engine.records.changes import Change, put
from engine.records.counters import Face, Selector
from engine.records.family import convert
from engine.records.play import Arrival, Placement
from engine.records.weather import Weather, WeatherZone
from engine.scenario.sentences import listed

if TYPE_CHECKING:
    from designer.inputs.nested import SelectorDialog
    from designer.shell.window import MainWindow

NO_REGION = "There is no region yet. Paint one on the Map tab with the region tool (G)."


def create(document: Document, window: MainWindow) -> QWidget:
    """The Set-up tab of a document."""
    return SetupEditor(document, window)


class SetupEditor(QSplitter):
    """Who begins where."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.document = document
        self._window = window
        self.grids = Grids(window)
        rows = document.rows
        self.roster = RosterPanel(document)
        self.map = SetupMap(document)
        self.lines = self.grids.add(
            GridView(
                document,
                placement_sheet(rows),
                empty="Nobody is set up yet. Drag units from the roster onto the map, or press + for a line.",
            )
        )
        self.arrivals = self.grids.add(
            GridView(
                document,
                arrival_sheet(rows),
                empty="Nobody arrives later. Choose units "
                "in the roster and press “Arrive later”, or press + for a line.",
            )
        )
        self.control = self.grids.add(
            GridView(
                document,
                control_sheet(rows),
                without=("table.add", "table.duplicate"),
                empty="There are no places yet. Put them on the Map tab (P).",
            )
        )
        self.weather = self.grids.add(weather_grid(document))
        self.markers = MarkersPage(document, self.map)
        self.grids.add(self.markers.grid)
        self.checks = ChecksPanel()
        self.pages = QTabWidget()
        self._stale = False
        self._lay_out()
        self._connect()
        self._offer_ground()

    def _lay_out(self) -> None:
        for widget, title in (
            (self.lines, "Set-up"),
            (self.arrivals, "Arrivals"),
            (self.control, "Control"),
            (self.weather, "Weather"),
            (self.markers, "Markers"),
            (self.checks, "Checks"),
        ):
            page = QWidget()
            layout = QVBoxLayout(page)
            layout.setContentsMargins(8, 6, 8, 6)
            layout.addWidget(widget)
            self.pages.addTab(page, title)
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.map)
        right.addWidget(self.pages)
        right.setSizes([540, 260])
        right.setStretchFactor(0, 1)
        self.addWidget(self.roster)
        self.addWidget(right)
        self.setSizes([260, 1140])
        self.setStretchFactor(1, 1)

    def _connect(self) -> None:
        self.map.clicked.connect(self.place_here)
        self.map.dropped.connect(self.place_here)
        self.map.moved.connect(self.move_piece)
        self.map.chosen.connect(self._show_piece)
        self.map.asked.connect(self._menu)
        self.markers.shown.connect(lambda: self._bring("Markers"))
        self.roster.free_wanted.connect(self.ask_free)
        self.roster.arrival_wanted.connect(self.ask_arrival)
        self.lines.picked.connect(self._show_line)
        self.weather.picked.connect(self._show_zone)
        for grid in (self.lines, self.arrivals):
            grid.view.doubleClicked.connect(lambda index, grid=grid: self._open_units(grid, index.column()))
        self.checks.culprit.connect(self.reveal)
        self.pages.currentChanged.connect(lambda _page: self._show_checks(checker(self.document).problems))
        self.document.changed.connect(self._follow)
        checker(self.document).found.connect(self._show_checks)

    def _follow(self, changes: list[Change]) -> None:
        """Take over an edit; while another tab is in front, only remember that there was one."""
        if not self.isVisible():
            self._stale = True
            return
        self.map.follow(changes)
        tables = {change.table for change in changes}
        if "side" in tables:
            self.roster.refill_sides()
        elif tables & {"unit", "face", "placement", "arrival", "nationality"}:
            self.roster.refresh(self.map.dealt)
        if tables & {"side", "marker", "weather"}:
            self._offer_ground()

    def _offer_ground(self) -> None:
        """Offer the kinds of marker; a zone can be added once there is a kind of weather."""
        self.markers.refill()
        self.weather.buttons["table.add"].setEnabled(bool(self.document.rows.all(Weather)))

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was edited elsewhere."""
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.map.reload()
            self.roster.refill_sides()
            self._offer_ground()
            self._show_checks(checker(self.document).problems)

    def _show_checks(self, problems: list[Problem]) -> None:
        if self.checks.isVisible():
            self.checks.show_checks(self.document.rows, problems)
        elif not self.isVisible():
            self._stale = True

    def _attempt(self, name: str, work: Callable[[], list[Change]]) -> bool:
        try:
            changes = work()
        except StavkaError as error:
            self._window.warn(str(error), "warning")
            return False
        return self.document.edit(name, changes)

    # placing

    def place_here(self, cell: str) -> None:
        """Put the marker or the units that are chosen into a cell; the next one of the roster is chosen."""
        if self.markers.isVisible() and self.markers.place(cell):
            return
        chosen = self.roster.selected()
        at = self.roster.first_selected()
        if not chosen:
            return
        name = f"Set up {_who(chosen)} in {cell}"
        placed = self._attempt(name, lambda: operations.place(self.document.rows, chosen, cell))
        if placed and not self.roster.selected():
            self.roster.select(min(at, self.roster.list.count() - 1))

    def move_piece(self, piece: str, cell: str) -> None:
        """Move a counter to another cell."""
        name = operations.recruit_of(self.map.dealt, piece).name
        self._attempt(f"Set up {name} in {cell}", lambda: operations.relocate(self.document.rows, piece, cell))

    def take_off(self, piece: str | None = None) -> None:
        """Take the counter in front off the map."""
        held = piece or self.map.piece
        if held is not None:
            name = operations.recruit_of(self.map.dealt, held).name
            self._attempt(f"Take {name} off the map", lambda: operations.take_off(self.document.rows, held))

    def clear_front(self) -> None:
        """Take the marker or the counter in front off the map."""
        marker = self.map.marker
        if marker is not None:
            self.markers.take_off(marker)
        else:
            self.take_off()

    def turn_over(self, piece: str) -> None:
        """Let a counter begin with its next face up."""
        one = operations.recruit_of(self.map.dealt, piece)
        faces = sum(face.unit == one.unit.unit for face in self.document.rows.all(Face))
        self._attempt(f"Turn {one.name} over", lambda: operations.turn_over(self.document.rows, piece, faces))

    def ask_free(self) -> None:
        """Ask in which region the chosen units are free."""
        chosen = self.roster.selected()
        found = regions(self.document.rows, "setup", "zone")
        if not found:
            self._window.warn(NO_REGION, "warning")
        elif chosen:
            ask_choice(
                self,
                "Free in a region",
                "Their owner places them in this region before the game.",
                found,
                self.place_free,
            )

    def place_free(self, region: str) -> None:
        """Leave it to the owner where in a region the chosen units begin."""
        chosen = self.roster.selected()
        where = dict(regions(self.document.rows)).get(region, region)
        name = f"Leave {_who(chosen)} free in {where}"
        self._attempt(name, lambda: operations.place_free(self.document.rows, chosen, region))

    def ask_arrival(self) -> None:
        """Ask when and where the chosen units arrive."""
        chosen = self.roster.selected()
        if chosen:
            dialog = ArrivalDialog(self.document.rows, listed([one.name for one in chosen[:3]]), self)
            dialog.wanted.connect(self.add_arrival)
            dialog.open()

    def add_arrival(self, turn: int, region: str | None) -> None:
        """Let the chosen units arrive."""
        chosen = self.roster.selected()
        name = f"Let {_who(chosen)} arrive on turn {turn}"
        self._attempt(name, lambda: operations.arrive(self.document.rows, chosen, turn, region))

    # showing

    def _show_piece(self, piece: str | None) -> None:
        line = self.map.dealt.line_of(piece) if piece else None
        if line is not None and line[0] == "placement":
            self.pages.setCurrentIndex(0)
            self.lines.view.show_line((line[1],))

    def _show_line(self, line: Line | None) -> None:
        row = self.document.rows.get(Placement, *cast(tuple[str], line)) if line is not None else None
        self.map.show_region(row.region or "" if row else "")

    def _show_zone(self, line: Line | None) -> None:
        row = self.document.rows.get(WeatherZone, *cast(tuple[str], line)) if line is not None else None
        self.map.show_region(row.region or "" if row else "")

    def _menu(self, piece: str, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Take off the map").triggered.connect(lambda _on=False: self.take_off(piece))
        menu.addAction("Turn over").triggered.connect(lambda _on=False: self.turn_over(piece))
        menu.popup(at)

    def _open_units(self, grid: GridView, column: int) -> SelectorDialog | None:
        """Open the dialog that says which units a line means."""
        from designer.inputs.nested import SelectorDialog  # loads every rule, which opening the tab should not wait for

        line = grid.view.line()
        if grid.model.headings[column].key != "units" or line is None:
            return None
        key = cast(tuple[str], line)
        rows = self.document.rows
        row = rows.get(Placement, *key) if grid is self.lines else rows.get(Arrival, *key)
        assert isinstance(row, Placement | Arrival)
        dialog = SelectorDialog(self.document.rows, msgspec.to_builtins(row.units), self)
        dialog.accepted.connect(lambda: self._set_units(row, dialog.form.value()))
        dialog.open()
        return dialog

    def _set_units(self, row: Placement | Arrival, value: dict[str, object]) -> None:
        after = replace(row, units=convert(value, Selector))
        self.document.edit("Change the units of a line", [put(self.document.rows, after)])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the counter in front off the map; Escape lets go of the roster and of the markers."""
        front = self.map.piece or self.map.marker
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and front is not None:
            self.clear_front()
        elif event.key() == Qt.Key.Key_Escape:
            self.roster.select(-1)
            self.markers.let_go()
        else:
            super().keyPressEvent(event)

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here; on the map Delete takes a counter off."""
        found = dict(self.grids.handlers())
        clear = found["edit.clear"]
        found["edit.clear"] = lambda: self.clear_front() if self.map.view.hasFocus() else clear()
        found["view.fit"] = self.map.view.fit
        found["view.in"] = lambda: self.map.view.zoom_by(1)
        found["view.out"] = lambda: self.map.view.zoom_by(-1)
        return found

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a line of the set-up, an arrival, a weather zone or a marker."""
        grids = {
            "placement": ("Set-up", self.lines),
            "arrival": ("Arrivals", self.arrivals),
            "weather_zone": ("Weather", self.weather),
            "marker_start": ("Markers", self.markers.grid),
        }
        if table == "roster":
            return self.roster.seek(str(key[0]))
        if table not in grids:
            return False
        page, grid = grids[table]
        self._bring(page)
        return not key or grid.reveal(table, key)

    def _bring(self, title: str) -> None:
        """Bring the page with a title to the front."""
        titles = [self.pages.tabText(index) for index in range(self.pages.count())]
        self.pages.setCurrentIndex(titles.index(title))

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
        self.map.view.retheme()
        self.roster.refresh()


def _who(chosen: Sequence[operations.Recruit]) -> str:
    """The chosen units in the name of an edit: up to three by name, the rest counted."""
    names = [one.unit.name if one.group == "unit" else f"an untried {one.key}" for one in chosen[:3]]
    return listed([*names, f"{len(chosen) - 3} more"] if len(chosen) > 3 else names)
