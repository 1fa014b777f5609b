"""Proud Monster: German defenders who give ground, and hedgehogs that do not (PM 14.32 to 14.34, 14.40)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.play import Game
from engine.records.board import Box, Region, RegionCell
from engine.records.counters import Face
from engine.records.play import MechanismRow
from engine.rules.setting import Setting
from engine.rules.yielding import Yielding, YieldTo
from engine.scenario import compile_scenario
from engine.state.actions import AdvanceUnit, DeclareAttack, Done, LoseStep
from engine.systems import setting_of
from engine.systems.proud_monster.hedgehogs import BreakHedgehog, FormHedgehog
from tests.kit.boards import place, river
from tests.kit.guderian import cell, fought, lose, move, overrun, phase, piece, refused, skip_to, waits, where
from tests.kit.monster import (
    ASSAULT,
    BEGINNERS,
    MOVE,
    SOVIET_ASSAULT,
    SOVIET_MOVE,
    attack,
    full,
    ground_rows,
    stage,
    terrain,
)

FIVE = {f"rd-{number}": ("0706", "4-4") for number in range(1, 6)}
TWO = {f"rd-{number}": ("0706", "4-4") for number in (1, 2)}


@lru_cache(maxsize=1)
def ground() -> Setting:
    """A German hex, 0606, with sea to its north and hills across a river.

    Kholm (1006) is a city, Demyansk (1506) a town.  Weak divisions inf-61, inf-217 and inf-291 defend with 3; the Axis
    is supplied from column 01.
    """
    rows = ground_rows()
    for unit in ("inf-61", "inf-217", "inf-291"):
        for face in (0, 1):
            rows.put(Face(unit=unit, face=face, attack=4, defence=3, movement=5))
    terrain(rows, "sea", "0605")
    terrain(rows, "hills", "0506")
    river(rows, "0606", "0506")
    place(rows, "Kholm", "1006", kind="city", owner="german", key="kholm")
    place(rows, "Demyansk", "1506", kind="town", owner="german", key="demyansk")
    return setting_of(compile_scenario(rows))


def assault(
    pieces: dict[str, object], target: str, *attackers: str, die: int, turn: int = 4, **position: object
) -> Game:
    """A Soviet assault as far as the defender's answer."""
    game = stage(pieces, SOVIET_ASSAULT, setting=ground(), die=die, turn=turn, **position)
    attack(game, target, *attackers)
    return game


def ways(game: Game) -> set[str]:
    board = game.setting.board
    return {board.label(action.cell) for action in game.options() if isinstance(action, YieldTo)}  # type: ignore[arg-type]


def open_to(game: Game, key: str) -> set[str]:
    """Where a unit could retreat from where it stands."""
    board, rule = game.setting.board, game.table.mechanism(Yielding)
    return {board.label(cell) for cell in rule.ways(game.table, (piece(game, key),))}  # type: ignore[arg-type]


def go(game: Game, label: str) -> YieldTo:
    return YieldTo(cell(game, label))


def three(die: int, **more: object) -> Game:
    """Twenty points against nine: 2:1, where a 3 is 1/1 and a 6 is 0/3."""
    defenders = {"inf-61": "0606", "inf-217": ("0606", 1), "inf-291": ("0606", 1), **more}
    return assault({**FIVE, **defenders}, "0606", *FIVE, die=die)


@pytest.mark.rule("PM-14.32")
def test_one_point_may_be_paid_by_leaving_together_unhurt() -> None:
    game = three(3)
    assert fought(game).code == "1/1" and waits(game) == ("german", "yield")
    assert ways(game) == {"0506", "0507"}, "nearer to the zone, not east of where they stood"
    refused(game, go(game, "0607"), "PM-14.32")
    game.apply(go(game, "0507"))
    assert [where(game, key) for key in ("inf-61", "inf-217", "inf-291")] == ["0507"] * 3
    assert waits(game) == ("soviet", "lose"), "the defender answers first, then the attacker pays"
    lose(game, "rd-1")
    game.apply(AdvanceUnit(piece(game, "rd-2"), (cell(game, "0606"),)))
    assert where(game, "rd-2") == "0606"


@pytest.mark.rule("PM-14.32")
def test_whoever_stands_pays_with_a_step() -> None:
    game = three(3)
    game.apply(Done())
    assert game.state.face[piece(game, "inf-61")] == 1, "the only one with more than a step"
    assert where(game, "inf-217") == "0606"


@pytest.mark.rule("PM-14.32")
def test_a_retreat_pays_for_one_point_only_and_comes_after_the_losses() -> None:
    game = three(6)
    assert fought(game).code == "0/3"
    assert game.state.face[piece(game, "inf-61")] == 1 and waits(game) == ("german", "lose"), "then one of the three"
    choices = [action.piece for action in game.options() if isinstance(action, LoseStep)]
    assert len(choices) == 3
    lose(game, "inf-217")
    assert waits(game) == ("german", "yield")
    game.apply(go(game, "0507"))
    assert [where(game, key) for key in ("inf-61", "inf-217", "inf-291")] == ["0507", "lost", "0507"]


@pytest.mark.rule("PM-14.32")
def test_the_last_step_may_be_saved_by_leaving() -> None:
    game = assault({**TWO, "inf-61": ("0606", 1)}, "0606", *TWO, die=3)
    assert fought(game).code == "1/1" and waits(game) == ("german", "yield")
    game.apply(go(game, "0507"))
    assert where(game, "inf-61") == "0507" and waits(game) == ("soviet", "lose")


@pytest.mark.rule("PM-14.32")
def test_who_never_retreats() -> None:
    game = stage({"inf-61": "0506", "inf-217": "0506", "rd-1": ("0606", "3-3")}, ASSAULT, setting=ground(), die=6)
    attack(game, "0606", "inf-61", "inf-217")
    assert where(game, "rd-1") == "lost", "the Soviet side stands"
    six = {**FIVE, "rd-6": ("0707", "4-4")}
    game = assault({**six, "inf-61": ("0606", 1)}, "0606", *six, die=1)
    assert fought(game).code == "0/E" and where(game, "inf-61") == "lost"
    tanks = {"td-1": ("0706", "3-2"), "td-2": ("0706", "3-2")}
    mobile = stage({**tanks, "inf-61": ("0606", 1)}, SOVIET_MOVE, setting=ground(), die=3)
    mobile.apply(overrun(mobile, "0606", *tanks))
    assert fought(mobile).code == "1/1" and where(mobile, "inf-61") == "lost"
    rows = ground_rows()
    simple = stage(
        {"rd-1": ("0706", "3-3"), "rd-2": ("0706", "3-3"), "rd-3": ("0706", "3-3"), "stug-184": "0606"},
        SOVIET_ASSAULT,
        rows=rows,
        options=BEGINNERS,
        die=6,
    )
    attack(simple, "0606", "rd-1", "rd-2", "rd-3")
    assert where(simple, "stug-184") == "lost", "not in the beginners' game"


@pytest.mark.rule("PM-14.32")
def test_a_retreat_leads_nearer_to_the_supply_of_the_unit_or_where_it_can() -> None:
    shut = {"rd-6": "0506", "rd-7": "0507"}
    game = three(3, **shut)
    assert ways(game) == {"0607"}, "no nearer hex is free of the enemy, so the nearest of the rest"
    game = stage({"ro-inf-1": "0606", "inf-1": "0808", "rd-1": "0706"}, SOVIET_ASSAULT, setting=ground())
    for key, home in (("ro-inf-1", {"0507", "0607"}), ("inf-1", {"0708", "0709"})):
        assert open_to(game, key) == home, "towards its own part of the zone"


@pytest.mark.rule("PM-14.32")
def test_a_box_that_supplies_lies_nowhere_on_the_way_home() -> None:
    rows = ground_rows()
    rows.put(Box(box="okh", name="OKH"))
    rows.put(RegionCell(region="zomo-hungary", cell="okh"))
    game = stage({"hf-corps": "0413", "rd-1": "1402"}, SOVIET_ASSAULT, rows=rows)
    assert "0412" in open_to(game, "hf-corps"), "north, towards Hungary, which ends with 0109"


@pytest.mark.rule("PM-14.33")
def test_a_retreat_costs_nothing_but_keeps_to_what_is_forbidden() -> None:
    game = three(3, **{"rd-6": "0507", "rd-7": "0607"})
    assert ways(game) == {"0506"}, "hills across a river cost nothing, the sea is closed"
    ring = {f"rd-{number}": at for number, at in enumerate(("3116S", "3316S", "3115S", "3315S", "3217S"), 1)}
    for weather, open_ways in (({}, set()), ({"north": "snow", "south": "snow"}, {"3215S"})):
        game = stage({**ring, "inf-1": "3216S"}, SOVIET_ASSAULT, turn=11, setting=full(), weather=weather)
        assert open_to(game, "inf-1") == open_ways


@pytest.mark.rule("PM-14.33", "PM-14.32")
def test_all_go_or_all_stay_and_only_where_there_is_room() -> None:
    crowd = dict.fromkeys(("inf-1", "inf-11", "inf-21"), "0507")
    shut = {"rd-6": "0506", "rd-7": "0607", "rd-8": "0707"}
    game = three(3, **crowd, **shut)
    assert waits(game) != ("german", "yield"), "three more than the two for whom there is room: they stand and pay"
    assert game.state.face[piece(game, "inf-61")] == 1 and where(game, "inf-217") == "0606"
    game = three(3, **dict(list(crowd.items())[:2]), **shut)
    assert ways(game) == {"0507"}
    game.apply(go(game, "0507"))
    assert len(game.table.stack(cell(game, "0507"))) == 5


@pytest.mark.rule("PM-14.33")
def test_stacking_is_judged_after_the_losses() -> None:
    crowd = dict.fromkeys(("inf-1", "inf-11", "inf-21"), "0507")
    shut = {"rd-6": "0506", "rd-7": "0607", "rd-8": "0707"}
    game = three(6, **crowd, **shut)
    assert waits(game) == ("german", "lose")
    lose(game, "inf-291")
    assert waits(game) == ("german", "yield") and ways(game) == {"0507"}


@pytest.mark.rule("PM-14.34")
def test_whoever_retreated_into_a_later_battle_adds_nothing_and_dies_with_any_result() -> None:
    others = {"rd-6": ("0508", "3-3"), "rd-7": ("0508", "3-3"), "inf-1": "0507", "rd-8": ("0508", "3-3")}
    for attackers, hurt in ((("rd-6",), False), (("rd-6", "rd-7", "rd-8"), True)):
        seed = 0
        while True:
            game = stage({**TWO, "inf-61": ("0606", 1), **others}, SOVIET_ASSAULT, setting=ground(), seed=seed)
            if attack(game, "0606", *TWO).code == "1/1":
                game.apply(go(game, "0507"))
                lose(game, "rd-1")
                game.apply(AdvanceUnit(None))
                second = attack(game, "0507", *attackers)
                if (second.code.split("/")[1] != "0") == hurt:
                    break
            seed += 1
        assert second.defenders == (piece(game, "inf-1"),) and second.defence == 7
        assert (where(game, "inf-61") == "lost") == hurt
        if hurt:
            assert waits(game) == ("german", "yield"), "his loss pays for nothing of theirs"


@pytest.mark.rule("PM-14.34")
def test_a_hex_with_nobody_but_the_retreated_is_left_alone() -> None:
    pieces = {**TWO, "rd-6": ("0508", "3-3"), "inf-1": "0509", "inf-61": ("0606", 1)}
    game = assault(pieces, "0606", *TWO, die=3)
    game.apply(go(game, "0507"))
    lose(game, "rd-1")
    game.apply(AdvanceUnit(None))
    refused(game, DeclareAttack(piece(game, "rd-6"), cell(game, "0507")), "PM-14.2")


# Hedgehogs


POCKET = {"inf-61": "1006", "inf-217": "1006", "ro-cav-1": "1506", "rd-1": ("1106", "4-4"), "rd-2": ("1106", "4-4")}


def december(pieces: dict[str, object], where_formed: tuple[str, ...] = ("1006",), **more: object) -> Game:
    game = stage(pieces, MOVE, setting=ground(), turn=12, **more)
    for at in where_formed:
        game.apply(FormHedgehog(cell(game, at)))
    return game


@pytest.mark.rule("PM-14.40")
def test_hedgehogs_are_formed_in_december_in_towns_around_a_german_unit() -> None:
    early = stage(POCKET, MOVE, setting=ground(), turn=11)
    assert waits(early) == ("german", "move")
    game = stage({**POCKET, "inf-291": "0506", "inf-1": "1807"}, MOVE, setting=ground(), turn=12)
    assert waits(game) == ("german", "hedgehog")
    refused(game, FormHedgehog(cell(game, "0506")), "PM-14.40")
    refused(game, FormHedgehog(cell(game, "1506")), "PM-14.40")
    game.apply(FormHedgehog(cell(game, "1006")))
    refused(game, BreakHedgehog(cell(game, "1006")), "PM-14.40")
    game.apply(FormHedgehog(cell(game, "1807")))
    assert waits(game) == ("german", "move"), "there is nothing left to settle"
    skip_to(game, "axis-movement-2", 12)
    assert waits(game) == ("german", "hedgehog")
    refused(game, FormHedgehog(cell(game, "1006")), "PM-14.40")
    refused(game, move(game, "inf-61", "0906"), "PM-14.40")
    game.apply(BreakHedgehog(cell(game, "1006")))
    game.apply(Done())
    assert set(game.state.marks["hedgehog"]) == {cell(game, "1807")}
    town = december({"inf-61": "1506", "ro-cav-1": "1506", "rd-1": "2006"}, ("1506",))
    assert waits(town) == ("german", "move"), "an ally with a German is in it"


@pytest.mark.rule("PM-14.40")
def test_a_hedgehog_shifts_two_and_gives_no_concentric_bonus_nor_retreat() -> None:
    ring = {f"rd-{number}": ("1507" if number < 6 else "1706", "4-4") for number in range(1, 11)}
    plain = {**dict.fromkeys(("inf-61", "inf-1", "inf-11"), "1606"), **ring}
    rows = ground_rows()
    place(rows, "Demyansk", "1606", kind="town", owner="german", key="demyansk")
    made = setting_of(compile_scenario(rows))
    shifts = {}
    for formed in (False, True):
        game = stage(plain, MOVE, setting=made, turn=12, die=6)
        if formed:
            game.apply(FormHedgehog(cell(game, "1606")))
        skip_to(game, SOVIET_ASSAULT, 12)
        view = game.view(1).forecast(cell(game, "1606"), [piece(game, key) for key in ring])
        shifts[formed] = {shift.why: shift.columns for shift in view.shifts}
        assert attack(game, "1606", *ring).code == ("4/1" if formed else "0/3")
        while waits(game)[1] == "lose" and waits(game)[0] == "german":
            game.apply(next(iter(game.options())))
        assert (waits(game)[1] == "yield") == (not formed)
    assert shifts[True].pop("a hedgehog") == -2
    assert shifts[False].pop("a concentric assault") == 1 and shifts[True] == shifts[False]


@pytest.mark.rule("PM-14.40")
def test_whoever_is_in_a_hedgehog_does_not_attack() -> None:
    game = december({**POCKET, "pz-1": "1006", "pz-6": "1006", "inf-291": "1107"})
    refused(game, overrun(game, "1106", "pz-1", "pz-6"), "PM-14.40")
    game.apply(Done())
    assert phase(game) == ASSAULT
    refused(game, DeclareAttack(piece(game, "inf-61"), cell(game, "1106")), "PM-14.40")
    game = december({**POCKET, "pz-1": "1006", "pz-6": "1006"}, ())
    assert game.judge(Done())
    game.apply(Done())
    assert game.judge(overrun(game, "1106", "pz-1", "pz-6"))


@pytest.mark.rule("PM-14.40")
def test_a_hedgehog_ends_when_the_enemy_enters() -> None:
    game = december(POCKET, seed=3)
    skip_to(game, SOVIET_ASSAULT, 12)
    mark = game.table.marked("hedgehog", cell(game, "1006"))
    game.table.eliminate(piece(game, "inf-61"), "for the test", "")
    game.table.eliminate(piece(game, "inf-217"), "for the test", "")
    game.table.tell("entered", piece(game, "rd-1"), (cell(game, "1006"),))
    assert mark and not game.table.marked("hedgehog", cell(game, "1006"))


@pytest.mark.rule("PM-14.33")
def test_nobody_gives_ground_into_a_region_that_is_closed_to_him() -> None:
    rows, shut = ground_rows(), {"units": {"sides": ["german"]}, "region": "shut", "case": "PM-8.5"}
    for label in ("0506", "0507"):
        rows.put(RegionCell(region="shut", cell=label))
    rows.put(Region(region="shut", name="Shut"))
    rows.put(MechanismRow(mechanism="closed-regions", params={"closed_to": [shut]}))
    game = stage({"inf-61": "0606"}, SOVIET_ASSAULT, setting=setting_of(compile_scenario(rows)), turn=4)
    rule, where = game.table.mechanism(Yielding), piece(game, "inf-61")
    found = {game.setting.board.label(at) for at in rule._open(game.table, (where,))}  # type: ignore[arg-type]
    around = {game.setting.board.label(at) for at in game.setting.neighbours[cell(game, "0606")]}  # type: ignore[arg-type]
    assert len(around) == 6 and found == around - {"0506", "0507"} and len(found) == 4
