"""Trace supply, eating, attrition, caches and extenders, on the plain of the kit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play import Game
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.markers import Marker, MarkerStart
from engine.rules.caches import UseCache
from engine.rules.prices import cost_words, costs_of
from engine.rules.starving import FeedHex
from engine.rules.supply_trace import UNSUPPLIED, TraceSupply
from engine.state.actions import Done, LoseStep, MoveUnit
from engine.state.events import DieRolled, Noted
from engine.systems.readback import mechanism_words
from tests.kit.boards import rail
from tests.kit.guderian import seed_showing
from tests.kit.logistics import cells, logistics, number, tokens, tracing_rows


def line(game: Game, key: str) -> list[str] | None:
    """The hexes of the line that a unit traces; None: it traces none."""
    piece, rule = number(game, key), game.table.mechanism(TraceSupply)
    traced = rule.line_of(game.table, game.table.side_of(piece), game.state.cell[piece])
    names = game.setting.board.names.labels
    return None if traced is None else [names[cell] for cell in traced.path(game.state.cell[piece])]


def unsupplied(game: Game) -> list[str]:
    return sorted(game.scenario.pieces[piece].key for piece in game.table.bearing(UNSUPPLIED))


def play(pieces: dict[str, Any], *stores: Stock, rows: Rows | None = None, **more: Any) -> Game:
    """A game on the plain with lines of supply."""
    return logistics(pieces, *stores, rows=rows or tracing_rows(), **more)


FAR = {"guard": "0102"}


@pytest.mark.rule("OS-11.1")
@pytest.mark.parametrize(("cell", "reaches"), [("1803", True), ("1703", False)])
def test_a_source_serves_within_five_truck_points(cell: str, reaches: bool) -> None:
    """Two hexes of open ground are 4 points, three are 6."""
    game = play({"division-1": cell, **FAR})
    assert (line(game, "division-1") is not None) == reaches


@pytest.mark.rule("OS-11.1")
def test_a_railway_serves_where_it_leads_to_a_source() -> None:
    rows = tracing_rows()
    rail(rows, *(f"{column:02}03" for column in range(8, 21)))
    rail(rows, "0501", "0601", "0701")
    game = play({"division-1": "0603", "division-2": "0501", **FAR}, rows=rows)
    found = line(game, "division-1")
    assert found is not None and found[:3] == ["0603", "0703", "0803"] and found[-1] == "2003"
    assert line(game, "division-2") is None, "a railway that leads nowhere"


@pytest.mark.rule("OS-11.1")
@pytest.mark.parametrize("cover", [False, True])
def test_an_enemy_zone_cuts_the_railway_unless_friends_stand_there(cover: bool) -> None:
    """A tank on the northern edge of a plain two rows high reaches three hexes of the railway in the south."""
    rows = tracing_rows(20, 2)
    rail(rows, *(f"{column:02}02" for column in range(8, 21)))
    friends = {"division-2": "1202", "division-3": "1302", "brigade": "1402"} if cover else {}
    game = play({"division-1": "0802", "tank-1": "1301", **FAR, **friends}, rows=rows)
    assert (line(game, "division-1") is not None) == cover


@pytest.mark.rule("OS-11.1")
def test_the_throw_of_a_headquarters_that_can_trace_serves() -> None:
    game = play({"division-1": "1303", "s-hq": "1803", **FAR})
    found = line(game, "division-1")
    assert found is not None and "1803" in found, "four hexes are 8 points, and one beside"
    assert line(play({"division-1": "1203", "s-hq": "1803", **FAR}), "division-1") is None
    assert line(play({"division-1": "1203", "s-hq": "1703", **FAR}), "division-1") is None, "it cannot trace itself"


@pytest.mark.rule("OS-11.1")
def test_a_line_that_needs_no_headquarters_is_five_truck_points_long() -> None:
    game = play({"division-1": "1303", "s-hq": "1803", **FAR})
    direct = game.table.mechanism(TraceSupply).direct(game.table, game.table.side_of(number(game, "division-1")))
    assert [bool(direct[at]) for at in cells(game, "2003", "1803", "1703", "1303")] == [True, True, False, False]


@pytest.mark.rule("OS-11.1")
def test_sources_close_on_their_day() -> None:
    pieces = {"division-1": "1801", **FAR}
    assert line(play(pieces, turn=4), "division-1") is not None
    assert line(play(pieces, turn=5), "division-1") is None
    assert line(play({"division-1": "1805", **FAR}, turn=5), "division-1") is not None


@pytest.mark.rule("OS-11.1")
def test_a_marker_on_the_railway_cuts_it() -> None:
    rows = tracing_rows()
    rail(rows, *(f"{column:02}03" for column in range(8, 21)))
    rows.put(Marker(marker="bombed", name="Bombed line", blocks_supply=True))
    rows.put(MarkerStart(start="bombed", marker="bombed", cell="1403", side="german"))
    game = play({"division-1": "0803", "division-2": "1603", **FAR}, rows=rows)
    assert (line(game, "division-1"), line(game, "division-2") is not None) == (None, True)


def bombed(*cells: str) -> Rows:
    """The board with German markers that stop trains."""
    rows = tracing_rows()
    rows.put(Marker(marker="bombed", name="Bombed line", blocks_supply=True))
    for cell in cells:
        rows.put(MarkerStart(start=f"bombed-{cell}", marker="bombed", cell=cell, side="german"))
    return rows


@pytest.mark.rule("OS-11.1", "OS-8.4")
def test_what_stops_trains_stops_no_lorry_and_no_headquarters() -> None:
    """Markers across the board, under the division, the headquarters and the source: it is served over land."""
    column = [f"{column}{row:02}" for column in (13, 18, 19, 20) for row in range(1, 6)]
    game = play({"division-1": "1303", "s-hq": "1803", **FAR}, rows=bombed(*column))
    assert line(game, "division-1") is not None
    direct = game.table.mechanism(TraceSupply).direct(game.table, game.table.side_of(number(game, "division-1")))
    assert direct[cells(game, "1803")[0]]


@pytest.mark.rule("OS-11.1", "OS-11.4")
@pytest.mark.parametrize("kind", ["truck", "wagon"])
def test_an_extender_serves_where_trains_are_stopped(kind: str) -> None:
    game = play({"division-1": "1003", f"s-{kind}-extender": "1003", **FAR}, rows=bombed("1003", "1503", "2003"))
    assert line(game, "division-1") is not None


@pytest.mark.rule("OS-11.1", "OS-8.4")
@pytest.mark.parametrize(
    ("bomb", "cell", "served"), [("0803", "0603", False), ("0903", "0803", True), ("2003", "0803", False)]
)
def test_a_railway_serves_only_beyond_what_stops_its_trains(bomb: str, cell: str, served: bool) -> None:
    """It begins in 0803, which is all that a division in 0603 reaches; from 0803 a lorry drives on past the marker."""
    rows = bombed(bomb)
    rail(rows, *(f"{column:02}03" for column in range(8, 21)))
    assert (line(play({"division-1": cell, **FAR}, rows=rows), "division-1") is not None) == served


@pytest.mark.rule("OS-11.4")
@pytest.mark.parametrize(
    ("kind", "cell", "reaches"),
    [("truck", "1003", True), ("truck", "0903", False), ("wagon", "1003", True), ("wagon", "0903", False)],
)
def test_an_extender_lengthens_the_line(kind: str, cell: str, reaches: bool) -> None:
    """Twenty truck points, or ten on foot, are ten hexes of open ground; a unit stands within two hexes of it."""
    game = play({"division-1": cell, f"s-{kind}-extender": cell, **FAR})
    assert (line(game, "division-1") is not None) == reaches


@pytest.mark.rule("OS-11.4")
def test_a_line_uses_one_extender_of_each_kind() -> None:
    rows = tracing_rows(30, 5)
    both = {"s-truck-extender": "2003", "s-wagon-extender": "1003"}
    assert line(play({"division-1": "0803", **FAR, **both}, rows=rows), "division-1") is not None
    assert line(play({"division-1": "0803", **FAR, "s-wagon-extender": "1003"}, rows=rows), "division-1") is None
    swapped = {"s-truck-extender": "1003", "s-wagon-extender": "2003"}
    assert line(play({"division-1": "0803", **FAR, **swapped}, rows=rows), "division-1") is not None


def hungry(*stores: Stock, **more: Any) -> Game:
    """Worked example 5: a division, a brigade and no line, at the opening of the Soviet supply phase."""
    pieces = {"division-1": "1003", "brigade": "1003", **FAR}
    return play(pieces, *stores, phase="s-supply", **more)


@pytest.mark.rule("OS-11.4")
def test_who_cannot_trace_eats() -> None:
    """Three and one are four of size: two tokens."""
    game = hungry(Stock("1103", "soviet", 3))
    assert tokens(game) == {"1103": 1}
    assert unsupplied(game) == []
    again = hungry(Stock("1103", "soviet", 1))
    assert tokens(again) == {"1103": 1}, "one token is not enough, and is not eaten"
    assert unsupplied(again) == ["brigade", "division-1"]


@pytest.mark.rule("OS-11.4")
def test_a_meal_is_added_up_in_the_hex_and_rounded_half_up() -> None:
    rule = hungry().table.mechanism(TraceSupply)
    game = hungry()
    assert rule.meal(game.table, 1, cells(game, "1003")[0]).tokens == 2
    other = play({"brigade": "1003", "division-1": "1203", "division-2": "1203", **FAR})
    assert rule.meal(other.table, 1, cells(other, "1003")[0]).tokens == 1, "half a token is one"
    assert rule.meal(other.table, 1, cells(other, "1203")[0]).tokens == 3


@pytest.mark.rule("OS-11.4")
def test_who_starves_moves_and_fights_at_half_and_has_no_zone() -> None:
    game = hungry(seed=seed_showing(("2d6", 2)))
    division = number(game, "division-1")
    assert unsupplied(game) == ["brigade", "division-1"]
    assert game.table.allowance(division) == 1
    forecast = game.view(0).forecast(cells(game, "1003")[0], [number(game, "guard")])
    assert sorted(float(factor.value) for factor in forecast.defence) == [4.0, 6.0]
    assert game.view(0).zone(1).sum() == 0


@pytest.mark.rule("OS-11.4")
@pytest.mark.parametrize(
    ("shown", "steps"), [(5, 0), (6, 1), (8, 2), (11, 4)], ids=["none", "one", "two", "all there are"]
)
def test_attrition_goes_by_the_best_rating(shown: int, steps: int) -> None:
    """Rating 3, four steps: no more than five steps, so nothing is added."""
    game = hungry(seed=seed_showing(("2d6", shown)))
    while game.decision is not None and game.decision.kind == "lose":
        game.apply(next(iter(game.options())))
    pieces = [number(game, key) for key in ("division-1", "brigade")]
    left = sum(game.table.steps_left(piece) for piece in pieces if game.state.cell[piece] >= 0)
    assert 4 - left == steps


@pytest.mark.rule("OS-11.4")
def test_five_steps_throw_three_worse_and_the_owner_chooses() -> None:
    """Worked example 5: five steps, 6 and 3 are 9, two steps, by the choice of the owner."""
    pieces = {"division-1": "1003", "brigade": "1003", "division-3": "1003", **FAR}
    game = play(pieces, phase="s-supply", seed=seed_showing(("2d6", 6)))
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("lose", 1)
    assert any(isinstance(event, Noted) and "9 costs 2 steps" in event.text for event in game.log[-1].events)
    assert any(isinstance(event, DieRolled) for event in game.log[-1].events)
    game.apply(LoseStep(number(game, "brigade")))
    game.apply(LoseStep(number(game, "division-3")))
    assert game.table.steps_left(number(game, "division-3")) == 2
    assert game.state.cell[number(game, "brigade")] < 0


@pytest.mark.rule("OS-11.4")
def test_where_there_is_not_enough_the_owner_says_who_eats() -> None:
    pieces = {"division-1": "1003", "division-2": "1203", **FAR}
    game = play(pieces, Stock("1103", "soviet", 2), phase="s-supply", seed=seed_showing(("2d6", 2)))
    assert game.decision is not None and (game.decision.kind, game.decision.side) == ("feed", 1)
    assert list(game.options()) == [FeedHex(cells(game, "1003")[0]), FeedHex(cells(game, "1203")[0]), Done()]
    assert "1003 and 1203 will starve" in game.decision.prompt and game.decision.ending == "Let 2 hexes starve"
    meal = costs_of(game.table, 1, FeedHex(cells(game, "1203")[0]))
    assert cost_words(game.table, meal) == "2 tokens for eating out of 1103", "the price is told before it is paid"
    full = game.judge(FeedHex(cells(game, "1103")[0]))
    assert (full.case, full.why) == ("OS-11.2", "Nobody in 1103 is in want of food.")
    game.apply(FeedHex(cells(game, "1203")[0]))
    assert unsupplied(game) == ["division-1"]


@pytest.mark.rule("OS-11.4")
def test_supply_comes_back_in_the_next_supply_phase() -> None:
    marked = {UNSUPPLIED: {"division-1": 1}}
    game = play({"division-1": "1803", **FAR}, phase="s-supply", marks=marked)
    assert unsupplied(game) == []
    still = play({"division-1": "1803", **FAR}, phase="s-move", marks=marked)
    still.apply(MoveUnit(number(still, "division-1"), cells(still, "1903")))
    assert unsupplied(still) == ["division-1"], "not before"


@pytest.mark.rule("OS-11.3")
@pytest.mark.rule("SM-1.7")
def test_a_cache_serves_one_hex_once() -> None:
    caches = {"caches.soviet": 1.0}
    pieces = {"division-1": "1003", "division-2": "1303", **FAR}
    game = play(pieces, phase="s-supply", tallies=caches, seed=seed_showing(("2d6", 2)))
    assert game.decision is not None and game.decision.kind == "feed"
    game.apply(UseCache(cells(game, "1303")[0]))
    assert unsupplied(game) == ["division-1"]
    assert game.table.count("caches.soviet") == 0
    game.undo(through_dice=True)
    assert game.table.count("caches.soviet") == 1


def test_the_days_of_sources_are_told_where_there_are_any() -> None:
    said = dict(mechanism_words(tracing_rows()))["Trace supply"]
    told = [sentence for sentence in said.split(". ") if "traces to:" in sentence]
    assert [sentence.split(" ", 3)[2] for sentence in told] == ["1", "1", "5"]
    assert [" to turn 4 " in sentence for sentence in told] == [False, True, False]
    assert said.count(" to turn ") == 1, "what never closes has no last turn"


@pytest.mark.rule("OS-11.4")
@pytest.mark.parametrize(
    ("there", "first"),
    [
        ({}, 10),
        ({"s-truck-extender": "1203"}, 10),
        ({"s-wagon-extender": "1503"}, 5),
        ({"s-wagon-extender": "0403"}, 10),
    ],
)
def test_an_extender_may_stand_where_its_own_line_or_that_of_another_kind_leads_to_a_source(
    there: dict[str, str], first: int
) -> None:
    """Trucks bridge ten hexes; wagons that are anchored themselves serve as their end, other trucks never."""
    game = play({**FAR, **there})
    rule = game.table.mechanism(TraceSupply)
    found = rule.anchors(game.table, 1, rule.extenders[0])
    names = game.setting.board.names.labels
    row = [names[cell] for cell in range(game.setting.board.size) if found[cell] and names[cell].endswith("03")]
    assert row == [f"{column:02}03" for column in range(first, 21)]
