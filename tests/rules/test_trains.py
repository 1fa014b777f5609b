"""Railways of two gauges, capacity and conversion, on the plain of the kit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.board import LinkKind
from engine.records.play import MechanismRow
from engine.rules.railways import CONVERTED, Railways
from engine.rules.trains import ConvertRail, RideTrain, SendStores
from engine.state.actions import Done, MoveUnit
from tests.kit.boards import rail, region, road
from tests.kit.logistics import TRACING, cells, logistics, logistics_rows, number, tokens

FAR = {"guard": "0104"}


def railway_params() -> dict[str, Any]:
    """Two gauges, capacities that grow, and a unit that converts."""
    return {
        "rails": ["double", "rail"],
        "multi": ["double"],
        "other": ["german"],
        "converted": "standard",
        "capacity": [
            {"side": "soviet", "points": 2},
            {"side": "soviet", "points": 3, "first_turn": 4},
            {"side": "german", "points": 1, "first_turn": 4},
        ],
        "converters": {"units": ["guard"]},
    }


def railway_rows(**changes: Any) -> Rows:
    """A multi-track line along row 1, a single one along row 3; the German gauge in the west of row 3."""
    rows = logistics_rows(20, 5)
    road(rows, *(f"{column:02}01" for column in range(1, 21)), kind="double")
    rail(rows, *(f"{column:02}03" for column in range(1, 21)))
    region(rows, "standard", "0103", "0203", "0303")
    rows.put(MechanismRow(mechanism="railways", params=railway_params() | changes))
    rows.put(MechanismRow(mechanism="trains", params={"cases": {"rail": "OS-13.1", "convert": "OS-13.2"}}))
    return rows


def play(pieces: dict[str, Any], *stores: Stock, **more: Any) -> Game:
    rows = more.pop("rows", None) or railway_rows()
    rows.put(LinkKind(kind="double", name="Multi-track railway"))
    return logistics(pieces, *stores, rows=rows, **more)


@pytest.mark.rule("OS-13.1")
def test_worked_example_7() -> None:
    """Capacity 3: three quarters, one and a half, a point that is too much, and half a point that is not."""
    pieces = {"division-1": Spot("1002", mode="move"), "division-2": Spot("1003", mode="move"), **FAR}
    game = play(pieces, Stock("1501", "soviet", 8), Stock("1503", "soviet", 8), phase="s-move", turn=4)
    first, second, rule = number(game, "division-1"), number(game, "division-2"), game.table.mechanism(Railways)
    game.apply(MoveUnit(first, cells(game, "1001")))
    game.apply(RideTrain(first, cells(game, "0501")[0]))
    assert rule.left(game.table, 1) == pytest.approx(2.25), "half for its allowance, half for multi-track"
    game.apply(RideTrain(second, cells(game, "1803")[0]))
    assert rule.left(game.table, 1) == pytest.approx(0.75)
    assert game.judge(SendStores(*cells(game, "1503", "1803"), 1)), "a single token rides too"
    assert not game.judge(SendStores(*cells(game, "1503", "1803"), 0))
    single = SendStores(*cells(game, "1503", "1803"), 4)
    assert (game.judge(single).legal, game.judge(single).case) == (False, "OS-13.1")
    game.apply(SendStores(*cells(game, "1501", "0801"), 4))
    assert rule.left(game.table, 1) == pytest.approx(0.25)
    assert tokens(game) == {"0801": 4, "1501": 4, "1503": 8}
    assert not game.judge(SendStores(*cells(game, "0801", "0501"), 1)), "it has ridden in this phase"
    assert not game.judge(MoveUnit(first, cells(game, "0601"))), "after the ride the move is over"


@pytest.mark.rule("OS-13.1")
def test_stores_ride_from_every_cell_of_the_line_its_ends_too() -> None:
    ends = (Stock("0101", "soviet", 4), Stock("2001", "soviet", 4))
    game = play({"division-1": "1002", **FAR}, *ends, phase="s-move", turn=4)
    assert game.judge(SendStores(*cells(game, "0101", "0801"), 1)) and game.judge(
        SendStores(*cells(game, "2001", "0801"), 1)
    )
    assert not game.judge(SendStores(-1, cells(game, "0801")[0], 1))
    assert not game.judge(SendStores(game.setting.board.size, cells(game, "0801")[0], 1))


@pytest.mark.rule("OS-13.1")
@pytest.mark.parametrize(("marched", "boards"), [(("0903", "1003"), True), (("0803", "0903", "1003"), False)])
def test_half_the_allowance_must_be_left_to_entrain(marched: tuple[str, ...], boards: bool) -> None:
    """Four points in move mode: two may be marched away, not three."""
    start = "0803" if boards else "0703"
    game = play({"division-1": Spot(start, mode="move"), **FAR}, phase="s-move", turn=4)
    division = number(game, "division-1")
    game.apply(MoveUnit(division, cells(game, *marched)))
    assert bool(game.judge(RideTrain(division, cells(game, "1803")[0]))) == boards


@pytest.mark.rule("OS-13.1")
def test_only_units_in_move_mode_ride() -> None:
    game = play({"division-1": "1003", **FAR}, phase="s-move", turn=4)
    verdict = game.judge(RideTrain(number(game, "division-1"), cells(game, "1803")[0]))
    assert (verdict.legal, verdict.case) == (False, "OS-13.1")


@pytest.mark.rule("OS-13.1")
def test_no_train_passes_an_enemy_zone_even_where_a_friend_stands() -> None:
    pieces = {"division-1": Spot("1003", mode="move"), "division-2": "1403", "tank-1": "1404", **FAR}
    game = play(pieces, phase="s-move", turn=4)
    assert not game.judge(RideTrain(number(game, "division-1"), cells(game, "1803")[0]))
    assert game.judge(RideTrain(number(game, "division-1"), cells(game, "1203")[0]))


@pytest.mark.rule("OS-13.1")
@pytest.mark.rule("SM-1.2")
def test_capacity_grows_on_its_day_and_a_fast_unit_weighs_whole() -> None:
    """A slow division weighs a half of three; a fast one would weigh three."""
    rule = play({"division-1": "1003", **FAR}).table.mechanism(Railways)
    early, late = (play({"division-1": "1003", **FAR}, phase="s-move", turn=turn) for turn in (3, 4))
    assert (rule.most(early.table, 1), rule.most(late.table, 1)) == (2, 3)
    assert (rule.most(early.table, 0), rule.most(late.table, 0)) == (0, 1)
    pieces = {"division-1": Spot("1003", mode="move"), "division-2": Spot("1003", mode="move"), **FAR}
    game = play(pieces, phase="s-move", turn=3)
    assert rule.unit_weight(game.table, number(game, "division-1")) == 1.5
    game.apply(RideTrain(number(game, "division-1"), cells(game, "1803")[0]))
    assert not game.judge(RideTrain(number(game, "division-2"), cells(game, "1803")[0])), "three are more than two"
    fast = railway_rows(slow=3)
    whole = play(pieces, phase="s-move", turn=3, rows=fast)
    assert rule.unit_weight(game.table, number(game, "division-2")) * 2 == 3
    assert whole.table.mechanism(Railways).unit_weight(whole.table, number(whole, "division-1")) == 3


@pytest.mark.rule("SM-1.2")
def test_each_side_uses_its_own_gauge() -> None:
    pieces = {"tank-1": Spot("0103", mode="move"), "division-1": "2005", "guard": "0104"}
    german = play(pieces, turn=4)
    tank = number(german, "tank-1")
    assert german.judge(RideTrain(tank, cells(german, "0303")[0]))
    assert not german.judge(RideTrain(tank, cells(german, "0403")[0]))
    soviet = play({"division-1": Spot("0503", mode="move"), "guard": "0105"}, phase="s-move", turn=4)
    assert soviet.judge(RideTrain(number(soviet, "division-1"), cells(soviet, "0403")[0]))
    assert not soviet.judge(RideTrain(number(soviet, "division-1"), cells(soviet, "0303")[0]))


@pytest.mark.rule("OS-13.2")
@pytest.mark.rule("SM-1.2")
def test_a_railway_unit_converts_four_hexes_a_turn() -> None:
    game = play({"guard": "0303", "division-1": "2005", "tank-1": Spot("0103", mode="move")}, turn=4)
    guard = number(game, "guard")
    run = cells(game, "0403", "0503", "0603", "0703")
    assert not game.judge(ConvertRail(guard, (*run, *cells(game, "0803"))))
    assert not game.judge(ConvertRail(guard, run[1:])), "not beside the own railway"
    assert ConvertRail(guard, run) in list(game.options())
    game.apply(ConvertRail(guard, run))
    assert game.state.cell[guard] == run[-1]
    assert set(game.table.bearing(CONVERTED)) == set(run)
    assert not game.judge(ConvertRail(guard, cells(game, "0803"))), "once a phase"
    assert game.judge(RideTrain(number(game, "tank-1"), run[-1]))
    game.undo()
    assert game.table.bearing(CONVERTED) == {}


@pytest.mark.rule("OS-13.2")
@pytest.mark.parametrize(("stands", "joined"), [("0403", True), ("0903", False), ("2003", True)])
def test_work_begins_beside_the_own_railway_or_at_the_edge_of_the_map(stands: str, joined: bool) -> None:
    game = play({"guard": stands, "division-1": "1505"}, turn=4)
    own = ConvertRail(number(game, "guard"), cells(game, stands))
    assert game.judge(own).legal == joined
    assert (own in list(game.options())) == joined


@pytest.mark.rule("OS-13.2")
def test_nothing_is_converted_in_an_enemy_zone() -> None:
    game = play({"guard": "0303", "division-1": "0603"}, turn=4)
    guard = number(game, "guard")
    assert game.judge(ConvertRail(guard, cells(game, "0403")))
    verdict = game.judge(ConvertRail(guard, cells(game, "0403", "0503")))
    assert (verdict.legal, verdict.case) == (False, "OS-13.2")


@pytest.mark.rule("SM-1.2")
def test_a_line_of_supply_follows_the_own_gauge() -> None:
    """The German source is the west edge: the railway carries it to where it was converted, and no farther."""
    rows = railway_rows()
    for key, params in TRACING.items():
        both = {"rails": ["rail", "double"]} if "rails" in params else {}
        rows.put(MechanismRow(mechanism=key, params=params | both))
    pieces = {"tank-1": "0503", "tank-2": "0603", "guard": "0303", "division-1": "2005"}
    game = play(pieces, Stock("0603", "german", 8), rows=rows, phase="g-supply")
    rule = game.setting.by_key("trace-supply")
    assert rule is not None
    found = [rule.traces(game.table, 0, cell) for cell in cells(game, "0503", "0603")]  # type: ignore[attr-defined]
    assert found == [True, False]
    while game.table.phase_name != "g-move":
        game.apply(Done())
    game.apply(ConvertRail(number(game, "guard"), cells(game, "0403")))
    assert rule.traces(game.table, 0, cells(game, "0603")[0])  # type: ignore[attr-defined]


@pytest.mark.rule("OS-13.1")
def test_only_those_who_are_named_ride() -> None:
    rows = railway_rows()
    params = {"riders": {"units": ["division-1"]}, "cases": {"rail": "OS-13.1"}}
    rows.put(MechanismRow(mechanism="trains", params=params))
    there = {"division-1": Spot("1003", mode="move"), "division-2": Spot("1003", mode="move"), **FAR}
    game = play(there, rows=rows, phase="s-move", turn=4)
    ride = {
        key: game.judge(RideTrain(number(game, key), cells(game, "1203")[0])) for key in ("division-1", "division-2")
    }
    assert ride["division-1"] and not ride["division-2"]
    assert ride["division-2"].why.endswith("does not ride by rail.") and ride["division-2"].case == "OS-13.1"
