"""Whether a benchmark is to be measured, or only to be seen to run."""

from __future__ import annotations

import pytest


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> bool:
    """Whether figures were asked for: the settings disable benchmarks, and only --benchmark-enable says otherwise."""
    return bool(request.config.getoption("--benchmark-enable"))
