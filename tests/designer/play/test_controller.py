"""The controller without a window: whose decision it is, what passes by itself, how far undo goes."""

from __future__ import annotations

from typing import Any

import pytest

from designer.play.running.controller import FORCED, Controller
from designer.play.running.pace import SPEEDS, linger
from designer.play.running.players import own_seed
from designer.play.running.seats import Seat, from_players, to_players
from engine.errors import StavkaError
from engine.play import Entry, Game
from engine.state.actions import Done
from engine.state.events import BattleFought, UnitMoved
from tests.kit.drill import drill

PERSON, BOT = Seat(), Seat("random")


@pytest.fixture(scope="module")
def keys() -> list[str]:
    """The pieces of the drill ground."""
    return list(drill().scenario.piece_index)


def corps(game: Game) -> list[int]:
    """The German pieces on the map."""
    return game.table.on_map(0)


@pytest.fixture
def game(keys: list[str]) -> Game:
    """A German movement phase with two corps and one army far away."""
    german = [key for key in keys if "pz" in key or "panzer" in key][:2]
    army = next(key for key in keys if key.endswith("army"))
    return drill({german[0]: "0205", german[1]: "0207", army: "0905"})


def test_the_person_owes_on_their_side_and_the_bot_on_its_own(game: Game) -> None:
    mine, theirs = Controller(game, (PERSON, BOT)), Controller(game, (BOT, PERSON))
    assert mine.person_owes and not mine.bot_owes and mine.eyes == 0
    assert theirs.bot_owes and not theirs.person_owes and theirs.eyes == 1


def test_a_choice_with_alternatives_is_never_forced(game: Game) -> None:
    assert Controller(game, (PERSON, BOT)).forced() is None


def test_done_alone_waits_for_whoever_has_acted_in_the_phase(game: Game) -> None:
    controller = Controller(game, (PERSON, PERSON))
    for unit in corps(game):
        move = next(action for action in game.options().of(unit))
        controller.act(move)
    assert list(game.options()) == [Done()]
    assert controller.forced() is None, "the player may want to look before the phase ends"


def test_done_alone_passes_where_nothing_was_done(keys: list[str]) -> None:
    army = next(key for key in keys if key.endswith("army"))
    bare = drill({army: "0905"})
    controller = Controller(bare, (PERSON, PERSON))
    assert list(bare.options()) == [Done()]
    assert controller.forced() == Done()
    controller.passing = False
    assert controller.forced() is None


def test_undo_goes_back_to_ones_own_last_choice_past_the_bot(game: Game) -> None:
    controller = Controller(game, (PERSON, BOT))
    unit = corps(game)[0]
    before = game.state.copy()
    controller.act(next(action for action in game.options().of(unit)))
    moved = game.state.copy()
    controller.act(Done())
    while game.decision is not None and game.decision.side == 0:
        controller.act(Done(), FORCED)
    controller.act(next(iter(game.options())), {"rule": "bot"})
    assert controller.undo()
    assert game.state == moved, "the Done of the person is taken back with all that followed"
    assert controller.undo()
    assert game.state == before
    assert not controller.undo()
    assert "nothing to take back" in controller.why_no_undo()
    assert controller.redo() and game.state == moved


def test_what_the_disk_refuses_is_not_on_the_table(game: Game) -> None:
    class Full:
        def append(self, position: int, entry: Entry) -> None:
            raise StavkaError("The disk is full.")

        def cursor(self, position: int) -> None:
            raise StavkaError("The disk is full.")

    controller = Controller(game, (PERSON, BOT))
    before, log = game.state.copy(), list(game.log)
    game.keeper = Full()
    with pytest.raises(StavkaError):
        controller.act(next(action for action in game.options().of(corps(game)[0])))
    assert game.state == before and game.log == log and game.cursor == len(log)


def test_seats_survive_being_kept(game: Game) -> None:
    seats = (PERSON, Seat("doctrine", "hold"))
    players: dict[str, Any] = to_players(game.scenario.sides, seats)
    assert from_players(game.scenario, players) == seats
    assert from_players(game.scenario, {"german": "nonsense"}) == (PERSON, PERSON)


def test_a_bots_chance_is_not_that_of_the_dice() -> None:
    assert own_seed(7, 0) != own_seed(7, 1) != 7


def test_battles_are_looked_at_longer_than_moves_and_at_once_means_at_once() -> None:
    fought = BattleFought(1, (0,), (1,), 3, 1, "3:1", (), "3:1", 4, "DR", "Defender retreats")
    moved = UnitMoved(0, 1, 2, (2,), 1.0)
    assert linger([fought], "normal") > linger([moved], "normal") > 0
    assert linger([fought], "slow") > linger([fought], "fast")
    assert all(linger([event], "instant") == 0 for event in (fought, moved))
    assert set(SPEEDS) == {"slow", "normal", "fast", "instant"}
