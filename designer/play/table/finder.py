"""Finding things on the map by what is typed: a hex, a place, a unit."""

from __future__ import annotations

from designer.play.table.stage import Stage
from engine.ids import Cell


class Finder:
    """Knows the cells by number, by place and by whoever stands in them."""

    def __init__(self, stage: Stage) -> None:
        table = stage.table
        self._board = table.board
        known = [(place.name, int(table.board.cell(place.cell))) for place in table.scenario.places]
        for piece, cell in enumerate(table.state.cell):
            if cell >= 0 and table.state.counter[piece] is not None:
                known.append((table.name(piece), cell))
        self._known = [(name, cell) for name, cell in known if name]

    def names(self) -> list[str]:
        """Everything that has a name."""
        return [name for name, _ in self._known]

    def example(self) -> str:
        """The number of the first cell."""
        return self._board.label(Cell(0))

    def find(self, text: str) -> int | None:
        """The cell that a text means: its number, a name, or the start of one."""
        wanted = text.strip().casefold()
        exact = [cell for name, cell in self._known if name.casefold() == wanted]
        numbered = self._board.names.find(text.strip())
        begun = [cell for name, cell in self._known if name.casefold().startswith(wanted)]
        return next(iter(exact), None) if exact else numbered if numbered is not None else next(iter(begun), None)
