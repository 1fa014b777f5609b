"""One game as a task for any process: the scenario, the bots and the seed go in, what was written down comes out."""

from __future__ import annotations

import hashlib
import zlib
from collections import OrderedDict

import msgspec
from msgspec.structs import replace

from engine.errors import StavkaError
from engine.lab.coupling import CoupledGame
from engine.lab.match import play_out, seat_bots
from engine.lab.record import Played, pack
from engine.play import Game
from engine.records import Rows
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.tasks import SetUp
from engine.store import RunGame, read_bundle, write_bundle
from engine.systems import setting_of

KEPT = 12
"""Scenarios that a process keeps ready at a time; a sweep has as many versions."""


class PackedScenario(msgspec.Struct, frozen=True):
    """A scenario ready to be sent: its rows packed, the options chosen, and a key by which a process knows it again."""

    key: str
    rows: bytes
    options: dict[str, str]


class Job(msgspec.Struct, frozen=True):
    """What all games of a version have in common: the scenario, the one that the bots know, and who plays."""

    ground: PackedScenario
    bots: dict[str, str]
    plans: dict[str, str]
    coupled: bool = True
    known: PackedScenario | None = None
    other: PackedScenario | None = None
    """The version that this one is compared with, where that can strike a game that goes on as before."""


class GameTask(msgspec.Struct, frozen=True):
    """One game of one version."""

    job: Job
    version: int
    number: int
    seed: int


class Answer(msgspec.Struct, frozen=True):
    """A finished game, or the sentence that says why there is none."""

    version: int
    number: int
    game: RunGame | None = None
    trouble: str = ""


def pack_ground(rows: Rows, options: dict[str, str]) -> PackedScenario:
    """A scenario as it is sent."""
    packed = zlib.compress(write_bundle(rows).encode(), 6)
    return PackedScenario(hashlib.sha256(packed + repr(sorted(options.items())).encode()).hexdigest(), packed, options)


_settings: OrderedDict[str, Setting] = OrderedDict()


def setting_for(ground: PackedScenario) -> Setting:
    """The setting of a scenario, made once in each process."""
    if ground.key not in _settings:
        rows = read_bundle(zlib.decompress(ground.rows).decode())
        _settings[ground.key] = setting_of(compile_scenario(rows, ground.options))
        while len(_settings) > KEPT:
            _settings.popitem(last=False)
    _settings.move_to_end(ground.key)
    return _settings[ground.key]


def begin(setting: Setting, seed: int, other: Setting | None) -> CoupledGame:
    """A game at its first decision, with dice that can be compared."""
    game = CoupledGame(setting, seed, other)
    game.start(SetUp(0))
    return game


def play_game(task: GameTask, *, heard: bool = True) -> tuple[Game, Played]:
    """Play the game of a task: the game with its whole log, with reasons if they are `heard`, and what it showed."""
    job, setting = task.job, setting_for(task.job.ground)
    known, other = (None if ground is None else setting_for(ground) for ground in (job.known, job.other))
    players = seat_bots(setting, job.bots, task.seed, job.plans, heard=heard)
    if not job.coupled:
        plain = Game.begin(setting, task.seed)
        return plain, play_out(plain, players)
    game = begin(setting, task.seed, other)
    return game, replace(play_out(game, players, known), luck=game.fortune.luck())


def play_task(task: GameTask) -> Answer:
    """Play the game of a task; what goes wrong is said, not raised, so that it can be sent from process to process."""
    try:
        _, played = play_game(task, heard=False)
    except StavkaError as error:
        return Answer(task.version, task.number, trouble=str(error))
    return Answer(task.version, task.number, game_row(task, played))


def game_row(task: GameTask, played: Played) -> RunGame:
    """A finished game as the library keeps it."""
    return RunGame(
        task.version,
        task.number,
        task.seed,
        played.winner,
        played.level,
        played.score[0],
        played.turns,
        played.seconds,
        pack(played),
    )
