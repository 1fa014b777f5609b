"""Small breaks of the rules: where one can be made in a module, how it is made, and how some are drawn by seed.

A mutant changes one comparison, number, condition or statement inside a function.  It is made in memory: the changed
function takes the place of the old one in a running process, and no file is touched.  Left out are functions that only
make sentences for people, texts within others, what is known to hold (`assert`, `strict`), annotations and defaults.
"""

from __future__ import annotations

import ast
import dataclasses
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parents[2]
RULES = ("engine/rules", "engine/systems")
"""The folders whose rules are broken."""

WORDY, SPOKEN = ("engine/systems/rule_words.py", "engine/systems/readback.py"), ("sentences", "words", "promise")
"""Modules and functions that only make sentences for people: no rule is broken in them."""

DEFINED = (ast.FunctionDef, ast.ClassDef)

FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
NEIGHBOURS: tuple[set[type], ...] = ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE})
SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitOr: ast.BitAnd}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One break: where it is, what it does, and its number among those of its module."""

    path: str
    function: str
    line: int
    number: int
    what: str

    @property
    def name(self) -> str:
        """What it is called in reports; it stays the same while its function does."""
        return f"{self.path}::{self.function}#{self.number}: {self.what}"


@dataclass(frozen=True)
class Change:
    """A change of one node of a tree: a field of a node, or a place in a list of it, gets another value."""

    owner: ast.AST
    field: str
    index: int | None
    new: object
    line: int
    what: str
    statement: ast.stmt | None = None

    def make(self) -> None:
        if self.index is None:
            setattr(self.owner, self.field, self.new)
        else:
            getattr(self.owner, self.field)[self.index] = self.new


def modules() -> list[str]:
    """The modules of the rules, by path."""
    paths = (path for folder in RULES for path in (ROOT / folder).rglob("*.py"))
    return sorted({path.relative_to(ROOT).as_posix() for path in paths} - set(WORDY))


def spoken(tree: ast.Module) -> set[str]:
    """The functions that only make sentences for people: by their names, and whatever is private and only they use."""
    found = {name for name, _ in functions(tree) if _says(name)}
    users = _users(tree)
    while more := {name for name in users.keys() - found if users[name] and users[name] <= found}:
        found |= more
    return found


def _says(function: str) -> bool:
    name = function.rpartition(".")[2]
    return name in SPOKEN or name.endswith("_words")


def _users(tree: ast.Module) -> dict[str, set[str]]:
    """By private function, those that mention its name; what stands in no function is called by nothing."""
    mentions: dict[str, set[str]] = {}
    bodies = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    outside = (("", node) for body in bodies for node in body.body if not isinstance(node, DEFINED))
    for name, node in (*functions(tree), *outside):
        for each in ast.walk(node):
            if isinstance(each, ast.Name | ast.Attribute):
                mentions.setdefault(each.id if isinstance(each, ast.Name) else each.attr, set()).add(name)
    private = [name for name, _ in functions(tree) if name.rpartition(".")[2].startswith("_") and "__" not in name]
    return {name: mentions.get(name.rpartition(".")[2], set()) - {name} for name in private}


def mutants(path: str) -> list[Mutant]:
    """Every mutant of a module."""
    tree, found = tree_of(path), []
    said = spoken(tree)
    for function, node in functions(tree):
        if function not in said:
            found += [mutant(path, function, number, change) for number, change in enumerate(changes(node))]
    return found


def mutant(path: str, function: str, number: int, change: Change) -> Mutant:
    """A change of a function as a mutant."""
    return Mutant(path, function, change.line, number, change.what)


def drawn(seed: int, count: int, paths: list[str]) -> list[Mutant]:
    """So many mutants of these modules, as a seed has them."""
    every = [mutant for path in paths for mutant in mutants(path)]
    return random.Random(f"mutants {seed}").sample(every, count)


def broken(mutant: Mutant) -> CodeType:
    """The code of a mutant's function with the break in it."""
    tree = tree_of(mutant.path)
    node = next(node for function, node in functions(tree) if function == mutant.function)
    list(changes(node))[mutant.number].make()
    whole = compile(ast.fix_missing_locations(tree), str(ROOT / mutant.path), "exec")
    return next(code for code in codes(whole) if code.co_qualname == mutant.function)


def tree_of(path: str) -> ast.Module:
    """A module as it is written."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of everything that is defined within."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from codes(const)


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, not those within other functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")


def limits(change: Change) -> ast.Compare | None:
    """The comparison by size whose limit itself a change lets in or shuts out, if it does no more than that."""
    one = change.owner
    if isinstance(one, ast.Compare) and len(one.ops) == 1 and {type(one.ops[0]), type(change.new)} in NEIGHBOURS:
        return one
    return None


def changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Every change of a function's body, from the top down."""
    for index, statement in enumerate(function.body):
        if not _docstring(statement):
            yield from _in_body(function, "body", index, statement, last=index == len(function.body) - 1)


def _docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _in_body(owner: ast.AST, field: str, index: int, statement: ast.stmt, last: bool) -> Iterator[Change]:
    if isinstance(statement, ast.Assert):  # never a rule: what it says is known to hold
        return
    removable = isinstance(statement, ast.Expr | ast.AugAssign | ast.Continue | ast.Break)
    if (removable and not _docstring(statement)) or (isinstance(statement, ast.Return) and not last):
        gone = ast.copy_location(ast.Pass(), statement)
        yield Change(owner, field, index, gone, statement.lineno, f"without `{ast.unparse(statement)[:60]}`", statement)
    for change in _in_node(statement):
        yield change if change.statement else dataclasses.replace(change, statement=statement)


def _in_node(node: ast.AST) -> Iterator[Change]:
    """The changes of a node's parts, and of theirs."""
    if isinstance(node, ast.JoinedStr | ast.arguments):  # words for people; what is said once, at the definition
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":  # like `assert`: what it says is known to hold
        return
    yield from _own(node)
    for field, value in ast.iter_fields(node):
        parts = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, part in parts:
            if isinstance(part, ast.stmt) and index is not None:
                yield from _in_body(node, field, index, part, last=False)
            elif isinstance(part, ast.AST) and field not in ("annotation", "returns", "decorator_list"):
                yield from _swapped(node, field, index, part)
                yield from _in_node(part)


def _own(node: ast.AST) -> Iterator[Change]:
    """What may be changed about a node itself."""
    line, said = getattr(node, "lineno", 0), ast.unparse(node)[:60] if isinstance(node, ast.expr) else ""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            for flip in FLIPS[type(operator)]:
                yield Change(node, "ops", index, flip(), line, f"{type(operator).__name__} to {flip.__name__}: {said}")
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield Change(node, "op", None, other(), line, f"{other.__name__}: {said}")
    elif isinstance(node, ast.BinOp) and type(node.op) in SUMS and not (_joined(node.left) or _joined(node.right)):
        yield Change(node, "op", None, SUMS[type(node.op)](), line, f"another sign: {said}")
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TWINS:
        twin = ast.copy_location(ast.Name(TWINS[node.func.id], ast.Load()), node.func)
        yield Change(node, "func", None, twin, line, f"{twin.id}: {said}")


def _joined(node: ast.expr) -> bool:
    """Whether a sum is one of words or lists, which has no other sign: breaking it would be too easy to notice."""
    words = isinstance(node, ast.Constant) and isinstance(node.value, str)
    named = isinstance(node, ast.Name) and node.id.isupper()
    return words or named or isinstance(node, ast.JoinedStr | ast.Tuple | ast.List | ast.ListComp)


def _swapped(owner: ast.AST, field: str, index: int | None, part: ast.AST) -> Iterator[Change]:
    """What may take the place of a part: a condition its opposite, a number its neighbours."""
    line = getattr(part, "lineno", getattr(owner, "lineno", 0))
    if isinstance(part, ast.Constant) and isinstance(part.value, bool):
        yield Change(owner, field, index, _constant(part, not part.value), line, f"{not part.value}")
    elif isinstance(part, ast.Constant) and isinstance(part.value, int):
        for new in (part.value - 1, part.value + 1):
            yield Change(owner, field, index, _constant(part, new), line, f"{new} for {part.value}")
    elif isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
        yield Change(owner, field, index, part.operand, line, f"not not: {ast.unparse(part)[:60]}")
    elif isinstance(part, ast.expr) and field in ("test", "ifs") and not isinstance(part, ast.Compare | ast.BoolOp):
        opposite = ast.copy_location(ast.UnaryOp(ast.Not(), part), part)
        yield Change(owner, field, index, opposite, line, f"the opposite: {ast.unparse(part)[:60]}")


def _constant(old: ast.Constant, value: object) -> ast.Constant:
    return ast.copy_location(ast.Constant(value), old)  # type: ignore[arg-type]
