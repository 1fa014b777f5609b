"""Production: centres bring in lost and new units, each up to its number."""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Place, PlaceKind
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.setup import place
from engine.rules.table import Table
from engine.scenario.sentences import common, listed, named, side_words
from engine.state import ELIMINATED
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.tasks import Produce


class Production(Mechanism, frozen=True, kw_only=True):
    """How centres produce."""

    key: ClassVar[str] = "production"
    title: ClassVar[str] = "Production"
    help: ClassVar[str] = (
        "Each centre that a side owned at the start and still holds brings in as many units a turn as its value."
    )

    told: ClassVar[frozenset[str]] = frozenset({"centres", "one_of", "order", "fresh"})

    centres: Annotated[tuple[str, ...], col("Centres", "Kinds of place that produce", refers="place_kind")] = ()
    one_of: Annotated[
        tuple[tuple[str, ...], ...],
        col("One of", "Groups of places: one place of each produces a turn, by its owner's choice", refers="place"),
    ] = ()
    order: Annotated[
        tuple[str, ...], col("Filled in order", "Each of these is filled before the next is used", refers="place")
    ] = ()
    fresh: Annotated[
        tuple[str, ...], col("Fresh units", "Sides whose units that never were in play come in too", refers="side")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which places bring in how much, and whom."""
        kinds = listed([common(rows, named(rows, PlaceKind, key)) for key in self.centres], "or") or "place"
        said = [
            f"Each {kinds} that a side owned at the start and still holds brings in as many of its lost units a turn "
            "as the place is worth."
        ]
        for group in self.one_of:
            said.append(f"Of {listed([named(rows, Place, key) for key in group])} only one produces in a turn.")
        if self.order:
            order = listed([named(rows, Place, key) for key in self.order])
            said.append(f"{order} are filled in this order.")
        for side in self.fresh:
            said.append(f"Units of {side_words(rows, side)} that never were in play come in so, too.")
        return said


class ProduceProcedure:
    """A side brings in units at its centres, as long as it likes and can."""

    def decision(self, table: Table, task: Produce) -> Decision | None:
        """Units that can come in wait for their owner."""
        if not available(table, task.side) or not _open_centres(table, task.side):
            return None
        return Decision(task.side, "replace", f"{table.phase_name}: bring in units at your centres, or end the phase.")

    def run(self, table: Table, task: Produce) -> None:
        """Nothing to bring in, or nowhere."""
        table.swap()

    def options(self, table: Table, task: Produce) -> Options:
        """Every unit at hand in every centre that may produce now; and ending the phase."""
        groups = [OptionGroup(piece, partial(_entries, table, piece)) for piece in available(table, task.side)]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: Produce, action: AnyAction) -> Verdict:
        """Whether a unit may come in at a centre."""
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, PlaceUnit):
            return no("Units are brought in now: place one.")
        if action.piece not in available(table, task.side):
            return no("That unit is not at hand.", table.mechanism(Production).case("units"))
        return judge_cell(table, task.side, action.cell)

    def perform(self, table: Table, task: Produce, action: AnyAction) -> None:
        """Bring the unit in, or end the phase."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        centre = next(c for c in own_centres(table, task.side) if _cell(table, c) == action.cell)
        why = "replacement" if table.state.cell[action.piece] == ELIMINATED else "reinforcement"
        table.tally(_produced(table.scenario.places[centre].place), 1)
        place(table, action.piece, action.cell, 0, why)


def available(table: Table, side: int) -> list[int]:
    """The units that a side may bring in: those lost, and fresh ones that no arrival line speaks of."""
    key = table.scenario.sides[side].side
    fresh = key in table.mechanism(Production).fresh
    due = table.setting.kept(("scheduled", side), lambda: _scheduled(table, key))
    return [
        piece
        for piece, cell in enumerate(table.state.cell)
        if table.side_of(piece) == side and (cell == ELIMINATED or (fresh and cell == OFF_MAP and piece not in due))
    ]


def _scheduled(table: Table, key: str) -> frozenset[int]:
    lines = [line for line in table.scenario.arrivals if line.side == key]
    return frozenset(piece for line in lines for piece in table.setting.pieces(line.units))


def own_centres(table: Table, side: int) -> list[int]:
    """The centres that were a side's at the start and are its own now."""
    centres = table.setting.kept(("centres", side), lambda: _first_centres(table, side))
    return [index for index in centres if table.state.control[index] == side]


def _first_centres(table: Table, side: int) -> tuple[int, ...]:
    key, kinds = table.scenario.sides[side].side, table.mechanism(Production).centres
    places = enumerate(table.scenario.places)
    return tuple(index for index, spot in places if spot.kind in kinds and spot.owner == key)


def left(table: Table, centre: int) -> int:
    """How many units a centre may still bring in on this turn."""
    spot = table.scenario.places[centre]
    for group in table.mechanism(Production).one_of:
        if spot.place in group and any(table.count(_produced(other)) for other in group if other != spot.place):
            return 0
    return int(spot.value - table.count(_produced(spot.place)))


def _produced(place: str) -> str:
    return f"phase.produced.{place}"


def _cell(table: Table, centre: int) -> int:
    return table.board.cell(table.scenario.places[centre].cell)


def judge_cell(table: Table, side: int, cell: int) -> Verdict:
    """Whether a side may bring in a unit in a cell."""
    rule = table.mechanism(Production)
    centre = next((index for index in own_centres(table, side) if _cell(table, index) == cell), None)
    if centre is None:
        spots = [table.scenario.places[index] for index in table.setting.places_at.get(cell, [])]
        enemy = any(spot.owner == table.scenario.sides[1 - side].side for spot in spots)
        why = "Units come in only at centres that were yours at the start and are yours now."
        return no(why, rule.case("enemy-centre" if enemy else "centre"))
    if table.holder(cell) == 1 - side:
        return no(f"{table.label(cell)} is occupied by the enemy.", rule.case("centre"))
    return _judge_share(table, side, centre)


def _judge_share(table: Table, side: int, centre: int) -> Verdict:
    rule, spot = table.mechanism(Production), table.scenario.places[centre]
    if left(table, centre) <= 0:
        if table.count(_produced(spot.place)) < spot.value:
            return no(f"{spot.name} does not produce: another was chosen this turn.", rule.case("one-of"))
        return no(f"{spot.name} has brought in its {spot.value:g}.", rule.case("number"))
    before = rule.order[: rule.order.index(spot.place)] if spot.place in rule.order else ()
    for index in own_centres(table, side):
        other = table.scenario.places[index]
        if other.place in before and left(table, index) > 0:
            return no(f"{other.name} must be filled before {spot.name}.", rule.case("order"))
    return LEGAL


def _open_centres(table: Table, side: int) -> list[int]:
    cells = sorted({_cell(table, centre) for centre in own_centres(table, side)})
    return [cell for cell in cells if judge_cell(table, side, cell)]


def _entries(table: Table, piece: int) -> list[AnyAction]:
    return [PlaceUnit(piece, cell) for cell in _open_centres(table, table.side_of(piece))]
