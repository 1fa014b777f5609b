"""What weather does besides costs and shifts: shorter marches, no overruns, other ground, firm ice, lost roads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import LinkKind, TerrainKind
from engine.records.counters import Selector
from engine.records.weather import Weather, WeatherZone
from engine.rules.answers import Closure
from engine.rules.contributions import Contribution
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import common, counted, listed, named, whom
from engine.state.tasks import AnyTask

LOST = "road-lost."
"""Prefix of the counts that say that a kind of road is gone for good."""


class OtherGround(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain that counts as another."""

    terrain: Annotated[str, col("Terrain", refers="terrain_kind")] = ""
    like: Annotated[str, col("Counts as", refers="terrain_kind")] = ""


class WeatherEffect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one kind of weather does."""

    weather: Annotated[str, col("Weather", refers="weather")] = ""
    units: Annotated[Selector, col("Which units", "Whose movement allowance it changes")] = Selector()
    allowance: Annotated[float, col("Movement points", "Added to their allowance", ge=-99, le=99)] = 0.0
    overruns: Annotated[bool, col("Overruns", "Attacks within movement may be made")] = True
    ground: Annotated[tuple[OtherGround, ...], col("Other ground", "Terrain that counts as other terrain")] = ()
    passed: Annotated[
        tuple[str, ...], col("Only passed", "Terrain where nobody may end a move or a retreat", refers="terrain_kind")
    ] = ()
    case: Annotated[str, col("Rule case")] = ""


class WeatherEffects(Mechanism, frozen=True, kw_only=True):
    """What kinds of weather do besides their costs and shifts."""

    key: ClassVar[str] = "weather-effects"
    title: ClassVar[str] = "Weather on the march"
    help: ClassVar[str] = "Weather may shorten marches, forbid overruns, turn terrain into other terrain, or bear ice."
    told: ClassVar[frozenset[str]] = frozenset({"effects", "order"})

    effects: Annotated[tuple[WeatherEffect, ...], col("Effects", "All that fit count")] = ()
    order: Annotated[int, col("Order", "When points count among the changes of an allowance, lowest first")] = 60

    def sentences(self, rows: Rows) -> list[str]:
        """What each weather does."""
        return [
            f"In {common(rows, named(rows, Weather, each.weather))} {clause}."
            for each in self.effects
            for clause in _clauses(rows, each)
        ]

    def in_weather(self, rows: Rows, weather: str) -> list[str]:
        """What that weather does."""
        clauses = [clause for each in self.effects if each.weather == weather for clause in _clauses(rows, each)]
        return [f"{clause[:1].upper()}{clause[1:]}." for clause in clauses]

    def _at(self, table: Table, cell: int) -> list[WeatherEffect]:
        """What the weather of a cell does."""
        kind = table.weather_at(cell) if cell >= 0 else None
        return [each for each in self.effects if kind is not None and each.weather == kind.weather]

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """Points more or less, by the weather where a unit stands."""
        for each in self._at(table, table.state.cell[piece]):
            if each.allowance and each.units.matches(table.unit(piece)):
                why = f"weather: {each.weather}"
                yield Contribution("add", Fraction(each.allowance), why, each.case, self.order)
                yield Contribution("at least", Fraction(0), why, each.case, self.order)

    def may_overrun_at(self, table: Table, cell: int) -> Verdict | None:
        """Nobody, in some weather."""
        for each in self._at(table, cell):
            if not each.overruns:
                return no(f"Nobody attacks within movement in this weather: {each.weather}.", each.case)
        return None

    def treated(self, weather: str) -> Iterable[tuple[str, str]]:
        """The terrain that counts as other terrain."""
        return [(one.terrain, one.like) for each in self.effects if each.weather == weather for one in each.ground]

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """Where nobody ends."""
        for each in self.effects if table.state.weather else ():
            if each.passed and any(table.scenario.weathers[now].weather == each.weather for now in table.state.weather):
                found = _passed(table, each)
                yield Closure(found, f"Nobody ends a move on {listed(each.passed, 'or')}.", each.case, ends=True)


def _clauses(rows: Rows, effect: WeatherEffect) -> Iterator[str]:
    """What a weather does, to stand inside a sentence."""
    if effect.allowance:
        who, more = whom(rows, effect.units), "more" if effect.allowance > 0 else "less"
        points = counted(abs(effect.allowance), "movement point")
        yield f"{who[:1].lower()}{who[1:]} have {points} {more}"
    if not effect.overruns:
        yield "nobody attacks within movement"
    for ground in effect.ground:
        kinds = [named(rows, TerrainKind, kind).lower() for kind in (ground.terrain, ground.like)]
        yield " counts as ".join(kinds)
    if effect.passed:
        kinds = [named(rows, TerrainKind, kind).lower() for kind in effect.passed]
        yield f"nobody ends a move or a retreat in {listed(kinds, 'or')}"


def _passed(table: Table, effect: WeatherEffect) -> npt.NDArray[np.uint8]:
    """The cells where nobody ends in the weather of now."""
    return table.setting.kept(("passed", effect, tuple(table.state.weather)), lambda: _cells(table, effect))


def _cells(table: Table, effect: WeatherEffect) -> npt.NDArray[np.uint8]:
    """The cells of an effect's terrain where its weather is now."""
    found = np.zeros(table.board.size, np.uint8)
    for cell in range(table.board.grid.size):
        if table.board.terrain_of(Cell(cell)) in effect.passed:
            now = table.weather_at(cell)
            found[cell] = now is not None and now.weather == effect.weather
    return found


class Road(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of road: the terrain that it leads through, and the weather that ends it."""

    link: Annotated[str, col("Road", refers="link_kind")] = ""
    terrain: Annotated[
        tuple[str, ...], col("Through", "Only in this terrain is it any help", refers="terrain_kind")
    ] = ()
    ends_with: Annotated[
        tuple[str, ...], col("Ends with", "When this is the weather it is gone for good", refers="weather")
    ] = ()
    zone: Annotated[str, col("In the zone", "Where that weather must be; empty: anywhere", refers="weather_zone")] = ""
    case: Annotated[str, col("Rule case")] = ""


class Roads(Mechanism, frozen=True, kw_only=True):
    """Roads that help only in certain terrain, and only until the weather breaks them up."""

    key: ClassVar[str] = "roads"
    title: ClassVar[str] = "Roads"
    help: ClassVar[str] = "Some roads help only through certain terrain, and end with the first bad weather."
    of_ground: ClassVar[bool] = True
    told: ClassVar[frozenset[str]] = frozenset({"kinds"})

    kinds: Annotated[tuple[Road, ...], col("Kinds of road")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which road, where, and how long."""
        said = []
        for each in self.kinds:
            name = named(rows, LinkKind, each.link)
            ground = listed([named(rows, TerrainKind, kind).lower() for kind in each.terrain], "or")
            said.append(f"The {name} counts only in {ground or 'no terrain'}.")
            if each.ends_with:
                kinds = listed([common(rows, named(rows, Weather, key)) for key in each.ends_with], "or")
                where = f" in {named(rows, WeatherZone, each.zone)}" if each.zone else " anywhere"
                said.append(f"It is gone for good once the weather{where} has been {kinds}.")
        return said

    def in_weather(self, rows: Rows, weather: str) -> list[str]:
        """Which roads it ends."""
        return [
            f"The {named(rows, LinkKind, each.link)} is gone for good"
            f"{f', if it comes to the {named(rows, WeatherZone, each.zone)}' if each.zone else ''}."
            for each in self.kinds
            if weather in each.ends_with
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Take note of the weather."""
        for each in self.kinds:
            if self._breaks(table, each) and not table.count(LOST + each.link):
                table.tally(LOST + each.link, 1)
        return ()

    def _breaks(self, table: Table, road: Road) -> bool:
        """Whether the weather of now ends a road."""
        zones = zip(table.scenario.zones, table.state.weather, strict=True) if table.state.weather else ()
        return any(
            table.scenario.weathers[now].weather in road.ends_with
            for zone, now in zones
            if not road.zone or zone.zone == road.zone
        )

    def roads(self, table: Table) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Where each still leads."""
        for each in self.kinds:
            gone = table.count(LOST + each.link) or self._breaks(table, each)
            yield each.link, () if gone else each.terrain
