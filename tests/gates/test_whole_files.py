"""No module writes a file in its place: `engine/files.py` writes beside it, checks, flushes and renames."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.gates.tree import SOURCE, modules, name

WRITERS = {"write_text", "write_bytes", "copyfile", "copy2", "copytree", "setFileName", "ZipFile", "QFile", "QSaveFile"}
"""What writes a file by its name."""

DRAFT = "made"
"""What the name of a draft is called in the block that writes it."""

ELSEWHERE = {
    "designer/specimens/editors.py write_text": "in a folder that is gone after the picture",
    "engine/store/connection.py copyfile": "in a folder that is gone after the copy was read",
}
"""What writes a file that nobody will look for, and where."""


def written(tree: ast.AST) -> Iterator[str]:
    """By what a module writes files that are no drafts."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0] if node.args else None
        if isinstance(owner, ast.Name) and owner.id == DRAFT:
            continue
        if called in WRITERS or (called == "open" and _changes(node)):
            yield called
        if called in ("save", "QPdfWriter") and isinstance(first, ast.Call) and getattr(first.func, "id", "") == "str":
            yield f"{called}(str("


def _changes(node: ast.Call) -> bool:
    """Whether a file is opened so that its text may become another; `r+` as a question alone is none."""
    given = [*node.args, *(each.value for each in node.keywords if each.arg == "mode")]
    modes = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(set(mode) <= set("rwaxbt+") and set(mode) & set("wax") for mode in modes)


def test_every_file_appears_only_when_it_is_whole() -> None:
    found = {
        f"{name(path)} {what}"
        for path in modules(*SOURCE)
        if name(path) != "engine/files.py"
        for what in written(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == ELSEWHERE.keys(), "use save or draft of engine/files.py"


def test_what_writes_a_file_in_its_place_is_seen() -> None:
    source = """
path.write_text(text)
with path.open("w", encoding="utf-8") as file: pass
open(path, mode="ab")
picture.save(str(path))
with draft(path) as made:
    made.write_bytes(data)
painter.save()
save(path, data)
path.open("r+b")
"""
    assert sorted(written(ast.parse(source))) == ["open", "open", "save(str(", "write_text"]
