"""A picture of every screen and dialog, to be looked at: `stavka shots OUT_DIR`.

Each shot is a function that brings the window into a state and gives the widget to be photographed.  A part adds its
own to the table `SHOTS`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from engine.store.library import Library
from engine.store.places import shipped_library

if TYPE_CHECKING:
    from designer.mapeditor.editor import MapEditor
    from designer.shell.window import MainWindow

SIZE = (1440, 900)
PATIENCE = 20.0
"""Seconds to wait for work beside the window."""


@dataclass(frozen=True)
class Shot:
    """One picture: its file name, how to bring it about, and whether it is also taken in the dark."""

    name: str
    take: Callable[[MainWindow], QWidget]
    dark: bool = False


def settle(milliseconds: int = 120, until: Callable[[], bool] | None = None) -> None:
    """Let the window work for a moment, or until something has come about."""
    end = monotonic() + PATIENCE
    while True:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()
        if until is None or until() or monotonic() > end:
            return


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
    from designer.shell import errands

    library_page(window)
    errands.ask(window, window.desk.scenarios()[-1].slug, "delete")
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
    editor.bench.select(shapes.rectangle(grid, grid.cell_at(4, 4), grid.cell_at(9, 8)))
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


def play(slug: str, kind: str, panel: str = "") -> Callable[[MainWindow], QWidget]:
    """A game at the first decision of a kind, with a panel in front."""

    def take(window: MainWindow) -> QWidget:
        from designer.specimens import play as specimens

        if kind == "lobby":
            return specimens.lobby(window, slug)
        if kind == "replay":
            return specimens.looking_back(window, slug)
        if kind == "sandbox":
            return specimens.arranging(window, slug)
        return specimens.point(window, slug, kind, panel)

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


AB, CB = "arduous-beginning", "childs-barbarossa"

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
    Shot("play-set-up", play(AB, "set-up")),
    Shot("play-declare", play(AB, "declare"), dark=True),
    Shot("play-support", play(AB, "support")),
    Shot("play-retreat", play(AB, "retreat", "reasons")),
    Shot("play-advance", play(AB, "advance", "rules")),
    Shot("play-move", play(AB, "move"), dark=True),
    Shot("play-replace", play(AB, "replace")),
    Shot("play-over", play(AB, "over", "score")),
    Shot("play-replay", play(AB, "replay")),
    Shot("play-childs-set-up", play(CB, "set-up")),
    Shot("play-childs-move", play(CB, "move")),
    Shot("play-childs-production", play(CB, "replace")),
    Shot("play-lobby", play(AB, "lobby"), dark=True),
    Shot("play-sandbox", play(AB, "sandbox"), dark=True),
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


def shots(out_dir: Path, only: str = "", library_file: Path | None = None) -> list[Path]:
    """Take every picture whose name holds a word, in light and some in dark; the answer names the files."""
    from designer.app import application
    from designer.settings import Settings
    from designer.shell.window import open_window

    application(["stavka"])
    out_dir.mkdir(parents=True, exist_ok=True)
    taken: list[Path] = []
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(Path(home) / "settings.ini")
        library = _library(library_file or shipped_library(), Path(home))
        window = open_window(library, settings)
        window.resize(*SIZE)
        window.show()
        for theme in ("light", "dark"):
            settings.put("theme", theme)
            window.dress()
            for shot in SHOTS:
                if only in shot.name and (theme == "light" or shot.dark):
                    taken.append(_take(shot, window, out_dir, theme))
        close_dialogs()
        window.close()
        library.close()
    return taken


def _library(source: Path, home: Path) -> Library:
    """A copy of a library, so that nothing of the user's is touched."""
    made = Library.create(home / "scenarios.db")
    with Library.open(source, read_only=True) as library:
        made.add_all({info.slug: library.load(info.slug) for info in library.scenarios()}, shipped=True)
    return made


def _take(shot: Shot, window: MainWindow, out_dir: Path, theme: str) -> Path:
    widget = shot.take(window)
    name = shot.name if theme == "light" else f"{shot.name}-dark"
    path = out_dir / f"{name}.png"
    widget.grab().save(str(path))
    close_dialogs()
    return path
