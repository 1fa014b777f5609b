"""What the user chose in the print dialog or on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import StavkaError

DOCUMENTS: dict[str, str] = {
    "setup": "Set-up sheets",
    "counters": "Counter sheets",
    "map": "Map",
    "charts": "Charts and player aids",
    "rules": "Rules booklet",
    "oob": "Order of battle",
    "log": "Game log",
}
"""What can be printed, in the order in which it is printed."""

COUNTER_SIZES: dict[str, float] = {'1/2"': 12.7, '5/8"': 15.875, "15 mm": 15.0, "20 mm": 20.0}
"""The sizes of counters in millimetres."""

MAP_FORMS: dict[str, str] = {
    "tiles": "Over as many pages as it takes",
    "pages": "Fitted to a number of pages",
    "sheet": "On one large sheet",
    "sheets": "On large sheets as it is joined",
    "page": "Fitted to one page",
}
"""How the map is put on paper."""

MOST_PAGES = 200
"""Pages beyond which no map is spread."""

SMALLEST_HEX, LARGEST_HEX = 4.0, 60.0
SMALLEST_COUNTER, LARGEST_COUNTER = 8.0, 40.0


@dataclass(frozen=True)
class Choices:
    """Everything that can be chosen about a print."""

    what: tuple[str, ...] = ("setup",)
    paper: str = "A4"
    monochrome: bool = False
    sort: Literal["hex", "formation"] = "hex"
    side: str = ""
    counter: float = COUNTER_SIZES['5/8"']
    flip: Literal["long", "short"] = "long"
    map_as: Literal["tiles", "pages", "sheet", "sheets", "page"] = "tiles"
    hex: float = 18.0
    overlap: float = 8.0
    pages: int = 4
    furniture: bool = True
    gutter: float = 0.0
    bleed: float = 0.0
    safe: float = 0.0
    corners: Literal["square", "rounded"] = "square"
    table_markers: bool = False

    def check(self) -> None:
        """Refuse what cannot be printed, in a sentence."""
        unknown = [key for key in self.what if key not in DOCUMENTS]
        if unknown:
            raise StavkaError(f"Nothing called {unknown[0]} can be printed; choose from {', '.join(DOCUMENTS)}.")
        if not self.what:
            raise StavkaError(f"Choose what to print: {', '.join(DOCUMENTS)}.")
        if not SMALLEST_HEX <= self.hex <= LARGEST_HEX:
            raise StavkaError(f"A hex may measure {SMALLEST_HEX:g} to {LARGEST_HEX:g} mm, not {self.hex:g} mm.")
        if not SMALLEST_COUNTER <= self.counter <= LARGEST_COUNTER:
            raise StavkaError(
                f"A counter may measure {SMALLEST_COUNTER:g} to {LARGEST_COUNTER:g} mm, not {self.counter:g} mm."
            )
        if not 1 <= self.pages <= MOST_PAGES:
            raise StavkaError(f"A map may take 1 to {MOST_PAGES} pages, not {self.pages}.")
        self._check_cardboard()
        if not 0 <= self.overlap <= 30:
            raise StavkaError(f"Pages of the map may overlap by up to 30 mm, not {self.overlap:g} mm.")

    def _check_cardboard(self) -> None:
        for name, value, most in (("gutter", self.gutter, 20.0), ("bleed", self.bleed, 5.0)):
            if not 0 <= value <= most:
                raise StavkaError(f"The {name} of counters may be up to {most:g} mm, not {value:g} mm.")
        if not 0 <= self.safe <= self.counter / 4:
            raise StavkaError(
                f"The safe margin of a counter of {self.counter:g} mm may be up to {self.counter / 4:.1f} mm, "
                f"not {self.safe:g} mm."
            )

    @property
    def between(self) -> float:
        """From a counter to the next: the gutter, or room for the bleed of both."""
        return max(self.gutter, 2 * self.bleed)


def counter_size(text: str) -> float:
    """A counter's size from words as `5/8in`, `1/2"`, `15mm` or `20`."""
    plain = text.strip().lower().replace(" ", "").replace("inch", "in").replace('"', "in")
    for name, size in COUNTER_SIZES.items():
        if plain in (name.replace(" ", "").replace('"', "in"), name.replace('"', "").replace(" mm", "")):
            return size
    try:
        return float(plain.removesuffix("mm"))
    except ValueError:
        known = ", ".join(COUNTER_SIZES)
        raise StavkaError(f"{text} is not the size of a counter; choose {known}, or give millimetres.") from None
