"""Effects of results that leave a mark on units, and effects that hang on a further die."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from engine.charts.crt import dice_totals
from engine.records.base import col
from engine.records.charts import AnyEffect, Effect, LoseSteps, Who, hurt_by
from engine.rules.effects import involved
from engine.rules.retreat import RETREATED
from engine.scenario.sentences import effect_words, listed
from engine.state.tasks import AnyTask, ApplyEffects, Battle


class MarkUnits(Effect, frozen=True, kw_only=True, tag="mark-units"):
    """A result that marks whoever is left of a side, and takes other marks off."""

    who: Annotated[Who, col("Who")] = "defender"
    mark: Annotated[str, col("Mark", word="mark", max_length=60)] = ""
    lifts: Annotated[tuple[str, ...], col("Takes off", "Marks that they lose", word="mark")] = ()
    value: Annotated[str, col("Value", "Only units with enough of this value; empty: all", word="value")] = ""
    least: Annotated[float, col("At least", "Of that value", ge=0, le=99)] = 0.0
    stood: Annotated[bool, col("Who stood", "Only units that did not retreat")] = False
    boon: Annotated[bool, col("A boon", "It does them no harm")] = False
    never_in: Annotated[tuple[str, ...], col("Not in", "Kinds of battle in which it does not count")] = ()

    def hurts(self) -> frozenset[str]:
        """Whoever is marked, unless that is a boon."""
        return frozenset() if self.boon else frozenset({self.who})

    def words(self) -> str:
        """Who is marked with what."""
        enough = f" with a {self.value} of {self.least:g} or more" if self.value else ""
        off = f" and no longer {listed(self.lifts, 'or')}" if self.lifts else ""
        return f"the {self.who}{enough} is marked {self.mark.upper() if len(self.mark) < 3 else self.mark}{off}"

    def begin(self, table: Any, battle: Battle, case: str) -> tuple[AnyTask, ...]:
        """At once."""
        for piece in involved(table, battle, self.who) if battle.kind not in self.never_in else ():
            if self.value and table.face(piece).extra.get(self.value, 0.0) < self.least:
                continue
            if self.stood and table.marked(RETREATED, piece):
                continue
            mark_unit(table, piece, self.mark, self.lifts)
        return ()


def mark_unit(table: Any, piece: int, mark: str, lifts: tuple[str, ...] = ()) -> None:
    """Mark a piece, unless it bears what keeps it from that mark, and take other marks off it."""
    kind = table.setting.mark_kinds.get(mark)
    if kind is not None and any(table.marked(other, piece) for other in kind.never_with):
        return
    if not table.marked(mark, piece):
        table.set_mark(mark, piece)
    for other in lifts:
        if table.marked(other, piece):
            table.set_mark(other, piece, None)


class OnDie(Effect, frozen=True, kw_only=True, tag="on-die"):
    """A result of which a part is carried out only where a further die shows enough."""

    dice: Annotated[Literal["1d6", "2d6"], col("Dice")] = "1d6"
    least: Annotated[int, col("At least", ge=1, le=12)] = 4
    effects: Annotated[tuple[AnyEffect, ...], col("Then")] = ()

    @property
    def chance(self) -> Fraction:
        """How likely the dice show enough."""
        return sum((share for total, share in dice_totals(self.dice).items() if total >= self.least), Fraction(0))

    def hurts(self) -> frozenset[str]:
        """Whoever may suffer."""
        return hurt_by(self.effects)

    def words(self) -> str:
        """What hangs on the dice."""
        said = listed([effect_words(each) for each in self.effects]) or "nothing happens"
        return f"on {self.least} or more with {self.dice} {said}"

    def begin(self, table: Any, battle: Battle, case: str) -> tuple[AnyTask, ...]:
        """Throw, and go on with what follows if they show enough."""
        shown = table.roll(self.dice, f"half result in {table.label(battle.target)}")
        return (ApplyEffects(battle, self.effects, case),) if shown >= self.least else ()


def expected_steps(effects: tuple[AnyEffect, ...], who: Who = "defender") -> Fraction:
    """How many steps effects cost a side on the average, where nobody runs out of them."""
    found = Fraction(0)
    for effect in effects:
        if isinstance(effect, OnDie):
            found += effect.chance * expected_steps(effect.effects, who)
        elif isinstance(effect, LoseSteps) and effect.who == who:
            found += effect.steps
    return found
