"""A disk that is full at any moment: whatever was said to be kept is kept, whatever was refused is not, all goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import StavkaError
from engine.records.board import CellRow
from engine.records.changes import put
from engine.store import Library
from engine.store.connection import damage
from engine.store.keeping import resume_game, start_game
from tests.kit.disks import full_disk
from tests.kit.drill import drill_rows
from tests.kit.players import any_action

pytest.importorskip("resource", reason="disks are filled by POSIX limits")

ROUNDS, PLENTY = 4, 100_000_000


def went_well(deed: Callable[[], object]) -> bool:
    """Whether a deed was done; where it was not, a sentence says so."""
    try:
        deed()
    except StavkaError as error:
        assert "disk" in str(error) or "opened" in str(error) or "in use" in str(error), error
        return False
    return True


@pytest.mark.parametrize("room", [0, 4096, 40_000, 400_000, PLENTY])
def test_every_write_is_kept_whole_or_refused_and_the_library_stays_sound(tmp_path: Path, room: int) -> None:
    path, chance = tmp_path / "library.db", random.Random(room)
    with Library.create(path) as library:
        library.add("drill", drill_rows())
        start_game(library, "drill", seed=7)
    edits, copies, refused = [], ["drill"], 0
    with Library.open(path) as library:
        game, _ = resume_game(library, 1)
        rows = library.load("drill")
        with full_disk(room):
            for number in range(ROUNDS):
                name, copy, before = f"Edit {number}", f"copy-{number}", len(game.log)
                cell = [put(rows, CellRow(cell=f"cell-{number}", terrain="clear"))]
                wishes: list[tuple[list[str], str, Callable[[], object]]] = [
                    (edits, name, lambda name=name, cell=cell: library.edit("drill", name, cell)),  # type: ignore[misc]
                    (copies, copy, lambda copy=copy: library.add(copy, rows)),  # type: ignore[misc]
                ]
                for kept, what, deed in wishes:
                    if went_well(deed):
                        kept.append(what)
                    else:
                        refused += 1
                if went_well(lambda: game.apply(any_action(game, chance))):
                    assert len(game.log) == before + 1
                else:
                    refused += 1
                    assert len(game.log) == before, "a refused move is not made"
    assert bool(refused) == (room < PLENTY)
    with Library.open(path) as library:
        assert [line.name for line in library.history("drill")] == edits
        assert [info.slug for info in library.scenarios()] == copies
        assert all(library.load(slug) for slug in copies)
        assert resume_game(library, 1)[0].log == game.log
    assert damage(path) == ""
