"""The debrief against the log and the charts that it is made from."""

from __future__ import annotations

import pytest

from engine.charts.analysis import Engagement, read_columns
from engine.play import Game
from engine.play.debrief import debrief
from engine.rules.forecast import combat_table
from engine.state.events import BattleFought, StepLost, UnitEliminated
from tests.kit.players import random_game


@pytest.fixture(scope="module")
def game() -> Game:
    return random_game("arduous-beginning", 7)


def test_losses_are_those_of_the_log(game: Game) -> None:
    found = debrief(game)
    lost = [0, 0]
    fork = game.fork()
    fork.go_to(1)
    for entry in game.log[1 : game.cursor]:
        for event in entry.events:
            if isinstance(event, StepLost):
                lost[game.setting.side_of[event.piece]] += 1
            elif isinstance(event, UnitEliminated):
                counter = fork.state.counter[event.piece]
                left = 1 if counter is None else game.scenario.counters[counter].steps - fork.state.face[event.piece]
                lost[game.setting.side_of[event.piece]] += max(1, left)
            event.apply(fork.state)
    assert found.standings[-1].steps_lost == tuple(lost) and sum(lost) > 3
    assert [standing.turn for standing in found.standings] == list(range(game.state.turn + 1))


def test_luck_is_what_came_less_what_the_column_promised(game: Game) -> None:
    found, crt = debrief(game), combat_table(game.table)
    fought = [
        event
        for entry in game.log[: game.cursor]
        for event in entry.events
        if isinstance(event, BattleFought) and event.total is not None and event.column in crt.table.columns
    ]
    assert len(found.throws) == len(fought) > 2
    for throw, event in zip(found.throws, fought, strict=True):
        size = Engagement(len(event.attackers), max(1, len(event.defenders)))
        reading = read_columns(crt, size)[crt.table.columns.index(event.column)]
        assert throw.expected == pytest.approx(float(reading.balance))
    assert found.luck(0) == pytest.approx(-found.luck(1)), "one side's luck is the other's want of it"


def test_the_mean_of_all_results_is_no_luck_at_all(game: Game) -> None:
    crt = combat_table(game.table)
    for throw in debrief(game).throws:
        chances = crt.distributions[crt.table.columns.index(throw.column)]
        assert throw.code in chances


def test_it_turned_where_most_was_lost_or_a_place_changed_hands(game: Game) -> None:
    moments = debrief(game).moments
    assert moments and [moment.entry for moment in moments] == sorted(moment.entry for moment in moments)
    assert all(moment.text and moment.weight > 0 for moment in moments)
