"""Proud Monster: both sides set up by hand, within the zones and quotas of the rulebook (PM 3.2 to 3.8, 8.4)."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from engine.play import Game
from engine.records.play import Placement
from engine.rules.free_setup import FreeSetUp, LayOut, MeetQuotas, TakeUp
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import Done, FightBattle, PlaceUnit
from engine.systems import setting_of
from engine.systems.proud_monster.entry import SOUTH, ReserveAreas
from tests.kit.guderian import cell, piece, refused, waits, where
from tests.kit.laws import check_table
from tests.kit.monster import shipped
from tests.kit.players import any_action

FRONTIER, INTERIOR = "frontier-zone", "interior-zone"


@lru_cache(maxsize=1)
def hand() -> Setting:
    """The campaign in which players set up."""
    return setting_of(compile_scenario(shipped(), {"set-up": "players", "sections": "more"}))


def begun() -> Game:
    return Game.begin(hand(), 1)


def axis_next() -> Game:
    """The Soviet side is set up as it was; the Axis is next."""
    game = begun()
    game.apply(LayOut())
    game.apply(Done())
    return game


def put(game: Game, key: str, label: str) -> PlaceUnit:
    return PlaceUnit(piece(game, key), cell(game, label))


def next_of(game: Game, pool: str) -> str:
    """A unit of a pool that is not set up yet."""
    pieces = enumerate(game.scenario.pieces)
    return next(each.key for n, each in pieces if each.pool == pool and game.state.cell[n] == -1)


def standing(game: Game, area: str) -> dict[str, int]:
    """How many units stand in each hex of an area."""
    cells = game.setting.board.regions[area]
    return {game.setting.board.label(at): len(game.table.stack(at)) for at in cells if game.table.stack(at)}


@pytest.mark.rule("PM-3.2")
def test_the_soviet_side_sets_up_first_and_face_down() -> None:
    game = begun()
    assert waits(game) == ("soviet", "deploy")
    rule = game.table.mechanism(FreeSetUp)
    assert rule.left(game.table, 1) == 266
    counts = {(zone.region, zone.units.pools[0]): zone.count for zone in rule.zones if zone.side == "soviet"}
    assert [counts[FRONTIER, pool] for pool in ("rd", "cd", "td", "mrd", "rb")] == [52, 5, 24, 12, 3]
    assert [counts[INTERIOR, pool] for pool in ("rd", "cd", "td", "mrd", "rb")] == [114, 4, 26, 13, 13]
    game.apply(put(game, next_of(game, "td"), "2017N"))
    assert all(game.state.counter[at] is None for at in game.table.stack(cell(game, "2017N")))
    refused(game, put(game, "gds-rd-1", "5017N"), "")
    refused(game, put(game, next_of(game, "tb"), "5017N"), "")


@pytest.mark.rule("PM-3.3", "PM-3.4")
def test_units_stand_in_the_zone_of_their_column_on_soviet_land() -> None:
    game = begun()
    key = next_of(game, "rd")
    assert game.judge(put(game, key, "2210N")) and game.judge(put(game, key, "2310N"))
    for label in ("1617N", "1909N", "2115S"):
        refused(game, put(game, key, label), "PM-3.3")
    sea = game.setting.board.label(next(at for at in range(2600) if game.setting.board.terrain_of(at) == "sea"))  # type: ignore[arg-type]
    refused(game, put(game, key, sea), "PM-3.3")


@pytest.mark.rule("PM-3.2", "PM-3.3")
def test_no_more_of_a_kind_stand_in_a_zone_than_belong_to_it() -> None:
    game = begun()
    for label in ("2017N", "2018N", "2019N"):
        game.apply(put(game, next_of(game, "rb"), label))
    refused(game, put(game, next_of(game, "rb"), "2020N"), "PM-3.3")
    game.apply(put(game, next_of(game, "rb"), "2817N"))


@pytest.mark.rule("PM-3.3", "PM-6.1")
def test_stacking_holds_in_the_set_up() -> None:
    game = begun()
    for _ in range(5):
        game.apply(put(game, next_of(game, "td"), "2017N"))
    refused(game, put(game, next_of(game, "td"), "2017N"), "PM-3.3")
    for _ in range(10):
        game.apply(put(game, next_of(game, "rd"), "2817N"))
    refused(game, put(game, next_of(game, "rd"), "2817N"), "PM-3.4")


@pytest.mark.rule("PM-3.3")
def test_frontier_units_are_refused_elsewhere_once_all_that_are_left_are_needed() -> None:
    game = begun()
    rule = game.table.mechanism(FreeSetUp)
    assert (rule.short(game.table, FRONTIER).pieces, rule.spare(game.table, 1, FRONTIER)) == (50, 46), "40 and 7 and 3"
    inland = [f"22{row:02}N" for row in range(6, 28)]
    for label in inland[:11]:
        for _ in range(4):
            game.apply(put(game, next_of(game, "rd"), label))
    for pool in ("cd", "cd"):
        game.apply(put(game, next_of(game, pool), "2217N"))
    assert rule.spare(game.table, 1, FRONTIER) == 0
    assert "needed" in refused(game, put(game, next_of(game, "td"), "2218N"), "PM-3.3")
    game.apply(put(game, next_of(game, "td"), "2006N"))
    refused(game, put(game, next_of(game, "td"), "2006N"), "PM-3.3")
    lvov = next(row.cell for row in game.scenario.places if row.place == "lvov")
    game.apply(put(game, next_of(game, "td"), lvov))
    assert rule.short(game.table, FRONTIER).pieces == 48


@pytest.mark.rule("PM-3.3")
def test_every_other_hex_of_the_lower_border_is_enough() -> None:
    game = begun()
    border = next(quota.cells for quota in game.table.mechanism(FreeSetUp).quotas if quota.each == "pair")
    rule = game.table.mechanism(FreeSetUp)
    for label in border[1::2]:
        game.apply(put(game, next_of(game, "rd"), label))
    open_ = [each for each in rule.requirements(game.table, 1) if each.quota.each == "pair"]
    assert not open_[0].open and rule.short(game.table, FRONTIER).pieces == 43
    game.apply(TakeUp(tuple(game.table.stack(cell(game, border[3])))))
    assert [each.missing for each in rule.requirements(game.table, 1) if each.quota.each == "pair"] == [2]
    game.apply(put(game, next_of(game, "rd"), border[2]))
    assert [each.missing for each in rule.requirements(game.table, 1) if each.quota.each == "pair"] == [1]


@pytest.mark.rule("PM-3.4")
def test_every_column_of_the_interior_has_four_units_and_every_city_one() -> None:
    game = begun()
    rule = game.table.mechanism(FreeSetUp)
    assert (rule.short(game.table, INTERIOR).pieces, rule.spare(game.table, 1, INTERIOR)) == (152, 18)
    game.apply(MeetQuotas(INTERIOR))
    assert rule.short(game.table, INTERIOR).pieces == 0 and sum(standing(game, INTERIOR).values()) == 152
    columns: dict[str, int] = {}
    for label, many in standing(game, INTERIOR).items():
        columns[label[:2]] = columns.get(label[:2], 0) + many
    assert sorted(columns) == [str(column) for column in range(23, 61)] and set(columns.values()) == {4}
    towns = {row.cell for row in game.scenario.places if row.kind in ("city", "large-town") and int(row.cell[:2]) > 22}
    assert len(towns) == 29 and towns <= set(standing(game, INTERIOR))


@pytest.mark.rule("PM-3.4")
def test_the_units_of_a_city_count_for_its_column() -> None:
    game = begun()
    rule = game.table.mechanism(FreeSetUp)
    for _ in range(2):
        game.apply(put(game, next_of(game, "rd"), "4201N"))
    assert rule.short(game.table, INTERIOR).pieces == 150
    game.apply(put(game, next_of(game, "rd"), "4210N"))
    assert rule.short(game.table, INTERIOR).pieces == 150, "Novgorod and Kharkov lie in that column, and must be held"
    for label, left in (("4206N", 149), ("4205S", 148)):
        game.apply(put(game, next_of(game, "rd"), label))
        assert rule.short(game.table, INTERIOR).pieces == left


@pytest.mark.rule("PM-3.3", "PM-3.4")
def test_a_set_up_ends_only_when_everything_is_placed_and_manned() -> None:
    game = begun()
    refused(game, Done(), "PM-3.3")
    game.apply(LayOut(FRONTIER))
    refused(game, Done(), "PM-3.4")
    game.apply(MeetQuotas(INTERIOR))
    assert "18 units must still be placed" in refused(game, Done(), "PM-3.4")
    game.apply(LayOut(INTERIOR))
    assert game.judge(Done())
    game.apply(TakeUp(tuple(game.table.stack(cell(game, "2006N")))))
    refused(game, Done(), "PM-3.3")


def test_a_lay_out_is_one_action_taken_back_at_once_and_the_same_as_on_22_june() -> None:
    game = begun()
    game.apply(put(game, next_of(game, "rd"), "2217N"))
    before = game.state.copy()
    game.apply(LayOut())
    drawn = Game.begin(setting_of(compile_scenario(shipped())), 1)
    assert {at: len(stack) for at, stack in game.state.stacks.items()} == {
        at: len(stack) for at, stack in drawn.state.stacks.items() if drawn.table.side_of(stack[0]) == 1
    }
    assert game.undo() and game.state == before
    game.apply(LayOut(FRONTIER))
    assert sum(standing(game, FRONTIER).values()) == 96 and not standing(game, INTERIOR)


def test_units_are_moved_about_and_taken_up_while_the_set_up_lasts() -> None:
    game = begun()
    key = next_of(game, "rd")
    game.apply(put(game, key, "2217N"))
    game.apply(put(game, key, "2218N"))
    assert where(game, key) == "2218N"
    game.apply(TakeUp((piece(game, key),)))
    assert where(game, key) == "off"
    refused(game, TakeUp((piece(game, key),)), "")
    while game.cursor > 1:
        assert game.undo()
    assert where(game, key) == "off"


@pytest.mark.rule("PM-3.3", "PM-3.4")
def test_the_player_is_told_what_is_left_to_do() -> None:
    def asked(game: Game) -> str:
        assert game.decision is not None
        return game.decision.prompt

    game = begun()
    rule = game.table.mechanism(FreeSetUp)
    open_ = sum(bool(each.open) for each in rule.requirements(game.table, 1))
    assert asked(game) == f"Set up: 266 units must be placed and {open_} requirements are still open.", (
        "nobody is held back"
    )
    game.apply(LayOut())
    assert asked(game) == "Set up: finish when you are ready."
    axis = axis_next()
    axis.apply(LayOut())
    before = len(rule.waiting(axis.table, 0, held_back=True))
    axis.apply(TakeUp((piece(axis, "inf-61"),)))
    spare = [key for key in axis.scenario.piece_index if axis.judge(put(axis, key, "1811N"))]
    assert "inf-61" in spare and len(rule.waiting(axis.table, 0, held_back=True)) == before + 1
    assert asked(axis) == f"Set up: {before + 1} unit{'s' if before else ''} may be placed or held back."


@pytest.mark.rule("PM-3.2")
def test_only_units_of_ones_own_are_set_up_and_only_what_stands_is_taken_up() -> None:
    game = begun()
    at = cell(game, "2217N")
    for nobody in (-1, len(game.state.cell), piece(game, "pz-1")):
        assert not game.judge(PlaceUnit(nobody, at)) and not game.judge(TakeUp((nobody,)))
    assert not game.judge(TakeUp(())) and not game.judge(FightBattle(at)), "nobody fights yet"
    for nowhere in (-1, game.setting.board.size):
        assert not game.judge(PlaceUnit(piece(game, next_of(game, "rd")), nowhere))
    first, second = (piece(game, next_of(game, pool)) for pool in ("rd", "td"))
    game.apply(PlaceUnit(first, at))
    assert game.judge(TakeUp((first,))) and not game.judge(TakeUp((first, second))), "the second is still in the hand"
    last = len(game.state.cell) - 1
    game.table.state.relocate(last, at)
    assert not game.judge(TakeUp((-1,))) and game.table.state.cell[-1] == at, "nobody is counted from behind"
    game.table.state.relocate(last, -1)
    assert not game.judge(LayOut("nowhere")) and not game.judge(MeetQuotas("nowhere"))
    game.apply(MeetQuotas(INTERIOR))
    assert not game.judge(MeetQuotas(INTERIOR)), "everything there is manned"


@pytest.mark.rule("PM-3.7")
def test_the_axis_sets_up_second_in_the_countries_of_its_nations() -> None:
    game = axis_next()
    assert waits(game) == ("german", "deploy")
    game.apply(put(game, "hf-corps", "1201S"))
    refused(game, put(game, "hf-corps", "1805S"), "PM-3.7")
    refused(game, put(game, "pz-1", "1201S"), "PM-3.7")
    refused(game, put(game, "ro-inf-5", "1811N"), "PM-3.7")
    game.apply(put(game, "ro-inf-5", "1805S"))
    refused(game, put(game, "pz-1", "1806S"), "PM-3.7")
    refused(game, put(game, "pz-1", "2006N"), "PM-3.7")
    game.apply(put(game, "pz-1", "1811N"))
    refused(game, put(game, "inf-15", "1811N"), "")
    refused(game, put(game, "fk-i", "1811N"), "")


@pytest.mark.rule("PM-3.7")
def test_no_more_than_seven_german_divisions_and_one_battalion_stand_in_romania() -> None:
    game = axis_next()
    divisions = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-21", "inf-11", "inf-30", "inf-126")
    cells = [f"{column}0{row}S" for column, row in ((18, 5), (18, 6), (18, 7), (18, 8), (17, 5), (17, 6), (17, 7))]
    for key, label in zip(divisions, cells, strict=False):
        game.apply(put(game, key, label))
    refused(game, put(game, divisions[7], "1710S"), "PM-3.7")
    refused(game, put(game, divisions[7], "okh-reserve-south"), "PM-3.7")
    game.apply(put(game, "stug-184", "1710S"))
    refused(game, put(game, "stug-185", "1711S"), "PM-3.7")
    game.apply(put(game, divisions[0], "1710S"))
    game.apply(put(game, divisions[0], "1811N"))
    game.apply(put(game, divisions[7], "1711S"))


@pytest.mark.rule("PM-3.7", "PM-7.3")
def test_stacking_and_the_limits_of_the_allies_hold_for_the_axis() -> None:
    game = axis_next()
    for key in ("inf-61", "inf-217", "inf-291", "inf-1", "inf-21"):
        game.apply(put(game, key, "1811N"))
    refused(game, put(game, "inf-11", "1811N"), "PM-3.7")
    game.apply(put(game, "ro-inf-5", "1805S"))
    game.apply(put(game, "inf-11", "1805S"))
    refused(game, put(game, "inf-30", "1805S"), "PM-3.7")


@pytest.mark.rule("PM-8.4", "PM-5.3")
def test_whoever_is_held_back_waits_in_his_reserve_area() -> None:
    game = axis_next()
    game.apply(LayOut())
    game.apply(TakeUp((piece(game, "inf-61"),)))
    game.apply(put(game, "inf-72", "okh-reserve-south"))
    game.apply(put(game, "inf-217", "okh-reserve-north"))
    game.apply(Done())
    assert [where(game, key) for key in ("inf-61", "inf-72", "inf-217")] == ["off"] * 3
    while waits(game)[1] != "arrive":
        game.apply(Done())
    offered: dict[str, set[str]] = {}
    names = {number: key for key, number in game.scenario.piece_index.items()}
    for action in game.options():
        if isinstance(action, PlaceUnit):
            offered.setdefault(names[action.piece], set()).add(game.setting.board.label(action.cell))  # type: ignore[arg-type]
    assert set(offered) == {"inf-61", "inf-217", "inf-72", "inf-206", "inf-251", "inf-254", "jaeger-99"}
    assert "1811N" in offered["inf-61"] & offered["inf-217"] and "1805S" not in offered["inf-61"]
    assert "1805S" in offered["inf-72"] and "1811N" not in offered["inf-72"]
    assert game.table.marked("held-back", piece(game, "inf-61"))
    game.apply(put(game, "inf-61", "1811N"))
    assert not game.table.marked("held-back", piece(game, "inf-61")), "who has come on is held back no longer"


def test_everybody_begins_at_full_strength() -> None:
    game = axis_next()
    game.apply(LayOut())
    game.apply(Done())
    assert not any(game.state.face)


def test_a_set_up_at_random_is_always_finished() -> None:
    for seed in (1, 2):
        game, chance = Game.begin(hand(), seed), random.Random(seed)
        while game.state.turn == 0:
            game.apply(any_action(game, chance))
        check_table(game)
        rule = game.table.mechanism(FreeSetUp)
        assert not any(each.open for each in rule.requirements(game.table, 1))
        assert sum(standing(game, FRONTIER).values()) == 96 and sum(standing(game, INTERIOR).values()) == 170


def test_the_prepared_lines_obey_the_quotas_and_are_what_history_had() -> None:
    assert sum(line.count for line in shipped().all(Placement) if line.side == "soviet") == 266
    game = axis_next()
    rule = game.table.mechanism(FreeSetUp)
    assert not any(each.open for each in rule.requirements(game.table, 1))


@pytest.mark.rule("PM-8.4", "PM-5.3")
def test_only_those_wait_in_reserve_whose_side_is_set_up() -> None:
    game = axis_next()
    game.apply(put(game, "inf-72", "okh-reserve-south"))
    game.apply(put(game, "inf-217", "okh-reserve-north"))
    for side, waiting in ((1, False), (0, True)):
        game.table.mechanism(ReserveAreas).set_up(game.table, side)
        assert [where(game, key) == "off" for key in ("inf-72", "inf-217")] == [waiting] * 2
    assert game.table.marked(SOUTH, piece(game, "inf-72")) and not game.table.marked(SOUTH, piece(game, "inf-217"))
