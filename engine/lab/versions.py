"""Versions of a scenario: as it is now, as it shipped, as it was after any edit, or with something set otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from engine.errors import StavkaError
from engine.lab.settings import RunSettings, write_settings
from engine.records import Record, Rows
from engine.records.changes import Change, difference
from engine.records.play import Balance, RuleCase, ScenarioRow
from engine.scenario.options import choose_options
from engine.store import Library, RunVersion, StoredRun, read_bundle, shipped_library, write_bundle

NOW, SHIPPED, EDIT = "now", "shipped", "edit:"

_SILENT: tuple[type[Record], ...] = (Balance, RuleCase)
"""Rows that no game depends on."""


class Wanted(msgspec.Struct, frozen=True):
    """A version that is to be played: what it is called, its rows, and the options chosen."""

    name: str
    rows: Rows
    options: dict[str, str] = {}


def rows_of(library: Library, slug: str, which: str = NOW) -> Rows:
    """The rows of a scenario: `now`, `shipped`, or `edit:N` for what the first N edits of its history made."""
    if which == SHIPPED:
        return _shipped(slug)
    if which.startswith(EDIT):
        return _at(library, slug, which.removeprefix(EDIT))
    if which != NOW:
        raise StavkaError(f"There is no version “{which[:40]}”; say now, shipped or edit:N.")
    return library.load(slug)


def _shipped(slug: str) -> Rows:
    with Library.open(shipped_library(), read_only=True) as shipped:
        return shipped.load(slug)


def _at(library: Library, slug: str, text: str) -> Rows:
    """The rows as they were after a number of the edits in force."""
    made = [line.position for line in library.history(slug) if not line.undone]
    if not text.isdigit() or int(text) > len(made):
        raise StavkaError(f"The history of {slug} has {len(made)} edits in force; “{text[:20]}” is none of them.")
    return library.as_of(slug, ([0, *made])[int(text)])


def version_rows(stored: StoredRun) -> list[Rows]:
    """The rows of every version of a run."""
    first = read_bundle(stored.snapshot)
    found = []
    for version in stored.versions:
        rows = first.copy()
        for change in version.changes:
            change.apply(rows)
        found.append(rows)
    return found


def digest_of(rows: Rows) -> str:
    """What is the same for two versions exactly when their games are."""
    counted = Rows(row for row in rows if not isinstance(row, _SILENT))
    if counted.has(ScenarioRow):
        about = counted.the(ScenarioRow)
        counted.put(msgspec.structs.replace(about, title="-", subtitle="", description="", sources=""))
    return hashlib.sha256(write_bundle(counted).encode()).hexdigest()


def changes_between(first: Wanted, other: Wanted) -> tuple[Change, ...]:
    """What another version changes in the rows that are played, by its own rows or by the options chosen."""
    return difference(choose_options(first.rows, first.options), choose_options(other.rows, other.options))


def add_run(library: Library, slug: str, name: str, settings: RunSettings, versions: Sequence[Wanted]) -> int:
    """Keep a run that is to be played; the answer is its number."""
    first = versions[0].rows
    kept = [
        RunVersion(version.name, digest_of(version.rows), difference(first, version.rows), version.options)
        for version in versions
    ]
    return library.runs.add(slug, name, write_settings(settings), write_bundle(first), kept)
