"""The small decisions of a turn: losses, retreats, advances, support, arrivals, replacements, choices, markers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battle_kernels import retreat_from
from engine.bots.staff.battles import prospects_of
from engine.bots.staff.force import printed
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign, Screen
from engine.bots.staff.screening import screened
from engine.bots.staff.standing import relieved
from engine.records.charts import EliminateAll, LoseSteps, RetreatHexes
from engine.rules.forecast import Forecast, weigh
from engine.rules.retreat import ways
from engine.rules.zoc import zone
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    Choose,
    CommitSupport,
    FightBattle,
    LoseStep,
    PlaceUnit,
    RemoveUnit,
    RestoreStep,
    RetreatUnit,
)
from engine.state.tasks import Battle, ChooseEffects, MatchLoss, ResolveBattles, SupportBattle

MANY = 20.0
"""Strength points that count as a great many."""

LITTLE = 0.3
"""Strength points below which a support marker is kept."""

Rated = tuple[float, str]
"""How good an answer is, and why."""


def lose(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """The step that costs least; whole units last, since a formation is worth more whole."""
    assert isinstance(action, LoseStep | RemoveUnit)
    table, piece = look.table, action.piece
    name = table.name(piece)
    counter = table.state.counter[piece]
    if counter is None:
        return -float(printed(table, piece, True)), f"{name} is worth {float(printed(table, piece, True)):g} at most"
    faces, face = table.scenario.counters[counter].faces, table.state.face[piece]
    last = face + 1 >= len(faces) or isinstance(action, RemoveUnit)
    cost = faces[face].attack + faces[face].defence
    if not last:
        cost -= faces[face + 1].attack + faces[face + 1].defence
    task, extra = table.state.agenda[-1], 0.0
    if isinstance(task, MatchLoss):
        owed = faces[face].attack - (0.0 if last else faces[face + 1].attack)
        extra = abs(owed - task.points) + (0.0 if owed >= task.points else MANY / 4)
    formation = 3.0 if last and table.unit(piece).formation and len(faces) > 1 else 0.0
    points = book.of(Campaign).points
    if last and points:
        extra += points * forfeit(look, table.side_of(piece), (piece,))
    return -(cost / 2 + (1.0 if last else 0.0) + formation + extra), f"{name} loses {cost / 2:g} strength points by it"


def retreat(look: Assessment, _book: Book, action: AnyAction) -> Rated:
    """Enemies are driven where they do least, our own towards what we hold and out of the enemy's zones."""
    assert isinstance(action, RetreatUnit)
    own = look.table.side_of(action.piece) == look.side
    kind = look.lie.kind(look.table.unit(action.piece))
    places = look.held if own else look.wanted
    end = action.path[-1]
    cells = tuple(one.cell for one in places)
    way = int(look.terrain.ways(cells, kind, look.turn)[end]) if cells else 0
    friends = len(look.table.stack(end))
    points = f"{min(way, 4000) / 4:g} movement points from {'our' if own else 'his'} nearest place"
    if own:
        return -way / 100.0, f"{look.label(end)} lies {points}"
    near = sum(bool(look.enemy[cell]) for cell in look.table.setting.neighbours[end])
    return way / 100.0 + 0.3 * friends - 0.1 * near, f"{look.label(end)} lies {points}"


def advance(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """Into a place always, else where it brings a unit nearer to one; never out of a place that needs its garrison."""
    assert isinstance(action, AdvanceUnit)
    if action.piece is None:
        return 0.4, "nothing is won by leaving its cell"
    decision_cell = look.table.state.agenda[-1].battle.target  # type: ignore[attr-defined]
    target = action.path[-1] if action.path else decision_cell
    here = look.table.state.cell[action.piece]
    alone = len(look.table.stack(here)) == 1 and any(one.cell == here for one in look.held)
    kind = look.lie.kind(look.table.unit(action.piece))
    strong = min(float(look.table.face(action.piece).defence) / MANY, 1.0) / 10
    where = look.label(target)
    if any(one.cell == target for one in look.terrain.places):
        return 1.0 + strong - (0.3 if alone else 0.0), f"{where} counts for victory"
    if alone:
        return 0.1, f"{look.label(here)} would be left open"
    if book.get(Screen) is not None and len(look.table.stack(here)) == 1 and screened(look)[here]:
        return 0.1, f"{look.label(here)} closes the way into our own country"
    cells = tuple(one.cell for one in look.wanted)
    way = look.terrain.ways(cells, kind, look.turn) if cells else np.zeros(look.board.size, np.int32)
    gain = int(way[here]) - int(way[target])
    if look.terrain.sticky and gain <= 0:
        return 0.2, f"{where} brings it no nearer to a place"
    return 0.5 + strong + min(max(gain, 0) / 400.0, 0.3), f"holds the ground won at {where}"


def support(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """A marker goes to the battle whose worth it raises most, those still to be fought included."""
    assert isinstance(action, CommitSupport)
    if action.marker is None:
        return 0.3, "a marker would change little here"
    task = look.table.state.agenda[-1]
    assert isinstance(task, SupportBattle)
    gain = _gain(look, book, task.battle, action.marker)
    waiting = next((one for one in reversed(look.table.state.agenda) if isinstance(one, ResolveBattles)), None)
    others = waiting.battles if waiting and gain >= LITTLE else ()
    rest = [_gain(look, book, battle, action.marker) for battle in others]
    shift = int(look.table.face(action.marker).extra.get("shift", 0))
    name = look.table.name(action.marker)
    if gain < LITTLE or gain < max(rest, default=0.0):
        return 0.1, f"{name} is worth more elsewhere"
    return 0.4 + gain - shift / 100, f"{name} raises the worth of this battle by {gain:.1f} strength points"


def _gain(look: Assessment, book: Book, battle: Battle, marker: int) -> float:
    if not battle.defenders:
        battle = Battle(battle.side, battle.target, battle.attackers, tuple(look.table.stack(battle.target)))
    return worth_of(look, book, battle, marker)[0] - worth_of(look, book, battle, None)[0]


def worth_of(
    look: Assessment, book: Book, battle: Battle, marker: int | None
) -> tuple[float, float, float, float, Forecast]:
    """The worth of a battle by the rules' own chances, with its forecast; worked out once."""
    return look.kept(("worth", battle, marker), lambda: _worth_of(look, book, battle, marker))


def _worth_of(
    look: Assessment, book: Book, battle: Battle, marker: int | None
) -> tuple[float, float, float, float, Forecast]:
    weighed = look.kept(("weighed", battle), lambda: weigh(look.table, battle))
    seen = weighed.forecast(look.table, marker)
    prospects = look.kept("prospects", lambda: prospects_of(look, book.of(Campaign), None, relieved(look, book)))
    own = look.kept("own", lambda: (look.table.occupied(look.side) > 0).astype(np.int32))
    way = retreat_from(
        look.board.indptr,
        look.board.indices,
        look.costs[0],
        battle.target,
        own,
        look.enemy,
        zone(look.table, look.side),
        look.terrain.far,
    )
    return (*prospects.exact(battle.target, seen, int(way)), seen)


def fight(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """The surest battle first: its advance may close the next retreat."""
    assert isinstance(action, FightBattle)
    task = look.table.state.agenda[-1]
    assert isinstance(task, ResolveBattles)
    battle = next(one for one in task.battles if one.target == action.target)
    whole = Battle(battle.side, battle.target, battle.attackers, tuple(look.table.stack(battle.target)))
    taken = worth_of(look, book, whole, None)[3]
    return taken, f"{look.label(action.target)} falls in {taken:.0%} of cases"


def arrive(look: Assessment, _book: Book, action: AnyAction) -> Rated:
    """Units come on, the strongest first, by the cell from which they are soonest where they are needed."""
    table = look.table
    if not isinstance(action, PlaceUnit | RestoreStep):
        return -50.0, "everybody who can come has come"
    piece = action.piece
    cell = action.cell if isinstance(action, PlaceUnit) else table.state.cell[piece]
    kind = look.lie.kind(table.unit(piece))
    cells = look.kept("needed", lambda: tuple(one.cell for one in (look.wanted if _attacks(look) else look.held)))
    way = int(look.terrain.ways(cells, kind, look.turn)[cell]) if cells else 0
    gained = _gained(look, action)
    mates = [other for other in table.stack(cell) if table.side_of(other) == look.side]
    formation = table.unit(piece).formation
    joined = sum(1.5 for other in mates if formation and table.unit(other).formation == formation)
    crowd = len(mates) - 2.0 * joined
    text = f"brings {gained:g} strength points {min(way, 4000) / 4:g} movement points from where they are needed"
    return gained - min(way, 4000) / 24.0 - 0.2 * crowd, text


def _attacks(look: Assessment) -> bool:
    """Whether the side has more to take than to hold."""
    return sum(one.worth for one in look.wanted) > sum(one.worth for one in look.held)


def _gained(look: Assessment, action: PlaceUnit | RestoreStep) -> float:
    table = look.table
    counter = table.state.counter[action.piece]
    if counter is None:
        return float(printed(table, action.piece, False))
    faces = table.scenario.counters[counter].faces
    if isinstance(action, PlaceUnit):
        face = faces[0 if table.state.cell[action.piece] == -1 else -1]
        return float(face.attack + face.defence) / 2
    now = table.state.face[action.piece]
    return float(faces[now - 1].defence - faces[now].defence)


def choice(look: Assessment, _book: Book, action: AnyAction) -> Rated:
    """Retreat while there is a way and nothing is lost by it, else lose steps; hold places that count."""
    task = look.table.state.agenda[-1]
    if not isinstance(task, ChooseEffects) or not isinstance(action, Choose):
        return 0.0, "one is as good as another"
    table, battle = look.table, task.battle
    role = battle.attackers if task.choice.who == "attacker" else battle.defenders
    pieces = [piece for piece in role if table.state.cell[piece] >= 0]
    score, text = 0.0, ""
    for effect in task.choice.options[action.option]:
        if isinstance(effect, LoseSteps):
            steps = min(effect.steps, sum(_steps(look, piece) for piece in pieces))
            cost = steps * 3.0 + (4.0 if steps >= sum(_steps(look, piece) for piece in pieces) else 0.0)
            score, text = score - cost, f"costs {steps} of {sum(_steps(look, piece) for piece in pieces)} steps"
        elif isinstance(effect, RetreatHexes):
            lost = [p for p in pieces if not ways(table, p, effect.hexes)]
            held = {table.state.cell[piece] for piece in pieces}
            prize = sum(4.0 * one.worth for one in look.held if one.cell in held and task.choice.who == "defender")
            dead = sum(3.0 + float(printed(table, piece, False)) for piece in lost)
            score, text = score - 1.0 - prize - dead, f"gives up ground, and {len(lost)} of {len(pieces)} have no way"
        elif isinstance(effect, EliminateAll):
            score -= 50.0
    return score, text or "costs least"


def _steps(look: Assessment, piece: int) -> int:
    counter = look.table.state.counter[piece]
    return 1 if counter is None else len(look.table.scenario.counters[counter].faces) - look.table.state.face[piece]


ANSWERS: dict[str, tuple[str, str, Callable[[Assessment, Book, AnyAction], Rated]]] = {
    "lose": ("losses", "spare what is worth most", lose),
    "remove": ("losses", "spare what is worth most", lose),
    "retreat": ("retreats", "make the most of a retreat", retreat),
    "advance": ("advances", "keep what was won", advance),
    "support": ("supports", "win the battles that matter", support),
    "fight": ("battle-order", "open the way for the battles that follow", fight),
    "arrive": ("arrivals", "bring reserves up in time", arrive),
    "replace": ("replacements", "rebuild the front", arrive),
    "choose": ("results", "give up what costs least", choice),
}
"""By kind of decision: the rule that reasons name, its goal, and how answers are rated."""
