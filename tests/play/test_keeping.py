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
from engine.play.sandbox import Position, Spot, arrange, position_of
from engine.records.changes import Change
from engine.records.charts import ChartCell
from engine.store import Library
from engine.store.errors import StoreError
from engine.store.keeping import resume_game, start_game
from tests.kit.bounded import started
from tests.kit.drill import drill_rows
from tests.kit.players import play_on

PLAYER = """
import random, sys
from engine.store import Library
from engine.store.errors import StoreError
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


def killed_player(library: Path, game: int, moment: float) -> int:
    """Play a game in a process of its own and kill it; the last cursor that it spoke of."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", PLAYER, str(library), str(game), "5"]
    with started(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(moment)
        os.kill(process.pid, signal.SIGKILL)
        return [int(line) for line in (first, *process.stdout.readlines()) if line.endswith("\n")][-1]


@pytest.mark.parametrize("moment", [0.05, 0.3, 0.7])
def test_a_killed_process_loses_nothing_that_was_answered(library: Path, moment: float) -> None:
    with Library.open(library) as opened:
        _, keeper = start_game(opened, "drill", seed=3)
    answered = killed_player(library, keeper.game, moment)
    with Library.open(library) as opened:
        game, _ = resume_game(opened, keeper.game)
        assert game.cursor >= answered
        assert game.decision is not None or game.outcome is not None
        play_on(game, random.Random(1))
        assert game.outcome is not None


ARRANGED = Position(
    pieces={
        "xxiv-pz": Spot("0505"),
        "v": Spot("0506", 1),
        "13th-army": Spot("0605"),
        "mech-1": Spot("0606", revealed="14th-mech"),
        "mech-2": Spot("0706"),
    },
    turn=3,
    phase="german-combat",
    control={"brest": "german", "baranovichi": "german", "gomel": ""},
    lost={"mech-3": "17th-mech", "4th-army": ""},
    spent=("ii-fk",),
)


def test_an_arranged_game_is_kept_whole_and_resumes_the_same(library: Path) -> None:
    with Library.open(library) as opened:
        game, keeper = start_game(opened, "drill", seed=4, position=ARRANGED)
        again, _ = resume_game(opened, keeper.game)
        assert again.state == game.state and again.log == game.log and again.decision == game.decision
        assert position_of(again) == ARRANGED
        assert again.decision is not None and again.decision.kind == "declare"
        play_on(game, random.Random(4), actions=60)
        later, _ = resume_game(opened, keeper.game)
        assert later.state == game.state and later.log == game.log
        later.go_to(1)
        assert position_of(later) == ARRANGED, "undo stops at the position that was arranged"


def test_the_same_position_and_seed_give_the_same_game(library: Path) -> None:
    with Library.open(library) as opened:
        game, keeper = start_game(opened, "drill", seed=4, position=ARRANGED)
        play_on(game, random.Random(9), actions=80)
        kept, _ = resume_game(opened, keeper.game)
    again = arrange(kept.setting, ARRANGED, seed=4)
    for entry in kept.log[1:]:
        assert entry.action is not None
        again.apply(entry.action)
    assert again.log == kept.log and again.state == kept.state


def test_a_game_and_its_first_entry_reach_the_disk_together(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr("engine.store.games._append", full)
    with Library.open(library) as opened:
        with pytest.raises(StoreError, match="full"):
            start_game(opened, "drill", seed=4, position=ARRANGED)
        assert opened.games() == [], "a game without its position would resume as another game"


def test_a_killed_arranged_game_goes_on_from_where_it_was(library: Path) -> None:
    with Library.open(library) as opened:
        _, keeper = start_game(opened, "drill", seed=3, position=ARRANGED)
    answered = killed_player(library, keeper.game, 0.2)
    with Library.open(library) as opened:
        game, _ = resume_game(opened, keeper.game)
    assert game.cursor >= answered
    again = arrange(game.setting, ARRANGED, seed=3)
    for entry in game.log[1 : game.cursor]:
        assert entry.action is not None
        again.apply(entry.action)
    assert again.state == game.state
