"""Paper: sizes, margins, and the running heads and feet of its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from designer.printing.pages import HAIR, INK, MUTED, Line, Page, PageItem, Printout, Rect, Text
from designer.printing.type import RUNNING, RUNNING_STRONG, Measure, fitted
from engine.errors import StavkaError

SIZES: dict[str, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of the papers in millimetres."""

MARGIN = 13.0
HEAD = 6.5
FOOT = 5.5


@dataclass(frozen=True)
class Paper:
    """A sheet as it lies before the reader."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        """The sheet on its side."""
        return Paper(self.name, self.height, self.width)

    @property
    def printable(self) -> Rect:
        """Where ink may go: all but the margins."""
        return Rect(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN)

    @property
    def body(self) -> Rect:
        """What is left between the running head and the foot."""
        whole = self.printable
        return Rect(whole.x, whole.y + HEAD, whole.width, whole.height - HEAD - FOOT)


def paper(name: str) -> Paper:
    """The paper of that name, upright."""
    for known, (width, height) in SIZES.items():
        if known.lower() == name.strip().lower():
            return Paper(known, width, height)
    raise StavkaError(f"There is no paper called {name}; choose {' or '.join(SIZES)}.")


@dataclass(frozen=True)
class Running:
    """What stands at the head of every page of a document."""

    scenario: str
    title: str


def furnish(
    key: str, running: Running, sheet: Paper, bodies: Sequence[Sequence[PageItem]], measure: Measure
) -> Printout:
    """The pages of a document with scenario title, document title and page number."""
    pages = [
        Page(sheet.width, sheet.height, (*furniture(running, sheet, number, len(bodies), measure), *boxes))
        for number, boxes in enumerate(bodies, 1)
    ]
    return Printout(key, running.title, tuple(pages))


def furniture(running: Running, sheet: Paper, number: int, of: int, measure: Measure) -> list[PageItem]:
    """The head and the foot of one page."""
    area = sheet.printable
    half = area.width / 2 - 2
    scenario, left = fitted(running.scenario, RUNNING, half, measure)
    title, right = fitted(running.title, RUNNING_STRONG, half, measure)
    head, foot = area.y, area.bottom - 3.6
    return [
        PageItem(Rect(area.x, head, half, 3.6), Text(scenario, left, ink=MUTED)),
        PageItem(Rect(area.right - half, head, half, 3.6), Text(title, right, "right", INK)),
        PageItem(Rect(area.x, head + 4.4, area.width, 0), Line(HAIR, 0.18)),
        PageItem(Rect(area.x, foot, area.width, 3.6), Text(f"Page {number} of {of}", RUNNING, "centre", MUTED)),
    ]
