"""What tests cost and which functions of the rules they enter: every function is given a mark that notes its entry."""

from __future__ import annotations

import ast
import builtins
import functools
import gc
import json
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.kit.mutants import ROOT, codes, functions, modules, tree_of

Place = tuple[str, str]
"""A function of the rules: its module by path, and its name there."""

KEPT, ROWS = ("source", "_rules", "shipped"), ("engine.records", "engine.grid", "engine.geography", "engine.store")
"""Caches that no rule has touched: the kits' caches of rows, and what these are made from."""

MARK = "_a_rule_was_entered"
"""The name under which marked functions find where to note it, wherever they are."""


@dataclass
class Footprint:
    """What a test costs, and the functions of the rules that it enters."""

    seconds: float = 0.0
    places: set[Place] = field(default_factory=set)


def living() -> dict[Place, list[FunctionType]]:
    """Every function of the rules as it lives in this process, however often it is known."""
    found: dict[Place, list[FunctionType]] = defaultdict(list)
    paths = {str(ROOT / path): path for path in modules()}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and (path := paths.get(one.__code__.co_filename)) is not None:
            found[path, one.__code__.co_qualname].append(one)
    return found


def mark_all(found: dict[Place, list[FunctionType]]) -> set[Place]:
    """Have every function note when it is entered; the answer is where they note it."""
    entered: set[Place] = set()
    places: list[Place] = []
    setattr(builtins, MARK, lambda number: entered.add(places[number]))
    for path in {path for path, _ in found}:
        tree = tree_of(path)
        for name, node in functions(tree):
            call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(len(places))], [])
            node.body.insert(0, ast.Expr(call))
            places.append((path, name))
        whole = compile(ast.fix_missing_locations(tree), str(ROOT / path), "exec")
        for code in codes(whole):
            replace(found, (path, code.co_qualname), code)
    return entered


def replace(found: dict[Place, list[FunctionType]], place: Place, code: CodeType) -> None:
    """Put another code into a function, wherever it is known; whatever only has the same name is left alone."""
    for one in found.get(place, ()):
        if one.__code__.co_firstlineno == code.co_firstlineno and "<lambda>" not in place[1]:
            one.__code__ = code


def watched(items: Iterable[pytest.Item], found: dict[Place, list[FunctionType]]) -> dict[str, Footprint]:
    """Run tests, and see what each costs and enters."""
    entered, learnt = mark_all(found), {}
    for item in items:
        entered.clear()
        began = time.process_time()
        run(item)
        learnt[item.nodeid] = Footprint(time.process_time() - began, set(entered))
    return learnt


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


def write(prints: dict[str, Footprint], failed: str, file: Path) -> None:
    """Keep what was learnt, and which test failed."""
    said = {key: (one.seconds, sorted(one.places)) for key, one in prints.items()}
    file.write_text(json.dumps([said, failed]), encoding="utf-8")


def read(file: Path) -> tuple[dict[str, Footprint], str]:
    """What was learnt, and which test failed."""
    said, failed = json.loads(file.read_text(encoding="utf-8"))
    kept = {key: Footprint(seconds, {(path, name) for path, name in places}) for key, (seconds, places) in said.items()}
    return kept, failed
