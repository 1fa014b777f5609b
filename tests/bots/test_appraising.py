"""How a formation stands, held against brute force over the rules' own answers."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.bots.staff.appraising import NOTHING, FormationOutlook, appraise
from engine.play import Game
from engine.rules.table import Table
from tests.kit.digest import bot_game
from tests.kit.players import setting_for

MOMENTS = (91, 148, 224, 309)
"""Entries of a seeded game before which somebody moves."""


@lru_cache(maxsize=1)
def game() -> Game:
    return bot_game(setting_for("arduous-beginning"), "doctrine", 3)


def at(entry: int) -> tuple[Table, int, list[int]]:
    fork = game().fork()
    fork.go_to(entry)
    assert fork.decision is not None
    side = fork.decision.side
    table = fork.view(side).table
    return table, side, [piece for piece in table.on_map(side) if table.face(piece).movement > 0]


@pytest.mark.parametrize("entry", MOMENTS)
def test_the_cell_that_breaks_first_has_the_worst_odds_of_all(entry: int) -> None:
    table, side, pieces = at(entry)
    found = FormationOutlook(table, side, pieces)
    cell, stands, threat = found.weakest() or (-1, 0.0, 0.0)
    assert cell in found.cells and threat > 0
    for other in found.cells:
        there = sum(
            float(one)
            for one, where in zip(found.look.mine.defence, found.look.mine.cell, strict=True)
            if where == other
        )
        assert float(found.danger.threat[other]) / max(there, 0.1) <= threat / max(stands, 0.1) + 1e-9
    assert table.label(cell) in appraise(table, side, pieces)


@pytest.mark.parametrize("entry", MOMENTS)
def test_who_is_cut_off_has_no_way_home_and_everybody_else_has_one(entry: int) -> None:
    table, side, pieces = at(entry)
    found = FormationOutlook(table, side, pieces)
    board, look = table.board, found.look
    homes = {one.cell for one in look.held if not look.enemy[one.cell]}
    barred = {
        cell for cell in range(board.size) if (look.enemy[cell] or look.enemy_zone[cell]) and not found.held[cell]
    }
    passable = look.costs.max(axis=0) >= 0
    reached, rest = set(homes), list(homes)
    while rest:
        here = rest.pop()
        for edge in range(board.indptr[here], board.indptr[here + 1]):
            there = int(board.indices[edge])
            if passable[edge] and there not in reached and there not in barred:
                reached.add(there)
                rest.append(there)
    assert set(found.cut_off(soon=False)) == set(found.cells) - reached
    assert set(found.cut_off(soon=False)) <= set(found.cut_off(soon=True))


def test_what_is_covered_is_near_and_in_the_order_in_which_it_is_reached() -> None:
    table, side, pieces = at(MOMENTS[1])
    covered = FormationOutlook(table, side, pieces).covered()
    assert covered and [turns for _, turns in covered] == sorted(turns for _, turns in covered)
    assert all(table.state.control[one.place] == side for one, _ in covered)


def test_units_that_are_not_on_the_map_are_told_as_such() -> None:
    table, side, _ = at(MOMENTS[0])
    away = [piece for piece, cell in enumerate(table.state.cell) if cell < 0 and table.side_of(piece) == side]
    assert appraise(table, side, away) == NOTHING
