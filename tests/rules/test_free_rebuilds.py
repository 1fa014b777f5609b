"""Free rebuilds at their limits: how many steps whoever comes back has lost."""

from __future__ import annotations

import pytest

from engine.state.actions import PlaceUnit
from tests.kit.depots import BOTH, behind_the_front, rear_rows
from tests.kit.gunnery import piece
from tests.rules.test_replenishing import AIR, steps


@pytest.mark.rule("SM-1.6c")
@pytest.mark.parametrize(("lost", "face"), [(-1, 2), (0, 0), (1, 1), (2, 2), (9, 2)])
def test_a_free_unit_comes_back_with_as_many_steps_lost_as_its_line_says_or_with_one_left(lost: int, face: int) -> None:
    lines = [{"name": "Back", "side": "soviet", "units": {"units": ["rd-2"]}, "steps_lost": lost}]
    rows = rear_rows(air=AIR, variable_arrivals={"phases": []}, free_rebuilds={"phases": BOTH, "lines": lines})
    game = behind_the_front(rows, "soviet-build", lost=("rd-2",), army="0804", guards="0904", corps="0101")
    back = piece(game, "rd-2")
    action = next(each for each in game.options() if isinstance(each, PlaceUnit) and each.piece == back)
    game.apply(action)
    assert game.state.face[back] == face and steps(game, "rd-2") == 3 - face
