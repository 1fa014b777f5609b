"""Fortified lines: some stand from the start, some are finished in time or never; each hex lasts until it is taken."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.rules.answers import MarkKind, Shift
from engine.rules.contributions import Contribution
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, side_words
from engine.state.tasks import Battle

RUINED, ABORTED = "ruined", "aborted"


class FortLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fortified line: where it runs, when it is finished, and what it is worth."""

    region: Annotated[str, col("Region", refers="region")] = ""
    first_turn: Annotated[int, col("Finished on turn", ge=1, le=200)] = 1
    columns: Annotated[int, col("Columns", "By which the odds go to the left", ge=0, le=9)] = 1
    defence: Annotated[int, col("Defence", "Added to the factor of every defender", ge=0, le=9)] = 0
    besieged: Annotated[bool, col("Siege artillery counts")] = True
    bars_supply: Annotated[bool, col("Bars supply", "Enemy lines of supply do not enter it")] = True
    aborts: Annotated[
        tuple[str, ...], col("Aborts too", "The lines that are given up with this one", refers="region")
    ] = ()


def _line_words(rows: Rows, line: FortLine) -> str:
    """A line by its name, when it is finished, and what is given up with it."""
    terms = [f"finished on turn {line.first_turn}"] if line.first_turn > 1 else []
    others = [named(rows, Region, key) for key in line.aborts]
    terms += [f"given up, it takes {listed(others)} with it"] if others else []
    said = "; ".join(terms)
    return f"{named(rows, Region, line.region)}{f' ({said})' if said else ''}"


class Forts(Mechanism, frozen=True, kw_only=True):
    """Fortified lines of a side."""

    key: ClassVar[str] = "forts"
    title: ClassVar[str] = "Fortifications"
    help: ClassVar[str] = "Fortified hexes shelter a side's units until the enemy enters them."
    of_ground: ClassVar[bool] = True
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(RUINED, "Fortification destroyed", on="cell"),
        MarkKind(ABORTED, "Line given up", on="nothing"),
    )
    told: ClassVar[frozenset[str]] = frozenset({"side", "lines"})

    side: Annotated[str, col("Side", "Whose they are", refers="side")] = ""
    lines: Annotated[tuple[FortLine, ...], col("Lines")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which lines, when, and what they are worth."""
        said = [
            f"Units of {side_words(rows, self.side)} in an intact hex of a fortified line are sheltered. A hex is "
            "destroyed for good when the enemy enters it; a line that he enters before it is finished is given up."
        ]
        alike: dict[str, list[str]] = {}
        for each in self.lines:
            worth = [f"the odds go {counted(each.columns, 'column')} to the left"] if each.columns else []
            worth += [f"every defender counts {each.defence} more"] if each.defence else []
            worth += ["no enemy line of supply enters it"] if each.bars_supply else []
            alike.setdefault(listed(worth) or "nothing", []).append(_line_words(rows, each))
        said += [f"{'; '.join(lines)}: {worth}." for worth, lines in alike.items()]
        return said

    def intact(self, table: Table, cell: int) -> list[FortLine]:
        """The finished lines that still stand in a cell."""
        if table.marked(RUINED, cell):
            return []
        return [
            line
            for number, line in enumerate(self.lines)
            if cell in table.board.regions.get(line.region, frozenset())
            and table.state.turn >= line.first_turn
            and not table.marked(ABORTED, number)
        ]

    def bars_lines(self, table: Table, side: int) -> Iterable[int]:
        """The lines of the enemy do not enter what stands."""
        if table.scenario.side_index.get(self.side) == side:
            return
        for number, line in enumerate(self.lines):
            if line.bars_supply and table.state.turn >= line.first_turn and not table.marked(ABORTED, number):
                for cell in table.board.regions.get(line.region, frozenset()):
                    if not table.marked(RUINED, cell):
                        yield cell

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """The enemy destroys what stands, and ends what is not finished."""
        if table.scenario.side_index.get(self.side) == table.side_of(piece):
            return
        for number, line in enumerate(self.lines):
            cells = [cell for cell in path if cell in table.board.regions.get(line.region, frozenset())]
            if not cells or table.marked(ABORTED, number):
                continue
            if table.state.turn < line.first_turn:
                self._abort(table, (line.region, *line.aborts))
            else:
                for cell in cells:
                    table.set_mark(RUINED, cell)

    def _abort(self, table: Table, regions: tuple[str, ...]) -> None:
        for number, line in enumerate(self.lines):
            if line.region in regions and table.state.turn < line.first_turn:
                table.set_mark(ABORTED, number)

    def _sheltered(self, table: Table, battle: Battle) -> list[FortLine]:
        """The lines that shelter the defenders of a battle."""
        ours = table.scenario.side_index.get(self.side)
        return self.intact(table, battle.target) if ours == 1 - battle.side else []

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """Forts make attacks worse."""
        for line in self._sheltered(table, battle):
            if line.columns:
                name = named(table.scenario.rows, Region, line.region)
                yield Shift(-line.columns, f"fortified: {name}", self.case("columns"))

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Some lines add to every defender."""
        for line in () if attacking else self._sheltered(table, battle):
            if line.defence and battle.defenders:
                name = named(table.scenario.rows, Region, line.region)
                why = f"{name}: {line.defence} more each"
                yield Contribution("add", Fraction(line.defence), why, self.case("defence"), 10, battle.defenders)
