from __future__ import annotations

from fractions import Fraction

import pytest

from engine.records import Rows
from engine.records.board import Grid, Place, Region
from engine.records.charts import Choice, EliminateAll, LoseSteps, MatchLosses, Result, RetreatHexes
from engine.records.counters import Selector, Unit
from engine.records.play import (
    AllOf,
    AnyCondition,
    AnyOf,
    Arrival,
    Eliminated,
    HasPoints,
    HoldsPlaces,
    Placement,
    Victory,
)
from engine.scenario.sentences import (
    arrival_words,
    arrivals_words,
    common,
    condition_words,
    effect_words,
    multiple,
    placement_words,
    result_words,
    set_up_words,
    spent_words,
    units_words,
    victory_words,
)
from engine.scenario.template import blank_scenario


@pytest.fixture
def rows() -> Rows:
    made = blank_scenario("Sentences", Grid(columns=6, rows=5))
    made.put(Unit(unit="13", name="13th Army", side="soviet", nationality="soviet"))
    made.put(Unit(unit="4", name="4th Army", side="soviet", nationality="soviet"))
    for pool, symbol, size in (
        ("mech", "mechanised", "corps"),
        ("tanks", "armour", "brigade"),
        ("rifle-north", "infantry", "division"),
        ("rifle-south", "infantry", "division"),
    ):
        made.put(Unit(unit=pool, name=pool, side="soviet", nationality="soviet", symbol=symbol, size=size, pool=pool))
    made.put(Place(place="minsk", name="Minsk", kind="city", cell="0303", owner="soviet"))
    made.put(Place(place="orsha", name="Orsha", kind="town", cell="0403", owner="soviet"))
    made.put(Region(region="edge", name="East edge"))
    return made


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        (Selector(), "all units"),
        (Selector(units=("13", "4")), "13th Army and 4th Army"),
        (Selector(sides=("german",), symbols=("armour",)), "German armour units"),
        (Selector(pools=("mech",)), "untried mechanised corps"),
        (Selector(sides=("soviet",), pools=("tanks",)), "Soviet untried armoured brigades"),
        (
            Selector(pools=("rifle-north", "rifle-south")),
            "rifle north units drawn blind or rifle south units drawn blind",
        ),
        (
            Selector(flags=("tank", "mech"), without=("support",)),
            "units marked tank or mech without the mark “support”",
        ),
    ],
)
def test_units_are_described(rows: Rows, chosen: Selector, says: str) -> None:
    assert units_words(rows, chosen) == says


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (LoseSteps(who="attacker", steps=2), "the attacker loses 2 steps"),
        (LoseSteps(who="defender", each=True), "every defending unit loses 1 step"),
        (LoseSteps(chosen_by="opponent"), "the defender loses 1 step, from units that the attacker chooses"),
        (RetreatHexes(hexes=1, by="owner"), "the defender retreats 1 hex by a way that the defender chooses"),
        (EliminateAll(who="attacker"), "every attacking unit is eliminated"),
        (MatchLosses(), "the attacker loses at least as many strength points as the defender just lost"),
        (
            Choice(options=((LoseSteps(),), (RetreatHexes(),))),
            "the defender chooses: either the defender loses 1 step, or "
            "the defender retreats 2 hexes by a way that the attacker chooses",
        ),
    ],
)
def test_effects_are_described(effect: LoseSteps, says: str) -> None:
    assert effect_words(effect) == says


def test_a_result_is_a_sentence_with_its_effects_in_order() -> None:
    result = Result(chart="crt", code="DRL", name="x", effects=(LoseSteps(), RetreatHexes(hexes=2, by="owner")))
    assert result_words(result) == (
        "The defender loses 1 step, then the defender retreats 2 hexes by a way that the defender chooses."
        " The attacker may advance if the hex is left empty."
    )


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        (HoldsPlaces(side="german", kinds=("city",), at_least=3), "the German side holds at least 3 cities"),
        (HoldsPlaces(side="german", kinds=("city",), at_least=1), "the German side holds at least 1 city"),
        (HoldsPlaces(side="german", at_least=0, at_most=1), "the German side holds at most 1 place"),
        (HoldsPlaces(side="german", kinds=("city",), at_least=3, at_most=3), "the German side holds exactly 3 cities"),
        (HoldsPlaces(side="german", kinds=("city",), at_most=2), "the German side holds at most 2 cities"),
        (
            HoldsPlaces(side="german", kinds=("city", "town"), at_least=-1, owned_at_start_by="soviet"),
            "the German side holds all cities or towns that the Soviet side held at the start",
        ),
        (
            HoldsPlaces(side="soviet", places=("minsk", "orsha"), at_least=-1, occupied=True),
            "the Soviet side occupies Minsk and Orsha",
        ),
        (
            HoldsPlaces(side="soviet", places=("minsk", "orsha"), at_least=1),
            "the Soviet side holds at least 1 of Minsk and Orsha",
        ),
        (HasPoints(side="german", at_least=5, at_most=9), "the German side has from 5 to 9 victory points"),
        (Eliminated(side="soviet"), "the Soviet side has no unit left on the map"),
        (AllOf(), "nothing else has decided the game"),
        (
            AllOf(parts=(Eliminated(side="soviet"), AnyOf(parts=(HasPoints(side="german"), HasPoints(side="soviet"))))),
            "the Soviet side has no unit left on the map and "
            "(the German side has at least 0 victory points, or the Soviet side has at least 0 victory points)",
        ),
    ],
)
def test_conditions_are_described(rows: Rows, condition: AnyCondition, says: str) -> None:
    assert condition_words(rows, condition) == says


def test_a_way_to_end_the_game_names_level_winner_and_moment(rows: Rows) -> None:
    row = Victory(victory="a", name="Rout", when="turn", winner="soviet", condition=Eliminated(side="german"))
    assert victory_words(rows, row) == (
        "At the end of any turn: Rout (the Soviet side wins) if the German side has no unit left on the map."
    )


def test_set_up_and_arrivals_are_described(rows: Rows) -> None:
    line = Placement(
        placement="a", side="soviet", units=Selector(sides=("soviet",)), count=2, region="edge", per_cell=1, apart=True
    )
    assert placement_words(rows, line) == (
        "2 Soviet units: free in East edge, at most 1 in a hex, no two in neighbouring hexes."
    )
    fixed = Placement(placement="b", side="soviet", units=Selector(units=("13",)), count=1, place="minsk", face=1)
    assert placement_words(rows, fixed) == "13th Army: Minsk (0303), reduced."
    arrival = Arrival(arrival="c", turn=2, side="soviet", units=Selector(units=("4",)), region="edge")
    assert arrival_words(rows, arrival) == "Turn 2: 4th Army, by East edge."


def placement(key: str, cell: str, chosen: Selector, count: int = 0) -> Placement:
    return Placement(placement=key, side="soviet", units=chosen, count=count, cell=cell)


def test_what_stands_together_is_said_once_and_so_is_what_stands_in_many_cells(rows: Rows) -> None:
    tanks = Selector(pools=("tanks",))
    lines = [
        placement("a", "0101", tanks, 1),
        placement("b", "0303", Selector(units=("13", "4"))),
        placement("c", "0202", tanks, 1),
        placement("d", "0303", tanks, 2),
    ]
    assert set_up_words(rows, lines) == [
        "0101 and 0202: 1 untried armoured brigade, in each.",
        "Minsk (0303): 13th Army, 4th Army and 2 untried armoured brigades.",
    ]


def test_every_turn_is_one_sentence_that_names_an_entrance_once(rows: Rows) -> None:
    rows.put(Region(region="south", name="South edge"))
    whom = [("13", "edge", 3), ("4", "edge", 1), ("tanks", "south", 1), ("mech", "edge", 1)]
    lines = [
        Arrival(arrival=unit, turn=turn, side="soviet", units=Selector(units=(unit,)), region=region)
        for unit, region, turn in whom
    ]
    assert arrivals_words(rows, lines) == [
        "Turn 1: 4th Army and mech, by East edge; tanks, by South edge.",
        "Turn 3: 13th Army, by East edge.",
    ]


def test_points_less_those_of_the_other_side_are_a_sentence(rows: Rows) -> None:
    assert condition_words(rows, HasPoints(side="german", less="soviet", at_least=1, at_most=25)) == (
        "the victory points of the German side, less those of the Soviet side, are from 1 to 25"
    )


def test_names_of_places_keep_their_capitals_and_other_nouns_lose_them(rows: Rows) -> None:
    names = ("Sivash or Kerch Straits", "Minsk-Moscow highway", "Major city", "German air field")
    assert [common(rows, name) for name in names] == [
        "Sivash or Kerch Straits",
        "Minsk-Moscow highway",
        "major city",
        "German air field",
    ]


def test_multiples_are_said_as_players_say_them() -> None:
    said = {0.5: "halved", 2.0: "doubled", Fraction(3): "tripled", Fraction(2, 3): "two thirds", 1 / 3: "a third"}
    assert {times: multiple(times) for times in said} == said
    assert [multiple(times) for times in (1.5, Fraction(3, 2), 2.5)] == [*["one and a half times"] * 2, "2.5 times"]


def test_points_spent_are_counted_in_halves() -> None:
    assert [spent_words(points) for points in (1, 3.0, 0.5, 4.5)] == ["1 point", "3 points", "½ point", "4½ points"]
