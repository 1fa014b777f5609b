"""What tests cost and which rules they touch: the rules are given marks that note what is reached.

A statement has a mark that is set when it runs.  A comparison by size has one that is set when both sides are equal:
nowhere else does it matter whether a limit itself is allowed.  A mutant whose mark no test sets cannot be noticed.
"""

from __future__ import annotations

import ast
import builtins
import functools
import gc
import hashlib
import json
import operator
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.kit.mutants import ROOT, Mutant, changes, codes, functions, limits, modules, mutant, tree_of

Place = tuple[str, str]
"""A function of the rules: its module by path, and its name there."""

KEPT, ROWS = ("source", "_rules", "shipped"), ("engine.records", "engine.grid", "engine.geography", "engine.store")
"""Caches that no rule has touched: the kits' caches of rows, and what these are made from."""

MARKS, LIMITS = "_rules_reached", "_rules_compared"
"""The names under which marked functions find where to note what they reach, wherever they are."""

SIZES: dict[type[ast.cmpop], Callable[[object, object], object]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass
class Footprint:
    """What a test costs, the marks that it sets as bits of a number, and of which file and rules that was learnt."""

    seconds: float = 0.0
    marks: int = 0
    file: str = ""
    rules: str = ""


@dataclass
class Learnt:
    """The marks of the mutants of every version of the rules that was looked at, and the footprints of tests."""

    rules: str
    marks: dict[str, dict[str, int]] = field(default_factory=dict)
    prints: dict[str, Footprint] = field(default_factory=dict)
    _sought: dict[tuple[str, str], int] = field(default_factory=dict)

    def touches(self, test: str, mutant: Mutant) -> bool:
        """Whether a test reaches what a mutant changes; one that is not known may reach anything."""
        known = self.prints.get(test)
        if known is None:
            return True
        key = known.rules, mutant.name
        if key not in self._sought:
            self._sought[key] = self._bits(known.rules, mutant)
        return bool(known.marks & self._sought[key])

    def _bits(self, rules: str, mutant: Mutant) -> int:
        """The mark of a mutant; of a function that was written anew since then, those of all its module."""
        marks = self.marks[rules]
        if mutant.name in marks:
            return 1 << marks[mutant.name]
        return sum(1 << mark for mark in {mark for name, mark in marks.items() if name.startswith(mutant.path)})


def digest(*files: Path) -> str:
    """What tells one version of some files from another."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def living() -> dict[Place, list[FunctionType]]:
    """Every function of the rules as it lives in this process, however often it is known."""
    found: dict[Place, list[FunctionType]] = defaultdict(list)
    paths = {str(ROOT / path): path for path in modules()}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and (path := paths.get(one.__code__.co_filename)) is not None:
            found[path, one.__code__.co_qualname].append(one)
    return found


class _Marking(ast.NodeTransformer):
    """Puts marks into a function: before statements, and around comparisons."""

    def __init__(self, marks: dict[int, int]) -> None:
        self._marks = marks

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        number = self._marks.get(id(node))
        self.generic_visit(node)
        if number is None:
            return node
        if isinstance(node, ast.Compare):
            name = f"{LIMITS}_{type(node.ops[0]).__name__}"
            return _called(name, ast.Constant(number), node.left, node.comparators[0])
        assert isinstance(node, ast.stmt)
        slot = ast.Subscript(ast.Name(MARKS, ast.Load()), ast.Constant(number), ast.Store())
        return [ast.Assign([slot], ast.Constant(1)), node]


def _called(name: str, *given: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(given), [])


def mark_all(found: dict[Place, list[FunctionType]]) -> tuple[bytearray, dict[str, int]]:
    """Put marks into every function: where they are set, and the mark of every mutant by name."""
    names: dict[str, int] = {}
    count = 0
    for path in modules():
        tree, nodes = tree_of(path), dict[int, int]()
        for function, node in functions(tree):
            for number, change in enumerate(changes(node)):
                place = limits(change) or change.statement
                names[mutant(path, function, number, change).name] = nodes.setdefault(id(place), count)
                count += nodes[id(place)] == count
        marked = _Marking(nodes).visit(tree)
        for code in codes(compile(ast.fix_missing_locations(marked), str(ROOT / path), "exec")):
            replace(found, (path, code.co_qualname), code)
    return _listening(count), names


def _listening(count: int) -> bytearray:
    """So many marks, where marked functions find them."""
    reached = bytearray(count)
    setattr(builtins, MARKS, reached)
    for kind, compare in SIZES.items():
        setattr(builtins, f"{LIMITS}_{kind.__name__}", _comparing(reached, compare))
    return reached


def _comparing(reached: bytearray, compare: Callable[[object, object], object]) -> object:
    def compared(number: int, left: object, right: object) -> object:
        try:
            if left == right:
                reached[number] = 1
        except ValueError:  # arrays: some may be equal
            reached[number] = 1
        return compare(left, right)

    return compared


def replace(found: dict[Place, list[FunctionType]], place: Place, code: CodeType) -> None:
    """Put another code into a function, wherever it is known; whatever only has the same name is left alone."""
    for one in found.get(place, ()):
        if one.__code__.co_firstlineno == code.co_firstlineno and "<lambda>" not in place[1]:
            one.__code__ = code


def watched(items: Iterable[pytest.Item], reached: bytearray, rules: str) -> Iterator[dict[str, Footprint]]:
    """Run tests, and see what each costs and reaches; file by file."""
    for path, some in groupby(items, key=lambda item: item.path):
        forget()  # what another file has left is not known to this one
        version, learnt = digest(path), dict[str, Footprint]()
        for item in some:
            reached[:] = bytes(len(reached))
            began = _spent()
            run(item)
            seconds = _spent() - began
            bits = int("".join(map(str, reversed(reached))) or "0", 2)
            learnt[item.nodeid] = Footprint(seconds, bits, version, rules)
        yield learnt


def _spent() -> float:
    """Seconds of the processor so far, with those of processes that were started."""
    return sum(os.times()[:4])


def run(item: pytest.Item) -> None:
    """Run one test with all its fixtures, and take them down."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def forget() -> None:
    """Empty every cache but those of rows and maps, so that nothing is known from before a rule was broken."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            name, module = getattr(one, "__name__", ""), getattr(one, "__module__", "")
            if name not in KEPT and not module.startswith(ROWS):
                one.cache_clear()


def write(learnt: Learnt, file: Path) -> None:
    """Keep what was learnt, and of earlier rules as much as tests still stand on."""
    prints = {key: (one.seconds, f"{one.marks:x}", one.file, one.rules) for key, one in learnt.prints.items()}
    used = {one.rules for one in learnt.prints.values()}
    marks = {rules: known for rules, known in learnt.marks.items() if rules in used}
    file.write_text(json.dumps([marks, prints]), encoding="utf-8")


def read(file: Path) -> Learnt:
    """What was learnt, about the rules as they are or as they were."""
    rules = digest(*(ROOT / path for path in modules()))
    if not file.exists():
        return Learnt(rules)
    marks, prints = json.loads(file.read_text(encoding="utf-8"))
    known = {key: Footprint(seconds, int(bits, 16), *versions) for key, (seconds, bits, *versions) in prints.items()}
    return Learnt(rules, marks, known)
