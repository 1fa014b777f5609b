"""One page with everything a run found, to be read anywhere and sent to anyone: no script, no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from engine.files import save
from engine.lab.drawing import curves_svg, key_of, response_svg, span_svg
from engine.lab.findings import Comparison, Curve, Findings, paired
from engine.lab.heat import Floats, HeatKind, heat
from engine.lab.mapping import MapSheet
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
from engine.legible import legible
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
figure { margin: 0 } figcaption { font-weight: 600 } .lead { font-size: 19px } .key, .small { color: #6f685b }
.small { margin: 2px 0 0; font-size: 13px }
@media print { body { background: none; margin: 0; max-width: none } h2 { break-before: page }
  figure, tr { break-inside: avoid } }
"""

WIDE, HALF, SMALL = 940.0, 462.0, 222.0
"""How wide maps are: one, two or four in a row."""

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
    ground = MapSheet(results.grounds[0]).ground()
    return legible(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: playtest</title>'
        f"<style>{STYLE}</style></head><body>\n{ground}\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _players(results: RunResults) -> str:
    names = side_names(results)
    who = []
    for side, bot in results.settings.bots.items():
        key = results.settings.plans.get(side)
        plan = results.rows[0].get(Plan, key) if key else None
        who.append(f"{names.get(side, side)}: {bot_title(bot)}" + (f", plan “{plan.name}”" if plan else ""))
    return "; ".join(who) + "."


class PictureText(str):
    """A text that is a picture of ours and no plain text."""

    __slots__ = ()


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table of plain texts, and pictures among them."""
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{_cell(text)}</td>" for text in line) + "</tr>" for line in lines)
    return f"<table><tr>{top}</tr>{body}</table>"


def _cell(text: str) -> str:
    return text if isinstance(text, PictureText) else escape(text)


def _comparison(results: RunResults) -> list[str]:
    """What the second version has more than the first."""
    found = results.comparison()
    changed = "".join(f"<li>{escape(sentence)}</li>" for sentence in results.changed(1))
    counts = f"{counted(found.played, 'game was', 'games were')} played. {certainty(found)}"
    pairs, sheet = paired(results.games, 1), MapSheet(results.grounds[1])
    gap = heat(results.grounds[1].scenario, pairs[1], "battles", None, None)
    gap -= heat(results.grounds[0].scenario, pairs[0], "battles", None, None)
    return [
        "<h2>What the change does</h2>",
        f'<p class="lead">{escape(verdict(results, found))}</p>',
        f"<ul>{changed}</ul><p>{escape(knowledge(results))} {escape(counts)}</p>",
        table((*DIFFERENCE_HEAD, "Less or more"), _drawn_differences(results, found)),
        _plots(results, found.curves, "difference"),
        f"<h3>Battles a game: more in red, fewer in blue</h3>{_darkest(gap, 'battles a game')}",
        sheet.heat(gap, min(sheet.width, WIDE)),
    ]


def _drawn_differences(results: RunResults, found: Comparison) -> list[tuple[str, ...]]:
    """Every difference with its interval drawn: shares of the games on one scale, other numbers each on its own."""
    shares = [*(found.fair or found.score).values(), *(found.fair_levels or found.levels).values()]
    most = max((max(abs(gap.low), abs(gap.high)) for gap in shares), default=0.0) or 1.0
    rest = [gap for by_side in found.totals.values() for gap in by_side.values() if gap.mean or gap.error]
    scaled = [(gap, most) for gap in shares] + [(gap, max(abs(gap.low), abs(gap.high)) or 1.0) for gap in rest]
    return [
        (*line, PictureText(span_svg(gap.mean, gap.low, gap.high, -end, end, 0.0)))
        for line, (gap, end) in zip(difference_lines(results, found), scaled, strict=True)
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
    names, colours, first = side_names(results), _colours(results), results.grounds[0].scenario.about.first_turn
    figures = []
    for key, by_side in curves.items():
        lines = [(names[side], colours[side], curve) for side, curve in by_side.items() if any(curve.high)]
        if lines:
            title = f"{CURVE_TITLES[key]}{f', {what}' if what else ''}, by turn"
            key = f'<div class="key">{key_of(lines)}</div>'
            figures.append(f"<figure><figcaption>{escape(title)}</figcaption>{key}{curves_svg(lines, first)}</figure>")
    return f'<div class="plots">{"".join(figures)}</div>'


def _maps(results: RunResults, version: int) -> list[str]:
    """Where things happened in the whole game, and turn by turn."""
    setting, games, names = results.grounds[version], results.played(version), list(side_names(results).values())
    sheet = MapSheet(setting)
    kinds: tuple[tuple[HeatKind, int | None, str, str], ...] = (
        ("battles", None, "Where battles were fought", "battles a game"),
        ("deaths", None, "Where units died", "units a game"),
        *(("reached", side, f"How far the {name} side got", "of the games") for side, name in enumerate(names)),
    )
    whole = []
    for kind, side, title, unit in kinds:
        numbers = heat(setting.scenario, games, kind, side, None)
        drawn = sheet.heat(numbers, WIDE if sheet.alone else HALF)
        whole.append(f"<figure><figcaption>{escape(title)}</figcaption>{drawn}{_darkest(numbers, unit)}</figure>")
    return [
        f'<div class="plots">{"".join(whole)}</div>',
        *_by_turn(results, version, sheet, "battles", None, "Where battles were fought, turn by turn"),
        *_by_turn(results, version, sheet, "reached", 0, f"How far the {names[0]} side got, turn by turn"),
    ]


def _by_turn(
    results: RunResults, version: int, sheet: MapSheet, kind: HeatKind, side: int | None, title: str
) -> list[str]:
    """A small map for every turn."""
    scenario, games = results.grounds[version].scenario, results.played(version)
    figures = [
        f"<figure><figcaption>{escape(scenario.turn_name(turn))}</figcaption>"
        f"{sheet.heat(heat(scenario, games, kind, side, turn), HALF if sheet.alone else SMALL, plain=True)}</figure>"
        for turn in range(scenario.about.first_turn, max(game.turns for game in games) + 1)
    ]
    return [f"<h3>{escape(title)}</h3>", f'<div class="plots">{"".join(figures)}</div>']


def _darkest(numbers: Floats, unit: str) -> str:
    """What the strongest colour of a map stands for."""
    most = float(abs(numbers).max()) if len(numbers) else 0.0
    said = f"{100 * most:.0f} %" if unit == "of the games" else f"{most:.2f}"
    return f'<p class="small">The darkest: {said} {escape(unit)}.</p>' if most else '<p class="small">None.</p>'


def _battles(results: RunResults, version: int) -> list[str]:
    lines = [
        (
            "" if number else column.column or "without odds",
            "" if number else f"{column.per_game:.2f}",
            one.code or "no effect",
            percent(one.share),
            f"{percent(one.low)} to {percent(one.high)}",
            percent(one.chance),
            PictureText(span_svg(one.share, one.low, one.high, 0, 1, one.chance)),
        )
        for column in results.battles(version)
        for number, one in enumerate(column.results)
    ]
    head = ("Column", "Battles a game", "Result", "Share", "95 %", "Expected", "From 0 to 100 %")
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
