"""The versions that were tested together, written down from the environment in which the tests just passed.

    python -m tests.kit.lock

Install with them by `pip install -c .ci/tested.txt .`; the bounds in pyproject.toml stay as wide as they are.
"""

from __future__ import annotations

import platform
import re
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCK = ROOT / ".ci" / "tested.txt"


def asked() -> list[Requirement]:
    """What Stavka and its tests ask for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [Requirement(line) for line in (*project["dependencies"], *project["optional-dependencies"]["test"])]
    return [one for one in found if one.marker is None or one.marker.evaluate()]


def key(name: str) -> str:
    """A package's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def tested() -> dict[str, str]:
    """The installed version of everything that is asked for, and of what that asks for in turn."""
    found: dict[str, str] = {}
    waiting = asked()
    while waiting:
        one = waiting.pop()
        if key(one.name) in found:
            continue
        about = metadata.distribution(one.name)
        found[key(one.name)] = about.version
        further = map(Requirement, about.requires or ())
        waiting += [need for need in further if need.marker is None or need.marker.evaluate({"extra": ""})]
    return dict(sorted(found.items()))


def written() -> dict[str, str]:
    """The versions in the file."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))  # type: ignore[misc]


def main() -> None:
    """Write the file."""
    head = (
        f"# Tested together on Python {platform.python_version()}; `python -m tests.kit.lock` writes this file anew,\n"
        "# `pip install -c .ci/tested.txt .` installs with these versions.\n"
    )
    LOCK.write_text(head + "".join(f"{name}=={version}\n" for name, version in tested().items()), encoding="utf-8")


if __name__ == "__main__":
    main()
