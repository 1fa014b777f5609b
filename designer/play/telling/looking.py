"""Looking back: the game as it stood, and what an entry of the log or a sentence of the journal did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker

from designer.play.telling.chronicle import Told
from designer.play.telling.reasons import title_of, why_html
from engine.play import Game

if TYPE_CHECKING:
    from designer.play.view import PlayView

LIGHT = "#f0b323"
"""The colour in which a cell is shown for a moment."""


class Looking:
    """Moves through the log without touching the game."""

    def __init__(self, view: PlayView) -> None:
        self._view = view
        self._was_paused = False

    def watch(self, position: int) -> None:
        """Show the game after so many entries, or the present."""
        view, session = self._view, self._view.session
        game, stage = session.game, view.stage
        if position >= game.cursor:
            watched, stage.watched = stage.watched, None
            if watched is not None and not self._was_paused and session.paused:
                session.resume()
        else:
            if stage.watched is None:
                self._was_paused = session.paused
                stage.watched = Game.replay(game.setting, game.seed, game.log[: game.cursor], game.cursor)
                session.pause()
            stage.watched.go_to(position)
        view.on_rewound()
        view.refresh()
        if stage.watched is not None:
            self._show_entry(stage.watched, position - 1)

    def step_to(self, position: int) -> None:
        """Let the past go on by an entry, as it was seen when it happened."""
        view, stage = self._view, self._view.stage
        if stage.watched is None or position > len(stage.watched.log):
            return
        stage.watched.go_to(position)
        with QSignalBlocker(view.replay.slider):
            view.replay.slider.setValue(position)
        view.refresh()
        entry = stage.watched.log[position - 1]
        view.board.show_entry(entry, bot=True)
        if cells := self._cells(position - 1):
            view.board.show_cell(cells[-1])
        if entry.action is not None:
            title = title_of(stage.watched, entry)
            view.rest_on(lambda: why_html(title, entry.why, view.stage.hears(entry.side)))
            view.caption(title, entry)

    def _show_entry(self, game: Game, position: int) -> None:
        """Show what an entry of the past did."""
        entry, view = game.log[position], self._view
        self.show_cells(position)
        view.board.aftermath.show(entry)
        title = title_of(game, entry)
        view.rest_on(lambda: why_html(title, entry.why, view.stage.hears(entry.side)))
        if entry.action is not None:
            view.caption(title, entry)

    def show_told(self, told: Told) -> None:
        """Show where a sentence of the journal happened, under which rule, and why."""
        view, cells = self._view, [cell for cell in told.line.cells if cell >= 0]
        if cells:
            view.board.point_at(cells[-1])
            view.board.flights.flash(cells, LIGHT)
        if told.line.case:
            view.rules.open_case(told.line.case)
        entry = view.session.game.log[told.line.entry]
        if entry.why:
            view.reasons.explain(told.line.text, entry.why, entry.side)

    def show_cells(self, position: int) -> None:
        """Light the cells that an entry of the log is about."""
        self._view.board.flights.flash(self._cells(position), LIGHT)

    def _cells(self, position: int) -> list[int]:
        """The cells that an entry of the log is about, the one where it ended last."""
        told = [one.line for one in self._view.chronicle.told_since(position) if one.line.entry == position]
        return [cell for line in told for cell in line.cells if cell >= 0]
