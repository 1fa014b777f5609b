"""The application as a whole: it starts, it photographs itself, and it starts without heavy modules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from designer import app
from designer.shell.window import MainWindow
from designer.shots import ShotsWish, shots
from engine.store.library import Library
from tests.kit.bounded import PATIENCE

ROOT = Path(__file__).parents[2]

HEAVY = (
    "numba", "llvmlite", "numpy", "scipy", "networkx", "pyqtgraph", "qtpy", "sqlite_utils", "importlib.metadata",
    "engine.board", "engine.scenario", "engine.rules", "engine.play", "engine.bots", "engine.lab", "engine.geography",
    "designer.paint.map", "designer.mapview", "designer.play", "designer.printing.dialog", "designer.tables",
)  # fmt: skip
"""What the library page has no use for; whoever needs it imports it when it is needed."""


def test_main_opens_the_library_page_and_leaves_with_zero(
    qapp: QApplication, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(app, "_compile_beside", lambda _app, _window: None)
    seen: list[list[str]] = []

    def look() -> None:
        windows = [widget for widget in qapp.topLevelWidgets() if isinstance(widget, MainWindow) and widget.isVisible()]
        seen.append(list(windows[0].library_page.cards))
        windows[0].close()

    QTimer.singleShot(200, look)
    assert app.main(["stavka", "--db", str(library.path)]) == 0
    assert seen == [["orsha", "minsk"]]


def test_main_says_why_a_library_cannot_be_opened(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.db").write_bytes(b"not a library")
    said: list[str] = []
    monkeypatch.setattr(app, "alert", said.append)
    assert app.main(["stavka"], tmp_path / "bad.db") == 1
    assert "bad.db" in said[0]


def test_the_library_page_needs_no_heavy_module(library: Library, home: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nimport engine.cli.main\n"
        "from designer.app import application, find_library\n"
        "from designer.settings import Settings\napp = application(['x'])\n"
        "from designer.shell.window import open_window\n"
        f"window = open_window(find_library(Path({str(library.path)!r})), Settings())\nwindow.show()\n"
        "window.grab()\n"  # painted, but the pictures of the maps come later
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "STAVKA_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        timeout=PATIENCE,
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_a_game_is_opened_without_sources_and_bots(home: Path) -> None:
    """Python runs what it compiled, though PySide would look into every file for how Qt is spelt in it.

    Bots think elsewhere.
    """
    homes = tuple(str(ROOT / package) + os.sep for package in ("designer", "engine"))
    script = (
        "import linecache, sys\nimport designer.app, designer.play.part\n"
        f"print([name for name in linecache.cache if name.startswith({homes!r})])\n"
        "print([name for name in sys.modules if name in ('engine.bots.registry', 'engine.bots.doctrine')])\n"
    )
    env = {**os.environ, "STAVKA_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout.split() == ["[]", "[]"]


def test_shots_are_written_at_the_size_of_a_screen(qapp: QApplication, library: Library, tmp_path: Path) -> None:
    taken = shots(tmp_path / "out", ShotsWish("map-selection", library.path)).files
    assert [path.name for path in taken] == ["map-selection.png"]
    image = QImage(str(taken[0]))
    assert (image.width(), image.height()) == (1440, 900)
