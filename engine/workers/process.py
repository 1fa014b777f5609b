"""The window's end of a process in which bots think: it is told things, says things, and is ended to cancel."""

from __future__ import annotations

import atexit
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO
from weakref import WeakSet

from engine.play.game import Entry, Game
from engine.workers.messages import (
    AnyAsk,
    AnyReply,
    Begin,
    Follow,
    pack_rows,
    read_frame,
    replies,
    write_frame,
)
from engine.workers.spawn import command

THINKING = "engine.workers.thinking"

_running: WeakSet[ThinkingProcess] = WeakSet()


class ThinkingProcess:
    """One process; it is told of a game only what it does not know yet."""

    def __init__(self, words: list[str] | None = None) -> None:
        self._process = subprocess.Popen(
            words or command(THINKING),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._said: SimpleQueue[AnyReply] = SimpleQueue()
        self._told: SimpleQueue[AnyAsk | Game | None] = SimpleQueue()
        self._game: Game | None = None
        self._log: list[Entry] = []
        self._threads = (
            Thread(target=self._read, args=(self._process.stdout,), name="stavka-bot-says", daemon=True),
            Thread(target=self._write, args=(self._process.stdin,), name="stavka-bot-hears", daemon=True),
        )
        for thread in self._threads:
            thread.start()
        _running.add(self)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    @property
    def code(self) -> int | None:
        """How it ended: a negative number is the signal that ended it."""
        return self._process.poll()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def follow(self, game: Game) -> None:
        """Let it know the game as it stands."""
        if self._game is None or self._game.setting is not game.setting or self._game.seed != game.seed:
            self._told.put(game)
            self._log = []
        self._game = game
        now = game.log[: game.cursor]
        same = 0
        while same < min(len(now), len(self._log)) and now[same] is self._log[same]:
            same += 1
        if same < max(len(now), len(self._log)):
            self._told.put(Follow(position=same, entries=now[same:]))
            self._log = now

    def tell(self, message: AnyAsk) -> None:
        """Ask something of it."""
        self._told.put(message)

    def heard(self) -> Iterator[AnyReply]:
        """What it has said since."""
        with suppress(Empty):
            while True:
                yield self._said.get_nowait()

    def end(self) -> None:
        """End it, whatever it does; this is how thinking is cancelled."""
        _running.discard(self)
        self._told.put(None)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(2.0)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    # threads that wait for the pipes, so that the window need not

    @contextmanager
    def _or_lost(self) -> Iterator[None]:
        """A pipe that is closed is the end; whatever else goes wrong ends the process, so that nobody waits for it."""
        try:
            yield
        except (OSError, ValueError):
            pass
        except Exception:
            self._process.kill()
            raise

    def _read(self, stream: IO[bytes]) -> None:
        with self._or_lost():
            while (data := read_frame(stream)) is not None:  # type: ignore[arg-type]
                self._said.put(replies.decode(data))

    def _write(self, stream: IO[bytes]) -> None:
        with self._or_lost():
            while (message := self._told.get()) is not None:
                if isinstance(message, Game):
                    message = Begin(rows=pack_rows(message.scenario.rows), seed=message.seed)
                write_frame(stream, message)  # type: ignore[arg-type]


@atexit.register
def _end_all() -> None:
    for process in list(_running):
        process.end()
