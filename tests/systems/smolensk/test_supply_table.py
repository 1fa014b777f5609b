"""Supply tables, sources that shut down, and supply that belongs to a panzer group."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.counters import Unit
from engine.records.play import MechanismRow
from engine.systems.smolensk.supply_table import PlaceSupply, PutSupply, divided
from tests.kit.boards import place, rail
from tests.kit.guderian import seed_showing
from tests.kit.logistics import cells, giving, logistics, tokens, tracing_rows

FAR = {"guard": "0205"}
AXIS_EARLY = [4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8]


def arrival_rows(*, groups: bool = False) -> Rows:
    """A railway from the east edge to a city and a town, and one to a city that nothing joins to it."""
    rows = tracing_rows()
    rail(rows, *(f"{column:02}03" for column in range(10, 21)))
    rail(rows, "0501", "0601", "0701")
    for name, cell, kind in (("Vyazma", "1403", "city"), ("Yelnya", "1203", "town"), ("Orsha", "0601", "city")):
        place(rows, name, cell, kind=kind)
    tables = [
        {"side": "soviet", "points": [6, 6, 8, 8, 10, 10, 10, 12, 12, 13, 13]},
        {"side": "german", "points": AXIS_EARLY, "last_turn": 4},
        {"side": "german", "points": [2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5], "first_turn": 5},
    ]
    cases = {"table": "SM-2.1", "place": "SM-2.1"}
    params: dict[str, Any] = {"phases": ["g-supply", "s-supply"], "tables": tables, "cases": cases}
    rows.put(MechanismRow(mechanism="supply-arrivals", params=params | {"cities": ["city", "town"]}))
    rows.put(MechanismRow(mechanism="railways", params={"rails": ["rail"], "other": ["german"]}))
    if groups:
        bound = {"side": "german", "flags": ["guderian", "hoth-stripe"], "cases": {"group": "SM-3.4b"}}
        rows.put(MechanismRow(mechanism="group-supply", params=bound))
    return rows


def play(pieces: dict[str, Any], *stores: Stock, **more: Any) -> Game:
    return logistics(pieces, *stores, rows=more.pop("rows", None) or arrival_rows(), **more)


@pytest.mark.rule("SM-2.1")
def test_supply_comes_by_the_table_to_stations_that_trains_reach_and_to_the_edge() -> None:
    game = play({"division-1": "1903", **FAR}, phase="s-supply", seed=seed_showing(("2d6", 7)))
    assert game.decision is not None and game.decision.kind == "supply"
    offered = {action.cell for action in game.options() if isinstance(action, PutSupply)}
    edge = set(cells(game, "2001", "2002", "2003", "2004", "2005"))
    assert offered == edge | set(cells(game, "1203", "1403")), "nothing leads to Orsha"
    game.apply(PutSupply(cells(game, "1403")[0], 1))
    assert not game.judge(PutSupply(cells(game, "1403")[0], 1)), "one for each station"
    assert not game.judge(PutSupply(cells(game, "1203")[0], 2))
    verdict = game.judge(PutSupply(cells(game, "2003")[0], 10))
    assert (verdict.legal, verdict.case) == (False, "SM-2.1")
    game.apply(PutSupply(cells(game, "2003")[0], 9))
    assert tokens(game) == {"1403": 4, "2003": 36}, "ten points for a seven"


@pytest.mark.rule("SM-2.1a")
def test_where_a_source_is_shut_nothing_comes_and_nothing_is_traced() -> None:
    """From turn 5 on only 2005 is a source; the railway ends in 2003, so no station is reached any more."""
    game = play({"division-1": "1904", **FAR}, phase="s-supply", turn=5, seed=seed_showing(("2d6", 2)))
    offered = {action.cell for action in game.options() if isinstance(action, PutSupply)}
    assert offered == set(cells(game, "2005"))
    rule = game.setting.by_key("trace-supply")
    assert rule is not None and list(rule.regions(game.table, 1)) == ["east-late"]  # type: ignore[attr-defined]


@pytest.mark.rule("SM-3.1")
def test_axis_supply_comes_to_the_western_edge_by_the_table_of_the_day() -> None:
    for turn, points in ((4, 6), (5, 4)):
        game = play({"division-1": "1903", **FAR}, phase="g-supply", turn=turn, seed=seed_showing(("2d6", 7)))
        offered = {action.cell for action in game.options() if isinstance(action, PutSupply)}
        assert offered == set(cells(game, "0101", "0102", "0103", "0104", "0105"))
        assert game.decision is not None and f"Place {points} supply points" in game.decision.prompt


@pytest.mark.rule("SM-3.1")
def test_a_source_that_the_enemy_holds_takes_nothing() -> None:
    game = play({"division-1": "0103", **FAR}, phase="g-supply", seed=seed_showing(("2d6", 7)))
    assert not game.judge(PutSupply(cells(game, "0103")[0], 1))
    assert game.judge(PutSupply(cells(game, "0102")[0], 6))


@pytest.mark.rule("SM-3.4b")
def test_new_supply_is_divided_with_the_odd_point_to_guderian() -> None:
    game = play({"division-1": "1903", **FAR}, rows=arrival_rows(groups=True), phase="g-move")
    assert divided(game.table, 0, 7) == (("guderian", 4), ("hoth", 3))
    assert divided(game.table, 0, 1) == (("guderian", 1),)
    assert divided(game.table, 1, 7) == (("", 7),)


@pytest.mark.rule("SM-3.4b")
def test_the_points_of_both_groups_are_placed_one_after_the_other() -> None:
    rows = arrival_rows(groups=True)
    game = play({"division-1": "1903", **FAR}, rows=rows, phase="g-supply", seed=seed_showing(("2d6", 9)))
    west = cells(game, "0102")[0]
    assert game.decision is not None and "of Guderian" in game.decision.prompt
    assert game.options().of(west) == [PutSupply(west, 1), PutSupply(west, 4)], "one of the four, or all of them"
    game.apply(PutSupply(west, 4))
    assert game.decision is not None and "of Hoth" in game.decision.prompt
    assert game.options().of(west) == [PutSupply(west, 1), PutSupply(west, 3)]
    game.apply(PutSupply(cells(game, "0102")[0], 3))
    held = {store.group: each.tokens for store, each in game.state.stores.items()}
    assert held == {"guderian": 16, "hoth": 12}


@pytest.mark.rule("SM-3.6", "SM-3.4b")
def test_a_supply_train_is_placed_and_divided_like_what_the_tables_bring() -> None:
    rows = arrival_rows(groups=True)
    train = {"side": "german", "phases": ["g-move"], "first_turn": 1, "events": [{"faces": [3], "points": 2}]}
    rows.put(MechanismRow(mechanism="random-events", params=train))
    game = play({"division-1": "1903", **FAR}, rows=rows, phase="g-move", seed=seed_showing(("1d6", 3)))
    for name in ("Guderian", "Hoth"):
        assert game.decision is not None and game.decision.prompt == f"Place 1 supply point of {name}: choose a hex."
        game.apply(PutSupply(cells(game, "0104")[0], 1))
    held = {store.group: each.tokens for store, each in game.state.stores.items()}
    assert held == {"guderian": 4, "hoth": 4} and set(tokens(game)) == {"0104"}


@pytest.mark.rule("SM-3.4b")
def test_no_formation_fights_or_moves_with_the_supply_of_the_other_group() -> None:
    """The tanks bear Hoth's stripe; the guard belongs to no formation."""
    rows = arrival_rows(groups=True)
    for key in ("tank-1", "tank-2"):
        unit = rows.get(Unit, key)
        assert unit is not None
        rows.put(msgspec.structs.replace(unit, flags=(*unit.flags, "hoth-stripe" if key == "tank-1" else "guderian")))
    pieces = {"tank-1": "0403", "tank-2": "0403", "recon": "0403", "division-1": "1903"}
    game = play(pieces, Stock("0403", "german", 4, group="guderian"), rows=rows, phase="g-move")
    for reason, served in (("fuel", False), ("the attack", False), ("the barrage", False), ("the defence", True)):
        assert any(source.store for source in giving(game, "tank-1", reason)) == served
        assert any(source.store for source in giving(game, "tank-2", reason))
        assert any(source.store for source in giving(game, "recon", reason))


@pytest.mark.rule("SM-2.1")
def test_beyond_the_last_column_of_the_table_nothing_comes() -> None:
    rows = arrival_rows()
    row = rows.get(MechanismRow, "supply-arrivals")
    assert row is not None
    short = [{"side": "soviet", "points": [1, 2, 3]}]
    rows.put(msgspec.structs.replace(row, params=row.params | {"tables": short}))
    given = {total: _soviet_points(rows, total) for total in (2, 4, 5, 12)}
    assert given == {2: 1, 4: 3, 5: 0, 12: 0}


def _soviet_points(rows: Rows, total: int) -> int:
    """What the prompt of a side offers for a throw."""
    game = logistics({"division-1": "1903", **FAR}, rows=rows, phase="s-supply", seed=seed_showing(("2d6", total)))
    task = game.state.agenda[-1]
    return sum(points for _, points in task.lots) if isinstance(task, PlaceSupply) else 0
