"""Announcing battles: the defender first, then the attackers, with the forecast beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from designer.paint.overlays import outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.forecast_panel import IN_VAIN, VAIN, ForecastPanel, battle_panel, vain
from designer.play.table.interactions.base import FINAL, TARGET, Ending, Interaction, light
from designer.play.table.interactions.planned import draw_battles, fought_in_phase, planned
from designer.play.table.interactions.planning import declare_plan, plan_now
from designer.play.table.planbar import PlanBar
from designer.play.table.planlayer import draw_plan, plan_words
from designer.play.table.scrolling import settle_layouts
from designer.play.table.stage import PointerSpot, Stage
from designer.play.table.suggest import suggest
from engine.ids import Cell
from engine.play.journal import column_words
from engine.rules.combat import phase_kind
from engine.rules.decision import Verdict, no
from engine.scenario.sentences import counted, listed
from engine.state.actions import AddTarget, AnyAction, DeclareAttack, Done, FightBattle, WithdrawAttack

GUNS = "Click an enemy stack, then the guns that fire at it; once more takes one out."
"""How barrages are planned."""


class DeclareInteraction(Interaction):
    """Click the defender, then the attackers; clicking an attacker again takes it out."""

    hint = "Click an enemy stack, then its attackers; once more takes one out."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.target: int | None = None
        self.by_target: dict[int, list[int]] = {}
        self.committed: dict[int, int] = {}
        self._pressed: PointerSpot | None = None
        self._named: tuple[int, ...] = ()
        kind = phase_kind(stage.table)
        done = "attacked" if kind.contested else "fired at"
        self.hint = self.hint if kind.contested else GUNS
        self.targets = ChoicePanel(f"Who can be {done}", f"No enemy unit can be {done}.")
        self.joining = ChoicePanel("Who can join", f"Nobody else can join this {kind.noun}.", whole=True)
        self.forecast = ForecastPanel()
        self.suggest = QPushButton("Suggest")
        self.suggest.setToolTip("Commit the units that together promise most, by the exact chances (S)")
        self.everybody = QPushButton("All")
        self.everybody.setToolTip("Commit everybody who can join (Ctrl+A); a double click on a stack commits the stack")
        self.clear = QPushButton("Call off")
        self.clear.setToolTip("Take every unit out of this battle")
        self.back = QPushButton("Others")
        self.back.setToolTip("List everybody who can be attacked (Escape)")
        self.planned = PlanBar(moving=False)
        self.planned.done.connect(self._do_plan)
        self.planned.cleared.connect(self._clear_plan)
        self._battle = self._lay_out_battle()
        self._panel = self._lay_out()
        self.targets.chosen.connect(self.aim)
        self.joining.chosen.connect(self.toggle)
        self.joining.pointed.connect(self._preview)
        self.suggest.clicked.connect(self.take_suggestion)
        self.everybody.clicked.connect(lambda: self.take_all(()))
        self.clear.clicked.connect(self.call_off)
        self.back.clicked.connect(lambda: self.aim(None))

    def _lay_out_battle(self) -> QWidget:
        """The battle in hand: what it promises stands still, who can join and the account of it scroll below."""
        for button in (self.suggest, self.everybody, self.clear, self.back):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self.forecast.tools.addWidget(button)
        return battle_panel(self.forecast, self.joining)

    def _lay_out(self) -> QWidget:
        panel = QWidget()
        layout = QVBoxLayout(panel)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.targets, 1)
        layout.addWidget(self._battle, 1)
        layout.addWidget(self.planned)
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
                ChoiceLine(cell, table.label(cell), self._state_of(cell), table.stack(cell)[-1])
                for cell in sorted(self.by_target)
            ],
            table,
        )
        there = self.target is not None
        self.planned.setVisible(bool(plan_now(self.stage).targets))
        self.planned.show_plan(plan_words(self.stage, plan_now(self.stage)))
        self.targets.setVisible(not there)
        self._battle.setVisible(there)
        if self.target is not None:
            attackers = self.attackers(self.target)
            self.forecast.show_battle(self.stage.view, self.target, attackers)
            self.suggest.setEnabled(bool(self.by_target[self.target]) and bool(table.scenario.combat_tables))
            self.everybody.setEnabled(bool(self.by_target[self.target]))
            self.clear.setEnabled(bool(attackers))
            self.joining.show_choices(
                [
                    ChoiceLine(piece, self.stage.name(piece), self._would_give(piece), piece)
                    for piece in self.by_target[self.target]
                ],
                table,
            )
        settle_layouts()
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def _preview(self, piece: int | None) -> None:
        """Show what the battle would promise if the unit pointed at joined it."""
        if self.target is None or (piece is not None and piece not in self.by_target[self.target]):
            return
        attackers = self.attackers(self.target)
        joined = attackers if piece is None else (*attackers, piece)
        note = "" if piece is None else f"If {self.stage.table.full_name(piece)} joined"
        self.forecast.show_promise(self.stage.view, self.target, joined, note=note)

    def _state_of(self, cell: int) -> str:
        attackers = self.attackers(cell)
        if attackers:
            column = self._column(cell, attackers)
            vainly = f": {IN_VAIN}" if self._vain(cell) else ""
            return f"{counted(len(attackers), 'unit')} committed{column}{vainly}"
        return f"{counted(len(self.by_target[cell]), 'unit')} could {'fire' if self._fires else 'attack'}"

    def _column(self, cell: int, attackers: tuple[int, ...]) -> str:
        column = self.stage.column(cell, attackers)
        return f", {column_words(column)}" if column else ""

    def _would_give(self, piece: int) -> str:
        assert self.target is not None
        attackers = self.attackers(self.target)
        now, column = self._column(self.target, attackers), self._column(self.target, (*attackers, piece))
        says = "would leave it at" if attackers and column == now else "would make it"
        return f"{says}{column.removeprefix(',')}" if column else ""

    def _vain(self, cell: int) -> bool:
        """Whether nothing can come of the attack on a cell as it is planned."""
        attackers, stage = self.attackers(cell), self.stage
        if not attackers or not stage.table.scenario.combat_tables:
            return False
        return stage.kept(("vain", cell, attackers), lambda: vain(stage.view.forecast(cell, attackers)))

    def panel(self) -> QWidget:
        """Targets, the forecast, and who can join."""
        return self._panel

    def dress(self) -> None:
        """Take the colours of the theme."""
        for part in (self.targets, self.joining, self.forecast):
            part.dress()
        self.planned.dress()

    def ending(self) -> Ending | None:
        """Fight the battle in hand, where battles are fought as they are planned; else announce them, or none."""
        kind = phase_kind(self.stage.table)
        if self.target is not None and self.stage.judge(FightBattle(self.target)):
            return Ending(f"{kind.call} {self.stage.place(self.target)}", FightBattle(self.target), FINAL, True)
        many = len(planned(self.stage))
        if any(self.stage.judge(FightBattle(battle.target)) for battle in planned(self.stage)):
            end, left = "combat" if kind.contested else f"the {kind.noun}", counted(many, f"planned {kind.noun}")
            return Ending(f"End {end}", Done(), f"{left} would not take place")
        if many:
            return Ending(f"Announce {counted(many, 'battle')}", Done(), "No battle can be cancelled after this", True)
        none = "attacks" if kind.contested else f"{kind.noun}s"
        if fought_in_phase(self.stage.game):
            return Ending(f"No more {none}", Done(), "End the phase")
        return Ending(f"No {none}", Done(), f"End the phase without a {kind.noun}")

    def press_button(self) -> None:
        """Announce; an attack of which nothing can come is named first, and takes a second press."""
        vainly = tuple(battle.target for battle in planned(self.stage) if self._vain(battle.target))
        if vainly and vainly != self._named:
            self._named = vainly
            where = listed([self.stage.place(cell) for cell in vainly])
            why = f"{VAIN}: the attack on {where}. Press again to announce it all the same."
            self.stage.refused.emit(Verdict(False, "", why), vainly[0])
        else:
            super().press_button()

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """Whoever can be attacked, and the cells of those who can attack."""
        state = self.stage.table.state
        joining = {state.cell[piece] for pieces in self.by_target.values() for piece in pieces}
        return frozenset(joining | {state.cell[piece] for piece in self.committed} | set(self.by_target))

    def active(self) -> frozenset[int]:
        """Whoever can join the battle in hand, or any battle while none is; those already committed; the targets."""
        pieces = {*self._open(), *self.committed}
        held = {piece for cell in self.by_target for piece in self.stage.pieces_in(cell)}
        return frozenset(pieces | held)

    def pickable(self) -> frozenset[int]:
        """Own units; whom they attack is chosen by the cell."""
        return frozenset(self._open()) | frozenset(self.committed)

    # choosing

    def aim(self, target: int | None) -> None:
        """Plan the battle for a cell."""
        self.target = target
        self.stage.select(())
        self._show()
        self.stage.picked.emit()

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
        self.stage.act_all(DeclareAttack(piece, target) for piece in pieces)
        if not pieces:
            noun = phase_kind(self.stage.table).noun
            self.stage.said.emit(f"Nobody else would make this {noun} better.")

    def take_all(self, pieces: tuple[int, ...]) -> None:
        """Commit everybody of these who can join the battle in hand; where none of them can, everybody who can."""
        target = self.target
        if target is None:
            return
        able = self.by_target.get(target, [])
        joining = [piece for piece in able if piece in pieces] or able
        self.stage.act_all([DeclareAttack(piece, target) for piece in joining])  # one may bar another, as on a hexside

    def double(self, spot: PointerSpot) -> None:
        """Commit the whole stack."""
        there = tuple(self.stage.pieces_in(spot.cell))
        if self.target is not None and any(piece in self.by_target.get(self.target, ()) for piece in there):
            self.take_all(there)

    def _do_plan(self) -> None:
        """Commit units as was planned while they moved."""
        self.stage.said.emit(declare_plan(self.stage))

    def _clear_plan(self) -> None:
        plan_now(self.stage).clear()
        self._show()
        self.stage.redraw.emit()

    def call_off(self) -> None:
        """Take every unit out of the battle that is being planned."""
        if self.target is not None:
            self.stage.act_all([WithdrawAttack(piece) for piece in self.attackers(self.target)])

    def press(self, spot: PointerSpot) -> None:
        """Remember where."""
        self._pressed = spot

    def release(self, spot: PointerSpot) -> None:
        """Aim at an enemy cell, or commit a unit."""
        start, self._pressed = self._pressed, None
        if start is None or spot.cell is None or start.cell != spot.cell:
            return
        if spot.ctrl and self._widens(spot.cell):
            assert self.target is not None and spot.cell is not None
            self.stage.act(AddTarget(self.target, spot.cell))
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
        if piece is not None and (piece in self.committed or piece in self._open()):
            self.toggle(piece)
        else:
            self.refuse(self.why_not(spot), spot.cell)

    def _widens(self, cell: int | None) -> bool:
        """Whether the battle in hand may be fought against another cell too."""
        if self.target is None or cell is None or cell == self.target:
            return False
        return bool(self.stage.judge(AddTarget(self.target, cell)))

    def _open(self) -> list[int]:
        """The units that may join the battle in hand, or any battle while none is in hand."""
        if self.target is not None:
            return self.by_target.get(self.target, [])
        return [piece for pieces in self.by_target.values() for piece in pieces]

    def _meant(self, spot: PointerSpot) -> int | None:
        """The unit a click means: the one under the mouse; beside the counters, the first that can do something."""
        if spot.piece is not None:
            return spot.piece
        there, able = self.stage.pieces_in(spot.cell), self._open()
        return next((piece for piece in there if piece in able or piece in self.committed), next(iter(there), None))

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

    @property
    def _fires(self) -> bool:
        """Whether guns fire in this phase, and nobody fights."""
        return not phase_kind(self.stage.table).contested

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        if spot.cell in self.by_target:
            chosen = self.stage.selected
            if chosen and spot.cell is not None and chosen[0] in self.by_target[spot.cell]:
                return f"{'Fire at' if self._fires else 'Attack'} this hex with {self.stage.table.full_name(chosen[0])}"
            return f"Plan {'a barrage of' if self._fires else 'an attack on'} this hex" + (
                "; Ctrl-click: attack it too" if self._widens(spot.cell) else ""
            )
        piece = self._meant(spot)
        if piece is None or (piece not in self.committed and piece not in self._open()):
            return ""
        name, label = self.stage.table.full_name(piece), self.stage.table.label
        if piece in self.committed:
            return f"Take {name} out of its battle"
        open_to = [cell for cell, pieces in self.by_target.items() if piece in pieces]
        goal = self.target if self.target is not None else open_to[0] if len(open_to) == 1 else None
        return f"Take {name}, then click whom it attacks" if goal is None else f"Commit {name} against {label(goal)}"

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Why the unit there cannot attack or join."""
        piece = self._meant(spot)
        if piece is None or self.says(spot):
            return None
        table = self.stage.table
        if table.side_of(piece) != self.stage.view.side:
            return self._out_of_reach(table.state.cell[piece])
        goal = self.target if self.target is not None else self._nearest(table.state.cell[piece])
        return None if goal is None else self.stage.judge(DeclareAttack(piece, goal))

    def _out_of_reach(self, cell: int) -> Verdict | None:
        """Why an enemy cannot be attacked: the judge's word on the nearest unit that could."""
        state, distance = self.stage.table.state, self.stage.table.board.grid.distance
        able = {piece for pieces in self.by_target.values() for piece in pieces} | set(self.committed)
        near = min(able, key=lambda piece: distance(Cell(state.cell[piece]), Cell(cell)), default=None)
        if near is None:
            return None
        verdict = self.stage.judge(DeclareAttack(near, cell))
        if not self._fires and not verdict and state.cell[near] not in self.stage.table.setting.neighbours[cell]:
            return no(f"Nobody who can still attack is adjacent to {self.stage.place(cell)}.", verdict.case)
        return verdict

    def _nearest(self, cell: int) -> int | None:
        """The enemy cell nearest to a cell, of those that somebody can attack."""
        distance = self.stage.table.board.grid.distance
        return min(self.by_target, key=lambda target: distance(Cell(cell), Cell(target)), default=None)

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
        draw_plan(painter, self.stage, plan_now(self.stage), scale)
