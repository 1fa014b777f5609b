"""Proud Monster: Soviet sea movement, the holding box and invasions (PM 11.1 to 11.4).

The Black Sea of the training ground is columns 14 to 20 of rows 12 and 13; Odessa (1411) and Sevastopol (1711) are its
ports, and its Crimean coast runs from 1711 to 2011.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from engine.play import Game
from engine.records.board import Box, RegionCell
from engine.rules.sea import INVADING, SAILED, SailUnits, SeaMovement
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import DeclareAttack, Done, FightBattle, PlaceUnit, WithdrawAttack
from engine.state.events import UnitEliminated
from engine.systems import setting_of
from tests.kit.boards import place, region
from tests.kit.guderian import cell, fought, move, overrun, phase, piece, refused, seed_showing, skip_to, waits, where
from tests.kit.monster import MUTUAL_SOVIET, SOVIET_ASSAULT, SOVIET_MOVE, ground_rows, stage, terrain

BOX = "southern-ports"
SOVIET_MOVE_2 = "soviet-movement-2"


@lru_cache(maxsize=2)
def coast(*, arrivals: bool = False) -> Setting:
    """The training ground with a sea, two ports and a holding box; with supply where nobody arrives."""
    rows = ground_rows(arrivals=arrivals)
    terrain(rows, "sea", *(f"{column}{row}" for column in range(14, 21) for row in (12, 13)))
    place(rows, "Odessa", "1411", kind="city", value=3, owner="soviet", key="odessa")
    place(rows, "Sevastopol", "1711", kind="large-town", value=2, owner="soviet", key="sevastopol")
    region(rows, "black-sea-ports", "1411", "1711")
    region(rows, "crimean-coast", "1711", "1811", "1911", "2011")
    rows.put(Box(box=BOX, name="Southern Ports"))
    rows.put(RegionCell(region="soviet-entry", cell=BOX))
    return setting_of(compile_scenario(rows))


def shore(pieces: dict[str, Any], phase: str = SOVIET_MOVE, **position: Any) -> Game:
    return stage({"inf-61": "0506", **pieces}, phase, setting=coast(), **position)


def sail(game: Game, target: str, *names: str) -> SailUnits:
    return SailUnits(tuple(piece(game, name) for name in names), cell(game, target))


def voyages(game: Game, name: str) -> set[str]:
    """Where a unit may sail alone."""
    own = (piece(game, name),)
    found = [each.target for each in game.options() if isinstance(each, SailUnits) and each.pieces == own]
    return {game.setting.board.names.labels[target] for target in found}


@pytest.mark.rule("PM-11.1", "PM-11.2")
def test_units_sail_from_port_to_port_box_and_coast() -> None:
    game = shore({"rd-1": "1411", "cd-1": "1411", "rb-1": BOX, "tb-1": BOX})
    assert voyages(game, "rd-1") == {"1711", BOX, "1811", "1911", "2011"}
    assert voyages(game, "rb-1") == voyages(game, "tb-1") == {"1411", "1711", "1811", "1911", "2011"}
    game.apply(sail(game, "1711", "rd-1"))
    assert where(game, "rd-1") == "1711"
    game.apply(sail(game, BOX, "cd-1"))
    game.apply(sail(game, "1411", "rb-1"))
    assert (where(game, "cd-1"), where(game, "rb-1")) == (BOX, "1411"), "not all from or to the same port"


@pytest.mark.rule("PM-11.1")
def test_tank_and_motorised_divisions_do_not_sail_and_the_axis_has_no_ships() -> None:
    game = shore({"td-1": "1411", "mrd-1": "1411", "rd-1": "1411", "rd-2": "1006"})
    refused(game, sail(game, "1711", "td-1"), "PM-11.1")
    refused(game, sail(game, "1711", "rd-1", "mrd-1"), "PM-11.1")
    refused(game, sail(game, "1711", "rd-2"), "PM-11.2")
    axis = shore({"rd-1": "1006", "inf-217": "1711"}, "axis-movement-1", control={"sevastopol": "german"})
    assert not axis.judge(sail(axis, "1411", "inf-217"))


@pytest.mark.rule("PM-11.1")
def test_five_units_sail_in_a_player_turn() -> None:
    names = tuple(f"rd-{n}" for n in range(1, 7))
    game = shore(dict.fromkeys(names, "1411"))
    refused(game, sail(game, "1711", *names), "PM-11.1")
    game.apply(sail(game, "1711", *names[:4]))
    refused(game, sail(game, "1711", *names[4:]), "PM-11.1")
    game.apply(sail(game, "1711", names[4]))
    assert voyages(game, names[5]) == set()
    refused(game, sail(game, "1711", names[5]), "PM-11.1")
    skip_to(game, SOVIET_MOVE_2)
    assert "1711" in voyages(game, names[5]), "five more in the second couplet"


@pytest.mark.rule("PM-11.2")
def test_sea_movement_comes_before_any_movement_on_land() -> None:
    game = shore({"rd-1": "1411", "rd-2": "1006", "rd-3": "1411"})
    game.apply(sail(game, "1711", "rd-1"))
    assert voyages(game, "rd-3"), "sailing does not end sailing"
    game.apply(move(game, "rd-2", "1007"))
    assert not voyages(game, "rd-3")
    refused(game, sail(game, "1711", "rd-3"), "PM-11.2")


@pytest.mark.rule("PM-11.2")
def test_who_has_sailed_neither_moves_nor_attacks() -> None:
    game = shore({"rd-1": "1411", "rd-2": "1711", "inf-217": "1611", "inf-1": "1610"})
    game.apply(sail(game, "1711", "rd-1"))
    assert not game.judge(move(game, "rd-1", "1710"))
    refused(game, sail(game, "1411", "rd-1"), "PM-11.2")
    skip_to(game, SOVIET_ASSAULT)
    target = next(at for at in ("1611", "1610") if cell(game, at) in game.setting.neighbours[cell(game, "1711")])
    refused(game, DeclareAttack(piece(game, "rd-1"), cell(game, target)), "PM-11.2")
    assert game.judge(DeclareAttack(piece(game, "rd-2"), cell(game, target)))
    skip_to(game, SOVIET_MOVE_2)
    assert game.judge(move(game, "rd-1", "1710")), "in the next player turn it is as free as ever"


@pytest.mark.rule("PM-11.2")
def test_a_port_that_is_lost_is_no_port() -> None:
    game = shore({"rd-1": "1411", "inf-217": "1711"}, control={"sevastopol": "german"})
    assert "1711" in voyages(game, "rd-1"), "it may only be invaded"
    empty = shore({"rd-1": "1411", "rd-2": "1711"}, control={"odessa": "german"})
    refused(empty, sail(empty, "1411", "rd-2"), "PM-11.2")
    refused(empty, sail(empty, "1711", "rd-1"), "PM-11.2")


@pytest.mark.rule("PM-11.3")
def test_units_come_on_in_the_box_rest_there_for_a_couplet_and_leave_it_by_sea_only() -> None:
    game = stage({"inf-61": "0506"}, MUTUAL_SOVIET, turn=2, setting=coast(arrivals=True))
    units = []
    for _ in range(12):
        action = next(each for each in game.options() if isinstance(each, PlaceUnit) and each.cell == cell(game, BOX))
        units.append(action.piece)
        game.apply(action)
    assert len(game.table.stack(cell(game, BOX))) == 12, "any number has room"
    skip_to(game, SOVIET_MOVE)
    while waits(game)[1] != "move":
        game.apply(Done())
    assert not [each for each in game.options() if isinstance(each, SailUnits)]
    refused(game, SailUnits((units[0],), cell(game, "1411")), "PM-11.3")
    assert not any(getattr(each, "piece", None) in units for each in game.options()), "nobody leaves it on foot"
    game.apply(Done())
    assert len(game.table.stack(cell(game, BOX))) == 12, "and nobody is removed"
    skip_to(game, SOVIET_MOVE_2)
    while waits(game)[1] != "move":
        game.apply(Done())
    game.apply(SailUnits((units[0],), cell(game, "1411")))
    assert game.setting.board.names.labels[game.state.cell[units[0]]] == "1411"


@pytest.mark.rule("PM-11.3")
def test_nobody_attacks_the_box() -> None:
    game = shore({"rd-1": BOX, "inf-217": "1711"}, "axis-assault-1")
    assert not game.setting.neighbours[cell(game, BOX)]
    assert waits(game)[1] != "declare" or not game.judge(DeclareAttack(piece(game, "inf-217"), cell(game, BOX)))


@pytest.mark.rule("PM-11.4")
def test_an_unopposed_landing_goes_ashore_at_once_and_takes_the_place() -> None:
    game = shore({"rd-1": "1411", "rd-2": "1411"}, control={"sevastopol": "german"})
    game.apply(sail(game, "1711", "rd-1", "rd-2"))
    assert (where(game, "rd-1"), where(game, "rd-2")) == ("1711", "1711")
    held = dict(zip((row.place for row in game.scenario.places), game.state.control, strict=True))
    assert held["sevastopol"] == 1
    assert not game.judge(move(game, "rd-1", "1710"))


@pytest.mark.rule("PM-11.4")
def test_one_hex_is_invaded_in_a_player_turn() -> None:
    game = shore({f"rd-{n}": "1411" for n in range(1, 5)})
    game.apply(sail(game, "1811", "rd-1"))
    refused(game, sail(game, "1911", "rd-2"), "PM-11.4")
    game.apply(sail(game, "1811", "rd-3"))
    game.apply(sail(game, "1711", "rd-2"))
    assert where(game, "rd-2") == "1711", "a port of one's own is no invasion"
    refused(game, sail(game, "1409", "rd-4"), "PM-11.2")


def landing(die: int, **more: Any) -> Game:
    """Two divisions of 6 wait off the coast, before a division that must be cleared away; the Soviet attack is next."""
    pieces = {"rd-1": ("1411", "6-7"), "rd-2": ("1411", "6-6"), "inf-217": ("1811", 1), **more}
    game = shore(pieces, seed=seed_showing(("1d6", die)))
    game.apply(sail(game, "1811", "rd-1", "rd-2"))
    assert {where(game, "rd-1"), where(game, "rd-2")} <= {"1712", "1812", "1912"}, "in the sea beside it"
    skip_to(game, SOVIET_ASSAULT)
    return game


@pytest.mark.rule("PM-11.4")
def test_an_opposed_landing_must_be_fought_and_first_one_column_to_the_left() -> None:
    more = {"rd-3": ("2006", "3-3"), "inf-1": ("2106", 1)}
    game = landing(6, **more)
    assert phase(game) == SOVIET_ASSAULT and waits(game) == ("soviet", "declare")
    refused(game, Done(), "PM-11.4")
    refused(game, WithdrawAttack(piece(game, "rd-1")), "PM-11.4")
    game.apply(DeclareAttack(piece(game, "rd-3"), cell(game, "2106")))
    refused(game, FightBattle(cell(game, "2106")), "PM-11.4")
    game.apply(FightBattle(cell(game, "1811")))
    event = fought(game)
    assert (-1, "an invasion from the sea", "PM-11.4") in event.shifts
    assert event.attack == 12, "in full supply"
    assert {where(game, "rd-1"), where(game, "rd-2")} <= {"1811", "lost"} and where(game, "inf-217") == "lost"
    while waits(game)[1] != "declare":
        game.apply(next(iter(game.options())))
    game.apply(FightBattle(cell(game, "2106")))


def five_off_the_coast(die: int) -> Game:
    """Five divisions of 3 before a beach that two full divisions hold, and one of 3 on land beside it."""
    names = {f"rd-{n}": ("1411", "3-3") for n in range(1, 6)}
    pieces = {**names, "inf-217": "1811", "inf-1": "1811", "rd-6": ("1810", "3-3")}
    game = shore(pieces, seed=seed_showing(("1d6", die)))
    game.apply(sail(game, "1811", *names))
    skip_to(game, SOVIET_ASSAULT)
    return game


def fight(game: Game, at: str) -> list[str]:
    """Fight a battle to its end; why units were lost in it, in order."""
    before = len(game.log)
    game.apply(FightBattle(cell(game, at)))
    while game.decision is not None and waits(game)[1] in ("lose", "yield", "advance"):
        game.apply(next(iter(game.options())))
    events = [event for entry in game.log[before:] for event in entry.events]
    return [event.why for event in events if isinstance(event, UnitEliminated)]


@pytest.mark.rule("PM-11.4")
def test_a_landing_that_does_not_clear_the_hex_is_lost() -> None:
    game = five_off_the_coast(4)
    assert fight(game, "1811") == ["in battle"] * 2 + ["the landing failed"] * 3
    assert {where(game, f"rd-{n}") for n in range(1, 6)} == {"lost"} and where(game, "inf-1") == "1811"
    assert where(game, "rd-6") == "1810"


@pytest.mark.rule("PM-11.4")
def test_land_units_that_join_a_landing_share_its_column_and_not_its_fate() -> None:
    game = five_off_the_coast(2)
    game.apply(DeclareAttack(piece(game, "rd-6"), cell(game, "1811")))
    refused(game, Done(), "PM-11.4")
    whys = fight(game, "1811")
    assert (-1, "an invasion from the sea", "PM-11.4") in fought(game).shifts and fought(game).attack == 18
    assert whys.count("the landing failed") >= 1 and len(whys) == 5 and where(game, "rd-6") == "1810"
    won = five_off_the_coast(6)
    won.apply(DeclareAttack(piece(won, "rd-6"), cell(won, "1811")))
    fight(won, "1811")
    ashore = [name for name in (f"rd-{n}" for n in range(1, 6)) if where(won, name) == "1811"]
    assert len(ashore) >= 3, "they go ashore though others came by land"


@pytest.mark.rule("PM-11.4")
def test_land_units_may_join_a_landing_and_leave_it_again() -> None:
    game = landing(6, **{"rd-3": ("1810", "3-3")})
    join = DeclareAttack(piece(game, "rd-3"), cell(game, "1811"))
    game.apply(join)
    assert game.judge(WithdrawAttack(piece(game, "rd-3"))), "it came over land"
    game.apply(FightBattle(cell(game, "1811")))
    assert fought(game).attack == 15


@pytest.mark.rule("PM-11.4")
def test_where_the_enemy_has_gone_before_the_battle_they_land_unopposed() -> None:
    tanks = {"td-1": ("1810", "6-4"), "td-2": ("1810", "5-3"), "td-3": ("1810", "5-3")}
    game = shore({"rd-1": ("1411", "6-7"), "inf-217": ("1811", 1), **tanks}, seed=seed_showing(("1d6", 6)))
    game.apply(sail(game, "1811", "rd-1"))
    game.apply(overrun(game, "1811", *tanks))
    assert where(game, "inf-217") == "lost" and where(game, "td-1") == "1811"
    assert where(game, "rd-1") != "1811", "the ships are still off the coast"
    game.apply(Done())
    assert where(game, "rd-1") == "1811" and len(game.table.stack(cell(game, "1811"))) == 4


@pytest.mark.rule("PM-11.4")
def test_there_is_no_way_back_from_the_beach() -> None:
    game = shore({"rd-1": "1811", "rd-2": "1411"})
    assert voyages(game, "rd-1") == set() and voyages(game, "rd-2")
    refused(game, sail(game, "1711", "rd-1"), "PM-11.2")


def labels(game: Game) -> list[str]:
    """The names of all cells, in their order."""
    return list(game.setting.board.names.labels)


@pytest.mark.rule("PM-11.1", "PM-11.2", "PM-11.4")
def test_every_voyage_that_may_be_made_is_offered_and_no_other() -> None:
    ready = {"rd-1": "1411", "cd-1": "1411", "rb-1": BOX, "tb-1": BOX}
    others = {"td-1": "1411", "rd-2": "1710", "rd-3": "1811", "inf-217": "1911", "mrd-1": BOX}
    game = shore({**ready, **others}, control={"sevastopol": "german"})
    goals = {"1411", BOX, "1711", "1811", "1911", "2011"}
    lawful = {(name, goal) for name, at in ready.items() for goal in goals if goal != at}
    units = [(name, piece(game, name)) for name in (*ready, *others, "inf-61")]
    cells = list(enumerate(labels(game)))
    judged = {(name, at) for name, one in units for number, at in cells if game.judge(SailUnits((one,), number))}
    assert judged == lawful
    assert {(name, at) for name in ready for at in voyages(game, name)} == lawful
    for nowhere in (-1, len(cells)):
        refused(game, SailUnits((piece(game, "rd-1"),), nowhere), "PM-11.2")
    for nobody in (-1, len(game.state.cell)):
        assert not game.judge(SailUnits((nobody,), cell(game, BOX)))
    refused(game, SailUnits((), cell(game, BOX)), "PM-11.1")
    refused(game, SailUnits((piece(game, "rd-1"),) * 2, cell(game, BOX)), "PM-11.1")


@pytest.mark.rule("PM-11.2")
def test_units_of_one_port_are_offered_together_as_many_as_may_still_sail() -> None:
    names = tuple(f"rd-{n}" for n in range(1, 7))
    game = shore({**dict.fromkeys(names, "1411"), "rb-1": BOX})

    def together() -> set[tuple[int, ...]]:
        offered = (each.pieces for each in game.options() if isinstance(each, SailUnits))
        return {pieces for pieces in offered if len(pieces) > 1}

    numbers = tuple(piece(game, name) for name in names)
    stack = SailUnits(numbers[:5], cell(game, "1711"))
    assert stack in game.options().of(numbers[0]) and stack not in game.options().of(numbers[1])
    offered = [each for each in game.options() if isinstance(each, SailUnits)]
    assert len(offered) == len(set(offered)), "nothing is offered twice"
    assert together() == {numbers[:5]}, "five of the six; whoever is alone in the box goes alone"
    refused(game, sail(game, "1711", "rd-1", "rb-1"), "PM-11.2")
    game.apply(sail(game, "1711", *names[:3]))
    assert together() == {numbers[3:5]}
    game.apply(sail(game, "1711", names[3]))
    assert not together() and voyages(game, names[4]), "one is left"
    offered = [each for each in game.options() if isinstance(each, SailUnits)]
    assert len(offered) == len(set(offered))
    pair = shore({"rd-1": "1411", "rd-2": "1411"})
    both = (piece(pair, "rd-1"), piece(pair, "rd-2"))
    assert both in {each.pieces for each in pair.options() if isinstance(each, SailUnits)}, "two make a stack"
    game.apply(sail(game, "1711", names[4]))
    assert not [each for each in game.options() if isinstance(each, SailUnits)]


@pytest.mark.rule("PM-11.2")
def test_nobody_sails_in_the_enemys_phases_or_from_a_port_where_the_enemy_stands() -> None:
    axis = shore({"rd-1": "1411", "inf-217": "1611"}, "axis-movement-1")
    assert not axis.judge(sail(axis, "1711", "rd-1")) and not voyages(axis, "rd-1")
    game = shore({"rd-1": "1411", "rd-2": "1411", "inf-217": "1711"})
    assert game.table.holder(cell(game, "1711")) == 0, "a German division has come to a port that is still Soviet"
    game.apply(sail(game, "1711", "rd-1"))
    assert where(game, "rd-1") != "1711", "so it is invaded"
    refused(game, sail(game, "2011", "rd-2"), "PM-11.4")


@pytest.mark.rule("PM-11.4")
def test_a_coast_without_sea_beside_it_is_not_invaded_against_the_enemy() -> None:
    rows = ground_rows()
    place(rows, "Odessa", "1411", kind="city", value=3, owner="soviet", key="odessa")
    region(rows, "black-sea-ports", "1411")
    region(rows, "crimean-coast", "1811", "1911")
    rows.put(Box(box=BOX, name="Southern Ports"))
    game = stage({"inf-61": "0506", "rd-1": "1411", "inf-217": "1811"}, SOVIET_MOVE, rows=rows)
    refused(game, sail(game, "1811", "rd-1"), "PM-11.4")
    assert game.judge(sail(game, "1911", "rd-1")), "where nobody stands they step ashore"


@pytest.mark.rule("PM-11.2")
def test_a_port_without_a_town_is_in_the_hands_of_whoever_may_reach_it() -> None:
    rows = ground_rows()
    place(rows, "Odessa", "1411", kind="city", value=3, owner="soviet", key="odessa")
    region(rows, "black-sea-ports", "1411", "2011")
    region(rows, "crimean-coast", "1811")
    rows.put(Box(box=BOX, name="Southern Ports"))
    game = stage({"inf-61": "0506", "rd-1": "1411"}, SOVIET_MOVE, rows=rows)
    assert voyages(game, "rd-1") == {"2011", BOX, "1811"}


@pytest.mark.rule("PM-11.4")
def test_who_has_fought_his_way_ashore_holds_the_place_and_is_as_tired_as_any_who_sailed() -> None:
    pieces = {"rd-1": ("1411", "6-7"), "rd-2": ("1411", "6-6"), "inf-217": ("1711", 1), "inf-1": "1611"}
    elsewhere = {"rd-3": ("2006", "3-3"), "inf-21": "2106"}
    game = shore(pieces | elsewhere, seed=seed_showing(("1d6", 6)), control={"sevastopol": "german"})
    game.apply(sail(game, "1711", "rd-1", "rd-2"))
    assert not game.judge(move(game, "rd-1", "1710")), "they wait off the coast"
    skip_to(game, SOVIET_ASSAULT)
    game.apply(FightBattle(cell(game, "1711")))
    while waits(game)[1] == "lose":
        game.apply(next(iter(game.options())))
    landed = [name for name in ("rd-1", "rd-2") if where(game, name) == "1711"]
    assert landed and where(game, "inf-217") == "lost"
    held = dict(zip((row.place for row in game.scenario.places), game.state.control, strict=True))
    assert held["sevastopol"] == 1, "the port is theirs"
    for name in landed:
        assert game.table.marked("sailed", piece(game, name)) and not game.table.marked("invading", piece(game, name))
        assert not game.judge(DeclareAttack(piece(game, name), cell(game, "1611")))
    lost = [name for name in ("rd-1", "rd-2") if name not in landed]
    assert all(where(game, name) == "lost" for name in lost), "whoever paid for it with his life stays where he is"


@pytest.mark.rule("PM-11.3")
def test_who_comes_on_the_map_need_not_rest() -> None:
    game = stage({"inf-61": "0506"}, MUTUAL_SOVIET, turn=2, setting=coast(arrivals=True))
    cells = {cell(game, BOX), cell(game, "2211")}
    for at in sorted(cells):
        action = next(each for each in game.options() if isinstance(each, PlaceUnit) and each.cell == at)
        game.apply(action)
        assert game.table.marked("boarding", action.piece) == (at == cell(game, BOX))


def test_everything_at_sea_can_be_taken_back() -> None:
    game = landing(1)
    game.apply(FightBattle(cell(game, "1811")))
    ended, length = game.state.copy(), game.cursor
    game.go_to(1)
    game.go_to(length)
    assert game.state == ended


@pytest.mark.rule("PM-11.2", "PM-11.4")
@pytest.mark.parametrize("mark", [SAILED, INVADING])
def test_whoever_came_by_sea_moves_no_more_on_land(mark: str) -> None:
    game = shore({"rd-1": "1411", "rd-2": "1410"})
    game.table.set_mark(mark, piece(game, "rd-1"))
    assert "came by sea" in refused(game, move(game, "rd-1", "1410"), "PM-11.2")
    rule = game.table.mechanism(SeaMovement)
    assert rule.may_move(game.table, piece(game, "rd-1")) is not None
    assert rule.may_move(game.table, piece(game, "rd-2")) is None
