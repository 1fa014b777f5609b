"""What holds for every test: long runs are left out unless they are asked for, and Qt has what it needs."""

from __future__ import annotations

import os
import sys

import pytest

from engine.cli.libraries import advice, missing

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if lacking := missing():  # said here: pytest would call whatever is raised an ImportError
    sys.stderr.write(f"{advice(lacking)}\n")
    sys.exit(pytest.ExitCode.USAGE_ERROR)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long runs are for `pytest -m soak`."""
    if "soak" not in (config.option.markexpr or ""):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.skip(reason="long; run by hand with -m soak"))
