"""Doctrine rules that attack: each alone on a small map does what it says, and off it does nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.assault import Assault
from engine.bots.doctrine.player import DoctrineBot
from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.board import CellRow, RegionCell
from engine.scenario import compile_scenario
from engine.state.actions import MoveUnit, PlaceUnit
from engine.systems import setting_of
from tests.kit.boards import place, region
from tests.kit.childs import childs, childs_rows, unrailed
from tests.kit.doctrine import Rules, answer, doctrine, ends, explains, far, orders, played, taken, targets
from tests.kit.drill import cell, drill, drill_rows, piece
from tests.kit.players import setting_for

WEST = [f"02{row:02}" for row in range(1, 9)]
NORTH = [f"03{row:02}" for row in range(1, 5)] + [f"01{row:02}" for row in range(1, 9)]
BESIDE = [f"03{row:02}" for row in range(1, 10) if row != 5] + [f"01{row:02}" for row in range(1, 9)]
"""Where the Germans may set up: away from the front, or beside its north or beside all of it and farther back."""

OFF: list[dict[str, Any]] = [{"on": False}, {"weight": 0.0}]


# Take what victory counts


@pytest.fixture
def march() -> Game:
    """Panzers that can be in Minsk this turn, infantry that cannot."""
    return drill({"xxiv-pz": "0105", "liii": "0205"}, phase="german-movement", control=taken("minsk"))


def test_objectives_takes_the_open_place_and_draws_the_others_near(march: Game) -> None:
    moved = orders(march, {"objectives": {}})
    assert moved["xxiv-pz"][0] == "0705" and moved["xxiv-pz"][1]["reasons"] == ["takes Minsk (0705)"]
    assert far(march, moved["liii"][0], "0705") == far(march, "0205", "0705") - 4
    assert all(explains(why, "objectives") and len(why["rejected"]) == 2 for _, why in moved.values())


@pytest.mark.parametrize("row", OFF)
def test_objectives_off_goes_nowhere(march: Game, row: dict[str, Any]) -> None:
    assert ends(march, {"objectives": row}) == {"xxiv-pz": "0105", "liii": "0205"}


def test_objectives_without_pull_takes_only_what_is_in_reach(march: Game) -> None:
    assert ends(march, {"objectives": {"pull": 0.0}}) == {"xxiv-pz": "0705", "liii": "0205"}


def test_objectives_spreads_when_a_place_draws_a_crowd() -> None:
    corps = {"v": "0804", "vi": "0805", "vii": "0904", "viii": "0905"}
    armies = {"22nd-army": "0901", "21st-army": "0909"}
    game = drill(corps | armies, phase="german-movement", control=taken("velikie-luki", "gomel"))

    def southward(crowd: int) -> int:
        stops = ends(game, {"objectives": {"crowd": crowd}}).values()
        return sum(far(game, stop, "0909") < far(game, stop, "0901") for stop in stops)

    assert southward(10) == 0
    assert southward(1) >= 1


def test_objectives_counts_small_places_for_as_much_as_it_is_told() -> None:
    """Minsk has no value here, for Brest, which an army holds, has all of it."""
    rows = drill_rows()
    place(rows, "Brest", "0105", value=4, owner="soviet", key="brest")
    pieces = {"xxiv-pz": "0505", "3rd-army": "0105"}
    game = drill(pieces, rows=rows, turn=3, phase="german-movement", control=taken("minsk", "brest"))
    near, open_place = (ends(game, {"objectives": {"flat": flat}})["xxiv-pz"] for flat in (0.0, 1.0))
    assert far(game, near, "0105") == 1 and open_place == "0705"


def test_objectives_sends_somebody_to_every_open_place_on_the_last_turn() -> None:
    corps = {"xxiv-pz": "0505", "v": "0506"}
    game = drill(corps, turn=7, phase="german-special", control=taken("minsk", "mogilev"))
    moved = orders(game, {"objectives": {}})
    assert {where for where, _ in moved.values()} == {"0705", "0806"}
    assert all(explains(why, "objectives") for _, why in moved.values())
    assert "the game ends with this turn" in moved["v"][1]["expects"]


# Attack where it pays


@pytest.fixture
def weak_and_strong() -> Game:
    """A panzer corps beside the garrison of Brest, another beside an army at even odds."""
    pieces = {"xxiv-pz": "0404", "lvii-pz": "0408", "brest-garrison": "0505", "3rd-army": "0508"}
    return drill(pieces, turn=2, phase="german-combat", control=taken("minsk"))


def test_assault_attacks_where_the_exchange_is_favourable(weak_and_strong: Game) -> None:
    assert targets(weak_and_strong, {"assault": {"thrift": 3.0}}) == {"0505": {"xxiv-pz"}}
    _, why = answer(weak_and_strong, {"assault": {}})
    assert explains(why, "assault") and why["expects"] == "4:1: 50% DR, 33% DRL, 17% DE"
    assert "the cell is ours in 100% of cases" in why["reasons"][0]


@pytest.mark.parametrize("row", OFF)
def test_assault_off_announces_nothing(weak_and_strong: Game, row: dict[str, Any]) -> None:
    assert targets(weak_and_strong, {"assault": row}) == {}


@pytest.mark.parametrize(
    "params",
    [
        pytest.param({"least": 50.0}, id="nothing is worth the least"),
        pytest.param({"price": 1.0}, id="every point committed has its price"),
        pytest.param({"kill": 0.0, "ground": 0.0, "place": 0.0}, id="nothing is worth anything"),
    ],
)
def test_assault_may_find_nothing_worth_it(weak_and_strong: Game, params: dict[str, float]) -> None:
    assert targets(weak_and_strong, {"assault": params}) == {}


def test_assault_pays_no_more_than_its_thrift_allows(weak_and_strong: Game) -> None:
    bold = targets(weak_and_strong, {"assault": {"thrift": 0.0, "least": 0.1}})
    assert set(bold) == {"0505", "0508"}
    assert set(targets(weak_and_strong, {"assault": {"thrift": 10.0, "least": 0.1}})) == {"0505"}


@pytest.mark.parametrize(("worth", "without"), [("kill", "0505"), ("ground", "0505")])
def test_assault_fights_for_a_point_or_for_ground_alone(weak_and_strong: Game, worth: str, without: str) -> None:
    nothing = {"kill": 0.0, "ground": 0.0, "place": 0.0, "price": 0.0, "least": 0.5}
    assert without not in targets(weak_and_strong, {"assault": nothing})
    assert without in targets(weak_and_strong, {"assault": nothing | {worth: 2.0}})


@pytest.mark.parametrize(("turn", "fought"), [(6, False), (7, True)])
def test_assault_values_a_place_more_on_the_last_turn(turn: int, fought: bool) -> None:
    pieces = {"xxiv-pz": "0604", "brest-garrison": "0705"}
    game = drill(pieces, turn=turn, phase="german-combat", control=taken("minsk"))
    params = {"kill": 0.0, "ground": 0.0, "place": 2.0, "last": 3.0, "least": 4.0}
    assert bool(targets(game, {"assault": params})) is fought
    assert targets(game, {"assault": params | {"place": 5.0}})


def test_assault_says_whether_a_unit_comes_alone_or_with_how_many() -> None:
    army, corps = {"22nd-army": "0505"}, {"xxiv-pz": "0205", "xlvi-pz": "0204", "xlvii-pz": "0203"}
    said = ("alone", "with 1 other", "with 2 others")
    for many, company in enumerate(said, 1):
        moved = orders(drill({**army, **dict([*corps.items()][:many])}, phase="german-movement"), {"assault": {}})
        assert len(moved) == many
        assert {why["reasons"][0] for _, why in moved.values()} == {f"{company} against Baranovichi (0505)"}


def test_assault_in_haste_leaves_enemies_behind_alone() -> None:
    """The garrison stands behind the panzers, Minsk before them."""
    pieces = {"xxiv-pz": "0404", "brest-garrison": "0102"}
    game = drill(pieces, phase="german-movement", control=taken("minsk"))
    assert ends(game, {"assault": {}})["xxiv-pz"] != "0404"
    assert ends(game, {"assault": {"haste": 20.0}}) == {"xxiv-pz": "0404"}


def test_assault_brings_units_up_for_the_battle() -> None:
    game = drill({"xxiv-pz": "0202", "brest-garrison": "0505"}, phase="german-movement", control=taken("minsk"))
    where, why = orders(game, {"assault": {}})["xxiv-pz"]
    assert far(game, where, "0505") == 1 and explains(why, "assault")
    assert why["expects"].startswith("12 against 3 at Baranovichi (0505)")


def test_assault_takes_no_unit_for_two_battles() -> None:
    pieces = {"xxiv-pz": "0505", "brest-garrison": "0604", "mech-1": Spot("0605", revealed="14th-mech")}
    game = drill(pieces, phase="german-combat", control=taken("minsk"))
    assert len(targets(game, {"assault": {}})) == 1


# Encircle


def closed(game: Game, rules: Rules, enemy: str) -> int:
    """How many of the six ways out of the enemy's hex the bot bars by the end of the phase."""
    stops = list(ends(game, rules).values())
    ways = [game.setting.board.label(other) for other in game.setting.neighbours[cell(game, enemy)]]  # type: ignore[arg-type]
    return sum(any(far(game, way, stop) <= 1 for stop in stops) for way in ways)


@pytest.fixture
def lone_army() -> Game:
    """Three panzer corps and an army that they can get round."""
    corps = {"xxiv-pz": "0302", "lvii-pz": "0308", "xlvi-pz": "0304"}
    return drill(corps | {"3rd-army": "0605"}, phase="german-movement")


def test_encircle_bars_every_way_out(lone_army: Game) -> None:
    assert closed(lone_army, {"encircle": {}}, "0605") == 6
    assert all(explains(why, "encircle") for _, why in orders(lone_army, {"encircle": {}}).values())


@pytest.mark.parametrize("row", OFF)
def test_encircle_off_bars_none(lone_army: Game, row: dict[str, Any]) -> None:
    assert closed(lone_army, {"encircle": row}, "0605") == 0


def test_encircle_is_content_with_enough(lone_army: Game) -> None:
    """With so little asked for, the first hex at hand that closes anything is as good as the best."""
    assert closed(lone_army, {"encircle": {"enough": 1.0}}, "0605") < 6


# Make ready to strike


@pytest.fixture
def besiegers() -> Game:
    """The turn before the last: three armies far from Minsk, which one German corps holds."""
    armies = {"3rd-army": "1001", "10th-army": "1009", "19th-army": "1002"}
    return drill(armies | {"liii": "0705"}, turn=6, phase="soviet-movement", control=taken())


def test_make_ready_takes_post_within_striking_distance(besiegers: Game) -> None:
    """An army moves two hexes before it fights; from three away it can come beside the place."""
    moved = orders(besiegers, {"make-ready": {}})
    assert {far(besiegers, where, "0705") for where, _ in moved.values()} == {3}
    assert all(explains(why, "make-ready") and "Minsk" in why["reasons"][0] for _, why in moved.values())


@pytest.mark.parametrize("row", OFF)
def test_make_ready_off_stays_where_it_is(besiegers: Game, row: dict[str, Any]) -> None:
    assert orders(besiegers, {"make-ready": row}) == {}


def test_make_ready_gathers_as_much_as_the_odds_ask_for(besiegers: Game) -> None:
    assert len(orders(besiegers, {"make-ready": {"odds": 0.5}})) == 1
    assert len(orders(besiegers, {"make-ready": {"odds": 3.0}})) == 3


@pytest.mark.parametrize(("turn", "turns", "moves"), [(3, 2, False), (3, 4, True), (5, 2, True), (7, 2, False)])
def test_make_ready_counts_in_the_last_turns_before_the_last(turn: int, turns: int, moves: bool) -> None:
    game = drill({"3rd-army": "1001", "liii": "0705"}, turn=turn, phase="soviet-movement", control=taken())
    assert bool(orders(game, {"make-ready": {"turns": turns}})) is moves


# Set up for the first turn


def setting_up(crosses: Iterable[str], forest: str = "") -> Game:
    """A new game; the Germans set up in these hexes, the front armies in column 04."""
    rows = drill_rows()
    for row in rows.all(RegionCell):
        if row.region == "crosses":
            rows.drop(RegionCell, *row.identity())
    region(rows, "crosses", *crosses)
    if forest:
        rows.put(CellRow(cell=forest, terrain="forest"))
    return Game.begin(setting_of(compile_scenario(rows)), 1)


def set_up(game: Game, side: int, rules: Rules) -> dict[str, str]:
    """Where the bot puts every unit of a side; the other side's are put down as they come."""
    bot, found = DoctrineBot(side, 1, doctrine(rules)), {}
    while game.decision is not None and game.decision.kind == "set-up":
        action = next(iter(game.options())) if game.decision.side != side else bot.choose(game.view(side))[0]
        game.apply(action)
        if game.log[-1].side == side and isinstance(action, PlaceUnit):
            found[game.scenario.pieces[action.piece].key] = game.setting.board.label(action.cell)  # type: ignore[arg-type]
    return found


def test_deploy_puts_a_strong_unit_on_good_ground() -> None:
    """The armies come before the weak mechanised corps; without worth the forest is a hex like any other."""
    assert set_up(setting_up(WEST, forest="0404"), 1, {"deploy": {}})["3rd-army"] == "0404"
    assert set_up(setting_up(WEST, forest="0404"), 1, {"deploy": {"ground": 0.0}})["3rd-army"] != "0404"


def test_deploy_keeps_away_from_where_the_enemy_sets_up() -> None:
    game = setting_up(NORTH)
    action, why = answer(in_front(game), {"deploy": {}})
    assert isinstance(action, PlaceUnit)
    beside = {game.setting.board.label(other) for other in game.setting.neighbours[action.cell]}  # type: ignore[arg-type]
    assert not beside & set(NORTH)
    assert explains(why, "deploy") and len(why["rejected"]) == 2


@pytest.mark.parametrize("row", OFF)
def test_deploy_off_leaves_the_set_up_to_the_yardstick(row: dict[str, Any]) -> None:
    game = in_front(setting_up(NORTH))
    chosen = [answer(game, {"deploy": row}, seed) for seed in range(6)]
    assert {why["rule"] for _, why in chosen} == {"greedy"}
    assert len({action for action, _ in chosen}) > 1


def test_deploy_prepares_the_first_battles() -> None:
    """The Germans choose the best battles, then the hexes for them; put down as they come they would do worse."""
    planned, as_they_come = setting_up(BESIDE), setting_up(BESIDE)
    set_up(planned, 0, {"deploy": {}})
    set_up(as_they_come, 2, {})
    assert expected_kills(planned) > expected_kills(as_they_come)


def test_deploy_guards_what_produces_where_moving_is_fighting() -> None:
    """Every Axis centre of the Child's Game gets a tile; off, one of them is left open."""
    setting = setting_for("childs-barbarossa")
    centres = [place for place in setting.scenario.places if place.kind == "axis-centre"]
    open_ = {}
    for on in (True, False):
        game = Game.begin(setting, 1)
        set_up(game, 0, {"deploy": {"on": on}})
        open_[on] = sum(not game.table.stack(cell(game, place.cell)) for place in centres)
    assert len(centres) == 3 and open_[True] == 0 < open_[False]


def in_front(game: Game) -> Game:
    """The game at the moment when the armies of the front are set up."""
    while "three armies" not in (game.decision.prompt if game.decision else "three armies"):
        game.apply(next(iter(game.options())))
    return game


def expected_kills(game: Game) -> float:
    """The strength that the best set of battles would destroy as the units stand."""
    look = Appraisal(game.view(0))
    battles = targets(game, {"assault": {}})
    prospects = [
        Assault().prospect(look, cell(game, target), tuple(piece(game, key) for key in sorted(keys)))
        for target, keys in battles.items()
    ]
    return sum(one.kills for one in prospects)


# Strike where enough can be brought together


def blows(game: Game, rules: Rules) -> list[tuple[str, str]]:
    """Who moves where, in order."""
    return [
        (game.scenario.pieces[action.piece].key, game.setting.board.label(action.path[-1]))  # type: ignore[arg-type]
        for action, _ in played(game, rules)
        if isinstance(action, MoveUnit)
    ]


@pytest.fixture
def summer() -> Game:
    """A panzer division beside an army, in a season when one tile beats one."""
    return childs({"1-armor": "0401", "23rd-army": "0501"}, turn=2, rows=unrailed(childs_rows()))


def test_strike_takes_the_enemy_that_can_be_beaten(summer: Game) -> None:
    assert blows(summer, {"strike": {}}) == [("1-armor", "0501")]
    _, why = answer(summer, {"strike": {}})
    assert explains(why, "strike") and "takes 0501" in why["reasons"][0]


@pytest.mark.parametrize("row", [*OFF, {"kill": 0.0}, {"effort": 5.0}, {"least": 5.0}])
def test_strike_off_or_worth_nothing_strikes_no_blow(summer: Game, row: dict[str, Any]) -> None:
    assert blows(summer, {"strike": row}) == []


def test_strike_brings_up_support_first_where_one_is_not_enough() -> None:
    pieces = {"1-armor": "0301", "3-panzer": "0302", "23rd-army": "0501"}
    game = childs(pieces, turn=3, rows=unrailed(childs_rows()))
    first, second = blows(game, {"strike": {}})
    assert first[1] != "0501" and second[1] == "0501" and first[0] != second[0]
    _, why = answer(game, {"strike": {}})
    assert "comes up to support the attack on 0501" in why["reasons"][0]


def test_strike_leaves_alone_what_it_cannot_beat() -> None:
    game = childs({"1-armor": "0401", "23rd-army": "0501"}, turn=3, rows=unrailed(childs_rows()))
    assert blows(game, {"strike": {}}) == []


@pytest.mark.parametrize(("place", "taken_"), [(0.6, [("1-armor", "0703")]), (0.2, [])])
def test_strike_takes_an_open_place_that_is_worth_it(place: float, taken_: list[tuple[str, str]]) -> None:
    game = childs({"1-armor": "0604", "23rd-army": "1207"}, rows=unrailed(childs_rows()))
    assert blows(game, {"strike": {"place": place}}) == taken_


def test_strike_goes_for_the_greatest_place_first() -> None:
    """Minsk without value and Moscow with the greatest lie open, both in reach of the same tile."""
    rows = unrailed(childs_rows())
    place(rows, "Moscow", "0802", kind="soviet-centre", value=4, owner="soviet", key="moscow")
    game = childs({"1-armor": "0702", "23rd-army": "1207"}, rows=rows)
    assert blows(game, {"strike": {"centre": 2.5}})[0] == ("1-armor", "0802")
    assert blows(game, {"strike": {"centre": 0.0}})[0] == ("1-armor", "0703")


@pytest.mark.parametrize(("turn", "last", "taken_"), [(16, 10, []), (17, 1, []), (17, 10, [("1-armor", "0703")])])
def test_strike_takes_every_place_on_the_last_turn(turn: int, last: float, taken_: list[tuple[str, str]]) -> None:
    game = childs({"1-armor": "0604", "23rd-army": "1207"}, turn=turn, rows=unrailed(childs_rows()))
    assert blows(game, {"strike": {"place": 0.0, "centre": 0.1, "last": last}}) == taken_


def test_strike_fears_what_the_enemy_could_do_in_return() -> None:
    """Two armies stand ready to strike back at whoever takes the third."""
    pieces = {"1-armor": "0401", "3-panzer": "0402", "23rd-army": "0501", "24th-army": "0701", "33rd-army": "0702"}
    game = childs(pieces, turn=3, rows=unrailed(childs_rows()))
    assert [where for _, where in blows(game, {"strike": {"fear": 0.0}})] == ["0501"]
    assert blows(game, {"strike": {"fear": 10.0}}) == []


def test_strike_leaves_no_place_unguarded_that_the_enemy_could_walk_into() -> None:
    """The tile in Konigsberg could take either army; the other could then walk into Konigsberg."""
    pieces = {"1-armor": "0202", "23rd-army": "0303", "24th-army": "0401"}
    game = childs(pieces, rows=unrailed(childs_rows()))
    assert len(blows(game, {"strike": {"guard": 0.0}})) == 1
    assert blows(game, {"strike": {"guard": 10.0}}) == []


def test_strike_tells_which_blows_it_put_off() -> None:
    """Three armies can be beaten; one is beaten first, and the other two are what was rejected."""
    pieces = {"1-armor": "0401", "23rd-army": "0501", "24th-army": "0502", "33rd-army": "0402"}
    _, why = answer(childs(pieces, rows=unrailed(childs_rows())), {"strike": {}})
    assert [other["action text"][:20] for other in why["rejected"]] == ["move 1 Armor Div to "] * 2
    assert all(other["why"] == "it brings no more" or " and this " in other["why"] for other in why["rejected"])


# Run down a beaten enemy


@pytest.fixture
def beaten() -> Game:
    """Three corps against the last army, far away."""
    return drill({"xxiv-pz": "0101", "liii": "0205", "v": "0203", "3rd-army": "0905"}, turn=3, phase="german-special")


def test_run_down_makes_for_the_last_enemy(beaten: Game) -> None:
    moved = orders(beaten, {"run-down": {}})
    where, why = moved["xxiv-pz"]
    assert far(beaten, where, "0905") < far(beaten, "0101", "0905")
    assert explains(why, "run-down") and "from the nearest enemy" in why["reasons"][0]


@pytest.mark.parametrize("row", [*OFF, {"share": 0.3}])
def test_run_down_off_or_against_an_enemy_not_yet_beaten_goes_nowhere(beaten: Game, row: dict[str, Any]) -> None:
    assert set(ends(beaten, {"run-down": row}).values()) == {"0101", "0205", "0203"}
