"""`stavka arena`: bots against bots, with the score, its 95% interval and the speed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from engine.cli.common import db_option, json_option, open_library, say, write_json
from engine.cli.players import BOT_HELP, bots_of, check_file, check_playable, known, pairs, progress, sides_of
from engine.errors import StavkaError

if TYPE_CHECKING:
    from engine.lab.batch import Batch
    from engine.lab.report import Report


@click.command("arena")
@click.argument("scenario")
@click.option("--bot", "bots", multiple=True, metavar="SIDE=BOT", help=BOT_HELP)
@click.option("--plan", "plans", multiple=True, metavar="SIDE=PLAN", help="A plan for a side instead of a drawn one.")
@click.option("--option", "options", multiple=True, metavar="OPTION=CHOICE", help="An optional rule.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to play in.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False, writable=True), help="Write a line a game here.")
@db_option
@json_option
def arena(
    scenario: str,
    bots: tuple[str, ...],
    plans: tuple[str, ...],
    options: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    csv_file: str | None,
    db: str | None,
    as_json: bool,
) -> int:
    """Play seeded games of a SCENARIO between bots and keep what they show in the library.

    Ctrl-C ends it early; the games that are done count.
    """
    from engine.lab.batch import Batch, run_batch  # compiled kernels: others need not wait
    from engine.lab.report import report, save_playtest, write_csv

    check_file(csv_file)
    with open_library(db, read_only=False) as library:
        rows = library.load(scenario)
        sides = sides_of(rows)
        batch = Batch(
            bots=bots_of(sides, bots),
            games=games,
            seed=seed,
            jobs=jobs,
            options=pairs(options, "option"),
            plans=known(sides, pairs(plans, "plan")),
        )
        check_playable(rows, batch.plans)
        results = run_batch(rows, batch, progress if sys.stderr.isatty() else None)
        if not results:
            raise StavkaError("No game was finished.")
        found = report(sides, results)
        save_playtest(library, scenario, batch, found, results)
    if csv_file:
        write_csv(csv_file, sides, results)
    if as_json:
        write_json(found.summary())
    else:
        _say(batch, found)
    return 0


def _say(batch: Batch, found: Report) -> None:
    say(f"{found.games} games, seed {batch.seed}" + ("" if found.games == batch.games else ", interrupted"))
    for side, score in found.score.items():
        low, high = found.ci95[side]
        say(f"  {side:<10} {batch.bots[side]:<10} {score:6.1%}  (95%: {low:.1%} to {high:.1%})")
    say("  " + ", ".join(f"{level}: {count}" for level, count in found.levels.items()))
    for side in found.score:
        say(f"  {side} steps lost by turn: {_row(found.losses[side])}")
        say(f"  {side} places by turn:     {_row(found.places[side])}")
    say(
        f"  per core: {found.games_per_second:.2f} games, {found.side_turns_per_second:.0f} side-turns, "
        f"{found.actions_per_second:.0f} actions a second"
    )


def _row(values: list[float]) -> str:
    return " ".join(f"{value:.1f}" for value in values)
