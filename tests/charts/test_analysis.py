from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.charts.analysis import Engagement, ResultCost, doubts, read_columns, sufferer, toll
from engine.records import Rows
from engine.records.board import Grid, Tec
from engine.records.charts import (
    AnyEffect,
    Chart,
    ChartCell,
    ChartColumn,
    Choice,
    EliminateAll,
    LoseSteps,
    MatchLosses,
    Result,
    RetreatHexes,
)
from engine.records.play import MechanismRow
from engine.rules.tryout import Trial, combat_table_of, try_out
from engine.scenario.template import blank_scenario


@pytest.fixture
def rows() -> Rows:
    return blank_scenario("Charts", Grid(columns=4, rows=4))


@pytest.mark.parametrize(
    ("effects", "cost"),
    [
        ((), ResultCost()),
        ((LoseSteps(who="attacker", steps=1),), ResultCost(attacker=1)),
        ((LoseSteps(who="attacker", steps=1, each=True),), ResultCost(attacker=3)),
        ((EliminateAll(),), ResultCost(defender=4)),
        ((LoseSteps(steps=9),), ResultCost(defender=4)),
        (
            (LoseSteps(steps=2), MatchLosses(), RetreatHexes()),
            ResultCost(attacker=2, defender=2, defender_retreats=True),
        ),
        (
            (Choice(who="defender", options=((LoseSteps(steps=2),), (RetreatHexes(),))),),
            ResultCost(defender_retreats=True),
        ),
    ],
)
def test_effects_cost_what_they_say(effects: tuple[AnyEffect, ...], cost: ResultCost) -> None:
    assert toll(effects, Engagement(attackers=3, defenders=2, steps=2)) == cost


@pytest.mark.parametrize(
    ("code", "who"),
    [
        ("NE", "nobody"),
        ("AL", "attacker"),
        ("DR", "defender"),
        ("DE", "defender"),
        ("EX", "both"),
    ],
)
def test_a_result_knows_who_suffers(rows: Rows, code: str, who: str) -> None:
    assert sufferer(rows.get(Result, "crt", code)) == who


def test_expected_losses_follow_from_the_dice(rows: Rows) -> None:
    crt = combat_table_of(rows, "crt")
    assert crt is not None
    first = read_columns(crt, Engagement(attackers=2, defenders=1, steps=2))[0]
    assert first.chances == {"AE": Fraction(1, 3), "AL": Fraction(1, 2), "NE": Fraction(1, 6)}
    assert first.attacker == Fraction(1, 3) * 4 + Fraction(1, 2)
    assert first.defender == 0


def test_the_standard_table_raises_no_doubt(rows: Rows) -> None:
    crt = combat_table_of(rows, "crt")
    assert crt is not None and doubts(crt) == []


def spoiled(rows: Rows, *changes: object) -> list[str]:
    for change in changes:
        rows.put(change)  # type: ignore[arg-type]
    crt = combat_table_of(rows, "crt")
    assert crt is not None
    return [problem.message for problem in doubts(crt)]


def test_a_column_that_gets_worse_is_named(rows: Rows) -> None:
    worse = [ChartCell(chart="crt", row=str(die), column="3:1", value="AE") for die in range(1, 5)]
    assert "3:1 is worse for the attacker than 2:1" in spoiled(rows, *worse)


def test_a_gap_a_useless_result_and_a_column_out_of_order_are_named(rows: Rows) -> None:
    assert spoiled(rows, ChartCell(chart="crt", row="1", column="2:1", value="")) == ["2:1: some rolls have no result"]
    assert "the result ZZ does nothing" in spoiled(rows, Result(chart="crt", code="ZZ", name="Confusion"))
    last = spoiled(rows, ChartColumn(chart="crt", column="6:1", position=-1))
    assert "the columns are not in order from low to high" in last


def test_trying_out_gives_odds_causes_and_chances(rows: Rows) -> None:
    crt = combat_table_of(rows, "crt")
    assert crt is not None
    tried = try_out(rows, crt, Trial(attack=13, defence=4, terrain="forest", place="city", hexside="river", other=1))
    assert tried.odds == "3:1"
    assert [(shift.columns, shift.why) for shift in tried.shifts] == [
        (-1, "defending in forest"),
        (-1, "every attacker crosses a river"),
        (1, "other shifts"),
    ]
    assert tried.column == "2:1"
    assert sum(tried.chances.values()) == 1


@pytest.mark.parametrize(("params", "columns"), [({}, [-1]), ({"hex_shifts": "sum"}, [-1, -1])])
def test_trying_out_goes_by_the_rules_of_the_scenario(rows: Rows, params: dict[str, str], columns: list[int]) -> None:
    crt = combat_table_of(rows, "crt")
    assert crt is not None
    rows.put(MechanismRow(mechanism="odds-combat", params=params))
    rows.put(Tec(layer="place", kind="city", effect="combat.shift", value="-1"))
    tried = try_out(rows, crt, Trial(attack=12, defence=4, terrain="forest", place="city"))
    assert [shift.columns for shift in tried.shifts] == columns


def test_a_table_that_cannot_be_read_yet_is_no_table(rows: Rows) -> None:
    rows.put(replace(rows.get(Chart, "crt"), columns_are="differential"))  # type: ignore[type-var]
    assert combat_table_of(rows, "crt") is None
    assert combat_table_of(rows, "none") is None
