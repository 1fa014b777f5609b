"""Trying a combat results table out: strengths, terrain and shifts in, odds, causes and chances out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.board.tec import TecChart
from engine.charts import CombatTable, load_tables
from engine.records import Rows
from engine.records.charts import Result
from engine.records.play import MechanismRow
from engine.rules.answers import Shift
from engine.rules.columns import column_name, column_of, shifted
from engine.rules.combat import OddsCombat, ends_of
from engine.rules.forecast import add_chances
from engine.rules.parameters import read_parameters


@dataclass(frozen=True)
class Trial:
    """A battle that might be: its strengths, the defender's ground, the hexside all attackers cross, other shifts."""

    attack: float
    defence: float
    terrain: str = ""
    place: str = ""
    hexside: str = ""
    other: int = 0


@dataclass(frozen=True)
class Trying:
    """What the table makes of it."""

    odds: str
    shifts: tuple[Shift, ...]
    column: str
    chances: dict[str, Fraction]


def combat_table_of(rows: Rows, chart: str) -> CombatTable | None:
    """A combat results table of a scenario that may not be playable yet."""
    table = load_tables(rows).get(chart)
    if table is None or not table.columns:
        return None
    made = CombatTable(table, {row.code: row for row in rows.all(Result) if row.chart == chart})
    try:
        return made if made.thresholds else None
    except ValueError:
        return None


def try_out(rows: Rows, crt: CombatTable, trial: Trial) -> Trying:
    """The odds, the shifts with their causes, and the chances of every result."""
    shifts, ends = trial_shifts(rows, trial), ends_of(_rule(rows))
    column = column_of(crt, Fraction(trial.attack), Fraction(trial.defence), ends)
    final = shifted(crt, column, sum(shift.columns for shift in shifts), ends)
    chances: dict[str, Fraction] = {}
    add_chances(chances, crt, final, Fraction(1), ends)
    return Trying(column_name(crt, column, ends), tuple(shifts), column_name(crt, final, ends), chances)


def trial_shifts(rows: Rows, trial: Trial) -> list[Shift]:
    """The shifts of the ground, as the scenario's rules add them, and those the user gives."""
    tec, rule = TecChart.from_rows(rows), _rule(rows)
    ground = [
        Shift(int(columns), f"defending in {kind}", rule.case("hex"))
        for layer, kind in (("terrain", trial.terrain), ("place", trial.place))
        if kind and (columns := tec.number(layer, kind, "combat.shift"))  # type: ignore[arg-type]
    ]
    if rule.hex_shifts == "worst" and ground:
        ground = [min(ground, key=lambda shift: shift.columns)]
    crossed = tec.number("hexside", trial.hexside, "combat.shift") if trial.hexside else None
    if crossed:
        ground.append(Shift(int(crossed), f"every attacker crosses a {trial.hexside}", rule.case("hexside")))
    return ground + ([Shift(trial.other, "other shifts")] if trial.other else [])


def _rule(rows: Rows) -> OddsCombat:
    row = rows.get(MechanismRow, OddsCombat.key)
    return read_parameters(OddsCombat, row.params if row else {})
