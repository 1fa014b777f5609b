"""Captures: dumps and transport that the enemy enters upon are taken in part, and the rest is lost or flees."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from math import floor
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.setup import place
from engine.rules.stores import SUPPLY, carried_by, held, move_tokens, use_up, whose
from engine.rules.table import Table
from engine.rules.transport import set_aside, spare
from engine.scenario.sentences import units_words
from engine.state import Store
from engine.state.actions import Action, AnyAction
from engine.state.events import Relocation
from engine.state.tasks import MoveUnits

BLOWN = "stores-blown-up"
HALF = Fraction(1, 2)


class UnitDisplaced(Relocation, frozen=True, tag="displaced"):
    """Transport fled from the enemy."""

    def words(self, table: Any, /) -> str | None:
        """Who fled where to."""
        return f"{table.name(self.piece)} flees from {table.label(self.origin)} to {table.label(self.target)}."


class DestroyStores(Action, frozen=True, tag="destroy-stores"):
    """Try to destroy the own stores in a cell."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Where they lie."""
        return f"destroy the stores in {table.label(self.cell)}"


class CaptureRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a throw of the die gives, in per cent: of a dump, of each kind of transport, and of own stores destroyed."""

    dump: Annotated[int, col("Dumps", ge=0, le=100)] = 0
    transport: Annotated[tuple[int, ...], col("Transport", "In the order of the kinds")] = ()
    own: Annotated[int, col("Own destroyed", ge=0, le=100)] = 0


class TransportKind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of transport that may be captured, and how far it flees."""

    units: Annotated[Selector, col("Which units")] = Selector()
    flees: Annotated[int, col("Flees", "Hexes to the nearest friend; beyond: lost", ge=0, le=99)] = 10
    captured: Annotated[bool, col("Is captured", "Else it only flees")] = True


class Captures(Mechanism, frozen=True, kw_only=True):
    """What befalls stores and transport that the enemy reaches."""

    key: ClassVar[str] = "captures"
    title: ClassVar[str] = "Captures"
    help: ClassVar[str] = "Dumps and lone transport that the enemy enters upon are captured in part, by a die."
    told: ClassVar[frozenset[str]] = frozenset({"results", "kinds"})
    acts: ClassVar[tuple[type[AnyAction], ...]] = (DestroyStores,)
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(BLOWN, "Tried to destroy", on="cell", lasts="phase"),)

    results: Annotated[tuple[CaptureRow, ...], col("Table", "One for each face of the die")] = ()
    kinds: Annotated[tuple[TransportKind, ...], col("Transport")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """What a die says of dumps, transport and own stores."""
        said = ["Whoever enters a hex with a dump or with nothing but transport of the enemy throws a die."]
        for face, row in enumerate(self.results, 1):
            parts = [f"{row.dump}% of a dump"]
            kinds = (kind for kind in self.kinds if kind.captured)
            found = zip(kinds, row.transport, strict=False)
            parts += [f"{share}% of {units_words(rows, kind.units)}" for kind, share in found]
            said.append(f"{face}: {', '.join(parts)} captured; {row.own}% of own stores destroyed by their owner.")
        return [*said, "The rest of a dump is destroyed; the rest of the transport flees to its friends or is lost."]

    # The enemy comes

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Whoever is a fighting unit takes what lies on its way."""
        if piece in table.setting.bystanders:
            return
        side = table.side_of(piece)
        for cell in dict.fromkeys(path):
            dumps = self._dumps(table, cell, 1 - side)
            theirs = [each for each in table.stack(cell) if table.side_of(each) != side]
            alone = [each for each in theirs if any(kind.units.matches(table.unit(each)) for kind in self.kinds)]
            if dumps or alone:
                self._take(table, side, cell, dumps, alone)

    def _dumps(self, table: Table, cell: int, side: int) -> list[Store]:
        return sorted(
            store
            for store, held in table.state.stores.items()
            if (store.on, store.where, store.side) == ("cell", cell, side) and held.tokens
        )

    def _take(self, table: Table, side: int, cell: int, dumps: list[Store], alone: list[int]) -> None:
        row = self._row(table, f"capture in {table.label(cell)}")
        for store in dumps:
            whole = held(table, store).tokens
            taken, mine = part(whole, row.dump), self._spoils(table, "cell", cell, side, store.kind)
            if taken:
                move_tokens(table, store, mine, taken, "", self.case("capture"), "captured")
            use_up(table, store, whole - taken, "destroyed", "the enemy came", self.case("capture"))
        shares = iter(row.transport)
        for kind in self.kinds:
            found = table.matching(kind.units, alone)
            taken = part(len(found), next(shares, 0)) if kind.captured else 0
            for number, each in enumerate(found):
                if number < taken:
                    self._change_hands(table, side, cell, kind, each)
                else:
                    self._flee(table, each, kind.flees)

    def _spoils(
        self, table: Table, on: Literal["cell", "piece"], cell: int, side: int, kind: str, piece: int = -1
    ) -> Store:
        """Where captured tokens go, and which group of the captor has them."""
        group = whose(table, side, cell) if kind == SUPPLY else ""
        return Store(on, cell if on == "cell" else piece, side, kind, group)

    def _row(self, table: Table, why: str) -> CaptureRow:
        shown = table.roll("1d6", why)
        return self.results[shown - 1] if shown <= len(self.results) else CaptureRow()

    def _change_hands(self, table: Table, side: int, cell: int, kind: TransportKind, piece: int) -> None:
        """A piece goes, one of the same kind of the captor comes, with what was aboard."""
        new = spare(table, side, kind.units, 1)
        for store in carried_by(table, piece):
            if new:
                aboard = self._spoils(table, "piece", cell, side, store.kind, new[0])
                move_tokens(table, store, aboard, held(table, store).tokens, "", self.case("capture"), "captured")
        set_aside(table, piece)
        for each in new:
            place(table, each, cell, 0, "captured")

    def _flee(self, table: Table, piece: int, hexes: int) -> None:
        """To the nearest friends, or it is lost."""
        side, here = table.side_of(piece), table.state.cell[piece]
        grid = table.board.grid
        friends = {table.state.cell[each] for each in table.on_map(side) if each not in table.setting.bystanders}
        near = [(grid.distance(Cell(here), Cell(cell)), cell) for cell in friends if not table.board.is_box(Cell(cell))]
        best = min((each for each in near if 0 < each[0] <= hexes), default=None)
        if best is None:
            table.eliminate(piece, "overrun by the enemy", self.case("capture"))
        else:
            table.do(UnitDisplaced(piece, here, best[1]))

    # Own stores

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every own dump with a friend beside it that the enemy could reach."""
        cells = sorted({store.where for store in table.state.stores if (store.on, store.side) == ("cell", task.side)})
        for cell in cells:
            if self.judge_act(table, task, DestroyStores(cell)):
                yield OptionGroup(cell, partial(tuple, (DestroyStores(cell),)), aside=True)

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether a side may destroy its stores in a cell."""
        if not table.has_cell(action.cell) or not self._dumps(table, action.cell, task.side):
            return no("There is nothing to destroy.", self.case("destroy"))
        if table.holder(action.cell) != task.side:
            return no("Only units on the spot destroy stores.", self.case("destroy"))
        if table.marked(BLOWN, action.cell):
            return no("That was tried in this phase.", self.case("destroy"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Throw, and see what is left."""
        row = self._row(table, f"stores destroyed in {table.label(action.cell)}")
        table.set_mark(BLOWN, action.cell)
        for store in self._dumps(table, action.cell, task.side):
            lost = part(held(table, store).tokens, row.own)
            use_up(table, store, lost, "destroyed", "by their owner", self.case("destroy"))


def part(whole: int, percent: int) -> int:
    """So many per cent of something, rounded half up."""
    return floor(Fraction(whole * percent, 100) + HALF)
