"""What the data say, in sentences: spots, units, results, victory, phases."""

from __future__ import annotations

from collections.abc import Sequence

from designer.paint.faces import AIR, face_values, figure
from designer.printing.material import Material
from designer.printing.roster import Entry, Pool, SetupLine, Where
from engine.counters import Counter
from engine.records.charts import (
    AnyEffect,
    Choice,
    EliminateAll,
    LoseSteps,
    MatchLosses,
    Result,
    RetreatHexes,
)
from engine.records.counters import Unit
from engine.records.play import AllOf, AnyCondition, AnyOf, Eliminated, HasPoints, HoldsPlaces, Phase, Victory

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)
_SYMBOLS = {"armour": "armoured", "antitank": "anti-tank", "hq": "headquarters"}
_WHEN = {"end": "After the last turn", "turn": "After any turn", "always": "At any moment"}


def number(value: int) -> str:
    """A small number in words."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def plural(count: int, word: str) -> str:
    """A number with its noun."""
    return f"{number(count)} {word}" if count == 1 else f"{number(count)} {nouns(word)}"


def nouns(word: str) -> str:
    """A noun in the plural."""
    if word.endswith(("s", "infantry", "cavalry", "artillery")):
        return word
    if word.endswith("x"):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(text: str) -> str:
    """Words with a capital at the start and a full stop."""
    made = text[:1].upper() + text[1:]
    return made if not made or made.endswith((".", "!", "?")) else f"{made}."


def kind_of(unit: Unit) -> str:
    """What a unit is: `mechanised corps`."""
    arm = _SYMBOLS.get(unit.symbol, unit.symbol)
    if unit.symbol in ("leader", "marker", "supply"):
        return arm
    return f"{arm} {'unit' if unit.symbol in AIR else unit.size}".strip()


def entry_words(entry: Entry) -> str:
    """A unit, or blind draws, in a running sentence."""
    if entry.pool:
        return f"{number(entry.quantity)} untried {kind_of(entry.unit)}"
    return entry.unit.name if entry.quantity == 1 else f"{entry.quantity} {entry.unit.name}"


def strengths(counter: Counter) -> list[str]:
    """The printed numbers of every face."""
    return [face_values(counter.unit, face) for face in counter.faces]


def spot(where: Where, material: Material) -> str:
    """A spot in full: `Minsk, hex 1109`."""
    if where.number:
        return f"{where.title}, {material.cell_word} {where.number}"
    return where.title


def cells(where: Where, material: Material, most: int = 16) -> str:
    """The numbers of a region's cells, or how many there are, as a sentence."""
    word = nouns(material.cell_word) if len(where.cells) != 1 else material.cell_word
    if len(where.cells) > most:
        return f"{len(where.cells)} {word} in all."
    return sentence(f"{word} {', '.join(where.cells)}")


def conditions(line: SetupLine, material: Material) -> str:
    """What the owner must observe when placing the units of a line, or nothing."""
    row, said = line.placement, []
    word = material.cell_word
    if line.choose:
        said.append(f"choose {number(line.choose)} of these")
    if row.region is not None:
        said.append(f"in any {word} of the zone")
    if row.exactly:
        said.append(f"exactly {number(row.exactly)} in every {word}")
    elif row.per_cell:
        said.append(f"at most {number(row.per_cell)} to a {word}")
    if row.apart:
        said.append(f"no two in neighbouring {nouns(word)}")
    if row.face:
        said.append("reduced side up")
    return sentence(", ".join(said)) if said else ""


def pool_text(pool: Pool) -> str:
    """How a pool is drawn from."""
    model = pool.members[0]
    parts = [f"The {plural(pool.size, kind_of(model))} are drawn blind: mix the counters face down"]
    draws = []
    if pool.for_setup:
        draws.append(f"{number(pool.for_setup)} for the set-up")
    if pool.for_arrivals:
        draws.append(f"{number(pool.for_arrivals)} as they arrive")
    if draws:
        parts.append(f"draw {listed(draws)}")
    left = pool.size - pool.for_setup - pool.for_arrivals
    if left > 0:
        parts.append(f"leave {number(left)} aside unseen")
    return f"{listed(parts)}. Nobody looks at one before the rules turn it over."


def victory_text(row: Victory, material: Material) -> str:
    """When a level of victory is reached."""
    when = _WHEN[row.when]
    said = condition_text(row.condition, material)
    return f"{when}, if {said}." if said else f"{when}, in any other case."


def condition_text(condition: AnyCondition, material: Material) -> str:
    """A condition as the second half of a sentence."""
    match condition:
        case HoldsPlaces():
            return _holds(condition, material)
        case HasPoints():
            most = f" and at most {figure(condition.at_most)}" if condition.at_most is not None else ""
            points = f"at least {figure(condition.at_least)}{most} victory points"
            return f"the {_side(material, condition.side)} side has {points}"
        case Eliminated():
            left = f"at most {condition.at_most} units" if condition.at_most else "no unit"
            return f"the {_side(material, condition.side)} side has {left} left on the map"
        case AllOf():
            return listed([condition_text(part, material) for part in condition.parts])
        case AnyOf():
            return listed([condition_text(part, material) for part in condition.parts], "or")


def _holds(condition: HoldsPlaces, material: Material) -> str:
    what = listed([nouns(_common(material.place_kinds[kind].name, material)) for kind in condition.kinds]) or "places"
    if condition.places:
        what = listed([material.places[key].name for key in condition.places])
    least, most = condition.at_least, condition.at_most
    if least == -1:
        many = "all of"
    elif most >= 0 and least == most:
        many = f"exactly {most} of"
    elif most >= 0:
        many = f"{least} to {most} of" if least else f"at most {most} of"
    else:
        many = f"at least {least} of"
    verb = "occupies" if condition.occupied else "holds"
    return f"the {_side(material, condition.side)} side {verb} {many} {'' if condition.places else 'the '}{what}"


def _common(name: str, material: Material) -> str:
    """A noun as it stands inside a sentence; only what is called after a side or nation keeps its capital."""
    first, *rest = name.split(" ")
    proper = {row.name for row in material.sides} | {row.name for row in material.nationalities.values()}
    return name if first in proper else " ".join((first[:1].lower() + first[1:], *rest))


def _side(material: Material, side: str) -> str:
    return next((row.name for row in material.sides if row.side == side), side)


def result_text(result: Result) -> str:
    """What a combat result does, step by step."""
    said = [effect_text(effect) for effect in result.effects]
    text = sentence(", then ".join(said)) if said else "Nothing happens."
    return f"{text} The attacker may advance." if result.advance and said else text


def effect_text(effect: AnyEffect) -> str:
    """One step of a result."""
    match effect:
        case LoseSteps():
            if effect.each:
                return f"every {_who(effect.who)} loses {plural(effect.steps, 'step')}"
            chosen = "" if effect.chosen_by == "owner" else ", chosen by the other side"
            return f"the {effect.who} loses {plural(effect.steps, 'step')}{chosen}"
        case RetreatHexes():
            other = "defender" if effect.who == "attacker" else "attacker"
            by = f"the {effect.who}" if effect.by == "owner" else f"the {other}"
            return f"the {effect.who} retreats {plural(effect.hexes, 'hex')}, {by} choosing the way"
        case EliminateAll():
            return f"every {_who(effect.who)} is eliminated"
        case MatchLosses():
            other = "defender" if effect.who == "attacker" else "attacker"
            return f"the {effect.who} loses at least the strength that the {other} lost"
        case Choice():
            options = [", then ".join(effect_text(step) for step in steps) for steps in effect.options]
            return f"the {effect.who} chooses: {' or '.join(options)}"


def _who(who: str) -> str:
    return "defending unit" if who == "defender" else "attacking unit"


def turns_of(phase: Phase) -> str:
    """On which turns a phase takes place, if not on all."""
    first, last = phase.first_turn, phase.last_turn
    if first is not None and first == last:
        return f"turn {first} only"
    if first is not None and first > 1 and last is not None:
        return f"turns {first} to {last}"
    if first is not None and first > 1:
        return f"from turn {first}"
    return f"until turn {last}" if last is not None else ""
