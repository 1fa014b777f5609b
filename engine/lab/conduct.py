"""Conducting a run: games are given out in order, kept when they are over, and stopped when there are enough."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic

from msgspec.structs import replace

from engine.lab.crew import Crew
from engine.lab.knowing import results_only
from engine.lab.luck import Luck
from engine.lab.record import pack, unpack
from engine.lab.results import RunResults
from engine.lab.settings import RunSettings
from engine.lab.stopping import GameScore, enough, looks, whole
from engine.lab.task import GameTask, Job, pack_ground
from engine.lab.versions import version_rows
from engine.store import Library, RunGame, StoredRun, read_bundle
from engine.store.runs import Status, Wish

HEED = 0.5
"""Seconds between two looks for wishes."""

GRACE = 20.0
"""Seconds that games under way get to end when the run is paused."""

Progress = Callable[[int, int], None]


def jobs_of(stored: StoredRun, settings: RunSettings) -> list[Job]:
    """What the games of each version have in common."""
    grounds = [
        pack_ground(rows, version.options) for version, rows in zip(stored.versions, version_rows(stored), strict=True)
    ]
    if settings.knowing or len(grounds) == 1:
        return [Job(ground, settings.bots, settings.plans, settings.coupled) for ground in grounds]
    first, second, *_ = grounds
    return [
        Job(
            ground,
            settings.bots,
            settings.plans,
            settings.coupled,
            first if number else None,
            None if number else second,
        )
        for number, ground in enumerate(grounds)
    ]


class Conductor:
    """Plays one run of a library with a crew."""

    def __init__(self, library: Library, run: int, crew: Crew, progress: Progress | None = None) -> None:
        self._runs, self._run, self._crew, self._progress = library.runs, run, crew, progress
        stored = self._runs.load(run)
        self._kept = RunResults(stored)
        self.settings = self._kept.settings
        self._jobs = jobs_of(stored, self.settings)
        self._alike = [self._mostly_alike(stored, version) for version in range(len(self._jobs))]
        self._scores = {place: GameScore(score) for place, score in self._runs.scores(run).items()}
        self._ready: deque[GameTask] = deque()
        self._flying: set[tuple[int, int]] = set()
        self._whole = self._looked = 0
        self._heeded = 0.0

    def _mostly_alike(self, stored: StoredRun, version: int) -> bool:
        """Whether games of a version need not be played where the change strikes no throw of the first one's game."""
        first, this = stored.versions[0], stored.versions[version]
        if not version or self.settings.knowing or not self.settings.coupled or first.options != this.options:
            return False
        return results_only(this.changes, read_bundle(stored.snapshot))

    @property
    def total(self) -> int:
        """How many games there are at most."""
        return self.settings.games * len(self._jobs)

    def play(self) -> Status:
        """Play until all is done or somebody wishes otherwise; the answer is how the run stands then."""
        self._runs.mark(self._run, "playing")
        try:
            status, trouble = self._play()
        except BaseException:
            self._runs.mark(self._run, "paused")
            raise
        self._runs.mark(self._run, status, trouble)
        return status

    def _play(self) -> tuple[Status, str]:
        self._catch_up()
        tasks = self._tasks()
        if self._finished():
            return "done", ""
        while True:
            self._hand_out(tasks)
            trouble = self._take(HEED)
            if trouble:
                return "failed", trouble
            if self._finished():
                return "done", ""
            wish = self._heed()
            if wish == "cancel":
                return "cancelled", ""
            if wish == "pause":
                self._let_end()
                return "paused", ""

    def _task(self, version: int, number: int) -> GameTask:
        return GameTask(self._jobs[version], version, number, self.settings.seed_of(number))

    def _tasks(self) -> Iterator[GameTask]:
        """Games that are not played yet, all versions of a seed together; some wait for that of the first version."""
        for number in range(self.settings.games):
            for version in range(len(self._jobs)):
                if not self._alike[version] and (version, number) not in self._scores:
                    yield self._task(version, number)

    def _hand_out(self, tasks: Iterator[GameTask]) -> None:
        for _ in range(self._crew.room()):
            task = self._ready.popleft() if self._ready else next(tasks, None)
            if task is None:
                return
            self._flying.add((task.version, task.number))
            self._crew.give(task)

    def _take(self, seconds: float) -> str:
        """Keep what is over; the answer is what went wrong."""
        answers = self._crew.take(seconds)
        for answer in answers:
            self._flying.discard((answer.version, answer.number))
        self._keep([answer.game for answer in answers if answer.game is not None])
        return next((answer.trouble for answer in answers if answer.trouble), "")

    def _keep(self, games: list[RunGame]) -> None:
        if not games:
            return
        self._runs.keep_games(self._run, [*games, *self._same(games)])
        for game in games:
            self._scores[game.version, game.number] = self._standing(game)
        if self._progress is not None:
            self._progress(len(self._scores), self.total)

    def _standing(self, game: RunGame) -> GameScore:
        """What the next look at the interval needs of a game."""
        luck = unpack(game.record).luck if self.settings.width and self.settings.kind == "compare" else Luck()
        return GameScore(game.score, luck)

    def _catch_up(self) -> None:
        """Where a run is taken up again, see what is known, and which games of the first version others wait for."""
        if self._scores:
            games, _ = self._runs.games(self._run)
            for game in games:
                self._kept.record_of(game)  # a damaged one is refused before anything is made of it
            self._scores |= {(game.version, game.number): self._standing(game) for game in games}
            self._runs.keep_games(self._run, self._same(games))

    def _same(self, games: list[RunGame]) -> list[RunGame]:
        """Games of other versions that go as those of the first did; the rest are to be played."""
        same = []
        for game in games:
            for version, alike in enumerate(self._alike):
                if game.version or not alike or (version, game.number) in self._scores:
                    continue
                played = unpack(game.record)
                if played.luck.there.ledger and not played.luck.struck:
                    same.append(replace(game, version=version, seconds=0.0, record=pack(played.there())))
                    self._scores[version, game.number] = self._standing(same[-1])
                else:
                    self._ready.append(self._task(version, game.number))
        return same

    def _finished(self) -> bool:
        """Whether a look finds every interval narrow enough; games beyond it were played for nothing and go."""
        self._whole = whole(self._scores, len(self._jobs), self._whole)
        for games in looks(self.settings, self._whole):
            if games > self._looked:
                self._looked = games
                if enough(self.settings, self._scores, len(self._jobs), games):
                    self._runs.cut(self._run, games)
                    return True
        return self._whole >= self.settings.games

    def _heed(self) -> Wish:
        if monotonic() - self._heeded < HEED:
            return ""
        self._heeded = monotonic()
        return self._runs.seen(self._run)

    def _let_end(self) -> None:
        until = monotonic() + GRACE
        while self._flying and monotonic() < until:
            self._take(HEED)
