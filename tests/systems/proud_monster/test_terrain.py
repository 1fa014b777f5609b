"""Proud Monster: two joined sheets, and the terrain effects chart in play (PM 2.3, 17.9)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.ids import Cell
from engine.records.board import Place, Tec
from engine.rules.effects import owed
from engine.rules.losses import LossPoints
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.tasks import Battle
from engine.systems import setting_of
from tests.kit.boards import place, region, river
from tests.kit.guderian import cell, fought, march, overrun, piece, price, refused, where
from tests.kit.monster import ASSAULT, MOVE, attack, full, ground_rows, shipped, stage, terrain

# Two sheets


@pytest.mark.rule("PM-2.3")
def test_places_stand_where_the_rulebook_numbers_them_on_either_sheet() -> None:
    cells = {row.name: row.cell for row in shipped().all(Place)}
    assert cells["Leningrad"] == "4201N" and cells["Odessa"] == "2512S" and cells["Sevastopol"] == "2919S"
    board = full().board
    assert all(board.label(Cell(number))[-1] in "NS" for number in range(board.grid.size))
    names = [board.label(Cell(number)) for number in range(board.grid.size)]
    assert len(set(names)) == len(names), "every hex has a name of its own"


@pytest.mark.rule("PM-2.3")
def test_the_row_that_both_sheets_print_is_one_row() -> None:
    board = full().board
    for column in range(10, 61):
        assert board.cell(f"{column}28N") == board.cell(f"{column}00S"), "the overlap has two names"
        north, south = board.cell(f"{column}27N"), board.cell(f"{column}00S")
        assert south in board.neighbours(north), "and joins the sheets without a gap"
    game = stage({"inf-61": "3026N", "rd-1": "5017N"}, MOVE, setting=full())
    game.apply(march(game, ("inf-61",), "3027N", "3028N", "3001S"))
    assert where(game, "inf-61") == "3001S"


# The chart, typed off the rulebook: cost to mechanised, to others, to cavalry and mountain infantry; columns for the
# defender in a prepared and in a mobile assault, None where there is none

CHART = {
    "clear": ((1, 1, 1), 0, 0),
    "forest": ((2, 1, 1), 0, -1),
    "hills": ((3, 2, 1), -1, -1),
    "marsh": ((4, 2, 2), 0, None),
}
BUILT = {"town": (0, 0), "large-town": (-1, -1), "city": (-2, -2)}


AT = {"clear": "0603", "forest": "0605", "hills": "0607", "marsh": "0609"}
PLACES = {"town": "1603", "large-town": "1605", "city": "1609"}


@lru_cache(maxsize=1)
def ground() -> Setting:
    """Column 06 has a terrain or place every other row: clear 0603, forest 0605, hills 0607, marsh 0609; then 1603 a
    town in hills, 1605 a large town, 1609 a city; a fort 1003 and a heavy one 1005; 0611 lies behind a river, 1011
    behind a strait."""
    rows = ground_rows()
    for kind, at in AT.items():
        terrain(rows, kind, at)
    terrain(rows, "hills", PLACES["town"])
    for kind, at in PLACES.items():
        place(rows, kind, at, kind=kind, owner="soviet", key=f"a-{kind}")
    region(rows, "kiev-forts", "1003")
    region(rows, "sevastopol-forts", "1005")
    river(rows, "0511", "0611")
    river(rows, "0911", "1011", kind="strait")
    return setting_of(compile_scenario(rows))


def west(at: str) -> str:
    """The hex to the west of one of an even column."""
    return f"{int(at[:2]) - 1:02}{at[2:]}"


def shift(at: str, *, mobile: bool = False) -> int | None:
    """The columns of a German attack from the west, fought; None: it may not be made."""
    units = ("pz-1", "pz-6") if mobile else ("inf-61", "inf-217")
    pieces = {**dict.fromkeys(units, west(at)), "rd-1": (at, "3-3"), "rd-2": (at, "3-3")}
    game = stage(pieces, MOVE if mobile else ASSAULT, setting=ground())
    if not mobile:
        return sum(columns for columns, _, _ in attack(game, at, *units).shifts)
    if not game.judge(overrun(game, at, *units)):
        refused(game, overrun(game, at, *units), "PM-15.3")
        return None
    game.apply(overrun(game, at, *units))
    return sum(columns for columns, _, _ in fought(game).shifts)


@pytest.mark.rule("PM-17.9")
@pytest.mark.parametrize("kind", CHART)
def test_natural_terrain(kind: str) -> None:
    costs, prepared, mobile = CHART[kind]
    at = AT[kind]
    game = stage({**dict.fromkeys(("pz-1", "inf-61", "cav-1", "mtn-1"), west(at)), "rd-1": "2001"}, setting=ground())
    assert tuple(price(game, key, at) for key in ("pz-1", "inf-61", "cav-1")) == costs
    assert price(game, "mtn-1", at) == costs[2]
    assert (shift(at), shift(at, mobile=True)) == (prepared, mobile)


@pytest.mark.rule("PM-17.9")
def test_marsh_halves_attacking_armour_and_hills_suit_mountain_infantry() -> None:
    marsh = stage({"pz-1": west(AT["marsh"]), "rd-1": (AT["marsh"], "3-3")}, ASSAULT, setting=ground())
    assert attack(marsh, AT["marsh"], "pz-1").attack == 5, "nine, halved and rounded up"
    motorised = stage({"mot-36": west(AT["marsh"]), "rd-1": (AT["marsh"], "3-3")}, ASSAULT, setting=ground())
    printed = motorised.table.face(piece(motorised, "mot-36")).attack
    assert attack(motorised, AT["marsh"], "mot-36").attack == printed
    hills = stage({"mtn-1": west(AT["hills"]), "rd-1": (AT["hills"], "3-3")}, ASSAULT, setting=ground())
    face = hills.table.face(piece(hills, "mtn-1"))
    assert face.defence > face.attack and attack(hills, AT["hills"], "mtn-1").attack == face.defence


@pytest.mark.rule("PM-17.9")
def test_rivers_and_straits() -> None:
    game = stage({"pz-1": "0511", "inf-61": "0511", "inf-217": "0911", "rd-1": "2001"}, setting=ground())
    assert (price(game, "pz-1", "0611"), price(game, "inf-61", "0611")) == (1 + 2, 1 + 1)
    assert price(game, "inf-217", "1011") == 5, "all it has"
    assert (shift("0611"), shift("0611", mobile=True)) == (-1, -1)
    assert (shift("1011"), shift("1011", mobile=True)) == (-2, None)
    across = stage({"pz-1": "0911", "mot-36": "0911", "rd-1": ("1011", "3-3")}, ASSAULT, setting=ground())
    assert attack(across, "1011", "pz-1", "mot-36").attack == 2, "every mechanised unit counts one"


@pytest.mark.rule("PM-17.9")
@pytest.mark.parametrize("kind", BUILT)
def test_towns_and_cities(kind: str) -> None:
    at = PLACES[kind]
    hills = -1 if kind == "town" else 0
    assert (shift(at), shift(at, mobile=True)) == tuple(hills + columns for columns in BUILT[kind])
    game = stage({"pz-1": west(at), "inf-61": west(at), "rd-1": "2001"}, setting=ground())
    assert price(game, "pz-1", at) == (3 if kind == "town" else 1), "what the other terrain in the hex costs"
    fight = Battle(0, cell(game, at), (piece(game, "inf-61"),))
    losses = [owed(game.table, fight, "defender", points) for points in (0, 1, 3)]
    assert losses == ([1, 2, 6] if kind == "city" else [0, 1, 3])


@pytest.mark.rule("PM-17.9")
def test_fortifications() -> None:
    assert (shift("1003"), shift("1005")) == (-1, -2)
    assert (shift("1003", mobile=True), shift("1005", mobile=True)) == (-1, -2)


@pytest.mark.rule("PM-17.9")
def test_nothing_else_is_in_the_chart() -> None:
    said = {(row.layer, row.kind, row.effect): row.value for row in shipped().all(Tec)}
    for kind in ("lake", "sea", "outside"):
        assert {said["terrain", kind, f"move.{what}"] for what in ("mechanised", "other", "mountain")} == {"P"}
    assert said["place", "city", "stacking.factor"] == "2" and said["link", "highway", "move.mechanised"] == "1"
    assert {kind for layer, kind, _ in said if layer == "place"} == {"city", "large-town"}
    assert {kind for layer, kind, _ in said if layer == "hexside"} == {"river", "strait"}


def test_a_hex_with_two_places_costs_what_the_dearer_of_them_does() -> None:
    rows = ground_rows()
    place(rows, "Old Town", "0606", kind="city", value=1, owner="soviet", key="old-town")
    place(rows, "New Town", "0606", kind="large-town", value=1, owner="soviet", key="new-town")
    place(rows, "Village", "0706", kind="large-town", value=1, owner="soviet", key="village")
    game = stage({"inf-61": "0506", "rd-1": "0606"}, ASSAULT, rows=rows)
    rule = game.table.mechanism(LossPoints)

    def times(at: str) -> list[float]:
        fight = Battle(0, cell(game, at), (piece(game, "inf-61"),))
        return [float(each.value) for each in rule.losses(game.table, fight, "attacker") if each.op == "times"]

    assert (times("0606"), times("0706"), times("0806")) == ([2.0], [], [])
