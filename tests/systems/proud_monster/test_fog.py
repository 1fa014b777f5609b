"""Proud Monster: nobody looks beneath the top unit of an enemy stack before the odds are computed (PM 14.7)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.journal import tell_entry
from engine.rules.fog import StackSeen
from engine.rules.joining import attacked
from engine.rules.table import Table
from engine.state import State
from engine.state.actions import DeclareAttack, Done, FightBattle
from engine.state.events import DieRolled
from tests.kit.guderian import cell, march, move, piece, waits
from tests.kit.monster import ASSAULT, BEGINNERS, MOVE, SOVIET_ASSAULT, SOVIET_MOVE, attack, stage

STRONG, WEAK = ("pz-1", "pz-6"), ("inf-52", "inf-73")
"""Beneath assault guns, which come last in the order of battle and so lie on top."""


def stacked(one: tuple[str, ...], other: tuple[str, ...], phase: str = SOVIET_ASSAULT) -> Game:
    """Two German stacks with these units beneath the same tops, and Soviet divisions beside them."""
    soviets = {f"rd-{number}": ("0706", "3-3") for number in (1, 2, 3)} | {"rd-4": ("0711", "3-3")}
    tops = {"stug-226": "0606", "stug-243": "0611"}
    return stage({**dict.fromkeys(one, "0606"), **dict.fromkeys(other, "0611"), **tops, **soviets}, phase)


@pytest.mark.rule("PM-14.7")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    game = stacked(STRONG, WEAK)
    view = game.view(1)
    for at, top in (("0606", "stug-226"), ("0611", "stug-243")):
        stack = view.table.stack(cell(game, at))
        assert len(stack) == 3 and stack[-1] == piece(game, top), "its height and its top"
        assert set(stack[:-1]) == set(stack) & view.table.unseen
        assert {view.table.name(each) for each in stack[:-1]} == {"an unseen unit"}
        assert view.table.name(stack[-1]) == game.table.name(piece(game, top))
    assert not any(game.table.side_of(each) == 0 for each in game.view(0).table.unseen), "the owner sees his own"
    assert piece(game, "rd-4") not in game.view(0).table.unseen, "a single unit hides nobody"
    assert game.view(0).table.stack(cell(game, "0606")) == game.table.stack(cell(game, "0606"))


@pytest.mark.rule("PM-14.7")
def test_what_lies_beneath_leaves_no_trace_in_a_view() -> None:
    for phase in (SOVIET_ASSAULT, SOVIET_MOVE):
        true, twin = stacked(STRONG, WEAK, phase), stacked(WEAK, STRONG, phase)
        assert true.state != twin.state
        assert true.view(1).state == twin.view(1).state and true.view(1).table.unseen == twin.view(1).table.unseen
        seen = [game.view(1).state.stacks for game in (true, twin)]
        assert seen[0] == seen[1]


@pytest.mark.rule("PM-14.7")
def test_chances_that_reckon_with_what_lies_beneath_tell_nothing_of_it() -> None:
    true, twin = stacked(STRONG, WEAK), stacked(WEAK, STRONG)
    force = [piece(true, f"rd-{number}") for number in (1, 2, 3)]
    found = [game.view(1).prospect(cell(game, "0606"), force) for game in (true, twin)]
    assert found[0] == found[1] and sum(found[0].chances.values()) == 1
    seen = true.view(1).forecast(cell(true, "0606"), force)
    assert (found[0].odds, found[0].column) == (seen.odds, seen.column), "the odds stay those of what is seen"
    assert found[0].chances != seen.chances


@pytest.mark.rule("PM-14.7")
def test_the_forecast_rests_on_what_is_seen_and_says_so() -> None:
    game = stacked(STRONG, WEAK)
    force = [piece(game, f"rd-{number}") for number in (1, 2, 3)]
    forecast = game.view(1).forecast(cell(game, "0606"), force)
    assert forecast.unseen == 2 and [factor.piece for factor in forecast.defence] == [piece(game, "stug-226")]
    stood = tuple(game.table.stack(cell(game, "0606")))
    assert attack(game, "0606", "rd-1", "rd-2", "rd-3").defenders == stood, "but all of them defend"
    alone = stage({"inf-61": "0606", "rd-1": ("0706", "3-3")}, SOVIET_ASSAULT)
    assert alone.view(1).forecast(cell(alone, "0606"), [piece(alone, "rd-1")]).unseen == 0


@pytest.mark.rule("PM-14.7")
def test_an_examination_cannot_be_taken_back_even_where_no_die_is_thrown() -> None:
    five = {f"rd-{number}": ("0706", "3-3") for number in range(1, 6)}
    game = stage({"stug-226": "0606", "stug-243": "0606", "pz-1": "0606", "pz-6": "0606", **five}, SOVIET_ASSAULT)
    game.apply(DeclareAttack(piece(game, "rd-1"), cell(game, "0606")))
    assert game.undo(), "before, it can be called off"
    game.apply(DeclareAttack(piece(game, "rd-1"), cell(game, "0606")))
    game.apply(FightBattle(cell(game, "0606")))
    events = game.log[-1].events
    assert any(isinstance(event, StackSeen) for event in events)
    assert not any(isinstance(event, DieRolled) for event in events), "3 against so many is 4/0 without a die"
    assert game.log[-1].sealed and not game.undo()


@pytest.mark.rule("PM-14.7")
def test_defenders_are_seen_while_their_battle_is_fought() -> None:
    five = {f"rd-{number}": ("0706", "4-4") for number in range(1, 6)}
    game = stage({"inf-61": "0606", "inf-217": ("0606", 1), "inf-291": ("0606", 1), **five}, SOVIET_ASSAULT, die=6)
    before = game.view(1).table.unseen
    attack(game, "0606", *five)
    assert waits(game)[0] == "german", "losses are being paid"
    assert len(before) == 2 and not game.view(1).table.unseen


@pytest.mark.rule("PM-14.7")
def test_the_log_of_a_view_tells_nothing_of_covered_moves() -> None:
    game = stage({"pz-1": "0306", "inf-61": "0406", "rd-1": "2006"}, MOVE)
    game.apply(move(game, "pz-1", "0406"))
    game.apply(Done())
    told = game.view(1).log()
    assert len(told) == game.cursor
    theirs = [entry for entry in told if entry.side == 0]
    assert all(entry.action is None and entry.why is None for entry in theirs)
    assert not any(getattr(event, "piece", None) == piece(game, "pz-1") for entry in theirs for event in entry.events)
    assert any(entry.action is not None for entry in game.view(0).log())


@pytest.mark.rule("PM-14.7")
def test_the_journal_names_nobody_who_moved_beneath_others() -> None:
    game = stage({"pz-1": "0306", "pz-6": "0306", "stug-243": "0406", "inf-61": "0308", "rd-1": "2006"}, MOVE)
    game.apply(march(game, ("pz-1", "pz-6"), "0406"))
    game.apply(move(game, "inf-61", "0408"))
    for eyes, named in ((0, True), (1, False)):
        table = Table(game.setting, State.at_start(game.scenario), seed=0)
        said = [line.text for number, entry in enumerate(game.log) for line in tell_entry(table, number, entry, eyes)]
        moves = [text for text in said if " moves from " in text]
        for number in ("1st", "6th"):
            assert any(text.startswith(f"The {number} panzer division moves") for text in moves) == named
        assert sum(text.startswith("An unseen unit moves") for text in moves) == (0 if named else 2)
        assert any(text.startswith("The 61st infantry division") for text in moves), "single units are seen"
        assert table.state == game.state


def test_the_beginners_look_wherever_they_like() -> None:
    game = stage({"inf-61": "0606", "inf-217": "0606", "rd-1": "0706"}, ASSAULT, options=BEGINNERS)
    assert not game.view(1).table.unseen


@pytest.mark.rule("PM-14.2")
def test_a_hex_is_known_to_have_been_attacked_whoever_may_lie_beneath() -> None:
    here = {f"rd-{number}": ("0706", "3-3") for number in range(1, 6)}
    elsewhere = {f"rd-{number}": ("0711", "3-3") for number in range(6, 11)}
    germans = {"pz-1": "0606", "pz-6": "0611"}
    game = stage({**here, **elsewhere, **germans}, ASSAULT, die=1)
    attack(game, "0706", "pz-1")
    while waits(game) != ("german", "declare"):
        game.apply(next(iter(game.options())))
    beneath = game.view(0).table
    assert beneath.unseen & set(beneath.garrison(cell(game, "0706"))), "somebody lies there whom nobody sees"
    for table in (game.table, beneath):
        assert attacked(table, cell(game, "0706")) and not attacked(table, cell(game, "0711"))
