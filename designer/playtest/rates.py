"""The table of the overview: scores, levels of victory and other numbers of every version, and what they differ by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from designer.playtest.figures import Figures
from designer.playtest.reading import EVERY, Behind, BehindBoth, Pair, RunPicture, Test
from designer.playtest.spans import Span
from engine.lab.findings import CURVES, Measure, total
from engine.lab.record import Played
from engine.lab.statistics import Difference, Estimate
from engine.lab.telling import numbers_more, signed

Number = Callable[[Played], float]

CURVE_TITLES = {"places": "Places held at the end", "losses": "Steps lost", "points": "Victory points at the end"}


def rate_head(picture: RunPicture) -> tuple[str, ...]:
    """The headings; the last column of one or two versions is for the intervals."""
    head = ("", *picture.versions)
    if picture.comparison is not None:
        luck = ("Luck taken out",) if picture.comparison.fair else ()
        return (*head, "Difference (95 %)", *luck, "Less or more")
    return (*head, "From 0 to 100 %") if len(picture.versions) == 1 else head


def rate_lines(picture: RunPicture) -> list[Figures]:
    """Scores, wins and levels of every version, then what is no share of the games."""
    shares = [*_scores(picture), *_wins(picture), *_levels(picture)]
    return [*(share.line(picture) for share in shares), *_numbers(picture), *_paces(picture)]


@dataclass(frozen=True)
class _Share:
    """A share of the games of each version, what the second has more of it, and the games that count."""

    title: str
    rates: list[Estimate]
    games: str
    test: Test
    gap: Difference | None = None
    fair: Difference | None = None
    pairs: BehindBoth | None = None

    @property
    def main(self) -> Difference | None:
        """What the second version has more, without luck if that can be told."""
        return self.fair or self.gap

    def line(self, picture: RunPicture) -> Figures:
        """The share as a line of the table."""
        texts = [self.title, *(_percent(rate) for rate in self.rates)]
        spans: dict[int, Span] = {}
        if self.gap is not None and self.main is not None:
            texts += [_points(self.gap), *([_points(self.fair)] if self.fair else [])]
            spans = {len(rate_head(picture)) - 1: _about_zero(self.main, _widest(picture))}
        elif len(self.rates) == 1 and self.rates[0].games:
            rate = self.rates[0]
            spans = {2: Span(rate.mean, rate.low, rate.high, 0, 1)}
        return Figures(
            tuple(texts),
            Behind(self.games, self.test),
            _tone(self.main),
            spans=spans,
            behinds=_by_column(picture, self.games, self.test, self.pairs),
        )


def _percent(rate: Estimate) -> str:
    """A share with its interval, short enough for a column."""
    if not rate.games:
        return f"{100 * rate.mean:.0f} %"
    return f"{100 * rate.mean:.0f} % ({100 * rate.low:.0f} to {100 * rate.high:.0f})"


def _points(gap: Difference) -> str:
    """A difference of shares in points, with its interval."""
    return f"{signed(100 * gap.mean, 1)} ({signed(100 * gap.low, 1)} to {signed(100 * gap.high, 1)})"


def _scores(picture: RunPicture) -> Iterator[_Share]:
    gaps = picture.comparison
    for index, (side, name) in enumerate(picture.names.items()):
        yield _Share(
            f"{name} score",
            [found.score[side] for found in picture.findings],
            f"Games in which the {name} side scored",
            _scored(index),
            gaps.score[side] if gaps else None,
            gaps.fair.get(side) if gaps else None,
            BehindBoth(f"Pairs in which the {name} score differs", _otherwise(_score_of(index))),
        )


def _wins(picture: RunPicture) -> Iterator[_Share]:
    """Games won, unless the one level that a side can win by says the same."""
    for side, name in picture.names.items():
        if not any(found.wins[side] in found.levels.values() for found in picture.findings):
            rates = [found.wins[side] for found in picture.findings]
            yield _Share(f"{name} wins", rates, f"Games that the {name} side won", _won(side))


def _levels(picture: RunPicture) -> Iterator[_Share]:
    gaps = picture.comparison
    for level in dict.fromkeys(level for found in picture.findings for level in found.levels):
        yield _Share(
            level,
            [found.levels.get(level, Estimate(0, 0, 0, 0)) for found in picture.findings],
            f"Games that ended with “{level}”",
            _ended(level),
            gaps.levels.get(level) if gaps else None,
            gaps.fair_levels.get(level) if gaps else None,
            BehindBoth(f"Pairs of which one game ended with “{level}”", _otherwise(_has_level(level))),
        )


def _by_column(picture: RunPicture, title: str, test: Test, pairs: BehindBoth | None) -> dict[int, Behind | BehindBoth]:
    """The games of each version behind its column, and the pairs that differ behind all that follows."""
    many = len(picture.versions)
    if many == 1:
        return {}
    found: dict[int, Behind | BehindBoth] = {
        version + 1: Behind(f"{title} ({name})", test, version) for version, name in enumerate(picture.versions)
    }
    if pairs is not None:
        found |= dict.fromkeys(range(many + 1, len(rate_head(picture))), pairs)
    return found


def _about_zero(gap: Difference, most: float) -> Span:
    return Span(gap.mean, gap.low, gap.high, -most, most, 0.0, _tone(gap) or "muted")


def _tone(gap: Difference | None) -> str:
    """A difference that is clear of zero stands out."""
    return "accent" if gap is not None and gap.clear else ""


def _widest(picture: RunPicture) -> float:
    """Where the scale of the differences of shares ends: no end of an interval lies beyond it."""
    gaps = picture.comparison
    if gaps is None:
        return 1.0
    shown = ({**gaps.score, **gaps.fair}, {**gaps.levels, **gaps.fair_levels})
    return max((max(abs(gap.low), abs(gap.high)) for each in shown for gap in each.values()), default=0.0) or 1.0


def _numbers(picture: RunPicture) -> Iterator[Figures]:
    """Means that are no shares: losses, places, points and turns."""
    gaps = picture.comparison
    for what in CURVES:
        for index, (side, name) in enumerate(picture.names.items()):
            curves = [found.curves.get(what, {}).get(side) for found in picture.findings]
            if all(curve is not None for curve in curves):
                ends = [sum(c.mean) if what == "losses" else c.mean[-1] for c in curves if c is not None and c.mean]
                gap = gaps.totals[what][side] if gaps else None
                yield _mean(picture, f"{name}: {CURVE_TITLES[what].lower()}", ends, gap, _total_of(what, index))
    turns = [found.turns.mean for found in picture.findings]
    yield _mean(picture, "Turns a game", turns, gaps.turns if gaps else None, lambda game: float(game.length))


def _mean(picture: RunPicture, title: str, means: list[float], gap: Difference | None, number: Number) -> Figures:
    texts = [title, *(f"{mean:.1f}" for mean in means)]
    if gap is None:
        return Figures(tuple(texts), EVERY)
    spans = {len(rate_head(picture)) - 1: _about_zero(gap, max(abs(gap.low), abs(gap.high)) or 1.0)}
    pairs = BehindBoth(f"{title}: pairs that differ", _otherwise(number))
    behinds = _by_column(picture, EVERY.title, EVERY.test, pairs)
    return Figures((*texts, numbers_more(gap)), EVERY, _tone(gap), spans=spans, behinds=behinds)


def _paces(picture: RunPicture) -> Iterator[Figures]:
    """How long the games took."""
    for title, pace in (("Seconds a game", "game_seconds"), ("Seconds a turn", "turn_seconds")):
        times = tuple(f"{getattr(found, pace).mean:.2f}" for found in picture.findings)
        yield Figures((title, *times), EVERY)


def _otherwise(number: Number) -> Pair:
    """Whether a number of two games differs."""
    return lambda one, other: number(one) != number(other)


def _score_of(side: int) -> Number:
    return lambda game: game.score[side]


def _has_level(level: str) -> Number:
    return lambda game: float(game.level == level)


def _total_of(what: Measure, side: int) -> Number:
    return lambda game: total(game, what, side)


def _scored(side: int) -> Test:
    return lambda _scenario, game: game.score[side] > 0


def _won(side: str) -> Test:
    return lambda _scenario, game: game.winner == side


def _ended(level: str) -> Test:
    return lambda _scenario, game: game.level == level
