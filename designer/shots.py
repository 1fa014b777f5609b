"""A picture of every screen and dialog, to be looked at: `stavka shots OUT_DIR`.

Each shot is a function that brings the window into a state and gives the widget to be photographed.  A part adds its
own to the table `SHOTS`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from designer.paint.formats import as_png
from designer.specimens.flaws import flaws
from designer.specimens.looks import Look
from designer.specimens.screens import SCREENS
from designer.specimens.sheets import contact_sheet
from designer.specimens.waiting import settle
from engine.files import save
from engine.store.library import Library
from engine.store.places import shipped_library

if TYPE_CHECKING:
    from designer.mapeditor.editor import MapEditor
    from designer.shell.window import MainWindow


@dataclass(frozen=True)
class Shot:
    """One picture: its file name, how to bring it about, and whether it is also taken in the dark."""

    name: str
    take: Callable[[MainWindow], QWidget]
    dark: bool = False


def library_page(window: MainWindow) -> QWidget:
    """The first page, with every thumbnail drawn."""
    window.close_scenario()
    window.desk.put_back()
    window.refresh_library()
    window.notice.hide()
    settle(until=lambda: not window.library_page.busy())
    return window


def deleted(window: MainWindow) -> QWidget:
    """The library after a deletion, with the way back."""
    from designer.shell import commands

    library_page(window)
    commands.ask(window, window.desk.scenarios()[-1].slug, "delete")
    settle()
    return window


def map_editor(window: MainWindow) -> QWidget:
    """The map editor on the first scenario, the mouse over a hex."""
    editor = open_map(window)
    hover(editor, editor.view.rect().center().x(), editor.view.rect().center().y())
    return window


def close_up(window: MainWindow) -> QWidget:
    """The river tool on a zoomed map."""
    editor = open_map(window)
    editor.take("hexside")
    editor.view.zoom_to(70)
    settle(until=lambda: not editor.problems.busy())
    hover(editor, editor.view.width() * 0.45, editor.view.height() * 0.5)
    return window


def selection(window: MainWindow) -> QWidget:
    """A selected piece of the map."""
    from designer.mapeditor.operations import shapes

    editor = open_map(window)
    editor.take("select")
    grid = editor.view.grid
    editor.context.select(shapes.rectangle(grid, grid.cell_at(4, 4), grid.cell_at(9, 8)))
    settle()
    return window


def open_map(window: MainWindow) -> MapEditor:
    """The map editor of the first scenario, settled."""
    from designer.mapeditor.editor import MapEditor

    close_dialogs()
    slug = window.desk.scenarios()[0].slug
    if window.slug != slug:
        window.open_scenario(slug)
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    window.notice.hide()
    settle()
    editor.view.fit()
    settle(until=lambda: not editor.problems.busy())
    return editor


def hover(editor: MapEditor, x: float, y: float) -> None:
    """Put the mouse over a pixel of the map."""
    at = QPointF(x, y)
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        at,
        QPointF(editor.view.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(editor.view, event)
    settle()


def dialog(open_it: Callable[[MainWindow], object], milliseconds: int = 150) -> Callable[[MainWindow], QWidget]:
    """A shot of the dialog that a function opens."""

    def take(window: MainWindow) -> QWidget:
        close_dialogs()
        open_it(window)
        settle(milliseconds)
        shown = [
            widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog) and widget.isVisible()
        ]
        return shown[-1] if shown else window

    return take


def on_map(errand: str) -> Callable[[MainWindow], object]:
    """An action of the map editor."""

    def run(window: MainWindow) -> None:
        open_map(window)
        window.book.run(errand)

    return run


def place_form(window: MainWindow) -> None:
    """The form of the first place."""
    from engine.records.board import Place

    editor = open_map(window)
    places = editor.document.rows.all(Place)
    if places:
        editor.open_form(places[0])


def run(id: str) -> Callable[[MainWindow], object]:
    """An action of the window."""
    return lambda window: window.book.run(id)


def close_dialogs() -> None:
    """Close whatever is open over the window."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.close()


def paper(what: str, page: int, **choices: object) -> Callable[[MainWindow], QWidget]:
    """A printed page of the first scenario."""

    def take(window: MainWindow) -> QWidget:
        from designer.specimens.printing import specimen

        return specimen(window, what, page, **choices)

    return take


def playtest(page: str) -> Callable[[MainWindow], QWidget]:
    """A page of the Playtest room."""

    def take(window: MainWindow) -> QWidget:
        from designer.specimens.playtest import room

        return room(window, AB, page)

    return take


def edit(state: str) -> Callable[[MainWindow], QWidget]:
    """One of the editors of tables, charts, rules and set-up."""

    def take(window: MainWindow) -> QWidget:
        from designer.specimens.editors import editor

        shown = editor(window, AB, state)
        settle(700)
        return shown

    return take


AB = "arduous-beginning"

PLAY_DARK = ("lobby", "declare", "move", "sandbox")
"""The screens of play that are also taken in dark."""

SHOTS: tuple[Shot, ...] = (
    Shot("library", library_page, dark=True),
    Shot("library-deleted", deleted),
    Shot("dialog-new-scenario", dialog(run("file.new"))),
    Shot("dialog-geography", dialog(run("file.geography"), 4000)),
    Shot("dialog-restore", dialog(run("file.restore"))),
    Shot("dialog-settings", dialog(run("file.settings")), dark=True),
    Shot("dialog-about", dialog(run("help.about"))),
    Shot("dialog-shortcuts", dialog(run("help.keys"))),
    Shot("map-editor", map_editor, dark=True),
    Shot("map-close-up", close_up),
    Shot("map-selection", selection),
    Shot("dialog-palette", dialog(run("view.palette"))),
    Shot("dialog-go-to", dialog(on_map("view.goto"))),
    Shot("dialog-resize", dialog(on_map("map.resize"))),
    Shot("dialog-renumber", dialog(on_map("map.renumber"))),
    Shot("dialog-kinds", dialog(on_map("map.kinds"))),
    Shot("dialog-statistics", dialog(on_map("map.statistics"))),
    Shot("dialog-export-map", dialog(on_map("file.picture"))),
    Shot("dialog-place", dialog(place_form)),
    Shot("dialog-print", dialog(on_map("file.print"), 2500), dark=True),
    Shot("dialog-facts", dialog(on_map("scenario.facts"))),
    Shot("dialog-history", dialog(on_map("edit.history"))),
    Shot("order-of-battle", edit("units"), dark=True),
    Shot("dialog-import", edit("import")),
    Shot("charts-combat", edit("crt"), dark=True),
    Shot("charts-table", edit("table")),
    Shot("charts-terrain", edit("tec")),
    Shot("rules-sequence", edit("sequence"), dark=True),
    Shot("rules-mechanisms", edit("mechanisms")),
    Shot("rules-turns", edit("turns")),
    Shot("rules-options", edit("options")),
    Shot("rules-cases", edit("cases")),
    Shot("rules-words", edit("words"), dark=True),
    Shot("dialog-which-units", edit("which-units")),
    Shot("set-up", edit("set-up"), dark=True),
    Shot("victory", edit("victory")),
    Shot("doctrine", edit("doctrine"), dark=True),
    Shot("playtest-overview", playtest("Overview"), dark=True),
    Shot("playtest-curves", playtest("Curves")),
    Shot("playtest-map", playtest("Map"), dark=True),
    Shot("playtest-battles", playtest("Battles")),
    Shot("playtest-units", playtest("Units")),
    Shot("playtest-games", playtest("Games")),
    *(Shot(f"play-{name}", take, dark=name in PLAY_DARK) for name, take in SCREENS.items()),
    Shot("paper-setup-german", paper("setup", 0)),
    Shot("paper-setup-soviet", paper("setup", 1)),
    Shot("paper-setup-soviet-bw", paper("setup", 1, monochrome=True)),
    Shot("paper-setup-by-formation", paper("setup", 1, sort="formation")),
    Shot("paper-counters-fronts", paper("counters", 0)),
    Shot("paper-counters-backs", paper("counters", 1)),
    Shot("paper-counters-bw", paper("counters", 0, monochrome=True)),
    Shot("paper-map-plan", paper("map", 0)),
    Shot("paper-map-tile", paper("map", 1)),
    Shot("paper-map-page-bw", paper("map", 0, map_as="page", monochrome=True)),
    Shot("paper-charts", paper("charts", 0)),
    Shot("paper-track", paper("charts", 1)),
    Shot("paper-aid-bw", paper("charts", 2, monochrome=True)),
    Shot("paper-order-of-battle", paper("oob", 2)),
    Shot("paper-formations", paper("oob", 1)),
)
"""Every picture, in the order in which they are taken."""


@dataclass(frozen=True)
class ShotsWish:
    """Which pictures are wanted: those whose name holds a word, of a library, in which looks, laid together or not."""

    only: str = ""
    library: Path | None = None
    looks: tuple[Look, ...] = ()
    sheets: bool = False
    flaws: bool = False


EVERYTHING = ShotsWish()
"""Every picture of the shipped library, as usual."""


@dataclass(frozen=True)
class Taken:
    """What came of it: the files, the contact sheets, and what is wrong with a screen, by its file."""

    files: tuple[Path, ...]
    sheets: tuple[Path, ...]
    flaws: dict[str, list[str]]


def shots(out_dir: Path, wish: ShotsWish = EVERYTHING) -> Taken:
    """Take every picture that is wanted; no look asked for: in light, and some in dark, at the usual size."""
    from designer.app import application
    from designer.settings import Settings
    from designer.shell.window import open_window

    application(["stavka"])
    out_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(Path(home) / "settings.ini")
        library = _library(wish.library or shipped_library(), Path(home))
        window = open_window(library, settings)
        window.show()
        taken = _take_all(window, out_dir, wish)
        close_dialogs()
        window.close()
        library.close()
    return taken


def _take_all(window: MainWindow, out_dir: Path, wish: ShotsWish) -> Taken:
    """Look by look, since changing the look of a whole window takes longer than most pictures."""
    wanted = [shot for shot in SHOTS if wish.only in shot.name]
    files: dict[str, list[Path]] = {shot.name: [] for shot in wanted}
    found: dict[str, list[str]] = {}
    for look in wish.looks or (Look(), Look(theme="dark")):
        look.wear(window)
        settle(30)
        for shot in wanted if wish.looks or look.theme == "light" else [shot for shot in wanted if shot.dark]:
            widget = _bring_about(shot, window)
            path = out_dir / f"{_file_name(shot, look, bool(wish.looks))}.png"
            save(path, as_png(widget.grab().toImage()))
            files[shot.name].append(path)
            if wish.flaws and (wrong := flaws(widget)):
                found[path.stem] = wrong
            close_dialogs()
    sheets = [
        contact_sheet(paths, out_dir / f"sheet-{name}.png", 2, 1280) for name, paths in files.items() if wish.sheets
    ]
    return Taken(tuple(path for paths in files.values() for path in paths), tuple(sheets), found)


def _bring_about(shot: Shot, window: MainWindow) -> QWidget:
    return shot.take(window)


def _file_name(shot: Shot, look: Look, named: bool) -> str:
    if named:
        return f"{shot.name}-{look.name}"
    return shot.name if look.theme == "light" else f"{shot.name}-dark"


def _library(source: Path, home: Path) -> Library:
    """A copy of a library, so that nothing of the user's is touched."""
    made = Library.create(home / "scenarios.db")
    with Library.open(source, read_only=True) as library:
        made.add_all({info.slug: library.load(info.slug) for info in library.scenarios()}, shipped=True)
    return made
