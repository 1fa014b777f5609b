"""The supply of the shipped scenarios: what lies where at the start, sources, capacities, tables."""

from __future__ import annotations

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.rules.caches import SupplyCaches
from engine.rules.own_stocks import EXHAUSTED, LOW
from engine.rules.railways import Railways
from engine.rules.stores import Stores, carried_by, held, place_tokens
from engine.rules.supply_trace import TraceSupply
from engine.rules.trains import RideTrain, SendStores
from engine.state import WITHDRAWN, Store
from engine.state.actions import Done, MoveUnit, PlaceUnit
from engine.systems.smolensk.supply_table import PutSupply, SupplyArrivals
from tests.kit.players import setting_for

THIRD = "smolensk-third-counteroffensive"
CAMPAIGN = "smolensk-campaign"


def at(slug: str, turn: int, phase: str = "first-movement", first: str = "soviet") -> Game:
    """A game of a scenario on a turn, with one unit of each side."""
    pieces = {"ger-id-252": Spot("15.10"), "sov-rd-100": Spot("56.20")}
    return arrange(setting_for(slug), Position(pieces, turn, phase, marks={"first-player": {first: 1}}))


def test_the_third_counteroffensive_begins_with_the_supply_of_its_set_up() -> None:
    """By the set-up: 12 and a half points of the Axis, 28 of the Soviets; four of them wherever an HQ stands."""
    rule = setting_for(THIRD).mechanism(Stores)
    whole = {side: sum(each.tokens for each in rule.at_start if each.side == side) for side in ("axis", "soviet")}
    assert whole == {"axis": 50, "soviet": 112}
    vyazma = [each for each in rule.at_start if each.cell == "56.20"]
    assert [(each.side, each.tokens) for each in vyazma] == [("soviet", 24)]
    assert rule.tokens == 4


@pytest.mark.rule("SM-1.7")
def test_either_side_begins_with_two_caches() -> None:
    rule = setting_for(CAMPAIGN).mechanism(SupplyCaches)
    assert {each.side: each.count for each in rule.at_start} == {"axis": 2, "soviet": 2}


@pytest.mark.rule("SM-1.2")
@pytest.mark.parametrize(("turn", "soviet", "axis"), [(1, 2, 0), (3, 2, 0), (4, 3, 1), (13, 3, 1)])
def test_rail_capacity_by_date(turn: int, soviet: float, axis: float) -> None:
    game = at(CAMPAIGN, turn)
    rule, sides = game.table.mechanism(Railways), game.scenario.side_index
    assert rule.most(game.table, sides["soviet"]) == soviet
    assert rule.most(game.table, sides["axis"]) == axis


@pytest.mark.rule("SM-1.2")
def test_soviet_trains_run_on_broad_gauge_and_never_onto_converted_lines() -> None:
    """From Vyazma the railway leads west; hexes of standard gauge are closed to Soviet trains."""
    game = at(THIRD, 15)
    rule, side = game.table.mechanism(Railways), game.scenario.side_index["soviet"]
    vyazma = game.setting.board.cell("56.20")
    reached = rule.ways(game.table, side, vyazma)
    converted = game.setting.board.regions["standard-gauge"]
    assert len(reached) > 50 and not set(reached) & set(converted)
    game.table.turn_over((game.scenario.piece_index["sov-rd-100"],), "move")
    game.table.events.clear()
    ride = RideTrain(game.scenario.piece_index["sov-rd-100"], max(reached))
    assert game.judge(ride)


@pytest.mark.rule("SM-2.1")
@pytest.mark.rule("SM-3.1")
def test_sources_lie_on_the_edge_on_their_own_side_of_the_map() -> None:
    game = at(CAMPAIGN, 1)
    rule, arrivals = game.table.mechanism(TraceSupply), game.table.mechanism(SupplyArrivals)
    board, sides = game.setting.board, game.scenario.side_index
    for side, ours in (("soviet", range(13, 63)), ("axis", range(10))):
        cells = arrivals.edge(game.table, sides[side])
        assert cells and all(int(board.label(Cell(cell))[:2]) in ours for cell in cells)
        assert all(rule.traces(game.table, sides[side], cell) for cell in cells)


@pytest.mark.rule("SM-2.1a")
def test_soviet_sources_shut_down_on_their_days() -> None:
    """Entry L on 19 July; entry E, and the south edge west of it, on 19 August."""
    board = setting_for(CAMPAIGN).board

    def sources(turn: int) -> set[int]:
        game = at(CAMPAIGN, turn)
        return set(game.table.mechanism(SupplyArrivals).edge(game.table, game.scenario.side_index["soviet"]))

    first, july, august = sources(3), sources(4), sources(13)
    assert first - july == {board.cell("20.35")}
    assert board.cell("29.01") in july - august
    assert all(int(board.label(Cell(cell))[:2]) <= 29 for cell in july - august) and august < july < first


@pytest.mark.rule("SM-1.6a")
@pytest.mark.parametrize(("mark", "lacking"), [(EXHAUSTED, 2), (LOW, 1), ("", 0)])
def test_what_the_stocks_of_a_removed_unit_lack_is_taken_off_the_next_supply(mark: str, lacking: int) -> None:
    """654 Panzerjaeger leave on 1 August; the first supply point that is placed fills their stocks."""
    pieces = {"ger-pj-654": Spot("05.20"), "ger-id-252": Spot("05.10"), "sov-rd-100": Spot("56.20")}
    marks = {"first-player": {"axis": 1}, **({mark: {"ger-pj-654": 1}} if mark else {})}
    game = arrange(setting_for(CAMPAIGN), Position(pieces, 8, "first-reinforcement", marks=marks))
    gone = game.scenario.piece_index["ger-pj-654"]
    while game.decision is not None and game.decision.kind != "supply":
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert game.state.cell[gone] == WITHDRAWN
    cell = game.setting.board.cell("01.19")
    for points in (1, 1):
        game.apply(PutSupply(cell, points))
    lying = [have.tokens for store, have in game.state.stores.items() if (store.on, store.where) == ("cell", cell)]
    assert sum(lying) == 2 * 4 - lacking, "once, and not again"


def aboard(game: Game, key: str) -> tuple[int, str]:
    """What a piece carries, and whose it is."""
    stores = carried_by(game.table, game.scenario.piece_index[key])
    return sum(held(game.table, store).tokens for store in stores), "".join(store.group for store in stores)


@pytest.mark.rule("SM-1.6a", "SM-3.4b")
def test_transport_of_the_axis_arrives_loaded_for_both_groups_in_turn() -> None:
    game = at(CAMPAIGN, 2, "first-reinforcement", "axis")
    came: list[str] = []
    while game.decision is not None and game.decision.kind != "move":
        lorries = (one for one in game.options() if isinstance(one, PlaceUnit) and _rolls(game, one.piece))
        action = next(lorries, None) if game.decision.kind == "arrive" else None
        came += [] if action is None else [game.scenario.pieces[action.piece].key]
        game.apply(action or (Done() if game.judge(Done()) else next(iter(game.options()))))
    assert len(came) == 8, "five points of lorries and three of wagons"
    assert [aboard(game, key) for key in came] == [(4, ("guderian", "hoth")[number % 2]) for number in range(8)]


def _rolls(game: Game, piece: int) -> bool:
    return "transport" in game.scenario.pieces[piece].unit.flags


@pytest.mark.rule("SM-1.6a")
def test_soviet_lorries_arrive_loaded_wagons_empty_and_organic_trucks_for_their_division() -> None:
    game = at(CAMPAIGN, 3, "first-reinforcement", "soviet")
    keys = ("sov-truck-points", "sov-wagon-points", "ger-pz-19-truck")
    pieces = {one.unit.unit: number for number, one in enumerate(game.scenario.pieces) if one.unit.unit in keys}
    for piece in pieces.values():
        game.table.tell("arrived", piece)
    found = {unit: aboard(game, game.scenario.pieces[piece].key) for unit, piece in pieces.items()}
    assert found == {"sov-truck-points": (4, ""), "sov-wagon-points": (0, ""), "ger-pz-19-truck": (4, "")}


def beyond(turn: int, phase: str = "first-movement", **pieces: str) -> Game:
    """A game of the campaign in which these Soviet divisions move, in move mode; others stand far from everything."""
    spots = {key.replace("_", "-"): Spot(at, mode="move") for key, at in pieces.items()}
    position = Position({**spots, "ger-id-252": Spot("05.10")}, turn, phase, marks={"first-player": {"soviet": 1}})
    return arrange(setting_for(CAMPAIGN), position)


def ride(game: Game, key: str, to: str) -> RideTrain:
    """A ride of a piece to a cell."""
    return RideTrain(game.scenario.piece_index[key], game.setting.board.cell(to))


@pytest.mark.rule("SM-1.4b")
def test_trains_go_on_to_the_boxes_and_out_of_them_within_the_capacity() -> None:
    """Three steps that march slowly weigh one and a half; over multi-track railways alone half of that."""
    game = beyond(1, sov_rd_100="56.20", sov_rd_129="60.34")
    rule, side = game.table.mechanism(Railways), game.scenario.side_index["soviet"]
    game.apply(ride(game, "sov-rd-100", "northeast-box"))
    assert rule.left(game.table, side) == 2 - 0.75, "Vyazma lies on the multi-track railway to 62.23"
    assert game.setting.board.label(Cell(game.state.cell[game.scenario.piece_index["sov-rd-100"]])) == "northeast-box"
    refused = game.judge(ride(game, "sov-rd-129", "northeast-box"))
    assert not refused and refused.case == "OS-13.1", "from Rzhev over single track it weighs one and a half"
    back = beyond(1, sov_rd_100="southeast-box")
    back.apply(ride(back, "sov-rd-100", "56.20"))
    assert back.setting.board.label(Cell(back.state.cell[back.scenario.piece_index["sov-rd-100"]])) == "56.20"
    assert not beyond(1, "first-exploitation", sov_rd_100="56.20").judge(ride(game, "sov-rd-100", "northeast-box"))


@pytest.mark.rule("SM-1.4b")
def test_no_train_passes_through_a_box_and_none_carries_stores_there() -> None:
    game = beyond(1, sov_rd_100="56.20")
    rule, side, board = game.table.mechanism(Railways), game.scenario.side_index["soviet"], game.setting.board
    boxes = {int(board.cell(box)) for box in ("northeast-box", "southeast-box")}
    ways = rule.ways(game.table, side, board.cell("56.20"))
    assert boxes <= set(ways) and not any(boxes & set(way[:-1]) for way in ways.values())
    axis = game.scenario.side_index["axis"]
    assert not any(boxes & set(rule.ways(game.table, axis, cell)) for cell in board.regions["axis-sources"])
    game.table.state.stores.clear()
    put = Store("cell", board.cell("56.20"), side)
    place_tokens(game.table, put, 4, "for the test", "")
    sent = game.judge(SendStores(board.cell("56.20"), board.cell("northeast-box"), 4))
    assert (sent.legal, sent.case) == (False, "OS-13.1")


@pytest.mark.rule("SM-1.4b", "SM-2.1a")
@pytest.mark.parametrize(("turn", "open_still"), [(3, True), (4, False)])
def test_no_way_leads_from_a_source_that_is_shut_into_a_box(turn: int, open_still: bool) -> None:
    """Entry L, 20.35, shuts on 19 July; 26.35 beside it stays open."""
    game = beyond(turn, sov_rd_100="20.35", sov_rd_129="26.35", sov_rd_19="northeast-box")
    board, pieces = game.setting.board, game.scenario.piece_index
    box, closed, other = (int(board.cell(label)) for label in ("northeast-box", "20.35", "26.35"))
    by_foot = {piece: game.judge(MoveUnit(pieces[piece], (box,))) for piece in ("sov-rd-100", "sov-rd-129")}
    assert [bool(by_foot[piece]) for piece in ("sov-rd-100", "sov-rd-129")] == [open_still, True]
    assert open_still or by_foot["sov-rd-100"].case == "SM-1.4b"
    ways = game.table.mechanism(Railways).ways(game.table, game.scenario.side_index["soviet"], closed)
    assert (len(ways[box]) == 1) is open_still, "by rail only round about, through a source that is open"
    out = [bool(game.judge(MoveUnit(pieces["sov-rd-19"], (cell,)))) for cell in (closed, other)]
    assert out == [open_still, True]


@pytest.mark.rule("OS-11.1")
def test_nearly_everybody_can_trace_when_the_campaign_begins() -> None:
    """The printed set-up stands in supply: of what is placed in a fixed hex hardly a hex cannot trace."""
    setting = setting_for(CAMPAIGN)
    spots = {
        line.units.units[0]: Spot(line.cell)
        for line in setting.scenario.placements
        if line.cell is not None and line.units.units and line.units.units[0] in setting.scenario.piece_index
    }
    game = arrange(setting, Position(spots, 1, "first-movement", marks={"first-player": {"axis": 1}}))
    rule = game.table.mechanism(TraceSupply)
    for side in (0, 1):
        pieces = [piece for piece in game.table.on_map(side) if rule.needs(game.table, piece)]
        cells = {game.state.cell[piece] for piece in pieces}
        hungry = [cell for cell in cells if not rule.traces(game.table, side, cell)]
        assert len(cells) > 10 and len(hungry) <= 0.1 * len(cells)
