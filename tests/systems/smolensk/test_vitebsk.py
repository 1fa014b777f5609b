"""Smolensk: Vitebsk, the first lesson, ours: what the campaign has there on 8 July, ground and supply, three turns."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest

from engine.board import Board
from engine.bots import make_bot
from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import arrange, position_of
from engine.records import Rows
from engine.records.board import Grid, Place
from engine.records.counters import Face, ModeFace, Unit
from engine.records.markers import MarkerStart
from engine.records.play import Arrival, MechanismRow, Phase, Placement, ScenarioRow
from engine.rules.railways import Railways
from engine.rules.victory import settle
from engine.scenario.part import ChildMap, KeptCells
from engine.systems import check_rules
from tests.kit.players import play_on, setting_for
from tests.kit.shipped import shipped_rows
from tests.kit.smolensk import phase

SLUG, CAMPAIGN = "smolensk-vitebsk", "smolensk-campaign"
CORNERS = ChildMap(first="01.35", last="31.23")
LENT = {"sov-ur-61", "sov-nkvd-bdr-105", "sov-truck-points"}
"""Those who stand with any headquarters in the campaign, and here with one."""


@pytest.fixture(scope="module")
def rows() -> Rows:
    """The rows of the lesson."""
    return shipped_rows(SLUG)


def test_it_is_ours_and_of_the_family_and_without_a_fault(rows: Rows) -> None:
    about = rows.the(ScenarioRow)
    assert (about.family, about.first_turn, about.turns, about.provenance) == ("smolensk", 1, 3, "ours")
    assert "Ours" in about.description and check_rules(rows) == []


def test_the_map_is_a_corner_of_the_campaigns_with_its_numbers(rows: Rows) -> None:
    board, whole = setting_for(SLUG).board, shipped_rows(CAMPAIGN)
    grid = rows.the(Grid)
    assert (grid.columns, grid.rows) == (31, 13)
    corners = ("01.35", "31.35", "01.23", "31.23")
    assert [board.grid.column_row(board.cell(label)) for label in corners] == [(0, 0), (30, 0), (0, 12), (30, 12)]
    campaign = Board.from_rows(whole)
    for number in range(board.grid.size):
        there = campaign.cell(board.label(Cell(number)))
        assert board.terrain_of(Cell(number)) == campaign.terrain_of(there)
        near = {board.label(each) for each in board.neighbours(Cell(number))}
        assert near <= {campaign.label(each) for each in campaign.neighbours(there)}
    towns = {place.place: place.cell for place in rows.all(Place)}
    assert (towns["vitebsk"], towns["vitebsk-north"]) == ("19.27", "19.28")
    window = KeptCells(whole.the(Grid), CORNERS)
    assert towns == {place.place: place.cell for place in whole.all(Place) if window.holds(place.cell)}


def test_everybody_of_the_campaign_who_stands_inside_is_there_and_nobody_else(rows: Rows) -> None:
    whole = shipped_rows(CAMPAIGN)
    window = KeptCells(whole.the(Grid), CORNERS)
    there = {
        (line.units.units, line.count, line.cell, line.face)
        for line in whole.all(Placement)
        if line.cell is not None and window.holds(line.cell)
    }
    here = {
        (line.units.units, line.count, line.cell, line.face)
        for line in rows.all(Placement)
        if line.placement not in LENT
    }
    assert here == there and len(here) == 57
    assert {unit.unit: unit.formation for unit in rows.all(Unit)}.items() <= {
        unit.unit: unit.formation for unit in whole.all(Unit)
    }.items()


def test_only_counters_of_the_lesson_are_left_and_none_flies(rows: Rows) -> None:
    units = {unit.unit for unit in rows.all(Unit)}
    meant = {key for kind in (Placement, Arrival) for line in rows.all(kind) for key in line.units.units}
    assert units == meant == {face.unit for face in rows.all(Face)}
    assert {face.unit for face in rows.all(ModeFace)} <= units
    assert not [unit for unit in rows.all(Unit) if unit.symbol in ("fighter", "bomber")]
    assert not [row.phase for row in rows.all(Phase) if row.kind in ("weather", "aircraft-refit", "air-missions")]
    assert [row.marker for row in rows.all(MarkerStart)] == ["bridge"]
    assert max(line.turn for line in rows.all(Arrival)) <= 3


def test_the_dumps_are_those_of_the_campaign(rows: Rows) -> None:
    def dumps(of: Rows) -> dict[str, int]:
        row = of.get(MechanismRow, "stores")
        assert row is not None
        return {each["cell"]: each["tokens"] for each in row.params["at_start"] if "cell" in each}

    window = KeptCells(shipped_rows(CAMPAIGN).the(Grid), CORNERS)
    assert dumps(rows) == {cell: many for cell, many in dumps(shipped_rows(CAMPAIGN)).items() if window.holds(cell)}
    assert dumps(rows)["05.27"] == 40


def test_nobody_converts_a_railway_and_the_rules_say_so(rows: Rows) -> None:
    setting = setting_for(SLUG)
    rule = setting.by_key(Railways.key)
    assert isinstance(rule, Railways) and "Nobody converts railways." in rule.sentences(rows)
    game = Game.begin(setting, 1)
    pioneers, edge = game.scenario.piece_index["ger-pio-43"], setting.board.cell("07.35")
    game.state.cell[pioneers] = edge
    able = msgspec.structs.replace(rule, hexes=1)
    assert list(able.stretches(game.table, pioneers)) == [(edge,)], "a railway that comes onto the map"
    assert list(rule.stretches(game.table, pioneers)) == []


def test_a_game_that_is_arranged_anew_from_its_first_phase_is_not_drawn_for_again() -> None:
    game = Game.begin(setting_for(SLUG), 3)
    first = replace(position_of(game), phase=game.scenario.phases[0].phase)
    for seed in range(6):
        again = arrange(setting_for(SLUG), first, seed)
        assert position_of(again).pieces == first.pieces and position_of(again).turn == 1


def test_one_division_of_four_is_drawn_to_stand_farther_back() -> None:
    game = Game.begin(setting_for(SLUG), 3)
    start = {line.units.units[0]: line.cell for line in game.scenario.rows.all(Placement)}
    moved = {
        one.unit.formation
        for piece, one in enumerate(game.scenario.pieces)
        if one.unit.unit in start
        and one.unit.formation
        and game.setting.board.label(Cell(game.state.cell[piece])) != start[one.unit.unit]
    }
    assert len(moved) == 1 and moved <= {"ger-pz-7", "ger-pz-12", "ger-pz-20", "ger-mtr-20"}
    assert game.decision is not None and game.decision.side == 0, "the Axis goes first"


@pytest.mark.parametrize(("taken", "winner"), [((), 1), (("vitebsk",), 1), (("vitebsk", "vitebsk-north"), 0)])
def test_the_axis_wins_only_with_both_hexes_of_the_town(taken: tuple[str, ...], winner: int) -> None:
    game = Game.begin(setting_for(SLUG), 1)
    for index, place in enumerate(game.scenario.places):
        if place.place in taken:
            game.table.take_control(index, 0)
    game.table.state.turn = 3
    settle(game.table, "end")
    assert game.outcome is not None and game.outcome.winner == winner


def test_a_random_game_comes_to_its_end() -> None:
    game = Game.begin(setting_for(SLUG), 5)
    play_on(game, random.Random(5))
    assert game.outcome is not None and game.state.turn == 3


def test_a_greedy_game_comes_to_its_end() -> None:
    game = Game.begin(setting_for(SLUG), 6)
    bots = [make_bot("greedy", game.scenario, side, 6) for side in (0, 1)]
    seen = set()
    while game.decision is not None:
        seen.add(phase(game))
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    assert game.outcome is not None and game.state.turn == 3
    assert {"first-movement", "first-combat", "second-movement"} <= seen
