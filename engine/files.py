"""Files that appear only when they are whole: written beside their place, checked, flushed, and then renamed."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir

from engine.errors import StavkaError

Check = Callable[[Path], str]
"""Says what is wrong with a draft, or nothing."""


def save(path: Path | str, data: bytes) -> None:
    """Write a file as a whole; where that fails, whatever was there before is there still, and an error says why."""
    with draft(path, lambda made: "" if made.stat().st_size == len(data) else "a part of it is missing") as made:
        made.write_bytes(data)


@contextmanager
def draft(path: Path | str, check: Check | None = None) -> Iterator[Path]:
    """A name beside a file's: what the block writes there takes the file's place once it is checked and flushed.

    A pipe or a terminal keeps its place, and is given what was written elsewhere.
    """
    target, channel = _target(Path(path)), _is_channel(Path(path))
    name = f".{target.name[:80]}.{secrets.token_hex(4)}.part"
    made = Path(gettempdir()) / name if channel else target.with_name(name)
    try:
        with _told(target):
            refuse_unwritable(target)
            yield made
            fault = check(made) if check is not None else ""
            if fault:
                raise StavkaError(f"The file {target} could not be written: {fault}. Is the disk full?")
            if channel:
                target.write_bytes(made.read_bytes())
            else:
                _take_place(made, target)
    finally:
        with suppress(OSError):
            made.unlink(missing_ok=True)


def _take_place(made: Path, target: Path) -> None:
    _flush(made)
    made.chmod(_mode(target))
    made.replace(target)
    _flush_folder(target.parent)


def _target(path: Path) -> Path:
    """The file itself where the name is a link to it."""
    return path.resolve() if path.is_symlink() and not _is_channel(path) else path


def _is_channel(path: Path) -> bool:
    """Whether a name stands for a pipe or a terminal, beside which nothing can be written."""
    try:
        kind = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(kind) and not stat.S_ISDIR(kind)


def refuse_unwritable(target: Path) -> None:
    """Say at once that a file cannot be written, where that can be known."""
    if not target.parent.is_dir():
        raise StavkaError(f"The file {target} cannot be written: there is no folder {target.parent}.")
    if target.is_dir():
        raise StavkaError(f"{target} is a folder; give the name of a file.")
    if target.exists() and not os.access(target, os.W_OK):
        raise StavkaError(f"The file {target} may not be written.")


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those that any new file gets."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _flush(made: Path) -> None:
    with made.open("rb+") as file:
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    """Have the new name on the disk too, where the system lets folders be flushed."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what the system says inside the block into a sentence."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "it cannot be written to").lower()
        raise StavkaError(f"The file {path} cannot be written: {reason}.") from error
