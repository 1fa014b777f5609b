"""The plans of Proud Monster: the staff follows them by the rules, and each makes for what it names."""

from __future__ import annotations

import pytest

from engine.bots import check_doctrine, find_plan, make_bot, plans_of
from engine.bots.plans import doctrine_of
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import goals_of
from engine.bots.staff.player import StaffBot, book_of
from engine.play import Game
from tests.kit.players import setting_for

SLUG, ACTIONS = "proud-monster", 60
PLANS = [
    (0, "axis-moscow"),
    (0, "axis-leningrad"),
    (0, "axis-kiev"),
    (1, "soviet-forward"),
    (1, "soviet-depth"),
    (1, "soviet-winter"),
]


def test_both_sides_have_their_plans_and_nothing_in_them_is_unknown() -> None:
    scenario = setting_for(SLUG).scenario
    found = [
        (number, plan.plan) for number, one in enumerate(scenario.sides) for plan in plans_of(scenario.rows, one.side)
    ]
    assert found == PLANS and not check_doctrine(scenario.rows)


@pytest.mark.parametrize(("side", "plan"), PLANS)
def test_a_plan_is_played_by_the_rules_and_explained(side: int, plan: str) -> None:
    setting = setting_for(SLUG)
    bots = [make_bot("greedy", setting.scenario, 0, 1), make_bot("greedy", setting.scenario, 1, 1)]
    bots[side] = make_bot("doctrine", setting.scenario, side, 1, plan)
    assert isinstance(bots[side], StaffBot)
    game, told = Game.begin(setting, 1), 0
    while game.decision is not None and told < ACTIONS and game.state.turn <= 2:
        owes = game.decision.side
        if owes != side and game.decision.kind == "move":
            game.apply(next(iter(reversed(list(game.options())))))
            continue
        action, why = bots[owes].choose(game.view(owes))
        game.apply(action, dict(why))
        if owes == side:
            told += 1
            assert why["rule"] and all(why["reasons"]), why
    assert told >= 20


def places_sent_to(plan: str) -> dict[str, int]:
    """How many groups the plan sends to each place in the first movement phase."""
    setting = setting_for(SLUG)
    game = Game.begin(setting, 1)
    bot = make_bot("greedy", setting.scenario, 0, 1)
    while game.decision is not None and not (game.decision.kind == "move" and game.decision.side == 0):
        game.apply(bot.choose(game.view(game.decision.side))[0])
    look = Assessment(game.view(0).table, 0)
    book = book_of(doctrine_of(setting.scenario.rows, find_plan(setting.scenario.rows, "german", plan)))
    found: dict[str, int] = {}
    for one in goals_of(look, Draft(look, {}), book).place:
        if one is not None:
            key = setting.scenario.places[one.place].place
            found[key] = found.get(key, 0) + 1
    return found


def test_each_axis_plan_sends_more_to_what_it_names() -> None:
    north, south = places_sent_to("axis-leningrad"), places_sent_to("axis-kiev")
    baltic = ("riga", "pskov", "novgorod", "tallinn", "leningrad")
    ukraine = ("lvov", "kiev", "odessa", "dnepropetrovsk", "zaporozhye", "kharkov")
    assert sum(north.get(key, 0) for key in baltic) > sum(south.get(key, 0) for key in baltic)
    assert sum(south.get(key, 0) for key in ukraine) > sum(north.get(key, 0) for key in ukraine)
