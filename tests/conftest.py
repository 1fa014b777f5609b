"""What holds for every test: long runs are left out unless they are asked for, and Qt has what it needs."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cli.libraries import advice, missing

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if lacking := missing():  # said here: pytest would call whatever is raised an ImportError
    sys.stderr.write(f"{advice(lacking)}\n")
    sys.exit(pytest.ExitCode.USAGE_ERROR)

WINDOWS = Path(__file__).parent / "designer"

COMPILING = 600
"""Seconds that compiling the kernels may take at most."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Workers would each compile the kernels for themselves, and bots beside a window would not wait for them."""
    config = session.config
    if not config.getoption("numprocesses", None) or config.getoption("collectonly"):
        return
    from engine.workers import kernels
    from engine.workers.spawn import command

    if not hasattr(config, "workerinput") and not kernels.ready():
        subprocess.run(command(kernels.__name__), stdout=subprocess.DEVNULL, check=True, timeout=COMPILING)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long runs are for `pytest -m soak`."""
    if "soak" not in (config.option.markexpr or ""):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.skip(reason="long; run by hand with -m soak"))


@pytest.fixture(scope="module", autouse=True)
def rubbish(request: pytest.FixtureRequest) -> Iterator[None]:
    """A window takes over the collection of rubbish for good: away from windows it is given back to Python."""
    if WINDOWS in request.path.parents:
        gc.disable()
    else:
        gc.enable()
    yield
    if not gc.isenabled():
        gc.unfreeze()
        gc.collect()
