"""Rules that are told nothing, or of a side that nobody plays: they keep silent, and break nothing."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from engine.rules.mechanism import Mechanism
from engine.systems.catalogue import all_mechanisms
from tests.kit.byways import drilled
from tests.kit.inquiry import Inquiry

SPEAKS: dict[str, set[str]] = {
    "ammunition": {"may_attack", "may_fight", "may_overrun", "battle_dues"},
    "disorganised": {"retreated"},
    "district-entry": {"may_arrive"},
    "edge-boxes": {"closed"},
    "flak": {"may_attack", "may_overrun"},
    "fog-of-war": {"concealed", "fought"},
    "handicap": {"shifts"},
    "leadership": {"may_attack", "arrived"},
    "modes": {"allowance"},
    "railways": {"shut_links"},
    "ratings": {"die_modifiers", "preliminaries", "let_off"},
    "reserve-areas": {"may_arrive"},
    "supply": {"arrived"},
}
"""Rules that have something to say without being told anything: what nobody was named for holds for all."""

OWNED = {key: kind for key, kind in all_mechanisms().items() if "side" in kind.__struct_fields__}
SILENT = (None, (), [], 0, False, "")


@cache
def inquiry() -> Inquiry:
    """A battle of corps and armies in bad weather."""
    return Inquiry(drilled("rough", "german-combat", 3))


def heard(rule: Mechanism) -> set[str]:
    """The questions to which a rule says or does anything."""
    return {name for name, _, told in inquiry().told_by(rule) if isinstance(told, tuple) and told not in _NOTHING}


_NOTHING = [(silent, []) for silent in SILENT]


@pytest.mark.parametrize("key", sorted(all_mechanisms().keys() - {"city-points"}))
def test_a_rule_that_is_told_nothing_says_nothing(key: str) -> None:
    assert heard(all_mechanisms()[key]()) == SPEAKS.get(key, set())


@pytest.mark.parametrize("key", sorted(OWNED.keys() - {"city-points"}))
def test_a_rule_of_a_side_that_nobody_plays_says_no_more_than_one_that_is_told_nothing(key: str) -> None:
    rule = msgspec.convert({"side": "nobody"}, OWNED[key])
    assert heard(rule) <= SPEAKS.get(key, set())
