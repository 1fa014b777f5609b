"""The file of tested versions: complete, within the bounds, and free of places to fetch from."""

from __future__ import annotations

import re

from packaging.version import Version

from tests.kit import lock


def test_every_package_that_is_asked_for_has_a_tested_version_within_its_bounds() -> None:
    versions = lock.written()
    for one in lock.asked():
        assert lock.key(one.name) in versions, f"{one.name}: python -m tests.kit.lock"
        assert one.specifier.contains(Version(versions[lock.key(one.name)]), prereleases=True), one


def test_what_packages_ask_for_in_turn_is_there_too() -> None:
    # Another platform or Python may ask for a package more or less, but not for many.
    assert len(set(lock.tested()) - set(lock.written())) <= 3, "python -m tests.kit.lock"


def test_it_holds_names_and_versions_only() -> None:
    for line in lock.LOCK.read_text(encoding="utf-8").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[a-z0-9-]+==[\w.+!]+", line), line
    assert "://" not in lock.LOCK.read_text(encoding="utf-8")
