"""What is written down of a game, against the game itself; dice that know what they are thrown for."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.lab.coupling import CoupledGame, throw_for
from engine.lab.heat import heat
from engine.lab.record import Recorder, pack, unpack
from engine.lab.task import GameTask, Job, pack_ground, play_game
from engine.play import Game
from engine.records.play import ScenarioRow
from engine.rules.score import lines, points
from engine.scenario import compile_scenario
from engine.state import ELIMINATED
from engine.state.events import BattleFought, DieRolled, StepLost, UnitEliminated, UnitMoved
from tests.kit.childs import childs
from tests.kit.shipped import shipped_rows
from tests.kit.skirmish import GREEDY, skirmish


def task(seed: int, *, coupled: bool = True) -> GameTask:
    return GameTask(Job(pack_ground(skirmish(), {}), GREEDY, {}, coupled), 0, 0, seed)


@pytest.fixture(scope="module", params=range(3))
def both(request: pytest.FixtureRequest) -> tuple[Game, object]:
    return play_game(task(request.param))


def test_a_record_agrees_with_the_log_of_its_game(both: tuple[Game, object]) -> None:
    game, _ = both
    _, played = play_game(task(game.seed))
    events = [event for entry in game.log for event in entry.events]
    fights = [event for event in events if isinstance(event, BattleFought)]
    assert [(fight.cell, fight.column, fight.code) for fight in played.fights] == [
        (event.target, event.column, event.code) for event in fights
    ]
    deaths = [event for event in events if isinstance(event, UnitEliminated)]
    assert [(death.piece, death.cell) for death in played.deaths] == [(event.piece, event.origin) for event in deaths]
    lost = Counter(event.piece for event in events if isinstance(event, StepLost | UnitEliminated))
    moved = Counter(event.piece for event in events if isinstance(event, UnitMoved))
    for piece, service in enumerate(played.services):
        assert (service.lost, service.moved, service.counter) == (lost[piece], moved[piece], game.state.counter[piece])
        assert (
            service.end
            == {True: 1, False: 2 if game.state.cell[piece] == ELIMINATED else 0}[game.state.cell[piece] >= 0]
        )
    assert sum(map(sum, played.losses)) == sum(lost.values())


def test_a_record_knows_what_stood_where_at_the_end_of_every_turn(both: tuple[Game, object]) -> None:
    game, _ = both
    _, played = play_game(task(game.seed))
    standing = {cell for cell in game.state.cell if cell >= 0}
    assert set(played.stands[0][-1]) | set(played.stands[1][-1]) == standing
    assert len(played.stands[0]) == len(played.places[0]) == len(played.paces) == played.turns == 4
    for side in (0, 1):
        entered = dict(played.entered[side])
        assert all(entered[cell] <= turn for turn, cells in enumerate(played.stands[side], 1) for cell in cells)
    held = [sum(owner == side for owner in game.state.control) for side in (0, 1)]
    assert [played.places[side][-1] for side in (0, 1)] == held


def test_a_record_survives_the_library() -> None:
    _, played = play_game(task(5))
    assert unpack(pack(played)) == played


def test_the_same_seed_gives_the_same_record() -> None:
    assert play_game(task(9))[1].timeless() == play_game(task(9))[1].timeless()


def test_games_without_dice_are_written_down_too() -> None:
    rows = childs({"1-armor": "0604"}).scenario.rows
    bots = dict.fromkeys(("axis", "soviet"), "random")
    _, played = play_game(GameTask(Job(pack_ground(rows, {}), bots, {}), 0, 0, 3))
    assert played.turns > 0 and len(played.stands[0]) == played.turns


# Dice


def test_dice_are_thrown_for_a_cause_and_not_by_their_number() -> None:
    game = CoupledGame(play_game(task(1))[0].setting, 1)
    game.state.turn, game.state.phase = 2, 1
    first = game.table.roll("1d6", "battle for Orsha")
    for _ in range(5):
        game.table.roll("1d6", "battle for Minsk")
    again = CoupledGame(game.setting, 1)
    again.state.turn, again.state.phase = 2, 1
    again.table.roll("1d6", "weather")
    assert again.table.roll("1d6", "battle for Orsha") == first
    rolls = [event.number for event in game.table.events if isinstance(event, DieRolled)]
    assert rolls == [0, 1, 2, 3, 4, 5]


def test_such_dice_are_fair() -> None:
    shown = Counter(throw_for(seed, "2|1|battle", count, "1d6")[0] for seed in range(600) for count in range(10))
    assert set(shown) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 1000) ** 2 / 1000 for count in shown.values()) < 15.1  # 1 in 100 for five degrees of freedom
    assert all(1 <= die <= 10 for die in throw_for(3, "x", 0, "4d10")) and len(throw_for(3, "x", 0, "4d10")) == 4


def test_a_playtest_with_ordinary_dice_is_an_ordinary_game() -> None:
    game, _ = play_game(task(4, coupled=False))
    plain = Game.begin(game.setting, 4)
    rolls = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
    assert type(game) is Game and plain.log[0] == game.log[0] and rolls


def test_points_are_what_the_ledger_holds_and_what_would_be_counted_if_the_game_ended_now() -> None:
    game = Game.new(shipped_rows("panzergruppe-guderian"), 1)
    recorder, sides = Recorder(game.table), [side.side for side in game.scenario.sides]
    placed = next(number for number, place in enumerate(game.scenario.places) if place.owner == sides[1])
    game.table.score(0, 7, "seven for nothing")
    for place in range(placed, len(game.scenario.places)):
        game.table.take_control(place, 0)
    found = recorder.finish("", "", (0.5, 0.5), 1, 0).points
    assert found == tuple((points(game.table, side),) for side in sides)
    assert found[0][0] > 7 and not any(line.points for line in lines(game.table) if line.side != 0)


def test_a_game_that_begins_on_a_later_turn_counts_its_own_turns() -> None:
    late = skirmish()
    late.put(ScenarioRow(title="Late", turns=4, first_turn=3))
    _, played = play_game(GameTask(Job(pack_ground(late, {}), GREEDY, {}), 0, 0, 5))
    assert (played.first, played.turns, played.length) == (3, 4, 2)
    assert len(played.places[0]) == len(played.stands[0]) == len(played.paces) == 2
    assert {fight.turn for fight in played.fights} <= {3, 4} and played.fights
    scenario = compile_scenario(late)
    for turn in (3, 4):
        stood = heat(scenario, [played], "stands", 0, turn)
        assert set(map(int, stood.nonzero()[0])) == set(played.stands[0][turn - 3])
