"""Tours: a game played on from a position, written down with all that could be done at every step.

A tour goes where random play seldom comes: each kind of action on offer is as likely as any other, and at every step
many actions are tried that are not on offer.  What is written for a step:

    3 soviet move: done, 24 move, 35 sail (b1f0)      who decides what, how many actions of each kind, and a mark
      no to 7 move PM-12.5, 2 sail PM-11.2            what was tried beside them and refused, by rule case
      The 25th division sails from Odessa to ...      what was done, in the words of the journal

The mark stands for everything that was on offer, tried, foreseen and done, so that nothing changes unnoticed.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from engine.play import Game
from engine.play.journal import journal
from engine.rules.decision import Decision
from engine.rules.forecast import forecast_battle
from engine.state.actions import AnyAction
from tests.kit.strangers import strangers

DONE, HASTE = "done", 0.5
"""To be done is chosen half as often as anything else that may be."""

FIRST, TRIED, REMEMBERED = 240, 30, 60
"""Actions beside those on offer that are tried at the first step and at every other, and how many are tried again."""

PIECES, CELLS = frozenset({"piece", "pieces", "carrier", "named"}), frozenset({"cell", "target", "path", "other", "to"})
"""What the fields of actions are called that hold pieces or cells."""


class Tour:
    """A game on its way, whoever leads it, and what was on offer so far."""

    def __init__(self, game: Game, seed: int, thorough: bool = False, tried: int = FIRST) -> None:
        self._game, self._chance, self._thorough = game, random.Random(seed), thorough
        self._asked: set[str] = set()
        self._tried: set[str] = set()
        self._first = tried
        self._earlier: list[AnyAction] = []

    def story(self, steps: int) -> str:
        """The story of so many steps."""
        lines = [line for number in range(1, steps + 1) if self._game.decision for line in self._step(number)]
        return "\n".join(lines) + "\n"

    def _step(self, number: int) -> Iterator[str]:
        game, decision = self._game, self._game.decision
        assert decision is not None
        offered = [(group.subject, action) for group in game.options().groups for action in group.make()]
        kinds: dict[str, list[AnyAction]] = {}
        for _, action in offered:
            kinds.setdefault(_kind(action), []).append(action)
        refused = [(_kind(action), game.judge(action)) for action in self._tries(kinds)]
        battles = getattr(game.state.agenda[-1], "battles", ())
        seen = [_said(offered), repr(refused), *(repr(forecast_battle(game.table, each)) for each in battles)]
        seen += [*self._beside(decision), *self._at_the_edges(kinds)] if self._thorough else []
        done = game.cursor
        game.apply(self._choice(kinds))
        mark = hashlib.sha256("\n".join([*seen, _said(game.log[done].events)]).encode()).hexdigest()[:4]
        counts = ", ".join(_times(len(actions), kind) for kind, actions in sorted(kinds.items()))
        yield f"{number} {game.scenario.sides[decision.side].side} {decision.kind}: {counts} ({mark})"
        noes = Counter(f"{kind} {verdict.case}".strip() for kind, verdict in refused if not verdict)
        if noes:
            yield f"  no to {', '.join(_times(many, what) for what, many in sorted(noes.items()))}"
        yield from (f"  {line.text}" for line in journal(game) if line.entry >= done)

    def _choice(self, kinds: dict[str, list[AnyAction]]) -> AnyAction:
        going_on = sorted(kinds.keys() - {DONE})
        among = going_on if going_on and self._chance.random() > HASTE else sorted(kinds)
        return self._chance.choice(kinds[self._chance.choice(among)])

    def _beside(self, decision: Decision) -> list[str]:
        """What the player is asked; and the first time that he is asked so, what is said to actions of every kind."""
        table, found = self._game.table, [decision.prompt]
        if decision.kind not in self._asked:
            self._asked.add(decision.kind)
            off = next((piece for piece, cell in enumerate(table.state.cell) if cell < 0), -1)
            pieces = [*(piece for side in (0, 1) for piece in table.on_map(side)[:1]), off, -1]
            cells = [table.state.cell[pieces[0]], *table.setting.neighbours[table.state.cell[pieces[0]]][:1], -1]
            found += [repr((action, self._game.judge(action))) for action in strangers(pieces, cells)]
        return found

    def _at_the_edges(self, kinds: dict[str, list[AnyAction]]) -> list[str]:
        """The first time that a kind of action is on offer: what is said to it with every field at its limits."""
        fresh = sorted(kinds.keys() - self._tried)
        self._tried.update(fresh)
        tried = [one for kind in fresh for one in (kinds[kind][0], kinds[kind][-1])]
        return [repr((action, self._game.judge(action))) for one in tried for action in self._limits(one)]

    def _limits(self, action: AnyAction) -> Iterator[AnyAction]:
        fields: Sequence[str] = action.__struct_fields__  # type: ignore[attr-defined]
        for field in fields:
            value = getattr(action, field)
            for other in self._ends(value, field) if not isinstance(value, str | bool) else ():
                if other != value:
                    yield msgspec.structs.replace(action, **{field: other})  # type: ignore[type-var]

    def _ends(self, value: object, field: str) -> Iterator[object]:
        """The first and the last of what a field may name, and what lies beyond; of several nothing, or one twice."""
        board, table = self._game.setting.board, self._game.table
        if isinstance(value, tuple):
            ends = [(*value[:-1], end) for end in self._ends(value[-1], field)] if value else []
            yield from ((), value * 2, *ends)
        elif field in CELLS:
            yield from (-1, 0, board.grid.size - 1, board.grid.size, board.size - 1, board.size)
        elif field in PIECES:
            off = next((piece for piece, cell in enumerate(table.state.cell) if cell < 0), -1)
            yield from (-1, off, len(table.state.cell), *(piece for side in (0, 1) for piece in table.on_map(side)[:1]))
        elif isinstance(value, int):
            yield from (-1, 0, value + 1)

    # What is tried

    def _tries(self, kinds: dict[str, list[AnyAction]]) -> list[AnyAction]:
        """Actions a little different from those on offer, and some that were on offer earlier."""
        again = self._chance.sample(self._earlier, min(REMEMBERED, len(self._earlier)))
        many = TRIED if self._earlier else self._first
        tried = [self._changed(self._chance.choice(kinds[self._chance.choice(sorted(kinds))])) for _ in range(many)]
        fresh = [action for some in kinds.values() for action in self._chance.sample(some, min(3, len(some)))]
        self._earlier += [*fresh, *(action for action in tried if action is not None)]
        return [*again, *(action for action in tried if action is not None)]

    def _changed(self, action: AnyAction) -> AnyAction | None:
        fields: Sequence[str] = action.__struct_fields__  # type: ignore[attr-defined]
        if not fields:
            return None
        field = self._chance.choice(fields)
        return msgspec.structs.replace(action, **{field: self._another(getattr(action, field), field)})  # type: ignore[type-var]

    def _another(self, value: object, field: str) -> object:
        """Another value for a field of an action: a piece, a cell near by, one more or one less of several."""
        game, chance = self._game, self._chance
        if isinstance(value, tuple):
            more = (self._another(chance.choice(value), field),) if value else ()
            return chance.choice([value[:-1], value[1:], (*value, *more), (*more, *value[1:])])
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        if field in PIECES:
            near = [*game.table.on_map(0), *game.table.on_map(1)]
            return chance.choice([*near, chance.randrange(len(game.state.cell)), -1])
        if field in CELLS and 0 <= value < game.setting.board.size:
            return chance.choice([*game.setting.neighbours[value], chance.randrange(-1, game.setting.board.size + 1)])
        return value + chance.choice((-1, 1))


def tour(game: Game, seed: int, steps: int, *, thorough: bool = False, tried: int = FIRST) -> str:
    """The story of so many steps from a position; the marks may stand for what is asked and said to strangers too."""
    return Tour(game, seed, thorough, tried).story(steps)


def _said(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


def _kind(action: AnyAction) -> str:
    return str(action.__struct_config__.tag)  # type: ignore[attr-defined]


def _times(many: int, what: str) -> str:
    return what if many == 1 else f"{many} {what}"
