"""What each mechanism and each kind of phase says with its parameters, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import msgspec

from engine.records import TABLES, Record, Rows
from engine.records.board import HexsideKind, LinkKind, PlaceKind, Region
from engine.records.charts import Chart
from engine.records.columns import columns
from engine.records.counters import Selector, Side
from engine.records.play import MechanismRow
from engine.rules.advance import Advance
from engine.rules.arrivals import Arrivals
from engine.rules.buildup import BuildUpPhase, PausePhase
from engine.rules.combat import CombatPhase, OddsCombat, Support
from engine.rules.control import Control
from engine.rules.laying import RecoveryPhase
from engine.rules.movement import MovementPhase
from engine.rules.parameters import Parameters
from engine.rules.reach import MoveMode
from engine.rules.replacements import Replacements
from engine.rules.retreat import Retreat
from engine.rules.stacking import Stacking
from engine.rules.weather import WeatherPhase
from engine.rules.zoc import Zoc
from engine.scenario.sentences import (
    cell_word,
    common,
    counted,
    listed,
    named,
    phases_words,
    side_words,
    so_many_words,
    units_words,
    whom,
)
from engine.systems.catalogue import all_mechanisms

P = TypeVar("P", bound=Parameters)
Words = Callable[[Rows, Any], list[str]]


def rule_words(rows: Rows, rule: Parameters) -> list[str]:
    """A rule with its parameters, as sentences; one that has none of its own is read from its declaration."""
    covered, words = _WORDS.get(type(rule), (rule.told, None))
    own = words(rows, rule) if words else rule.sentences(rows)
    return [*(own or [rule.help]), *parameter_words(rows, rule, without=covered, usual=not own)]


def explanations(help: str) -> dict[str, str]:
    """What a help text says of each choice, where it does: `stop: entering an enemy zone ends the move`."""
    found = {}
    for part in help.split(";"):
        word, colon, said = part.strip().partition(": ")
        if colon and word and " " not in word:
            found[word] = said.strip()
    return found


def parameter_words(
    rows: Rows, rule: msgspec.Struct, *, without: frozenset[str] = frozenset(), usual: bool = True
) -> list[str]:
    """Parameters with their values, as their declaration calls them; those with their usual value may be left out."""
    said = []
    for column in columns(cast(type[Record], type(rule))):
        value = getattr(rule, column.name)
        silent = column.name in without or column.name in ("cases", "case") or value in ((), {}, "", None)
        if silent or (not usual and value == column.default):
            continue
        choice = explanations(column.help).get(str(value), "") if column.choices else ""
        said.append(f"{column.title}: {choice or _value_words(rows, value, column.refers)}.")
    return said


def _value_words(rows: Rows, value: Any, refers: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}"
    if isinstance(value, Selector):
        return units_words(rows, value)
    if isinstance(value, msgspec.Struct):
        return "; ".join(part.rstrip(".") for part in parameter_words(rows, value))
    if isinstance(value, Mapping):
        pairs = [(named(rows, Side, str(key)), _value_words(rows, part, refers)) for key, part in value.items()]
        return "; ".join(f"{name}: {said}" for name, said in pairs)
    if isinstance(value, tuple):
        return listed([_value_words(rows, part, refers) for part in value])
    return named(rows, TABLES[refers], str(value)) if refers else str(value)


def _names(rows: Rows, kind: type[Record], keys: tuple[str, ...], last: str = "and") -> str:
    return listed([common(rows, named(rows, kind, key)) for key in keys], last)


def _zoc(rows: Rows, rule: Zoc) -> list[str]:
    who = "Every unit" if rule.units == Selector() else whom(rows, rule.units)
    verb = "has" if rule.units == Selector() else "have"
    said = [f"{who} {verb} a zone of control in the neighbouring hexes."]
    if rule.not_across:
        said.append(f"It does not reach across a {_names(rows, HexsideKind, rule.not_across, 'or')}.")
    if rule.capable:
        said.append("Units that cannot attack have none.")
    said.append(_HINDERS[rule.movement])
    if rule.movement != "none" and rule.stopped != Selector():
        said.append(f"Only {units_words(rows, rule.stopped)} heed them.")
    return said


_HINDERS = {
    "none": "Enemy zones do not hinder movement.",
    "stop": "A unit that enters an enemy zone must stop.",
    "sticky": "A unit that enters an enemy zone must stop, and one that begins in one may not move away.",
}


def _stacking(rows: Rows, rule: Stacking) -> list[str]:
    if not rule.limits:
        return [f"Any number of units may share a {cell_word(rows)}."]
    said, where = [], cell_word(rows)
    for limit in rule.limits:
        beside = "" if limit.beside == Selector() else f" with {units_words(rows, limit.beside)}"
        share = f"may share a {where}{beside}" if beside else f"may stand in one {where}"
        most = f"At most {so_many_words(rows, limit.most, limit.units)} {share}."
        said.append(most if limit.most else f"{whom(rows, limit.units)} share no {where}{beside}.")
        said += [f"{whom(rows, each.units)} count {each.weight:g} each." for each in limit.weights]
        if limit.places:
            said.append("Places that the terrain chart has a factor for hold so many times as many.")
    when = phases_words(rows, rule.phases) or "any phase"
    said += [] if rule.boxes else ["Boxes beside the map hold any number."]
    return [*said, f"This is looked at when {when} ends; the {rule.removed_by} removes what is too many."]


def _control(rows: Rows, rule: Control) -> list[str]:
    how = "moved through it" if rule.by == "passing" else "ended a move in it"
    what = f"A {_names(rows, PlaceKind, rule.kinds, 'or')}" if rule.kinds else "A place"
    able = ["Units that cannot attack take none."] if rule.capable else []
    return [f"{what} belongs to the side whose unit last {how}.", *able]


def _arrivals(rows: Rows, rule: Arrivals) -> list[str]:
    when = f" when {phases_words(rows, rule.phases)} opens" if rule.phases else ""
    said = [f"Units that are due are placed in their entry area{when}."]
    said.append("Their owner may hold them back for a later turn." if rule.may_delay else "They may not be held back.")
    if rule.not_in_zoc:
        said.append("They may not be placed in an enemy zone of control.")
    if rule.pay:
        who = "They" if rule.payers == Selector() else whom(rows, rule.payers)
        said.append(f"{who} pay for the hex where they enter and may move on; until then any number may stand there.")
    if rule.held:
        said.append("A place among the entries is open only to the side that holds it.")
    said += [
        f"{_begin(side_words(rows, each.side))} may hold back at most {counted(each.most, 'unit')} while there is "
        "room for more."
        for each in rule.most_held
    ]
    return said


def _begin(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}"


_ROUNDED = {"down": "fractions are dropped in the defender's favour", "nearest": "fractions are rounded half up"}


def _odds(rows: Rows, rule: OddsCombat) -> list[str]:
    said = [
        f"The attack strength divided by the defence strength gives a column of the {named(rows, Chart, rule.chart)}; "
        f"{_ROUNDED[rule.rounding]}. Shifts move the column, and the dice give the result."
    ]
    said.append(
        "Of the shifts for the defender's terrain and places only the worst counts."
        if rule.hex_shifts == "worst"
        else "The shifts for the defender's terrain and places are added."
    )
    if rule.heads:
        said.append(f"Which odds stand over the columns depends on the ground, by {named(rows, Chart, rule.heads)}.")
    if rule.capable:
        said.append("Only units with an attack strength attack.")
    if rule.once == "cells":
        said.append("No hex is attacked twice in a phase, whoever stands there.")
    if rule.one_per_hexside:
        said.append("Only one unit may attack across each hexside.")
    if rule.several:
        said.append("One battle may be fought against several hexes that every attacker touches.")
    if rule.below == "first":
        said.append("Odds below the first column count as the first.")
    if rule.below == "true odds":
        said.append(
            "Where the attacker is the weaker, the defence is divided by the attack, and fractions count as a whole. "
            "Shifts count on these odds, however high or low; only then is the table looked at. Above its last column "
            f"the result is {rule.above_result or 'nothing'}, below its first {rule.below_result or 'nothing'}, "
            "without dice."
        )
    if rule.halving == "together":
        said.append("Units that are halved alike are added up and halved once, rounded up, and are at least 1.")
    if rule.below == "never":
        said.append("Odds below the first column have no effect, and support does not lift them.")
    if rule.unopposed:
        said.append(f"Where no strength is left to defend, the result is {rule.unopposed} without dice.")
    several = rows.has(MechanismRow, Advance.key)
    if not (rule.advance and several):
        said.append(
            "One attacker may advance into a hex that the defender has left."
            if rule.advance
            else "There is no advance after combat."
        )
    return said


def _support(rows: Rows, rule: Support) -> list[str]:
    return [
        f"{whom(rows, rule.markers)} are support markers: at most {rule.per_battle} in a battle, each once a turn; "
        "the number on the marker shifts the column."
    ]


def _retreat(_rows: Rows, rule: Retreat) -> list[str]:
    said = ["Retreating units move away from their hex, around enemy zones of control where they can."]
    if rule.zones == "barred":
        said = [
            "Retreating units move away from their hex, each hex farther; never into an enemy zone that no "
            "friend covers. "
            "Who has no way is lost."
        ]
    if rule.empty_first:
        said.append("Hexes without friends come first.")
    if rule.overflow == "owner":
        said.append("Where no room is left, their owner picks who of those that retreated there is lost.")
    if rule.newcomers:
        said.append(
            "Who retreated adds nothing to the defence of a hex for the rest of the phase, and is lost if that hex "
            "suffers a result."
        )
    if rule.zoc_costs_step:
        said.append("Retreating into or through an enemy zone costs a step.")
    if rule.zoc_end_eliminates:
        said.append("A unit whose retreat ends in an enemy zone is eliminated.")
    if rule.extend_for_stacking:
        said.append("A unit that finds no room goes on hex by hex until it does.")
    if rule.full == "past":
        said.append("Enemy zones are avoided before full hexes: the unit goes on past those.")
    if rule.order == "chosen":
        said.append("Whoever picks the way of a stack also picks who of it goes first.")
    return said


def _replacements(rows: Rows, rule: Replacements) -> list[str]:
    said = [
        f"Each side gets the steps that {named(rows, Chart, rule.chart)} gives it for the turn; one step returns a "
        "lost unit at its weakest, or restores one step of a unit on the map."
    ]
    for side, region in rule.home.items():
        said.append(f"{named(rows, Side, side)} units return at {named(rows, Region, region)}.")
    if rule.places:
        places = _names(rows, PlaceKind, rule.places, "or")
        said.append(f"They may also return in a friendly {places} in communication.")
    for limit in rule.limits:
        verb = "returns" if limit.most == 1 else "return"
        said.append(f"At most {so_many_words(rows, limit.most, limit.units)} {verb} in a turn.")
    if rule.never is not None:
        said.append(f"{whom(rows, rule.never)} are never replaced.")
    return said


def _movement(rows: Rows, rule: MovementPhase) -> list[str]:
    first = "Each unit may move once, spending movement points by terrain."
    if rule.resume == "until another moves":
        first = (
            "Each unit spends movement points by terrain, and may go on while it has some left and nobody else moves."
        )
    said = [first, *(["Units of one hex may move together."] if rule.stacks else [])]
    if rule.from_start:
        said.append("Only those who stood together when the phase began may do so.")
    said += _only_marked(rows, rule.only)
    return said if rule.modes == (MoveMode(),) else [*said, *(_mode(rows, mode) for mode in rule.modes)]


def _mode(rows: Rows, mode: MoveMode) -> str:
    usual = {1.0: "their full movement", 0.5: "half their movement"}
    share = usual.get(mode.share, f"{mode.share:g} times their movement")
    if mode.points:
        share = f"{counted(mode.points, 'point')} of their own{f' {mode.name}' if mode.name else ''}"
    parts = [f"{whom(rows, mode.units)} have {share}"]
    if mode.links_only:
        parts.append(f"only along a connected {_names(rows, LinkKind, mode.links_only, 'or')}")
    if mode.not_from_zoc:
        parts.append("if they do not begin in an enemy zone")
    if mode.not_into_zoc:
        parts.append("never into one")
    if mode.ignore_terrain:
        parts.append("every hex costing one point")
    if mode.ignore_zoc:
        parts.append("without regard to enemy zones")
    if mode.ignore_weather:
        parts.append("whatever the weather")
    if mode.crossing:
        parts.append(f"for one step across a {_names(rows, HexsideKind, mode.crossing, 'or')}")
    elif mode.least:
        parts.append("and at least one hex if they have spent nothing")
    if mode.whole:
        parts.append("as their whole move")
    if mode.capacity:
        parts.append(f"{counted(mode.capacity, 'unit')} of a side in a phase{_weights(rows, mode)}")
    return ", ".join(parts) + "."


def _weights(rows: Rows, mode: MoveMode) -> str:
    counts = [f"{units_words(rows, each.units)} as {each.weight:g}" for each in mode.weights]
    return f", counting {listed(counts)}" if counts else ""


def _combat(rows: Rows, rule: CombatPhase) -> list[str]:
    said = ["All battles are announced, then fought one by one in the attacker's order."]
    if not rule.announce:
        said = ["Battles are fought one after the other; none need be announced before."]
    if rule.battle:
        said = [f"Battles are fought by the rule of {rule.battle.replace('-', ' ')}."]
    said += _only_marked(rows, rule.only)
    return said if rule.units == Selector() else [*said, f"{whom(rows, rule.units)} may attack."]


def _only_marked(rows: Rows, marks: tuple[str, ...]) -> list[str]:
    """Who alone acts in a phase, by the marks that units bear."""
    return [f"Only units that are {listed(_mark_names(rows, marks), 'or')} act."] if marks else []


def _recovery(rows: Rows, rule: RecoveryPhase) -> list[str]:
    return [f"Units of the side are no longer {listed(_mark_names(rows, rule.marks), 'or') or 'marked'}."]


def _mark_names(rows: Rows, marks: tuple[str, ...]) -> list[str]:
    """Marks as the rules in use call them."""
    known = all_mechanisms()
    used = [known[row.mechanism] for row in rows.all(MechanismRow) if row.mechanism in known]
    names = {kind.key: kind.name.lower() for rule in used for kind in rule.marks}
    return [names.get(mark, mark.replace("-", " ")) for mark in marks]


def _build_up(_rows: Rows, rule: BuildUpPhase) -> list[str]:
    done = (
        ("reinforcements arrive", rule.arrivals),
        ("replacement steps are spent", rule.replacements),
        ("centres produce", rule.production),
    )
    return [f"{_begin(listed([words for words, on in done if on]) or 'nothing happens')}."]


def _pause(_rows: Rows, _rule: PausePhase) -> list[str]:
    return ["Nothing is decided; the turn marker moves on."]


def _weather(_rows: Rows, rule: WeatherPhase) -> list[str]:
    said = ["Dice are thrown on the weather table of every zone that has one."]
    if rule.part:
        said.append(f"It is read {'half' if rule.part == 0.5 else f'{rule.part:g} of'} a turn on.")
    return [*said, "On the first turn the weather of the set-up stands."] if rule.first_turn_stands else said


_WORDS: dict[type[Parameters], tuple[frozenset[str], Words]] = {
    Zoc: (frozenset({"movement", "units", "not_across", "capable", "stopped"}), _zoc),
    Stacking: (frozenset({"limits", "phases", "removed_by", "boxes"}), _stacking),
    RecoveryPhase: (RecoveryPhase.told, _recovery),
    Control: (frozenset({"by", "kinds", "capable"}), _control),
    Arrivals: (frozenset({"may_delay", "not_in_zoc", "phases", "pay", "payers", "most_held", "held"}), _arrivals),
    OddsCombat: (
        frozenset(
            {
                "chart",
                "heads",
                "rounding",
                "capable",
                "once",
                "one_per_hexside",
                "hex_shifts",
                "advance",
                "several",
                "below",
                "above_result",
                "below_result",
                "halving",
                "unopposed",
                "order",
            }
        ),
        _odds,
    ),
    Support: (frozenset({"markers", "per_battle"}), _support),
    Retreat: (
        frozenset(
            {
                "zoc_costs_step",
                "zoc_end_eliminates",
                "extend_for_stacking",
                "zones",
                "empty_first",
                "overflow",
                "newcomers",
                "full",
                "order",
            }
        ),
        _retreat,
    ),
    Replacements: (frozenset({"chart", "home", "places", "limits", "never"}), _replacements),
    MovementPhase: (frozenset({"modes", "stacks", "resume", "from_start", "only"}), _movement),
    CombatPhase: (frozenset({"units", "announce", "battle", "only"}), _combat),
    BuildUpPhase: (frozenset({"arrivals", "replacements", "production"}), _build_up),
    PausePhase: (frozenset(), _pause),
    WeatherPhase: (frozenset({"first_turn_stands", "part"}), _weather),
}
"""Rules with sentences of their own: the parameters that the sentences cover, and who says them."""
