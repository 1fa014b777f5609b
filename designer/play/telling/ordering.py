"""What a player tells the staff: whom it is to leave alone, what is ordered, and what it says when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from designer.play.table.formations import bodies, name_for
from designer.play.table.interactions.commanding import CommandInteraction
from designer.play.wording import sentence
from engine.bots.staff.orders import Order, given, lifted, objective_of, order_words, pieces_of
from engine.scenario.sentences import counted

if TYPE_CHECKING:
    from designer.play.view import PlayView

WHEN = "Orders are carried out while units move or attacks are announced."


class Ordering:
    """Holds, orders, and the staff at work on them."""

    def __init__(self, view: PlayView) -> None:
        self._view = view
        self._instead: int | None = None
        self._what, self._kind = "", ""
        view.session.rested.connect(self._rested)
        view.session.ordered.connect(view.staff.follow)
        view.staff.taken.connect(self.take)
        view.staff.wanted.connect(self.begin)
        view.staff.asked.connect(self.appraise)
        view.staff.changed.connect(self.change)
        view.staff.lifted.connect(self.lift)
        view.staff.shown.connect(self._show)
        view.staff.carried.connect(self.carry_out)

    # holds and the rest

    def hold(self) -> None:
        """Hold the selected units, or the one that is pointed at, for this turn; or let them go."""
        view, stage = self._view, self._view.stage
        side = stage.view.side
        pieces = [piece for piece in stage.selected or view.board.pointed_at() if stage.table.side_of(piece) == side]
        if not pieces or stage.decision is None:
            view.say("Select units of yours, or point at one, to hold them.", "warning")
            return
        held = view.session.hold(pieces)
        who = stage.called(pieces[0]) if len(pieces) == 1 else counted(len(pieces), "unit")
        verb, them = ("is", "it") if len(pieces) == 1 else ("are", "them")
        kept = f"held: the staff leaves {them} alone this turn" if held else "no longer held"
        view.say(f"{who} {verb} {kept}.", "text")

    def the_rest(self) -> None:
        """Let the staff do the rest of the phase."""
        self._note("done the rest")
        self._view.session.delegate()

    def the_turn(self) -> None:
        """Let the staff play the rest of the turn, its dice too."""
        self._note("played the turn")
        self._view.session.delegate(turn=True)

    def _note(self, what: str) -> None:
        """Keep in mind what the staff is sent to do, and what was to be decided then."""
        decision = self._view.session.my_decision
        self._what, self._kind = what, decision.kind if decision is not None else ""

    def _rested(self, done: int) -> None:
        held = len(self._view.session.held)
        game = self._view.session.game
        dice = any(entry.sealed for entry in game.log[game.cursor - done : game.cursor])
        back = "what dice decided stands" if dice else "one undo takes all of it back"
        what = f"Your staff has {self._what}: {counted(done, 'action')}; {back}."
        stayed = f" {counted(held, 'held unit')} stayed as {'it was' if held == 1 else 'they were'}." if held else ""
        first = what if done else "Your staff would do nothing more here."
        self._view.say(f"{first}{stayed} {self._next()}".strip(), "text")

    def _next(self) -> str:
        """What is left to the player; nothing where something else is to be decided now, which the bar says."""
        ending, decision = self._view.interaction.button(), self._view.session.my_decision
        if ending is not None and ending.ready:
            return f"Next: {ending.text.lower()}."
        return "The phase is yours to end." if decision is not None and decision.kind == self._kind else ""

    # formations

    def take(self, pieces: tuple[int, ...]) -> None:
        """Select the units of a formation as far as they can do something, and bring them into view."""
        view, state = self._view, self._view.stage.table.state
        there = [piece for piece in pieces if state.cell[piece] >= 0]
        if not there:
            view.say("None of these units is on the map yet.", "warning")
            return
        view.board.show_cells([state.cell[piece] for piece in there])
        if isinstance(view.interaction, CommandInteraction):
            view.interaction.choose(pieces)
            return
        view.interaction.take_all(tuple(there))
        able = sum(piece in view.interaction.active() for piece in there)
        view.say(f"{counted(len(there), 'unit')} on the map, {able} can still act now.", "text")

    def appraise(self, pieces: tuple[int, ...]) -> None:
        """Ask the staff how a formation stands, or the units selected on the map."""
        view, side = self._view, self._view.stage.view.side
        chosen = pieces or tuple(view.stage.selected)
        if not chosen:
            view.say("Choose a formation, or select units on the map, to hear how they stand.", "warning")
            return
        name = name_for(bodies(view.stage.table, side), chosen) or counted(len(chosen), "unit")
        view.say("The staff is asked …")

        def answer(text: str) -> None:
            said = view.stage.words(text)
            view.reasons.say(f"{name}: how it stands", said)
            view.front("reasons")
            view.say(said, "text")

        view.session.ask_appraisal(chosen, answer)

    # orders

    @property
    def on(self) -> bool:
        """Whether an order is being given."""
        return isinstance(self._view.interaction, CommandInteraction)

    def begin(self, pieces: tuple[int, ...] = ()) -> None:
        """Give an order: to these units, to those selected on the map, or to some that are yet to be chosen."""
        view = self._view
        if view.stage.decision is None:
            view.say("Orders are given while it is yours to decide.", "warning")
            return
        if self.on:
            self._leave()
            return
        chosen = pieces or view.stage.selected or view.staff.chosen()
        self._instead = None
        self._open(None, chosen)

    def change(self, number: int) -> None:
        """Change an order."""
        orders = self._view.session.my_orders
        if 0 <= number < len(orders) and self._view.stage.decision is not None:
            self._instead = number
            self._open(orders[number], ())

    def _open(self, order: Order | None, pieces: tuple[int, ...]) -> None:
        view = self._view
        made = CommandInteraction(view.stage, self._done, view.interaction.active(), order)
        view.use(made)
        if pieces:
            made.choose(pieces)
        view.map.setFocus()

    def _done(self, order: Order | None) -> None:
        session, instead = self._view.session, self._instead
        self._leave()
        if order is not None:
            session.put_orders(given(session.my_orders, order, instead))
            self._view.front("staff")
            what = sentence(order_words(self._view.stage.table, order))
            who = order.name or counted(len(order.units), "unit")
            self._view.say(
                f"{who}: {what}. “Carry out” (Shift+O) has the staff move them; undo lifts the order.", "text"
            )

    def _leave(self) -> None:
        self._instead = None
        self._view.use(None)

    def lift(self, number: int) -> None:
        """Lift an order."""
        orders = self._view.session.my_orders
        if 0 <= number < len(orders):
            self._view.session.put_orders(lifted(orders, number))
            self._view.say("The order is lifted; undo brings it back.", "text")

    def _show(self, number: int) -> None:
        """Bring the units and the objective of an order into view."""
        stage, orders = self._view.stage, self._view.session.my_orders
        if 0 <= number < len(orders):
            pieces, cell = (
                pieces_of(stage.table.scenario, orders[number]),
                objective_of(stage.table.board, orders[number]),
            )
            cells = [stage.table.state.cell[piece] for piece in pieces if stage.table.state.cell[piece] >= 0]
            self._view.board.show_cells([*cells, *([cell] if cell is not None else [])])

    def carry_out(self, dice: bool = False) -> None:
        """Let the staff carry out the orders in this phase."""
        view, session = self._view, self._view.session
        if self.on:
            self._leave()
        self._note("carried out its orders")
        if view.stage.decision is None or session.carry_out(dice=dice):
            return
        none = "There are no orders yet: choose units or a formation, and give them one (O)."
        view.say(WHEN if session.my_orders else none, "warning")
