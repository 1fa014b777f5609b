"""Bots: they finish whole games legally, whatever their plan, and remember nothing that they need."""

from __future__ import annotations

import pytest

import engine.bots
from engine.bots import BOTS, Bot, make_bot, plans_of
from engine.bots.naming import KINDS
from engine.play import Game
from tests.kit.players import setting_for

AB, CB = "arduous-beginning", "childs-barbarossa"
SLUGS = (AB, CB)

PAIRS = [(AB, "greedy", "greedy"), (AB, "random", "random"), (CB, "greedy", "greedy"), (CB, "random", "doctrine")]


def seats(slug: str, names: tuple[str, str]) -> list[Bot]:
    """A bot for either side, with a plan drawn for it."""
    return [make_bot(name, setting_for(slug).scenario, side, 7 + side) for side, name in enumerate(names)]


def play(slug: str, bots: list[Bot], seed: int) -> Game:
    """A whole game; an illegal action would raise an error."""
    game = Game.begin(setting_for(slug), seed)
    while game.decision is not None:
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


def every_plan() -> list[tuple[str, int, str]]:
    found = []
    for slug in SLUGS:
        scenario = setting_for(slug).scenario
        for side, row in enumerate(scenario.sides):
            found += [(slug, side, plan.plan) for plan in plans_of(scenario.rows, row.side)]
    return found


def test_the_bots_that_are_listed_are_those_that_can_be_made() -> None:
    assert tuple(BOTS) == KINDS
    assert all(hasattr(engine.bots, name) for name in engine.bots.__all__)
    assert not hasattr(engine.bots, "napoleon")


@pytest.mark.parametrize(("slug", "side", "plan"), every_plan())
def test_every_plan_plays_a_whole_game_by_the_rules_and_explains_it(slug: str, side: int, plan: str) -> None:
    bots = [
        make_bot(name, setting_for(slug).scenario, number, 7 + number, plan if number == side else None)
        for number, name in enumerate(("doctrine", "greedy") if side == 0 else ("greedy", "doctrine"))
    ]
    game = play(slug, bots, seed=len(plan))
    assert game.outcome is not None
    told = [entry.why for entry in game.log if entry.action is not None and entry.side == side]
    assert len(told) > 100
    for why in told:
        assert why and why["rule"] and why["goal"] and why["reasons"], why
        assert why["rule"] == "greedy" or why["expects"], why
        assert len(why.get("rejected", [])) <= 2, why


@pytest.mark.parametrize(("slug", "first", "second"), PAIRS)
@pytest.mark.parametrize("seed", [1, 2])
def test_yardsticks_play_whole_games_by_the_rules(slug: str, first: str, second: str, seed: int) -> None:
    assert play(slug, seats(slug, (first, second)), seed).outcome is not None


def test_two_sides_of_doctrine_play_a_whole_game() -> None:
    assert play(AB, seats(AB, ("doctrine", "doctrine")), 3).outcome is not None


@pytest.mark.parametrize(("slug", "name"), [(AB, "doctrine"), (AB, "greedy"), (CB, "greedy")])
def test_a_bot_that_remembers_nothing_still_comes_to_an_end(slug: str, name: str) -> None:
    """A window that is closed and opened between any two actions makes new bots; they must not go in circles."""
    setting = setting_for(slug)
    game = Game.begin(setting, 1)
    for _ in range(2000):
        if game.decision is None:
            break
        side = game.decision.side
        game.apply(make_bot(name, setting.scenario, side, 7 + side).choose(game.view(side))[0])
    assert game.outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(40))
def test_bots_play_many_games_by_the_rules(slug: str, seed: int) -> None:
    pairs = [("doctrine", "doctrine"), ("doctrine", "greedy"), ("greedy", "doctrine"), ("doctrine", "random")]
    assert play(slug, seats(slug, pairs[seed % 4]), seed).outcome is not None
