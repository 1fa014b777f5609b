"""Figures made of games: rates, curves, battles, units, heat, differences of pairs, balance and the page."""

from __future__ import annotations

import re
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import stdev
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from scipy.stats import t, ttest_rel

from engine.lab.balance import check_balance
from engine.lab.drawing import round_steps
from engine.lab.findings import compare, curve
from engine.lab.heat import heat, holders
from engine.lab.page import report_page, write_page
from engine.lab.results import RunResults, read_run
from engine.lab.settings import RunSettings
from engine.lab.sheets import write_games
from engine.lab.statistics import Estimate, average, difference, student
from engine.lab.telling import response, side_names, verdict
from engine.lab.units import of_unit
from engine.records.counters import Unit
from engine.records.play import Balance
from engine.spreadsheet import csv_text
from engine.store import Library
from tests.kit.skirmish import GREEDY, SLUG, played_run, skirmish, skirmish_library, with_cell

SETTINGS = RunSettings(kind="compare", bots=GREEDY, games=24, seed=5, knowing=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    with skirmish_library(tmp_path_factory.mktemp("lab") / "library.db") as library:
        return read_run(library, played_run(library, SETTINGS, skirmish(), with_cell("2", "2:1", "DE")))


# Numbers


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 30, 400])
def test_students_factor_agrees_with_another_library(freedom: int) -> None:
    assert student(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=0.004)


def test_the_difference_of_pairs_agrees_with_another_library() -> None:
    first, second = [0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.0], [0.5, 1.0, 0.5, 1.0, 1.0, 1.0, 0.0]
    found, other = difference(first, second), ttest_rel(second, first).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), rel=0.01)
    assert found.unpaired == pytest.approx(sqrt((stdev(first) ** 2 + stdev(second) ** 2) / 7))
    assert not found.clear and difference([0.0] * 9, [1.0, 0.9, 1.0] * 3).clear


def test_the_same_numbers_differ_by_nothing() -> None:
    found = difference([0.0, 1.0, 1.0], [0.0, 1.0, 1.0])
    assert (found.mean, found.low, found.high, found.clear) == (0.0, 0.0, 0.0, False)


def test_a_curve_is_the_mean_of_the_games_that_reached_the_turn() -> None:
    found = curve([[1.0, 3.0], [3.0]])
    assert found.mean == (2.0, 3.0) and found.low[0] < 2.0 < found.high[0] and found.high[1] == 3.0
    assert average([1.0, 3.0]).mean == 2.0


# Games


def test_rates_add_up(results: RunResults) -> None:
    found = results.findings()
    assert found.games == 24 and sum(rate.mean for rate in found.levels.values()) == pytest.approx(1)
    assert sum(rate.mean for rate in found.score.values()) == pytest.approx(1)
    wins = sum(game.winner == "german" for game in results.played())
    assert found.wins["german"].mean == wins / 24 and len(found.curves["places"]["german"].mean) == 4
    assert "points" not in found.curves


def test_a_comparison_counts_what_was_truly_played(results: RunResults) -> None:
    found = results.comparison()
    copies = sum(not game.seconds for game in results.games.values())
    assert found.pairs == 24 and found.played == 48 - copies and copies
    gap = found.score["german"]
    assert gap.mean == pytest.approx(
        results.findings(1).score["german"].mean - results.findings(0).score["german"].mean
    )
    assert not found.fair and found.main == gap == found.plain  # too few pairs for luck to be told from anything else
    assert found.gain == gap.error / gap.unpaired < 1 and results.changed(1) == ["Combat, 2 at 2:1: NE becomes DE."]


def test_a_null_change_makes_no_difference(tmp_path: Path) -> None:
    renamed = skirmish()
    renamed.put(replace(renamed.all(Unit)[0], name="Somebody else"))
    with skirmish_library(tmp_path / "library.db") as library:
        found = read_run(library, played_run(library, replace(SETTINGS, games=12), skirmish(), renamed))
    assert found.comparison().played == 24 and found.comparison().score["german"].high == 0.0
    assert verdict(found, found.comparison()).endswith("made no difference to the score at all.")


def test_battles_are_set_against_the_chances_of_the_table(results: RunResults) -> None:
    lines = {line.column: line for line in results.battles()}
    assert sum(line.battles for line in lines.values()) == sum(len(game.fights) for game in results.played())
    chances = {one.code: one.chance for one in lines["2:1"].results}
    assert chances == pytest.approx({"AL": 1 / 6, "NE": 1 / 6, "DR": 1 / 3, "DL": 1 / 3})
    changed = {one.code: one.chance for line in results.battles(1) if line.column == "2:1" for one in line.results}
    assert changed["DE"] == pytest.approx(1 / 6)
    assert all(sum(one.share for one in line.results) == pytest.approx(1) for line in lines.values())


def test_every_unit_is_accounted_for(results: RunResults) -> None:
    lines = {line.unit: line for line in results.units()}
    assert set(lines) == {unit.unit for unit in skirmish().all(Unit)}
    line, scenario = lines["german-1"], results.grounds[0].scenario
    mine = [of_unit(scenario, game, "german-1")[0] for game in results.played()]
    assert line.survived == sum(one.end != 2 for one in mine) / 24
    assert line.never_fought == sum(not one.attacked and not one.defended for one in mine) / 24
    assert replace(line, never_moved=1.0, never_fought=1.0).idle and not line.idle


def test_heat_is_what_happened_in_a_cell(results: RunResults) -> None:
    scenario, games = results.grounds[0].scenario, results.played()
    battles = heat(scenario, games, "battles", None, None)
    assert battles.sum() * 24 == pytest.approx(sum(len(game.fights) for game in games))
    by_turn = sum(heat(scenario, games, "battles", side, turn) for side in (0, 1) for turn in (1, 2, 3, 4))
    assert by_turn == pytest.approx(battles)
    reached = [heat(scenario, games, "reached", 0, turn) for turn in (1, 2, 3, 4)]
    assert all((later >= earlier).all() for earlier, later in pairwise(reached))
    assert (heat(scenario, games, "stands", 0, 4) <= reached[3]).all()
    assert heat(scenario, games, "deaths", 1, None).sum() * 24 == pytest.approx(
        sum(death.cell >= 0 and scenario.pieces[death.piece].unit.side == "soviet" for g in games for death in g.deaths)
    )
    both = heat(scenario, games, "reached", None, 4)
    each = [heat(scenario, games, "reached", side, 4) for side in (0, 1)]
    assert both.max() <= 1 < (each[0] + each[1]).max() and (both >= each[0]).all()
    city = scenario.board.cell("0302")
    held = [holders(scenario, game, None)[0] == 0 for game in games]
    assert heat(scenario, games, "holds", 0, None)[city] == pytest.approx(sum(held) / 24)


def test_pairs_are_compared_game_by_game(results: RunResults) -> None:
    scenario, games = results.grounds[0].scenario, results.played()
    assert compare(scenario, games, games).score["german"].mean == 0.0


# Balance


@pytest.mark.parametrize(
    ("least", "most", "says"),
    [(0.0, 1.0, None), (0.99, 1.0, "99 % to 100 % was asked for"), (0.0, 0.01, "0 % to 1.0 % was asked for")],
)
def test_the_linter_warns_of_a_balance_that_was_not_asked_for(
    lab: Library, least: float, most: float, says: str | None
) -> None:
    rows = skirmish()
    rows.put(Balance(side="german", least=least, most=most))
    assert check_balance(lab, SLUG, rows) == []
    played_run(lab, replace(SETTINGS, kind="one", games=20))
    problems = check_balance(lab, SLUG, rows)
    assert [problem.severity for problem in problems] == (["warning"] if says else [])
    assert says is None or says in problems[0].message
    assert check_balance(lab, SLUG, with_cell("1", "1:1", "DE")) == []


def test_a_side_that_is_second_is_judged_by_its_own_score(lab: Library) -> None:
    played_run(lab, replace(SETTINGS, kind="one", games=20))
    rows, score = skirmish(), sum(lab.runs.scores(1).values()) / 20
    rows.put(Balance(side="soviet", least=1.0, most=1.0))
    assert f"the Soviet side scored {100 * (1 - score):.0f} %" in check_balance(lab, SLUG, rows)[0].message


# Paper


def test_the_page_stands_alone_and_names_what_was_found(results: RunResults, tmp_path: Path) -> None:
    write_page(tmp_path / "report.html", results)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page == report_page(results)
    for text in ("Skirmish at Orsha", "Combat, 2 at 2:1: NE becomes DE.", "Never fights", "Where battles were fought"):
        assert text in page
    assert "<script" not in page and not re.search(r'(?:src|href)="(?!#)', page)
    assert "German: Greedy; Soviet: Greedy." in page
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) >= 12 and all(ElementTree.fromstring(picture) is not None for picture in pictures)
    assert page.count('id="ground"') == 1 and page.count('href="#ground"') >= 1 + 2 * (4 + 2 * 4)  # maps by turn, too
    assert "2 July" in page and "Orsha</text>" in page


def test_what_a_scenario_says_is_plain_text_on_the_page(results: RunResults) -> None:
    hostile = RunResults(replace(results.stored, info=replace(results.info, name="<script>alert(1)</script>")))
    hostile.games = results.games
    assert "<script" not in report_page(hostile) and "&lt;script&gt;" in report_page(hostile)


def test_a_sweep_is_a_response_curve(lab: Library) -> None:
    settings = replace(SETTINGS, kind="sweep", games=4, swept="Combat, 2 at 2:1", values=("NE", "DE"), knowing=True)
    found = read_run(lab, played_run(lab, settings, skirmish(), with_cell("2", "2:1", "DE")))
    page = report_page(found)
    assert page.count('r="4"') == 2 and "Combat, 2 at 2:1" in page
    assert response(settings, [found.findings(0), found.findings(1)], side_names(found)) in page


@pytest.mark.parametrize(
    ("shares", "says"),
    [
        ((0.31, 0.52, 0.4), "scores least at 1 (31 %) and most at 2 (52 %)."),
        ((0.4, 0.4, 0.4), "scores 40 %, whatever the value."),
    ],
)
def test_a_sweep_is_told_in_a_sentence(results: RunResults, shares: tuple[float, ...], says: str) -> None:
    settings, base = replace(SETTINGS, kind="sweep", swept="Strength", values=("1", "2", "3")), results.findings()
    found = [replace(base, score={"german": Estimate(share, 0, 1, 24)}) for share in shares]
    assert response(settings, found, {"german": "German"}) == f"Strength: the German side {says}"


def test_the_table_has_a_line_for_every_game(results: RunResults, tmp_path: Path) -> None:
    write_games(tmp_path / "games.csv", results)
    lines = (tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()
    assert (
        len(lines) == 49
        and "German steps lost" in lines[0]
        and csv_text([["Version 1", 1, 5000015]]).strip() in (lines[1][: len('"Version 1","1","5000015"')])
    )


@pytest.mark.parametrize(
    ("bottom", "top", "steps"),
    [
        (0, 11.2, [0, 2.5, 5, 7.5, 10, 12.5]),
        (-0.42, 0.56, [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]),
        (0, 0.03, [0, 0.01, 0.02, 0.03]),
        (0.41, 0.73, [0.4, 0.5, 0.6, 0.7, 0.8]),
    ],
)
def test_scales_have_round_numbers(bottom: float, top: float, steps: list[float]) -> None:
    assert round_steps(bottom, top) == steps
