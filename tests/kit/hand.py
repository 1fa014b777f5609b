"""A player's hand: answers every decision of a game through the widgets, with real mouse events."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from designer.mapview import MapView
from designer.play.table.choices import ChoicePanel
from designer.play.table.interactions.allocating import AllocateInteraction
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.fighting import FightInteraction, SupportInteraction
from designer.play.table.interactions.listing import ListInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.pointing import PointInteraction
from designer.play.table.interactions.retreating import RetreatInteraction
from designer.play.table.interactions.routes import path_of
from designer.play.table.interactions.wayfaring import WayInteraction
from designer.play.view import PlayView
from engine.ids import Cell

LEFT = Qt.MouseButton.LeftButton


class Hand:
    """Plays a view by chance; the same seed plays the same way."""

    def __init__(self, view: PlayView, seed: int = 1, moves: int = 2) -> None:
        self.view = view
        self.chance = random.Random(seed)
        self.moves = moves
        self.kinds: set[str] = set()
        self._moved = 0
        self._phase: object = None

    def play(self) -> None:
        """Answer the decision that is owed, once."""
        interaction, decision = self.view.interaction, self.view.session.my_decision
        assert decision is not None
        self.kinds.add(decision.kind)
        match interaction:
            case AllocateInteraction():
                self._share(interaction)
            case PlaceInteraction():
                self._place(interaction)
            case MoveInteraction():
                self._move(interaction)
            case DeclareInteraction():
                self._declare(interaction)
            case FightInteraction():
                self.press_end()
            case SupportInteraction():
                self._support(interaction)
            case PickInteraction():
                self._pick(interaction)
            case RetreatInteraction():
                way = self.chance.choice(interaction.ways)
                self.click(path_of(way)[-1])
                self.settle_it()
            case WayInteraction():
                way = self.chance.choice([way for ways in interaction.ways.values() for way in ways])
                self.click_line(interaction._panel, interaction._all.index(way))
                self.settle_it()
            case PointInteraction():
                if interaction.cells:
                    self.click(self.chance.choice(sorted(interaction.cells)))
                    self.settle_it()
                else:
                    self.finish()
            case ListInteraction():
                self.click_line(interaction._panel, self.chance.choice(interaction._panel.keys()))
                self.settle_it()
            case _:
                raise AssertionError(f"nothing answers {decision}")

    def _place(self, interaction: PlaceInteraction) -> None:
        if not interaction.cells:
            self.press_end()
            return
        field = interaction.tray.field
        piece = self.chance.choice([laid.piece for laid in field._laid])
        QTest.mouseClick(field, LEFT, Qt.KeyboardModifier.NoModifier, field.rect_of(piece).center())
        assert interaction.held == piece
        self.click(self.chance.choice(sorted(interaction.cells)))
        self.settle_it()

    def _share(self, interaction: AllocateInteraction) -> None:
        while interaction.open and interaction.answers:
            line = interaction.shares.lines[self.chance.choice(sorted(interaction.answers))]
            QTest.mouseClick(line.more, LEFT)
        self.press_end()

    def _move(self, interaction: MoveInteraction) -> None:
        state = self.view.session.game.state
        if (state.turn, state.phase) != self._phase:
            self._phase, self._moved = (state.turn, state.phase), 0
        movable = sorted(interaction.active())
        self._moved += 1
        if not movable or self._moved > self.moves:
            self.finish()
            return
        piece = self.chance.choice(movable)
        self.take(piece)
        assert piece in self.view.stage.selected
        if interaction.goals:
            self.click_beside(self.chance.choice(sorted(interaction.goals)))
            self.settle_it()
        else:
            self.finish()

    def _declare(self, interaction: DeclareInteraction) -> None:
        free = [cell for cell, pieces in sorted(interaction.by_target.items()) if pieces]
        if not free or self.chance.random() < 0.4:
            self.finish()
            return
        target = self.chance.choice(free)
        self.click(target)
        assert interaction.target == target
        self.click_line(interaction.joining, self.chance.choice(interaction.by_target[target]))

    def _support(self, interaction: SupportInteraction) -> None:
        if self.chance.random() < 0.5:
            self.click_line(interaction.list, self.chance.choice(interaction.list.keys()[1:]))
        self.press_end()

    def _pick(self, interaction: PickInteraction) -> None:
        if interaction.none is not None and self.chance.random() < 0.5:
            self.press_end()
        else:
            listed = set(interaction._panel.keys())
            self.click_line(interaction._panel, self.chance.choice(sorted(listed & set(interaction.answers))))
            self.settle_it()

    # single gestures

    @property
    def map(self) -> MapView:
        """The map of the view."""
        return self.view.map

    def pixel(self, cell: int) -> QPoint:
        """Where a cell is on the map, brought into view if need be."""
        self.view.board.point_at(cell)
        return self.map.position_of(Cell(cell)).toPoint()

    def click(self, cell: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Click a cell in its middle."""
        at = self.pixel(cell)
        QTest.mouseMove(self.map, at)
        QTest.mouseClick(self.map, LEFT, keys, at)

    def click_beside(self, cell: int) -> None:
        """Click a cell where no counter lies."""
        at = self.pixel(cell)
        for way in (QPoint(0, 1), QPoint(0, -1), QPoint(1, 0), QPoint(-1, 0)):
            spot = at + way * round(self.map.scale * 0.46)
            if self.map.cell_at(spot) == cell and self.map.counter_at(spot) is None:
                QTest.mouseClick(self.map, LEFT, Qt.KeyboardModifier.NoModifier, spot)
                return
        QTest.mouseMove(self.map, at)
        QTest.keyClick(self.map, Qt.Key.Key_Return)

    def take(self, piece: int) -> None:
        """Select a unit on the map, by the stack picker if it lies under others."""
        cell = self.view.session.game.state.cell[piece]
        self.click(cell)
        picker = self.view.board.picker
        if self.view.stage.selected != (piece,) and piece in picker.pieces and picker.isVisible():
            QTest.mouseClick(picker.field, LEFT, Qt.KeyboardModifier.NoModifier, picker.field.rect_of(piece).center())

    def click_line(self, panel: ChoicePanel, key: object) -> None:
        """Click a line of a list."""
        item = panel.list.item(panel.keys().index(key))
        panel.list.scrollToItem(item)
        at = panel.list.visualItemRect(item).center()
        QTest.mouseClick(panel.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)

    def settle_it(self) -> None:
        """Press the button if what was chosen waits for it, because it cannot be taken back."""
        if self.view.interaction.proposed is not None:
            self.press_end()

    def finish(self) -> None:
        """End the decision, and again where what that costs, or an attack in vain, was named first."""
        before = self.view.session.game.cursor
        self.press_end()
        if self.view.session.game.cursor == before:
            self.press_end()

    def press_end(self) -> None:
        """Press the button that ends the decision."""
        QTest.mouseClick(self.view.bar.ending, LEFT)
