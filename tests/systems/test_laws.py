"""Laws that hold for every playable scenario: random play, undo, replay, saving, options and refusals."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet

from engine.errors import IllegalAction
from engine.play import Entry, Game
from engine.play.sandbox import Position, arrange
from engine.records.family import decode
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    Choose,
    CommitSupport,
    DeclareAttack,
    Done,
    FightBattle,
    LoseStep,
    MoveUnit,
    PlaceUnit,
    RemoveUnit,
    RestoreStep,
    RetreatUnit,
    WithdrawAttack,
)
from engine.store import Library
from engine.store.keeping import resume_game, start_game
from engine.store.places import resources
from engine.store.sources import source_folders
from engine.systems import check_rules
from tests.kit.laws import check_table
from tests.kit.players import any_action, play_on, random_game, setting_for
from tests.kit.shipped import shipped_rows

IN_EVERY_RUN = {"smolensk-third-counteroffensive", "army-group-north"}
"""The members of families that every run plays; `pytest -m soak` plays the others."""


def scenarios() -> list[ParameterSet]:
    """The shipped scenarios that somebody can win."""
    found = [folder for folder in source_folders(resources()) if (folder / "victory.tsv").exists()]
    spared = {folder.name for folder in found if folder.parent.name != "scenarios"} - IN_EVERY_RUN
    return [pytest.param(each.name, marks=[pytest.mark.soak] if each.name in spared else []) for each in found]


@pytest.fixture(scope="module", params=scenarios())
def slug(request: pytest.FixtureRequest) -> str:
    """Each playable scenario in turn; all laws for one before the next, so that it is made ready once."""
    return str(request.param)


LARGE = 150
"""A scenario with more pieces than this is played for a stretch, not to its end: its own soak test does that."""


def stretch(slug: str) -> int | None:
    """How many actions of a game are looked at; None: all."""
    return 200 if len(setting_for(slug).scenario.pieces) > LARGE else None


def test_the_systems_that_are_done_are_playable(slug: str) -> None:
    found = check_rules(shipped_rows(slug))
    assert not [each for each in found if each.severity == "error" or "not playable" in each.message]


def test_random_games_end_with_everything_in_its_place(slug: str) -> None:
    most = stretch(slug)
    for seed in range(2 if most is None else 1):
        game = Game.begin(setting_for(slug), seed)
        chance = random.Random(seed)
        while game.decision is not None and (most is None or game.cursor < most):
            play_on(game, chance, 10)
            check_table(game)
        assert (game.outcome is not None) == (most is None)


def test_undo_and_redo_are_exact(slug: str) -> None:
    most = stretch(slug)
    for seed in range(2 if most is None else 1):
        game = Game.begin(setting_for(slug), seed)
        chance = random.Random(seed)
        while game.decision is not None and (most is None or game.cursor < most):
            before, asked = game.state.copy(), game.decision
            game.apply(any_action(game, chance))
            after, then = game.state.copy(), game.decision
            assert game.undo(through_dice=True)
            assert (game.state, game.decision) == (before, asked)
            assert game.state.stacks == before.stacks
            assert game.redo()
            assert (game.state, game.decision) == (after, then)


def test_a_whole_game_goes_back_to_its_start_and_forth_again(slug: str) -> None:
    game = random_game(slug, 7, actions=stretch(slug))
    ended, length = game.state.copy(), game.cursor
    opening = Game.begin(setting_for(slug), 7).state
    game.go_to(1)
    assert game.state == opening
    game.go_to(length)
    assert game.state == ended


def test_the_same_seed_and_choices_give_the_same_game(slug: str) -> None:
    first, second = (random_game(slug, 11, actions=150) for _ in range(2))
    assert first.log == second.log
    assert random_game(slug, 12, actions=150).log != first.log


def test_a_log_written_as_text_replays_to_the_same_state(slug: str) -> None:
    game = random_game(slug, 3, actions=stretch(slug))
    written = msgspec.json.encode(game.log)
    entries = decode(written, list[Entry])
    again = Game.replay(setting_for(slug), 3, entries, game.cursor)
    assert again.log == game.log
    assert (again.state, again.decision) == (game.state, game.decision)


def test_a_saved_game_is_resumed_where_it_was_left(slug: str, tmp_path: Path) -> None:
    with Library.create(tmp_path / "games.db") as library:
        library.add_all({slug: shipped_rows(slug)}, shipped=True)
        game, keeper = start_game(library, slug, seed=5)
        play_on(game, random.Random(5), 60)
        resumed, _ = resume_game(library, keeper.game)
        assert (resumed.state, resumed.decision) == (game.state, game.decision)
        play_on(resumed, random.Random(6), 20)
        play_on(game.fork(), random.Random(6), 20)
        check_table(resumed)


def test_a_fork_leaves_the_game_alone(slug: str) -> None:
    game = random_game(slug, 2, actions=60)
    before, length = game.state.copy(), len(game.log)
    fork = game.fork()
    play_on(fork, random.Random(1), 30)
    assert (game.state, len(game.log)) == (before, length)
    assert fork.state != before


def test_every_option_is_legal(slug: str) -> None:
    game = Game.begin(setting_for(slug), 9)
    chance = random.Random(9)
    asked, most = 0, stretch(slug)
    while game.decision is not None and (most is None or asked < most):
        if asked % 10 == 0:
            groups = list(game.options().groups)
            for group in chance.sample(groups, min(4, len(groups))):
                actions = group.make()
                assert all(game.judge(action) for action in actions)
                assert len({msgspec.json.encode(action) for action in actions}) == len(actions)
        game.apply(any_action(game, chance))
        asked += 1


def junk(game: Game, chance: random.Random) -> AnyAction:
    """An action that may or may not make sense."""
    piece = chance.randrange(-2, len(game.scenario.pieces) + 2)
    cell = chance.randrange(-3, game.setting.board.size + 3)
    start = game.state.cell[piece] if 0 <= piece < len(game.state.cell) else -1
    near = list(game.setting.neighbours[start]) if start >= 0 else [cell]
    path = tuple(chance.choice([cell, *near]) for _ in range(chance.randrange(4)))
    kinds: list[AnyAction] = [
        MoveUnit(piece, path),
        MoveUnit(piece, path),
        PlaceUnit(piece, cell),
        RestoreStep(piece),
        DeclareAttack(piece, cell),
        WithdrawAttack(piece),
        FightBattle(cell),
        CommitSupport(piece),
        LoseStep(piece),
        RetreatUnit(piece, path),
        AdvanceUnit(piece),
        RemoveUnit(piece),
        Choose(chance.randrange(-1, 4)),
        Done(),
    ]
    return chance.choice(kinds)


def test_what_is_refused_changes_nothing(slug: str) -> None:
    game = Game.begin(setting_for(slug), 21)
    chance = random.Random(21)
    refused = 0
    while game.decision is not None and refused < 600:
        for _ in range(6):
            action = junk(game, chance)
            verdict = game.judge(action)
            if not verdict:
                refused += 1
                assert verdict.why.endswith(".")
                before, length = game.state.copy(), len(game.log)
                with pytest.raises(IllegalAction):
                    game.apply(action)
                assert (game.state, len(game.log)) == (before, length)
        game.apply(any_action(game, chance))
    assert refused >= 600


def test_nothing_can_be_done_after_the_end(slug: str) -> None:
    if stretch(slug) is None:
        game = random_game(slug, 1)
    else:
        setting = setting_for(slug)
        game = arrange(setting, Position(turn=setting.scenario.about.turns, phase=setting.scenario.phases[-1].phase))
        play_on(game, random.Random(1))
    assert game.decision is None
    assert not game.judge(Done())
    with pytest.raises(IllegalAction):
        game.apply(Done())
