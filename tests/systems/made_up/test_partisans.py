"""A system of somebody else's: one file registers itself, and the program plays, checks, tells and keeps it."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.bots import make_bot
from engine.errors import EngineBug
from engine.play import Game
from engine.play.journal import journal, text_of
from engine.records import Rows
from engine.records.play import MechanismRow, Phase
from engine.state.actions import Done
from engine.store import Library
from engine.store.bundle import read_bundle, write_bundle
from engine.store.keeping import resume_game, start_game
from engine.systems import SYSTEMS, check_rules, register
from engine.systems.readback import read_back
from tests.kit.bounded import PATIENCE
from tests.kit.laws import check_table
from tests.kit.partisans import RAIDS, SYSTEM, TIRED, BlowUp, partisan_rows
from tests.kit.players import any_action, play_on


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The system is known for the time of a test."""
    register(SYSTEM)
    yield
    del SYSTEMS[SYSTEM.key]


@pytest.fixture
def rows() -> Rows:
    """A scenario of it."""
    return partisan_rows()


def test_nobody_knows_its_rules_before_it_is_registered(rows: Rows) -> None:
    assert check_rules(rows) == []
    del SYSTEMS[SYSTEM.key]
    said = [problem.message for problem in check_rules(rows)]
    register(SYSTEM)
    assert any("raid" in text for text in said) and any("fatigue" in text for text in said)


def test_games_end_everything_can_be_taken_back_and_is_told(rows: Rows) -> None:
    for seed in range(4):
        game = Game.new(rows, seed)
        play_on(game, random.Random(seed))
        assert game.outcome is not None
        check_table(game)
        assert "The railway in" in text_of(journal(game))
        ended = copy.deepcopy(game.state)
        while game.undo(through_dice=True):
            pass
        assert game.table.count(RAIDS + "soviet") == 0 and not game.table.bearing(TIRED)
        while game.redo():
            pass
        assert game.state == ended


def test_its_rules_hold(rows: Rows) -> None:
    game = Game.new(rows, 1)
    while game.decision is not None and game.decision.kind != "raid":
        game.apply(Done() if game.judge(Done()) else any_action(game, random.Random(1)))
    raiders = [action.piece for action in game.options() if isinstance(action, BlowUp)]
    assert len(raiders) == 4, "only the partisans raid"
    game.apply(BlowUp(raiders[0]))
    assert game.table.count(RAIDS + "soviet") == 1 and game.table.marked(TIRED, raiders[0])
    verdict = game.judge(BlowUp(raiders[0]))
    assert not verdict and verdict.why == "A tired unit does not raid."
    assert (game.table.allowance(raiders[0]), game.table.allowance(raiders[1])) == (1, 4)
    game.undo()
    assert game.table.count(RAIDS + "soviet") == 0 and not game.table.marked(TIRED, raiders[0])


def test_it_is_kept_and_goes_on_from_the_library(rows: Rows, tmp_path: Path) -> None:
    assert read_bundle(write_bundle(rows)) == rows
    with Library.create(tmp_path / "library.db") as library:
        library.add("bryansk", rows)
        game, keeper = start_game(library, "bryansk", seed=3, name="Test", players={})
        play_on(game, random.Random(3), 60)
        again, _ = resume_game(library, keeper.game)
        assert again.state == game.state and again.log == game.log


@pytest.mark.parametrize("kind", ["random", "greedy", "doctrine"])
def test_every_bot_plays_it_to_the_end(rows: Rows, kind: str) -> None:
    game = Game.new(rows, 5)
    bots = [make_bot(kind, game.scenario, side, 7, None) for side in (0, 1)]
    while game.decision is not None:
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    assert game.outcome is not None


def test_it_reads_back_in_sentences_with_its_numbers(rows: Rows) -> None:
    said = str(read_back(rows))
    assert "A tired unit has 3 movement points less" in said
    assert "may blow up the railway where it stands" in said
    assert "has made 12 raids" in said and "the defender is tired" in said


def test_the_check_names_what_does_not_fit_its_parameters(rows: Rows) -> None:
    rows.put(MechanismRow(mechanism="fatigue", params={"slower": 40}))
    rows.put(Phase(phase="raid", name="Raids", kind="raid", side="soviet", params={"raider": {}}))
    said = [(problem.table, problem.severity, problem.message) for problem in check_rules(rows)]
    assert any(table == "mechanism" and "slower" in message for table, _, message in said)
    assert any(table == "phase" and "raider" in message for table, _, message in said)


def test_a_key_that_another_system_has_is_not_given_twice() -> None:
    """Two rules under one key would be one rule, whichever came last."""
    taken = next(key for key in SYSTEMS["proud-monster"].mechanisms)
    again = replace(SYSTEM, key="thieves", mechanisms={taken: next(iter(SYSTEM.mechanisms.values()))})
    with pytest.raises(EngineBug, match=taken):
        register(again)
    assert "thieves" not in SYSTEMS


def test_a_scenario_is_read_by_whoever_has_imported_no_system() -> None:
    """Results and conditions may be a system's own: whoever reads rows gets them without asking for the system."""
    read = (
        "import sys; from engine.records.charts import Result; from engine.store import Library, shipped_library\n"
        "assert 'engine.systems' not in sys.modules\n"
        "with Library.open(shipped_library(), read_only=True) as library:\n"
        "    print(len(library.load('smolensk-third-counteroffensive').all(Result)))\n"
    )
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert int(done.stdout) > 10
