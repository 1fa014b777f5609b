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
from engine.records.play import Phase
from engine.rules.arrivals import Arrivals
from engine.rules.buildup import BuildUpPhase, PausePhase
from engine.rules.combat import CombatPhase, OddsCombat, Support
from engine.rules.control import Control
from engine.rules.movement import MovementPhase
from engine.rules.parameters import Parameters
from engine.rules.reach import MoveMode
from engine.rules.replacements import Replacements
from engine.rules.retreat import Retreat
from engine.rules.stacking import Stacking
from engine.rules.weather import WeatherPhase
from engine.rules.zoc import Zoc
from engine.scenario.sentences import listed, units_words

P = TypeVar("P", bound=Parameters)
Words = Callable[[Rows, Any], list[str]]


def rule_words(rows: Rows, rule: Parameters) -> list[str]:
    """A rule with its parameters, as sentences; one that has none of its own is read from its declaration."""
    covered, words = _WORDS.get(type(rule), (frozenset(), None))
    said = words(rows, rule) if words else [rule.help]
    return [*said, *parameter_words(rows, rule, without=covered, usual=words is None)]


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
        pairs = [(_name(rows, Side, str(key)), _value_words(rows, part, refers)) for key, part in value.items()]
        return "; ".join(f"{name}: {said}" for name, said in pairs)
    if isinstance(value, tuple):
        return listed([_value_words(rows, part, refers) for part in value])
    return _name(rows, TABLES[refers], str(value)) if refers else str(value)


def _name(rows: Rows, kind: type[Record], key: str) -> str:
    return str(getattr(rows.get(kind, key), "name", "") or key)


def _names(rows: Rows, kind: type[Record], keys: tuple[str, ...], last: str = "and") -> str:
    return listed([_name(rows, kind, key).lower() for key in keys], last)


def _whom(rows: Rows, chosen: Selector) -> str:
    said = units_words(rows, chosen)
    return f"{said[:1].upper()}{said[1:]}"


def _zoc(rows: Rows, rule: Zoc) -> list[str]:
    who = "Every unit" if rule.units == Selector() else _whom(rows, rule.units)
    verb = "has" if rule.units == Selector() else "have"
    said = [f"{who} {verb} a zone of control in the neighbouring hexes."]
    if rule.not_across:
        said.append(f"It does not reach across a {_names(rows, HexsideKind, rule.not_across, 'or')}.")
    said.append(
        "A unit that enters an enemy zone must stop."
        if rule.movement == "stop"
        else "Enemy zones do not hinder movement."
    )
    return said


def _stacking(rows: Rows, rule: Stacking) -> list[str]:
    if not rule.limits:
        return ["Any number of units may share a hex."]
    said = [f"At most {limit.most} of {units_words(rows, limit.units)} may share a hex." for limit in rule.limits]
    when = listed([_name(rows, Phase, key) for key in rule.phases], "or") or "any phase"
    return [*said, f"This is looked at when {when} ends; the owner removes what is too many."]


def _control(_rows: Rows, rule: Control) -> list[str]:
    how = "moved through it" if rule.by == "passing" else "ended a move in it"
    return [f"A place belongs to the side whose unit last {how}."]


def _arrivals(_rows: Rows, rule: Arrivals) -> list[str]:
    said = ["Units that are due are placed in their entry area."]
    said.append("Their owner may hold them back for a later turn." if rule.may_delay else "They may not be held back.")
    if rule.not_in_zoc:
        said.append("They may not be placed in an enemy zone of control.")
    return said


def _odds(rows: Rows, rule: OddsCombat) -> list[str]:
    said = [
        f"The attack strength divided by the defence strength gives a column of the {_name(rows, Chart, rule.chart)}; "
        "fractions are dropped in the defender's favour. Shifts move the column, and the dice give the result."
    ]
    said.append(
        "Of the shifts for the defender's terrain and places only the worst counts."
        if rule.hex_shifts == "worst"
        else "The shifts for the defender's terrain and places are added."
    )
    if rule.one_per_hexside:
        said.append("Only one unit may attack across each hexside.")
    said.append(
        "One attacker may advance into a hex that the defender has left."
        if rule.advance
        else "There is no advance after combat."
    )
    return said


def _support(rows: Rows, rule: Support) -> list[str]:
    return [
        f"{_whom(rows, rule.markers)} are support markers: at most {rule.per_battle} in a battle, each once a turn; "
        "the number on the marker shifts the column."
    ]


def _retreat(_rows: Rows, rule: Retreat) -> list[str]:
    said = ["Retreating units move away from their hex, around enemy zones of control where they can."]
    if rule.zoc_costs_step:
        said.append("Retreating into or through an enemy zone costs a step.")
    if rule.zoc_end_eliminates:
        said.append("A unit whose retreat ends in an enemy zone is eliminated.")
    if rule.extend_for_stacking:
        said.append("A unit that finds no room goes on hex by hex until it does.")
    return said


def _replacements(rows: Rows, rule: Replacements) -> list[str]:
    said = [
        f"Each side gets the steps that {_name(rows, Chart, rule.chart)} gives it for the turn; one step returns a "
        "lost unit at its weakest, or restores one step of a unit on the map."
    ]
    for side, region in rule.home.items():
        said.append(f"{_name(rows, Side, side)} units return at {_name(rows, Region, region)}.")
    if rule.places:
        places = _names(rows, PlaceKind, rule.places, "or")
        said.append(f"They may also return in a friendly {places} in communication.")
    said += [f"At most {limit.most} of {units_words(rows, limit.units)} return in a turn." for limit in rule.limits]
    if rule.never is not None:
        said.append(f"{_whom(rows, rule.never)} are never replaced.")
    return said


def _movement(rows: Rows, rule: MovementPhase) -> list[str]:
    plain = rule.modes == (MoveMode(),)
    first = "Each unit may move once, spending movement points by terrain."
    return [first] if plain else [first, *(_mode(rows, mode) for mode in rule.modes)]


def _mode(rows: Rows, mode: MoveMode) -> str:
    usual = {1.0: "their full movement", 0.5: "half their movement"}
    share = usual.get(mode.share, f"{mode.share:g} times their movement")
    parts = [f"{_whom(rows, mode.units)} have {share}"]
    if mode.links_only:
        parts.append(f"only along a connected {_names(rows, LinkKind, mode.links_only, 'or')}")
    if mode.not_from_zoc:
        parts.append("if they do not begin in an enemy zone")
    if mode.ignore_terrain:
        parts.append("every hex costing one point")
    if mode.ignore_zoc:
        parts.append("without regard to enemy zones")
    if mode.ignore_weather:
        parts.append("whatever the weather")
    return ", ".join(parts) + "."


def _combat(rows: Rows, rule: CombatPhase) -> list[str]:
    said = ["All battles are announced, then fought one by one in the attacker's order."]
    return said if rule.units == Selector() else [*said, f"{_whom(rows, rule.units)} may attack."]


def _build_up(_rows: Rows, rule: BuildUpPhase) -> list[str]:
    both = [
        word
        for word, on in (("reinforcements arrive", rule.arrivals), ("replacement steps are spent", rule.replacements))
        if on
    ]
    said = listed(both) or "nothing happens"
    return [f"{said[:1].upper()}{said[1:]}."]


def _pause(_rows: Rows, _rule: PausePhase) -> list[str]:
    return ["Nothing is decided; the turn marker moves on."]


def _weather(_rows: Rows, rule: WeatherPhase) -> list[str]:
    said = ["Dice are thrown on the weather table of every zone that has one."]
    return [*said, "On the first turn the weather of the set-up stands."] if rule.first_turn_stands else said


_WORDS: dict[type[Parameters], tuple[frozenset[str], Words]] = {
    Zoc: (frozenset({"movement", "units", "not_across"}), _zoc),
    Stacking: (frozenset({"limits", "phases"}), _stacking),
    Control: (frozenset({"by"}), _control),
    Arrivals: (frozenset({"may_delay", "not_in_zoc"}), _arrivals),
    OddsCombat: (frozenset({"chart", "one_per_hexside", "hex_shifts", "advance"}), _odds),
    Support: (frozenset({"markers", "per_battle"}), _support),
    Retreat: (frozenset({"zoc_costs_step", "zoc_end_eliminates", "extend_for_stacking"}), _retreat),
    Replacements: (frozenset({"chart", "home", "places", "limits", "never"}), _replacements),
    MovementPhase: (frozenset({"modes"}), _movement),
    CombatPhase: (frozenset({"units"}), _combat),
    BuildUpPhase: (frozenset({"arrivals", "replacements"}), _build_up),
    PausePhase: (frozenset(), _pause),
    WeatherPhase: (frozenset({"first_turn_stands"}), _weather),
}
"""Rules with sentences of their own: the parameters that the sentences cover, and who says them."""
