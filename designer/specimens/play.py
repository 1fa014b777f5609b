"""Games brought to a certain point, to be photographed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from designer.play.part import PlayPart
from designer.play.running.players import best_bot
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.view import PlayView
from designer.shots import settle
from engine.ids import Cell

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SEED = 12
MOST = 200
"""Decisions after which a point that does not come is given up."""


def lobby(window: MainWindow, slug: str) -> QWidget:
    """The lobby with a game or two begun."""
    part = _part(window, slug)
    part.show_lobby()
    settle()
    return window


def arranging(window: MainWindow, slug: str) -> QWidget:
    """A position in the sandbox: a set-up by the staffs with a crowded hex, something lost and something chosen."""
    part = _part(window, slug)
    part.what_if()
    settle(20, until=lambda: part.sandbox is not None)
    view = part.sandbox
    assert view is not None
    view.start_from("staffs")
    settle(50, until=lambda: not view.busy())
    side = view.draft.table.on_map(0)[:5]
    cell = view.draft.table.state.cell[side[0]]
    for piece in side[1:3]:
        view.put(piece, cell)
    view.lose(side[3])
    view.take_off(side[4])
    view.board.pick(side[0])
    settle(400)
    return window


def point(window: MainWindow, slug: str, kind: str, panel: str = "") -> QWidget:
    """A game at the first decision of a kind, with something taken in hand, and a panel in front."""
    view = _game(window, slug)
    _play_to(view, lambda: view.session.controller.over if kind == "over" else _owes(view, kind))
    _prepare(view)
    if panel:
        view.front(panel)
    settle(400)
    return window


def looking_back(window: MainWindow, slug: str) -> QWidget:
    """A game some turns on, looked back upon, with overlays."""
    view = _game(window, slug)
    _play_to(view, lambda: view.session.game.state.turn >= 3 and _owes(view, "move"))
    view.front("score")
    for key in ("control", "moves"):
        view.overlays[key].setChecked(True)
    view.replay.slider.setValue(view.session.game.cursor * 3 // 4)
    settle(400)
    return window


def _part(window: MainWindow, slug: str) -> PlayPart:
    if window.slug != slug:
        window.open_scenario(slug, "play")
    part = window.show_part("play")
    assert isinstance(part, PlayPart)
    window.notice.hide()
    return part


def _game(window: MainWindow, slug: str) -> PlayView:
    """A new game against the best bot, shown at once."""
    window.settings.put("bot_speed", "instant")
    window.settings.put("animate", False)
    part = _part(window, slug)
    part.start(NewGame((Seat(), Seat(best_bot(part.document.rows, "soviet"))), SEED, {}, "Specimen"))
    settle(20, until=lambda: part.playing is not None)
    assert part.playing is not None
    return part.playing


def _owes(view: PlayView, kind: str) -> bool:
    decision = view.session.my_decision
    return decision is not None and decision.kind == kind


def _play_to(view: PlayView, there: Callable[[], bool]) -> None:
    """Let both staffs play until something has come about."""
    session = view.session
    for _ in range(MOST):
        settle(20, until=lambda: session.my_decision is not None or session.controller.over)
        if there() or session.controller.over:
            return
        before = session.game.cursor
        session.delegate()
        settle(20, until=lambda: session.my_decision is not None or session.controller.over)
        if session.game.cursor == before:  # the staff has done its work, and leaves the end of the phase to the player
            view.end()


def _prepare(view: PlayView) -> None:
    """Take the first thing in hand, as a player would."""
    interaction = view.interaction
    interaction.step(True)
    if isinstance(interaction, DeclareInteraction):
        for _ in range(3):
            interaction.take_suggestion()
            interaction.step(True)
        interaction.step(False)
    goals = sorted(getattr(interaction, "goals", ()))
    if goals:
        _hover(view, goals[len(goals) * 2 // 3])


def _hover(view: PlayView, cell: int) -> None:
    at = view.map.position_of(Cell(cell))
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        at,
        QPointF(view.map.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.map, event)
