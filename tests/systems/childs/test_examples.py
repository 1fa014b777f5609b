"""The worked examples of the rulebook as scripted games: two combats and a move by rail (CB 5, 6)."""

from __future__ import annotations

import pytest

from engine.play.journal import tell
from engine.play.sandbox import Position, Spot, arrange
from engine.rules.rail_hops import net
from engine.state import Status
from engine.state.actions import MoveUnit
from engine.state.events import BattleFought, UnitMoved
from tests.kit.childs import SLUG, childs, go, refused
from tests.kit.drill import last, move, piece, reach, where
from tests.kit.players import setting_for


@pytest.mark.rule("CB-6.1", "CB-6.2")
def test_the_1st_armor_division_rides_two_squares_and_beats_the_18th_tank_corps() -> None:
    game = childs({"1-armor": "0504", "18-tank": "0703", "13th-army": "0901"}, turn=2)
    go(game, "1-armor", "0604", "0703")
    fought = last(game, BattleFought)
    assert (fought.attack, fought.defence, fought.attackers) == (2, 1, (piece(game, "1-armor"),))
    assert last(game, UnitMoved).spent == 1, "by rail it takes one factor"
    assert where(game, "1-armor") == "0703"
    assert where(game, "18-tank") == "lost"
    assert game.state.status[piece(game, "1-armor")] & Status.MOVED, "the tile is turned over"
    assert tell(game.table, fought) == "1 Armor Div attacks Minsk (0703): 2 against 1: DE (defender eliminated)."


@pytest.mark.rule("CB-6.5", "CB-6.3")
def test_three_soviet_tiles_beat_the_98th_infantry_division_in_autumn_1941() -> None:
    tiles = {"98-infantry": "0605", "18-tank": "0804", "62nd-army": "0806", "moscow-motor": "0705", "1-armor": "0105"}
    game = childs(tiles, turn=2, phase="soviet-movement")
    assert refused(game, move(game, "moscow-motor", "0605")) == "CB-6.1"
    go(game, "18-tank", "0704")
    assert refused(game, move(game, "moscow-motor", "0605")) == "CB-6.1", "two of them are worth no more than it"
    go(game, "62nd-army", "0706")
    go(game, "moscow-motor", "0605")
    fought = last(game, BattleFought)
    assert (fought.attack, fought.defence, len(fought.attackers)) == (3, 2, 3)
    assert where(game, "98-infantry") == "lost"
    assert [where(game, key) for key in ("18-tank", "62nd-army", "moscow-motor")] == ["0704", "0706", "0605"]
    for key in ("18-tank", "62nd-army", "moscow-motor"):
        assert refused(game, move(game, key, "0805")) == "CB-5.6"


RIDE = ("0305", "0405", "0506", "0607", "0707", "0808")


@pytest.mark.rule("CB-5.1", "CB-5.4")
def test_a_tile_rides_from_warsaw_over_brest_and_jumps_off_before_kiev() -> None:
    """Winter 1942: one factor to Brest, where an Axis tile stands; the second along the line and off it."""
    tiles = {"1-armor": "0205", "98-infantry": "0405", "13th-army": "0901"}
    game = childs(tiles, turn=7, control={"brest": "axis"})
    assert reach(game, "1-armor")["0405"] == 1
    go(game, "1-armor", *RIDE)
    assert where(game, "1-armor") == "0808", "just south of Kiev"
    assert last(game, UnitMoved).spent == 2


@pytest.mark.rule("CB-5.1", "CB-5.4")
def test_the_same_ride_can_be_made_on_the_map() -> None:
    setting = setting_for(SLUG)
    at = {place.place: place.cell for place in setting.scenario.places}
    position = Position(
        {"1-armor": Spot(at["warsaw"]), "98-infantry": Spot(at["brest"]), "13th-army": Spot(at["moscow"])},
        turn=7,
        phase="axis-movement",
        control={"brest": "axis"},
    )
    game = arrange(setting, position)
    board = setting.board
    warsaw, brest, kiev = (board.cell(at[key]) for key in ("warsaw", "brest", "kiev"))
    assert board.grid.column_row(brest)[0] - board.grid.column_row(warsaw)[0] == 2, "two squares to the east"
    south = board.grid.neighbour(kiev, 4)
    lines = net(setting, "tile", 7)
    first = dict(lines.runs(warsaw, frozenset()))[brest]
    second = next(run for stop, run in lines.runs(brest, frozenset()) if south in lines.exits(stop))
    assert board.grid.distance(second[-1], kiev) == 1, "it stops beside Kiev"  # type: ignore[arg-type]
    assert reach(game, "1-armor")[at["brest"]] == 1
    assert south is not None
    game.apply(MoveUnit(piece(game, "1-armor"), (*first, *second, south)))
    assert last(game, UnitMoved).spent == 2
