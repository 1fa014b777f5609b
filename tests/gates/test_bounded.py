"""No test can wait for ever: whatever it starts has an end, and whatever it waits for has a limit."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.gates.tree import modules, name

LIMITED = {"run", "check_output", "check_call", "call"}
"""Functions of `subprocess` that wait for the end of what they start."""

ENDLESS = {"wait", "join", "communicate"}
"""Methods that wait for ever where they are not told how long."""

HINT = "Start processes with tests/kit/bounded.py, and give every wait a limit."


def unbounded(text: str) -> Iterator[ast.Call]:
    """The calls of a text that may wait for ever."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            limited = any(word.arg in ("timeout", None) for word in node.keywords)
            started = of == "subprocess" and (node.func.attr == "Popen" or (node.func.attr in LIMITED and not limited))
            if started or (node.func.attr in ENDLESS and not node.args and not limited):
                yield node


def test_every_wait_of_a_test_has_an_end() -> None:
    found = [
        f"{name(path)}:{node.lineno} {ast.unparse(node)[:60]}"
        for path in modules("tests")
        if path.name != "bounded.py"
        for node in unbounded(path.read_text(encoding="utf-8"))
    ]
    assert found == [], HINT


def test_a_wait_without_an_end_is_seen() -> None:
    endless = ("subprocess.run(['x'])", "one.wait()", "thread.join()", "subprocess.Popen(['x'])", "one.communicate()")
    bounded = ("subprocess.run(['x'], timeout=3)", "one.wait(3)", "thread.join(timeout=3)", "', '.join(words)")
    assert all(len(list(unbounded(line))) == 1 for line in endless)
    assert not any(list(unbounded(line)) for line in bounded)
