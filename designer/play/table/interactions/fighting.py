"""Fighting battles: which one comes next, and what supports it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.forecast_panel import IN_VAIN, ForecastPanel, battle_panel, vain
from designer.play.table.interactions.base import FINAL, TARGET, Ending, Interaction
from designer.play.table.interactions.planned import draw_battles, planned
from designer.play.table.stage import PointerSpot, Stage
from engine.ids import Cell
from engine.play.journal import column_words
from engine.rules.decision import Verdict
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, CommitSupport, FightBattle
from engine.state.tasks import Battle

NO_MARKER = "No support"


class FightInteraction(Interaction):
    """Chooses which announced battle is fought next; the button fights it."""

    hint = "Click a battle on the map or in the list to look at it; the button fights it."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.target: int | None = None
        self._over: int | None = None
        self.forecast = ForecastPanel()
        self.list = ChoicePanel("Announced battles", whole=True)
        self._panel = battle_panel(self.forecast, self.list)
        self.list.chosen.connect(self.aim)

    def refresh(self) -> None:
        """List the battles that are left."""
        battles = planned(self.stage)
        self.list.show_choices([self._line(battle) for battle in battles], self.stage.table)
        left = [battle.target for battle in battles]
        self.aim(self.target if self.target in left else next(iter(left), None))

    def _line(self, battle: Battle) -> ChoiceLine:
        table = self.stage.table
        column = self.stage.column(battle.target, battle.attackers)
        detail = counted(len(battle.attackers), "attacker") + (f", {column_words(column)}" if column else "")
        return ChoiceLine(
            battle.target, table.label(battle.target), detail, next(iter(table.stack(battle.target)), None)
        )

    def aim(self, target: int | None) -> None:
        """Look at one of them."""
        self.target = target
        battle = next((battle for battle in planned(self.stage) if battle.target == target), None)
        self.forecast.setVisible(battle is not None)
        self.list.mark(target)
        if battle is not None:
            self.forecast.show_battle(self.stage.view, battle.target, battle.attackers)
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def panel(self) -> QWidget:
        """The battles, and the forecast of one."""
        return self._panel

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.list.dress()
        self.forecast.dress()

    def ending(self) -> Ending | None:
        """Fight the one in hand."""
        if self.target is None:
            return None
        return Ending(f"Fight for {self.stage.place(self.target)}", FightBattle(self.target), FINAL, True)

    def release(self, spot: PointerSpot) -> None:
        """A click chooses; only the button fights."""
        if self._announced(spot.cell):
            self.aim(spot.cell)
        else:
            self.refuse(self.why_not(spot), spot.cell)

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """The battles that can be chosen."""
        return frozenset(battle.target for battle in planned(self.stage))

    def _announced(self, cell: int | None) -> bool:
        return cell in self.lit(())

    def step(self, forward: bool) -> None:
        """Look at the next battle."""
        cells = [battle.target for battle in planned(self.stage)]
        if cells:
            at = cells.index(self.target) + (1 if forward else -1) if self.target in cells else 0
            self.aim(cells[at % len(cells)])
            self.stage.pointed.emit(self.target)

    def hover(self, spot: PointerSpot) -> None:
        """Remember which battle is pointed at."""
        self._over = spot.cell

    def confirm(self) -> bool:
        """Enter: look at the battle that is pointed at, or fight the one that is looked at."""
        if self._over != self.target and self._announced(self._over):
            self.aim(self._over)
            return True
        return self.target is not None and self.stage.act(FightBattle(self.target))

    def says(self, spot: PointerSpot) -> str:
        """Choose; the button fights."""
        if not self._announced(spot.cell):
            return ""
        return "The button fights this battle" if spot.cell == self.target else "Look at this battle"

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Only announced battles are fought."""
        if spot.cell is None or self._announced(spot.cell) or not self.stage.pieces_in(spot.cell):
            return None
        return self.stage.judge(FightBattle(spot.cell))

    def action_at(self, cell: int) -> AnyAction | None:
        """Fighting there, where a battle is announced."""
        return FightBattle(cell) if self._announced(cell) else None

    def draw(self, painter: QPainter, scale: float) -> None:
        """All battles, and the one in hand."""
        if self.target is not None:
            outline_cells(painter, self.stage.scene, [Cell(self.target)], TARGET, 0.1)
        draw_battles(painter, self.stage, planned(self.stage), scale)


class SupportInteraction(Interaction):
    """Chooses a support marker for the battle at hand, or none; the button fights."""

    hint = "Point at a marker to see what it changes, click it to choose it."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.marker: int | None = None
        self._battle: Battle | None = None
        self.forecast = ForecastPanel()
        self.list = ChoicePanel("Support markers", whole=True)
        self._panel = battle_panel(self.forecast, self.list)
        self.list.chosen.connect(self.take)
        self.list.pointed.connect(self._preview)

    def refresh(self) -> None:
        """List the free markers with what each would give."""
        agenda = self.stage.table.state.agenda
        battle = getattr(agenda[-1], "battle", None) if agenda else None
        if battle != self._battle:
            self._battle, self.marker = battle, None
        found = [action.marker for action in self.stage.options if isinstance(action, CommitSupport)]
        markers = [None, *(marker for marker in found if marker is not None)]
        self.list.show_choices([self._line(marker) for marker in markers], self.stage.table)
        self.take(self.marker if self.marker in markers else None)

    def _line(self, marker: int | None) -> ChoiceLine:
        name = NO_MARKER if marker is None else self.stage.name(marker)
        return ChoiceLine(marker if marker is not None else NO_MARKER, name, self._would_give(marker), marker)

    def _would_give(self, marker: int | None) -> str:
        if self._battle is None:
            return ""
        given = self.stage.view.forecast(self._battle.target, self._battle.attackers, marker)
        return column_words(given.column) + (f": {IN_VAIN}" if vain(given) else "")

    def take(self, marker: int | str | None) -> None:
        """Choose a marker, or none."""
        self.marker = marker if isinstance(marker, int) else None
        self.list.mark(NO_MARKER if self.marker is None else self.marker)
        if self._battle is not None:
            battle, note = self._battle, self._note(self.marker)
            self.forecast.show_battle(self.stage.view, battle.target, battle.attackers, self.marker, note)
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def _preview(self, pointed: int | str | None) -> None:
        """Show the battle with the marker pointed at, or else with the one that is chosen."""
        if self._battle is None:
            return
        shown = self.marker if pointed is None else pointed if isinstance(pointed, int) else None
        battle, note = self._battle, self._note(shown)
        self.forecast.show_promise(self.stage.view, battle.target, battle.attackers, shown, note)

    def _note(self, marker: int | None) -> str:
        return "Without support" if marker is None else f"With {self.stage.table.name(marker)}"

    def panel(self) -> QWidget:
        """The markers and the forecast."""
        return self._panel

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.list.dress()
        self.forecast.dress()

    def ending(self) -> Ending | None:
        """Fight with what is chosen."""
        how = "without support" if self.marker is None else f"with {self.stage.table.name(self.marker)}"
        return Ending(f"Fight {how}", CommitSupport(self.marker), FINAL, True)

    def confirm(self) -> bool:
        """Enter: fight with what is chosen."""
        return self.stage.act(CommitSupport(self.marker))

    def step(self, forward: bool) -> None:
        """Choose the next marker."""
        keys = self.list.keys()
        now = keys.index(NO_MARKER if self.marker is None else self.marker)
        self.take(keys[(now + (1 if forward else -1)) % len(keys)])

    def draw(self, painter: QPainter, scale: float) -> None:
        """The battle at hand."""
        if self._battle is not None:
            outline_cells(painter, self.stage.scene, [Cell(self._battle.target)], TARGET, 0.1)
            draw_battles(painter, self.stage, [self._battle], scale)
