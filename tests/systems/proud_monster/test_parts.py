"""Proud Monster: three smaller scenarios, ours, each cut from the campaign for one army group and four turns."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine.bots import make_bot
from engine.play import Game
from engine.records import Rows
from engine.records.board import Place
from engine.records.counters import Formation, Unit
from engine.records.play import Arrival, Placement, ScenarioRow
from engine.rules.victory import settle
from engine.systems import check_rules
from tests.kit.monster import SLUG, shipped
from tests.kit.players import play_on, setting_for
from tests.kit.shipped import shipped_rows

PARTS = ("army-group-north", "army-group-centre", "army-group-south")


@pytest.fixture(params=PARTS)
def part(request: pytest.FixtureRequest) -> str:
    """Each of the three."""
    return str(request.param)


def army_group(rows: Rows, unit: Unit) -> str:
    """The formation at the head of those that a unit belongs to."""
    parents = {row.formation: row.parent for row in rows.all(Formation)}
    found = unit.formation or ""
    while parents.get(found):
        found = parents[found] or ""
    return found


def test_they_are_ours_and_of_the_family_and_without_a_fault(part: str) -> None:
    rows = shipped_rows(part)
    about = rows.the(ScenarioRow)
    assert about.family == SLUG and about.turns == 4 and about.provenance == "ours"
    assert about.description.count("Ours") == 1 and check_rules(rows) == []


def test_each_has_its_own_army_group_and_nothing_of_the_others(part: str) -> None:
    rows, whole = shipped_rows(part), {row.identity(): row for row in shipped().all(Unit)}
    placed = [unit for line in rows.all(Placement) if line.side == "german" for unit in line.units.units]
    units = {unit.unit: unit for unit in rows.all(Unit)}
    groups = [army_group(rows, units[key]) for key in placed]
    allies = {"romanian-4-army", "romanian-reserve"} if part.endswith("south") else set()
    assert set(groups) <= {part, *allies} and groups.count(part) > 20
    assert all(whole[row.identity()] == row for row in rows.all(Unit)), "the same counters"
    assert len(units) < 0.3 * len(whole)


def test_everybody_in_the_box_is_used_and_every_place_lies_on_the_map(part: str) -> None:
    rows, setting = shipped_rows(part), setting_for(part)
    for pool in {unit.pool for unit in rows.all(Unit) if unit.pool}:
        drawn = sum(line.count for kind in (Placement, Arrival) for line in rows.all(kind) if pool in line.units.pools)
        assert drawn == sum(unit.pool == pool for unit in rows.all(Unit))
    assert all(setting.board.cell(place.cell) < setting.board.grid.size for place in rows.all(Place))
    assert max(line.turn for line in rows.all(Arrival)) <= 4


NEEDS = {"army-group-north": 2, "army-group-centre": 3, "army-group-south": 2}
"""What the Axis must hold, as the description of each says."""


def test_holding_places_worth_enough_after_four_turns_wins(part: str) -> None:
    for goal, winner in ((NEEDS[part] - 1, 1), (NEEDS[part], 0)):
        game = Game.begin(setting_for(part), 1)
        worth = {index: place.value for index, place in enumerate(game.scenario.places) if place.value}
        sets = (held for many in range(6) for held in combinations(worth, many))
        held = next(each for each in sets if sum(worth[index] for index in each) == goal)
        for index in held:
            game.table.take_control(index, 0)
        game.table.state.turn = 4
        settle(game.table, "end")
        assert game.outcome is not None and game.outcome.winner == winner


def test_a_game_by_bots_comes_to_its_end(part: str) -> None:
    game = Game.begin(setting_for(part), 4)
    bot = make_bot("greedy", game.scenario, 0, 4)
    chance = random.Random(4)
    while game.decision is not None:
        if game.decision.side == 0:
            action, why = bot.choose(game.view(0))
            game.apply(action, dict(why))
        else:
            play_on(game, chance, 1)
    assert game.outcome is not None and game.state.turn == 4
