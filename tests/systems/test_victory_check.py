"""Endings that nothing can bring about are named, and those that something can are not."""

from __future__ import annotations

import pytest

from engine.records import Rows
from engine.records.play import AllOf, AnyCondition, AnyOf, Eliminated, HasPoints, HoldsPlaces, Victory
from engine.systems import check_rules
from engine.systems.victory_check import check_victory
from tests.kit.shipped import shipped_rows
from tests.kit.small import small_scenario


def rows_with(*conditions: AnyCondition) -> Rows:
    rows = small_scenario()
    for row in rows.all(Victory):
        rows.drop(Victory, row.victory)
    for number, condition in enumerate(conditions):
        rows.put(
            Victory(victory=f"v{number}", name=f"Level {number}", position=number, winner="german", condition=condition)
        )
    return rows


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        (HoldsPlaces(side="german", at_least=2), "it asks for 2 places, and there is 1"),
        (HoldsPlaces(side="german", at_least=1, at_most=0), "at least 1 and at most 0 exclude each other"),
        (HasPoints(side="german", at_least=5, at_most=3), "at least 5 points and at most 3 exclude each other"),
        (HasPoints(side="german", at_least=5), "no mechanism of this scenario gives points"),
        (AnyOf(), "it lists no way to hold"),
        (
            AllOf(parts=(HoldsPlaces(side="german", at_least=1), HoldsPlaces(side="german", at_most=0))),
            "at least 1 and at most 0 of the same places exclude each other",
        ),
        (
            AllOf(parts=(Eliminated(side="soviet"), HasPoints(side="german", at_least=1))),
            "no mechanism of this scenario",
        ),
    ],
)
def test_an_ending_that_cannot_come_is_named_with_the_reason(condition: AnyCondition, why: str) -> None:
    rows = rows_with(condition)
    problems = [problem for problem in check_rules(rows) if problem.table == "victory"]
    assert [(problem.key, problem.severity) for problem in problems] == [(("v0",), "warning")]
    assert problems[0].message.startswith(f"nothing can bring this about: {why}")


@pytest.mark.parametrize(
    "condition",
    [
        HoldsPlaces(side="german", at_least=1),
        HoldsPlaces(side="german", at_most=0),
        AnyOf(parts=(HasPoints(side="german", at_least=5), Eliminated(side="soviet"))),
        AllOf(),
    ],
)
def test_an_ending_that_can_come_is_left_alone(condition: AnyCondition) -> None:
    assert check_victory(rows_with(condition)) == []


def test_an_ending_behind_one_that_always_holds_is_never_reached() -> None:
    rows = rows_with(Eliminated(side="soviet"), HoldsPlaces(side="german"), Eliminated(side="german"))
    found = check_victory(rows)
    assert [problem.key for problem in found] == [("v2",)]
    assert found[0].message == "nothing can bring this about: “Level 1” comes before it and always holds"


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa", "panzergruppe-guderian"])
def test_every_shipped_ending_can_come(slug: str) -> None:
    assert check_victory(shipped_rows(slug)) == []
