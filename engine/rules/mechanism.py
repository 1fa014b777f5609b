"""What a mechanism is: a part of the rules that answers questions, and takes note of occasions.

Every question has a neutral answer, so a mechanism says only what it has to say, and one without a row in the scenario
is absent.  Nobody asks which mechanisms there are: `Table` asks them all and folds their answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.rules.answers import MarkKind
from engine.rules.parameters import Parameters
from engine.state.actions import AnyAction

if TYPE_CHECKING:
    from engine.records.charts import AnyEffect, Result
    from engine.records.counters import Selector
    from engine.records.play import Arrival
    from engine.rules.answers import Closure, GroundTimes, Halving, ModeKind, Modifier, ScoreLine, Shift, Trespass
    from engine.rules.contributions import Contribution
    from engine.rules.decision import OptionGroup, Verdict
    from engine.rules.lines import Traced
    from engine.rules.prices import Price, Source
    from engine.rules.setting import Setting
    from engine.rules.table import Table
    from engine.state.tasks import AnyTask, Battle, MoveUnits


class Mechanism(Parameters, frozen=True, kw_only=True):
    """A part of the rules that a scenario may use."""

    marks: ClassVar[tuple[MarkKind, ...]] = ()
    """The marks that it puts on pieces, cells, places or sides."""

    momentary: ClassVar[bool] = False
    """Whether what it says of strengths holds for a single battle, and is no part of what a unit is worth."""

    acts: ClassVar[tuple[type[AnyAction], ...]] = ()
    """The actions that it adds to a side's movement."""

    # Questions: what each means, and the answer of a mechanism that has nothing to say

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """What it does to a unit's movement allowance."""
        return ()

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """What it does to the strengths of one side of a battle."""
        return ()

    def ground_times(self, setting: Setting) -> GroundTimes | None:
        """What ground multiplies strengths by, as far as that is its doing: the same as in `strength`, as fields."""
        return None

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """By how many columns it moves the odds of a battle."""
        return ()

    def die_modifiers(self, table: Table, battle: Battle, throw: str) -> Iterable[Modifier]:
        """What it adds to the dice of a battle (`combat`), or to others that are thrown before it."""
        return ()

    def column_chances(self, table: Table, battle: Battle) -> Mapping[int, Fraction]:
        """By how many columns dice that it has yet to throw before a battle may move it; none: it throws none."""
        return {}

    def preliminaries(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """What is to be done before the dice of a battle are thrown."""
        return ()

    def losses(self, table: Table, battle: Battle, who: str) -> Iterable[Contribution]:
        """What it does to the loss points that the attacker or the defender of a battle pays."""
        return ()

    def loss_tasks(self, table: Table, battle: Battle, who: str, toll: float, case: str) -> Iterable[AnyTask]:
        """How a role pays its loss points where it may pay otherwise than with steps; none: with steps."""
        return ()

    def losers(self, table: Table, battle: Battle, pieces: tuple[int, ...]) -> Iterable[int]:
        """The units of a battle of which one must lose the next step; none: it has no say."""
        return ()

    def may_choose(self, table: Table, battle: Battle, who: str, program: tuple[AnyEffect, ...]) -> Verdict | None:
        """Why a side may not take a result so, where it has the choice; None: no objection."""
        return None

    def choice_note(self, table: Table, battle: Battle, who: str, program: tuple[AnyEffect, ...]) -> str:
        """What a side should know that chooses how it takes a result, and what is to come after it; empty: nothing."""
        return ""

    def store_group(self, table: Table, side: int, cell: int) -> str:
        """The group to which stores belong that come to a side in a cell without one; empty: it has no say."""
        return ""

    def waived(self, table: Table, battle: Battle, who: str) -> Verdict | None:
        """Why a side need not take a result that leaves it a choice; None: it must."""
        return None

    def bridged(self, table: Table, side: int) -> Iterable[int]:
        """Cells around which hexsides cost a side nothing."""
        return ()

    def halvings(self, table: Table, battle: Battle, piece: int) -> Iterable[Halving]:
        """Why a unit counts half in a battle, where units that are halved alike are added up first."""
        return ()

    def ignored(self, table: Table, side: int) -> Iterable[str]:
        """Kinds of hexside that a side's units do not mind now, in movement and in attack."""
        return ()

    def roads(self, table: Table) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Kinds of link with the only terrain that they lead through now; without any, the link is gone."""
        return ()

    def treated(self, weather: str) -> Iterable[tuple[str, str]]:
        """Kinds of terrain in a weather, each with the kind that it counts as."""
        return ()

    def may_come(self, table: Table, line: Arrival) -> Verdict | None:
        """Why no unit of an arrival line may come on now; None: no objection."""
        return None

    def may_arrive(self, table: Table, piece: int, cell: int) -> Verdict | None:
        """Why a unit may not come on in a cell; None: no objection."""
        return None

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Why a unit may not move in this phase; None: no objection."""
        return None

    def may_use(self, table: Table, piece: int, mode: str) -> Verdict | None:
        """Why a unit may not move in a way that has this name; None: no objection."""
        return None

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Why a unit may not attack now; None: no objection."""
        return None

    def may_fight(self, table: Table, battle: Battle) -> Verdict | None:
        """Why a battle may not be fought as it stands; None: no objection."""
        return None

    def may_target(self, table: Table, piece: int, target: int) -> Verdict | None:
        """Why a unit may not attack a cell that it touches; None: no objection."""
        return None

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Why units may not overrun together; None: no objection."""
        return None

    def may_overrun_at(self, table: Table, cell: int) -> Verdict | None:
        """Why nobody may overrun out of a cell or into it now; None: no objection."""
        return None

    def dropouts(self, table: Table, battle: Battle) -> Iterable[int]:
        """Attackers that turn out to be unable to take part: they go back before the dice are thrown."""
        return ()

    def may_serve(self, table: Table, piece: int) -> Verdict | None:
        """Why a unit is no station for the lines of others; None: no objection."""
        return None

    def supply_grade(self, table: Table, cell: int, side: int, piece: int | None = None) -> str | None:
        """How a side's supply in a cell, or that of a unit there, is less than full: attenuated; None: it is full."""
        return None

    def supplies(self, table: Table, piece: int) -> bool:
        """Whether a unit has supply without a line of its own, such as by air."""
        return False

    def unattenuated(self, table: Table, side: int, piece: int | None) -> bool:
        """Whether a side, or a unit of it, is free of what long lines of supply do to others."""
        return False

    def may_supply_by_air(self, table: Table, side: int) -> Verdict | None:
        """Why a side may supply nobody by air now; None: no objection."""
        return None

    def bars_lines(self, table: Table, side: int) -> Iterable[int]:
        """Cells that the lines of a side may not enter now."""
        return ()

    def company(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Contribution]:
        """What it does to a unit's movement allowance when it moves in the company of these."""
        return ()

    def also_due(self, table: Table, side: int) -> Iterable[tuple[Arrival, list[int]]]:
        """Units that wait to come on although no line of the schedule brings them, with a line made for them."""
        return ()

    def setting_up(self, table: Table) -> Iterable[tuple[int, AnyTask]]:
        """Sides that set up by a rule of their own, in order, each with its task; the lines leave them alone."""
        return ()

    def battles_due(self, table: Table, side: int) -> Iterable[Battle]:
        """Battles that a side owes when its combat phase opens."""
        return ()

    def bound(self, table: Table, battle: Battle) -> Verdict | None:
        """Why a battle may be neither given up nor put off; None: it may."""
        return None

    def may_yield(self, table: Table, battle: Battle) -> Verdict | None:
        """Why the defenders of a battle may not retreat instead of a loss; None: no objection."""
        return None

    def sequel(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """What follows a battle once its result is carried out, before anybody advances."""
        return ()

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """Cells that a unit may not enter, when it moves together with a group."""
        return ()

    def shunned(self, table: Table, piece: int) -> npt.NDArray[np.bool_] | None:
        """By cell, whether a unit that ends its move there comes to harm by this rule; None: it has nothing to say."""
        return None

    def estranged(self, table: Table) -> Iterable[frozenset[int]]:
        """Groups of units that come to harm by this rule where those of two stand together or side by side."""
        return ()

    def supply_line(self, table: Table, piece: int) -> Traced | None:
        """The line of supply that a unit traces by this rule where it stands; None: it has none."""
        return None

    def starves(self, table: Table, piece: int) -> bool:
        """Whether a unit is out of supply by this rule."""
        return False

    def shut_links(self, table: Table, side: int) -> Iterable[npt.NDArray[np.bool_]]:
        """Steps along links that a side's lines cannot use now, such as railways of another gauge."""
        return ()

    def concealed(self, table: Table, side: int) -> Iterable[int]:
        """Pieces of the enemy that a side may not look at now."""
        return ()

    def zoneless(self, table: Table, side: int) -> Iterable[int]:
        """Units of a side that have no zone of control now; that hangs on the side's own pieces and on marks alone."""
        return ()

    def score(self, table: Table) -> Iterable[ScoreLine]:
        """Points that a side would have if the game ended now, beside what the ledger holds."""
        return ()

    def to_watch(self, table: Table, side: int) -> Iterable[int]:
        """Cells where a side must keep a unit that can attack, or something bad happens there."""
        return ()

    def trespass(self, table: Table) -> Iterable[Trespass]:
        """Country where enemies cost a side points by standing in it."""
        return ()

    def owes(self, table: Table, piece: int) -> Verdict | None:
        """Why a unit must still move in this phase: nobody closes its move, nor ends the phase; None: it need not."""
        return None

    def fatal(self, table: Table, piece: int) -> Iterable[int]:
        """Cells where a unit is lost if it ends this phase there."""
        return ()

    def harmed(self, table: Table, piece: int, path: tuple[int, ...]) -> int:
        """Steps that a unit would lose for retreating along a path, beside what the rules of retreat take."""
        return 0

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """What it lets a side do in its movement, besides moving."""
        return ()

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether one of its acts is legal."""
        raise NotImplementedError

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Carry out one of its acts; the movement is the task at hand, and goes on by `resume`."""
        raise NotImplementedError

    def advise(self, table: Table, side: int, action: AnyAction) -> tuple[float, str] | None:
        """How sensible an answer to a decision of its own is, and why; None: it has nothing to say of it."""
        return None

    def also_enters(self, table: Table, piece: int) -> Iterable[int]:
        """Cells where a unit that is due to arrive may come on besides those of its region."""
        return ()

    def railheads(self, table: Table, side: int, edge: tuple[int, ...]) -> Iterable[int]:
        """The cells that trains of a side reach from cells at the edge of the map."""
        return ()

    def may_mend(self, table: Table, side: int, cell: int) -> Verdict | None:
        """Why the railway that was shut in a cell does not open again for a side; None: no objection."""
        return None

    def bystanders(self) -> Iterable[Selector]:
        """Units that hold no ground: they bar nobody's way and defend nothing; whoever enters deals with them."""
        return ()

    def reserves(self, table: Table, side: int) -> Iterable[tuple[int, ...]]:
        """Stacks that may be held in reserve now: the first of its acts does so with them, the second undoes it."""
        return ()

    def held_back(self, table: Table, side: int) -> Iterable[tuple[int, ...]]:
        """Stacks that are held in reserve."""
        return ()

    def mode_kinds(self) -> Iterable[ModeKind]:
        """The modes that it lets units be in."""
        return ()

    def dues(self, table: Table, side: int, action: AnyAction) -> Iterable[Price]:
        """What an action of a side's movement costs in stores."""
        return ()

    def battle_dues(self, table: Table, battle: Battle) -> Iterable[Price]:
        """What whoever attacks pays in stores before a battle is fought."""
        return ()

    def sources(self, table: Table, price: Price) -> Iterable[Source]:
        """What may pay a price."""
        return ()

    def reliefs(self, table: Table, side: int, cell: int) -> Iterable[AnyAction]:
        """What else than a meal may keep the units in a cell in supply: actions that name the cell."""
        return ()

    def may_draw(self, table: Table, price: Price, source: Source) -> Verdict | None:
        """Why a source may not pay a price although it reaches those who owe it; None: no objection."""
        return None

    # Occasions: something has happened

    def drawn(self, table: Table, price: Price, source: Source) -> None:
        """Units pay a price out of their own stocks."""

    def relieved(self, table: Table, action: AnyAction) -> None:
        """Units were kept in supply by such an action."""

    def paid(self, table: Table, price: Price) -> None:
        """A price has been paid in full."""

    def unpaid(self, table: Table, price: Price) -> None:
        """A price was not paid, by choice or for want of tokens."""

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """A phase has begun: what is to be done before its own tasks."""
        return ()

    def closing(self, table: Table, side: int | None) -> None:
        """A phase is about to end."""

    def setting_out(self, table: Table, pieces: tuple[int, ...]) -> None:
        """Units are about to begin a move, or an attack within one; they still stand where they began."""

    def restored(self, table: Table, piece: int) -> None:
        """A unit regained a step from a stock of replacements."""

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """A unit went along a path, by a move, a retreat or an advance."""

    def let_off(self, table: Table, battle: Battle, who: str) -> None:
        """A side need not take a result that left it a choice."""

    def retreated(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """A unit retreated along a path, and has paid what a retreat costs."""

    def arrived(self, table: Table, piece: int) -> None:
        """A unit came onto the map after the set-up."""

    def revealed(self, table: Table, piece: int) -> None:
        """A face-down unit was turned up."""

    def weakened(self, table: Table, piece: int, steps: int) -> None:
        """A unit lost steps, perhaps its last."""

    def fought(self, table: Table, battle: Battle, result: Result) -> None:
        """The dice of a battle have fallen, and its result is about to be carried out."""

    def leaving(self, table: Table, piece: int) -> None:
        """A unit is about to leave the map, eliminated or withdrawn; its marks are still on it."""

    def set_up(self, table: Table, side: int) -> None:
        """A side has set up."""

    def eliminated(self, table: Table, piece: int) -> None:
        """A unit was eliminated."""
