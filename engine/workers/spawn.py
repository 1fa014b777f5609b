"""How a process of ours is started: the same Python, the same code, and the name of the module to run."""

from __future__ import annotations

import sys
from pathlib import Path

import engine


def command(module: str, *given: int) -> list[str]:
    """The command that runs the `main` of a module of ours with numbers, from wherever this process has its code."""
    home = str(Path(engine.__file__).parents[1])
    script = f"import sys; sys.path.append({home!r}); from {module} import main; sys.exit(main(*{given!r}))"
    return [sys.executable, "-c", script]
