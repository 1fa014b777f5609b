"""Units named in sentences, several together: the 29th infantry, 10th motorised and 3rd panzer divisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.records.counters import Nationality
from engine.scenario.sentences import counted, flagged_arm, listed, named, numbered, plural

if TYPE_CHECKING:
    from engine.rules.table import Table

ABBREVIATED = {
    "Arm": "armoured",
    "Cav": "cavalry",
    "J": "light",
    "Mot": "motorised",
    "Mtn": "mountain",
    "Para": "parachute",
    "Pz": "panzer",
    "SS": "SS",
}
"""What the letters beside a number on a counter stand for."""

NUMBERED = re.compile(r"(\d+)(?: (\w+))?")

WITHIN = re.compile(r"\d+(/\d+)+")
"""The number of a part within its whole, as a regiment of a division: 53/14."""


class Alike(NamedTuple):
    """What units have in common that are told together: whose they are, what they are and how large."""

    whose: str
    word: str
    size: str


def names_of(table: Table, pieces: Sequence[int]) -> str:
    """Units in a sentence: numbers with what they are the numbers of, those alike together; other names as they are."""
    alike: dict[Alike, list[str]] = {}
    untried: Counter[str] = Counter()
    names: list[str] = []
    for piece in pieces:
        if (number := _number(table, piece)) is not None:
            alike.setdefault(number[0], []).append(number[1])
        elif table.state.counter[piece] is None or piece in table.unseen:
            untried[table.name(piece)] += 1
        else:
            names.append(_called(table, piece))
    return listed([*_numbered(alike), *numbered(names), *(_so_many(name, many) for name, many in untried.items())])


def _numbered(alike: dict[Alike, list[str]]) -> list[str]:
    """The numbered units; kinds of one size share its word."""
    by_size: dict[str, list[Alike]] = {}
    for kind in alike:
        by_size.setdefault(kind.size, []).append(kind)
    told = []
    for size, kinds in by_size.items():
        many = sum(len(alike[kind]) for kind in kinds)
        said = [f"{kind.whose} {listed(alike[kind])} {kind.word}".strip() for kind in kinds]
        if len(kinds) > 1 and len(alike[kinds[-1]]) > 1:
            said[-1] = f"the {said[-1]}"  # or one "and" would follow another
        told.append(f"the {listed(said)} {size if many == 1 else plural(size)}")
    return told


def _called(table: Table, piece: int) -> str:
    """The name of a unit; where a place bears it too, with what of that place it is: the Brest garrison."""
    name = table.name(piece)
    places = table.setting.kept("names of places", lambda: {place.name for place in table.scenario.places})
    return f"the {name} {table.unit(piece).symbol}" if name in places else name


def _so_many(name: str, many: int) -> str:
    return name if many == 1 else counted(many, without_article(name))


def _number(table: Table, piece: int) -> tuple[Alike, str] | None:
    """What a unit is and its number as it is spoken; None for one that has a name."""
    if table.state.counter[piece] is None or piece in table.unseen:
        return None
    unit, found = table.unit(piece), NUMBERED.fullmatch(table.unit(piece).name)
    if unit.size and WITHIN.fullmatch(unit.name):
        return Alike(_whose(table, piece), unit.symbol, unit.size), unit.name
    if found is None or not unit.size or (found[2] and found[2] not in ABBREVIATED):
        return None
    word = ABBREVIATED[found[2]] if found[2] else flagged_arm(unit) or unit.symbol
    return Alike(_whose(table, piece), word, unit.size), ordinal(int(found[1]))


def _whose(table: Table, piece: int) -> str:
    """The nationality of a unit where it is not that of most of its side."""
    nation, side = table.unit(piece).nationality, table.side_of(piece)
    main = table.setting.kept(("main nationality", side), lambda: _main(table, side))
    return named(table.scenario.rows, Nationality, nation) if nation and nation != main else ""


def _main(table: Table, side: int) -> str:
    nations = Counter(one.unit.nationality for n, one in enumerate(table.scenario.pieces) if table.side_of(n) == side)
    return str(max(nations, key=lambda nation: nations[nation], default=""))


def without_article(name: str) -> str:
    """A name after somebody's: the enemy's 32nd infantry division."""
    return re.sub(r"^(?:the|an?) ", "", name)


def ordinal(number: int) -> str:
    """A number as it is counted off: 1st, 2nd, 3rd, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number // 10 % 10 != 1 else "th"
    return f"{number}{ending}"
