"""Proud Monster: attenuated supply, and the ways out of it: air supply, a pause, concentration (PM 9.6, 9.18-9.20)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face
from engine.rules.air_supply import FLOWN, SupplyByAir
from engine.rules.attenuation import AttenuatedSupply
from engine.rules.forecast import Forecast, forecast_battle
from engine.rules.joining import standing
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import DeclareAttack, Done, RestoreStep
from engine.state.events import BattleFought, DieRolled
from engine.state.tasks import Battle
from engine.systems import setting_of
from engine.systems.proud_monster.concentration import CHOSEN, ConcentrateOn, Reaffirm
from engine.systems.proud_monster.pause import LEFT, OVER, AbandonPause, DeclarePause, Pause
from engine.systems.proud_monster.refits import Refits
from tests.kit.boards import redraw, region
from tests.kit.guderian import cell, fought, march, move, overrun, piece, reach, refused, seed_showing, skip_to, waits
from tests.kit.guderian import phase as phase_of
from tests.kit.monster import ASSAULT, CHECK, MOVE, SOVIET_ASSAULT, attack, columns_of, ground_rows, stage
from tests.systems.proud_monster.test_supply import FULL, OUT, infantry, ring, state_of

REFIT, REFIT_2, MOVE_2 = "axis-refit-1", "axis-refit-2", "axis-movement-2"
EAST = "1506"
MUD = {"north": "mud"}
TABLE = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}


def strengths(rows: Rows, **found: tuple[float, float]) -> None:
    """Give units attack and defence factors, the same on every face."""
    for key, (attacking, defending) in found.items():
        unit = key.replace("_", "-")
        for row in [each for each in rows.all(Face) if each.unit == unit]:
            rows.put(Face(unit=unit, face=row.face, attack=attacking, defence=defending, movement=row.movement))


@lru_cache(maxsize=1)
def eastern() -> Setting:
    """The setting of the training ground with the line behind column 12."""
    return setting_of(compile_scenario(eastern_rows()))


def eastern_rows() -> Rows:
    """The rows of that ground."""
    rows = ground_rows()
    redraw(rows, "gas-west", *columns_of(1, 12))
    strengths(rows, pz_1=(8, 7), mot_36=(6, 6), inf_61=(5, 5), inf_217=(5, 5), inf_291=(4, 4), rd_10=(3, 3))
    return rows


def throws(game: Game) -> list[int]:
    """What was thrown for attenuated supply."""
    events = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
    return [event.total for event in events if event.why.startswith("attenuated")]


def seen(game: Game, target: str, *names: str, kind: str = "") -> Forecast:
    """The forecast of a battle."""
    battle = Battle(0, cell(game, target), tuple(piece(game, name) for name in names), kind=kind)
    return forecast_battle(game.table, standing(game.table, battle))


# The throw


@pytest.mark.rule("PM-9.6", "PM-17.10")
@pytest.mark.parametrize(("turn", "sky", "more"), [(4, "dry", 0), (6, "dry", 1), (11, "snow", 2), (12, "mud", 3)])
@pytest.mark.parametrize("die", range(1, 7))
def test_attenuated_attacks_throw_with_modifiers(turn: int, sky: str, more: int, die: int) -> None:
    pieces = {"pz-1": EAST, "mot-36": EAST, "rd-1": ("1606", 0, "rd-10")}
    seed = seed_showing(("1d6", die), ("1d6", 3))
    game = stage(pieces, ASSAULT, turn=turn, setting=eastern(), weather={"north": sky}, seed=seed)
    event = attack(game, "1606", "pz-1", "mot-36")
    left = TABLE[min(6, die + more)]
    shift = ((-left, "attenuated supply", "PM-9.6"),) if left else ()
    assert throws(game) == [die] and event.odds == "4:1"
    assert event.column == {0: "4:1", 1: "3:1", 2: "2:1", 3: "1:1"}[left]
    assert event.shifts == shift


@pytest.mark.rule("PM-9.6")
def test_an_attack_from_the_west_throws_nothing_and_a_mixed_one_does() -> None:
    pieces = {"pz-1": "1206", "inf-61": "1206", "mot-36": "1305", "rd-1": ("1306", 0, "rd-10")}
    west = stage(pieces, ASSAULT, setting=eastern(), die=3)
    attack(west, "1306", "pz-1", "inf-61")
    assert throws(west) == []
    mixed = stage(pieces, ASSAULT, setting=eastern(), die=3)
    attack(mixed, "1306", "pz-1", "mot-36")
    assert throws(mixed) == [3]


@pytest.mark.rule("PM-9.6")
def test_soviet_attacks_and_defenders_beyond_the_line_throw_nothing() -> None:
    game = stage({"inf-61": "1606", "rd-1": (EAST, "4-4")}, SOVIET_ASSAULT, setting=eastern(), die=3)
    event = attack(game, "1606", "rd-1")
    assert throws(game) == [] and event.defence == 5, "it defends as always"


@pytest.mark.rule("PM-9.6")
@pytest.mark.parametrize("turn", [4, 9, 12])
def test_the_forecast_foresees_the_throw_exactly(turn: int) -> None:
    pieces = {"pz-1": EAST, "mot-36": EAST, "rd-1": ("1606", 0, "rd-10")}
    before = seen(stage(pieces, ASSAULT, turn=turn, setting=eastern()), "1606", "pz-1", "mot-36")
    counted: dict[str, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            seed = seed_showing(("1d6", first), ("1d6", second))
            event = attack(stage(pieces, ASSAULT, turn=turn, setting=eastern(), seed=seed), "1606", "pz-1", "mot-36")
            counted[event.code] = counted.get(event.code, Fraction(0)) + Fraction(1, 36)
    assert before.chances == counted
    assert sum(chance for _, chance in before.spread) == 1 and all(columns <= 0 for columns, _ in before.spread)


@pytest.mark.rule("PM-9.6")
def test_an_automatic_result_is_looked_for_after_the_throw() -> None:
    rows = eastern_rows()
    strengths(rows, rd_10=(2, 2))
    pieces = {"pz-1": EAST, "mot-36": EAST, "inf-61": EAST, "rd-1": ("1606", 0, "rd-10")}
    game = stage(pieces, ASSAULT, rows=rows, seed=seed_showing(("1d6", 4), ("1d6", 5)))
    event = attack(game, "1606", "pz-1", "mot-36", "inf-61")
    assert (event.odds, event.column, event.total) == ("9:1", "7:1", 5), "no longer above the table"


@pytest.mark.rule("PM-15.4")
@pytest.mark.parametrize(("start", "path", "thrown"), [("1206", "1306", []), ("1306", "1206", [4])])
def test_a_mobile_assault_throws_by_where_it_set_out(start: str, path: str, thrown: list[int]) -> None:
    target = "1406" if path == "1306" else "1107"
    pieces = {"pz-1": start, "mot-36": start, "rd-1": (target, "1-1")}
    game = stage(pieces, MOVE, setting=eastern(), seed=seed_showing(("1d6", 4), ("1d6", 4)))
    game.apply(march(game, ("pz-1", "mot-36"), path))
    assert bool(seen(game, target, "pz-1", "mot-36", kind="overrun").spread) == bool(thrown)
    game.apply(overrun(game, target, "pz-1", "mot-36"))
    assert throws(game) == thrown
    assert fought(game).shifts == (((-2, "attenuated supply", "PM-9.6"),) if thrown else ())


@pytest.mark.rule("PM-9.6")
def test_every_battle_throws_for_itself() -> None:
    pieces = {"pz-1": EAST, "mot-36": "1706", "rd-1": ("1606", "1-1"), "rd-2": ("1806", "1-1")}
    game = stage(pieces, ASSAULT, setting=eastern(), die=6)
    attack(game, "1606", "pz-1")
    skip_battle(game)
    attack(game, "1806", "mot-36")
    assert len(throws(game)) == 2 and not game.table.count(f"battle.attenuated.{cell(game, '1606')}")


def skip_battle(game: Game) -> None:
    """Answer what is left of a battle with the first option, until the next may be declared."""
    while waits(game)[1] != "declare":
        game.apply(next(iter(game.options())))


# By air


def pocket(*, carried: str = "", phase: str = MOVE, **more: Any) -> Game:
    """A panzer and two infantry divisions in a pocket whose only way out is an empty fort; perhaps with a marker."""
    rows = ground_rows()
    region(rows, "kiev-forts", "0706")
    pieces = {"pz-1": "0806", "inf-61": "0806", "inf-217": "0806", "inf-291": "0306", **ring("0806", but=("0706",))}
    marks = {FLOWN: {carried: 1}} if carried else {}
    return stage({**pieces, **more.pop("pieces", {})}, phase, rows=rows, marks=marks, **more)


@pytest.mark.rule("PM-9.18")
def test_two_markers_are_laid_one_to_a_hex_at_the_start_of_an_axis_player_turn() -> None:
    game = pocket(phase=REFIT, supply=True)
    assert waits(game) == ("german", "air-supply") and state_of(game, "inf-61") == OUT
    game.apply(SupplyByAir(piece(game, "inf-61"), 1))
    assert [state_of(game, key) for key in ("pz-1", "inf-61", "inf-217")] == ["by air"] * 3
    refused(game, SupplyByAir(piece(game, "pz-1"), 2), "PM-9.18")
    refused(game, SupplyByAir(piece(game, "inf-291"), 1), "PM-9.18")
    refused(game, SupplyByAir(piece(game, "rd-11"), 2), "PM-9.18")
    refused(game, SupplyByAir(piece(game, "inf-291"), 3), "PM-9.18")
    game.apply(SupplyByAir(piece(game, "inf-291"), 2))
    assert waits(game)[1] != "air-supply", "both are laid"
    skip_to(game, REFIT_2)
    assert waits(game) == ("german", "air-supply") and state_of(game, "inf-61") == "by air", "it stays until then"
    refused(game, SupplyByAir(piece(game, "inf-291"), 1), "PM-9.18")
    game.apply(SupplyByAir(piece(game, "pz-1"), 1))
    assert game.table.bearing(FLOWN) == {piece(game, "pz-1"): 1, piece(game, "inf-291"): 2}, "laid anew"


@pytest.mark.rule("PM-9.18")
def test_units_on_air_supply_fight_at_full_strength_and_move_but_mechanised_ones_six() -> None:
    cut, fed = pocket(), pocket(carried="inf-61")
    allowances = [[game.table.allowance(piece(game, key), group(game)) for key in STACK] for game in (cut, fed)]
    assert allowances == [[6, 3, 3], [6, 5, 5]]
    rows = ground_rows()
    slow = [row for row in rows.all(Face) if row.unit == "pz-1" and row.movement != 12]
    assert slow and slow[0].movement == 10
    worn = pocket(carried="inf-61", pieces={"pz-1": ("0806", slow[0].face)})
    assert worn.table.allowance(piece(worn, "pz-1"), group(worn)) == 6, "not half of ten"
    target = next(at for at, _ in (value for key, value in ring("0806", but=("0706",)).items()))
    for carried, share in (("", 2), ("inf-61", 1)):
        game = pocket(carried=carried, phase=ASSAULT, die=3)
        whole = sum(game.table.face(piece(game, key)).attack for key in STACK)
        assert attack(game, target, *STACK).attack == -(-whole // share)


STACK = ("pz-1", "inf-61", "inf-217")


def group(game: Game) -> tuple[int, ...]:
    """The stack of the pocket."""
    return tuple(piece(game, key) for key in STACK)


@pytest.mark.rule("PM-9.18")
def test_whoever_parts_from_the_marker_is_out_of_supply_at_once() -> None:
    game = pocket(carried="inf-61")
    assert max(reach(game, "inf-217").values()) == 3, "alone it leaves the marker"
    assert max(reach(game, "inf-61").values()) == 5, "the marker goes with it"
    both = march(game, ("inf-61", "inf-217"), "0706", "0606", "0506", "0406")
    assert game.judge(both), "together they have the marker"
    away = march(game, ("pz-1", "inf-217"), "0706", "0606", "0506", "0406")
    refused(game, away, "PM-12.10")
    game.apply(march(game, ("inf-61", "inf-217"), "0706"))
    assert state_of(game, "pz-1") == FULL, "the fort was taken on the way: there is a line"
    lone = pocket(carried="inf-61", phase=ASSAULT, die=3)
    assert state_of(lone, "inf-217") == "by air"


@pytest.mark.rule("PM-9.18")
def test_who_is_dropped_on_the_way_goes_on_without_supply() -> None:
    rows = ground_rows()
    pieces: dict[str, Any] = {"inf-61": "0806", "inf-217": "0806"}
    far = {f"rd-{number}": at for number, at in enumerate(columns_of(5, 5), 41)}
    game = stage({**pieces, **far}, MOVE, rows=rows, marks={FLOWN: {"inf-61": 1}})
    game.apply(march(game, ("inf-61", "inf-217"), "0906"))
    game.apply(move(game, "inf-61", "1006"))
    assert state_of(game, "inf-61") == "by air" and state_of(game, "inf-217") == OUT
    assert max(reach(game, "inf-217").values()) == 2, "three points, of which one is spent"


@pytest.mark.rule("PM-9.18")
def test_infantry_is_replaced_by_air_and_rests_while_panzers_never_refit() -> None:
    worn = {"pz-1": ("0806", 2), "inf-61": ("0806", 1)}
    game = pocket(carried="inf-61", phase=REFIT, pieces=worn)
    assert waits(game) == ("german", "replace")
    game.apply(RestoreStep(piece(game, "inf-61")))
    assert game.table.mechanism(Refits).judge(game.table, 0, piece(game, "pz-1")).case == "PM-8.20"
    while phase_of(game) == REFIT:
        assert waits(game)[1] != "refit", "on air supply nobody refits"
        game.apply(Done())
    skip_to(game, MOVE)
    refused(game, move(game, "inf-61", "0706"), "PM-9.18")
    skip_to(game, ASSAULT)
    target = ring("0806", but=("0706",))["rd-11"][0]
    refused(game, DeclareAttack(piece(game, "inf-61"), cell(game, target)), "PM-9.18")
    skip_to(game, MOVE_2)
    assert game.judge(move(game, "inf-61", "0706")), "in the next player turn it moves again"


@pytest.mark.rule("PM-9.18", "PM-9.6")
def test_air_supply_beyond_the_line_still_throws() -> None:
    pieces: dict[str, Any] = {"inf-61": "1606", "inf-217": "1606", **ring("1606")}
    target = ring("1606")["rd-11"][0]
    for carried, thrown in ((False, []), (True, [3])):
        marks = {FLOWN: {"inf-61": 1}} if carried else {}
        game = stage(pieces, ASSAULT, setting=eastern(), die=3, marks=marks)
        attack(game, target, "inf-61", "inf-217")
        assert throws(game) == thrown


@pytest.mark.rule("PM-9.18")
def test_a_marker_stays_with_the_stack_when_its_unit_is_lost() -> None:
    game = pocket(carried="inf-61")
    game.table.eliminate(piece(game, "inf-61"), "for the test", "")
    assert state_of(game, "inf-217") == "by air" and len(game.table.bearing(FLOWN)) == 1
    for key in ("inf-217", "pz-1"):
        game.table.eliminate(piece(game, key), "for the test", "")
    assert not game.table.bearing(FLOWN)


# The pause


def after_turn(turn: int) -> Game:
    """The end of a turn, with a German attack at hand beyond the line."""
    return stage(
        {"pz-1": EAST, "mot-36": EAST, "rd-1": ("1606", 0, "rd-10")}, CHECK, turn=turn, setting=eastern(), supply=True
    )


@pytest.mark.rule("PM-9.19")
def test_a_pause_may_be_declared_at_the_end_of_turns_2_and_3_only() -> None:
    for turn in (2, 3):
        assert waits(after_turn(turn)) == ("german", "pause")
    for turn in (1, 4):
        assert waits(after_turn(turn))[1] != "pause"


@pytest.mark.rule("PM-9.19")
def test_a_pause_lasts_three_couplets_and_ends_attenuation_for_good() -> None:
    game = after_turn(2)
    game.apply(DeclarePause())
    for turn, phase, left in ((3, MOVE, 3), (3, MOVE_2, 2), (4, MOVE, 1)):
        skip_to(game, phase, turn)
        assert game.table.count(LEFT) == left and state_of(game, "pz-1") == "attenuated", "until the last is over"
        refused(game, overrun(game, "1606", "pz-1", "mot-36"), "PM-9.19")
        assert game.judge(move(game, "pz-1", "1505")), "they move as always"
        assert game.table.verdict("may_attack", piece(game, "pz-1")).case == "PM-9.19", "nor in prepared assaults"
    skip_to(game, MOVE_2, 4)
    assert (game.table.count(LEFT), game.table.count(OVER)) == (0, 1)
    assert game.judge(overrun(game, "1606", "pz-1", "mot-36"))
    assert state_of(game, "pz-1") == FULL and not seen(game, "1606", "pz-1", "mot-36").spread
    game.apply(overrun(game, "1606", "pz-1", "mot-36"))
    assert throws(game) == []


@pytest.mark.rule("PM-9.19")
def test_after_a_pause_nobody_is_asked_for_another() -> None:
    pieces = {"pz-1": EAST, "mot-36": EAST, "rd-1": ("1606", 0, "rd-10")}
    for tallies, asked in (({}, True), ({OVER: 1}, False)):
        game = stage(pieces, CHECK, turn=3, setting=eastern(), supply=True, tallies=tallies)
        assert (waits(game) == ("german", "pause")) is asked
    rule = game.table.mechanism(Pause)
    nobody = msgspec.structs.replace(rule, side="")
    assert list(rule.opening(after_turn(3).table, None)) and not list(nobody.opening(after_turn(3).table, None))


@pytest.mark.rule("PM-9.19")
def test_soviet_units_attack_in_a_pause() -> None:
    pieces = {"inf-61": "1506", "rd-1": ("1606", "5-5")}
    game = stage(pieces, SOVIET_ASSAULT, turn=3, setting=eastern(), die=3, tallies={LEFT: 3})
    assert attack(game, "1506", "rd-1").attack == 5


@pytest.mark.rule("PM-9.19")
def test_a_pause_that_is_given_up_gains_nothing() -> None:
    game = after_turn(2)
    game.apply(DeclarePause())
    while waits(game)[1] != "pause":
        game.apply(Done())
    assert phase_of(game) == REFIT and game.state.turn == 3
    game.apply(AbandonPause())
    skip_to(game, MOVE, 3)
    assert game.judge(overrun(game, "1606", "pz-1", "mot-36")) and state_of(game, "pz-1") == "attenuated"
    skip_to(game, MOVE, 5)
    assert not game.table.count(OVER) and state_of(game, "pz-1") == "attenuated"


@pytest.mark.rule("PM-9.19")
def test_the_question_of_a_pause_says_what_it_costs_and_what_it_gives() -> None:
    game = after_turn(2)
    assert game.decision is not None
    asked = game.decision.prompt
    assert "a pause of 3 couplets" in asked and "attacks nobody" in asked and "attenuated supply" in asked
    game.apply(DeclarePause())
    while waits(game)[1] != "pause":
        game.apply(Done())
    assert game.decision is not None
    assert "give the pause up and gain nothing" in game.decision.prompt
    assert "attenuated supply" in game.decision.prompt


def test_the_button_says_what_becomes_of_a_pause_and_of_markers_that_are_left_alone() -> None:
    game = after_turn(2)
    assert game.decision is not None and game.decision.ending == "Declare no pause"
    game.apply(DeclarePause())
    while waits(game)[1] != "pause":
        game.apply(Done())
    assert game.decision is not None and game.decision.ending == "Keep the pause"
    flown = pocket(phase=REFIT, supply=True)
    assert flown.decision is not None and flown.decision.ending == "Lay no more markers"


# Concentration


def many(game: Game) -> list[str]:
    """The German units of the position, in order."""
    return [each.key for index, each in enumerate(game.scenario.pieces) if index in game.table.on_map(0)]


def offensive(phase: str = REFIT, **more: Any) -> Game:
    """Twenty German units, two of them beside the enemy beyond the line."""
    rest = [each for each in infantry() if each != "inf-61"][:17]
    pieces: dict[str, Any] = {key: columns_of(3, 4)[number] for number, key in enumerate(rest)}
    pieces |= {"pz-1": EAST, "mot-36": EAST, "inf-61": "1706", "rd-1": ("1606", 0, "rd-10")}
    return stage(pieces, phase, setting=eastern(), supply=True, **more)


def concentrated(phase: str = MOVE, **more: Any) -> Game:
    """The same, with supply concentrated on all but the infantry beyond the line and one division more."""
    game = offensive(**more)
    choose(game)
    skip_to(game, phase)
    return game


def choose(game: Game) -> None:
    """Concentrate supply on both mechanised divisions and sixteen others, but not on the infantry in the east."""
    keys = [key for key in many(game) if key not in ("inf-61", "pz-1", "mot-36")]
    for key in ["pz-1", "mot-36", *keys][:18]:
        game.apply(ConcentrateOn(piece(game, key)))


@pytest.mark.rule("PM-9.20")
def test_supply_is_concentrated_on_eighteen_units_all_at_once() -> None:
    game = offensive()
    assert waits(game) == ("german", "concentrate") and len(many(game)) == 20
    game.apply(ConcentrateOn(piece(game, "pz-1")))
    refused(game, Done(), "PM-9.20")
    refused(game, ConcentrateOn(piece(game, "pz-1")), "PM-9.20")
    refused(game, ConcentrateOn(piece(game, "rd-1")), "PM-9.20")
    for key in [key for key in many(game) if key != "pz-1"][:17]:
        game.apply(ConcentrateOn(piece(game, key)))
    assert waits(game)[1] != "concentrate" and len(game.table.bearing(CHOSEN)) == 18


@pytest.mark.rule("PM-9.20")
def test_nobody_is_asked_while_no_supply_is_attenuated() -> None:
    game = stage({"pz-1": "0806", "rd-1": "1606"}, REFIT, setting=eastern(), supply=True)
    assert waits(game)[1] == "air-supply"


@pytest.mark.rule("PM-9.20")
def test_chosen_units_are_free_of_attenuation_and_the_others_hardly_act() -> None:
    game = concentrated()
    assert [state_of(game, key) for key in ("pz-1", "inf-61")] == [FULL, "attenuated"]
    assert set(reach(game, "inf-61").values()) == {1.0} and len(reach(game, "inf-61")) == 5, "one hex, past the enemy"
    refused(game, move(game, "inf-61", "1805", "1905"), "PM-9.20")
    game.apply(move(game, "inf-61", "1805"))
    refused(game, move(game, "inf-61", "1905"), "PM-9.20")
    assert max(reach(game, "pz-1").values()) == 12
    back = concentrated(ASSAULT)
    refused(back, DeclareAttack(piece(back, "inf-61"), cell(back, "1606")), "PM-9.20")
    event = attack(back, "1606", "pz-1", "mot-36")
    assert throws(back) == [] and isinstance(event, BattleFought)


@pytest.mark.rule("PM-9.20")
def test_chosen_units_still_need_a_line_and_the_others_make_no_mobile_assault() -> None:
    pieces = {"pz-1": EAST, "mot-36": EAST, **ring(EAST)}
    cut = stage(pieces, MOVE, setting=eastern(), tallies={"supply-concentrated": 1})
    cut.table.set_mark(CHOSEN, piece(cut, "pz-1"))
    assert state_of(cut, "pz-1") == OUT and cut.table.allowance(piece(cut, "pz-1")) == 6
    target = ring(EAST)["rd-11"][0]
    first = stage(pieces, MOVE, turn=1, setting=eastern())
    first.table.tally("supply-concentrated", 1)
    refused(first, overrun(first, target, "pz-1", "mot-36"), "PM-9.20")


@pytest.mark.rule("PM-9.20")
def test_air_supply_is_not_to_be_had_while_supply_is_concentrated() -> None:
    game = offensive(marks={FLOWN: {"inf-61": 1}})
    choose(game)
    assert waits(game)[1] != "air-supply" and not game.table.bearing(FLOWN)


@pytest.mark.rule("PM-9.20")
def test_concentration_is_rescinded_or_reaffirmed_in_the_next_player_turn() -> None:
    game = concentrated()
    before = set(game.table.bearing(CHOSEN))
    skip_to(game, REFIT_2)
    assert waits(game) == ("german", "concentrate") and not game.table.bearing(CHOSEN)
    game.apply(Reaffirm())
    assert set(game.table.bearing(CHOSEN)) == before and waits(game)[1] != "concentrate"
    skip_to(game, REFIT, game.state.turn + 1)
    game.apply(Done())
    assert waits(game)[1] == "air-supply" and not game.table.bearing(CHOSEN), "rescinded"
    skip_to(game, MOVE, game.state.turn)
    assert max(reach(game, "inf-61").values()) == 5


def test_without_a_chart_that_can_be_read_a_throw_costs_nothing() -> None:
    game = stage({"inf-61": "1106", "rd-1": "1206"}, ASSAULT)
    table, battle = game.table, Battle(0, cell(game, "1206"), (piece(game, "inf-61"),))
    rule, worded = (
        table.mechanism(AttenuatedSupply),
        next(
            key
            for key, chart in table.scenario.tables.items()
            if not any(row.lstrip("-").isdigit() for row in chart.rows)
        ),
    )
    for chart in ("", worded):
        assert replace(rule, chart=chart).columns(table, battle, 6) == 0


@pytest.mark.rule("PM-9.20")
def test_who_needs_concentrated_supply_most_is_told_and_who_does_not_is_not() -> None:
    game = offensive()
    needs = {key: ConcentrateOn(piece(game, key)).need(game.table) for key in many(game)}
    assert {key for key, said in needs.items() if said == "Attenuated supply"} == {"pz-1", "mot-36", "inf-61"}
    assert {said for key, said in needs.items() if key not in ("pz-1", "mot-36", "inf-61")} == {""}
