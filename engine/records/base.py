"""What a record is: one row of one table of a scenario, declared once for every use.

The database schema, the text bundle, the validator, the editors and the schema page all derive
from these declarations.  A column's type is one of str, int, float, bool, bytes, any of these or
None, or a JSON value (a dict, a tuple or a struct).
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of one table of a scenario."""

    table: ClassVar[str] = ""
    key: ClassVar[tuple[str, ...]] = ()

    def identity(self) -> tuple[Any, ...]:
        """The values of the key columns; unique within the table and the scenario."""
        return tuple(getattr(self, name) for name in self.key)


def col(title: str, help: str = "", *, refers: str = "", word: str = "", **limits: Any) -> msgspec.Meta:
    """Describe a column: its title, its help, the table it refers to and its limits (ge, le, min_length ...).

    A column of words that something else must bear says what kind of word it holds: a flag, a mark, a way of moving.
    """
    extra = {key: value for key, value in (("refers", refers), ("word", word)) if value} or None
    return msgspec.Meta(title=title, description=help or None, extra=extra, **limits)
