"""Playtest runs: what is to be played, every version of the scenario in it, and every game as soon as it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Annotated, Any, Literal

import msgspec

from engine.legible import legible
from engine.records.changes import Change
from engine.records.family import convert, decode
from engine.store.clock import now
from engine.store.codec import as_declared, changes_from_json, changes_to_json
from engine.store.connection import reading, transaction
from engine.store.database import Database
from engine.store.errors import StoreError

Status = Literal["playing", "paused", "done", "cancelled", "failed"]
Wish = Literal["", "pause", "cancel"]

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]

RUN_TABLES: dict[str, str] = {
    "playtest_run": """(
  "id" INTEGER PRIMARY KEY,
  "scenario" TEXT NOT NULL REFERENCES "library"("slug") ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT NOT NULL,
  "made_at" TEXT NOT NULL,
  "seen_at" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "wish" TEXT NOT NULL DEFAULT '',
  "trouble" TEXT NOT NULL DEFAULT '',
  "settings" TEXT NOT NULL,
  "snapshot" TEXT NOT NULL
)""",
    "playtest_version": """(
  "run" INTEGER NOT NULL REFERENCES "playtest_run"("id") ON DELETE CASCADE,
  "version" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "digest" TEXT NOT NULL,
  "options" TEXT NOT NULL,
  "changes" TEXT NOT NULL,
  PRIMARY KEY ("run", "version")
)""",
    "playtest_game": """(
  "run" INTEGER NOT NULL REFERENCES "playtest_run"("id") ON DELETE CASCADE,
  "version" INTEGER NOT NULL,
  "number" INTEGER NOT NULL,
  "seed" INTEGER NOT NULL,
  "winner" TEXT NOT NULL,
  "level" TEXT NOT NULL,
  "score" REAL NOT NULL,
  "turns" INTEGER NOT NULL,
  "seconds" REAL NOT NULL,
  "record" BLOB NOT NULL,
  PRIMARY KEY ("run", "version", "number")
)""",
}
"""The tables of playtest runs, beside those of scenarios and games."""

RUN_INDEXES = ('CREATE INDEX "playtest_run_by_scenario" ON "playtest_run"("scenario")',)


class RunVersion(msgspec.Struct, frozen=True):
    """One version of the scenario in a run: what its rows have that those of the first do not."""

    name: str
    digest: str
    changes: tuple[Change, ...] = ()
    options: dict[str, str] = {}


class RunInfo(msgspec.Struct, frozen=True):
    """One line of the list of runs."""

    id: int
    scenario: str
    name: str
    made_at: str
    seen_at: str
    status: str
    wish: str
    trouble: str
    settings: str
    games: int


class StoredRun(msgspec.Struct, frozen=True):
    """A run with all that is needed to play its games: the first version as a bundle, and what the others change."""

    info: RunInfo
    snapshot: str
    versions: tuple[RunVersion, ...]


class RunGame(msgspec.Struct, frozen=True):
    """One finished game of a run; the record is what the laboratory wrote down of it."""

    version: int
    number: int
    seed: int
    winner: str
    level: str
    score: Share
    turns: int
    seconds: float
    record: bytes


class _Score(msgspec.Struct, frozen=True, array_like=True):
    """How a game of a run ended."""

    version: int
    number: int
    score: Share


_INFO = """SELECT "id", "scenario", "name", "made_at", "seen_at", "status", "wish", "trouble", "settings",
 (SELECT count(*) FROM "playtest_game" WHERE "run" = "id") FROM "playtest_run" """

_GAME = '"version", "number", "seed", "winner", "level", "score", "turns", "seconds"'

Opened = Callable[..., AbstractContextManager[Database]]


class Runs:
    """The playtest runs of a library; every write is on the disk when the call returns."""

    def __init__(self, read: Opened, write: Opened) -> None:
        self._read = read
        self._write = write

    def add(self, slug: str, name: str, settings: str, snapshot: str, versions: Sequence[RunVersion]) -> int:
        """Keep a run of which no game is played yet; the answer is its number."""
        moment = now()
        with self._write(slug) as db, transaction(db):
            made = db.execute(
                'INSERT INTO "playtest_run" ("scenario", "name", "made_at", "seen_at", "status", "settings", '
                '"snapshot") VALUES (?, ?, ?, ?, ?, ?, ?)',
                (slug, legible(name), moment, moment, "paused", settings, snapshot),
            )
            run = int(made.lastrowid or 0)
            db.conn.executemany(
                'INSERT INTO "playtest_version" ("run", "version", "name", "digest", "options", "changes") '
                "VALUES (?, ?, ?, ?, ?, ?)",
                [(run, number, *_version_cells(version)) for number, version in enumerate(versions)],
            )
        return run

    def all(self, slug: str) -> list[RunInfo]:
        """The runs of a scenario, newest first."""
        with self._read(slug) as db:
            lines = db.execute(f'{_INFO}WHERE "scenario" = ? ORDER BY "id" DESC', (slug,))
            return [as_declared(line, RunInfo) for line in lines]

    def info(self, run: int) -> RunInfo:
        """One run as it stands."""
        with self._read() as db:
            return _info(db, run)

    def load(self, run: int) -> StoredRun:
        """A run with its versions."""
        with self._read() as db, reading(db):
            info = _info(db, run)
            found = db.execute('SELECT "snapshot" FROM "playtest_run" WHERE "id" = ?', (run,)).fetchone()
            lines = db.execute(
                'SELECT "name", "digest", "changes", "options" FROM "playtest_version" WHERE "run" = ? '
                'ORDER BY "version"',
                (run,),
            ).fetchall()
            return StoredRun(info, convert(found[0], str), tuple(map(_version, lines)))

    def keep_games(self, run: int, games: Iterable[RunGame]) -> None:
        """Keep finished games, all at once; one that is there already stays as it is."""
        with self._write() as db, transaction(db):
            _info(db, run)
            db.conn.executemany(
                f'INSERT OR IGNORE INTO "playtest_game" ("run", {_GAME}, "record") '
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(run, *msgspec.structs.astuple(game)) for game in games],
            )
            db.execute('UPDATE "playtest_run" SET "seen_at" = ? WHERE "id" = ?', (now(), run))

    def games(self, run: int, after: int = 0) -> tuple[list[RunGame], int]:
        """Games of a run that were kept after a mark, in the order of keeping, and the mark for the next time."""
        with self._read() as db, reading(db):
            lines = db.execute(
                f'SELECT rowid, {_GAME}, "record" FROM "playtest_game" WHERE "run" = ? AND rowid > ? ORDER BY rowid',
                (run, after),
            ).fetchall()
            return [as_declared(line[1:], RunGame) for line in lines], lines[-1][0] if lines else after

    def scores(self, run: int) -> dict[tuple[int, int], float]:
        """The first side's score of every game that is over, by version and number."""
        with self._read() as db:
            lines = db.execute('SELECT "version", "number", "score" FROM "playtest_game" WHERE "run" = ?', (run,))
            found = convert(lines.fetchall(), list[_Score])
            return {(one.version, one.number): one.score for one in found}

    def cut(self, run: int, games: int) -> None:
        """Forget the games from a number on, which were under way when the run had enough."""
        with self._write() as db, transaction(db):
            db.execute('DELETE FROM "playtest_game" WHERE "run" = ? AND "number" >= ?', (run, games))

    def mark(self, run: int, status: Status, trouble: str = "") -> None:
        """Say how a run stands; a wish that was waiting is fulfilled by it."""
        self._set(run, '"status" = ?, "trouble" = ?, "wish" = \'\', "seen_at" = ?', status, trouble, now())

    def seen(self, run: int) -> Wish:
        """Say that a run is being played still; the answer is what somebody wishes of it."""
        self._set(run, '"seen_at" = ?', now())
        wish: Wish = self.info(run).wish  # type: ignore[assignment]
        return wish

    def wish(self, run: int, wish: Wish) -> None:
        """Wish that a run be paused or cancelled; whoever plays it looks for wishes."""
        self._set(run, '"wish" = ?', wish)

    def rename(self, run: int, name: str) -> None:
        """Call a run otherwise."""
        self._set(run, '"name" = ?', legible(name))

    def delete(self, run: int) -> None:
        """Forget a run with all its games."""
        with self._write() as db, transaction(db):
            db.execute('DELETE FROM "playtest_run" WHERE "id" = ?', (run,))

    def latest(self, slug: str, digest: str) -> tuple[int, int] | None:
        """The newest run of a scenario that has games of a version with this digest, and which version it is."""
        with self._read(slug) as db:
            line = db.execute(
                'SELECT "run", "version" FROM "playtest_version" AS v JOIN "playtest_run" ON "id" = "run" '
                'WHERE "scenario" = ? AND "digest" = ? AND EXISTS (SELECT 1 FROM "playtest_game" AS g '
                'WHERE g."run" = v."run" AND g."version" = v."version") ORDER BY "run" DESC, "version" LIMIT 1',
                (slug, digest),
            ).fetchone()
        return None if line is None else (int(line[0]), int(line[1]))

    def _set(self, run: int, what: str, *values: Any) -> None:
        with self._write() as db, transaction(db):
            _info(db, run)
            db.execute(f'UPDATE "playtest_run" SET {what} WHERE "id" = ?', (*values, run))


def _version_cells(version: RunVersion) -> tuple[str, str, str, str]:
    options = msgspec.json.encode(version.options).decode()
    return version.name, version.digest, options, changes_to_json(version.changes)


def _version(line: tuple[str, str, str, str]) -> RunVersion:
    name, digest, changes, options = convert(line, tuple[str, str, str, str])
    return RunVersion(name, digest, changes_from_json(changes), decode(options, dict[str, str]))


def _info(db: Database, run: int) -> RunInfo:
    line = db.execute(f'{_INFO}WHERE "id" = ?', (run,)).fetchone()
    if line is None:
        raise StoreError(f"There is no playtest run {run} in the library any more.")
    return as_declared(line, RunInfo)
