"""Tours: a game played on from a position, written down with all that could be done at every step.

A tour goes where random play seldom comes: each kind of action on offer is as likely as any other, and at every step
some actions are tried that were not offered.  What is written for a step:

    3 soviet move: done, 24 move, 35 sail (b1f0)      who decides what, how many actions of each kind, and their mark
      no to 2 sail PM-11.2, move PM-9.1               what was tried beside them and refused, by rule case
      The 25th division sails from Odessa to ...      what was done, in the words of the journal

A mark stands for everything that was on offer, foreseen and done, so that nothing changes unnoticed.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.play import Game
from engine.play.journal import journal
from engine.rules.forecast import forecast_battle
from engine.state.actions import AnyAction

DONE, HASTE = "done", 0.5
"""To be done is chosen half as often as anything else that may be."""

TRIED = 4
"""Actions beside those on offer that are tried at every step."""


def tour(game: Game, seed: int, steps: int) -> str:
    """The story of so many steps from a position."""
    chance, lines = random.Random(seed), list[str]()
    for step in range(1, steps + 1):
        if game.decision is None:
            break
        lines += _step(game, chance, step)
    return "\n".join(lines) + "\n"


def _step(game: Game, chance: random.Random, step: int) -> Iterator[str]:
    assert game.decision is not None
    offered: dict[str, list[AnyAction]] = {}
    for action in game.options():
        offered.setdefault(_kind(action), []).append(action)
    who = f"{step} {game.scenario.sides[game.decision.side].side} {game.decision.kind}"
    kinds = ", ".join(_times(len(actions), kind) for kind, actions in sorted(offered.items()))
    refused = Counter(_refused(game, offered, chance) for _ in range(TRIED))
    battles = getattr(game.state.agenda[-1], "battles", ())
    foreseen = [repr(forecast_battle(game.table, battle)) for battle in battles]
    kinds_left = sorted(offered.keys() - {DONE}) if len(offered) > 1 and chance.random() > HASTE else sorted(offered)
    chosen = chance.choice(offered[chance.choice(kinds_left)])
    done, before = game.cursor, repr(sorted(map(_said, _all(offered))))
    game.apply(chosen)
    mark = hashlib.sha256(f"{before} {foreseen} {_said(game.log[done].events)}".encode()).hexdigest()[:4]
    yield f"{who}: {kinds} ({mark})"
    if noes := ", ".join(_times(many, what) for what, many in sorted(refused.items()) if what):
        yield f"  no to {noes}"
    yield from (f"  {line.text}" for line in journal(game) if line.entry >= done)


def _all(offered: dict[str, list[AnyAction]]) -> Iterator[AnyAction]:
    for actions in offered.values():
        yield from actions


def _said(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


def _kind(action: AnyAction) -> str:
    return str(action.__struct_config__.tag)  # type: ignore[attr-defined]


def _times(many: int, what: str) -> str:
    return what if many == 1 else f"{many} {what}"


def _refused(game: Game, offered: dict[str, list[AnyAction]], chance: random.Random) -> str:
    """Change an action that is on offer a little; the rule case under which that is refused, or nothing."""
    kind = chance.choice(sorted(offered))
    one, other = (chance.choice(offered[kind]) for _ in range(2))
    fields = one.__struct_fields__  # type: ignore[attr-defined]
    if not fields:
        return ""
    field = chance.choice(fields)
    changed = msgspec.structs.replace(one, **{field: _another(game, getattr(other, field), field, chance)})
    verdict = game.judge(changed)
    return "" if verdict else f"{kind} {verdict.case}".strip()


def _another(game: Game, value: object, field: str, chance: random.Random) -> object:
    """Another value for a field of an action: a piece, a cell near by, one more or one less of several."""
    if isinstance(value, tuple):
        more = (_another(game, chance.choice(value), field, chance),) if value else ()
        return chance.choice([value[:-1], value[1:], (*value, *more), (*more, *value[1:])])
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if field in ("piece", "pieces", "carrier", "named"):
        return chance.choice([*game.table.on_map(0), *game.table.on_map(1), chance.randrange(len(game.state.cell))])
    if field in ("cell", "target", "path", "other", "to") and 0 <= value < game.setting.board.size:
        return chance.choice([*game.setting.neighbours[value], chance.randrange(game.setting.board.size)])
    return value + chance.choice((-1, 1))
