"""The very game behind a figure: played again from its seed, and kept so that it can be watched.

`python -m engine.lab.again LIBRARY RUN VERSION NUMBER` does so beside the window and says the game's number.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engine.errors import StavkaError
from engine.lab.conduct import jobs_of
from engine.lab.runner import PATIENCE, environment
from engine.lab.settings import read_settings
from engine.lab.task import GameTask, play_game
from engine.lab.versions import version_rows
from engine.store import Library, StoredRun
from engine.store.keeping import Beginning, keep_game


def task_of(stored: StoredRun, version: int, number: int) -> GameTask:
    """The task whose game that is."""
    settings = read_settings(stored.info.settings)
    return GameTask(jobs_of(stored, settings)[version], version, number, settings.seed_of(number))


def keep_again(library: Library, run: int, version: int, number: int) -> int:
    """Play a game of a run again and keep it among the games of the scenario; the answer is its number there."""
    stored = library.runs.load(run)
    slug, task = stored.info.scenario, task_of(stored, version, number)
    name = f"Playtest {run}, {stored.versions[version].name}, game {number + 1}"
    kept = next((info.id for info in library.games(slug) if info.name == name), None)
    if kept is not None:
        return kept
    game, _ = play_game(task)
    players = {side: {"bot": bot, "plan": task.job.plans.get(side, "")} for side, bot in task.job.bots.items()}
    beginning = Beginning(version_rows(stored)[version], task.seed, task.job.ground.options)
    return keep_game(library, slug, game, beginning, name=name, players=players).game


def ask(path: Path, run: int, version: int, number: int) -> int:
    """Have another process play a game again and keep it; the answer is its number among the games."""
    done = subprocess.run(
        [sys.executable, "-m", "engine.lab.again", str(path), str(run), str(version), str(number)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    if done.returncode or not done.stdout.strip().isdigit():
        raise StavkaError(f"The game could not be played again. {done.stderr.strip()[-300:]}".strip())
    return int(done.stdout)


def main(arguments: list[str]) -> int:
    """Play the game that the arguments name again, and say its number."""
    path, run, version, number = arguments
    try:
        with Library.open(Path(path), patience=PATIENCE) as library:
            sys.stdout.write(f"{keep_again(library, int(run), int(version), int(number))}\n")
    except StavkaError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
