"""The small decisions of a turn: losses, retreats, advances, support, arrivals, replacements, choices, markers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.horizon import own_moves
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battle_kernels import Occupied, retreat_from
from engine.bots.staff.battles import Prospects, prospects_of
from engine.bots.staff.clearing import worth_driving_off
from engine.bots.staff.fields import prizes
from engine.bots.staff.force import printed
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.garrisons import gives_up, open_danger, standing
from engine.bots.staff.giving_way import give_way
from engine.bots.staff.line import gaps
from engine.bots.staff.plan import Book, Rated
from engine.bots.staff.rules import Campaign, FrontLine, Hold, Screen
from engine.bots.staff.screening import needed, screened
from engine.bots.staff.special_rules import Whole
from engine.bots.staff.standing import averted
from engine.bots.staff.tolls import SAFE, stayed, toll
from engine.bots.staff.trespass import exposed
from engine.bots.staff.wholeness import kept_whole
from engine.bots.words import points
from engine.records.charts import Choice, EliminateAll, LoseSteps, RetreatHexes
from engine.rules.forecast import Forecast, support_of, weigh
from engine.rules.movement import MovementPhase
from engine.rules.retreat import Retreat, ways
from engine.rules.stacking import broken_limit, fits
from engine.rules.strength import Factor
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.scenario.sentences import counted, tenths
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
from engine.state.tasks import ApplyEffects, Battle, ChooseEffects, MatchLoss, ResolveBattles, SupportBattle

Ints = npt.NDArray[np.int32]

MANY = 20.0
"""Strength points that count as a great many."""

NO_WAY = 4000
"""Ticks of movement beyond which no way leads anywhere."""

NO_ROOM = 10.0
"""Strength points that a cell is worth less to who arrives where there is no room: not all may move on in time."""

LITTLE = 0.3
"""Strength points below which a support marker is kept."""


def lose(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """The step that costs least; whole units last, since a formation is worth more whole."""
    assert isinstance(action, LoseStep | RemoveUnit)
    table, piece = look.table, action.piece
    name = table.full_name(piece)
    counter = table.state.counter[piece]
    if counter is None:
        worth = float(printed(table, piece, True))
        return -worth, lambda: f"{name} is worth {tenths(worth)} at most"
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
    price = book.of(Campaign).points
    if last and price:
        extra += price * forfeit(look, table.side_of(piece), (piece,))
    worth = -(cost / 2 + (1.0 if last else 0.0) + formation + extra)
    return worth, lambda: f"{name} loses {points(cost / 2)} by it"


def retreat(look: Assessment, _book: Book, action: AnyAction) -> Rated:
    """Enemies are driven where they do least, our own towards what we hold and out of the enemy's zones."""
    assert isinstance(action, RetreatUnit)
    own = look.table.side_of(action.piece) == look.side
    kind = look.lie.kind(look.table.unit(action.piece))
    places = look.held if own else look.wanted
    end = action.path[-1]
    cells = tuple(one.cell for one in places)
    way = int(look.ways(cells, kind, look.turn)[end]) if cells else 0
    friends = len(look.table.stack(end))

    def said() -> str:
        whose = "our" if own else "his"
        return f"{look.label(end)} lies {counted(min(way, 4000) / 4, 'movement point')} from {whose} nearest place"

    if own:
        return -way / 100.0, said
    near = sum(bool(look.enemy[cell]) for cell in look.table.setting.neighbours[end])
    return way / 100.0 + 0.3 * friends - 0.1 * near, said


def advance(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """Into a place always, else where it brings a unit nearer to one; never out of a place that needs its garrison."""
    assert isinstance(action, AdvanceUnit)
    if action.piece is None:
        return 0.4, lambda: "nothing is won by leaving its cell"
    decision_cell = look.table.state.agenda[-1].battle.target  # type: ignore[attr-defined]
    target = action.path[-1] if action.path else decision_cell
    here = look.table.state.cell[action.piece]
    alone = len(look.table.stack(here)) == 1 and any(one.cell == here for one in look.held)
    strong = min(float(look.table.face(action.piece).defence) / MANY, 1.0) / 10
    if book.get(Whole) is not None and (said := kept_whole(look, action.piece, target)) is not None:
        return said
    if any(one.cell == target for one in look.terrain.places):
        spared = 0.15 if look.terrain.sticky and _moves_on(look, action.piece) else 0.0
        return 1.0 + strong - (0.3 if alone else spared), lambda: f"{look.label(target)} counts for victory"
    if alone:
        return 0.1, lambda: f"{look.label(here)} would be left open"
    if book.get(Screen) is not None and len(look.table.stack(here)) == 1 and screened(look)[here]:
        return 0.1, lambda: f"{look.label(here)} closes the way into our own country"
    if (threat := _storming(look, book, here, action.piece)) > 0:
        return 0.1, lambda: f"{look.label(here)} must hold against {tenths(threat)}"
    return _ground(look, action.piece, target, strong)


def _ground(look: Assessment, piece: int, target: int, strong: float) -> Rated:
    """What ground that is no place is worth to a victor: how much nearer it brings him to one."""
    here, where = look.table.state.cell[piece], look.label(target)
    cells, kind = tuple(one.cell for one in look.wanted), look.lie.kind(look.table.unit(piece))
    way = look.ways(cells, kind, look.turn) if cells else np.zeros(look.board.size, np.int32)
    gain = int(way[here]) - int(way[target])
    if look.terrain.sticky and gain <= 0:
        return 0.2, lambda: f"{where} brings it no nearer to a place"
    if look.terrain.sticky and look.enemy_zone[target] and not look.enemy_zone[here] and _moves_on(look, piece):
        return 0.3, lambda: f"at {where} it would be held fast, and it still has a move"
    return 0.5 + strong + min(max(gain, 0) / 400.0, 0.3), lambda: f"holds the ground won at {where}"


def _storming(look: Assessment, book: Book, here: int, piece: int) -> float:
    """What the enemy could bring against a cell that a unit must not leave weaker; nothing where it may."""
    rule, left = book.of(Screen), 0.0
    for other in look.table.stack(here):
        left += float(printed(look.table, other, False)) if other != piece else 0.0
    if rule.firm and exposed(look).any():
        wanted = look.kept("firmly", lambda: needed(look, look.table.occupied(look.side), rule, set()))
        if left < wanted[here]:
            return float(wanted[here]) * rule.firm
    prize = float(prizes(look, book)[here]) if book.of(Hold).stay else 0.0
    if not prize:
        return 0.0
    threat, stand = float(open_danger(look, book).threat[here]), standing(look, here)
    others = {group: steps for group, steps in stand.items() if piece not in group}
    return threat if gives_up(look, here, prize, threat, stand, others) else 0.0


def _moves_on(look: Assessment, piece: int) -> bool:
    """Whether a unit moves again before the enemy does."""
    unit, table = look.table.unit(piece), look.table
    later = [table.setting.phases[index] for index in own_moves(table, look.turn, table.state.phase, look.side)]
    return any(isinstance(rule, MovementPhase) and any(m.units.matches(unit) for m in rule.modes) for rule in later)


def support(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """A marker goes to the battle whose worth it raises most, those still to be fought included."""
    assert isinstance(action, CommitSupport)
    if action.marker is None:
        return 0.3, lambda: "a marker would change little here"
    task = look.table.state.agenda[-1]
    assert isinstance(task, SupportBattle)
    gain = _gain(look, book, task.battle, action.marker)
    waiting = next((one for one in reversed(look.table.state.agenda) if isinstance(one, ResolveBattles)), None)
    others = waiting.battles if waiting and gain >= LITTLE else ()
    rest = [_gain(look, book, battle, action.marker) for battle in others]
    shift = int(look.table.face(action.marker).extra.get("shift", 0))
    name = look.table.full_name(action.marker)
    if gain < LITTLE or gain < max(rest, default=0.0):
        return 0.1, lambda: f"{name} changes {'little here' if gain < LITTLE else 'more in another battle'}"
    return 0.4 + gain - shift / 100, lambda: f"{name} raises the worth of this battle by {points(gain)}"


def _gain(look: Assessment, book: Book, battle: Battle, marker: int) -> float:
    if not battle.defenders:
        battle = Battle(battle.side, battle.target, battle.attackers, tuple(look.table.stack(battle.target)))
    whole, lift = battle, support_of(look.table, marker)  # markers that shift a battle alike are worth the same to it
    return look.kept(
        ("gain", whole, lift), lambda: worth_of(look, book, whole, marker)[0] - worth_of(look, book, whole, None)[0]
    )


class BattleSeen:
    """The chances of a battle as it stands, with the rest of its forecast for whoever asks for it now."""

    def __init__(self, table: Table, battle: Battle, marker: int | None) -> None:
        self._asked = table, battle, marker
        self.chances = weigh(table, battle).results(table, marker)

    @cached_property
    def whole(self) -> Forecast:
        """The whole forecast."""
        table, battle, marker = self._asked
        return weigh(table, battle).forecast(table, marker)

    @property
    def attack(self) -> tuple[Factor, ...]:
        """What each attacker brings."""
        return self.whole.attack


def worth_of(
    look: Assessment, book: Book, battle: Battle, marker: int | None
) -> tuple[float, float, float, float, BattleSeen]:
    """The worth of a battle by the rules' own chances, with what is seen of it; worked out once."""
    return look.kept(("worth", battle, marker), lambda: _worth_of(look, book, battle, marker))


def _prospects(look: Assessment, book: Book) -> Prospects:
    found = prospects_of(look, book.of(Campaign), relief=worth_driving_off(look, book))
    found.averted = averted(look, book)
    return found


def _worth_of(
    look: Assessment, book: Book, battle: Battle, marker: int | None
) -> tuple[float, float, float, float, BattleSeen]:
    prospects = look.kept("prospects", lambda: _prospects(look, book))
    seen, way = _foreseen(look, battle, marker)
    return (*prospects.exact(battle.target, seen, way), seen)


def _foreseen(look: Assessment, battle: Battle, marker: int | None) -> tuple[BattleSeen, int]:
    """What is seen of a battle, and how its defenders could retreat."""
    way = look.kept(("retreat", battle.target), lambda: _retreat(look, battle.target))
    return BattleSeen(look.table, battle, marker), way


def _retreat(look: Assessment, target: int) -> int:
    """How the defenders of a cell could retreat."""
    own = look.kept("own", lambda: (look.table.occupied(look.side) > 0).astype(np.int32))
    way = retreat_from(
        look.board.net,
        look.costs[0],
        target,
        Occupied(own, look.enemy, zone(look.table, look.side)),
        look.terrain.far,
    )
    return int(way)


def _taken(look: Assessment, book: Book, battle: Battle) -> float:
    """How likely a battle empties the cell; what it is worth besides need not be known."""
    prospects = Prospects(look, book.of(Campaign))
    return prospects.expected(battle.target, prospects.ladders(battle.target), *_foreseen(look, battle, None))[2]


def fight(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """The surest battle first: its advance may close the next retreat."""
    assert isinstance(action, FightBattle)
    task = look.table.state.agenda[-1]
    assert isinstance(task, ResolveBattles)
    battle = next(one for one in task.battles if one.target == action.target)
    whole = Battle(battle.side, battle.target, battle.attackers, tuple(look.table.stack(battle.target)))
    taken = _taken(look, book, whole)
    return taken, lambda: f"{look.label(action.target)} falls in {taken:.0%} of cases"


def arrive(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """Units come on, the strongest first, by the cell from which they are soonest where they are needed."""
    table = look.table
    if not isinstance(action, PlaceUnit | RestoreStep):
        return -50.0, lambda: "everybody who can come has come"
    piece = action.piece
    cell = action.cell if isinstance(action, PlaceUnit) else table.state.cell[piece]
    unit = table.unit(piece)
    way = min(int(_needed(look, book, look.lie.kind(unit))[cell]), NO_WAY)
    gained = _gained(look, action)
    mates = [other for other in table.stack(cell) if table.side_of(other) == look.side]
    joined = 0.0
    if mates and unit.formation:
        joined = sum(1.5 for other in mates if table.unit(other).formation == unit.formation)
    crowd = len(mates) - 2.0 * joined

    def said() -> str:
        if way >= NO_WAY:
            return f"brings {points(gained)}, and no way leads from there to where units are needed"
        near = f"to within {counted(way / 4, 'movement point')} of" if way else "to"
        return f"brings {points(gained)} {near} where units are needed"

    room = 0.0 if cell == table.state.cell[piece] or fits(table, piece, cell) else NO_ROOM
    return gained - way / 24.0 - 0.2 * crowd - room, said


def _needed(look: Assessment, book: Book, kind: int) -> Ints:
    """Ticks from every cell to where units of a class are needed."""
    return look.kept(("needed", kind), lambda: _ways_needed(look, book, kind))


def _ways_needed(look: Assessment, book: Book, kind: int) -> Ints:
    cells = _cells_needed(look, book)
    if cells and book.of(FrontLine).rally:  # gaps are others after every arrival
        return look.lie.ground.way_anew(tuple(sorted(set(cells))), look.lie.classes[kind], look.turn)
    return look.ways(cells, kind, look.turn) if cells else np.zeros(look.board.size, np.int32)


def _cells_needed(look: Assessment, book: Book) -> tuple[int, ...]:
    """The cells where more units are needed: what is to be taken, or gaps in the line, or what is to be held."""
    if _attacks(look):
        return tuple(one.cell for one in look.wanted)
    line = book.of(FrontLine)
    return (gaps(look, line) if line.rally else ()) or tuple(one.cell for one in look.held)


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


def choice(look: Assessment, book: Book, action: AnyAction) -> Rated:
    """Retreat while there is a way and nothing is lost by it, else lose steps; hold places that count."""
    task = look.table.state.agenda[-1]
    if not isinstance(task, ChooseEffects) or not isinstance(action, Choose):
        return 0.0, lambda: "one is as good as another"
    table, battle = look.table, task.battle
    role = battle.attackers if task.choice.who == "attacker" else battle.defenders
    pieces = [piece for piece in role if table.state.cell[piece] >= 0]
    score, text = 0.0, ""
    for effect in task.choice.options[action.option]:
        if isinstance(effect, LoseSteps):
            whole = sum(_steps(look, piece) for piece in pieces)
            steps = min(effect.steps, whole)
            cost = steps * 3.0 + (4.0 if steps >= whole else 0.0)
            cost -= _won(look, book, battle) if task.choice.who == "attacker" else 0.0
            cost -= _forced(look, book, battle) if task.choice.who == "attacker" and steps < whole else 0.0
            score, text = score - cost, f"costs {steps} of {whole} steps"
        elif isinstance(effect, RetreatHexes):
            lost = without_room(table, pieces, effect.hexes)
            held = {table.state.cell[piece] for piece in pieces}
            prize = sum(4.0 * one.worth for one in look.held if one.cell in held and task.choice.who == "defender")
            dead = sum(3.0 + float(printed(table, piece, False)) for piece in lost)
            if lost and book.of(Campaign).points:
                dead += book.of(Campaign).points * forfeit(look, table.side_of(lost[0]), lost)
            harm = _harmed(table, [piece for piece in pieces if piece not in lost], effect.hexes)
            dead += harm * 3.0 + (4.0 if harm and harm >= sum(_steps(look, piece) for piece in pieces) else 0.0)
            score, text = score - 1.0 - prize - dead, _yielded(len(lost), len(pieces), harm)
        elif isinstance(effect, EliminateAll):
            score -= 50.0
    return score, lambda: text or "costs least"


def _harmed(table: Table, pieces: list[int], hexes: int) -> int:
    """The steps that units would lose on the way by the best ways there are."""
    asked = table.answering("harmed")
    if not asked:
        return 0
    each = (
        [sum(one.harmed(table, piece, way.path) for one in asked) for way in ways(table, piece, hexes)]
        for piece in pieces
    )
    return sum(min(found, default=0) for found in each)


def _yielded(lost: int, going: int, harm: int) -> str:
    """What a retreat costs, in words."""
    if harm and not lost:
        return f"gives up ground, and costs {counted(harm, 'step')} on the way"
    if lost == 0:
        return "gives up ground, and nobody is lost on the way"
    return f"gives up ground, and {lost} of {going} {'has' if lost == 1 else 'have'} no way"


def without_room(table: Table, pieces: list[int], hexes: int) -> list[int]:
    """Who would be lost in a retreat: those without a way, and the weakest of those for whom its end has no room."""
    lost = [piece for piece in pieces if not ways(table, piece, hexes)]
    going = [piece for piece in pieces if piece not in lost]
    if table.mechanism(Retreat).overflow != "owner" or not going:
        return lost
    ends = {way.path[-1] for piece in going for way in ways(table, piece, hexes)}
    room = sum(_room(table, cell, going) for cell in ends)
    weakest = sorted(going, key=lambda piece: (printed(table, piece, False), piece))
    return [*lost, *weakest[: max(len(going) - room, 0)]]


def _room(table: Table, cell: int, pieces: list[int]) -> int:
    """How many of these pieces may join those who stand in a cell."""
    there = table.stack(cell)
    fitting = (many for many in range(len(pieces), 0, -1) if not broken_limit(table, [*there, *pieces[:many]], cell))
    return next(fitting, 0)


def _won(look: Assessment, book: Book, battle: Battle) -> float:
    """What staying is worth to attackers who could then go into a place that the defender has left."""
    rule = book.of(Campaign)
    emptied = [one.worth for one in look.wanted if one.cell in battle.targets and not look.enemy[one.cell]]
    return rule.toll * Prospects(look, rule).times * rule.place * max(emptied, default=0.0)


def _forced(look: Assessment, book: Book, battle: Battle) -> float:
    """What staying is worth to attackers because the defender must still choose, where he need not if they give way."""
    after, tolls = look.table.state.agenda[-2], look.terrain.tolls
    if not tolls.waives or not isinstance(after, ApplyEffects):
        return 0.0
    prospects = look.kept("prospects", lambda: _prospects(look, book))
    held, must = prospects.ladders(battle.target), after.effects
    free = tuple(effect for effect in must if not isinstance(effect, Choice))
    if prospects.firm(battle.target):
        must = stayed(must, "defender")
    stay, back = (toll(effects, held, SAFE) for effects in (must, free))
    driven = prospects.ground(battle.target) * (stay.vacated - back.vacated)
    return prospects.rule.kill * (stay.defender - back.defender) + driven


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
    "yield": ("retreats", "give up what costs least", give_way),
}
"""By kind of decision: the rule that reasons name, its goal, and how answers are rated."""
