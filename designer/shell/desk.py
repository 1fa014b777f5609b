"""What can be done with the scenarios of a library: duplicate, rename, delete, import, export, restore."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from msgspec.structs import replace

from engine.errors import StavkaError
from engine.files import save
from engine.progress import Progress
from engine.records import Rows
from engine.records.changes import put
from engine.records.play import ScenarioRow
from engine.store.bundle import write_bundle
from engine.store.examine import read_file
from engine.store.games import GameInfo
from engine.store.library import Library
from engine.store.places import shipped_library
from engine.store.shelf import ScenarioInfo, slug_from

BUNDLE_SUFFIX = ".stavka.txt"


class Desk:
    """The verbs of the library page over one open library; every refusal is a StavkaError.

    A deleted scenario is only set aside at first, so that it can be put back whole, with its games
    and its history; it goes for good when `clear` is called.  A deleted game is set aside in the same way, until
    its scenario is left.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self._aside: list[str] = []
        self._games_aside: list[int] = []

    def scenarios(self) -> list[ScenarioInfo]:
        """What is on the shelf."""
        return [info for info in self.library.scenarios() if info.slug not in self._aside]

    def free_slug(self, wanted: str, taken: Container[str] = ()) -> str:
        """A slug made of a title that no scenario has yet."""
        stem = slug_from(wanted)
        slug, number = stem, 2
        while slug in taken or self.library.has(slug):
            slug, number = f"{stem[:55]}-{number}", number + 1
        return slug

    def add(self, title: str, rows: Rows, slug: str = "") -> str:
        """Put a new scenario on the shelf; the answer is its slug."""
        chosen = slug or self.free_slug(title)
        self.library.add(chosen, rows)
        return chosen

    def duplicate(self, slug: str) -> str:
        """Copy a scenario under a title of its own."""
        title = f"{self.info(slug).title} (copy)"
        new = self.free_slug(title)
        self.library.duplicate(slug, new, title)
        return new

    def vary(self, slug: str, title: str) -> str:
        """Make a variant of a scenario under a title of its own."""
        if not title.strip():
            raise StavkaError("A scenario needs a title.")
        new = self.free_slug(title)
        self.library.vary(slug, new, title.strip())
        return new

    def rename(self, slug: str, title: str) -> None:
        """Give a scenario another title; it is an edit like any other."""
        if not title.strip():
            raise StavkaError("A scenario needs a title.")
        rows = self.library.load(slug)
        after = replace(rows.the(ScenarioRow), title=title.strip())
        self.library.edit(slug, f"Rename to {after.title}", [put(rows, after)])

    def set_aside(self, slug: str) -> None:
        """Take a scenario off the shelf, not yet for good."""
        if not self.library.writable:
            raise StavkaError(f"The library {self.library.path} may only be read; nothing was deleted.")
        self.clear()
        self._aside.append(slug)

    def put_back(self) -> None:
        """Return what was set aside."""
        self._aside.clear()

    def clear(self) -> None:
        """Delete for good what was set aside."""
        while self._aside:
            self.library.remove(self._aside.pop())

    def games(self, slug: str) -> list[GameInfo]:
        """The games of a scenario, the one played last first."""
        return [game for game in self.library.games(slug) if game.id not in self._games_aside]

    def set_game_aside(self, number: int) -> None:
        """Take a game off the list, not yet for good."""
        if not self.library.writable:
            raise StavkaError(f"The library {self.library.path} may only be read; nothing was deleted.")
        self._games_aside.append(number)

    def put_game_back(self, number: int) -> None:
        """Return a game that was set aside."""
        if number in self._games_aside:
            self._games_aside.remove(number)

    def clear_games(self) -> bool:
        """Delete for good the games that were set aside; whether there were any."""
        had = bool(self._games_aside)
        while self._games_aside:
            self.library.delete_game(self._games_aside.pop())
        return had

    def info(self, slug: str) -> ScenarioInfo:
        """The facts of one scenario."""
        return next(info for info in self.library.scenarios() if info.slug == slug)

    def read(self, path: Path, progress: Progress | None = None) -> list[str]:
        """Import every scenario of a bundle, a library or a Tiled map, all or none; the answer names their slugs."""
        if path.suffix == ".tmx":
            from designer.mapeditor.operations.blank import completed
            from engine.store.tmx_read import read_tmx

            found = {path.stem: completed(read_tmx(path, progress), path.stem)}
        else:
            found = read_file(path, progress)
        chosen: dict[str, Rows] = {}
        for name, rows in found.items():
            chosen[self.free_slug(rows.the(ScenarioRow).title or name, chosen)] = rows
        self.library.add_all(chosen, progress=progress)
        return list(chosen)

    def write(self, slug: str, path: Path) -> None:
        """Export a scenario as one text file."""
        save(path, write_bundle(self.library.load(slug)).encode())

    def shipped(self) -> list[ScenarioInfo]:
        """The scenarios that came with Stavka."""
        if not shipped_library().exists():
            return []
        with Library.open(shipped_library(), read_only=True) as library:
            return library.scenarios()

    def restore(self, slug: str) -> str:
        """Put a fresh copy of a shipped scenario on the shelf, beside an edited one if there is one."""
        self.clear()
        with Library.open(shipped_library(), read_only=True) as library:
            rows = library.load(slug)
        new = slug if not self.library.has(slug) else self.free_slug(slug)
        self.library.add(new, rows, shipped=new == slug)
        return new
