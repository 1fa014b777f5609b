"""Setting up by hand on a small ground: zones, counts, quotas, lay-outs, and who is held back."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.records.counters import Selector
from engine.records.play import Placement
from engine.rules.free_setup import HELD_BACK, FreeSetUp, LayOut, MeetQuotas, SetUpByHand, TakeUp
from engine.scenario import compile_scenario
from engine.state.actions import Done, PlaceUnit
from engine.state.state import NO_LINE
from engine.systems import setting_of
from tests.kit.drill import cell, piece, where
from tests.kit.mustering import EASTERN, GUESTS, QUOTAS, RESERVES, ZONE, ZONES, mustered, mustering_rows


def put(game: Game, key: str, at: str) -> PlaceUnit:
    return PlaceUnit(piece(game, key), cell(game, at))


def standing(game: Game) -> dict[str, str]:
    keys = (*GUESTS, *RESERVES, *EASTERN)
    return {key: where(game, key) for key in keys if where(game, key) != "off"}


def offered(game: Game, key: str) -> set[str]:
    """The cells that a unit is offered."""
    return {
        game.setting.board.label(action.cell)  # type: ignore[arg-type]
        for action in game.options()
        if isinstance(action, PlaceUnit) and action.piece == piece(game, key)
    }


def test_the_quotas_of_an_area_are_those_that_lie_wholly_in_it() -> None:
    table = mustered().table
    rule = table.mechanism(FreeSetUp)
    names = {area: [quota.name for quota in rule.in_area(table, area)] for area in ("zone", "rear", "east", "west")}
    assert names == {"zone": ["the ends", "the middle"], "rear": [], "east": ["the east"], "west": []}
    assert rule.in_area(table, "nowhere") == []


def test_units_go_anywhere_in_their_zone_until_all_that_are_left_are_needed() -> None:
    game = mustered()
    assert offered(game, "d0") == set(ZONE) and offered(game, "r0") == {"0102", "0202"}
    game.apply(put(game, "d0", "0501"))
    game.apply(put(game, "d1", "0501"))
    needed = {"0101", "0301"}
    assert offered(game, "d2") == needed == offered(game, "d3")
    refused = game.judge(put(game, "d2", "0401"))
    assert not refused and refused.case == "T-3" and "the ends: 2 of 2 still open" in refused.why
    assert game.judge(put(game, "d0", "0401")), "who stands already may be moved about"
    game.apply(put(game, "d2", "0101"))
    assert offered(game, "d3") == {"0301"}
    assert offered(game, "r0") == {"0102", "0202"}, "reserves are not needed there"


def test_a_unit_in_the_first_hex_is_moved_about_like_any_other_though_none_is_to_spare() -> None:
    game = mustered()
    for key, at in (("d0", "0101"), ("d1", "0501"), ("d2", "0501")):
        game.apply(put(game, key, at))
    assert game.judge(put(game, "d0", "0401")) and game.judge(put(game, "d1", "0401"))
    assert not game.judge(put(game, "d3", "0401")), "it is needed in 0301"


def test_a_limit_of_nobody_keeps_everybody_out() -> None:
    game = mustered(quotas=[QUOTAS[1] | {"most": 0}])
    assert offered(game, "d0") == set(ZONE) - {"0201"}


def test_a_quota_with_a_limit_takes_no_more_but_lets_its_own_stay() -> None:
    game = mustered()
    game.apply(put(game, "d0", "0201"))
    full = game.judge(put(game, "d1", "0201"))
    assert not full and full.case == "T-4"
    assert "0201" not in offered(game, "d1")
    assert game.judge(put(game, "d0", "0201")), "it stands there already"


def test_a_zone_with_a_count_takes_so_many_and_no_more() -> None:
    game = mustered()
    game.apply(LayOut())
    game.apply(Done())
    assert game.decision is not None and game.decision.side == 1
    game.apply(put(game, "s0", "0601"))
    assert not game.judge(Done()) and game.judge(Done()).case == "T-2"
    game.apply(put(game, "s1", "0602"))
    third = game.judge(put(game, "s2", "0602"))
    assert not third and offered(game, "s2") == set()
    assert game.judge(put(game, "s1", "0601")), "it may be moved within the zone"
    assert game.judge(Done())
    game.apply(TakeUp((piece(game, "s0"),)))
    assert game.judge(put(game, "s2", "0602"))


def test_of_two_zones_that_are_full_the_first_says_why() -> None:
    first = ZONES[0] | {"count": 1}
    game = mustered(
        zones=[first, first | {"region": "rear", "case": "T-8"}, first | {"case": "T-9"}, *ZONES[1:]], quotas=[]
    )
    game.apply(put(game, "d0", "0501"))
    assert offered(game, "d1") == {"0102", "0202"}, "one stands in the zone of either, one may stand in the rear"
    full = game.judge(put(game, "d1", "0401"))
    assert not full and full.case == "T-1" and "No more of these units" in full.why


@pytest.mark.parametrize("area", ["zone", "rear", ""])
def test_a_lay_out_clears_its_area_and_sets_it_up_as_prepared(area: str) -> None:
    game = mustered()
    game.apply(put(game, "d3", "0101"))
    game.apply(put(game, "r1", "0202"))
    prepared = {"d0": "0101", "d1": "0301", "d2": "0301", "d3": "0401"}
    game.apply(LayOut(area))
    wanted = {
        "zone": prepared | {"r1": "0202"},
        "rear": {"d3": "0101", "r0": "0102"},
        "": prepared | {"r0": "0102"},
    }
    assert standing(game) == wanted[area]


def test_whoever_may_wait_is_held_back_unless_he_stands_or_comes_by_name() -> None:
    game = mustered()
    for action in (LayOut("zone"), Done()):
        game.apply(action)
    held = {game.scenario.pieces[number].key for number in game.table.bearing(HELD_BACK)}
    assert held == {"r0"}, "r1 comes on the first turn by the schedule, r2 on the second"
    rule = game.table.mechanism(FreeSetUp)
    lines = [
        (line.region, [game.scenario.pieces[one].key for one in some]) for line, some in rule.also_due(game.table, 0)
    ]
    assert lines == [("west", ["r0"])] and list(rule.also_due(game.table, 1)) == []


def test_what_must_be_manned_is_manned_with_as_few_as_it_takes() -> None:
    game = mustered()
    assert not game.judge(MeetQuotas("rear")) and not game.judge(MeetQuotas("nowhere"))
    game.apply(MeetQuotas("zone"))
    assert sorted(standing(game).values()) == ["0101", "0301"]
    assert not game.judge(MeetQuotas("zone")), "it is done"


@pytest.mark.parametrize("area", ["west", "east", "nowhere"])
def test_nothing_is_prepared_outside_the_own_areas(area: str) -> None:
    game = mustered()
    assert not game.judge(LayOut(area))


def test_only_own_units_that_stand_are_taken_up() -> None:
    game = mustered()
    game.apply(put(game, "d0", "0101"))
    many, d0, d1, s0 = len(game.scenario.pieces), *(piece(game, key) for key in ("d0", "d1", "s0"))
    assert game.judge(TakeUp((d0,)))
    for wrong in ((), (d1,), (d0, d1), (s0,), (-1,), (many,)):
        assert not game.judge(TakeUp(wrong)), wrong
    for wrong in (-1, many, s0, piece(game, "xxiv-pz"), piece(game, "r2")):
        assert not game.judge(PlaceUnit(wrong, cell(game, "0101"))), wrong
    for at in (-1, game.setting.board.size, cell(game, "0103")):
        assert not game.judge(PlaceUnit(d1, at)), at


@pytest.mark.parametrize("kind", ["hex", "column", "pair", "region"])
def test_the_player_is_told_how_many_requirements_are_open(kind: str) -> None:
    quotas = [QUOTAS[0] | {"each": kind, "least": 1}, QUOTAS[2]]
    game = mustered(quotas=quotas)
    assert game.decision is not None
    assert game.decision.prompt == (
        "Set up: 4 units must be placed, 1 requirement is still open and 2 units may be placed or held back."
    )
    game.apply(LayOut("zone"))
    assert game.decision.prompt == "Set up: 2 units may be placed or held back."
    assert isinstance(game.state.agenda[-1], SetUpByHand)


def test_a_unit_of_two_zones_stands_where_they_meet_as_long_as_either_takes_one_more() -> None:
    first = ZONES[0] | {"count": 1}
    for counts, more in (((1, 2), True), ((2, 1), True), ((1, 1), False), ((1, 0), True), ((0, 1), True)):
        zones = [first | {"count": count, "case": f"T-{count}"} for count in counts]
        game = mustered(zones=[*zones, *ZONES[1:]], quotas=[])
        game.apply(put(game, "d0", "0501"))
        assert bool(game.judge(put(game, "d1", "0401"))) is more, counts


def test_whoever_is_moved_by_hand_stands_under_no_line_of_the_lay_out_any_more() -> None:
    game = mustered()
    game.apply(LayOut("zone"))
    moved, stayed = piece(game, "d0"), piece(game, "d1")
    assert min(game.state.lines[moved], game.state.lines[stayed]) >= 0
    before = list(game.state.lines)
    game.apply(put(game, "d0", "0401"))
    assert game.state.lines[moved] == NO_LINE and game.state.lines[stayed] == before[stayed]
    game.undo()
    assert list(game.state.lines) == before


def test_who_has_no_way_of_his_own_is_asked_for_his_lines_when_the_others_stand() -> None:
    """Only the Germans set up by hand; of the Soviet lines one leaves its hex open."""
    rows = mustering_rows(sides=["german"], quotas=[], zones=[ZONES[1]])
    rows.put(Placement(placement="s0", side="soviet", units=Selector(units=("s0",)), region="east"))
    game = Game.begin(setting_of(compile_scenario(rows)), 1)
    assert game.decision is not None and game.decision.side == 0
    game.apply(Done())
    assert game.decision is not None and (game.decision.side, game.decision.kind) == (1, "set-up")
    assert offered(game, "s0") == {"0601", "0602"}
    game.apply(put(game, "s0", "0602"))
    assert [where(game, key) for key in EASTERN] == ["0602"] * 3, "the other lines name their hex"
