"""A nursery of programs to be killed: each is a fork of this process, which has imported everything already.

    python -m tests.kit.killing_worker

It reads lines `DEED PATH OUT SEED`, forks a child that does the deed on the path and says in the file OUT what it has
done, and answers with the child's number.  A line `reap NUMBER` waits until the child is gone.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QCoreApplication

from designer.document import Document
from designer.printing.brush import Brush
from designer.printing.choices import Choices
from designer.printing.documents import lay_out
from designer.printing.job import write_pdf
from designer.printing.lettering import measure
from designer.printing.material import Material
from engine.lab import runner
from engine.lab.crew import Here
from engine.store.keeping import resume_game
from engine.store.library import Library
from tests.kit.sharing_worker import edit, move
from tests.kit.small import small_scenario


def edits(path: Path, seed: int) -> None:
    """Edit a scenario for ever."""
    app = QCoreApplication([])
    with Library.open(path) as library:
        document, chance = Document(library, "drill"), random.Random(seed)
        for number in itertools.count():
            edit(document, f"cell-{number}", f"Edit {number}", chance)
            if chance.random() < 0.1:
                name = document.stack.undoText()
                document.stack.undo()
                print("undo", name, flush=True)
            app.processEvents()


def moves(path: Path, seed: int) -> None:
    """Play a game to its end."""
    with Library.open(path) as library:
        game, chance = resume_game(library, 1)[0], random.Random(seed)
        while game.decision is not None:
            game = move(library, 1, game, chance)


def migration(path: Path, _seed: int) -> None:
    """Bring an old library up to date."""
    print("begin", flush=True)
    Library.open(path).close()
    print("done", flush=True)


def prints(path: Path, seed: int) -> None:
    """Print charts over an old file for ever, each time with another title."""
    from PySide6.QtWidgets import QApplication

    QApplication([])
    material = Material(small_scenario(), {})
    pages = [page for one in lay_out(material, Choices(("counters",)), measure, game=None) for page in one.pages]
    for number in itertools.count(seed):
        print("begin", number, flush=True)
        write_pdf(pages, path, Brush(material.rows, monochrome=False), title=f"Print {number}")
        print("print", number, flush=True)


def playtest(path: Path, _seed: int) -> None:
    """Play the first run of a library to its end."""
    runner.play(path, 1, Here(), tell=True)


DEEDS: dict[str, Callable[[Path, int], None]] = {
    "edit": edits,
    "play": moves,
    "migrate": migration,
    "print": prints,
    "playtest": playtest,
}


def main() -> None:
    """Fork and reap as told."""
    print("ready", flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "reap":
            os.waitpid(int(words[1]), 0)
            print("gone", flush=True)
            continue
        child = os.fork()
        if not child:
            out = os.open(words[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(out, 1)
            DEEDS[words[0]](Path(words[1]), int(words[3]))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
