"""Fighting battles: which one comes next, and what supports it."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.paint.overlays import outline_cells
from designer.play.choices import Choice, ChoicePanel
from designer.play.forecast_panel import ForecastPanel
from designer.play.interactions.base import TARGET, Ending, Interaction
from designer.play.interactions.planned import draw_battles, planned
from designer.play.stage import Spot, Stage
from designer.play.wording import counted
from engine.ids import Cell
from engine.state.actions import AnyAction, CommitSupport, FightBattle
from engine.state.tasks import Battle


class FightInteraction(Interaction):
    """Chooses which announced battle is fought next."""

    hint = "Click a battle on the map or in the list, then fight it."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.target: int | None = None
        self.forecast = ForecastPanel()
        self.list = ChoicePanel("Announced battles")
        self._panel = QWidget()
        layout = QVBoxLayout(self._panel)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.forecast, 1)
        self.list.chosen.connect(self.aim)

    def refresh(self) -> None:
        """List the battles that are left."""
        table, battles = self.stage.table, planned(self.stage)
        self.list.show_choices(
            [
                Choice(
                    battle.target,
                    table.label(battle.target),
                    counted(len(battle.attackers), "attacker"),
                    next(iter(table.stack(battle.target)), None),
                )
                for battle in battles
            ],
            table,
        )
        left = [battle.target for battle in battles]
        self.aim(self.target if self.target in left else next(iter(left), None))

    def aim(self, target: int | None) -> None:
        """Look at one of them."""
        self.target = target
        battle = next((battle for battle in planned(self.stage) if battle.target == target), None)
        self.forecast.setVisible(battle is not None)
        if battle is not None:
            self.forecast.show_battle(self.stage.view, battle.target, battle.attackers)
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def panel(self) -> QWidget:
        """The battles, and the forecast of one."""
        return self._panel

    def ending(self) -> Ending | None:
        """Fight the one in hand."""
        if self.target is None:
            return None
        where = self.stage.table.label(self.target)
        return Ending(f"Fight for {where}", FightBattle(self.target), "Untried units are turned up", True)

    def release(self, spot: Spot) -> None:
        """A click chooses; a click on the chosen one fights."""
        if spot.cell is None or spot.cell not in [battle.target for battle in planned(self.stage)]:
            return
        if spot.cell == self.target:
            self.stage.act(FightBattle(spot.cell))
        else:
            self.aim(spot.cell)

    def step(self, forward: bool) -> None:
        """Look at the next battle."""
        cells = [battle.target for battle in planned(self.stage)]
        if cells:
            at = cells.index(self.target) + (1 if forward else -1) if self.target in cells else 0
            self.aim(cells[at % len(cells)])
            self.stage.pointed.emit(self.target)

    def confirm(self) -> bool:
        """Fight it."""
        return self.target is not None and self.stage.act(FightBattle(self.target))

    def says(self, cell: int) -> str:
        """Choose, or fight."""
        if cell not in [battle.target for battle in planned(self.stage)]:
            return ""
        return "Fight this battle now" if cell == self.target else "Look at this battle"

    def action_at(self, cell: int) -> AnyAction | None:
        """Fighting there."""
        return FightBattle(cell)

    def draw(self, painter: QPainter, scale: float) -> None:
        """All battles, and the one in hand."""
        if self.target is not None:
            outline_cells(painter, self.stage.scene, [Cell(self.target)], TARGET, 0.1)
        draw_battles(painter, self.stage, planned(self.stage), scale)


class SupportInteraction(Interaction):
    """Commits a support marker to the battle at hand, or none."""

    hint = "Choose a marker to see what it changes; click it to commit it, or fight without."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._battle: Battle | None = None
        self.forecast = ForecastPanel()
        self.list = ChoicePanel("Support markers")
        self._panel = QWidget()
        layout = QVBoxLayout(self._panel)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.forecast)
        layout.addWidget(self.list, 1)
        self.list.chosen.connect(lambda marker: self.stage.act(CommitSupport(marker)))
        self.list.pointed.connect(self._preview)

    def refresh(self) -> None:
        """List the free markers with what each would give."""
        agenda = self.stage.table.state.agenda
        self._battle = getattr(agenda[-1], "battle", None) if agenda else None
        markers = [action.marker for action in self.stage.options if isinstance(action, CommitSupport)]
        self.list.show_choices(
            [
                Choice(marker, self.stage.name(marker), self._would_give(marker), marker)
                for marker in markers
                if marker is not None
            ],
            self.stage.table,
        )
        self._preview(None)
        self.stage.offered.emit()

    def _would_give(self, marker: int) -> str:
        if self._battle is None:
            return ""
        return f"column {self.stage.view.forecast(self._battle.target, self._battle.attackers, marker).column}"

    def _preview(self, marker: int | None) -> None:
        if self._battle is not None:
            note = "" if marker is None else f"with {self.stage.table.name(marker)}"
            self.forecast.show_battle(self.stage.view, self._battle.target, self._battle.attackers, marker, note)

    def panel(self) -> QWidget:
        """The forecast and the markers."""
        return self._panel

    def ending(self) -> Ending | None:
        """Fight without."""
        return Ending("Fight without support", CommitSupport(None))

    def draw(self, painter: QPainter, scale: float) -> None:
        """The battle at hand."""
        if self._battle is not None:
            outline_cells(painter, self.stage.scene, [Cell(self._battle.target)], TARGET, 0.1)
            draw_battles(painter, self.stage, [self._battle], scale)
