"""What the staff reckons with in Smolensk: choices in results, steps, ways, guns, headquarters, and what is paid."""

from __future__ import annotations

import pytest

from engine.board.network import TICKS
from engine.bots.ground import ground_of, shut_boxes
from engine.bots.staff.affording import payable
from engine.bots.staff.answers import arrive
from engine.bots.staff.answers import choice as taken
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import BattlePlan, Prospects
from engine.bots.staff.draft import Draft
from engine.bots.staff.force import levelled
from engine.bots.staff.ground import terrain_of
from engine.bots.staff.guns import guns_in, place_guns
from engine.bots.staff.player import book_of
from engine.bots.staff.rules import Campaign
from engine.bots.staff.special_rules import Lead
from engine.bots.staff.spending import token_worth
from engine.bots.staff.stations import place_stations
from engine.bots.staff.tolls import SAFE
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.charts import AnyEffect, Choice, RetreatHexes
from engine.records.play import Doctrine, MechanismRow
from engine.rules.barrage import Barrage
from engine.rules.combat import OddsCombat
from engine.rules.retreat import ways
from engine.state.actions import Choose, PlaceUnit
from engine.state.tasks import ApplyEffects, Battle, ChooseEffects
from engine.systems.smolensk.disorder import DG
from tests.kit.logistics import logistics, number, tracing_rows
from tests.kit.players import setting_for
from tests.kit.smolensk import (
    COMBAT,
    INFANTRY,
    INFANTRY_2,
    MOVE,
    PANZER,
    RIFLE,
    RIFLE_2,
    WEAK,
    cell,
    ground_rows,
    piece,
    shipped,
    stage,
)

SLUG = "smolensk-first-counteroffensive"
GUNS = "ger-ss-reich-r-arty"


# Results that leave a choice


def test_attackers_pay_for_a_place_that_the_defender_must_then_yield_and_for_open_ground_they_do_not() -> None:
    """Where the attacker gives way the defender ignores his options, so the place is lost with the hex."""
    choice, *rest = results()["Ao1/DL1o1"]
    assert isinstance(choice, Choice)
    plain, prized = "0606", "2803"
    for label, pays in ((plain, False), (prized, True)):
        west = f"{int(label[:2]) - 1:02}{label[2:]}"
        game = stage({INFANTRY: west, INFANTRY_2: west, WEAK: label}, COMBAT)
        battle = Battle(0, cell(game, label), (piece(game, INFANTRY), piece(game, INFANTRY_2)), (piece(game, WEAK),))
        game.table.swap(ChooseEffects(battle, choice, 0), ApplyEffects(battle, tuple(rest)))
        book = book_of((Doctrine(plan="p", rule="campaign", position=0, params={"place": 25.0}),))
        look, every = Assessment(game.table, 0), range(len(choice.options))
        chosen = max(every, key=lambda option: taken(look, book, Choose(option))[0])
        gives_way = any(isinstance(effect, RetreatHexes) for effect in choice.options[chosen])
        assert gives_way is not pays, label


def test_attackers_in_disorder_lose_a_step_rather_than_one_each_on_a_retreat_into_a_zone() -> None:
    """Both ways back from 0606 lie in the zone of a second enemy: in disorder each would lose a step there."""
    choice, *rest = results()["Ao1/DL1o1"]
    assert isinstance(choice, Choice)
    for disorder in (False, True):
        game = stage({INFANTRY: "0506", INFANTRY_2: "0506", WEAK: "0606", RIFLE: "0306", RIFLE_2: "0404"}, COMBAT)
        attackers = (piece(game, INFANTRY), piece(game, INFANTRY_2))
        for each in attackers if disorder else ():
            game.table.set_mark(DG, each)
        battle = Battle(0, cell(game, "0606"), attackers, (piece(game, WEAK),))
        game.table.swap(ChooseEffects(battle, choice, 0), ApplyEffects(battle, tuple(rest)))
        assert all(way.zones for each in attackers for way in ways(game.table, each, 1))
        book = book_of((Doctrine(plan="p", rule="campaign", position=0, params={}),))
        look, every = Assessment(game.table, 0), range(len(choice.options))
        chosen = max(every, key=lambda option: taken(look, book, Choose(option))[0])
        gives_way = any(isinstance(effect, RetreatHexes) for effect in choice.options[chosen])
        assert gives_way is not disorder
        back = next(one for one in every if any(isinstance(effect, RetreatHexes) for effect in choice.options[one]))
        assert ("costs 2 steps on the way" in taken(look, book, Choose(back))[1]()) is disorder


def test_a_place_that_is_dearly_held_costs_more_steps_before_it_is_empty() -> None:
    tolls = terrain_of(setting_for(SLUG)).tolls
    assert tolls.waives
    three = ((12.0, 8.0, 4.0),)
    loose, firm = (tolls.by_code(three, SAFE, firm=each)["Ao1/DL1o1"] for each in (False, True))
    assert (loose.vacated, firm.vacated) == (1.0, 0.0) and firm.defender > loose.defender
    back = tolls.by_code(three, SAFE, back=True)["Ao1/DL1o1"]
    assert (back.vacated, back.defender) == (0.0, loose.defender) and back.attacker < loose.attacker


def test_defenders_of_a_place_are_worn_down_though_it_does_not_fall_yet() -> None:
    """Of the worth of a place the share that its defenders' losses are of them counts, where they hold it; elsewhere
    nothing does."""
    game = stage({INFANTRY: "2703", RIFLE: "2803", WEAK: "2605"}, MOVE)
    look = Assessment(game.table, 0)
    city, field = cell(game, "2803"), cell(game, "2605")
    plain, wearing = (Prospects(look, Campaign(place=30.0, wear=share)) for share in (0.0, 0.5))
    held = float(game.table.face(piece(game, RIFLE)).defence)
    assert wearing.worn(city) == pytest.approx(0.5 * 30 * look.prizes[city] / held)
    assert wearing.worn(field) == plain.worn(city) == 0
    more = (wearing.values() - plain.values())[wearing.goals.tolist().index(city)]
    assert more.max() > 0 and more.min() >= 0


def results() -> dict[str, tuple[AnyEffect, ...]]:
    """The effects of the results of the combat table."""
    setting = setting_for(SLUG)
    crt = setting.scenario.combat_tables[setting.mechanism(OddsCombat).chart]
    return {code: result.effects for code, result in crt.results.items()}


def test_who_arrives_comes_where_there_is_room() -> None:
    """Divisions that are not mobilised stay where they are put; three of three and a fourth are more than ten."""
    divisions = ("sov-rd-19", "sov-rd-120", "sov-rd-145")
    for there in (divisions, divisions[:2]):
        game = stage({**dict.fromkeys(there, "0606"), RIFLE: "0303", INFANTRY: "1010"}, MOVE)
        newcomer = piece(game, RIFLE)
        game.table.state.relocate(newcomer, -1)
        look, book = Assessment(game.table, 1), book_of(())
        full, free = (arrive(look, book, PlaceUnit(newcomer, cell(game, label)))[0] for label in ("0606", "0605"))
        assert (free - full > 5) is (there == divisions)


# Ways, guns and what can be paid for


def test_the_axis_sees_no_way_through_the_boxes_of_the_enemy() -> None:
    setting = setting_for(SLUG)
    boxes = {setting.board.cell(key) for key in ("northeast-box", "southeast-box")}
    assert boxes <= set(shut_boxes(setting, 0)) and not boxes & set(shut_boxes(setting, 1))
    ground, rzhev, south = ground_of(setting), setting.board.cell("60.34"), setting.board.cell("20.00")
    axis, soviet = (int(ground.way_to((rzhev,), "leg", 5, side)[south]) for side in (0, 1))
    assert soviet < axis, "from one edge to the other the Soviets go round by a box"


def test_guns_stand_with_friends_in_range_of_what_is_to_be_attacked() -> None:
    game = stage({GUNS: "0506", INFANTRY: "0706", INFANTRY_2: "0710", RIFLE: "0806"}, MOVE, rows=gun_rows())
    look = Assessment(game.table, 0)
    draft = Draft(look, {})
    for key in (INFANTRY, INFANTRY_2):
        row = next(row for row, group in enumerate(draft.force.groups) if group == (piece(game, key),))
        draft.assign(row, int(draft.force.cell[row]))
    rows = guns_in(look, draft)
    assert [draft.force.groups[row] for row in rows] == [(piece(game, GUNS),)]
    danger = look.danger(draft.held, draft.zones)
    plan = BattlePlan(cell(game, "0806"), (), (), 5.0)
    ((_, post, motive),) = place_guns(look, draft, rows, danger, [plan])
    assert post == cell(game, "0706") and "covers the attack" in motive.reason


def gun_rows() -> Rows:
    """The training ground with guns that fire."""
    rows = ground_rows()
    rows.put(next(row for row in shipped().all(MechanismRow) if row.mechanism == Barrage.key))
    return rows


def test_battles_are_planned_as_far_as_they_can_be_paid_for_together() -> None:
    """Each division has three steps; its own stocks are exhausted, and the dump has tokens for one attack."""
    pieces = {"division-1": "1002", "division-2": "1004", "s-hq": "1003", "guard": "1102", "recon": "1104"}
    worn = {"exhausted": {"division-1": 1, "division-2": 1}}
    for held, paid in ((5, 1), (6, 2)):
        game = logistics(pieces, Stock("1003", "soviet", held), phase="s-move", marks=worn)
        look = Assessment(game.table, 1)
        rows = {game.scenario.pieces[group[0]].key: row for row, group in enumerate(look.mine.groups)}
        homes = {key: game.setting.board.cell(pieces[key]) for key in pieces}
        plans = [
            BattlePlan(homes[foe], (rows[own],), (homes[own],), worth)
            for own, foe, worth in (("division-1", "guard", 5.0), ("division-2", "recon", 3.0))
        ]
        assert payable(look, look.mine, plans) == plans[:paid]


def test_every_step_is_worth_something_where_counters_show_no_loss_of_the_first() -> None:
    """A rifle division counts 12, 12 and 6 by its steps, which it has all the same to lose."""
    game = stage({PANZER: "0506", RIFLE: "0806", INFANTRY: "0505"}, MOVE)
    (ladder,) = Assessment(game.table, 1).mine.ladders[0]
    assert ladder == (12.0, 8.0, 4.0)
    assert levelled((12.0, 6.0)) == (12.0, 6.0), "where every loss shows, it is left as it is"


def test_a_token_that_cannot_be_spent_any_more_is_worth_little() -> None:
    rule = Campaign(token=1.0)
    worths = [
        token_worth(Assessment(stage({PANZER: "0506", RIFLE: "0806"}, MOVE, turn=turn).table, 0), rule)
        for turn in (16, 18, 19)
    ]
    assert worths[0] == 1.0 and worths[0] > worths[1] > worths[2] > 0


def test_the_enemy_is_reckoned_to_march_in_his_fastest_mode_into_what_lies_open() -> None:
    game = stage({INFANTRY: "0506", RIFLE: "1006"}, MOVE)
    look = Assessment(game.table, 0)
    counter = game.state.counter[piece(game, RIFLE)]
    assert counter is not None
    marching = max(turned.faces[0].movement for turned in game.scenario.counters[counter].modes.values())
    fighting = game.table.face(piece(game, RIFLE)).movement
    assert marching > fighting and int(look.second[0]) == int((marching - fighting) * TICKS)


def test_a_headquarters_far_behind_comes_up_to_those_whom_nobody_serves() -> None:
    rows = tracing_rows(30)
    game = logistics({"g-hq": "0103", "tank-1": "1403", "division-1": "1703"}, rows=rows)
    look = Assessment(game.table, 0)
    draft = Draft(look, {})
    row = next(row for row, group in enumerate(draft.force.groups) if group == (number(game, "tank-1"),))
    draft.assign(row, int(draft.force.cell[row]))
    ((_, post, _),) = place_stations(look, draft, Lead(), look.danger(draft.held, draft.zones))
    assert game.setting.board.label(post)[:2] > "01"  # type: ignore[arg-type]
