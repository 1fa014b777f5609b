"""What was met when the campaign's first turns were played by hand: owners of supply, hunger, options, rivers, dice."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.rules.captures import Captures
from engine.rules.hunger import hunger_words
from engine.rules.overrun import OverrunStack
from engine.rules.prices import cost_words, costs_of
from engine.rules.stores import whose
from engine.state.actions import Choose, DeclareAttack, MoveStack, MoveUnit
from engine.state.modes import ModeChanged
from tests.kit.boards import river
from tests.kit.players import setting_for
from tests.kit.smolensk import (
    BORDER,
    COMBAT,
    INFANTRY,
    MOTORISED,
    MOVE,
    PANZER,
    PANZER_2,
    RIFLE,
    WEAK,
    attack,
    cell,
    ground_rows,
    marked,
    move,
    piece,
    refused,
    stage,
    waits,
)

CAMPAIGN = "smolensk-campaign"


def campaign(pieces: dict[str, str], phase: str = "first-movement", turn: int = 1, *stores: Stock) -> Game:
    """A position of the campaign in which the Axis goes first."""
    spots = {key: Spot(where) for key, where in pieces.items()}
    position = Position(spots, turn, phase, marks={"first-player": {"axis": 1}}, stores=stores)
    return arrange(setting_for(CAMPAIGN), position, 1)


@pytest.mark.rule("SM-3.4b")
def test_supply_that_comes_without_an_owner_belongs_to_the_group_on_whose_side_of_the_line_it_lies() -> None:
    game = campaign({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "30.27"})
    table = game.table
    owned = {label: whose(table, 0, cell(game, label)) for label in ("24.25", "24.15", "19.19", "05.20", "05.19")}
    assert owned == {
        "24.25": "hoth",
        "24.15": "guderian",
        "19.19": "guderian",
        "05.20": "hoth",
        "05.19": "guderian",
    }, "the line runs on from its western end, and what lies on it is Guderian's"
    assert not whose(table, 1, cell(game, "24.25")), "the Soviets have no groups"
    last = campaign({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "30.27"}, turn=12)
    later = campaign({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "30.27"}, turn=13)
    assert whose(last.table, 0, cell(last, "24.25")) == "hoth"
    assert not whose(later.table, 0, cell(later, "24.25")), "from 19 August on nobody asks"


@pytest.mark.rule("SM-3.4b", "OS-12.2")
def test_captured_supply_is_the_groups_and_replacements_are_nobodys() -> None:
    game = campaign({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "30.27"})
    rule, where = game.table.mechanism(Captures), cell(game, "24.25")
    assert rule._spoils(game.table, "cell", where, 0, "supply").group == "hoth"
    assert rule._spoils(game.table, "piece", where, 0, "supply", 7) == ("piece", 7, 0, "supply", "hoth")
    assert not rule._spoils(game.table, "cell", where, 0, "pax").group


@pytest.mark.rule("OS-11.2")
def test_who_would_have_no_line_of_supply_is_known_before_the_movement_ends() -> None:
    far = {"ger-pz-7-7-inf": "40.31", "ger-pz-7-i-25-pz": "40.31", "sov-rd-153": "30.05"}
    starving = campaign(far)
    assert hunger_words(starving.table, 0) == (
        "Zharkovskiy (40.31) would have no line of supply, and there is not enough for all of them to eat."
    )
    fed = campaign(far, "first-movement", 1, Stock("40.31", "axis", 9))
    assert hunger_words(fed.table, 0) == "Zharkovskiy (40.31) would have no line of supply and eat 1 token."
    assert not hunger_words(campaign(far, "first-air").table, 0), "it is told once, when movement ends"
    assert not hunger_words(campaign(far, "first-exploitation").table, 0), "no supply phase of theirs follows"
    near = campaign({"ger-pz-7-7-inf": "01.26", "sov-rd-153": "30.05"})
    assert not hunger_words(near.table, 0)


@pytest.mark.rule("OS-9.6")
def test_an_attacker_is_told_that_the_defender_goes_free_where_he_gives_way() -> None:
    game = stage({INFANTRY: "0507", RIFLE: "0506"}, COMBAT, rolls=(("2d6", 6), ("2d6", 7)))
    attack(game, "0506", INFANTRY)
    assert waits(game) == ("axis", "choose") and game.decision is not None
    assert game.decision.prompt.endswith("; if he goes back, the defender ignores his options.")
    game.apply(Choose(1))
    assert waits(game) == ("soviet", "choose") and game.decision is not None
    assert game.decision.prompt == "Battle for 0506: choose how the defender takes the result."


@pytest.mark.rule("SM-2.3b")
def test_nobody_is_told_so_before_a_border_regiment() -> None:
    pieces = {INFANTRY: "0507", "ger-id-78": "0507", BORDER: "0506", RIFLE: "0506"}
    game = stage(pieces, COMBAT, rolls=(("2d6", 6), ("2d6", 7)))
    attack(game, "0506", INFANTRY, "ger-id-78")
    assert waits(game) == ("axis", "choose") and game.decision is not None
    assert "ignores" not in game.decision.prompt, "it is the attacker's retreat that would free nobody there"


@pytest.mark.rule("OS-4.1")
def test_a_unit_on_foot_is_told_how_it_crosses_a_major_river() -> None:
    rows = ground_rows()
    for near, far in (("0506", "0606"), ("0506", "0605"), ("0406", "0506")):
        river(rows, near, far, kind="major-river")
    game = stage({INFANTRY: "0306", PANZER: "0405", RIFLE: "1505"}, MOVE, rows=rows)
    walk = game.judge(MoveUnit(piece(game, INFANTRY), (cell(game, "0406"), cell(game, "0506"))))
    assert not walk and "only as its whole move, from beside it" in walk.why and walk.case == "OS-4.1"
    drive = game.judge(MoveUnit(piece(game, PANZER), (cell(game, "0406"), cell(game, "0506"))))
    assert not drive and "may not cross the major river" in drive.why and drive.case == "OS-4.1"


@pytest.mark.rule("OS-7.1")
def test_an_overrun_from_afar_and_one_that_is_too_dear_name_their_own_rule() -> None:
    game = stage({PANZER: "0508", MOTORISED: "0507", RIFLE: "0506"}, MOVE)
    far = game.judge(OverrunStack((piece(game, PANZER),), cell(game, "0506")))
    assert not far and far.case == "OS-7.1" and "units overrun from beside it" in far.why
    dear = game.judge(OverrunStack((piece(game, MOTORISED),), cell(game, "0506")))
    assert not dear or "costs" not in dear.why, "four points are enough for open ground"


@pytest.mark.rule("OS-8.3")
def test_guns_are_said_to_have_fired() -> None:
    pieces = {"ger-pz-7-78-arty": "17.27", "ger-mtr-20-20-arty": "17.27", "ger-pz-7-7-inf": "17.27"}
    pieces |= {"sov-rd-153": "18.27", "sov-rd-38": "18.26"}
    game = campaign(pieces, "first-barrage", 1, Stock("17.27", "axis", 40))
    aim = DeclareAttack(piece(game, "ger-pz-7-78-arty"), cell(game, "18.27"))
    game.apply(aim)
    game.apply(next(action for action in game.options() if type(action).__name__ == "FightBattle"))
    while waits(game)[1] != "declare":
        game.apply(next(iter(game.options())))
    again = game.judge(aim)
    assert not again and "has fired in this phase" in again.why
    other = game.judge(DeclareAttack(piece(game, "ger-mtr-20-20-arty"), cell(game, "18.27")))
    assert not other and "18.27 has been fired at in this phase" in other.why


@pytest.mark.rule("OS-3.4")
def test_a_reserve_is_not_brought_up_to_the_enemy_under_its_marker() -> None:
    pieces = {PANZER: "0509", RIFLE: "0505"}
    game = stage(pieces, marks={"reserve": {PANZER: 1}})
    assert game.judge(move(game, PANZER, "0508")), "his zone is two hexes away"
    assert "in reserve" in refused(game, move(game, PANZER, "0508", "0507"), "OS-3.4")
    assert stage(pieces).judge(move(game, PANZER, "0508", "0507")), "others may go there"


@pytest.mark.rule("OS-3.5", "OS-3.6")
def test_whoever_is_disorganised_is_let_through_by_no_result() -> None:
    pieces = {PANZER: "0507", PANZER_2: "0507", INFANTRY: "0507", WEAK: "0506"}
    game = stage(pieces, COMBAT, marks={"dg": {PANZER: 1}}, rolls=(("2d6", 6), ("2d6", 12)))
    attack(game, "0506", PANZER, PANZER_2, INFANTRY)
    while waits(game)[1] in ("choose", "lose", "retreat"):
        game.apply(next(iter(game.options())))
    assert marked(game, "exploit", PANZER_2), "the result lets those in order through"
    assert not marked(game, "exploit", PANZER)


@pytest.mark.rule("OS-3.1")
def test_who_goes_over_to_another_mode_is_told_hex_by_hex() -> None:
    where = {PANZER: "0510", PANZER_2: "0510", INFANTRY: "0511", MOTORISED: "0612", "ger-id-23": "0712"}
    game = stage({**where, RIFLE: "2001"})
    units = tuple(piece(game, key) for key in where)
    told = ModeChanged(units, ("",) * 5, "move").words(game.table)
    who = "I/25 Pz Rgt and II/25 Pz Rgt in 0510, 7 Infantry Div in 0511, 7 Rifle Rgt in 0612 and 1 other unit"
    assert told == f"{who} go over to move mode."
    assert ModeChanged(units[:1], ("",), "move").words(game.table) == "I/25 Pz Rgt in 0510 goes over to move mode."


@pytest.mark.rule("OS-5.1")
def test_everybody_who_pays_is_named_where_one_dump_is_not_enough() -> None:
    tanks = ("ger-pz-7-i-25-pz", "ger-pz-7-ii-25-pz")
    stocks = Stock("17.27", "axis", 1, group="hoth"), Stock("16.28", "axis", 9, group="hoth")
    game = campaign({**dict.fromkeys(tanks, "17.27"), "sov-rd-153": "30.05"}, "first-movement", 1, *stocks)
    prices = costs_of(game.table, 0, MoveStack(tuple(piece(game, key) for key in tanks), ()))
    assert sum(price.tokens for price in prices) == 2
    assert cost_words(game.table, prices) == "2 tokens for fuel out of 17.27 and 16.28"
