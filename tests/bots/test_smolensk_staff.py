"""What the staff knows of Smolensk: ratings as columns, reaction, reserves, fuel, and what is at stake."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from engine.board.network import TICKS
from engine.bots.doctrine.horizon import horizon
from engine.bots.greedy import GreedyBot
from engine.bots.ground import ground_of, may_end_undecided
from engine.bots.quartermaster import placed
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import goals_of, strength_asked
from engine.bots.staff.force import ground_times, usual_times
from engine.bots.staff.fuelling import fuelling
from engine.bots.staff.holding import next_reserve, stand_down, useful
from engine.bots.staff.lifts import lifts
from engine.bots.staff.plan import Motive, Orders
from engine.bots.staff.player import StaffBot, book_of
from engine.bots.staff.rules import Campaign, Drive, Hold
from engine.bots.staff.special_rules import HoldBack
from engine.bots.staff.stakes import stakes
from engine.bots.staff.tolls import Tolls
from engine.ids import Cell
from engine.lab.score import score
from engine.play import Game
from engine.play.stocked import Stock
from engine.records.play import Doctrine
from engine.rules.combat import ATTACKED_CELL, OddsCombat, ends_of
from engine.rules.forecast import forecast_battle
from engine.rules.fuel import FuelGroup
from engine.rules.initiative import GoFirst
from engine.state.actions import DeclareAttack, Done, FightBattle, MoveUnit
from engine.state.events import GameEnded
from engine.state.tasks import Battle
from engine.systems.smolensk.ratings import NameUnit
from engine.systems.smolensk.reserves import GoIntoReserve, LeaveReserve, ReleaseReserve
from engine.systems.smolensk.supply_table import PutSupply
from tests.kit.logistics import cells, logistics
from tests.kit.logistics import number as piece_of
from tests.kit.players import setting_for
from tests.kit.smolensk import (
    COMBAT,
    EXPLOITATION,
    INFANTRY,
    INFANTRY_2,
    MOTORISED,
    MOVE,
    PANZER,
    PANZER_2,
    REACTION,
    RIFLE,
    RIFLE_2,
    SOVIET_MOVE,
    WEAK,
    cell,
    declare,
    ground_rows,
    piece,
    stage,
    terrain,
    waits,
)

SLUG = "smolensk-first-counteroffensive"
GUNS = "ger-ss-reich-r-arty"


@lru_cache(maxsize=1)
def opening() -> Game:
    """The first decision of the First Counteroffensive after its set-up; not to be changed."""
    game = Game.begin(setting_for(SLUG), 1)
    while not game.table.bearing("first-player"):
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    return game


# What victory asks for


def test_a_draw_that_is_read_at_the_end_is_a_result_and_worth_half() -> None:
    game = opening().fork()
    assert not may_end_undecided(game.scenario)
    game.table.do(GameEnded(None, "Draw"))
    assert score(game.table) == (0.5, 0.5)


def test_only_places_that_some_victory_asks_for_are_objectives() -> None:
    game = opening()
    names = {game.scenario.places[one.place].place for one in ground_of(game.setting).objectives}
    assert len(names) == 20 and {"smolensk", "yartsevo", "vyazma"} <= names and "tolochin" not in names


def test_the_nearer_a_victory_is_the_more_count_the_places_it_asks_for() -> None:
    """The Soviets hold the six of eleven that they need, and both cities; the Axis lacks two, and one city of seven."""
    game = opening()
    named = {place.place: number for number, place in enumerate(game.scenario.places)}
    soviet = {
        "yartsevo": 1 + 0.5 / 2,  # none to spare; and the Axis lacks two
        "pochinok": 0.5 + 0.5 * 0.5 / 3,  # beyond what is needed; and he lacks two as it is
        "vyazma": 1.0,
        "mogilev": 0.5 * 1,  # the only city that he lacks
        "orsha": 0.5 * 0.5 / 2,
    }
    many = {"yartsevo": 6, "pochinok": 5, "vyazma": 2, "mogilev": 1, "orsha": 6}
    axis = {
        "yartsevo": 1 / 2 + 0.5 / 6,  # one of two that it lacks; and the enemy can spare none of his six
        "pochinok": 1 / 2 + 0.5 * 1,  # kept of what it lacks; and the enemy has none to spare
        "vyazma": 0.5 / 2,
        "mogilev": 1.0,
        "orsha": 1.0,
    }
    for side, worths in ((1, soviet), (0, axis)):
        mean = sum(worths[key] * count for key, count in many.items()) / 20
        found = stakes(game.table, side)
        for key, worth in worths.items():
            assert found[named[key]] == pytest.approx(worth / mean), (side, key)
    look = Assessment(game.table, 1, stakes=True)
    assert {one.worth for one in look.held} == {stakes(game.table, 1)[one.place] for one in look.held}
    assert {one.worth for one in Assessment(game.table, 1).held} == {1.0}, "unless the plan minds it, all count alike"


def test_a_way_through_a_box_beside_the_map_costs_about_a_turn() -> None:
    setting = setting_for(SLUG)
    ground, board = ground_of(setting), setting.board
    box, goal = board.cell("northeast-box"), board.cell("60.34")
    way = ground.way_to((goal,), "leg", 5)
    out = [int(cell) for cell in board.neighbours(box)]
    assert int(way[box]) == min(int(way[cell]) for cell in out) + TICKS, "out again for a point"
    legs = [one.faces[0].movement for one in setting.scenario.counters if one.unit.move_class == "leg" and one.faces]
    mean = sum(legs) / len(legs)
    through = ground.way_to((box,), "leg", 5)
    assert all(int(through[cell]) >= round(TICKS * mean * 0.9) for cell in out), "whoever goes in loses a march"


# What comes next


def test_reaction_parts_no_movement_from_the_battles_that_follow_it() -> None:
    game = stage({PANZER: "0506", RIFLE: "0806"}, MOVE)
    seen = horizon(game.table, 16, game.state.phase, 0)
    assert seen.my_combat and seen.enemy_moves
    phases = [game.scenario.phases[index].phase for index in seen.before]
    assert phases == [SOVIET_MOVE], "neither reaction nor exploitation is a movement of everybody"


def test_exploitation_counts_for_whoever_is_marked_for_it() -> None:
    pieces = {PANZER: "0506", RIFLE: "0806"}
    game = stage(pieces, EXPLOITATION, marks={"exploit": {PANZER: 1}})
    assert waits(game) == ("axis", "move")
    assert horizon(game.table, 16, game.state.phase, 0).my_combat, "it may attack once more"


def test_in_reaction_the_enemy_is_about_to_fight_where_he_stands() -> None:
    game = stage({PANZER: "0506", RIFLE: "0806"}, REACTION, marks={"released": {RIFLE: 1}})
    seen = horizon(game.table, 16, game.state.phase, 1)
    assert waits(game) == ("soviet", "move")
    assert seen.enemy_fights and seen.enemy_moves and not seen.before and not seen.my_combat


# What dice and ground are worth


def test_ratings_and_surprise_count_as_the_columns_that_they_are_worth() -> None:
    """A point on the dice is a column of this table; surprise shifts by 3.5 columns where the dice of it allow."""
    game = stage({PANZER: "0506", INFANTRY: "0507", RIFLE: "0606", WEAK: "0907"}, MOVE)
    look = Assessment(game.table, 0)
    goals = np.array(sorted((cell(game, "0606"), cell(game, "0907"))), np.int32)
    found = lifts(game.table, 0, look.mine, look.theirs, goals)
    ratings = {key: int(game.table.face(piece(game, key)).extra["rating"]) for key in (PANZER, INFANTRY, RIFLE, WEAK)}
    for row, (unit,) in enumerate(look.mine.groups):
        for number, goal in enumerate(goals.tolist()):
            foe = next(key for key in (RIFLE, WEAK) if game.state.cell[piece(game, key)] == goal)
            points = ratings[game.scenario.pieces[unit].key] - ratings[foe]
            high = sum(6 - abs(7 - total) for total in range(2, 13) if total + points >= 10) / 36
            low = sum(6 - abs(7 - total) for total in range(2, 13) if total + points <= 5) / 36
            assert found[row, number] == round(points + 3.5 * (high - low))


def test_whoever_minds_no_dice_lifts_nothing() -> None:
    game = stage({PANZER: "0506", RIFLE: "0606"}, MOVE)
    look = Assessment(game.table, 0)
    assert not Prospects(look, Campaign()).lifts(look.mine).any()
    assert Prospects(look, Campaign(modifiers=True)).lifts(look.mine).any()


def test_tanks_count_double_in_the_open_and_half_in_a_city() -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0706")
    game = stage({PANZER: "0506", INFANTRY: "0507", RIFLE: "0606"}, MOVE, rows=rows)
    times = ground_times(game.setting)
    assert times is not None
    tank, foot = (times.row(game.table.unit(piece(game, key)).flags) for key in (PANZER, INFANTRY))
    at = [cell(game, label) for label in ("0606", "0706", "2803")]
    assert times.attack[tank, at].tolist() == [2.0, 1.0, 0.5] and times.attack[foot, at].tolist() == [1.0, 1.0, 1.0]
    assert 1.5 < usual_times(game.setting)[tank] <= 2.0
    look = Assessment(game.table, 0)
    prospects = Prospects(look, Campaign())
    row = next(row for row, group in enumerate(look.mine.groups) if group == (piece(game, PANZER),))
    assert prospects.attacks(look.mine)[row, 0] == pytest.approx(2 * game.table.face(piece(game, PANZER)).attack)


def test_fields_of_ground_agree_with_the_rules_own_reckoning() -> None:
    game = stage({PANZER: "0506", RIFLE: "0606"}, COMBAT)
    seen = forecast_battle(game.table, Battle(0, cell(game, "0606"), (piece(game, PANZER),), (piece(game, RIFLE),)))
    times = ground_times(game.setting)
    assert times is not None
    row = times.row(game.table.unit(piece(game, PANZER)).flags)
    assert (
        float(seen.attack[0].value)
        == game.table.face(piece(game, PANZER)).attack * times.attack[row, cell(game, "0606")]
    )


def test_odds_are_rounded_half_up_where_the_rules_round_so() -> None:
    setting = setting_for(SLUG)
    rule = setting.mechanism(OddsCombat)
    crt = setting.scenario.combat_tables[rule.chart]
    tolls = Tolls(crt, ends_of(rule))
    for ratio in (0.24, 0.41, 0.66, 0.67, 1.49, 1.5, 2.49, 2.5, 6.4, 6.5, 8.5):
        exact = crt.column(*_fractions(ratio), nearest=True)
        assert int(np.searchsorted(tolls.thresholds, ratio + 1e-9, side="right")) - 1 == exact, ratio


def _fractions(ratio: float) -> tuple[object, object]:  # type: ignore[misc]
    from fractions import Fraction

    return Fraction(ratio).limit_denominator(1000), Fraction(1)


def test_hard_ground_counts_as_the_columns_that_its_headings_cost() -> None:
    setting = setting_for(SLUG)
    lie = Assessment(opening().table, 0).lie
    board = setting.board
    plain = [cell for cell in range(board.grid.size) if not board.places_at(Cell(cell))]
    kinds = {kind: next(cell for cell in plain if board.terrain_of(Cell(cell)) == kind) for kind in ("open", "woods")}
    assert (lie.shift[kinds["open"]], lie.shift[kinds["woods"]], lie.shift[board.cell("34.18")]) == (0, -1, -2)


# Sensible answers


def test_the_best_rating_is_named_and_of_equal_ones_the_cheaper_step() -> None:
    game = stage({PANZER: "0506", PANZER_2: "0506", INFANTRY: "0506", RIFLE: "0606"}, COMBAT)
    for key in (PANZER, PANZER_2, INFANTRY):
        game.apply(declare(game, key, "0606"))
    game.apply(FightBattle(cell(game, "0606")))
    assert waits(game) == ("axis", "name")
    for bot in (StaffBot(0, 1), GreedyBot(0, 1)):
        chosen = bot.choose(game.view(0))[0]
        assert isinstance(chosen, NameUnit)
        faces = {key: game.table.face(piece(game, key)) for key in (PANZER, PANZER_2, INFANTRY)}
        assert faces[game.scenario.pieces[chosen.piece].key].extra["rating"] == max(
            f.extra["rating"] for f in faces.values()
        )


def test_the_last_turn_is_taken_second_and_others_first() -> None:
    rows = ground_rows()
    for turn, first in ((16, True), (19, False)):
        game = stage({PANZER: "0506", RIFLE: "1206"}, "initiative", rows=rows, turn=turn)
        assert game.decision is not None and game.decision.kind == "choose"
        side = game.decision.side
        assert StaffBot(side, 1).choose(game.view(side))[0] == GoFirst(first)


# Reserves


def hold_back(near: int = 3) -> HoldBack:
    return HoldBack(near=near, far=12, fast=4, strong=3)


def test_a_fast_stack_behind_the_front_is_held_back_but_not_out_of_a_place() -> None:
    game = stage({PANZER: "0506", PANZER_2: "0506", RIFLE: "1006"}, MOVE)
    found = next_reserve(game.view(0), hold_back(), frozenset())
    assert found is not None
    assert found[0] == GoIntoReserve((piece(game, PANZER), piece(game, PANZER_2)))
    assert next_reserve(game.view(0), hold_back(), frozenset({cell(game, "0506")})) is None, "it guards a place"
    assert next_reserve(game.view(0), hold_back(near=6), frozenset()) is None, "too near"
    near = stage({PANZER: "0506", RIFLE: "0706"}, MOVE)
    assert next_reserve(near.view(0), hold_back(near=1), frozenset()) is None, "the rules let none form there"


def test_a_reserve_that_the_front_has_left_behind_is_taken_out() -> None:
    game = stage({PANZER: "0506", RIFLE: "2006"}, MOVE, marks={"reserve": {PANZER: 1}})
    found = stand_down(game.view(0), hold_back())
    assert found is not None and found[0] == LeaveReserve((piece(game, PANZER),))
    near = stage({PANZER: "0506", RIFLE: "1006"}, MOVE, marks={"reserve": {PANZER: 1}})
    assert stand_down(near.view(0), hold_back()) is None


@pytest.mark.parametrize(
    ("rule", "fights", "wanted"), [(Drive.key, True, True), (Hold.key, True, False), (Hold.key, False, True)]
)
def test_a_reserve_is_released_for_what_it_would_do_and_for_nothing_else(rule: str, fights: bool, wanted: bool) -> None:
    game = stage({PANZER: "0506", RIFLE: "1506"}, EXPLOITATION, marks={"reserve": {PANZER: 1}})
    assert waits(game) == ("axis", "release")
    order = (MoveUnit(piece(game, PANZER), (cell(game, "0606"),)), Motive(rule, "", None, "it does something", ""))
    found = useful(game.view(0), 1, lambda _view: (Orders([order]), fights))
    assert found == ({cell(game, "0506"): "it does something"} if wanted else {})


def test_the_staff_releases_a_reserve_that_can_take_a_place() -> None:
    doctrine = tuple(
        Doctrine(plan="p", rule=key, position=number) for number, key in enumerate(("campaign", "drive", "hold-back"))
    )
    rows = ground_rows()
    game = stage({PANZER: "2506", RIFLE: "0112"}, EXPLOITATION, rows=rows, marks={"reserve": {PANZER: 1}})
    bot = StaffBot(0, 1, doctrine)
    action, why = bot.choose(game.view(0))
    assert action == ReleaseReserve(cell(game, "2506")), why
    game.apply(action)
    while game.decision is not None and game.decision.kind == "release":
        game.apply(bot.choose(game.view(0))[0])
    assert waits(game) == ("axis", "move")


# Battles, goals and supply


def test_after_a_battle_the_staff_attacks_elsewhere_and_not_the_same_hex_again() -> None:
    ours = dict.fromkeys((INFANTRY, INFANTRY_2, MOTORISED), "0506")
    game = stage({**ours, RIFLE: ("0606", 2), WEAK: ("0505", 2)}, COMBAT)
    rows = (Doctrine(plan="p", rule="campaign", position=0, params={"thrift": 0.0, "least": 0.0}),)
    first = StaffBot(0, 1, rows).choose(game.view(0))[0]
    assert isinstance(first, DeclareAttack)
    game.table.set_mark(ATTACKED_CELL, first.target)
    second = StaffBot(0, 1, rows).choose(game.view(0))[0]
    assert isinstance(second, DeclareAttack) and second.target != first.target


@pytest.mark.parametrize(("turn", "sent"), [(10, True), (19, False)])
def test_nobody_is_sent_where_he_cannot_be_before_the_end(turn: int, sent: bool) -> None:
    """An infantry division of three points is nine turns from Smolensk; the game ends with turn 19."""
    game = stage({INFANTRY: "0103", RIFLE: "2911"}, MOVE, turn=turn)
    look = Assessment(game.table, 0)
    for timely in (False, True):
        book = book_of((Doctrine(plan="p", rule="drive", position=0, params={"timely": timely}),))
        goal = goals_of(look, Draft(look, {}), book).place[0]
        assert (goal is not None) is (sent or not timely)


def test_enemies_near_a_place_count_by_half_among_its_defenders() -> None:
    game = stage({INFANTRY: "0103", RIFLE: "2803", RIFLE_2: "2703", WEAK: "2503"}, MOVE)
    look = Assessment(game.table, 0)
    smolensk = next(one for one in look.wanted if one.cell == cell(game, "2803"))
    held, near, far = (float(game.table.face(piece(game, key)).defence) for key in (RIFLE, RIFLE_2, WEAK))
    alone, beside, all_of_them = (
        strength_asked(look, smolensk, Drive(least=0.1, odds=2, around=each)) for each in (0, 1, 3)
    )
    assert beside / alone == pytest.approx((held + near / 2) / held)
    assert all_of_them / alone == pytest.approx((held + near / 2 + far / 2) / held)


@pytest.mark.parametrize(("slow", "panzer_goes"), [(0.0, "2803"), (2.0, "1203")])
def test_the_slow_take_what_is_near_and_the_fast_go_farther(slow: float, panzer_goes: str) -> None:
    """Two of the three are enough for the near place, and in turns the panzers are the nearest to it."""
    game = stage({INFANTRY: "2403", INFANTRY_2: "2403", PANZER: "2504", WEAK: "2803"}, MOVE)
    look = Assessment(game.table, 0)
    near = next(one for one in look.wanted if one.cell == cell(game, "2803"))
    look.wanted = (near, replace(near, cell=cell(game, "1203")))
    book = book_of((Doctrine(plan="p", rule="drive", params={"slow": slow, "odds": 0.5, "least": 6.0}),))
    draft = Draft(look, {})
    assert strength_asked(look, near, book.of(Drive)) < 2 * 20
    row = draft.force.groups.index((piece(game, PANZER),))
    goal = goals_of(look, draft, book).place[row]
    assert goal is not None and goal.cell == cell(game, panzer_goes)


def test_supply_of_a_group_comes_in_where_most_who_lack_it_are_near() -> None:
    """Hoth's panzer group stands in the north: his supply comes by the northern of two ways into the map."""
    game, (north, south) = opening(), (opening().setting.board.cell(label) for label in ("01.18", "01.03"))
    view = game.view(0)
    assert placed(view, PutSupply(north, 1), "hoth") > placed(view, PutSupply(south, 1), "hoth")


# Fuel


def test_a_formation_that_is_about_to_drive_is_fuelled_as_one() -> None:
    pieces = {"tank-1": "0303", "tank-2": "0303", "tank-3": "0303", "recon": "0303", "division-1": "2001"}
    game = logistics(pieces, Stock("0303", "german", 9))
    drives = [MoveUnit(piece_of(game, key), cells(game, "0403")) for key in ("tank-1", "tank-2", "tank-3", "recon")]
    found = fuelling(game.view(0), drives[0], drives[1:3])
    assert found is not None and found[0] == FuelGroup(piece_of(game, "tank-1"))
    assert fuelling(game.view(0), drives[0], drives[1:2]) is None, "two pay less one by one"
    assert fuelling(game.view(0), drives[3], drives[:3]) is None, "it belongs to nobody"
