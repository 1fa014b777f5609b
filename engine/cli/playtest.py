"""`stavka playtest`: versions of a scenario played by bots, alone, against each other or over a range of values."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from engine.cli.common import db_option, json_option, open_library, say, write_json
from engine.cli.players import BOT_HELP, bots_of, check_file, check_playable, known, pairs, progress, sides_of
from engine.errors import StavkaError
from engine.records import Rows
from engine.store import Library

if TYPE_CHECKING:
    from engine.lab.crew import Crew
    from engine.lab.results import RunResults
    from engine.lab.settings import RunSettings
    from engine.lab.versions import Wanted

MANY = 4000
"""Games at most where an interval says when there are enough."""


@dataclass(frozen=True)
class PlaytestWish:
    """What was asked for on the command line."""

    scenario: str
    against: str | None
    sets: tuple[str, ...]
    sweep: str | None
    options: dict[str, str]
    others: dict[str, str]
    settings: RunSettings
    know: bool | None


@click.command("playtest")
@click.argument("scenario", required=False)
@click.option("--against", metavar="SCENARIO", help="Compare with this version, on the same seeds.")
@click.option("--set", "sets", multiple=True, metavar="TABLE.KEY.COLUMN=VALUE", help="Compare with this value changed.")
@click.option("--sweep", metavar="TABLE.KEY.COLUMN=VALUES", help="Play each value: from:to:step, or a,b,c.")
@click.option("--bot", "bots", multiple=True, metavar="SIDE=BOT", help=BOT_HELP)
@click.option("--plan", "plans", multiple=True, metavar="SIDE=PLAN", help="A plan for a side instead of a drawn one.")
@click.option("--option", "options", multiple=True, metavar="OPTION=CHOICE", help="An optional rule.")
@click.option("--against-option", "others", multiple=True, metavar="OPTION=CHOICE", help="Compare with this option.")
@click.option("--games", type=click.IntRange(1, 1_000_000), help="Games of each version.  [default: 200]")
@click.option("--until-width", "width", type=click.FloatRange(0.001, 1), help="Stop when the interval is so narrow.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this dask scheduler.")
@click.option("--know/--blind", "know", default=None, help="Whether bots plan by the changed version or the first.")
@click.option("--resume", "run", type=int, metavar="RUN", help="Take up a run again instead of a new one.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False), help="Write a line a game here.")
@click.option("--report", "page_file", type=click.Path(dir_okay=False), help="Write plots and maps as HTML here.")
@db_option
@json_option
def playtest(
    scenario: str | None,
    against: str | None,
    sets: tuple[str, ...],
    sweep: str | None,
    bots: tuple[str, ...],
    plans: tuple[str, ...],
    options: tuple[str, ...],
    others: tuple[str, ...],
    games: int | None,
    width: float | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    know: bool | None,
    run: int | None,
    csv_file: str | None,
    page_file: str | None,
    db: str | None,
    as_json: bool,
) -> int:
    """Play versions of a SCENARIO with bots and say what they show.

    A version is written SCENARIO, SCENARIO@shipped or SCENARIO@edit:N (after N edits of its history). Every game is
    kept when it is over; Ctrl-C pauses the run.
    """
    from engine.lab.settings import RunSettings

    for path in (csv_file, page_file):
        check_file(path)
    with open_library(db, read_only=False) as library:
        if run is None:
            if scenario is None:
                raise click.UsageError("Name a scenario to play, or a run to take up again.")
            wanted = RunSettings(games=games or (MANY if width else 200), width=width or 0.0, seed=seed, jobs=jobs)
            usual = pairs(options, "option")
            other = usual | pairs(others, "option")
            wish = PlaytestWish(scenario, against, sets, sweep, usual, other, wanted, know)
            run = _begin(library, wish, bots, plans)
        pace = Pace()
        results = _play(library, run, cluster, pace)
    _write(results, csv_file, page_file)
    if as_json:
        write_json(in_numbers(results) | {"games_per_second": pace.speed})
    else:
        say_run(results)
    return 0


def _begin(library: Library, wish: PlaytestWish, bots: tuple[str, ...], plans: tuple[str, ...]) -> int:
    """Keep a new run of what was asked for."""
    from engine.lab.knowing import can_hide
    from engine.lab.versions import add_run, changes_between

    versions, settings = _versions(library, wish)
    rows = versions[0].rows
    sides = sides_of(rows)
    chosen = known(sides, pairs(plans, "plan"))
    for version in versions:
        check_playable(version.rows, chosen)
        _compile(version.rows, version.options)
    hidden = all(can_hide(changes_between(versions[0], version)) for version in versions[1:])
    if wish.know is False and not hidden:
        raise StavkaError("Bots cannot plan by the first version here: the other allows and forbids other things.")
    knowing = wish.know if wish.know is not None else not (settings.kind == "compare" and hidden)
    from msgspec.structs import replace

    settings = replace(settings, bots=bots_of(sides, bots), plans=chosen, knowing=knowing)
    return add_run(library, wish.scenario.partition("@")[0], _name(versions, settings), settings, versions)


def _compile(rows: Rows, options: dict[str, str]) -> None:
    from engine.scenario import compile_scenario

    compile_scenario(rows, options)


def _name(versions: list[Wanted], settings: RunSettings) -> str:
    """What the run is called: by what it changes, if that is said in a sentence."""
    from engine.lab.words import changes_in_words, options_in_words
    from engine.records.changes import difference

    if settings.kind == "sweep":
        return f"Sweep: {settings.swept}"
    first, last = versions[0], versions[-1]
    said = changes_in_words(last.rows, difference(first.rows, last.rows))
    said += options_in_words(last.rows, first.options, last.options)
    if len(said) == 1:
        return said[0].rstrip(".")
    return versions[0].name if len(versions) == 1 else f"{versions[0].name} against {versions[1].name.lower()}"


def _versions(library: Library, wish: PlaytestWish) -> tuple[list[Wanted], RunSettings]:
    """The versions to be played, and what kind of run that makes."""
    from msgspec.structs import replace

    from engine.lab.tweak import find_spot, parted, sweep_values, tweaked
    from engine.lab.versions import Wanted
    from engine.lab.words import name_of

    first = _version(library, wish.scenario, wish.scenario)
    base = Wanted(first.name, first.rows, wish.options)
    if wish.sweep is not None:
        if wish.against or wish.sets or wish.others != wish.options:
            raise click.UsageError("A sweep stands alone, without --against, --against-option and --set.")
        where, text = parted(wish.sweep)
        spot, values = find_spot(base.rows, where), sweep_values(text)
        title = f"{name_of(base.rows, spot.row)}, {spot.column.title.lower()}"
        made = [Wanted(value, tweaked(base.rows, (f"{where}={value}",)), wish.options) for value in values]
        return made, replace(wish.settings, kind="sweep", swept=title, values=tuple(values))
    if wish.against is None and not wish.sets and wish.others == wish.options:
        return [base], wish.settings
    other = _version(library, wish.against, wish.scenario) if wish.against else base
    name = "Changed" if wish.sets else other.name
    if wish.others != wish.options:
        name = "Changed" if wish.sets else "Other options" if other is base else f"{name}, other options"
    changed = Wanted(name, tweaked(other.rows, wish.sets), wish.others)
    return [base, changed], replace(wish.settings, kind="compare")


def _version(library: Library, text: str, scenario: str) -> Wanted:
    """The version that `SCENARIO@shipped` or, of the first scenario, `@shipped` names."""
    from engine.lab.versions import NOW, Wanted, rows_of

    slug, _, which = text.partition("@")
    slug = slug or scenario.partition("@")[0]
    names = {"": "As it is now", NOW: "As it is now", "shipped": "As shipped"}
    name = names.get(which, f"After edit {which.removeprefix('edit:')}")
    own = slug == scenario.partition("@")[0]
    return Wanted(name if own else f"{slug}, {name.lower()}", rows_of(library, slug, which or NOW))


class Pace:
    """How fast games are over, from the first of them on: what comes before it is the beginning of processes."""

    def __init__(self) -> None:
        self._marks: list[tuple[float, int]] = []

    def __call__(self, done: int, games: int) -> None:
        """Note how many are over, and show it where somebody looks on."""
        self._marks = [*self._marks[:1], (monotonic(), done)]
        if sys.stderr.isatty():
            progress(done, games)

    @property
    def speed(self) -> float:
        """Games a second."""
        if len(self._marks) < 2:
            return 0.0
        (begun, first), (ended, last) = self._marks
        return (last - first) / (ended - begun) if ended > begun else 0.0


def _play(library: Library, run: int, cluster: str | None, pace: Pace) -> RunResults:
    """Play a run as far as it goes; an interruption pauses it."""
    from engine.lab.conduct import Conductor
    from engine.lab.crew import LocalCrew
    from engine.lab.results import read_run
    from engine.lab.settings import read_settings

    if cluster:
        from engine.lab.cluster import ClusterCrew

        crew: Crew = ClusterCrew(cluster)
    else:
        crew = LocalCrew(read_settings(library.runs.info(run).settings).jobs)
    try:
        Conductor(library, run, crew, pace).play()
    except KeyboardInterrupt:
        say(f"\nThe run is paused; `stavka playtest --resume {run}` takes it up again.", err=True)
    finally:
        crew.close()
    results = read_run(library, run)
    if results.info.trouble:
        raise StavkaError(results.info.trouble)
    if not results.games:
        raise StavkaError("No game was finished.")
    return results


def _write(results: RunResults, csv_file: str | None, page_file: str | None) -> None:
    from engine.lab.page import write_page
    from engine.lab.sheets import write_games

    if csv_file:
        write_games(csv_file, results)
    if page_file:
        write_page(page_file, results)


def in_numbers(results: RunResults) -> dict[str, Any]:
    """A run as JSON."""
    import msgspec

    whole: dict[str, Any] = {
        "run": results.info.id,
        "status": results.info.status,
        "kind": results.settings.kind,
        "seed": results.settings.seed,
        "bots": results.settings.bots,
        "versions": [
            {"name": version.name, "changed": results.changed(number), **msgspec.to_builtins(results.findings(number))}
            for number, version in enumerate(results.stored.versions)
        ],
    }
    if results.settings.kind == "sweep":
        whole |= {"swept": results.settings.swept, "values": results.settings.values}
    if results.settings.kind == "compare":
        found = results.comparison()
        whole |= {
            "bots_know": results.settings.knowing,
            "difference": msgspec.to_builtins(found),
            "paired_error": found.main.error,
            "unpaired_error": found.main.unpaired,
        }
    return whole


def say_run(results: RunResults) -> None:
    """A run in sentences."""
    from engine.lab.page import difference_lines
    from engine.lab.telling import certainty, knowledge, side_names, verdict, with_interval

    names = side_names(results)
    for number, version in enumerate(results.stored.versions):
        found = results.findings(number)
        say(f"{version.name}: {found.games} games")
        for side, score in found.score.items():
            say(f"  {names[side]:<10} {results.settings.bots[side]:<10} {with_interval(score)}")
        say("  " + ", ".join(f"{level} {with_interval(rate)}" for level, rate in found.levels.items()))
    if results.settings.kind == "compare":
        gaps = results.comparison()
        for sentence in (*results.changed(1), knowledge(results), verdict(results, gaps), certainty(gaps)):
            say(sentence)
        for name, gap, fair in difference_lines(results, gaps):
            say(f"  {name}: {gap}" + (f"; luck taken out {fair}" if fair else ""))
