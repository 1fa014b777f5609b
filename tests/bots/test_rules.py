"""All doctrine rules: what each declares, and what a bot makes of the rows of a plan."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest

from engine.bots import check_doctrine, derived_doctrine, make_bot, rules_beside
from engine.bots import staff as staff_package
from engine.bots.doctrine import DOCTRINE_RULES, FIRST_RULES, DoctrineRule
from engine.bots.doctrine.garrison import GarrisonPlaces
from engine.bots.doctrine.player import DoctrineBot, rules_of
from engine.bots.staff.player import StaffBot
from engine.bots.staff.rules import STAFF_RULES
from engine.records.columns import columns
from engine.records.play import Doctrine, Plan
from engine.scenario import compile_scenario
from engine.state.actions import Done
from tests.kit.doctrine import answer, doctrine, ends, taken, targets
from tests.kit.drill import drill, drill_rows
from tests.kit.players import setting_for

KINDS = list(DOCTRINE_RULES.values())
STAFF = Path(staff_package.__file__ or "").parent


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_every_rule_has_a_title_a_help_and_a_goal(kind: type[DoctrineRule]) -> None:
    assert kind.title and kind.help.endswith(".") and kind.goal
    assert kind.title != kind.help and not kind.goal.endswith(".")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_every_parameter_of_a_rule_has_a_label_and_is_used(kind: type[DoctrineRule]) -> None:
    own = inspect.getsource(sys.modules[kind.__module__])
    readers = [
        path.read_text("utf-8")
        for path in STAFF.glob("*.py")
        if re.search(rf"\b{kind.__name__}\b", path.read_text("utf-8"))
    ]
    for column in columns(kind):  # type: ignore[arg-type]
        if column.name != "cases":
            assert column.title and column.title != column.name, column.name
            used = [source for source in readers if f".{column.name}" in source]
            assert used if kind.key in STAFF_RULES else f"self.{column.name}" in own, column.name


@pytest.mark.parametrize("family", [FIRST_RULES, STAFF_RULES], ids=["first", "staff"])
def test_no_two_rules_of_a_family_share_a_title_or_a_goal(family: dict[str, type[DoctrineRule]]) -> None:
    kinds = family.values()
    assert len({kind.title for kind in kinds}) == len({kind.goal for kind in kinds}) == len(kinds)
    assert not FIRST_RULES.keys() & STAFF_RULES.keys()


def test_rules_that_are_off_weigh_nothing_or_are_unknown_are_not_followed() -> None:
    rows = doctrine(
        {"garrison": {"on": False}, "caution": {"weight": 0.0}, "levitation": {}, "losses": {"weight": 2.0}}
    )
    assert [(one.weight, one.rule.key) for one in rules_of(rows)] == [(2.0, "losses")]


@pytest.mark.parametrize("params", [{"early": "much"}, {"early": 7.0}, {"last": 0}])
def test_parameters_that_cannot_be_read_are_as_usual(params: dict[str, object]) -> None:
    (one,) = rules_of(doctrine({"garrison": params}))
    assert one.rule == GarrisonPlaces()


def test_a_bot_without_any_rule_stands_still_and_goes_on() -> None:
    moving = drill({"xxiv-pz": "0404", "brest-garrison": "0505"}, phase="german-movement")
    assert ends(moving, {}) == {"xxiv-pz": "0404"}
    fighting = drill({"xxiv-pz": "0404", "brest-garrison": "0505"}, phase="german-combat")
    assert targets(fighting, {}) == {} and answer(fighting, {})[0] == Done()


def test_without_a_plan_a_bot_follows_what_its_victory_conditions_ask_for() -> None:
    bot = make_bot("doctrine", compile_scenario(drill_rows()), 1, seed=1)
    assert isinstance(bot, StaffBot)
    assert {one.rule.key for one in bot.book.rules} == {row.rule for row in derived_doctrine(drill_rows(), "soviet")}


def test_a_plan_without_rows_follows_no_rule_as_its_table_shows() -> None:
    rows = drill_rows()
    rows.put(Plan(plan="idle", name="Idle", side="soviet"))
    bot = make_bot("doctrine", compile_scenario(rows), 1, seed=1)
    assert isinstance(bot, DoctrineBot) and bot.rules == []


def test_the_weights_of_rules_decide_between_them() -> None:
    """An army may hold its city or keep out of the way of two corps; the greater weight decides."""
    pieces = {"13th-army": "0505", "xxiv-pz": "0305", "v": "0304"}
    game = drill(pieces, turn=6, phase="soviet-movement", control=taken("baranovichi"))
    bold = ends(game, {"garrison": {"weight": 5.0}, "caution": {"weight": 0.1}})
    timid = ends(game, {"garrison": {"weight": 0.1}, "caution": {"weight": 5.0}})
    assert bold["13th-army"] == "0505" != timid["13th-army"]


def test_plans_are_drawn_by_weight_and_by_seed() -> None:
    rows = drill_rows()
    for plan, weight, rule in (("often", 3.0, "caution"), ("rarely", 1.0, "garrison"), ("never", 0.0, "assault")):
        rows.put(Plan(plan=plan, name=plan, side="soviet", weight=weight))
        rows.put(Doctrine(plan=plan, rule=rule))
    scenario = compile_scenario(rows)

    def drawn(seed: int) -> str:
        bot = make_bot("doctrine", scenario, 1, seed)
        assert isinstance(bot, DoctrineBot)
        return bot.rules[0].rule.key

    draws = [drawn(seed) for seed in range(200)]
    assert draws == [drawn(seed) for seed in range(200)]
    assert set(draws) == {"caution", "garrison"} and 120 < draws.count("caution") < 180


def test_the_check_names_rules_and_parameters_that_nobody_can_follow() -> None:
    rows = drill_rows()
    rows.put(Plan(plan="odd", name="Odd", side="soviet"))
    rows.put(Doctrine(plan="odd", rule="levitation"))
    rows.put(Doctrine(plan="odd", rule="garrison", params={"early": 7.0}))
    rows.put(Doctrine(plan="odd", rule="caution", params={"courage": 1.0}))
    rows.put(Doctrine(plan="odd", rule="losses", params={"last_step": 2.0}))
    found = {problem.key: str(problem) for problem in check_doctrine(rows)}
    assert set(found) == {("odd", "levitation"), ("odd", "garrison"), ("odd", "caution")}
    assert "there is no doctrine rule levitation" in found["odd", "levitation"]
    assert GarrisonPlaces.title in found["odd", "garrison"] and "early" in found["odd", "garrison"]


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa", "panzergruppe-guderian"])
def test_the_shipped_plans_can_be_followed(slug: str) -> None:
    rows = setting_for(slug).scenario.rows
    assert check_doctrine(rows) == [] and rows.all(Plan)


def test_a_plan_is_written_for_the_staff_or_in_the_first_rules_never_in_both() -> None:
    staff, first = doctrine({"campaign": {}, "line": {}}), doctrine({"garrison": {}})
    assert rules_beside(staff) is STAFF_RULES
    assert rules_beside(first) is rules_beside((*staff, *first)) is rules_beside(()) is FIRST_RULES
    scenario = setting_for("panzergruppe-guderian").scenario
    assert [type(make_bot("doctrine", scenario, side, 1)) for side in (0, 1)] == [StaffBot, StaffBot]
    old = make_bot("doctrine-1", scenario, 0, 1)
    assert isinstance(old, DoctrineBot) and [one.rule.key for one in old.rules] == list(FIRST_RULES)
