"""Conditions of victory against a reckoning of their own: places, points and units; all of several, and any of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from engine.play import Game
from engine.play.sandbox import Position, Spot, lay_out
from engine.records.play import AllOf, AnyCondition, AnyOf, Eliminated, HasPoints, HoldsPlaces, Victory
from engine.rules.table import Table
from engine.rules.victory import holds
from engine.scenario import compile_scenario
from engine.state.actions import MoveUnit
from engine.state.events import GameEnded
from engine.systems import setting_of
from tests.kit.byways import ground
from tests.kit.small import small_scenario

SIDES = ("german", "soviet")
UNITS = {"german": ("xlvi-pz", "xxiv-pz", "vi"), "soviet": ("3rd-army", "4th-army", "mech-1")}


@dataclass
class World:
    """Who holds which place and stands there, how many units each side has, and its points."""

    control: dict[str, str]
    stood: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    def table(self) -> Table:
        """The same, laid out."""
        setting = ground("drill")
        cells = {row.place: row.cell for row in setting.scenario.places}
        left = {side: [key for key in keys if key in setting.scenario.piece_index] for side, keys in UNITS.items()}
        spots = {left[side].pop(): Spot(cells[place]) for place, side in self.stood.items()}
        table = lay_out(setting, Position(spots, control=self.control))
        for side, points in self.points.items():
            table.score(SIDES.index(side), points, "for the test")
        return table


def drawn(chance: random.Random) -> World:
    """A world drawn at random; nobody stands where the enemy rules."""
    places = [row.place for row in ground("drill").scenario.places]
    world = World({place: chance.choice((*SIDES, "")) for place in places})
    for place in chance.sample(places, len(places)):
        side = world.control[place]
        if side and list(world.stood.values()).count(side) < 2 and chance.random() < 0.6:
            world.stood[place] = side
    world.points = {side: chance.randrange(4) for side in SIDES}
    return world


def condition(chance: random.Random, world: World, depth: int = 2) -> tuple[AnyCondition, bool]:
    """A condition drawn at random, and whether it holds in a world."""
    side, kind = chance.choice(SIDES), chance.randrange(5 if depth else 3)
    if kind == 0:
        return places(chance, world, side)
    if kind == 1:
        most = chance.randrange(3)
        return Eliminated(side=side, at_most=most), list(world.stood.values()).count(side) <= most
    if kind == 2:
        least, most, less = chance.randrange(-2, 4), chance.choice((None, 0, 1, 2, 3)), chance.choice(("", *SIDES))
        had = world.points[side] - (world.points[less] if less else 0)
        return HasPoints(side=side, at_least=least, at_most=most, less=less), least <= had <= (
            99 if most is None else most
        )
    parts = [condition(chance, world, depth - 1) for _ in range(chance.randrange(1, 4))]
    truths = [true for _, true in parts]
    made, true = (AllOf, False not in truths) if kind == 3 else (AnyOf, True in truths)
    return made(parts=tuple(each for each, _ in parts)), true


def places(chance: random.Random, world: World, side: str) -> tuple[AnyCondition, bool]:
    """So many places of some kinds, or of a list, that were somebody's at the start, perhaps with a unit in each."""
    rows = ground("drill").scenario.places
    kinds = tuple({chance.choice(rows).kind}) if chance.random() < 0.5 else ()
    some = tuple(row.place for row in chance.sample(rows, min(3, len(rows)))) if chance.random() < 0.5 else ()
    owner, occupied = chance.choice(("", "", *SIDES)), chance.random() < 0.5
    meant = [
        row.place
        for row in rows
        if (row.kind in kinds or not kinds) and (row.place in some or not some) and owner in ("", row.owner)
    ]
    held = sum(world.control[key] == side and (not occupied or world.stood.get(key) == side) for key in meant)
    least, most = chance.choice((-1, 0, 1, 2)), chance.choice((-1, -1, 0, 1, 2))
    made = HoldsPlaces(
        side=side,
        kinds=kinds,
        places=some,
        owned_at_start_by=owner,
        at_least=least,
        at_most=most,
        occupied=occupied,
    )
    return made, (len(meant) if least < 0 else least) <= held <= (len(meant) if most < 0 else most)


@pytest.mark.parametrize("seed", range(5))
def test_conditions_hold_just_when_they_do(seed: int) -> None:
    chance, found = random.Random(seed), list[bool]()
    for _ in range(12):
        world = drawn(chance)
        table = world.table()
        for _ in range(25):
            one, true = condition(chance, world)
            assert holds(table, one) == true, one
            found.append(true)
    assert 60 < sum(found) < 240


@pytest.mark.parametrize("when", ["turn", "end"])
def test_a_turn_after_which_somebody_has_won_is_the_last(when: str) -> None:
    rows = small_scenario()
    for row in rows.all(Victory):
        rows.drop(Victory, row.victory)
    won = Eliminated(side="soviet", at_most=5)
    rows.put(Victory(victory="v", name="Won", winner="german", when=when, condition=won))  # type: ignore[arg-type]
    game = Game.begin(setting_of(compile_scenario(rows)), 1)
    turns = []
    while game.decision is not None:
        turns.append(game.state.turn)
        game.apply(next(action for action in game.options() if not isinstance(action, MoveUnit)))
    last = 1 if when == "turn" else 3
    assert max(turns) == game.state.turn == last and not game.state.agenda
    ends = [event for entry in game.log for event in entry.events if isinstance(event, GameEnded)]
    assert [(event.winner, event.level) for event in ends] == [(0, "Won")]
