"""The main window: the library page, or the open scenario, and everything around them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt, Slot
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer import crash
from designer.actions import ActionBook
from designer.document import Document
from designer.garbage import sweep_soon
from designer.icons import icon
from designer.kinship import kinship
from designer.labels import Label
from designer.parts import PARTS
from designer.settings import ON_TABLE, Settings
from designer.shell import commands, families, sheets
from designer.shell.desk import Desk
from designer.shell.going import games_going
from designer.shell.library_page import LibraryPage
from designer.shell.menus import build_menus
from designer.shell.notice import Notice, Tone
from designer.shell.palette import CommandPalette
from designer.shell.problem_count import ProblemCount
from designer.shell.watch import Watch
from designer.shell.workspace import Workspace
from designer.theme import apply_theme, current_theme
from engine.errors import StavkaError
from engine.store.library import Library

SAVED = "All changes saved"


class MainWindow(QMainWindow):
    """Stavka's one window."""

    def __init__(self, library: Library, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.desk = Desk(library)
        self.document: Document | None = None
        self.workspace: Workspace | None = None
        self.book = ActionBook(self)
        self.menus: dict[str, QMenu] = build_menus(self, self.book)
        self._recent_menu = self._add_recent_menu()
        self._panels_menu = self._add_panels_menu()
        self._middle = QWidget()
        self.notice = Notice(self._middle)
        self.notice.foot = lambda: int(getattr(self.workspace.current(), "foot", 0)) if self.workspace else 0
        self.library_page = LibraryPage(self.book)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.library_page)
        self.problems = ProblemCount(self.reveal, self.show_problems)
        self.where = Label()
        self._saved = Label(SAVED)
        self.beside = Label()
        self.watch = Watch(self)
        self._lay_out()
        self._bind()
        self._restore_layout()
        self.refresh_library()
        self.watch.begin(library)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self._middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
        self.setCentralWidget(self._middle)
        self.statusBar().addPermanentWidget(self.beside)
        self.statusBar().addPermanentWidget(self.where)
        self.statusBar().addPermanentWidget(self.problems)
        self.statusBar().addPermanentWidget(self._saved)
        self.setMinimumSize(1024, 680)
        self.setWindowTitle("Stavka")

    def _bind(self) -> None:
        self.library_page.asked.connect(lambda slug, wanted: commands.ask(self, slug, wanted))
        self.settings.changed.connect(lambda _key: self.dress())
        self.watch.written.connect(self._follow_others)
        hints = QApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        self.book.bind(
            {
                "file.new": lambda: commands.new_scenario(self),
                "file.open": lambda: commands.open_library(self),
                "file.restore": lambda: commands.restore_shipped(self),
                "file.import": lambda: commands.import_file(self),
                "file.settings": lambda: commands.show_settings(self),
                "file.quit": self.close,
                "view.palette": self.show_palette,
                "view.full": self._toggle_full,
                "help.keys": lambda: sheets.keys_sheet(self.book, self).show(),
                "help.report": lambda: commands.show_report(self),
                "help.about": lambda: commands.show_about(self),
            }
        )
        if commands.geography_available():
            self.book.bind({"file.geography": lambda: commands.new_from_geography(self)})
        self._scenario_actions: dict[str, Callable[[], object]] = {
            "file.library": self.close_scenario,
            "file.close": self.close_scenario,
            "file.export": lambda: commands.export_bundle(self, self.slug),
            "file.print": lambda: commands.show_print(self),
            "edit.history": lambda: commands.show_history(self),
            "scenario.facts": lambda: commands.edit_facts(self),
            "scenario.compare": lambda: commands.compare(self),
            "scenario.variant": lambda: families.new_variant(self, self.slug),
            "scenario.parent": lambda: families.compare_with_parent(self),
            **{f"part.{part.key}": self._shower(part.key) for part in PARTS},
        }

    def _shower(self, key: str) -> Callable[[], object]:
        return lambda: self.show_part(key)

    @property
    def slug(self) -> str:
        """The slug of the open scenario, or nothing."""
        return self.document.slug if self.document else ""

    def _follow_system(self) -> None:
        if self.settings.get("theme") == "system":
            self.dress()

    def dress(self) -> None:
        """Take the theme and the text size from the settings, everywhere."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, self.settings.get("theme"), self.settings.get("text_scale") / 100)
        self.book.dress(icon)
        self.library_page.dress()
        self.problems.dress()
        self.notice.dress()
        for quiet in (self.beside, self._saved):
            quiet.setStyleSheet(f"color: {current_theme().muted}; padding: 0 8px;")
        if self.workspace is not None:
            self.workspace.dress()

    # the library

    def refresh_library(self) -> None:
        """Show the library as it is now."""
        try:
            scenarios = self.desk.scenarios()
        except StavkaError as error:
            self.warn(str(error))
            return
        self.library_page.show_library(self.desk.library, scenarios, commands.offers())
        self.library_page.show_going(games_going(self.desk.library, self.settings))

    def show_library(self, library: Library) -> None:
        """Close what is open and show another library."""
        self.close_scenario()
        self._forget_deleted()
        self.desk.library.close()
        self.desk = Desk(library)
        self.watch.begin(library)
        self.settings.add_recent(library.path)
        self.refresh_library()

    @Slot()
    def _follow_others(self) -> None:
        """Show what another window or program has written."""
        if self.document is not None:
            self.document.follow()
        if self.document is not None:  # it is still there
            kinship(self.document).look()
        if self.workspace is not None:
            self.workspace.heed()
        elif self.isVisible():
            self.refresh_library()

    def _forget_deleted(self) -> None:
        try:
            self.desk.clear()
        except StavkaError as error:
            self.warn(str(error))

    # the open scenario

    def open_scenario(self, slug: str, part: str = "map") -> Document | None:
        """Open a scenario with one of its parts in front; None, and a notice, if it cannot be read."""
        self.close_scenario()
        self.notice.hide()  # what it says was about something else
        try:
            document = Document(self.desk.library, slug, self)
        except StavkaError as error:
            self.warn(str(error))
            return None
        self.document = document
        kinship(document)  # before anybody who shows what is inherited
        self.problems.follow(document)
        document.failed.connect(self.warn)
        document.followed.connect(lambda name: self.say(f"In another window: {name}" if name else "Edited elsewhere"))
        document.gone.connect(self._lose_scenario)
        document.changed.connect(self._on_changed)
        document.stack.indexChanged.connect(lambda _index: self._name_undo())
        document.stack.cleanChanged.connect(lambda _clean: self._name_undo())
        self.workspace = Workspace(document, self)
        self._pages.addWidget(self.workspace)
        self._pages.setCurrentWidget(self.workspace)
        self.book.bind(self._scenario_actions)
        self.setWindowTitle(f"{document.title} – Stavka")
        self.workspace.show_part(part)
        self._name_undo()
        if not self.desk.library.writable:
            self.warn("This library may only be read: you can look, but nothing you change will be kept.")
        return document

    def close_scenario(self) -> None:
        """Return to the library page."""
        if self._drop_scenario():
            self.where.clear()
            self.statusBar().clearMessage()
            self.setWindowTitle("Stavka")
            self._pages.setCurrentWidget(self.library_page)
            self.refresh_library()

    @Slot()
    def _lose_scenario(self) -> None:
        """Close the tabs of a scenario that is not there any more, and say why."""
        title = self.document.title if self.document is not None else ""
        self.close_scenario()
        self.warn(f"“{title}” was removed from the library in another window, so its tabs were closed.", "warning")

    def _drop_scenario(self) -> bool:
        """Let go of the open scenario; False if there is none."""
        if self.workspace is None or self.document is None:
            return False
        self.remember_layout()
        self.problems.follow(None)
        self.workspace.release()
        self.book.release(self._scenario_actions)
        self._undo_bindings(False, False)
        self._pages.removeWidget(self.workspace)
        sweep_soon()
        self.workspace.deleteLater()
        self.document.close()
        self.workspace = self.document = None
        self._forget_deleted_games()
        return True

    def _forget_deleted_games(self) -> None:
        """Games that were deleted go for good, and with them the offer to bring them back."""
        try:
            if self.desk.clear_games():
                self.notice.hide()
        except StavkaError as error:
            self.warn(str(error))

    def show_part(self, key: str) -> QWidget | None:
        """Bring a part of the open scenario to the front."""
        return self.workspace.show_part(key) if self.workspace else None

    def try_change(self, proposals: object) -> None:
        """Offer changes to be playtested, or without any what the last edit did."""
        propose = getattr(self.show_part("playtest"), "propose", None)
        if propose is not None:
            propose(proposals)

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show the row that a problem names."""
        return self.workspace.reveal(table, key) if self.workspace else False

    def show_problems(self) -> None:
        """Show the whole list of problems, beside the map."""
        part = self.show_part("map")
        dock = part.findChild(QDockWidget, "problems") if part else None
        if dock is not None:
            dock.show()
            dock.raise_()

    def _on_changed(self, _changes: object) -> None:
        if self.document is not None and not self.document.sketching:
            self.setWindowTitle(f"{self.document.title} – Stavka")

    def _name_undo(self) -> None:
        """Undo and redo say what they would undo and redo."""
        if self.document is None:
            return
        stack = self.document.stack
        self._undo_bindings(stack.canUndo(), stack.canRedo())
        for id, verb, text in (("edit.undo", "&Undo", stack.undoText()), ("edit.redo", "&Redo", stack.redoText())):
            action = self.book[id]
            action.setText(f"{verb} {text}" if text else verb)
            action.setToolTip(f"{verb[1:]} {text}".strip() + f" ({action.shortcut().toString()})")

    def _undo_bindings(self, undo: bool, redo: bool) -> None:
        for id, able, step in (("edit.undo", undo, self.undo), ("edit.redo", redo, self.redo)):
            self.book.release({id: step})
            if able:
                self.book.bind({id: step})

    def undo(self) -> None:
        """Take the last edit back and say so."""
        if self.document is not None and self.document.stack.canUndo():
            name = self.document.stack.undoText()
            self.document.stack.undo()
            self.say(f"Undone: {name}")

    def redo(self) -> None:
        """Make the last undone edit again and say so."""
        if self.document is not None and self.document.stack.canRedo():
            name = self.document.stack.redoText()
            self.document.stack.redo()
            self.say(f"Redone: {name}")

    # saying things

    def say(self, text: str) -> None:
        """Say something in passing, in the status bar."""
        self.statusBar().showMessage(text, 6000)

    def print_game(self, game: int) -> None:
        """Open the print dialog on the report of a game."""
        commands.show_print(self, game)

    def warn(self, text: str, tone: Tone = "bad") -> None:
        """Say something that must not be missed, over the foot of the page."""
        self.notice.show_text(text, tone)

    def show_palette(self) -> CommandPalette:
        """Open the command palette in the middle of the upper window."""
        palette = CommandPalette(self.book, self)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.mapToGlobal(self.rect().topLeft())
        palette.move(corner.x() + (self.width() - palette.width()) // 2, corner.y() + 90)
        palette.show()
        palette.field.setFocus()
        return palette

    def offer_report(self) -> None:
        """Offer the report of a crash that nobody has seen."""
        report = crash.unseen_report()
        if report is not None:
            crash.mark_seen(report)
            self.notice.show_text(
                "Stavka met an error in an earlier run. Nothing is lost; a report was saved.",
                "warning",
                "Show the report",
                lambda: sheets.report_sheet(report, self).show(),
            )

    # the window itself

    def _add_recent_menu(self) -> QMenu:
        menu = QMenu("Recent &libraries", self)
        self.menus["&File"].insertMenu(self.book["file.restore"], menu)
        menu.aboutToShow.connect(self._fill_recent)
        return menu

    def _add_panels_menu(self) -> QMenu:
        menu = QMenu("&Panels", self)
        self.menus["&View"].insertMenu(self.book["view.full"], menu)
        menu.aboutToShow.connect(self._fill_panels)
        return menu

    def _fill_panels(self) -> None:
        """Offer the panels of the part in front, shown or hidden."""
        self._panels_menu.clear()
        part = self.workspace.current() if self.workspace else None
        for dock in part.findChildren(QDockWidget) if part else ():
            self._panels_menu.addAction(dock.toggleViewAction())
        if self._panels_menu.isEmpty():
            self._panels_menu.addAction("There are no panels here").setEnabled(False)

    def _fill_recent(self) -> None:
        self._recent_menu.clear()
        for path in self.settings.recent():
            action = QAction(str(path), self._recent_menu)
            action.triggered.connect(lambda _checked=False, path=path: commands.open_library_file(self, path))
            self._recent_menu.addAction(action)
        if self._recent_menu.isEmpty():
            self._recent_menu.addAction("No other library was opened yet").setEnabled(False)

    def _toggle_full(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def _restore_layout(self) -> None:
        self.resize(1440, 900)
        geometry = self.settings.memory("window")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)

    def remember_layout(self) -> None:
        """Keep where the window and the docks are."""
        self.settings.remember("window", self.saveGeometry())
        for part in PARTS:
            widget = self.workspace.part(part.key) if self.workspace else None
            if isinstance(widget, QMainWindow):
                self.settings.remember(f"docks/{part.key}", widget.saveState())

    def changeEvent(self, event: QEvent) -> None:
        """Whoever turns to this window sees the library as it is."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.watch.look()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and let the library go."""
        self.watch.end()
        self.remember_layout()
        on_table = self.settings.memory(ON_TABLE)
        self._drop_scenario()
        self.settings.remember(ON_TABLE, on_table)
        self._forget_deleted()
        super().closeEvent(event)


def open_window(library: Library, settings: Settings) -> MainWindow:
    """The window on a library, dressed."""
    window = MainWindow(library, settings)
    window.dress()
    settings.add_recent(Path(library.path))
    return window
