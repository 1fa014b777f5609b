"""Two programs on one library at once: what either was told is kept is there, once, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from engine.store.keeping import resume_game, start_game
from engine.store.library import Library
from tests.kit.bounded import started
from tests.kit.drill import drill_rows

ROOT = Path(__file__).parents[2]


def worker(path: Path, name: str, steps: int) -> AbstractContextManager[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.kit.sharing_worker", str(path), "drill", "1", name, str(steps)]
    return started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)


def test_a_hundred_edits_and_moves_of_two_programs_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with Library.create(path) as library:
        library.add("drill", drill_rows())
        start_game(library, "drill", seed=7)
    with worker(path, "north", 50) as north, worker(path, "south", 50) as south:
        workers = (north, south)
        said = [one.communicate(timeout=240) for one in workers]
    assert [one.returncode for one in workers] == [0, 0], said
    lines = [line for out, _ in said for line in out.splitlines()]
    with Library.open(path) as library:
        edits = [line.name for line in library.history("drill")]
        assert sorted(edits) == sorted(line.removeprefix("edit ") for line in lines if line.startswith("edit "))
        for name in ("north", "south"):
            mine = [line for line in edits if line.startswith(name)]
            assert mine == sorted(mine, key=lambda line: int(line.split()[1])), "in the order in which they were made"
        game, _ = resume_game(library, 1)
    kept = [(at, one.side, msgspec.json.encode(one.action).decode()) for at, one in enumerate(game.log) if at]
    moves = sorted((line.split(" ", 3)[1:] for line in lines if line.startswith("move ")), key=lambda one: int(one[0]))
    assert [(int(at), int(side), action) for at, side, action in moves] == kept
    assert len(kept) == 50 and len(edits) >= 40
