"""Break rules one by one and see whether a test takes notice: in forks of a process that has everything at hand.

    python -m tests.kit.mutation_worker SEED COUNT [--of MODULE ...] [--quick] [--tests TEST ...] [--prints FILE]
    python -m tests.kit.mutation_worker --every --of MODULE ... [--tests TEST ...] [--prints FILE]
    python -m tests.kit.mutation_worker --again ANSWER

It collects the tests once, learns what each reaches of the rules and what it costs (not with `--quick`; with `--prints`
what it has learnt is kept for another run, which learns only what is new of the tests), then forks for each mutant and
runs the tests that reach it, cheap and sharp ones first, until one fails.  Where none does, what is kept from before
the break (boards, settings, games) is forgotten and they are run again, with the others of their files, as long as
there is time: with `--budget` so many seconds.
A mutant for which a test needs far more time or memory than without it is caught as well.  Every line of its answer is
one mutant: `caught` or `SURVIVED`, its name, the test that caught it or the number of tests that did not, and seconds.
All seconds are the processor's.
The second form tries every mutant of some modules, the third those again that survived in an answer.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest

from tests.kit.footprints import (
    Footprint,
    Learnt,
    Place,
    digest,
    forget,
    living,
    mark_all,
    read,
    replace,
    run,
    watched,
    write,
)
from tests.kit.mutants import ROOT, Mutant, broken, drawn, modules, mutants

TESTS = ("tests/rules", "tests/systems", "tests/scenario", "tests/play", "tests/charts", "tests/bots")
SKIPPED = {"test_mutation.py", "test_keeping.py", "test_honest.py"} | {
    "test_saved_inside_the_opponents_decision_it_is_taken_up_in_a_fresh_process",
    "test_a_scenario_is_read_by_whoever_has_imported_no_system",
}
"""The tests of the rules and of those who play by them; not those that start processes, where nothing is broken."""

DEAR, BUDGET, GRACE, ROOM = 15.0, 400.0, 20, 8 << 30
"""Seconds of a test that is not run for mutants; of all tests of one mutant; beyond what a test needs; bytes.

All seconds are the processor's, so that a busy machine judges as an idle one does.  What is granted to one mutant is
enough for every test that may reach it, both with what was kept and without: only few survive, and only they need it.
"""

RECORDED, SHARPER = {"test_byways.py", "test_answers.py", "test_tours.py", "test_golden.py"}, 8
"""Tests that compare all that is said and done: they notice so much that they come as if they were so much cheaper."""

FEW = 2
"""Where no more tests of a file than this reach a rule, the others may stand on what these have left."""

PATIENCE, ASLEEP = 7200, 0.1
"""Seconds after which a fork is ended; it waits for something that never comes if it used less of the processor."""


class Trials:
    """The plug-in that runs mutants in place of the tests."""

    def __init__(self, mutants: list[Mutant], quick: bool, prints: Path | None, out: int, budget: float) -> None:
        self._mutants, self._quick, self._out, self._budget = mutants, quick, out, budget
        self._failed = ""
        self._folder = Path(tempfile.mkdtemp(prefix="mutants"))
        self._kept = prints or self._folder / "footprints"
        self._learnt = Learnt("")
        self._living: dict[Place, list[FunctionType]] = {}
        self._sound: dict[str, bool] = {}

    def _say(self, *words: object) -> None:
        os.write(self._out, ("\t".join(map(str, words)) + "\n").encode())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first test that fails."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of the tests: footprints, then every mutant in a fork."""
        assert not session.testsfailed, "some tests cannot even be collected"
        items = [
            item
            for item in session.items
            if not SKIPPED & {item.path.name, item.name} and not item.get_closest_marker("soak")
        ]
        self._living = living()
        if not self._quick:
            self._learn(items)
        gc.freeze()  # a fork that leaves these alone shares their memory
        for mutant in self._mutants:
            self._try(mutant, *self._chosen(mutant, items))
        return True

    def _learn(self, items: list[pytest.Item]) -> None:
        """Run every test of which nothing is known and see what it reaches."""
        self._learnt = read(self._kept)
        prints = self._learnt.prints
        fresh = [item for item in items if prints.get(item.nodeid, Footprint()).file != digest(item.path)]
        if fresh:
            sound = {one: one.__code__ for every in self._living.values() for one in every}
            reached, self._learnt.marks[self._learnt.rules] = mark_all(self._living)
            for some in watched(fresh, reached, self._learnt.rules):
                assert not self._failed, f"without any break {self._failed} fails"
                prints.update(some)
                write(self._learnt, self._kept)
            for one, code in sound.items():
                one.__code__ = code
        forget()
        for item in {each[0] for mutant in self._mutants if (each := self._chosen(mutant, items)[0])}:
            run(item)  # so that boards and settings are at hand
        self._say("tests", len(items), f"{sum(prints[item.nodeid].seconds for item in items):.0f} s")

    def _chosen(self, mutant: Mutant, items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
        """The tests that reach it, and with them those of their files for whom something may have been kept."""
        if self._quick:
            return [], items
        affordable = [item for item in items if self._seconds(item) <= DEAR]
        reaching = sorted((item for item in affordable if self._learnt.touches(item.nodeid, mutant)), key=self._rank)
        often = Counter(item.path for item in reaching)
        beside = (item for item in affordable if 0 < often[item.path] <= FEW and item not in reaching)
        return reaching, reaching + sorted(beside, key=self._rank)

    def _seconds(self, item: pytest.Item) -> float:
        """What a test costs."""
        return self._learnt.prints.get(item.nodeid, Footprint()).seconds

    def _rank(self, item: pytest.Item) -> float:
        """When a test is run, lowest first."""
        return self._seconds(item) / (SHARPER if item.path.name in RECORDED else 1)

    def _try(self, mutant: Mutant, reaching: list[pytest.Item], wider: list[pytest.Item]) -> None:
        """Run tests against one mutant, first with what is kept and then without, until one fails."""

        def attempt() -> None:
            replace(self._living, (mutant.path, mutant.function), broken(mutant))
            self._run(reaching, reading, self._budget / 2)
            gc.unfreeze()  # the caches are to be found
            forget()
            self._run(wider, reading, self._budget)

        reading = self._folder / "caught"
        reading.write_text(f"{len(wider)} tests", encoding="utf-8")
        status, signalled, seconds = forked(attempt, PATIENCE)
        by = f"signal {signalled}" if signalled else reading.read_text(encoding="utf-8")
        if status and not signalled and not self._is_sound(by, wider):
            self._try(mutant, *([item for item in each if item.nodeid != by] for each in (reaching, wider)))
        else:
            unjudged = signalled == signal.SIGALRM and seconds > ASLEEP * PATIENCE
            self._say("caught" if status and not unjudged else "SURVIVED", mutant.name, by, round(seconds, 1))

    def _is_sound(self, name: str, items: list[pytest.Item]) -> bool:
        """Whether a test passes in a fork when nothing is broken: some pass only once, or only before others."""
        if name not in self._sound:
            item = next((item for item in items if item.nodeid == name), None)
            status, *_ = forked(lambda: self._run([item] if item else [], self._folder / "sound", BUDGET), PATIENCE)
            self._sound[name] = status == 0
        return self._sound[name]

    def _run(self, items: list[pytest.Item], reading: Path, until: float) -> None:
        """Run tests as long as there is time; one that fails is named and ends this process."""
        for number, item in enumerate(items):
            if time.process_time() > until:
                reading.write_text(f"{number} of {len(items)} tests", encoding="utf-8")
                return
            limit(4 * self._seconds(item) + GRACE)
            run(item)
            if self._failed:
                reading.write_text(self._failed, encoding="utf-8")
                os._exit(1)


def limit(seconds: float) -> None:
    """From now on no more than so many seconds of the processor."""
    most = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def forked(deed: Callable[[], None], patience: int) -> tuple[int, int, float]:
    """Do something in a fork with limits; its status, the signal that ended it if one did, and its processor time."""
    child = os.fork()
    if not child:
        signal.alarm(patience)
        quiet = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        try:
            deed()
        except BaseException:
            os._exit(2)
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    return status, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, used.ru_utime + used.ru_stime


def survivors(answer: Path) -> list[Mutant]:
    """The mutants that survived in an answer, as far as their functions are still there as they were."""
    names = {line.split("\t")[1] for line in answer.read_text(encoding="utf-8").splitlines() if line[:8] == "SURVIVED"}
    return [mutant for path in modules() for mutant in mutants(path) if mutant.name in names]


def main() -> None:
    """Read the order, draw the mutants and try them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("count", type=int, nargs="?", default=0)
    parser.add_argument("--of", nargs="*", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--again", type=Path)
    parser.add_argument("--prints", type=Path)
    parser.add_argument("--budget", type=float, default=BUDGET)
    parser.add_argument("--tests", nargs="*", default=list(TESTS))
    order = parser.parse_args()
    out = os.dup(1)
    paths = [path for path in modules() if not order.of or any(path.endswith(name) for name in order.of)]
    every = [mutant for path in paths for mutant in mutants(path)] if order.every else []
    chosen = survivors(order.again) if order.again else every or drawn(order.seed, order.count, paths)
    trials = Trials(chosen, order.quick, order.prints.absolute() if order.prints else None, out, order.budget)
    os.chdir(ROOT)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    patient = ("-o", f"faulthandler_timeout={PATIENCE}")  # or the watch on tests would end this process
    sys.exit(pytest.main(["-q", "-n", "0", *patient, *order.tests], plugins=[trials]))


if __name__ == "__main__":
    main()
