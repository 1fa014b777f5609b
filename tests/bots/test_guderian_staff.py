"""What the staff learned for Panzergruppe Guderian: each rule and parameter on and off, on the training ground."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.bots import make_bot
from engine.bots.staff.answers import advance, choice, without_room
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.cities import by_cities
from engine.bots.staff.draft import Draft
from engine.bots.staff.line import line_of
from engine.bots.staff.player import book_of
from engine.bots.staff.rules import Campaign, FrontLine
from engine.bots.staff.special_rules import Sustain
from engine.bots.staff.sustaining import cuts, fed, relieved
from engine.play import Game
from engine.rules.laying import LayMarker
from engine.rules.overrun import OverrunStack
from engine.state import Status
from engine.state.actions import AdvanceUnit, Choose, DeclareAttack, Done, FightBattle
from engine.state.events import UnitEliminated
from tests.bots.test_staff_rules import answer, bot_with, ends, played
from tests.kit import guderian as pg
from tests.kit.doctrine import Rules, doctrine

PANZERS = pg.division("7-panzer", "1006")
REGIMENTS = tuple(PANZERS)


def look_at(game: Game, **rule: Any) -> Assessment:
    assert game.decision is not None
    look = Assessment(game.table, game.decision.side)
    look.foresees = bool(rule.get("foresee"))
    return look


# Divisions


def test_nobody_joins_a_whole_division_and_two_divisions_share_no_hex() -> None:
    game = pg.stage({**PANZERS, **pg.division("29-motorised", "1008"), "5-inf": "1007", "r1": ("2006", "3-3")}, pg.MOVE)
    for whole in (True, False):
        draft = Draft(look_at(game), {}, whole=whole)
        rows = {draft.force.groups[row][0]: row for row in range(len(draft.force))}
        pair = rows[pg.piece(game, "29-mot-ir-15")]
        infantry = rows[pg.piece(game, "5-inf")]
        assert draft.fits(infantry, pg.cell(game, "1008")) is not whole, "two regiments leave room for a third unit"
        assert not draft.fits(pair, pg.cell(game, "1006")), "three are three, whole or not"


def test_a_parted_division_meets_again() -> None:
    apart = {**PANZERS, "7-pz-sr-7": "0908", "r1": ("3006", "5-5")}
    game = pg.stage(apart, pg.MECHANISED)
    found = ends(game, {"drive": {}, "whole": {}})
    posts = {found.get(key, game.setting.board.label(game.state.cell[pg.piece(game, key)])) for key in REGIMENTS}  # type: ignore[arg-type]
    assert len(posts) == 1
    draft = Draft(look_at(game), {}, whole=True)
    assert [len(group) for group in draft.force.groups] == [3] and draft.force.attack[0] == 16
    assert sorted(len(group) for group in Draft(look_at(game), {}).force.groups) == [1, 1, 1]


def test_a_division_that_cannot_meet_is_left_in_parts() -> None:
    game = pg.stage({**PANZERS, "7-pz-sr-7": "4408", "r1": ("3006", "5-5")}, pg.MECHANISED)
    assert len(Draft(look_at(game), {}, whole=True).force) == 3


def test_a_division_advances_together_or_not_at_all() -> None:
    pieces = {**PANZERS, "5-inf": "1105", "r1": ("1106", "5-5"), "r2": ("3006", "3-3")}
    game = pg.stage(pieces, pg.COMBAT, die=2)
    for name in (*REGIMENTS, "5-inf"):
        game.apply(DeclareAttack(pg.piece(game, name), pg.cell(game, "1106")))
    game.apply(FightBattle(pg.cell(game, "1106")))
    assert pg.fought(game).code == "De" and pg.waits(game) == ("german", "advance")
    first, second = (AdvanceUnit(pg.piece(game, name), (pg.cell(game, "1106"),)) for name in REGIMENTS[:2])
    whole, parted = (book_of(doctrine({"campaign": {}, **more})) for more in ({"whole": {}}, {}))
    assert advance(look_at(game), whole, first)[0] == advance(look_at(game), parted, first)[0] > 0.4
    beside = game.fork()
    beside.apply(AdvanceUnit(pg.piece(game, "5-inf"), (pg.cell(game, "1106"),)))
    assert advance(look_at(beside), whole, first)[0] < 0.4 < advance(look_at(beside), parted, first)[0]
    game.apply(first)
    assert advance(look_at(game), whole, second)[0] > 1 > advance(look_at(game), parted, second)[0]
    infantry = AdvanceUnit(pg.piece(game, "5-inf"), (pg.cell(game, "1106"),))
    assert "stands by itself" in advance(look_at(game), whole, infantry)[1]()
    assert "stands by itself" not in advance(look_at(game), parted, infantry)[1]()


def test_after_a_battle_the_mobile_are_not_held_fast_before_their_second_move() -> None:
    pieces = {**PANZERS, "r1": ("1106", "1-1"), "r2": ("1206", "3-3")}
    game = pg.stage(pieces, pg.COMBAT, die=2)
    said = [why["reasons"][0] for action, why in played(game, {"campaign": {}}) if isinstance(action, AdvanceUnit)]
    assert said == ["nothing is won by leaving its cell"]
    plain = pg.stage({"5-inf": "1006", "r1": ("1106", "1-1"), "r2": ("1206", "3-3")}, pg.COMBAT, die=2)
    went = [action for action, _ in played(plain, {"campaign": {}}) if isinstance(action, AdvanceUnit)]
    assert went and went[0].piece is not None, "infantry has no second move to lose"


def test_who_moves_no_more_is_counted_on_in_battles() -> None:
    game = pg.stage({"5-inf": "1006", "6-inf": "0606", "r1": ("1106", "3-3")}, pg.MOVE)
    game.state.status[pg.piece(game, "5-inf")] |= Status.MOVED
    counted = {still: {group[0] for group in Draft(look_at(game), {}, still=still).force.groups} for still in (0, 1)}
    assert pg.piece(game, "5-inf") in counted[1] - counted[0] and pg.piece(game, "6-inf") in counted[0]
    game.state.marks.setdefault("disrupted", {})[pg.piece(game, "5-inf")] = 1
    again = Draft(look_at(pg.stage({"6-inf": "0606", "r1": ("1106", "3-3")}, pg.MOVE)), {}, still=True)
    assert len(again.force) == 1


# What battles are worth


def test_ruin_weighs_what_is_lost_with_all_attackers() -> None:
    game = pg.stage({**PANZERS, "r1": ("1106", "9-8"), "konev": "1506"}, pg.COMBAT)
    look = look_at(game)
    assert look.terrain.tolls.ruin.round(3).tolist() == [0.333, 0.333, 0.167] + [0.0] * 10, "Ae at 1:3 and 1:2 only"
    bold, wise = Prospects(look, Campaign()), Prospects(look, Campaign(ruin=1.0, points=2.0))
    assert bold.stake == 0 and wise.stake == pytest.approx(1 + 2 * 5 / 16), "a division is worth five points"
    assert bold.values().shape[1] == 3
    assert wise.values()[0, 3].tolist() == pytest.approx((-wise.stake * look.terrain.tolls.ruin).tolist())


def test_a_step_is_paid_for_a_city_and_not_for_a_field() -> None:
    """A split result has driven the enemy out: whoever stays may go in."""
    for city, beside, die in (("3010", "2910", 2), ("3007", "2907", 4)):
        game = pg.stage({"5-inf": beside, "r1": (city, "3-3"), "konev": "3208"}, pg.COMBAT, die=die)
        pg.attack(game, city, "5-inf")
        assert pg.fought(game).code == "D1/A1"
        game.apply(Choose(1))
        while pg.waits(game) != ("german", "choose"):
            game.apply(next(iter(game.options())))
        for toll in (0.0, 1.0):
            look, book = look_at(game), book_of(doctrine({"campaign": {"toll": toll}}))
            stays = choice(look, book, Choose(0))[0] > choice(look, book, Choose(1))[0]
            assert stays is (city == "3010" and toll > 0)


@pytest.mark.parametrize(("rule", "side"), [("take", 0), ("deny", 1)])
def test_the_cell_that_decides_over_a_city_is_worth_all_of_it(rule: str, side: int) -> None:
    def worths(control: dict[str, str]) -> dict[str, float]:
        game = pg.stage({"5-inf": "0606", "r1": ("2203", "3-3")}, pg.MOVE, control=control)
        look, plain = Assessment(game.table, side), Assessment(game.table, side)
        by_cities(look, rule)  # type: ignore[arg-type]
        before = {one.cell: one.worth for one in (*plain.held, *plain.wanted)}
        found = {game.setting.board.label(one.cell): one.worth / before[one.cell] for one in (*look.held, *look.wanted)}  # type: ignore[arg-type]
        return {cell: found[cell] for cell in ("2203", "2204", "3010")}

    all_soviet, split = worths({}), worths({"smolensk-2": "german"})
    all_german = worths({"smolensk": "german", "smolensk-2": "german"})
    assert {one["3010"] for one in (all_soviet, split, all_german)} == {1.0}
    assert (split["2203"], split["2204"]) == (2, 1), "the cell that the Soviets still hold"
    assert (all_german["2203"], all_german["2204"]) == (2, 2), "to lose or to win back either cell is to decide"
    assert (all_soviet["2203"], all_soviet["2204"]) == (1, 1)


# Overruns


def overruns(game: Game, rules: Rules) -> list[str]:
    return [pg.label(game, one.target) for one, _ in played(game, rules) if isinstance(one, OverrunStack)]


def test_haste_keeps_a_division_from_chasing_backward() -> None:
    pieces = {**pg.division("7-panzer", "2006"), "r1": ("1606", "1-1"), "r2": ("4305", "9-8")}
    game = pg.stage(pieces, pg.MOVE)
    assert overruns(game, {"drive": {}, "sweep": {}}) == ["1606"]
    assert overruns(game, {"drive": {}, "sweep": {"haste": 20.0}}) == []


def test_who_is_disrupted_already_is_no_gain_twice() -> None:
    pieces = {**PANZERS, "r1": ("1206", "1-1")}
    rules = {fresh: {"campaign": {"kill": 0.0, "ground": 0.0}, "sweep": {"fresh": fresh}} for fresh in (True, False)}
    steady = pg.stage(pieces, pg.MOVE)
    assert overruns(steady, rules[True]) and overruns(steady, rules[False])
    shaken = pg.stage(pieces, pg.MOVE, marks={"disrupted": {"r1": 1}})
    assert overruns(shaken, rules[False]) and not overruns(shaken, rules[True])


def test_the_unknown_is_weighed_by_all_it_may_be() -> None:
    """Eight against a face-down division: how often it is shaken follows from every strength that it may have."""
    game = pg.stage({**PANZERS, "r1": "1206", "konev": "1506"}, pg.MOVE)
    done = played(game, {"sweep": {"weighed": True, "least": 0.0}})
    said = next(why["expects"] for action, why in done if isinstance(action, OverrunStack))
    shaken = {1: 3, 2: 4, 4: 5, 8: 6}
    chances = [face.defence for face in game.view(0).pool(pg.piece(game, "r1"))]
    sixths = [
        shaken[8 // int(one)] if one in (1, 2, 4, 8) else 3 if one >= 5 else 4 if one == 3 else 6 for one in chances
    ]
    assert said.startswith(f"in {sum(sixths) / 6 / len(chances):.0%} of cases")


# Lines, leaders and supply


def test_a_line_that_covers_a_region_reaches_across_the_map() -> None:
    game = pg.stage({**pg.division("7-panzer", "0606"), "r1": ("2606", "3-3"), "konev": "3006"}, pg.SOVIET_MOVE, turn=3)
    look = look_at(game)
    draft = Draft(look, {})
    wide, plain = FrontLine(regions=("east-edge",)), FrontLine()
    across = line_of(look, draft, wide)
    rows = {pg.label(game, cell)[2:] for cell in np.flatnonzero(across).tolist()}
    assert rows == {f"{row:02}" for row in range(1, 14)}, "nobody gets round it"
    assert np.count_nonzero(line_of(look, draft, plain)) < 13, "without it only the places are fenced in"


def test_reserves_come_up_to_the_line() -> None:
    pieces = {**pg.division("7-panzer", "0606"), "r1": ("4306", "3-3"), "konev": "3006"}
    game = pg.stage(pieces, pg.SOVIET_MOVE, turn=3)
    lines = {reserve: {"line": {"regions": ["east-edge"], "reserve": reserve}} for reserve in (1.0, 0.0)}
    assert int(ends(game, lines[1.0])[pg.key_of("r1")][:2]) < 43
    assert pg.key_of("r1") not in ends(game, lines[0.0])


def test_units_stay_where_a_leader_will_serve_them() -> None:
    pieces = {**pg.division("7-panzer", "0606"), "r1": ("3005", "3-3"), "r2": ("3010", "3-3"), "r3": ("3011", "3-3")}
    game = pg.stage({**pieces, "rakutin": "3010"}, pg.SOVIET_MOVE, turn=3)
    found = ends(game, {"lead": {"led": 5.0}})
    leader = found.get("rakutin", "3010")
    distance = game.setting.board.grid.distance
    assert distance(pg.cell(game, found[pg.key_of("r1")]), pg.cell(game, leader)) <= 2  # type: ignore[arg-type]
    assert pg.key_of("r1") not in ends(game, {"lead": {}})


CUT = {**pg.division("7-panzer", "3606"), "5-inf": "0806", "r1": ("1205", "3-3"), "konev": "1203"}
"""A spearhead beyond the end of the road, and an army that cuts the road behind it."""


def test_a_gap_in_the_line_of_supply_is_covered() -> None:
    game = pg.stage(CUT, pg.MOVE, turn=4)
    look = look_at(game)
    found = cuts(look, Sustain(least=1.0))
    assert {pg.label(game, cell) for cell in found.foes} <= {"1205", "1203"} and found.foes
    assert relieved(look, book_of(doctrine({"sustain": {"least": 1.0, "relief": 2.0}}))) == {
        cell: 2.0 * strength for cell, strength in found.foes.items()
    }
    rules: Rules = {"campaign": {"least": 50.0}, "sustain": {"least": 1.0, "posts": 9}}
    covered = [why["reasons"][0] for _, why in played(game, rules) if why["rule"] == "sustain"]
    assert covered and covered[0].startswith("covers ")
    assert not [why for _, why in played(game, {"campaign": {"least": 50.0}}) if why["rule"] == "sustain"]
    assert not cuts(look_at(pg.stage(CUT, pg.MOVE, turn=4)), Sustain(least=500.0)).foes


def test_cells_in_a_zone_are_fed_for_whoever_covers_them() -> None:
    game = pg.stage({"5-inf": "0606", "r1": ("1206", "3-3"), "konev": "1606"}, pg.MOVE, turn=4)
    mask = fed(look_at(game), pg.piece(game, "5-inf"))
    assert mask is not None and mask[pg.cell(game, "1106")] and not mask[pg.cell(game, "4006")]


def test_posts_without_supply_cost_what_the_plan_says() -> None:
    game = pg.stage({**pg.division("7-panzer", "2306"), "r1": ("1001", "3-3"), "r9": ("4401", "3-3")}, pg.MOVE, turn=4)
    rules = {keep: {"drive": {}, "sustain": {"keep": keep, "least": 500.0}} for keep in (20.0, 0.0)}
    far = {keep: int(ends(game, rules[keep]).get("7-pz-pzr-25", "2306")[:2]) for keep in rules}
    mask = fed(look_at(game), pg.piece(game, "7-pz-pzr-25"))
    assert mask is not None and far[20.0] <= far[0.0]


# What is to come


def test_a_plan_foresees_who_is_to_arrive() -> None:
    game = pg.stage({"r1": ("1010", "3-3"), "konev": "1010"}, pg.SOVIET_MOVE, turn=1, setting=pg.real())
    while pg.waits(game)[1] != "move":
        game.apply(next(iter(game.options())))
    blind, wise = look_at(game), look_at(game, foresee=True)
    assert len(blind.threats) == 0 and len(wise.threats) == 5, "the divisions of XXXIX Panzer Corps"
    columns = {pg.label(game, cell)[:2] for cell in wise.threats.cell.tolist()}
    assert columns == {"01"} and wise.threats.attack.tolist() == [16, 16, 16, 12, 12]
    assert wise.theirs is blind.theirs or len(wise.theirs) == 0, "nobody attacks them before they are there"


@pytest.mark.rule("PG-F5.2")
def test_nobody_is_left_at_the_frontier_on_the_first_turn() -> None:
    game = Game.begin(pg.real(), 7)
    bots = [make_bot("doctrine", game.scenario, side, side) for side in (0, 1)]
    while game.decision is not None and (game.state.turn, pg.phase(game)) <= (1, "soviet-movement"):
        if pg.phase(game) not in ("german-first-air-interdiction", "soviet-movement"):
            break
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    lost = [event for entry in game.log for event in entry.events if isinstance(event, UnitEliminated)]
    assert lost == []


def test_the_first_markers_lie_where_somebody_can_come_by() -> None:
    game = Game.begin(pg.real(), 1)
    while pg.waits(game)[1] != "lay":
        game.apply(next(iter(game.options())))
    action, why = answer(game, {"interdict": {}})
    assert isinstance(action, LayMarker)
    named = int(why["reasons"][0].split(" ")[0])
    assert named <= len(game.table.on_map(1)), why["reasons"]
    column = int(pg.label(game, action.cell)[:2])
    assert column <= 25, "the armies of the frontier and of Smolensk are the ones that move"


def test_without_a_legal_march_left_the_phase_ends() -> None:
    game = pg.stage({"r1": ("1010", "3-3"), "konev": "1010"}, pg.SOVIET_MOVE, turn=3)
    assert bot_with(game, {"lead": {}}).choose(game.view(1))[0] == Done()


def test_a_retreat_into_a_full_hex_is_counted_as_a_loss() -> None:
    game = pg.stage({**PANZERS, "r1": ("3006", "3-3")}, pg.COMBAT)
    around = [pg.label(game, cell) for cell in game.setting.neighbours[pg.cell(game, "1006")]]
    foes = {f"r{number}": at for number, at in enumerate(around[:-1], 1)}
    for friends, lost in ((("5-inf", "6-inf"), 2), (("5-inf",), 1), ((), 0)):
        game = pg.stage({**PANZERS, **foes, **dict.fromkeys(friends, around[-1])}, pg.COMBAT)
        pieces = [pg.piece(game, key) for key in REGIMENTS]
        gone = without_room(game.table, pieces, 1)
        if friends:
            assert len(gone) == lost and pg.piece(game, "7-pz-pzr-25") not in gone, "the weakest first"
        else:
            assert gone == pieces, "an open zone is no way at all"
