"""What the store says when a file cannot be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from engine.errors import StavkaError


class StoreError(StavkaError):
    """A library file that cannot be opened, read or written: what, where and what to do."""


_SENTENCES = {
    sqlite3.SQLITE_BUSY: "The library {path} is in use by another program; close that program and try again.",
    sqlite3.SQLITE_LOCKED: "The library {path} is in use by another program; close that program and try again.",
    sqlite3.SQLITE_READONLY: "The library {path} cannot be written to; make the file and its folder writable, "
    "or copy it to a folder of your own.",
    sqlite3.SQLITE_PERM: "The library {path} may not be opened; ask for the right to read and write it.",
    sqlite3.SQLITE_CANTOPEN: "The library {path} cannot be opened; check that its folder exists and may be written to.",
    sqlite3.SQLITE_FULL: "The library {path} cannot grow because the disk is full; nothing was changed.",
    sqlite3.SQLITE_IOERR: "The disk failed while the library {path} was being read or written; nothing was changed.",
    sqlite3.SQLITE_NOTADB: "The file {path} is damaged: it is not a database any more; restore it from a back-up.",
    sqlite3.SQLITE_CORRUPT: "The library {path} is damaged ({error}); restore it from a back-up, "
    "or export what can still be read.",
    sqlite3.SQLITE_TOOBIG: "The library {path} holds a value too large to be read.",
}


def damaged(path: Path, how: str) -> StoreError:
    """The error for a file whose content makes no sense."""
    return StoreError(_SENTENCES[sqlite3.SQLITE_CORRUPT].format(path=path, error=how))


def read_only(path: Path) -> StoreError:
    """The error for a file that may be read but not written."""
    return StoreError(_SENTENCES[sqlite3.SQLITE_READONLY].format(path=path))


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn whatever the database says inside the block into a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) or 0
        sentence = _SENTENCES.get(code & 0xFF, "The library {path} could not be used: {error}.")
        raise StoreError(sentence.format(path=path, error=str(error).rstrip("."))) from error
    except UnicodeDecodeError as error:
        raise damaged(path, "it holds text that is not UTF-8") from error
    except msgspec.MsgspecError as error:
        raise damaged(path, f"it holds a value of the wrong kind: {error}") from error
