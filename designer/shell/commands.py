"""What menu entries and cards do that needs a dialog: each is one small function over the window."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from designer import crash
from designer.parts import PARTS
from designer.shell import sheets
from designer.shell.desk import BUNDLE_SUFFIX
from designer.shell.families import new_variant
from designer.shell.going import go_on
from engine.errors import StavkaError
from engine.store.library import Library

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

IMPORTS = "Scenarios (*.txt *.stavka.txt *.db *.tmx);;All files (*)"
LIBRARIES = "Libraries (*.db);;All files (*)"


def offers() -> frozenset[str]:
    """What the cards of the library can do in this build."""
    always = {"edit", "variant", "duplicate", "rename", "export", "delete"}
    if any(part.key == "play" for part in PARTS):
        always |= {"play", "what-if"}
    if printing_available():
        always.add("print")
    return frozenset(always)


def printing_available() -> bool:
    """Whether there is a print dialog in this build."""
    return find_spec("designer.printing") is not None and find_spec("designer.printing.dialog") is not None


def geography_available() -> bool:
    """Whether maps can be laid out from geography in this build."""
    return find_spec("engine.geography") is not None and find_spec("designer.shell.geography") is not None


def ask(window: MainWindow, slug: str, wanted: str) -> None:
    """Do what a card was asked for."""
    commands: dict[str, Callable[[], object]] = {
        "play": lambda: window.open_scenario(slug, "play"),
        "continue": lambda: go_on(window, slug),
        "what-if": lambda: what_if(window, slug),
        "edit": lambda: window.open_scenario(slug),
        "variant": lambda: new_variant(window, slug),
        "duplicate": lambda: duplicate(window, slug),
        "rename": lambda: rename(window, slug),
        "export": lambda: export_bundle(window, slug),
        "print": lambda: print_scenario(window, slug),
        "delete": lambda: delete(window, slug),
    }
    try:
        commands[wanted]()
    except StavkaError as error:
        window.warn(str(error))


def what_if(window: MainWindow, slug: str) -> None:
    """Arrange a position of a scenario."""
    if window.open_scenario(slug, "play") is not None:
        window.book.run("play.whatif")


def duplicate(window: MainWindow, slug: str) -> None:
    """Copy a scenario."""
    new = window.desk.duplicate(slug)
    window.refresh_library()
    window.notice.show_text(
        f"“{window.desk.info(new).title}” was added.", "good", "Open it", lambda: window.open_scenario(new)
    )


def rename(window: MainWindow, slug: str) -> None:
    """Ask for another title."""
    from designer.ask import ask_line

    before = window.desk.info(slug).title
    ask_line(window, "Rename", "Title", before, lambda title: _renamed(window, slug, before, title))


def _renamed(window: MainWindow, slug: str, before: str, title: str) -> None:
    try:
        window.desk.rename(slug, title)
    except StavkaError as error:
        window.warn(str(error))
        return
    window.refresh_library()
    window.notice.show_text(
        f"“{before}” is now called “{title}”.", "good", "Undo", lambda: _renamed(window, slug, title, before)
    )


def delete(window: MainWindow, slug: str) -> None:
    """Delete a scenario, with a way back."""
    title = window.desk.info(slug).title
    window.desk.set_aside(slug)
    window.refresh_library()

    def put_back() -> None:
        window.desk.put_back()
        window.refresh_library()

    window.notice.show_text(f"“{title}” was deleted, with its games.", "warning", "Undo", put_back)


def import_file(window: MainWindow) -> None:
    """Ask for a file and import what it holds."""
    name, _ = QFileDialog.getOpenFileName(window, "Import a scenario", "", IMPORTS)
    if name:
        import_path(window, Path(name))


def import_path(window: MainWindow, path: Path) -> QDialog:
    """Import a file beside the window."""
    from designer.shell.importing import ImportJob

    job = ImportJob(path, window.desk.library, window)
    job.refused.connect(lambda why: window.warn(f"{path.name} was not imported. {why}"))
    job.done_with.connect(lambda slugs: _imported(window, slugs))
    return job


def _imported(window: MainWindow, slugs: list[str]) -> None:
    window.close_scenario()
    window.refresh_library()
    titles = ", ".join(f"“{window.desk.info(slug).title}”" for slug in slugs[:3])
    more = f" and {len(slugs) - 3} more" if len(slugs) > 3 else ""
    window.notice.show_text(f"Imported {titles}{more}.", "good", "Open it", lambda: window.open_scenario(slugs[0]))


def export_bundle(window: MainWindow, slug: str) -> None:
    """Ask for a name and write a scenario as text."""
    name, _ = QFileDialog.getSaveFileName(
        window, "Export the scenario", f"{slug}{BUNDLE_SUFFIX}", "Scenario as text (*.txt)"
    )
    if not name:
        return
    try:
        window.desk.write(slug, Path(name))
    except StavkaError as error:
        window.warn(str(error))
        return
    window.notice.show_text(f"Exported to {name}.")


def print_scenario(window: MainWindow, slug: str) -> None:
    """Open a scenario and the print dialog on it."""
    if window.slug != slug:
        window.open_scenario(slug)
    window.book.run("file.print")


def show_print(window: MainWindow, game: int | None = None) -> None:
    """Open the print dialog on the open scenario, or on the report of one of its games."""
    from designer.printing.dialog import PrintDialog

    if window.document is not None:
        document = window.document
        dialog = PrintDialog(document.rows, window.settings, document.library, document.slug, window)
        if game is not None:
            dialog.wishes.want_report(game)
        _opened(dialog)


def open_library(window: MainWindow) -> None:
    """Ask for another library file."""
    name, _ = QFileDialog.getOpenFileName(window, "Open a library", str(window.desk.library.path.parent), LIBRARIES)
    if name:
        open_library_file(window, Path(name))


def open_library_file(window: MainWindow, path: Path) -> None:
    """Open another library; one that may not be written is opened for reading."""
    try:
        library = Library.open(path)
    except StavkaError as error:
        try:
            library = Library.open(path, read_only=True)
        except StavkaError:
            window.warn(str(error))
            return
    window.show_library(library)
    if not library.writable:
        window.warn(f"{path.name} may only be read: you can look and play, but not keep changes.", "warning")


def restore_shipped(window: MainWindow) -> None:
    """Choose a shipped scenario and put a fresh copy of it on the shelf."""
    from designer.ask import ask_choice

    try:
        shipped = window.desk.shipped()
    except StavkaError as error:
        window.warn(str(error))
        return
    if not shipped:
        window.warn("This build of Stavka came without scenarios, so there is nothing to restore.", "warning")
        return
    ask_choice(
        window,
        "Restore a shipped scenario",
        "A fresh copy is added; your own version stays.",
        [(info.slug, info.title) for info in shipped],
        lambda slug: _restored(window, slug),
    )


def _restored(window: MainWindow, slug: str) -> None:
    try:
        new = window.desk.restore(slug)
    except StavkaError as error:
        window.warn(str(error))
        return
    window.close_scenario()
    window.refresh_library()
    window.notice.show_text(
        f"“{window.desk.info(new).title}” was restored.", "good", "Open it", lambda: window.open_scenario(new)
    )


def new_scenario(window: MainWindow) -> None:
    """Ask for a title and a grid, and open the empty map."""
    from designer.shell.new_scenario import NewScenarioDialog

    dialog = NewScenarioDialog(window)
    dialog.made.connect(lambda title, slug, rows: add_scenario(window, title, slug, rows))
    _opened(dialog)


def add_scenario(window: MainWindow, title: str, slug: str, rows: object) -> None:
    """Put a new scenario on the shelf and open it."""
    from engine.records import Rows

    assert isinstance(rows, Rows)
    try:
        made = window.desk.add(title, rows, slug)
    except StavkaError as error:
        window.warn(str(error))
        return
    window.refresh_library()
    window.open_scenario(made)


def new_from_geography(window: MainWindow) -> None:
    """Lay a map out from the gazetteer."""
    from designer.shell.geography import GeographyDialog

    dialog = GeographyDialog(window)
    dialog.made.connect(lambda title, rows: add_scenario(window, title, "", rows))
    _opened(dialog)


def show_settings(window: MainWindow) -> None:
    """Open the settings."""
    from designer.shell.settings_dialog import SettingsDialog

    _opened(SettingsDialog(window.settings, window))


def show_about(window: MainWindow) -> None:
    """Open the about box."""
    from designer.shell.about import AboutBox

    _opened(AboutBox(window))


def show_history(window: MainWindow) -> None:
    """Open the list of edits."""
    if window.document is not None:
        sheets.history_sheet(window.document, window).show()


def show_report(window: MainWindow) -> None:
    """Show the newest crash report."""
    report = crash.last_report()
    if report is None:
        window.say("There is no crash report: nothing has gone wrong yet.")
    else:
        sheets.report_sheet(report, window).show()


def edit_facts(window: MainWindow) -> None:
    """Edit the title, the description and the sources of the open scenario."""
    from designer.shell.facts import FactsDialog

    if window.document is not None:
        _opened(FactsDialog(window.document, window))


def _opened(dialog: QDialog) -> None:
    """Open a dialog that goes for good when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def compare(window: MainWindow, other: str = "") -> None:
    """Show what is different between the open scenario and an earlier version of it, or another scenario."""
    from designer.shell.compare import CompareDialog

    if window.document is not None:
        dialog = CompareDialog(window.document, window.desk.scenarios(), window, other)
        dialog.culprit.connect(window.reveal)
        dialog.failed.connect(window.warn)
        dialog.show()
