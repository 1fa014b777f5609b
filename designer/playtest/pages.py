"""The tables of a run: rates and differences, battles by column, units; made of a picture, without widgets."""

from __future__ import annotations

from designer.playtest.figures import Behind, Figures
from designer.playtest.reading import Picture, Test
from engine.lab.findings import CURVES
from engine.lab.statistics import Difference, Estimate
from engine.lab.telling import numbers_more, percent, points_more, with_interval
from engine.lab.units import of_unit

CURVE_TITLES = {"places": "Places held at the end", "losses": "Steps lost", "points": "Victory points at the end"}


def rate_head(picture: Picture) -> tuple[str, ...]:
    """The headings of the table of rates."""
    return ("", *picture.versions, "Difference (95 %)") if picture.comparison else ("", *picture.versions)


def rate_lines(picture: Picture) -> list[Figures]:
    """Scores, wins and levels of every version, and what the second has more."""
    lines = []
    gaps = picture.comparison
    for index, (side, name) in enumerate(picture.names.items()):
        rates = [found.score[side] for found in picture.findings]
        lines.append(_shares(f"{name} score", rates, gaps.score[side] if gaps else None, _scored(name, index)))
    for side, name in picture.names.items():
        rates = [found.wins[side] for found in picture.findings]
        if any(found.wins[side] in found.levels.values() for found in picture.findings):
            continue  # the one level that the side can win by says the same
        lines.append(_shares(f"{name} wins", rates, None, Behind(f"Games that the {name} side won", _won(side))))
    for level in dict.fromkeys(level for found in picture.findings for level in found.levels):
        rates = [found.levels.get(level, Estimate(0, 0, 0, 0)) for found in picture.findings]
        gap = gaps.levels.get(level) if gaps else None
        lines.append(_shares(level, rates, gap, Behind(f"Games that ended with “{level}”", _ended(level))))
    return lines + _numbers(picture)


def _shares(title: str, rates: list[Estimate], gap: Difference | None, behind: Behind) -> Figures:
    texts = [title, *(with_interval(rate) if rate.games else percent(rate.mean) for rate in rates)]
    if gap is not None:
        texts.append(points_more(gap))
    return Figures(tuple(texts), behind, strange=gap is not None and gap.clear)


def _numbers(picture: Picture) -> list[Figures]:
    """Means that are no shares: losses, places, points, turns and times."""
    lines = []
    for what in CURVES:
        for side, name in picture.names.items():
            curves = [found.curves.get(what, {}).get(side) for found in picture.findings]
            if any(curve is None for curve in curves):
                continue
            ends = [sum(c.mean) if what == "losses" else c.mean[-1] for c in curves if c is not None and c.mean]
            texts = [f"{name}: {CURVE_TITLES[what].lower()}", *(f"{end:.1f}" for end in ends)]
            gap = picture.comparison.totals[what][side] if picture.comparison else None
            lines.append(_with_gap(texts, gap))
    turns = ["Turns a game", *(f"{found.turns.mean:.1f}" for found in picture.findings)]
    lines.append(_with_gap(turns, picture.comparison.turns if picture.comparison else None))
    for title, pace in (("Seconds a game", "game_seconds"), ("Seconds a turn", "turn_seconds")):
        times = tuple(f"{getattr(found, pace).mean:.2f}" for found in picture.findings)
        lines.append(Figures((title, *times), Behind("Every game", lambda _scenario, _game: True)))
    return lines


def _with_gap(texts: list[str], gap: Difference | None) -> Figures:
    behind = Behind("Every game", lambda _scenario, _game: True)
    if gap is None:
        return Figures(tuple(texts), behind)
    return Figures((*texts, numbers_more(gap)), behind, strange=gap.clear)


def _scored(name: str, side: int) -> Behind:
    return Behind(f"Games in which the {name} side scored", lambda _scenario, game: game.score[side] > 0)


def _won(side: str) -> Test:
    return lambda _scenario, game: game.winner == side


def _ended(level: str) -> Test:
    return lambda _scenario, game: game.level == level


# Battles

BATTLE_HEAD = ("Column", "Battles a game", "Result", "Times", "Share (95 %)", "Chance in the table")


def battle_figures(picture: Picture, version: int) -> list[Figures]:
    """Every column and result of a version beside the chance that the table gives it."""
    lines = []
    for column in picture.battles[version]:
        for number, one in enumerate(column.results):
            share = f"{percent(one.share)} ({percent(one.low)} to {percent(one.high)})"
            head = (column.column or "without odds", f"{column.per_game:.2f}") if not number else ("", "")
            texts = (*head, one.code or "no effect", f"{one.count:,}", share, percent(one.chance))
            title = f"Games with a battle at {column.column or 'no odds'} that ended {one.code or 'without effect'}"
            test = _fought(column.column, one.code)
            note = "The chance of the table lies outside the interval; once in twenty times that is luck."
            lines.append(Figures(texts, Behind(title, test, version), one.odd, note if one.odd else ""))
    return lines


def _fought(column: str, code: str) -> Test:
    return lambda _scenario, game: any((fight.column, fight.code) == (column, code) for fight in game.fights)


# Units

UNIT_HEAD = (
    *("Unit", "Side", "Games", "Survives", "Never moves", "Never fights", "Attacks", "Defences"),
    "Steps lost",
)


def unit_figures(picture: Picture, version: int) -> list[Figures]:
    """Every unit of the order of battle; those that never do anything stand out."""
    lines = []
    for line in picture.units[version]:
        shares = (percent(line.survived), percent(line.never_moved), percent(line.never_fought))
        numbers = (f"{line.attacks:.1f}", f"{line.defences:.1f}", f"{line.steps_lost:.1f}")
        if not line.games:
            shares, numbers = ("", "", ""), ("", "", "")
        texts = (line.name, picture.names[line.side], str(line.games), *shares, *numbers)
        behind = Behind(f"Games in which {line.name} was lost", _died(line.unit), version)
        note = "It neither moved nor fought in any game." if line.idle else ""
        if not line.games:
            note = "It took part in no game: it was never turned up."
        lines.append(Figures(texts, behind, line.idle, note))
    return lines


def _died(unit: str) -> Test:
    return lambda scenario, game: any(service.end == 2 for service in of_unit(scenario, game, unit))
