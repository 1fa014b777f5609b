"""Kill the program in the middle of a session: the next run has the map as it was, and its history."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from designer.document import Document
from engine.records.board import CellRow
from engine.store.library import Library
from tests.kit.bounded import started

SESSION = """
import os, sys
from PySide6.QtTest import QTest
from PySide6.QtCore import Qt
from designer.app import application, find_library
from designer.settings import Settings
from designer.theme import apply_theme
from pathlib import Path

app = application(["stavka"])
apply_theme(app, "light", 1.0)
from designer.shell.window import open_window
from tests.kit.mouse import Mouse
window = open_window(find_library(Path(sys.argv[1])), Settings())
window.resize(1200, 800)
window.show()
document = window.open_scenario("orsha")
editor = window.show_part("map")
QApplication = app
app.processEvents()
editor.view.fit()
mouse = Mouse(editor.view)
editor.context.choose("terrain", "forest")
mouse.drag("0303", "0304", "0305")
editor.context.choose("terrain", "hills")
mouse.drag("0503", "0504")
mouse.press("0703", "0704", "0705")
print("drawing", flush=True)
import time
time.sleep(60)
"""


def test_killed_in_the_middle_of_a_stroke(library: Library, home: Path, qapp: QApplication) -> None:
    library.close()
    words = [sys.executable, "-c", SESSION, str(library.path)]
    env = {**os.environ, "STAVKA_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with started(words, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3], env=env) as session:
        assert session.stdout is not None
        assert session.stdout.readline().strip() == "drawing"
    with Library.open(library.path) as again:
        document = Document(again, "orsha")
        painted = {row.cell: row.terrain for row in document.rows.all(CellRow) if row.terrain != "clear"}
        assert painted == {"0303": "forest", "0304": "forest", "0305": "forest", "0503": "hills", "0504": "hills"}
        names = [document.stack.text(index) for index in range(document.stack.count())]
        assert names == ["Paint forest, 3 hexes", "Paint hills, 2 hexes"]
        document.stack.undo()
        document.stack.undo()
        assert {row.terrain for row in document.rows.all(CellRow)} == {"clear"}
        document.stack.redo()
        assert document.rows == again.load("orsha")
        document.close()
