"""Games and playtests: kept as JSON that only the play layer reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from engine.legible import legible
from engine.records import Rows
from engine.records.family import convert
from engine.store.bundle import read_bundle
from engine.store.clock import after, first_revision, now
from engine.store.codec import as_declared
from engine.store.connection import reading, transaction
from engine.store.database import Database
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
    revision: int = 0
    parent: int | None = None
    parent_at: int | None = None


class EntryText(msgspec.Struct, frozen=True):
    """One action of a game with what came of it and why, each as JSON."""

    side: str
    action: Json
    events: Json
    why: Json = "null"


class OrderLine(msgspec.Struct, frozen=True):
    """All orders to the staff as JSON after one of them was given, changed or lifted, and how long the log was then."""

    position: int
    orders: Json
    undone: bool = False


class Expected(msgspec.Struct, frozen=True):
    """How a writer knows a game: its revision and, where it matters, its cursor."""

    revision: int
    cursor: int | None = None


@dataclass(frozen=True)
class StoredGame:
    """A game as it was left: the scenario it began with and all that was done."""

    info: GameInfo
    snapshot: str
    entries: tuple[EntryText, ...]
    orders: tuple[OrderLine, ...] = ()

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
 (SELECT count(*) FROM "game_entry" WHERE "game" = "game"."id"), "status", "revision", "parent", "parent_at"
 FROM "game" """

_MOVE_CURSOR = (
    'UPDATE "game" SET "cursor" = ?, "played_at" = ?, "status" = coalesce(?, "status"), "revision" = "revision" + 1 '
    'WHERE "id" = ?'
)


def games(db: Database, slug: str | None) -> list[GameInfo]:
    """The games of a scenario, or all of them, the one played last first."""
    where, values = ('WHERE "scenario" = ? ', (slug,)) if slug is not None else ("", ())
    lines = db.execute(f'{_INFO}{where}ORDER BY "played_at" DESC, "id" DESC', values)
    return [as_declared(line, GameInfo) for line in lines]


def new_game(
    db: Database,
    slug: str,
    name: str,
    seed: int,
    sides: Json,
    options: Json,
    snapshot: str,
    entries: Sequence[EntryText] = (),
    status: str | None = None,
) -> int:
    """Keep a game with the entries it has, all at once; the answer is its number."""
    with transaction(db):
        moment = _moment(db)
        cursor = db.execute(
            'INSERT INTO "game" ("scenario", "name", "made_at", "played_at", "seed", "sides", "options", "snapshot", '
            '"revision") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
            (slug, legible(name), moment, moment, seed, _text(sides), _text(options), snapshot, first_revision()),
        )
        game = int(cursor.lastrowid or 0)
        for entry in entries:
            _append(db, game, entry, status)
    return game


def branch_game(db: Database, game: int, entries: int, name: str) -> int:
    """Keep a copy of a game up to an entry, to be played on from there; the answer is its number."""
    with transaction(db):
        moment = _moment(db)
        _cursor(db, game)
        cursor = db.execute(
            'INSERT INTO "game" ("scenario", "name", "made_at", "played_at", "seed", "sides", "options", "snapshot", '
            '"cursor", "revision", "parent", "parent_at") '
            'SELECT "scenario", ?, ?, ?, "seed", "sides", "options", "snapshot", ?, ?, "id", ? '
            'FROM "game" WHERE "id" = ?',
            (legible(name), moment, moment, entries, first_revision(), entries, game),
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
        db.execute(
            'INSERT INTO "game_order" ("game", "step", "position", "orders") '
            'SELECT ?, "step", "position", "orders" FROM "game_order" WHERE "game" = ? AND "position" <= ? '
            'AND ("undone" = 0 OR "position" < ?)',
            (new, game, entries, entries),
        )
    return new


def rename_game(db: Database, game: int, name: str) -> None:
    """Call a game something else; whoever plays it need not know."""
    with transaction(db):
        _cursor(db, game)
        db.execute('UPDATE "game" SET "name" = ? WHERE "id" = ?', (legible(name), game))


def append_entry(
    db: Database, game: int, entry: EntryText, status: str | None, expected: Expected | None = None
) -> int:
    """Keep one action at the cursor and move the cursor behind it; what lay beyond is gone.

    Where the game is not as the writer expects it, another has written to it, and nothing is kept.
    """
    with transaction(db):
        _expect(db, game, expected)
        return _append(db, game, entry, status)


def _append(db: Database, game: int, entry: EntryText, status: str | None) -> int:
    cursor = _cursor(db, game)
    db.execute('DELETE FROM "game_entry" WHERE "game" = ? AND "position" >= ?', (game, cursor))
    db.execute('DELETE FROM "game_order" WHERE "game" = ? AND ("undone" OR "position" > ?)', (game, cursor))
    db.execute(
        'INSERT INTO "game_entry" ("game", "position", "side", "action", "events", "why") VALUES (?, ?, ?, ?, ?, ?)',
        (game, cursor, entry.side, _text(entry.action), _text(entry.events), _text(entry.why)),
    )
    db.execute(_MOVE_CURSOR, (cursor + 1, _moment(db), status, game))
    return cursor


def set_cursor(db: Database, game: int, cursor: int, status: str | None, expected: Expected | None = None) -> None:
    """Move the cursor over the entries that are there, unless another has written to the game."""
    with transaction(db):
        _expect(db, game, expected)
        entries = db.execute('SELECT count(*) FROM "game_entry" WHERE "game" = ?', (game,)).fetchone()[0]
        if not 0 <= cursor <= entries:
            raise StoreError(f"Game {game} has {entries} entries; its cursor cannot stand at {cursor}.")
        db.execute(_MOVE_CURSOR, (cursor, _moment(db), status, game))


def keep_orders(db: Database, game: int, lines: Sequence[OrderLine], expected: Expected | None = None) -> None:
    """Keep the orders to the staff as they came to stand, unless another has written to the game."""
    with transaction(db):
        _expect(db, game, expected)
        db.execute('DELETE FROM "game_order" WHERE "game" = ?', (game,))
        for step, line in enumerate(lines):
            db.execute(
                'INSERT INTO "game_order" ("game", "step", "position", "orders", "undone") VALUES (?, ?, ?, ?, ?)',
                (game, step, line.position, _text(line.orders), int(line.undone)),
            )
        db.execute('UPDATE "game" SET "played_at" = ?, "revision" = "revision" + 1 WHERE "id" = ?', (_moment(db), game))


def load_game(db: Database, game: int) -> StoredGame:
    """A game with its rows, all its entries, those beyond the cursor too, and the orders to the staff."""
    with reading(db):
        _cursor(db, game)
        info = as_declared(db.execute(f'{_INFO}WHERE "id" = ?', (game,)).fetchone(), GameInfo)
        snapshot = convert(db.execute('SELECT "snapshot" FROM "game" WHERE "id" = ?', (game,)).fetchone()[0], str)
        lines = db.execute(
            'SELECT "side", "action", "events", "why" FROM "game_entry" WHERE "game" = ? ORDER BY "position"', (game,)
        ).fetchall()
        given = db.execute(
            'SELECT "position", "orders", "undone" FROM "game_order" WHERE "game" = ? ORDER BY "step"', (game,)
        ).fetchall()
    entries = tuple(EntryText(*convert(line, tuple[str, str, str, str])) for line in lines)
    orders = tuple(OrderLine(position, text, bool(undone)) for position, text, undone in given)
    return StoredGame(info, snapshot, entries, orders)


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


def revision_of(db: Database, game: int) -> int:
    """How often a game was written to, counted from a number of its own."""
    return _number(db, game, "revision")


def _expect(db: Database, game: int, expected: Expected | None) -> None:
    """Refuse to write to a game that another has written to."""
    found = Expected(revision_of(db, game), _cursor(db, game))
    if expected is not None and expected not in (found, Expected(found.revision)):
        raise StoreError(
            f"Game {game} was played on in another window or program; nothing was kept. "
            "Open it again from the lobby to see how it stands."
        )


def _moment(db: Database) -> str:
    """Now, as it is noted of a game: later than of any other, so that the one played last comes first."""
    return after(db.execute('SELECT max("played_at") FROM "game" WHERE typeof("played_at") = \'text\'').fetchone()[0])


def _cursor(db: Database, game: int) -> int:
    return _number(db, game, "cursor")


def _number(db: Database, game: int, column: str) -> int:
    line = db.execute(f'SELECT "{column}" FROM "game" WHERE "id" = ?', (game,)).fetchone()
    if line is None:
        raise StoreError(f"There is no game {game} in the library any more.")
    return int(line[0])


def _text(value: Json) -> str:
    return value.decode() if isinstance(value, bytes) else value
