"""Broken rules are noticed: small breaks, each made in memory, and the tests that catch them.

A few known ones are tried in every run; `pytest -m soak -k mutation` tries a hundred over all rules and prints the
share that is caught.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.bounded import PATIENCE
from tests.kit.mutants import ROOT, Mutant, drawn, modules, mutants, spoken

SEED = 20_261_117
HARMLESS = {
    "engine/rules/overrun.py::Overrun.strength#4: 2 for 1": "a factor of one is told and changes no number",
    "engine/rules/losses.py::LossPoints.payers#3: -1 for 0": "whoever pays losses together is of one side",
    "engine/rules/movement.py::_judge_done#1: without `return LEGAL`": "where no rule answers, nobody owes a move",
    "engine/rules/overrun.py::Overrun._judge_company#7: In to NotIn: piece in task.moving": "some, not all, either way",
    "engine/rules/stacking.py::broken_limit#6: Gt to GtE: len(pieces) > limit.most": "a look before the exact one",
    "engine/systems/smolensk/openings.py::Opening.allowance#4: 4 for 5": "nothing else counts between the two",
    "engine/systems/smolensk/removals.py::Removals._alike#1: -1 for 0": "all pieces of a unit have its one record",
    "engine/rules/reach.py::budget#5: without `return int(table.face(piece).movement * mode.share * TICKS) `": (
        "the same number by the longer way"
    ),
    "engine/rules/movement.py::together#0: LtE to Lt: set(pieces) <= set(task.moving)": "the same units either way",
    "engine/rules/movement.py::stack_reach#21: 1 for 0": "a stack has one cell, and goes as far as its slowest",
    "engine/rules/depots.py::_wish#1: 2 for 1": "whose stores serve does not hang on how much is asked for",
    "engine/systems/proud_monster/refits.py::Refits.refit#1: -1 for 0": "less than no step is no step either",
    "engine/rules/replacements.py::ReplaceProcedure.decision#1: LtE to Lt: left <= 0": "without steps no offer",
    "engine/rules/air_refit.py::RepairedProcedure.run#2: -1 for 0": "only a base that bears hits is repaired",
    "engine/rules/forecast.py::battle_of#1: -1 for 0": "attackers are all of one side",
    "engine/rules/costs.py::_bridged#1: without `return costs`": "without bridges no step is dry, by the longer way",
    "engine/rules/transport.py::Transport.room#2: 1 for 0": "where there are no stores nothing can be loaded",
    "engine/rules/references.py::_known#0: -1 for 0": "rows that others name have names of one part",
    "engine/rules/depots.py::depots#1: without `return []`": "where there are no stores nobody draws on any",
    "engine/rules/draws.py::draws#6: 2 for 1": "wider fields hold the same sums",
    "engine/rules/movement.py::_affordable#1: without `return group`": "all is affordable, by the longer way",
    "engine/rules/attenuation.py::AttenuatedSupply.setting_out#3: 2 for 1": "a mark counts, not its number",
    "engine/rules/starving.py::FeedUnitsProcedure.perform#3: 0 for 1": "whatever feeds a hex names its cell",
    "engine/rules/starving.py::FeedUnitsProcedure.perform#4: 2 for 1": "whatever feeds a hex names its cell",
    "engine/rules/draws.py::_axis#4: max: min(worth)": "the steps between strengths are the same from any of them",
    "engine/rules/draws.py::_axis#9: another sign: highest - lowest": "wider fields hold the same sums",
    "engine/systems/proud_monster/assaults.py::HillFighters.strength#6: 9 for 10": (
        "nothing else counts for an attacker between the two"
    ),
    "engine/rules/ammunition.py::Ammunition.drawn#3: 0 for 1": "a mark counts, not its number",
    "engine/rules/lines.py::_trace#8: 2 for 1": "less than nothing is no line either way",
    "engine/rules/contributions.py::ordered#4: without `return every`": "one is in order, by the longer way",
    "engine/rules/free_rebuilds.py::FreeRebuilds.opening#10: 1 for 0": "a face counts only where a die is thrown",
    "engine/rules/table.py::Table.weather_at#1: without `return None`": "no zone has any weather either way",
    "engine/rules/air.py::Air._from_edge#3: 10000 for 9999": "nobody flies as far as either",
    "engine/rules/lines.py::_trace#2: 2 for 1": "a mark counts, not its number",
    "engine/rules/draws.py::draws#0: LtE to Lt: prod((axis.length for axis in axes)) <= WIDEST": (
        "both ways of counting come to the same"
    ),
    "engine/systems/smolensk/surprise.py::_side#0: Gt to GtE: columns > 0": "asked only of some columns, not of none",
    "engine/rules/weather_effects.py::_clauses#1: Gt to GtE: effect.allowance > 0": "asked only of some points",
    "engine/rules/retreat.py::_paths#15: -1 for 0": "where empty hexes are not preferred, nobody counts who holds them",
    "engine/systems/proud_monster/assaults.py::NarrowCrossings.strength#6: 21 for 20": (
        "nothing else counts for a strength between the two"
    ),
    "engine/rules/prices.py::_sources#13: GtE to Gt: one.rank >= LAST": "what comes last lies in no hex",
    "engine/rules/prices.py::PayPriceProcedure.decision#11: -1 for 0": "no source reaches off the map",
    "engine/rules/reach.py::_add_least#6: LtE to Lt: spent[cell] < 0 <= costs[edge]": "free steps are reached anyway",
    "engine/systems/smolensk/removals.py::_side#2: 1 for 0": "of a unit that nobody knows no piece can go",
    "engine/rules/mechanism.py::Mechanism.supplies#0: True": "a neutral answer is never asked for",
    "engine/rules/mechanism.py::Mechanism.unattenuated#0: True": "a neutral answer is never asked for",
    "engine/rules/mechanism.py::Mechanism.starves#0: True": "a neutral answer is never asked for",
    "engine/rules/mechanism.py::Mechanism.harmed#0: -1 for 0": "a neutral answer is never asked for",
    "engine/rules/mechanism.py::Mechanism.harmed#1: 1 for 0": "a neutral answer is never asked for",
}
"""Mutants that break no rule, by name, and why."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forks")


def tried(seed: int, count: int, *more: str, seconds: float = PATIENCE) -> list[list[str]]:
    """What became of so many mutants: the verdict, the name, and what caught it."""
    command = [sys.executable, "-m", "tests.kit.mutation_worker", str(seed), str(count), *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=seconds)
    found = [line.split("\t") for line in done.stdout.splitlines()]
    return [words for words in found if words[0] in ("caught", "SURVIVED")]


KNOWN = (
    ("rules/joining.py", "judge_attack", "Or: rule.one_per_hexside and "),
    ("rules/sequence.py", "ClosePhaseProcedure.run", "without `clear_marks("),
    ("rules/effects.py", "_begin_losses", "Eq to NotEq: effect.who == 'attacker'"),
    ("rules/effects.py", "ApplyEffectsProcedure.run", "without `table.tally("),
    ("rules/control.py", "enter", "Eq to NotEq: rule.by == 'passing'"),
    ("rules/trace.py", "in_communication", "without `return True`"),
    ("rules/trace.py", "_connected", "another sign: (zone("),
    ("rules/fight.py", "strengths", "False"),
)
"""Breaks that the tests of one system have to notice: several were once made on purpose, and none did."""


def named(module: str, function: str, what: str) -> Mutant:
    """The first break of a function that is called so, wherever it stands among the others."""
    path = f"engine/{module}"
    return next(one for one in mutants(path) if one.function == function and one.what.startswith(what))


def test_known_breaks_of_rules_are_all_noticed(tmp_path: Path) -> None:
    broken = [named(*each).name for each in KNOWN]
    (tmp_path / "broken").write_text("".join(f"SURVIVED\t{name}\n" for name in broken), encoding="utf-8")
    tests = "tests/systems/arduous/test_broken.py"
    found = tried(0, 0, "--quick", "--again", str(tmp_path / "broken"), "--tests", tests)
    assert sorted(found_name for _, found_name, *_ in found) == sorted(broken)
    assert {words[0] for words in found} == {"caught"}, found


def test_mutants_are_drawn_by_seed_from_every_module() -> None:
    some = modules()[:8]
    assert drawn(7, 20, some) == drawn(7, 20, some) != drawn(8, 20, some)
    sites = {path: len(mutants(path)) for path in modules()}
    assert (
        sum(sites.values()) > 2000
        and min(sites["engine/rules/effects.py"], sites["engine/systems/guderian/points.py"]) > 20
    )


def test_every_mutant_that_is_called_harmless_can_still_be_made() -> None:
    paths = {name.partition("::")[0] for name in HARMLESS}
    assert HARMLESS.keys() <= {mutant.name for path in paths for mutant in mutants(path)}


def test_what_only_makes_sentences_is_not_broken_and_every_rule_is() -> None:
    source = """
class Rule:
    def sentences(self): return _told(self) + _shared()
    def judge(self): return _shared() or self._inner()
    def _inner(self): return 1
def _told(rule): return _deeper(2)
def _deeper(number): return number
def _shared(): return 3
def _kept(): return 4
KEPT = _kept
"""
    assert spoken(ast.parse(source)) == {"Rule.sentences", "_told", "_deeper"}


@pytest.mark.soak
def test_mutation_of_a_hundred_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = tried(SEED, 100, seconds=24 * 3600)
    survived = [words[1] for words in found if words[0] == "SURVIVED"]
    harmful = [name for name in survived if name not in HARMLESS]
    harmless = len(survived) - len(harmful)
    share = 1 - len(harmful) / (len(found) - harmless)
    with capsys.disabled():
        print(
            f"\n{len(found)} mutants, {harmless} harmless, {len(harmful)} survived: {share:.1%} caught",
            *harmful,
            sep="\n",
        )
    assert len(found) == 100 and share >= 0.95
