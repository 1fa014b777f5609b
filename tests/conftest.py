"""What holds for every test: it ends; long runs are left out unless they are asked for; Qt has what it needs."""

from __future__ import annotations

import faulthandler
import gc
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.cli.libraries import advice, missing
from tests.kit.bounded import started

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # every process of a test would compile all modules for itself
sys.dont_write_bytecode = False

if lacking := missing():  # said here: pytest would call whatever is raised an ImportError
    sys.stderr.write(f"{advice(lacking)}\n")
    sys.exit(pytest.ExitCode.USAGE_ERROR)

GATES, WINDOWS = (Path(__file__).parent / name for name in ("gates", "designer"))

COMPILING = 600
"""Seconds that compiling the kernels may take at most."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Workers would each compile the kernels for themselves, and bots beside a window would not wait for them."""
    config = session.config
    workers = config.getoption("numprocesses", None)
    if not workers or config.getoption("collectonly") or hasattr(config, "workerinput"):
        return
    from engine.workers import kernels
    from engine.workers.spawn import command

    if not kernels.ready():
        with ExitStack() as stack:
            commands = [command(kernels.__name__, share, workers) for share in range(workers)]
            compilers = [
                stack.enter_context(started(each, seconds=COMPILING, stdout=subprocess.DEVNULL)) for each in commands
            ]
            left = {each.wait(timeout=COMPILING) for each in compilers}
        assert left == {0}, "the kernels cannot be compiled"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long runs are for `pytest -m soak`; the type checker goes first, or a worker would be left alone with it last."""
    items.sort(key=lambda item: GATES not in item.path.parents)
    if "soak" not in (config.option.markexpr or ""):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.skip(reason="long; run by hand with -m soak"))


@pytest.fixture(scope="module", autouse=True)
def rubbish(request: pytest.FixtureRequest) -> None:
    """A window collects rubbish by itself, while it runs; away from windows Python does it again, and leaves theirs."""
    if WINDOWS in request.path.parents:
        gc.disable()
    elif not gc.isenabled():
        gc.freeze()
        gc.enable()


LONGEST, LEAVING = 600, 300
"""Seconds after which a test cannot be said to be at work, however busy the machine is; and the end of all of them."""

_screen: list[int] = []


def pytest_configure() -> None:
    """Remember where the screen is: what a test writes is caught."""
    _screen.append(os.dup(2))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Nothing waits for ever: a test that does not end shows where every thread stands, and ends its process."""
    watched = not item.get_closest_marker("soak") and not item.config.getini("faulthandler_timeout")
    if watched:
        faulthandler.dump_traceback_later(LONGEST, exit=True, file=_screen[0])
    try:
        return (yield)
    finally:
        if watched:
            faulthandler.cancel_dump_traceback_later()


def pytest_unconfigure() -> None:
    """A thread or a process that nobody ended does not keep the run from ending."""
    faulthandler.dump_traceback_later(LEAVING, exit=True, file=_screen[0])
