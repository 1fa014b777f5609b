"""The whole rule set of a scenario read back in plain sentences, for the Rules tab and for paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import msgspec

from engine.board.tec import TecChart
from engine.charts import load_tables
from engine.records import Record, Rows
from engine.records.board import HexsideKind, LinkKind, PlaceKind, TecColumn, TerrainKind
from engine.records.charts import Result
from engine.records.counters import Side
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Arrival, MechanismRow, Option, Phase, Placement, ScenarioRow, Victory
from engine.records.weather import Weather, WeatherZone
from engine.rules.parameters import Parameters, read_parameters
from engine.rules.references import names_in
from engine.rules.weather import weather_told
from engine.scenario.markers import marker_words, starts_words
from engine.scenario.sentences import (
    arrivals_words,
    common,
    counted,
    listed,
    named,
    plural,
    result_words,
    set_up_words,
    victory_words,
)
from engine.scenario.weather import zone_words
from engine.systems.catalogue import all_mechanisms, all_phases
from engine.systems.rule_words import rule_words

P = TypeVar("P", bound=Parameters)

LAYERS: tuple[tuple[str, type[Record]], ...] = (
    ("terrain", TerrainKind),
    ("hexside", HexsideKind),
    ("link", LinkKind),
    ("place", PlaceKind),
)


@dataclass(frozen=True)
class Section:
    """One part of the rules: a heading, and paragraphs that may have a name."""

    title: str
    paragraphs: tuple[tuple[str, str], ...]


def read_back(rows: Rows) -> list[Section]:
    """Every rule of a scenario, in the order in which a rulebook has them."""
    made = [
        _about(rows),
        _sequence(rows),
        Section("Rules", tuple(mechanism_words(rows))),
        _terrain(rows),
        *_combat_tables(rows),
        _weather(rows),
        _markers(rows),
        _lines(rows, Placement),
        _lines(rows, Arrival),
        _victory(rows),
        _options(rows),
    ]
    return [section for section in made if section.paragraphs]


def as_text(sections: list[Section]) -> str:
    """The sections as plain text."""
    parts = []
    for section in sections:
        lines = [f"{name}: {text}" if name else text for name, text in section.paragraphs]
        parts.append("\n".join([section.title.upper(), *lines]))
    return "\n\n".join(parts) + "\n"


def _about(rows: Rows) -> Section:
    about = rows.the(ScenarioRow)
    sides = [side.name for side in sorted(rows.all(Side), key=lambda side: side.position)]
    many = about.turns - about.first_turn + 1
    players = f"the sides are {listed(sides)}" if sides else "nobody plays it yet"
    said = f"The game lasts {counted(many, 'turn')}; {players}."
    return Section("The game", (("", said),))


def _sequence(rows: Rows) -> Section:
    found = [
        (f"{number}. {phase.name}{_when(phase)}", phase_words(rows, phase))
        for number, phase in enumerate(sorted(rows.all(Phase), key=lambda row: row.position), start=1)
    ]
    return Section("Sequence of play", tuple(found))


def phase_words(rows: Rows, phase: Phase) -> str:
    """What is done in a phase, with its numbers."""
    rule, others = _read(all_phases().get(phase.kind), phase.params), _others(rows).get(phase.phase, [])
    if rule is None:
        return f"Its kind, {phase.kind}, is not known."
    own = [] if others and rule.idle else rule_words(rows, rule)
    return " ".join([*own, *([f"Rules that come in here: {listed(others)}."] if others else [])])


def _others(rows: Rows) -> dict[str, list[str]]:
    """By phase, the titles of the mechanisms that name it."""

    def find() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for rule in _mechanisms(rows):
            for phase in dict.fromkeys(name for target, name in names_in(rule) if target == "phase"):
                found.setdefault(phase, []).append(rule.title)
        return found

    return rows.kept("rules by phase", ("mechanism",), find)


def _when(phase: Phase) -> str:
    first, last = phase.first_turn, phase.last_turn
    if first is not None and first == last:
        return f" (turn {first} only)"
    if first is not None and last is not None:
        return f" (turns {first} to {last})"
    if first is not None:
        return f" (from turn {first})"
    return f" (until turn {last})" if last is not None else ""


def mechanism_words(rows: Rows) -> list[tuple[str, str]]:
    """Every mechanism of a scenario by its title, in sentences with its numbers."""
    return [(rule.title, " ".join(rule_words(rows, rule))) for rule in _mechanisms(rows)]


def _mechanisms(rows: Rows) -> list[Parameters]:
    """The mechanisms of a scenario, as far as they can be read."""
    kinds = all_mechanisms()
    rules = (_read(kinds.get(row.mechanism), row.params) for row in rows.all(MechanismRow))
    return [rule for rule in rules if rule is not None]


def _read(kind: type[P] | None, params: dict[str, object]) -> P | None:
    """A rule with its parameters; None where they cannot be read."""
    try:
        return read_parameters(kind, params) if kind is not None else None
    except msgspec.ValidationError:
        return None


def _terrain(rows: Rows) -> Section:
    chart, found = TecChart.from_rows(rows), []
    effects = sorted(rows.all(TecColumn), key=lambda row: row.position)
    for layer, kind in LAYERS:
        for row in sorted(rows.all(kind), key=lambda row: getattr(row, "position", 0)):
            key = str(row.identity()[0])
            said = [words for effect in effects if (words := _entry(chart, layer, key, effect))]
            if said:
                found.append((str(getattr(row, "name", key)), f"{'; '.join(said)}."))
    return Section("Terrain", tuple(found))


def _entry(chart: TecChart, layer: str, kind: str, effect: TecColumn) -> str:
    text = chart.text(layer, kind, effect.effect)  # type: ignore[arg-type]
    if not text:
        return ""
    value = chart.number(layer, kind, effect.effect)  # type: ignore[arg-type]
    if effect.group != "move":
        return f"{effect.name.lower()} {text}"
    if value is None:
        return f"{effect.name.lower()} may not {'enter' if layer == 'terrain' else 'cross'}"
    if layer == "hexside":
        return f"{effect.name.lower()} {f'+{value:g} to cross' if value else 'cross freely'}"
    return f"{effect.name.lower()} {counted(value, 'point')}"


def _combat_tables(rows: Rows) -> list[Section]:
    made = []
    for key, table in load_tables(rows).items():
        if table.chart.kind != "crt":
            continue
        results = sorted((row for row in rows.all(Result) if row.chart == key), key=lambda row: row.position)
        said = [(f"{row.code}, {row.name}", result_words(row)) for row in results]
        across = f"Columns: {listed(table.columns)}; rolled with {table.chart.dice or 'no dice'}."
        made.append(Section(table.chart.name, (("", across), *said)))
    return made


def _weather(rows: Rows) -> Section:
    zones = sorted(rows.all(WeatherZone), key=lambda row: row.position)
    kinds = sorted(rows.all(Weather), key=lambda row: row.position)
    said = [(row.name, zone_words(rows, row)) for row in zones]
    rules = _mechanisms(rows)
    return Section("Weather", (*said, *((row.name, weather_told(rows, row, rules)) for row in kinds)))


def _markers(rows: Rows) -> Section:
    kinds = sorted(rows.all(Marker), key=lambda row: row.position)
    said = [(row.name, marker_words(row, rows)) for row in kinds]
    placed = "; ".join(_placed_words(rows))
    stock = listed([_stock_words(rows, kind) for kind in kinds if _stock_words(rows, kind)])
    lying = [("", f"On the map: {placed}.")] if placed else []
    return Section("Markers", (*said, *lying, *([("", f"In stock: {stock}.")] if stock else [])))


def _placed_words(rows: Rows) -> list[str]:
    """The markers on the map, those of one kind and side together."""
    alike: dict[tuple[str, str | None], list[MarkerStart]] = {}
    for row in rows.all(MarkerStart):
        if row.cell is not None:
            alike.setdefault((row.marker, row.side), []).append(row)
    found = []
    for (marker, side), starts in alike.items():
        name = named(rows, Marker, marker)
        called = name if len(starts) == 1 else plural(name)
        found.append(f"{f'{named(rows, Side, side)} ' if side else ''}{called} in {starts_words(starts)}")
    return found


def _stock_words(rows: Rows, kind: Marker) -> str:
    """How many markers of a kind wait for their owner to lay them."""
    many = sum(row.marker == kind.marker and row.cell is None for row in rows.all(MarkerStart))
    return counted(many, common(rows, kind.name)) if many else ""


def _lines(rows: Rows, kind: type[Placement] | type[Arrival]) -> Section:
    found = []
    for side in sorted(rows.all(Side), key=lambda side: side.position):
        if kind is Placement:
            placements = sorted(rows.all(Placement), key=lambda row: row.position)
            said = set_up_words(rows, [line for line in placements if line.side == side.side])
        else:
            arrivals = sorted(rows.all(Arrival), key=lambda row: row.turn)
            said = arrivals_words(rows, [line for line in arrivals if line.side == side.side])
        if said:
            found.append((side.name, " ".join(said)))
    return Section("Set-up" if kind is Placement else "Arrivals", tuple(found))


def _victory(rows: Rows) -> Section:
    found = sorted(rows.all(Victory), key=lambda row: row.position)
    said = [("", victory_words(rows, row)) for row in found]
    if said:
        said.append(("", "The first of these that holds decides; if none does after the last turn, nobody wins."))
    return Section("Victory", tuple(said))


def _options(rows: Rows) -> Section:
    found = sorted(rows.all(Option), key=lambda row: row.position)
    return Section(
        "Options",
        tuple((row.name, f"{row.help} {' / '.join(choice.name for choice in row.choices)}.".strip()) for row in found),
    )
