"""Weather and markers that the rules of a scenario leave without effect."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem
from engine.records import Rows
from engine.records.markers import Marker
from engine.records.play import MechanismRow, Phase
from engine.records.weather import Weather, WeatherZone
from engine.rules.rail_hops import RailHops
from engine.rules.weather import WeatherPhase


def check_weather_rules(rows: Rows) -> list[Problem]:
    """What looks forgotten: tables that nobody rolls on, phases that roll for nothing, costs that nobody pays."""
    return [*_rolls(rows), *_costs(rows)]


def _rolls(rows: Rows) -> Iterator[Problem]:
    zones = [zone for zone in rows.all(WeatherZone) if zone.chart is not None]
    phases = [phase for phase in rows.all(Phase) if phase.kind == WeatherPhase.key]
    if zones and not phases:
        message = "the sequence of play has no weather phase, so its weather never changes"
        yield Problem(message, "weather_zone", (zones[0].zone,), "chart", "warning")
    for phase in phases if not zones else ():
        message = "no weather zone has a table, so nothing happens in this phase"
        yield Problem(message, "phase", (phase.phase,), "kind", "warning")


def _costs(rows: Rows) -> Iterator[Problem]:
    if not rows.has(MechanismRow, RailHops.key):
        return
    message = "moves by factors take no notice of this cost"
    for weather in rows.all(Weather):
        if weather.movement != 1:
            yield Problem(message, "weather", (weather.weather,), "movement", "warning")
    for marker in rows.all(Marker):
        if marker.entry:
            yield Problem(message, "marker", (marker.marker,), "entry", "warning")
