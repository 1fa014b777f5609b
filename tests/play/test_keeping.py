"""Games on disk: every answered action is there, whatever happens to the process."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.play.journal import journal
from engine.records.changes import Change
from engine.records.charts import ChartCell
from engine.store import Library
from engine.store.keeping import resume_game, start_game
from tests.kit.drill import drill_rows
from tests.kit.players import play_on

PLAYER = """
import random, sys
from engine.store import Library
from engine.store.keeping import resume_game
from tests.kit.players import any_action
with Library.open(sys.argv[1]) as library:
    game, _ = resume_game(library, int(sys.argv[2]))
    chance = random.Random(int(sys.argv[3]))
    while game.decision is not None:
        game.apply(any_action(game, chance))
        print(game.cursor, flush=True)
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with Library.create(path) as made:
        made.add("drill", drill_rows())
    return path


def test_a_resumed_game_equals_the_one_that_was_left(library: Path) -> None:
    with Library.open(library) as opened:
        game, keeper = start_game(opened, "drill", seed=7)
        play_on(game, random.Random(7), actions=150)
        game.undo()
        again, _ = resume_game(opened, keeper.game)
        assert again.state == game.state
        assert again.log == game.log and again.cursor == game.cursor
        assert again.decision == game.decision
        assert [line.text for line in journal(again)] == [line.text for line in journal(game)]
        play_on(game, random.Random(1), actions=40)
        play_on_again, _ = resume_game(opened, keeper.game)
        assert play_on_again.state == game.state


def test_redo_is_cut_off_by_a_new_action_on_disk_too(library: Path) -> None:
    with Library.open(library) as opened:
        game, keeper = start_game(opened, "drill", seed=7)
        play_on(game, random.Random(7), actions=10)
        for _ in range(4):
            assert game.undo()
        play_on(game, random.Random(8), actions=1)
        again, _ = resume_game(opened, keeper.game)
        assert len(again.log) == len(game.log) == 8
        assert again.state == game.state
        assert not again.redo()


def test_options_of_the_start_are_those_of_the_resumed_game(library: Path) -> None:
    with Library.open(library) as opened:
        game, keeper = start_game(opened, "drill", seed=1, options={"goal": "help-germans"})
        again, _ = resume_game(opened, keeper.game)
        assert [row.condition for row in again.scenario.victories] == [row.condition for row in game.scenario.victories]
        assert again.scenario.victories[0].condition.at_least == 11  # type: ignore[union-attr]


def test_editing_the_scenario_does_not_touch_a_game_under_way(library: Path) -> None:
    with Library.open(library) as opened:
        game, keeper = start_game(opened, "drill", seed=1)
        before = opened.load("drill").get(ChartCell, "crt", "6", "6:1")
        after = ChartCell(chart="crt", row="6", column="6:1", value="NE")
        opened.edit("drill", "Change a result", [Change("chart_cell", after.identity(), before, after)])
        again, _ = resume_game(opened, keeper.game)
        assert again.scenario.tables["crt"].at("6", "6:1") == "DE"
        assert again.state == game.state
        fresh, _ = start_game(opened, "drill", seed=1)
        assert fresh.scenario.tables["crt"].at("6", "6:1") == "NE"


@pytest.mark.parametrize("moment", [0.05, 0.3, 0.7])
def test_a_killed_process_loses_nothing_that_was_answered(library: Path, moment: float) -> None:
    with Library.open(library) as opened:
        _, keeper = start_game(opened, "drill", seed=3)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", PLAYER, str(library), str(keeper.game), "5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(moment)
        os.kill(process.pid, signal.SIGKILL)
        answered = [int(line) for line in (first, *process.stdout.readlines()) if line.endswith("\n")]
    with Library.open(library) as opened:
        game, _ = resume_game(opened, keeper.game)
        assert game.cursor >= answered[-1]
        assert game.decision is not None or game.outcome is not None
        play_on(game, random.Random(1))
        assert game.outcome is not None
