"""A step that costs nothing is not one that is forbidden, whoever takes it: in a move, a retreat or an advance."""

from __future__ import annotations

import numpy as np
import pytest

from engine.board.network import TICKS
from engine.ids import Cell
from engine.play import Game
from engine.records.board import CellRow, Tec
from engine.rules.advance import _open
from engine.rules.rail_hops import RailHops, _overland
from engine.rules.reach import _crossed
from engine.rules.retreat import _paths
from engine.rules.yielding import Yielding
from tests.kit.boards import box, river, road
from tests.kit.drill import cell, drill, drill_rows, move, piece

HERE, THERE = "0405", "0404"


def on_a_free_road() -> Game:
    rows = drill_rows()
    road(rows, HERE, THERE)
    for kind in ("infantry", "tank"):
        rows.put(Tec(layer="link", kind="road", effect=f"move.{kind}", value="0"))
    return drill({"vi": HERE, "3rd-army": "0905"}, rows=rows)


def edge(game: Game, here: str, there: str) -> int:
    found = game.setting.board.adjacency.edge(Cell(cell(game, here)), Cell(cell(game, there)))
    assert found is not None
    return int(found)


def test_a_unit_moves_retreats_and_advances_along_it() -> None:
    game = on_a_free_road()
    unit, there = piece(game, "vi"), cell(game, THERE)
    assert game.judge(move(game, "vi", THERE))
    assert (there,) in {way.path for way in _paths(game.table, unit, 1, ())}
    assert _open(game.table, unit, cell(game, HERE), there)
    assert Yielding()._enters(game.table, unit, edge(game, HERE, THERE))


def test_by_factors_it_takes_one_like_any_other_step() -> None:
    game = on_a_free_road()
    steps = _overland(game.setting, "infantry", None, RailHops())[cell(game, HERE)]
    assert steps[cell(game, THERE)] == 1 and set(steps.values()) == {1}


def test_where_one_may_come_in_for_nothing_it_is_the_river_that_bars_the_others() -> None:
    rows = drill_rows()
    river(rows, "0505", HERE)
    game = drill({"vi": "0505", "3rd-army": "0905"}, rows=rows)
    step = cell(game, "0505"), cell(game, HERE)
    costs = np.full(len(game.setting.board.indices), -1, np.int32)
    assert _crossed(game.table, step, costs) == "", "nobody comes in at all"
    for least in (0, TICKS):
        costs[edge(game, THERE, HERE)] = least
        assert _crossed(game.table, step, costs) == "river"


@pytest.mark.parametrize("here", [HERE, "0109"])
def test_nobody_retreats_into_the_first_box_beside_the_map(here: str) -> None:
    rows = drill_rows()
    box(rows, "reserve", here)
    for kind in ("infantry", "tank"):
        rows.put(Tec(layer="link", kind="box", effect=f"move.{kind}", value="1"))
    game = drill({"vi": here, "3rd-army": "0905"}, rows=rows)
    unit, reserve = piece(game, "vi"), cell(game, "reserve")
    near = {at for at in game.setting.neighbours[cell(game, here)] if at != reserve}
    assert reserve == game.setting.board.grid.size and len(near) < len(game.setting.neighbours[cell(game, here)])
    assert {way.path for way in _paths(game.table, unit, 1, ())} == {(at,) for at in near}
    assert set(Yielding()._open(game.table, (unit,))) == near


def test_no_victor_steps_onto_ground_that_is_forbidden_or_over_a_hexside_that_is() -> None:
    rows = drill_rows()
    rows.put(Tec(layer="terrain", kind="forest", effect="move.infantry", value="P"))
    rows.put(Tec(layer="hexside", kind="lake", effect="move.infantry", value="P"))
    rows.put(CellRow(cell=THERE, terrain="forest"))
    river(rows, HERE, "0305", kind="lake")
    game = drill({"vi": HERE, "xxiv-pz": HERE, "3rd-army": "0905"}, rows=rows)
    near = set(game.setting.neighbours[cell(game, HERE)])
    for key, shut in (("vi", {THERE, "0305"}), ("xxiv-pz", set())):
        open_to = {at for at in near if _open(game.table, piece(game, key), cell(game, HERE), at)}
        assert open_to == near - {cell(game, label) for label in shut}, key
