"""Proud Monster: the lines of supply of each ally keep the rules of all German lines (PM 9.4, 9.11, 9.14)."""

from __future__ import annotations

import pytest

from tests.kit.guderian import cell, piece
from tests.kit.monster import MOVE, around, columns_of, ground_rows, stage, terrain
from tests.systems.proud_monster.test_supply import FULL, OUT, state_of

ALLIES = ("inf-61", "ro-inf-1", "hf-corps", "it-torino")


@pytest.mark.rule("PM-9.14")
@pytest.mark.parametrize("key", ALLIES)
@pytest.mark.parametrize(("sky", "found"), [("dry", OUT), ("frost", OUT), ("snow", FULL)])
def test_no_line_of_the_axis_crosses_a_lake_but_in_snow(key: str, sky: str, found: str) -> None:
    rows = ground_rows()
    terrain(rows, "lake", *columns_of(10, 10))
    game = stage({key: "1506", "rd-1": "2006"}, MOVE, rows=rows, weather={"north": sky, "south": sky})
    assert state_of(game, key) == found


@pytest.mark.rule("PM-9.4")
@pytest.mark.parametrize("key", ALLIES)
def test_a_line_passes_beside_the_enemy_and_not_through_him(key: str) -> None:
    """A gap of one hex in a wall of enemies: nobody has a zone that would close it."""
    shut = {f"rd-{number}": at for number, at in enumerate(columns_of(10, 10), 31)}
    open_ = {name: at for name, at in shut.items() if at != "1006"}
    assert state_of(stage({key: "1506", **shut}, MOVE), key) == OUT
    game = stage({key: "1506", **open_}, MOVE)
    beside = {cell(game, at) for at in around("1006")}
    assert any(game.state.cell[piece(game, name)] in beside for name in open_)
    assert state_of(game, key) == FULL
