"""What a turn is for: told once a turn, true to the table as it then stood, and held against what came of it."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from engine.play import Entry, Game
from engine.play.intent import Intent, intent_in, intents, review
from engine.state.actions import Done
from engine.state.events import BattleFought, PhaseBegan
from tests.kit.digest import bot_game
from tests.kit.players import setting_for

SEED = 3
HOME, CHILDS = "arduous-beginning", "childs-barbarossa"
BOTH = pytest.mark.parametrize("slug", [HOME, CHILDS])


@lru_cache(maxsize=2)
def game(slug: str = HOME) -> Game:
    return bot_game(setting_for(slug), "doctrine", SEED)


def controls(fork: Game, side: int, cell: int) -> bool:
    return any(fork.state.control[place] == side for place in fork.setting.places_at.get(cell, ()))


@BOTH
def test_every_turn_of_a_side_is_told_once_in_at_most_three_sentences(slug: str) -> None:
    played, turn, told = game(slug), (0, -1), {}
    for number, entry in enumerate(played.log):
        if (found := intent_in(entry)) is not None:
            assert turn[1] == entry.side and turn not in told
            told[turn] = number
            assert 1 <= len(found.says) <= 3 and all(text.endswith(".") for text in found.says)
        for event in entry.events:
            if isinstance(event, PhaseBegan) and (side := played.setting.side_of_phase(event)) is not None:
                turn = (event.turn, side)
    turns = played.scenario.about.turns
    assert played.state.turn == turns and set(told) == {(turn, side) for turn in range(1, turns + 1) for side in (0, 1)}


def test_the_first_releases_doctrine_tells_no_plan() -> None:
    assert not list(intents(bot_game(setting_for(CHILDS), "doctrine-1", SEED)))


def test_a_reason_is_the_same_once_it_was_written_down() -> None:
    for entry in game().log:
        assert msgspec.json.decode(msgspec.json.encode(entry.why)) == entry.why


@BOTH
def test_what_is_told_is_so_on_the_table(slug: str) -> None:
    fork, seen = game(slug).fork(), {"take": 0, "hold": 0, "fight": 0}
    for number, entry, intent in intents(game(slug)):
        fork.go_to(number)
        assert not any(controls(fork, entry.side, cell) for cell in intent.take)
        assert all(controls(fork, entry.side, cell) for cell in intent.hold)
        assert all(fork.table.holder(cell) == 1 - entry.side for cell in intent.fight)
        labels = [fork.table.label(cell) for cell in (intent.take[:1] if not intent.fight else intent.fight[:1])]
        assert all(any(label in text for text in intent.says) for label in labels)
        for name in seen:
            seen[name] += len(getattr(intent, name))
    assert min(seen.values()) > 5


def test_battles_are_told_with_the_strengths_of_the_rules() -> None:
    fork, checked = game().fork(), 0
    for number, _, intent in intents(game()):
        fork.go_to(number)
        for cell in intent.fight:
            stack = fork.table.stack(cell)
            told = [text for text in intent.says if f"{fork.table.label(cell)} (" in text]
            if told and all(fork.state.counter[piece] is not None for piece in stack):
                held = sum(fork.table.face(piece).defence or 0 for piece in stack)
                assert f"against {held:g})" in told[0].split(f"{fork.table.label(cell)} (")[1]
                checked += 1
    assert checked > 3


@BOTH
def test_the_review_says_who_holds_what_when_the_next_plan_is_made(slug: str) -> None:
    played = game(slug)
    fork, kinds = played.fork(), set()
    for side in (0, 1):
        found = review(played, side)
        for place, one in enumerate(found):
            until = found[place + 1].entry if place + 1 < len(found) else played.cursor
            fork.go_to(until)
            for verb, cells, ours in (
                ("took", one.intent.take, True),
                ("did not take", one.intent.take, False),
                ("held", one.intent.hold, True),
                ("lost", one.intent.hold, False),
            ):
                named = [fork.table.label(cell) for cell in cells if controls(fork, side, cell) == ours]
                part = next((part for part in one.came.split("; ") if part.startswith(f"{verb} ")), "")
                assert bool(part) == bool(named) and all(name in part for name in named[:3])
                kinds |= {verb} if part else set()
            fought = [
                event
                for entry in played.log[one.entry : until]
                for event in entry.events
                if isinstance(event, BattleFought) and played.table.side_of(event.attackers[0]) == side
            ]
            done = len({event.target for event in fought} & set(one.intent.fight))
            assert not one.intent.fight or f"fought {done} of " in one.came
    assert kinds == {"took", "did not take", "held", "lost"}


@pytest.mark.parametrize(
    "plan", [7, [], {"says": []}, {"says": "x"}, {"says": ["x"], "take": ["y"]}, {"says": ["x"] * 101}, {"take": [1]}]
)
def test_a_plan_that_makes_no_sense_is_none(plan: object) -> None:
    assert intent_in(Entry(0, Done(), (), {"plan": plan})) is None


def test_cells_that_are_not_on_the_board_are_not_looked_up() -> None:
    played = Game.begin(setting_for("arduous-beginning"), 1)
    beyond = played.setting.board.size
    for cell in (beyond, -1):
        played.log[0] = Entry(0, None, played.log[0].events, {"plan": {"says": ["x."], "take": [cell]}})
        assert intent_in(played.log[0]) == Intent(("x.",), take=(cell,))
        assert not list(intents(played)) and not review(played, 0)
