"""A window without a screen that shares a library with others: it edits and plays, and says what was kept.

    python -m tests.kit.sharing_worker LIBRARY SCENARIO GAME NAME STEPS

Every line it says was acknowledged: `edit CELL TERRAIN`, or `move POSITION SIDE ACTION`.  STEPS of 0 goes on for ever.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication

from designer.document import Document
from engine.errors import StavkaError
from engine.play import Game
from engine.records.board import CellRow
from engine.records.changes import put
from engine.store.keeping import resume_game
from engine.store.library import Library
from tests.kit.players import any_action


def main(path: Path, slug: str, number: int, name: str, steps: int) -> None:
    """Edit and play in turns."""
    app = QCoreApplication([])
    library, chance = Library.open(path, patience=20), random.Random(name)
    document, (game, _) = Document(library, slug), resume_game(library, number)
    for step in range(steps) if steps else itertools.count():
        if step % 2:
            game = move(library, number, game, chance)
        else:
            document.follow()
            edit(document, f"{name}-{step}" if chance.random() < 0.7 else "shared", f"{name} {step}", chance)
        app.processEvents()
    library.close()


def edit(document: Document, cell: str, name: str, chance: random.Random) -> None:
    """Paint a cell; what another has painted meanwhile is not painted over."""
    row = document.rows.get(CellRow, cell)
    terrain = chance.choice([kind for kind in ("forest", "clear", "swamp") if row is None or kind != row.terrain])
    if document.edit(name, [put(document.rows, CellRow(cell=cell, terrain=terrain))]):
        print("edit", name, flush=True)


def move(library: Library, number: int, game: Game, chance: random.Random) -> Game:
    """Make a move in the game as it stands, reading it again until nobody was quicker."""
    while game.decision is not None:
        try:
            game.apply(any_action(game, chance))
        except StavkaError:
            game, _ = resume_game(library, number)
            continue
        made = game.log[game.cursor - 1]
        print("move", game.cursor - 1, made.side, msgspec.json.encode(made.action).decode(), flush=True)
        break
    return game


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
