"""Panzergruppe Guderian: eight worked examples, played as scripts; each is fought and not only forecast."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.play import Game
from engine.rules.forecast import forecast_battle
from engine.rules.joining import standing
from engine.rules.score import points as score_of
from engine.rules.supply import supplied
from engine.state.actions import AdvanceUnit
from engine.state.tasks import Battle
from tests.kit.boards import rail, river
from tests.kit.guderian import (
    COMBAT,
    LOSE,
    MOVE,
    RETREAT,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    WALL,
    advance,
    attack,
    back,
    cell,
    division,
    drawing,
    face,
    fought,
    ground_rows,
    lose,
    march,
    move,
    overrun,
    piece,
    points,
    quiet,
    reach,
    refused,
    seed_showing,
    skip_to,
    stage,
    terrain,
    waits,
    ways_back,
    where,
)

PANZER17 = division("17-panzer", "1106")


def first_example(dry_foot: bool = False, seed: int = 1) -> Game:
    """The 17th Panzer Division and the 263rd against an untried division in forest behind a river."""
    rows = ground_rows()
    terrain(rows, "forest", "1206")
    river(rows, "1106", "1206")
    if not dry_foot:
        river(rows, "1205", "1206")
    pieces = {**PANZER17, "263-inf": ("1205", 1), "r1": "1206", "konev": "1606"}
    return stage(pieces, COMBAT, rows=rows, seed=seed)


@pytest.mark.rule("PG-12.1", "PG-F9.33")
def test_example_1_panzers_and_infantry_against_the_unknown() -> None:
    game = first_example()
    names = (*PANZER17, "263-inf")
    battle = Battle(0, cell(game, "1206"), tuple(piece(game, name) for name in names))
    seen = forecast_battle(game.table, standing(game.table, battle))
    columns = {"De": 8, "6:1": 6, "3:1": 4, "2:1": 13, "1:1": 35, "1:2": 12}
    crt = game.scenario.combat_tables["crt"]
    expected: dict[str, Fraction] = {"De": Fraction(8, 78)}
    for name, counters in list(columns.items())[1:]:
        for code, chance in crt.distributions[crt.table.columns.index(name)].items():
            expected[code] = expected.get(code, Fraction(0)) + chance * Fraction(counters, 78)
    assert seen.chances == expected
    roll = drawing(game, "r1", "2-3")
    for dry_foot, defence, column in ((False, 9, "2:1"), (True, 6, "3:1")):
        game = first_example(dry_foot, seed_showing(roll, ("1d6", 1)))
        attack(game, "1206", *names)
        assert (fought(game).attack, fought(game).defence, fought(game).column) == (20, defence, column)
    roll = drawing(first_example(), "r1", "0-0")
    game = first_example(seed=seed_showing(roll))
    attack(game, "1206", *names)
    advance(game, "263-inf", "1206", "1306")
    assert (where(game, "r1"), where(game, "263-inf")) == ("lost", "1306")


@pytest.mark.rule("PG-10.36", "PG-11.32")
def test_example_2_an_attack_out_of_supply_with_a_leader() -> None:
    pieces = {
        "kurochkin": "1106",
        "r1": ("1106", "5-5"),
        "r2": ("1106", "2-2"),
        "r3": ("1205", "4-4"),
        "5-inf": ("1206", 3),
        **WALL,
    }
    game = stage(pieces, SOVIET_COMBAT, die=1)
    attack(game, "1206", "kurochkin", "r1", "r2", "r3")
    assert (fought(game).attack, fought(game).defence, fought(game).column) == (8, 1, "8:1")
    assert fought(game).code == "De" and points(game, "soviet") == 5


@pytest.mark.rule("PG-9.9", "PG-F6.6")
def test_example_3_an_overrun_and_the_disrupted_stack() -> None:
    rows = ground_rows()
    terrain(rows, "forest", "1306")
    names = tuple(division("4-panzer", "0706"))
    pieces = {
        **division("4-panzer", "0706"),
        "r1": ("1206", "3-3"),
        "r2": ("1206", "1-1"),
        "konev": "1609",
        "5-inf": "1005",
        "gd": "0906",
    }
    marks = {"fresh": {"r1": 1, "r2": 1}}
    game = stage(pieces, MOVE, rows=rows, seed=seed_showing(("1d6", 2), ("1d6", 1)), marks=marks)
    game.apply(march(game, names, "0806", "0906", "1006", "1106"))
    game.apply(overrun(game, "1206", *names))
    assert (fought(game).attack, fought(game).defence, fought(game).code) == (8, 4, "D1")
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1306")
    assert where(game, names[0]) == "1206" and game.state.spent[piece(game, names[0])] / 4 == 5
    game.apply(march(game, names, "1307", "1407"))
    assert where(game, names[0]) == "1407", "past the pair, which has no zone"
    game.apply(move(game, "5-inf", "1105", "1205", "1305"))
    game.apply(move(game, "gd", "1006", "1106", "1206"))
    skip_to(game, COMBAT)
    attack(game, "1306", "5-inf", "gd")
    assert (fought(game).attack, fought(game).defence, fought(game).column) == (13, 8, "1:1")
    game.apply(LOSE)
    lose(game, "r2")
    skip_to(game, SOVIET_MOVE, 8)
    refused(game, move(game, "r1", "1406"), "PG-F6.6")
    skip_to(game, "soviet-interdiction", 8)
    assert not game.table.bearing("disrupted")


@pytest.mark.rule("PG-9.6")
def test_example_4_a_split_result_and_the_advance() -> None:
    motorised = tuple(division("29-motorised", "1106"))
    pieces = {
        **division("29-motorised", "1106"),
        "5-inf": "1205",
        "r1": ("1206", "3-5"),
        "r2": ("1206", "2-2"),
        "konev": "1606",
    }
    game = stage(pieces, COMBAT, die=4)
    attack(game, "1206", *motorised, "5-inf")
    assert (fought(game).attack, fought(game).defence, fought(game).code) == (21, 7, "D1/A1")
    game.apply(RETREAT)
    back(game, "r1", "1307")
    back(game, "r2", "1307")
    game.apply(LOSE)
    lose(game, "5-inf")
    for name in motorised:
        advance(game, name, "1206")
    game.apply(AdvanceUnit(None))
    assert (where(game, motorised[0]), where(game, "5-inf"), face(game, "5-inf")) == ("1206", "1205", 1)
    again = dict.fromkeys(motorised, "1206") | {"r1": ("1307", "9-8"), "konev": "1307", "5-inf": ("1205", 1)}
    game = stage(again, SOVIET_COMBAT, die=6)
    attack(game, "1206", "r1")
    assert fought(game).defence == 12
    game = stage(again | {"5-inf": ("1206", 1)}, SOVIET_COMBAT, die=6)
    attack(game, "1206", "r1")
    assert fought(game).defence == 10
    game = stage(again | {motorised[0]: ("1206", 1)}, SOVIET_COMBAT, die=6)
    attack(game, "1206", "r1")
    assert fought(game).defence == 10, "a step keeps the division whole"


def fifth_example(crowd: tuple[str, ...] = ("r2", "r3"), die: int = 3) -> Game:
    """A division and Rakutin with one way out: F, 1306, in a German zone, where friends stand."""
    rows = ground_rows()
    river(rows, "1206", "1307", kind="lake")
    pieces = {
        "5-inf": "1106",
        "7-inf": "1106",
        "15-inf": "1405",
        "17-inf": "1308",
        "r1": ("1206", "3-4"),
        "rakutin": "1206",
        **dict.fromkeys(crowd, ("1306", "3-3")),
        "konev": "1302",
    }
    return stage(pieces, COMBAT, rows=rows, die=die, marks={"fresh": {"r1": 1, "rakutin": 1}})


@pytest.mark.rule("PG-F9.7", "PG-10.36")
def test_example_5_a_retreat_with_no_free_hex() -> None:
    game = fifth_example()
    attack(game, "1206", "5-inf", "7-inf")
    assert (fought(game).defence, fought(game).column, fought(game).code) == (6, "3:1", "D1")
    game.apply(RETREAT)
    assert ways_back(game) == {("1306",)}
    back(game, "r1", "1306")
    back(game, "rakutin", "1306")
    assert len(game.table.stack(cell(game, "1306"))) == 4
    game.apply(AdvanceUnit(None))
    attack(game, "1306", "15-inf")
    assert set(fought(game).defenders) == {piece(game, "r2"), piece(game, "r3")}
    if fought(game).code[0] in "DE":
        assert where(game, "r1") == where(game, "rakutin") == "lost"
    game = fifth_example(("r2", "r3", "r4"))
    attack(game, "1206", "5-inf", "7-inf")
    game.apply(RETREAT)
    back(game, "r1", "1306")
    assert waits(game) == ("soviet", "remove")
    game.apply(quiet(game))
    back(game, "rakutin", "1306")
    assert (where(game, "r1"), where(game, "rakutin")) == ("lost", "1306")
    game = fifth_example(())
    attack(game, "1206", "5-inf", "7-inf")
    game.apply(RETREAT)
    assert where(game, "r1") == where(game, "rakutin") == "lost", "no friend covers the zone"


@pytest.mark.rule("PG-F6.3", "PG-13.31")
def test_example_6_a_tank_division_by_rail_under_interdiction() -> None:
    rows = ground_rows()
    line = [f"{column:02}10" for column in range(40, 8, -1)]
    rail(rows, *reversed(line))
    rifles = [f"r{number}" for number in range(1, 7)]
    pieces = {"t1": "4010", "lukin": "3710", **dict.fromkeys(rifles, "3610"), "5-inf": "0106"}
    for markers, farthest in ((("3010", "2910"), 24), (("3010", "2910", "2810"), 21)):
        lying = {f"air-{number}": at for number, at in enumerate(markers, 1)}
        game = stage(pieces, SOVIET_MOVE, rows=rows, markers=lying)
        assert reach(game, "t1")[line[farthest]] == 30 and line[farthest + 1] not in reach(game, "t1")
        game.apply(move(game, "t1", *line[1 : farthest + 1]))
        for name in rifles[:5]:
            game.apply(move(game, name, *line[5:15]))
        refused(game, move(game, rifles[5], *line[5:15]), "PG-F6.3")
        game.apply(move(game, "lukin", *line[4:15]))
        refused(game, move(game, "t1", "1609"), "PG-6.1")
        skip_to(game, MOVE)
        assert all(at < 0 for at in game.state.markers), "all markers come off"


SEVENTH = {
    "lukin": "1006",
    "r1": ("1206", "3-3"),
    "r2": ("0706", "3-3"),
    "r3": ("1306", "3-3"),
    "remezov": "1606",
    **dict(zip(WALL, ("1301", "1303", "1305", "1308", "1310", "1312"), strict=False)),
}
"""Lukin's pocket west of a German front: D is r1, E is r2; C, r3, stands in the only gap, in a German zone."""


def fed(game: Game) -> dict[str, bool]:
    return {name: supplied(game.table, piece(game, name)) for name in ("r1", "r2", "lukin", "remezov")}


@pytest.mark.rule("PG-11.21", "PG-11.24", "PG-11.4")
def test_example_7_soviet_supply_with_two_leaders() -> None:
    everybody = dict.fromkeys(("r1", "r2", "lukin", "remezov"), True)
    assert fed(stage(SEVENTH, SOVIET_MOVE)) == everybody
    without = {name: at for name, at in SEVENTH.items() if name != "r3"}
    game = stage(without, SOVIET_MOVE)
    assert fed(game) == {"r1": False, "r2": False, "lukin": False, "remezov": True}, "C is dead"
    game = stage({**without, "23-inf": "0606"}, SOVIET_COMBAT, die=1)
    attack(game, "0606", "r2")
    assert fought(game).attack == 1, "at half, but led by Lukin"
    rows = ground_rows()
    terrain(rows, "swamp", "1206")
    wet = fed(stage(SEVENTH, SOVIET_MOVE, rows=rows))
    assert (wet["r1"], wet["lukin"], wet["r2"]) == (True, False, False), "no line passes D's swamp"
    game = stage(SEVENTH, SOVIET_MOVE, marks={"disrupted": {"remezov": 1}})
    assert fed(game) == everybody, "past the disrupted leader"


@pytest.mark.rule("PG-15.11", "PG-15.2")
def test_example_8_points_with_a_cut_line() -> None:
    held = {"smolensk": "german", "smolensk-2": "german", "roslavl": "german", "hex-5907": "german"}
    front = {f"r{row}": f"26{row:02}" for row in (1, 3, 9, 11, 13)} | {"r6": "2606"}
    ledger = {"points.german": 9.0, "points.soviet": 7.0}
    pieces = {**front, "konev": "4401", "gd": "2203", "5-inf": "3010", "r20": "2804"}
    game = stage(pieces, "german-disruption", turn=12, control=held, tallies=ledger)
    net = score_of(game.table, "german") - score_of(game.table, "soviet")
    assert net == 25 + 20 + 9 - 7, "Roslavl has no line, the hex in the east needs none"
    while game.decision is not None:
        game.apply(quiet(game))
    assert game.outcome is not None and game.outcome.level == "Soviet marginal victory"
    cover = {"7-inf": "2607", "15-inf": "2608", "17-inf": "2507", "23-inf": "2708"}
    game = stage({**pieces, **cover}, "german-disruption", turn=12, control=held, tallies=ledger)
    net = score_of(game.table, "german") - score_of(game.table, "soviet")
    assert net == 25 + 10 + 20 + 9 - 7, "German units in the closed hexes cancel the zones"
    while game.decision is not None:
        game.apply(quiet(game))
    assert game.outcome is not None and game.outcome.level == "German marginal victory"
