"""A connection to a library file: what nearly all of the store needs of one.

The verbs of sqlite_utils are for files from strangers; it takes long to load, and a start has no use for them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable


class Database:
    """An open database; its transactions are opened and closed by whoever writes."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn

    def execute(self, sql: str, values: Iterable[object] = ()) -> sqlite3.Cursor:
        """Run one statement."""
        return self.conn.execute(sql, tuple(values))

    def close(self) -> None:
        """Let go of the file."""
        self.conn.close()
