"""What a designer asks for in the form, turned into a run that is being played; all of it beside the window."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from engine.errors import StavkaError
from engine.lab import runner
from engine.lab.knowing import can_hide
from engine.lab.settings import RunSettings
from engine.lab.versions import Wanted, add_run, changes_between, rows_of
from engine.lab.words import options_in_words
from engine.records import Rows
from engine.records.changes import Change
from engine.scenario import compile_scenario
from engine.store import Library
from engine.systems import check_rules

OPTIONS = "options"
"""The second version that is the first with other options."""


@dataclass(frozen=True)
class Alternative:
    """One value of what is to be tried, and the changes of rows that it means."""

    value: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Asked:
    """A run as the form describes it; versions are named as `engine.lab.versions` does."""

    settings: RunSettings
    first: str
    second: str = ""
    what: str = ""
    before: str = ""
    alternatives: tuple[Alternative, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    """The options of the second version, where it is those that differ."""

    titles: dict[str, str] = field(default_factory=dict)

    def title(self, version: str) -> str:
        """What a version is called."""
        return self.titles.get(version, version)


def wanted(library: Library, slug: str, asked: Asked) -> tuple[list[Wanted], RunSettings, str]:
    """The versions that are to be played, the settings and the name of the run; StavkaError says what is wrong."""
    base = Wanted(asked.title(asked.first), rows_of(library, slug, asked.first), asked.options)
    if asked.settings.kind == "one":
        return _checked([base]), asked.settings, base.name
    if asked.settings.kind == "sweep":
        versions = [_changed(base, alternative) for alternative in asked.alternatives]
        values = tuple(alternative.value for alternative in asked.alternatives)
        settings = replace(asked.settings, swept=asked.what, values=values, knowing=True)
        return _checked(versions), settings, f"Sweep: {asked.what}"
    if asked.alternatives:
        other = _changed(base, asked.alternatives[0])
        name = f"{asked.what}: {asked.before or 'nothing'} or {other.name}"
    elif asked.second == OPTIONS:
        other = Wanted("Other options", base.rows, asked.others)
        name = " ".join(options_in_words(base.rows, base.options, other.options))
    else:
        other = Wanted(asked.title(asked.second), rows_of(library, slug, asked.second), asked.options)
        name = f"{base.name} against {other.name[:1].lower()}{other.name[1:]}"
    changes = changes_between(base, other)
    if not changes:
        raise StavkaError("The two versions are the same; change something first.")
    knowing = asked.settings.knowing or not can_hide(changes)
    return _checked([base, other]), replace(asked.settings, knowing=knowing), name


def _changed(base: Wanted, alternative: Alternative) -> Wanted:
    rows = base.rows.copy()
    for change in alternative.changes:
        _fit(rows, change).apply(rows)
    return Wanted(alternative.value, rows, base.options)


def _fit(rows: Rows, change: Change) -> Change:
    """The same change for rows that are not those of the document."""
    row = change.after or change.before
    assert row is not None
    return Change(change.table, change.key, rows.get(type(row), *change.key), change.after)


def _checked(versions: list[Wanted]) -> list[Wanted]:
    """Refuse what cannot be played before any process is begun."""
    for version in versions:
        for problem in check_rules(version.rows):
            if "not playable" in problem.message:
                raise StavkaError(f"The scenario is {problem.message}.")
        compile_scenario(version.rows, version.options)
    return versions


def begin(path: Path, slug: str, asked: Asked) -> int:
    """Keep the run that was asked for and have it played in a process of its own; the answer is its number."""
    with Library.open(path) as library:
        versions, settings, name = wanted(library, slug, asked)
        run = add_run(library, slug, name, settings, versions)
        library.runs.mark(run, "playing")
    runner.start(path, run)
    return run


def take_up(path: Path, run: int) -> None:
    """Have a run played on that was paused, cancelled or left by its process."""
    with Library.open(path) as library:
        library.runs.mark(run, "playing")
    runner.start(path, run)
