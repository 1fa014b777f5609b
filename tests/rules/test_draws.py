"""Draws from pools: held against every deal of the counters, one by one, on small pools."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records.counters import Face
from engine.rules import draws as module
from engine.rules.draws import Blind, FaceDownUnit, draws, faces_of

ONE, HALF, DOUBLE = Fraction(1), Fraction(1, 2), Fraction(2)
STRENGTHS = st.sampled_from((0.0, 1.0, 2.0, 2.5, 3.0, 7.0))
TIMES = st.sampled_from((ONE, HALF, DOUBLE))


def faces(*printed: tuple[float, float]) -> list[Face]:
    return [Face(unit=f"u{n}", face=0, attack=attack, defence=defence) for n, (attack, defence) in enumerate(printed)]


def enumerated(
    pools: list[tuple[list[Face], list[Fraction], list[Fraction]]],
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """Deal every counter to every unit in every order, and count."""
    found = {(Fraction(0), Fraction(0)): ONE}
    for members, attackers, defenders in pools:
        deals = list(permutations(members, len(attackers) + len(defenders)))
        grown: dict[tuple[Fraction, Fraction], Fraction] = {}
        for deal in deals:
            attack = sum((Fraction(f.attack) * t for f, t in zip(deal, attackers, strict=False)), Fraction(0))
            rest = deal[len(attackers) :]
            defence = sum((Fraction(f.defence) * t for f, t in zip(rest, defenders, strict=True)), Fraction(0))
            for (a, d), chance in found.items():
                key = (a + attack, d + defence)
                grown[key] = grown.get(key, Fraction(0)) + chance / len(deals)
        found = grown
    return found


def reckoned(
    pools: list[tuple[list[Face], list[Fraction], list[Fraction]]],
) -> dict[tuple[Fraction, Fraction], Fraction]:
    return draws(tuple(blind(m, a, d) for m, a, d in pools), 2).chances()  # type: ignore[return-value]


def blind(members: list[Face], attackers: Sequence[Fraction], defenders: Sequence[Fraction] = ()) -> Blind:
    """Attackers in the first heap and defenders in the second, each worth its strength times a number."""
    printed = faces_of(members)
    drawn = [FaceDownUnit(0, tuple(attack * times for (attack, _), _ in printed)) for times in attackers]
    drawn += [FaceDownUnit(1, tuple(defence * times for (_, defence), _ in printed)) for times in defenders]
    return Blind(printed, tuple(drawn))


@st.composite
def pool(draw: st.DrawFn) -> tuple[list[Face], list[Fraction], list[Fraction]]:
    members = faces(*draw(st.lists(st.tuples(STRENGTHS, STRENGTHS), min_size=1, max_size=5)))
    units = draw(st.integers(0, len(members)))
    attackers = draw(st.integers(0, units))
    times = draw(st.lists(TIMES, min_size=units, max_size=units))
    return members, times[:attackers], times[attackers:]


@settings(max_examples=60, deadline=None)
@given(st.lists(pool(), max_size=2))
def test_draws_are_what_dealing_every_counter_gives(
    pools: list[tuple[list[Face], list[Fraction], list[Fraction]]],
) -> None:
    assert reckoned(pools) == enumerated(pools)


@settings(max_examples=30, deadline=None)
@given(st.lists(pool(), max_size=2))
def test_adding_up_one_by_one_gives_the_same(
    pools: list[tuple[list[Face], list[Fraction], list[Fraction]]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WIDEST", 0)
        draws.cache_clear()
        assert reckoned(pools) == enumerated(pools)
    draws.cache_clear()


def test_strengths_that_share_no_step_are_still_exact() -> None:
    members = faces((0.1, 1), (0.3, 2), (1.7, 0.01), (999, 998.3))
    pools = [(members, [ONE], [ONE, ONE])]
    assert reckoned(pools) == enumerated(pools)


def test_equal_faces_are_one_face_with_a_number() -> None:
    assert faces_of(faces((3, 1), (2, 2), (3, 1), (3, 1))) == (((Fraction(2), Fraction(2)), 1), ((Fraction(3), ONE), 3))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(STRENGTHS, STRENGTHS), min_size=4, max_size=5), st.lists(st.integers(0, 2), max_size=4))
def test_units_are_added_up_in_as_many_heaps_as_the_rules_part(
    members: list[tuple[float, float]], heaps: list[int]
) -> None:
    printed = faces_of(faces(*members))
    halved = tuple(Fraction(int(attack / 2)) for (attack, _), _ in printed)
    drawn = draws((Blind(printed, tuple(FaceDownUnit(heap, halved) for heap in heaps)),), 3).chances()
    found: dict[tuple[Fraction, ...], Fraction] = {}
    deals = list(permutations(members, len(heaps)))
    for deal in deals:
        totals = [Fraction(0)] * 3
        for (attack, _), heap in zip(deal, heaps, strict=True):
            totals[heap] += int(Fraction(attack) / 2)
        found[tuple(totals)] = found.get(tuple(totals), Fraction(0)) + Fraction(1, len(deals))
    assert drawn == found


@pytest.mark.parametrize("many", [1, 5, 9, 13])
@pytest.mark.parametrize("alike", [12, 20, 40])
def test_no_way_is_lost_however_many_lead_to_the_same_total(many: int, alike: int) -> None:
    members = faces(*[(1.0, 1.0)] * alike, (2.0, 2.0), (4.0, 4.0))
    found = draws((blind(members, [ONE] * many, [ONE]),), 2)
    assert sum(found.ways.values()) == found.total == comb(alike + 2, many) * (alike + 2 - many)
    mean = sum(attack * chance for (attack, _), chance in found.chances().items())
    assert mean == Fraction(many * (alike + 6), alike + 2)
