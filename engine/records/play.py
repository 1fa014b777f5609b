"""Records of play: scenario, turns, sequence, mechanisms, set-up, victory, options, doctrine, balance, rules text."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.records.base import Record, col
from engine.records.board import CellName, Key, Name, Note, Provenance
from engine.records.counters import Selector
from engine.records.family import Family

Params = Annotated[dict[str, Any], col("Parameters", "As the phase or mechanism declares them")]


class ScenarioRow(Record, frozen=True, kw_only=True):
    """What a scenario is called and says of itself."""

    table: ClassVar[str] = "scenario"
    key: ClassVar[tuple[str, ...]] = ()

    title: Name
    subtitle: Annotated[str, col("Subtitle", max_length=200)] = ""
    system: Annotated[str, col("System", "Which rule system it belongs to", max_length=60)] = "custom"
    description: Annotated[str, col("Description", max_length=20000)] = ""
    family: Annotated[str, col("Family", "Key of the scenario that it and its kin stand on; empty: none")] = ""
    turns: Annotated[int, col("Turns", "The number of the last turn", ge=1, le=200)] = 7
    first_turn: Annotated[
        int, col("First turn", "The number of the first; arrivals before it are left out", ge=1, le=200)
    ] = 1
    provenance: Provenance = "ours"
    sources: Annotated[str, col("Sources", "What is printed, what was found, what is ours", max_length=20000)] = ""


class Turn(Record, frozen=True, kw_only=True):
    """One box of the turn record track."""

    table: ClassVar[str] = "turn"
    key: ClassVar[tuple[str, ...]] = ("turn",)

    turn: Annotated[int, col("Turn", ge=1, le=200)]
    name: Annotated[str, col("Label", "22-30 June 1941", max_length=60)]
    note: Note = ""


class Phase(Record, frozen=True, kw_only=True):
    """One phase of the sequence of play."""

    table: ClassVar[str] = "phase"
    key: ClassVar[tuple[str, ...]] = ("phase",)

    phase: Key
    name: Name
    kind: Annotated[str, col("Kind", "What is done in it: movement, combat, arrivals ...", max_length=40)]
    position: Annotated[int, col("Position")] = 0
    side: Annotated[str | None, col("Side", refers="side")] = None
    player: Annotated[
        Literal["", "first", "second"],
        col("Player", "Instead of a side: whoever goes first or second on the turn, where a rule settles that"),
    ] = ""
    first_turn: Annotated[int | None, col("From turn")] = None
    last_turn: Annotated[int | None, col("Until turn")] = None
    params: Params = {}


class MechanismRow(Record, frozen=True, kw_only=True):
    """A mechanism that the scenario uses, with its parameters."""

    table: ClassVar[str] = "mechanism"
    key: ClassVar[tuple[str, ...]] = ("mechanism",)

    mechanism: Key
    params: Params = {}


class Placement(Record, frozen=True, kw_only=True):
    """One line of the set-up: these units, that many, there."""

    table: ClassVar[str] = "placement"
    key: ClassVar[tuple[str, ...]] = ("placement",)

    placement: Key
    side: Annotated[str, col("Side", "Who places", refers="side")]
    position: Annotated[int, col("Position", "Order of set-up")] = 0
    units: Annotated[Selector, col("Units", "Which units may be placed")] = Selector()
    count: Annotated[int, col("Count", "How many; 0: every unit that matches", ge=0, le=999)] = 0
    cell: Annotated[CellName | None, col("Cell", "A fixed cell or box")] = None
    place: Annotated[str | None, col("Place", "Or the cell of this place", refers="place")] = None
    region: Annotated[str | None, col("Region", "Or any cell of this region", refers="region")] = None
    per_cell: Annotated[int, col("Per cell", "At most so many of these in one cell; 0: as stacking allows", ge=0)] = 0
    exactly: Annotated[int, col("Exactly", "Every cell of the region must end with so many; 0: no such rule", ge=0)] = 0
    apart: Annotated[bool, col("Apart", "No two of these in neighbouring cells")] = False
    face: Annotated[int, col("Face", "0: full strength", ge=0, le=3)] = 0
    note: Note = ""
    case: Annotated[str, col("Rule case")] = ""


class Arrival(Record, frozen=True, kw_only=True):
    """Units that arrive on a turn."""

    table: ClassVar[str] = "arrival"
    key: ClassVar[tuple[str, ...]] = ("arrival",)

    arrival: Key
    turn: Annotated[int, col("Turn", ge=1, le=200)]
    side: Annotated[str, col("Side", refers="side")]
    units: Annotated[Selector, col("Units")] = Selector()
    count: Annotated[int, col("Count", "0: every unit that matches", ge=0, le=999)] = 0
    region: Annotated[str | None, col("Entry", "Region they enter by", refers="region")] = None
    face: Annotated[int, col("Face", "0: full strength", ge=0, le=3)] = 0
    note: Note = ""
    case: Annotated[str, col("Rule case")] = ""


class AnyCondition(Family):
    """The family of conditions: what victory can hang on."""

    __slots__ = ()

    def words(self, rows: Any) -> str:
        """What a condition of a system's own asks, to follow an `if`."""
        raise NotImplementedError

    def holds(self, table: Any) -> bool:
        """Whether a condition of a system's own holds now."""
        raise NotImplementedError


class Condition(msgspec.Struct, AnyCondition, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is"):
    """One part of a victory condition."""


class HoldsPlaces(Condition, frozen=True, kw_only=True, tag="holds-places"):
    """A side controls a number of places."""

    side: Annotated[str, col("Side", refers="side")]
    kinds: Annotated[tuple[str, ...], col("Kinds of place", refers="place_kind")] = ()
    places: Annotated[tuple[str, ...], col("Places", "Empty: every place of the kinds", refers="place")] = ()
    owned_at_start_by: Annotated[str, col("Owned at start by", "Only places that were this side's; empty: any")] = ""
    at_least: Annotated[int, col("At least", "-1: all of them", ge=-1)] = 0
    at_most: Annotated[int, col("At most", "-1: no limit", ge=-1)] = -1
    occupied: Annotated[bool, col("Occupied", "A unit must stand there")] = False


class HasPoints(Condition, frozen=True, kw_only=True, tag="has-points"):
    """A side's victory points lie in a range."""

    side: Annotated[str, col("Side", refers="side")]
    at_least: Annotated[float, col("At least")] = 0.0
    at_most: Annotated[float | None, col("At most")] = None
    less: Annotated[str, col("Less those of", "The points of this side are taken off; empty: none", refers="side")] = ""


class PointsByTurn(Condition, frozen=True, kw_only=True, tag="points-by-turn"):
    """A side has as many victory points as a table asks for on this turn."""

    side: Annotated[str, col("Side", refers="side")]
    chart: Annotated[str, col("Table", "Its rows are turns", refers="chart")] = ""
    column: Annotated[str, col("Column", max_length=40)] = ""


class TurnReached(Condition, frozen=True, kw_only=True, tag="turn-reached"):
    """The turn that is over lies in a range."""

    at_least: Annotated[int, col("From turn", "Once this turn is over", ge=1, le=200)] = 1
    at_most: Annotated[int, col("Until turn", "Not after a later one is over", ge=1, le=200)] = 200

    def words(self, rows: Any) -> str:
        """Which turns, with what they are called."""
        box = rows.get(Turn, self.at_least)
        until = "" if self.at_most >= 200 else f", and none after turn {self.at_most}"
        return f"turn {self.at_least}{f' ({box.name})' if box and box.name else ''} is over{until}"

    def holds(self, table: Any) -> bool:
        """Whether the turn at hand lies in it."""
        return bool(self.at_least <= table.state.turn <= self.at_most)


class RuleDecided(Condition, frozen=True, kw_only=True, tag="rule-decided"):
    """A rule of the game has decided it."""

    rule: Annotated[str, col("Rule", "The mechanism that decides", max_length=60)] = ""


class Eliminated(Condition, frozen=True, kw_only=True, tag="eliminated"):
    """A side has no unit left on the map."""

    side: Annotated[str, col("Side", refers="side")]
    at_most: Annotated[int, col("At most so many units left", ge=0)] = 0


class AllOf(Condition, frozen=True, kw_only=True, tag="all"):
    """Every part holds."""

    parts: Annotated[tuple[AnyCondition, ...], col("Parts")] = ()


class AnyOf(Condition, frozen=True, kw_only=True, tag="any"):
    """At least one part holds."""

    parts: Annotated[tuple[AnyCondition, ...], col("Parts")] = ()


class Victory(Record, frozen=True, kw_only=True):
    """One way the game can end; the first that holds, in order, decides."""

    table: ClassVar[str] = "victory"
    key: ClassVar[tuple[str, ...]] = ("victory",)

    victory: Key
    name: Annotated[str, col("Level", "German win, draw, Soviet decisive victory", max_length=80)]
    position: Annotated[int, col("Position")] = 0
    when: Annotated[
        Literal["end", "turn", "always"],
        col("Checked", "end: after the last turn; turn: after each turn; always: after every action"),
    ] = "end"
    winner: Annotated[str | None, col("Winner", "Empty: a draw", refers="side")] = None
    condition: Annotated[AnyCondition, col("Condition")] = AllOf()
    case: Annotated[str, col("Rule case")] = ""


class Override(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change to one row that an option makes before the game starts."""

    table: str
    key: tuple[str | int, ...]
    set: dict[str, Any] = {}
    delete: bool = False


class OptionChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One choice of an option."""

    choice: Annotated[str, col("Key", "Short name, kept with the game")]
    name: Annotated[str, col("Name", "As players read it")]
    overrides: Annotated[tuple[Override, ...], col("Changes", "Made to rows before the game starts")] = ()


class Option(Record, frozen=True, kw_only=True):
    """An optional rule or balance setting, chosen when a game is started."""

    table: ClassVar[str] = "option"
    key: ClassVar[tuple[str, ...]] = ("option",)

    option: Key
    name: Name
    help: Annotated[str, col("Help", max_length=2000)] = ""
    choices: Annotated[tuple[OptionChoice, ...], col("Choices", "The first is the default")] = ()
    position: Annotated[int, col("Position")] = 0
    case: Annotated[str, col("Rule case")] = ""


class Plan(Record, frozen=True, kw_only=True):
    """A plan that a bot may follow; one is drawn at the start of a game."""

    table: ClassVar[str] = "plan"
    key: ClassVar[tuple[str, ...]] = ("plan",)

    plan: Key
    name: Name
    side: Annotated[str, col("Side", refers="side")]
    weight: Annotated[float, col("Weight", "How often it is drawn", ge=0)] = 1.0
    note: Note = ""


class Doctrine(Record, frozen=True, kw_only=True):
    """One doctrine rule of a plan."""

    table: ClassVar[str] = "doctrine"
    key: ClassVar[tuple[str, ...]] = ("plan", "rule")

    plan: Annotated[str, col("Plan", refers="plan")]
    rule: Annotated[str, col("Rule", "A doctrine rule of the engine", max_length=60)]
    on: Annotated[bool, col("On")] = True
    weight: Annotated[float, col("Weight", ge=0, le=10)] = 1.0
    params: Params = {}
    position: Annotated[int, col("Position")] = 0


class Balance(Record, frozen=True, kw_only=True):
    """The balance that the designer wishes for: between which shares of the games a side should score."""

    table: ClassVar[str] = "balance"
    key: ClassVar[tuple[str, ...]] = ("side",)

    side: Annotated[str, col("Side", refers="side")]
    least: Annotated[float, col("At least", "Share of games, a draw as half of one, from 0 to 1", ge=0, le=1)] = 0.4
    most: Annotated[float, col("At most", "Share of games, a draw as half of one, from 0 to 1", ge=0, le=1)] = 0.6


class RuleCase(Record, frozen=True, kw_only=True):
    """A rule case in our own words, for messages to cite and the reference to show."""

    table: ClassVar[str] = "rule_case"
    key: ClassVar[tuple[str, ...]] = ("case",)

    case: Annotated[str, col("Case", "AB-9.1.2", max_length=20)]
    title: Name
    text: Annotated[str, col("Text", "In our words", max_length=4000)] = ""
    position: Annotated[int, col("Position")] = 0
