"""Small rules at their limits: the first cell and box, the last turn of a closure, counters without marks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records.charts import ChartCell, ChartColumn
from engine.records.counters import Face, Selector
from engine.records.play import MechanismRow
from engine.rules.air import HITS, air_of
from engine.rules.air_combat import AirCombat
from engine.rules.air_missions import missions_of
from engine.rules.air_tasks import PURPOSES, AirTransport, FacilityStrike, Mission
from engine.rules.barrage import Barrage
from engine.rules.closed_region import ClosedRegion
from engine.rules.closed_regions import ClosedRegions, ClosedTo
from engine.rules.combat import OddsCombat
from engine.rules.exchange import Exchange, judge_terms
from engine.rules.forecast import battle_of, combat_table
from engine.rules.stores import held
from engine.state import Store
from tests.kit.airfields import aloft, field_rows
from tests.kit.boards import region
from tests.kit.drill import cell, drill, drill_rows, piece

CORNER = "0101"


# The first cell of the map


def cornered(**pieces: str) -> Game:
    rows = drill_rows()
    region(rows, "corner", CORNER, "0102")
    return drill({key.replace("_", "-"): at for key, at in pieces.items()}, rows=rows)


@pytest.mark.parametrize("at", [CORNER, "0102", "0505"])
def test_a_region_is_not_closed_to_whoever_stands_in_it(at: str) -> None:
    game = cornered(vi=at)
    for rule in (
        ClosedRegion(region="corner", last_turn=9),
        ClosedRegions(closed_to=(ClosedTo(region="corner"),)),
    ):
        assert bool(list(rule.closed(game.table, piece(game, "vi"), ()))) is (at == "0505")


def test_a_region_is_closed_to_whoever_is_yet_to_come() -> None:
    game = cornered(vi="0505")
    waiting = piece(game, "ix")
    assert game.state.cell[waiting] < 0
    for rule in (
        ClosedRegion(region="corner", last_turn=9),
        ClosedRegions(closed_to=(ClosedTo(region="corner"),)),
    ):
        assert list(rule.closed(game.table, waiting, ()))


@pytest.mark.parametrize("at", [CORNER, "0505"])
@pytest.mark.parametrize("apart", [True, False])
def test_nobody_beside_the_enemy_is_exchanged_where_that_is_asked(at: str, apart: bool) -> None:
    near = {CORNER: "0102", "0505": "0504"}[at]
    game = drill({"vi": at, "3rd-army": near})
    verdict = judge_terms(game.table, 0, Exchange(apart=apart), piece(game, "vi"))
    assert bool(verdict) is not apart


# Until a turn is over


@pytest.mark.parametrize(("turn", "shut"), [(2, True), (3, True), (4, False)])
@pytest.mark.parametrize("side", [0, 1])
def test_lines_keep_out_of_a_closed_region_to_the_end_of_its_last_turn(turn: int, shut: bool, side: int) -> None:
    rows = drill_rows()
    region(rows, "corner", CORNER, "0102")
    game = drill({"vi": "0505"}, rows=rows, turn=turn)
    meant = Selector(sides=("german",))
    rule = ClosedRegions(closed_to=(ClosedTo(region="corner", units=meant, lines=True, last_turn=3),))
    barred = {cell(game, CORNER), cell(game, "0102")} if shut and side == 0 else set()
    assert set(rule.bars_lines(game.table, side)) == barred
    silent = ClosedRegions(closed_to=(ClosedTo(region="corner", units=meant, last_turn=3),))
    assert not set(silent.bars_lines(game.table, side)), "only units keep out"
    assert bool(list(rule.closed(game.table, piece(game, "vi"), ()))) is shut


# In the air

BASES = {"german-air-base-2-1": "1005", "soviet-air-base-1-1": "3005"}


def fleet(**pieces: Any) -> Game:
    return aloft(field_rows(), "german-air", BASES, **{"guard": "3505", "battalion": "0505", **pieces})


def test_from_box_to_box_nobody_flies_and_boxes_watch_nothing() -> None:
    game = fleet(me_109="luftwaffe", mig_1="red-air-force")
    air, first, second = air_of(game.table), cell(game, "luftwaffe"), cell(game, "red-air-force")
    assert first == game.setting.board.grid.size
    for side, here, there in ((0, first, second), (1, second, first)):
        assert air.distance(game.table, side, here, there) == air.distance(game.table, side, there, here) == 9999
        assert air.distance(game.table, side, here, here) == 0
        assert game.table.mechanism(AirCombat).watching(game.table, side, here) == []


@pytest.mark.parametrize(("hits", "level"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_a_base_is_what_its_hits_leave_and_no_base_is_none(hits: int, level: int) -> None:
    game = fleet()
    here, air = cell(game, "1005"), air_of(game.table)
    if hits:
        game.table.set_mark(HITS, here, hits)
    kind = air.now(game.table, 0, here)
    assert kind is not None and kind.level == level
    nowhere = cell(game, "1505")
    assert air.now(game.table, 0, nowhere) is None
    game.table.set_mark(HITS, nowhere, 1)
    assert air.now(game.table, 0, nowhere) is None, "hits on a base that is gone"


@pytest.mark.parametrize(("points", "head"), [(1, "2"), (2, "2"), (4, "2"), (5, "5"), (8, "5")])
def test_fewer_points_than_any_column_of_the_facility_table_use_its_first(points: int, head: str) -> None:
    rows = field_rows()
    for each in ("0", "1", "3", "11", "21", "41", "81"):
        for row in [one for one in rows.all(ChartCell) if (one.chart, one.column) == ("facility", each)]:
            rows.drop(ChartCell, *row_key(row))
        rows.drop(ChartColumn, "facility", each)
    face = next(row for row in rows.all(Face) if (row.unit, row.face) == ("stuka-1", 0))
    rows.put(msgspec.structs.replace(face, extra={**face.extra, "barrage": points}))
    game = aloft(rows, "german-air", BASES, stuka_1="1005", guard="3505", battalion="0505")
    pilot = piece(game, "stuka-1")
    mission = Mission(0, "facility", cell(game, "3005"), (pilot,))
    assert FacilityStrike().column(missions_of(game.table), game.table, mission) == head


def row_key(row: ChartCell) -> tuple[str, ...]:
    return tuple(getattr(row, name) for name in type(row).key)


def test_aircraft_take_along_no_more_than_lies_there_uncarried() -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    there = {"tante_ju": "1005", "battalion": "2005", "guard": "3505"}
    game = aloft(rows, "german-air", BASES, stocks=(Stock("1005", "german", 3),), **there)
    plane, transport = piece(game, "tante-ju"), PURPOSES["transport"]
    assert isinstance(transport, AirTransport)
    assert transport.load(missions_of(game.table), game.table, (plane,)) == 3
    store = Store("cell", cell(game, "1005"), 0)
    before = held(game.table, store)
    game.state.stores[store] = type(before)(before.tokens, carried=2)
    assert transport.load(missions_of(game.table), game.table, (plane,)) == 1


def test_where_nobody_comes_through_nothing_is_flown_in() -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    there = {"tante_ju": "1005", "battalion": "2005", "guard": "3505"}
    game = aloft(rows, "german-air", BASES, stocks=(Stock("1005", "german", 3),), resting=("tante-ju",), **there)
    mission = Mission(0, "transport", cell(game, "2005"), (piece(game, "tante-ju"),))
    assert PURPOSES["transport"].carry_out(missions_of(game.table), game.table, mission) == ()
    assert {store.where: each.tokens for store, each in game.state.stores.items()} == {cell(game, "1005"): 3}


def test_a_table_is_that_of_the_kind_that_is_asked_for_else_of_the_phase() -> None:
    table = fleet().table
    odds, barrage = table.mechanism(OddsCombat).plain_crt(table), table.mechanism(Barrage).plain_crt(table)
    assert odds is not barrage
    assert combat_table(table) is combat_table(table, "") is odds
    assert combat_table(table, Barrage.key) is barrage


# Nobody, nowhere


def test_a_battle_without_attackers_is_the_first_sides() -> None:
    game = drill({"vi": "0505", "3rd-army": "0605"})
    target = cell(game, "0605")
    assert battle_of(game.table, target, (), ()).side == 0
    assert battle_of(game.table, target, (piece(game, "3rd-army"),), ()).side == 1
