"""The keys of the map and the actions of the menus, and what they do to the game in front."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.mapview.goto import GoToBar, open_over
from designer.play.table.finder import Finder
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.pointer import WAYS

if TYPE_CHECKING:
    from designer.play.view import PlayView

KEYPAD = Qt.KeyboardModifier.KeypadModifier
"""Arrow keys of some keyboards carry it."""


def press(view: PlayView, event: QKeyEvent) -> bool:
    """Answer a key pressed on the map; False if it means nothing there."""
    key = event.key()
    if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        view.interaction.step(key == Qt.Key.Key_Tab)
    elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
        view.confirm()
    elif key in WAYS and view.stage.decision is not None and not event.modifiers() & ~KEYPAD:
        view.board.walk(key)
    elif key == Qt.Key.Key_Escape:
        escape(view)
    elif key == Qt.Key.Key_Space and (view.session.thinking or view.film.running):
        view.hurry()
    elif key == Qt.Key.Key_S and isinstance(view.interaction, DeclareInteraction):
        view.interaction.take_suggestion()
    else:
        return False
    return True


def escape(view: PlayView) -> None:
    """Put away whatever lies over the map, and drop what is prepared."""
    view.film.stop()
    view.board.pointer.hide()
    view.board.picker.hide()
    view.board.result.hide()
    view.interaction.drop()


def handlers(view: PlayView) -> dict[str, Callable[[], object]]:
    """What the actions do while this game is in front."""
    session, asking = view.session, view.asking
    return {
        "play.end": view.end,
        "play.undo": session.undo,
        "play.redo": session.redo,
        "edit.undo": session.undo,
        "edit.redo": session.redo,
        "play.hint": asking.hint_or_do,
        "play.do": asking.take_advice,
        "play.hold": view.ordering.hold,
        "play.order": view.ordering.begin,
        "play.carry": view.ordering.carry_out,
        "play.fight": lambda: view.ordering.carry_out(dice=True),
        "play.staff": lambda: view.front("staff"),
        "play.plan": lambda: plan(view),
        "play.turn": view.ordering.the_turn,
        "edit.all": lambda: view.interaction.take_all(view.board.stack_in_hand()),
        "play.next": view.next,
        "play.delegate": view.ordering.the_rest,
        "play.why": lambda: view.read("reasons"),
        "play.enemy": lambda: view.front("enemy"),
        "play.debrief": lambda: view.front("debrief"),
        "play.stop": lambda: stop_or_go(view),
        "play.skip": view.skip,
        "play.games": view.left.emit,
        "view.fit": view.fit,
        "view.in": lambda: view.map.zoom_by(1),
        "view.out": lambda: view.map.zoom_by(-1),
        "view.goto": lambda: go_to(view),
        "view.numbers": lambda: toggle_layer(view, "numbers"),
        "view.regions": lambda: toggle_layer(view, "regions"),
    }


def go_to(view: PlayView) -> None:
    """Ask for a hex, a place or a unit on the map, and go there."""
    finder, words = Finder(view.stage), view.stage.words
    bar = GoToBar(finder.find, finder.names(), words(f"Hex, as {finder.example()}, place or unit"), view)
    bar.found.connect(view.board.point_at)
    open_over(view.map, bar)


def plan(view: PlayView) -> None:
    """Begin to plan moves, or end it."""
    if isinstance(view.interaction, MoveInteraction):
        view.interaction.planning.flip()
    else:
        view.say("Plans are made while units move.", "warning")


def toggle_layer(view: PlayView, layer: str) -> None:
    """Show a layer of the map, or hide it."""
    view.show_layer(layer, not view.layer_shown(layer))
    view.layered.emit()


def stop_or_go(view: PlayView) -> None:
    """Stop the bot, or let it go on."""
    if view.session.thinking:
        view.session.pause()
    else:
        view.session.resume()
