"""A plan from the victory conditions: who must take places attacks, who must keep them defends, without any rows."""

from __future__ import annotations

import pytest

from engine.bots import check_doctrine, derived_doctrine, derived_plan, make_bot
from engine.bots.derived import Aims, aims_of
from engine.bots.doctrine.player import DoctrineBot
from engine.bots.staff.player import StaffBot
from engine.play import Game
from engine.records import Rows
from engine.records.changes import drop
from engine.records.play import AnyCondition, AnyOf, HasPoints, HoldsPlaces, Plan, Victory
from engine.scenario import compile_scenario
from engine.state.actions import DeclareAttack, MoveUnit
from engine.systems import setting_of
from tests.kit.childs import childs_rows
from tests.kit.drill import drill_rows
from tests.kit.players import setting_for


def made_up(**wins: AnyCondition) -> Rows:
    """The drill ground, where seven cities are the Soviets', with endings of a test's own and no line of doctrine."""
    rows = drill_rows()
    for row in rows.all(Victory):
        drop(row).apply(rows)
    for side, condition in wins.items():
        rows.put(Victory(victory=side, name=side, winner=side, condition=condition))
    assert not rows.all(Plan)
    return rows


def holds(side: str, least: int = 0, most: int = -1, **more: object) -> HoldsPlaces:
    return HoldsPlaces(side=side, kinds=("city",), at_least=least, at_most=most, **more)  # type: ignore[arg-type]


ATTACKS, DEFENDS, DOES_BOTH = Aims(True, False), Aims(False, True), Aims(True, True)


@pytest.mark.parametrize(
    ("wins", "german", "soviet"),
    [
        ({"german": holds("german", 3)}, ATTACKS, DEFENDS),
        ({"german": holds("german", -1)}, ATTACKS, DEFENDS),
        ({"german": holds("soviet", most=2)}, ATTACKS, DEFENDS),
        ({"german": AnyOf(parts=(HasPoints(side="german", at_least=5), holds("german", 1)))}, ATTACKS, DEFENDS),
        ({"german": holds("german", 1), "soviet": holds("soviet", 99)}, DOES_BOTH, DOES_BOTH),
        ({"soviet": holds("soviet", 2)}, ATTACKS, DEFENDS),
        ({"german": HasPoints(side="german", at_least=9)}, ATTACKS, DEFENDS),
    ],
    ids=["three", "all", "leave-two", "or-points", "both", "keep-two", "points"],
)
def test_aims_are_read_from_the_endings(wins: dict[str, AnyCondition], german: Aims, soviet: Aims) -> None:
    rows = made_up(**wins)
    assert (aims_of(rows, "german"), aims_of(rows, "soviet")) == (german, soviet)


@pytest.mark.parametrize("slug", ["arduous-beginning", "panzergruppe-guderian"])
def test_published_games_are_read_as_they_are_played(slug: str) -> None:
    rows = setting_for(slug).scenario.rows
    assert (aims_of(rows, "german"), aims_of(rows, "soviet")) == (ATTACKS, DEFENDS)


def test_whoever_takes_drives_and_whoever_keeps_holds_and_the_plan_can_be_read() -> None:
    rows = made_up(german=holds("german", 3))
    attack, defence = ({row.rule for row in derived_doctrine(rows, side)} for side in ("german", "soviet"))
    assert {"drive", "pocket", "guard"} <= attack and not {"line", "bastion"} & attack
    assert {"hold", "line", "bastion"} <= defence and "drive" not in defence
    both = made_up(german=holds("german", 1), soviet=holds("soviet", 99))
    assert {"drive", "hold", "line"} <= {row.rule for row in derived_doctrine(both, "soviet")}
    plan = derived_plan(rows, "soviet")
    for row in (plan, *derived_doctrine(rows, "soviet", plan.plan)):
        rows.put(row)
    assert check_doctrine(rows) == [] and derived_plan(rows, "soviet").plan != plan.plan


def test_where_moving_is_fighting_the_first_rules_serve() -> None:
    rows = childs_rows()
    for plan in rows.all(Plan):
        drop(plan).apply(rows)
    bot = make_bot("doctrine", compile_scenario(rows), 0, seed=1)
    assert isinstance(bot, DoctrineBot) and "strike" in {one.rule.key for one in bot.rules}


def test_a_made_up_scenario_is_played_by_plans_that_nobody_wrote() -> None:
    """The German must take three cities: he comes nearer and attacks; the Soviet stays with what he has."""
    game = Game.begin(setting_of(compile_scenario(made_up(german=holds("german", 3)))), 1)
    bots = [make_bot("doctrine", game.scenario, side, side) for side in (0, 1)]
    assert all(isinstance(bot, StaffBot) for bot in bots)
    asked = set[tuple[int, str]]()
    while game.decision is not None and game.state.turn <= 3:
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        if isinstance(action, MoveUnit | DeclareAttack):
            asked.add((side, str(why["rule"])))
        game.apply(action, dict(why))
    assert {(0, "drive"), (0, "campaign")} & asked and not any(side == 1 and rule == "drive" for side, rule in asked)
