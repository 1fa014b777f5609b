"""Proud Monster in the window: a button that says what it does, and chances that reckon with what lies unseen."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.labels import bare
from designer.play.running.seats import Seat
from designer.play.running.session import PlaySession
from designer.play.table.forecast_panel import ForecastPanel
from designer.play.view import PlayView
from designer.settings import Settings
from engine.play import Game
from engine.records.counters import Face
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.guderian import cell, piece, waits
from tests.kit.hand import Hand
from tests.kit.monster import SOVIET_ASSAULT, attack, ground_rows, stage

FIVE = {f"rd-{number}": ("0706", "4-4") for number in range(1, 6)}


@lru_cache(maxsize=1)
def ground() -> Setting:
    """The training ground with three German divisions that defend with 3."""
    rows = ground_rows()
    for unit in ("inf-61", "inf-217", "inf-291"):
        for face in (0, 1):
            rows.put(Face(unit=unit, face=face, attack=4, defence=3, movement=5))
    return setting_of(compile_scenario(rows))


def on_table(game: Game, qtbot: QtBot, *, side: int = 0) -> PlayView:
    """A game between two people, one of whom sits before the window."""
    settings = Settings()
    settings.put("animate", False)
    view = PlayView(PlaySession(game, (Seat(), Seat()), "Test", ""), settings)
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    view.begin()
    qtbot.waitUntil(lambda: view.session.my_decision is not None and view.session.my_decision.side == side)
    return view


def test_who_may_retreat_is_told_what_it_costs_to_stand(dressed: QApplication, qtbot: QtBot) -> None:
    defenders = {"inf-61": "0606", "inf-217": ("0606", 1), "inf-291": ("0606", 1)}
    game = stage({**FIVE, **defenders}, SOVIET_ASSAULT, setting=ground(), die=3, turn=4)
    attack(game, "0606", *FIVE)
    assert waits(game) == ("german", "yield")
    view = on_table(game, qtbot)
    assert view.bar.ending.words == "Stand and pay 1 loss point"
    Hand(view).finish()
    assert view.session.game.log[-1].side == 0 and waits(view.session.game)[1] != "yield"


def test_the_chances_of_a_battle_reckon_with_those_who_lie_unseen(dressed: QApplication, qtbot: QtBot) -> None:
    beneath = {"inf-1": "0606", "inf-11": "0606", "inf-61": "0606"}
    elsewhere = dict.fromkeys(("inf-21", "inf-217", "inf-291"), "0306")
    game = stage({**FIVE, **beneath, **elsewhere}, SOVIET_ASSAULT, setting=ground(), turn=4)
    view = game.view(1)
    target, force = cell(game, "0606"), [piece(game, key) for key in FIVE]
    seen = view.forecast(target, force)
    panel = ForecastPanel()
    qtbot.addWidget(panel)
    panel.resize(420, 300)
    panel.show_battle(view, target, force)
    told = {part.code: part.chance for part in panel.bar.parts}
    assert seen.unseen == 2 and sum(told.values()) == 1
    assert told != seen.chances, "two units more are not without effect"
    assert bare(panel.odds.text()).endswith("as seen; chances with 2 unseen")
    assert "2 units more lie beneath" in panel.odds.toolTip()
    again = ForecastPanel()
    qtbot.addWidget(again)
    again.show_battle(game.view(1), target, force)
    assert {part.code: part.chance for part in again.bar.parts} == told, "and looking twice tells nothing more"
