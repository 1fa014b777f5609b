"""What the enemy did: the report at the end of his turn, the film of it, and skipping what is being shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.table.formations import bodies
from designer.play.telling.dispatch import (
    MEANT,
    NO_BATTLE,
    NO_LOSS,
    THREATS,
    DispatchLine,
    SideTurn,
    dispatch,
    eventful,
    last_of_enemy,
    ratio,
    turns_of,
)
from designer.play.view import PlayView
from engine.play import Entry, Game
from engine.play.intent import intents
from engine.state.actions import Done
from tests.designer.play.conftest import Arrange, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.players import setting_for

WAIT = 60_000

ARMY = {"xxiv-pz": "0805", "v": "0703", "vi": "0704", "13th-army": "0905", "4th-army": "0804", "20th-army": "1005"}


def enemy_turn(view: PlayView, qtbot: QtBot) -> None:
    """End every phase of one's own until the enemy has played and it is one's own turn again."""
    session, hand = view.session, Hand(view)
    began = len(turns_of(session.game))
    while len(turns_of(session.game)) < began + 2:
        qtbot.waitUntil(lambda: session.my_decision is not None, timeout=WAIT)
        if len(turns_of(session.game)) < began + 2:
            button = view.interaction.button()
            hand.press_end() if button is not None and isinstance(button.action, Done) else hand.play()
    qtbot.waitUntil(lambda: session.my_decision is not None, timeout=WAIT)


def test_the_report_names_losses_places_battles_and_threats_and_leads_to_them(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "greedy"), result="DE")
    enemy_turn(view, qtbot)
    qtbot.waitUntil(lambda: bool(view.enemy.reports), timeout=WAIT)
    game, me = view.session.game, view.stage.view.side
    turn = last_of_enemy(game, me)
    assert turn is not None and turn.side == 1 - me
    texts = [report.text for report in view.enemy.reports]
    assert texts == [report.text for report in dispatch(game, turn, me)]
    assert any(text.startswith("You lost") for text in texts), texts
    assert any(text.startswith("He fought") for text in texts), texts
    assert view.docks["enemy"].visibleRegion().isEmpty() is False, "the report lies in front"
    row = next(row for row, report in enumerate(view.enemy.reports) if report.cells)
    report = view.enemy.reports[row]
    view.board.flights.stop()
    at = view.enemy.list.visualItemRect(view.enemy.list.item(row)).center()
    QTest.mouseClick(view.enemy.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    assert {flash[0] for flash in view.board.flights._flashes} >= set(report.cells)
    assert report.text[:20] in view.strip.text()


@pytest.mark.parametrize(("between", "first"), [(1, 2), (0, 6)])
def test_a_phase_of_his_own_between_two_turns_does_not_take_the_place_of_his_turn(
    monkeypatch: pytest.MonkeyPatch, between: int, first: int
) -> None:
    turns = [
        SideTurn(0, 1, 0, 3),
        SideTurn(1, 1, 2, 5),
        SideTurn(0, 2, 4, 7),
        SideTurn(1, 2, 6, 8),
        SideTurn(0, 2, 7, 9),
    ]
    monkeypatch.setattr("designer.play.telling.dispatch.turns_of", lambda _game: turns)
    log = [SimpleNamespace(side=side) for side in (0, 0, 0, 1, 1, between, 1, 1, 0)]
    game: Any = SimpleNamespace(log=log, state=SimpleNamespace(phase=-1))
    assert last_of_enemy(game, 0) == SideTurn(1, 1 if first == 2 else 2, first, 8)


def test_the_report_ends_with_what_the_enemy_meant_to_do(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "doctrine"), result="NE")
    enemy_turn(view, qtbot)
    qtbot.waitUntil(lambda: bool(view.enemy.reports), timeout=WAIT)
    texts = [report.text for report in view.enemy.reports]
    turn = last_of_enemy(view.session.game, view.stage.view.side)
    assert turn is not None
    said = [text for _, _, one in intents(view.session.game, turn.first, turn.last) for text in one.says]
    assert said and texts[texts.index(MEANT) + 1 :] == said


@pytest.mark.parametrize(("slug", "told"), [("arduous-beginning", True), ("army-group-north", False)])
def test_where_counters_lie_hidden_it_is_left_to_the_debrief(slug: str, told: bool) -> None:
    game = Game.begin(setting_for(slug), 1)
    assert bool(game.setting.answering("concealed")) != told
    meant = {"plan": {"says": ["The weight goes toward Riga."]}}
    game.log[0] = Entry(0, None, game.log[0].events, meant)
    texts = [line.text for line in dispatch(game, SideTurn(0, 1, 0, 1), 1)]
    assert (MEANT in texts) == told == ("The weight goes toward Riga." in texts)


def test_the_film_shows_the_turn_again_and_comes_back_and_can_be_skipped(
    arrange: Arrange, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "greedy"), result="DR")
    enemy_turn(view, qtbot)
    qtbot.waitUntil(view.enemy.watch.isEnabled, timeout=WAIT)
    before, log = view.session.game.cursor, view.session.game.log
    view.map.zoom_by(3)
    seen = (view.map.scale, view.map.camera.centre)
    shown: list[int] = []
    step_to = view.looking.step_to
    monkeypatch.setattr(view.looking, "step_to", lambda position: (shown.append(position), step_to(position)))
    QTest.mouseClick(view.enemy.watch, LEFT)
    assert view.film.running and view.stage.watched is not None and view.bar.skip.isVisible()
    qtbot.waitUntil(lambda: not view.film.running, timeout=WAIT)
    assert shown and log[shown[0] - 1].side == 1 - view.stage.view.side, "his turn begins with what he did"
    assert (view.map.scale, view.map.camera.centre) == seen, "whoever watched it looks where he looked before"
    assert view.stage.watched is None and view.session.game.cursor == before
    assert view.session.my_decision is not None and not view.bar.skip.isVisible()
    view.settings.put("bot_speed", "slow")
    QTest.mouseClick(view.enemy.watch, LEFT)
    assert view.film.running
    QTest.mouseClick(view.bar.skip, LEFT)
    assert not view.film.running and view.stage.watched is None
    QTest.mouseClick(view.enemy.watch, LEFT)
    QTest.keyClick(view.map, Qt.Key.Key_Escape)
    assert not view.film.running and view.stage.watched is None


def test_a_slow_bot_can_be_skipped_until_the_player_is_asked(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-special", bots=("", "greedy"))
    view.settings.put("bot_speed", "slow")
    Hand(view).press_end()
    qtbot.waitUntil(lambda: view.session.thinking and view.bar.skip.isVisible(), timeout=WAIT)
    cursor = view.session.game.cursor
    QTest.mouseClick(view.bar.skip, LEFT)
    asked = 4000  # at the slow pace one battle alone is looked at for 3.3 seconds
    with qtbot.waitSignal(view.session.changed, timeout=WAIT):
        pass
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=max(asked, WAIT))
    assert view.session.game.cursor > cursor + 3
    assert not view.session._skipping, "the next turn is shown at its pace again"


def test_odds_are_weighed_as_they_are_written() -> None:
    assert (
        ratio("3:1") == 3 and ratio("1-2") == 0.5 and ratio("5 to 4") == 1.25 and ratio("") == ratio("below 1:1") == 0
    )


def test_the_report_says_army_by_army_who_moved_and_fought_and_leaves_quiet_phases_out(
    arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "greedy"), result="NE")
    enemy_turn(view, qtbot)
    qtbot.waitUntil(lambda: bool(view.enemy.reports), timeout=WAIT)
    table, side = view.stage.table, 1 - view.stage.view.side
    texts = [report.text for report in view.enemy.reports]
    head = next(row for row, text in enumerate(texts) if text.startswith("What his armies did"))
    army = view.enemy.reports[head + 1]
    names = {part.name for body in bodies(table, side) for part in body.walk()}
    assert army.text.split(":")[0] in names and (" moved" in army.text or " fought" in army.text)
    assert army.cells and all(table.holder(cell) == side for cell in army.cells)
    assert eventful(view.enemy.reports)
    assert not eventful(
        [DispatchLine(NO_LOSS), DispatchLine(NO_BATTLE), DispatchLine(THREATS), DispatchLine("Orsha stands open", (3,))]
    )


def test_a_bare_number_is_told_with_what_it_numbers(arrange: Arrange) -> None:
    view = arrange(ARMY)
    assert view.stage.table.full_name(piece(view, "xxiv-pz")) == "XXIV Pz"
