"""Proud Monster: German replacements, withdrawals and refits (PM 8.13 to 8.20)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.charts import load_tables
from engine.play import Game
from engine.rules.ground_support import SUPPORTED
from engine.rules.step_stock import StepStock
from engine.rules.withdrawals import KeepUnits, Withdrawals, WithdrawUnit
from engine.state.actions import DeclareAttack, Done, RestoreStep
from engine.state.events import StepRegained
from engine.systems.proud_monster.refits import Refits, RefitUnit
from tests.kit.guderian import cell, face, move, overrun, piece, points, refused, skip_to, waits, where
from tests.kit.monster import MOVE, around, ground_rows, shipped, stage, supplied

REFIT, REFIT_2 = "axis-refit-1", "axis-refit-2"
FAR = {"rd-1": ("2106", "3-3")}
"""A Soviet unit that is in nobody's way."""


def restore(game: Game, key: str) -> RestoreStep:
    return RestoreStep(piece(game, key))


def refit(game: Game, key: str) -> RefitUnit:
    return RefitUnit(piece(game, key))


def names(game: Game, kind: type[Any]) -> set[str]:
    """The pieces that answers of a kind are about."""
    keys = {number: key for key, number in game.scenario.piece_index.items()}
    return {keys[action.piece] for action in game.options() if isinstance(action, kind)}


# Replacement steps


@pytest.mark.rule("PM-8.13")
def test_only_german_divisions_on_foot_regain_steps() -> None:
    can = ("inf-61", "jaeger-97", "mtn-1", "air-landing-22", "para-7", "static-707", "inf-250-sp")
    cannot = ("pz-1", "mot-36", "cav-1", "gds-rd-1")
    pieces: dict[str, Any] = {key: (f"05{row:02}", 1) for row, key in enumerate((*can, "cav-1"), 2)}
    pieces |= {"pz-1": ("0406", 1), "mot-36": ("0407", 1), "inf-1": "0408", "gds-rd-1": ("2106", 1)}
    game = stage(pieces, REFIT, turn=8)
    assert waits(game) == ("german", "replace")
    assert names(game, RestoreStep) == set(can)
    for key in cannot:
        refused(game, restore(game, key), "PM-8.13")
    refused(game, restore(game, "inf-1"), "PM-8.13")
    game.apply(restore(game, "inf-61"))
    assert face(game, "inf-61") == 0, "at once"
    refused(game, restore(game, "inf-61"), "PM-8.13")


@pytest.mark.rule("PM-8.13")
def test_the_dead_are_not_replaced() -> None:
    game = stage({"inf-61": ("0506", 1), **FAR}, REFIT, lost={"inf-217": ""})
    refused(game, restore(game, "inf-217"), "PM-8.13")


@pytest.mark.rule("PM-8.14")
def test_attenuated_supply_is_enough_but_no_supply_is_not() -> None:
    ring = {f"rd-{n}": at for n, at in enumerate(around("0705"), 1)}
    game = stage({"inf-61": ("0705", 1), "inf-217": ("0506", 1), **ring}, REFIT, setting=supplied(1))
    assert names(game, RestoreStep) == {"inf-217"}, "attenuated, but in supply"
    refused(game, restore(game, "inf-61"), "PM-8.14")


@pytest.mark.rule("PM-8.14")
def test_who_was_replenished_moves_and_attacks_and_may_be_again() -> None:
    game = stage({"inf-61": ("0506", 1), **FAR}, REFIT)
    game.apply(restore(game, "inf-61"))
    skip_to(game, MOVE)
    game.apply(move(game, "inf-61", "0606"))
    assert where(game, "inf-61") == "0606"
    again = stage({"inf-61": ("0506", 1), **FAR}, REFIT_2, tallies={"steps-used.german": 1})
    assert names(again, RestoreStep) == {"inf-61"}, "in the second couplet as well"


@pytest.mark.rule("PM-8.15")
def test_there_are_twenty_eight_steps_for_the_whole_game() -> None:
    three = {"inf-61": ("0506", 1), "inf-217": ("0506", 1), "inf-291": ("0506", 1), **FAR}
    game = stage(three, REFIT, tallies={"steps-used.german": 26})
    game.apply(restore(game, "inf-61"))
    assert game.decision is not None and "1 replacement step left" in game.decision.prompt
    game.apply(restore(game, "inf-217"))
    assert game.table.mechanism(StepStock).left(game.table) == 0
    assert waits(game) == ("german", "move") or waits(game)[1] != "replace", "nothing is left to ask"
    over = stage(three, REFIT, tallies={"steps-used.german": 28})
    assert waits(over)[1] != "replace"
    saved = stage(three, REFIT)
    saved.apply(Done())
    assert waits(saved)[1] != "replace" and saved.table.mechanism(StepStock).left(saved.table) == 28


# Withdrawals

GROUND = {"inf-61": "0506", "inf-217": ("0506", 1), "inf-291": "0606", **FAR}


@pytest.mark.rule("PM-8.16", "PM-17.4")
def test_the_schedule_is_the_printed_table() -> None:
    chart = load_tables(shipped())["withdrawals"]
    asked = {
        (turn, column): float(chart.at(turn, column))
        for turn in chart.rows
        for column in chart.columns
        if chart.at(turn, column) not in ("", "0")
    }
    words = {
        "Jäger divisions": "jaeger",
        "Infantry divisions": "infantry",
        "Cavalry divisions": "cavalry",
        "Hungarian Fast Corps": "hf-corps",
        "Flak corps": "flak",
        "Aviation corps": "aviation",
    }
    game = stage(GROUND, REFIT)
    said = {
        (str(each.turn), (each.units.flags or each.units.units)[0]): float(each.count)
        for each in game.table.mechanism(Withdrawals).schedule
    }
    assert said == {(turn, words[column]): count for (turn, column), count in asked.items()}


@pytest.mark.rule("PM-8.16")
def test_two_infantry_divisions_leave_for_good_on_turn_10() -> None:
    game = stage({**GROUND, "jaeger-97": "0506", "pz-1": "0506", "ro-inf-5": "0111"}, REFIT, turn=10)
    assert waits(game) == ("german", "withdraw")
    assert names(game, WithdrawUnit) == {"inf-61", "inf-217", "inf-291"}, "reduced ones too, others not"
    refused(game, WithdrawUnit(piece(game, "pz-1")), "PM-8.16")
    refused(game, Done(), "PM-8.16")
    game.apply(WithdrawUnit(piece(game, "inf-217")))
    game.apply(WithdrawUnit(piece(game, "inf-61")))
    assert game.state.cell[piece(game, "inf-217")] == game.state.cell[piece(game, "inf-61")] == -3
    assert waits(game)[1] != "withdraw" and points(game, "german") == 0


@pytest.mark.rule("PM-8.16")
def test_only_a_unit_in_supply_is_withdrawn() -> None:
    ring = {f"rd-{n}": at for n, at in enumerate(around("0705"), 1)}
    pieces = {"jaeger-97": "0705", "jaeger-100": "0506", **ring}
    game = stage(pieces, REFIT, turn=9, setting=supplied())
    assert names(game, WithdrawUnit) == {"jaeger-100"}
    refused(game, WithdrawUnit(piece(game, "jaeger-97")), "PM-8.16")


@pytest.mark.rule("PM-8.17")
def test_to_keep_a_unit_costs_a_point_each() -> None:
    game = stage(GROUND, REFIT, turn=10)
    game.apply(KeepUnits())
    assert points(game, "german") == -1 and waits(game) == ("german", "withdraw")
    game.apply(WithdrawUnit(piece(game, "inf-61")))
    assert points(game, "german") == -1
    assert waits(game)[1] != "withdraw"


@pytest.mark.rule("PM-8.17")
def test_a_unit_that_is_not_there_costs_as_much() -> None:
    game = stage({"inf-61": "0506", **FAR}, REFIT, turn=11)
    assert waits(game) == ("german", "withdraw") and names(game, WithdrawUnit) == {"inf-61"}
    assert points(game, "german") == -1, "no cavalry division is left; the infantry division is asked for next"
    game.apply(WithdrawUnit(piece(game, "inf-61")))
    assert points(game, "german") == -2, "nor is the Hungarian corps"


@pytest.mark.rule("PM-8.17", "PM-10.2")
def test_flak_and_aircraft_must_go_on_turn_12() -> None:
    game = stage(
        {**GROUND, "flak-i": "0506", "flak-ii": "0606"},
        REFIT,
        turn=12,
        lost={"flak-iii": ""},
        marks={SUPPORTED: {"inf-61": 164}},
    )
    assert [game.state.cell[piece(game, key)] for key in ("flak-i", "flak-ii")] == [-3, -3]
    assert all(game.state.cell[piece(game, f"fk-{n}")] == -3 for n in ("i", "ii", "iv", "v", "viii"))
    assert where(game, "flak-iii") == "lost" and points(game, "german") == -1, "a lost corps costs its point"
    assert waits(game) == ("german", "withdraw") and names(game, WithdrawUnit) == {"inf-61", "inf-217", "inf-291"}


# Refits


@pytest.mark.rule("PM-8.18")
def test_panzer_and_motorised_divisions_refit_but_not_the_two_latecomers() -> None:
    worn = ("pz-1", "mot-36", "mot-60")
    pieces: dict[str, Any] = dict.fromkeys(worn, ("0506", 2))
    pieces |= {"pz-2": ("0507", 2), "pz-5": ("0507", 2), "pz-6": "0507", "inf-61": ("0508", 1), **FAR}
    game = stage(pieces, REFIT, turn=8, tallies={"steps-used.german": 28})
    assert waits(game) == ("german", "refit")
    assert names(game, RefitUnit) == set(worn)
    for key in ("pz-2", "pz-5", "inf-61"):
        refused(game, refit(game, key), "PM-8.18")
    refused(game, refit(game, "pz-6"), "PM-8.20")
    assert "of your own" in refused(game, refit(game, "rd-1"), "PM-8.18")
    refused(game, move(game, "pz-1", "0606"), "PM-8.20")


@pytest.mark.rule("PM-8.20", "PM-17.5")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_a_die_says_how_many_steps_are_recovered(die: int, steps: int) -> None:
    game = stage({"pz-1": ("0506", 3), **FAR}, REFIT, die=die)
    game.apply(refit(game, "pz-1"))
    assert face(game, "pz-1") == 3 - steps
    assert len([e for entry in game.log for e in entry.events if isinstance(e, StepRegained)]) == steps


@pytest.mark.rule("PM-8.20")
def test_nobody_grows_beyond_four_steps() -> None:
    game = stage({"pz-1": ("0506", 1), **FAR}, REFIT, die=6)
    game.apply(refit(game, "pz-1"))
    assert face(game, "pz-1") == 0


@pytest.mark.rule("PM-8.20")
def test_who_refits_rests_for_the_player_turn_and_refits_once() -> None:
    game = stage(
        {"pz-1": ("0506", 2), "pz-6": ("0506", 0), "mot-36": "0506", "rd-1": ("0706", "1-1"), "rd-2": ("2106", "1-1")},
        REFIT,
        die=1,
    )
    game.apply(refit(game, "pz-1"))
    skip_to(game, MOVE)
    refused(game, move(game, "pz-1", "0606"), "PM-8.20")
    refused(game, overrun(game, "0606", "pz-1"), "PM-15.2")
    game.apply(move(game, "pz-6", "0606"))
    skip_to(game, "axis-assault-1")
    refused(game, DeclareAttack(piece(game, "pz-1"), cell(game, "0706")), "PM-8.20")
    game.apply(DeclareAttack(piece(game, "pz-6"), cell(game, "0706")))
    skip_to(game, "axis-movement-2")
    assert game.judge(move(game, "pz-1", "0606")), "the rest is over"
    asked = [entry for entry in game.log if isinstance(entry.action, RefitUnit)]
    assert len(asked) == 1 and face(game, "pz-1") == 1, "it was not asked for in the second couplet: once in a game"
    again = stage({"pz-1": ("0506", 2), "pz-6": ("0506", 2), **FAR}, REFIT_2, marks={"refitted": {"pz-1": 1}})
    refused(again, refit(again, "pz-1"), "PM-8.20")


@pytest.mark.rule("PM-8.20")
def test_nobody_refits_beside_the_enemy_or_in_less_than_full_supply() -> None:
    pieces = {"pz-1": ("0506", 2), "pz-6": ("1006", 2), "pz-8": ("2006", 2), **FAR}
    game = stage(pieces, REFIT, setting=supplied(8))
    assert names(game, RefitUnit) == {"pz-1"}
    refused(game, refit(game, "pz-6"), "PM-8.20")
    near = stage({"pz-1": ("0506", 2), "pz-8": ("2006", 2), **FAR}, REFIT)
    refused(near, refit(near, "pz-8"), "PM-8.20")


@pytest.mark.rule("PM-8.19")
@pytest.mark.parametrize("sky", ["mud", "snow"])
def test_refits_end_for_good_with_the_first_mud_or_snow_anywhere(sky: str) -> None:
    rows = ground_rows()
    for mild in ("dry", "rain", "frost"):
        dry = stage({"pz-1": ("0506", 2), **FAR}, REFIT, rows=rows, weather={"south": mild})
        assert waits(dry) == ("german", "refit")
    mud = stage({"pz-1": ("0506", 2), **FAR}, REFIT, rows=rows, weather={"south": sky})
    assert waits(mud)[1] != "refit"
    later = stage({"pz-1": ("0506", 2), **FAR}, "mutual-axis", rows=rows, weather={"south": sky})
    assert later.table.count("refits-over") == 1
    after = stage({"pz-1": ("0506", 2), **FAR}, REFIT, rows=rows, tallies={"refits-over": 1})
    assert waits(after)[1] != "refit", "it has been mud once"
    verdict = after.table.mechanism(Refits).judge(after.table, 0, piece(after, "pz-1"))
    assert not verdict and verdict.case == "PM-8.19"
