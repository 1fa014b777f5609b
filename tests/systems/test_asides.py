"""What a unit may do besides the business at hand stands aside, so that whoever moves units is not led into it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.systems.test_answers import STARTS

BUSINESS = {"move", "move-stack", "overrun", "sail", "break-down", "call-aircraft", "done"}
"""What a movement phase is for: going somewhere, in parts and with help from the air, and ending it."""

BESIDES = {
    *("change-mode", "go-into-reserve", "dig-in", "build-base", "convert-rail", "ride-train", "send-stores"),
    *("load-stores", "unload-stores", "destroy-stores", "fuel-group", "pay-first", "make-extender"),
}
"""What can be done besides somewhere on these grounds."""


@cache
def groups(name: str) -> list[tuple[bool, set[str]]]:
    """Of each group on offer while units move at the starts of a tour, whether it stands aside, and what is in it."""
    games = [game for begin in STARTS[name] if (game := begin()).decision is not None and game.decision.kind == "move"]
    found = [group for game in games for group in game.options().groups]
    return [(group.aside, {action.__struct_config__.tag for action in group.make()}) for group in found]


@pytest.mark.parametrize("name", STARTS)
def test_only_what_moves_units_is_the_business_of_a_movement_phase(name: str) -> None:
    offered = groups(name)
    assert offered
    assert [(aside, kinds) for aside, kinds in offered if kinds and aside != kinds.isdisjoint(BUSINESS)] == []


def test_everything_besides_is_on_offer_somewhere() -> None:
    assert {kind for name in STARTS for aside, kinds in groups(name) if aside for kind in kinds} >= BESIDES
