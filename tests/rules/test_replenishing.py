"""Replacements: throws, rebuilding, breakdowns, consolidation, breakout, removals (OS-15, SM-1.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots import make_bot
from engine.play import Game
from engine.play.stocked import Stock
from engine.records.play import MechanismRow
from engine.rules.breakout import BreakOut
from engine.rules.regrouping import BreakDown, MergeUnits, TakeBackRegiment
from engine.rules.stores import held
from engine.rules.variable_arrivals import DeliverStores
from engine.rules.withdrawals import WithdrawUnit
from engine.state import ELIMINATED, WITHDRAWN, Store
from engine.state.actions import Done, MoveUnit, PlaceUnit, RestoreStep
from engine.state.events import DieRolled
from engine.systems import check_rules
from engine.systems.readback import mechanism_words
from tests.kit.boards import place, rail
from tests.kit.depots import BOTH, behind_the_front, lookup, rear_rows
from tests.kit.gunnery import cell, piece, seed_that_rolls

AIR: dict[str, Any] = {
    "bases": [{"marker": "air-base-1", "level": 1, "holds": 4, "refits": 2}],
    "boxes": [
        {"side": "german", "box": "luftwaffe", "edge": "west", "hexes": 30},
        {"side": "soviet", "box": "red-air-force", "edge": "east", "hexes": 20},
    ],
}


def at(game: Game, key: str) -> str:
    where = game.state.cell[piece(game, key)]
    return game.setting.board.names.labels[where] if where >= 0 else str(where)


def steps(game: Game, key: str) -> int:
    return game.table.steps_left(piece(game, key))


def waits(game: Game, label: str, kind: str, side: int = 1) -> int:
    return held(game.table, Store("cell", cell(game, label), side, kind)).tokens


def throws(game: Game) -> list[tuple[str, int]]:
    return [(event.why, event.total) for entry in game.log for event in entry.events if isinstance(event, DieRolled)]


# Rebuilding


@pytest.mark.rule("OS-15.1")
@pytest.mark.rule("SM-R")
def test_men_and_equipment_rebuild_steps_where_they_wait() -> None:
    stocks = (Stock("0804", "soviet", 4, "pax"), Stock("0804", "soviet", 1, "eq"), Stock("1201", "soviet", 2, "pax"))
    there = {"army": "0804", "rd_1": ("0804", 1), "rd_2": ("0904", 1), "corps": "0101"}
    game = behind_the_front(rear_rows(), "soviet-build", lost=("tank", "rd-3"), stocks=stocks, **there)
    apart = game.judge(RestoreStep(piece(game, "rd-2")))
    assert not apart and apart.case == "SM-R", "nothing waits where it stands"
    game.apply(RestoreStep(piece(game, "rd-1")))
    assert steps(game, "rd-1") == 3 and waits(game, "0804", "pax") == 2
    poor = game.judge(PlaceUnit(piece(game, "tank"), cell(game, "1201")))
    assert not poor and poor.case == "SM-R", "no equipment waits at the edge"
    game.apply(PlaceUnit(piece(game, "tank"), cell(game, "0804")))
    assert (at(game, "tank"), steps(game, "tank")) == ("0804", 1), "a lost unit comes back with one step"
    assert (waits(game, "0804", "pax"), waits(game, "0804", "eq")) == (1, 0)
    game.apply(PlaceUnit(piece(game, "rd-3"), cell(game, "1201")))
    assert at(game, "rd-3") == "1201" and waits(game, "1201", "pax") == 0
    assert game.decision is not None and game.decision.kind == "move", "one Pax is too few: it waits"
    assert waits(game, "0804", "pax") == 1


@pytest.mark.rule("OS-15.1")
def test_whoever_is_rebuilt_arrives_like_any_other() -> None:
    """What a rule has in store for arrivals befalls them too: a division of a slow army comes back locked."""
    rows = rear_rows(mobilisation={"armies": [{"name": "16th Army", "units": ["rd-3"]}]})
    stocks = (Stock("0804", "soviet", 9, "pax"), Stock("0804", "soviet", 9, "eq"))
    game = behind_the_front(rows, "soviet-build", lost=("rd-2", "rd-3"), stocks=stocks, army="0804", corps="0101")
    for key in ("rd-2", "rd-3"):
        game.apply(PlaceUnit(piece(game, key), cell(game, "0804")))
    assert set(game.table.bearing("locked")) == {piece(game, "rd-3")}


@pytest.mark.rule("SM-2.3a")
@pytest.mark.rule("SM-3.3a")
def test_units_without_a_price_are_never_rebuilt_so() -> None:
    stocks = (Stock("1201", "soviet", 9, "pax"), Stock("1201", "soviet", 9, "eq"))
    game = behind_the_front(
        rear_rows(), "soviet-build", lost=("alarm", "nkvd", "rd-1"), stocks=stocks, army="0804", corps="0101"
    )
    for key in ("alarm", "nkvd"):
        refused = game.judge(PlaceUnit(piece(game, key), cell(game, "1201")))
        assert not refused and refused.case == "SM-2.3a"
    assert game.judge(PlaceUnit(piece(game, "rd-1"), cell(game, "1201")))


@pytest.mark.rule("OS-15.1")
def test_a_headquarters_out_of_supply_hosts_nobody_and_edges_change_with_the_date() -> None:
    stocks = (Stock("0804", "soviet", 4, "pax"), Stock("1201", "soviet", 4, "pax"), Stock("1206", "soviet", 4, "pax"))
    cut = {"out-of-supply": {"army": 1}}
    rows = rear_rows(breakout={"phases": BOTH})
    game = behind_the_front(rows, "soviet-build", lost=("rd-1",), stocks=stocks, marks=cut, army="0804", corps="0101")
    refused = game.judge(PlaceUnit(piece(game, "rd-1"), cell(game, "0804")))
    assert not refused and refused.case == "OS-15.1"
    assert game.judge(PlaceUnit(piece(game, "rd-1"), cell(game, "1201")))
    assert not game.judge(PlaceUnit(piece(game, "rd-1"), cell(game, "1206")))
    later = behind_the_front(rows, "soviet-build", turn=3, lost=("rd-1",), stocks=stocks, army="0804", corps="0101")
    assert later.judge(PlaceUnit(piece(later, "rd-1"), cell(later, "1206")))
    assert not later.judge(PlaceUnit(piece(later, "rd-1"), cell(later, "1201"))), "that edge is shut by then"


# Throws


def throwing(**more: Any) -> Any:
    columns = [
        {"column": "pax", "gives": "pax"},
        {"column": "eq", "gives": "eq"},
        {"column": "ftr", "gives": "units", "units": {"symbols": ["fighter"]}},
    ]
    repl = {"name": "Replacements", "side": "soviet", "chart": "repl", "columns": columns, "case": "SM-1.6b"}
    supply = {
        "name": "Supply",
        "side": "soviet",
        "chart": "supply",
        "columns": [{"column": "early", "gives": "supply"}],
    }
    throws = [
        supply | {"last_turn": 2},
        repl | {"last_turn": 2},
        repl | {"first_turn": 3, "modifier": -1},
    ]
    rows = rear_rows(air=AIR, variable_arrivals={"phases": BOTH, "throws": throws, **more})
    lookup(rows, "repl", {"pax": {2: 0, 6: 2, 9: 4}, "eq": {2: 0, 6: 0, 9: 1}, "ftr": {2: 0, 6: 1, 9: 1}})
    lookup(rows, "supply", {"early": {2: 6, 6: 10}})
    return rows


@pytest.mark.rule("OS-15.1")
@pytest.mark.rule("SM-1.6b")
def test_dice_bring_supply_men_and_equipment_that_may_wait_and_fighters_that_may_not() -> None:
    seed = seed_that_rolls(("2d6", 6), ("2d6", 9))
    there = {"army": "0804", "corps": "0101", "rd_1": "0904"}
    game = behind_the_front(
        throwing(), "soviet-build", lost=("mig",), bases={"soviet-base": "0904"}, seed=seed, **there
    )
    assert [why for why, _ in throws(game)] == ["Supply", "Replacements"]
    game.apply(DeliverStores(cell(game, "1201"), 1))
    wrong = game.judge(DeliverStores(cell(game, "0804"), 1))
    assert not wrong, "supply comes on at the edge"
    game.apply(DeliverStores(cell(game, "1203"), 9))
    assert (waits(game, "1201", "supply"), waits(game, "1203", "supply")) == (4, 36), "four tokens a point"
    game.apply(DeliverStores(cell(game, "0804"), 4))
    game.apply(DeliverStores(cell(game, "0804"), 1))
    assert (waits(game, "0804", "pax"), waits(game, "0804", "eq")) == (4, 1)
    game.apply(PlaceUnit(piece(game, "mig"), cell(game, "0904")))
    assert (at(game, "mig"), steps(game, "mig")) == ("0904", 1) and not game.table.marked(
        "inactive", piece(game, "mig")
    )
    assert game.decision is not None and game.decision.kind == "move", "nobody is lost: the Pax wait"


@pytest.mark.rule("SM-1.6b")
def test_later_throws_are_one_less_and_aircraft_not_taken_are_forfeit() -> None:
    there = {"army": "0804", "corps": "0101", "mig": ("red-air-force", 1)}
    game = behind_the_front(throwing(), "soviet-build", turn=3, seed=seed_that_rolls(("2d6", 9)), **there)
    game.apply(DeliverStores(cell(game, "0804"), 2))
    assert waits(game, "0804", "pax") == 2, "nine less one is eight: two Pax, no equipment"
    game.apply(Done())
    assert steps(game, "mig") == 1
    assert game.decision is not None and game.decision.kind == "move"
    again = behind_the_front(throwing(), "soviet-build", turn=3, seed=seed_that_rolls(("2d6", 9)), **there)
    again.apply(DeliverStores(cell(again, "0804"), 2))
    again.apply(RestoreStep(piece(again, "mig")))
    assert steps(again, "mig") == 2, "or one on the map is whole again"


def test_a_city_that_its_side_holds_and_trains_reach_takes_one_point() -> None:
    """Along one railway from the edge: a city of theirs, a town of theirs, and a city of the enemy's."""
    rows = throwing(cities=["city"])
    rail(rows, "1201", "1101", "1001", "0901")
    for name, where, kind, owner in (
        ("Vyazma", "1101", "city", "soviet"),
        ("Yelnya", "1001", "town", "soviet"),
        ("Orsha", "0901", "city", "german"),
    ):
        place(rows, name, where, kind=kind, owner=owner)
    rows.put(MechanismRow(mechanism="railways", params={"rails": ["rail"], "other": ["german"]}))
    seed = seed_that_rolls(("2d6", 6), ("2d6", 2))
    game = behind_the_front(rows, "soviet-build", seed=seed, army="0804", corps="0101")
    offered = {each.cell for each in game.options() if isinstance(each, DeliverStores)}
    along = {label for label in ("1101", "1001", "0901") if cell(game, label) in offered}
    assert along == {"1101"} and cell(game, "1201") in offered
    assert not game.judge(DeliverStores(cell(game, "1101"), 2))
    game.apply(DeliverStores(cell(game, "1101"), 1))
    assert waits(game, "1101", "supply") == 4 and not game.judge(DeliverStores(cell(game, "1101"), 1))


def test_groups_share_the_supply_of_their_side() -> None:
    groups = [{"side": "soviet", "group": "hoth"}, {"side": "soviet", "group": "guderian"}]
    rows = throwing(groups=groups)
    lookup(rows, "supply", {"early": {2: 7, 6: 7}})
    game = behind_the_front(
        rows, "soviet-build", seed=seed_that_rolls(("2d6", 6), ("2d6", 2)), army="0804", corps="0101"
    )
    game.apply(DeliverStores(cell(game, "1201"), 3))
    game.apply(DeliverStores(cell(game, "1201"), 4))
    stores = {store.group: have.tokens for store, have in game.state.stores.items()}
    assert stores == {"hoth": 12, "guderian": 16}, "seven points: three and four"


# Free rebuilds

FREE: list[dict[str, Any]] = [
    {
        "name": "Special",
        "side": "soviet",
        "last_turn": 2,
        "units": {"flags": ["special-repl"]},
        "which": "lot",
        "steps_lost": 1,
        "case": "SM-1.6c",
    },
    {"name": "Special die", "side": "soviet", "last_turn": 2, "faces": [1, 2], "gives": "cache", "case": "SM-1.6c"},
    {
        "name": "Special die",
        "side": "soviet",
        "last_turn": 2,
        "faces": [3, 4, 5, 6],
        "units": {"flags": ["alarm"]},
        "case": "SM-2.3a",
    },
    {"name": "Reserves", "side": "soviet", "turns": [3], "gives": "supply", "points": 2, "case": "SM-2.3c"},
    {
        "name": "Reserves",
        "side": "soviet",
        "turns": [3],
        "gives": "new",
        "units": {"flags": ["new"]},
        "leave": {"flags": ["old"]},
        "case": "SM-2.3c",
    },
    {
        "name": "Reserves",
        "side": "soviet",
        "turns": [3],
        "units": {"flags": ["il-2"]},
        "where": "bases",
        "case": "SM-2.3c",
    },
    {"name": "Reserves", "side": "soviet", "turns": [3], "units": {"symbols": ["hq"]}, "case": "SM-2.3c"},
]


def free_rows() -> Any:
    return rear_rows(air=AIR, variable_arrivals={"phases": []}, free_rebuilds={"phases": BOTH, "lines": FREE})


@pytest.mark.rule("SM-1.6c")
def test_one_division_by_lot_comes_back_a_step_short_and_the_die_gives_an_alarm_unit() -> None:
    seed = seed_that_rolls(("1d6", (3, 4, 5, 6)), ("1d2", 2))
    lost = ("rd-1", "rd-3", "guards", "alarm")
    game = behind_the_front(free_rows(), "soviet-build", lost=lost, seed=seed, army="0804", corps="0101")
    placed = {action.piece for action in game.options() if isinstance(action, PlaceUnit)}
    assert placed == {piece(game, "rd-3")}, "the lot fell on the second; guards are never drawn"
    game.apply(PlaceUnit(piece(game, "rd-3"), cell(game, "0804")))
    assert steps(game, "rd-3") == 2
    game.apply(PlaceUnit(piece(game, "alarm"), cell(game, "1203")))
    assert at(game, "alarm") == "1203" and game.table.count("caches.soviet") == 0


@pytest.mark.rule("SM-1.6c")
def test_the_die_may_give_a_cache_nothing_is_saved_and_it_ends_with_its_date() -> None:
    seed = seed_that_rolls(("1d6", (1, 2)))
    game = behind_the_front(free_rows(), "soviet-build", lost=("alarm",), seed=seed, army="0804", corps="0101")
    assert game.table.count("caches.soviet") == 1 and at(game, "alarm") == str(int(ELIMINATED))
    assert game.decision is not None and game.decision.kind == "move", "no division is lost: no rebuild"
    later = behind_the_front(free_rows(), "soviet-build", turn=4, lost=("alarm", "rd-1"), army="0804", corps="0101")
    assert later.state.rolls == 0 and later.decision is not None and later.decision.kind == "move"


@pytest.mark.rule("SM-2.3c")
def test_frontal_reserves_bring_supply_a_conversion_and_two_rebuilds() -> None:
    lost = ("il-2-1", "army", "old")
    game = behind_the_front(
        free_rows(), "soviet-build", turn=3, lost=lost, bases={"soviet-base": "0904"}, rd_1="0904", corps="0101"
    )
    assert waits(game, "1206", "supply") == 8, "the only edge hex takes the two points by itself"
    assert game.state.cell[piece(game, "old")] == WITHDRAWN, "even from the dead pile"
    game.apply(PlaceUnit(piece(game, "new"), cell(game, "1206")))
    assert steps(game, "new") == 3
    game.apply(PlaceUnit(piece(game, "il-2-1"), cell(game, "0904")))
    game.apply(PlaceUnit(piece(game, "army"), cell(game, "1206")))
    assert (at(game, "il-2-1"), at(game, "army")) == ("0904", "1206")


# Removals


REMOVAL = {"turn": 1, "units": {"units": ["rd-1"]}, "must": True, "alike": True, "dead": True, "case": "SM-1.6a"}


def removing(**changed: Any) -> Any:
    return rear_rows(withdrawals={"side": "soviet", "phases": ["soviet-build"], "schedule": [REMOVAL | changed]})


@pytest.mark.rule("SM-1.6a")
def test_a_removal_takes_the_unit_or_one_with_the_same_factors_even_if_lost() -> None:
    there = {"army": "0804", "rd_1": "0904", "rd_2": "0804", "guards": "0804", "corps": "0101"}
    game = behind_the_front(removing(), "soviet-build", lost=("rd-3",), **there)
    offered = {action.piece for action in game.options() if isinstance(action, WithdrawUnit)}
    assert offered == {piece(game, key) for key in ("rd-1", "rd-2", "rd-3")}, "guards have other factors"
    game.apply(WithdrawUnit(piece(game, "rd-3")))
    assert game.state.cell[piece(game, "rd-3")] == WITHDRAWN and at(game, "rd-1") == "0904"
    assert game.decision is not None and game.decision.kind == "move", "one was asked for"
    named = behind_the_front(removing(), "soviet-build", lost=("rd-3",), **there)
    named.apply(Done())
    assert named.state.cell[piece(named, "rd-1")] == WITHDRAWN, "the named one goes"


@pytest.mark.rule("SM-1.6a")
def test_a_lost_unit_is_removed_and_some_come_back() -> None:
    rows = removing(leave="map")
    game = behind_the_front(rows, "soviet-build", lost=("rd-1",), army="0804", guards="0904", corps="0101")
    assert at(game, "rd-1") == "-1", "it waits off the map for its return"
    assert game.decision is not None and game.decision.kind == "move", "nobody else is like it: nobody is asked"


# Regrouping

REGROUPING: dict[str, Any] = {
    "phases": BOTH,
    "breakdowns": [{"divisions": {"flags": ["breaks"]}, "regiments": {"flags": ["rgt"]}, "case": "OS-15.3"}],
    "never": {"sides": ["german"], "flags": ["multi-unit"]},
    "barred": ["out-of-supply"],
    "cases": {"never": "SM-3.3d", "merge": "OS-15.2", "counters": "SM-1.8a", "barred": "OS-15.3"},
}


def regrouping() -> Any:
    return rear_rows(regrouping=REGROUPING, breakout={"phases": BOTH, "cases": {"who": "OS-15.4"}})


@pytest.mark.rule("OS-15.3")
@pytest.mark.rule("SM-1.8a")
def test_a_division_places_regiments_for_steps_while_counters_last_and_takes_them_back() -> None:
    game = behind_the_front(regrouping(), "german-move", id_1="0303", id_2=("0503", 3), corps="0101", army="0804")
    worn = game.judge(BreakDown(piece(game, "id-2")))
    assert not worn and worn.case == "OS-15.3", "its last step stays"
    game.apply(BreakDown(piece(game, "id-1")))
    game.apply(BreakDown(piece(game, "id-1")))
    assert steps(game, "id-1") == 2 and [at(game, key) for key in ("rgt-1", "rgt-2")] == ["0303", "0303"]
    none_left = game.judge(BreakDown(piece(game, "id-1")))
    assert not none_left and none_left.case == "SM-1.8a"
    game.apply(MoveUnit(piece(game, "rgt-1"), (cell(game, "0302"),)))
    game.apply(Done())
    while game.decision is not None and game.decision.kind != "regroup":
        game.apply(Done())
    apart = game.judge(TakeBackRegiment(piece(game, "id-1"), piece(game, "rgt-1")))
    assert not apart, "it stands elsewhere"
    game.apply(TakeBackRegiment(piece(game, "id-1"), piece(game, "rgt-2")))
    assert steps(game, "id-1") == 3 and at(game, "rgt-2") == "-1"


@pytest.mark.rule("OS-15.3")
def test_a_lost_regiment_is_used_again_and_one_that_has_moved_gives_a_tired_one() -> None:
    game = behind_the_front(
        regrouping(), "german-move", lost=("rgt-1",), id_1="0303", corps="0101", army="0804", rgt_2="0101"
    )
    game.apply(MoveUnit(piece(game, "id-1"), (cell(game, "0302"),)))
    game.apply(BreakDown(piece(game, "id-1")))
    assert at(game, "rgt-1") == "0302"
    moved = game.judge(MoveUnit(piece(game, "rgt-1"), (cell(game, "0303"),)))
    assert not moved, "its division has moved"


@pytest.mark.rule("OS-15.2")
@pytest.mark.rule("SM-3.3d")
def test_worn_units_of_a_kind_merge_but_not_those_of_axis_formations() -> None:
    there = {"id_1": ("0303", 2), "id_2": ("0303", 3), "pz_1": ("0303", 1), "pz_2": ("0303", 1), "army": "0804"}
    game = behind_the_front(regrouping(), "german-build", corps="0303", **there)
    formation = game.judge(MergeUnits(piece(game, "pz-1"), piece(game, "pz-2")))
    assert not formation and formation.case == "SM-3.3d"
    pairs = [{each.piece, each.other} for each in game.options() if isinstance(each, MergeUnits)]
    assert pairs == [{piece(game, "id-1"), piece(game, "id-2")}], "nothing else is offered"
    unlike = game.judge(MergeUnits(piece(game, "id-1"), piece(game, "pz-1")))
    assert not unlike
    game.apply(MergeUnits(piece(game, "id-1"), piece(game, "id-2")))
    assert steps(game, "id-1") == 3 and game.state.cell[piece(game, "id-2")] == ELIMINATED, "two and one make three"
    full = behind_the_front(regrouping(), "german-build", corps="0303", army="0804", id_1=("0303", 1), id_2=("0303", 2))
    full.apply(MergeUnits(piece(full, "id-1"), piece(full, "id-2")))
    assert (steps(full, "id-1"), steps(full, "id-2")) == (4, 1), "three and two: one is full, the other keeps one"


@pytest.mark.rule("OS-15.4")
def test_an_unsupplied_stack_breaks_out_and_comes_back_with_one_step() -> None:
    cut = {"out-of-supply": {"id-1": 1, "id-2": 1}}
    seed = seed_that_rolls(("1d6", (1, 2, 3)), ("1d6", 5))
    game = behind_the_front(
        regrouping(), "german-move", marks=cut, seed=seed, id_1="0303", id_2="0303", corps="0101", army="0804"
    )
    fed = game.judge(BreakOut(cell(game, "0101")))
    assert not fed and fed.case == "OS-15.4"
    hungry = game.judge(BreakDown(piece(game, "id-1")))
    assert not hungry and hungry.case == "OS-15.3" and "out of supply" in hungry.why
    game.apply(BreakOut(cell(game, "0303")))
    assert game.state.cell[piece(game, "id-1")] == ELIMINATED and at(game, "id-2") == "-1"
    while game.decision is not None and game.decision.kind != "replace":
        game.apply(Done())
    assert game.state.turn == 3, "a five: two turns later"
    game.apply(Done())
    assert at(game, "id-2") == "-1" and game.decision is not None and game.decision.kind == "move", "it may wait"
    while game.decision.kind != "replace":
        game.apply(Done())
    assert game.state.turn == 4
    game.apply(PlaceUnit(piece(game, "id-2"), cell(game, "0101")))
    assert steps(game, "id-2") == 1 and not game.table.marked("broken-out", piece(game, "id-2"))


@pytest.mark.parametrize("name", ["random", "greedy", "doctrine"])
def test_bots_replace_and_regroup_to_the_end(name: str) -> None:
    columns = [{"column": "pax", "gives": "pax"}, {"column": "eq", "gives": "eq"}]
    thrown = [{"name": "Repl", "side": side, "chart": "repl", "columns": columns} for side in ("soviet", "german")]
    rows = rear_rows(
        air=AIR,
        variable_arrivals={"phases": BOTH, "throws": thrown},
        free_rebuilds={"phases": BOTH, "lines": FREE},
        regrouping=REGROUPING,
        breakout={"phases": BOTH},
        withdrawals={"side": "soviet", "phases": ["soviet-build"], "schedule": [REMOVAL | {"turn": 2}]},
    )
    lookup(rows, "repl", {"pax": {2: 2, 6: 3}, "eq": {2: 1, 6: 1}})
    there = {
        "army": "0804",
        "corps": "0101",
        "id_1": ("0303", 2),
        "id_2": ("0303", 1),
        "rd_1": "0904",
        "guards": "0905",
    }
    marks = {"out-of-supply": {"guards": 1}}
    lost = ("rd-2", "rd-3", "alarm", "tank", "mig")
    for seed in range(3):
        game = behind_the_front(
            rows, "soviet-build", lost=lost, marks=marks, bases={"soviet-base": "0904"}, seed=seed, **there
        )
        bots = [make_bot(name, game.scenario, side, seed) for side in (0, 1)]
        for _ in range(900):
            if game.decision is None:
                break
            game.apply(bots[game.decision.side].choose(game.view(game.decision.side))[0])
        assert game.state.outcome is not None
        last = game.state.copy()
        game.go_to(1)
        game.go_to(len(game.log))
        assert game.state == last, "everything is taken back and done again"


def test_the_rules_are_read_back_and_checked() -> None:
    rows = rear_rows(
        air=AIR,
        variable_arrivals={
            "phases": BOTH,
            "throws": [
                {
                    "name": "Repl",
                    "side": "soviet",
                    "chart": "repl",
                    "modifier": -1,
                    "first_turn": 3,
                    "columns": [{"column": "pax", "gives": "pax"}],
                }
            ],
        },
        free_rebuilds={"phases": BOTH, "lines": FREE},
        regrouping=REGROUPING,
        breakout={"phases": BOTH},
        withdrawals={"side": "soviet", "phases": ["soviet-build"], "schedule": [REMOVAL]},
    )
    lookup(rows, "repl", {"pax": {2: 2, 6: 3}})
    said = dict(mechanism_words(rows))
    assert "A step of infantry division units costs 2 Pax." in said["Rebuilding of units"]
    assert "turn 3 on: 2d6, -1 on Repl gives Pax" in said["Variable arrivals"]
    assert "on turn 3 the Soviet side receives 2 supply points" in said["Free rebuilds"]
    assert "Up to 3 it is lost" in said["Breakout"]
    assert "but not German units marked multi unit" in said["Breakdowns and consolidation"]
    assert "or units with the same values, on the map or lost" in said["Withdrawals"]
    problems = [each.message for each in check_rules(rows) if each.table in ("mechanism", "phase")]
    assert not problems, problems
