"""Tables that only hold what is written into them: a stranger's may have the database compute for as long as he likes.

A check, a default, a made-up column or an index may call functions for every row, and a virtual table is a program of
its own.  Ours compare columns with values and take the length of a text; whatever calls on more is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.records.verify import brief

_WORD = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|(?P<remark>--[^\n]*|/\*.*?(?:\*/|\Z))|\w+|\(""",
    re.DOTALL,
)
_LISTS = frozenset({"CHECK", "IN", "KEY", "UNIQUE", "LENGTH"})
"""What may stand before a bracket."""

_NAMING = frozenset({"TABLE", "REFERENCES", "ON"})
"""What stands before a name with a bracket behind it."""


def strange(objects: Iterable[tuple[str, str, str | None]]) -> str:
    """What among these (a name, a kind, the statement that made it) Stavka never makes; empty: nothing."""
    return next((_named(name, kind) for name, kind, sql in objects if _foreign(kind, sql)), "")


def _named(name: str, kind: str) -> str:
    return f"{'an' if kind == 'index' else 'a'} {kind} named {brief(name)}"


def _foreign(kind: str, sql: str | None) -> bool:
    return kind in ("trigger", "view") or (sql is not None and computes(sql))


def computes(sql: str) -> bool:
    """Whether anything in a statement is in brackets but names, choices, checks and lengths."""
    words = list(_words(sql))
    for at, word in enumerate(words):
        if word == "(" and words[at - 1] not in _LISTS and words[max(at - 2, 0)] not in _NAMING:
            return True
    return words[1:2] == ["VIRTUAL"]


def _words(sql: str) -> Iterator[str]:
    return (found[0].upper() for found in _WORD.finditer(sql) if found["remark"] is None)
