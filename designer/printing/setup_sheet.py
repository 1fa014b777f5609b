"""Set-up sheets: what one side places where, when the rest arrives, and the rules of it in a column."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from designer.printing.blocks import Block, aside, band, beside, heading, stacked
from designer.printing.choices import Choices
from designer.printing.flow import Group, Poured, plain, pour
from designer.printing.hand_sheets import hand_groups
from designer.printing.masthead import masthead, span
from designer.printing.material import Material, ink_on
from designer.printing.pages import PageItem, Printout, Rect
from designer.printing.paper import Running, furnish, paper
from designer.printing.roster import ArrivalLine, Roster, RosterEntry, SetupLine, SetUpSpot, muster, spots
from designer.printing.setup_column import locator, setup_column
from designer.printing.snug import saved
from designer.printing.tables import Cell, TableColumn, TableStyle, table
from designer.printing.type import BODY, CELL, Measure
from designer.printing.unit_cells import unit_rows
from designer.printing.words import cells, conditions, nouns, number, plural, pool_text, sentence, spot
from engine.records.counters import Side
from engine.scenario.sentences import pool_words, side_words, so_many_words

GUTTER = 6.0
_SHARES = (1.0, 0.95, 0.9, 0.86)
"""How much smaller the rules may be set to save a page."""

_LONG = 3
"""Pages of units beyond which they run in three columns, as far as the rules leave room."""

_WIDE = 90.0
"""Millimetres in which two units have room side by side."""

_WORTHWHILE = 28.0
"""Millimetres of a page's rest that text is worth running into."""


def setup_document(material: Material, side: Side, choices: Choices, measure: Measure) -> Printout:
    """The set-up sheet of a side: three columns, of which the units take two and the rules what they leave."""
    sheet = paper(choices.paper)
    roster = muster(material, side.side)
    pages = saved(sheet.body, lambda body: _pages(material, side, roster, choices, body, measure))
    return furnish("setup", Running(material.title, f"{side.name} set-up"), sheet, pages, measure)


def _pages(
    material: Material, side: Side, roster: Roster, choices: Choices, body: Rect, measure: Measure
) -> list[list[PageItem]]:
    """The pages of a set-up sheet in a body of some size."""
    numbered = spots(roster)
    title = f"{side.name} set-up"
    head = masthead(material, title, body.width, measure, colour=side.colour, remark=span(material))
    column = (body.width - 2 * GUTTER) / 3
    groups = _main(material, side, roster, numbered, choices, 2 * column + GUTTER, measure)
    main = pour(groups, lambda page: (_column(body, page, head, 0, 2 * column + GUTTER),))
    map_block = plain(locator(material, numbered, roster, column, measure))

    def rules(share: float) -> Poured:
        texts = setup_column(material, side, roster, column, measure, BODY.scaled(share))
        return pour([map_block, *texts], lambda page: _free(body, page, head, column, main))

    if len(main.pages) <= _LONG:
        return _joined(body, head, main, _fewest(rules))
    texts = setup_column(material, side, roster, column, measure, BODY)
    beside = pour([map_block, *texts], lambda page: (_column(body, page, head, 2 * (column + GUTTER), column),))
    groups = _main(material, side, roster, numbered, choices, column, measure)
    return _joined(body, head, pour(groups, lambda page: _left(body, page, head, column, beside)), beside)


def _left(body: Rect, page: int, head: Block, column: float, beside: Poured) -> list[Rect]:
    """Where the units of a long sheet may run: two columns beside the rules, what those leave, and all three after."""
    step, last = column + GUTTER, len(beside.pages) - 1
    columns = [_column(body, page, head, n * step, column) for n in range(3)]
    if page > last:
        return columns
    third = columns[2]
    rest = Rect(third.x, beside.end, column, third.bottom - beside.end)
    return [*columns[:2], *((rest,) if page == last and rest.height >= 2 * _WORTHWHILE else ())]


def _abreast(width: float) -> int:
    """How many units stand side by side."""
    return 2 if width >= _WIDE else 1


def _fewest(rules: Callable[[float], Poured]) -> Poured:
    """The rules in the largest type that takes no page more than the smallest does."""
    least = len(rules(_SHARES[-1]).pages)
    return next(poured for poured in map(rules, _SHARES) if len(poured.pages) == least)


def _column(body: Rect, page: int, head: Block, x: float, width: float) -> Rect:
    top = head.height if page == 0 else 1.0
    return Rect(body.x + x, body.y + top, width, body.height - top)


def _free(body: Rect, page: int, head: Block, column: float, main: Poured) -> list[Rect]:
    """Where the rules may run: the third column, what the units leave of the last page, and whole pages after."""
    step, last = column + GUTTER, len(main.pages) - 1
    third = _column(body, page, head, 2 * step, column)
    if page < last:
        return [third]
    if page > last:
        return [_column(body, page, head, n * step, column) for n in range(3)]
    rest = Rect(body.x, main.end, column, body.bottom - main.end)
    return [third, *((rest, rest.moved(step, 0)) if rest.height >= _WORTHWHILE else ())]


def _joined(body: Rect, head: Block, main: Poured, other: Poured) -> list[list[PageItem]]:
    """Both texts of every page, and the masthead on the first."""
    pages = [[*units, *rules] for units, rules in zip_longest(main.pages, other.pages, fillvalue=())]
    pages[0] = [*head.at(body.x, body.y), *pages[0]]
    return pages


def _main(
    material: Material,
    side: Side,
    roster: Roster,
    numbered: tuple[SetUpSpot, ...],
    choices: Choices,
    width: float,
    measure: Measure,
) -> list[Group]:
    by_formation = choices.sort == "formation"
    lay = _by_formation if by_formation else _by_hex
    groups = hand_groups(material, side, width, measure)
    title = "A lay-out that meets all this" if groups else "Placed at the start"
    groups += [plain(heading(title, width, measure), gap=0)] if numbered else []
    groups += lay(material, side, numbered, width, measure)
    groups += _rest(material, side, roster, width, measure)
    groups += _pools(material, side, roster, width, measure)
    groups += _arrivals(material, side, roster, width, measure)
    groups += _replacements(material, side, width, measure)
    nobody = f"No unit of {side_words(material.rows, side.side)} is set up or arrives yet."
    return groups or [plain(aside(nobody, width, measure).spaced(above=2.2))]


def _group(
    title: str, right: str, tag: str, side: Side, items: tuple[Block, ...], width: float, measure: Measure
) -> Group:
    """Rows under a band in the side's colour, which says `continued` on the next page."""
    ink = ink_on(side.colour)
    head = band(title, width, measure, side.colour, number=tag, right=right, ink=ink)
    again = band(f"{title} (continued)", width, measure, side.colour, number=tag, ink=ink)
    return Group(items, head=head, again=again)


def _by_hex(
    material: Material, side: Side, numbered: tuple[SetUpSpot, ...], width: float, measure: Measure
) -> list[Group]:
    """Spot after spot; small ones stand two to a row."""
    if _abreast(width) == 1:
        return [_spot(material, side, place, width, measure) for place in numbered]
    groups: list[Group] = []
    half = (width - GUTTER) / 2
    waiting: list[SetUpSpot] = []
    for place in numbered:
        if _is_small(place, material):
            waiting.append(place)
            continue
        groups += _pairs(material, side, waiting, half, measure)
        waiting = []
        groups.append(_spot(material, side, place, width, measure))
    return groups + _pairs(material, side, waiting, half, measure)


def _is_small(place: SetUpSpot, material: Material) -> bool:
    """Whether a spot takes a few units and needs no words."""
    many = sum(len(line.entries) for line in place.lines)
    return not place.where.region and many <= 3 and not any(said for said, _ in _sayings(place, material))


def _pairs(material: Material, side: Side, places: list[SetUpSpot], half: float, measure: Measure) -> list[Group]:
    """Small spots two to a row, each with its band; a row is never split."""
    made = [_together(_spot(material, side, place, half, measure, columns=1)) for place in places]
    return [
        plain(beside([(0, made[n]), *(((half + GUTTER, made[n + 1]),) if n + 1 < len(made) else ())]), gap=2.0)
        for n in range(0, len(made), 2)
    ]


def _together(group: Group) -> Block:
    return stacked((*((group.head,) if group.head else ()), *group.items))


def _spot(material: Material, side: Side, place: SetUpSpot, width: float, measure: Measure, columns: int = 0) -> Group:
    """One spot of the set-up under its band."""
    abreast = columns or _abreast(width)
    items: list[Block] = []
    for said, entries in _sayings(place, material):
        items += _noted(said, unit_rows(entries, width, material, measure, columns=abreast), width, measure)
    if place.where.region:  # with the first units: a zone whose units stand on the next page says nothing
        items[:1] = [stacked((aside(cells(place.where, material), width, measure), *items[:1]))]
    many = sum(line.choose or sum(entry.quantity for entry in line.entries) for line in place.lines)
    right = f"{number(many)} {'unit' if many == 1 else 'units'}"
    return _group(spot(place.where, material), right, place.number, side, tuple(items), width, measure)


def _sayings(place: SetUpSpot, material: Material) -> list[tuple[str, list[RosterEntry]]]:
    """What is said of which units of a spot; lines with nothing to say run on."""
    found: list[tuple[str, list[RosterEntry]]] = []
    for line in place.lines:
        said = " ".join(text for text in (_note(line), conditions(line, material)) if text)
        if said or not found:
            found.append((said, []))
        found[-1][1].extend(line.entries)
    return found


def _noted(said: str, rows: tuple[Block, ...], width: float, measure: Measure) -> list[Block]:
    """Rows of units, the first together with what is said of them."""
    note = (aside(said, width, measure),) if said else ()
    return [stacked((*note, *rows[:1])), *rows[1:]] if note or rows else []


def _note(line: SetupLine) -> str:
    """A line's note, unless it only names the units again."""
    note = line.placement.note
    if not note or (line.placement.region is None and any(entry.pool for entry in line.entries)):
        return ""
    said = any(entry.unit.name.lower() in note.lower() for entry in line.entries if not entry.pool)
    return "" if said and line.placement.region is None else sentence(note)


def _by_formation(
    material: Material, side: Side, numbered: tuple[SetUpSpot, ...], width: float, measure: Measure
) -> list[Group]:
    """Units by formation, each with its spot; blind draws come last, pool after pool."""
    found: dict[str, list[tuple[RosterEntry, str]]] = {}
    pools: list[str] = []
    for place in numbered:
        for line in place.lines:
            for entry in line.entries:
                home = material.formations.get(entry.unit.formation or "")
                name = home.name if home else "Independent"
                if entry.pool:
                    drawn = pool_words(material.rows, entry.pool)
                    name = f"{drawn[:1].upper()}{drawn[1:]}s"
                    pools.append(name)
                found.setdefault(name, []).append((entry, f"({place.number}) {spot(place.where, material)}"))
    order = sorted(found, key=lambda name: (name in pools, _first(found[name])))
    groups = []
    for name in order:
        listed = sorted(found[name], key=lambda pair: pair[0].unit.position)
        remarks = [where for _, where in listed]
        listing = [entry for entry, _ in listed]
        rows = unit_rows(listing, width, material, measure, columns=_abreast(width), remarks=remarks)
        many = sum(entry.quantity for entry, _ in listed)
        right = f"{number(many)} {'unit' if many == 1 else 'units'}"
        groups.append(_group(name, right, "", side, rows, width, measure))
    return groups + _zone_notes(material, numbered, width, measure)


def _first(entries: list[tuple[RosterEntry, str]]) -> int:
    return min(entry.unit.position for entry, _ in entries)


def _zone_notes(material: Material, numbered: tuple[SetUpSpot, ...], width: float, measure: Measure) -> list[Group]:
    """What is to be observed at each spot, when the sheet is sorted by formation."""
    said = []
    for place in numbered:
        texts = [cells(place.where, material)] if place.where.region else []
        texts += [text for line in place.lines for text in (_note(line), conditions(line, material)) if text]
        if texts:
            said.append(aside(f"({place.number}) {place.where.title}: {' '.join(texts)}", width, measure))
    return [plain(*said)] if said else []


def _rest(material: Material, side: Side, roster: Roster, width: float, measure: Measure) -> list[Group]:
    if not roster.rest:
        return []
    said = "Neither set up nor due to arrive: the rules say when they come into play."
    rows = unit_rows(roster.rest, width, material, measure, columns=_abreast(width))
    items = _noted(said, rows, width, measure)
    many = sum(entry.quantity for entry in roster.rest)
    right = f"{number(many)} {'counter' if many == 1 else 'counters'}"
    return [_group("Kept beside the map", right, "", side, tuple(items), width, measure)]


def _pools(material: Material, side: Side, roster: Roster, width: float, measure: Measure) -> list[Group]:
    groups = []
    for pool in roster.pools:
        entries = [RosterEntry(unit, unit.quantity) for unit in pool.members]
        rows = unit_rows(entries, width, material, measure, columns=3 if _abreast(width) > 1 else 1)
        called = nouns(pool_words(material.rows, pool.pool).removeprefix("untried "))
        title = f"Pool of {called}" if len(roster.pools) > 1 else "The pool"
        items = tuple(_noted(pool_text(pool), rows, width, measure))
        groups.append(_group(title, plural(pool.size, "counter"), "?", side, items, width, measure))
    return groups


def _arrivals(material: Material, side: Side, roster: Roster, width: float, measure: Measure) -> list[Group]:
    if not roster.arrivals:
        return []
    groups = [plain(heading("Arrivals", width, measure), gap=0)]
    for turn in dict.fromkeys(line.arrival.turn for line in roster.arrivals):
        entering: dict[str, list[RosterEntry]] = {}
        for line in roster.arrivals:
            if line.arrival.turn == turn:
                entering.setdefault(_entry_text(line, material), []).extend(line.entries)
        items = [
            block
            for said, entries in entering.items()
            for block in _noted(
                said, unit_rows(entries, width, material, measure, columns=_abreast(width)), width, measure
            )
        ]
        title = material.scenario.turn_names.get(turn, "")
        groups.append(_group(f"Turn {turn}", title, "", side, tuple(items), width, measure))
    return groups


def _entry_text(line: ArrivalLine, material: Material) -> str:
    name = spot(line.where, material) if line.where else ""
    where = name if name.lower().startswith("entry") else f"Entry: {name}" if name else "Where the rules say"
    whom = "these" if line.entries else "those listed before"
    chosen = f", choose {number(line.choose)} of {whom}" if line.choose else ""
    drawn = any(entry.pool for entry in line.entries) and line.arrival.note == _restated(line, material)
    return f"{where}{chosen}. {'' if drawn else sentence(line.arrival.note)}".strip()


def _restated(line: ArrivalLine, material: Material) -> str:
    """What a note says that only counts the blind draws below it."""
    return so_many_words(material.rows, line.arrival.count, line.arrival.units)


def _replacements(material: Material, side: Side, width: float, measure: Measure) -> list[Group]:
    steps = material.replacements(side.side)
    if not any(value for _, value in steps):
        return []
    columns = [TableColumn("Turn", 18.0), *(TableColumn(str(turn), 0.0, "centre") for turn, _ in steps)]
    row = [Cell("Steps", strong=True), *(Cell(f"{value:g}" if value else "–") for _, value in steps)]
    strip = table(columns, [row], width, measure, TableStyle(CELL, grid=True)) if len(steps) <= 14 else None
    if strip is None:
        listed = ", ".join(f"turn {turn}: {value:g}" for turn, value in steps if value)
        strip = plain(aside(sentence(listed), width, measure))
    return [plain(heading("Replacement steps", width, measure), *((strip.head,) if strip.head else ()), *strip.items)]
