"""Blind pools whose counters are there more than once, or are of several types."""

from __future__ import annotations

from collections import Counter as Tally
from fractions import Fraction

import pytest

from engine.counters import make_pieces
from engine.errors import ScenarioError
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.rules.columns import Ends
from engine.rules.forecast import add_chances, forecast
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.systems import check_rules, setting_of
from tests.kit.pools import STRENGTHS, pooled


def game(rows: Rows) -> Game:
    return Game.begin(setting_of(compile_scenario(rows)), seed=3)


def test_a_pool_with_quantities_is_drawn_to_its_last_counter() -> None:
    table = Table(game(pooled()).setting, game(pooled()).state, seed=5)
    pieces = [index for index, piece in enumerate(table.scenario.pieces) if piece.pool]
    assert len(pieces) == len(table.pool_members("reserve")) == 7
    for left, piece in enumerate(reversed(pieces)):
        assert len(table.pool_members("reserve")) == 7 - left
        table.reveal(piece)
    drawn = Tally(table.unit(piece).unit for piece in pieces)
    assert drawn == {key: quantity for key, (_, quantity) in STRENGTHS.items()}


def test_a_forecast_weighs_counters_by_how_many_there_are() -> None:
    played = game(pooled())
    scenario = played.scenario
    hidden = next(index for index, piece in enumerate(scenario.pieces) if piece.pool)
    attacker = scenario.piece_index["xxiv-pz"]
    found = forecast(played.table, scenario.board.cell("0502"), [attacker], [hidden])
    crt = scenario.combat_tables["crt"]
    expected: dict[str, Fraction] = {}
    for strength, quantity in STRENGTHS.values():
        add_chances(expected, crt, crt.column(Fraction(9), Fraction(strength)), Fraction(quantity, 7), Ends())
    assert found.chances == expected


def test_a_position_may_show_a_counter_as_often_as_it_is_there() -> None:
    setting = setting_of(compile_scenario(pooled()))
    pieces = [piece.key for piece in setting.scenario.pieces if piece.pool]

    def shown(unit: str, many: int) -> Position:
        return Position(pieces={key: Spot("0502", 0, unit) for key in pieces[:many]})

    table = arrange(setting, shown("fair", 2)).table
    assert {table.unit(setting.scenario.piece_index[key]).unit for key in pieces[:2]} == {"fair"}
    with pytest.raises(ScenarioError, match="fair was drawn too often"):
        arrange(setting, shown("fair", 3))
    with pytest.raises(ScenarioError, match="strong was drawn twice"):
        arrange(setting, shown("strong", 2))


def test_types_may_differ_within_a_pool_and_face_down_all_show_the_first() -> None:
    rows = pooled(strong="armour")
    assert [problem for problem in check_rules(rows) if problem.severity == "error"] == []
    scenario = compile_scenario(rows)
    backs = {piece.unit.symbol for piece in make_pieces(scenario.counters) if piece.pool}
    assert backs == {"infantry"}
