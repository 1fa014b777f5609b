"""The house style: sizes, and words that must not occur."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gates.tree import ROOT, SOURCE, modules, name, text_files

FILE_LIMIT = 500
FUNCTION_LIMIT = 60
USUAL_FUNCTION = 25

DANGEROUS_MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
DANGEROUS_CALLS = {"eval", "exec", "compile", "__import__"}

HOSTS = re.compile("|".join(("py" + r"pi\.", "python" + "hosted", "ana" + r"conda\.org", "npm" + r"js\.")))
MACHINE_PATHS = re.compile(r"(?<![\w.~])/(?:home|root|work|Users|mnt|tmp|private)/\w")
RENDERING = {
    *("QLabel", "QMessageBox", "QTextBrowser", "QTextEdit", "QTextDocument", "QStaticText", "QErrorMessage"),
    *("QProgressDialog", "QInputDialog", "QSplashScreen", "QGraphicsTextItem", "QWhatsThis"),
    *("addLegend", "LegendItem", "LabelItem", "TextItem"),
    *("setHtml", "appendHtml", "insertHtml", "setMarkdown", "setTextFormat", "setWhatsThis", "Markup("),
}
PLAIN_TEXT = """
Qt renders text that looks like markup and loads what it names.  Use designer/labels.py: Label for any text, rich() with
a literal template into a RichLabel or a Page for bold words and links, add_row() for a title in a form that is not a
literal, alert() before there is a window.  Tooltips are plain already.
"""
SETTABLE = re.compile(r"\b(?:time\.time|time_ns|datetime\.now|utcnow|today\(|localtime|gmtime|QTime|QDateTime)\b")
PENDING = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME)\b")


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_file_has_two_thoughts() -> None:
    long = {
        name(path): count
        for path in modules(*SOURCE, "tests")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > FILE_LIMIT
    }
    assert long == {}


def test_no_function_is_too_long() -> None:
    long = {
        f"{name(path)}:{node.lineno} {node.name}": length(node)
        for path in modules(*SOURCE, "tests")
        for node in functions(path)
        if length(node) > FUNCTION_LIMIT
    }
    assert long == {}


@pytest.mark.parametrize("folder", SOURCE)
def test_most_functions_are_short(folder: str) -> None:
    sizes = [length(node) for path in modules(folder) for node in functions(path)]
    assert sum(size <= USUAL_FUNCTION for size in sizes) >= 0.9 * len(sizes)


def test_every_module_says_what_it_is() -> None:
    silent = [
        name(path) for path in modules(*SOURCE) if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_a_word_names_one_class() -> None:
    found: dict[str, list[str]] = {}
    for path in modules(*SOURCE):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(name(path))
    assert {word: places for word, places in found.items() if len(places) > 1} == {}


def test_nothing_runs_code_from_data() -> None:
    found = []
    for path in modules(*SOURCE):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DANGEROUS_CALLS:
                found.append(f"{name(path)}:{node.lineno} {node.func.id}")
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name for alias in node.names} | {getattr(node, "module", None) or ""}
                roots = {one.split(".")[0] for one in names}
                found += [f"{name(path)}:{node.lineno} {one}" for one in roots & DANGEROUS_MODULES]
    assert found == []


def rendering(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a module could let Qt render a text: by line, the name that does it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            literal = bool(node.args) and isinstance(node.args[0], ast.Constant)
            if called == "Markup":
                yield node.lineno, "Markup("
            elif called == "rich" and not literal:
                yield node.lineno, "rich() without a literal template"
            elif called == "addRow" and len(node.args) == 2 and not literal:
                yield node.lineno, "addRow() without a literal title"


def test_text_from_a_library_is_plain_text() -> None:
    found = [
        f"{name(path)}:{line} {what}"
        for path in modules("designer")
        if name(path) != "designer/labels.py"
        for line, what in rendering(ast.parse(path.read_text(encoding="utf-8")))
        if what in RENDERING or "literal" in what
    ]
    assert found == [], PLAIN_TEXT


def test_no_command_says_anything_that_a_terminal_would_obey() -> None:
    speaks = re.compile(r"\b(?:click\.s?echo|print)\(")
    found = {name(path) for path in modules("engine/cli") if speaks.search(path.read_text(encoding="utf-8"))}
    whole = {"engine/cli/export.py", "engine/cli/schema.py"}  # a bundle, whose cells are escaped, and words of ours
    assert found - whole == {"engine/cli/common.py"}, "use say or write_json of engine/cli/common.py"


def test_what_is_measured_is_not_measured_by_a_clock_that_may_be_set() -> None:
    found = {name(path) for path in modules(*SOURCE) if SETTABLE.search(path.read_text(encoding="utf-8"))}
    told = {"engine/store/clock.py", "engine/lab/runner.py", "designer/crash.py", "designer/wording.py"}
    assert found == told, "the time of day is only told and compared here; elsewhere use time.monotonic"


@pytest.mark.parametrize("pattern", [HOSTS, MACHINE_PATHS, PENDING], ids=["hosts", "paths", "pending"])
def test_no_text_names_a_registry_a_machine_or_unfinished_work(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name(path)}:{number} {line.strip()[:80]}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_top_level_is_as_designed() -> None:
    allowed = {
        "pyproject.toml",
        "designer",
        "engine",
        "resources",
        "scenarios.db",
        "tests",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
    }
    built = {"build", "dist", "shots"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert allowed <= found <= allowed | built


def test_types_are_met_behind_one_lock() -> None:
    """msgspec ends the process where two threads meet a class at once; `engine/records/family.py` keeps them apart."""
    unguarded = re.compile(r"msgspec\.convert\(|msgspec\.json\.Decoder\((?!\))|msgspec\.json\.decode\(.*\btype=")
    found = [name(path) for path in modules(*SOURCE) if unguarded.search(path.read_text(encoding="utf-8"))]
    assert found == ["engine/records/family.py"], "use convert, decode or decoder of engine.records.family"
