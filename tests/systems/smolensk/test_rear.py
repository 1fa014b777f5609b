"""Behind the front of Smolensk: events, security of cities, orders of railway units (SM-3.3b, 3.6, 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play import Game
from engine.records import Rows
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow
from engine.state.actions import Done, MoveUnit
from engine.systems.readback import mechanism_words
from engine.systems.smolensk.events import CallAway, RandomEvents, SendAircraft
from engine.systems.smolensk.rail_orders import RailOrders
from engine.systems.smolensk.security import Security
from tests.kit.boards import region
from tests.kit.depots import behind_the_front, rear_rows
from tests.kit.gunnery import cell, piece, seed_that_rolls
from tests.rules.test_replenishing import AIR, at, steps

TRAIN = {"faces": [1, 2, 3, 4], "name": "Supply train", "points": 2}
RAID = {"faces": [5], "name": "Raid on Moscow", "aircraft": 1, "units": {"flags": ["raider"]}}
STRENGTH = {"faces": [6], "name": "Raid in strength", "aircraft": 2, "units": {"flags": ["raider"]}, "loss_on": 6}


def eventful(**changed: Any) -> Rows:
    """Events of the German side on turns 2 and 3."""
    params = {
        "side": "german",
        "phases": ["german-build"],
        "first_turn": 2,
        "last_turn": 3,
        "events": [TRAIN, RAID, STRENGTH],
    }
    cases = {"event": "SM-3.6", "raid": "SM-3.6", "train": "SM-3.6"}
    return rear_rows(air=AIR, variable_arrivals={}, random_events=params | {"cases": cases} | changed)


def begun(rows: Rows, turn: int, *dice: tuple[str, int]) -> Game:
    seed = seed_that_rolls(*dice) if dice else 0
    there = {"corps": "0101", "army": "0804", "he_111_1": "0303", "he_111_2": "0303", "id_1": "0303"}
    return behind_the_front(rows, "german-build", turn=turn, bases={"german-base": "0303"}, seed=seed, **there)


def supply(game: Game) -> int:
    return sum(have.tokens for store, have in game.state.stores.items() if store.kind == "supply")


@pytest.mark.rule("SM-3.6")
def test_most_events_are_supply_trains_and_only_between_the_dates() -> None:
    game = begun(eventful(), 2, ("1d6", 4))
    assert game.decision is not None and game.decision.kind == "deliver"
    game.apply(next(iter(game.options())))
    game.apply(next(iter(game.options())))
    assert supply(game) == 8, "two points"
    for turn in (1, 4):
        quiet = begun(eventful(), turn)
        assert quiet.state.rolls == 0 and quiet.decision is not None and quiet.decision.kind == "move"


@pytest.mark.rule("SM-3.6")
def test_a_raid_calls_one_bomber_away_inactive() -> None:
    game = begun(eventful(), 2, ("1d6", 5))
    assert game.decision is not None and game.decision.kind == "call-away"
    game.apply(SendAircraft(piece(game, "he-111-2")))
    assert at(game, "he-111-2") == "luftwaffe" and game.table.marked("inactive", piece(game, "he-111-2"))
    assert at(game, "he-111-1") == "0303" and supply(game) == 0
    assert game.decision is not None and game.decision.kind == "move"


@pytest.mark.rule("SM-3.6")
@pytest.mark.parametrize(("die", "left"), [(6, 1), (5, 2)])
def test_a_raid_in_strength_calls_two_and_may_cost_a_step(die: int, left: int) -> None:
    game = begun(eventful(), 3, ("1d6", 6), ("1d6", die))
    game.apply(SendAircraft(piece(game, "he-111-1")))
    game.apply(SendAircraft(piece(game, "he-111-2")))
    assert [at(game, key) for key in ("he-111-1", "he-111-2")] == ["luftwaffe", "luftwaffe"]
    assert steps(game, "he-111-1") == left


@pytest.mark.rule("SM-4.1b")
def test_an_option_brings_trains_on_the_turns_before() -> None:
    game = begun(eventful(trains=[1]), 1)
    assert game.state.rolls == 0, "no die"
    game.apply(next(iter(game.options())))
    game.apply(next(iter(game.options())))
    assert supply(game) == 8


def watchful() -> Rows:
    rows = rear_rows(
        air=AIR, security={"side": "german", "kinds": ["city"], "marker": "bust", "phases": ["german-move"]}
    )
    rows.put(Marker(marker="bust", name="Trainbusting", blocks_supply=True))
    for number in (1, 2):
        rows.put(MarkerStart(start=f"bust-{number}", marker="bust", side="soviet"))
    rows.put(MechanismRow(mechanism="zoc", params={"units": {"symbols": ["infantry"]}}))
    return rows


def lying(game: Game) -> bool:
    return cell(game, "0603") in game.state.markers


@pytest.mark.rule("SM-3.3b")
def test_a_city_without_a_garrison_or_a_zone_is_shut_until_it_is_secured() -> None:
    game = behind_the_front(watchful(), "german-build", id_1="0303", corps="0603", army="1104")
    assert lying(game), "a headquarters that stands there attacks nobody"
    assert not game.table.mechanism(Security).watched(game.table, 0, cell(game, "0603"))
    game.apply(Done())
    assert lying(game), "the clean-up found nobody"
    while game.decision is not None and game.table.phase_side(game.state.phase) != 0:
        game.apply(Done())
    game.apply(MoveUnit(piece(game, "id-1"), (cell(game, "0403"), cell(game, "0503"))))
    assert lying(game), "it comes off in the clean-up"
    game.apply(Done())
    assert not lying(game), "a zone covers the city"


@pytest.mark.rule("SM-3.3b")
def test_no_marker_lies_in_a_watched_city_or_one_of_the_enemy() -> None:
    watched = behind_the_front(watchful(), "german-build", id_1="0603", corps="0101", army="1104")
    assert not lying(watched)
    lost = behind_the_front(watchful(), "soviet-build", rd_1="0703", corps="0101", army="1104")
    assert lying(lost)
    lost.apply(MoveUnit(piece(lost, "rd-1"), (cell(lost, "0603"),)))
    while lost.decision is not None and lost.state.turn == 1:
        lost.apply(Done())
    assert not lying(lost), "the next clean-up takes it off: the city is the enemy's"


@pytest.mark.rule("SM-4.1c")
def test_a_railway_unit_stays_on_its_line_until_it_is_converted() -> None:
    orders = {
        "orders": [{"units": {"units": ["rgt-1"]}, "region": "line"}],
        "mark": "base-hits",
        "cases": {"orders": "SM-4.1c"},
    }
    rows = rear_rows(air=AIR, rail_orders=orders)
    region(rows, "line", "0303", "0403", "0503")
    game = behind_the_front(rows, "german-move", rgt_1="0303", rgt_2="0303", army="1104", corps="0101")
    assert game.judge(MoveUnit(piece(game, "rgt-1"), (cell(game, "0403"),)))
    off = game.judge(MoveUnit(piece(game, "rgt-1"), (cell(game, "0302"),)))
    assert not off and off.case == "SM-4.1c"
    assert game.judge(MoveUnit(piece(game, "rgt-2"), (cell(game, "0302"),))), "the other has no orders"
    (closed,) = game.table.mechanism(RailOrders).closed(game.table, piece(game, "rgt-1"), (piece(game, "rgt-1"),))
    assert not closed.retreats, "who has to give way goes anywhere"
    for label in ("0303", "0403", "0503"):
        game.table.set_mark("base-hits", cell(game, label), 1)
    assert game.judge(MoveUnit(piece(game, "rgt-1"), (cell(game, "0302"),))), "its line is done"


def test_they_are_read_back() -> None:
    said = dict(mechanism_words(eventful(trains=[1])))["Random events"]
    assert "On turns 2 to 3" in said and "5, Raid on Moscow: 1 of units marked raider go to the box" in said
    assert "On turn 1 the first of them comes by itself." in said
    assert "comes off when" in dict(mechanism_words(watchful()))["Security of cities"]


@pytest.mark.rule("SM-3.6")
@pytest.mark.parametrize(
    ("abroad", "inactive", "called"),
    [
        (("he-111-1", "he-111-2"), (), {"he-111-1", "he-111-2"}),
        (("he-111-1", "he-111-2"), ("he-111-1",), {"he-111-1", "he-111-2"}),
        (("he-111-1",), ("he-111-2",), {"he-111-1"}),
        (("he-111-1",), (), {"he-111-1"}),
        ((), ("he-111-1",), {"he-111-2"}),
        ((), ("he-111-1", "he-111-2"), set()),
    ],
)
def test_bombers_on_the_map_are_called_before_those_in_the_box_and_there_only_active_ones(
    abroad: tuple[str, ...], inactive: tuple[str, ...], called: set[str]
) -> None:
    bombers = ("he-111-1", "he-111-2")
    there = {key.replace("-", "_"): "0303" if key in abroad else "luftwaffe" for key in bombers}
    game = behind_the_front(eventful(), "german-move", turn=1, bases={"german-base": "0303"}, corps="0101", **there)
    for key in inactive:
        game.table.set_mark("inactive", piece(game, key))
    task = CallAway(0, 1, 1)
    found = game.table.mechanism(RandomEvents).callable(game.table, task)
    assert {game.scenario.pieces[one].key for one in found} == called
    sent = CallAway(0, 1, 1, (piece(game, "he-111-1"),))
    assert piece(game, "he-111-1") not in game.table.mechanism(RandomEvents).callable(game.table, sent)
