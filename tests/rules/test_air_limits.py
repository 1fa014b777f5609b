"""Aircraft at their limits: who is hit, how far it is by way of a box, half ranges, lost bases, refits and loads."""

from __future__ import annotations

import msgspec
import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records.charts import ChartCell
from engine.records.counters import Face
from engine.records.play import MechanismRow
from engine.rules.air import HITS, Air, air_of
from engine.rules.air_combat import AirCombat
from engine.rules.air_missions import AimMission, JoinMission, flak_fires, missions_of
from engine.rules.air_refit import RefitAircraft, RefitBase
from engine.rules.air_tasks import PURPOSES, Mission, price_of
from engine.state import ELIMINATED
from engine.state.actions import MoveUnit
from engine.state.tasks import Battle
from tests.kit.airfields import AIR, aloft, field_rows
from tests.kit.gunnery import cell, piece, seed_that_rolls
from tests.rules.test_air import BASES, where

HIT = {2: (1, 1, 1, 2, 2, 2), 3: (1, 1, 2, 2, 3, 3), 4: (1, 2, 3, 4, "weakest", "strongest")}
"""By how many fly, who is hit on each die."""


@pytest.mark.rule("OS-14.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_says_which_of_several_is_hit(die: int) -> None:
    names = ("me-110", "stuka-1", "dornier", "me-109")
    game = aloft(field_rows(), "german-air", BASES, **{name.replace("-", "_"): "1005" for name in names})
    table, pieces = game.table, tuple(piece(game, name) for name in names)
    table.seed = seed_that_rolls(("1d6", die))
    for many, hit in HIT.items():
        table.state.rolls = 0
        said = hit[die - 1]
        wanted = {"weakest": "me-109", "strongest": "stuka-1"}.get(str(said)) or names[int(said) - 1]
        assert table.mechanism(AirCombat)._victim(table, pieces[:many]) == piece(game, wanted)
    thrown = table.state.rolls
    assert table.mechanism(AirCombat)._victim(table, pieces[2:3]) == pieces[2] and table.state.rolls == thrown


@pytest.mark.rule("OS-14.2")
def test_a_box_is_as_far_as_it_says_from_its_edge_and_no_way_for_the_enemy() -> None:
    game = aloft(field_rows(), "german-air", BASES, stuka_1="1005", heinkel="luftwaffe", mig_1="red-air-force")
    table, air = game.table, air_of(game.table)
    west, east = cell(game, "luftwaffe"), cell(game, "red-air-force")
    for column in (1, 2, 20, 40):
        there = cell(game, f"{column:02}05")
        assert air.distance(table, 0, west, there) == air.distance(table, 0, there, west) == 30 + column - 1
        assert air.distance(table, 1, there, east) == 20 + 40 - column
        assert min(air.distance(table, 1, there, west), air.distance(table, 0, east, there)) > 1000, "the enemy's box"
    assert air.distance(table, 0, west, west) == air.distance(table, 1, east, east) == 0
    assert min(air.distance(table, side, west, east) for side in (0, 1)) > 1000


@pytest.mark.rule("OS-8.1")
def test_more_than_half_its_range_away_an_aircraft_hits_less_where_a_rule_says_so() -> None:
    game = aloft(field_rows(), "german-air", BASES, stuka_1="1005", heinkel="1005", division="2505", guard="2605")
    rule = msgspec.structs.replace(game.table.mechanism(Air), half=-2)
    stuka, heinkel = piece(game, "stuka-1"), piece(game, "heinkel")
    shifts = {
        (who, at): [each.columns for each in rule.shifts(game.table, Battle(0, cell(game, at), who, (), (), "barrage"))]
        for who in ((stuka,), (heinkel,), (heinkel, stuka))
        for at in ("2505", "2605")
    }
    assert [columns for (_, at), columns in shifts.items() if at == "2505"] == [[]] * 3, "15 of 30 hexes is half"
    assert [shifts[who, "2605"] for who in ((stuka,), (heinkel,), (heinkel, stuka))] == [[-2], [], [-2]]


@pytest.mark.rule("OS-14.1")
@pytest.mark.parametrize(("column", "saved"), [(30, True), (31, False)])
def test_whoever_finds_no_base_in_range_is_lost_with_his_base(column: int, saved: bool) -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="air", params=AIR | {"boxes": []}))
    bases = {"german-air-strip-1": "0105", "german-air-strip-2": f"{column + 1:02}05"}
    game = aloft(
        rows, "soviet-move", bases, stuka_1=f"{column + 1:02}05", division=f"{column + 2:02}05", battalion="0505"
    )
    game.table.set_mark(HITS, cell(game, f"{column + 1:02}05"), 1)
    game.apply(MoveUnit(piece(game, "division"), (cell(game, f"{column + 1:02}05"),)))
    assert where(game, "stuka-1") == ("0105" if saved else str(int(ELIMINATED))), "a Stuka flies 30 hexes"
    assert not game.table.bearing(HITS), "the hits went with the base"
    while game.undo(through_dice=True):
        pass
    assert where(game, "stuka-1") == f"{column + 1:02}05"


@pytest.mark.rule("OS-14.1")
def test_no_aircraft_is_refitted_in_an_enemy_zone_and_none_that_does_not_wait() -> None:
    there = {"stuka_1": "1005", "stuka_2": "1005", "heinkel": "1005", "dornier": "1005", "me_109": "1005"}
    rest = ("stuka-1", "stuka-2", "heinkel", "dornier")
    bases = {"german-air-base-1-1": "1005"}

    def refit(**more: str) -> Game:
        return aloft(field_rows(), "german-refit", bases, resting=rest, **there, **more)

    free = refit(guard="1405")
    assert free.judge(RefitBase(cell(free, "1005"))) and free.judge(RefitAircraft(piece(free, "heinkel")))
    assert not free.judge(RefitAircraft(piece(free, "me-109"))), "it is active"
    assert not free.judge(RefitAircraft(piece(free, "mig-1"))) and not free.judge(RefitBase(cell(free, "1405")))


@pytest.mark.rule("OS-14.4")
def test_all_who_bring_supply_load_at_one_base_and_fly_elsewhere() -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    for number in (0, 1):
        face = rows.get(Face, "heinkel", number)
        assert face is not None
        rows.put(msgspec.structs.replace(face, extra=face.extra | {"capacity": 2}))
    bases = BASES | {"german-air-strip-1": "1505", "german-air-strip-2": "1205"}
    stocks = (Stock("1005", "german", 3), Stock("1205", "german", 3), Stock("1505", "german", 3))
    game = aloft(
        rows, "german-air", bases, stocks=stocks, tante_ju="1005", heinkel="1205", battalion="2005", guard="3505"
    )
    game.apply(AimMission("transport", cell(game, "1505")))
    game.apply(JoinMission(piece(game, "tante-ju")))
    apart = game.judge(JoinMission(piece(game, "heinkel")))
    assert not apart and "one base" in apart.why
    twice = game.judge(JoinMission(piece(game, "tante-ju")))
    assert not twice, "it flies already"
    alone = aloft(
        rows, "german-air", bases, stocks=stocks, tante_ju="1005", heinkel="1505", battalion="2005", guard="3505"
    )
    alone.apply(AimMission("transport", cell(alone, "1505")))
    here = alone.judge(JoinMission(piece(alone, "heinkel")))
    assert not here and "somewhere else" in here.why


@pytest.mark.rule("OS-14.1")
@pytest.mark.parametrize("friend", ["1005", "0101"])
def test_a_base_in_an_enemy_zone_refits_only_where_a_friend_stands(friend: str) -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="zoc", params={"units": {"symbols": ["infantry"]}}))
    bases = BASES | {"german-air-base-1-1": "0505"}
    planes = {"stuka_1": "1005", "heinkel": "0505", "guard": "1105", "battalion": friend}
    game = aloft(rows, "german-refit", bases, resting=("stuka-1", "heinkel"), **planes)
    assert game.judge(RefitBase(cell(game, "0505")))
    verdict = game.judge(RefitBase(cell(game, "1005")))
    assert verdict.legal == (friend == "1005") and (verdict or "enemy zone" in verdict.why)


@pytest.mark.rule("OS-14.2")
def test_a_mission_is_flown_only_by_aircraft_of_its_kind() -> None:
    bombing = {"kind": "barrage", "phases": ["german-air"], "units": {"symbols": ["bomber"]}, "case": "OS-14.2"}
    rows = field_rows(missions={"missions": [bombing]})
    game = aloft(rows, "german-air", BASES, stuka_1="1005", me_109="1005", guard="1505")
    game.apply(AimMission("barrage", cell(game, "1505")))
    fighter = game.judge(JoinMission(piece(game, "me-109")))
    assert (fighter.legal, fighter.case) == (False, "OS-14.2") and "such missions" in fighter.why
    assert game.judge(JoinMission(piece(game, "stuka-1")))


@pytest.mark.rule("OS-14.3")
def test_where_the_table_is_silent_the_first_is_hit() -> None:
    rows = field_rows()
    for die in range(1, 7):
        rows.drop(ChartCell, "mission-loss", str(die), "3")
    names = ("me-110", "stuka-1", "dornier")
    game = aloft(rows, "german-air", BASES, **{name.replace("-", "_"): "1005" for name in names})
    pieces = tuple(piece(game, name) for name in names)
    assert game.table.mechanism(AirCombat)._victim(game.table, pieces) == pieces[0]


@pytest.mark.rule("OS-14.4")
@pytest.mark.parametrize("side", [0, 1])
def test_a_flight_to_another_base_meets_flak_only_where_enemy_fighters_watch(side: int) -> None:
    game = aloft(field_rows(), "german-air", BASES, me_109="1005", mig_1="3005", stuka_1="1005", sturmovik="3005")
    flier = piece(game, ("stuka-1", "sturmovik")[side])
    fired = {
        column: flak_fires(game.table, Mission(side, "transfer", cell(game, f"{column}05"), (flier,)))
        for column in (15, 25)
    }
    assert fired == {15: side == 1, 25: side == 0}, "fighters watch ten hexes around 1005 and 3005"


@pytest.mark.rule("OS-14.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_inactive_aircraft_on_a_lost_base_is_caught_from_the_printed_die_on(die: int) -> None:
    bases = {"soviet-air-base-1-1": "1205", "soviet-air-base-2-1": "3005"}
    there = {"mig_1": "1205", "battalion": "1105"}
    seed = seed_that_rolls(("1d6", die))
    game = aloft(field_rows(), "german-move", bases, resting=("mig-1",), seed=seed, **there)
    game.apply(MoveUnit(piece(game, "battalion"), (cell(game, "1205"),)))
    air = air_of(game.table)
    assert game.state.rolls == 1 and where(game, "mig-1") == "3005"
    assert game.state.face[piece(game, "mig-1")] == (die >= air.strafed)
    assert air.level(game.table, 0, cell(game, "1205")) == 0 and cell(game, "1205") not in air.bases_of(game.table, 0)
    assert cell(game, "1205") not in air.bases_of(game.table, 1), "a base of level 1 is gone, and no strip is left"


@pytest.mark.rule("OS-14.1")
def test_a_base_in_the_first_cell_of_the_map_is_one_like_any_other() -> None:
    game = aloft(field_rows(), "german-air", {"german-air-base-1-1": "0101"}, stuka_1="0101", mig_1="red-air-force")
    air = air_of(game.table)
    assert list(air.bases_of(game.table, 0)) == [cell(game, "0101")] and air.level(game.table, 0, 0) == 1
    assert air.room(game.table, 0, cell(game, "0101")) == 3


@pytest.mark.rule("OS-8.4")
@pytest.mark.parametrize(("strips", "left"), [(True, (1, 1)), (False, (1, 0))])
def test_a_base_that_was_hit_does_what_the_next_lower_can_and_the_last_holds_one(
    strips: bool, left: tuple[int, int]
) -> None:
    rows = field_rows()
    kinds = [kind for kind in AIR["bases"] if strips or kind["level"]]
    rows.put(MechanismRow(mechanism="air", params=AIR | {"bases": kinds}))
    game = aloft(rows, "german-air", {"german-air-base-2-1": "1005"}, stuka_1="1005")
    table, air, at = game.table, air_of(game.table), cell(game, "1005")
    for hits, wanted in ((0, (8, 4)), (1, (4, 2)), (2, left), (3, left)):
        table.set_mark(HITS, at, hits or None)
        kind = air.now(table, 0, at)
        assert kind is not None and (kind.holds, kind.refits) == wanted
        assert air.room(table, 0, at) == wanted[0] - 1, "a Stuka stands there"
    assert air.now(table, 0, cell(game, "1105")) is None is air.now(table, 1, at)


@pytest.mark.rule("OS-14.2")
@pytest.mark.parametrize("tokens", [0, 3])
def test_a_mission_is_paid_at_the_base_of_its_first_aircraft_that_has_one(
    tokens: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"heinkel": "luftwaffe", "dornier": "luftwaffe", "stuka_1": "1005", "me_110": "1205"}
    game = aloft(field_rows(), "german-air", BASES, **there)
    rule, target = missions_of(game.table), cell(game, "3005")
    monkeypatch.setattr(type(PURPOSES["facility"]), "price", lambda *_: tokens)
    for keys, base in (
        (("heinkel", "dornier"), None),
        (("stuka-1",), "1005"),
        (("heinkel", "me-110", "stuka-1"), "1205"),
        ((), None),
    ):
        price = price_of(rule, game.table, Mission(0, "facility", target, tuple(piece(game, key) for key in keys)))
        assert (price is None) == (base is None or not tokens), keys
        assert price is None or (price.side, price.tokens, price.cell) == (0, 3, cell(game, str(base)))
