"""The files that the gates look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ("engine", "designer")
TOP = ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", ".ci/run", ".gitignore")
TEXT = {".py", ".md", ".toml", ".tsv", ".txt", ".svg", ".json", ".qss", ".csv"}


def modules(*folders: str) -> list[Path]:
    """All Python files under these top-level folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def text_files() -> Iterator[Path]:
    """All text files of the project."""
    yield from (ROOT / name for name in TOP)
    for folder in ("engine", "designer", "resources", "tests"):
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in TEXT)


def name(path: Path) -> str:
    """A file as messages name it."""
    return path.relative_to(ROOT).as_posix()
