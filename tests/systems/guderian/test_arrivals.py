"""Panzergruppe Guderian: reinforcements of all kinds, the pools and the dead pile (PG 12, 14, 16)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.play import Game
from engine.rules.arrivals import due
from engine.rules.dead_pile import PoolRefilled
from engine.scenario import compile_scenario
from engine.state.actions import Done, PlaceUnit
from engine.state.events import DieRolled, PointsScored
from engine.systems import setting_of
from tests.kit.guderian import (
    MOVE,
    SOVIET_MOVE,
    cell,
    ground_rows,
    key_of,
    label,
    last,
    lost,
    piece,
    points,
    reach,
    real,
    refused,
    seed_showing,
    shipped,
    skip_to,
    stage,
    waits,
    where,
)

PRINTED = {
    1: {"x": 7, "v": 6},
    2: {"w": 5, "x": 4},
    3: {"z": 8, "x": 4},
    4: {"x": 7},
    5: {"x": 5},
    6: {"x": 4},
    **{turn: {"x": 5} for turn in range(7, 12)},
    12: {},
}
GERMAN = {1: {"c": 13}, 2: {"a": 6, "b": 2}, 3: {"d": 3, "e": 15, "h": 9}, 4: {}, 5: {"e": 3}, 6: {"e": 2}}
GERMAN |= {7: {"e": 4}, 8: {"f": 2}, 9: {"g": 2}, 10: {}, 11: {}, 12: {}}


def fresh(game: Game, side: str, turn: int) -> dict[str, int]:
    """How many units a side's schedule brings on a turn, by entrance."""
    found: Counter[str] = Counter()
    for line, _ in due(game.table, game.scenario.side_index[side]):
        if line.turn == turn:
            found[str(line.region)[-1]] += line.count
    return dict(found)


@pytest.mark.rule("PG-16.1", "PG-16.2")
@pytest.mark.parametrize("turn", range(1, 13))
def test_the_schedules_bring_what_is_printed(turn: int) -> None:
    game = stage({"r70": "3020"}, "soviet-combat", turn=turn, setting=real())
    assert fresh(game, "soviet", turn) == PRINTED[turn]
    assert fresh(game, "german", turn) == GERMAN[turn]


def place_all(game: Game, wanted: str = "") -> None:
    """Bring on everybody who is due, at a certain hex where that can be."""
    while waits(game)[1] == "arrive":
        options = [action for action in game.options() if isinstance(action, PlaceUnit)]
        if not options:
            return
        game.apply(next((each for each in options if label(game, each.cell) == wanted), options[0]))


@pytest.mark.rule("PG-16.1", "PG-14.0")
def test_a_whole_army_enters_by_one_hex_and_moves_on() -> None:
    game = stage({}, SOVIET_MOVE, turn=1, setting=real(), seed=1)
    place_all(game)
    assert len(game.table.stack(cell(game, "5907"))) == 7, "six divisions and Rokossovsky"
    at = [piece for piece in game.table.stack(cell(game, "5907")) if game.scenario.pieces[piece].pool]
    assert all(game.state.counter[each] is None for each in at), "untried"
    ways = game.view(1).reach(at[0])
    assert ways and max(each.points(to) for each in ways[:1] for to in each.cells()) <= 5, "one point is paid"
    game.apply(Done())
    assert waits(game) == ("soviet", "remove"), "who stays is too many when movement ends"


@pytest.mark.rule("PG-16.2", "PG-14.0")
def test_german_units_pay_for_the_hex_where_they_enter_and_may_wait() -> None:
    game = stage({}, MOVE, turn=2, setting=real())
    assert waits(game) == ("german", "arrive")
    refused(game, PlaceUnit(piece(game, "6-inf"), cell(game, "0111")), "PG-16.2")
    refused(game, PlaceUnit(piece(game, "5-inf"), cell(game, "0110")), "PG-14.0")
    game.apply(PlaceUnit(piece(game, "6-inf"), cell(game, "0110")))
    paid = game.state.spent[piece(game, "6-inf")] / 4
    ground = game.setting.board.terrain_of(cell(game, "0110"))  # type: ignore[arg-type]
    assert paid == {"clear": 1, "forest": 1, "swamp": 2}[ground]
    game.apply(Done())
    assert where(game, "26-inf") == "off" and max(reach(game, "6-inf").values()) <= 7 - paid
    skip_to(game, MOVE, 3)
    game.apply(PlaceUnit(piece(game, "26-inf"), cell(game, "0105")))
    assert where(game, "26-inf") == "0105", "a turn later"


@pytest.mark.rule("PG-14.0")
def test_a_marker_in_the_entrance_costs_a_point_and_nobody_enters_by_an_enemy_zone() -> None:
    game = stage({}, MOVE, turn=3, setting=real(), markers={"soviet-1": "0120"})
    game.apply(PlaceUnit(piece(game, "gd"), cell(game, "0120")))
    game.apply(PlaceUnit(piece(game, "17-pz-pzr-39"), cell(game, "0121")))
    more = game.state.spent[piece(game, "gd")] - game.state.spent[piece(game, "17-pz-pzr-39")]
    clear = {game.setting.board.terrain_of(cell(game, at)) for at in ("0120", "0121")}  # type: ignore[arg-type]
    assert more == 4 or len(clear) > 1
    game = stage({"r1": "0219"}, MOVE, turn=3, setting=real())
    refused(game, PlaceUnit(piece(game, "gd"), cell(game, "0119")), "PG-16.2")


@pytest.mark.rule("PG-16.2")
def test_the_option_opens_0111() -> None:
    setting = setting_of(compile_scenario(shipped(), {"entrance-b": "on"}))
    game = stage({}, MOVE, turn=2, setting=setting)
    game.apply(PlaceUnit(piece(game, "6-inf"), cell(game, "0111")))


# By die


def arriving(pieces: dict[str, object], die: int, turn: int = 4, **more: object) -> Game:
    """A Soviet movement phase in which a die names the entrance."""
    rows = ground_rows(arrivals=True)
    return stage(pieces, SOVIET_MOVE, turn=turn, rows=rows, seed=seed_showing(("1d6", die)), **more)  # type: ignore[arg-type]


ENTRANCES = {1: "2001", 2: "3001", 3: "4001", 4: "4013", 5: "3113", 6: "1813"}


@pytest.mark.rule("PG-14.11", "PG-12.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_names_the_entrance_of_one_rifle_division(die: int) -> None:
    game = arriving({"gd": "0106"}, die)
    assert last(game, DieRolled).total == die and waits(game) == ("soviet", "arrive")
    options = list(game.options())
    assert [label(game, each.cell) for each in options] == [ENTRANCES[die]]  # type: ignore[union-attr]
    game.apply(options[0])
    (came,) = game.table.on_map(1)
    assert game.scenario.pieces[came].pool == "soviet-rifle" and game.state.counter[came] is None


@pytest.mark.rule("PG-14.12")
def test_a_blocked_entrance_sends_it_to_the_nearest_free_hex_toward_the_east() -> None:
    game = arriving({"gd": "3001"}, 2)
    found = {label(game, each.cell) for each in game.options() if isinstance(each, PlaceUnit)}
    distance = game.setting.board.grid.distance
    assert {distance(cell(game, "3001"), cell(game, at)) for at in found} == {2}  # type: ignore[arg-type]
    assert all(int(at[:2]) >= 30 for at in found)
    game = arriving({"5-inf": "2902"}, 2)
    found = {label(game, each.cell) for each in game.options() if isinstance(each, PlaceUnit)}
    assert found and "3001" not in found, "a zone blocks it, too"


@pytest.mark.rule("PG-14.13")
def test_it_must_be_taken_and_is_not_saved() -> None:
    game = arriving({"gd": "0106"}, 3)
    refused(game, Done(), "PG-14.11")
    game.apply(next(iter(game.options())))
    assert waits(game)[1] != "arrive", "one a turn"


# At a price


@pytest.mark.rule("PG-14.21", "PG-14.22", "PG-14.23")
def test_five_a_turn_and_ten_a_game_for_points() -> None:
    game = arriving({"gd": "0106"}, 3)
    game.apply(next(iter(game.options())))
    assert waits(game) == ("soviet", "buy")
    first = next(each for each in game.options() if isinstance(each, PlaceUnit))
    refused(game, PlaceUnit(first.piece, cell(game, "3013")), "PG-14.22")
    cells = {label(game, each.cell) for each in game.options() if isinstance(each, PlaceUnit)}
    assert cells == {"3113", "3813"}
    for number in range(1, 6):
        game.apply(next(each for each in game.options() if isinstance(each, PlaceUnit)))
        assert points(game, "german") == number
    assert waits(game) == ("soviet", "move"), "five a turn"
    skip_to(game, SOVIET_MOVE, 5)
    while waits(game)[1] != "buy":
        game.apply(next(iter(game.options())))
    for number in range(1, 6):
        game.apply(next(each for each in game.options() if isinstance(each, PlaceUnit)))
        assert points(game, "german") == 5 + 2 * number
    assert (points(game, "german"), last(game, PointsScored).case) == (15, "PG-14.23")
    skip_to(game, SOVIET_MOVE, 6)
    while waits(game)[1] == "arrive":
        game.apply(next(iter(game.options())))
    assert waits(game)[1] == "move", "ten a game"


@pytest.mark.rule("PG-14.21")
def test_not_before_turn_two_and_never_required() -> None:
    game = arriving({"gd": "0106"}, 3, turn=1)
    game.apply(next(iter(game.options())))
    assert waits(game)[1] == "move"
    game = arriving({"gd": "0106"}, 3, turn=2)
    game.apply(next(iter(game.options())))
    game.apply(Done())
    assert waits(game)[1] == "move" and points(game, "german") == 0


# Pools and the dead


@pytest.mark.rule("PG-12.1")
def test_divisions_come_untried_by_type_and_leaders_known() -> None:
    game = stage({}, SOVIET_MOVE, turn=2, setting=real(), seed=1)
    place_all(game)
    pools = Counter(game.scenario.pieces[at].pool for at in game.table.on_map(1) if game.table.bearing("fresh").get(at))
    assert pools["soviet-rifle"] >= 8 and pools["soviet-armour"] >= 1
    for at in game.table.on_map(1):
        assert (game.state.counter[at] is None) is bool(game.scenario.pieces[at].pool)
    rifle = next(at for at in game.table.on_map(1) if game.scenario.pieces[at].pool == "soviet-rifle")
    assert len(game.view(0).pool(rifle)) == len(game.view(1).pool(rifle)) == 78, "neither side knows more"


def exhausted(*dead: str) -> dict[str, object]:
    """A position in which every rifle division but the dead stands in the east."""
    gone = {key_of(name.partition("=")[0]) for name in dead}
    names = [f"r{number}" for number in range(1, 79) if key_of(f"r{number}") not in gone]
    return {name: f"{36 + number % 8:02}{1 + number // 8:02}" for number, name in enumerate(names)}


@pytest.mark.rule("PG-12.4", "PG-14.14")
def test_when_the_pool_is_empty_the_dead_are_drawn_again_untried() -> None:
    dead = ("r77=3-3", "r78=9-8")
    pieces = {**exhausted(*dead), "gd": "0106", "konev": "4406"}
    game = arriving(pieces, 1, lost=lost(*dead))
    refilled = last(game, PoolRefilled)
    assert len(refilled.pieces) == 2
    game.apply(next(iter(game.options())))
    (came,) = game.table.bearing("fresh")
    assert game.state.counter[came] is None
    strengths = sorted(face.attack for _, face in game.table.pool_of(came))
    assert strengths == [3, 9], "one of the two, nobody knows which"


@pytest.mark.rule("PG-14.14")
def test_there_are_never_more_units_than_counters() -> None:
    game = arriving({**exhausted(), "gd": "0106", "konev": "4406"}, 1)
    assert waits(game)[1] == "move", "no division is left, and nobody lies dead"
    assert len(game.table.on_map(1)) == 79
    assert not any(isinstance(event, DieRolled) for entry in game.log for event in entry.events)


@pytest.mark.rule("PG-12.4")
def test_a_batch_is_the_pile_as_it_lay_when_the_last_ran_out() -> None:
    dead = ("r77=3-3", "r78=9-8")
    game = arriving({**exhausted(*dead), "gd": "0106", "konev": "4406"}, 1, lost=lost(*dead))
    while waits(game)[1] in ("arrive", "buy"):
        game.apply(next(iter(game.options())))
    both = list(game.table.bearing("fresh"))
    assert len(both) == 2, "both of the second batch came, and then the pile was empty"
    game.table.eliminate(both[0], "for the test", "")
    shown = game.state.counter[both[0]]
    assert shown is not None
    left = [index for index, _ in game.table.pool_of(both[1])]
    assert len(left) == 1 and left[0] != shown


@pytest.mark.rule("PG-16.1", "PG-12.4")
def test_a_schedule_draws_what_is_left_in_the_pool_though_others_drew_what_was_meant_for_it() -> None:
    waiting = [f"r{number}" for number in range(66, 73)]
    pieces = {name: at for name, at in exhausted().items() if name not in waiting}
    game = stage({**pieces, "gd": "0106"}, SOVIET_MOVE, turn=5, setting=real(), seed=1)
    while waits(game)[1] != "move":
        at_x = [each for each in game.options() if isinstance(each, PlaceUnit) and label(game, each.cell) == "5907"]
        game.apply(at_x[0] if at_x else Done() if waits(game)[1] == "buy" else next(iter(game.options())))
    came = [at for at in game.table.stack(cell(game, "5907")) if game.scenario.pieces[at].pool == "soviet-rifle"]
    by_die = 1
    assert len(came) + by_die == len(waiting), "all that the pool has, by whatever lines were late"
