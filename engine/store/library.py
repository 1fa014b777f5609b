"""The library: one file that holds scenarios, the history of their edits, games and playtests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.errors import Problem, ScenarioError
from engine.progress import Progress
from engine.records import Rows
from engine.records.changes import Change
from engine.store import games, journal, presence, schema, shelf
from engine.store.bundle import write_bundle
from engine.store.connection import PATIENCE, connect, connect_again, open_for_writing, transaction
from engine.store.database import Database
from engine.store.errors import StoreError, read_only, told
from engine.store.games import EntryText, Expected, GameInfo, Json, OrderLine, Playtest, StoredGame
from engine.store.journal import Bookmark, Edit, EditLine
from engine.store.migrations import migrate, open_to_read
from engine.store.runs import Runs
from engine.store.shelf import ScenarioInfo
from engine.store.tables import read_rows


class Library:
    """An open library; every write is on the disk when the call returns."""

    def __init__(self, path: Path, db: Database, writable: bool) -> None:
        self.path = path
        self.writable = writable
        self._db = db
        self._presence = presence.enter(path) if writable else None

    @classmethod
    def create(cls, path: Path | str) -> Self:
        """Make an empty library where there is no file yet."""
        path = Path(path)
        if path.exists():
            raise StoreError(f"There is a file at {path} already; choose another name.")
        with told(path):
            db = connect(path, "rwc")
            try:
                schema.create(db)
            finally:
                db.close()
        return cls.open(path)

    @classmethod
    def open(cls, path: Path | str, *, read_only: bool = False, patience: float = PATIENCE) -> Self:
        """Open a library; one of an older version is brought up to date, in memory if it is only to be read."""
        path = Path(path)
        if presence.is_open(path):
            return cls(path, connect_again(path, patience, read_only=read_only), writable=not read_only)
        if read_only:
            return cls(path, open_to_read(path, schema.needed()), writable=False)
        migrate(path)
        return cls(path, open_for_writing(path, patience, schema.needed()), writable=True)

    def close(self) -> None:
        """Close the file."""
        with told(self.path):
            self._db.close()
        presence.leave(self._presence)
        self._presence = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self, slug: str | None = None) -> Iterator[Database]:
        with told(self.path):
            if slug is not None and not shelf.has(self._db, slug):
                raise StoreError(f"There is no scenario {slug[:60]} in {self.path}; `stavka list` names all it holds.")
            yield self._db

    @contextmanager
    def _writing(self, slug: str | None = None) -> Iterator[Database]:
        if not self.writable:
            raise read_only(self.path)
        with self._reading(slug) as db:
            yield db

    def scenarios(self) -> list[ScenarioInfo]:
        """What the library holds, without loading it."""
        with self._reading() as db:
            return shelf.scenarios(db)

    def has(self, slug: str) -> bool:
        """Whether the library holds a scenario of that name."""
        with self._reading() as db:
            return shelf.has(db, slug)

    def bears(self, slug: str) -> bool:
        """Whether other scenarios stand on this one."""
        with self._reading() as db:
            return bool(journal.variants_of(db, slug))

    def load(self, slug: str) -> Rows:
        """All rows of a scenario; a ScenarioError lists every defect where there is one."""
        with self._reading(slug) as db:
            rows, problems = read_rows(db, slug)
        if problems:
            raise ScenarioError(problems)
        return rows

    def load_marked(self, slug: str) -> tuple[Rows, Bookmark]:
        """All rows of a scenario, and how far it has come, for whoever wants to follow it."""
        with self._reading(slug) as db:
            return journal.read_marked(db, slug)

    def add(self, slug: str, rows: Rows, *, replace: bool = False, shipped: bool = False) -> None:
        """Put a scenario into the library; with `replace` it takes the place, and the games, of one of that name."""
        self.add_all({slug: rows}, replace=replace, shipped=shipped)

    def add_all(
        self,
        scenarios: dict[str, Rows],
        *,
        replace: bool = False,
        shipped: bool = False,
        progress: Progress | None = None,
    ) -> None:
        """Put several scenarios into the library, all or none of them."""
        for slug, rows in scenarios.items():
            shelf.hold(slug, rows, progress)
        with self._writing() as db, transaction(db):
            for slug, rows in scenarios.items():
                shelf.add(db, slug, rows, replace=replace, shipped=shipped)

    def remove(self, slug: str) -> None:
        """Remove a scenario with its history, its games and its playtests."""
        with self._writing(slug) as db, transaction(db):
            shelf.remove(db, slug)

    def rename(self, slug: str, new: str) -> None:
        """Give a scenario another slug; its games go with it, and its variants stand on it still."""
        with self._writing(slug) as db, transaction(db):
            shelf.rename(db, slug, new)
            journal.stand_on(db, slug, new)

    def duplicate(self, slug: str, new: str, title: str | None = None) -> None:
        """Copy a scenario, without its history and its games."""
        rows = self.load(slug)
        self.add(new, shelf.retitled(rows, title) if title else rows)

    def vary(self, slug: str, new: str, title: str) -> None:
        """Make a variant: a scenario that stands on another one and follows it in every row it does not change."""
        self.add(new, shelf.varied(self.load(slug), slug, title))

    def refresh(self, shipped: Library) -> list[str]:
        """Take over shipped scenarios that are new or newer, but for those the user edited or removed."""
        with self._writing() as db:
            if shelf.shipments(db) == shelf.shipments(shipped._db):
                return []
            with transaction(db):
                return shelf.refresh(db, shipped._db)

    def edit(
        self, slug: str, name: str, changes: Sequence[Change], merge: bool = False, revision: int | None = None
    ) -> Edit:
        """Make an edit, or with `merge` make it part of the last one if that is the revision's own."""
        with self._writing(slug) as db:
            return journal.make(db, slug, name, changes, merge, revision)

    def undo(self, slug: str, revision: int | None = None) -> Edit | None:
        """Take the last edit back, unless another has edited since the revision; the answer has the changes."""
        with self._writing(slug) as db:
            return journal.undo(db, slug, revision)

    def redo(self, slug: str, revision: int | None = None) -> Edit | None:
        """Make the edit again that was undone last, unless another has edited since the revision."""
        with self._writing(slug) as db:
            return journal.redo(db, slug, revision)

    def stamp(self) -> int:
        """A number that is another whenever another window or program has written to the file; cheap to ask for."""
        with self._reading() as db:
            return int(db.execute("PRAGMA data_version").fetchone()[0])

    def revision(self, slug: str) -> int | None:
        """How often a scenario was written to, counted from a number of its own; None where it is gone."""
        with self._reading() as db:
            return journal.revision_of(db, slug)

    def news(self, slug: str, rows: Rows, since: Bookmark | None = None) -> Edit:
        """What others made of a scenario since its rows were read: the changes to apply, and the revision reached."""
        with self._reading(slug) as db:
            return journal.news(db, slug, rows, since)

    def history(self, slug: str) -> list[EditLine]:
        """All edits of a scenario, oldest first."""
        with self._reading(slug) as db:
            return journal.history(db, slug)

    def as_of(self, slug: str, position: int) -> Rows:
        """The rows of a scenario as they were after an edit of its history; 0: before the first."""
        with self._reading(slug) as db:
            return journal.as_of(db, slug, position)

    def games(self, slug: str | None = None) -> list[GameInfo]:
        """The games of a scenario, or all of them, the one played last first."""
        with self._reading() as db:
            return games.games(db, slug)

    def new_game(
        self,
        slug: str,
        *,
        name: str,
        seed: int,
        sides: Json,
        options: Json = "{}",
        snapshot: str | None = None,
        entries: Sequence[EntryText] = (),
        status: str | None = None,
    ) -> int:
        """Keep a game with the entries it has, of the scenario as it is or as the bundle has it, and number it."""
        snapshot = snapshot or write_bundle(self.load(slug))
        with self._writing(slug) as db:
            return games.new_game(db, slug, name, seed, sides, options, snapshot, entries, status)

    def branch_game(self, game: int, entries: int, name: str) -> int:
        """Keep a copy of a game up to an entry, to be played on from there; the answer is its number."""
        with self._writing() as db:
            return games.branch_game(db, game, entries, name)

    def rename_game(self, game: int, name: str) -> None:
        """Call a game something else."""
        with self._writing() as db:
            games.rename_game(db, game, name)

    def append_entry(
        self,
        game: int,
        *,
        side: str,
        action: Json,
        events: Json,
        why: Json = "null",
        status: str | None = None,
        expected: Expected | None = None,
    ) -> int:
        """Keep one action at the cursor, unless the game is not as expected any more; the answer is its position."""
        with self._writing() as db:
            return games.append_entry(db, game, EntryText(side, action, events, why), status, expected)

    def set_cursor(self, game: int, cursor: int, status: str | None = None, expected: Expected | None = None) -> None:
        """Move a game's cursor over its entries, for undo and redo in play."""
        with self._writing() as db:
            games.set_cursor(db, game, cursor, status, expected)

    def keep_orders(self, game: int, lines: Sequence[OrderLine], expected: Expected | None = None) -> None:
        """Keep the orders to the staff of a game, unless it is not as expected any more."""
        with self._writing() as db:
            games.keep_orders(db, game, lines, expected)

    def game_revision(self, game: int) -> int:
        """How often a game was written to, counted from a number of its own."""
        with self._reading() as db:
            return games.revision_of(db, game)

    def load_game(self, game: int) -> StoredGame:
        """A game with the rows it began with and all its entries."""
        with self._reading() as db:
            return games.load_game(db, game)

    def delete_game(self, game: int) -> None:
        """Forget a game."""
        with self._writing() as db:
            games.delete_game(db, game)

    def add_playtest(self, slug: str, settings: Json, results: Json) -> int:
        """Keep what a batch of bot games showed."""
        with self._writing(slug) as db:
            return games.add_playtest(db, slug, settings, results)

    def playtests(self, slug: str) -> list[Playtest]:
        """The playtests of a scenario, newest first."""
        with self._reading(slug) as db:
            return games.playtests(db, slug)

    def delete_playtest(self, playtest: int) -> None:
        """Forget a playtest."""
        with self._writing() as db:
            games.delete_playtest(db, playtest)

    @property
    def runs(self) -> Runs:
        """The runs of the playtest laboratory."""
        return Runs(self._reading, self._writing)


def problems_of(error: ScenarioError | StoreError) -> list[Problem]:
    """The problems an error carries; a StoreError is one."""
    return error.problems if isinstance(error, ScenarioError) else [Problem(str(error))]
