"""PySide reads the source of every module that is imported after it, to see whether Qt is spelt otherwise there.

Nobody here spells it otherwise (`from __feature__ import ...`), and reading five hundred files took a fifth of all that
Python imports for a first game.  So each is taken for one that does not mention Qt, which is what its answer comes to.
"""

from __future__ import annotations

import sys

import PySide6.QtCore  # noqa: F401 -- the reader comes with it


def leave_sources_unread() -> None:
    """Let PySide read no sources from now on; where it has no such reader, nothing is changed."""
    reader = sys.modules.get("PySide6.support.feature")
    if hasattr(reader, "_mod_uses_pyside"):
        vars(reader)["_mod_uses_pyside"] = lambda _module: False
