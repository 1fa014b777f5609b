"""The rows of Proud Monster against what its rulebook prints, and against what our order of battle says of itself."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import pairwise

import pytest

from engine.charts import load_tables
from engine.ids import Cell
from engine.records.board import CellRow, Hexside, Place, RegionCell
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Arrival, Phase, Placement, RuleCase, Turn
from engine.scenario import compile_scenario
from engine.scenario.options import choose_options
from engine.scenario.sentences import kind_words
from engine.systems import check_rules
from tests.kit.monster import shipped

CRT = """
    4/0 4/0 3/0 2/0 2/1 1/1 1/1 1/2 0/3
    4/0 3/0 2/0 2/1 1/1 1/1 1/2 0/3 0/3
    4/0 3/0 2/0 1/1 1/2 1/2 1/2 0/3 0/4
    4/0 2/0 2/1 1/2 1/2 0/2 0/3 0/4 0/4
    4/0 2/1 1/1 1/2 0/3 0/3 0/3 0/4 0/5
    4/1 1/1 1/2 0/3 0/3 0/3 0/4 0/5 0/5
"""
WEATHER = """
    D D D D D D D R
    D D D D D D R R
    D D D D D R R M
    D D D D R R M M
    D D D R R M M M
    D R R R M M M F
    R R R M M M F F
    R R M M M F F F
    R M M F F F F S
    M M M F F F S S
    M F F S S S S S
    F F S S S S S S
"""
"""A line a couplet from the second half of September on, for dice of -1 to 6."""

SCHEDULE = """
    52  5 24 12  3 0  0
   114  4 26 13 13 0  0
    11  6  0  0  3 0  0
    60  9  5  0  4 1 48
    20  8  0  0  0 0  0
    14  4  0  0  4 0  0
    10  3  0  0  1 0  5
     6  1  0  0  6 0  8
    20  3  1  0  2 0  1
     7  0  0  1 13 0  1
    20  2  1  0  1 0  0
     6  3  0  0 14 0  1
     3  1  0  0  5 0  0
"""
"""Frontier, interior, then turns 2 to 12: RD, CD, TD, MRD, RB, MRB, TB."""

POOLS = ("rd", "cd", "td", "mrd", "rb", "mrb", "tb")


def units(**wanted: tuple[str, ...]) -> list[Unit]:
    return [unit for unit in shipped().all(Unit) if Selector(**wanted).matches(unit)]


def steps(unit: Unit) -> list[tuple[float, float, float]]:
    faces = sorted((face for face in shipped().all(Face) if face.unit == unit.unit), key=lambda face: face.face)
    return [(face.attack, face.defence, face.movement) for face in faces]


def region(name: str) -> set[str]:
    return {row.cell for row in shipped().all(RegionCell) if row.region == name}


def chart(key: str) -> dict[str, list[str]]:
    """The cells of a chart, by row."""
    table = load_tables(shipped())[key]
    return {row: [table.at(row, column) for column in table.columns] for row in table.rows}


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def test_the_check_finds_nothing_wrong() -> None:
    assert check_rules(shipped()) == []


@pytest.mark.rule("PM-2.14")
def test_there_are_853_units_with_their_steps() -> None:
    assert len(units()) == 853
    assert Tally(len(steps(unit)) for unit in units(sides=("soviet",))) == {1: 610, 2: 15}
    assert {len(steps(unit)) for unit in units(sides=("soviet",)) if "guards" in unit.flags} == {2}
    four = [unit for unit in units(sides=("german",)) if len(steps(unit)) == 4]
    assert Tally(unit.symbol for unit in four) == {"armour": 19, "motorised": 14}
    assert all(unit.size == "division" and unit.nationality == "german" for unit in four)
    for unit in units():
        strengths = [attack + defence for attack, defence, _ in steps(unit)]
        assert all(low < high for high, low in pairwise(strengths))


@pytest.mark.rule("PM-2.11")
def test_every_unit_is_mechanised_or_not_by_its_type() -> None:
    mechanised = {unit.symbol for unit in units(classes=("mechanised",)) if unit.symbol != "air"}
    assert mechanised == {"armour", "motorised", "antitank"}
    on_foot = {unit.symbol for unit in units() if unit.move_class != "mechanised" and unit.symbol != "air"}
    assert not on_foot & mechanised
    assert {unit.symbol for unit in units(classes=("mountain",))} == {"cavalry", "mountain"}
    assert all("mech" in unit.flags for unit in units(classes=("mechanised",)) if unit.symbol != "air")


@pytest.mark.rule("PM-2.15")
def test_every_soviet_unit_but_the_guards_lies_in_a_pool_that_shows_its_movement() -> None:
    for unit in units(sides=("soviet",)):
        assert bool(unit.pool) == ("guards" not in unit.flags and unit.symbol != "air")
    assert not any(unit.pool for unit in units(sides=("german",)))
    for pool in POOLS:
        assert len({movement for unit in units(pools=(pool,)) for *_, movement in steps(unit)}) == 1
        assert len({unit.move_class for unit in units(pools=(pool,))}) == 1


@pytest.mark.rule("PM-3.2", "PM-17.6")
def test_the_pools_are_set_up_and_arrive_as_the_schedule_says() -> None:
    printed = [dict(zip(POOLS, map(int, line), strict=True)) for line in lines(SCHEDULE)]
    dealt: list[Tally[str]] = [Tally() for _ in printed]
    for line in shipped().all(Placement):
        if line.side == "soviet":
            dealt[int(str(line.cell)[:2]) > 22][line.units.pools[0]] += line.count
    for arrival in shipped().all(Arrival):
        if arrival.units.pools:
            dealt[arrival.turn][arrival.units.pools[0]] += arrival.count
    assert [dict(found) for found in dealt] == [{key: n for key, n in row.items() if n} for row in printed]
    assert Tally(unit.pool for unit in units() if unit.pool) == {
        pool: sum(row[pool] for row in printed) for pool in POOLS
    }
    assert [row[:7] for turn, row in chart("srs").items() if turn != "1"] == lines(SCHEDULE)


def test_the_schedule_is_headed_in_plain_words() -> None:
    table = load_tables(shipped())["srs"]
    assert list(table.rows)[:2] == ["Frontier zone", "Interior zone"]
    assert table.columns[-1] == "Aircraft"
    assert [(turn, row[-1]) for turn, row in chart("srs").items() if row[-1] != "0"] == [("12", "1")]


def test_flak_and_assault_guns_are_called_so() -> None:
    kinds = {kind_words(unit) for unit in units() if unit.symbol in ("antitank", "armour") and unit.flags}
    assert {kind_words(unit) for unit in units() if unit.unit.startswith("flak-")} == {"flak corps"}
    assert {kind_words(unit) for unit in units() if unit.unit.startswith("stug-")} == {"assault gun battalion"}
    assert "anti-tank corps" not in kinds and "armoured division" in kinds


@pytest.mark.rule("PM-3.5")
def test_soviet_reinforcements_are_drawn_from_pools_and_guards_are_set_aside() -> None:
    guards = [line for line in shipped().all(Arrival) if line.arrival.startswith("soviet") and line.units.flags]
    assert Tally({(line.turn, line.units.flags[0]): line.count for line in guards}) == {
        (7, "gds-rd"): 7,
        (7, "gds-mrd"): 1,
        (10, "gds-tb"): 1,
        (11, "gds-rd"): 2,
        (11, "gds-cd"): 4,
    }


@pytest.mark.rule("PM-2.17", "PM-3.6")
def test_axis_reinforcements_are_named_with_their_turn() -> None:
    coming = {key: line.turn for line in shipped().all(Arrival) for key in line.units.units if line.side == "german"}
    assert (coming["pz-2"], coming["pz-5"], coming["para-7"]) == (7, 7, 6)
    at_start = {key for line in shipped().all(Placement) if line.side == "german" for key in line.units.units}
    assert len(at_start) == 152 and not at_start & set(coming)
    on_call = units(flags=("security", "siege", "aviation"), sides=("german",))
    assert len(at_start) + len(coming) + len(on_call) == len(units(sides=("german",)))
    assert len(units(flags=("security",))) == 9 and len(units(flags=("siege",))) == 1


def stood(side: str) -> dict[str, int]:
    found: Tally[str] = Tally()
    for line in shipped().all(Placement):
        if line.side == side:
            found[str(line.cell)] += line.count
    return found


@pytest.mark.rule("PM-3.3")
def test_the_frontier_is_manned_as_it_must_be() -> None:
    there = stood("soviet")
    border = [row.cell for row in shipped().all(RegionCell) if row.region == "border-full"]
    assert len(border) == 40 and {"2006N", "1703S"} <= set(border) <= set(there)
    alternate = sorted(region("border-alternate"))
    board = compile_scenario(shipped()).board
    for cell in alternate:
        near = {board.label(Cell(at)) for at in board.neighbours(board.cell(cell))} & set(alternate)
        assert cell in there or near <= set(there)
    towns = {row.cell for row in shipped().all(Place) if row.kind == "large-town" and int(row.cell[:2]) <= 22}
    assert len(towns) == 3 and towns <= set(there)
    assert sum(count for cell, count in there.items() if int(cell[:2]) <= 22) == 96


@pytest.mark.rule("PM-3.4")
def test_the_interior_is_manned_as_it_must_be() -> None:
    there = stood("soviet")
    towns = {row.cell for row in shipped().all(Place) if row.kind in ("city", "large-town") and int(row.cell[:2]) > 22}
    assert towns <= set(there)
    columns: Tally[int] = Tally()
    for cell, count in there.items():
        columns[int(cell[:2])] += count
    assert all(columns[column] >= 4 for column in range(23, 61))
    assert sum(count for column, count in columns.items() if column > 22) == 170
    assert max(there.values()) <= 5


@pytest.mark.rule("PM-3.7")
def test_the_axis_is_set_up_in_its_zones() -> None:
    nations = {unit.unit: unit for unit in units(sides=("german",))}
    for line in shipped().all(Placement):
        for key in line.units.units:
            unit = nations[key]
            if unit.nationality == "hungarian":
                assert line.cell in region("zomo-hungary")
            elif unit.nationality == "romanian":
                assert line.cell in region("zomo-romania")
            else:
                assert line.cell in region("zomo-germany") | region("zomo-romania")
    guests = [
        nations[key]
        for line in shipped().all(Placement)
        if line.cell in region("zomo-romania")
        for key in line.units.units
    ]
    german = Tally(
        "stug" if "assault-gun" in unit.flags else unit.symbol for unit in guests if unit.nationality == "german"
    )
    assert german.pop("stug", 0) <= 1 and sum(german.values()) <= 7
    assert not set(german) & {"armour", "motorised", "antitank"}
    assert {
        key for line in shipped().all(Placement) if line.cell in region("zomo-hungary") for key in line.units.units
    } == {"hf-corps"}


def test_the_places_are_worth_sixty_points_and_cities_are_as_the_order_of_battle_says() -> None:
    places = {row.place: row for row in shipped().all(Place)}
    assert sum(row.value for row in places.values()) == 60 and len(places) == 96
    cities = {key for key, row in places.items() if row.kind == "city"}
    assert cities == {
        *("leningrad", "moscow", "moscow-2", "kiev", "minsk", "riga"),
        *("kharkov", "odessa", "rostov", "dnepropetrovsk"),
    }
    assert (places["minsk"].value, places["sevastopol"].value, places["moscow"].value) == (1, 2, 9)
    assert places["bialystok"].kind == "large-town" and places["stalingrad"].cell == "5914S"
    assert {row.owner for row in places.values()} == {"soviet"}
    ground = {row.cell: row.terrain for row in shipped().all(CellRow)}
    assert {ground[places[key].cell] for key in cities} == {"clear"}


def test_the_zone_of_military_operations_is_parted_by_country() -> None:
    parts = [region(f"zomo-{country}") for country in ("germany", "hungary", "romania")]
    assert set().union(*parts) == region("zomo") and sum(map(len, parts)) == len(region("zomo")) == 128
    assert {"1614N", "1615N"} <= parts[0] and "1813S" in parts[2] and "1623N" not in region("zomo")
    assert not region("okh-north") & {"1913N", "2013N", "2014N"}
    assert "1026N" in parts[1] and "2115S" in parts[2] and "1906N" in parts[0]


@pytest.mark.rule("PM-2.3")
def test_the_two_sheets_are_one_board() -> None:
    board = compile_scenario(shipped()).board
    for north, south in (("3027N", "3000S"), ("3127N", "3100S"), ("4527N", "4500S")):
        assert board.cell(south) in board.neighbours(board.cell(north))
    sheets = Tally(row.cell[-1] for row in shipped().all(CellRow))
    assert sheets == {"N": 51 * 28, "S": 51 * 25}
    rivers = {(row.cell[-1], row.kind) for row in shipped().all(Hexside)}
    assert {("N", "river"), ("S", "river"), ("S", "strait")} <= rivers


@pytest.mark.rule("PM-17.7")
def test_the_combat_results_table_is_the_printed_one() -> None:
    assert list(chart("crt").values()) == lines(CRT)
    assert load_tables(shipped())["crt"].columns == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")


@pytest.mark.rule("PM-17.1")
def test_the_weather_table_is_the_printed_one() -> None:
    names = {"D": "dry", "R": "rain", "M": "mud", "F": "frost", "S": "snow"}
    table = load_tables(shipped())["weather"]
    assert table.rows == ("-1", "0", "1", "2", "3", "4", "5", "6")
    assert table.columns == tuple(f"{turn:g}" for half in range(14, 26) for turn in (half / 2,))
    for column, line in zip(table.columns, lines(WEATHER), strict=True):
        assert [table.at(row, column) for row in table.rows] == [names[word] for word in line]


@pytest.mark.rule("PM-17.2")
def test_the_victory_table_is_the_printed_one() -> None:
    needed = [int(row[0]) for row in chart("gvt").values()]
    assert needed == [4, 8, 13, 17, 22, 26, 28, 30, 36, 36, 36, 36]


@pytest.mark.rule("PM-17.3")
def test_the_fortification_table_is_the_printed_one() -> None:
    assert [row[0] for row in chart("fort-activation").values()] == ["3", "3", "6", "6", "9"]


@pytest.mark.rule("PM-17.4")
def test_the_withdrawal_table_is_the_printed_one() -> None:
    assert {turn: [cell or "0" for cell in row] for turn, row in chart("withdrawals").items()} == {
        "9": ["1", "0", "0", "0", "0", "0"],
        "10": ["0", "2", "0", "0", "0", "0"],
        "11": ["0", "1", "1", "1", "0", "0"],
        "12": ["0", "1", "0", "0", "3", "5"],
    }


@pytest.mark.rule("PM-17.5", "PM-17.8", "PM-17.10")
def test_the_small_tables_are_the_printed_ones() -> None:
    assert [row[0] for row in chart("refit").values()] == ["1", "1", "1", "1", "2", "2"]
    assert [row[0] for row in chart("aviation").values()] == [
        "4",
        "10",
        "9",
        "8",
        "7",
        "6",
        "5",
        "4",
        "3",
        "2",
        "1",
        "0",
    ]
    assert [row[0] for row in chart("attenuated-supply").values()] == ["0", "1", "1", "2", "2", "3"]


def test_the_turns_and_the_rules_are_complete() -> None:
    turns = sorted(shipped().all(Turn), key=lambda row: row.turn)
    assert len(turns) == 12 and turns[0].name.startswith("II June") and turns[-1].name.startswith("I December")
    assert len(list(shipped().all(RuleCase))) == 147
    assert len(list(choose_options(shipped(), {"sections": "beginners"}).all(Phase))) == 11
