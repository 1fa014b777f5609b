"""Text as it is given to others: terminals obey some characters, and XML cannot hold them."""

from __future__ import annotations

import re

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
"""Controls but for tabs and line ends, what turns the direction of writing, and what is no character."""


def legible(text: str) -> str:
    """A text in which every character is one to be read; the others are shown as such."""
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)
