"""What a side meant to do with a turn, in a few sentences and places; and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.play.game import Entry, Game
from engine.records.family import convert
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.scenario.sentences import counted, first_few
from engine.state.events import BattleFought, PhaseBegan

KEY = "plan"
"""Where the reason of an action holds the intent of its turn: with the first order that carries it out."""

NAMED = 3
"""The most places that a line of a review names."""

MOST = 100
"""The most sentences and cells that are read: a log from elsewhere may hold anything."""


class Intent(msgspec.Struct, frozen=True):
    """The plan of a turn: its sentences, and the cells that are to be taken, held and fought for."""

    says: tuple[str, ...]
    take: tuple[int, ...] = ()
    hold: tuple[int, ...] = ()
    fight: tuple[int, ...] = ()

    def as_kept(self) -> dict[str, list[Any]]:
        """What a reason holds of it: lists, as they come back from a log."""
        return {name: list(getattr(self, name)) for name in self.__struct_fields__}


@dataclass(frozen=True)
class Reviewed:
    """An intent, whose it was, where the log holds it, and what came of it in words."""

    side: int
    turn: int
    entry: int
    intent: Intent
    came: str


def intent_in(entry: Entry) -> Intent | None:
    """The intent that an entry of the log holds, or None; what makes no sense is none."""
    said = (entry.why or {}).get(KEY)
    if said is None:
        return None
    try:
        found = convert(said, Intent)
    except msgspec.ValidationError:
        return None
    parts = (found.says, found.take, found.hold, found.fight)
    return found if found.says and max(map(len, parts)) <= MOST else None


def told_already(setting: Setting, log: Sequence[Entry], side: int) -> bool:
    """Whether a side's intent for its running turn stands in the log; a phase of the enemy's begins another turn."""
    for entry in reversed(log):
        if entry.side == side and KEY in (entry.why or {}):
            return True
        began = [event for event in entry.events if isinstance(event, PhaseBegan)]
        if any(setting.side_of_phase(event) == 1 - side for event in began):
            return False
    return False


def intents(game: Game, first: int = 0, last: int | None = None) -> Iterator[tuple[int, Entry, Intent]]:
    """Every intent of a game, or of a part of its log, with its entry and the number of that."""
    on_board = range(game.setting.board.size).__contains__
    for number in range(first, game.cursor if last is None else min(last, game.cursor)):
        found = intent_in(game.log[number])
        if found is not None and all(map(on_board, (*found.take, *found.hold, *found.fight))):
            yield number, game.log[number], found


def review(game: Game, side: int) -> tuple[Reviewed, ...]:
    """The intents of a side held against what happened until it made its next plan, or until now."""
    told = [(number, intent) for number, entry, intent in intents(game) if entry.side == side]
    fork, found = game.fork(), []
    for place, (number, intent) in enumerate(told):
        until = told[place + 1][0] if place + 1 < len(told) else game.cursor
        fork.go_to(number)
        turn = fork.state.turn
        fork.go_to(until)
        fought = {
            cell
            for entry in game.log[number:until]
            for event in entry.events
            if isinstance(event, BattleFought) and _attacked(fork.table, event, side)
            for cell in (event.target, *event.others)
        }
        found.append(Reviewed(side, turn, number, intent, _came_of(fork.table, side, intent, fought)))
    return tuple(found)


def _attacked(table: Table, battle: BattleFought, side: int) -> bool:
    """Whether a side was the attacker in a battle."""
    return bool(battle.attackers) and table.side_of(battle.attackers[0]) == side


def _came_of(table: Table, side: int, intent: Intent, fought: set[int]) -> str:
    """What came of an intent, as the table now stands."""
    ours = {cell for cell in (*intent.take, *intent.hold) if _holds(table, side, cell)}
    parts = [
        ("took", [cell for cell in intent.take if cell in ours]),
        ("did not take", [cell for cell in intent.take if cell not in ours]),
        ("held", [cell for cell in intent.hold if cell in ours]),
        ("lost", [cell for cell in intent.hold if cell not in ours]),
    ]
    said = [f"{verb} {first_few([*map(table.label, cells)], NAMED, 'place')}" for verb, cells in parts if cells]
    if intent.fight:
        done = sum(cell in fought for cell in intent.fight)
        said.append(f"fought {done} of {counted(len(intent.fight), 'planned battle')}")
    return "; ".join(said)


def _holds(table: Table, side: int, cell: int) -> bool:
    """Whether a side controls a place in a cell."""
    return any(table.state.control[place] == side for place in table.setting.places_at.get(cell, ()))
