"""Setting up: which line takes which unit, and how much a log grows by it."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest
from msgspec.structs import replace

from engine.play import Game
from engine.play.game import Entry
from engine.play.sandbox import Position, Spot, lay_out
from engine.records import Rows
from engine.records.counters import Face, Selector, Unit
from engine.records.family import decoder
from engine.records.play import Arrival, Phase, Placement
from engine.rules.setup import _can_follow
from engine.scenario import compile_scenario
from engine.scenario.deployment import deployment
from engine.state.actions import PlaceUnit
from engine.state.events import AgendaChanged, UnitPlaced
from engine.state.tasks import SetUp
from engine.systems import setting_of
from tests.kit.boards import redraw, region
from tests.kit.small import small_scenario

_entries: msgspec.json.Decoder[list[Entry]] = decoder(list[Entry])


def army(many: int, *lines: Placement | Arrival) -> Rows:
    """A small scenario in which the Germans have so many divisions, set up by these lines only."""
    rows = small_scenario()
    for number in range(1, many + 1):
        key = f"d{number:03}"
        rows.put(Unit(unit=key, name=key, side="german", nationality="german", position=number))
        rows.put(Face(unit=key, face=0, attack=1, defence=1, movement=4))
    region(rows, "wood", "0201", "0202", "0203", "0204")
    rows.drop(Placement, "german")
    soviet = rows.get(Placement, "soviet")
    assert soviet is not None
    rows.put(replace(soviet, position=99))
    for line in lines:
        rows.put(line)
    return rows


def line(key: str, units: Selector, position: int, where: str = "", count: int = 0, **more: bool) -> Placement:
    spot = {"cell": where} if where else {"region": "wood"}
    return Placement(placement=key, side="german", units=units, position=position, count=count, **spot, **more)


ALL = Selector(sides=("german",))


def stands(game: Game, key: str) -> str:
    at = game.state.cell[game.scenario.piece_index[key]]
    return game.setting.board.label(at) if at >= 0 else ""  # type: ignore[arg-type]


def test_a_unit_placed_by_name_is_not_taken_by_a_general_line_before_it() -> None:
    rows = army(3, line("all", ALL, 0, "0101", 2), line("one", Selector(units=("d001",)), 1, "0301", 1))
    game = Game.new(rows, 1)
    assert [stands(game, key) for key in ("d001", "d002", "d003", "xxiv-pz")] == ["0301", "0101", "", "0101"]
    placed = deployment(rows).placed
    assert set(placed["all"]) == {"xxiv-pz", "d002"} and placed["one"] == ("d001",)


def test_a_unit_that_arrives_by_name_is_not_set_up_by_a_general_line() -> None:
    later = Arrival(arrival="late", turn=2, side="german", units=Selector(units=("d002",)), region="west")
    game = Game.new(army(2, line("all", ALL, 0, "0101"), later), 1)
    assert [stands(game, key) for key in ("d001", "d002")] == ["0101", ""]


def test_the_owner_is_not_offered_a_unit_that_a_later_line_names() -> None:
    rows = army(3, line("some", ALL, 0, count=2), line("one", Selector(units=("d001",)), 1, "0301", 1))
    game = Game.new(rows, 1)
    offered = {action.piece for action in game.options() if isinstance(action, PlaceUnit)}
    assert offered == {game.scenario.piece_index[key] for key in ("xxiv-pz", "d002", "d003")}
    cell = game.setting.board.cell("0201")
    assert not game.judge(PlaceUnit(game.scenario.piece_index["d001"], cell))


@pytest.mark.parametrize("owner_takes", ["d001", "d003"])
def test_what_the_owner_leaves_goes_to_the_lines_after(owner_takes: str) -> None:
    chosen = Selector(units=("d001", "d002", "d003"))
    rows = army(3, line("two", chosen, 0, count=2), line("rest", ALL, 1, "0301"))
    game = Game.new(rows, 1)
    for key, label in ((owner_takes, "0201"), ("d002", "0202")):
        game.apply(PlaceUnit(game.scenario.piece_index[key], game.setting.board.cell(label)))
    other = ({"d001", "d003"} - {owner_takes}).pop()
    assert [stands(game, key) for key in (owner_takes, "d002", other)] == ["0201", "0202", "0301"]


def test_a_general_arrival_leaves_alone_what_another_names_until_that_has_enough() -> None:
    named = Arrival(arrival="b", turn=1, side="german", units=Selector(units=("d001", "d002")), count=1, region="west")
    any_ = Arrival(arrival="a", turn=1, side="german", units=ALL, count=1, region="west")
    rows = army(2, line("x", Selector(units=("xxiv-pz",)), 0, "0101"), named, any_)
    rows.put(Phase(phase="come", name="Arrivals", kind="build-up", side="german", position=-1))
    game = Game.new(rows, 1)
    while game.decision is not None and game.decision.kind == "set-up":
        game.apply(next(iter(game.options())))
    offered = {action.piece for action in game.options() if isinstance(action, PlaceUnit)}
    first, second = (game.scenario.piece_index[key] for key in ("d001", "d002"))
    assert offered == {first, second}
    game.apply(PlaceUnit(second, game.setting.board.cell("0102")))
    game.apply(PlaceUnit(first, game.setting.board.cell("0103")))
    assert stands(game, "d001") == "0103", "the line that named it has enough, so the other may bring it"


# the log


def set_up(many: int) -> Game:
    """A game whose owner has placed all his units, one by one."""
    game = Game.new(army(many, line("all", ALL, 0)), 1)
    while game.decision is not None and game.decision.side == 0:
        game.apply(next(iter(game.options())))
    return game


def size(game: Game) -> int:
    return len(msgspec.json.encode(game.log))


def test_the_log_of_a_set_up_grows_with_the_pieces_and_not_with_their_square() -> None:
    few, many = size(set_up(40)), size(set_up(160))
    assert many < 4.4 * few


def test_units_that_must_stand_apart_count_only_those_of_their_own_line() -> None:
    first, second = Selector(units=("d001", "d002")), Selector(units=("d003",))
    rows = army(3, line("first", first, 0, apart=True), line("second", second, 1, apart=True))
    game = Game.new(rows, 1)
    pieces = [game.scenario.piece_index[key] for key in ("d001", "d002", "d003")]
    cells = [game.setting.board.cell(label) for label in ("0201", "0202", "0203")]
    game.apply(PlaceUnit(pieces[0], cells[0]))
    assert not game.judge(PlaceUnit(pieces[1], cells[1]))
    game.apply(PlaceUnit(pieces[1], cells[2]))
    assert game.judge(PlaceUnit(pieces[2], cells[1])), "beside units of another line it may stand"
    assert game.undo() and not game.judge(PlaceUnit(pieces[1], cells[1])), "undo forgets the line too"


def test_whoever_may_not_be_set_up_somewhere_is_told_why() -> None:
    crowded = replace(line("first", Selector(units=("d001", "d002", "d003")), 0), per_cell=2)
    game = Game.new(army(3, crowded), 1)
    pieces = [game.scenario.piece_index[key] for key in ("d001", "d002", "d003")]
    cells = [game.setting.board.cell(label) for label in ("0201", "0202")]
    for piece in pieces[:2]:
        game.apply(PlaceUnit(piece, cells[0]))
    assert game.judge(PlaceUnit(pieces[2], cells[0])).why == (
        "0201 is full: no more than 2 units may be set up in one cell."
    )
    apart = Game.new(army(2, line("first", Selector(units=("d001", "d002")), 0, apart=True)), 1)
    apart.apply(PlaceUnit(pieces[0], cells[0]))
    assert "no two of these may be set up side by side" in apart.judge(PlaceUnit(pieces[1], cells[1])).why


def as_the_first_release(game: Game) -> list[Entry]:
    """The log as the first release wrote it: every placement puts the task anew, with all that was placed."""
    old, placed, number = [], (), -1
    for entry in game.log:
        events = []
        for event in entry.events:
            if isinstance(event, UnitPlaced) and event.line is not None:
                placed = (*placed, event.piece) if event.line == number else (event.piece,)
                number = event.line
                events.append(UnitPlaced(event.piece, event.origin, event.target, event.why))
                if entry.action is not None:
                    before = SetUp(number, placed[:-1])
                    events.append(AgendaChanged((before,), (SetUp(number, placed),)))
            elif isinstance(event, AgendaChanged) and event.taken == (SetUp(number),):
                events.append(AgendaChanged((SetUp(number, placed),), event.put))
            else:
                events.append(event)
        old.append(Entry(entry.side, entry.action, tuple(events)))
    return old


def test_a_game_of_the_first_release_left_in_its_set_up_goes_on() -> None:
    rows = army(4, line("all", ALL, 0, apart=False, count=4))
    whole = Game.new(rows, 1)
    for _ in range(3):
        whole.apply(next(iter(whole.options())))
    raw = msgspec.json.encode(as_the_first_release(whole))
    assert b'"placed":[' in raw and b'"line":null' not in raw
    game = Game.replay(whole.setting, 1, _entries.decode(raw), len(whole.log))
    assert game.decision == whole.decision and game.decision is not None
    assert game.decision.prompt == "Set up: place 1 more of German units."
    for one in (game, whole):
        one.apply(next(iter(one.options())))
    assert game.state.cell == whole.state.cell and game.decision == whole.decision
    while game.undo():
        pass
    assert game.state.cell.count(-1) == len(game.state.cell)


WOOD = ("0201", "0202", "0203", "0204")


@pytest.mark.parametrize(
    ("stood", "per_cell", "planned", "left", "fits"),
    [
        ((), 1, (), 4, True),
        ((), 1, (), 5, False),
        (("0201",), 1, (), 3, True),
        (("0201",), 1, (), 4, False),
        (("0201", "0202"), 2, ("0203",), 5, True),
        (("0201", "0202"), 2, ("0203",), 6, False),
        (("0201", "0202"), 0, ("0203",), 99, True),
    ],
)
def test_the_rest_of_a_line_follows_where_so_many_find_room(
    stood: tuple[str, ...], per_cell: int, planned: tuple[str, ...], left: int, fits: bool
) -> None:
    table = lay_out(
        setting_of(compile_scenario(army(3))), Position(dict(zip(("d001", "d002"), map(Spot, stood), strict=False)))
    )
    each = replace(line("all", ALL, 0), per_cell=per_cell)
    cells = [table.board.cell(label) for label in planned]
    assert _can_follow(table, each, [], cells, left) is fits  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(20))
def test_where_units_stand_apart_the_rest_follows_if_there_is_a_way_to_set_it_up(seed: int) -> None:
    chance = random.Random(seed)
    rows = army(3)
    redraw(rows, "wood", *chance.sample([f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 5)], 8))
    table = lay_out(setting_of(compile_scenario(rows)), Position({"13-army": Spot("0303")}))
    cells, left = sorted(table.board.regions["wood"]), chance.randrange(4)
    free = [cell for cell in cells if table.holder(cell) is None]
    own = chance.sample(cells, 1)
    near = table.setting.neighbours
    ways = (
        (*own, *some)
        for some in combinations(free, left)
        if all(one != other and other not in near[one] for one, other in combinations((*own, *some), 2))
    )
    each = replace(line("all", ALL, 0), apart=True)
    assert _can_follow(table, each, own, [], left) is (left == 0 or next(ways, None) is not None)
