"""Units that come back from the dead pile: so many for each place that a side holds, face down as at first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind, Region
from engine.records.charts import Chart
from engine.records.play import Arrival
from engine.rules.answers import MarkKind
from engine.rules.arrivals import Arrivals, due, still_due
from engine.rules.dead_pile import PoolRefilled, refilling
from engine.rules.mechanism import Mechanism
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, place_meets
from engine.rules.table import Table
from engine.scenario.sentences import common, counted, listed, named, phases_words, plural, pool_words, side_words
from engine.state import ELIMINATED
from engine.state.tasks import AnyTask

RETURNED = "returned"


class DeadReturned(PoolRefilled, frozen=True, tag="dead-returned"):
    """Units that lay dead wait to come on again, face down; nobody knows any more who is who."""

    def words(self, table: Any, /) -> str | None:
        """How many are back."""
        units = counted(len(self.pieces), "lost unit")
        verb = "waits" if len(self.pieces) == 1 else "wait"
        return f"{units} {verb} to come on again, face down."


class ReturningDead(Mechanism, frozen=True, kw_only=True):
    """How many of the dead come back, and for what."""

    key: ClassVar[str] = "returning-dead"
    title: ClassVar[str] = "Return from the dead pile"
    help: ClassVar[str] = "Every turn so many lost units come back for each of certain places that a side holds."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(RETURNED, "Back from the dead pile"),)

    told: ClassVar[frozenset[str]] = frozenset(
        {"side", "pool", "phases", "chart", "column", "places", "kinds", "need", "entry", "which"}
    )

    side: Annotated[str, col("Side", refers="side")] = ""
    pool: Annotated[str, col("Pool", "Whose dead come back", word="pool")] = ""
    phases: Annotated[tuple[str, ...], col("Phases", "Looked at when one of these opens", refers="phase")] = ()
    chart: Annotated[str, col("Chart", "Its rows are turns", refers="chart")] = ""
    column: Annotated[str, col("Column", "How many for each place", max_length=40)] = ""
    places: Annotated[str, col("Places", "The hexes of this region count", refers="region")] = ""
    kinds: Annotated[tuple[str, ...], col("Kinds of place", "Empty: every kind", refers="place_kind")] = ()
    need: Annotated[Need, col("Supply of a place", NEED_HELP)] = "none"
    entry: Annotated[str, col("Entry", "Where they come on", refers="region")] = ""
    which: Annotated[
        Literal["strongest", "lot"],
        col("Which of them", "strongest: as their owner would choose; lot: drawn"),
    ] = "strongest"

    def sentences(self, rows: Rows) -> list[str]:
        """How many, which, and where they come on."""
        kinds = listed([common(rows, named(rows, PlaceKind, key)) for key in self.kinds], "or") or "place"
        terms = f" and is {WORDS[self.need]}" if WORDS[self.need] else ""
        who = "the strongest of them" if self.which == "strongest" else "drawn by lot"
        return [
            f"When {phases_words(rows, self.phases) or 'a phase'} opens, lost {plural(pool_words(rows, self.pool))} "
            f"come back, {who}, face down: as many as {named(rows, Chart, self.chart)} says for the turn, times "
            f"the hexes of {named(rows, Region, self.places)} in which a {kinds} is held by "
            f"{side_words(rows, self.side)}{terms}.",
            f"They come on by {named(rows, Region, self.entry)} like reinforcements; those for whom there is neither "
            "room nor reserve are forfeit.",
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Turn the dead face down, and let them wait."""
        ours = table.scenario.side_index.get(self.side)
        if table.scenario.phases[table.state.phase].phase not in self.phases or ours is None:
            return ()
        many = self.rate(table) * len(self.held(table, ours))
        chosen = self._chosen(table, many)
        if chosen:
            made = refilling(table, self.pool, tuple(sorted(chosen)))
            table.do(DeadReturned(**{name: getattr(made, name) for name in made.__struct_fields__}))
            for piece in sorted(chosen):
                table.set_mark(RETURNED, piece)
        return ()

    def rate(self, table: Table) -> int:
        """How many come back for each place on this turn."""
        chart = table.scenario.tables.get(self.chart)
        return int(chart.number(str(table.state.turn), self.column)) if chart is not None else 0

    def held(self, table: Table, side: int) -> list[int]:
        """The cells that count: their place is in a side's hands, and well enough supplied."""
        return [
            cell
            for cell in sorted(table.board.regions.get(self.places, frozenset()))
            if self._holds(table, side, cell) and place_meets(table, cell, side, self.need)
        ]

    def _holds(self, table: Table, side: int, cell: int) -> bool:
        return any(
            table.state.control[place] == side and (not self.kinds or table.scenario.places[place].kind in self.kinds)
            for place in table.setting.places_at.get(cell, ())
        )

    def _chosen(self, table: Table, many: int) -> list[int]:
        dead = [
            piece
            for piece, cell in enumerate(table.state.cell)
            if cell == ELIMINATED and table.scenario.pieces[piece].pool == self.pool
        ]
        if many <= 0 or len(dead) <= many:
            return dead if many > 0 else []
        if self.which == "strongest":
            worth = {piece: table.face(piece).attack + table.face(piece).defence for piece in dead}
            return sorted(dead, key=lambda piece: (-worth[piece], piece))[:many]
        found = []
        for _ in range(many):
            found.append(dead.pop(table.roll(f"1d{len(dead)}", "draw from the dead pile") - 1))
        return found

    def also_due(self, table: Table, side: int) -> Iterable[tuple[Arrival, list[int]]]:
        """Those who are back wait beside the schedule."""
        waiting = [piece for piece in table.bearing(RETURNED) if table.side_of(piece) == side]
        if waiting:
            line = Arrival(arrival=RETURNED, turn=1, side=self.side, region=self.entry or None, case=self.case("back"))
            yield line, sorted(waiting)

    def arrived(self, table: Table, piece: int) -> None:
        """Whoever comes on waits no longer."""
        if table.marked(RETURNED, piece):
            table.set_mark(RETURNED, piece, None)

    def closing(self, table: Table, side: int | None) -> None:
        """Nothing is saved up: who finds neither room nor a place in the reserve is dead again."""
        if table.scenario.phases[table.state.phase].phase not in self.phases:
            return
        most = next((each.most for each in table.mechanism(Arrivals).most_held if each.side == self.side), None)
        ours = table.scenario.side_index[self.side]
        if most is None or not table.bearing(RETURNED):
            return
        waiting = sum(still_due(table, line, pieces) for line, pieces in due(table, ours))
        for piece in sorted(table.bearing(RETURNED))[: max(0, waiting - most)]:
            table.eliminate(piece, "there was neither room nor reserve for it", self.case("back"))
