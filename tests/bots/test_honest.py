"""Honesty and repetition: bots decide by what they may know, and the same seed gives the same game everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

from engine.bots import make_bot, plans_of
from engine.play import Game
from tests.kit.bounded import PATIENCE
from tests.kit.monster import SOVIET_ASSAULT, SOVIET_MOVE
from tests.kit.players import setting_for
from tests.systems.proud_monster.test_fog import STRONG, WEAK, stacked

ROOT = Path(__file__).parents[2]
SLUGS = ("arduous-beginning", "childs-barbarossa")
THINKERS = ("greedy", "doctrine")

STORY = """
from tests.bots.test_honest import SLUGS, THINKERS, game_of
for slug in SLUGS:
    for name in THINKERS:
        for entry in game_of(slug, name, 5, 70).log:
            print(entry.side, entry.action, entry.why)
"""


@lru_cache(maxsize=8)
def game_of(slug: str, name: str, seed: int, actions: int) -> Game:
    """The first actions of a game between two bots of a kind."""
    setting = setting_for(slug)
    game = Game.begin(setting, seed)
    bots = [make_bot(name, setting.scenario, side, 7 + side) for side in (0, 1)]
    while game.decision is not None and len(game.log) <= actions:
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


def twin(game: Game, position: int, seed: int) -> Game:
    """The same game up to an entry, with other dice and other draws to come."""
    return Game.replay(game.setting, seed, game.log[:position], position)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", THINKERS)
def test_bots_do_not_foresee_dice_and_draws(slug: str, name: str) -> None:
    """At moments all through a game, on either side, what is still to be rolled or drawn changes no decision."""
    game, asked = game_of(slug, name, 1, 300), set()
    for position in range(1, len(game.log), 9):
        chosen = []
        for seed in (1, 2):
            other = twin(game, position, seed)
            assert other.decision is not None
            side = other.decision.side
            chosen.append(make_bot(name, game.scenario, side, 4).choose(other.view(side)))
            asked.add(side)
        assert chosen[0] == chosen[1]
    assert asked == {0, 1}


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", THINKERS)
def test_a_face_down_unit_may_be_anything_to_both_sides(name: str, side: int) -> None:
    """Nothing of the state, and no word of a reason, tells which corps a face-down counter will turn out to be."""
    game = game_of("arduous-beginning", name, 1, 23)
    hidden = [piece for piece in game.table.on_map(1) if game.state.counter[piece] is None]
    assert hidden
    view = game.view(side)
    for piece in hidden:
        assert view.face(piece) is None and len(view.pool(piece)) > 1
        assert view.table.name(piece).startswith("an untried")


@pytest.mark.rule("PM-14.7")
@pytest.mark.parametrize("phase", [SOVIET_ASSAULT, SOVIET_MOVE])
@pytest.mark.parametrize("name", THINKERS)
def test_no_bot_decides_by_what_lies_beneath_the_top_of_a_stack(name: str, phase: str) -> None:
    """Two games that differ only in who lies beneath whom are one to whoever may not look."""
    chosen = []
    for one, other in ((STRONG, WEAK), (WEAK, STRONG)):
        game, actions = stacked(one, other, phase), list[object]()
        bot = make_bot(name, game.scenario, 1, 7)
        while game.decision is not None and game.decision.side == 1 and len(actions) < 6:
            action, why = bot.choose(game.view(1))
            actions.append((action, why))
            if game.view(1).seals(action):
                break
            game.apply(action, dict(why))
        chosen.append(actions)
    assert chosen[0] and chosen[0] == chosen[1]


@pytest.mark.rule("PM-14.7")
def test_what_is_imagined_is_imagined_from_what_is_seen() -> None:
    """Who lies beneath whom is not known to a playout either, nor what he did under cover; what is open, is."""
    true, twin = (stacked(one, other, SOVIET_MOVE) for one, other in ((STRONG, WEAK), (WEAK, STRONG)))
    ways = [game.view(1).imagine(game.cursor, 3) for game in (true, twin)]
    assert true.state != twin.state and ways[0].state == ways[1].state and ways[0].state.stacks == ways[1].state.stacks
    assert ways[0].log == ways[1].log == list(true.view(1).log())
    own = true.view(0).imagine(true.cursor, 3)
    assert own.state == true.state and own.seed == 3 and own.decision == true.decision


def test_a_view_has_no_seed_and_no_bot_looks_behind_it() -> None:
    game = Game.begin(setting_for("arduous-beginning"), 123_456)
    assert game.view(1).table.seed != 123_456
    behind = re.compile(r"\._game\b|view\.game\b|\.dice\b|throw\(")
    found = [path.name for path in (ROOT / "engine" / "bots").rglob("*.py") if behind.search(path.read_text("utf-8"))]
    assert found == []


def test_the_first_actions_are_the_same_whatever_the_dice_will_be() -> None:
    first, second = (game_of("arduous-beginning", "doctrine", seed, 23) for seed in (1, 2))
    assert [entry.action for entry in first.log] == [entry.action for entry in second.log]
    assert first.state.rolls == second.state.rolls == 0


def test_other_bot_seeds_do_not_matter_where_dice_are_rolled() -> None:
    """Two doctrine bots of one plan with different seeds set up differently, and make the same moves."""
    game = game_of("arduous-beginning", "doctrine", 1, 300)
    for position in range(3, len(game.log), 29):
        other = twin(game, position, 1)
        assert other.decision is not None
        side = other.decision.side
        plan = next((row.plan for row in plans_of(game.scenario.rows, game.scenario.sides[side].side)), None)
        choices = [make_bot("doctrine", game.scenario, side, seed, plan).choose(other.view(side)) for seed in (1, 2)]
        assert choices[0] == choices[1] or choices[0][1]["rule"] in ("greedy", "muster")


def test_the_same_seed_gives_the_same_games_in_every_process() -> None:
    """Both systems, both bots, with the order of sets and dictionaries shuffled by the hash seed."""
    stories = [
        subprocess.run(
            [sys.executable, "-c", STORY],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout
        for seed in ("1", "2")
    ]
    assert stories[0] == stories[1] and stories[0].count("\n") == 4 * 71
