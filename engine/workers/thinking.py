"""A process in which bots think: it follows the log of one game and answers for whichever side it is asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import BinaryIO

from engine.bots import Bot, make_bot
from engine.bots.hard import HardBot
from engine.bots.playout import Playout, PlayoutResult
from engine.bots.staff.appraising import appraise
from engine.bots.staff.chief import ChiefOfStaff
from engine.compiled.kernel import never_wait
from engine.errors import EngineBug
from engine.play.game import Entry, Game
from engine.play.view import View
from engine.rules.decision import Decision
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from engine.workers import kernels
from engine.workers.contrasting import Contrasting
from engine.workers.gauging import gauge
from engine.workers.hands import Hands, cores
from engine.workers.messages import (
    Advise,
    AnyAsk,
    AnyReply,
    Appraise,
    Begin,
    Command,
    Contrasted,
    Finished,
    Follow,
    Found,
    Gauge,
    Gauged,
    Play,
    Player,
    PlayoutProgress,
    PlayTrial,
    Said,
    TrialPlayed,
    While,
    WhyNot,
    asks,
    read_frame,
    unpack_rows,
    write_frame,
)

KINDNESS = 5
"""How far thinking stands back behind the window."""

LOOK = 0.2
"""Seconds between two looks at what the compiler has done."""

LARGE = 100
"""Counters of a game in which planning on plain code would take minutes."""

PATIENCE = 90.0
"""Seconds from the start of the process for which such a game waits for the compiler."""

QUICK = frozenset({"random", "greedy"})
"""Bots that plan nothing, and need not wait."""


class Thinker:
    """The game as the window told it, the bots that were asked about it, and the hands that play out for them."""

    def __init__(self, tell: Callable[[AnyReply], None], hands: int = 1) -> None:
        self._tell = tell
        self._hands = Hands(hands)
        self._setting: Setting | None = None
        self._seed = 0
        self._log: list[Entry] = []
        self._bots: dict[tuple[int, Player], Bot] = {}
        self._contrasting = Contrasting(tell)
        self._number = 0
        self._thought_of: Game | None = None
        """The game that is being thought about, where its log tells all of it."""

    def waits(self, message: AnyAsk) -> bool:
        """Whether a question had better wait for the compiler, because bots would plan a large game."""
        match message:
            case Play() | Gauge():
                players = tuple(message.players.values())
            case Advise() | WhyNot() | PlayTrial():
                players = (message.player,)
            case Contrasted():
                players = (Player("doctrine", message.seed),)
            case Appraise():
                players = (Player("doctrine", 0),)
            case _:
                return False
        large = self._setting is not None and len(self._setting.scenario.pieces) > LARGE
        return large and any(player.bot not in QUICK for player in players)

    def hear(self, message: AnyAsk) -> None:
        """Do what is asked; whatever goes wrong is told."""
        self._number = message.number
        try:
            self._do(message)
        except Exception as error:  # a bot may do anything wrong, and the window says what
            self._tell(Finished(number=message.number, error=str(error) or type(error).__name__))
        if not isinstance(message, PlayTrial):  # of those many come, and none of them changes anything
            self._thought_of = None

    def _do(self, message: AnyAsk) -> None:
        match message:
            case Begin():
                self._setting = setting_of(compile_scenario(unpack_rows(message.rows)))
                self._seed, self._log = message.seed, []
                self._bots.clear()
            case Follow():
                self._log[message.position :] = message.entries
            case Contrasted():
                if self._setting is None:
                    raise EngineBug("rules were compared before there was a game")
                self._contrasting.answer(message, self._setting, self._seed, self._game)
                self._tell(Finished(number=message.number))
            case _:
                self._answer(message)
                self._tell(Finished(number=message.number))

    def _answer(self, message: Play | Advise | WhyNot | Appraise | PlayTrial | Gauge) -> None:
        """Say what was asked for."""
        number, game = message.number, self._game()
        match message:
            case Play():
                self._play(message, game)
            case Advise():
                assert game.decision is not None
                side = game.decision.side
                action, why = self._bot(side, message.player).choose(game.view(side))
                self._tell(Found(number=number, position=game.cursor, action=action, why=dict(why)))
            case WhyNot():
                bot = self._bot(message.side, message.player)
                self._tell(Said(number=number, text=bot.explain_not(game.view(message.side), message.action)))
            case Appraise():
                text = appraise(game.view(message.side).table, message.side, message.pieces)
                self._tell(Said(number=number, text=text))
            case PlayTrial():
                bot = self._bot(message.side, message.player)
                assert isinstance(bot, HardBot)
                self._tell(TrialPlayed(number=number, result=bot.play_out(game.view(message.side), message.trial)))
            case Gauge():
                bots = {side: self._bot(side, player) for side, player in message.players.items()}
                ahead = {side: bot for side, bot in bots.items() if isinstance(bot, HardBot)}
                self._tell(Gauged(number=number, playouts=gauge(game, ahead, message.seconds, self._hands.size)))

    def _game(self) -> Game:
        """The game as it stands, made from the log unless it is the same as before."""
        if self._setting is None:
            raise EngineBug("a bot was asked before there was a game")
        if self._thought_of is None:
            self._thought_of = Game.replay(self._setting, self._seed, self._log, len(self._log))
        return self._thought_of

    def _bot(self, side: int, player: Player) -> Bot:
        if (side, player) not in self._bots:
            assert self._setting is not None
            scenario = self._setting.scenario
            bot = make_bot(player.bot, scenario, side, player.seed, player.plan or None)
            if isinstance(bot, HardBot):
                self._help(bot, player)
            self._bots[side, player] = bot
        return self._bots[side, player]

    def _help(self, bot: HardBot, player: Player) -> None:
        """Let the hands play out for a bot, where the log tells them its game, and the window know how far it is."""
        alone = bot.playing

        def play(view: View, trials: Sequence[Playout]) -> Iterable[PlayoutResult]:
            if self._hands.size < 2 or self._thought_of is None:
                return alone(view, trials)
            return self._hands.play(self._thought_of, bot.side, player, trials)

        bot.playing = play
        bot.looking = lambda done, of: self._tell(PlayoutProgress(number=self._number, done=done, of=of))

    def _commanded(self, side: int, player: Player, command: Command | None) -> Bot:
        bot = self._bot(side, player)
        if command is None:
            return bot
        return ChiefOfStaff(bot, side, player.seed, command.orders, dice=command.dice, rest=command.rest)

    def _play(self, message: Play, game: Game) -> None:
        game.spare(message.spared.pieces, message.spared.mark)
        if message.command is not None or message.spared.pieces:
            self._thought_of = None  # what is spared is in no log
        bots = {side: self._commanded(side, player, message.command) for side, player in message.players.items()}
        while (decision := game.decision) is not None and _goes_on(game, decision, message.players, message.only):
            action, why = bots[decision.side].choose(game.view(decision.side))
            game.apply(action, dict(why))
            self._tell(Found(number=message.number, position=game.cursor - 1, action=action, why=dict(why)))


def _goes_on(game: Game, decision: Decision, players: Mapping[int, Player], only: While | None) -> bool:
    kind = decision.kind if only is not None and only.kind else ""
    now = While(decision.side, kind, game.state.turn, game.state.phase)
    return decision.side in players and (only is None or only == now)


def _listen(stream: BinaryIO, heard: SimpleQueue[AnyAsk]) -> None:
    """Hear the window out; when it is gone, or says what cannot be understood, there is nobody to think for."""
    code = 1
    try:
        while (data := read_frame(stream)) is not None:
            heard.put(asks.decode(data))
        code = 0
    except OSError:
        code = 0
    finally:
        os._exit(code)


def main() -> int:
    """Think until the window is gone."""
    with suppress(OSError, AttributeError):
        os.nice(max(KINDNESS - os.nice(0), 0))  # a hand stands back no further than the bot that it plays for
    never_wait()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is no answer
    heard: SimpleQueue[AnyAsk] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, heard), daemon=True).start()
    thinker = Thinker(lambda reply: write_frame(answers, reply), cores())
    compiled, until = kernels.take_some(), monotonic() + PATIENCE
    while True:
        message = heard.get()
        while not compiled and thinker.waits(message) and not kernels.ready() and monotonic() < until:
            sleep(LOOK)
        if not compiled and kernels.ready():
            compiled = kernels.take_some()
        thinker.hear(message)
