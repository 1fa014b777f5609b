"""Moving units: click or box-select, see the reach, click or drag to the goal; Shift-click sets waypoints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import HEAD, arrow, cell_note, mark_zoc, outline_cells, show_reach
from designer.play.running.controller import GROUP
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.crowding import crowd_now, crowded_cells
from designer.play.table.harm import harm_to_be
from designer.play.table.interactions.base import CHOICE, SLOP, TARGET, WARN, Ending, Interaction, draw_box, light
from designer.play.table.interactions.deeds import Deeds, deeds_known
from designer.play.table.interactions.marching import apart, follow_on, marches, moves_to, nearest, wishes
from designer.play.table.interactions.moveorders import MoveOrders
from designer.play.table.interactions.planning import MovePlanning
from designer.play.table.interactions.routes import (
    costs,
    dearest,
    first_refusal,
    goals,
    likely_path,
    no_overrun,
    objection,
    overruns,
    path_of,
    stack_goals,
    through,
)
from designer.play.table.interactions.sweeping import SweepPanel, overrun_forecast, overrun_words
from designer.play.table.planlayer import LEGIBLE, draw_plan
from designer.play.table.prospects import AttackProspect, certain_words, prospect_words, prospects
from designer.play.table.stage import PointerSpot, Stage
from engine.ids import Cell
from engine.rules.decision import Verdict, no
from engine.rules.depots import draw_words
from engine.rules.movement import may_move, moving
from engine.rules.overrun import OverrunStack
from engine.rules.prices import cost_words, costs_of
from engine.rules.zoc import stops
from engine.scenario.sentences import counted
from engine.state import Status
from engine.state.actions import AnyAction, Done, MoveUnit

MOVED = "Every unit has moved. End the phase when you are ready."
NOBODY = "Nobody may move in this phase: end it when you are ready."


class MoveInteraction(Interaction):
    """Moves one piece, or several that go to the same cell."""

    hint = "Click a unit, then a lit hex. Double-click: the stack. Tab: next unit. H: hold."
    grouping = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.goals: dict[int, AnyAction] = {}
        self.costs: dict[int, str] = {}
        self.marches: frozenset[int] = frozenset()
        """The cells to which the first of several units can go while the others keep their places to it."""
        self.waypoints: tuple[int, ...] = ()
        self.over: int | None = None
        self._movable: tuple[int, ...] = ()
        self._admitted: frozenset[int] = frozenset()
        self._each: dict[int, dict[int, AnyAction]] = {}
        self._pressed: PointerSpot | None = None
        self._box: QRectF | None = None
        self._carried = False
        self._panel = ChoicePanel("Units still to move", MOVED)
        self._panel.chosen.connect(lambda piece: self.take((piece,)))
        self.planning = MovePlanning(self)
        self.deeds = Deeds(self)
        self._lists = MoveOrders(self.planning.bar, self._panel, self.deeds.panel, used=deeds_known(stage))
        self._orders = SweepPanel(stage, self._lists)
        self.forecast = self._orders.forecast

    def refresh(self) -> None:
        """See who can still move."""
        options = self.stage.options
        subjects = dict.fromkeys(group.subject for group in options.groups if group.subject is not None)
        own, table = [piece for piece in subjects if self._own(piece)], self.stage.session.game.table
        able = [piece for piece in own if may_move(table, piece)]
        self._movable = tuple(piece for piece in own if not self._stuck(piece))
        self._admitted = frozenset(able)
        self._panel.say_empty(MOVED if able or not own else NOBODY)
        self.prompt, self.hint = (self.planning.prompt, type(self).hint) if able or not own else (NOBODY, "")
        kept = tuple(piece for piece in self.stage.selected if piece in self._movable)
        self.take(kept)
        ordered = (*self._waiting(), *self._held())
        self._panel.show_choices([self._line(piece) for piece in ordered], self.stage.table)
        self.planning.show()

    def _own(self, subject: int) -> bool:
        """Whether what an act is about is a unit of one's own on the map, and not a cell or a store."""
        table = self.stage.table
        known = 0 <= subject < len(table.state.cell)
        return known and table.state.cell[subject] >= 0 and table.side_of(subject) == self.stage.view.side

    def _stuck(self, piece: int) -> bool:
        """Whether a unit in the midst of its move can do nothing more, nor anybody who stands with it."""
        stage = self.stage
        if piece not in moving(stage.session.game.table):
            return False
        company = stage.pieces_in(stage.table.state.cell[piece])
        return not any(stage.options.of(one) for one in company)

    def commit(self, action: AnyAction, why: dict[str, Any] | None = None) -> bool:
        """As ever; but an overrun always waits for the button, with its forecast in sight."""
        if not isinstance(action, OverrunStack):
            return super().commit(action, why)
        self.proposed = action
        self._orders.follow(action)
        self.stage.redraw.emit()
        self.stage.offered.emit()
        return False

    def drop(self) -> bool:
        """As ever; the list comes back."""
        dropped = super().drop()
        self._orders.follow(self.proposed)
        return dropped

    def _line(self, piece: int) -> ChoiceLine:
        where = self.stage.table.label(self.stage.table.state.cell[piece])
        held = ", held (H lets it go)" if piece in self.stage.session.held else ""
        held += ", planned" if piece in self.planning.plan.moves else ""
        return ChoiceLine(piece, self.stage.name(piece), f"{where}{held}", piece)

    def _waiting(self) -> tuple[int, ...]:
        """The units that can still move and are not held."""
        able, status = self.active() - self.stage.session.held, self.stage.table.state.status
        return tuple(piece for piece in self._movable if piece in able and not status[piece] & Status.MOVED)

    def _held(self) -> tuple[int, ...]:
        """The units that can still move and are held."""
        return tuple(piece for piece in self._movable if piece in self.active() & self.stage.session.held)

    def panel(self) -> QWidget:
        """The units that have yet to move."""
        return self._orders

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._panel.dress()
        self.deeds.panel.dress()
        self.planning.bar.dress()
        self.forecast.dress()

    def ending(self) -> Ending | None:
        """Moving ends when the player says so."""
        left, held = len(self._waiting()), len(self._held())
        parts = [f"{counted(left, 'unit')} could still move"] if left else []
        parts += [f"{counted(held, 'unit')} {'is' if held == 1 else 'are'} held"] if held else []
        tip = ", ".join(parts) or "Every unit has moved"
        return Ending("End movement", Done(), tip, ready=not left) if self.stage.judge(Done()) else None

    def active(self) -> frozenset[int]:
        """Whoever can still move."""
        return self._admitted.intersection(self._movable)

    def pickable(self) -> frozenset[int]:
        """Those and whoever may do something else in a phase in which only others move: unload, or be fuelled."""
        return frozenset(self._movable)

    # choosing

    def take(self, pieces: tuple[int, ...]) -> None:
        """Select pieces and work out where they can go; what waited for the button is called off."""
        self.proposed = None
        self._orders.follow(None)
        self.stage.select(pieces)
        self.waypoints = ()
        self._reach()

    def _reach(self) -> None:
        self.goals, self.costs, self.marches = {}, {}, frozenset()
        chosen = self.stage.selected
        self._each = {piece: goals(self.stage, piece) for piece in chosen}
        if self.waypoints:
            self.goals = through(self.stage, chosen[0], self.waypoints)
            self.costs = dict.fromkeys(self.goals, "")
        elif chosen:
            first = self._each[chosen[0]]
            common = set(first).intersection(*self._each.values())
            together = stack_goals(self.stage, chosen) | overruns(self.stage, chosen)
            self.goals = {cell: first[cell] for cell in sorted(common)} | together
            if apart(self.stage, chosen):  # where they cannot all go, they march: each keeps its place to the first
                self.marches = frozenset(first) - set(self.goals)
                self.goals |= {cell: first[cell] for cell in self.marches}
            spent = [costs(self.stage, piece) for piece in chosen]
            self.costs = {cell: dearest(spent, cell) for cell in self.goals}
        self.deeds.show()
        self._lists.show_deeds()
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def step(self, forward: bool) -> None:
        """Take the next unit that can move, and bring it into view."""
        ready = self._waiting()
        if not ready:
            return
        now = self.stage.selected[0] if self.stage.selected else None
        at = ready.index(now) + (1 if forward else -1) if now in ready else (0 if forward else -1)
        piece = ready[at % len(ready)]
        self.take((piece,))
        self.stage.pointed.emit(self.stage.table.state.cell[piece])

    def cancel(self) -> bool:
        """Drop the waypoints first, then the selection."""
        if self.waypoints:
            self.waypoints = ()
            self._reach()
            return True
        dropped = bool(self.stage.selected)
        self.take(())
        return dropped

    # the mouse

    def _meant(self, spot: PointerSpot) -> int | None:
        """The unit a click takes: the one under the mouse; beside the counters, the first that can move."""
        if spot.piece is not None and not self._passed_over(spot):
            return spot.piece if spot.piece in self._movable else None
        if spot.cell in self.goals:
            return None
        return next((piece for piece in reversed(self.stage.pieces_in(spot.cell)) if piece in self._movable), None)

    def _passed_over(self, spot: PointerSpot) -> bool:
        """Whether the unit under the mouse has moved already, in a hex to which the chosen ones can go: they go."""
        status, goal = self.stage.table.state.status, spot.cell in self.goals
        return goal and spot.piece is not None and bool(status[spot.piece] & Status.MOVED)

    def press(self, spot: PointerSpot) -> None:
        """Take a unit, go to a lit cell, or begin a box."""
        self._pressed, self._box, self._carried = spot, None, False
        waypoint = spot.shift and spot.cell in self.goals
        if spot.piece in self._movable and spot.piece is not None and not waypoint and not self._passed_over(spot):
            self._pick(spot, spot.piece)

    def _pick(self, spot: PointerSpot, meant: int) -> None:
        chosen = self.stage.selected
        if spot.ctrl or spot.shift:
            kept = tuple(piece for piece in chosen if piece != meant)
            self.take(kept if meant in chosen else (*chosen, meant))
        elif meant not in chosen:
            self.take((meant,))

    def take_all(self, pieces: tuple[int, ...]) -> None:
        """Take several units together."""
        self.take(tuple(piece for piece in pieces if piece in self._movable))

    def double(self, spot: PointerSpot) -> None:
        """Take the whole stack."""
        if spot.piece in self._movable:
            self.take_all(tuple(self.stage.pieces_in(spot.cell)))

    def drag(self, spot: PointerSpot) -> None:
        """Carry the selected unit, or widen the box."""
        start = self._pressed
        if start is None or max(abs(spot.x - start.x), abs(spot.y - start.y)) < SLOP:
            return
        if start.piece is not None and start.piece in self.stage.selected:
            self._carried = True
            self.over = spot.cell
        else:
            self._box = QRectF(QPointF(start.x, start.y), QPointF(spot.x, spot.y)).normalized()
        self.stage.redraw.emit()

    def release(self, spot: PointerSpot) -> None:
        """Set the unit down, close the box, or go where the click was."""
        start, box, carried = self._pressed, self._box, self._carried
        self._pressed, self._box, self._carried = None, None, False
        if box is not None:
            self.take(self._inside(box))
        elif carried:
            if spot.cell in self.goals and spot.cell is not None:
                self.go(spot.cell)
            else:
                self.refuse(self.why_not(spot), spot.cell)
        elif start is not None and spot.cell is not None and start.cell == spot.cell:
            self._click(spot)
        self.stage.redraw.emit()

    def _click(self, spot: PointerSpot) -> None:
        assert spot.cell is not None
        if spot.shift and spot.cell in self.goals and len(self.stage.selected) == 1:
            self.waypoints = (*self.waypoints, spot.cell)
            self._reach()
        elif spot.piece in self._movable and not self._passed_over(spot):
            return
        elif self.planning.aims_at(spot.cell):
            self.planning.toggle(spot.cell)
        elif spot.cell in self.goals:
            self.go(spot.cell)
        elif (meant := self._meant(spot)) is not None:
            self._pick(spot, meant)
        else:
            self.refuse(self.why_not(spot), spot.cell)

    def _inside(self, box: QRectF) -> tuple[int, ...]:
        state, scene = self.stage.table.state, self.stage.scene
        return tuple(piece for piece in self._movable if box.contains(scene.anchor(Cell(state.cell[piece]))))

    def hover(self, spot: PointerSpot) -> None:
        """Show the way to the cell under the mouse."""
        if spot.cell != self.over:
            self.over = spot.cell
            self.stage.redraw.emit()

    def go(self, cell: int) -> None:
        """Move every selected unit to a cell; together they are one choice, to be taken back at once."""
        chosen, first = self.stage.selected, self.goals[cell]
        if cell in self.marches:
            self._march(cell)
            return
        if self.planning.on:
            self.planning.note({piece: path_of(self._each[piece].get(cell, first)) or (cell,) for piece in chosen})
            self.take(())
            return
        if len(chosen) > 1 and isinstance(first, MoveUnit):
            self._together(moves_to(self.stage, chosen, cell))
        else:
            self.commit(first)
        if self.proposed is None:
            left = tuple(piece for piece in chosen if piece in self._movable)
            self.take(left)
            if not left and self.stage.take_next:
                self.step(True)

    def _march(self, cell: int) -> None:
        """Move everybody who is selected, each to its own place beside the first; one undo takes all of it back."""
        stage, chosen = self.stage, self.stage.selected
        if self.planning.on:
            marched = {piece: nearest(stage, piece, wish) for piece, wish in wishes(stage, chosen, cell).items()}
            able = {piece: path_of(action) for piece, action in marched.items() if action and stage.judge(action)}
            self.planning.note(able)
            moved = len(able)
        else:
            moved = self._together(marches(stage, chosen, cell))
        if self.proposed is None:
            self.take(())
            stage.said.emit(f"{counted(moved, 'unit')} of {len(chosen)} marched; one undo takes all of it back.")

    def _together(self, moves: Iterator[AnyAction]) -> int:
        """Make moves that one undo takes back, and show them when all are made; how many were."""
        together = {GROUP: self.stage.session.game.cursor}
        moved, sealed = follow_on(self.stage, moves, together)
        if sealed is not None:
            self.commit(sealed, together)
        return moved

    def lit(self, pieces: Sequence[int]) -> frozenset[int]:
        """Wherever one of these units could go, and the enemies beside them, whom they might overrun or look at."""
        able = [piece for piece in pieces if piece in self._movable]
        state, near = self.stage.table.state, self.stage.table.setting.neighbours
        beside = {cell for piece in able for cell in near[state.cell[piece]] if self._attacks(cell)}
        return frozenset(cell for piece in able for cell in goals(self.stage, piece)) | beside

    def confirm(self) -> bool:
        """Go to the cell under the mouse, or else to the last waypoint."""
        wanted = (self.over, *self.waypoints[-1:])
        cell = next((cell for cell in wanted if cell is not None and cell in self.goals), None)
        if cell is not None:
            self.go(cell)
        return cell is not None

    # what is said and drawn

    def says(self, spot: PointerSpot) -> str:
        """Which unit a click takes, or where it goes and what that costs."""
        meant, cell = self._meant(spot), spot.cell
        if self.planning.aims_at(cell):
            return self.planning.says(cell)
        going = self._going(cell, meant is None) if cell is not None and cell in self.goals else ""
        if meant is None:
            return going
        if meant in self.stage.selected and not going:
            many = len(self.stage.selected)
            who, them = (self.stage.called(meant), "it") if many == 1 else (counted(many, "unit"), "them")
            drawn = draw_words(self.stage.table, meant)[:1] if many == 1 else []
            return ". ".join([f"{who}: click a lit hex, or drag {them} there", *drawn]) if self.goals else ""
        beside = f". Enter, or a click beside the counters: {going[:1].lower()}{going[1:]}" if going else ""
        return f"Take {self.stage.table.full_name(meant)}{beside}"

    def _going(self, cell: int, promised: bool = True) -> str:
        """What going to a cell is, what it costs, and where nothing else has to be said what it promises."""
        chosen, cost = self.stage.selected, self.costs.get(cell)
        who = self.stage.table.full_name(chosen[0]) if len(chosen) == 1 else counted(len(chosen), "unit")
        points = f" for {cost} movement point{'' if cost in ('1', '½') else 's'}" if cost else ""
        points += self._price(cell)
        if isinstance(overrun := self.goals[cell], OverrunStack):
            return overrun_words(self.stage, overrun)
        if cell in self.marches:
            first, more = self.stage.table.full_name(chosen[0]), len(chosen) - 1
            rest = "the other keeps its place" if more == 1 else f"the {more} others keep their places"
            return f"March: {first} goes here, {rest} beside it"
        if self._attacks(cell):
            sure = certain_words(self.stage, chosen[0], cell)
            return f"Attack here with {who}{points}" + (f": {sure}" if sure else "")
        promise = prospect_words(self.stage, self._prospects(cell)) if promised else ""
        verb = "Plan to move" if self.planning.on else "Move"
        return f"{verb} {who} here{points}" + (f". {promise}" if promise else "")

    def _price(self, cell: int) -> str:
        """What going to a cell costs in supply, and who pays; nothing where it is free."""
        moves = [action for piece in self.stage.selected if (action := self._each[piece].get(cell)) is not None]
        side, table = self.stage.view.side, self.stage.table
        said = cost_words(table, [price for action in moves for price in costs_of(table, side, action)])
        return f" and {said}" if said else ""

    def _prospects(self, cell: int) -> list[AttackProspect]:
        """What the selected units could attack from a cell."""
        return prospects(self.stage, dict.fromkeys(self.stage.selected, cell))

    def _attacks(self, cell: int) -> bool:
        """Whether going to a cell is an attack on it."""
        return self.stage.table.holder(cell) == 1 - self.stage.view.side

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """The judge's word on the likely way; where nothing is selected, on the unit that is pointed at."""
        chosen, state, cell = self.stage.selected, self.stage.table.state, spot.cell
        if cell is None or cell in self.goals or self.planning.aims_at(cell):
            return None
        if any(state.cell[piece] == cell for piece in chosen):
            stuck = next((piece for piece in chosen if not self._each[piece]), chosen[0])
            return None if self.goals else self._nowhere(stuck)
        if chosen and self._attacks(cell) and (verdict := no_overrun(self.stage, chosen, cell)) is not None:
            return verdict
        for piece in chosen:
            if cell not in self._each[piece]:
                return objection(self.stage, piece, cell, self._each[piece])
        there = spot.piece if spot.piece is not None else next(iter(self.stage.pieces_in(cell)), None)
        if chosen or there is None or there in self._movable:
            return None
        return self._nowhere(there)

    def warns(self, spot: PointerSpot) -> Verdict | None:
        """That the selected units would be too many where they can go, or harmed, or that too many stand there."""
        if spot.cell is None or self.planning.aims_at(spot.cell):
            return None
        comes = spot.cell in self.goals and spot.cell not in self.marches and not self._attacks(spot.cell)
        return harm_to_be(self.stage, self.stage.selected, spot.cell) if comes else crowd_now(self.stage, spot.cell)

    def _nowhere(self, piece: int) -> Verdict:
        """Why a unit can go nowhere; of one of the enemy only what the judge says."""
        verdict, who = first_refusal(self.stage, piece), self.stage.called(piece)
        if not self._own(piece) or verdict.why.startswith(who):
            return verdict
        return no(f"{who} can go nowhere. {verdict.why}", verdict.case)

    def action_at(self, cell: int) -> AnyAction | None:
        """The move to that cell."""
        chosen, state = self.stage.selected, self.stage.table.state
        if not chosen or state.cell[chosen[0]] == cell:
            return None
        return self.goals.get(cell) or MoveUnit(chosen[0], likely_path(self.stage, chosen[0], cell, self.goals))

    def draw_under(self, painter: QPainter, scale: float) -> None:
        """The reach, with enemy zones hatched."""
        self.deeds.draw(painter)
        if not self.goals:
            return
        scene, table = self.stage.scene, self.stage.table
        attacks = [cell for cell in self.goals if self._attacks(cell)]
        show_reach(painter, scene, {Cell(cell): text for cell, text in self.costs.items()}, scale)
        light(painter, self.stage, attacks, TARGET)
        halting = stops(table, self.stage.view.side)
        mark_zoc(painter, scene, [Cell(cell) for cell in self.goals if halting[cell] and cell not in attacks])

    def draw(self, painter: QPainter, scale: float) -> None:
        """The plan, the way to the cell under the mouse with the odds from there, the waypoints, and the box."""
        scene, state = self.stage.scene, self.stage.table.state
        outline_cells(painter, scene, [Cell(cell) for cell in crowded_cells(self.stage)], WARN, 0.09, dashed=True)
        draw_plan(painter, self.stage, self.planning.plan, scale)
        if self.waypoints:
            outline_cells(painter, scene, [Cell(cell) for cell in self.waypoints], "#f0b323", 0.07)
        if self.over in self.goals and self.over is not None:
            for piece in self.stage.selected:
                action = self.goals[self.over] if self.waypoints else self._each[piece].get(self.over)
                if action is not None or self._attacks(self.over):
                    cells = (state.cell[piece], *(path_of(action) if action is not None else (self.over,)))
                    arrow(painter, [scene.anchor(Cell(cell)) for cell in cells], CHOICE, 0.12)
            if isinstance(overrun := self.goals[self.over], OverrunStack) and scale >= LEGIBLE:
                cell_note(painter, scene, Cell(self.over), overrun_forecast(self.stage, overrun).column, TARGET, HEAD)
            for one in self._prospects(self.over) if scale >= LEGIBLE and not self._attacks(self.over) else ():
                cell_note(painter, scene, Cell(one.target), one.joint, TARGET, HEAD)
        draw_box(painter, self._box, CHOICE, scale)

    @property
    def carried(self) -> bool:
        """Whether the selected units hang at the mouse."""
        return self._carried
