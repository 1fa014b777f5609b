"""Smolensk: edges, boxes, engineers, transport, dividing line, exits, victory (SM 1.1b, 1.4b, 3.3c, 3.4a, 5.0)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.play import Game
from engine.records import Rows
from engine.records.board import Box, LinkKind
from engine.records.markers import MarkerStart
from engine.records.play import HoldsPlaces, MechanismRow, TurnReached, Victory
from engine.rules.victory import holds
from engine.state import WITHDRAWN
from engine.state.actions import DeclareAttack, Done
from engine.state.events import DieRolled, Noted
from engine.state.tasks import MoveUnits
from engine.systems.readback import mechanism_words
from engine.systems.smolensk.colours import Colours
from engine.systems.smolensk.construction import Construct, Construction
from engine.systems.smolensk.dividing_line import DividingLine
from engine.systems.smolensk.engineers import DigIn
from tests.kit.boards import box, region, river, road
from tests.kit.players import setting_for
from tests.kit.shipped import shipped_rows
from tests.kit.smolensk import (
    COMBAT,
    INFANTRY,
    PANZER,
    RIFLE,
    SOVIET_MOVE,
    WEAK,
    attack,
    cell,
    declare,
    ground_rows,
    marked,
    move,
    overrun,
    phase,
    piece,
    price,
    reach,
    refused,
    skip_to,
    stage,
    terrain,
    waits,
    where,
)


def with_rule(key: str, **params: Any) -> Rows:
    """The training ground with a rule of the shipped scenario, some of its numbers changed."""
    rows = ground_rows()
    row = shipped_rows("smolensk-campaign").get(MechanismRow, key)
    assert row is not None
    rows.put(MechanismRow(mechanism=key, params={**row.params, **params}))
    return rows


def edged() -> Rows:
    """The training ground with a Soviet source in 0506, and a box behind it."""
    rows = with_rule("safe-edges", edges=[{"side": "soviet", "region": "source"}])
    region(rows, "source", "0506")
    return rows


@pytest.mark.rule("SM-1.1b", "OS-7.1")
def test_nobody_enters_or_overruns_the_enemys_sources_but_he_may_attack_them() -> None:
    rows = edged()
    game = stage({PANZER: "0508", RIFLE: "2001"}, rows=rows)
    refused(game, move(game, PANZER, "0507", "0506"), "SM-1.1b")
    assert "0506" not in reach(game, PANZER)
    game = stage({PANZER: "0507", "sov-alarm-militia+1": "0506"}, rows=rows)
    refused(game, overrun(game, "0506", PANZER), "SM-1.1b")
    game = stage(
        {PANZER: "0507", "sov-alarm-militia+1": "0506"}, COMBAT, rows=rows, rolls=(("2d6", 6), ("1d6", 1), ("2d6", 7))
    )
    attack(game, "0506", PANZER)
    assert where(game, "sov-alarm-militia+1") == "lost"
    skip_to(game, "second-movement")
    assert where(game, PANZER) == "0507", "nobody advances into it"


def test_the_days_of_a_safe_edge_are_told_where_there_are_any() -> None:
    edges = [{"side": "soviet", "region": "source", **days} for days in ({}, {"first_turn": 2}, {"last_turn": 7})]
    rows = with_rule("safe-edges", edges=edges)
    region(rows, "source", "0506")
    said = dict(mechanism_words(rows))["Safe edges"].split("beside.")
    assert [(" from turn 2" in one, " until turn 7" in one) for one in said[:3]] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert "turn" not in said[0], "an edge that is always safe has no date"


@pytest.mark.rule("SM-1.4b")
def test_nobody_attacks_into_a_box_or_out_of_it() -> None:
    rows = with_rule("edge-boxes", boxes=["box"])
    rows.put(Box(box="box", name="Box"))
    rows.put(LinkKind(kind="edge", name="Way to a box", style="box"))
    road(rows, "0501", "box", kind="edge")
    game = stage({RIFLE: "box", WEAK: "0502", INFANTRY: "0501"}, COMBAT, rows=rows)
    refused(game, declare(game, INFANTRY, "box"), "SM-1.4b")
    assert {action.target for action in game.options() if isinstance(action, DeclareAttack)} == {cell(game, "0502")}
    soviet = stage({RIFLE: "box", WEAK: "0502", INFANTRY: "0501"}, COMBAT, rows=rows, first="soviet")
    refused(soviet, declare(soviet, RIFLE, "0501"), "SM-1.4b")


@pytest.mark.rule("SM-1.4b")
def test_boxes_are_entered_in_movement_for_one_point_and_end_the_move() -> None:
    rows = with_rule("edge-boxes", boxes=["box"])
    rows.put(Box(box="box", name="Box"))
    rows.put(LinkKind(kind="edge", name="Way to a box", style="box"))
    for source in ("0501", "1501"):
        road(rows, source, "box", kind="edge")
    game = stage({RIFLE: "0502", WEAK: "box", INFANTRY: "2012"}, SOVIET_MOVE, rows=rows)
    assert price(game, RIFLE, "0501", "box") == 2
    refused(game, move(game, RIFLE, "0501", "box", "1501"), "SM-1.4b")
    game.apply(move(game, RIFLE, "0501", "box"))
    assert reach(game, RIFLE) == {}
    assert reach(game, WEAK) == {"0501": 1, "1501": 1}, "out again by any source of the box"
    axis = stage({PANZER: "0502", RIFLE: "2012"}, rows=rows)
    refused(axis, move(axis, PANZER, "0501", "box"), "SM-1.4b")
    later = stage({RIFLE: "0501", INFANTRY: "2012"}, "first-reaction", rows=rows, marks={"released": {RIFLE: 1}})
    refused(later, move(later, RIFLE, "box"), "SM-1.4b")


@pytest.mark.rule("OS-16.2", "OS-4.1")
def test_a_headquarters_in_combat_mode_bridges_the_rivers_round_its_hex() -> None:
    rows = ground_rows()
    river(rows, "0510", "0509")
    hq = "ger-hq-7"
    game = stage({PANZER: "0510", hq: "0509", RIFLE: "2001"}, rows=rows)
    assert price(game, PANZER, "0509") == 1
    game = stage({PANZER: "0510", hq: ("0509", 0, "move"), RIFLE: "2001"}, rows=rows)
    assert price(game, PANZER, "0509") == 4
    game = stage({PANZER: "0510", "sov-hq-16": "0501", RIFLE: "2001"}, rows=rows)
    assert price(game, PANZER, "0509") == 4, "the enemy's bridges are not ours"


@pytest.mark.rule("OS-16.1", "OS-16.2", "SM-1.3b", "SM-2.3e")
def test_engineers_dig_one_hedgehog_in_their_hex_and_it_falls_with_it() -> None:
    rows = ground_rows()
    rows.put(MarkerStart(start="spare", marker="field-hedgehog", side="axis"))
    rows.put(MarkerStart(start="spare-2", marker="field-hedgehog", side="axis"))
    rows.put(MarkerStart(start="theirs", marker="field-hedgehog", side="soviet"))
    hq = "ger-hq-7"
    game = stage({hq: "0510", INFANTRY: "0510", "ger-hq-5": "0510", RIFLE: "2001"}, rows=rows)
    refused(game, DigIn(piece(game, INFANTRY)), "OS-16.2")
    game.apply(DigIn(piece(game, hq)))
    assert cell(game, "0510") in game.state.markers
    refused(game, DigIn(piece(game, "ger-hq-5")), "SM-1.3b")
    assert reach(game, hq) == {}, "who has built stays"
    bare = stage({hq: "0510", RIFLE: "2001"}, rows=ground_rows())
    assert "No marker is left" in refused(bare, DigIn(piece(bare, hq)), "OS-16.2")
    july = stage({"sov-hq-16": "0510", INFANTRY: "2001"}, SOVIET_MOVE, rows=rows, turn=7)
    refused(july, DigIn(piece(july, "sov-hq-16")), "SM-2.3e")
    august = stage({"sov-hq-16": "0510", INFANTRY: "2001"}, SOVIET_MOVE, rows=rows, turn=8)
    assert august.judge(DigIn(piece(august, "sov-hq-16")))
    entered = stage({RIFLE: "0509", INFANTRY: "2001"}, SOVIET_MOVE, rows=rows, markers={"spare": "0510"})
    entered.apply(move(entered, RIFLE, "0510"))
    assert cell(entered, "0510") not in entered.state.markers


@pytest.mark.rule("OS-9.8")
def test_transport_goes_back_with_its_stack_and_left_alone_it_is_taken() -> None:
    truck = "sov-truck-points+1"
    game = stage({INFANTRY: "0507", RIFLE: "0506", truck: "0506"}, COMBAT, rolls=(("2d6", 6), ("2d6", 7)))
    attack(game, "0506", INFANTRY)
    while waits(game) == ("axis", "choose"):
        game.apply(list(game.options())[-1])
    while waits(game)[1] == "lose":
        game.apply(next(iter(game.options())))
    assert waits(game) == ("soviet", "choose")
    game.apply(next(iter(game.options())))
    game.apply(next(iter(game.options())))
    assert where(game, RIFLE) != "0506"
    assert where(game, truck) == where(game, RIFLE)
    alone = stage({INFANTRY: "0507", truck: "0506", RIFLE: "2001"})
    assert alone.judge(move(alone, INFANTRY, "0506")), "it bars nobody's way"
    alone.apply(move(alone, INFANTRY, "0506"))
    assert where(alone, truck) == "lost"


@pytest.mark.rule("SM-3.4a", "SM-4.1a")
def test_panzer_groups_that_mix_or_cross_their_line_are_thrown_into_disorder() -> None:
    rows = with_rule("dividing-line", line="line")
    region(rows, "line", *(f"{column:02}06" for column in range(10, 20)))
    hoth, guderian = "ger-pz-7-i-25-pz", "ger-pz-3-i-6-pz"
    game = stage({hoth: "1204", guderian: "1609", "ger-id-7": "1205", RIFLE: "2912"}, rows=rows, turn=9)
    game.apply(Done())
    assert not marked(game, "dg", hoth) and not marked(game, "dg", guderian)
    wrong = stage({hoth: "1209", guderian: "1603", RIFLE: "2912"}, rows=rows, turn=9)
    wrong.apply(Done())
    assert marked(wrong, "dg", hoth) and marked(wrong, "dg", guderian)
    told = {event.text for event in wrong.log[-1].events if isinstance(event, Noted) and event.case == "SM-3.4a"}
    assert told == {f"{wrong.table.name(piece(wrong, key))} is across the dividing line." for key in (hoth, guderian)}
    west = stage({hoth: "0509", guderian: "0503", RIFLE: "2912"}, rows=rows, turn=9)
    west.apply(Done())
    assert not marked(west, "dg", hoth), "west of the line it does not matter"
    mixed = stage({hoth: "0505", guderian: "0506", RIFLE: "2912"}, rows=rows, turn=9)
    mixed.apply(Done())
    assert marked(mixed, "dg", hoth) and marked(mixed, "dg", guderian)
    beside = {event.text for event in mixed.log[-1].events if isinstance(event, Noted)}
    assert f"{mixed.table.name(piece(mixed, hoth))} stands with the other group." in beside
    upon = stage({hoth: "1206", guderian: "1606", RIFLE: "2912"}, rows=rows, turn=9)
    upon.apply(Done())
    assert not marked(upon, "dg", hoth) and not marked(upon, "dg", guderian), "both may stand on the line"
    last = stage({hoth: "0505", guderian: "0506", RIFLE: "2912"}, rows=rows, turn=12)
    last.apply(Done())
    assert marked(last, "dg", hoth), "the line holds through 15 August"
    late = stage({hoth: "0505", guderian: "0506", RIFLE: "2912"}, rows=rows, turn=13)
    late.apply(Done())
    assert not marked(late, "dg", hoth), "from 19 August on nobody minds"


def test_the_staff_keeps_the_panzer_groups_apart_and_on_their_sides() -> None:
    rows = with_rule("dividing-line", line="line")
    region(rows, "line", *(f"{column:02}06" for column in range(10, 20)))
    hoth, guderian = "ger-pz-7-i-25-pz", "ger-pz-3-i-6-pz"
    game = stage({hoth: "1205", guderian: "1608", INFANTRY: "1206", RIFLE: "2912"}, rows=rows, turn=9)
    draft = Draft(Assessment(game.table, 0), {})
    ends = {group[0]: set(np.flatnonzero(draft.can[row]).tolist()) for row, group in enumerate(draft.force.groups)}
    north, south, foot = (ends[piece(game, key)] for key in (hoth, guderian, INFANTRY))
    assert cell(game, "1204") in north and cell(game, "1206") in north and cell(game, "1208") not in north
    assert cell(game, "1609") in south and cell(game, "1604") not in south
    assert cell(game, "1207") in foot, "others go where they like"


@pytest.mark.rule("SM-3.3c")
def test_from_19_august_a_die_takes_a_division_away_for_good() -> None:
    rows = with_rule("variable-exit")
    reich = {"ger-ss-reich-r-aufk": "0510", "ger-ss-reich-11ss-inf": "0510"}
    game = stage(
        {**reich, INFANTRY: "0512", RIFLE: "2912"}, "first-reinforcement", rows=rows, turn=13, rolls=(("1d6", 4),)
    )
    assert all(game.state.cell[piece(game, key)] == WITHDRAWN for key in reich)
    game = stage(
        {**reich, INFANTRY: "0512", RIFLE: "2912"}, "first-reinforcement", rows=rows, turn=13, rolls=(("1d6", 3),)
    )
    assert where(game, "ger-ss-reich-r-aufk") == "0510"
    game = stage(
        {**reich, INFANTRY: "0512", RIFLE: "2912"}, "first-reinforcement", rows=rows, turn=12, rolls=(("1d6", 4),)
    )
    assert where(game, "ger-ss-reich-r-aufk") == "0510", "not before 19 August"


@pytest.mark.rule("SM-3.3c")
@pytest.mark.parametrize(("die", "throws"), [(3, 2), (4, 1)])
def test_the_die_is_thrown_every_turn_until_a_division_has_left(die: int, throws: int) -> None:
    pieces = {"ger-ss-reich-r-aufk": "0510", INFANTRY: "0512", RIFLE: "2912"}
    rows = with_rule("variable-exit")
    game = stage(pieces, "first-reinforcement", rows=rows, turn=13, rolls=(("1d6", die),))
    while (game.state.turn, phase(game)) != (14, "second-movement"):
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    events = [event for entry in game.log for event in entry.events]
    assert sum(isinstance(event, DieRolled) and event.why == "exit of a division" for event in events) == throws


@pytest.mark.rule("SM-3.5")
def test_construction_markers_bridge_once_each_before_anybody_moves() -> None:
    rows = with_rule("construction", count=1)
    for start in ("bridge-1", "bridge-2"):
        rows.put(MarkerStart(start=start, marker="bridge", side="axis"))
    river(rows, "0510", "0509")
    pieces = {PANZER: "0510", INFANTRY: "1010", "ger-hq-7": "1510", RIFLE: "2912"}
    game = stage(pieces, rows=rows, turn=2)
    assert price(game, PANZER, "0509") == 4
    refused(game, Construct("bridge", cell(game, "1510")), "SM-3.5")
    assert len([action for action in game.options() if isinstance(action, Construct)]) == 2
    game.apply(Construct("bridge", cell(game, "0510")))
    assert price(game, PANZER, "0509") == 1
    task, rule = game.state.agenda[-1], game.table.mechanism(Construction)
    assert isinstance(task, MoveUnits) and rule.left(game.table) == 0
    assert not list(rule.act_options(game.table, task)), "nobody is asked any more"
    refused(game, Construct("bridge", cell(game, "1010")), "SM-3.5")
    late = stage(pieces, rows=rows, turn=2)
    late.apply(move(late, INFANTRY, "1009"))
    refused(late, Construct("bridge", cell(late, "0510")), "SM-3.5")
    lost = stage({RIFLE: "0509", INFANTRY: "2912"}, SOVIET_MOVE, rows=rows, turn=2, markers={"bridge-1": "0510"})
    lost.apply(move(lost, RIFLE, "0510"))
    assert cell(lost, "0510") not in lost.state.markers
    assert shipped_rows("smolensk-late-july").get(MechanismRow, "construction") is None, "only from 8 July"


def given(slug: str, soviet: set[str]) -> Game:
    """A game in which the Soviets hold these places and the Axis all others."""
    game = Game.begin(setting_for(slug), 1)
    for number, place in enumerate(game.scenario.places):
        game.table.take_control(number, 1 if place.place in soviet else 0)
    return game


def outcome(game: Game, when: str) -> str:
    """The first ending that would hold now."""
    rows = [row for row in game.scenario.victories if row.when == when]
    return next((row.victory for row in rows if holds(game.table, row.condition)), "")


@pytest.mark.rule("SM-5.0a", "SM-5.0b")
def test_victory_asks_for_cities_and_listed_hexes() -> None:
    slug = "smolensk-campaign"
    ends = {row.victory: row for row in shipped_rows(slug).all(Victory)}
    listed = _part(ends["soviet-win"], 1).places
    assert len(listed) == 11
    cities = set(_part(ends["soviet-win"], 0).places)
    assert outcome(given(slug, cities | set(listed[:7])), "end") == "soviet-win"
    assert outcome(given(slug, cities | set(listed[:6])), "end") == "draw"
    assert outcome(given(slug, {"vyazma", *listed[:7]}), "end") == "draw", "Rzhev is missing"
    assert outcome(given(slug, {*cities, *listed[:5]}), "end") == "axis-win"
    assert outcome(given(slug, {*cities, *listed[:5], "smolensk-south"}), "end") == "draw", "all hexes of a city"
    early = given(slug, cities | set(listed[:9]))
    early.state.turn = 11
    assert outcome(early, "turn") == ""
    early.state.turn = 12
    assert outcome(early, "turn") == "soviet-decisive", "at the start of 19 August"
    assert {row.victory for row in shipped_rows("smolensk-short").all(Victory)} == {"soviet-win", "axis-win", "draw"}
    short = {row.victory: row for row in shipped_rows("smolensk-short").all(Victory)}
    assert {"krichev", "demidov"} <= set(_part(short["axis-win"], 1).places)
    assert (_part(short["axis-win"], 1).at_least, _part(short["soviet-win"], 1).at_least) == (7, 6)


def _part(row: Victory, number: int) -> HoldsPlaces:
    parts = [part for part in row.condition.parts if not isinstance(part, TurnReached)]  # type: ignore[attr-defined]
    found = parts[number]
    assert isinstance(found, HoldsPlaces)
    return found


@pytest.mark.rule("SM-5.0c")
def test_only_units_that_can_attack_take_control_and_it_stays_when_they_leave() -> None:
    game = stage({"ger-hq-7": ("2804", 0, "move"), INFANTRY: "2802", RIFLE: "0101"})
    town = next(number for number, place in enumerate(game.scenario.places) if place.place == "smolensk")
    assert game.state.control[town] == 1
    game.apply(move(game, "ger-hq-7", "2803"))
    assert game.state.control[town] == 1, "a headquarters takes nothing"
    game.apply(move(game, INFANTRY, "2803", "2804"))
    assert game.state.control[town] == 0, "passing through is enough"


@pytest.mark.rule("SM-3.4a")
def test_where_the_line_slants_both_groups_may_stand_in_all_its_hexes() -> None:
    rows = with_rule("dividing-line", line="line")
    region(rows, "line", "1005", "1105", "1106", "1107", "1207")
    game = stage({INFANTRY: "1205", RIFLE: "2912"}, rows=rows, turn=9)
    rule, table = game.table.mechanism(DividingLine), game.table
    board = game.setting.board
    first, last = {10: 5, 11: 5, 12: 7}, {10: 5, 11: 7, 12: 7}
    for column, row in ((column, row) for column in (9, 10, 11, 12, 13) for row in range(2, 11)):
        at = board.cell(f"{column:02}{row:02}")
        assert rule.astray(table, at, True) == (column in last and row > last[column]), "too far south for the north"
        assert rule.astray(table, at, False) == (column in first and row < first[column])


@pytest.mark.rule("SM-3.4a")
def test_the_dividing_line_binds_to_its_last_turn_and_nobody_in_a_box() -> None:
    rows = with_rule("dividing-line", line="line")
    region(rows, "line", *(f"{column:02}06" for column in range(10, 20)))
    game = stage({"ger-pz-7-i-25-pz": "1205", RIFLE: "2912"}, rows=rows, turn=9)
    table = game.table
    rule, hoth = table.mechanism(DividingLine), piece(game, "ger-pz-7-i-25-pz")
    table.state.turn = rule.last_turn
    shunned = rule.shunned(table, hoth)
    assert shunned is not None and shunned[cell(game, "1208")] and not shunned[cell(game, "1206")]
    assert not shunned[table.board.grid.size :].any(), "boxes lie on neither side"
    assert rule.shunned(table, piece(game, RIFLE)) is None
    table.state.turn = rule.last_turn + 1
    assert rule.shunned(table, hoth) is None


def test_what_the_staff_reckons_for_ground_is_the_worse_of_the_hex_and_the_side_that_is_crossed() -> None:
    rows = ground_rows()
    river(rows, "0510", "0509")
    terrain(rows, "woods", "0509")
    game = stage({PANZER: "0510", RIFLE: "0509"}, rows=rows)
    board, tec = game.setting.board, game.scenario.tec
    times = game.table.mechanism(Colours).ground_times(game.setting)
    wet = (board.edge_hexsides != 0).nonzero()[0]
    owners = np.repeat(np.arange(board.size), np.diff(board.indptr))
    assert len(wet) == 2 and {int(owners[edge]) for edge in wet} == {cell(game, "0510"), cell(game, "0509")}
    assert np.delete(times.across, wet, axis=1).min() == 1 == times.across.max()
    for row, flag in enumerate(times.flags):
        across = float(Fraction(tec.text("hexside", "river", f"assault.{flag}") or "1"))
        for edge in wet:
            hex_alone = times.attack[row][owners[edge]]
            assert hex_alone * times.across[row][edge] == pytest.approx(min(hex_alone, across))


@pytest.mark.rule("SM-3.5")
def test_a_second_bridge_is_not_laid_where_one_lies() -> None:
    rows = with_rule("construction", count=3)
    for start in ("bridge-1", "bridge-2", "bridge-3"):
        rows.put(MarkerStart(start=start, marker="bridge", side="axis"))
    game = stage({PANZER: "0510", INFANTRY: "1010", RIFLE: "2912"}, rows=rows, turn=2)
    game.apply(Construct("bridge", cell(game, "0510")))
    assert "There is one in 0510 already." in refused(game, Construct("bridge", cell(game, "0510")), "SM-3.5")
    assert game.judge(Construct("bridge", cell(game, "1010")))
    assert set(game.table.mechanism(Construction).bridged(game.table, 0)) == {cell(game, "0510")}
    first = stage({RIFLE: "2912", PANZER: "0510"}, rows=rows, turn=2, markers={"bridge-1": "0101"})
    assert list(first.table.mechanism(Construction).bridged(first.table, 0)) == [0], "the first hex of the map"
    assert not list(game.table.mechanism(Construction).bridged(game.table, 1))


@pytest.mark.rule("SM-3.4a")
def test_no_box_lies_beyond_the_dividing_line_for_either_group() -> None:
    rows = with_rule("dividing-line", line="line")
    region(rows, "line", *(f"{column:02}06" for column in range(1, 31)))
    box(rows, "reserve", "0101")
    game = stage({PANZER: "1205", RIFLE: "2912"}, rows=rows, turn=9)
    rule, reserve = game.table.mechanism(DividingLine), cell(game, "reserve")
    assert reserve >= game.setting.board.grid.size
    assert [rule.astray(game.table, reserve, upper) for upper in (True, False)] == [False, False]
