"""Runs: the same games whoever plays them, kept one by one, stopped in time, taken up again."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.lab.conduct import Conductor
from engine.lab.crew import Here, LocalCrew, _Hand
from engine.lab.record import Played, unpack
from engine.lab.settings import RunSettings
from engine.lab.statistics import difference, share
from engine.lab.stopping import FIRST_LOOK, LOOK, looks
from engine.lab.task import Answer, GameTask
from engine.store import Library
from tests.kit.skirmish import BOTS, GREEDY, new_run, played_run, skirmish, with_cell

FEW = RunSettings(bots=BOTS, games=6, seed=3)


def games(library: Library, run: int) -> dict[tuple[int, int], Played]:
    """Every game of a run without the time it took."""
    found, _ = library.runs.games(run)
    return {(game.version, game.number): unpack(game.record).timeless() for game in found}


def test_the_same_seeds_give_the_same_games_whatever_the_number_of_processes(lab: Library) -> None:
    alone = played_run(lab, FEW)
    crew = LocalCrew(3)
    try:
        together = played_run(lab, FEW, crew=crew)
    finally:
        crew.close()
    assert games(lab, alone) == games(lab, together)
    assert len(games(lab, alone)) == 6 and lab.runs.info(alone).status == "done"


def test_other_seeds_give_other_games(lab: Library) -> None:
    one, other = played_run(lab, FEW), played_run(lab, replace(FEW, seed=4))
    assert not {str(game) for game in games(lab, one).values()} & {str(game) for game in games(lab, other).values()}


def test_every_version_is_played_on_the_same_seeds(lab: Library) -> None:
    run = played_run(lab, replace(FEW, kind="compare"), skirmish(), with_cell("1", "1:1", "DE"))
    found, _ = lab.runs.games(run)
    seeds = [{game.number: game.seed for game in found if game.version == version} for version in (0, 1)]
    assert seeds[0] == seeds[1] and len(set(seeds[0].values())) == 6


# Interruptions


class Interrupted(Here):
    """A crew that is interrupted after some games."""

    def __init__(self, games: int, what: Callable[[], None]) -> None:
        super().__init__()
        self._left, self._what = games, what

    def take(self, seconds: float) -> list[Answer]:
        if not self._left:
            self._what()
        self._left -= 1
        return super().take(seconds)


def test_a_run_that_is_taken_up_again_ends_as_if_it_had_never_stopped(lab: Library) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    settings = replace(FEW, kind="compare", bots=GREEDY, knowing=False)
    versions = (skirmish(), with_cell("2", "2:1", "DE"))
    whole, broken = played_run(lab, settings, *versions), new_run(lab, settings, *versions)
    with pytest.raises(KeyboardInterrupt):
        Conductor(lab, broken, Interrupted(3, interrupt)).play()
    assert 3 <= len(games(lab, broken)) < 12 and lab.runs.info(broken).status == "paused"
    kept = games(lab, broken)
    assert Conductor(lab, broken, Here()).play() == "done"
    assert games(lab, broken) == games(lab, whole) and kept.items() <= games(lab, broken).items()


@pytest.mark.parametrize(("wish", "status"), [("pause", "paused"), ("cancel", "cancelled")])
def test_wishes_are_heeded(lab: Library, wish: str, status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.lab.conduct.HEED", 0.0)
    run = new_run(lab, replace(FEW, games=400))
    crew = Interrupted(2, lambda: lab.runs.wish(run, wish))  # type: ignore[arg-type]
    assert Conductor(lab, run, crew).play() == status
    info = lab.runs.info(run)
    assert (info.status, info.wish) == (status, "") and 2 <= info.games < 10


def test_a_game_that_fails_ends_the_run_and_says_why(lab: Library) -> None:
    class Failing(Here):
        def take(self, seconds: float) -> list[Answer]:
            return [Answer(0, 0, trouble="The dice fell off the table.")]

    run = new_run(lab, FEW)
    assert Conductor(lab, run, Failing()).play() == "failed"
    assert lab.runs.info(run).trouble == "The dice fell off the table."


# Enough


def test_intervals_are_looked_at_after_fixed_numbers_of_games() -> None:
    settings = RunSettings(games=100, width=0.1)
    assert looks(settings, 39) == [] and looks(settings, 85) == [40, 60, 80] and looks(settings, 500)[-1] == 100


def test_a_run_stops_when_the_interval_is_narrow_enough_and_keeps_no_game_beyond(lab: Library) -> None:
    settings = RunSettings(bots=BOTS, games=400, width=0.25, seed=2)

    class Many(Here):
        """Takes more at a time than it needs, as several processes do."""

        def room(self) -> int:
            return 7 - len(self._waiting)

    one, other = played_run(lab, settings), played_run(lab, settings, crew=Many())
    assert games(lab, one) == games(lab, other)
    count = len(games(lab, one))
    scores = [lab.runs.scores(one)[0, number] for number in range(count)]
    assert count in looks(settings, 400) and count < 400 and share(scores).width <= 0.25
    assert count == FIRST_LOOK or share(scores[: count - LOOK]).width > 0.25


def test_a_comparison_stops_by_the_width_of_the_difference(lab: Library) -> None:
    settings = RunSettings(kind="compare", bots=BOTS, games=400, width=0.3)
    run = played_run(lab, settings, skirmish(), with_cell("1", "1:1", "DE"))
    scores = lab.runs.scores(run)
    count = len(scores) // 2
    lists = [[scores[version, number] for number in range(count)] for version in (0, 1)]
    assert count < 400 and difference(*lists).width <= 0.3


# Processes that die


def test_a_process_that_dies_is_replaced_and_its_games_are_played_again(lab: Library) -> None:
    crew = LocalCrew(2)

    class Unlucky:
        """Kills a process of the crew after the first games."""

        def __init__(self) -> None:
            self.killed = 0

        def __call__(self, done: int, _games: int) -> None:
            if done >= 2 and self.killed < 2:
                hand = crew._hands[self.killed]
                hand.process.kill()
                hand.process.join(60)
                self.killed += 1

    run, unlucky = new_run(lab, replace(FEW, games=12)), Unlucky()
    try:
        assert Conductor(lab, run, crew, unlucky).play() == "done"
    finally:
        crew.close()
    assert unlucky.killed == 2
    assert games(lab, run) == games(lab, played_run(lab, replace(FEW, games=12)))


def test_nobody_waits_for_ever_on_a_process_that_died_with_an_answer_on_its_lips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes no task any more, but is heard out before another takes its place."""
    first, second = (GameTask(None, 0, number, 1) for number in (3, 4))  # type: ignore[arg-type] - nothing is played
    crew = LocalCrew(0)
    ours, theirs = multiprocessing.Pipe()
    theirs.send(Answer(0, 3))
    theirs.close()
    dying = _Hand.__new__(_Hand)
    dying.line, dying.tasks = ours, deque([first])
    monkeypatch.setattr(dying, "dismiss", ours.close, raising=False)
    crew._hands = [dying]
    crew.give(second)
    assert crew.take(5.0) == [Answer(0, 3)] and not dying.tasks
    other = _Hand.__new__(_Hand)
    given: list[GameTask] = []
    other.tasks, other.give = deque(), lambda task: not given.append(task)  # type: ignore[method-assign]
    monkeypatch.setattr("engine.lab.crew._Hand", lambda: other)
    assert crew.take(5.0) == [] and given == [second]


def test_a_game_that_kills_every_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = LocalCrew(1)
    task = GameTask(None, 0, 7, 1)  # type: ignore[arg-type] - nothing that could be played
    crew.give(task)
    answers: list[Answer] = []
    try:
        for _ in range(60):
            answers = answers or crew.take(5.0)
    finally:
        crew.close()
    assert "Game 8 ended the process that played it 3 times." in answers[0].trouble
