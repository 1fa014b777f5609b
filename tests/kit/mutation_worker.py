"""Break rules one by one and see whether a test takes notice: in forks of a process that has everything at hand.

    python -m tests.kit.mutation_worker SEED COUNT [--of MODULE ...] [--quick] [--tests TEST ...] [--prints FILE]
    python -m tests.kit.mutation_worker --again ANSWER

It collects the tests once, learns which functions each enters and what it costs (not with `--quick`; with `--prints`
what it has learnt is kept for another run), then forks for each mutant and runs the tests that enter its function, the
cheapest first, and after them the others of their files, until one fails or the mutant's time is up.  A mutant for
which a test needs far more time or memory than without it is caught as well.  Every line of its answer is one mutant:
`caught` or `SURVIVED`, its name, the test that caught it or the number of tests that did not, and seconds.  The second
form tries those again that survived in an answer.
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
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest

from tests.kit.footprints import Footprint, Place, forget, living, read, replace, run, watched, write
from tests.kit.mutants import ROOT, Mutant, broken, drawn, modules, mutants

TESTS = ("tests/rules", "tests/systems", "tests/scenario", "tests/play", "tests/bots")
SKIPPED = ("test_random.py", "test_mutation.py", "test_keeping.py", "test_honest.py")
"""The tests of the rules and of those who play by them; not whole games at random, which are dear, nor processes."""

DEAR, BUDGET, GRACE, ROOM = 20.0, 150.0, 20, 8 << 30
"""Seconds of a test that is not run for mutants; of all tests of one mutant; beyond what a test needs; bytes."""

PATIENCE = 1800
"""Seconds after which a fork for one mutant is ended, however busy the machine is; learning gets four times as many."""


class Trials:
    """The plug-in that runs mutants in place of the tests."""

    def __init__(self, mutants: list[Mutant], quick: bool, prints: Path | None, out: int) -> None:
        self._mutants, self._quick, self._out = mutants, quick, out
        self._failed = ""
        self._folder = Path(tempfile.mkdtemp(prefix="mutants"))
        self._kept = prints or self._folder / "footprints"
        self._prints: dict[str, Footprint] = {}
        self._living: dict[Place, list[FunctionType]] = {}

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
            item for item in session.items if item.path.name not in SKIPPED and not item.get_closest_marker("soak")
        ]
        for item in {item.path: item for item in reversed(items)}.values():
            run(item)
        forget()
        self._living = living()
        gc.freeze()  # a fork that leaves these alone shares their memory
        if not self._quick:
            self._learn(items)
        for mutant in self._mutants:
            self._try(mutant, self._chosen(mutant, items))
        return True

    def _learn(self, items: list[pytest.Item]) -> None:
        """Run every test in a fork and see what it enters, unless that is known."""

        def watch() -> None:
            write(watched(items, self._living), self._failed, self._kept)

        if not self._kept.exists():
            status, _ = forked(watch, 4 * PATIENCE)
            assert status == 0, "the tests cannot be run"
        self._prints, failed = read(self._kept)
        assert not failed, f"without any break {failed} fails"
        self._say("tests", len(self._prints), f"{sum(one.seconds for one in self._prints.values()):.0f} s")

    def _chosen(self, mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
        """The tests that enter its function, then those beside them: what was found once may be kept for others."""
        if self._quick:
            return items
        place = (mutant.path, mutant.function)
        affordable = [item for item in items if self._seconds(item) <= DEAR]
        entering = {item.nodeid for item in affordable if self._enters(item, place)}
        files = {item.path for item in affordable if item.nodeid in entering}
        beside = (item for item in affordable if item.path in files)
        return sorted(beside, key=lambda item: (item.nodeid not in entering, self._seconds(item)))

    def _enters(self, item: pytest.Item, place: Place) -> bool:
        """Whether a test enters a function; one that is new since it was learnt may enter any."""
        return item.nodeid not in self._prints or place in self._prints[item.nodeid].places

    def _seconds(self, item: pytest.Item) -> float:
        """What a test costs; one that is new here is not known to cost anything."""
        return self._prints.get(item.nodeid, Footprint()).seconds

    def _try(self, mutant: Mutant, chosen: list[pytest.Item]) -> None:
        """Run tests against one mutant, as long as none fails and there is time."""

        def attempt() -> None:
            replace(self._living, (mutant.path, mutant.function), broken(mutant))
            for number, item in enumerate(chosen):
                if time.process_time() > BUDGET:
                    reading.write_text(f"{number} of {len(chosen)} tests", encoding="utf-8")
                    return
                limit(4 * self._seconds(item) + GRACE)
                run(item)
                if self._failed:
                    reading.write_text(self._failed, encoding="utf-8")
                    os._exit(1)

        reading = self._folder / "caught"
        reading.write_text(f"{len(chosen)} tests", encoding="utf-8")
        began = time.monotonic()
        status, signalled = forked(attempt, PATIENCE)
        by = f"signal {signalled}" if signalled else reading.read_text(encoding="utf-8")
        self._say("caught" if status else "SURVIVED", mutant.name, by, round(time.monotonic() - began, 1))


def limit(seconds: float) -> None:
    """From now on no more than so many seconds of the processor."""
    most = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def forked(deed: Callable[[], None], patience: int) -> tuple[int, int]:
    """Do something in a fork with limits; its exit status, and the signal that ended it if one did."""
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
    _, status = os.waitpid(child, 0)
    return status, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


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
    parser.add_argument("--again", type=Path)
    parser.add_argument("--prints", type=Path)
    parser.add_argument("--tests", nargs="*", default=list(TESTS))
    order = parser.parse_args()
    out = os.dup(1)
    paths = [path for path in modules() if not order.of or any(path.endswith(name) for name in order.of)]
    chosen = survivors(order.again) if order.again else drawn(order.seed, order.count, paths)
    trials = Trials(chosen, order.quick, order.prints.absolute() if order.prints else None, out)
    os.chdir(ROOT)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *order.tests], plugins=[trials]))


if __name__ == "__main__":
    main()
