"""Quotas of a set-up: what they still take is exactly what the best way to meet them takes."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from engine.play.sandbox import Position, Spot, lay_out
from engine.records import Rows
from engine.records.counters import Face, Unit
from engine.rules.quotas import Quota, requirement, shortfall
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.boards import region
from tests.kit.small import small_scenario

ROW = ("0101", "0201", "0301", "0401", "0501")
MANY = 5


def rows_with(cells: tuple[str, ...]) -> Rows:
    rows = small_scenario()
    for number in range(MANY):
        rows.put(Unit(unit=f"d{number}", name=f"d{number}", side="german", nationality="german", flags=("guest",)))
        rows.put(Face(unit=f"d{number}", face=0, attack=1, defence=1, movement=4))
    region(rows, "zone", *cells)
    return rows


SETTING = setting_of(compile_scenario(rows_with((*ROW, "0102", "0202"))))


def stood(*cells: str) -> Table:
    return lay_out(SETTING, Position({f"d{n}": Spot(at) for n, at in enumerate(cells)}))


def quota(**more: object) -> Quota:
    return Quota(name="zone", side="german", region="zone", **more)  # type: ignore[arg-type]


def met(table: Table, quotas: list[Quota]) -> bool:
    return not any(requirement(table, each).open for each in quotas)


def fewest(cells: tuple[str, ...], quotas: list[Quota]) -> int:
    """By trying every way to place more units."""
    for many in range(MANY + 1 - len(cells)):
        for more in combinations_with_replacement((*ROW, "0102", "0202"), many):
            if met(stood(*cells, *more), quotas):
                return many
    return 99


@pytest.mark.parametrize("seed", range(12))
def test_the_shortfall_is_the_fewest_pieces_that_meet_all_quotas(seed: int) -> None:
    chance = random.Random(seed)
    towns = tuple(chance.sample(ROW, chance.randrange(3)))
    quotas = [quota(each="pair", cells=ROW[: chance.randrange(2, 6)], least=1)]
    quotas += [quota(each="hex", cells=towns, least=1)] if towns else []
    quotas += [quota(each="region", least=chance.randrange(3))] if chance.random() < 0.5 else []
    there = tuple(chance.choices((*ROW, "0102"), k=chance.randrange(3)))
    table = stood(*there)
    found = shortfall(table, quotas)
    assert found.pieces == fewest(there, quotas)
    for cell in (*ROW, "0102", "0202"):
        if len(there) < MANY:
            helps = shortfall(stood(*there, cell), quotas).pieces < found.pieces
            assert (SETTING.board.cell(cell) in found.helps) == helps, cell


def test_columns_count_what_their_hexes_must_hold() -> None:
    quotas = [quota(each="hex", cells=("0101",), least=1), quota(each="column", least=2)]
    assert shortfall(stood(), quotas).pieces == 10, "five columns of two"
    assert shortfall(stood("0102", "0102"), quotas).pieces == 9, "the first column still lacks its hex"
    assert shortfall(stood("0102", "0101"), quotas).pieces == 8


@pytest.mark.parametrize("turned", [False, True])
def test_what_a_narrow_quota_takes_counts_for_a_wider_one_in_whatever_order_they_are_given(turned: bool) -> None:
    asked = [
        quota(each="hex", cells=("0101",), least=1),
        quota(each="pair", cells=ROW[1:3], least=1),
        quota(each="column", least=1),
        quota(each="region", least=6),
    ]
    found = shortfall(stood(), asked[::-1] if turned else asked)
    assert found.pieces == 6, "one in each of five columns, and one more anywhere"


def test_a_requirement_says_how_it_stands() -> None:
    least = requirement(stood("0101"), quota(each="hex", least=1))
    assert (least.met, least.parts, least.missing) == (1, 7, 6) and least.words() == "zone: 6 of 7 still open"
    most = requirement(stood("0101", "0101"), quota(each="region", most=2))
    assert most.words() == "zone: at most 2; no more may come" and most.full
    assert requirement(stood("0101"), quota(each="region", least=1)).words() == "zone: met"
    assert requirement(stood("0101"), quota(each="hex", least=1)).full == (), "without a limit nothing is full"
    assert len(requirement(stood("0101"), quota(each="hex", most=0)).full) == 7, "nobody may come: all is full"
    assert requirement(stood(), quota(each="region", least=2)).words() == "zone: 2 units more"
