"""Words that every room uses: numbers with their nouns, how long ago something was, hexes or squares."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_SQUARES = {"hex": "square", "hexes": "squares", "hexside": "side", "hexsides": "sides", "Hex": "Square"}
_SPANS = ((1440, "day"), (60, "hour"), (1, "minute"))
_MONTH = 30 * 1440


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 hex`, `14 hexes`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def cells(number: int, *, hexes: bool = True) -> str:
    """So many hexes or squares."""
    return count(number, "hex", "hexes") if hexes else count(number, "square")


def on_grid(text: str, *, hexes: bool = True) -> str:
    """A text that speaks of hexes, for the grid that there is."""
    return text if hexes else re.sub(r"\b[Hh]ex\w*", lambda found: _SQUARES.get(found[0], found[0]), text)


def cells_named(text: str, *, hexes: bool = True) -> str:
    """A text of the rules, which speak of cells, for the grid that there is."""
    return re.sub(r"\b([Cc])ell(s?)\b", lambda found: _cell(found[1], found[2], hexes), text)


def _cell(first: str, plural: str, hexes: bool) -> str:
    word = ("hexes" if plural else "hex") if hexes else f"square{plural}"
    return word.capitalize() if first == "C" else word


def ago(then: str | None, now: datetime | None = None, *, shipped: bool = False) -> str:
    """When a scenario was last edited, in words."""
    if not then:
        return "As shipped" if shipped else "Not edited yet"
    try:
        moment = datetime.fromisoformat(then)
    except ValueError:
        return "Edited"
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    minutes = max(0, int(((now or datetime.now(UTC)) - moment).total_seconds() // 60))
    if minutes < 2:
        return "Edited just now"
    size, noun = next((size, noun) for size, noun in _SPANS if minutes >= size)
    if minutes > _MONTH:
        return f"Edited {moment:%d %B %Y}".replace(" 0", " ")
    return f"Edited {count(minutes // size, noun)} ago"
