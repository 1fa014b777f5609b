"""Set-up sheets of a game that players set up by hand: zones by formation, and boxes for what must be manned."""

from __future__ import annotations

from functools import lru_cache

import pytest

from designer.printing.choices import Choices
from designer.printing.material import Material
from designer.printing.pages import Page, Printout
from designer.printing.setup_sheet import setup_document
from engine.rules.free_setup import FreeSetUp
from engine.rules.quotas import parts_of
from engine.rules.table import Table
from engine.state import State
from tests.kit.paper import measure, off_the_page, texts
from tests.kit.shipped import shipped_rows


@lru_cache(maxsize=2)
def material(set_up: str = "players") -> Material:
    return Material(shipped_rows("proud-monster"), {"sections": "more", "set-up": set_up})


@lru_cache(maxsize=8)
def sheet(side: int, set_up: str = "players", sort: str = "hex") -> Printout:
    made = material(set_up)
    return setup_document(made, made.sides[side], Choices(sort=sort), measure)  # type: ignore[arg-type]


def before(made: Printout, text: str) -> list[str]:
    said = texts(made)
    return said[: said.index(text)]


@pytest.mark.parametrize("side", [0, 1])
def test_whoever_sets_up_by_hand_is_told_the_zones_before_the_lay_out(side: int) -> None:
    made = sheet(side)
    assert off_the_page(made.pages) == []
    said = before(made, "A lay-out that meets all this")
    assert "Set up by hand" in said and "Placed at the start" not in texts(made)
    given = texts(sheet(side, "historical"))
    assert "Set up by hand" not in given and "Placed at the start" in given


def test_the_soviet_zones_hold_what_is_drawn_for_each() -> None:
    said = before(sheet(1), "What must be manned")
    frontier, interior = said.index("Soviet frontier zone"), said.index("Soviet interior zone")
    for at, units, rifle in ((frontier, "96 units", "52 counters"), (interior, "170 units", "114 counters")):
        assert said[at + 1] == units and said[at:][said[at:].index("Untried rifle division") + 1] == rifle


def test_every_german_unit_stands_once_under_its_formation_in_a_zone() -> None:
    said = before(sheet(0), "Limits")
    made = material()
    table = Table(made.setting, State.at_start(made.scenario), seed=0)
    rule = table.mechanism(FreeSetUp)
    pieces = {piece for zone in rule.zones_of(table, 0) for piece in rule.members(table, zone)}
    names = [made.scenario.pieces[piece].unit.name for piece in pieces]
    assert len(names) == 156 and all(said.count(name) == names.count(name) for name in set(names))
    assert said.index("XLI Motorised Corps") < said.index("1 Pz") < said.index("LVI Motorised Corps")
    assert any(text.startswith("German division units without the mark") for text in said), "also in Romania"


def ticks(pages: tuple[Page, ...]) -> int:
    return sum(len(page.of("tick")) for page in pages)


def test_there_is_a_box_for_every_unit_that_must_be_somewhere() -> None:
    made = material()
    table = Table(made.setting, State.at_start(made.scenario), seed=0)
    quotas = [quota for quota in table.mechanism(FreeSetUp).quotas if quota.side == "soviet"]
    asked = sum(quota.least * len(parts_of(table, quota)) for quota in quotas)
    pairs = next(quota for quota in quotas if quota.each == "pair")
    zones = 1 + 5 + 1 + 1 + 3, 1 + 4 + 1 + 1 + 1
    lay_out = ticks(sheet(1, "historical").pages)
    assert ticks(sheet(1).pages) - lay_out == asked + 1 + sum(zones), "of pairs a hex more than there are pairs"
    assert len(pairs.cells) == len(parts_of(table, pairs)) + 1
    said = texts(sheet(1))
    for label in ("2006N", "Leningrad 4201N", "Bialystok 1816N", "2114S", "23", "60"):
        assert label in said


def test_sorted_by_formation_blind_draws_stand_pool_after_pool() -> None:
    said = texts(sheet(1, "historical", "formation"))
    heads = [n for n, text in enumerate(said) if text.startswith("Untried") and said[n + 1].endswith(" units")]
    assert sorted(said[n + 1] for n in heads) == ["16 units", "166 units", "25 units", "50 units", "nine units"]
    assert said[heads[0]] == "Untried rifle divisions"


def test_arrivals_that_only_count_what_follows_are_told_once_a_turn() -> None:
    said = texts(sheet(1, "historical"))
    turn = said[said.index("Turn 2") : said.index("Turn 3")]
    assert sum("Entry:" in text for text in turn) == 1 and "11 counters" in turn
    assert not any("11 untried rifle divisions" in text for text in said)
    assert "by dice" in " ".join(said), "what else is to be said of a line is said"
    assert "choose two of those listed before" in " ".join(said)
