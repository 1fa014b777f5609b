"""The Arduous Beginning: rules that were once broken on purpose, and no test but a golden game, if any, took notice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.records import Rows
from engine.records.board import CellRow
from engine.rules.trace import in_communication
from engine.state import Status
from engine.state.actions import DeclareAttack, Done, LoseStep, PlaceUnit, RestoreStep
from engine.state.events import BattleFought
from tests.kit.boards import river
from tests.kit.drill import attack, cell, drill, drill_rows, fight, last, piece, seed_showing, skip_to, where
from tests.systems.arduous.test_buildup import build_up
from tests.systems.arduous.test_results import battle, losers, retreat

COMBAT, SOVIET_COMBAT = "german-combat", "soviet-combat"


def rolled(pieces: dict[str, object], *attackers: str, rows: Rows | None = None, die: int = 2) -> BattleFought:
    """What was reckoned in a battle for 0505 that was truly fought, not only forecast."""
    game = drill(pieces, rows=rows, phase=COMBAT, seed=seed_showing(("1d6", die)))
    attack(game, "0505", *attackers)
    game.apply(Done())
    fight(game, "0505")
    return last(game, BattleFought)


@pytest.mark.rule("AB-10.0b")
def test_nobody_attacks_from_a_distance() -> None:
    game = drill({"liii": "0405", "vi": "0305", "3rd-army": "0505"}, phase=COMBAT)
    far = game.judge(DeclareAttack(piece(game, "vi"), cell(game, "0505")))
    assert not far and far.case == "AB-10.0b"
    attack(game, "0505", "liii")
    assert not game.judge(DeclareAttack(piece(game, "vi"), cell(game, "0505"))), "nor does he join a battle from there"


@pytest.mark.rule("AB-8.3")
def test_two_units_of_a_hex_attack_two_hexes_but_never_one() -> None:
    pieces = {"liii": "0404", "vi": "0404", "3rd-army": "0505", "10th-army": "0503"}
    game = drill(pieces, phase=COMBAT)
    attack(game, "0505", "liii")
    second = game.judge(DeclareAttack(piece(game, "vi"), cell(game, "0505")))
    assert not second and second.case == "AB-8.3"
    assert not [action for action in game.options() if action == DeclareAttack(piece(game, "vi"), cell(game, "0505"))]
    beside = [at for at in game.setting.neighbours[cell(game, "0404")] if game.table.holder(at) == 1]
    for other in set(beside) - {cell(game, "0505")}:
        assert game.judge(DeclareAttack(piece(game, "vi"), other)), "another hexside is free"


@pytest.mark.rule("AB-10.4b")
def test_dice_are_thrown_without_the_river_when_one_attacker_is_not_across_it() -> None:
    rows = drill_rows()
    river(rows, "0505", "0405")
    pieces = {"liii": "0405", "xlvi-pz": "0404", "3rd-army": "0505"}
    mixed = rolled(pieces, "liii", "xlvi-pz", rows=rows)
    assert (mixed.shifts, mixed.odds, mixed.column) == ((), "2:1", "2:1")
    other_order = rolled(pieces, "xlvi-pz", "liii", rows=rows)
    assert other_order.shifts == ()
    river(rows, "0505", "0404")
    across = rolled(pieces, "liii", "xlvi-pz", rows=rows)
    assert ([columns for columns, _, _ in across.shifts], across.column) == ([-1], "1:1")


@pytest.mark.rule("AB-10.2")
def test_dice_are_thrown_against_everybody_in_the_hex() -> None:
    stack = {"xlvi-pz": "0404", "3rd-army": "0505", "mech-1": Spot("0505", revealed="7th-mech")}
    fought = rolled(stack, "xlvi-pz")
    assert (fought.attack, fought.defence, fought.odds) == (10, 10, "1:1")
    assert len(fought.defenders) == 2


@pytest.mark.rule("AB-10.6f")
def test_every_unit_of_a_stack_loses_its_step_and_retreats() -> None:
    pieces = {"xlvi-pz": "0404", "xxiv-pz": "0405", "lvii-pz": "0504", "xlvii-pz": "0604", "3rd-army": "0505"}
    stack = {**pieces, "mech-1": Spot("0505", revealed="17th-mech")}
    game = battle(stack, 4, "xlvi-pz", "xxiv-pz", "lvii-pz", "xlvii-pz")
    assert (last(game, BattleFought).column, last(game, BattleFought).code) == ("4:1", "DRL")
    assert where(game, "mech-1") == "lost", "a corps of one step"
    assert (where(game, "3rd-army"), game.state.face[piece(game, "3rd-army")]) == ("0505", 1)
    assert game.decision is not None and game.decision.kind == "retreat"


@pytest.mark.rule("AB-10.6h")
def test_an_exchange_matches_what_a_whole_stack_lost_to_the_point() -> None:
    stack: dict[str, object] = {"3rd-army": "0505", "mech-1": Spot("0505", revealed="13th-mech")}
    pieces = {"xxxix-pz": "0404", "xlvi-pz": "0405", "vi": "0504", **stack}
    game = battle(pieces, 4, "xxxix-pz", "xlvi-pz", "vi")
    assert (last(game, BattleFought).column, last(game, BattleFought).code) == ("2:1", "EX")
    assert where(game, "mech-1") == "lost" and game.state.face[piece(game, "3rd-army")] == 1
    assert losers(game) == {"xxxix-pz", "xlvi-pz", "vi"}, "four points and one are owed"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert game.decision is not None and game.decision.kind == "retreat", "ten to five is five: exactly enough"

    game = battle(pieces, 4, "xxxix-pz", "xlvi-pz", "vi")
    game.apply(LoseStep(piece(game, "xxxix-pz")))
    assert game.decision is not None and game.decision.kind == "lose", "eight to four is one point too few"
    game = battle(pieces, 4, "xxxix-pz", "xlvi-pz", "vi")
    game.apply(LoseStep(piece(game, "vi")))
    assert game.decision is not None and game.decision.kind == "lose", "three points are two too few"
    game.apply(LoseStep(piece(game, "vi")))
    assert where(game, "vi") == "lost"
    assert game.decision is not None and game.decision.kind == "retreat", "three and two are five: exactly enough"


@pytest.mark.rule("AB-10.6h", "AB-10.6j")
def test_an_attacking_corps_pays_an_exchange_with_its_attack_and_a_defender_with_its_defence() -> None:
    pieces = {"3rd-army": "0404", "mech-1": Spot("0405", revealed="7th-mech"), "vi": "0505"}
    game = battle(pieces, 4, "3rd-army", "mech-1", phase=SOVIET_COMBAT)
    assert (last(game, BattleFought).column, last(game, BattleFought).code) == ("2:1", "EX")
    game.apply(LoseStep(piece(game, "mech-1")))
    assert where(game, "mech-1") == "lost"
    assert game.decision is not None and game.decision.kind == "retreat", (
        "its attack of 4 matches 3, its defence would not"
    )

    defended = {"xlvi-pz": "0404", "vi": "0405", "mech-1": Spot("0505", revealed="6th-mech")}
    game = battle(defended, 4, "xlvi-pz", "vi")
    assert last(game, BattleFought).code == "EX"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert game.decision is None or game.decision.kind != "lose", "five points match a defence of 4, not an attack of 6"


@pytest.mark.rule("AB-10.6h")
def test_what_was_lost_in_one_battle_is_not_owed_in_the_next() -> None:
    pieces = {"xlvii-pz": "0404", "3rd-army": "0505", "xlvi-pz": "0408", "10th-army": "0508"}
    game = drill(pieces, phase=COMBAT, seed=seed_showing(("1d6", 4), ("1d6", 4)))
    attack(game, "0505", "xlvii-pz")
    attack(game, "0508", "xlvi-pz")
    game.apply(Done())
    fight(game, "0505")
    game.apply(LoseStep(piece(game, "xlvii-pz")))
    while game.decision is not None and game.decision.kind != "fight":
        game.apply(list(game.options())[-1])
    fight(game, "0508")
    assert last(game, BattleFought).code == "EX"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert game.decision is not None and game.decision.kind == "retreat", "five points for the four of this battle"


@pytest.mark.rule("AB-10.0b")
def test_who_was_attacked_in_one_phase_may_be_attacked_in_the_next() -> None:
    pieces = {"xlvi-pz": "0404", "3rd-army": "0505", "10th-army": "0503"}
    game = drill(pieces, phase=COMBAT, seed=seed_showing(("1d6", 2)))
    attack(game, "0505", "xlvi-pz")
    game.apply(Done())
    fight(game, "0505")
    assert not any(status & (Status.ATTACKED | Status.FOUGHT) for status in game.state.status), "the phase is over"
    skip_to(game, SOVIET_COMBAT)
    assert game.judge(DeclareAttack(piece(game, "3rd-army"), cell(game, "0404"))), "it may attack in turn"
    skip_to(game, COMBAT)
    assert game.judge(DeclareAttack(piece(game, "xlvi-pz"), cell(game, "0505"))), "and be attacked again"


@pytest.mark.rule("AB-5.1", "AB-10.6b")
def test_a_retreat_through_a_city_takes_it() -> None:
    held = {"minsk": "german"}
    seed = seed_showing(("1d6", 6))
    game = drill({"xlvi-pz": "0505", "3rd-army": "0605"}, phase=COMBAT, seed=seed, control=held)
    attack(game, "0605", "xlvi-pz")
    game.apply(Done())
    fight(game, "0605")
    retreat(game, "3rd-army", "0705", "0805")
    minsk = next(index for index, row in enumerate(game.scenario.places) if row.place == "minsk")
    assert game.state.control[minsk] == game.scenario.side_index["soviet"], "in passing, as by any move"


@pytest.mark.rule("AB-12.5", "AB-12.2")
def test_an_edge_wholly_in_enemy_zones_is_reached_by_nobody_but_those_on_it() -> None:
    watch = {"liii": "1002", "vi": "1005", "v": "1008"}
    game = build_up({"4th-army": "0505", "3rd-army": Spot("1003", 1), "10th-army": Spot("0703", 1), **watch})
    soviet = game.scenario.side_index["soviet"]
    assert not in_communication(game.table, cell(game, "0703"), soviet, "east-edge")
    off = game.judge(RestoreStep(piece(game, "10th-army")))
    assert not off and off.case == "AB-12.5"
    assert in_communication(game.table, cell(game, "1003"), soviet, "east-edge"), "the first hex is not counted"
    assert game.judge(RestoreStep(piece(game, "3rd-army")))


@pytest.mark.rule("AB-10.4c", "AB-10.1.1")
def test_untried_tanks_are_halved_against_a_swamp_in_a_forecast_too() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="swamp"))
    game = drill({"mech-1": "0404", "3rd-army": "0405", "xlii": "0505"}, rows=rows, phase=SOVIET_COMBAT)
    keys = (piece(game, "mech-1"), piece(game, "3rd-army"))
    seen = game.view(1).forecast(cell(game, "0505"), keys)
    # Eight and half of 0 to 6 against 4: 2:1 whoever turns up, for 8 + 6 would be 3:1 only above a corps of eight.
    assert seen.odds == "2:1"
    alone = game.view(1).forecast(cell(game, "0505"), keys[:1])
    assert alone.chances[""] == 1, "at best three against four: below 1:1, and the swamp shifts once more"
    whole = drill({"mech-1": "0404", "xlii": "0505"}, phase=SOVIET_COMBAT)
    clear = whole.view(1).forecast(cell(whole, "0505"), [piece(whole, "mech-1")])
    assert clear.chances[""] == Fraction(7, 10), "without the swamp the 5th, 6th and 7th come to 1:1"


def arriving(game: Game) -> list[str]:
    """What is due to arrive now."""
    actions = [action for action in game.options() if isinstance(action, PlaceUnit)]
    return sorted({game.scenario.pieces[action.piece].key for action in actions})


@pytest.mark.rule("AB-11.0")
def test_whoever_found_no_room_arrives_on_a_later_turn_with_those_of_that_turn() -> None:
    enemies = {"liii": "0902", "vi": "0904", "v": "0906", "ix": "0908", "xx": "0909"}
    game = drill({**enemies, "13th-army": "0505"}, turn=1, phase="soviet-build-up")
    assert game.decision is None or game.decision.kind != "arrive"
    soviet = game.scenario.side_index["soviet"]
    for key in ("liii", "vi", "v", "ix", "xx"):
        game.table.eliminate(piece(game, key), "test", "")
    game.table.events.clear()
    assert game.table.on_map(1 - soviet) == []
    skip_to(game, "soviet-build-up", turn=2)
    assert game.decision is not None and game.decision.kind == "arrive"
    armies = [key for key in arriving(game) if key.endswith("army")]
    assert len(armies) == 3, "two of turn 1 and one of turn 2"
