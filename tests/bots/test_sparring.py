"""Sparring partners: they play on as they were, whatever a scenario's own plans become."""

from __future__ import annotations

import pytest

from engine.bots import SPARRING, make_bot
from engine.errors import StavkaError
from engine.play import Game
from engine.records.play import Doctrine
from tests.kit.players import setting_for

AB = setting_for("arduous-beginning")


@pytest.mark.parametrize("name", SPARRING)
@pytest.mark.parametrize("side", [0, 1])
def test_a_sparring_partner_plays_by_the_rules(name: str, side: int) -> None:
    bots = [make_bot(name if side == number else "greedy", AB.scenario, number, 5) for number in (0, 1)]
    game = Game.begin(AB, 3)
    while game.decision is not None and game.state.turn <= 3:
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    assert game.state.turn == 4


def test_new_rows_of_a_scenario_do_not_change_the_first_doctrine() -> None:
    before = make_bot("doctrine-1", AB.scenario, 1, 5)
    rows = AB.scenario.rows
    kept = rows.all(Doctrine)
    for row in kept:
        rows.drop(Doctrine, *row.identity())
    try:
        assert make_bot("doctrine-1", AB.scenario, 1, 5).rules == before.rules  # type: ignore[attr-defined]
    finally:
        for row in kept:
            rows.put(row)


def test_a_bot_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(StavkaError, match=r"no bot napoleon; the bots are: random, greedy, doctrine, hard, doctrine-1"):
        make_bot("napoleon", AB.scenario, 0, 1)
