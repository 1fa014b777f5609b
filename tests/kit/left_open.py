"""A process that leaves documents open and collects its rubbish, for a test: it says how many it outlived."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import msgspec
from PySide6.QtWidgets import QApplication

from designer.document import Document
from designer.mapeditor.operations.blank import blank
from engine.records.board import Grid
from engine.records.changes import difference
from engine.records.play import ScenarioRow
from engine.store.library import Library


def main(folder: str) -> None:
    """Edit scenarios and drop them, in rings that only a collection frees."""
    app = QApplication([])
    for number in range(20):  # in what order rubbish is freed differs from time to time
        library = Library.create(Path(folder) / f"{number}.db")
        library.add("orsha", blank("Bridge at Orsha", Grid(columns=4, rows=4)))
        made = Document(library, "orsha")
        for title in ("Ford", "Ferry", "Causeway", "Weir", "Lock"):
            renamed = made.rows.copy()
            renamed.put(msgspec.structs.replace(made.rows.all(ScenarioRow)[0], title=f"{title} {number}"))
            made.edit("Rename", difference(made.rows, renamed))
        assert made.stack.count() == 5
        made.__dict__["ring"] = [made]
        del made
        gc.collect()
    print(f"outlived {number + 1}", flush=True)
    del app


if __name__ == "__main__":
    main(sys.argv[1])
