"""The rows of Panzergruppe Guderian against what its rulebook prints."""

from __future__ import annotations

from collections import Counter as Tally
from functools import cache

import pytest

from engine.records import Rows
from engine.records.board import Place, RegionCell, Tec
from engine.records.charts import ChartCell, ChartColumn, Choice, EliminateAll, LoseSteps, Result, RetreatHexes
from engine.records.counters import Face, Formation, Selector, Unit
from engine.records.play import Arrival, HasPoints, Option, Placement, RuleCase, Victory
from engine.scenario.options import choose_options
from engine.systems import check_rules
from tests.kit.shipped import shipped_rows


@cache
def rows() -> Rows:
    return shipped_rows("panzergruppe-guderian")


def units(**wanted: tuple[str, ...]) -> list[Unit]:
    return [unit for unit in rows().all(Unit) if Selector(**wanted).matches(unit)]


def faces(unit: Unit) -> list[Face]:
    return sorted((face for face in rows().all(Face) if face.unit == unit.unit), key=lambda face: face.face)


def strengths(chosen: list[Unit]) -> list[tuple[float, float, float]]:
    return [(face.attack, face.defence, face.movement) for unit in chosen for face in faces(unit)]


def region(name: str) -> set[str]:
    return {row.cell for row in rows().all(RegionCell) if row.region == name}


def test_the_check_finds_nothing_wrong() -> None:
    assert check_rules(rows()) == []


@pytest.mark.rule("PG-B")
def test_the_soviet_divisions_are_those_of_the_appendix() -> None:
    rifle = strengths(units(pools=("soviet-rifle",)))
    assert Tally(attack for attack, _, _ in rifle) == {0: 9, 1: 11, 2: 18, 3: 14, 4: 10, 5: 7, 6: 4, 7: 2, 8: 2, 9: 1}
    assert Tally(defence for _, defence, _ in rifle) == {0: 8, 1: 6, 2: 4, 3: 13, 4: 15, 5: 16, 6: 4, 7: 4, 8: 8}
    assert {movement for *_, movement in rifle} == {6}
    armour = [unit for unit in units(pools=("soviet-armour",)) if unit.symbol == "armour"]
    mechanised = [unit for unit in units(pools=("soviet-armour",)) if unit.symbol == "mechanised"]
    assert Tally(attack for attack, _, _ in strengths(armour)) == {0: 3, 3: 3, 4: 1, 5: 2, 7: 1}
    assert Tally(attack for attack, _, _ in strengths(mechanised)) == {1: 1, 2: 1, 4: 3, 5: 1, 6: 1, 8: 3}
    assert all(attack == defence and movement == 10 for attack, defence, movement in strengths(armour + mechanised))


@pytest.mark.rule("PG-F9.6")
def test_soviets_have_one_step_german_mechanised_units_two_and_infantry_four() -> None:
    assert {len(faces(unit)) for unit in units(sides=("soviet",))} == {1}
    assert {len(faces(unit)) for unit in units(classes=("german-mech", "german-cavalry"))} == {2}
    infantry = units(classes=("german-infantry",))
    assert len(infantry) == 18
    for unit in infantry:
        assert [(face.attack, face.defence, face.movement) for face in faces(unit)] == [
            (strength, strength, 7) for strength in (9, 4, 2, 1)
        ]


def test_the_regiments_of_a_division_form_it_and_a_corps_stands_above() -> None:
    divisions = Tally(unit.formation for unit in units(flags=("divisional",)))
    assert sorted(divisions.values()) == [2] * 5 + [3] * 10
    parents = {row.formation: row.parent for row in rows().all(Formation)}
    for division in divisions:
        assert division is not None
        assert str(parents[division]).endswith("panzer-corps")
    panzer = [name for name in divisions if str(name).endswith("-panzer")]
    for name in panzer:
        assert sum(faces(unit)[0].attack for unit in units(formations=(str(name),))) == 8
    assert len(panzer) == 9


def test_leaders_defend_with_their_rating_and_move_ten() -> None:
    ratings = Tally[float]()
    for unit in units(symbols=("leader",)):
        (face,) = faces(unit)
        assert (face.attack, face.movement) == (0, 10)
        assert face.defence == face.extra["rating"]
        ratings[face.defence] += 1
    assert ratings == {2: 6, 3: 5, 4: 2, 5: 2}


@pytest.mark.rule("PG-9.8")
def test_every_cell_of_the_combat_results_table_is_as_printed() -> None:
    printed = """
        A1  D1/A1 D1    D2    D2    D2    D2    De/A1 De    De    De    De
        A1  Eng   D1/A1 D1    D2    D2    D2    D2    De/A1 De    De    De
        A1  A1    D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De/A1 De    De
        A2  A1    Eng   D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De/A1 De
        Ae  A2    A1    Eng   D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De
        Ae  Ae    A2    A1    Eng   Eng   D1/A1 D1    D2/A1 D2    D2    D2
    """
    columns = sorted(rows().all(ChartColumn), key=lambda column: column.position)
    odds = [column.column for column in columns]
    assert odds == ["1:3", "1:2", *(f"{n}:1" for n in range(1, 11))]
    cells = {(cell.row, cell.column): cell.value for cell in rows().all(ChartCell)}
    expected = {
        (str(die), column): code
        for die, line in enumerate(printed.strip().splitlines(), 1)
        for column, code in zip(odds, line.split(), strict=True)
    }
    assert cells == expected
    assert len(cells) == 72


def test_every_result_does_what_its_code_says() -> None:
    for result in rows().all(Result):
        parts = [f"{who}1" for who in "DA"] if result.code == "Eng" else result.code.split("/")
        assert len(result.effects) == len(parts)
        for effect, part in zip(result.effects, parts, strict=True):
            who = {"A": "attacker", "D": "defender"}[part[0]]
            assert getattr(effect, "who") == who  # noqa: B009  every kind of effect says who
            if part[1] == "e":
                assert isinstance(effect, EliminateAll)
            elif result.code == "Eng":
                assert effect == LoseSteps(who=who, steps=1)  # type: ignore[arg-type]
            else:
                lose = LoseSteps(who=who, steps=int(part[1]))  # type: ignore[arg-type]
                back = RetreatHexes(who=who, hexes=int(part[1]), by="opponent")  # type: ignore[arg-type]
                assert effect == Choice(who=who, options=((lose,), (back,)))  # type: ignore[arg-type]


def test_movement_costs_by_class() -> None:
    chart = {(row.layer, row.kind, row.effect): row.value for row in rows().all(Tec)}
    printed = {
        "german-infantry": ("1", "1", "2", "2", "1"),
        "german-cavalry": ("1", "2", "2", "2", "1"),
        "german-mech": ("1", "2", "2", "2", "0.5"),
        "soviet-infantry": ("1", "1", "2", "1", "1"),
        "soviet-mech": ("1", "2", "2", "1", "0.5"),
        "leader": ("1", "1", "2", "1", "0.5"),
    }
    ground = [("terrain", kind) for kind in ("clear", "forest", "swamp")] + [("hexside", "river"), ("link", "road")]
    for move_class, costs in printed.items():
        assert tuple(chart[(*what, f"move.{move_class}")] for what in ground) == costs
        assert chart["hexside", "lake", f"move.{move_class}"] == "P"


def test_only_the_printed_terrain_helps_the_defender() -> None:
    doubled = {(row.layer, row.kind): row.value for row in rows().all(Tec) if row.effect == "combat.multiple"}
    assert doubled == {("terrain", "forest"): "2", ("place", "major-city"): "2", ("hexside", "river"): "2"}


def test_the_set_up_places_thirty_nine_units_of_five_armies() -> None:
    lines = rows().all(Placement)
    assert sum(line.count for line in lines) == 39
    armies = Tally[str]()
    for line in lines:
        armies[line.placement.split("-")[0]] += line.count
    assert armies == {"24": 7, "16": 7, "19": 5, "13": 9, "20": 11}
    places = {row.place: row.cell for row in rows().all(Place)}
    where = {
        line.placement.split("-")[0]: region(line.region) if line.region else {line.cell or places[str(line.place)]}
        for line in lines
    }
    assert where == {
        "24": {"4015"},
        "16": {"2216"},
        "19": {"1414"},
        "13": {f"01{row}" for row in range(23, 27)},
        "20": {f"01{row:02}" for row in range(8, 16)},
    }


def arriving(side: str) -> dict[tuple[int, str], int]:
    found = Tally[tuple[int, str]]()
    for line in rows().all(Arrival):
        if line.side == side:
            found[line.turn, str(line.region)[-1].upper()] += line.count
    return dict(found)


def test_the_german_schedule_is_the_printed_one() -> None:
    regiments = {"C": 13, "A": 6, "H": 9}
    assert arriving("german") == {
        (1, "C"): regiments["C"],
        (2, "A"): regiments["A"],
        (2, "B"): 2,
        (3, "D"): 3,
        (3, "E"): 2 + 3 + 3 + 3 + 3 + 1,
        (3, "H"): regiments["H"],
        (5, "E"): 3,
        (6, "E"): 2,
        (7, "E"): 4,
        (8, "F"): 2,
        (9, "G"): 2,
    }
    coming = [unit for line in rows().all(Arrival) if line.side == "german" for unit in line.units.units]
    assert sorted(coming) == sorted(unit.unit for unit in units(sides=("german",)))


def test_the_soviet_schedule_is_the_printed_one() -> None:
    assert arriving("soviet") == {
        (1, "X"): 6 + 1,
        (1, "V"): 5 + 1,
        (2, "W"): 3 + 1 + 1,
        (2, "X"): 4,
        (3, "Z"): 5 + 2 + 1,
        (3, "X"): 4,
        (4, "X"): 5 + 1 + 1,
        (5, "X"): 4 + 1,
        (6, "X"): 4,
        **{(turn, "X"): 4 + 1 for turn in range(7, 12)},
    }


def test_the_points_of_the_cities_are_those_of_the_schedule() -> None:
    points = {place.place: place.value for place in rows().all(Place) if place.value}
    assert points == {
        "vitebsk": 10,
        "orsha": 5,
        "mogilev": 5,
        "smolensk": 25,
        "roslavl": 10,
        "yelnya": 10,
        "rzhev": 5,
        "vyazma": 15,
        "kaluga": 20,
        "hex-5907": 20,
        "hex-5915": 20,
    }
    assert Tally(place.name for place in rows().all(Place) if place.kind == "major-city")["Smolensk"] == 2


@pytest.mark.parametrize(
    ("points", "level"),
    [
        (-4, "soviet-decisive"),
        (0, "soviet-decisive"),
        (1, "soviet-strategic"),
        (25, "soviet-strategic"),
        (26, "soviet-marginal"),
        (49, "soviet-marginal"),
        (50, "german-marginal"),
        (79, "german-marginal"),
        (80, "german-strategic"),
        (124, "german-strategic"),
        (125, "german-decisive"),
        (145, "german-decisive"),
    ],
)
def test_levels_of_victory(points: int, level: str) -> None:
    holding = []
    for row in rows().all(Victory):
        assert isinstance(row.condition, HasPoints)
        most = row.condition.at_most
        if row.condition.at_least <= points and (most is None or points <= most):
            holding.append(row.victory)
    assert holding == [level]


def test_regions_that_the_rules_name() -> None:
    assert region("west-columns") == {f"{column}{row:02}" for column in ("01", "02") for row in range(1, 32)}
    assert region("air-limit") == {f"{column:02}{row:02}" for column in range(1, 41) for row in range(1, 32)}
    assert region("supply-road-terminus") == {"0120"}
    assert region("south-rail-from-z") == {"3131", "3831", "4331", "4531", "5431"}
    assert region("west-edge") == {f"01{row:02}" for row in range(1, 32)}
    assert region("east-edge") == {f"59{row:02}" for row in range(1, 32)}
    provisional = {1: "entrance-v", 2: "entrance-w", 5: "entrance-z"}
    for die, other in provisional.items():
        assert region(f"entrance-{die}") == region(other)
    assert (region("entrance-3"), region("entrance-4"), region("entrance-6")) == ({"5101"}, {"4331"}, {"1831"})


def test_options_change_what_they_name() -> None:
    every = {option.option: option.choices[1].choice for option in rows().all(Option)}
    changed = choose_options(rows(), every)
    worth = {place.place: place.value for place in changed.all(Place)}
    assert (worth["gzhatsk"], worth["krichev"], worth["yelnya"]) == (5, 1, 10)
    marginal = changed.get(Victory, "german-marginal")
    assert marginal is not None and marginal.winner is None
    zeros = [face for face in changed.all(Face) if (face.attack, face.defence, face.movement) == (0, 1, 6)]
    assert len(zeros) == 2
    assert {line.region for line in changed.all(Arrival) if line.units.units == ("6-inf",)} == {"entrance-b-bracket"}


def test_every_case_that_a_row_cites_is_explained() -> None:
    known = {row.case for row in rows().all(RuleCase)}
    cited = {row.case for kind in (Result, Placement, Arrival, Victory, Option) for row in rows().all(kind)}
    assert cited <= known
    assert len(known) == 83
