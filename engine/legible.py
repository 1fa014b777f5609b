"""Text as it is shown and given to others: terminals and windows obey some characters, and XML cannot hold them."""

from __future__ import annotations

import re
from typing import Any

_OBEYED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]|\r(?!\n)"
)
"""Controls but for tabs and line ends, what turns the direction of writing, and what is no character."""

_DEEPEST = 100
"""Whatever is nested deeper is refused elsewhere."""


def legible(text: str) -> str:
    """A text in which every character is one to be read; the others are shown as such."""
    return text if text.isprintable() else _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


def obeyed(text: str) -> str:
    """The first character of a text that is not there to be read, by its number; empty: there is none."""
    found = None if text.isprintable() else _OBEYED.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def all_legible(value: Any, depth: int = 0) -> Any:
    """A plain value in which every text is legible."""
    if isinstance(value, str):
        return legible(value)
    if depth < _DEEPEST and isinstance(value, list | tuple):
        return type(value)(all_legible(part, depth + 1) for part in value)
    if depth < _DEEPEST and isinstance(value, dict):
        return {all_legible(key): all_legible(part, depth + 1) for key, part in value.items()}
    return value
