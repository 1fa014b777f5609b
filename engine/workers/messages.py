"""What the window and a process in which bots think say to each other: frames of JSON, the length before each."""

from __future__ import annotations

import struct
from typing import Any, BinaryIO

import msgspec

from engine.bots.effect import RuleEffect
from engine.bots.playout import Playout, PlayoutResult
from engine.bots.staff.orders import Order
from engine.play.game import Entry
from engine.records import ORDER, Record, Rows
from engine.records.board import Underlay
from engine.records.family import decode, decoder
from engine.records.play import Doctrine, Option
from engine.state.actions import AnyAction

NEEDLESS: tuple[type[Record], ...] = (Underlay, Option)
"""Tables that no game reads: pictures under the map, and options, which have done their work when a game begins."""


class Player(msgspec.Struct, frozen=True):
    """A bot: its name, its chance and its plan; without a plan one is drawn."""

    bot: str
    seed: int
    plan: str = ""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Something said to the process."""

    number: int = 0


class Begin(Ask, frozen=True, tag="begin"):
    """Another game: its rows as they are with its options chosen, and its seed."""

    rows: dict[str, msgspec.Raw]
    seed: int


class Follow(Ask, frozen=True, tag="follow"):
    """The log from a position on is this."""

    position: int
    entries: list[Entry]


class While(msgspec.Struct, frozen=True):
    """Bots answer only while the decision is of this kind (empty: of any), of this side, in this turn and phase."""

    side: int
    kind: str
    turn: int
    phase: int


class Spared(msgspec.Struct, frozen=True):
    """Pieces that bots leave alone: on their copy of the table these bear the mark of having done their part."""

    pieces: tuple[int, ...] = ()
    mark: int = 0


class Command(msgspec.Struct, frozen=True):
    """Orders that a bot carries out; whether it throws dice for them, and whether it then does the rest."""

    orders: tuple[Order, ...]
    dice: bool = False
    rest: bool = False


class Play(Ask, frozen=True, tag="play"):
    """Answer decision after decision for these sides, on a copy of the game."""

    players: dict[int, Player]
    only: While | None = None
    spared: Spared = Spared()
    command: Command | None = None


class Advise(Ask, frozen=True, tag="advise"):
    """Say what this bot would do for the side that decides."""

    player: Player


class WhyNot(Ask, frozen=True, tag="why-not"):
    """Say why the bot of a side would not do this."""

    side: int
    player: Player
    action: AnyAction


class Appraise(Ask, frozen=True, tag="appraise"):
    """Say how some units of a side stand, as far as that side may know."""

    side: int
    pieces: tuple[int, ...]


class Contrasted(Ask, frozen=True, tag="contrast"):
    """Say what a side does otherwise with some rules than with others, on a turn of its own.

    The bots play up to that turn (0: the set-up) by the rows of the game; without a turn it is the last of the log.
    """

    side: int
    seed: int
    rules: tuple[Doctrine, ...]
    instead: tuple[Doctrine, ...]
    plan: str = ""
    turn: int | None = None


class PlayTrial(Ask, frozen=True, tag="play-trial"):
    """Play a trial out for the side whose bot looks ahead."""

    side: int
    player: Player
    trial: Playout


class Gauge(Ask, frozen=True, tag="gauge"):
    """Say how many playouts of a phase the bots of these sides can make within so many seconds here."""

    players: dict[int, Player]
    seconds: float


class ProcessReply(msgspec.Struct, frozen=True, kw_only=True):
    """Something said by the process, to the request of that number."""

    number: int


class Found(ProcessReply, frozen=True, tag="found"):
    """An action that a bot has decided on: its place in the log, and why."""

    position: int
    action: AnyAction
    why: dict[str, Any]


class Said(ProcessReply, frozen=True, tag="said"):
    """A sentence."""

    text: str


class Moment(ProcessReply, frozen=True, tag="moment"):
    """Where every piece of a game stands, what it has become by now, and what moment it is."""

    moment: str
    phase: str
    cells: tuple[int, ...]
    counters: tuple[int | None, ...]
    faces: tuple[int, ...]


class Differs(ProcessReply, frozen=True, tag="differs"):
    """Something that is done otherwise."""

    difference: RuleEffect


class PlayoutProgress(ProcessReply, frozen=True, tag="playout-progress"):
    """A bot looks ahead: playouts done, of how many."""

    done: int
    of: int


class TrialPlayed(ProcessReply, frozen=True, tag="trial-played"):
    """What came of a trial."""

    result: PlayoutResult


class Gauged(ProcessReply, frozen=True, tag="gauged"):
    """How many playouts of a phase there is time for."""

    playouts: int


class Finished(ProcessReply, frozen=True, tag="done"):
    """Nothing more comes; where something went wrong, what."""

    error: str = ""


AnyAsk = Begin | Follow | Play | Advise | WhyNot | Appraise | Contrasted | PlayTrial | Gauge
AnyReply = Found | Said | Moment | Differs | PlayoutProgress | TrialPlayed | Gauged | Finished

asks: msgspec.json.Decoder[AnyAsk] = decoder(AnyAsk)
replies: msgspec.json.Decoder[AnyReply] = decoder(AnyReply)


def pack_rows(rows: Rows) -> dict[str, msgspec.Raw]:
    """The rows that a game reads, by table."""
    kinds = [kind for kind in ORDER if kind not in NEEDLESS]
    return {kind.table: msgspec.Raw(msgspec.json.encode(rows.all(kind))) for kind in kinds}


def unpack_rows(packed: dict[str, msgspec.Raw]) -> Rows:
    """The rows again."""
    rows = Rows()
    for kind in ORDER:
        if kind.table in packed:
            for row in decode(packed[kind.table], list[kind]):  # type: ignore[valid-type]
                rows.put(row)
    return rows


_LENGTH = struct.Struct(">I")


def write_frame(stream: BinaryIO, message: Ask | ProcessReply) -> None:
    """Send a message."""
    data = msgspec.json.encode(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next message as it was written, or None when the other end is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None
