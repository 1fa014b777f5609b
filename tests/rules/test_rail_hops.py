"""Hops by rail and over land on nets drawn at random: as far as a plain reckoning says, and at its price."""

from __future__ import annotations

import random

import pytest

from engine.rules.rail_hops import HopSteps, spent, ways

CELLS = range(9)


def drawn(chance: random.Random) -> HopSteps:
    """A net of a few cells, with ground of every price and railways that meet in stations."""
    overland = tuple(
        {other: chance.choice((1, 1, 2, 3)) for other in chance.sample(CELLS, 3) if other != cell} for cell in CELLS
    )
    lines = [tuple(sorted(chance.sample([each for each in CELLS if each != cell], 2))) for cell in CELLS]
    rail = tuple(line if chance.random() < 0.7 else () for line in lines)
    return HopSteps(overland, rail, frozenset(chance.sample(CELLS, 3)))


def run_ends(net: HopSteps, start: int, halts: set[int]) -> set[int]:
    """Where one run along the railway can end: it goes on from any cell that is no station and halts nobody."""
    ends, going_on = set[int](), {start}
    while going_on:
        near = {other for cell in going_on for other in net.rail[cell]} - ends - {start}
        ends |= near
        going_on = {cell for cell in near if cell not in net.stations and cell not in halts}
    return ends


def fewest(net: HopSteps, start: int, factors: int, halts: set[int]) -> dict[int, int]:
    """By cell, the fewest factors that lead there: tried again and again until nothing becomes cheaper."""
    best = {start: 0}
    for _ in CELLS:
        for cell, used in list(best.items()):
            if cell in halts and cell != start:
                continue
            steps = [*net.overland[cell].items(), *((end, 1) for end in run_ends(net, cell, halts))]
            for other, cost in steps:
                if used + cost <= factors and used + cost < best.get(other, 99):
                    best[other] = used + cost
    return {cell: used for cell, used in best.items() if cell != start}


@pytest.mark.parametrize("seed", range(40))
def test_every_cell_is_reached_with_the_fewest_factors_and_its_way_costs_them(seed: int) -> None:
    chance = random.Random(seed)
    net, factors = drawn(chance), chance.randrange(1, 6)
    halts = set(chance.sample(CELLS, chance.randrange(3)))
    found = ways(net, 0, factors, 0, False, halts)
    assert {cell: used for cell, (used, _) in found.items()} == fewest(net, 0, factors, halts)
    for cell, (used, path) in found.items():
        assert path[-1] == cell and spent(net, 0, path, factors, False) == used


@pytest.mark.parametrize("seed", range(20))
def test_extra_factors_are_for_ways_that_are_overland_throughout(seed: int) -> None:
    chance = random.Random(seed)
    net, factors, extra = drawn(chance), chance.randrange(1, 3), chance.randrange(1, 3)
    bare = HopSteps(net.overland, ((),) * len(CELLS), frozenset())
    wanted = fewest(bare, 0, factors + extra, set()) | fewest(net, 0, factors, set())
    assert {cell: used for cell, (used, _) in ways(net, 0, factors, extra, False, set()).items()} == wanted


@pytest.mark.parametrize("seed", range(40))
def test_with_the_last_factor_a_unit_may_jump_off_a_line_between_stations(seed: int) -> None:
    chance = random.Random(seed)
    net, factors = drawn(chance), chance.randrange(1, 4)
    plain, found = fewest(net, 0, factors, set()), ways(net, 0, factors, 0, True, set())
    before = {0: 0, **fewest(net, 0, factors - 1, set())}
    ends = {end for cell, used in before.items() if used == factors - 1 for end in run_ends(net, cell, set())}
    off = {
        other
        for end in ends - net.stations
        for other, cost in net.overland[end].items()
        if cost == 1 and not net.rail[other]
    }
    assert {cell: used for cell, (used, _) in found.items()} == dict.fromkeys(off - {0}, factors) | plain
    for cell, (used, path) in found.items():
        assert path[-1] == cell and spent(net, 0, path, factors, True) == used


def price(net: HopSteps, cells: tuple[int, ...]) -> int | None:
    """The fewest factors of a way, by cutting off its first step or its first run in every way there is."""
    if len(cells) == 1:
        return 0
    rest = price(net, cells[1:])
    found = [] if rest is None or cells[1] not in net.overland[cells[0]] else [net.overland[cells[0]][cells[1]] + rest]
    for last in range(1, len(cells)):
        if cells[last] not in net.rail[cells[last - 1]]:
            break
        rest = price(net, cells[last:])
        found += [] if rest is None else [1 + rest]
        if cells[last] in net.stations:
            break
    return min(found, default=None)


@pytest.mark.parametrize("seed", range(40))
def test_any_way_at_all_costs_its_fewest_factors_or_cannot_be_gone(seed: int) -> None:
    chance = random.Random(seed)
    net, gone = drawn(chance), 0
    for _ in range(40):
        cells = [0]
        while len(cells) < 5:
            near = [*net.overland[cells[-1]], *net.rail[cells[-1]]] if chance.random() < 0.8 else list(CELLS)
            cells.append(chance.choice([each for each in near if each != cells[-1]] or [8 if cells[-1] < 8 else 0]))
        found = spent(net, 0, tuple(cells[1:]), 9, False)
        assert found == price(net, tuple(cells)), cells
        gone += found is not None
    assert 0 < gone < 40
