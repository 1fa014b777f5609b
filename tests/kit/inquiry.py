"""Every question that is put to the rules, put to each of them about a position, and the answers boiled down.

Games ask only what they come to.  Here each rule is asked about pieces, stacks, cells, battles, arrivals and results of
a position, whoever's turn it is, and each occasion that rules take note of is made to happen and taken back.  What is
written for a question is a mark of all answers to it, so that a change shows which question is answered otherwise.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from types import FunctionType
from typing import Any

import msgspec
import numpy as np

from engine.play import Game
from engine.records.charts import Result
from engine.rules.combat import BattleKind, OddsCombat
from engine.rules.forecast import forecast_battle
from engine.rules.joining import attackers_of, targets
from engine.rules.mechanism import Mechanism
from engine.rules.movement import reach_of
from engine.rules.score import lines
from engine.rules.stacking import broken_limit, crowding, excess, fits, overstacked
from engine.rules.supply import line_of, supplied
from engine.rules.table import Table
from engine.rules.threat import threats
from engine.rules.zoc import open_zone, stops_for, zone
from engine.state.actions import AnyAction
from engine.state.tasks import Battle
from tests.kit.strangers import strangers

PIECES, BATTLES, CELLS, ACTIONS = 12, 5, 24, 12
"""How many of each side or map are asked about, spread over all there are."""

FEW = 30
"""Where more stacks than this stand, nobody asks what each could do to all cells."""

UNASKED = frozenset({"task", "price", "source", "toll", "program"})
"""What no question is put about that needs it: there is none without a game that has come to it."""


class Inquiry:
    """A position, and what there is in it to ask about."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._table = table = Table(game.setting, game.state.copy(), seed=7)
        here = table.state.cell
        self._pieces = [piece for side in (0, 1) for piece in spread(table.on_map(side), PIECES)]
        self._off = spread([piece for piece, cell in enumerate(here) if cell < 0], PIECES)
        near = {cell for piece in self._pieces for cell in (here[piece], *table.setting.neighbours[here[piece]])}
        self._cells = spread(sorted(near), CELLS)
        groups = spread(game.options().groups, ACTIONS) if game.decision is not None else []
        self._actions = [action for group in groups for action in spread(group.make(), 2)]
        self._battles = [battle for side in (0, 1) for battle in spread(list(self._possible(side)), BATTLES)]

    def _possible(self, side: int) -> Iterator[Battle]:
        """Every enemy stack with all who stand beside it: battles of each kind in turn."""
        table = self._table
        kinds = [one.key for one in table.setting.mechanisms if isinstance(one, BattleKind)] or [""]
        if table.mechanism(OddsCombat).chart not in table.scenario.combat_tables:
            return
        for number, cell in enumerate(sorted({table.state.cell[piece] for piece in table.on_map(1 - side)})):
            beside = sorted(at for at in table.setting.neighbours[cell] if table.holder(at) == side)
            attackers = tuple(piece for at in beside for piece in table.garrison(at))
            if attackers and table.garrison(cell):
                kind = kinds[number % len(kinds)]
                yield Battle(side, cell, attackers, tuple(table.garrison(cell)), (), kind)

    # What is asked

    def answers(self) -> dict[str, str]:
        """By question, a mark of all answers."""
        found = {name: list(self._asked(name)) for name in questions() if self._table.answering(name)}
        found |= {name: [self._told(ask) for ask in asks] for name, asks in self._beside().items()}
        return {name: mark(answers) for name, answers in found.items()}

    def _asked(self, name: str) -> Iterator[object]:
        for one in self._table.answering(name):
            for about in self._subjects(name):
                yield one.key, about, self._told(lambda one=one, about=about: getattr(one, name)(self._table, *about))

    def told_by(self, rule: Mechanism) -> Iterator[tuple[str, object, object]]:
        """By question and what it is about, what one rule answers and what came of it, whether it is in play or not."""
        for name in questions():
            if getattr(type(rule), name) is not getattr(Mechanism, name):
                asked = getattr(rule, name)
                for about in self._subjects(name):
                    yield name, about, self._told(partial(asked, self._table, *about))

    def _told(self, ask: Callable[[], object]) -> object:
        """An answer and what came of asking, which is taken back."""
        events = self._table.events
        answer = plain(ask())
        told = [msgspec.json.encode(event) for event in events]
        while events:
            events.pop().revert(self._table.state)
        return answer, told

    def _subjects(self, name: str) -> Iterable[tuple[Any, ...]]:
        """Everything that a question can be about here."""
        wanted = questions()[name]
        if "piece" in wanted and wanted[-1] in ("group", "path"):
            return [(piece, self._beside_it(piece, wanted[-1])) for piece in self._pieces]
        if name == "may_arrive":
            return product(self._off, self._cells)
        return product(*(self._some(what) for what in wanted))

    def _beside_it(self, piece: int, what: str) -> tuple[int, ...]:
        here = self._table.state.cell[piece]
        return tuple(self._table.stack(here)) if what == "group" else (here,)

    def _some(self, what: str) -> Sequence[object]:
        table = self._table
        found: dict[str, Callable[[], Sequence[object]]] = {
            "piece": lambda: self._pieces,
            "pieces": lambda: [tuple(table.stack(table.state.cell[piece])) for piece in self._pieces],
            "side": lambda: (0, 1),
            "cell": lambda: self._cells,
            "target": lambda: spread(self._cells, CELLS // 2),
            "battle": lambda: self._battles,
            "attacking": lambda: (True, False),
            "who": lambda: ("attacker", "defender"),
            "line": lambda: table.scenario.arrivals,
            "mode": lambda: ("", *sorted({mode.name for rule in table.setting.phases for mode in modes_of(rule)})),
            "throw": lambda: ("combat",),
            "weather": lambda: [each.weather for each in table.scenario.weathers],
            "edge": lambda: (tuple(self._cells),),
            "steps": lambda: (1, 2),
            "action": lambda: self._actions,
            "result": lambda: spread(table.scenario.rows.all(Result), 4),
        }
        return found[what]()

    def _strange(self) -> Iterable[AnyAction]:
        pieces = [*self._pieces[:1], *self._pieces[-1:], *self._off[:1], -1]
        return strangers(pieces, [*self._cells[:: CELLS // 2], -1]) if self._game.decision is not None else ()

    def _beside(self) -> dict[str, list[Callable[[], object]]]:
        """What players and bots ask beside, of all rules together."""
        table, pieces, cells, sides = self._table, self._pieces, self._cells, (0, 1)
        stacks = [(table.stack(cell), cell) for cell in sorted({table.state.cell[piece] for piece in pieces})]
        return {
            "all-zones": [lambda s=s: (zone(table, s), open_zone(table, s)) for s in sides],
            "all-stops": [lambda p=p: stops_for(table, (p,)) for p in pieces],
            "all-reach": [lambda p=p: [(way.cells(), way.points) for way in reach_of(table, p)] for p in pieces],
            "all-allowances": [lambda p=p: table.allowance(p) for p in pieces],
            "all-stacking": [
                *(lambda a=a: (broken_limit(table, *a), crowding(table, *a), excess(table, a[1])) for a in stacks),
                lambda: overstacked(table),
                *(lambda p=p, c=c: fits(table, p, c) for p, c in product(pieces, cells)),
            ],
            "all-supply": [lambda p=p: (supplied(table, p), line_of(table, p)) for p in pieces],
            "all-threats": [lambda s=s: threats(table, s) for s in sides if len(table.state.stacks) <= FEW],
            "all-targets": [lambda s=s: (targets(table, s), attackers_of(table, s)) for s in sides],
            "all-forecasts": [lambda b=b: forecast_battle(table, b) for b in self._battles],
            "all-points": [lambda: lines(table)],
            "all-judged": [lambda a=a: (a, self._game.judge(a)) for a in self._strange()],
        }


@cache
def questions() -> dict[str, tuple[str, ...]]:
    """Every question and occasion that needs nothing which only a game comes to, with what each is about."""
    found = {}
    for name, one in vars(Mechanism).items():
        if isinstance(one, FunctionType) and name[0] != "_":
            _, *about = inspect.signature(one).parameters.values()
            names = [each.name for each in about if each.default is inspect.Parameter.empty]
            if names[:1] == ["table"] and not UNASKED & set(names):
                found[name] = tuple(names[1:])
    return found


def spread(found: Sequence[Any], many: int) -> list[Any]:
    """So many of some things, evenly spread over all of them."""
    return list(found) if len(found) <= many else [found[number * len(found) // many] for number in range(many)]


def modes_of(rule: object) -> tuple[Any, ...]:
    """The ways in which a phase lets units move."""
    return getattr(rule, "modes", ())


def mark(answers: object) -> str:
    """A few letters that stand for answers."""
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:6]


def plain(answer: object) -> object:
    """An answer as nothing but tuples, numbers and words in an order of their own."""
    if isinstance(answer, np.ndarray):
        return answer.dtype.kind, hashlib.sha256(answer.astype(np.int64).tobytes()).hexdigest()[:12]
    if isinstance(answer, msgspec.Struct):
        return type(answer).__name__, *(plain(getattr(answer, field)) for field in answer.__struct_fields__)
    if dataclasses.is_dataclass(answer):
        return type(answer).__name__, *(plain(getattr(answer, each.name)) for each in dataclasses.fields(answer))
    if isinstance(answer, Mapping):
        return sorted((plain(key), plain(value)) for key, value in answer.items())
    if isinstance(answer, set | frozenset):
        return sorted(map(plain, answer), key=repr)
    if isinstance(answer, str | bytes | int | float | None):
        return answer
    return tuple(map(plain, answer)) if isinstance(answer, Iterable) else str(answer)
