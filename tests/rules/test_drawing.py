"""Drawing supply, fuel, ammunition and own stocks, on the plain of the kit."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.play.stocked import Stock
from engine.records.board import CellRow
from engine.rules.drawing import SupplyDraw
from engine.rules.fuel import FUELLED, FuelGroup
from engine.rules.own_stocks import EXHAUSTED, LOW
from engine.rules.prices import PayFrom, Price, affordable, sources
from engine.state.actions import DeclareAttack, Done, FightBattle, MoveStack, MoveUnit
from engine.state.events import BattleFought
from tests.kit.boards import box, road
from tests.kit.logistics import cells, dump, giving, logistics, logistics_rows, number, tokens


def fought(game: Game) -> BattleFought:
    return next(event for entry in reversed(game.log) for event in entry.events if isinstance(event, BattleFought))


def lengths(game: Game, key: str) -> dict[str, float]:
    """By dump, the points from it to a unit."""
    return {source.name: source.length / 4 for source in giving(game, key)}


@pytest.mark.rule("OS-10.1")
def test_a_dump_serves_within_five_truck_points_counted_from_the_dump() -> None:
    rows = logistics_rows()
    rows.put(CellRow(cell="0303", terrain="forest"))
    road(rows, "0501", "0601", "0701", "0801", "0901", "1001", "1101")
    game = logistics(
        {"guard": "0303", "rifles": "0501"}, Stock("0203", "german", 4), Stock("0403", "german", 4), rows=rows
    )
    assert lengths(game, "guard") == {"0203": 4.0, "0403": 4.0}, "woods cost a truck 4 to enter, whatever it leaves"
    away = logistics({"guard": "0203", "rifles": "0501"}, Stock("0303", "german", 4), rows=rows)
    assert lengths(away, "guard") == {"0303": 2.0}, "from woods into the open it is 2"
    far = logistics({"rifles": "0501"}, Stock("1001", "german", 4), Stock("1101", "german", 4), rows=rows)
    assert lengths(far, "rifles") == {"1001": 5.0}, "by road five hexes, not six"


@pytest.mark.rule("OS-10.1")
def test_a_supply_point_is_four_tokens() -> None:
    game = logistics({"guard": "0303"}, Stock("0203", "german", 4))
    piece = number(game, "guard")
    assert affordable(game.table, Price(0, 4, (piece,)))
    verdict = affordable(game.table, Price(0, 5, (piece,), reason="fuel", case="OS-10.1"))
    assert not verdict and "there are 4 tokens" in verdict.why


@pytest.mark.rule("OS-10.1")
@pytest.mark.parametrize(
    ("enemy", "cover", "served"),
    [("0701", None, True), ("0601", None, False), ("0601", "0501", True), ("0501", None, False)],
    ids=["far", "zone", "covered", "in the way"],
)
def test_an_enemy_zone_on_the_way_bars_a_draw_unless_a_friend_stands_there(
    enemy: str, cover: str | None, served: bool
) -> None:
    """The plain is one row high, so that there is no way round; the dump lies in 0501 where the enemy does not."""
    pieces = {"guard": "0301", "division-1": enemy} | ({"rifles": cover} if cover else {})
    stock = Stock("0501", "german", 4)
    game = logistics(pieces, stock, rows=logistics_rows(12, 1))
    assert bool(giving(game, "guard")) == served


@pytest.mark.rule("OS-10.2")
def test_a_headquarters_draws_and_throws_to_the_unit_or_beside_it() -> None:
    """Worked example 4: three points to the headquarters, eight to a hex beside the divisions."""
    rows = logistics_rows()
    road(rows, "0201", "0301")
    road(rows, "0401", "0501", "0601", "0701", "0801")
    rows.put(CellRow(cell="0901", terrain="forest"))
    for wood in ("0802", "0902", "0702", "0602", "0502"):
        rows.put(CellRow(cell=wood, terrain="forest"))
    pieces = {"s-hq": "0401", "division-1": "1001", "division-2": "1001", "guard": "2005"}
    game = logistics(pieces, Stock("0201", "soviet", 8), rows=rows, phase="s-combat")
    found = giving(game, "division-1", "the attack")
    assert [source.name for source in found] == ["0201", "its own stocks"]
    assert found[0].length / 4 == 11.0, "1 + 2 to the headquarters, 4 + 4 from there"
    assert found[0].via == number(game, "s-hq")
    names = [game.setting.board.names.labels[cell] for cell in found[0].path]
    assert names[0] == "0201" and "0401" in names and names[-2:] == ["0901", "1001"]


@pytest.mark.rule("OS-10.2")
@pytest.mark.parametrize(("mode", "farthest"), [("", "0601"), ("move", "0401"), ("strat", None)])
def test_a_headquarters_throws_half_as_far_in_move_mode_and_not_at_all_in_strategic_mode(
    mode: str, farthest: str | None
) -> None:
    """It throws eight: four hexes of open ground, and one beside; half of that is two and one."""
    rows, served = logistics_rows(12, 1), []
    for cell in ("0401", "0501", "0601", "0701"):
        game = logistics({"s-hq": Spot("0101", mode=mode), "division-1": cell}, Stock("0101", "soviet", 8), rows=rows)
        served += [cell] if any(source.via is not None for source in giving(game, "division-1")) else []
    assert (served[-1] if served else None) == farthest


@pytest.mark.rule("OS-10.2")
def test_no_headquarters_passes_supply_to_another() -> None:
    rows = logistics_rows(20, 1)
    game = logistics({"g-hq": "0901", "guard": "1101"}, Stock("0101", "german", 8), rows=rows)
    assert not giving(game, "guard"), "the dump lies beyond the draw of the headquarters"


@pytest.mark.rule("OS-5.1")
def test_wheels_and_tracks_need_a_token_a_phase_and_feet_none() -> None:
    game = logistics(
        {"tank-1": "0202", "guard": "0203", "recon": "0204", "division-1": "2001"}, Stock("0202", "german", 2)
    )
    game.apply(MoveUnit(number(game, "guard"), cells(game, "0303")))
    assert tokens(game) == {"0202": 2}
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "0302")))
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "0402")))
    assert tokens(game) == {"0202": 1}, "a second stretch of the same move is paid for"
    game.apply(MoveUnit(number(game, "recon"), cells(game, "0304")))
    assert tokens(game) == {}


@pytest.mark.rule("OS-5.1")
def test_a_unit_without_fuel_stays_where_it_is() -> None:
    game = logistics({"tank-1": "0202", "tank-2": "0202", "division-1": "2001"}, Stock("0202", "german", 1))
    tank, other = number(game, "tank-1"), number(game, "tank-2")
    both = MoveStack(tuple(sorted((tank, other))), cells(game, "0302"))
    verdict = game.judge(both)
    assert (verdict.legal, verdict.case) == (False, "OS-5.1")
    assert both not in list(game.options())
    game.apply(MoveUnit(tank, cells(game, "0302")))
    assert not game.judge(MoveUnit(other, cells(game, "0302")))
    assert game.view(0).reach(other) == ()


@pytest.mark.rule("OS-5.1")
def test_riflemen_on_their_trucks_need_fuel() -> None:
    game = logistics({"rifles": Spot("0202", mode="move"), "division-1": "2001"}, Stock("0202", "german", 1))
    game.apply(MoveUnit(number(game, "rifles"), cells(game, "0302")))
    assert tokens(game) == {}


@pytest.mark.rule("OS-5.2")
def test_a_formation_is_fuelled_for_a_point_until_clean_up() -> None:
    pieces = {"tank-1": "0202", "tank-2": "1504", "recon": "0203", "division-1": "2001"}
    game = logistics(pieces, Stock("0202", "german", 5), marks={"exploit": {"tank-2": 1}})
    game.apply(FuelGroup(number(game, "tank-1")))
    assert tokens(game) == {"0202": 1}
    game.apply(MoveUnit(number(game, "tank-2"), cells(game, "1503")))
    assert tokens(game) == {"0202": 1}, "far away, but of the formation"
    game.apply(MoveUnit(number(game, "recon"), cells(game, "0303")))
    assert tokens(game) == {}, "not of the formation"
    while game.table.phase_name != "g-exploit":
        game.apply(Done())
    game.apply(MoveUnit(number(game, "tank-2"), cells(game, "1502")))
    assert game.table.bearing(FUELLED)
    game.apply(Done())
    assert not game.table.bearing(FUELLED), "the clean-up takes the marker off"


@pytest.mark.rule("OS-5.2")
def test_a_headquarters_fuels_the_independent_units_within_its_throw() -> None:
    pieces = {"g-hq": "0202", "recon": "0402", "tank-1": "0402", "division-1": "2001"}
    game = logistics(pieces, Stock("0202", "german", 4))
    game.apply(FuelGroup(number(game, "g-hq")))
    assert tokens(game) == {}
    assert game.judge(MoveUnit(number(game, "recon"), cells(game, "0502")))
    assert not game.judge(MoveUnit(number(game, "tank-1"), cells(game, "0502"))), "it belongs to a formation"


@pytest.mark.rule("OS-5.2")
def test_fuel_for_many_needs_the_whole_point() -> None:
    game = logistics({"tank-1": "0202", "division-1": "2001"}, Stock("0202", "german", 3))
    action = FuelGroup(number(game, "tank-1"))
    assert (game.judge(action).legal, game.judge(action).case) == (False, "OS-5.2")
    assert action not in list(game.options())


@pytest.mark.rule("SM-4.2")
def test_a_formation_may_be_fuelled_sparingly_for_a_quarter_of_its_way() -> None:
    """Eight points become two, for two tokens, until the phase ends; only where that house rule is in force."""
    pieces = {"tank-1": "0202", "tank-2": "0202", "division-1": "2001"}
    rows = logistics_rows(fuel={"little": 2})
    game = logistics(pieces, Stock("0202", "german", 3), rows=rows, marks={"exploit": {"tank-1": 1}})
    action = FuelGroup(number(game, "tank-1"), sparingly=True)
    assert action in list(game.options()) and FuelGroup(number(game, "tank-1")) not in list(game.options())
    game.apply(action)
    assert tokens(game) == {"0202": 1}
    assert not game.judge(MoveUnit(number(game, "tank-2"), cells(game, "0302", "0402", "0502")))
    game.apply(MoveUnit(number(game, "tank-2"), cells(game, "0302", "0402")))
    game.apply(Done())
    assert not game.table.bearing(FUELLED)
    usual = logistics(pieces, Stock("0202", "german", 3))
    assert not usual.judge(FuelGroup(number(usual, "tank-1"), sparingly=True))


@pytest.mark.rule("OS-5.2")
def test_fuel_bought_in_reaction_lasts_through_the_own_turn() -> None:
    """Worked example 6: the marker goes with the clean-up of its owner, not with the enemy's."""
    pieces = {"tank-1": "0202", "tank-2": "0202", "division-1": "2001"}
    game = logistics(
        pieces, Stock("0202", "german", 4), phase="g-react", marks={"released": {"tank-1": 1, "tank-2": 1}}
    )
    game.apply(FuelGroup(number(game, "tank-1")))
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "0302")))
    game.apply(Done())
    while game.table.phase_name != "g-move":
        game.apply(Done())
    assert game.table.marked(FUELLED, number(game, "tank-1"))
    every = logistics_rows(fuel={"ends": "every"})
    other = logistics(
        pieces, Stock("0202", "german", 4), phase="g-react", rows=every, marks={"released": {"tank-1": 1}}
    )
    other.apply(FuelGroup(number(other, "tank-1")))
    while other.table.phase_name != "g-move":
        other.apply(Done())
    assert not other.table.bearing(FUELLED)


@pytest.mark.rule("OS-5.3")
def test_who_leaves_a_box_beside_the_map_is_fuelled_free() -> None:
    rows = logistics_rows()
    box(rows, "west", "0101")
    game = logistics({"tank-1": "west", "tank-2": "0101", "division-1": "2001"}, rows=rows)
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "0101")))
    game.apply(MoveUnit(number(game, "tank-1"), cells(game, "0201")))
    assert not game.judge(MoveUnit(number(game, "tank-2"), cells(game, "0201")))


def attack(game: Game, target: str, *keys: str) -> None:
    cell = cells(game, target)[0]
    for key in keys:
        game.apply(DeclareAttack(number(game, key), cell))
    game.apply(FightBattle(cell))


@pytest.mark.rule("OS-9.1")
def test_an_attack_costs_a_token_a_step() -> None:
    pieces = {"division-1": "1002", "division-2": Spot("1002", 1), "guard": "1102"}
    game = logistics(pieces, Stock("1002", "soviet", 8), Stock("1202", "german", 1), phase="s-combat")
    price = game.view(1).price(cells(game, "1102")[0], [number(game, "division-1"), number(game, "division-2")])
    assert price == "5 tokens for the attack out of 1002", "said before it is made"
    attack(game, "1102", "division-1", "division-2")
    assert tokens(game) == {"1002": 3, "1202": 1}
    game.apply(PayFrom(dump(game, "1202")))
    assert tokens(game) == {"1002": 3}, "a single step defends for one token"
    assert fought(game).defence == 4.0


@pytest.mark.rule("OS-9.1")
def test_an_attack_that_cannot_be_paid_is_off() -> None:
    stocks = {LOW: {}, EXHAUSTED: {"division-1": 1, "division-2": 1}}
    pieces = {"division-1": "1002", "division-2": Spot("1002", 1), "guard": "1102"}
    game = logistics(pieces, Stock("1002", "soviet", 4), phase="s-combat", marks=stocks)
    cell = cells(game, "1102")[0]
    game.apply(DeclareAttack(number(game, "division-1"), cell))
    game.apply(DeclareAttack(number(game, "division-2"), cell))
    verdict = game.judge(FightBattle(cell))
    assert (verdict.legal, verdict.case) == (False, "OS-9.1")
    assert FightBattle(cell) not in list(game.options())
    game.apply(Done())
    assert tokens(game) == {"1002": 4}


@pytest.mark.rule("OS-9.1")
def test_a_defender_whom_no_supply_reaches_counts_half() -> None:
    pieces = {"tank-1": "1002", "division-1": "1102"}
    spent = {EXHAUSTED: {"division-1": 1}}
    game = logistics(pieces, Stock("1002", "german", 1), phase="g-combat", marks=spent)
    forecast = game.view(0).forecast(cells(game, "1102")[0], [number(game, "tank-1")])
    assert [float(factor.value) for factor in forecast.defence] == [6.0]
    attack(game, "1102", "tank-1")
    assert fought(game).defence == 6.0
    full = logistics(pieces, Stock("1002", "german", 1), Stock("1202", "soviet", 2), phase="g-combat", marks=spent)
    attack(full, "1102", "tank-1")
    full.apply(PayFrom(dump(full, "1202", "soviet")))
    assert fought(full).defence == 12.0, "although nothing is left when the dice are thrown"


@pytest.mark.rule("OS-10.3")
def test_own_stocks_pay_one_combat_then_another_and_then_no_more() -> None:
    pieces = {"division-1": "1002", "guard": "1102"}
    game = logistics(pieces, phase="s-combat")
    division = number(game, "division-1")
    attack(game, "1102", "division-1")
    assert game.table.marked(LOW, division)
    again = logistics(pieces, phase="s-combat", marks={LOW: {"division-1": 1}})
    attack(again, "1102", "division-1")
    assert again.table.marked(EXHAUSTED, division) and not again.table.marked(LOW, division)
    spent = logistics(pieces, phase="s-combat", marks={EXHAUSTED: {"division-1": 1}})
    assert spent.decision is not None and spent.table.phase_name != "s-combat", "nobody can attack"


@pytest.mark.rule("OS-10.3")
def test_own_stocks_are_spared_while_a_dump_can_pay() -> None:
    pieces = {"division-1": "1002", "guard": "1102"}
    game = logistics(pieces, Stock("1002", "soviet", 3), phase="s-combat")
    attack(game, "1102", "division-1")
    assert not game.table.bearing(LOW)
    assert tokens(game) == {}
    assert sources(game.table, Price(1, 1, (number(game, "division-1"),), reason="fuel")) == [], "they hold no fuel"


@pytest.mark.rule("OS-10.3")
@pytest.mark.parametrize(
    ("there", "left", "worn"), [(3, 0, ()), (2, 0, (LOW,)), (1, 0, (LOW, LOW)), (0, 0, (EXHAUSTED, LOW))]
)
def test_stocks_are_filled_up_in_the_supply_phase(there: int, left: int, worn: tuple[str, ...]) -> None:
    """Three levels are wanting: two of the first division, one of the second."""
    marks = {EXHAUSTED: {"division-1": 1}, LOW: {"division-2": 1}}
    stores = [Stock("1002", "soviet", there)] if there else []
    pieces = {"division-1": "1002", "division-2": "1002", "guard": "1802"}
    game = logistics(pieces, *stores, phase="s-supply", marks=marks)
    found = [mark for mark in (EXHAUSTED, LOW) for _ in game.table.bearing(mark)]
    assert tuple(found) == worn
    assert sum(tokens(game).values()) == left


def test_nothing_is_drawn_out_of_a_box_beside_the_map_or_through_it() -> None:
    rows = logistics_rows()
    box(rows, "west", "0101", "0105")
    game = logistics({"tank-1": "0105", "division-1": "2001"}, Stock("0101", "german", 4), rows=rows)
    rule = game.table.mechanism(SupplyDraw)
    inflow = rule.draws(game.table, 0, game.setting.board.cell("0105"))
    near, far, beside = (game.setting.board.cell(label) for label in ("0104", "0101", "west"))
    assert inflow.length[near] > 0, "a hex away"
    assert inflow.length[far] < 0 and inflow.length[beside] < 0, "four hexes cost too much, and the box is no way round"
