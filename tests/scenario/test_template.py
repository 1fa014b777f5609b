from __future__ import annotations

import random

import pytest

from engine.play import Game
from engine.records import Rows
from engine.records.board import Grid, Tec, TerrainKind
from engine.records.charts import ChartCell, Result
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Phase, Placement
from engine.scenario.template import blank_scenario
from engine.systems import check_rules


@pytest.mark.parametrize(
    "grid",
    [
        Grid(columns=8, rows=6),
        Grid(columns=1, rows=1),
        Grid(columns=7, rows=5, orientation="pointy"),
        Grid(columns=6, rows=6, shape="square", neighbours=4),
    ],
)
def test_a_blank_scenario_has_no_problem_on_any_grid(grid: Grid) -> None:
    assert check_rules(blank_scenario("Blank", grid)) == []


def test_every_result_of_the_table_is_explained_and_used() -> None:
    rows = blank_scenario("Blank", Grid(columns=4, rows=4))
    assert {cell.value for cell in rows.all(ChartCell)} == {result.code for result in rows.all(Result)}


def test_every_terrain_has_a_cost_for_both_classes() -> None:
    rows = blank_scenario("Blank", Grid(columns=4, rows=4))
    for kind in rows.all(TerrainKind):
        assert rows.has(Tec, "terrain", kind.kind, "move.infantry")
        assert rows.has(Tec, "terrain", kind.kind, "move.mech")


def with_units() -> Rows:
    rows = blank_scenario("Blank", Grid(columns=6, rows=5), turns=3)
    for side, cell in (("german", "0202"), ("soviet", "0403")):
        rows.put(Unit(unit=side, name=side, side=side, nationality=side))
        rows.put(Face(unit=side, face=0, attack=4, defence=4, movement=4))
        rows.put(Placement(placement=side, side=side, units=Selector(units=(side,)), cell=cell))
    return rows


def test_units_alone_make_it_a_game_of_four_phases_a_turn() -> None:
    rows = with_units()
    assert [phase.kind for phase in rows.all(Phase)] == ["movement", "combat"] * 2
    (problem,) = check_rules(rows)
    assert problem.key == ("german-goal",) and "it asks for 1 place, and there are 0" in problem.message
    game = Game.new(rows, seed=5)
    dice = random.Random(5)
    while game.decision is not None:
        game.apply(dice.choice(list(game.options())))
    assert game.outcome is not None
    assert game.outcome.level in ("German victory", "Soviet victory")
