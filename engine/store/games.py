"""Games and playtests: kept as JSON that only the play layer reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec
from sqlite_utils import Database

from engine.records import Rows
from engine.store.bundle import read_bundle
from engine.store.clock import now
from engine.store.connection import transaction
from engine.store.errors import StoreError

Json = str | bytes


class GameInfo(msgspec.Struct, frozen=True):
    """One line of the list of games."""

    id: int
    scenario: str
    name: str
    made_at: str
    played_at: str
    seed: int
    sides: str
    options: str
    cursor: int
    entries: int
    status: str


class Entry(msgspec.Struct, frozen=True):
    """One action of a game with what came of it and why, each as JSON."""

    side: str
    action: Json
    events: Json
    why: Json = "null"


@dataclass(frozen=True)
class StoredGame:
    """A game as it was left: the scenario it began with and all that was done."""

    info: GameInfo
    snapshot: str
    entries: tuple[Entry, ...]

    @cached_property
    def rows(self) -> Rows:
        """The scenario it began with; it is read when it is asked for, in whatever thread asks."""
        return read_bundle(self.snapshot)


class Playtest(msgspec.Struct, frozen=True):
    """One batch of bot games with what came of it."""

    id: int
    scenario: str
    made_at: str
    settings: str
    results: str


_INFO = """SELECT "id", "scenario", "name", "made_at", "played_at", "seed", "sides", "options", "cursor",
 (SELECT count(*) FROM "game_entry" WHERE "game" = "game"."id"), "status" FROM "game" """


def games(db: Database, slug: str | None) -> list[GameInfo]:
    """The games of a scenario, or all of them, the one played last first."""
    where, values = ('WHERE "scenario" = ? ', (slug,)) if slug is not None else ("", ())
    return [GameInfo(*line) for line in db.execute(f'{_INFO}{where}ORDER BY "played_at" DESC, "id" DESC', values)]


def new_game(
    db: Database,
    slug: str,
    name: str,
    seed: int,
    sides: Json,
    options: Json,
    snapshot: str,
    first: Entry | None = None,
    status: str | None = None,
) -> int:
    """Keep a game that begins now, with its first entry if there is one, all at once; the answer is its number."""
    moment = now()
    with transaction(db):
        cursor = db.execute(
            'INSERT INTO "game" ("scenario", "name", "made_at", "played_at", "seed", "sides", "options", "snapshot") '
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (slug, name, moment, moment, seed, _text(sides), _text(options), snapshot),
        )
        game = int(cursor.lastrowid or 0)
        if first is not None:
            _append(db, game, first, status)
    return game


def branch_game(db: Database, game: int, entries: int, name: str) -> int:
    """Keep a copy of a game up to an entry, to be played on from there; the answer is its number."""
    moment = now()
    with transaction(db):
        _cursor(db, game)
        cursor = db.execute(
            'INSERT INTO "game" ("scenario", "name", "made_at", "played_at", "seed", "sides", "options", "snapshot", '
            '"cursor") SELECT "scenario", ?, ?, ?, "seed", "sides", "options", "snapshot", ? '
            'FROM "game" WHERE "id" = ?',
            (name, moment, moment, entries, game),
        )
        new = int(cursor.lastrowid or 0)
        copied = db.execute(
            'INSERT INTO "game_entry" ("game", "position", "side", "action", "events", "why") '
            'SELECT ?, "position", "side", "action", "events", "why" FROM "game_entry" '
            'WHERE "game" = ? AND "position" < ?',
            (new, game, entries),
        )
        if copied.rowcount != entries:
            raise StoreError(f"Game {game} has only {copied.rowcount} entries; it cannot be taken up at {entries}.")
    return new


def append_entry(db: Database, game: int, entry: Entry, status: str | None) -> int:
    """Keep one action at the cursor and move the cursor behind it; what lay beyond is gone."""
    with transaction(db):
        return _append(db, game, entry, status)


def _append(db: Database, game: int, entry: Entry, status: str | None) -> int:
    cursor = _cursor(db, game)
    db.execute('DELETE FROM "game_entry" WHERE "game" = ? AND "position" >= ?', (game, cursor))
    db.execute(
        'INSERT INTO "game_entry" ("game", "position", "side", "action", "events", "why") VALUES (?, ?, ?, ?, ?, ?)',
        (game, cursor, entry.side, _text(entry.action), _text(entry.events), _text(entry.why)),
    )
    db.execute(
        'UPDATE "game" SET "cursor" = ?, "played_at" = ?, "status" = coalesce(?, "status") WHERE "id" = ?',
        (cursor + 1, now(), status, game),
    )
    return cursor


def set_cursor(db: Database, game: int, cursor: int, status: str | None) -> None:
    """Move the cursor over the entries that are there."""
    with transaction(db):
        _cursor(db, game)
        entries = db.execute('SELECT count(*) FROM "game_entry" WHERE "game" = ?', (game,)).fetchone()[0]
        if not 0 <= cursor <= entries:
            raise StoreError(f"Game {game} has {entries} entries; its cursor cannot stand at {cursor}.")
        db.execute(
            'UPDATE "game" SET "cursor" = ?, "played_at" = ?, "status" = coalesce(?, "status") WHERE "id" = ?',
            (cursor, now(), status, game),
        )


def load_game(db: Database, game: int) -> StoredGame:
    """A game with its rows and all its entries, those beyond the cursor too."""
    _cursor(db, game)
    info = GameInfo(*db.execute(f'{_INFO}WHERE "id" = ?', (game,)).fetchone())
    snapshot = db.execute('SELECT "snapshot" FROM "game" WHERE "id" = ?', (game,)).fetchone()[0]
    lines = db.execute(
        'SELECT "side", "action", "events", "why" FROM "game_entry" WHERE "game" = ? ORDER BY "position"', (game,)
    )
    return StoredGame(info, snapshot, tuple(Entry(*line) for line in lines))


def delete_game(db: Database, game: int) -> None:
    """Forget a game."""
    with transaction(db):
        _cursor(db, game)
        db.execute('DELETE FROM "game" WHERE "id" = ?', (game,))


def add_playtest(db: Database, slug: str, settings: Json, results: Json) -> int:
    """Keep what a batch of bot games showed; the answer is its number."""
    with transaction(db):
        cursor = db.execute(
            'INSERT INTO "playtest" ("scenario", "made_at", "settings", "results") VALUES (?, ?, ?, ?)',
            (slug, now(), _text(settings), _text(results)),
        )
    return int(cursor.lastrowid or 0)


def playtests(db: Database, slug: str) -> list[Playtest]:
    """The playtests of a scenario, newest first."""
    lines = db.execute(
        'SELECT "id", "scenario", "made_at", "settings", "results" FROM "playtest" WHERE "scenario" = ? '
        'ORDER BY "id" DESC',
        (slug,),
    )
    return [Playtest(*line) for line in lines]


def delete_playtest(db: Database, playtest: int) -> None:
    """Forget a playtest."""
    with transaction(db):
        db.execute('DELETE FROM "playtest" WHERE "id" = ?', (playtest,))


def _cursor(db: Database, game: int) -> int:
    line = db.execute('SELECT "cursor" FROM "game" WHERE "id" = ?', (game,)).fetchone()
    if line is None:
        raise StoreError(f"There is no game {game} in the library any more.")
    return int(line[0])


def _text(value: Json) -> str:
    return value.decode() if isinstance(value, bytes) else value
