"""Files from strangers: looked at without trust, every defect listed, nothing changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.errors import Problem, ScenarioError
from engine.progress import Progress
from engine.records import ORDER, Rows
from engine.records.columns import columns
from engine.records.verify import MOST_PROBLEMS, brief, listed
from engine.store.bundle import BUNDLE_LIMIT, HEADING, parse_bundle
from engine.store.database import Database
from engine.store.errors import StoreError, told
from engine.store.header import is_database, refuse_devices
from engine.store.migrations import open_to_read
from engine.store.shelf import check_slug, slug_from
from engine.store.tables import faults_of, read_rows

_SCENARIO_LIMIT = 10_000


def examine(path: Path | str) -> list[Problem]:
    """Everything that keeps a library or a text bundle from being used; an empty list where nothing does."""
    try:
        read_file(path)
    except ScenarioError as error:
        return error.problems
    except StoreError as error:
        return [Problem(str(error))]
    return []


def read_file(path: Path | str, progress: Progress | None = None) -> dict[str, Rows]:
    """All scenarios of a library or a text bundle by slug, or an error that lists every defect."""
    path = Path(path)
    read = _read_library if is_database(path) else _read_text
    scenarios, problems = read(path, progress or Progress())
    if problems:
        raise ScenarioError(problems)
    return scenarios


def _read_text(path: Path, progress: Progress) -> tuple[dict[str, Rows], list[Problem]]:
    try:
        refuse_devices(path)
        if path.stat().st_size > BUNDLE_LIMIT:
            raise StoreError(f"The file {path} is too large for a scenario ({path.stat().st_size:,} bytes).")
        data = path.read_bytes()
    except FileNotFoundError:
        raise StoreError(f"There is no file {path}; check the path.") from None
    except IsADirectoryError:
        raise StoreError(f"{path} is a folder; name a file in it.") from None
    except OSError as error:
        raise StoreError(f"The file {path} cannot be read ({error.strerror}).") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise StoreError(f"The file {path} is neither a library nor UTF-8 text (line {line}).") from None
    if not text.removeprefix("\ufeff").startswith(HEADING.rsplit(" ", 1)[0]):
        raise StoreError(
            f"The file {path} is neither a Stavka library nor a scenario as text (whose first line is “{HEADING}”)."
        )
    rows, problems = parse_bundle(text, progress)
    return {slug_from(path.stem): rows}, problems or faults_of(rows, progress)


def _read_library(path: Path, progress: Progress) -> tuple[dict[str, Rows], list[Problem]]:
    db = open_to_read(path)
    scenarios: dict[str, Rows] = {}
    try:
        with told(path):
            present, problems = _tables(db)
            slugs = _slugs(db, present, problems)
            for slug in slugs:
                scenarios[slug], wrong = read_rows(db, slug, present, progress)
                problems += [replace(one, table=f"{slug}/{one.table}") for one in wrong] if len(slugs) > 1 else wrong
                if len(problems) > MOST_PROBLEMS:
                    break
            problems += _strays(db, present)
    finally:
        db.close()
    return scenarios, listed(problems)


def _tables(db: Database) -> tuple[dict[str, set[str]], list[Problem]]:
    """The columns that are there, by table, and a problem for each that is not."""
    import sqlite_utils  # it takes long to load, and only files from strangers need it

    present: dict[str, set[str]] = {}
    problems = []
    needed = {"library": ["slug"]} | {kind.table: ["scenario", *(c.name for c in columns(kind))] for kind in ORDER}
    found_in = sqlite_utils.Database(db.conn, recursive_triggers=False, execute_plugins=False)
    for table, names in needed.items():
        found = {column.name for column in found_in[table].columns}
        if not found:
            problems.append(Problem("the table is missing", table))
        lost = [name for name in names if found and name not in found]
        problems += [Problem("the column is missing", table, (), name) for name in lost]
        if names[0] in found:
            present[table] = found
    return present, problems


def _slugs(db: Database, present: dict[str, set[str]], problems: list[Problem]) -> list[str]:
    slugs = []
    query = f'SELECT "slug" FROM "library" ORDER BY rowid LIMIT {_SCENARIO_LIMIT + 1}'
    for (slug,) in db.execute(query) if "library" in present else ():
        try:
            check_slug(slug if isinstance(slug, str) else brief(slug))
            slugs.append(slug)
        except StoreError as error:
            problems.append(Problem(str(error), "library"))
    if len(slugs) > _SCENARIO_LIMIT:
        problems.append(Problem(f"there are more than {_SCENARIO_LIMIT:,} scenarios", "library"))
        return []
    return slugs


def _strays(db: Database, present: dict[str, set[str]]) -> list[Problem]:
    """Rows of scenarios that the library does not list."""
    problems = []
    for kind in ORDER if "library" in present else ():
        if kind.table in present:
            lost = db.execute(
                f'SELECT DISTINCT "scenario" FROM "{kind.table}" '
                'WHERE "scenario" IS NULL OR "scenario" NOT IN (SELECT "slug" FROM "library") LIMIT 20'
            )
            problems += [
                Problem(f"a row belongs to a scenario that is not listed: {brief(slug)}", kind.table)
                for (slug,) in lost
            ]
    return problems
