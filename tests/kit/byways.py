"""More tours, on small grounds only: in the corner of the map, with other dice, in weather and on squares.

A leg on a small ground costs next to nothing, so they are many and long; what a large map adds is for `touring`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial

from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange, position_of
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit import guderian, monster
from tests.kit.childs import childs_rows, terrain
from tests.kit.drill import drill_rows
from tests.kit.mustering import mustered
from tests.kit.seasons import rough_rows
from tests.kit.touring import (
    IN_THE_AIR,
    IN_THE_REAR,
    ON_THE_ROAD,
    Leg,
    ahead_of_the_infantry,
    around_minsk,
    at_sea,
    at_the_guns,
    in_the_air,
    in_the_attack,
    in_the_rear,
    on_the_line,
    on_the_road,
)

Begin = Callable[[], Game]


@cache
def ground(name: str) -> Setting:
    """A small ground of a system, made ready once."""
    made = {
        "drill": drill_rows,
        "rough": rough_rows,
        "squares": lambda: terrain(childs_rows(), "mountain", "0603", "0606"),
    }
    return setting_of(compile_scenario(made[name]()))


def drilled(name: str, phase: str, turn: int) -> Game:
    """The Arduous Beginning: two panzer corps and infantry against armies and mechanised corps, tried and untried."""
    german = {"xlvi-pz": "0504", "xxiv-pz": "0405", "vi": "0504", "ix": "0406", "xliii": "0305"}
    soviet = {"3rd-army": "0604", "mech-1": "0604", "mech-2": "0505", "4th-army": "0506", "10th-army": "0705"}
    known = ground(name).scenario.piece_index
    spots = {key: Spot(cell) for key, cell in {**german, **soviet}.items() if key in known}
    return arrange(ground(name), Position(spots, turn, phase), 1)


def on_squares(phase: str, turn: int) -> Game:
    """The Child's Game: tiles of both sides side by side, with something lost on either."""
    setting = ground("squares")
    sides: dict[str, list[str]] = {}
    for each in setting.scenario.pieces:
        sides.setdefault(each.unit.side, []).append(each.key)
    first, second = sides.values()
    near, far = ("0405", "0404", "0506", "0605", "0205", "0303"), ("0505", "0504", "0607", "0703", "0807", "1103")
    spots = {
        key: Spot(cell)
        for keys, cells in ((first, near), (second, far))
        for key, cell in zip(keys, cells, strict=False)
    }
    lost = dict.fromkeys((*first[len(near) : len(near) + 2], *second[len(far) : len(far) + 2]), "")
    return arrange(setting, Position(spots, turn, phase, lost=lost), 1)


def fresh(name: str) -> Game:
    """A ground from its set-up on."""
    return Game.begin(ground(name), 1)


def cornered(begin: Begin, side: int, *, last: bool = False) -> Game:
    """The same, but a side's highest stack stands in the first or last cell of the map and the enemy's beside it."""
    game = begin()
    position, board, stacks = position_of(game), game.setting.board, game.state.stacks
    spots, corner = dict(position.pieces), board.grid.size - 1 if last else 0
    for whose, cell in ((side, corner), (1 - side, game.setting.neighbours[corner][0])):
        mine = [at for at in stacks if game.table.side_of(stacks[at][0]) == whose and not board.is_box(Cell(at))]
        origin = max(mine, key=lambda at: (len(stacks[at]), -at))
        for piece in (*stacks[origin], *stacks.get(cell, ())):
            key, goal = game.scenario.pieces[piece].key, cell if piece in stacks[origin] else origin
            spots[key] = replace(spots[key], cell=board.names.labels[goal])
    return arrange(game.setting, replace(position, pieces=spots), 1)


def rolled(begin: Begin, seed: int) -> Game:
    """The same with other dice."""
    game = begin()
    return arrange(game.setting, position_of(game), seed)


def _corners(steps: int, begins: Iterable[Begin], *, last: bool = False) -> list[Leg]:
    """From each of these positions with one side or the other in the corner of the map."""
    starts = [partial(cornered, begin, side, last=last) for begin in begins for side in (0, 1)]
    return [(start, seed, steps) for seed, start in enumerate(starts, 1)]


def _again(many: int, steps: int, *begins: Begin) -> list[Leg]:
    """From each of these positions so many times, with other dice and other choices."""
    return [(partial(rolled, begin, 10 + seed), 10 + seed, steps) for begin in begins for seed in range(many)]


AIR = [partial(in_the_air, phase) for phase in IN_THE_AIR]
REAR = [partial(in_the_rear, phase) for phase in IN_THE_REAR]
ROAD = [partial(on_the_road, phase) for phase in ON_THE_ROAD]
DRILL = [
    partial(drilled, name, f"{side}-{phase}", 3)
    for name in ("drill", "rough")
    for side in ("german", "soviet")
    for phase in ("movement", "combat")
]
SQUARES = [
    partial(on_squares, phase, 4)
    for phase in ("axis-blitz", "axis-movement", "soviet-replacement", "soviet-movement", "axis-replacement")
]
GUDERIAN = [
    partial(ahead_of_the_infantry, phase, turn)
    for phase, turn in (
        (guderian.MOVE, 4),
        (guderian.COMBAT, 4),
        (guderian.MECHANISED, 8),
        (guderian.SOVIET_MOVE, 8),
        (guderian.SOVIET_COMBAT, 8),
    )
]
MINSK = [
    partial(around_minsk, phase, turn)
    for phase in (monster.MOVE, monster.ASSAULT, monster.SOVIET_MOVE, monster.SOVIET_ASSAULT)
    for turn in (6, 9)
]

BYWAYS: dict[str, Callable[[], list[Leg]]] = {
    "in-the-corner": lambda: [
        *_corners(15, [*DRILL, *SQUARES, *AIR, at_the_guns, *REAR, *ROAD, on_the_line, in_the_attack]),
        *_corners(8, [*GUDERIAN, *MINSK[::3]]),
    ],
    "in-the-last-corner": lambda: [
        *_corners(8, [*DRILL[:4], *SQUARES[:2], *AIR[::2], *REAR, *ROAD[::2], on_the_line, in_the_attack], last=True),
        *_corners(4, [*GUDERIAN[:2], *MINSK[:1]], last=True),
    ],
    "with-other-dice": lambda: [
        *_again(2, 20, *DRILL, *SQUARES, *AIR, *REAR, *ROAD),
        *_again(4, 20, at_the_guns, on_the_line, in_the_attack),
        *_again(2, 12, *GUDERIAN, at_sea),
        *_again(1, 8, *MINSK[:4], *MINSK[6:]),
        *_again(
            1,
            12,
            *(partial(ahead_of_the_infantry, phase, 6) for phase in ("german-air-interdiction", "soviet-interdiction")),
        ),
        *((partial(fresh, "rough"), seed, 40) for seed in (1, 2, 3)),
    ],
    "set-up-by-hand": lambda: [(mustered, seed, 12) for seed in range(1, 6)],
}
"""By name, the legs of a tour."""
