"""What the set-ups leave to their owners: full trucks, worn divisions and modes (SM-S3 to S7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play import Game
from engine.records.play import MechanismRow
from engine.rules.stores import carried_by
from engine.state.actions import Done
from engine.systems.smolensk.choices import (
    BeginMarching,
    FillTruck,
    FillTrucks,
    FillTrucksProcedure,
    OwnersChoices,
    PickModes,
    PickModesProcedure,
    WearOne,
    WearOneProcedure,
    WearUnit,
)
from tests.kit.laws import check_table
from tests.kit.logistics import logistics
from tests.kit.players import setting_for
from tests.rules.test_transport import carrying_rows


def set_up(slug: str, kind: str) -> Game:
    """A game whose sides have taken the first answer to everything before a kind of decision."""
    game = Game.begin(setting_for(slug), 5)
    while game.decision is not None and game.decision.kind != kind:
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert game.decision is not None
    return game


def full(game: Game) -> set[str]:
    """The trucks that carry something."""
    trucks = [piece for piece in game.table.on_map(0) if "organic-truck" in game.table.unit(piece).flags]
    return {game.scenario.pieces[piece].unit.unit for piece in trucks if carried_by(game.table, piece)}


@pytest.mark.rule("SM-S3", "SM-S4")
@pytest.mark.parametrize("slug", ["smolensk-late-july", "smolensk-first-counteroffensive"])
def test_two_trucks_are_printed_full_and_the_axis_fills_two_more_of_its_choice(slug: str) -> None:
    game = set_up(slug, "fill")
    assert game.decision is not None and game.decision.side == 0
    assert full(game) == {"ger-pz-19-truck", "ger-mtr-18-truck"}
    trucks = [action for action in game.options() if isinstance(action, FillTruck)]
    advice = {action.piece: game.table.mechanism(OwnersChoices).advise(game.table, 0, action) for action in trucks}
    for piece, said in advice.items():
        formation = game.table.unit(piece).formation
        mates = [each for each in game.table.on_map(0) if game.table.unit(each).formation == formation]
        assert said is not None and said[0] == sum(game.table.face(each).attack for each in mates) > 0
    wanted = [game.scenario.piece_index[key] for key in ("ger-ss-reich-truck", "ger-pz-20-truck")]
    for piece in wanted:
        game.apply(FillTruck(piece))
    assert full(game) == {"ger-pz-19-truck", "ger-mtr-18-truck", "ger-ss-reich-truck", "ger-pz-20-truck"}
    assert game.decision is not None and game.decision.kind == "pick-modes", "no third one"
    check_table(game)


@pytest.mark.rule("SM-S5", "SM-S6")
@pytest.mark.parametrize("slug", ["smolensk-early-august", "smolensk-second-counteroffensive"])
def test_in_august_one_truck_is_chosen_and_one_of_two_divisions_is_worn(slug: str) -> None:
    game = set_up(slug, "fill")
    game.apply(FillTruck(game.scenario.piece_index["ger-pz-7-truck"]))
    assert full(game) == {"ger-mtr-18-truck", "ger-pz-7-truck"}
    one, other = (game.scenario.piece_index[key] for key in ("sov-rd-38", "sov-rd-64"))
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("wear", 1)
    assert (game.state.face[one], game.state.face[other]) == (1, 0)
    assert set(game.options()) == {WearUnit(one), WearUnit(other)}
    game.apply(WearUnit(other))
    assert (game.state.face[one], game.state.face[other]) == (0, 1)
    game.undo()
    assert (game.state.face[one], game.state.face[other]) == (1, 0)


@pytest.mark.rule("SM-S7")
def test_on_26_august_no_truck_is_full_and_five_pairs_have_one_that_is_worn() -> None:
    game = set_up("smolensk-third-counteroffensive", "wear")
    assert not full(game)
    asked = 0
    while game.decision is not None and game.decision.kind == "wear":
        pair = [action for action in game.options() if isinstance(action, WearUnit)]
        game.apply(pair[-1])
        assert [game.state.face[action.piece] for action in pair] == [0, 1]
        asked += 1
    assert asked == 5


@pytest.mark.rule("SM-S1", "SM-S2")
@pytest.mark.parametrize("slug", ["smolensk-campaign", "smolensk-short"])
def test_owners_pick_the_modes_in_which_their_units_begin(slug: str) -> None:
    game = set_up(slug, "pick-modes")
    assert game.decision is not None and game.scenario.sides[game.decision.side].side == "soviet", (
        "in the set-up's order"
    )
    rifle = next(piece for piece in game.table.on_map(1) if game.judge(BeginMarching(piece)))
    rule = game.table.mechanism(OwnersChoices)
    march, stay = (rule.advise(game.table, 1, action) for action in (BeginMarching(rifle), Done()))
    assert march is not None and stay is not None and stay[0] > march[0], "who stands ready is not caught on the march"
    game.apply(BeginMarching(rifle))
    again = game.judge(BeginMarching(rifle))
    assert game.state.mode[rifle] == "move" and not again
    assert again.why == f"{game.table.name(rifle)} begins in move mode already." and again.case
    game.apply(Done())
    assert game.decision is not None and game.decision.kind == "pick-modes" and game.decision.side == 0
    assert not game.judge(BeginMarching(rifle)), "each side its own"
    game.apply(Done())
    assert game.decision is None or game.decision.kind != "pick-modes"


def small(**pieces: str) -> Game:
    """A game of a few lorries and tanks of which an owner has something to choose."""
    rows = carrying_rows()
    lorries, tanks = ["g-lorry-1", "g-lorry-2"], ["tank-1", "tank-2"]
    params = {
        "trucks": [{"side": "german", "units": lorries, "count": 1}],
        "worn": [{"side": "german", "units": tanks}],
    }
    rows.put(MechanismRow(mechanism="owners-choices", params=params))
    return logistics({key.replace("_", "-"): at for key, at in pieces.items()}, rows=rows)


def passed_over(game: Game, procedure: Any, task: Any) -> bool:
    """Whether a task needs no decision; then it is done, and gone."""
    table, before = game.table, len(game.state.agenda)
    table.push(task)
    if procedure.decision(table, task) is not None:
        table.swap()
        return False
    procedure.run(table, task)
    assert len(game.state.agenda) == before
    return True


def loaded(game: Game) -> list[str]:
    """The lorries that carry anything."""
    keys = ("g-lorry-1", "g-lorry-2")
    return [key for key in keys if carried_by(game.table, game.scenario.piece_index[key])]


@pytest.mark.parametrize(("left", "chosen", "filled"), [(0, True, 0), (1, False, 0), (2, True, 2), (3, True, 2)])
def test_trucks_fill_by_themselves_where_all_that_are_empty_may_be_full(left: int, chosen: bool, filled: int) -> None:
    game = small(g_lorry_1="0101", g_lorry_2="0203", tank_1="0303")
    assert passed_over(game, FillTrucksProcedure(), FillTrucks(0, 0, left)) is chosen
    assert len(loaded(game)) == filled


def test_a_truck_that_is_full_or_lost_is_not_filled() -> None:
    game = small(g_lorry_2="0101", tank_1="0303")
    assert passed_over(game, FillTrucksProcedure(), FillTrucks(0, 0, 1)) and loaded(game) == ["g-lorry-2"]
    rule, (lorry,) = game.table.mechanism(OwnersChoices), loaded(game)
    assert rule.empty(game.table, 0) == [], f"{lorry} is full, the other not there"


@pytest.mark.parametrize("both", [True, False])
def test_of_one_division_none_is_chosen_to_be_worn(both: bool) -> None:
    game = small(tank_1="0101", **({"tank_2": "0203"} if both else {}))
    assert passed_over(game, WearOneProcedure(), WearOne(0, 0)) is not both
    assert game.state.face[game.scenario.piece_index["tank-1"]] == 0


def test_nobody_picks_modes_where_no_unit_has_two() -> None:
    game = small(g_lorry_1="0101")
    assert passed_over(game, PickModesProcedure(), PickModes(1))
