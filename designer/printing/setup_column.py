"""The narrow column of a set-up sheet: the locator map, control, weather, markers, victory, options, special rules."""

from __future__ import annotations

from designer.printing.blocks import Block, bullet, heading, paragraph, stacked, titled
from designer.printing.flow import Group
from designer.printing.map_parts import board, far_boxes, whole_map
from designer.printing.material import Material
from designer.printing.pages import HAIR, INK, MUTED, Disc, MapPart, PageItem, Rect, Rectangle, Tint
from designer.printing.roster import Roster, SetUpSpot, muster
from designer.printing.type import BODY, NOTE, Measure, Type
from designer.printing.words import entry_words, nouns, sentence, untold
from engine.records.counters import Side
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Option
from engine.rules.stores import Stores, start_words
from engine.scenario.markers import marker_words, starts_words
from engine.scenario.sentences import ending_words, listed
from engine.scenario.weather import zone_words

_MOST_PLACES = 60
_MOST_NAMED = 4
"""Units that a remark names; of more it says how many they are."""


def locator(
    material: Material, numbered: tuple[SetUpSpot, ...], roster: Roster, width: float, measure: Measure
) -> Block:
    """A small map with the numbers of the set-up, its zones and the entries of arrivals."""
    named = {cell for spot in numbered for cell in spot.where.cells}
    part = whole_map(material) if any(box.box in named for box in far_boxes(material)) else board(material)
    high = min(width * part.height / part.width, 90.0)
    wide = high * part.width / part.height
    marks = tuple(Disc(place.where.cells[0], place.number) for place in numbered if len(place.where.cells) == 1)
    zones = [(place.where, place.number) for place in numbered if len(place.where.cells) > 1]
    entries = {line.where.key: (line.where, "") for line in roster.arrivals if line.where}
    tints = tuple(
        Tint(where.cells, material.regions[where.region].colour)
        for where, _ in (*zones, *entries.values())
        if where.region
    )
    marks += tuple(Disc(where.cells[len(where.cells) // 2], text) for where, text in zones)
    box = Rect((width - wide) / 2, 0, wide, high)
    view = MapPart(part, (), marks=marks, tints=tints, quiet=True)
    cells = nouns(material.cell_word)
    said = f"Numbers are those of the list; tinted {cells} are zones and entries." if numbered else ""
    caption = paragraph(said, width, measure, NOTE, ink=MUTED).spaced(above=1.0)
    frame = PageItem(box, Rectangle(stroke=HAIR, width=0.2))
    return stacked((Block(high, (PageItem(box, view), frame)), *((caption,) if said else ())))


def setup_column(
    material: Material, side: Side, roster: Roster, width: float, measure: Measure, type: Type = BODY
) -> list[Group]:
    """Everything but the map, as groups."""
    groups = [
        _texts("Starting control", _control(material), width, measure, type),
        _titled("Starting weather", _weather(material), width, measure, type),
        _titled("Markers", _markers(material, side), width, measure, type),
        _titled("Supply at the start", _supply(material, side), width, measure, type),
        _titled("Victory", victory_lines(material), width, measure, type),
        _titled("Special rules", _rules(material, side, roster), width, measure, type),
        _titled("Options", _options(material), width, measure, type),
    ]
    return [group for group in groups if group is not None]


def _texts(title: str, texts: list[str], width: float, measure: Measure, type: Type) -> Group | None:
    items = tuple(bullet(text, width, measure, type) for text in texts)
    return _headed(title, items, width, measure)


def _titled(title: str, texts: list[tuple[str, str]], width: float, measure: Measure, type: Type) -> Group | None:
    items = tuple(titled(head, text, width, measure, type) for head, text in texts)
    return _headed(title, items, width, measure)


def _headed(title: str, items: tuple[Block, ...], width: float, measure: Measure) -> Group | None:
    if not items:
        return None
    again = heading(f"{title} (continued)", width, measure)
    return Group(items, head=heading(title, width, measure, ink=INK), again=again, gap=1.0)


def _control(material: Material) -> list[str]:
    """Which side holds which places at the start."""
    texts = []
    for side in material.sides:
        names = list(dict.fromkeys(place.name for place in material.places.values() if place.owner == side.side))
        if len(names) > _MOST_PLACES:
            texts.append(f"{side.name}: {len(names)} places, as the map shows.")
        elif names:
            texts.append(f"{side.name}: {listed(names)}.")
    return texts


def _weather(material: Material) -> list[tuple[str, str]]:
    """How the weather of every zone begins, and how it changes."""
    return [(zone.name, zone_words(material.rows, zone)) for zone in material.scenario.zones]


def _markers(material: Material, side: Side) -> list[tuple[str, str]]:
    """Where this side's markers and those of nobody lie, kind by kind, and what they do."""
    found: dict[str, list[MarkerStart]] = {}
    for start in material.scenario.markers:
        if start.side in (None, side.side):
            found.setdefault(start.marker, []).append(start)
    kinds = sorted(material.rows.all(Marker), key=lambda row: row.position)
    return [
        (kind.name, f"{sentence(starts_words(found[kind.marker]))} {marker_words(kind, material.rows)}")
        for kind in kinds
        if kind.marker in found
    ]


def _supply(material: Material, side: Side) -> list[tuple[str, str]]:
    """What supply this side begins with, where the scenario keeps any."""
    rule = material.setting.by_key(Stores.key)
    return start_words(material.rows, rule, side.side) if isinstance(rule, Stores) else []


def victory_lines(material: Material) -> list[tuple[str, str]]:
    """Every level of victory with its condition."""
    return [(row.name, ending_words(material.rows, row)) for row in material.scenario.victories]


def _rules(material: Material, side: Side, roster: Roster) -> list[tuple[str, str]]:
    """The rule cases that this side's set-up, arrivals and units cite, in our words."""
    cited = [line.placement.case for line in roster.lines] + [line.arrival.case for line in roster.arrivals]
    for key in ("arrivals", "replacements"):
        row = material.scenario.mechanisms.get(key)
        if row is not None and (key != "replacements" or any(steps for _, steps in material.replacements(side.side))):
            cited += [str(case) for case in dict(row.params.get("cases", {})).values()]
    found = [material.cases[case] for case in dict.fromkeys(cited) if case in material.cases]
    said = [untold(row.title, row.text) for row in sorted(found, key=lambda row: row.position)]
    return said + _noted(material, side)


def _noted(material: Material, side: Side) -> list[tuple[str, str]]:
    """What is remarked on units, a remark on many of them once."""
    found: dict[str, list[str]] = {}
    for counter in material.scenario.counters:
        unit = counter.unit
        if unit.side == side.side and unit.note and unit.provenance == "rulebook":
            found.setdefault(sentence(unit.note), []).append(unit.name)
    return [
        (f"On {listed(names) if len(names) <= _MOST_NAMED else f'{len(names)} units'}", text)
        for text, names in found.items()
    ]


def _options(material: Material) -> list[tuple[str, str]]:
    """Every option: what was chosen, and what else may be."""
    texts = []
    for row in sorted(material.rows.all(Option), key=lambda row: row.position):
        if not row.choices:
            continue
        chosen = material.options.get(row.option, row.choices[0].choice)
        names = [f"{choice.name} (chosen)" if choice.choice == chosen else choice.name for choice in row.choices]
        texts.append((row.name, f"{sentence(row.help)} {sentence('; '.join(names))}".strip()))
    return texts


def arrivals_in_words(material: Material, side: Side) -> list[tuple[str, str]]:
    """What a side gets on each turn, a line a turn."""
    roster, steps = muster(material, side.side), dict(material.replacements(side.side))
    texts = []
    for turn in range(1, material.scenario.about.turns + 1):
        ways: dict[str, list[str]] = {}
        for line in roster.arrivals:
            if line.arrival.turn == turn:
                way = f" by {line.where.title}" if line.where else ""
                ways.setdefault(way, []).extend(entry_words(entry) for entry in line.entries)
        said = [f"{listed(who)}{way}" for way, who in ways.items()]
        if steps.get(turn):
            said.append(f"{steps[turn]:g} replacement {'step' if steps[turn] == 1 else 'steps'}")
        if said:
            texts.append((f"Turn {turn}", sentence("; ".join(said))))
    return texts
