"""Proud Monster: prepared assaults, true odds, losses and advance (PM 2.15, 14)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face
from engine.rules.effects import owed
from engine.state.actions import AddTarget, AdvanceUnit, DeclareAttack, Done, FightBattle, LoseStep
from engine.state.events import BattleFought, DieRolled, UnitRevealed
from engine.state.tasks import Battle
from tests.kit.boards import place, river
from tests.kit.guderian import advances, cell, commit, lose, move, phase, piece, refused, waits, where
from tests.kit.monster import ASSAULT, SOVIET_ASSAULT, attack, ground_rows, last, real, stage, terrain
from tests.systems.proud_monster.test_data import CRT, lines

INFANTRY = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-11", "inf-21")


def faced(rows: Rows, strengths: tuple[int, ...], at: str) -> dict[str, str]:
    """German divisions with these attack strengths in a hex."""
    found = {}
    for key, strength in zip(INFANTRY, strengths, strict=False):
        rows.put(Face(unit=key, face=0, attack=strength, defence=6, movement=5))
        found[key] = at
    return found


def battle(
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    *,
    die: int = 1,
    rows: Rows | None = None,
    at: str = "0506",
    target: str = "0606",
    turn: int = 4,
) -> Game:
    """A German assault of such strengths on Soviet divisions of such defences, fought as far as the dice."""
    rows = rows or ground_rows()
    pieces: dict[str, object] = dict(faced(rows, attackers, at))
    units = ["rd-10", "rd-90", "rd-125"]
    for number, (unit, strength) in enumerate(zip(units, defenders, strict=False), 1):
        rows.put(Face(unit=unit, face=0, attack=1, defence=strength, movement=5))
        pieces[f"rd-{number}"] = (target, 0, unit)
    game = stage(pieces, ASSAULT, die=die, rows=rows, turn=turn)
    attack(game, target, *(key for key in pieces if not key.startswith("rd-")))
    return game


def fought(game: Game) -> tuple[str, str, int | None, str]:
    event = last(game, BattleFought)
    return event.odds, event.column, event.total, event.code


@pytest.mark.rule("PM-17.7")
@pytest.mark.parametrize("number", range(9))
def test_every_cell_of_the_table_is_fought(number: int) -> None:
    strengths = [((5,), (5, 6)), ((5,), (6,)), ((5,), (5,)), ((5,), (2,)), ((6,), (2,))]
    strengths += [((4, 4), (2,)), ((5, 5), (2,)), ((6,), (1,)), ((7,), (1,))]
    for die, line in enumerate(lines(CRT), 1):
        game = battle(*strengths[number], die=die)
        assert fought(game)[2:] == (die, line[number])


@pytest.mark.rule("PM-14.8", "PM-14.9", "PM-14.10")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "thrown"),
    [
        ((6, 5, 5, 5, 5), (7,), "3:1", True),
        ((5,), (6, 5), "1:3", True),
        ((5,), (5,), "1:1", True),
        ((5,), (6, 6, 4), "1:4", False),
        ((8,), (1,), "8:1", False),
        ((7,), (1,), "7:1", True),
        ((5, 5, 5, 5), (1,), "20:1", False),
    ],
)
def test_odds_are_rounded_for_the_defender_and_have_no_ends(
    attackers: tuple[int, ...], defenders: tuple[int, ...], odds: str, thrown: bool
) -> None:
    game = battle(attackers, defenders)
    found = fought(game)
    assert found[1] == odds and (found[2] is not None) == thrown
    if not thrown:
        assert found[3] == ("0/E" if odds.endswith(":1") else "4/0")


@pytest.mark.rule("PM-14.11")
def test_shifts_count_on_the_true_odds() -> None:
    rows = ground_rows()
    place(rows, "Fortress", "0606", kind="city", owner="soviet", key="fortress")
    game = battle((5, 5, 5, 5), (1,), rows=rows)
    assert fought(game) == ("20:1", "18:1", None, "0/E")
    rows = ground_rows()
    terrain(rows, "hills", "0606")
    game = battle((5,), (6, 5), rows=rows, die=6)
    assert fought(game) == ("1:3", "1:4", None, "4/0")
    river(rows, "0506", "0606")
    game = battle((8, 8), (2,), rows=rows)
    assert fought(game)[:3] == ("8:1", "6:1", 1)


def shift(
    *, kind: str = "clear", town: str = "", rivers: tuple[str, ...] = (), strengths: tuple[int, ...] = (5,)
) -> int:
    """By how many columns ground moves an assault on 0606 from 0506 and 0505."""
    rows = ground_rows()
    terrain(rows, kind, "0606")
    if town:
        place(rows, "Place", "0606", kind=town, owner="soviet", key="place")
    for side in rivers:
        river(rows, side, "0606")
    pieces = faced(rows, strengths, "0506")
    if len(strengths) > 1:
        pieces["inf-217"] = "0607"
    game = stage({**pieces, "rd-1": ("0606", "2-2")}, ASSAULT, rows=rows)
    return game.view(0).forecast(cell(game, "0606"), [piece(game, key) for key in pieces]).shift


@pytest.mark.rule("PM-14.15", "PM-14.16")
def test_hills_help_the_defender_and_clear_and_forest_do_not() -> None:
    assert [shift(kind=kind) for kind in ("clear", "forest", "hills", "marsh")] == [0, 0, -1, 0]


@pytest.mark.rule("PM-14.22")
def test_large_towns_and_cities_help_and_towns_do_not() -> None:
    assert [shift(town=town) for town in ("town", "large-town", "city")] == [0, -1, -2]
    assert shift(kind="hills", town="large-town") == -2


@pytest.mark.rule("PM-14.19")
def test_a_river_helps_only_where_everybody_crosses_it() -> None:
    assert shift(rivers=("0506",)) == -1
    assert shift(rivers=("0506", "0607"), strengths=(5, 5)) == -1
    assert shift(rivers=("0506",), strengths=(5, 5)) == 0


@pytest.mark.rule("PM-14.19", "PM-14.20")
def test_where_some_cross_a_river_and_some_a_strait_it_is_one_column() -> None:
    rows = ground_rows()
    river(rows, "0506", "0606")
    river(rows, "0607", "0606", kind="strait")
    game = stage({"inf-61": "0506", "inf-217": "0607", "rd-1": ("0606", "2-2")}, ASSAULT, rows=rows)
    assert sum(columns for columns, *_ in attack(game, "0606", "inf-61", "inf-217").shifts) == -1


@pytest.mark.rule("PM-14.12", "PM-14.18")
def test_armour_attacking_a_marsh_is_added_up_and_halved_once() -> None:
    rows = ground_rows()
    terrain(rows, "marsh", "0606")
    pieces = {"pz-1": "0506", "pz-6": ("0506", 3), "stug-184": "0506", "mot-3": "0506"}
    game = stage({**pieces, "rd-1": ("0606", "2-2")}, ASSAULT, rows=rows)
    table = game.table
    printed = {key: table.face(piece(game, key)).attack for key in pieces}
    event = attack(game, "0606", *pieces)
    halved = printed["pz-1"] + printed["pz-6"] + printed["stug-184"]
    assert halved % 2 == 1, "the sum shows whether it is rounded once"
    assert event.attack == (halved + 1) / 2 + printed["mot-3"]
    game = stage({"stug-184": "0506", "rd-1": ("0606", "2-2")}, ASSAULT, rows=rows)
    assert attack(game, "0606", "stug-184").attack >= 1


@pytest.mark.rule("PM-14.20")
def test_attacks_across_the_straits_are_two_columns_worse_and_armour_counts_one() -> None:
    pieces = {"pz-1": "3215S", "inf-61": "3215S", "rd-1": ("3216S", "2-2")}
    game = stage(pieces, ASSAULT, setting=real())
    event = attack(game, "3216S", "pz-1", "inf-61")
    assert event.attack == 1 + game.scenario.rows.get(type(game.table.face(0)), "inf-61", 0).attack
    assert sum(columns for columns, *_ in event.shifts) == -2
    game = stage({**pieces, "inf-217": "3316S"}, ASSAULT, setting=real())
    assert sum(columns for columns, *_ in attack(game, "3216S", "pz-1", "inf-217").shifts) == 0


@pytest.mark.rule("PM-2.15")
def test_untried_units_are_turned_up_by_their_first_battle_and_stay_so() -> None:
    game = stage({"inf-61": "0506", "rd-1": "0606", "rd-2": "0606", "rd-3": "0806"}, ASSAULT)
    assert game.state.counter[piece(game, "rd-1")] is None
    attack(game, "0606", "inf-61")
    shown = [event.piece for entry in game.log for event in entry.events if isinstance(event, UnitRevealed)]
    assert shown == [piece(game, "rd-1"), piece(game, "rd-2")]
    assert game.state.counter[piece(game, "rd-3")] is None
    while phase(game) != "axis-movement-2":
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert game.state.counter[piece(game, "rd-1")] is not None


@pytest.mark.rule("PM-14.2")
def test_a_stack_defends_as_one_and_nobody_fights_twice() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0506", "inf-291": "0607", "rd-1": ("0606", "1-1"), "rd-2": ("0606", "6-7")}
    game = stage({**pieces, "rd-3": ("0605", "1-1")}, ASSAULT, die=6)
    assert attack(game, "0606", "inf-61").defence == 8
    while waits(game)[1] == "lose":
        game.apply(next(iter(game.options())))
    refused(game, DeclareAttack(piece(game, "inf-61"), cell(game, "0605")), "PM-14.2")
    refused(game, DeclareAttack(piece(game, "inf-291"), cell(game, "0606")), "PM-14.2")
    game.apply(DeclareAttack(piece(game, "inf-217"), cell(game, "0605")))
    refused(game, AddTarget(cell(game, "0605"), cell(game, "0606")), "")


@pytest.mark.rule("PM-14.5")
def test_assaults_are_fought_one_by_one_without_being_declared_before() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0908", "rd-1": ("0606", "1-1"), "rd-2": ("1008", "1-1")}
    game = stage(pieces, ASSAULT, die=6)
    attack(game, "0606", "inf-61")
    while waits(game)[1] != "declare":
        game.apply(next(iter(game.options())))
    attack(game, "1008", "inf-217")
    assert game.judge(Done()) or waits(game)[1] != "declare"


def payments(game: Game) -> list[str]:
    """Who may pay the next loss point."""
    keys = {number: key for key, number in game.scenario.piece_index.items()}
    return sorted(keys[action.piece] for action in game.options() if isinstance(action, LoseStep))


@pytest.mark.rule("PM-14.35")
def test_the_defender_pays_first_and_each_chooses_his_own_steps() -> None:
    pieces = {"inf-61": "0506", "inf-217": "0506", "rd-1": ("0606", "2-2"), "rd-2": ("0606", "3-4")}
    game = stage(pieces, ASSAULT, die=6)
    assert attack(game, "0606", "inf-61", "inf-217").code in ("1/2", "0/3")
    assert where(game, "rd-1") == where(game, "rd-2") == "lost"
    weak = {"inf-61": "0506", "inf-217": "0506", "rd-1": ("0606", "4-5"), "rd-2": ("0606", "3-4")}
    game = stage(weak, ASSAULT, die=5)
    assert attack(game, "0606", "inf-61", "inf-217").code == "1/1"
    assert waits(game) == ("soviet", "lose") and payments(game) == ["rd-1", "rd-2"]
    lose(game, "rd-2")
    assert waits(game) == ("german", "lose") and payments(game) == ["inf-217", "inf-61"]
    refused(game, LoseStep(piece(game, "rd-1")), "PM-14.35")
    lose(game, "inf-217")
    assert game.state.face[piece(game, "inf-217")] == 1 and where(game, "rd-1") == "0606"


@pytest.mark.rule("PM-14.23")
@pytest.mark.parametrize(
    ("strengths", "defender", "die", "code", "pays"),
    [((6, 6, 6), 3, 1, "1/1", (2, 2)), ((6, 6, 6), 3, 6, "0/3", (1, 6)), ((6, 6), 6, 3, "4/0", (8, 1))],
)
def test_in_a_city_both_sides_pay_double_and_nothing_becomes_one(
    strengths: tuple[int, ...], defender: int, die: int, code: str, pays: tuple[int, int]
) -> None:
    rows = ground_rows()
    place(rows, "Fortress", "0606", kind="city", owner="soviet", key="fortress")
    game = battle(strengths, (defender,), die=die, rows=rows)
    a, d = code.split("/")
    fight = Battle(0, cell(game, "0606"), ())
    assert (owed(game.table, fight, "attacker", int(a)), owed(game.table, fight, "defender", int(d))) == pays
    plain = Battle(0, cell(game, "0806"), ())
    assert owed(game.table, plain, "attacker", int(a)) == int(a)


@pytest.mark.rule("PM-14.23")
def test_an_attacker_of_a_city_pays_even_for_a_clean_victory() -> None:
    rows = ground_rows()
    place(rows, "Fortress", "0606", kind="city", owner="soviet", key="fortress")
    game = battle((6, 6, 6, 6), (1,), rows=rows)
    assert fought(game)[3] == "0/E" and waits(game) == ("german", "lose")
    lose(game, "inf-61")
    assert game.state.face[piece(game, "inf-61")] == 1


@pytest.mark.rule("PM-14.38")
def test_everybody_in_the_hex_dies_by_e() -> None:
    game = battle((6, 6, 6, 6), (1, 1))
    assert fought(game)[3] == "0/E" and where(game, "rd-1") == where(game, "rd-2") == "lost"
    assert not any(isinstance(event, DieRolled) and event.dice == "1d6" for event in game.log[-1].events)


@pytest.mark.rule("PM-14.39")
def test_any_victors_may_advance_at_once_within_stacking() -> None:
    six = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-11", "inf-21")
    pieces = {key: "0506" if number < 3 else "0607" for number, key in enumerate(six)}
    game = stage({**pieces, "rd-1": ("0606", "1-1"), "rd-2": ("0605", "1-1")}, ASSAULT)
    attack(game, "0606", *six)
    assert waits(game) == ("german", "advance")
    refused(game, DeclareAttack(piece(game, "inf-61"), cell(game, "0605")), "PM-14.39")
    assert advances(game, "inf-1") == {("0606",)}
    for key in six[:5]:
        game.apply(AdvanceUnit(piece(game, key), (cell(game, "0606"),)))
    assert waits(game)[1] != "advance" and where(game, "inf-21") == "0607"
    game = stage({**pieces, "rd-1": ("0606", "1-1")}, ASSAULT)
    attack(game, "0606", *six)
    game.apply(AdvanceUnit(None))
    assert all(where(game, key) in ("0506", "0607") for key in six)


@pytest.mark.rule("PM-14.39")
def test_a_defender_never_advances() -> None:
    game = stage({"inf-61": "0606", "rd-1": ("0506", "1-1")}, SOVIET_ASSAULT)
    attack(game, "0606", "rd-1")
    assert where(game, "rd-1") == "lost" and where(game, "inf-61") == "0606"
    assert game.decision is None or waits(game)[1] != "advance"


@pytest.mark.rule("PM-14.41")
def test_siege_artillery_raises_the_defenders_loss_before_a_city_doubles_it() -> None:
    for kind, pays in (("", 1), ("town", 1), ("large-town", 2), ("city", 4)):
        rows = ground_rows()
        if kind:
            place(rows, "Place", "0606", kind=kind, owner="soviet", key="place")
        game = stage({"inf-61": "0506", "arko": "0506", "inf-217": "0607", "rd-1": "0606"}, ASSAULT, rows=rows)
        fight = Battle(0, cell(game, "0606"), (piece(game, "inf-61"),))
        assert owed(game.table, fight, "defender", 1) == pays
        far = Battle(0, cell(game, "0606"), (piece(game, "inf-217"),))
        assert owed(game.table, far, "defender", 1) == (2 if kind == "city" else 1)
    refused(game, DeclareAttack(piece(game, "arko"), cell(game, "0606")), "PM-14.2")


def test_a_battle_is_committed_before_it_is_fought() -> None:
    game = stage({"inf-61": "0506", "rd-1": "0606"}, ASSAULT)
    refused(game, FightBattle(cell(game, "0606")), "PM-14.5")
    commit(game, "0606", "inf-61")
    assert game.judge(FightBattle(cell(game, "0606")))
    refused(game, move(game, "inf-61", "0505"), "PM-14.5")
