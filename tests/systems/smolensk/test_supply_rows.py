"""The supply of the shipped scenarios: what lies where at the start, sources, capacities, tables."""

from __future__ import annotations

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.rules.caches import SupplyCaches
from engine.rules.railways import Railways
from engine.rules.stores import Stores
from engine.rules.supply_trace import TraceSupply
from engine.rules.trains import RideTrain
from engine.systems.smolensk.supply_table import SupplyArrivals
from tests.kit.players import setting_for

THIRD = "smolensk-third-counteroffensive"
CAMPAIGN = "smolensk-campaign"


def at(slug: str, turn: int) -> Game:
    """A game of a scenario on a turn, with one unit of each side."""
    pieces = {"ger-id-252": Spot("15.10"), "sov-rd-100": Spot("56.20")}
    return arrange(setting_for(slug), Position(pieces, turn, "first-movement", marks={"first-player": {"soviet": 1}}))


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
