"""The journal: what happened, said as players say it."""

from __future__ import annotations

import pytest

from engine.play.journal import weighed
from engine.state.events import BattleFought


@pytest.mark.parametrize(
    ("attack", "defence", "said"), [(31 + 1 / 6, 20, "31.2 against 20"), (10, 12.5, "10 against 12.5")]
)
def test_strengths_are_said_to_a_tenth(attack: float, defence: float, said: str) -> None:
    event = BattleFought(0, (1,), (2,), attack, defence, "1:1", ((1, "a river", ""),), "2:1", 7, "D1", "")
    assert weighed(event, causes=False).startswith(said + ", 1:1")
    assert weighed(event) == f"{said}, 1:1, +1 a river, column 2:1"
