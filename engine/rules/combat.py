"""Combat by odds: the mechanism's parameters and the phase in which battles are announced and fought."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from engine.charts import CombatTable
from engine.charts.numbers import Number, exact
from engine.ids import Cell
from engine.records.base import col
from engine.records.charts import Result, hurt_by
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.columns import Ends
from engine.rules.contributions import Contribution
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.ground import ground_strength, halved_together
from engine.rules.mechanism import Mechanism
from engine.rules.phase import MarkedPhase
from engine.rules.table import Table
from engine.state.tasks import AdvanceAfterCombat, AnyTask, ApplyEffects, Battle, DeclareBattles

ATTACKED_CELL = "attacked-cell"


class BattleKind(Mechanism, frozen=True, kw_only=True):
    """A kind of battle: all are fought alike, and each says what follows."""

    verbs: ClassVar[tuple[str, str]] = ("attacks", "attack")
    """What one unit does, and what several do, as the journal tells it."""

    heading: ClassVar[str] = "Battle for"
    call: ClassVar[str] = "Fight for"
    noun: ClassVar[str] = "battle"
    """How it is headed before the name of a place, what the button says there, and what it is called."""

    urge: ClassVar[str] = "commit units to a battle and fight it, or end the phase"
    """What is asked of whoever fights such battles as they are planned."""

    contested: ClassVar[bool] = True
    """Whether both sides fight: only then do ratings and surprise count."""

    @property
    def shift_effect(self) -> str:
        """The effect of the terrain chart by which ground shifts its columns."""
        return "combat.shift"

    def plain_crt(self, table: Table) -> CombatTable:
        """The table on which such battles are thrown for, as it is printed."""
        return table.scenario.combat_tables[table.mechanism(OddsCombat).chart]

    def crt(self, table: Table, battle: Battle) -> CombatTable:
        """The table on which a battle is thrown for, with the headings of its ground."""
        return table.mechanism(OddsCombat).headed(table, battle.target)

    def ends(self, table: Table) -> Ends:
        """What holds where its columns end."""
        return table.setting.kept("ends", lambda: ends_of(table.mechanism(OddsCombat)))

    def printed(self, table: Table, piece: int, *, attacking: bool) -> Number:
        """What a unit's face that is up brings to it."""
        face = table.face(piece)
        return exact(face.attack if attacking else face.defence)

    def read(self, table: Table, battle: Battle, code: str) -> str:
        """The result that counts where the table gives this one."""
        return code

    def able(self, table: Table, piece: int) -> Verdict:
        """Whether a unit can attack so at all, whatever it may do now."""
        rule = table.mechanism(OddsCombat)
        if not rule.capable or table.can_attack(piece):
            return LEGAL
        return no(f"{table.full_name(piece)} cannot attack.", rule.case("capable"))

    def within(self, table: Table, piece: int) -> Iterable[int]:
        """The cells that a unit can attack from where it stands, if an enemy is there."""
        return table.setting.neighbours[table.state.cell[piece]]

    def joins(self, table: Table, piece: int, battle: Battle) -> Verdict:
        """Whether a unit can take part in a battle together with those who do."""
        return LEGAL

    def stays(self, table: Table, piece: int) -> bool:
        """Whether a unit that was committed is still there when the dice are thrown."""
        return table.stands(piece)

    def touches(self, table: Table, piece: int, target: int) -> Verdict:
        """Whether a unit can attack a cell from where it stands: beside it, with nothing between that bars attacks."""
        rule, here = table.mechanism(OddsCombat), table.state.cell[piece]
        if target not in table.setting.neighbours[here]:
            return no(f"{table.full_name(piece)} is not adjacent to {table.label(target)}.", rule.case("target"))
        beside = max(here, target) >= table.board.grid.size  # a box beside the map has no sides
        side = None if beside else table.board.grid.side_between(Cell(here), Cell(target))
        for kind in table.board.hexsides_of(Cell(here), side) if side is not None else ():
            if table.scenario.tec.prohibited("hexside", kind, "attack.prohibited"):
                return no(f"No attack crosses the {kind} to {table.label(target)}.", rule.case("hexside"))
        return LEGAL

    def aftermath(self, table: Table, battle: Battle, result: Result | None) -> tuple[AnyTask, ...]:
        """What follows the dice; no result: nothing happened."""
        raise NotImplementedError

    def struck(self, table: Table, battle: Battle, result: Result) -> None:
        """What befalls those who fought as soon as the dice have fallen."""

    def abandoned(self, table: Table, battle: Battle) -> tuple[AnyTask, ...]:
        """What follows where no attacker is left before the dice."""
        return ()


class OddsCombat(BattleKind, frozen=True, kw_only=True):
    """Battles decided by the ratio of strengths and a combat results table."""

    key: ClassVar[str] = "odds-combat"
    title: ClassVar[str] = "Combat by odds"
    help: ClassVar[str] = (
        "Attack strength against defence strength gives a column; shifts move it; dice give the result."
    )

    reads: ClassVar[tuple[str, ...]] = (
        "combat.shift",
        "combat.multiple",
        "combat.class",
        "attack.prohibited",
        "attack.",
    )
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(ATTACKED_CELL, "Attacked in this phase", on="cell", lasts="phase"),
    )

    chart: Annotated[str, col("Combat results table", refers="chart", min_length=1)] = "crt"
    one_per_hexside: Annotated[bool, col("One attacker a hexside")] = False
    hex_shifts: Annotated[
        Literal["worst", "sum"],
        col("Shifts of the defender's cell", "Terrain and places: only the worst, or all added"),
    ] = "worst"
    advance: Annotated[bool, col("Advance after combat", "One attacker may enter the vacated cell")] = True
    below: Annotated[
        Literal["nothing", "first", "never", "true odds"],
        col(
            "Beyond the ends",
            "nothing: below the first column an attack has no effect; first: the first column is used; "
            "never: it has none, and support does not lift it into the table; "
            "true odds: shifts count on odds without ends, and results beyond the table need no die",
        ),
    ] = "nothing"
    above_result: Annotated[
        str, col("Above the table", "With true odds, the result above the last column", word="code")
    ] = ""
    below_result: Annotated[
        str, col("Below the table", "With true odds, the result below the first column", word="code")
    ] = ""
    halving: Annotated[
        Literal["each", "together"],
        col(
            "Halved units",
            "each: by itself; together: those that are halved alike are added up, halved, rounded up, and are at "
            "least 1",
        ),
    ] = "each"
    unopposed: Annotated[
        str,
        col("Unopposed", "The result without dice where no strength defends; empty: the last column", word="code"),
    ] = ""
    several: Annotated[
        bool, col("Several cells", "One battle may be fought against several cells that every attacker touches")
    ] = False
    heads: Annotated[
        str,
        col(
            "Headings by ground",
            "A table whose rows are classes of ground, the easiest first, with the headings of the columns there; "
            "the terrain chart says by combat.class which class a cell is of",
            refers="chart",
        ),
    ] = ""
    rounding: Annotated[
        Literal["down", "nearest"],
        col("Odds", "down: fractions are dropped in the defender's favour; nearest: odds are rounded half up"),
    ] = "down"
    capable: Annotated[bool, col("Only attackers", "Only units with an attack strength attack")] = False
    once: Annotated[
        Literal["units", "cells"],
        col("Once a phase", "units: nobody defends twice; cells: no cell is attacked twice, whoever stands there"),
    ] = "units"
    order: Annotated[int, col("Order", "When the terrain counts among the changes of strength, lowest first")] = 40

    def headed(self, table: Table, target: int) -> CombatTable:
        """The table with the headings that a cell's ground has."""
        crt = table.scenario.combat_tables[self.chart]
        if not self.heads:
            return crt
        ground = ground_class(table, self, target)
        return table.setting.kept(("headed", self.chart, ground), lambda: _headed(table, self, crt, ground))

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """What the terrain chart says, and who is halved together."""
        yield from ground_strength(table, self, battle, attacking)
        if self.halving == "together":
            yield from halved_together(table, self, battle, attacking)

    def aftermath(self, table: Table, battle: Battle, result: Result | None) -> tuple[AnyTask, ...]:
        """The effects of the result, then an advance where there may be one."""
        sequel = tuple(task for each in table.answering("sequel") for task in each.sequel(table, battle))
        if result is None:
            return sequel
        effects = ApplyEffects(battle, result.effects, result.case)
        if not (result.advance and self.advance):
            return (effects, *sequel)
        stood = tuple(sorted({table.state.cell[piece] for piece in battle.attackers}))
        return (effects, *sequel, AdvanceAfterCombat(battle, (), stood, len(hurt_by(result.effects)) > 1))


class Support(Mechanism, frozen=True, kw_only=True):
    """Support markers that shift the odds."""

    key: ClassVar[str] = "support"
    title: ClassVar[str] = "Support markers"
    help: ClassVar[str] = "Air and similar markers shift a battle's column by the number printed on them, once a turn."

    markers: Annotated[Selector, col("Which units are markers")] = Selector(flags=("support",))
    per_battle: Annotated[int, col("Markers a battle", ge=0, le=1)] = 1


class CombatPhase(MarkedPhase, frozen=True, kw_only=True):
    """A phase in which a side may attack."""

    key: ClassVar[str] = "combat"
    title: ClassVar[str] = "Combat"
    help: ClassVar[str] = "All battles are announced, then fought one by one in the attacker's order."

    units: Annotated[Selector, col("Which units may attack")] = Selector()
    battle: Annotated[
        str, col("Kind of battle", "Key of the rule by which battles are fought; empty: by odds", max_length=60)
    ] = ""
    announce: Annotated[
        bool, col("All announced first", "No battle is fought before all are announced; else one after the other")
    ] = True

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Announce first; some battles may be owed."""
        due = (battle for each in table.answering("battles_due") for battle in each.battles_due(table, side or 0))
        return (DeclareBattles(side or 0, tuple(due)),)


def ends_of(rule: OddsCombat) -> Ends:
    """How the columns of a rule end."""
    lowest = 0 if rule.below == "first" else -1
    results = (rule.above_result, rule.below_result, rule.unopposed)
    return Ends(lowest, rule.below == "true odds", *results, rule.below == "never", rule.rounding == "nearest")


def kind_of(table: Table, battle: Battle) -> BattleKind:
    """The rule by which a battle is fought."""
    return kind_by_key(table, battle.kind)


def kind_by_key(table: Table, key: str) -> BattleKind:
    """The rule of a kind of battle; without a key, battles by odds."""
    rule = table.setting.by_key(key) if key else table.mechanism(OddsCombat)
    assert isinstance(rule, BattleKind)
    return rule


def phase_battle(table: Table) -> str:
    """The key of the kind of battle that is fought in the current phase; empty: by odds."""
    rule = table.phase if table.state.phase >= 0 else None
    return rule.battle if isinstance(rule, CombatPhase) else ""


def phase_kind(table: Table) -> BattleKind:
    """The rule by which the battles of the current phase are fought."""
    return kind_by_key(table, phase_battle(table))


def ground_class(table: Table, rule: OddsCombat, target: int) -> str:
    """The class of a cell's ground: the hardest of its terrain and its places."""
    tec, order = table.scenario.tec, table.scenario.tables[rule.heads].rows
    found = [tec.text("terrain", table.ground(target), "combat.class")]
    found += [tec.text("place", place.kind, "combat.class") for place in table.board.places_at(Cell(target))]
    known = [each for each in found if each in order]
    return max(known, key=order.index, default=order[0])


def _headed(table: Table, rule: OddsCombat, crt: CombatTable, ground: str) -> CombatTable:
    heads = table.scenario.tables[rule.heads]
    return CombatTable(crt.table, crt.results, tuple(heads.at(ground, column) for column in heads.columns))
