"""Panzergruppe Guderian: victory points, levels of victory, and the options that change them (PG 15)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.score import lines
from engine.rules.score import points as score_of
from engine.scenario import compile_scenario
from engine.state.events import PointsScored
from engine.systems import setting_of
from tests.kit.guderian import (
    COMBAT,
    LOSE,
    MOVE,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    attack,
    face,
    fought,
    ground_rows,
    last,
    lose,
    move,
    points,
    quiet,
    real,
    shipped,
    skip_to,
    stage,
    where,
)

SMOLENSK = {"smolensk": "german", "smolensk-2": "german"}


def scored(game: Game) -> dict[str, float]:
    """What the Germans would score for cities now."""
    return {line.why: line.points for line in lines(game.table)}


def finish(game: Game) -> str:
    """Play on quietly to the end; the level of victory."""
    while game.decision is not None:
        game.apply(quiet(game))
    assert game.outcome is not None
    return game.outcome.level


# Cities


@pytest.mark.rule("PG-15.11")
def test_a_city_counts_when_all_its_hexes_were_last_passed_by_germans() -> None:
    game = stage({"gd": "2202", "r1": "4401"}, control={"smolensk-2": "german"})
    assert scored(game) == {}
    game.apply(move(game, "gd", "2203", "2303"))
    assert scored(game) == {"Smolensk held": 25}, "passing is enough"
    assert lines(game.table)[0].case == "PG-15.11"


@pytest.mark.rule("PG-15.11")
def test_soviets_passing_take_it_back_by_move_retreat_overrun_and_arrival() -> None:
    game = stage({"gd": "0106", "r1": "2202", "konev": "2402"}, SOVIET_MOVE, control=SMOLENSK)
    assert scored(game) == {"Smolensk held": 25}
    game.apply(move(game, "r1", "2203", "2303"))
    assert scored(game) == {}
    held = {"hex-5907": "german"}
    game = stage({"5-inf": "0106"}, SOVIET_MOVE, turn=4, setting=real(), control=held, seed=1)
    assert scored(game) == {"Moscow highway held": 20}
    while game.decision is not None and game.decision.kind == "arrive":
        game.apply(next(iter(game.options())))
    assert scored(game) == {}, "an army entered by X"


@pytest.mark.rule("PG-15.11")
def test_a_city_needs_a_line_to_the_west_edge_and_the_two_hexes_none() -> None:
    front = {f"r{row}": f"12{row:02}" for row in range(1, 14, 2)}
    held = {**SMOLENSK, "hex-5907": "german"}
    game = stage({**front, "konev": "1401", "gd": "2203"}, control=held)
    assert scored(game) == {"Moscow highway held": 20}
    hole = {name: at for name, at in front.items() if at not in ("1205", "1207")}
    game = stage({**hole, "konev": "1401", "gd": "2203"}, control=held)
    assert scored(game) == {"Smolensk held": 25, "Moscow highway held": 20}
    friends = {"5-inf": "1106", "7-inf": "1206", "15-inf": "1306"}
    game = stage({**hole, "r30": "1208", "konev": "1401", "gd": "2203", **friends}, control=held)
    assert "Smolensk held" in scored(game), "friends negate zones for this"


@pytest.mark.rule("PG-15.11")
def test_a_city_in_an_open_zone_has_no_line() -> None:
    game = stage({"r1": "3011", "konev": "4401", "gd": "0106"}, control={"roslavl": "german"})
    assert scored(game) == {}
    game = stage({"r1": "3011", "konev": "4401", "gd": "3010"}, control={"roslavl": "german"})
    assert scored(game) == {"Roslavl held": 10}


@pytest.mark.rule("PG-15.11")
def test_on_the_real_map_everything_comes_to_one_hundred_and_forty_five() -> None:
    every = {place.place: "german" for place in real().scenario.places}
    game = stage({"5-inf": "0120"}, MOVE, turn=12, setting=real(), control=every)
    assert score_of(game.table, "german") == 145


# Divisions and recaptures


@pytest.mark.rule("PG-15.12a")
def test_five_for_a_whole_division_and_nothing_for_cavalry_or_regiments() -> None:
    game = stage({"5-inf": ("1106", 3), "r1": ("1206", "9-8"), "konev": "1206"}, SOVIET_COMBAT, die=1)
    attack(game, "1106", "r1")
    assert (where(game, "5-inf"), points(game, "soviet")) == ("lost", 5)
    assert last(game, PointsScored).case == "PG-15.12a"
    for key in ("1-cav", "gd", "lehr"):
        game = stage({key: ("1106", 1), "r1": ("1206", "9-8"), "konev": "1206"}, SOVIET_COMBAT, die=1)
        attack(game, "1106", "r1", "konev")
        if fought(game).code != "De":
            game.apply(LOSE)
            lose(game, key)
        assert (where(game, key), points(game, "soviet")) == ("lost", 0)


@pytest.mark.rule("PG-15.12a")
def test_the_last_regiment_makes_the_division() -> None:
    for lost_before, scored_now in (({}, 0), ({"10-mot-ir-41": ""}, 5)):
        game = stage(
            {"10-mot-ir-20": ("1106", 1), "r1": ("1206", "9-8"), "konev": "1206"},
            SOVIET_COMBAT,
            die=1,
            lost=lost_before,
        )
        attack(game, "1106", "r1", "konev")
        assert (fought(game).code, points(game, "soviet")) == ("De", scored_now)


@pytest.mark.rule("PG-15.12b")
def test_two_for_a_city_retaken_whole_by_the_end_of_the_turn_and_again_each_time() -> None:
    game = stage({"gd": "0106", "r1": "2201", "r2": "2206", "konev": "2401"}, MOVE, control=SMOLENSK)
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "r1", "2202", "2203"))
    game.apply(move(game, "r2", "2205", "2204"))
    assert points(game, "soviet") == 0, "not before his turn is over"
    skip_to(game, MOVE, 8)
    assert points(game, "soviet") == 2 and last(game, PointsScored).case == "PG-15.12b"
    skip_to(game, MOVE, 9)
    assert points(game, "soviet") == 2, "it was not German in between"


@pytest.mark.rule("PG-15.12b")
def test_half_a_city_or_one_without_a_line_pays_nothing() -> None:
    game = stage({"gd": "0106", "r1": "2202", "konev": "2402"}, MOVE, control=SMOLENSK)
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "r1", "2203"))
    skip_to(game, SOVIET_MOVE, 9)
    assert points(game, "soviet") == 0
    game.apply(move(game, "r1", "2204"))
    skip_to(game, MOVE, 9)
    assert points(game, "soviet") == 0, "one hex on one turn, the other on the next"
    front = {f"r{row + 10}": f"12{row:02}" for row in range(1, 14, 2)}
    game = stage({**front, "gd": "0106", "r1": "2202", "r2": "2205", "konev": "2402"}, MOVE, control=SMOLENSK)
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "r1", "2203"))
    game.apply(move(game, "r2", "2204"))
    skip_to(game, MOVE, 8)
    assert points(game, "soviet") == 0, "no line joined it to the west"


@pytest.mark.rule("PG-15.12b")
def test_the_bare_hexes_pay_nothing() -> None:
    game = stage({"gd": "0106", "r1": "4403", "konev": "4401"}, MOVE, control={"hex-5907": "german"})
    skip_to(game, SOVIET_MOVE, 8)
    game.apply(move(game, "r1", "4404"))
    skip_to(game, MOVE, 8)
    assert points(game, "soviet") == 0


# Levels


@pytest.mark.rule("PG-15.2")
@pytest.mark.parametrize(
    ("german", "soviet", "level"),
    [
        (0, 0, "Soviet decisive victory"),
        (7, 7, "Soviet decisive victory"),
        (0, 9, "Soviet decisive victory"),
        (1, 0, "Soviet strategic victory"),
        (25, 0, "Soviet strategic victory"),
        (26, 0, "Soviet marginal victory"),
        (49, 0, "Soviet marginal victory"),
        (50, 0, "German marginal victory"),
        (79, 0, "German marginal victory"),
        (85, 6, "German marginal victory"),
        (80, 0, "German strategic victory"),
        (124, 0, "German strategic victory"),
        (125, 0, "German decisive victory"),
    ],
)
def test_german_points_less_soviet_points_give_the_level(german: int, soviet: int, level: str) -> None:
    ledger = {"points.german": float(german), "points.soviet": float(soviet)}
    game = stage({"gd": "0106", "r1": "4401"}, "german-disruption", turn=12, tallies=ledger)
    assert finish(game) == level


# Options


def chosen(pieces: dict[str, object], when: str, options: dict[str, str], **more: object) -> Game:
    """A game on the training ground with options."""
    return stage(pieces, when, rows=ground_rows(), options=options, **more)  # type: ignore[arg-type]


@pytest.mark.rule("PG-O")
def test_the_historical_result_may_count_as_a_draw() -> None:
    ledger = {"points.german": 60.0}
    game = chosen({"gd": "0106", "r1": "4401"}, "german-disruption", {"historical-draw": "on"}, turn=12, tallies=ledger)
    assert finish(game) == "Draw" and game.outcome is not None and game.outcome.winner is None


@pytest.mark.rule("PG-O")
@pytest.mark.parametrize(
    ("option", "place", "worth"),
    [("gzhatsk-points", "gzhatsk", 5), ("minor-city-points", "belyy", 1), ("minor-city-points", "yelnya", 10)],
)
def test_other_cities_may_count(option: str, place: str, worth: int) -> None:
    setting = setting_of(compile_scenario(shipped(), {option: "on"}))
    game = stage({"5-inf": "0120"}, MOVE, turn=12, setting=setting, control={place: "german"})
    assert score_of(game.table, "german") == worth


@pytest.mark.rule("PG-12.3")
def test_two_divisions_that_only_defend_may_be_chosen() -> None:
    for choice, many in (("off", 1), ("on", 2)):
        setting = setting_of(compile_scenario(shipped(), {"second-zero-one": choice}))
        faces = [each.faces[0] for each in setting.scenario.counters if each.unit.pool == "soviet-rifle"]
        assert sum((each.attack, each.defence) == (0, 1) for each in faces) == many


@pytest.mark.rule("PG-15.12a")
def test_steps_may_count_one_each() -> None:
    for choice, expected in (("off", 0.0), ("one-each", 1.0), ("half-and-one", 0.5)):
        options = {"step-loss-points": choice}
        game = chosen({"5-inf": "1106", "r1": ("1206", "3-4"), "konev": "1606"}, COMBAT, options, die=5)
        attack(game, "1206", "5-inf")
        lose(game, "r1")
        lose(game, "5-inf")
        assert (face(game, "5-inf"), points(game, "soviet")) == (1, expected)


@pytest.mark.rule("PG-15.12a")
def test_in_the_other_variant_a_step_in_defence_counts_one_and_divisions_less() -> None:
    options = {"step-loss-points": "half-and-one"}
    pieces = {"5-inf": ("1106", 3), "r1": ("1206", "9-8"), "konev": "1206"}
    game = chosen(pieces, SOVIET_COMBAT, options, die=1)
    attack(game, "1106", "r1")
    assert points(game, "soviet") == 1 + 1, "a step, and a division of foot"
    pieces = {"10-mot-ir-20": ("1106", 0), "r1": ("1206", "9-8"), "r2": ("1206", "8-8"), "konev": "1206"}
    game = chosen(pieces, SOVIET_COMBAT, options, die=1, lost={"10-mot-ir-41": ""})
    attack(game, "1106", "r1", "r2", "konev")
    assert (fought(game).code, points(game, "soviet")) == ("De", 2 + 2), "both steps at once"


@pytest.mark.rule("PG-15.12a")
def test_half_points_leave_no_gap_between_the_levels() -> None:
    for german, level in ((25.5, "Soviet strategic victory"), (0.5, "Soviet strategic victory")):
        game = chosen(
            {"gd": "0106", "r1": "4401"},
            "german-disruption",
            {"step-loss-points": "half-and-one"},
            turn=12,
            tallies={"points.german": german},
        )
        assert finish(game) == level
