"""Aircraft: bases, refits, missions, interception, flak, strikes, transport and lost bases (OS-14, SM-2.2, SM-3.2a)."""

from __future__ import annotations

import pytest

from engine.bots import make_bot
from engine.play import Game
from engine.play.stocked import Stock
from engine.records.play import MechanismRow
from engine.rules.air import HITS, Air, air_of
from engine.rules.air_combat import AirCombat
from engine.rules.air_missions import AimMission, CallAircraft, FlyMission, JoinMission, flak_fires, missions_of
from engine.rules.air_refit import RefitAircraft, RefitBase, RepairBase
from engine.rules.air_tasks import Mission, read_strike
from engine.rules.stores import held
from engine.state import ELIMINATED, Store
from engine.state.actions import Done, MoveUnit, PlaceUnit, WithdrawAttack
from engine.state.events import BattleFought, DieRolled
from engine.systems import check_rules
from engine.systems.readback import mechanism_words
from tests.kit.airfields import aloft, field_rows
from tests.kit.gunnery import cell, piece, seed_that_rolls

BASES = {"german-air-base-2-1": "1005", "soviet-air-base-1-1": "3005"}


def inactive(game: Game, *keys: str) -> list[str]:
    """Those of the aircraft that are inactive."""
    return [key for key in keys if game.table.marked("inactive", piece(game, key))]


def where(game: Game, key: str) -> str:
    at = game.state.cell[piece(game, key)]
    return game.setting.board.names.labels[at] if at >= 0 else str(at)


def fly(game: Game, kind: str, target: str, *aircraft: str) -> None:
    """Plan a mission and let it begin."""
    game.apply(AimMission(kind, cell(game, target)))
    for key in aircraft:
        game.apply(JoinMission(piece(game, key)))
    game.apply(FlyMission())


def home(game: Game) -> None:
    """Let the aircraft fly home, if somebody asks."""
    if game.decision is not None and game.decision.kind == "land":
        game.apply(Done())


def rolled(game: Game) -> list[tuple[str, int]]:
    """Every throw of the game: what for, and how many."""
    return [(event.why, event.total) for entry in game.log for event in entry.events if isinstance(event, DieRolled)]


# Bases


@pytest.mark.rule("OS-14.1")
def test_a_base_holds_four_a_level_and_a_strip_one() -> None:
    bases = BASES | {"german-air-strip-1": "1205"}
    game = aloft(field_rows(), "german-air", bases, me_109="1205", stuka_1="1005", stuka_2="1005", heinkel="luftwaffe")
    air = air_of(game.table)
    assert air.room(game.table, 0, cell(game, "1005")) == 6, "eight on level 2, two stand there"
    assert air.room(game.table, 0, cell(game, "1205")) == 0
    assert air.room(game.table, 0, cell(game, "3005")) == 0, "it is the enemy's"
    full = game.judge(AimMission("transfer", cell(game, "1205")))
    assert not full, "the strip is full"


@pytest.mark.rule("OS-14.1")
def test_a_token_refits_two_a_level_and_the_box_refits_free() -> None:
    planes = {"stuka_1": "1005", "stuka_2": "1005", "heinkel": "1005", "dornier": "luftwaffe"}
    rest = ("stuka-1", "stuka-2", "heinkel", "dornier")
    bases = {"german-air-base-1-1": "1005"}
    game = aloft(field_rows(), "german-refit", bases, resting=rest, **planes)
    assert inactive(game, "dornier") == [], "the box asks nobody"
    singles = [action for action in game.options() if isinstance(action, RefitAircraft)]
    assert len(singles) == 3, "not all can be refitted: the owner may choose"
    game.apply(RefitAircraft(piece(game, "stuka-2")))
    game.apply(RefitBase(cell(game, "1005")))
    assert len(inactive(game, "stuka-1", "stuka-2", "heinkel")) == 1
    assert game.state.phase == 2, "level 1 refits no more than two: the phase is over"


@pytest.mark.rule("OS-14.1")
def test_hits_lower_a_base_and_are_repaired_where_a_unit_stands() -> None:
    game = aloft(field_rows(), "german-refit", BASES, battalion="1005", stuka_1="1005", resting=("stuka-1",))
    game.table.set_mark(HITS, cell(game, "1005"), 2)
    air = air_of(game.table)
    assert air.level(game.table, 0, cell(game, "1005")) == 0
    assert air.room(game.table, 0, cell(game, "1005")) == 0, "it holds no more than a strip"
    game.apply(RepairBase(cell(game, "1005")))
    assert air.level(game.table, 0, cell(game, "1005")) == 1
    game.apply(RepairBase(cell(game, "1005")))
    assert not game.judge(RepairBase(cell(game, "1005"))), "nothing is left to repair"


@pytest.mark.rule("OS-14.1")
def test_a_lost_base_falls_a_level_and_its_aircraft_fly_off() -> None:
    bases = {"soviet-air-base-2-1": "1205", "soviet-air-base-1-1": "3005"}
    there = {"mig_1": "1205", "sturmovik": "1205", "battalion": "1105"}
    seed = seed_that_rolls(("1d6", (4, 5, 6)))
    game = aloft(field_rows(), "german-move", bases, resting=("sturmovik",), seed=seed, **there)
    game.apply(MoveUnit(piece(game, "battalion"), (cell(game, "1205"),)))
    assert where(game, "battalion") == "1205", "aircraft bar nobody's way"
    assert where(game, "mig-1") == "3005" and not inactive(game, "mig-1"), "the active one flies off unhurt"
    assert where(game, "sturmovik") == str(int(ELIMINATED)), "the inactive one lost its only step"
    air = air_of(game.table)
    assert air.level(game.table, 0, cell(game, "1205")) == 1 and not air.level(game.table, 1, cell(game, "1205"))


# Missions


@pytest.mark.rule("OS-14.2")
@pytest.mark.rule("SM-1.4a")
def test_missions_are_flown_within_range_also_from_the_box() -> None:
    bases = BASES | {"german-air-strip-1": "0905"}
    there = {"stuka_1": "1005", "stuka_2": "0905", "heinkel": "luftwaffe", "me_110": "luftwaffe", "guard": "4005"}
    game = aloft(field_rows(), "german-air", bases, **there)
    air = air_of(game.table)
    assert air.distance(game.table, 0, cell(game, "luftwaffe"), cell(game, "1505")) == 30 + 14
    assert air.distance(game.table, 1, cell(game, "red-air-force"), cell(game, "1505")) == 20 + 25
    game.apply(AimMission("barrage", cell(game, "4005")))
    assert game.judge(JoinMission(piece(game, "stuka-1"))), "30 hexes away"
    for key in ("stuka-2", "me-110"):
        far = game.judge(JoinMission(piece(game, key)))
        assert not far and far.case == "OS-14.2", "31 hexes away, and 30 and 39 from the box"
    game.apply(JoinMission(piece(game, "heinkel")))
    game.apply(WithdrawAttack(piece(game, "heinkel")))
    assert game.decision is not None and "plan an air mission" in game.decision.prompt, "it was called off"


@pytest.mark.rule("OS-14.2")
def test_aircraft_are_inactive_after_a_mission_and_may_land_elsewhere() -> None:
    bases = BASES | {"german-air-strip-1": "1505", "german-air-strip-2": "0305"}
    there = {"stuka_1": "1005", "stuka_2": "1005", "battalion": "2404", "division": "2505"}
    game = aloft(field_rows(), "german-air", bases, seed=seed_that_rolls(("2d6", 4), ("2d6", 12)), **there)
    fly(game, "barrage", "2505", "stuka-1", "stuka-2")
    fought = next(event for entry in game.log for event in entry.events if isinstance(event, BattleFought))
    assert (fought.kind, fought.attack, fought.odds, fought.code) == ("barrage", 24, "17", "1")
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("lose", 1)
    game.apply(next(iter(game.options())))
    assert game.state.face[piece(game, "division")] == 1
    assert game.decision is not None and game.decision.kind == "land"
    game.apply(PlaceUnit(piece(game, "stuka-2"), cell(game, "1505")))
    taken = game.judge(PlaceUnit(piece(game, "stuka-1"), cell(game, "1505")))
    assert not taken and taken.case == "OS-14.2", "a strip holds one"
    game.apply(Done())
    assert inactive(game, "stuka-1", "stuka-2") == ["stuka-1", "stuka-2"]
    assert (where(game, "stuka-1"), where(game, "stuka-2")) == ("1005", "1505")


@pytest.mark.rule("OS-14.2")
def test_no_more_than_four_fly_together_and_nobody_flies_twice_or_at_a_struck_hex() -> None:
    there = dict.fromkeys(("stuka_1", "stuka_2", "heinkel", "dornier", "me_110"), "1005")
    seed = seed_that_rolls(("2d6", 4), ("2d6", 2))
    game = aloft(field_rows(), "german-air", BASES, seed=seed, battalion="2404", division="2505", **there)
    game.apply(AimMission("barrage", cell(game, "2505")))
    for key in ("stuka-1", "stuka-2", "heinkel", "dornier"):
        game.apply(JoinMission(piece(game, key)))
    fifth = game.judge(JoinMission(piece(game, "me-110")))
    assert not fifth and fifth.case == "OS-14.2"
    game.apply(FlyMission())
    home(game)
    struck = game.judge(AimMission("barrage", cell(game, "2505")))
    assert not struck and "struck in this phase" in struck.why
    spent = missions_of(game.table).judge_joining(
        game.table, Mission(0, "barrage", cell(game, "2505")), piece(game, "heinkel")
    )
    assert not spent and "inactive" in spent.why


@pytest.mark.rule("OS-8.2")
def test_a_doubtful_half_from_the_air_only_disorganises() -> None:
    there = {"stuka_1": "1005", "stuka_2": "1005", "battalion": "2404", "division": "2505"}
    game = aloft(field_rows(), "german-air", BASES, seed=seed_that_rolls(("2d6", 4), ("2d6", 9)), **there)
    fly(game, "barrage", "2505", "stuka-1", "stuka-2")
    fought = next(event for entry in game.log for event in entry.events if isinstance(event, BattleFought))
    assert fought.code == "DG" and game.state.face[piece(game, "division")] == 0


@pytest.mark.rule("OS-8.1")
def test_near_bases_and_limited_flight_move_the_column() -> None:
    there = {"stuka_1": "1005", "battalion": "2004", "division": "2005", "guard": "2105"}
    game = aloft(field_rows(), "german-air", BASES, **there)
    game.apply(AimMission("barrage", cell(game, "2005")))
    game.apply(JoinMission(piece(game, "stuka-1")))
    assert "column 17," in FlyMission().words(game.table), "12 points, one right for a base ten hexes away"
    farther = aloft(field_rows(), "german-air", BASES, **(there | {"battalion": "2106"}))
    farther.apply(AimMission("barrage", cell(game, "2105")))
    farther.apply(JoinMission(piece(game, "stuka-1")))
    assert "column 8," in FlyMission().words(farther.table), "eleven hexes; a single regiment is one left"


@pytest.mark.rule("SM-1.5")
def test_limited_flight_allows_two_aircraft_a_worse_column_and_no_low_attacks() -> None:
    there = {"stuka_1": "1005", "stuka_2": "1005", "heinkel": "1005", "battalion": "2404", "division": "2505"}
    game = aloft(field_rows(weather="limited"), "german-air", BASES, **there)
    bust = game.judge(AimMission("trainbusting", cell(game, "2205")))
    assert not bust and bust.case == "SM-1.5"
    game.apply(AimMission("barrage", cell(game, "2505")))
    game.apply(JoinMission(piece(game, "stuka-1")))
    assert "column 8," in FlyMission().words(game.table), "12 points, one column left"
    game.apply(JoinMission(piece(game, "stuka-2")))
    third = game.judge(JoinMission(piece(game, "heinkel")))
    assert not third and "No more than 2" in third.why
    moving = aloft(field_rows(weather="limited"), "german-move", BASES, **there)
    assert not moving.judge(CallAircraft())


@pytest.mark.rule("SM-1.5")
def test_weather_is_thrown_for_on_every_turn_but_the_first() -> None:
    game = aloft(field_rows(), "weather", BASES, seed=seed_that_rolls(("1d6", 1)), battalion="0505", guard="3505")
    assert game.state.rolls == 0 and game.state.weather == [0], "normal flight on the first turn"
    while game.state.turn == 1:
        game.apply(Done())
    assert rolled(game)[0] == ("weather: The map", 1) and game.state.weather == [1]


@pytest.mark.rule("SM-2.2d")
def test_soviet_aircraft_fly_no_missions_in_reaction() -> None:
    there = {"sturmovik": "3005", "stuka_1": "1005", "battalion": "2404", "division": "2505"}
    german = aloft(field_rows(), "german-reaction", BASES, **there)
    assert german.decision is not None and (german.decision.kind, german.decision.side) == ("fly", 0)
    soviet = aloft(field_rows(), "soviet-reaction", BASES, **there)
    assert soviet.decision is not None and soviet.decision.kind != "fly", "the phase passes by itself"
    mission = Mission(1, "barrage", cell(soviet, "2404"))
    soviet.table.state.phase = [phase.phase for phase in soviet.scenario.phases].index("soviet-reaction")
    judged = missions_of(soviet.table).judge_target(soviet.table, mission)
    assert not judged and judged.case == "SM-2.2d"


@pytest.mark.rule("SM-3.2a")
@pytest.mark.rule("OS-14.4")
def test_the_luftwaffe_is_called_in_the_midst_of_movement_where_a_spotter_sees() -> None:
    there = {"stuka_1": "1005", "battalion": "2404", "division": "2505", "guard": "3505"}
    game = aloft(field_rows(), "german-move", BASES, seed=seed_that_rolls(("2d6", 4), ("2d6", 2)), **there)
    game.apply(CallAircraft())
    unseen = game.judge(AimMission("hip-shoot", cell(game, "3505")))
    assert not unseen and unseen.case == "SM-3.2a" and "spotter" in unseen.why
    fly(game, "hip-shoot", "2505", "stuka-1")
    home(game)
    assert game.decision is not None and game.decision.kind == "move", "movement goes on"
    assert inactive(game, "stuka-1") == ["stuka-1"]
    assert not game.judge(CallAircraft()), "nobody else could come"


@pytest.mark.rule("SM-2.2a")
def test_soviet_aircraft_are_not_called_in_movement() -> None:
    there = {"sturmovik": "3005", "battalion": "2404", "division": "2505"}
    game = aloft(field_rows(), "soviet-move", BASES, **there)
    judged = game.judge(CallAircraft())
    assert not judged and judged.case == "SM-2.2a"
    assert CallAircraft() not in list(game.options())


# Interception, air combat, flak


@pytest.mark.rule("OS-14.3")
def test_fighters_within_ten_hexes_may_rise_one_a_mission() -> None:
    bases = BASES | {"soviet-air-strip-1": "3605"}
    there = {
        "stuka_1": "1005",
        "heinkel": "1005",
        "battalion": "2404",
        "division": "2505",
        "mig_1": "3005",
        "mig_2": "3605",
    }
    game = aloft(field_rows(), "german-air", bases, **there)
    fly(game, "barrage", "2505", "stuka-1")
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("intercept", 1)
    offered = [action for action in game.options() if isinstance(action, JoinMission)]
    assert offered == [JoinMission(piece(game, "mig-1"))], "the other stands eleven hexes away"
    refused = game.judge(JoinMission(piece(game, "mig-2")))
    assert not refused and refused.case == "OS-14.3"


@pytest.mark.rule("OS-14.3")
@pytest.mark.parametrize(("shown", "turned"), [(5, ["mig-1"]), (6, ["mig-1", "stuka-1"]), (7, ["stuka-1"])])
def test_air_combat_is_two_dice_and_the_difference_of_the_ratings(shown: int, turned: list[str]) -> None:
    there = {"stuka_1": "1005", "battalion": "2404", "division": "2505", "mig_1": "3005"}
    dice = [("2d6", shown), ("1d6", (1, 2, 3, 4)), ("1d6", (1, 2, 3, 4))]
    game = aloft(field_rows(), "german-air", BASES, seed=seed_that_rolls(*dice[: 1 + len(turned)]), **there)
    fly(game, "barrage", "2505", "stuka-1")
    game.apply(JoinMission(piece(game, "mig-1")))
    first = rolled(game)[0]
    assert first == ("air combat: Mig-1 attacks Stuka-1", shown), "2 against 1 adds one"
    struck = any(why.startswith("battle") for why, _ in rolled(game))
    assert struck is ("stuka-1" not in turned), "who aborts drops nothing"
    assert "mig-1" in inactive(game, "mig-1"), "it has flown"
    assert not any(game.state.face[piece(game, key)] for key in ("stuka-1", "mig-1")), "4 or less: no step is lost"


@pytest.mark.rule("OS-14.3")
def test_whoever_aborts_loses_a_step_on_five() -> None:
    there = {"stuka_1": "1005", "battalion": "2404", "division": "2505", "mig_1": "3005"}
    seed = seed_that_rolls(("2d6", 7), ("1d6", (5, 6)))
    game = aloft(field_rows(), "german-air", BASES, seed=seed, **there)
    fly(game, "barrage", "2505", "stuka-1")
    game.apply(JoinMission(piece(game, "mig-1")))
    assert game.state.face[piece(game, "stuka-1")] == 1 and inactive(game, "stuka-1")


@pytest.mark.rule("OS-14.3")
def test_flak_hits_on_eleven_with_all_that_makes_it_heavier() -> None:
    there = dict.fromkeys(("stuka_1", "stuka_2", "heinkel"), "1005") | {"mig_1": "3005", "staff": "2505"}
    game = aloft(field_rows(), "german-air", BASES, battalion="2404", division="2505", **there)
    rule, target = game.table.mechanism(AirCombat), cell(game, "2505")
    planes = tuple(piece(game, key) for key in ("stuka-1", "stuka-2", "heinkel"))
    causes = {each.why: each.points for each in rule.flak_modifiers(game.table, 0, target, planes, True)}
    assert causes == {"3 aircraft": 1, "a headquarters": 1, "a patrol zone": 2, "trainbusting": 1}
    base = {each.why: each.points for each in rule.flak_modifiers(game.table, 0, cell(game, "3005"), planes[:2], False)}
    assert base == {"an air base of level 1": 1, "a patrol zone": 2}


@pytest.mark.rule("OS-14.3")
@pytest.mark.parametrize(("shown", "lost"), [(10, 0), (11, 1)])
def test_a_hit_costs_the_one_that_the_table_names_a_step(shown: int, lost: int) -> None:
    there = {"stuka_1": "1005", "stuka_2": "1005", "battalion": "2404", "division": "2505"}
    seed = seed_that_rolls(("2d6", shown), *([("1d6", (4, 5, 6))] if lost else []))
    game = aloft(field_rows(), "german-air", BASES, seed=seed, **there)
    fly(game, "barrage", "2505", "stuka-1", "stuka-2")
    assert [game.state.face[piece(game, key)] for key in ("stuka-1", "stuka-2")] == [0, lost], "4 to 6: the second"


# Strikes, sweeps, transport, transfers


@pytest.mark.rule("OS-8.4")
def test_the_facility_table_is_read_hit_by_hit() -> None:
    assert [read_strike(text) for text in ("", "(5)", "*(6)", "2*(3)", "1(4)")] == [
        read_strike("-"),
        type(read_strike(""))(0, False, 5),
        type(read_strike(""))(0, True, 6),
        type(read_strike(""))(2, True, 3),
        type(read_strike(""))(1, False, 4),
    ]


@pytest.mark.rule("OS-8.4")
def test_bombs_lower_a_base_and_hurt_the_inactive_there() -> None:
    there = {
        "stuka_1": "1005",
        "stuka_2": "1005",
        "mig_1": "3005",
        "sturmovik": "3005",
        "guard": "3505",
        "battalion": "0505",
    }
    dice = [("2d6", 3), ("1d6", 4), ("1d6", (4, 5, 6)), ("1d6", (4, 5, 6))]
    game = aloft(
        field_rows(), "german-air", BASES, seed=seed_that_rolls(*dice), resting=("mig-1", "sturmovik"), **there
    )
    fly(game, "facility", "3005", "stuka-1", "stuka-2")
    assert air_of(game.table).level(game.table, 1, cell(game, "3005")) == 0, "24 points and a four: one hit"
    assert game.state.face[piece(game, "mig-1")] == 1 and where(game, "sturmovik") == str(int(ELIMINATED))


@pytest.mark.rule("OS-8.4")
@pytest.mark.parametrize(("die", "shut"), [(3, False), (4, True)])
def test_trainbusting_shuts_a_railway_until_its_owner_cleans_up(die: int, shut: bool) -> None:
    there = {"stuka_1": "1005", "stuka_2": "1005", "guard": "3505", "battalion": "0505"}
    game = aloft(field_rows(), "german-air", BASES, seed=seed_that_rolls(("2d6", 2), ("1d6", die)), **there)
    off = game.judge(AimMission("trainbusting", cell(game, "2204")))
    assert not off, "no railway runs there"
    fly(game, "trainbusting", "2205", "stuka-1", "stuka-2")
    assert any("trainbusting" in why for why, _ in rolled(game)), "flak is heavier"
    home(game)
    lying = [number for number, at in enumerate(game.state.markers) if at == cell(game, "2205")]
    assert bool(lying) is shut
    while game.state.turn == 1 and game.decision is not None:
        if game.state.phase == 6:
            assert bool([at for at in game.state.markers if at == cell(game, "2205")]) is shut
        game.apply(Done())
    assert cell(game, "2205") not in game.state.markers, "the Soviet clean-up has passed"


@pytest.mark.rule("OS-14.4")
def test_a_sweep_makes_a_fighter_rise() -> None:
    there = {"me_110": "1005", "stuka_1": "1005", "mig_1": "3005", "guard": "3505", "battalion": "0505"}
    game = aloft(field_rows(), "german-air", BASES, seed=seed_that_rolls(("2d6", 8), ("1d6", 1)), **there)
    game.apply(AimMission("sweep", cell(game, "3005")))
    bomber = game.judge(JoinMission(piece(game, "stuka-1")))
    assert not bomber and "starts no air combat" in bomber.why
    game.apply(JoinMission(piece(game, "me-110")))
    game.apply(FlyMission())
    assert game.decision is not None and game.decision.kind == "intercept"
    assert not game.judge(Done()), "somebody has to rise"
    game.apply(JoinMission(piece(game, "mig-1")))
    home(game)
    assert inactive(game, "me-110", "mig-1") == ["me-110", "mig-1"]
    assert [why for why, _ in rolled(game)] == ["air combat: Me-110 attacks Mig-1", "Mig-1 aborts"], "and no flak"
    swept = [action for action in game.options() if getattr(action, "mission", "") == "sweep"]
    assert not swept, "nobody is ready there"


@pytest.mark.rule("OS-14.4")
def test_no_flak_fires_at_a_sweep_though_fighters_watch() -> None:
    game = aloft(field_rows(), "german-air", BASES, me_110="1005", mig_1="3005", mig_2="3005", guard="3505")
    for action in (AimMission("sweep", cell(game, "3005")), JoinMission(piece(game, "me-110")), FlyMission()):
        game.apply(action)
    mission = next(task.mission for task in game.state.agenda if isinstance(getattr(task, "mission", None), Mission))
    watching = game.table.mechanism(AirCombat).watching(game.table, 1, mission.target)
    assert watching and not flak_fires(game.table, mission)


@pytest.mark.rule("OS-14.4")
def test_aircraft_bring_supply_to_a_base_and_to_units() -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    bases = BASES | {"german-air-strip-1": "1505"}
    stocks = (Stock("1005", "german", 3),)
    there = {"tante_ju": "1005", "battalion": "2005", "guard": "3505"}
    game = aloft(rows, "german-air", bases, stocks=stocks, **there)
    fly(game, "transport", "2005", "tante-ju")
    home(game)
    stores = game.state.stores
    assert sum(each.tokens for each in stores.values()) == 3, "nothing is made or lost"
    assert held(game.table, Store("cell", cell(game, "2005"), 0)).tokens == 3, "four would fit, three lay there"
    boxed = aloft(rows, "german-air", bases, tante_ju="luftwaffe", battalion="2005", guard="3505")
    fly(boxed, "transport", "1505", "tante-ju")
    home(boxed)
    assert held(boxed.table, Store("cell", cell(boxed, "1505"), 0)).tokens == 4, "the box has supply without end"


@pytest.mark.rule("OS-14.4")
def test_aircraft_move_to_another_base_and_are_inactive_there() -> None:
    bases = BASES | {"german-air-strip-1": "1505"}
    game = aloft(field_rows(), "german-air", bases, stuka_1="1005", stuka_2="luftwaffe", guard="3505", battalion="0505")
    game.apply(AimMission("transfer", cell(game, "1505")))
    far = game.judge(JoinMission(piece(game, "stuka-2")))
    assert not far and far.case == "OS-14.2"
    game.apply(JoinMission(piece(game, "stuka-1")))
    game.apply(FlyMission())
    assert where(game, "stuka-1") == "1505" and inactive(game, "stuka-1") == ["stuka-1"]
    assert game.state.rolls == 0, "no flak outside a patrol zone"


def test_everything_of_a_mission_is_taken_back_exactly() -> None:
    there = {"stuka_1": "1005", "me_109": "1005", "battalion": "2404", "division": "2505", "mig_1": "3005"}
    game = aloft(field_rows(), "german-air", BASES, seed=3, **there)
    begun = game.state.copy()
    fly(game, "barrage", "2505", "stuka-1")
    game.apply(JoinMission(piece(game, "mig-1")))
    game.go_to(1)
    assert game.state == begun


@pytest.mark.parametrize("name", ["random", "greedy", "doctrine"])
def test_bots_fly_to_the_end_of_the_game(name: str) -> None:
    bases = BASES | {"german-air-strip-1": "1505", "soviet-air-strip-1": "2805"}
    german = {"stuka_1": "1005", "stuka_2": "1005", "me_109": "1505", "heinkel": "luftwaffe", "battalion": "2404"}
    soviet = {"mig_1": "3005", "mig_2": "2805", "sturmovik": "3005", "division": "2505", "staff": "2505"}
    for seed in range(2):
        game = aloft(field_rows(), "weather", bases, seed=seed, **german, **soviet)
        bots = [make_bot(name, game.scenario, side, seed) for side in (0, 1)]
        for _ in range(600):
            if game.decision is None:
                break
            game.apply(bots[game.decision.side].choose(game.view(game.decision.side))[0])
        assert game.state.outcome is not None
        if name != "random":
            assert any(isinstance(event, BattleFought) for entry in game.log for event in entry.events), "they bombed"


def test_the_rules_of_the_air_are_read_back_and_checked() -> None:
    said = dict(mechanism_words(field_rows()))
    assert "Air base 2 holds 8 and refits 4" in said["Aircraft and bases"]
    assert "30 hexes beyond" in said["Aircraft and bases"]
    assert "Hip-shoot: by German units, but not in limited flight, with a spotter" in said["Air missions"]
    assert "Flak hits on 11 or more" in said["Air combat and flak"]
    problems = [each for each in check_rules(field_rows()) if each.table in ("mechanism", "phase")]
    assert not problems, problems
    wrong = field_rows()
    wrong.put(MechanismRow(mechanism=Air.key, params={"bases": [{"marker": "aerodrome"}]}))
    assert any("aerodrome" in problem.message for problem in check_rules(wrong))


@pytest.mark.rule("OS-8.1")
def test_a_barrage_from_the_air_that_cannot_be_paid_for_is_called_off() -> None:
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    barrage = next(row for row in rows.all(MechanismRow) if row.mechanism == "barrage")
    rows.put(MechanismRow(mechanism="barrage", params=barrage.params | {"tokens": "T"}))
    there = {"stuka_1": "1005", "battalion": "2404", "division": "2505", "guard": "3505"}
    game = aloft(rows, "german-air", BASES, **there)
    game.apply(AimMission("barrage", cell(game, "2505")))
    game.apply(JoinMission(piece(game, "stuka-1")))
    assert not game.judge(FlyMission()), "nothing lies at the base"
    game.apply(Done())
    assert game.decision is not None and "plan an air mission" in game.decision.prompt
    game.apply(Done())
    bot = make_bot("greedy", game.scenario, 0, 1)
    again = aloft(rows, "german-air", BASES, **there)
    assert bot.choose(again.view(0))[0] == Done(), "no bot plans what it cannot pay for"
