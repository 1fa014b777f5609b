"""What an interaction works with: the game as the person sees it, the selection, and ways to say things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from designer import wording
from designer.paint.map.scene import MapScene
from designer.play.hearing import Hear, hears
from designer.play.running.session import PlaySession
from designer.play.table.plan import TurnPlan
from designer.play.wording import sentence, spoken
from engine.grid import HexGrid
from engine.play import Game, View
from engine.rules.decision import Decision, OptionGroup, Options, Verdict
from engine.rules.table import Table
from engine.state.actions import AnyAction
from engine.state.tasks import Battle

T = TypeVar("T")


@dataclass(frozen=True)
class PointerSpot:
    """Where the mouse is: the cell, the piece under it, the point in map units, and the keys held."""

    cell: int | None
    piece: int | None
    x: float = 0.0
    y: float = 0.0
    shift: bool = False
    ctrl: bool = False


def made_once(options: Options) -> Options:
    """The same options, but each group makes its actions only once, however many ask for them."""
    return Options(tuple(OptionGroup(one.subject, cache(one.make), one.aside) for one in options.groups))


class Stage(QObject):
    """The table in the window, shared by the interactions, the board and the panels."""

    redraw = Signal()
    """What is drawn over the map changed."""

    picked = Signal()
    """Other pieces are selected."""

    offered = Signal()
    """The button that ends the decision reads differently."""

    pointed = Signal(object)
    """A cell was pointed at from a panel: show it."""

    sought = Signal(object)
    """Cells of which at least one must be in sight: what was taken in hand can go there."""

    said = Signal(str)
    """Something to tell the player in passing."""

    refused = Signal(object, object)
    """A Verdict on what a click asked for, and the cell that was clicked, if there was one."""

    def __init__(self, session: PlaySession, scene: MapScene, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.scene = scene
        self.selected: tuple[int, ...] = ()
        self.watched: Game | None = None
        self.plan = TurnPlan()
        self.take_next = False
        """Whether the next unit is taken when one has moved."""
        self._options: Options | None = None
        self._kept: dict[object, Any] = {}

    @property
    def game(self) -> Game:
        """The game that is shown: the one being played, or an earlier moment of it."""
        return self.watched or self.session.game

    @property
    def view(self) -> View:
        """The shown game as the person may see it."""
        return self.game.view(self.session.controller.eyes)

    @property
    def table(self) -> Table:
        """The table of the shown game, for questions."""
        return self.view.table

    def hears(self, side: int) -> Hear:
        """How whoever looks on hears the staff of a side, on the grid that is played on."""
        session = self.session
        heard = hears(session.game.scenario.sides, session.seats, side, session.controller.eyes)
        return lambda text: self.words(heard(text))

    @property
    def decision(self) -> Decision | None:
        """The decision that the person owes, unless they are looking at the past."""
        return None if self.watched is not None else self.session.my_decision

    @property
    def battlefield(self) -> int | None:
        """Where the battle was fought whose outcome is being decided."""
        agenda = self.table.state.agenda
        battle = getattr(agenda[-1], "battle", None) if agenda else None
        return battle.target if isinstance(battle, Battle) and battle.target >= 0 else None

    @property
    def options(self) -> Options:
        """Every legal answer to it."""
        if self._options is None:
            self._options = made_once(self.session.game.options()) if self.decision is not None else Options(())
        return self._options

    def forget(self) -> None:
        """The position changed: options are asked for anew."""
        self._options = None
        self._kept.clear()

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """A value worked out from the position, kept until it changes."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def column(self, target: int, attackers: tuple[int, ...]) -> str:
        """The column of a battle as it stands; empty where battles have none."""
        if not self.table.scenario.combat_tables:
            return ""
        return self.kept((target, attackers), lambda: self.view.forecast(target, attackers).column)

    def judge(self, action: AnyAction) -> Verdict:
        """Whether an action is legal."""
        return self.session.game.judge(action)

    def act(self, action: AnyAction, why: dict[str, Any] | None = None) -> bool:
        """Answer the decision."""
        return self.session.act(action, why)

    def act_all(self, actions: Iterable[AnyAction], why: dict[str, Any] | None = None) -> int:
        """Answer with several actions, each as far as it may still be done, and show what came of all of them."""
        return self.session.act_all(actions, why)

    def tried(self, action: AnyAction) -> Game:
        """The game as it would be after a legal action, on its own: for what an answer would change."""
        fork = self.session.game.fork()
        fork.apply(action)
        return fork

    def seals(self, action: AnyAction) -> bool:
        """Whether an action throws dice or turns a unit up, so that it cannot be taken back."""
        return self.kept(("seals", action), lambda: bool(self.judge(action)) and self.tried(action).log[-1].sealed)

    def select(self, pieces: Iterable[int]) -> None:
        """Select these pieces and no others."""
        chosen = tuple(dict.fromkeys(pieces))
        if chosen != self.selected:
            self.selected = chosen
            self.picked.emit()
            self.redraw.emit()

    def pieces_in(self, cell: int | None) -> list[int]:
        """The pieces in a cell."""
        return [] if cell is None else list(self.table.stack(cell))

    def place(self, cell: int) -> str:
        """A cell in as few words as name it: its place, or else its number; a town of several cells needs both."""
        places = self.table.scenario.places
        names = [places[index].name for index in self.table.setting.places_at.get(cell, ())]
        alone = bool(names) and [place.name for place in places].count(names[0]) == 1
        return names[0] if alone else self.table.label(cell)

    def words(self, text: str) -> str:
        """A text that speaks of hexes, for the grid that is played on."""
        hexes = isinstance(self.table.board.grid, HexGrid)
        return spoken(wording.cells_named(wording.on_grid(text, hexes=hexes), hexes=hexes))

    def name(self, piece: int) -> str:
        """What stands for a piece in lists, with a capital."""
        return sentence(self.table.inscription(piece))

    def called(self, piece: int) -> str:
        """What players call a piece at the head of a sentence."""
        return sentence(self.table.full_name(piece))
