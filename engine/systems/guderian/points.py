"""Victory points: cities held with a line to the west, divisions destroyed, cities retaken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.records.counters import Formation, Selector
from engine.rules.answers import MarkKind, ScoreLine
from engine.rules.lines import LineRule, line_words, trace
from engine.rules.mechanism import Mechanism
from engine.rules.place_points import cities
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, side_words, units_words
from engine.state import ELIMINATED
from engine.systems.guderian.integration import divisions

JOINED = "joined"


class Worth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What certain divisions are worth."""

    units: Annotated[Selector, col("Which units")] = Selector()
    points: Annotated[float, col("Points", ge=0, le=99)] = 1.0


class CityPoints(Mechanism, frozen=True, kw_only=True):
    """Points for places held at the end, for whole divisions lost and for cities retaken."""

    key: ClassVar[str] = "city-points"
    title: ClassVar[str] = "Victory points"
    help: ClassVar[str] = "A side scores the value of cities that it holds whole and can reach; the other side answers."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(JOINED, "Held with a line", on="place"),)

    side: Annotated[str, col("Side", "Who scores for cities", refers="side")] = ""
    line: Annotated[LineRule, col("Line", "From the city to a region; none is asked of kinds without")] = LineRule()
    without: Annotated[tuple[str, ...], col("Kinds without a line", refers="place_kind")] = ()
    divisions: Annotated[Selector, col("Divisions", "Units that count, alone or as regiments")] = Selector()
    regiments: Annotated[Selector, col("Regiments", "Of these, all of one formation must be lost")] = Selector(
        flags=("divisional",)
    )
    division_points: Annotated[float, col("A division", "For the enemy, when all of it is lost", ge=0, le=99)] = 5.0
    worths: Annotated[
        tuple[Worth, ...], col("Other divisions", "What these are worth instead; the first that fits")
    ] = ()
    step_attacking: Annotated[
        float, col("A step in attack", "For the enemy, for each that is lost in the own turn", ge=0, le=9)
    ] = 0.0
    step_defending: Annotated[
        float, col("A step in defence", "For the enemy, for each that is lost in his turn", ge=0, le=9)
    ] = 0.0
    recapture_points: Annotated[float, col("A city retaken", "For the enemy", ge=0, le=99)] = 2.0
    own_turn_ends: Annotated[str, col("Own turn ends with", refers="phase")] = ""
    enemy_turn_ends: Annotated[str, col("The enemy's with", refers="phase")] = ""

    told: ClassVar[frozenset[str]] = frozenset(
        {
            "side",
            "line",
            "without",
            "divisions",
            "regiments",
            "division_points",
            "worths",
            "step_attacking",
            "step_defending",
            "recapture_points",
            "own_turn_ends",
            "enemy_turn_ends",
        }
    )

    def sentences(self, rows: Rows) -> list[str]:
        """Cities, divisions, steps and recaptures."""
        bare = listed([named(rows, PlaceKind, key).lower() for key in self.without], "or")
        said = [
            f"At the end {side_words(rows, self.side)} scores the value of every place whose hexes it all "
            f"holds or was the "
            f"last to pass, with a line {line_words(rows, self.line)}{f'; an {bare} needs none' if bare else ''}.",
            f"The enemy scores {counted(self.division_points, 'point')} for each of the "
            f"{units_words(rows, self.divisions)} that is lost; of {units_words(rows, self.regiments)} all of one "
            "formation must be.",
        ]
        said += [f"For {units_words(rows, each.units)} it is {counted(each.points, 'point')}." for each in self.worths]
        if self.step_attacking or self.step_defending:
            said.append(
                f"A step lost in the own turn gives him {counted(self.step_attacking, 'point')}, one lost in his turn "
                f"{counted(self.step_defending, 'point')}."
            )
        if self.recapture_points:
            said.append(
                f"He scores {counted(self.recapture_points, 'point')} whenever he holds a whole city when "
                f"{phases_words(rows, (self.enemy_turn_ends,))} ends that counted for the other when "
                f"{phases_words(rows, (self.own_turn_ends,))} last ended."
            )
        return said

    # Cities

    def score(self, table: Table) -> Iterable[ScoreLine]:
        """Every city that would count now."""
        for name, places in cities(table).items():
            value = sum(table.scenario.places[place].value for place in places)
            if value and self.counts(table, places):
                where = table.board.cell(table.scenario.places[places[0]].cell)
                yield ScoreLine(self._index(table), value, f"{name} held", self.case("city"), where)

    def _index(self, table: Table) -> int:
        return table.scenario.side_index[self.side]

    def counts(self, table: Table, places: tuple[int, ...]) -> bool:
        """Whether a city is held whole, with a line where one is asked for."""
        if any(table.state.control[place] != self._index(table) for place in places):
            return False
        rows = [table.scenario.places[place] for place in places]
        if rows[0].kind in self.without or not self.line.legs:
            return True
        traced = trace(table, self._index(table), self.line, "")
        return any(traced.reaches(table.board.cell(row.cell)) for row in rows)

    # What the enemy scores

    def eliminated(self, table: Table, piece: int) -> None:
        """The last of a division is lost."""
        if table.side_of(piece) != self._index(table) or not self.divisions.matches(table.unit(piece)):
            return
        formation, whole = table.unit(piece).formation, frozenset((piece,))
        if self.regiments.matches(table.unit(piece)):
            whole = divisions(table.setting, self.regiments).get(formation or "", whole)
        if all(table.state.cell[other] == ELIMINATED for other in whole):
            row = table.scenario.rows.get(Formation, formation) if len(whole) > 1 else None
            name = row.name if row else table.name(piece)
            worth = next((each.points for each in self.worths if each.units.matches(table.unit(piece))), None)
            points = self.division_points if worth is None else worth
            table.score(1 - self._index(table), points, f"{name} destroyed", self.case("division"))

    def weakened(self, table: Table, piece: int, steps: int) -> None:
        """Steps may count, too: by whose turn it is."""
        attacking = table.phase_side(table.state.phase) == self._index(table)
        points = steps * (self.step_attacking if attacking else self.step_defending)
        if points and table.side_of(piece) == self._index(table):
            why = f"{counted(steps, 'step')} of {table.full_name(piece)} lost"
            table.score(1 - self._index(table), points, why, self.case("step"))

    def closing(self, table: Table, side: int | None) -> None:
        """When the own turn ends, cities that count are remembered; when the enemy's does, he may have retaken them."""
        phase = table.scenario.phases[table.state.phase].phase
        if phase == self.own_turn_ends:
            for places in cities(table).values():
                wanted = bool(self._prized(table, places) and self.counts(table, places))
                table.set_mark(JOINED, places[0], 1 if wanted else None)
        elif phase == self.enemy_turn_ends:
            enemy = 1 - self._index(table)
            for name, places in cities(table).items():
                retaken = all(table.state.control[place] == enemy for place in places)
                if table.marked(JOINED, places[0]) and retaken:
                    where = table.board.cell(table.scenario.places[places[0]].cell)
                    table.score(enemy, self.recapture_points, f"{name} retaken", self.case("recapture"), where)
                    table.set_mark(JOINED, places[0], None)

    def _prized(self, table: Table, places: tuple[int, ...]) -> bool:
        """Whether a city of the schedule is meant, and not a bare hex."""
        rows = [table.scenario.places[place] for place in places]
        return rows[0].kind not in self.without and any(row.value for row in rows)
