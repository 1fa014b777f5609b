"""Modes: before a side marches, whoever has a way to go turns over to march, and whoever is near the enemy to fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.bots.bot import Choice, Why
from engine.bots.dashing import dashers, pressing
from engine.bots.throwing import Work, throws, work_of
from engine.play.view import View
from engine.rules.mechanism import Mechanism
from engine.rules.movement import is_movable, phase_rule
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.state import Status

Ints = npt.NDArray[np.int32]

SERVING = 12
"""Cells from the enemy within which a headquarters does its work where it stands, unless it is wanted elsewhere."""

FIGHTING = ""
"""The mode in which a unit fights; the others are for marching, the fastest last."""


def next_turning(view: View, far: int, farther: int, odds: float = 0.0) -> Choice | None:
    """Turn over all who should be in one mode and are in another; None: everybody is in the right one.

    More than so many cells from the enemy a unit marches, and from still farther in the fastest mode that there is;
    nearer to him whoever takes an open place by it, or passes by so few that ours are `odds` times as strong.
    """
    rule = next(iter(view.setting.answering("mode_kinds")), None)
    if rule is None or phase_rule(view.table) is None:
        return None
    return view.table.cached_now(
        ("turning", view.side, far, farther, odds), lambda: _turning(view, rule, far, farther, odds)
    )


def _turning(view: View, rule: Mechanism, far: int, farther: int, odds: float) -> Choice | None:
    table = view.table
    chosen: dict[str, list[int]] = {}
    for piece, action in _wanted(view, rule, far, farther, odds):
        chosen.setdefault(action.mode, []).append(piece)
    for mode, pieces in sorted(chosen.items()):
        action = _act(rule, tuple(pieces), mode)
        if view.judge(action):
            named = next(
                kind.name for one in table.answering("mode_kinds") for kind in one.mode_kinds() if kind.key == mode
            )
            why = Why(rule="modes", goal="march fast, and stand ready to fight", expects=f"{named} where it serves")
            how = "near the enemy" if mode == FIGHTING else "with a way to go"
            return action, why | Why(reasons=[f"{counted(len(pieces), 'unit')} {how}: {named}"], rejected=[])
    return None


def _act(rule: Mechanism, pieces: tuple[int, ...], mode: str) -> Any:
    return rule.acts[0](pieces, mode)  # type: ignore[call-arg]


def _wanted(view: View, rule: Mechanism, far: int, farther: int, odds: float) -> Iterator[tuple[int, Any]]:
    """Every unit that should go over to another mode, with the action that does it for this one alone."""
    table = view.table
    away = cells_away(table, view.side)
    marching = [kind.key for kind in rule.mode_kinds() if kind.key != FIGHTING]
    begun = any(table.state.status[piece] & Status.MOVED for piece in table.on_map(view.side))
    passing = dashers(table, view.side, marching[0]) if marching else frozenset()
    if marching and not begun:
        passing |= pressing(table, view.side, marching[0], odds)
    for piece in table.on_map(view.side):
        cells, thrower = int(away[table.state.cell[piece]]), throws(table, piece)
        if thrower and begun:
            continue
        work = work_of(table, view.side) if thrower else Work()
        if piece in work.marching or piece in passing:
            modes = marching[:1]
        elif cells <= (max(farther, SERVING) if thrower else far) or piece in work.serving:
            modes = [FIGHTING]
        else:
            modes = [*reversed(marching)] if cells > farther else marching[:1]
        if table.state.mode[piece] in modes[:1] or not is_movable(table, piece) or _bound(table, view.side, piece):
            continue
        possible = (_act(rule, (piece,), mode) for mode in modes if table.state.mode[piece] != mode)
        action = next((each for each in possible if view.judge(each)), None)
        if action is not None and not (table.state.mode[piece] in modes and action.mode == modes[-1]):
            yield piece, action


def _bound(table: Table, side: int, piece: int) -> bool:
    """Whether a unit does its work where it stands, because it watches a place."""
    watched = table.cached(
        ("to watch", side),
        lambda: {cell for one in table.answering("to_watch") for cell in one.to_watch(table, side)},
    )
    return table.state.cell[piece] in watched


def cells_away(table: Table, side: int) -> Ints:
    """How many cells every cell lies from the nearest enemy; very many where there is none."""
    return table.cached(("cells away", side), lambda: _cells_away(table, side))


def _cells_away(table: Table, side: int) -> Ints:
    board = table.board
    foes = sorted(
        {table.state.cell[piece] for piece in table.on_map(1 - side) if piece not in table.setting.bystanders}
    )
    cells = np.array([cell for cell in foes if cell < board.size], np.int32)
    found = distances(board.net, np.ones(len(board.indices), np.int32), cells, np.zeros(board.size, np.uint8))
    return np.where(found < 0, 1 << 20, found).astype(np.int32)
