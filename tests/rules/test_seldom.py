"""What seldom comes about: large stacks, empty stores, places that the enemy stands in, units that cannot move."""

from __future__ import annotations

import msgspec
import pytest

from engine.play.sandbox import Position, Spot, lay_out
from engine.records import Rows
from engine.records.counters import Face
from engine.records.play import Eliminated, MechanismRow, Phase, Placement
from engine.records.weather import WeatherZone
from engine.rules.air_supply import FLOWN, SupplyByAir
from engine.rules.combat import phase_battle
from engine.rules.fuel import Fuel
from engine.rules.overrun import MANY, _parts
from engine.rules.prices import LAST, PayPriceProcedure, Source
from engine.rules.setup import _free
from engine.rules.stores import place_tokens
from engine.rules.supply import line_of
from engine.rules.table import Table
from engine.rules.victory import holds
from engine.scenario import compile_scenario
from engine.state import Store
from engine.state.events import DieRolled
from engine.systems import setting_of
from tests.kit.boards import region
from tests.kit.depot import depot
from tests.kit.drill import cell, drill, drill_rows, piece, skip_to
from tests.kit.logistics import logistics, number
from tests.kit.seasons import add_markers, add_weather
from tests.rules.test_markers import start


@pytest.mark.parametrize("many", range(1, MANY + 3))
def test_of_a_large_stack_only_the_whole_and_single_units_overrun_of_a_small_one_every_part(many: int) -> None:
    stack = tuple(range(10, 10 + many))
    parts = list(_parts(stack))
    wanted = 2**many - 1 if many <= MANY else many + 1
    assert len(parts) == len(set(parts)) == wanted and parts[0] == stack
    assert {(each,) for each in stack} <= set(parts)


def test_no_tokens_are_no_event() -> None:
    table = depot({}).table
    store = Store("cell", 0, 0, "supply", "")
    place_tokens(table, store, 0, "nothing")
    assert not table.events
    place_tokens(table, store, 1, "something")
    assert len(table.events) == 1 and table.state.stores[store].tokens == 1


@pytest.mark.parametrize(("ranks", "asked"), [((0,), False), ((0, 0), False), ((LAST,), False), ((LAST, LAST), True)])
def test_where_the_nearest_pays_only_the_last_resorts_are_asked_for(ranks: tuple[int, ...], asked: bool) -> None:
    table = depot({}).table
    ways = [Source(f"source {number}", 1, rank=rank) for number, rank in enumerate(ranks)]
    assert PayPriceProcedure()._several(table, ways) is asked


def test_a_cell_takes_one_more_unit_of_a_line_only_where_nothing_is_in_its_way() -> None:
    game = drill({"vi": "0405", "3rd-army": "0505"})
    table = game.table
    line = Placement(placement="line", side="german", region="front", count=4)

    def free(label: str, *own: str, **more: int) -> bool:
        each = msgspec.structs.replace(line, **more)
        return _free(table, each, cell(game, label), [cell(game, one) for one in own], [])

    assert free("0405") and free("0404") and not free("0505"), "the enemy stands there"
    assert not free("0405", per_cell=1) and free("0405", per_cell=2) and free("0404", per_cell=1)
    for near, wanted in (("0405", False), ("0404", False), ("0402", True)):
        assert free("0405", near, apart=True) is wanted
    assert not _free(table, line, cell(game, "0505"), [], []) and _free(table, line, cell(game, "0504"), [], [])


def traced_rows() -> Rows:
    """The drill ground with lines of supply of any length to the western edge, and markers that block them."""
    rows = drill_rows()
    add_markers(rows, *(start("block", f"02{row:02}") for row in range(1, 10)))
    line = {"name": "to the edge", "units": {"sides": ["german"]}, "legs": [{"to_region": "west-edge"}]}
    rows.put(MechanismRow(mechanism="supply", params={"lines": [line]}))
    return rows


def test_whoever_is_not_on_the_map_has_no_line_of_supply() -> None:
    game = drill({"vi": "0105"}, rows=traced_rows())
    assert line_of(game.table, piece(game, "vi")) is not None
    assert line_of(game.table, piece(game, "ix")) is None


def test_the_need_of_supply_by_air_is_told_with_who_shares_it() -> None:
    rows = traced_rows()
    rows.put(MechanismRow(mechanism="air-supply", params={"side": "german"}))

    def need(*keys: str, at: str = "0505", fed: bool = False) -> str:
        game = drill(dict.fromkeys(keys, at), rows=rows)
        if fed:
            game.table.set_mark(FLOWN, piece(game, "vi"), 1)
        return SupplyByAir(piece(game, "vi"), 1).need(game.table)

    assert need("vi") == "No line of supply"
    assert need("vi", "ix") == "No line of supply; 1 other unit with it"
    assert need("vi", "ix", "xliii") == "No line of supply; 2 other units with it"
    assert need("vi", at="0105") == need("vi", fed=True) == ""


def test_units_that_cannot_move_do_not_keep_a_side_in_the_game() -> None:
    rows = drill_rows()
    for up in (0, 1):
        face = rows.get(Face, "vi", up)
        assert face is not None
        rows.put(msgspec.structs.replace(face, movement=0))
    gone = Eliminated(side="german", at_most=0)
    assert holds(drill({"vi": "0405"}, rows=rows).table, gone)
    assert not holds(drill({"ix": "0405"}, rows=rows).table, gone)


def test_a_zone_without_a_table_keeps_its_weather_and_throws_no_dice() -> None:
    rows = drill_rows()
    add_weather(rows)
    region(rows, "south", "0109", "0209")
    rows.put(WeatherZone(zone="south", name="South", region="south", at_start="M"))
    game = drill({"vi": "0405", "3rd-army": "0905"}, rows=rows)
    skip_to(game, "soviet-movement", 4)
    zones = [zone.zone for zone in game.scenario.zones]
    kinds = {zone: game.scenario.weathers[index].weather for zone, index in zip(zones, game.state.weather, strict=True)}
    assert kinds["south"] == "M" and len(kinds) == 2
    rolled = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
    assert rolled and not [event for event in rolled if "South" in event.why]


def last_in_kind(kind: str) -> Rows:
    """The drill ground with a phase of combat of some kind at the end of the turn."""
    rows = drill_rows()
    rows.put(MechanismRow(mechanism="barrage", params={}))
    rows.put(Phase(phase="late", name="Late", position=99, kind="combat", side="german", params={"battle": kind}))
    return rows


@pytest.mark.parametrize("kind", ["", "barrage"])
def test_before_the_first_phase_battles_are_by_odds_whatever_the_last_phase_is_for(kind: str) -> None:
    table = lay_out(setting_of(compile_scenario(last_in_kind(kind))), Position({"vi": Spot("0405")}, 1))
    number = next(index for index, row in enumerate(table.scenario.phases) if row.phase == "late")
    assert number == len(table.scenario.phases) - 1
    assert _kind_in(table, number) == kind
    assert _kind_in(table, -1) == _kind_in(table, 0) == ""


def _kind_in(table: Table, phase: int) -> str:
    table.state.phase = phase
    return phase_battle(table)


@pytest.mark.parametrize(
    ("flags", "together"),
    [((), False), (("multi-unit",), True), (("brigade", "multi-unit"), True), (("brigade",), False)],
)
def test_a_unit_is_fuelled_with_its_formation_if_it_bears_one_of_the_flags(
    flags: tuple[str, ...], together: bool
) -> None:
    game = logistics({"tank-1": "0403", "guard": "1803"})
    rule = msgspec.structs.replace(game.table.mechanism(Fuel), formations=flags)
    assert "multi-unit" in game.table.unit(number(game, "tank-1")).flags
    assert rule._of_one(game.table, number(game, "tank-1")) is together
    assert not rule._of_one(game.table, number(game, "guard"))
