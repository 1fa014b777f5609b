"""Whole games of every shipped system, played through the widgets by a scripted hand against a bot."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from designer.play.telling.headline import verdict_on
from engine.play import Game
from tests.designer.play.conftest import SYSTEMS, Start
from tests.kit.hand import Hand

PATIENCE = 60_000


@pytest.mark.parametrize(("slug", "bot"), list(zip(SYSTEMS, ("greedy", "random"), strict=True)))
def test_a_whole_game_is_played_with_the_mouse(start: Start, qtbot: QtBot, slug: str, bot: str) -> None:
    view = start(slug, ("", bot), seed=11)
    session, hand = view.session, Hand(view, seed=5)
    while not session.controller.over:
        before = session.game.cursor
        hand.play()
        qtbot.waitUntil(lambda: session.my_decision is not None or session.controller.over, timeout=PATIENCE)
        assert session.game.cursor > before, session.decision
    game = session.game
    assert game.outcome is not None
    assert game.outcome.level in view.bar.prompt.text()
    assert {"set-up", "move"} <= hand.kinds
    again = Game.begin(game.setting, game.seed)
    for entry in game.log[1:]:
        again.apply(entry.action, entry.why)  # type: ignore[arg-type]
    assert again.state == game.state, "the same seed and the same decisions give the same game"


def test_two_bots_play_to_the_end_with_nobody_clicking(start: Start, qtbot: QtBot) -> None:
    view = start(bots=("random", "greedy"))
    qtbot.waitUntil(lambda: view.session.controller.over, timeout=PATIENCE)
    assert " cities, " in verdict_on(view.session.game, view.chronicle.now), "not citys"
    sides = {entry.side for entry in view.session.game.log[1:]}
    assert sides == {0, 1}
    assert all(entry.why for entry in view.session.game.log[1:])
