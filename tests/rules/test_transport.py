"""Lorries and wagons, organic trucks, captures, extenders made and unmade, on the plain of the kit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.counters import Face, Unit
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow
from engine.rules.captures import Captures, DestroyStores, UnitDisplaced
from engine.rules.stores import held
from engine.rules.transport import LoadStores, MakeExtender, Transport, UnloadStores
from engine.state import ELIMINATED, Store
from engine.state.actions import Done, MoveUnit
from engine.state.stores import TokensMoved
from tests.kit.guderian import seed_showing
from tests.kit.laws import check_table
from tests.kit.logistics import cells, giving, logistics, logistics_rows, number, tokens

CARRYING: dict[str, dict[str, Any]] = {
    "transport": {
        "carriers": {"flags": ["transport", "organic-truck"]},
        "loose": {"flags": ["no-ground"]},
        "organic": ["organic-truck"],
        "kits": [
            {"units": {"flags": ["wagon"]}, "count": 2, "becomes": {"flags": ["wagon-extender"]}},
        ],
        "cases": {"carry": "OS-12.1", "organic": "OS-12.3", "extender": "OS-11.4"},
    },
    "captures": {
        "results": [
            {"dump": 0, "transport": [0, 0], "own": 25},
            {"dump": 25, "transport": [0, 0], "own": 50},
            {"dump": 25, "transport": [25, 25], "own": 50},
            {"dump": 50, "transport": [50, 50], "own": 75},
            {"dump": 50, "transport": [50, 75], "own": 75},
            {"dump": 75, "transport": [75, 100], "own": 100},
        ],
        "kinds": [
            {"units": {"flags": ["truck"]}, "flees": 10},
            {"units": {"flags": ["wagon"]}, "flees": 5},
            {"units": {"flags": ["organic-truck"]}, "flees": 10, "captured": False},
        ],
        "cases": {"capture": "OS-12.2", "destroy": "OS-12.2"},
    },
}


def carrying_rows(**sizes: int) -> Rows:
    rows = logistics_rows(**sizes)
    for key, params in CARRYING.items():
        rows.put(MechanismRow(mechanism=key, params=params))
    return rows


def play(pieces: dict[str, Any], *stores: Stock, **more: Any) -> Game:
    return logistics(pieces, *stores, rows=more.pop("rows", None) or carrying_rows(), **more)


@pytest.mark.rule("OS-12.1")
def test_a_lorry_loads_carries_and_unloads_for_a_tenth_of_its_allowance_each() -> None:
    """Fifty points: five to load, forty for twenty hexes of open ground, five to unload."""
    rows = logistics_rows(30, 1)
    for key, params in CARRYING.items():
        rows.put(MechanismRow(mechanism=key, params=params))
    game = play({"g-lorry-1": "0201", "guard": "2201", "division-1": "3001"}, Stock("0201", "german", 6), rows=rows)
    lorry = number(game, "g-lorry-1")
    game.apply(LoadStores(lorry, 4))
    assert tokens(game) == {"0201": 2, "g-lorry-1": 4}
    road = [f"{column:02}01" for column in range(3, 27)]
    assert not game.judge(MoveUnit(lorry, cells(game, *road[:23]))), "forty-six points, and five are spent"
    game.apply(MoveUnit(lorry, cells(game, *road[:20])))
    assert game.state.spent[lorry] / 4 == 45
    game.apply(UnloadStores(lorry))
    assert tokens(game) == {"0201": 2, "2201": 4}
    assert not game.judge(MoveUnit(lorry, cells(game, "2101"))), "nothing is left of its points"


@pytest.mark.rule("OS-12.1")
def test_one_hex_farther_nothing_can_be_unloaded() -> None:
    rows = logistics_rows(30, 1)
    for key, params in CARRYING.items():
        rows.put(MechanismRow(mechanism=key, params=params))
    game = play({"g-lorry-1": "0201", "guard": "2301", "division-1": "3001"}, Stock("0201", "german", 6), rows=rows)
    lorry = number(game, "g-lorry-1")
    game.apply(LoadStores(lorry, 4))
    game.apply(MoveUnit(lorry, cells(game, *(f"{column:02}01" for column in range(3, 24)))))
    verdict = game.judge(UnloadStores(lorry))
    assert (verdict.legal, verdict.case) == (False, "OS-12.1")


@pytest.mark.rule("OS-12.1")
def test_lorries_that_load_beside_each_other_go_on_together() -> None:
    """Of three, two load in one hex: neither ends the other's move; one that loads elsewhere ends both."""
    pieces = {"g-lorry-1": "0302", "g-lorry-2": "0302", "s-hq": "1603", "guard": "0201", "organic": "0201"}
    game = play(pieces, Stock("0302", "german", 8), Stock("0201", "german", 8))
    lorries = tuple(number(game, f"g-lorry-{one}") for one in (1, 2))
    for lorry in lorries:
        game.apply(LoadStores(lorry, 4))
    road = cells(game, "0402", "0502")
    assert all(game.judge(MoveUnit(lorry, road)) for lorry in lorries)
    game.apply(MoveUnit(lorries[0], road))
    assert game.judge(MoveUnit(lorries[1], road)), "they part, and each goes on"
    game.apply(LoadStores(number(game, "organic"), 4))
    assert not any(game.judge(MoveUnit(lorry, cells(game, "0302"))) for lorry in lorries)


@pytest.mark.rule("OS-12.1")
def test_a_point_holds_no_more_than_four_tokens() -> None:
    game = play({"g-lorry-1": "0201", "guard": "0201", "division-1": "2001"}, Stock("0201", "german", 6))
    lorry = number(game, "g-lorry-1")
    assert not game.judge(LoadStores(lorry, 5))
    game.apply(LoadStores(lorry, 3))
    assert not game.judge(LoadStores(lorry, 2))
    assert LoadStores(lorry, 1) in list(game.options())


@pytest.mark.rule("OS-12.1")
def test_no_token_is_carried_twice_in_a_phase() -> None:
    """One lorry brings four tokens to a dump of one; the other finds but one that it may take on."""
    pieces = {"g-lorry-1": "0201", "g-lorry-2": "0401", "guard": "0401", "division-1": "2001"}
    game = play(pieces, Stock("0201", "german", 4), Stock("0401", "german", 1))
    first, second = number(game, "g-lorry-1"), number(game, "g-lorry-2")
    game.apply(LoadStores(first, 4))
    game.apply(MoveUnit(first, cells(game, "0301", "0401")))
    game.apply(UnloadStores(first))
    verdict = game.judge(LoadStores(second, 2))
    assert (verdict.legal, verdict.case) == (False, "OS-12.1")
    game.apply(LoadStores(second, 1))
    assert tokens(game) == {"0401": 4, "g-lorry-2": 1}


@pytest.mark.rule("OS-12.1")
@pytest.mark.parametrize(("company", "may"), [(None, False), ("unit", True), ("dump", True), ("lorry", False)])
def test_stores_are_put_down_only_with_a_unit_or_a_dump(company: str | None, may: bool) -> None:
    pieces = {"g-lorry-1": "0401", "division-1": "2001", "guard": "0404"}
    pieces |= {"unit": {"guard": "0401"}, "lorry": {"g-lorry-2": "0401"}}.get(company or "", {})
    stores = [Stock("g-lorry-1", "german", 4), *([Stock("0401", "german", 1)] if company == "dump" else [])]
    game = play(pieces, *stores)
    assert bool(game.judge(UnloadStores(number(game, "g-lorry-1")))) == may


@pytest.mark.rule("OS-12.1")
@pytest.mark.parametrize(("base", "may"), [("0401", True), ("0405", False)])
def test_stores_are_put_down_at_a_base_but_not_elsewhere(base: str, may: bool) -> None:
    rows = carrying_rows()
    rows.put(Marker(marker="base", name="Air base"))
    rows.put(MarkerStart(start="german-base", marker="base", side="german"))
    rows.put(MechanismRow(mechanism="transport", params={**CARRYING["transport"], "bases": ["base"]}))
    pieces = {"g-lorry-1": "0401", "division-1": "2001", "guard": "0404"}
    game = play(pieces, Stock("g-lorry-1", "german", 4), rows=rows, markers={"german-base": base})
    assert bool(game.judge(UnloadStores(number(game, "g-lorry-1")))) == may


@pytest.mark.rule("OS-12.3")
def test_an_organic_truck_pays_for_its_own_formation_only() -> None:
    pieces = {"organic": "0401", "tank-1": "0402", "recon": "0402", "division-1": "2001"}
    game = play(pieces, Stock("organic", "german", 4))
    assert [source.name for source in giving(game, "tank-1")] == ["Organic"]
    assert giving(game, "recon") == []
    lorry = play(pieces | {"g-lorry-1": "0401"}, Stock("g-lorry-1", "german", 4))
    assert [source.name for source in giving(lorry, "recon")] == ["G Lorry 1"], "others serve everybody"


def enter(seed: int, *stores: Stock, **pieces: str) -> Game:
    """A tank enters 1003 with a die of the seed."""
    placed = {"tank-1": "0903", "division-1": "1803", **{key.replace("_", "-"): cell for key, cell in pieces.items()}}
    game = play(placed, Stock("0903", "german", 4), *stores, seed=seed)
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "1003")))
    return game


@pytest.mark.rule("OS-12.2")
@pytest.mark.parametrize(("die", "taken"), [(1, 0), (2, 2), (4, 4), (6, 6)])
def test_a_dump_that_is_entered_is_captured_in_part(die: int, taken: int) -> None:
    game = enter(seed_showing(("1d6", die)), Stock("1003", "soviet", 8))
    german = Store("cell", cells(game, "1003")[0], 0)
    assert sum(held.tokens for store, held in game.state.stores.items() if store == german) == taken
    assert not any(store.side == 1 and held.tokens for store, held in game.state.stores.items())
    fates = {event.fate: event.tokens for event in game.log[-1].events if isinstance(event, TokensMoved)}
    assert fates.get("captured", 0) + fates["destroyed"] == 8
    assert game.undo(through_dice=True)


@pytest.mark.rule("OS-12.2")
@pytest.mark.parametrize(("die", "kept"), [(1, 2), (4, 1), (6, 0)])
def test_lone_wagons_are_captured_or_flee(die: int, kept: int) -> None:
    """Half of two is one, all of two are two; a friend stands within five hexes."""
    game = enter(
        seed_showing(("1d6", die)), Stock("s-wagon-1", "soviet", 4), s_wagon_1="1003", s_wagon_2="1003", s_hq="1303"
    )
    check_table(game)
    fled = [event for event in game.log[-1].events if isinstance(event, UnitDisplaced)]
    assert len(fled) == kept
    left = [key for key in ("s-wagon-1", "s-wagon-2") if game.state.cell[number(game, key)] >= 0]
    assert len(left) == kept


@pytest.mark.rule("OS-12.2")
def test_captured_wagons_come_over_with_their_load() -> None:
    rows = carrying_rows()
    for kind, identity in ((Unit, ("s-wagon-1",)), (Face, ("s-wagon-1", 0))):
        row = rows.get(kind, *identity)
        assert row is not None
        other = {"side": "german", "nationality": "german"} if kind is Unit else {}
        rows.put(msgspec.structs.replace(row, unit="g-wagon", **other))
    pieces = {"tank-1": "0903", "division-1": "1803", "s-wagon-1": "1003"}
    stores = (Stock("0903", "german", 4), Stock("s-wagon-1", "soviet", 4))
    game = play(pieces, *stores, rows=rows, seed=seed_showing(("1d6", 6)))
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "1003")))
    ours = number(game, "g-wagon")
    assert [game.state.cell[ours]] == list(cells(game, "1003")) and game.state.cell[number(game, "s-wagon-1")] < 0
    assert held(game.table, Store("piece", ours, 0)).tokens == 4


@pytest.mark.rule("OS-12.2")
def test_transport_without_friends_nearby_is_lost_and_organic_trucks_are_never_captured() -> None:
    game = enter(seed_showing(("1d6", 1)), s_wagon_1="1003")
    assert game.state.cell[number(game, "s-wagon-1")] == ELIMINATED
    pieces = {"brigade": "1104", "organic": "1003", "tank-1": "0903", "division-1": "1803"}
    taken = play(pieces, Stock("1104", "soviet", 4), phase="s-move", seed=seed_showing(("1d6", 6)))
    taken.apply(MoveUnit(number(taken, "brigade"), cells(taken, "1003")))
    assert taken.state.cell[number(taken, "organic")] == cells(taken, "0903")[0]


@pytest.mark.rule("OS-12.2")
def test_transport_bars_nobody_and_enters_no_hex_of_the_enemy() -> None:
    game = play({"g-lorry-1": "0903", "s-wagon-1": "1003", "guard": "0803", "division-1": "1803"})
    assert not game.judge(MoveUnit(number(game, "g-lorry-1"), cells(game, "1003")))
    assert game.judge(MoveUnit(number(game, "guard"), cells(game, "0903", "1003")))


@pytest.mark.rule("OS-12.2")
@pytest.mark.parametrize(("die", "left"), [(1, 6), (6, 0)])
def test_a_side_may_destroy_its_own_dump_once_a_phase(die: int, left: int) -> None:
    game = play({"guard": "0903", "division-1": "1803"}, Stock("0903", "german", 8), seed=seed_showing(("1d6", die)))
    cell = cells(game, "0903")[0]
    game.apply(DestroyStores(cell))
    assert sum(tokens(game).values()) == left
    assert not game.judge(DestroyStores(cell))
    away = play({"guard": "0803", "division-1": "1803"}, Stock("0903", "german", 8))
    assert (away.judge(DestroyStores(cell)).legal, away.judge(DestroyStores(cell)).case) == (False, "OS-12.2")
    assert away.table.mechanism(Captures).results[0].own == 25


@pytest.mark.rule("OS-11.4")
def test_transport_becomes_an_extender_and_back() -> None:
    pieces = {"s-wagon-1": "1003", "s-wagon-2": "1003", "division-1": "1003", "guard": "0102"}
    game = play(pieces, phase="s-move")
    cell = cells(game, "1003")[0]
    game.apply(MakeExtender(0, cell))
    extender = number(game, "s-wagon-extender")
    assert game.state.cell[extender] == cell
    assert game.state.cell[number(game, "s-wagon-1")] < 0
    assert not game.judge(MakeExtender(0, cell, True)), "not in the phase in which it was made"
    game.apply(Done())
    while game.table.phase_name != "s-move":
        game.apply(Done())
    game.apply(MakeExtender(0, cell, True))
    assert game.state.cell[number(game, "s-wagon-1")] == cell
    assert not game.judge(MoveUnit(number(game, "s-wagon-1"), cells(game, "1103"))), "it does not move in that phase"


@pytest.mark.rule("OS-11.4")
def test_too_little_transport_makes_no_extender() -> None:
    game = play({"s-wagon-1": "1003", "division-1": "1003", "guard": "0102"}, phase="s-move")
    verdict = game.judge(MakeExtender(0, cells(game, "1003")[0]))
    assert (verdict.legal, verdict.case) == (False, "OS-11.4")


@pytest.mark.rule("OS-11.4")
def test_without_a_counter_left_no_extender_is_made_and_without_one_none_is_unmade() -> None:
    pieces = {"s-wagon-1": "1003", "s-wagon-2": "1003", "division-1": "1003", "guard": "0102"}
    here = cells(play(pieces, phase="s-move"), "1003")[0]
    assert play(pieces, phase="s-move").judge(MakeExtender(0, here))
    assert not play(pieces, phase="s-move").judge(MakeExtender(0, here, True)), "none stands there"
    used = play({**pieces, "s-wagon-extender": "1203"}, phase="s-move")
    for verdict in (used.judge(MakeExtender(0, here)), used.judge(MakeExtender(0, cells(used, "1203")[0], True))):
        assert (verdict.legal, verdict.case) == (False, "OS-11.4"), "the counters are all on the map"


def test_whoever_does_not_move_in_a_phase_does_not_load_in_it_however_little_it_costs() -> None:
    rows = carrying_rows()
    row = rows.get(MechanismRow, "transport")
    assert row is not None
    rows.put(msgspec.structs.replace(row, params={**row.params, "share": 0.001}))
    game = play({"g-lorry-1": "0201", "guard": "0201", "division-1": "2001"}, Stock("0201", "german", 6), rows=rows)
    rule, lorry = game.table.mechanism(Transport), number(game, "g-lorry-1")
    assert rule.handling(game.table, lorry) == 1 and game.judge(LoadStores(lorry, 1))
    game.state.phase = next(index for index, each in enumerate(game.setting.phases) if each.key != "movement")
    assert rule._left(game.table, lorry) == 0


def test_what_is_done_with_stores_in_a_movement_stands_aside_from_the_moves() -> None:
    """Whoever looks for units to move is not to take a hex, or a wagon that may load, for one."""
    pieces = {"s-wagon-1": "1003", "s-wagon-2": "1003", "division-1": "1003", "guard": "0902"}
    game = play(pieces, Stock("1003", "soviet", 8), Stock("0903", "german", 8), phase="s-move")
    assert game.decision is not None
    handled = (LoadStores, UnloadStores, MakeExtender, DestroyStores)
    groups = {kind: group for group in game.options().groups for kind in map(type, group.make())}
    assert {LoadStores, MakeExtender} <= groups.keys()
    assert {kind for kind, group in groups.items() if group.aside} == set(handled) & groups.keys()
