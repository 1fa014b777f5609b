"""Everything that can be printed of a scenario, laid out in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from designer.printing.booklet import rules_document
from designer.printing.chart_sheets import chart_documents
from designer.printing.choices import Choices
from designer.printing.counter_sheets import counter_document
from designer.printing.log_sheet import log_document
from designer.printing.map_sheets import map_document
from designer.printing.material import Material
from designer.printing.oob import oob_documents
from designer.printing.pages import Printout
from designer.printing.setup_sheet import setup_document
from designer.printing.type import Measure
from engine.errors import StavkaError
from engine.records.counters import Side

if TYPE_CHECKING:
    from engine.play import Game


def lay_out(
    material: Material,
    choices: Choices,
    measure: Measure,
    *,
    game: Game | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Printout]:
    """The documents that were chosen; an empty list when it was stopped."""
    choices.check()
    made: list[Printout] = []
    for document in _documents(material, choices, measure, game):
        if stop():
            return []
        made.append(document)
    return made


def _documents(material: Material, choices: Choices, measure: Measure, game: Game | None) -> Iterator[Printout]:
    if "setup" in choices.what:
        for side in _sides(material, choices):
            yield setup_document(material, side, choices, measure)
    if "counters" in choices.what:
        yield counter_document(material, choices, measure)
    if "map" in choices.what:
        yield map_document(material, choices, measure)
    if "charts" in choices.what:
        yield from chart_documents(material, _sides(material, choices), choices, measure)
    if "rules" in choices.what:
        yield rules_document(material, choices, measure)
    if "oob" in choices.what:
        yield from oob_documents(material, _sides(material, choices), choices, measure)
    if "log" in choices.what:
        if game is None:
            raise StavkaError("Choose the game whose log is to be printed.")
        yield log_document(material, game, choices, measure)


def _sides(material: Material, choices: Choices) -> list[Side]:
    """The sides to print for: the one chosen, or both."""
    found = [side for side in material.sides if choices.side in ("", side.side)]
    if not found:
        known = " or ".join(side.side for side in material.sides)
        raise StavkaError(f"There is no side called {choices.side}; choose {known}.")
    return found
