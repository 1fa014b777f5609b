"""Units, results, conditions, set-up and arrivals of a scenario, said in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.records import Rows
from engine.records.board import Place, PlaceKind, Region
from engine.records.charts import (
    AnyEffect,
    Choice,
    EliminateAll,
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
    Placement,
    Victory,
)
from engine.scenario.deployment import spot_words

_WHEN = {"end": "After the last turn", "turn": "At the end of any turn", "always": "At any moment"}
_OTHER = {"attacker": "defender", "defender": "attacker"}
_ADJECTIVE = {"attacker": "attacking", "defender": "defending"}


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: float, one: str, many: str = "") -> str:
    """A number with its noun: `1 step`, `2 steps`."""
    return f"{number:g} {one if number == 1 else many or one + 's'}"


def side_words(rows: Rows, side: str) -> str:
    """A side as the subject of a sentence."""
    row = rows.get(Side, side)
    return f"the {row.name if row else side} side"


def units_words(rows: Rows, chosen: Selector) -> str:
    """Which units a selector means."""
    if chosen.units:
        found = [rows.get(Unit, key) for key in chosen.units]
        return listed([unit.name if unit else key for unit, key in zip(found, chosen.units, strict=True)])
    before = [
        listed([_name(rows, Side, key) for key in chosen.sides], "or"),
        listed([_name(rows, Nationality, key) for key in chosen.nationalities], "or"),
        listed(chosen.symbols, "or"),
        listed(chosen.sizes, "or"),
    ]
    after = []
    if chosen.formations:
        after.append("of " + listed([_name(rows, Formation, key) for key in chosen.formations], "or"))
    if chosen.pools:
        after.append(f"drawn from the pool {listed(chosen.pools, 'or')}")
    if chosen.classes:
        after.append(f"that move as {listed(chosen.classes, 'or')}")
    if chosen.flags:
        after.append(f"marked {listed(chosen.flags, 'or')}")
    if chosen.without:
        after.append(f"not marked {listed(chosen.without, 'or')}")
    said = " ".join(word for word in (*before, "units", *after) if word)
    return f"all {said}" if said == "units" else said


def _name(rows: Rows, kind: type[Side] | type[Nationality] | type[Formation], key: str) -> str:
    row = rows.get(kind, key)
    return row.name if row else key


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
            far = counted(effect.hexes, "hex", "hexes")
            return f"the {effect.who} retreats {far} by a way that the {chooser} chooses"
        case EliminateAll():
            return f"every {_ADJECTIVE[effect.who]} unit is eliminated"
        case MatchLosses():
            return f"the {effect.who} loses at least as many strength points as the {_OTHER[effect.who]} just lost"
        case Choice():
            ways = [listed([effect_words(part) for part in way]) or "nothing happens" for way in effect.options]
            return f"the {effect.who} chooses: either {', or '.join(ways)}" if ways else "nothing happens"


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
            return f"{side_words(rows, condition.side)} has {points} victory points"
        case HoldsPlaces():
            return _holds(rows, condition)


def _part(rows: Rows, part: AnyCondition) -> str:
    said = condition_words(rows, part)
    return f"({said})" if isinstance(part, AllOf | AnyOf) and len(part.parts) > 1 else said


def _range(least: float, most: float | None) -> str:
    if most is None:
        return f"at least {least:g}"
    return f"exactly {least:g}" if least == most else f"from {least:g} to {most:g}"


def _holds(rows: Rows, condition: HoldsPlaces) -> str:
    verb = "occupies" if condition.occupied else "holds"
    began = condition.owned_at_start_by
    owner = f" that {side_words(rows, began)} held at the start" if began else ""
    return f"{side_words(rows, condition.side)} {verb} {_how_many(rows, condition)}{owner}"


def _how_many(rows: Rows, condition: HoldsPlaces) -> str:
    least, most = condition.at_least, condition.at_most
    if condition.places:
        names = [place.name if (place := rows.get(Place, key)) else key for key in condition.places]
        if least < 0 or least >= len(names):
            return listed(names)
        return f"{_amount(least, most)} of {listed(names)}"
    kinds = [_common(rows, kind.name) if (kind := rows.get(PlaceKind, key)) else key for key in condition.kinds]
    one = (most if most >= 0 else least) == 1
    noun = listed([kind if one else _plural(kind) for kind in kinds or ["place"]], "or")
    return f"all {noun}" if least < 0 else f"{_amount(least, most)} {noun}"


def _common(rows: Rows, name: str) -> str:
    """A noun as it stands inside a sentence; only what is called after a side or nation keeps its capital."""
    first, *rest = name.split(" ")
    proper = {row.name for row in rows.all(Side)} | {row.name for row in rows.all(Nationality)}
    return name if first in proper else " ".join((first[:1].lower() + first[1:], *rest))


def _amount(least: int, most: int) -> str:
    if most < 0:
        return f"at least {least}"
    if least == most:
        return f"exactly {least}" if least else "none of the"
    return f"from {least} to {most}" if least else f"at most {most}"


def _plural(noun: str) -> str:
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
    who = units_words(rows, line.units)
    many = f"{line.count} of {who}" if line.count and line.count != len(line.units.units) else who
    if line.region is None:
        said = f"{many}: {spot_words(rows, line)}"
    else:
        limits = [f"at most {line.per_cell} in a cell"] if line.per_cell else []
        limits += [f"every cell must end with {line.exactly}"] if line.exactly else []
        limits += ["no two in neighbouring cells"] if line.apart else []
        said = f"{many}: {', '.join([spot_words(rows, line), *limits])}"
    return f"{said[:1].upper()}{said[1:]}, reduced." if line.face else f"{said[:1].upper()}{said[1:]}."


def arrival_words(rows: Rows, line: Arrival) -> str:
    """One line of the arrivals, as a sentence."""
    who = units_words(rows, line.units)
    many = f"{line.count} of {who}" if line.count and line.count != len(line.units.units) else who
    region = rows.get(Region, line.region) if line.region else None
    return f"Turn {line.turn}: {many}, {f'by {region.name}' if region else 'with no place to enter by'}."
