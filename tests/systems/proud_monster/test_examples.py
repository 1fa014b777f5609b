"""The eight worked examples of Proud Monster as scripted games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face, Unit
from engine.rules.effects import owed
from engine.rules.yielding import YieldTo
from engine.state.actions import AdvanceUnit, Done, RemoveUnit
from engine.state.events import BattleFought
from engine.state.tasks import Battle
from tests.kit.boards import place, region, river
from tests.kit.guderian import advances, cell, fought, lose, march, overrun, piece, reach, seed_showing, waits, where
from tests.kit.monster import ASSAULT, MOVE, SOVIET_ASSAULT, around, attack, ground_rows, stage, terrain
from tests.systems.proud_monster.test_attenuation import EAST, MUD, eastern, eastern_rows, throws
from tests.systems.proud_monster.test_mobile import payers
from tests.systems.proud_monster.test_supply import OUT, state_of


def strengths(rows: Rows, *found: tuple[str, float, float], steps: int = 2) -> None:
    """Give units attack and defence factors for an example, the same on every face."""
    for unit, attacking, defending in found:
        for face in range(len([row for row in rows.all(Face) if row.unit == unit]) or steps):
            movement = 12 if unit.startswith(("pz", "mot")) else 5
            rows.put(Face(unit=unit, face=face, attack=attacking, defence=defending, movement=movement))


@pytest.mark.rule("PM-14.9", "PM-14.10", "PM-14.11")
def test_example_1_true_odds_both_ways() -> None:
    def odds(hills: bool, *cells: str, die: int = 6) -> tuple[str, int | None, str]:
        rows = ground_rows()
        if hills:
            terrain(rows, "hills", "0606")
        strengths(rows, ("inf-61", 5, 6), ("inf-217", 5, 5), ("rd-10", 3, 3), ("rd-90", 2, 2), ("rd-125", 5, 5))
        own = {"rd-1": (cells[0], 0, "rd-125")}
        if len(cells) > 1:
            own = {"rd-1": (cells[0], 0, "rd-10"), "rd-2": (cells[1], 0, "rd-90")}
        game = stage({**own, "inf-61": "0606", "inf-217": "0606"}, SOVIET_ASSAULT, rows=rows, die=die)
        event = attack(game, "0606", *own)
        return event.column, event.total, event.code

    assert odds(False, "0506") == ("1:3", 6, "4/1")
    assert odds(True, "0506") == ("1:4", None, "4/0")
    assert odds(False, "0605", "0607") == ("1:2", 6, "1/1"), "from opposite hexes"


@pytest.mark.rule("PM-14.11")
def test_example_1a_a_heavy_fort_shifts_true_odds_and_leaves_them_above_the_table() -> None:
    rows = ground_rows()
    region(rows, "sevastopol-forts", "0606")
    units = ("inf-61", "inf-217", "inf-291", "inf-1")
    strengths(rows, *((key, 5, 6) for key in units), ("rd-10", 1, 1))
    game = stage({**dict.fromkeys(units, "0506"), "rd-1": ("0606", 0, "rd-10")}, ASSAULT, rows=rows)
    event = attack(game, "0606", *units)
    assert (event.odds, event.column, event.total, event.code) == ("20:1", "18:1", None, "0/E")


def test_example_1e_a_river_brings_an_automatic_result_back_to_the_die() -> None:
    rows = ground_rows()
    for key in ("pz-1", "pz-6", "pz-8"):
        strengths(rows, (key, 8 if key == "pz-8" else 9, 7))
    strengths(rows, ("mot-36", 7, 6))
    river(rows, "0506", "0606")
    units = ("pz-1", "pz-6", "pz-8", "mot-36")
    game = stage(
        {**dict.fromkeys(units, "0506"), "rd-1": ("0606", "2-2"), "rd-2": ("0606", "2-2")}, ASSAULT, rows=rows, die=3
    )
    event = attack(game, "0606", *units)
    assert (event.attack, event.defence, event.odds, event.column, event.code) == (33, 4, "8:1", "7:1", "0/4")


def city(*, guns: bool, die: int = 3) -> Game:
    """Example 2: six German divisions in two hexes against three rifle divisions in a city, on turn 8."""
    rows = ground_rows()
    place(rows, "Fortress", "0606", kind="city", owner="soviet", key="fortress")
    strengths(
        rows, ("inf-61", 6, 6), ("inf-217", 5, 6), ("inf-291", 5, 6), ("inf-1", 6, 6), ("pz-1", 8, 6), ("mot-36", 6, 6)
    )
    strengths(rows, ("rd-10", 3, 3), ("rd-90", 2, 2), ("rd-125", 2, 2))
    pieces: dict[str, object] = dict.fromkeys(("inf-61", "inf-217", "inf-291"), "0506")
    pieces |= {"inf-1": "0605", "pz-1": ("0605", 1), "mot-36": "0605"}
    pieces |= {f"rd-{n}": ("0606", 0, unit) for n, unit in enumerate(("rd-10", "rd-90", "rd-125"), 1)}
    if guns:
        pieces["arko"] = "0506"
    game = stage(pieces, ASSAULT, turn=8, rows=rows, die=die)
    attack(game, "0606", "inf-61", "inf-217", "inf-291", "inf-1", "pz-1", "mot-36")
    return game


@pytest.mark.rule("PM-14.23", "PM-14.35", "PM-14.39", "PM-14.41")
def test_example_2_a_city_assault_with_siege_artillery() -> None:
    game = city(guns=True)
    event = fought(game)
    assert (event.attack, event.defence, event.odds, event.column, event.code) == (36, 7, "5:1", "3:1", "1/2")
    fight = Battle(0, cell(game, "0606"), event.attackers)
    assert [owed(game.table, fight, who, n) for who, n in (("attacker", 1), ("defender", 2))] == [2, 6]
    assert all(where(game, f"rd-{n}") == "lost" for n in (1, 2, 3)), "three points pay what there is, the rest lapses"
    assert game.state.face[piece(game, "pz-1")] == 2, "the first loss is the panzer division's"
    assert waits(game) == ("german", "lose")
    lose(game, "inf-61")
    assert waits(game) == ("german", "advance") and advances(game, "inf-61") == {("0606",)}
    for key in ("inf-61", "inf-217", "inf-291", "inf-1", "pz-1", "mot-36"):
        game.apply(AdvanceUnit(piece(game, key), (cell(game, "0606"),)))
    assert where(game, "mot-36") == "0606", "a city holds ten"


def test_example_2_without_the_guns() -> None:
    game = city(guns=False)
    fight = Battle(0, cell(game, "0606"), fought(game).attackers)
    assert owed(game.table, fight, "defender", 2) == 4 and owed(game.table, fight, "attacker", 0) == 1


@pytest.mark.rule("PM-5.5", "PM-5.6", "PM-15.2", "PM-15.11")
@pytest.mark.parametrize(
    ("turn", "column", "left"),
    [(1, "4:1", {"0706", "0806", "0905", "1006", "1106", "1206"}), (2, "3:1", {"0706", "0806", "0905"})],
)
def test_example_3_a_mobile_assault_over_a_river(turn: int, column: str, left: set[str]) -> None:
    rows = ground_rows()
    terrain(rows, "forest", "0606")
    river(rows, "0506", "0606")
    strengths(rows, ("pz-1", 9, 7), ("pz-6", 7, 7), ("mot-36", 6, 6), ("rd-10", 4, 4))
    force = ("pz-1", "pz-6", "mot-36")
    game = stage({**dict.fromkeys(force, "0506"), "rd-1": ("0606", 0, "rd-10")}, MOVE, turn=turn, rows=rows, die=6)
    game.apply(overrun(game, "0606", *force))
    event = fought(game)
    assert (event.attack, event.odds, event.column, event.code) == (22, "5:1", column, "0/3")
    assert {where(game, key) for key in force} == {"0606"}
    assert left <= set(reach(game, "pz-1"))
    spare = 6 if turn == 1 else 3
    assert max(reach(game, "pz-1").values()) == spare
    game.apply(march(game, force, "0706"))


@pytest.mark.rule("PM-9.6")
def test_example_4_attenuated_supply_and_mud() -> None:
    for die, column in ((1, "5:1"), (3, "4:1"), (5, "3:1")):
        pieces = {"pz-1": EAST, "mot-36": "1605", "inf-61": "1605", "rd-1": ("1606", 0, "rd-10")}
        seed = seed_showing(("1d6", die), ("1d6", 3))
        game = stage(pieces, ASSAULT, turn=9, setting=eastern(), weather=MUD, seed=seed)
        event = attack(game, "1606", "pz-1", "mot-36", "inf-61")
        assert (event.attack, event.odds, event.column) == (19, "6:1", column)


@pytest.mark.rule("PM-9.6", "PM-9.7")
def test_example_4_units_cut_off_are_halved_together_and_cause_no_throw() -> None:
    rows = eastern_rows()
    far, near = [row.unit for row in rows.all(Unit) if row.nationality == "romanian" and row.size == "division"][:2]
    for unit, strength in ((far, 5), (near, 4)):
        for face in [each for each in rows.all(Face) if each.unit == unit]:
            rows.put(Face(unit=unit, face=face.face, attack=strength, defence=strength, movement=5))
    taken = {f"rd-{number}": f"01{number}" for number in range(10, 14)}
    pieces: dict[str, Any] = {"pz-1": EAST, "mot-36": "1605", "inf-61": "1605", "rd-1": ("1606", "3-3"), **taken}
    pieces |= dict.fromkeys((far, near), "1706")
    game = stage(pieces, ASSAULT, turn=9, rows=rows, weather=MUD, seed=seed_showing(("1d6", 3), ("1d6", 3)))
    assert [state_of(game, key) for key in (far, near, "inf-61")] == [OUT, OUT, "attenuated"]
    event = attack(game, "1606", "pz-1", "mot-36", "inf-61", far, near)
    assert (event.attack, event.odds, event.column) == (24, "8:1", "6:1") and throws(game) == [3]
    alone = stage(pieces, ASSAULT, turn=9, rows=rows, weather=MUD, die=3)
    assert attack(alone, "1606", far, near).attack == 5 and throws(alone) == [], "nine halved once, and no throw"


def flak(*, gun: bool = True, infantry: bool = True, cut: bool = False) -> BattleFought:
    """Example 5: four tank brigades and a rifle division against infantry with flak, on turn 7."""
    rows = ground_rows()
    brigades = (("tb-1", 4), ("tb-2", 4), ("tb-3", 3), ("tb-4", 2))
    strengths(rows, ("rd-10", 4, 4), ("inf-61", 5, 5))
    for key, factor in brigades:
        rows.put(Face(unit=key, face=0, attack=factor, defence=2, movement=7))
    pieces: dict[str, object] = {key: ("0605", 0, key) for key, _ in brigades}
    pieces |= {"rd-1": ("0706", 0, "rd-10")}
    pieces |= {"inf-61": "0606"} if infantry else {}
    pieces |= {"flak-i": "0606"} if gun else {}
    if cut:
        pieces |= {f"rd-{number}": at for number, at in enumerate(around("0606"), 2) if at not in ("0605", "0706")}
    game = stage(pieces, SOVIET_ASSAULT, turn=7, rows=rows, die=4)
    return attack(game, "0606", *(key for key, _ in brigades), "rd-1")


@pytest.mark.rule("PM-10.1", "PM-9.8")
def test_example_5_flak_against_tank_brigades() -> None:
    both, bare, alone, cut = flak(), flak(gun=False), flak(infantry=False), flak(cut=True)
    assert (both.attack, both.defence, both.column) == (11, 8, "1:1"), "thirteen tanks count seven"
    assert (bare.attack, bare.column) == (17, "3:1")
    assert (alone.attack, alone.defence, alone.column) == (17, 3, "5:1"), "flak alone has no effect"
    assert (cut.attack, cut.defence, cut.column) == (17, 4, "4:1"), "nor has it out of supply, and eight count four"


def beaten(**more: object) -> Game:
    """Example 6: three points against two divisions, one of them worn, and an assault gun battalion."""
    rows = ground_rows()
    strengths(rows, ("inf-61", 4, 3), ("inf-217", 4, 3))
    rows.put(Face(unit="stug-184", face=0, attack=2, defence=2, movement=10))
    pieces: dict[str, object] = {"inf-61": "0606", "inf-217": ("0606", 1), "stug-184": "0606", **more}
    pieces |= {f"rd-{number}": ("0706", "4-4") for number in range(1, 6)}
    game = stage(pieces, SOVIET_ASSAULT, rows=rows, die=6)
    assert attack(game, "0606", *(f"rd-{number}" for number in range(1, 6))).code == "0/3"
    assert game.state.face[piece(game, "inf-61")] == 1, "first the full division comes down"
    return game


@pytest.mark.rule("PM-14.32", "PM-14.35")
@pytest.mark.parametrize("first", ["inf-61", "inf-217", "stug-184"])
def test_example_6_a_stack_stands_and_one_of_three_survives(first: str) -> None:
    game = beaten()
    lose(game, first)
    assert waits(game) == ("german", "yield")
    game.apply(Done())
    assert waits(game) == ("german", "lose") and first not in payers(game) and len(payers(game)) == 2
    lose(game, sorted(payers(game))[0])
    assert sum(where(game, key) == "0606" for key in ("inf-61", "inf-217", "stug-184")) == 1


@pytest.mark.rule("PM-14.32", "PM-14.33")
def test_example_6_a_retreat_pays_one_point_and_needs_room() -> None:
    game = beaten()
    lose(game, "inf-217")
    game.apply(YieldTo(cell(game, "0506")))
    assert [where(game, key) for key in ("inf-61", "inf-217", "stug-184")] == ["0506", "lost", "0506"]
    others = [at for at in around("0606") if at not in ("0506", "0706")]
    shut = {f"rd-{number}": at for number, at in enumerate(others, 6)}
    crowd = dict.fromkeys(("inf-1", "inf-11", "inf-21", "ss-1-bde"), "0506")
    full_hex = beaten(**shut, **crowd)
    lose(full_hex, "inf-217")
    assert waits(full_hex) == ("german", "yield"), "a division and a battalion find room for one and a half"
    tight = beaten(**shut, **crowd)
    lose(tight, "stug-184")
    assert waits(tight) == ("german", "lose"), "two divisions do not"


@pytest.mark.rule("PM-14.36")
def test_example_7_half_units_in_defence() -> None:
    defenders = {"rd-1": ("0606", "4-5"), "cd-1": ("0606", "1-1"), "tb-1": ("0606", "1-1")}

    def struck() -> Game:
        game = stage({"inf-61": "0506", "inf-217": "0506", **defenders}, ASSAULT, die=5)
        assert attack(game, "0606", "inf-61", "inf-217").code == "1/1"
        return game

    division = struck()
    lose(division, "rd-1")
    assert waits(division)[0] == "german", "the division pays the point"
    halves = struck()
    lose(halves, "tb-1")
    assert waits(halves) == ("soviet", "lose"), "one half unit does not pay"
    lose(halves, "cd-1")
    assert waits(halves)[0] == "german" and where(halves, "rd-1") == "0606"
    wasted = struck()
    lose(wasted, "tb-1")
    lose(wasted, "rd-1")
    assert waits(wasted)[0] == "german" and where(wasted, "cd-1") == "0606", "nobody gets change"


@pytest.mark.rule("PM-14.35", "PM-14.36")
@pytest.mark.parametrize(("second", "lives"), [("cd-1", "rd-1"), ("rd-1", "cd-1")])
def test_example_7_half_units_in_attack(second: str, lives: str) -> None:
    own = {"rd-1": ("0506", "2-2"), "cd-1": ("0506", "1-1"), "tb-1": ("0506", "2-2")}
    game = stage({**own, "inf-61": "0606"}, SOVIET_ASSAULT, die=6)
    assert attack(game, "0606", *own).code == "1/1"
    if waits(game) == ("german", "yield"):
        game.apply(Done())
    assert where(game, "tb-1") == "lost", "the first loss is the tank brigade's, and pays a half"
    assert payers(game) == {"rd-1", "cd-1"}
    lose(game, second)
    assert where(game, lives) == "0506"


@pytest.mark.rule("PM-6.2", "PM-6.3")
def test_example_8_the_opponent_removes_the_least_that_cures_a_stack() -> None:
    battalions = ("stug-184", "stug-185", "stug-189", "stug-192")
    divisions = ("inf-61", "inf-217", "inf-291", "inf-1")

    def ended(*keys: str, at: str = "0506") -> Game:
        game = stage(dict.fromkeys(keys, at), MOVE)
        game.apply(Done())
        return game

    assert waits(ended(*divisions[:3], *battalions, "inf-11"))[1] != "remove", "three, a whole and a fourth"
    assert waits(ended(*divisions[:3], *battalions, "ss-1-bde", "ss-2-bde"))[1] != "remove"
    assert waits(ended(*divisions[:3], *battalions, "stug-201")) == ("soviet", "remove"), "a fifth battalion never"
    over = ended(*divisions, *battalions, "ss-1-bde")
    assert waits(over) == ("soviet", "remove")
    offered = {over.scenario.pieces[each.piece].key for each in over.options() if isinstance(each, RemoveUnit)}
    assert offered == {*divisions, "ss-1-bde"}, "a battalion would leave five and a quarter"
    over.apply(RemoveUnit(piece(over, "ss-1-bde")))
    assert waits(over)[1] != "remove" and where(over, "ss-1-bde") == "lost", "one unit is enough"
    city = ended(*divisions, "inf-11", "inf-21", *battalions, "stug-201", at="1203")
    assert waits(city) == ("soviet", "remove"), "a city holds ten, but still four small ones"
    allies = ("ro-inf-5", "ro-inf-6", "ro-inf-7")
    assert waits(ended(*allies, "stug-184"))[1] != "remove"
    assert waits(ended(*allies, "stug-184", "stug-185")) == ("soviet", "remove"), "one German unit of any size"
