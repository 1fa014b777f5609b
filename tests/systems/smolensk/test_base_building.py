"""Air bases that headquarters build and raise for supply (OS 16.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.rules.air import HITS, air_of
from engine.rules.stores import held
from engine.state import Store
from engine.state.actions import MoveUnit
from engine.systems.readback import mechanism_words
from engine.systems.smolensk.base_building import BuildBase
from tests.kit.laws import check_table
from tests.kit.players import setting_for
from tests.kit.shipped import shipped_rows

CAMPAIGN = "smolensk-campaign"
HQ, OTHER = "ger-hq-7", "ger-hq-5"

OPEN = Position(
    {HQ: Spot("05.20"), OTHER: Spot("05.21"), "sov-rd-6": Spot("40.20")},
    2,
    "first-movement",
    marks={"first-player": {"axis": 1}},
    stores=(Stock("05.20", "axis", 40),),
)


def game(**changed: object) -> Game:
    """Two headquarters beside each other with ten supply points, far from the enemy; some of it changed."""
    return arrange(setting_for(CAMPAIGN), replace(OPEN, **changed))  # type: ignore[arg-type]


def build(game: Game, key: str, label: str) -> BuildBase:
    """A headquarters builds in a cell."""
    return BuildBase(game.scenario.piece_index[key], game.setting.board.cell(label))


def level(game: Game, label: str) -> int:
    """The level of the Axis base in a cell."""
    return air_of(game.table).level(game.table, 0, game.setting.board.cell(label))


def tokens(game: Game) -> int:
    """What is left of the dump."""
    return held(game.table, Store("cell", game.setting.board.cell("05.20"), 0)).tokens


@pytest.mark.rule("OS-16.2")
def test_a_headquarters_builds_a_base_in_its_hex_for_two_supply_points_and_stays() -> None:
    played = game()
    assert build(played, HQ, "05.20").words(played.table) == "build an air base in 05.20"
    assert build(played, HQ, "05.20") in played.options().of(played.scenario.piece_index[HQ])
    played.apply(build(played, HQ, "05.20"))
    assert (level(played, "05.20"), tokens(played)) == (1, 40 - 8)
    assert air_of(played.table).room(played.table, 0, played.setting.board.cell("05.20")) == 4
    away = MoveUnit(played.scenario.piece_index[HQ], (played.setting.board.cell("05.19"),))
    assert not played.judge(away), "who has built stays"
    check_table(played)
    played.undo()
    assert (level(played, "05.20"), tokens(played)) == (0, 40)


@pytest.mark.rule("OS-16.2")
def test_a_base_is_raised_in_the_hex_or_beside_it_level_by_level_to_the_third() -> None:
    played = game()
    refused = played.judge(build(played, OTHER, "05.20"))
    assert (refused.legal, refused.case) == (False, "OS-16.2"), "where none lies it is built in the own hex only"
    played.apply(build(played, HQ, "05.20"))
    raising = build(played, OTHER, "05.20")
    assert raising.words(played.table) == "raise the air base in 05.20 to level 2"
    played.apply(raising)
    assert (level(played, "05.20"), tokens(played)) == (2, 40 - 16)
    largest = game(markers={"axis-air-base-3-1": "05.20"})
    refused = largest.judge(build(largest, HQ, "05.20"))
    assert not refused and "larger" in refused.why
    second = game(markers={"axis-air-base-2-1": "05.20"})
    second.apply(build(second, HQ, "05.20"))
    assert level(second, "05.20") == 3


@pytest.mark.rule("OS-16.2")
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"pieces": {**OPEN.pieces, HQ: Spot("05.20", mode="move")}}, "does not build now"),
        ({"phase": "first-exploitation", "marks": {**OPEN.marks, "released": {HQ: 1}}}, ""),
        ({"marks": {**OPEN.marks, "dg": {HQ: 1}}}, "does not build now"),
        ({"stores": (Stock("05.20", "axis", 7),)}, ""),
    ],
    ids=["move mode", "another phase", "disorganised", "seven tokens"],
)
def test_whoever_cannot_or_may_not_builds_nothing(changed: dict[str, object], why: str) -> None:
    played = game(**changed)
    verdict = played.judge(build(played, HQ, "05.20"))
    assert not verdict and why in verdict.why


@pytest.mark.rule("OS-16.2")
def test_no_base_is_raised_in_a_zone_that_no_friend_covers() -> None:
    pieces = {HQ: Spot("05.20"), "sov-rd-6": Spot("05.18")}
    played = game(pieces=pieces, markers={"axis-air-base-1-1": "05.19"})
    verdict = played.judge(build(played, HQ, "05.19"))
    assert not verdict and "too near" in verdict.why
    assert game(pieces={**pieces, OTHER: Spot("05.19")}, markers={"axis-air-base-1-1": "05.19"}).judge(
        build(played, HQ, "05.19")
    )


@pytest.mark.rule("OS-16.2")
def test_a_base_that_was_hit_is_repaired_before_it_is_raised() -> None:
    played = game(markers={"axis-air-base-1-1": "05.20"})
    cell = played.setting.board.cell("05.20")
    played.table.set_mark(HITS, cell, 1)
    verdict = played.judge(build(played, HQ, "05.20"))
    assert not verdict and "repaired first" in verdict.why


def test_it_is_read_back() -> None:
    said = dict(mechanism_words(shipped_rows(CAMPAIGN)))["Building of air bases"]
    assert "for 8 tokens" in said and "in a neighbouring hex" in said


@pytest.mark.rule("OS-16.2")
@pytest.mark.parametrize("beyond", [False, True])
def test_a_base_is_built_on_the_map_and_in_no_box(beyond: bool) -> None:
    played = game()
    board = played.setting.board
    there = board.size if beyond else board.grid.size
    refused = played.judge(BuildBase(played.scenario.piece_index[HQ], there))
    assert not refused and "on the map" in refused.why
