"""Runs read beside the window: figures are worked out in a thread, and the window gets them ready made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from engine.errors import StavkaError
from engine.lab.battles import ColumnLine
from engine.lab.findings import Comparison, Findings
from engine.lab.heat import Floats, HeatKind, heat
from engine.lab.record import Played
from engine.lab.results import RunResults, read_run
from engine.lab.settings import RunSettings, read_settings, write_settings
from engine.lab.telling import knowledge, side_names, verdict
from engine.lab.units import UnitLine
from engine.records import Rows
from engine.rules.setting import Setting
from engine.scenario import Scenario
from engine.store import Library, RunInfo

Test = Callable[[Scenario, Played], bool]
"""Whether a game is behind a figure."""

DIFFERENCE = -1
"""The version that stands for what the second has more than the first."""


Pair = Callable[[Played, Played], bool]
"""Whether two games of a seed are behind what one version has more."""


@dataclass(frozen=True)
class Behind:
    """Which games are behind a figure: in words, as a test, and of which version if not of all."""

    title: str
    test: Test
    version: int | None = None


EVERY = Behind("Every game", lambda _scenario, _game: True)


@dataclass(frozen=True)
class BehindBoth:
    """Which pairs of games are behind a difference: in words, and as a test of the two games."""

    title: str
    test: Pair


@dataclass(frozen=True)
class GameLine:
    """One game in the list."""

    version: int
    number: int
    seed: int
    winner: str
    level: str
    turns: int
    steps: int
    battles: int


@dataclass(frozen=True)
class RunPicture:
    """All that the room shows of a run at one moment, but for the maps."""

    info: RunInfo
    settings: RunSettings
    rows: Rows
    ground: Setting
    names: dict[str, str]
    versions: tuple[str, ...]
    findings: tuple[Findings, ...]
    comparison: Comparison | None
    changed: tuple[str, ...]
    verdict: str
    knowledge: str
    battles: tuple[list[ColumnLine], ...]
    units: tuple[list[UnitLine], ...]

    @property
    def first_turn(self) -> int:
        """The turn with which games begin."""
        return self.ground.scenario.about.first_turn

    @property
    def last_turn(self) -> int:
        """The turn with which they end at the latest."""
        return self.ground.scenario.about.turns


class Reader:
    """Reads one run again and again; only threads call it, one at a time."""

    def __init__(self, path: Path, run: int) -> None:
        self.path = path
        self.run = run
        self._lock = Lock()
        self._results: RunResults | None = None
        self._picture: RunPicture | None = None

    def look(self) -> RunPicture | None:
        """The run as it stands; None where no game is over yet."""
        with self._lock:
            results, news = self._read()
            if not results.games:
                return None
            if news or self._picture is None or self._picture.info != results.info:
                self._picture = _picture(results)
            return self._picture

    def _read(self) -> tuple[RunResults, bool]:
        with Library.open(self.path, read_only=True) as library:
            if self._results is None:
                self._results = read_run(library, self.run)
                return self._results, True
            return self._results, self._results.read(library)

    def heat(self, version: int, kind: HeatKind, side: int | None, turn: int | None) -> Floats:
        """A number for every cell, of a version or of the difference."""
        with self._lock:
            if version != DIFFERENCE:
                return self._heat(version, kind, side, turn)
            return self._heat(1, kind, side, turn) - self._heat(0, kind, side, turn)

    def _heat(self, version: int, kind: HeatKind, side: int | None, turn: int | None) -> Floats:
        assert self._results is not None
        return heat(self._results.grounds[version].scenario, self._results.played(version), kind, side, turn)

    def behind(self, behind: Behind | BehindBoth) -> list[GameLine]:
        """The games behind a figure, in order, those of a seed together."""
        with self._lock:
            assert self._results is not None
            results = self._results
            return [
                _line(results, own, number, game)
                for (own, number), game in sorted(results.games.items(), key=lambda item: (item[0][1], item[0][0]))
                if _is_behind(results, behind, own, number)
            ]


def _is_behind(results: RunResults, behind: Behind | BehindBoth, version: int, number: int) -> bool:
    """Whether a game is one of those behind a figure."""
    if isinstance(behind, Behind):
        wanted = behind.version in (None, version)
        return wanted and behind.test(results.grounds[version].scenario, results.games[version, number])
    one, other = (results.games.get((each, number)) for each in (0, 1))
    return one is not None and other is not None and behind.test(one, other)


def _line(results: RunResults, version: int, number: int, game: Played) -> GameLine:
    names = side_names(results)
    return GameLine(
        version,
        number,
        results.settings.seed_of(number),
        names.get(game.winner, "Nobody"),
        game.level,
        game.length,
        sum(map(sum, game.losses)),
        len(game.fights),
    )


def _picture(results: RunResults) -> RunPicture:
    played = [version for version in results.versions if results.played(version)]
    both = results.settings.kind == "compare" and len(played) > 1
    comparison = results.comparison() if both else None
    return RunPicture(
        info=results.info,
        settings=results.settings,
        rows=results.rows[0],
        ground=results.grounds[0],
        names=side_names(results),
        versions=tuple(version.name for version in results.stored.versions),
        findings=tuple(results.findings(version) for version in results.versions),
        comparison=comparison,
        changed=tuple(results.changed(1)) if both else (),
        verdict=verdict(results, comparison) if comparison else "",
        knowledge=knowledge(results) if both else "",
        battles=tuple(results.battles(version) for version in results.versions),
        units=tuple(results.units(version) for version in results.versions),
    )


def list_runs(path: Path, slug: str) -> list[RunInfo]:
    """The runs of a scenario, newest first."""
    with Library.open(path, read_only=True) as library:
        return [_with_trouble(info) for info in library.runs.all(slug)] if library.has(slug) else []


def _with_trouble(info: RunInfo) -> RunInfo:
    """A run for the list; one whose settings are damaged says so there."""
    try:
        read_settings(info.settings)
    except StavkaError as error:
        return replace(info, status="failed", trouble=str(error), settings=write_settings(RunSettings()))
    return info
