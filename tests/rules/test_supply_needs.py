"""How well supplied a rule asks a place to be: a line for what asks for one, none where nothing is asked."""

from __future__ import annotations

import pytest

from engine.rules.supply import line_at
from engine.rules.supply_needs import Need, place_meets
from tests.kit.byways import drilled
from tests.kit.monster import stage


@pytest.mark.parametrize("need", ["none", "supplied", "full"])
def test_a_place_is_as_well_supplied_as_its_line_says(need: Need) -> None:
    table = stage({"inf-61": "1106", "rd-1": "1206", "rd-2": "0101"}, supply=True).table
    lines = {(side, cell): line_at(table, side, cell) is not None for side in (0, 1) for cell in range(0, 200, 3)}
    assert set(lines.values()) == {True, False}
    for (side, cell), line in lines.items():
        assert place_meets(table, cell, side, need) <= (line or need == "none")
        if need != "full":
            assert place_meets(table, cell, side, need) == (line or need == "none")


@pytest.mark.parametrize("need", ["none", "supplied", "full"])
def test_where_the_rules_know_no_supply_every_place_has_it(need: Need) -> None:
    table = drilled("drill", "german-movement", 3).table
    assert all(place_meets(table, cell, side, need) for side in (0, 1) for cell in range(table.board.size))
