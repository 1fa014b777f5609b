"""Kill the program at any moment: whatever it had acknowledged is there afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.records.board import CellRow
from engine.store import Library
from tests.kit.bounded import started
from tests.kit.broken import good_library

ROOT = Path(__file__).parents[2]

WORKER = """
import sys
from engine.records.board import CellRow
from engine.records.changes import put
from engine.store import Library

library = Library.open(sys.argv[1])
rows = library.load("orsha")
game = library.new_game("orsha", name="g", seed=1, sides="{}")
number = 0
while True:
    change = put(rows, CellRow(cell=f"made-{number}", terrain="forest"))
    change.apply(rows)
    library.edit("orsha", f"Edit {number}", [change])
    library.append_entry(game, side="german", action=str(number), events="[]")
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("lines", [1, 7, 40])
@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_no_acknowledged_edit_is_lost(tmp_path: Path, lines: int) -> None:
    path = good_library(tmp_path / "library.db")
    with started([sys.executable, "-c", WORKER, str(path)], stdout=subprocess.PIPE, cwd=ROOT, text=True) as worker:
        assert worker.stdout is not None
        said = [int(worker.stdout.readline()) for _ in range(lines)]
        os.kill(worker.pid, signal.SIGKILL)
        said += [int(line) for line in worker.stdout.read().split("\n")[:-1]]
    with Library.open(path) as library:
        made = [row.cell for row in library.load("orsha").all(CellRow) if row.cell.startswith("made-")]
        assert made == [f"made-{number}" for number in range(len(made))]
        assert said[-1] + 1 <= len(made) <= said[-1] + 2
        assert len(library.history("orsha")) == len(made)
        (game,) = library.games("orsha")
        assert said[-1] + 1 <= game.cursor == game.entries <= len(made)
        assert library.undo("orsha") is not None
