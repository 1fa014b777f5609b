"""Endings that nothing can bring about are named, and those that something can are not."""

from __future__ import annotations

import pytest

from engine.records import Rows
from engine.records.board import Place
from engine.records.play import AllOf, AnyCondition, AnyOf, Eliminated, HasPoints, HoldsPlaces, MechanismRow, Victory
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
        HasPoints(side="german", at_least=0, at_most=0),
        AnyOf(parts=(HasPoints(side="german", at_least=5), Eliminated(side="soviet"))),
        AllOf(),
    ],
)
def test_an_ending_that_can_come_is_left_alone(condition: AnyCondition) -> None:
    assert check_victory(rows_with(condition)) == []


@pytest.mark.parametrize(
    ("key", "scores"),
    [("retreat", False), ("stacking", False), ("arrivals-at-a-price", True), ("place-points", True)],
)
def test_points_come_only_from_a_mechanism_that_gives_some(key: str, scores: bool) -> None:
    rows = rows_with(HasPoints(side="german", at_least=1))
    rows.put(MechanismRow(mechanism=key, params={}))
    assert bool(check_victory(rows)) is not scores


def test_an_ending_behind_one_that_always_holds_is_never_reached() -> None:
    rows = rows_with(Eliminated(side="soviet"), HoldsPlaces(side="german"), Eliminated(side="german"))
    found = check_victory(rows)
    assert [problem.key for problem in found] == [("v2",)]
    assert found[0].message == "nothing can bring this about: “Level 1” comes before it and always holds"


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa", "panzergruppe-guderian"])
def test_every_shipped_ending_can_come(slug: str) -> None:
    assert check_victory(shipped_rows(slug)) == []


@pytest.mark.parametrize("least", range(4))
@pytest.mark.parametrize("most", range(-1, 4))
@pytest.mark.parametrize("part", [False, True])
def test_limits_are_weighed_against_every_number_of_places_that_can_be_held(least: int, most: int, part: bool) -> None:
    rows = rows_with()
    for number in (1, 2):
        rows.put(Place(place=f"more-{number}", name=f"More {number}", kind="town", cell=f"030{number}", owner="soviet"))
    there = sum(place.kind == "town" and place.owner == "soviet" for place in rows.all(Place))
    limits = {"side": "german", "kinds": ("town",), "owned_at_start_by": "soviet"}
    possible = [held for held in range(there + 1) if least <= held <= (there if most < 0 else most)]
    one = HoldsPlaces(**limits, at_least=least, at_most=most)  # type: ignore[arg-type]
    two = AllOf(parts=(HoldsPlaces(**limits, at_least=least), HoldsPlaces(**limits, at_most=most)))  # type: ignore[arg-type]
    rows.put(Victory(victory="v", name="Level", winner="german", condition=two if part else one))
    assert bool(check_victory(rows)) == (not possible)


NOTHING, SOMETHING = HoldsPlaces(side="german"), Eliminated(side="soviet")


@pytest.mark.parametrize(
    ("condition", "certain"),
    [
        (NOTHING, True),
        (SOMETHING, False),
        (HoldsPlaces(side="german", at_least=1), False),
        (HoldsPlaces(side="german", at_most=0), False),
        (AnyOf(parts=(SOMETHING, NOTHING)), True),
        (AnyOf(parts=(SOMETHING, SOMETHING)), False),
        (AllOf(parts=(SOMETHING, NOTHING)), False),
        (AllOf(parts=(NOTHING, NOTHING)), True),
    ],
)
@pytest.mark.parametrize("before", ["always", "turn", "end"])
@pytest.mark.parametrize("after", ["always", "turn", "end"])
def test_what_always_holds_hides_what_is_looked_at_no_earlier(
    condition: AnyCondition, certain: bool, before: str, after: str
) -> None:
    rows = rows_with()
    rows.put(Victory(victory="a", name="A", position=1, winner="german", condition=condition, when=before))  # type: ignore[arg-type]
    rows.put(Victory(victory="b", name="B", position=2, winner="soviet", condition=SOMETHING, when=after))  # type: ignore[arg-type]
    order = ("always", "turn", "end")
    hidden = certain and order.index(after) >= order.index(before)
    assert [problem.key for problem in check_victory(rows)] == ([("b",)] if hidden else [])
