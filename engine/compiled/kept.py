"""Where compiled kernels are kept, found without loading numba."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

CHOSEN = "NUMBA_CACHE_DIR"
"""The variable by which numba, and whoever installs Stavka, names the folder."""


def kept_in() -> Path | None:
    """The folder for compiled kernels, or None if they cannot be kept; points numba to the user's own where it must."""
    if os.environ.get(CHOSEN):
        chosen = Path(os.environ[CHOSEN])
        return chosen if _can_write(chosen) else None
    beside = Path(__file__).parent / "__pycache__"
    if _can_write(beside):
        return beside
    own = platformdirs.user_cache_path("stavka") / "kernels"
    if not _can_write(own):
        return None
    os.environ[CHOSEN] = str(own)
    return own


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
