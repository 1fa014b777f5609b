"""Surprise: dice before a battle may move it by several columns, for the attacker or against him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec

from engine.charts.crt import dice_totals
from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import Shift
from engine.rules.combat import kind_of
from engine.rules.forecast import all_modifiers
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import Automatic
from engine.rules.table import Table
from engine.state.events import Noted
from engine.state.tasks import AnyTask, Battle, Task

THROW = "surprise"
THROWN, COLUMNS = "battle.surprise.thrown", "battle.surprise.columns"


class ThrowSurprise(Task, frozen=True, tag="throw-surprise"):
    """The dice of surprise are thrown for a battle."""

    battle: Battle


class Needed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What surprise needs in a kind of battle."""

    kind: Annotated[str, col("Kind of battle", "Empty: by odds", max_length=60)] = ""
    attacker: Annotated[int, col("Attacker", "He surprises with so much or more", ge=-20, le=40)] = 10
    defender: Annotated[int, col("Defender", "He surprises with so much or less", ge=-20, le=40)] = 5


class Surprise(Mechanism, frozen=True, kw_only=True):
    """When a battle is a surprise, and what that does."""

    key: ClassVar[str] = "surprise"
    title: ClassVar[str] = "Surprise"
    help: ClassVar[str] = "Before a battle dice are thrown; a high total shifts it for the attacker, a low one against."
    told: ClassVar[frozenset[str]] = frozenset({"dice", "needed", "columns"})

    dice: Annotated[str, col("Dice", max_length=6)] = "2d6"
    columns: Annotated[str, col("Columns", "Dice that say by how many", max_length=6)] = "1d6"
    needed: Annotated[tuple[Needed, ...], col("Needed", "By kind of battle")] = (Needed(),)

    def sentences(self, rows: Rows) -> list[str]:
        """What is thrown, and what it takes."""
        said = [
            f"Before a battle {self.dice} are thrown with its modifiers; {self.columns} then says by how many columns "
            "a surprise shifts it, to the right for the attacker, to the left for the defender."
        ]
        for each in self.needed:
            what = each.kind or "battle"
            said.append(
                f"In a {what} the attacker surprises on {each.attacker} or more, "
                f"the defender on {each.defender} or less."
            )
        return said

    def terms(self, table: Table, battle: Battle) -> Needed | None:
        """What surprise needs in a battle; None: there is none in its kind."""
        if not kind_of(table, battle).contested:
            return None
        return next((each for each in self.needed if each.kind == battle.kind), None)

    def preliminaries(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """The dice."""
        return (ThrowSurprise(battle),) if self.terms(table, battle) else ()

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """What the dice have said."""
        columns = int(table.count(COLUMNS))
        if columns and self.terms(table, battle):
            yield Shift(columns, f"surprise by the {_side(columns)}", self.case("surprise"))

    def column_chances(self, table: Table, battle: Battle) -> Mapping[int, Fraction]:
        """What they may still say."""
        terms = self.terms(table, battle)
        if terms is None or table.count(THROWN):
            return {}
        more = sum(each.points for each in all_modifiers(table, battle, THROW))
        totals = dice_totals(self.dice)
        right = sum((chance for total, chance in totals.items() if total + more >= terms.attacker), Fraction(0))
        left = sum((chance for total, chance in totals.items() if total + more <= terms.defender), Fraction(0))
        spread = {0: 1 - right - left}
        for columns, share in dice_totals(self.columns).items():
            spread[columns] = right * share
            spread[-columns] = left * share
        return {columns: chance for columns, chance in spread.items() if chance}


def _side(columns: int) -> str:
    return "attacker" if columns > 0 else "defender"


class ThrowSurpriseProcedure(Automatic):
    """Throws for surprise, and for its columns."""

    def run(self, table: Table, task: ThrowSurprise) -> None:
        """Settle by how many columns the battle moves."""
        table.swap()
        rule, battle = table.mechanism(Surprise), task.battle
        terms = rule.terms(table, battle)
        if terms is None:
            return
        modifiers = all_modifiers(table, battle, THROW)
        total = table.roll(rule.dice, f"surprise at {table.label(battle.target)}")
        total += sum(each.points for each in modifiers)
        sign = 1 if total >= terms.attacker else -1 if total <= terms.defender else 0
        table.remember(THROWN)
        if sign:
            columns = sign * table.roll(rule.columns, "columns of the surprise")
            table.tally(COLUMNS, columns)
        said = f"by the {_side(sign)}" if sign else "none"
        table.do(Noted(f"Surprise at {table.label(battle.target)}: {said} ({total}).", rule.case("surprise")))
