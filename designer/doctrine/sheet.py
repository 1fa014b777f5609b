"""The doctrine of a plan as a sheet: every rule there is, on or off, with its weight and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from designer.tables.proposal import CellFigure
from designer.tables.references import reorder, shifted
from designer.tables.sheet import Fault, Heading, Line, Written
from designer.tables.text import Unreadable, read, read_flag
from engine.bots import rules_beside
from engine.bots.doctrine import DOCTRINE_RULES, DoctrineRule
from engine.bots.rule import read_rule
from engine.lab.tweak import RowField
from engine.records import Rows
from engine.records.changes import Change, drop, put
from engine.records.columns import columns
from engine.records.counters import Side
from engine.records.family import convert
from engine.records.play import Doctrine, Plan
from engine.systems.rule_words import parameter_words

ON_OR_OFF = "This rule stands against no other: whatever its weight, it is followed or it is not. Tick it on or off."
"""Why the weight of some rules cannot be written."""

_WEIGHT, _PARAMS = (next(each for each in columns(Doctrine) if each.name == name) for name in ("weight", "params"))


class DoctrineSheet:
    """The rules of one plan; rules that the plan does not name are off."""

    noun = "rule"
    tables = frozenset({"doctrine", "plan"})

    def __init__(self, rows: Rows, plan: str) -> None:
        self.rows = rows
        self.plan = plan

    def headings(self) -> tuple[Heading, ...]:
        """On or off, the rule, its weight, its parameters, its help."""
        return (
            Heading("on", "On", "Whether the bot follows the rule", flag=True),
            Heading("rule", "Rule", editable=False),
            Heading("weight", "Weight", "How much it counts beside the others, from 0 to 10", numeric=True),
            Heading("params", "Parameters", "Those that are not as usual", editable=False),
            Heading("help", "What it does", editable=False),
        )

    def row(self, rule: str) -> Doctrine | None:
        """The plan's row of a rule."""
        return self.rows.get(Doctrine, self.plan, rule)

    def lines(self) -> list[Line]:
        """The rules of the plan in their order, then the others."""
        mine = sorted((row for row in self.rows.all(Doctrine) if row.plan == self.plan), key=lambda row: row.position)
        named: list[Line] = [row.rule for row in mine]
        return [*named, *(rule for rule in rules_beside(mine) if rule not in named)] if self.plan else []

    def text(self, line: Line, key: str) -> str:
        """What a cell says."""
        rule, row = str(line), self.row(str(line))
        kind = DOCTRINE_RULES.get(rule)
        if key == "on":
            return "yes" if row is not None and row.on else "no"
        if key == "weight":
            return self._weight(kind, row)
        if key == "params":
            return self._params(rule, row)
        if key == "help":
            return kind.help if kind else "The engine has no such rule."
        return kind.title if kind else rule

    @staticmethod
    def _weight(kind: type[DoctrineRule] | None, row: Doctrine | None) -> str:
        """A number where it counts; where it does not, only whether the rule is followed."""
        if row is None:
            return ""
        if kind is None or kind.weighs:
            return f"{row.weight:g}"
        return "on" if row.on and row.weight > 0 else "off"

    def fixed(self, line: Line, key: str) -> str:
        """The weight of a rule that only counts as on or off."""
        kind = DOCTRINE_RULES.get(str(line))
        return ON_OR_OFF if key == "weight" and kind is not None and not kind.weighs else ""

    def _params(self, rule: str, row: Doctrine | None) -> str:
        kind = DOCTRINE_RULES.get(rule)
        if row is None or kind is None or not row.params:
            return ""
        try:
            return " ".join(parameter_words(self.rows, convert(row.params, kind), usual=False))
        except msgspec.ValidationError as error:
            return f"cannot be read: {error}"

    def numbers(self, line: Line, key: str) -> list[CellFigure]:
        """Every parameter of a rule that is a number, whether the plan names it or not."""
        row, kind = self.row(str(line)), DOCTRINE_RULES.get(str(line))
        if key != "params" or kind is None or row is None:
            return []
        now = read_rule(kind, row.params)
        return [
            CellFigure(column.title.lower(), float(getattr(now, column.name)), RowField(row, _PARAMS, column.name))
            for column in columns(kind)
            if column.kind in ("integer", "number") and not column.optional
        ]

    def called(self, line: Line) -> str:
        """The rule's title."""
        return self.text(line, "rule")

    def write(self, entries: Mapping[tuple[Line, str], str]) -> Written:
        """Turn rules on and off, and weigh them."""
        after: dict[str, Doctrine] = {}
        faults: list[Fault] = []
        for (line, key), text in entries.items():
            rule = str(line)
            fresh = Doctrine(plan=self.plan, rule=rule, on=False, position=self._next())
            row = after.get(rule) or self.row(rule) or fresh
            try:
                after[rule] = self._set(row, key, text)
            except Unreadable as error:
                faults.append(Fault(line, key, text, str(error)))
        return Written(tuple(put(self.rows, row) for row in after.values() if row != self.row(row.rule)), tuple(faults))

    def _set(self, row: Doctrine, key: str, text: str) -> Doctrine:
        if key == "on":
            return replace(row, on=read_flag(text.strip()))
        if key == "weight":
            if self.fixed(row.rule, key):
                raise Unreadable("this rule is only on or off")
            return replace(row, weight=float(read(_WEIGHT, text, self.rows)))
        return row

    def _next(self) -> int:
        return max((row.position for row in self.rows.all(Doctrine) if row.plan == self.plan), default=-1) + 1

    def set_params(self, rule: str, params: dict[str, Any]) -> list[Change]:
        """Give a rule other parameters."""
        row = self.row(rule) or Doctrine(plan=self.plan, rule=rule, position=self._next())
        return [put(self.rows, replace(row, params=params))]

    def add(self, values: Sequence[Mapping[str, str]]) -> Written:  # noqa: ARG002
        """No rule can be added: all there are stand in the table."""
        return Written()

    def duplicate(self, lines: Sequence[Line]) -> Written:  # noqa: ARG002
        """No rule is there twice."""
        return Written()

    def remove(self, lines: Sequence[Line]) -> list[Change]:
        """Take rules out of the plan; they stay in the table, off and as usual."""
        return [drop(row) for line in lines if (row := self.row(str(line))) is not None]

    def move(self, lines: Sequence[Line], by: int) -> list[Change]:
        """Reorder the rules of the plan."""
        mine = [str(line) for line in self.lines() if self.row(str(line))]
        order = shifted(mine, set(map(str, lines)), by)
        return reorder(self.rows, [row for rule in order if (row := self.row(rule)) is not None])

    def locate(self, table: str, key: tuple[object, ...], field: str) -> tuple[Line, str] | None:
        """Where a problem of this plan's doctrine is."""
        if table != "doctrine" or key[:1] != (self.plan,) or key[1] not in self.lines():
            return None
        return str(key[1]), field if field in ("on", "weight", "params") else "rule"


def fresh_plan(rows: Rows) -> Plan:
    """A new plan of the side that a bot commands by default."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    return Plan(plan="new", name="New plan", side=sides[-1].side if sides else "")


def usual_doctrine(rows: Rows, plan: str) -> list[Change]:
    """The changes that turn every rule of a plan on; those it names keep their weights and parameters."""
    mine = [row for row in rows.all(Doctrine) if row.plan == plan]
    wanted = [
        rows.get(Doctrine, plan, rule) or Doctrine(plan=plan, rule=rule, on=False, position=n)
        for n, rule in enumerate(rules_beside(mine))
    ]
    return [put(rows, replace(row, on=True)) for row in wanted if not row.on]
