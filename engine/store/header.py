"""The first hundred bytes of a library file, read without the database so that a refused file stays untouched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.store.errors import StoreError, damaged

APPLICATION_ID = 0x53544156
"""The letters STAV, by which a file is known to be ours."""

VERSION = 3
"""The schema's version that this program writes."""

MAGIC = b"SQLite format 3\x00"
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_LENGTH = 100


@dataclass(frozen=True)
class Header:
    """What the file says of itself."""

    application_id: int
    version: int
    pages: int
    page_size: int


def is_database(path: Path) -> bool:
    """Whether a file begins as an SQLite database does."""
    return _begins(path, MAGIC)


def _begins(path: Path, mark: bytes) -> bool:
    """Whether a file begins like this; what is no file, as a pipe in whose place one was looked for, is not read."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(mark)) == mark
    except OSError:
        return False


def refuse_devices(path: Path) -> None:
    """Refuse a pipe or a device: it may never answer, or never end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise StoreError(f"{path} is no file but a pipe or a device; copy what it gives into a file first.")


def wal_of(path: Path) -> Path:
    """The file beside a library that holds what is not yet written into it."""
    return path.with_name(path.name + "-wal")


def has_wal(path: Path) -> bool:
    """Whether something waits to be written into the library."""
    wal = wal_of(path)
    return wal.exists() and wal.stat().st_size > 0


def journal_of(path: Path) -> Path:
    """The file beside a library with which the database takes back a write that was cut off."""
    return path.with_name(path.name + "-journal")


def has_journal(path: Path) -> bool:
    """Whether a write was cut off, so that the database has something to take back."""
    return _begins(journal_of(path), _JOURNAL)


def inspect(path: Path) -> Header:
    """Refuse what is missing, foreign, newer or cut short; say which it is."""
    data = _read(path)
    if not data:
        raise StoreError(f"The file {path} is empty; it is not a Stavka library.")
    if data[:16] != MAGIC:
        raise StoreError(f"The file {path} is not a Stavka library, nor any other database; nothing was changed.")
    if len(data) < _LENGTH:
        raise damaged(path, "cut short within its first page")
    header = Header(
        application_id=int.from_bytes(data[68:72], "big"),
        version=int.from_bytes(data[60:64], "big"),
        pages=int.from_bytes(data[28:32], "big") if data[24:28] == data[92:96] else 0,
        page_size=int.from_bytes(data[16:18], "big"),
    )
    _refuse(path, header)
    return header


def _read(path: Path) -> bytes:
    try:
        for one in (path, journal_of(path), wal_of(path)):
            refuse_devices(one)
        with path.open("rb") as file:
            return file.read(_LENGTH)
    except FileNotFoundError:
        raise StoreError(f"There is no library at {path}; check the path, or leave --db out to use your own.") from None
    except IsADirectoryError:
        raise StoreError(f"{path} is a folder; name a library file in it.") from None
    except OSError as error:
        raise StoreError(f"The file {path} cannot be read ({error.strerror}).") from None


def _refuse(path: Path, header: Header) -> None:
    if header.application_id != APPLICATION_ID:
        raise StoreError(f"The file {path} is a database of another program, not a Stavka library.")
    if header.version > VERSION:
        raise StoreError(
            f"The library {path} was written by a newer Stavka (format {header.version}, this one reads up to "
            f"{VERSION}); install the newer Stavka to open it."
        )
    size = path.stat().st_size
    page_size = 65536 if header.page_size == 1 else header.page_size
    if size < header.pages * page_size and not has_wal(path) and not has_journal(path):
        raise damaged(path, f"{header.pages * page_size - size:,} bytes are missing at its end")
