"""Units, results, conditions, set-up and arrivals of a scenario, said in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from engine.records import Record, Rows
from engine.records.board import Grid, Place, PlaceKind, Region, TecColumn
from engine.records.charts import (
    AnyEffect,
    Chart,
    Choice,
    EliminateAll,
    LosePoints,
    LoseSteps,
    MatchLosses,
    Result,
    RetreatHexes,
)
from engine.records.counters import Formation, Nationality, Selector, Side, Unit
from engine.records.play import (
    AllOf,
    AnyCondition,
    AnyOf,
    Arrival,
    Eliminated,
    HasPoints,
    HoldsPlaces,
    Phase,
    Placement,
    PointsByTurn,
    RuleDecided,
    Victory,
)
from engine.scenario.deployment import spot_words

NO_LIMIT = 999
"""Points below which nobody falls: a range that begins there has no lower end."""

_WHEN = {"end": "After the last turn", "turn": "At the end of any turn", "always": "At any moment"}
_OTHER = {"attacker": "defender", "defender": "attacker"}
_ADJECTIVE = {"attacker": "attacking", "defender": "defending"}


def numbered(names: Sequence[str]) -> list[str]:
    """Names of which those that several bear are said once, with their number: `2 Ju 87B`."""
    return [name if (many := names.count(name)) == 1 else f"{many} {name}" for name in dict.fromkeys(names)]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: float, one: str, many: str = "") -> str:
    """A number with its noun: `1 step`, `2 steps`."""
    return f"{number:g} {one if number == 1 else many or plural(one)}"


def first_few(words: Sequence[str], most: int, other: str) -> str:
    """At most so many words joined as in a sentence, and how many other things there are: `a, b and 3 other places`."""
    left = len(words) - most
    return listed([*words[:most], counted(left, f"other {other}")] if left > 0 else words)


def spent_words(points: float) -> str:
    """Movement points as they are counted on a map: `3 points`, `4½ points`, `½ point`."""
    whole, part = divmod(points, 1)
    number = f"{int(whole) or ''}½" if part == 0.5 else f"{points:g}"
    return f"{number} {'point' if points in (0.5, 1) else 'points'}"


def tenths(strength: float) -> str:
    """A strength as it is said: where rules take thirds and quarters, nobody wants four places."""
    return f"{round(strength, 1):g}"


_MULTIPLES = {
    Fraction(0): "no strength",
    Fraction(1, 4): "quartered",
    Fraction(1, 3): "a third",
    Fraction(1, 2): "halved",
    Fraction(2, 3): "two thirds",
    Fraction(3, 4): "three quarters",
    Fraction(3, 2): "one and a half times",
    Fraction(2): "doubled",
    Fraction(3): "tripled",
    Fraction(4): "quadrupled",
}


@cache
def multiple(times: float | Fraction) -> str:
    """What a strength or a loss is multiplied by, as players say it: doubled, halved, two thirds."""
    said = _MULTIPLES.get(Fraction(times).limit_denominator(12))
    return said or f"{float(times):g} times"


def side_words(rows: Rows, side: str) -> str:
    """A side as the subject of a sentence."""
    row = rows.get(Side, side)
    return f"the {row.name if row else side} side"


def units_words(rows: Rows, chosen: Selector) -> str:
    """Which units a selector means."""
    if chosen.units:
        return listed([named(rows, Unit, key) for key in chosen.units])
    said = _described(rows, chosen, one=False)
    return f"all {said}" if said == "units" else said


def so_many_words(rows: Rows, many: int, chosen: Selector) -> str:
    """A number of the units that a selector means: `1 Soviet unit`, `2 of 13th Army, 4th Army and 10th Army`."""
    if chosen.units:
        return f"{many} of {units_words(rows, chosen)}"
    return f"{many} {_described(rows, chosen, one=many == 1)}"


def _described(rows: Rows, chosen: Selector, *, one: bool) -> str:
    """Units by what they have in common, one of them or several."""
    before = [
        listed([named(rows, Side, key) for key in chosen.sides], "or"),
        listed([named(rows, Nationality, key) for key in chosen.nationalities], "or"),
        listed(chosen.symbols, "or"),
        listed(chosen.sizes, "or"),
    ]
    after = []
    if chosen.formations:
        after.append("of " + listed([named(rows, Formation, key) for key in chosen.formations], "or"))
    if chosen.classes:
        moves = "moves" if one else "move"
        after.append(f"that {moves} as {listed([class_words(rows, key) for key in chosen.classes], 'or')}")
    if chosen.flags:
        after.append(f"marked {listed([flag.replace('-', ' ') for flag in chosen.flags], 'or')}")
    if chosen.without:
        marks = ["“" + flag.replace("-", " ") + "”" for flag in chosen.without]
        after.append(f"without the mark {listed(marks, 'or')}")
    nouns = [pool_words(rows, key) for key in chosen.pools] or ["unit"]
    noun = listed([name if one else plural(name) for name in nouns], "or")
    return " ".join(word for word in (*before, noun, *after) if word)


_ARMS = {"armour": "armoured", "antitank": "anti-tank", "hq": "headquarters"}
_FLAGGED = {
    "flak": ("flak", ""),
    "assault-gun": ("assault gun", ""),
    "rifle-troops": ("rifle", "infantry"),
    "tank-troops": ("tank", "armour"),
    "motorised-rifle": ("motorised rifle", "motorised"),
}
"""Flags that say what a unit is more exactly than its symbol does: in which word, and for which symbol alone."""


def arm_words(unit: Unit) -> str:
    """The arm of a unit: by its symbol, unless a flag says it more exactly than any symbol can."""
    return flagged_arm(unit) or _ARMS.get(unit.symbol, unit.symbol)


def flagged_arm(unit: Unit) -> str:
    """The arm of a unit where a flag says it, or nothing."""
    said = (_FLAGGED[flag] for flag in unit.flags if flag in _FLAGGED)
    return next((word for word, symbol in said if symbol in ("", unit.symbol)), "")


def kind_words(unit: Unit) -> str:
    """What a unit is: `mechanised corps`."""
    arm = arm_words(unit)
    return arm if unit.symbol in ("leader", "marker", "supply") else f"{arm} {unit.size}".strip()


def pool_words(rows: Rows, pool: str) -> str:
    """A counter of a pool as it looks face down, when all look like the first; by its pool where two look alike."""
    looks = rows.kept("pool looks", ("unit",), lambda: _looks(rows))
    if list(looks.values()).count(looks.get(pool, "")) != 1:
        return f"{pool.replace('-', ' ')} unit drawn blind"
    return f"untried {looks[pool]}"


def _looks(rows: Rows) -> dict[str, str]:
    """What the first counter of each pool is."""
    looks: dict[str, str] = {}
    for unit in rows.all(Unit):
        if unit.pool:
            looks.setdefault(unit.pool, kind_words(unit))
    return looks


def class_words(rows: Rows, key: str) -> str:
    """A class of movement as the terrain chart calls it, to stand within a sentence."""
    name = named(rows, TecColumn, f"move.{key}")
    if name.startswith("move."):
        return key
    own = {row.name for row in rows.all(Side)} | {row.name for row in rows.all(Nationality)}
    return name if name.split()[0] in own else f"{name[:1].lower()}{name[1:]}"


def whom(rows: Rows, chosen: Selector) -> str:
    """The units that a selector means, to begin a sentence."""
    said = units_words(rows, chosen)
    return f"{said[:1].upper()}{said[1:]}"


def phases_words(rows: Rows, keys: Sequence[str], last: str = "or") -> str:
    """Phases by their names, as they stand in a sentence."""
    return listed([f"the {named(rows, Phase, key)}" for key in keys], last)


def named(rows: Rows, kind: type[Record], key: str) -> str:
    """The name of a row, or its key where it has none or is not there."""
    return str(getattr(rows.get(kind, key), "name", "") or key)


def effect_words(effect: AnyEffect) -> str:
    """What one effect of a combat result does."""
    match effect:
        case LoseSteps():
            if effect.each:
                return f"every {_ADJECTIVE[effect.who]} unit loses {counted(effect.steps, 'step')}"
            chooser = f", from units that the {_OTHER[effect.who]} chooses" if effect.chosen_by == "opponent" else ""
            return f"the {effect.who} loses {counted(effect.steps, 'step')}{chooser}"
        case RetreatHexes():
            chooser = effect.who if effect.by == "owner" else _OTHER[effect.who]
            far = counted(effect.hexes, "hex")
            return f"the {effect.who} retreats {far} by a way that the {chooser} chooses"
        case EliminateAll():
            return f"every {_ADJECTIVE[effect.who]} unit is eliminated"
        case MatchLosses():
            return f"the {effect.who} loses at least as many strength points as the {_OTHER[effect.who]} just lost"
        case LosePoints():
            return f"the {effect.who} pays {counted(effect.points, 'loss point')}" if effect.points else _unhurt(effect)
        case Choice():
            ways = [listed([effect_words(part) for part in way]) or "nothing happens" for way in effect.options]
            return f"the {effect.who} chooses: either {', or '.join(ways)}" if ways else "nothing happens"
        case _:
            return effect.words()


def _unhurt(effect: LosePoints) -> str:
    return f"the {effect.who} pays nothing"


def result_words(result: Result) -> str:
    """What a combat result does, as a sentence."""
    done = [effect_words(effect) for effect in result.effects]
    said = ", then ".join(done) if done else "nothing happens"
    advance = " The attacker may advance if the hex is left empty." if result.advance and done else ""
    return f"{said[:1].upper()}{said[1:]}.{advance}"


def condition_words(rows: Rows, condition: AnyCondition) -> str:
    """A condition of victory, to follow an `if`."""
    match condition:
        case AllOf():
            return " and ".join(_part(rows, part) for part in condition.parts) or "nothing else has decided the game"
        case AnyOf():
            return ", or ".join(_part(rows, part) for part in condition.parts) or "never"
        case Eliminated():
            left = f"at most {counted(condition.at_most, 'unit')}" if condition.at_most else "no unit"
            return f"{side_words(rows, condition.side)} has {left} left on the map"
        case HasPoints():
            points = _range(condition.at_least, condition.at_most)
            if condition.less:
                whose = f"{side_words(rows, condition.side)}, less those of {side_words(rows, condition.less)},"
                return f"the victory points of {whose} are {points}"
            return f"{side_words(rows, condition.side)} has {points} victory points"
        case PointsByTurn():
            asked = f"the {named(rows, Chart, condition.chart)} asks for on the turn"
            return f"{side_words(rows, condition.side)} has as many victory points as {asked}"
        case RuleDecided():
            return f"the rule called {condition.rule.replace('-', ' ')} has decided it"
        case HoldsPlaces():
            return _holds(rows, condition)
        case _:
            return condition.words(rows)


def _part(rows: Rows, part: AnyCondition) -> str:
    said = condition_words(rows, part)
    return f"({said})" if isinstance(part, AllOf | AnyOf) and len(part.parts) > 1 else said


def _range(least: float, most: float | None) -> str:
    if most is not None and least <= -NO_LIMIT:
        return f"at most {most:g}"
    if most is None:
        return f"at least {least:g}"
    return f"exactly {least:g}" if least == most else f"from {least:g} to {most:g}"


def _holds(rows: Rows, condition: HoldsPlaces) -> str:
    verb = "occupies" if condition.occupied else "holds"
    began = condition.owned_at_start_by
    owner = f" that {side_words(rows, began)} held at the start" if began else ""
    return f"{side_words(rows, condition.side)} {verb} {_how_many(rows, condition)}{owner}"


def _all_of(rows: Rows, name: str, many: int) -> str:
    """A place by its name; one that is spread over several cells with their number."""
    if many == 1:
        return name
    cells = plural(rows.the(Grid).shape if rows.has(Grid) else "hex")
    return f"{'both' if many == 2 else f'all {many}'} {cells} of {name}"


def _how_many(rows: Rows, condition: HoldsPlaces) -> str:
    least, most = condition.at_least, condition.at_most
    if condition.places:
        names = [place.name if (place := rows.get(Place, key)) else key for key in condition.places]
        called = [_all_of(rows, name, names.count(name)) for name in dict.fromkeys(names)]
        if least < 0 or least >= len(names):
            return listed(called)
        return f"{_amount(least, most)} of {listed(called)}"
    kinds = [common(rows, kind.name) if (kind := rows.get(PlaceKind, key)) else key for key in condition.kinds]
    one = (most if most >= 0 else least) == 1
    noun = listed([kind if one else plural(kind) for kind in kinds or ["place"]], "or")
    return f"all {noun}" if least < 0 else f"{_amount(least, most)} {noun}"


def common(rows: Rows, name: str) -> str:
    """A noun as it stands inside a sentence; what is called after a side, a nation or a place keeps its capital."""
    first, *rest = name.split(" ")
    proper = {row.name for row in rows.all(Side)} | {row.name for row in rows.all(Nationality)}
    if first in proper or any(letter.isupper() for letter in name[1:]):
        return name
    return " ".join((first[:1].lower() + first[1:], *rest))


def cell_word(rows: Rows) -> str:
    """What one cell of the map is called: `hex` or `square`."""
    grids = rows.all(Grid)
    return "square" if grids and grids[0].shape == "square" else "hex"


def _amount(least: int, most: int) -> str:
    if most < 0:
        return f"at least {least}"
    if least == most:
        return f"exactly {least}" if least else "none of the"
    return f"from {least} to {most}" if least else f"at most {most}"


def plural(noun: str) -> str:
    """Several of a thing: `cities`, `hexes`, `towns`."""
    head, drawn, rest = noun.partition(" drawn ")
    if drawn:
        return f"{plural(head)}{drawn}{rest}"
    if noun.endswith("corps"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def ending_words(rows: Rows, row: Victory) -> str:
    """When a level of victory is reached, for a list that names the level."""
    return f"{_WHEN[row.when]}, if {condition_words(rows, row.condition)}."


def victory_words(rows: Rows, row: Victory) -> str:
    """One way the game can end, as a sentence."""
    winner = f"{side_words(rows, row.winner)} wins" if row.winner else "nobody wins"
    return f"{_WHEN[row.when]}: {row.name} ({winner}) if {condition_words(rows, row.condition)}."


def placement_words(rows: Rows, line: Placement) -> str:
    """One line of the set-up, as a sentence."""
    said = f"{listed(_so_many(rows, line))}: {', '.join([spot_words(rows, line), *_limits(rows, line)])}"
    return f"{said[:1].upper()}{said[1:]}{', reduced' if line.face else ''}."


def _so_many(rows: Rows, line: Placement | Arrival) -> list[str]:
    """Whom a line places or brings, unit by unit where it names them."""
    if line.count and line.count != len(line.units.units):
        return [so_many_words(rows, line.count, line.units)]
    return [named(rows, Unit, key) for key in line.units.units] or [units_words(rows, line.units)]


def _limits(rows: Rows, line: Placement) -> list[str]:
    """What must be heeded in a region."""
    if line.region is None:
        return []
    cell = rows.the(Grid).shape if rows.has(Grid) else "hex"
    said = [f"at most {line.per_cell} in a {cell}"] if line.per_cell else []
    said += [f"every {cell} must end with {line.exactly}"] if line.exactly else []
    return said + ([f"no two in neighbouring {plural(cell)}"] if line.apart else [])


def set_up_words(rows: Rows, lines: Sequence[Placement]) -> list[str]:
    """The lines of a set-up as sentences: what stands together is said once, and so is what stands in many cells."""
    called = {place.cell: f"{place.name} ({place.cell})" for place in rows.all(Place) if place.name}
    standing: dict[str, list[str]] = {}
    for line in lines:
        limits = ", ".join([*_limits(rows, line), *(["reduced"] if line.face else [])])
        who = _so_many(rows, line)
        spot = called.get(line.cell or "") or spot_words(rows, line)
        standing.setdefault(spot, []).extend([f"{listed(who)} ({limits})"] if limits else who)
    spots: dict[str, list[str]] = {}
    for spot, whom in standing.items():
        spots.setdefault(listed(whom), []).append(spot)
    return [_stand(where, who) for who, where in spots.items()]


def _stand(where: list[str], who: str) -> str:
    each = ", in each" if len(where) > 1 else ""
    said = f"{listed(where)}: {who}{each}."
    return f"{said[:1].upper()}{said[1:]}"


def arrival_words(rows: Rows, line: Arrival) -> str:
    """One line of the arrivals, as a sentence."""
    return f"Turn {line.turn}: {listed(_so_many(rows, line))}, {_entry(rows, line)}."


def _entry(rows: Rows, line: Arrival) -> str:
    region = rows.get(Region, line.region) if line.region else None
    return f"by {region.name}" if region else "with no place to enter by"


def arrivals_words(rows: Rows, lines: Sequence[Arrival]) -> list[str]:
    """The lines of arrivals as sentences, one for each turn, in which every entrance is named once."""
    turns: dict[int, dict[str, list[str]]] = {}
    for line in lines:
        turns.setdefault(line.turn, {}).setdefault(_entry(rows, line), []).extend(_so_many(rows, line))
    return [
        f"Turn {turn}: {'; '.join(f'{listed(who)}, {entry}' for entry, who in entries.items())}."
        for turn, entries in sorted(turns.items())
    ]
