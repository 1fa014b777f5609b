"""What holds for every test: long runs are left out unless they are asked for."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long runs are for `pytest -m soak`."""
    if "soak" not in (config.option.markexpr or ""):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.skip(reason="long; run by hand with -m soak"))
