"""Games to be photographed: each is played once by both staffs, and any moment of it is put on the table anew."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from designer.play.part import PlayPart
from designer.play.running.players import best_bot
from designer.play.running.seats import PLAIN, Manners, Seat, to_players
from designer.play.view import PlayView
from designer.specimens.waiting import settle
from engine.bots import make_bot
from engine.play import Game
from engine.store.keeping import Beginning, begin_game, keep_game
from engine.workers import kernels

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SEED = 12
MOST = 4000
"""Entries of the log after which a game has gone on for long enough."""


@dataclass(frozen=True)
class OwedDecision:
    """A decision that was owed in a game: after how many entries of its log, by whom, of which kind and when."""

    position: int
    side: int
    kind: str
    turn: int


@dataclass(frozen=True)
class SpecimenGame:
    """A game as the staffs played it, with every decision in which they had a choice."""

    game: Game
    beginning: Beginning
    moments: tuple[OwedDecision, ...]

    def find(self, kind: str, side: int = 0, turn: int = 0) -> OwedDecision | None:
        """The first decision of a kind that a side owed on a turn or later; else the last of that kind."""
        found = [one for one in self.moments if (one.kind, one.side) == (kind, side)]
        return next((one for one in found if one.turn >= turn), found[-1] if found else None)

    def asked(self, side: int, turn: int) -> OwedDecision:
        """The first decision of any kind that a side owed on a turn."""
        return next(one for one in self.moments if one.side == side and one.turn >= turn)


_played: dict[tuple[str, str, int], SpecimenGame] = {}


def play(window: MainWindow, slug: str, turns: int = 99) -> SpecimenGame:
    """The game of a scenario that both staffs play, up to a turn; made once."""
    key = (str(window.desk.library.path), slug, turns)
    if key not in _played:
        kernels.take_some()  # the staffs play here and not in a process of their own
        beginning = Beginning(window.desk.library.load(slug), SEED)
        game = begin_game(beginning)
        moments: list[OwedDecision] = []
        staffs = [make_bot(best_bot(), game.scenario, n, SEED) for n in range(len(game.scenario.sides))]
        while game.decision is not None and game.state.turn <= turns and game.cursor < MOST:
            side = game.decision.side
            if len(list(islice(game.options(), 2))) > 1:  # what decides itself would pass by
                moments.append(OwedDecision(game.cursor, side, game.decision.kind, game.state.turn))
            action, why = staffs[side].choose(game.view(side))
            game.apply(action, dict(why))
            settle(0)
        _played[key] = SpecimenGame(game, beginning, tuple(moments))
    return _played[key]


def play_part(window: MainWindow, slug: str) -> PlayPart:
    """The Play tab of a scenario."""
    if window.slug != slug:
        window.open_scenario(slug, "play")
    part = window.show_part("play")
    assert isinstance(part, PlayPart)
    window.notice.hide()
    return part


def clear(window: MainWindow, slug: str) -> None:
    """Remove the games of a scenario that earlier pictures left in the library."""
    part = play_part(window, slug)
    part.show_lobby()
    for info in window.desk.library.games(slug):
        window.desk.library.delete_game(info.id)
    part.show_lobby()


def lay_out(
    window: MainWindow,
    slug: str,
    game: Game,
    beginning: Beginning,
    *,
    manners: Manners = PLAIN,
    bots: bool = True,
    wait: bool = True,
) -> PlayView:
    """Put a game on the table, kept in the library, the first side played by a person; wait until he is asked."""
    window.settings.put("bot_speed", "instant")
    window.settings.put("animate", False)
    part = play_part(window, slug)
    clear(window, slug)
    sides = list(game.scenario.sides)
    seats = [Seat(), *(Seat(best_bot()) if bots else Seat() for _side in sides[1:])]
    players = to_players(sides, tuple(seats), manners)
    kept = keep_game(window.desk.library, slug, game, beginning, name="Specimen", players=players)
    part.show_lobby()
    window.settings.remember("docks/playing", None)  # the game that was left has just kept where its panels lay
    part.resume(kept.game)
    settle(20, until=lambda: part.playing is not None and part.playing.settled)
    view = part.playing
    assert view is not None
    if wait:
        session = view.session
        settle(20, until=lambda: session.my_decision is not None or session.controller.over or view.curtain.isVisible())
    return view


def at(window: MainWindow, slug: str, moment: OwedDecision, turns: int = 99, manners: Manners = PLAIN) -> PlayView:
    """A moment of the staffs' game on the table."""
    played = play(window, slug, turns)
    game = played.game
    again = Game.replay(game.setting, game.seed, game.log[: moment.position], moment.position)
    return lay_out(window, slug, again, played.beginning, manners=manners, bots=not manners.curtain)
