"""Ways for a moving unit: where it can go, at what cost, through which cells, and why not elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from designer.paint.faces import figure
from designer.play.table.stage import Stage
from engine.rules.decision import Verdict, no
from engine.rules.movement import stack_reach
from engine.rules.overrun import Overrun, OverrunStack
from engine.rules.prices import affordable, costs_of
from engine.state.actions import AnyAction, MoveStack, MoveUnit

Path = tuple[int, ...]


def path_of(action: AnyAction) -> Path:
    """The cells that an action leads through, if it leads anywhere."""
    found: Path = getattr(action, "path", ())
    return found


def goals(stage: Stage, piece: int) -> dict[int, AnyAction]:
    """The cells that a piece can go to, each with the action that takes it there."""
    found: dict[int, AnyAction] = {}
    for reach in stage.view.reach(piece):
        for cell in reach.cells():
            if cell not in found:
                found[cell] = MoveUnit(piece, reach.path(cell))
    return found


def first_refusal(stage: Stage, piece: int) -> Verdict:
    """What the judge says of most of the steps that a piece may not take, or that any is legal."""
    near = stage.table.setting.neighbours[stage.table.state.cell[piece]]
    judged = [stage.judge(MoveUnit(piece, (cell,))) for cell in near] or [stage.judge(MoveUnit(piece, ()))]
    refused = Counter(each for each in judged if not each)
    return refused.most_common(1)[0][0] if refused else judged[0]


def overruns(stage: Stage, pieces: Path) -> dict[int, AnyAction]:
    """The neighbouring cells that these pieces can overrun in the midst of their move, where the rules know that."""
    cells = {stage.table.state.cell[piece] for piece in pieces}
    if len(cells) != 1:
        return {}
    near = stage.table.setting.neighbours[next(iter(cells))]
    enemy = [cell for cell in near if stage.table.holder(cell) == 1 - stage.view.side]
    acts = {cell: OverrunStack(pieces, cell) for cell in enemy}
    return {cell: action for cell, action in acts.items() if stage.judge(action)}


def stack_goals(stage: Stage, pieces: Path) -> dict[int, AnyAction]:
    """The cells that several pieces of one cell can go to as one move, where the rules let stacks move together."""
    if len(pieces) < 2 or len({stage.table.state.cell[piece] for piece in pieces}) != 1:
        return {}
    due = costs_of(stage.table, stage.view.side, MoveStack(pieces, ()))
    if due and not affordable(stage.table, *due):
        return {}
    found: dict[int, AnyAction] = {}
    for reach in stack_reach(stage.table, pieces):
        for cell in reach.cells():
            found.setdefault(cell, MoveStack(pieces, reach.path(cell)))
    return found


def costs(stage: Stage, piece: int) -> dict[int, float]:
    """The movement points that a piece spends to get to each cell, as far as the rules count them."""
    found: dict[int, float] = {}
    for reach in stage.view.reach(piece):
        for cell in reach.cells():
            points = reach.points(cell)
            if cell not in found or points < found[cell]:
                found[cell] = points
    return found


def through(stage: Stage, piece: int, waypoints: Path) -> dict[int, AnyAction]:
    """The moves that pass these cells in order: each leg the cheapest, the whole judged as one path."""
    so_far: Path = ()
    ways = _ways_from(stage, piece, stage.table.state.cell[piece])
    for stop in waypoints:
        if stop not in ways:
            return {}
        so_far = (*so_far, *ways[stop])
        ways = _ways_from(stage, piece, stop)
    moves = [MoveUnit(piece, (*so_far, *way)) for way in ways.values()]
    if so_far:
        moves.append(MoveUnit(piece, so_far))
    return {move.path[-1]: move for move in moves if stage.judge(move)}


def _ways_from(stage: Stage, piece: int, cell: int) -> dict[int, Path]:
    """The cheapest ways of a piece if it stood in a cell."""
    fork = stage.session.game.fork()
    fork.state.relocate(piece, cell)
    ways: dict[int, Path] = {}
    for reach in fork.view(stage.view.side).reach(piece):
        for goal in reach.cells():
            ways.setdefault(goal, reach.path(goal))
    return ways


def objection(stage: Stage, piece: int, cell: int, known: Mapping[int, AnyAction]) -> Verdict:
    """Why a piece cannot go to a cell: the judge's word on the way that comes nearest."""
    return stage.judge(MoveUnit(piece, likely_path(stage, piece, cell, known)))


def no_overrun(stage: Stage, pieces: Path, cell: int) -> Verdict | None:
    """Why these pieces cannot overrun a cell; None where the rules know no overruns."""
    if Overrun.key not in stage.table.scenario.mechanisms:
        return None
    verdict, state = stage.judge(OverrunStack(pieces, cell)), stage.table.state
    if not any(state.cell[piece] in stage.table.setting.neighbours[cell] for piece in pieces):
        case = stage.table.mechanism(Overrun).case("target")
        return no(f"An enemy stands in {stage.place(cell)}; only units beside it can overrun it.", case)
    return None if verdict else verdict


def likely_path(stage: Stage, piece: int, cell: int, known: Mapping[int, AnyAction]) -> Path:
    """A path that a player would have in mind: to the nearest cell within reach, then straight on."""
    start = stage.table.state.cell[piece]
    back: dict[int, int] = {cell: cell}
    ring = [cell]
    while ring:
        outer = []
        for here in ring:
            for neighbour in stage.table.setting.neighbours[here]:
                if neighbour not in back:
                    back[neighbour] = here
                    outer.append(neighbour)
        ways = [path_of(known[here]) if here in known else () for here in outer if here in known or here == start]
        if ways:  # of several that are as near, the one to which the way is shortest: nobody goes round by the enemy
            way = min(ways, key=len)
            return (*way, *_follow(back, way[-1] if way else start, cell))
        ring = outer
    return (cell,)


def _follow(back: dict[int, int], here: int, goal: int) -> Path:
    path = []
    while here != goal:
        here = back[here]
        path.append(here)
    return tuple(path)


def dearest(spent: list[dict[int, float]], cell: int) -> str:
    """What the unit that pays most pays to get to a cell."""
    known = [points[cell] for points in spent if cell in points]
    return figure(max(known)) if known else ""
