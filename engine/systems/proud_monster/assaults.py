"""What counts in assaults besides terrain: straits, opposite sides, mountain troops, and siege artillery."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import HexsideKind, PlaceKind, TerrainKind
from engine.records.counters import Selector
from engine.rules.answers import Shift
from engine.rules.contributions import Contribution
from engine.rules.ground import hexsides_between
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import listed, named, units_words, whom
from engine.state.tasks import Battle
from engine.systems.proud_monster.forts import Forts
from engine.systems.proud_monster.hedgehogs import HEDGEHOG


class NarrowCrossings(Mechanism, frozen=True, kw_only=True):
    """Certain units are worth next to nothing when they attack across certain hexsides."""

    key: ClassVar[str] = "narrow-crossings"
    title: ClassVar[str] = "Attacks across narrow waters"
    help: ClassVar[str] = "Certain units attack across certain hexsides with a strength of one."
    of_ground: ClassVar[bool] = True

    told: ClassVar[frozenset[str]] = frozenset({"units", "kinds", "strength_there"})
    momentary: ClassVar[bool] = True

    units: Annotated[Selector, col("Which units")] = Selector()
    kinds: Annotated[tuple[str, ...], col("Hexsides", refers="hexside_kind")] = ()
    strength_there: Annotated[float, col("Strength", ge=0, le=99)] = 1.0

    def sentences(self, rows: Rows) -> list[str]:
        """Who attacks with what."""
        kinds = listed([named(rows, HexsideKind, key) for key in self.kinds], "or")
        return [f"{whom(rows, self.units)} attack across the {kinds} with a strength of {self.strength_there:g}."]

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Whoever attacks across, whatever the others do."""
        for piece in battle.attackers if attacking else ():
            crossed = hexsides_between(table, battle.side, table.state.cell[piece], battle.target)
            if self.units.matches(table.unit(piece)) and any(kind in self.kinds for kind in crossed):
                why = f"attacking across narrow waters: {self.strength_there:g}"
                yield Contribution("set", Fraction(self.strength_there), why, self.case("across"), 20, (piece,))


class Concentric(Mechanism, frozen=True, kw_only=True):
    """An assault from opposite sides is worth more."""

    key: ClassVar[str] = "concentric"
    title: ClassVar[str] = "Concentric assaults"
    help: ClassVar[str] = "An assault from opposite hexes, from three that alternate, or from more shifts the odds."

    told: ClassVar[frozenset[str]] = frozenset({"columns"})

    columns: Annotated[int, col("Columns", ge=0, le=9)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """From where, and how much."""
        return [
            "A prepared assault from two opposite hexes, from three with one between each and the next, or from more "
            f"than three moves the odds {self.columns} to the right."
        ]

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """The sides of the target from which it is attacked decide."""
        if battle.kind or table.marked(HEDGEHOG, battle.target):
            return ()
        grid = table.board.grid
        cells = {table.state.cell[piece] for piece in battle.attackers}
        sides = {grid.side_between(Cell(battle.target), Cell(cell)) for cell in cells}
        ways = sorted(side for side in sides if side is not None)
        opposite = any(side + 3 in ways for side in ways)
        alternate = any({first, first + 2, first + 4} <= set(ways) for first in (0, 1))
        if not (opposite or alternate or len(ways) > 3):
            return ()
        return (Shift(self.columns, "a concentric assault", self.case("concentric")),)


class HillFighters(Mechanism, frozen=True, kw_only=True):
    """Troops that attack certain ground with their defence factor, where that is better."""

    key: ClassVar[str] = "hill-fighters"
    title: ClassVar[str] = "Mountain infantry"
    help: ClassVar[str] = "Certain units attack certain terrain with their defence factor, if it is the higher."
    of_ground: ClassVar[bool] = True

    told: ClassVar[frozenset[str]] = frozenset({"units", "terrain"})

    units: Annotated[Selector, col("Which units")] = Selector()
    terrain: Annotated[tuple[str, ...], col("Terrain", refers="terrain_kind")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who, and where."""
        kinds = listed([named(rows, TerrainKind, key).lower() for key in self.terrain], "or")
        return [f"{whom(rows, self.units)} attack {kinds or 'terrain'} with their defence factor, if it is higher."]

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """The better of both factors."""
        if not attacking or table.ground(battle.target) not in self.terrain:
            return
        for piece in table.matching(self.units, list(battle.attackers)):
            if table.state.counter[piece] is not None:
                defence = Fraction(table.face(piece).defence)
                yield Contribution("at least", defence, "mountain infantry in hills", self.case("hills"), 10, (piece,))


class SiegeArtillery(Mechanism, frozen=True, kw_only=True):
    """Guns that stand with attackers raise the loss of those who defend a town."""

    key: ClassVar[str] = "siege-artillery"
    title: ClassVar[str] = "Siege artillery"
    help: ClassVar[str] = "Guns stacked with attackers of a town add to the loss points of the defender."

    told: ClassVar[frozenset[str]] = frozenset({"units", "kinds", "points"})

    units: Annotated[Selector, col("Which units")] = Selector()
    kinds: Annotated[tuple[str, ...], col("Kinds of place", refers="place_kind")] = ()
    points: Annotated[int, col("Loss points more", ge=0, le=9)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """What they add, and where."""
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.kinds], "or")
        return [
            f"Where one of the {units_words(rows, self.units)} stands with attackers of a {kinds or 'place'}, the "
            f"defender pays {self.points} more, before losses are multiplied; so he does in intact fortifications "
            "that are besieged so. It never attacks itself."
        ]

    def losses(self, table: Table, battle: Battle, who: str) -> Iterable[Contribution]:
        """More for the defender of a town in a prepared assault."""
        if who != "defender" or battle.kind:
            return
        towns = any(place.kind in self.kinds for place in table.board.places_at(Cell(battle.target)))
        forts = table.setting.by_key(Forts.key)
        if isinstance(forts, Forts):
            towns = towns or any(line.besieged for line in forts.intact(table, battle.target))
        cells = {table.state.cell[piece] for piece in battle.attackers}
        guns = [piece for piece in table.on_map(battle.side) if table.state.cell[piece] in cells]
        if towns and table.matching(self.units, guns):
            yield Contribution("add", Fraction(self.points), "siege artillery", self.case("siege"), 10)
