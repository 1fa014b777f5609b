"""The luck of a game: worked out from the table when dice are thrown, and nothing on average."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt

import numpy as np
import pytest

from engine.lab.luck import leaving
from engine.lab.record import Fight, Played
from engine.lab.task import GameTask, Job, pack_ground, play_game
from engine.records.charts import Choice, EliminateAll, LoseSteps, RetreatHexes
from engine.scenario import compile_scenario
from tests.kit.skirmish import GREEDY, TABLE, skirmish, with_cell

GAMES = 60
LEAVES = {"AL": 0, "NE": 0, "DR": 1, "DL": 1, "DE": 1}
"""Whether the defenders of the skirmish leave their hex by a result."""

OTHER = ("3", "2:1", "DE")
"""Of the two dice that make the defenders retreat at 2:1 the first kills them in the other version."""


@cache
def games() -> list[Played]:
    """Games of the skirmish that know what another version would have said."""
    job = Job(pack_ground(skirmish(), {}), GREEDY, {}, other=pack_ground(with_cell(*OTHER), {}))
    return [play_game(GameTask(job, 0, number, number))[1] for number in range(GAMES)]


def orsha() -> int:
    scenario = compile_scenario(skirmish())
    return next(scenario.board.cell(place.cell) for place in scenario.places if place.owner is not None)


def luck_by_hand(fight: Fight, table: dict[str, tuple[str, ...]]) -> float:
    """What a battle brought, less what its column brings on average."""
    return LEAVES[fight.code] - sum(LEAVES[code] for code in table[fight.column]) / 6


@pytest.mark.parametrize("which", ["here", "there"])
def test_luck_is_what_a_throw_brings_less_what_its_column_brings_on_average(which: str) -> None:
    killing = dict(TABLE) | {"2:1": ("AL", "NE", "DE", "DR", "DL", "DL")}
    for game in games():
        wanted = np.zeros((2, 2, 4))
        for fight in game.fights:
            if fight.total is not None:
                table = TABLE if which == "here" else killing
                wanted[int(fight.cell != orsha()), fight.side, fight.turn - 1] += luck_by_hand(fight, table)
        assert np.array(getattr(game.luck, which).ledger) == pytest.approx(wanted, abs=1e-5)
    assert any(np.array(game.luck.here.ledger)[0].any() for game in games())


def test_how_often_a_result_was_to_be_expected_follows_from_the_columns_of_the_battles() -> None:
    for game in games():
        thrown = Counter(fight.column for fight in game.fights if fight.total is not None)
        found = {(column, code): many for column, code, many in game.luck.here.expected}
        assert {column for column, _ in found} == set(thrown)
        for (column, code), many in found.items():
            assert many == pytest.approx(thrown[column] * TABLE[column].count(code) / 6, abs=1e-4)


def test_its_mean_is_nothing() -> None:
    sums = np.array([np.array(game.luck.here.ledger).sum(axis=(0, 2)) for game in games()])
    assert (sums.std(axis=0) > 0.3).all()
    assert (abs(sums.mean(axis=0)) < 3 * sums.std(axis=0) / sqrt(GAMES)).all()


def test_how_likely_the_change_strikes_is_known_when_the_results_are() -> None:
    struck = 0
    for game in games():
        open_to_it = [fight for fight in game.fights if (fight.column, fight.code) == ("2:1", "DR")]
        assert game.luck.chance == pytest.approx(1 - 0.5 ** len(open_to_it), abs=1e-5)
        assert game.luck.struck == any(fight.total == 3 for fight in open_to_it)
        struck += game.luck.struck
    likely = np.array([game.luck.chance for game in games()])
    assert abs(struck - likely.sum()) < 3 * sqrt((likely * (1 - likely)).sum()) and struck


def test_a_game_that_knows_of_no_other_version_knows_of_no_strike() -> None:
    job = Job(pack_ground(skirmish(), {}), GREEDY, {})
    game = play_game(GameTask(job, 0, 1, 1))[1]
    assert game.luck.here == games()[1].luck.here and not game.luck.there.ledger and not game.luck.chance


def test_what_drives_defenders_out() -> None:
    retreat, loss = RetreatHexes(who="defender"), LoseSteps(who="defender")
    assert leaving((loss, retreat)) == leaving((EliminateAll(who="defender"),)) == 1
    assert leaving((loss,)) == leaving((RetreatHexes(who="attacker"), EliminateAll(who="attacker"))) == leaving(()) == 0
    assert leaving((Choice(options=((loss,), (retreat,))),)) == 0.5
