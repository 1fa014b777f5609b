"""The shipped scenarios: text tables under resources/ read into rows and built into a library."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import msgspec

from engine.errors import Problem, ScenarioError
from engine.files import draft, refuse_unwritable
from engine.records import TABLES, Record, Rows
from engine.records.family import convert
from engine.records.play import ScenarioRow
from engine.store.bundle import TableReader
from engine.store.connection import connect, damage
from engine.store.errors import told
from engine.store.library import Library

RECIPE = "map.toml"


DROPS = "drop.tsv"
"""What a member of a family leaves out: a table and the key of a row, or the table alone for all of its rows."""


PART = "part.toml"
"""Which part of the map a member of a family is played on."""


def read_sources(folder: Path | str) -> Rows:
    """A scenario from a folder of tables and, where there is one, a map recipe; the tables win over the recipe.

    A folder within another scenario's folder stands on that one: it holds only what is different, and may be cut down
    to a part of its map.
    """
    folder = Path(folder)
    if not any(folder.parent.glob("*.tsv")):
        return _named(Rows([*_laid(folder), *_read(folder, Rows())]), folder.name if _children(folder) else "")
    rows = _shared(folder.parent, _stamp(folder.parent)).copy()
    _drop(rows, folder / DROPS)
    for row in _read(folder, rows):
        rows.put(row)
    return _named(_cut(rows, folder / PART), folder.parent.name)


def _cut(rows: Rows, recipe: Path) -> Rows:
    """The rows, or those of the part that a recipe tells of."""
    if not recipe.exists():
        return rows
    from engine.scenario.part import ChildMap, cut  # the window reads no sources, and should not wait for this

    try:
        part = convert(tomllib.loads(recipe.read_text(encoding="utf-8")), ChildMap)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ScenarioError([Problem(f"the file {recipe.name} cannot be read: {error}", "part")]) from error
    return cut(rows, part)


@lru_cache(maxsize=1)
def _shared(folder: Path, _stamp: tuple[tuple[str, int], ...]) -> Rows:
    """What the members of a family stand on, read once for all of them: to lay its map takes its time."""
    return read_sources(folder)


def _stamp(folder: Path) -> tuple[tuple[str, int], ...]:
    """By what a change of a folder's own files is known."""
    return tuple(sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()))


def _children(folder: Path) -> list[Path]:
    """The folders of the scenarios that stand on this one."""
    return sorted(path for path in folder.glob("*") if any(path.glob("*.tsv")))


def _named(rows: Rows, family: str) -> Rows:
    """The rows, with the family that the scenario belongs to."""
    if family:
        rows.put(msgspec.structs.replace(rows.the(ScenarioRow), family=family))
    return rows


def _drop(rows: Rows, path: Path) -> None:
    """Leave out what a member of a family does without."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []
    problems = []
    for number, line in enumerate((line for line in lines if line.strip()), 2):
        table, *key = line.split("\t")
        kind = TABLES.get(table)
        gone = [row for row in rows.all(kind) if key in ([], [str(part) for part in row.identity()])] if kind else []
        if kind is None or not gone:
            problems.append(Problem(f"there is no {table} {' '.join(key)} to leave out", "drop", (f"line {number}",)))
        for row in gone:
            rows.drop(type(row), *row.identity())
    if problems:
        raise ScenarioError(problems)


def _read(folder: Path, upon: Rows) -> Rows:
    """The tables of a folder, upon those of another scenario."""
    reader = TableReader(upon=upon)
    problems = []
    for path in sorted(folder.glob("*.tsv")):
        if path.name == DROPS:
            continue
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
    return reader.rows


def source_folders(resources: Path | str) -> list[Path]:
    """The folders of all shipped scenarios in the order of their slugs, the members of a family behind its parent."""
    parents = _children(Path(resources) / "scenarios")
    return [folder for parent in parents for folder in (parent, *_children(parent))]


def build_library(resources: Path | str, target: Path | str) -> list[str]:
    """Build the shipped library anew; the same sources give the same file; the answer lists the slugs."""
    refuse_unwritable(Path(target))
    scenarios = {}
    for folder in source_folders(resources):
        try:
            scenarios[folder.name] = read_sources(folder)
        except ScenarioError as error:
            raise ScenarioError([_placed(problem, folder.name) for problem in error.problems]) from error
    with draft(target, damage) as made:
        with Library.create(made) as library:
            library.add_all(scenarios, shipped=True)
        _settle(made)
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
