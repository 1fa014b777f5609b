"""What the enemy did: his last turn as a short report, the gravest first, each line with its place on the map."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from designer.play.table.formations import Body, bodies
from designer.play.wording import sentence
from engine.play import Entry, Game
from engine.play.intent import intents
from engine.play.journal import eliminated, tell
from engine.rules.names import names_of
from engine.rules.table import Table
from engine.rules.threat import Threat, threats
from engine.scenario.sentences import counted, listed, plural
from engine.state.events import (
    AnyEvent,
    BattleFought,
    ControlChanged,
    PhaseBegan,
    StepLost,
    UnitEliminated,
    UnitMoved,
    UnitPlaced,
    UnitRetreated,
)

FEW = 6
"""The most lines under one heading."""

MANY, WHOLE = 12, 16
"""The most armies, and how many units of a formation may have done something before its parts are told apart."""

NO_LOSS, NO_BATTLE = "Nobody lost anything.", "He fought no battle."
THREATS, MEANT = "What he now threatens", "What he meant to do"

NAMED = 4
"""The most hexes that are named where several units of a kind arrived."""

EVEN = 1.0
"""Odds below which nobody speaks of a threat."""


@dataclass(frozen=True)
class SideTurn:
    """A side's turn in the log: whose, which, and its entries from the first up to the last and not including it."""

    side: int
    turn: int
    first: int
    last: int


@dataclass(frozen=True)
class DispatchLine:
    """One line: what it says, where it happened, and the entry of the log that tells of it; a heading has neither."""

    text: str
    cells: tuple[int, ...] = ()
    entry: int | None = None

    @property
    def heading(self) -> bool:
        """Whether it stands above others."""
        return not self.cells and self.entry is None


def turns_of(game: Game) -> list[SideTurn]:
    """The turns so far, the running one last; one is over where the other side answers in a phase of nobody."""
    found: list[SideTurn] = []
    nobodys = running = False
    for number, entry in enumerate(game.log[: game.cursor]):
        if running and nobodys and entry.side != found[-1].side:
            found[-1], running = replace(found[-1], last=number), False
        for event in entry.events:
            if not isinstance(event, PhaseBegan):
                continue
            side = game.setting.side_of_phase(event)
            nobodys = side is None
            if side is not None and not (running and found[-1].side == side):
                if running:
                    found[-1] = replace(found[-1], last=number + 1)
                found.append(SideTurn(side, event.turn, number, game.cursor))
                running = True
    return found


def last_of_enemy(game: Game, me: int) -> SideTurn | None:
    """The last turn that the enemy has brought to its end, with all that went before since I last did anything.

    In some games both sides have phases of their own between two turns, as for reinforcements: what the enemy did there
    belongs to what he did before, and does not take its place.  In a phase of nobody the turn before it is over.
    """
    last: SideTurn | None = None
    nobodys = game.state.phase >= 0 and game.table.phase_side(game.state.phase) is None
    over = turns_of(game) if nobodys else turns_of(game)[:-1]
    for turn in reversed([turn for turn in over if turn.side != me]):
        if last is not None and any(entry.side == me for entry in game.log[turn.last : last.first + 1]):
            break
        last = turn if last is None else SideTurn(turn.side, turn.turn, turn.first, last.last)
    return last


@dataclass
class _Account:
    """What is gathered while a turn is walked through."""

    battles: list[tuple[float, DispatchLine]] = field(default_factory=list)
    losses: dict[int, list[DispatchLine]] = field(default_factory=dict)
    steps: dict[int, int] = field(default_factory=dict)
    places: list[DispatchLine] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)
    fought: set[int] = field(default_factory=set)
    arrived: dict[str, list[DispatchLine]] = field(default_factory=dict)
    retreats: int = 0


def dispatch(game: Game, turn: SideTurn, me: int) -> list[DispatchLine]:
    """The report of an enemy's turn, for the side that reads it."""
    account, fork = _Account(), game.fork()
    fork.go_to(turn.first)
    for number in range(turn.first, turn.last):
        _gather(account, fork.table, number, _own_part(game, turn, number))
        fork.go_to(number + 1)
    return [
        *_losses(account, me),
        *_places(account),
        *_battles(account),
        *_moves(account, game, me),
        *_threatened(game, me),
        *_meant(game, turn),
    ]


def eventful(reports: Sequence[DispatchLine]) -> bool:
    """Whether the enemy did anything that is worth a report; what he threatens or meant to do he did not do."""
    told = [report.text for report in reports]
    done = told[: min(told.index(one) if one in told else len(told) for one in (THREATS, MEANT))]
    return any(text not in (NO_LOSS, NO_BATTLE) for text in done)


def _own_part(game: Game, turn: SideTurn, number: int) -> tuple[AnyEvent, ...]:
    """The events of an entry that belong to a turn: what came before it began or after it ended does not."""
    entry: Entry = game.log[number]
    mine = number != turn.first
    found = []
    for event in entry.events:
        if isinstance(event, PhaseBegan) and (side := game.setting.side_of_phase(event)) is not None:
            mine = side == turn.side
        if mine:
            found.append(event)
    return tuple(found)


def _gather(account: _Account, table: Table, number: int, events: Sequence[AnyEvent]) -> None:
    """Count what an entry did; the table stands as it was before it."""
    after = Table(table.setting, table.state.copy(), seed=0)
    for event in events:
        event.apply(after.state)
        match event:
            case BattleFought():
                cells = (event.target, *event.others)
                account.fought.update(event.attackers)
                account.battles.append((event.attack + event.defence, DispatchLine(_told(after, event), cells, number)))
            case UnitEliminated() if event.origin >= 0:  # who was never there is no loss: his pile is only put out
                _lose(account, after, event.piece, event.origin, f"is {eliminated(event.why)}", number)
            case StepLost():
                cell = after.state.cell[event.piece]
                _lose(account, after, event.piece, cell, "loses a step", number)
            case ControlChanged():
                place = int(after.board.cell(after.scenario.places[event.place].cell))
                account.places.append(DispatchLine(_told(after, event), (place,), number))
            case UnitMoved():
                account.moved.add(event.piece)
            case UnitPlaced():
                lines = account.arrived.setdefault(after.name(event.piece), [])
                lines.append(DispatchLine(_told(after, event), (event.target,), number))
            case UnitRetreated():
                account.retreats += 1


def _told(table: Table, event: AnyEvent) -> str:
    return tell(table, event) or ""


def _lose(account: _Account, table: Table, piece: int, cell: int, how: str, number: int) -> None:
    side, counter = table.side_of(piece), table.state.counter[piece]
    steps = 1
    if how != "loses a step" and counter is not None:
        steps = max(1, table.scenario.counters[counter].steps - table.state.face[piece])
    account.steps[side] = account.steps.get(side, 0) + steps
    where = f" in {table.label(cell)}" if cell >= 0 else ""
    text = f"{sentence(names_of(table, (piece,)))}{where} {how}."
    account.losses.setdefault(side, []).append(DispatchLine(text, (cell,) if cell >= 0 else (), number))


def _losses(account: _Account, me: int) -> list[DispatchLine]:
    found: list[DispatchLine] = []
    for side, who in ((me, "You lost"), (1 - me, "The enemy lost")):
        lines = sorted(account.losses.get(side, []), key=lambda line: "eliminated" not in line.text)
        if lines:
            unit = account.steps[side] == len(lines) and all("eliminated" in line.text for line in lines)
            found += _under(f"{who} {counted(account.steps[side], 'unit' if unit else 'step')}", lines)
    return found or [DispatchLine(NO_LOSS)]


def _places(account: _Account) -> list[DispatchLine]:
    places = list({place.text: place for place in account.places}.values())  # a city of two hexes is told once
    return _under("What changed hands", places) if places else []


def _battles(account: _Account) -> list[DispatchLine]:
    """The battles, the biggest first."""
    lines = [line for _, line in sorted(account.battles, key=lambda one: -one[0])]
    if not lines:
        return [DispatchLine(NO_BATTLE)]
    fell_back = f"; {counted(account.retreats, 'unit')} fell back" if account.retreats else ""
    return _under(f"He fought {counted(len(lines), 'battle')}{fell_back}", lines)


def _moves(account: _Account, game: Game, me: int) -> list[DispatchLine]:
    found: list[DispatchLine] = []
    if account.moved or account.fought:
        armies = _armies(account, game.view(me).table, 1 - me)
        found = _under("What his armies did", armies, most=MANY)
    return found + (_under("What came to him", _arrived(account, game.table)) if account.arrived else [])


def _arrived(account: _Account, table: Table) -> list[DispatchLine]:
    """Who came; units that look alike are told together."""
    found: list[DispatchLine] = []
    for name, lines in account.arrived.items():
        cells = tuple(dict.fromkeys(cell for line in lines for cell in line.cells))
        if len(lines) == 1:
            found += lines
        else:
            kind = plural(re.sub(r"^an? ", "", name))
            where = [table.label(cell) for cell in cells]
            named = listed(where if len(where) <= NAMED else [*where[: NAMED - 1], f"{len(where) - NAMED + 1} more"])
            found.append(DispatchLine(f"{len(lines)} {kind} are placed: {named}.", cells, lines[0].entry))
    return found


def _armies(account: _Account, table: Table, side: int) -> list[DispatchLine]:
    """What each of his armies did, those that fought and moved most first; nobody is named who is not seen."""
    here = {piece for piece in account.moved | account.fought if table.state.cell[piece] >= 0}
    lines: list[tuple[tuple[int, int], DispatchLine]] = []
    for body in _parted(bodies(table, side), here):
        own = [piece for piece in body.pieces if piece in here and piece not in table.unseen]
        moved, fought = len(account.moved.intersection(own)), len(account.fought.intersection(own))
        if own:
            did = [f"{counted(moved, 'unit')} moved"] if moved else []
            did += [f"{counted(fought, 'unit')} fought"] if fought else []
            cells = tuple(dict.fromkeys(table.state.cell[piece] for piece in own))
            lines.append(((fought, moved), DispatchLine(f"{body.name}: {', '.join(did)}.", cells)))
    ordered = [line for _, line in sorted(lines, key=lambda each: each[0], reverse=True)]
    beneath = len(here.intersection(table.unseen))
    return [*ordered, *([DispatchLine(f"Unseen beneath others: {counted(beneath, 'unit')}.")] if beneath else [])]


def _parted(found: Iterable[Body], here: set[int]) -> Iterable[Body]:
    """Formations of which more did something than one line can tell, by their parts: an army group by its armies."""
    for body in found:
        if not body.parts or len(here.intersection(body.pieces)) <= WHOLE:
            yield body
        else:
            yield from body.parts
            yield Body(body.key, f"{body.name}, its own", body.members)


def _under(
    heading: str, lines: Sequence[DispatchLine], most: int = FEW, rest: str = ", told in the journal"
) -> list[DispatchLine]:
    more = len(lines) - most
    return [DispatchLine(heading), *lines[:most], *([DispatchLine(f"… and {more} more{rest}.")] if more > 0 else [])]


def _threatened(game: Game, me: int) -> list[DispatchLine]:
    """Whom the enemy could now attack at good odds, and which places of yours stand open to him."""
    table = game.view(me).table
    places = {int(table.board.cell(place.cell)) for place in table.scenario.places}
    found = threats(table, 1 - me, places.union(table.state.cell[piece] for piece in table.on_map(me)))
    lines = [*_open_places(table, found, me), *_threatened_units(table, found, me)]
    return _under(THREATS, lines, rest="") if lines else []


def _meant(game: Game, turn: SideTurn) -> list[DispatchLine]:
    """What his turn was for, as his staff put it when it began; where counters lie hidden, that is for the debrief."""
    if game.setting.answering("concealed"):
        return []
    told = [
        DispatchLine(text, (*intent.take, *intent.hold, *intent.fight), number)
        for number, entry, intent in intents(game, turn.first, turn.last)
        for text in intent.says
        if entry.side == turn.side
    ]
    return _under(MEANT, told) if told else []


def _open_places(table: Table, found: dict[int, Threat], me: int) -> Iterable[DispatchLine]:
    for index, place in enumerate(table.scenario.places):
        cell = int(table.board.cell(place.cell))
        if table.state.control[index] == me and cell in found and not table.stack(cell):
            could = counted(len(found[cell].pieces), "enemy unit")
            yield DispatchLine(f"{place.name} stands open: {could} could come at it.", (cell,))


def _threatened_units(table: Table, found: dict[int, Threat], me: int) -> Iterable[DispatchLine]:
    mine = [(ratio(one.odds), cell, one) for cell, one in found.items() if one.odds and table.holder(cell) == me]
    for odds, cell, one in sorted(mine, key=lambda line: (-line[0], line[1])):
        if odds >= EVEN:
            first, *others = table.stack(cell)
            who = names_of(table, (first,)) + (f" and {counted(len(others), 'other')}" if others else "")
            text = f"{sentence(who)} in {table.label(cell)}: up to {one.odds} by {counted(len(one.pieces), 'unit')}."
            yield DispatchLine(text, (cell,))


def ratio(odds: str) -> float:
    """How heavy odds are, as a wargamer writes them: 3:1, 1-2, 5 to 3."""
    if odds.startswith("below"):
        return 0.0
    figures = [float(one) for one in re.findall(r"\d+(?:\.\d+)?", odds)]
    return figures[0] / figures[1] if len(figures) > 1 and figures[1] else (figures[0] if figures else 0.0)
