"""The Arduous Beginning: declaring battles, odds, shifts and air support (AB 10.0 to 10.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.errors import IllegalAction
from engine.play import Game
from engine.play.sandbox import Spot
from engine.records import Rows
from engine.records.board import CellRow
from engine.state.actions import CommitSupport, DeclareAttack, Done, FightBattle, WithdrawAttack
from engine.state.events import BattleFought, DieRolled, UnitRevealed
from tests.kit.boards import place, river
from tests.kit.drill import attack, cell, drill, drill_rows, fight, last, piece, seed_showing, where

COMBAT = "german-combat"


def odds_of(game: Game, target: str, *keys: str, marker: str | None = None) -> tuple[str, int, str]:
    support = None if marker is None else piece(game, marker)
    side = game.decision.side  # type: ignore[union-attr]
    seen = game.view(side).forecast(cell(game, target), [piece(game, key) for key in keys], support)
    return seen.odds, seen.shift, seen.column


@pytest.mark.rule("AB-10.0a")
def test_all_battles_are_declared_before_the_first_is_fought_and_none_is_added_or_dropped() -> None:
    pieces = {"liii": "0405", "vi": "0403", "3rd-army": "0505", "10th-army": "0503"}
    game = drill(pieces, phase=COMBAT)
    attack(game, "0505", "liii")
    with pytest.raises(IllegalAction):
        game.apply(FightBattle(cell(game, "0505")))
    game.apply(WithdrawAttack(piece(game, "liii")))
    attack(game, "0505", "liii")
    game.apply(Done())
    added = game.judge(DeclareAttack(piece(game, "vi"), cell(game, "0503")))
    dropped = game.judge(Done())
    assert not added and added.case == "AB-10.0a"
    assert not dropped and dropped.case == "AB-10.0a"
    assert game.judge(FightBattle(cell(game, "0505")))


@pytest.mark.rule("AB-10.0b")
def test_a_unit_attacks_once_attacking_is_voluntary_and_one_battle_has_one_hex() -> None:
    pieces = {"liii": "0504", "3rd-army": "0505", "10th-army": "0604"}
    game = drill(pieces, phase=COMBAT)
    attack(game, "0505", "liii")
    twice = game.judge(DeclareAttack(piece(game, "liii"), cell(game, "0604")))
    assert not twice and twice.case == "AB-10.0b"
    idle = drill(pieces, phase=COMBAT)
    idle.apply(Done())
    assert idle.table.phase_name == "German Special Movement Phase"
    far = drill({"liii": "0305", "3rd-army": "0505"}, phase="german-movement")
    far.apply(Done())
    assert far.table.phase_name == "German Special Movement Phase", "nothing is near enough to attack"


@pytest.mark.rule("AB-10.0b")
def test_all_attacks_on_a_hex_are_one_battle_so_a_unit_is_attacked_once() -> None:
    pieces = {"liii": "0405", "vi": "0404", "3rd-army": "0505"}
    game = drill(pieces, phase=COMBAT, seed=seed_showing(("1d6", 2)))
    attack(game, "0505", "liii", "vi")
    game.apply(Done())
    fight(game, "0505")
    fought = [event for entry in game.log for event in entry.events if isinstance(event, BattleFought)]
    assert [set(battle.attackers) for battle in fought] == [{piece(game, "liii"), piece(game, "vi")}]
    assert game.table.phase_name == "German Special Movement Phase"


@pytest.mark.rule("AB-10.0c")
def test_the_attacker_chooses_the_order_and_each_battle_ends_before_the_next() -> None:
    pieces = {"liii": "0405", "vi": "0403", "3rd-army": "0505", "10th-army": "0503"}
    game = drill(pieces, phase=COMBAT, seed=seed_showing(("1d6", 2), ("1d6", 2)))
    attack(game, "0505", "liii")
    attack(game, "0503", "vi")
    game.apply(Done())
    assert {action.target for action in game.options()} == {cell(game, "0505"), cell(game, "0503")}  # type: ignore[union-attr]
    fight(game, "0503")
    assert last(game, BattleFought).target == cell(game, "0503")
    assert game.decision is not None and game.decision.kind == "fight"
    fight(game, "0505")
    assert last(game, BattleFought).target == cell(game, "0505")


@pytest.mark.rule("AB-10.0c")
def test_the_steps_of_a_battle_come_in_order() -> None:
    game = drill({"liii": "0405", "mech-1": "0505"}, phase=COMBAT, seed=seed_showing(("1d10", 1), ("1d6", 2)))
    attack(game, "0505", "liii")
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0505")))
    assert isinstance(last(game, DieRolled), DieRolled) and last(game, UnitRevealed)
    assert game.decision is not None and game.decision.kind == "support", "revelation, then support, then the die"
    game.apply(CommitSupport(None))
    kinds = [type(event).__name__ for event in game.log[-1].events]
    assert kinds.index("DieRolled") < kinds.index("BattleFought")


@pytest.mark.rule("AB-10.0d")
@pytest.mark.parametrize(
    ("attackers", "defender", "odds"),
    [
        ({"xlvi-pz": "0404", "vi": "0405"}, {"mech-1": Spot("0505", revealed="6th-mech")}, "3:1"),
        ({"xlvi-pz": "0404", "liii": "0405"}, {"mech-1": Spot("0505", revealed="6th-mech")}, "4:1"),
        ({"xlvi-pz": "0404", "xlvii-pz": "0405", "lvii-pz": "0504"}, {"3rd-army": "0505"}, "3:1"),
    ],
)
def test_fractions_of_the_odds_are_dropped(attackers: dict[str, str], defender: dict[str, object], odds: str) -> None:
    game = drill(attackers | defender, phase=COMBAT)
    assert odds_of(game, "0505", *attackers) == (odds, 0, odds)


@pytest.mark.rule("AB-10.1.1")
def test_untried_units_are_revealed_once_committed_attackers_then_defenders() -> None:
    game = drill({"mech-1": "0505", "liii": "0405", "mech-2": "0506"}, phase="soviet-combat", seed=4)
    attack(game, "0405", "mech-1", "mech-2")
    assert all(game.view(side).face(piece(game, "mech-1")) is None for side in (0, 1))
    game.apply(Done())
    assert game.view(1).face(piece(game, "mech-1")) is None
    game.apply(FightBattle(cell(game, "0405")))
    assert game.view(0).face(piece(game, "mech-1")) is not None
    assert game.view(0).face(piece(game, "mech-2")) is not None
    shown = [event.piece for entry in game.log for event in entry.events if isinstance(event, UnitRevealed)]
    assert shown == [piece(game, "mech-1"), piece(game, "mech-2")]
    pool = game.view(0).pool(piece(game, "mech-3"))
    assert len(pool) == 8, "what was revealed is no longer in the pool"


@pytest.mark.rule("AB-10.1.1")
def test_a_forecast_against_an_untried_unit_uses_the_chances_of_the_pool() -> None:
    game = drill({"liii": "0405", "mech-1": "0505"}, phase=COMBAT)
    seen = game.view(0).forecast(cell(game, "0505"), [piece(game, "liii")])
    assert seen.untried == (piece(game, "mech-1"),)
    assert sum(seen.chances.values()) == 1
    # Six against a defence of 1 (four corps), 2 (four), 3 (one), 4 (one): 6:1, 3:1, 2:1, 1:1.
    attacker_loss = Fraction(1, 10) * Fraction(1, 6)
    eliminated = Fraction(4, 10) * Fraction(4, 6)
    assert seen.chances["AL"] == attacker_loss
    assert seen.chances["DE"] == eliminated


@pytest.mark.rule("AB-10.1.2", "AB-10.6i")
def test_a_mech_corps_without_attack_strength_attacks_takes_the_loss_and_may_advance() -> None:
    pieces = {"mech-1": Spot("0404", revealed="17th-mech"), "3rd-army": "0405", "liii": "0505"}
    game = drill(pieces, phase="soviet-combat", seed=seed_showing(("1d6", 1)))
    assert odds_of(game, "0505", "mech-1", "3rd-army")[0] == "1:1"
    attack(game, "0505", "mech-1", "3rd-army")
    game.apply(Done())
    fight(game, "0505")
    assert last(game, BattleFought).code == "AL"
    losers = {action.piece for action in game.options()}  # type: ignore[union-attr]
    assert losers == {piece(game, "mech-1"), piece(game, "3rd-army")}

    game = drill(pieces, phase="soviet-combat", seed=seed_showing(("1d6", 6)))
    attack(game, "0505", "mech-1", "3rd-army")
    game.apply(Done())
    fight(game, "0505")
    game.apply(next(iter(game.options())))
    assert game.decision is not None and game.decision.kind == "advance"
    assert piece(game, "mech-1") in {action.piece for action in game.options()}  # type: ignore[union-attr]


@pytest.mark.rule("AB-10.2")
def test_all_units_of_the_hex_defend_together() -> None:
    pieces = {"xlvi-pz": "0404", "3rd-army": "0505", "mech-1": Spot("0505", revealed="7th-mech")}
    game = drill(pieces, phase=COMBAT)
    seen = game.view(0).forecast(cell(game, "0505"), [piece(game, "xlvi-pz")])
    assert sum(factor.value for factor in seen.defence) == 10
    assert seen.odds == "1:1"


@pytest.mark.rule("AB-10.3")
def test_odds_above_six_count_as_six_before_shifts() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="forest"))
    pieces = {"xlvi-pz": "0404", "xlvii-pz": "0405", "mech-1": Spot("0505", revealed="17th-mech")}
    game = drill(pieces, rows=rows, phase=COMBAT)
    assert odds_of(game, "0505", "xlvi-pz", "xlvii-pz") == ("6:1", -1, "5:1")


@pytest.mark.rule("AB-10.3")
def test_odds_below_one_to_one_after_shifts_have_no_effect_and_no_die() -> None:
    game = drill({"liii": "0405", "3rd-army": "0505"}, phase=COMBAT)
    assert odds_of(game, "0505", "liii")[2] == "below 1:1"
    attack(game, "0505", "liii")
    game.apply(Done())
    before = game.state.rolls
    fight(game, "0505")
    assert game.state.rolls == before
    assert (where(game, "liii"), where(game, "3rd-army")) == ("0405", "0505")
    assert (game.state.face[piece(game, "liii")], game.state.face[piece(game, "3rd-army")]) == (0, 0)
    helped = drill({"liii": "0405", "3rd-army": "0505"}, phase=COMBAT)
    assert odds_of(helped, "0505", "liii", marker="ii-fk")[2] == "1:1"


def shifts_on(rows: Rows, *keys: str) -> list[tuple[int, str]]:
    pieces = {"xlvi-pz": "0404", "liii": "0405", "3rd-army": "0505"}
    game = drill(pieces, rows=rows, phase=COMBAT)
    seen = game.view(0).forecast(cell(game, "0505"), [piece(game, key) for key in keys])
    return [(shift.columns, shift.case) for shift in seen.shifts]


@pytest.mark.rule("AB-10.4a")
@pytest.mark.parametrize("terrain", ["forest", "swamp"])
def test_forest_and_swamp_shift_one_left(terrain: str) -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain=terrain))
    assert shifts_on(rows, "liii") == [(-1, "AB-10.4a")]
    assert shifts_on(drill_rows(), "liii") == []


@pytest.mark.rule("AB-10.4a")
def test_a_fortified_hex_shifts_one_left_and_no_more_in_a_forest() -> None:
    rows = drill_rows()
    place(rows, "Fort", "0505", kind="fort")
    assert shifts_on(rows, "liii") == [(-1, "AB-10.4a")]
    rows.put(CellRow(cell="0505", terrain="forest"))
    assert shifts_on(rows, "liii") == [(-1, "AB-10.4a")]


@pytest.mark.rule("AB-10.4b")
def test_a_river_counts_only_if_every_attacker_is_across_it_and_adds_to_terrain() -> None:
    rows = drill_rows()
    river(rows, "0505", "0405")
    assert shifts_on(rows, "liii") == [(-1, "AB-10.4b")]
    assert shifts_on(rows, "liii", "xlvi-pz") == []
    river(rows, "0505", "0404")
    assert shifts_on(rows, "liii", "xlvi-pz") == [(-1, "AB-10.4b")]
    rows.put(CellRow(cell="0505", terrain="forest"))
    assert sum(columns for columns, _ in shifts_on(rows, "liii", "xlvi-pz")) == -2


@pytest.mark.rule("AB-10.4c")
def test_tanks_attacking_a_swamp_are_halved_and_fractions_kept() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="swamp"))
    pieces = {"xlvii-pz": "0404", "liii": "0405", "mech-1": Spot("0505", revealed="25th-mech")}
    game = drill(pieces, rows=rows, phase=COMBAT)
    seen = game.view(0).forecast(cell(game, "0505"), [piece(game, "xlvii-pz"), piece(game, "liii")])
    assert [factor.value for factor in seen.attack] == [Fraction(9, 2), 6]
    assert seen.attack[0].case == "AB-10.4c"
    assert (seen.odds, seen.shift, seen.column) == ("5:1", -1, "4:1")


@pytest.mark.rule("AB-10.5")
def test_one_air_marker_a_battle_each_once_a_turn_with_its_printed_shift() -> None:
    pieces = {"liii": "0405", "vi": "0403", "xiii": "0407", "3rd-army": "0505", "10th-army": "0503", "4th-army": "0507"}
    game = drill(pieces, phase=COMBAT)
    assert odds_of(game, "0505", "liii", marker="ii-fk")[1] == 1
    assert odds_of(game, "0505", "liii", marker="viii-fk")[1] == 2
    attack(game, "0505", "liii")
    attack(game, "0503", "vi")
    attack(game, "0507", "xiii")
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0505")))
    game.apply(CommitSupport(piece(game, "ii-fk")))
    while game.decision is not None and game.decision.kind != "fight":
        game.apply(list(game.options())[-1])
    game.apply(FightBattle(cell(game, "0503")))
    spent = game.judge(CommitSupport(piece(game, "ii-fk")))
    assert not spent and spent.case == "AB-10.5"
    assert game.judge(CommitSupport(piece(game, "viii-fk")))
    fought = last(game, BattleFought)
    assert (1, "II Fl.K. in support", "AB-10.5") in fought.shifts


@pytest.mark.rule("AB-10.5")
def test_air_support_returns_next_turn_and_never_helps_a_defence() -> None:
    game = drill({"liii": "0405", "3rd-army": "0505"}, phase="soviet-combat")
    attack(game, "0405", "3rd-army")
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0405")))
    assert game.decision is None or game.decision.kind != "support"

    game = drill({"liii": "0405", "brest-garrison": "0505", "vi": "0101"}, phase=COMBAT, seed=seed_showing(("1d6", 2)))
    attack(game, "0505", "liii")
    game.apply(Done())
    fight(game, "0505", "ii-fk")
    while not (game.state.turn == 3 and game.table.phase_name == "German Movement Phase"):
        options = list(game.options())
        game.apply(next((action for action in options if isinstance(action, Done)), options[-1]))
    assert game.state.status[piece(game, "ii-fk")] == 0
