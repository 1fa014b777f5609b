"""The shipped scenarios: text tables under resources/ read into rows and built into a library."""

from __future__ import annotations

from pathlib import Path

from engine.errors import Problem, ScenarioError
from engine.records import TABLES, Record, Rows
from engine.store.bundle import TableReader
from engine.store.connection import connect
from engine.store.errors import StoreError, told
from engine.store.library import Library

RECIPE = "map.toml"


def read_sources(folder: Path | str) -> Rows:
    """A scenario from a folder of tables and, where there is one, a map recipe; the tables win over the recipe."""
    folder = Path(folder)
    reader = TableReader()
    problems = []
    for path in sorted(folder.glob("*.tsv")):
        if path.stem not in TABLES:
            problems.append(Problem(f"the file {path.name} is named for no table"))
            continue
        reader.begin(path.stem, 0)
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except UnicodeDecodeError:
            problems.append(Problem("the file is not UTF-8 text", path.stem))
            continue
        for number, line in enumerate(lines, 1):
            reader.take(line.removesuffix("\r"), number)
    problems += reader.problems
    if problems:
        raise ScenarioError(problems)
    return Rows([*_laid(folder), *reader.rows])


def source_folders(resources: Path | str) -> list[Path]:
    """The folders of all shipped scenarios, in the order of their slugs."""
    return sorted(path for path in (Path(resources) / "scenarios").glob("*") if any(path.glob("*.tsv")))


def build_library(resources: Path | str, target: Path | str) -> list[str]:
    """Build the shipped library anew; the same sources give the same file; the answer lists the slugs."""
    scenarios = {}
    for folder in source_folders(resources):
        try:
            scenarios[folder.name] = read_sources(folder)
        except ScenarioError as error:
            raise ScenarioError([_placed(problem, folder.name) for problem in error.problems]) from error
    target = Path(target)
    draft = target.with_name(f"{target.name}.new")
    draft.unlink(missing_ok=True)
    try:
        with Library.create(draft) as library:
            library.add_all(scenarios, shipped=True)
        _settle(draft)
        draft.replace(target)
    except OSError as error:
        raise StoreError(f"The library cannot be written to {target} ({error.strerror}).") from None
    finally:
        draft.unlink(missing_ok=True)
    return list(scenarios)


def _laid(folder: Path) -> list[Record]:
    recipe = folder / RECIPE
    if not recipe.exists():
        return []
    from engine.geography import lay_from_recipe

    return lay_from_recipe(recipe)


def _placed(problem: Problem, slug: str) -> Problem:
    return Problem(problem.message, f"{slug}/{problem.table}", problem.key, problem.field, problem.severity)


def _settle(path: Path) -> None:
    """Leave one plain file without a log beside it, packed the same way every time."""
    with told(path):
        db = connect(path, "rw")
        try:
            db.execute("PRAGMA journal_mode = delete").fetchone()
            db.execute("VACUUM")
        finally:
            db.close()
