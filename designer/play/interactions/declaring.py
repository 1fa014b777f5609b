"""Announcing battles: the defender first, then the attackers, with the forecast beside them."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from designer.paint.overlays import outline_cells
from designer.play.choices import Choice, ChoicePanel
from designer.play.forecast_panel import ForecastPanel
from designer.play.interactions.base import TARGET, Ending, Interaction, light
from designer.play.interactions.planned import draw_battles, planned
from designer.play.stage import Spot, Stage
from designer.play.suggest import suggest
from designer.play.wording import counted
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.state.actions import AnyAction, DeclareAttack, Done, WithdrawAttack


class DeclareInteraction(Interaction):
    """Click the defender, then the attackers; clicking an attacker again takes it out."""

    hint = "Click an enemy stack, then the units that attack it; click one again to take it out."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.target: int | None = None
        self.by_target: dict[int, list[int]] = {}
        self.committed: dict[int, int] = {}
        self._pressed: Spot | None = None
        self.targets = ChoicePanel("Who can be attacked", "No enemy unit can be attacked.")
        self.joining = ChoicePanel("Who can join", "Nobody else can join this battle.")
        self.forecast = ForecastPanel()
        self.suggest = QPushButton("Suggest attackers")
        self.suggest.setToolTip("Commit the units that together promise most, by the exact chances (S)")
        self.clear = QPushButton("Call off")
        self.clear.setToolTip("Take every unit out of this battle")
        self.back = QPushButton("Other targets")
        self.back.setToolTip("List everybody who can be attacked (Escape)")
        self._panel = self._lay_out()
        self.targets.chosen.connect(self.aim)
        self.joining.chosen.connect(self.toggle)
        self.suggest.clicked.connect(self.take_suggestion)
        self.clear.clicked.connect(self.call_off)
        self.back.clicked.connect(lambda: self.aim(None))

    def _lay_out(self) -> QWidget:
        panel = QWidget()
        for button in (self.suggest, self.clear, self.back):
            self.forecast.tools.addWidget(button)
        layout = QVBoxLayout(panel)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.targets, 1)
        layout.addWidget(self.forecast)
        layout.addWidget(self.joining, 1)
        return panel

    def refresh(self) -> None:
        """See who may attack whom, and who is committed already."""
        self.by_target, self.committed = {}, {}
        for action in self.stage.options:
            if isinstance(action, DeclareAttack):
                self.by_target.setdefault(action.target, []).append(action.piece)
        for battle in planned(self.stage):
            self.by_target.setdefault(battle.target, [])
            self.committed |= dict.fromkeys(battle.attackers, battle.target)
        if self.target not in self.by_target:
            self.target = None
        self._show()

    def attackers(self, target: int) -> tuple[int, ...]:
        """The units committed against a cell, in the order in which they joined."""
        return next((battle.attackers for battle in planned(self.stage) if battle.target == target), ())

    def _show(self) -> None:
        table = self.stage.table
        self.targets.show_choices(
            [
                Choice(cell, table.label(cell), self._state_of(cell), table.stack(cell)[-1])
                for cell in sorted(self.by_target)
            ],
            table,
        )
        there = self.target is not None
        self.targets.setVisible(not there)
        for widget in (self.forecast, self.suggest, self.clear, self.back, self.joining):
            widget.setVisible(there)
        if self.target is not None:
            attackers = self.attackers(self.target)
            self.forecast.show_battle(self.stage.view, self.target, attackers)
            self.suggest.setEnabled(bool(self.by_target[self.target]) and bool(table.scenario.combat_tables))
            self.clear.setEnabled(bool(attackers))
            self.joining.show_choices(
                [
                    Choice(piece, self.stage.name(piece), self._would_give(piece), piece)
                    for piece in self.by_target[self.target]
                ],
                table,
            )
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def _state_of(self, cell: int) -> str:
        attackers = self.attackers(cell)
        if attackers:
            column = self._column(cell, attackers)
            return f"{counted(len(attackers), 'unit')} committed{column}"
        return f"{counted(len(self.by_target[cell]), 'unit')} could attack"

    def _column(self, cell: int, attackers: tuple[int, ...]) -> str:
        column = self.stage.column(cell, attackers)
        return f", column {column}" if column else ""

    def _would_give(self, piece: int) -> str:
        assert self.target is not None
        column = self._column(self.target, (*self.attackers(self.target), piece))
        return f"would make it{column.removeprefix(',')}" if column else ""

    def panel(self) -> QWidget:
        """Targets, the forecast, and who can join."""
        return self._panel

    def ending(self) -> Ending | None:
        """Announce the battles, or none."""
        many = len(planned(self.stage))
        if many:
            return Ending(f"Announce {counted(many, 'battle')}", Done(), "No battle can be cancelled after this", True)
        return Ending("No attacks", Done(), "End the phase without a battle")

    def active(self) -> frozenset[int]:
        """Whoever can attack, and those already committed."""
        pieces = {piece for pieces in self.by_target.values() for piece in pieces} | set(self.committed)
        held = {piece for cell in self.by_target for piece in self.stage.pieces_in(cell)}
        return frozenset(pieces | held)

    # choosing

    def aim(self, target: int | None) -> None:
        """Plan the battle for a cell."""
        self.target = target
        self.stage.select(())
        self._show()

    def toggle(self, piece: int) -> None:
        """Commit a unit, or take it out of its battle."""
        if piece in self.committed:
            self.target = self.committed[piece]
            self.stage.act(WithdrawAttack(piece))
            return
        open_to = [cell for cell, pieces in self.by_target.items() if piece in pieces]
        if self.target is None and len(open_to) == 1:
            self.target = open_to[0]
        if self.target is not None:
            self.stage.act(DeclareAttack(piece, self.target))
        elif open_to:
            self.stage.select((piece,))

    def take_suggestion(self) -> None:
        """Commit whoever should join."""
        if self.target is None:
            return
        target = self.target
        pieces = suggest(self.stage.session.game, target, self.attackers(target))
        for piece in pieces:
            if not self.stage.act(DeclareAttack(piece, target)):
                break
        if not pieces:
            self.stage.said.emit("Nobody else would make this attack better.")

    def call_off(self) -> None:
        """Take every unit out of the battle that is being planned."""
        if self.target is not None:
            for piece in self.attackers(self.target):
                self.stage.act(WithdrawAttack(piece))

    def press(self, spot: Spot) -> None:
        """Remember where."""
        self._pressed = spot

    def release(self, spot: Spot) -> None:
        """Aim at an enemy cell, or commit a unit."""
        start, self._pressed = self._pressed, None
        if start is None or spot.cell is None or start.cell != spot.cell:
            return
        if spot.cell in self.by_target:
            chosen = self.stage.selected
            self.target = spot.cell
            if chosen and chosen[0] in self.by_target[spot.cell]:
                self.stage.select(())
                self.stage.act(DeclareAttack(chosen[0], spot.cell))
            else:
                self.aim(spot.cell)
            return
        piece = self._meant(spot)
        if piece is not None:
            self.toggle(piece)
        elif not self.stage.pieces_in(spot.cell):
            self.aim(None)
        elif self.target is not None:
            self.stage.session.refused.emit(self._refusal(self.stage.pieces_in(spot.cell)[-1]))

    def _refusal(self, piece: int) -> Verdict:
        assert self.target is not None
        return self.stage.judge(DeclareAttack(piece, self.target))

    def _meant(self, spot: Spot) -> int | None:
        """The unit a click means: the one under the mouse, or the first in the cell that can do something."""
        there = self.stage.pieces_in(spot.cell)
        open_to = (
            self.by_target.get(self.target, [])
            if self.target is not None
            else [piece for pieces in self.by_target.values() for piece in pieces]
        )
        if spot.piece in self.committed or spot.piece in open_to:
            return spot.piece
        return next((piece for piece in there if piece in open_to or piece in self.committed), None)

    def step(self, forward: bool) -> None:
        """Aim at the next cell that can be attacked."""
        cells = sorted(self.by_target)
        if cells:
            at = cells.index(self.target) + (1 if forward else -1) if self.target in cells else 0
            self.aim(cells[at % len(cells)])
            self.stage.pointed.emit(self.target)

    def cancel(self) -> bool:
        """Drop the aim."""
        had = self.target is not None or bool(self.stage.selected)
        self.aim(None)
        return had

    # what is said and drawn

    def says(self, cell: int) -> str:
        """What a click would do."""
        if cell in self.by_target:
            return "Plan an attack on this hex"
        piece = self._meant(Spot(cell, None))
        if piece in self.committed:
            return f"Take {self.stage.table.name(piece)} out of its battle"
        return f"Commit {self.stage.table.name(piece)}" if piece is not None and self.target is not None else ""

    def why_not(self, cell: int) -> Verdict | None:
        """Why a unit there cannot join."""
        there = self.stage.pieces_in(cell)
        if self.target is None or not there or self.says(cell):
            return None
        return self._refusal(there[-1])

    def action_at(self, cell: int) -> AnyAction | None:
        """Attacking that cell with the first unit that can."""
        pieces = self.by_target.get(cell)
        return DeclareAttack(pieces[0], cell) if pieces else None

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Tint what can be attacked, and light who can join."""
        light(painter, self.stage, sorted(self.by_target), TARGET)
        state = self.stage.table.state
        joining = self.by_target.get(self.target, []) if self.target is not None else self.stage.selected
        light(painter, self.stage, sorted({state.cell[piece] for piece in joining}))

    def draw(self, painter: QPainter, scale: float) -> None:
        """The battles as planned, and the one in hand."""
        if self.target is not None:
            outline_cells(painter, self.stage.scene, [Cell(self.target)], TARGET, 0.1)
        draw_battles(painter, self.stage, planned(self.stage), scale)
