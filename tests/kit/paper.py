"""Pages for tests: a plain measure, scenarios to print, and what a PDF says."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from designer.printing.material import Material
from designer.printing.pages import Page, Printout
from designer.printing.type import MM_PER_POINT, Type
from engine.records import Rows
from engine.records.counters import Face, Formation, Selector, Unit
from engine.records.play import Placement
from tests.kit.drill import drill_rows
from tests.kit.shipped import shipped_rows


def measure(text: str, type: Type) -> float:
    """Every letter half as wide as the type is high: a typewriter."""
    return len(text) * type.size * MM_PER_POINT * 0.5


@lru_cache(maxsize=4)
def shipped(slug: str = "arduous-beginning") -> Material:
    """A shipped scenario, ready to print."""
    return Material(shipped_rows(slug))


def many_units(count: int) -> Rows:
    """The drill ground with so many more German units in a hundred formations, all set up in one zone."""
    rows = drill_rows()
    for number in range(count):
        formation = f"f{number % 100}"
        parent = None if number < 10 else f"f{number % 10}"
        if number < 100:
            rows.put(Formation(formation=formation, name=f"Group {number}", side="german", parent=parent))
        key = f"unit-{number}"
        rows.put(
            Unit(
                unit=key,
                name=f"{number}th Division",
                side="german",
                nationality="german",
                formation=formation,
                move_class="infantry",
                position=100 + number,
            )
        )
        for face in (0, 1):
            rows.put(Face(unit=key, face=face, attack=5 - face, defence=4 - face, movement=4))
    units = Selector(sides=("german",), without=("support",))
    rows.put(Placement(placement="many", side="german", position=99, units=units, region="crosses"))
    return rows


def texts(document: Printout) -> list[str]:
    """Every line of text of a document."""
    return [text for page in document.pages for text in page.texts()]


def off_the_page(pages: list[Page] | tuple[Page, ...]) -> list[Any]:
    """The boxes that do not lie on their page."""
    return [box for page in pages for box in page.boxes if not page.rect.holds(box.rect, 0.05)]


def runs(path: Path) -> list[list[str]]:
    """Every run of text in a PDF, by page, as it was set."""
    found: list[list[str]] = []
    for page in PdfReader(path).pages:
        said: list[str] = []
        page.extract_text(
            visitor_text=lambda text, *_rest, said=said: said.extend(
                line.strip() for line in text.split("\n") if line.strip()
            )
        )
        found.append(said)
    return found
