"""A run as it stands, read for figures: its versions ready to be asked, and the games that are over."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cached_property

from engine.lab.battles import ColumnLine, battle_lines
from engine.lab.findings import Comparison, Findings, compare, findings, paired
from engine.lab.record import Played, unpack
from engine.lab.settings import RunSettings, read_settings
from engine.lab.sound import hold, hold_settings
from engine.lab.units import UnitLine, unit_lines
from engine.lab.versions import version_rows
from engine.lab.words import changes_in_words, options_in_words
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.store import Library, RunGame, RunInfo, StoredRun
from engine.store.believing import believed, within
from engine.systems import setting_of


class RunResults:
    """The results of one run, which may grow while it is played; a damaged one is refused in words."""

    def __init__(self, stored: StoredRun) -> None:
        self.stored = stored
        with self._believed():
            self.settings: RunSettings = read_settings(stored.info.settings)
            hold_settings(self.settings, len(stored.versions))
            self.rows = version_rows(stored)
        self.games: dict[tuple[int, int], Played] = {}
        self.seeds: dict[int, int] = {}
        self._mark = 0

    @property
    def info(self) -> RunInfo:
        """How the run stands."""
        return self.stored.info

    @property
    def versions(self) -> range:
        """The numbers of the versions."""
        return range(len(self.stored.versions))

    @cached_property
    def grounds(self) -> list[Setting]:
        """The setting of every version."""
        return [
            setting_of(compile_scenario(rows, version.options))
            for rows, version in zip(self.rows, self.stored.versions, strict=True)
        ]

    def read(self, library: Library) -> bool:
        """Take in what has been played since the last time; whether there was anything."""
        games, self._mark = library.runs.games(self.info.id, self._mark)
        self.stored = StoredRun(library.runs.info(self.info.id), self.stored.snapshot, self.stored.versions)
        for game in games:
            self.take(game)
        return bool(games)

    def take(self, game: RunGame) -> None:
        """Take in a game."""
        self.games[game.version, game.number] = self.record_of(game)
        self.seeds[game.number] = game.seed

    def record_of(self, game: RunGame) -> Played:
        """What was written down of a game, which must fit its version."""
        with self._believed():
            within((game.version,), 0, len(self.stored.versions))
            played = unpack(game.record)
            hold(self.grounds[game.version], played)
        return played

    def _believed(self) -> AbstractContextManager[None]:
        return believed(f"Playtest {self.stored.info.id} cannot be read", "playtests")

    def played(self, version: int = 0) -> list[Played]:
        """The games of a version, in order."""
        return [game for (own, _), game in sorted(self.games.items()) if own == version]

    def numbers(self, version: int = 0) -> list[int]:
        """Their numbers."""
        return sorted(number for own, number in self.games if own == version)

    def findings(self, version: int = 0) -> Findings:
        """What the games of a version show."""
        return findings(self.grounds[version].scenario, self.played(version))

    def comparison(self, version: int = 1) -> Comparison:
        """What a version has more than the first."""
        return compare(self.grounds[0].scenario, *paired(self.games, version))

    def battles(self, version: int = 0) -> list[ColumnLine]:
        """Battles by column and result."""
        return battle_lines(self.grounds[version], self.played(version))

    def units(self, version: int = 0) -> list[UnitLine]:
        """What became of every unit."""
        return unit_lines(self.grounds[version].scenario, self.played(version))

    def changed(self, version: int) -> list[str]:
        """What a version changes against the first, in words."""
        this, first = self.stored.versions[version], self.stored.versions[0]
        rows = self.rows[version]
        return [*changes_in_words(rows, this.changes), *options_in_words(rows, first.options, this.options)]


def read_run(library: Library, run: int) -> RunResults:
    """A run with all its games so far."""
    results = RunResults(library.runs.load(run))
    results.read(library)
    return results
