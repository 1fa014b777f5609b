"""Headquarters that throw supply: how far by road, whom they serve, and when they march after the front."""

from __future__ import annotations

from typing import Any

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.special_rules import Lead
from engine.bots.staff.stations import place_stations
from engine.bots.throwing import thrown_over, ticks_to, work_of
from engine.play import Game
from engine.records import Rows
from engine.rules.supply_trace import TraceSupply
from tests.kit.boards import road
from tests.kit.logistics import logistics, number, tracing_rows


def plain(columns: int = 30, *, roads: bool = False) -> Rows:
    """A wide plain with lines of supply, and a road along its middle if asked for."""
    rows = tracing_rows(columns)
    if roads:
        road(rows, *(f"{column:02}03" for column in range(1, columns + 1)))
    return rows


def at(game: Game, label: str) -> int:
    """A cell by its number."""
    return game.setting.board.cell(label)


def test_a_throw_goes_by_the_points_that_its_way_costs() -> None:
    """Trucks pay two for open ground and one on a road, and no throw passes enemies or a zone without a friend."""
    pieces: dict[str, Any] = {"g-hq": "0203", "tank-1": "0903"}
    for roads, far in ((False, 7), (True, 14)):
        game = logistics(pieces, rows=plain(roads=roads))
        rule = game.table.mechanism(TraceSupply)
        there = thrown_over(game.table, rule.move_class, 0, (at(game, "0203"),), 14)
        assert there[at(game, f"{2 + far:02}03")] and not there[at(game, f"{3 + far:02}03")]
        back = ticks_to(game.table, rule.move_class, 0, at(game, "0903"))
        assert bool(there[at(game, "0903")]) is bool(back[at(game, "0203")] <= 14 * back[at(game, "0803")] * far / 14)
    barred = logistics({**pieces, **{f"division-{row}": f"05{row:02}" for row in (1, 3)}, "brigade": "0505"})
    there = thrown_over(barred.table, "truck", 0, (at(barred, "0203"),), 14)
    assert there[at(barred, "0303")] and not there[at(barred, "0603")]


def test_a_headquarters_that_the_front_has_left_behind_marches_and_one_that_serves_it_stays() -> None:
    front: dict[str, Any] = {"tank-1": "1203", "tank-2": "1203", "rifles": "1202", "division-1": "2403"}
    left = logistics({**front, "g-hq": "0103"}, rows=plain())
    assert work_of(left.table, 0).marching == frozenset(), "as long as it has a line only where it would serve no more"
    rows = plain(roads=True)
    behind = logistics({**front, "tank-1": "1903", "tank-2": "1903", "rifles": "1902", "g-hq": "0103"}, rows=rows)
    assert work_of(behind.table, 0).marching == {number(behind, "g-hq")}
    serving = logistics({**front, "tank-1": "0703", "tank-2": "0703", "rifles": "0702", "g-hq": "0103"}, rows=rows)
    assert work_of(serving.table, 0).marching == frozenset()


def test_a_headquarters_serves_along_the_road_where_it_is_posted() -> None:
    """On open ground a throw of 15 points ends after seven cells, on a road after fifteen."""
    for roads, post in ((True, True), (False, False)):
        rows = plain(roads=roads)
        game = logistics({"g-hq": "0103", "tank-1": "1503", "division-1": "2003"}, rows=rows)
        look = Assessment(game.table, 0)
        draft = Draft(look, {})
        row = next(row for row, group in enumerate(draft.force.groups) if group == (number(game, "tank-1"),))
        draft.assign(row, int(draft.force.cell[row]))
        ((_, _, motive),) = place_stations(look, draft, Lead(), look.danger(draft.held, draft.zones))
        assert ("1 post" in motive.reason) is post and "within 15 points" in motive.reason


def test_a_headquarters_has_work_where_it_serves_a_division_and_none_where_it_serves_a_scout() -> None:
    army = {"tank-1": "0803", "tank-2": "0803", "tank-3": "0803", "rifles": "0802"}
    for mine, serves in ((army, True), ({"recon": "0803"}, False)):
        game = logistics({**mine, "division-1": "2803", "g-hq": "0303"}, rows=plain(roads=True))
        assert (number(game, "g-hq") in work_of(game.table, 0).serving) is serves
