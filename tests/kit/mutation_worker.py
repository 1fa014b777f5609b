"""Break rules one by one and see whether a test takes notice: in forks of a process that has everything at hand.

    python -m tests.kit.mutation_worker SEED COUNT [--of MODULE ...] [--quick] [--tests TEST ...]
    python -m tests.kit.mutation_worker --again ANSWER

It collects the tests once, learns which functions each enters and what it costs (not with `--quick`), then forks for
each mutant and runs the tests that enter its function, the cheapest first, until one fails.  A mutant that needs more
time or memory than the tests are worth is caught as well.  Every line of its answer is one mutant: `caught` or
`SURVIVED`, its name, and the test that caught it.  The second form tries those again that survived in an answer.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, FunctionType

import pytest

from tests.kit.mutants import ROOT, RULES, Mutant, broken, drawn, modules, mutants

PREFIXES = tuple(str(ROOT / folder) for folder in RULES)
TESTS = ("tests/rules", "tests/systems", "tests/scenario", "tests/play", "tests/bots/test_seeded.py")
SKIPPED = ("test_random.py", "test_laws.py", "test_mutation.py", "test_keeping.py")
"""The tests of the rules; not the games at random, which are dear and know nothing of rules, nor whole processes."""

KEPT, ROWS = ("source", "_rules", "shipped"), ("engine.records", "engine.grid", "engine.geography", "engine.store")
"""Caches that no rule has touched: the kits' caches of rows, and what these are made from."""

DEAR, GRACE, ROOM = 20.0, 20, 8 << 30
"""Seconds of a test that is not run for mutants; seconds beyond what the tests need; bytes of memory."""


@dataclass
class Footprint:
    """What a test costs, and the functions of the rules that it enters."""

    seconds: float = 0.0
    functions: set[tuple[str, str]] = field(default_factory=set)


class Trials:
    """The plug-in that runs mutants in place of the tests."""

    def __init__(self, mutants: list[Mutant], quick: bool, out: int) -> None:
        self._mutants, self._quick, self._out = mutants, quick, out
        self._failed = ""
        self._log = os.dup(2)
        self._folder = Path(tempfile.mkdtemp(prefix="mutants"))
        self._prints: dict[str, Footprint] = {}

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
        if not self._quick:
            self._prints = self._learn(items)
            items = [item for item in items if self._prints[item.nodeid].seconds <= DEAR]
        for mutant in self._mutants:
            self._try(mutant, items)
        return True

    def _learn(self, items: list[pytest.Item]) -> dict[str, Footprint]:
        """Run every test in a fork and see what it enters."""
        found: dict[str, Footprint] = {}

        def watch() -> None:
            learnt = {}
            for item in items:
                learnt[item.nodeid] = watched(item)
                os.write(self._log, f"{learnt[item.nodeid].seconds:.1f} {item.nodeid}\n".encode())
            said = {key: (one.seconds, sorted(one.functions)) for key, one in learnt.items()}
            file.write_text(json.dumps([said, self._failed]), encoding="utf-8")

        file = self._folder / "footprints"
        status, _ = forked(watch, 3600)
        assert status == 0, "the tests cannot be run"
        said, failed = json.loads(file.read_text(encoding="utf-8"))
        file.unlink()
        assert not failed, f"without any break {failed} fails"
        for key, (seconds, functions) in said.items():
            found[key] = Footprint(seconds, {(path, function) for path, function in functions})
        self._say("tests", len(found), f"{sum(one.seconds for one in found.values()):.0f} s")
        return found

    def _try(self, mutant: Mutant, items: list[pytest.Item]) -> None:
        """Run the tests that matter against one mutant."""
        place = (str(ROOT / mutant.path), mutant.function)
        chosen = items
        if not self._quick:
            touching = (item for item in items if place in self._prints[item.nodeid].functions)
            chosen = sorted(touching, key=lambda item: self._prints[item.nodeid].seconds)
        cost = sum(self._prints[item.nodeid].seconds for item in chosen) if not self._quick else 60

        def attempt() -> None:
            break_rule(mutant)
            for item in chosen:
                run(item)
                if self._failed:
                    reading.write_text(self._failed, encoding="utf-8")
                    os._exit(1)

        reading = self._folder / "caught"
        reading.write_text("", encoding="utf-8")
        began = time.monotonic()
        status, signalled = forked(attempt, int(2 * cost) + GRACE)
        by = reading.read_text(encoding="utf-8") or (f"signal {signalled}" if signalled else "")
        reading.unlink()
        self._say(
            "caught" if status else "SURVIVED",
            mutant.name,
            by or f"{len(chosen)} tests",
            round(time.monotonic() - began, 1),
        )


def run(item: pytest.Item) -> None:
    """Run one test with all its fixtures, and take them down."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def watched(item: pytest.Item) -> Footprint:
    """Run a test and see what it costs and enters."""
    seen: set[tuple[str, str]] = set()

    def enter(frame: FrameType, _event: str, _arg: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(PREFIXES):
            seen.add((code.co_filename, code.co_qualname.split(".<locals>")[0]))

    began = time.process_time()
    sys.settrace(enter)
    run(item)
    sys.settrace(None)
    return Footprint(time.process_time() - began, seen)


def forget() -> None:
    """Empty every cache but those of rows and maps, so that nothing is known from before a rule was broken."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            name, module = getattr(one, "__name__", ""), getattr(one, "__module__", "")
            if name not in KEPT and not module.startswith(ROWS):
                one.cache_clear()


def break_rule(mutant: Mutant) -> None:
    """Put the broken function in the place of the right one, wherever it is known."""
    path, code = str(ROOT / mutant.path), broken(mutant)
    found = [
        one
        for one in gc.get_objects()
        if isinstance(one, FunctionType)
        and one.__code__.co_filename == path
        and one.__code__.co_qualname == mutant.function
    ]
    for one in found:
        one.__code__ = code


def forked(deed: Callable[[], None], seconds: int) -> tuple[int, int]:
    """Do something in a fork with limits; its exit status, and the signal that ended it if one did."""
    child = os.fork()
    if not child:
        quiet = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds,) * 2)
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
    parser.add_argument("--tests", nargs="*", default=list(TESTS))
    order = parser.parse_args()
    out = os.dup(1)
    paths = [path for path in modules() if not order.of or any(path.endswith(name) for name in order.of)]
    chosen = survivors(order.again) if order.again else drawn(order.seed, order.count, paths)
    trials = Trials(chosen, order.quick, out)
    os.chdir(ROOT)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *order.tests], plugins=[trials]))


if __name__ == "__main__":
    main()
