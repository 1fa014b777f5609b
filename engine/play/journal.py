"""The journal: what happened, in sentences, from the events of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.play.game import Entry, Game
from engine.rules.combat import BattleKind
from engine.rules.names import names_of
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, spent_words, tenths
from engine.state import State
from engine.state.events import (
    AnyEvent,
    BattleDeclared,
    BattleFought,
    ControlChanged,
    DieRolled,
    GameEnded,
    MarkerPlaced,
    MarkerRemoved,
    Noted,
    PhaseBegan,
    PointsScored,
    StepLost,
    StepRegained,
    UnitAdvanced,
    UnitEliminated,
    UnitMoved,
    UnitPlaced,
    UnitRetreated,
    UnitRevealed,
    WeatherChanged,
)

COVERED = (UnitMoved, UnitPlaced, StepRegained)
"""What the enemy does without showing whom he does it with, where rules hide his units."""


@dataclass(frozen=True)
class JournalLine:
    """One sentence of the journal: which entry told it, whose action it was, what it is about, and where."""

    entry: int
    side: int
    text: str
    cells: tuple[int, ...] = ()
    kind: str = ""
    case: str = ""


def tell(table: Table, event: AnyEvent) -> str | None:
    """A sentence for an event that has just been applied, or None for one that no story tells."""
    match event:
        case PhaseBegan():
            return f"{_turn(table, event.turn)}: {table.scenario.phases[event.phase].name}."
        case UnitPlaced():
            return f"{_name(table, event.piece)} is placed in {table.label(event.target)} ({event.why})."
        case UnitMoved():
            start, end = table.label(event.origin), table.label(event.target)
            return f"{_name(table, event.piece)} moves from {start} to {end}, {spent_words(event.spent)}."
        case UnitRetreated():
            return (
                f"{_name(table, event.piece)} retreats from {table.label(event.origin)} to {table.label(event.target)}."
            )
        case UnitAdvanced():
            return f"{_name(table, event.piece)} advances into {table.label(event.target)}."
        case UnitEliminated():
            return f"{_name(table, event.piece)} is {eliminated(event.why)}."
        case _:
            return _tell_rest(table, event)


def _tell_rest(table: Table, event: AnyEvent) -> str | None:
    match event:
        case StepLost():
            return f"{_name(table, event.piece)} loses a step {event.why}."
        case StepRegained():
            return f"{_name(table, event.piece)} regains a step."
        case UnitRevealed():
            counter = table.scenario.counters[event.counter]
            face = counter.faces[0]
            who, values = names_of(table, (event.piece,)), f"{face.attack:g}-{face.defence:g}-{face.movement:g}"
            return f"The untried unit is {who}, {values}."
        case ControlChanged():
            place = table.scenario.places[event.place]
            owner = "Nobody" if event.after is None else f"The {table.scenario.sides[event.after].name} side"
            return f"{owner} now holds {place.name}."
        case BattleDeclared():
            return f"{counted(len(event.battles), 'battle')} announced."
        case BattleFought():
            return _tell_battle(table, event)
        case DieRolled():
            return _tell_dice(event)
        case WeatherChanged() | MarkerPlaced() | MarkerRemoved():
            return _tell_ground(table, event)
        case GameEnded():
            return f"The game is over: {event.level}."
        case Noted():
            return event.text
        case _:
            return event.words(table)


SETTLED = ("draw", "weather", "initiative")
"""What such dice decide is told by itself."""

FOUGHT = ("battle for", "surprise at", "columns of the surprise")
"""What such dice are for, the battle says in the next line."""


def _tell_dice(event: DieRolled) -> str | None:
    """What dice show, and what for."""
    if event.why.startswith(SETTLED):
        return None
    what = f", {event.why}" if event.why and not event.why.startswith(FOUGHT) else ""
    return f"Dice{what}: {event.total}."


def _tell_ground(table: Table, event: WeatherChanged | MarkerPlaced | MarkerRemoved) -> str | None:
    if isinstance(event, WeatherChanged):
        zone, weather = table.scenario.zones[event.zone], table.scenario.weathers[event.after]
        rolled = "" if event.total is None else f"a {event.total} brings "
        stays = " as before" if event.before == event.after else ""
        return f"Weather, {zone.name}: {rolled}{weather.name.lower()}{stays}."
    kind = table.scenario.marker_kinds[event.marker]
    if isinstance(event, MarkerPlaced):
        return f"{kind.name} is laid in {table.label(event.target)}."
    if event.origin < 0:
        return None
    return f"{kind.name} goes from {table.label(event.origin)}: {event.why}."


def _tell_battle(table: Table, event: BattleFought) -> str:
    attackers = _names(table, event.attackers)
    verb = _verbs(table, event)[len(event.attackers) > 1]
    result = f"{event.code} ({event.result})" if event.code else event.result.lower()
    where = listed([table.label(cell) for cell in (event.target, *event.others)])
    return f"{attackers} {verb} {where}: {weighed(event)}: {result}."


def weighed(event: BattleFought, *, causes: bool = True) -> str:
    """The strengths of a battle, the odds or the column that they come to, and what shifts, with causes, made of it."""
    strengths = f"{tenths(event.attack)} against {tenths(event.defence)}"
    if not event.column:
        return strengths
    shifts = "".join(f", {columns:+d} {why}" for columns, why, _ in event.shifts if causes)
    became = f", column {event.column}" if shifts or event.column != event.odds else ""
    became = became if causes else became.replace(",", ", shifted to", 1)
    if is_ratio(event.odds):
        return f"{strengths}, {event.odds}{shifts}{became}"
    return f"strength {tenths(event.attack)}, column {event.odds}{shifts}{became}"


def is_ratio(column: str) -> bool:
    """Whether a column of a table compares two strengths, as 3:1 and 1-2 do, and does not count one, as 12 does."""
    return not column.replace("+", "").replace("–", "-").strip().isdigit()


def column_words(column: str) -> str:
    """A column as players say it: odds as they are, a number with what it is the number of."""
    return column if is_ratio(column) else f"column {column}"


def eliminated(why: str) -> str:
    """That a unit is gone, and why: in battle, or for a reason."""
    return f"eliminated {why}" if why.startswith("in ") else f"eliminated: {why}"


def _verbs(table: Table, event: BattleFought) -> tuple[str, str]:
    """What attackers do in a battle of this kind: one of them, several."""
    rule = table.setting.by_key(event.kind) if event.kind else None
    return rule.verbs if isinstance(rule, BattleKind) else BattleKind.verbs


def _turn(table: Table, turn: int) -> str:
    """A turn by its number, and by its name where that says more."""
    number, name = f"Turn {turn}", table.scenario.turn_name(turn)
    return number if name == number else f"{number} ({name})"


def _name(table: Table, piece: int) -> str:
    return _names(table, (piece,))


def _names(table: Table, pieces: Sequence[int]) -> str:
    names = names_of(table, pieces)
    return names[:1].upper() + names[1:]


def cells_of(event: AnyEvent) -> tuple[int, ...]:
    """The cells that an event is about, for showing it on the map."""
    match event:
        case UnitMoved() | UnitRetreated():
            return (event.origin, *event.path)
        case UnitPlaced() | MarkerPlaced():
            return (event.target,)
        case UnitAdvanced():
            return (event.origin, event.target)
        case UnitEliminated() | MarkerRemoved() if event.origin >= 0:
            return (event.origin,)
        case BattleFought():
            return (event.target, *event.others)
        case PointsScored() if event.cell is not None:
            return (event.cell,)
        case _:
            return ()


def journal(game: Game, upto: int | None = None) -> list[JournalLine]:
    """The whole story so far, told by replaying the log on a table of its own."""
    table = Table(game.setting, State.at_start(game.scenario), seed=0)
    lines: list[JournalLine] = []
    for number, entry in enumerate(game.log[: game.cursor if upto is None else upto]):
        lines += tell_entry(table, number, entry)
    return lines


def tell_entry(table: Table, number: int, entry: Entry, eyes: int | None = None) -> list[JournalLine]:
    """The sentences of one entry; the table is moved along.  With eyes, only what that side sees has a name."""
    lines, covered = [], _covered(table, entry, eyes)
    for event in entry.events:
        event.apply(table.state)
        table.unseen = covered if isinstance(event, COVERED) else frozenset()
        text = tell(table, event)
        if text:
            lines.append(JournalLine(number, entry.side, text, cells_of(event), type(event).__name__, _case(event)))
    table.unseen = frozenset()
    return lines


def _covered(table: Table, entry: Entry, eyes: int | None) -> frozenset[int]:
    """The pieces that a side does not see once an entry is over, where rules hide any."""
    asked = table.answering("concealed") if eyes is not None and entry.side != eyes else ()
    if eyes is None or not asked or not any(isinstance(event, COVERED) for event in entry.events):
        return frozenset()
    for event in entry.events:
        event.apply(table.state)
    found = frozenset(piece for one in asked for piece in one.concealed(table, eyes))
    for event in reversed(entry.events):
        event.revert(table.state)
    return found


def _case(event: AnyEvent) -> str:
    return str(getattr(event, "case", ""))


def text_of(lines: Iterable[JournalLine]) -> str:
    """The journal as plain text, one sentence a line."""
    return "\n".join(line.text for line in lines) + "\n"
