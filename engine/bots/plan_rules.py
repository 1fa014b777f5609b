"""The rules that plans are written in: whose they are, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.bots.doctrine import DOCTRINE_RULES, FIRST_RULES, DoctrineRule
from engine.bots.rule import read_rule
from engine.bots.staff.rules import STAFF_RULES
from engine.errors import Problem
from engine.records import Rows
from engine.records.play import Doctrine
from engine.rules.parameters import check_parameters
from engine.rules.references import check_names, words_of


def first_doctrine() -> tuple[Doctrine, ...]:
    """Every rule of the first release as usual."""
    return tuple(Doctrine(plan="", rule=rule, position=number) for number, rule in enumerate(FIRST_RULES))


def for_staff(doctrine: Iterable[Doctrine]) -> bool:
    """Whether rules are written for the staff: some are its own, and none the first release's."""
    rules = {row.rule for row in doctrine}
    return bool(rules & STAFF_RULES.keys()) and not rules & FIRST_RULES.keys()


def rules_beside(doctrine: Iterable[Doctrine]) -> dict[str, type[DoctrineRule]]:
    """The rules that a plan with these may have: the staff's or the first release's, never both."""
    return STAFF_RULES if for_staff(doctrine) else FIRST_RULES


def check_doctrine(rows: Rows) -> list[Problem]:
    """Rules of plans that the engine does not have, and parameters that it cannot read."""
    problems = []
    for row in rows.all(Doctrine):
        kind = DOCTRINE_RULES.get(row.rule)
        if kind is None:
            problems.append(Problem(f"there is no doctrine rule {row.rule}", "doctrine", row.identity(), "rule"))
        else:
            problems += check_parameters(kind, row.params, "doctrine", row.identity())
    return problems


def strange_names(rows: Rows, doctrine: Iterable[Doctrine]) -> list[Problem]:
    """Places, regions and flags that rules name and a scenario does not have; the rules pass over them.

    That is no fault: the plans of a campaign serve its smaller scenarios, too.
    """
    problems, words = list[Problem](), words_of(rows)
    for row in doctrine:
        kind = DOCTRINE_RULES.get(row.rule)
        if kind is not None:
            problems += check_names(rows, _given(kind, row), "doctrine", row.identity(), "params", words)
    return problems


def _given(kind: type[DoctrineRule], row: Doctrine) -> DoctrineRule:
    """A rule with the names that its row gives; those that it has by default are meant for whoever bears them."""
    rule = read_rule(kind, row.params)
    names = [name for name in rule.__struct_fields__ if isinstance(getattr(rule, name), tuple)]
    return replace(rule, **{name: () for name in names if name not in row.params})
