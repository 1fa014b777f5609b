"""Barrages: who fires together, what moves the column, what it costs and what the dice do (OS-8, SM-2.3d)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.bots import make_bot
from engine.play import Game
from engine.rules.barrage import Barrage
from engine.rules.combat import phase_battle
from engine.rules.forecast import forecast
from engine.rules.joining import standing
from engine.state.actions import DeclareAttack, Done, FightBattle, LoseStep
from engine.state.events import BattleFought
from engine.state.tasks import Battle
from engine.systems import check_rules
from engine.systems.readback import mechanism_words
from tests.kit.gunnery import at_the_range, cell, piece, range_rows, seed_that_rolls

GERMAN, SOVIET = "german-fire", "soviet-fire"
TARGET = "0504"


def fired(game: Game) -> BattleFought:
    """The last barrage that was fired."""
    return [event for entry in game.log for event in entry.events if isinstance(event, BattleFought)][-1]


def fire(game: Game, *guns: str, at: str = TARGET) -> None:
    """Let guns fire at a hex."""
    for key in guns:
        game.apply(DeclareAttack(piece(game, key), cell(game, at)))
    game.apply(FightBattle(cell(game, at)))


def looked_up(game: Game, *guns: str, at: str = TARGET) -> tuple[str, int]:
    """The column and the price of a barrage as it stands."""
    rule, target = game.table.mechanism(Barrage), cell(game, at)
    attackers = tuple(piece(game, key) for key in guns)
    battle = standing(game.table, Battle(game.table.side_of(attackers[0]), target, attackers, kind="barrage"))
    return rule.plain_crt(game.table).heads[rule.column(game.table, battle)], rule.price(game.table, battle)


def example(seed: int = 0, **more: Any) -> Game:
    """A werfer battalion and a regiment of guns in two hexes, a hedgehog in the woods, and a spotter beside it."""
    there = {"werfer": "0304", "guns": "0502", "division": TARGET, "tanks": TARGET, "battalion": "0503"} | more
    there = {key: at for key, at in there.items() if at}
    return at_the_range(range_rows(), GERMAN, {"hedgehog-1": TARGET}, seed, **there)


@pytest.mark.rule("OS-8.1")
def test_strengths_are_summed_shifted_and_priced_by_the_final_column() -> None:
    game = example()
    assert looked_up(game, "werfer", "guns") == ("25", 4)
    seen = forecast(game.table, cell(game, TARGET), [piece(game, "werfer"), piece(game, "guns")], game.table.stack(0))
    assert seen.odds == "41", "18 and 26 make 44, before shifts"
    assert looked_up(game, "guns") == ("17", 3), "one gun alone: 26 points, one column left"
    assert looked_up(example(tanks=None), "werfer", "guns") == ("17", 3), "3 RE shift nothing any more"
    unseen = example(battalion=None)
    assert looked_up(unseen, "werfer", "guns") == ("8", 2), "without a spotter three more to the left"


@pytest.mark.rule("OS-8.1")
def test_no_division_counts_for_more_than_three_and_strat_mode_is_dense() -> None:
    two = example(tanks=None, guards=TARGET)
    assert looked_up(two, "werfer", "guns") == ("69", 8), "3 and 3, not 3 and 4: three right, two left"
    there = {"werfer": "0304", "guns": "0502", "battalion": "0503", "division": TARGET}
    marching = at_the_range(range_rows(), GERMAN, {}, 0, **there)
    marching.table.turn_over((piece(marching, "division"),), "strat")
    assert looked_up(marching, "werfer", "guns") == ("117", 10), "44 points, three right, one left for the woods"


@pytest.mark.rule("OS-8.1")
def test_the_forecast_gives_the_chances_of_the_final_column() -> None:
    game = example()
    attackers = [piece(game, "werfer"), piece(game, "guns")]
    there = game.table.stack(cell(game, TARGET))
    seen = forecast(game.table, cell(game, TARGET), attackers, there)
    assert seen.column == "25" and seen.shift == -1
    thirty_six = {"-": 3, "DG": 3 + 4 + 5 + 6, "[1/2]": 5 + 4, "1/2": 3 + 2, "1": 1}
    assert seen.chances == {code: Fraction(ways, 36) for code, ways in thirty_six.items()}
    unseen = example(battalion=None)
    column = forecast(unseen.table, cell(unseen, TARGET), attackers, there)
    assert "[1/2]" not in column.chances, "a doubtful result is none without a spotter"


@pytest.mark.rule("OS-8.2")
@pytest.mark.parametrize(("die", "lost"), [((4, 5, 6), 1), ((1, 2, 3), 0)])
def test_a_half_takes_a_step_on_four_and_always_disorganises(die: tuple[int, ...], lost: int) -> None:
    game = example(seed_that_rolls(("2d6", 9), ("1d6", die)))
    fire(game, "werfer", "guns")
    assert fired(game).code == "[1/2]" and fired(game).column == "25"
    if lost:
        assert game.decision is not None and (game.decision.kind, game.decision.side) == ("lose", 1), "the owner picks"
        game.apply(LoseStep(piece(game, "division")))
    assert game.state.face[piece(game, "division")] == lost
    assert all(game.table.marked("disrupted", piece(game, key)) for key in ("division", "tanks"))
    assert not game.table.marked("disrupted", piece(game, "battalion"))


@pytest.mark.rule("OS-8.2")
def test_without_a_spotter_a_doubtful_half_only_disorganises() -> None:
    game = example(seed_that_rolls(("2d6", 10)), battalion=None)
    fire(game, "werfer", "guns")
    assert fired(game).code == "DG" and fired(game).column == "8"
    assert game.state.rolls == 1, "no die is thrown for a half"
    assert game.state.face[piece(game, "division")] == 0
    assert game.table.marked("disrupted", piece(game, "division"))


@pytest.mark.rule("OS-8.2")
def test_numbers_are_steps_of_the_owners_choice() -> None:
    game = example(seed_that_rolls(("2d6", 12)))
    fire(game, "werfer", "guns")
    assert fired(game).code == "1"
    assert {action.piece for action in game.options() if isinstance(action, LoseStep)} == {
        piece(game, "division"),
        piece(game, "tanks"),
    }
    game.apply(LoseStep(piece(game, "tanks")))
    assert game.state.cell[piece(game, "tanks")] < 0 and game.table.marked("disrupted", piece(game, "division"))


@pytest.mark.rule("OS-8.3")
def test_guns_fire_once_a_phase_in_range_and_in_order() -> None:
    game = example(seed_that_rolls(("2d6", 2)), guns="0402", brigade_1="0301")
    far = game.judge(DeclareAttack(piece(game, "werfer"), cell(game, "0301")))
    assert not far and far.case == "OS-8.3" and "beyond the range" in far.why, "three hexes away"
    not_a_gun = game.judge(DeclareAttack(piece(game, "battalion"), cell(game, TARGET)))
    assert not not_a_gun and not_a_gun.case == "OS-8.1"
    fire(game, "werfer")
    again = game.judge(DeclareAttack(piece(game, "werfer"), cell(game, TARGET)))
    assert not again, "it has fired"


@pytest.mark.rule("OS-8.3")
def test_a_gun_that_is_disorganised_or_on_the_march_does_not_fire() -> None:
    game = example()
    game.table.turn_over((piece(game, "werfer"),), "move")
    marching = game.judge(DeclareAttack(piece(game, "werfer"), cell(game, TARGET)))
    assert not marching and "in its mode" in marching.why
    rows, dice = range_rows(), seed_that_rolls(("2d6", 8))
    hit = at_the_range(rows, GERMAN, {}, dice, guns="0502", brigade_1=TARGET, panzer="0505")
    fire(hit, "guns")
    assert hit.table.marked("disrupted", piece(hit, "brigade-1"))
    assert (hit.state.turn, hit.state.phase) == (2, 0), "nobody is left to fire in the Soviet phase"


@pytest.mark.rule("SM-2.3d")
def test_soviet_guns_fire_together_only_from_one_hex() -> None:
    rows = range_rows()
    apart = at_the_range(rows, SOVIET, {}, 0, brigade_1="0503", brigade_2="0603", battalion="0504", division="0505")
    apart.apply(DeclareAttack(piece(apart, "brigade-1"), cell(apart, TARGET)))
    refused = apart.judge(DeclareAttack(piece(apart, "brigade-2"), cell(apart, TARGET)))
    assert not refused and refused.case == "SM-2.3d"
    stacked = at_the_range(rows, SOVIET, {}, 0, brigade_1="0503", brigade_2="0503", battalion="0504", division="0505")
    fire(stacked, "brigade-1", "brigade-2")
    assert fired(stacked).odds == "41", "52 points together"


def test_the_rule_is_read_back_and_its_words_are_checked() -> None:
    said = dict(mechanism_words(range_rows()))["Barrage"]
    assert "above 3 by +1" in said and "no unit counts for more than 3" in said
    assert "fire together only from one hex" in said and "row T of its column after all shifts" in said
    assert "Without a spotter" in said and "shifted by -3" in said
    clean = [problem for problem in check_rules(range_rows()) if problem.table in ("mechanism", "phase")]
    assert not clean, clean
    wrong = range_rows(points="thunder", doubtful="XX")
    assert {problem.message for problem in check_rules(wrong)} >= {
        "no unit has a value called thunder",
        "no combat result has the code XX",
    }


@pytest.mark.parametrize("name", ["random", "greedy", "doctrine"])
def test_bots_fire_without_a_hitch(name: str) -> None:
    there = {"werfer": "0304", "guns": "0502", "battalion": "0503", "brigade_1": "0505", "brigade_2": "0505"}
    for seed in range(4):
        game = at_the_range(range_rows(), GERMAN, {}, seed, division=TARGET, tanks=TARGET, **there)
        bots = [make_bot(name, game.scenario, side, seed) for side in (0, 1)]
        for _ in range(200):
            if game.decision is None:
                break
            game.apply(bots[game.decision.side].choose(game.view(game.decision.side))[0])
        assert game.state.outcome is not None, "the game came to its end"


def test_bots_fire_with_all_guns_that_help_and_save_shots_that_do_not_pay() -> None:
    there = {"werfer": "0304", "guns": "0502", "division": TARGET, "tanks": TARGET, "battalion": "0503"}
    game = at_the_range(range_rows(tokens=""), GERMAN, {}, seed_that_rolls(("2d6", 2)), **there)
    bot = make_bot("greedy", game.scenario, 0, 1)
    acts = []
    for _ in range(3):
        acts.append(bot.choose(game.view(0))[0])
        game.apply(acts[-1])
    assert [type(act) for act in acts[:3]] == [DeclareAttack, DeclareAttack, FightBattle]
    lone = at_the_range(range_rows(), GERMAN, {}, 0, werfer="0304", tanks=TARGET)
    assert isinstance(make_bot("greedy", lone.scenario, 0, 1).choose(lone.view(0))[0], Done), "one column of 2d6 for 2T"


def test_before_the_first_phase_battles_are_by_odds_whatever_the_last_phase_is() -> None:
    game = at_the_range(range_rows(), GERMAN, {}, 0, guns="0404", division=TARGET)
    assert game.scenario.phases[-1].params["battle"] == phase_battle(game.table) == "barrage"
    game.table.state.phase = -1
    assert phase_battle(game.table) == ""
