"""One page with everything a run found, to be read anywhere and sent to anyone: no script, no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from engine.files import save
from engine.lab.drawing import WARM, curves_svg, heat_svg, response_svg
from engine.lab.findings import Comparison, Curve, Findings, paired
from engine.lab.heat import HeatKind, heat
from engine.lab.results import RunResults
from engine.lab.telling import (
    bot_title,
    certainty,
    knowledge,
    numbers_more,
    percent,
    points_more,
    response,
    side_names,
    verdict,
    with_interval,
)
from engine.records.counters import Side
from engine.records.play import Plan, ScenarioRow
from engine.scenario.sentences import counted

STYLE = """
body { font: 15px/1.5 "Source Sans Pro", sans-serif; color: #26231d; background: #faf8f3; margin: 2.5em auto;
  max-width: 1000px; padding: 0 1.5em }
h1, h2, h3 { font-family: "Source Serif Pro", serif; font-weight: 600 }
h1 { margin-bottom: 0 } h2 { margin-top: 2em; border-bottom: 1px solid #d3ccbd }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: 3px 12px 3px 0; text-align: right }
td:first-child, th:first-child { text-align: left } th { color: #6f685b; font-weight: 600 }
tr + tr td { border-top: 1px solid #e6e0d3 } .odd { color: #a8690a } .plots { display: flex; flex-wrap: wrap; gap: 1em }
figure { margin: 0 } figcaption { font-weight: 600 } .lead { font-size: 19px }
"""

DIFFERENCE_HEAD = ("Second version against the first", "Difference (95 %)", "Luck taken out (95 %)")
CURVE_TITLES = {"places": "Places held", "losses": "Steps lost", "points": "Victory points"}


def write_page(path: Path | str, results: RunResults) -> None:
    """Write the report of a run as one HTML file."""
    save(path, report_page(results).encode("utf-8"))


def report_page(results: RunResults) -> str:
    """The report of a run."""
    title = results.rows[0].the(ScenarioRow).title
    many = counted(len(results.games), "game")
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(results.info.name)}. {many}, seed {results.settings.seed}. {escape(_players(results))}</p>",
    ]
    if results.settings.kind == "compare" and results.games:
        parts += _comparison(results)
    if results.settings.kind == "sweep" and results.games:
        parts += _sweep(results)
    shown = results.versions if results.settings.kind == "compare" else range(1)
    for version in shown:
        if results.played(version):
            parts += _version(results, version)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: playtest</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _players(results: RunResults) -> str:
    names = side_names(results)
    who = []
    for side, bot in results.settings.bots.items():
        key = results.settings.plans.get(side)
        plan = results.rows[0].get(Plan, key) if key else None
        who.append(f"{names.get(side, side)}: {bot_title(bot)}" + (f", plan “{plan.name}”" if plan else ""))
    return "; ".join(who) + "."


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table of plain texts."""
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in line) + "</tr>" for line in lines)
    return f"<table><tr>{top}</tr>{body}</table>"


def _comparison(results: RunResults) -> list[str]:
    """What the second version has more than the first."""
    found = results.comparison()
    changed = "".join(f"<li>{escape(sentence)}</li>" for sentence in results.changed(1))
    counts = f"{counted(found.played, 'game was', 'games were')} played. {certainty(found)}"
    pairs = paired(results.games, 1)
    gap = heat(results.grounds[1].scenario, pairs[1], "battles", None, None)
    gap -= heat(results.grounds[0].scenario, pairs[0], "battles", None, None)
    return [
        "<h2>What the change does</h2>",
        f'<p class="lead">{escape(verdict(results, found))}</p>',
        f"<ul>{changed}</ul><p>{escape(knowledge(results))} {escape(counts)}</p>",
        table(DIFFERENCE_HEAD, difference_lines(results, found)),
        _plots(results, found.curves, "difference"),
        "<h3>Battles a game: more in red, fewer in blue</h3>",
        heat_svg(results.grounds[1], gap),
    ]


def difference_lines(results: RunResults, found: Comparison) -> list[tuple[str, str, str]]:
    """Every difference that was found, named, with its interval, as it was played and without luck."""
    names = side_names(results)
    lines = [
        (f"{names[side]} score", points_more(gap), points_more(found.fair[side]) if found.fair else "")
        for side, gap in found.score.items()
    ]
    lines += [
        (level, points_more(gap), points_more(found.fair_levels[level]) if found.fair_levels else "")
        for level, gap in found.levels.items()
    ]
    for what, by_side in found.totals.items():
        for side, gap in by_side.items():
            if gap.mean or gap.error:
                lines.append((f"{names[side]}: {CURVE_TITLES[what].lower()}", numbers_more(gap), ""))
    return lines


def _sweep(results: RunResults) -> list[str]:
    """The score of each side for each value."""
    names = side_names(results)
    found = [results.findings(version) for version in results.versions]
    lines = [
        (value, *(with_interval(one.score[side]) for side in one.score))
        for value, one in zip(results.settings.values, found, strict=True)
    ]
    first = next(iter(names))
    points = [(one.score[first].mean, one.score[first].low, one.score[first].high) for one in found]
    return [
        f"<h2>{escape(results.settings.swept)}</h2>",
        f'<p class="lead">{escape(response(results.settings, found, names))}</p>',
        f"<figure><figcaption>{escape(names[first])} score</figcaption>",
        response_svg(results.settings.values, points, results.settings.swept, _colours(results)[first]) + "</figure>",
        table(("Value", *(f"{names[side]} score" for side in found[0].score)), lines),
    ]


def _version(results: RunResults, version: int) -> list[str]:
    """Everything about one version."""
    found = results.findings(version)
    return [
        f"<h2>{escape(results.stored.versions[version].name)}</h2>",
        *_rates(results, found),
        _plots(results, found.curves, ""),
        *_maps(results, version),
        *_battles(results, version),
        *_units(results, version),
    ]


def _rates(results: RunResults, found: Findings) -> list[str]:
    names = side_names(results)
    lines = [(names[side], with_interval(found.score[side]), with_interval(found.wins[side])) for side in found.score]
    levels = [(level, with_interval(rate)) for level, rate in found.levels.items()]
    length = (
        f"A game takes {found.turns.mean:.1f} turns and {found.actions.mean:.0f} actions; the bots play a turn in "
        f"{found.turn_seconds.mean:.2f} seconds."
    )
    return [
        table(("Side", "Score (95 %)", "Games won (95 %)"), lines),
        table(("Level of victory", "Share of games (95 %)"), levels),
        f"<p>{escape(length)}</p>",
    ]


def _colours(results: RunResults) -> dict[str, str]:
    return {side.side: side.colour for side in results.rows[0].all(Side)}


def _plots(results: RunResults, curves: dict[str, dict[str, Curve]], what: str) -> str:
    names, colours = side_names(results), _colours(results)
    figures = []
    for key, by_side in curves.items():
        lines = [(names[side], colours[side], curve) for side, curve in by_side.items() if any(curve.high)]
        if lines:
            title = f"{CURVE_TITLES[key]}{f', {what}' if what else ''}, by turn"
            figures.append(f"<figure><figcaption>{escape(title)}</figcaption>{curves_svg(lines)}</figure>")
    return f'<div class="plots">{"".join(figures)}</div>'


def _maps(results: RunResults, version: int) -> list[str]:
    setting, games, names = results.grounds[version], results.played(version), list(side_names(results).values())
    kinds: tuple[tuple[HeatKind, int | None, str, str], ...] = (
        ("battles", None, "Where battles were fought", WARM),
        ("deaths", None, "Where units died", WARM),
        *(("reached", side, f"How far the {name} side got", WARM) for side, name in enumerate(names)),
    )
    figures = [
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f"{heat_svg(setting, heat(setting.scenario, games, kind, side, None), 470, colour)}</figure>"
        for kind, side, title, colour in kinds
    ]
    return [f'<div class="plots">{"".join(figures)}</div>']


def _battles(results: RunResults, version: int) -> list[str]:
    lines = [
        (
            column.column or "without odds",
            f"{column.per_game:.2f}",
            one.code or "no effect",
            percent(one.share),
            f"{percent(one.low)} to {percent(one.high)}",
            percent(one.chance),
        )
        for column in results.battles(version)
        for one in column.results
    ]
    head = ("Column", "Battles a game", "Result", "Share", "95 %", "Chance in the table")
    return ["<h3>Battles</h3>", table(head, lines)]


def _units(results: RunResults, version: int) -> list[str]:
    names = side_names(results)
    lines = [
        (
            line.name,
            names[line.side],
            percent(line.survived),
            percent(line.never_moved),
            percent(line.never_fought),
            f"{line.attacks:.1f}",
            f"{line.defences:.1f}",
            f"{line.steps_lost:.1f}",
        )
        for line in results.units(version)
        if line.games
    ]
    head = ("Unit", "Side", "Survives", "Never moves", "Never fights", "Attacks", "Defences", "Steps lost")
    return ["<h3>Units</h3>", table(head, lines)]
