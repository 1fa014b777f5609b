from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from engine.errors import Problem, ScenarioError
from engine.records import Rows
from engine.records.board import Grid, TerrainKind
from engine.records.counters import Face, Unit
from engine.records.play import ScenarioRow
from engine.store import read_bundle, write_bundle
from tests.kit.random_rows import rows as random_rows
from tests.kit.small import small_scenario

HEAD = "stavka scenario 1\n"


def problems(text: str) -> list[Problem]:
    with pytest.raises(ScenarioError) as caught:
        read_bundle(text)
    return caught.value.problems


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_rows())
def test_every_scenario_survives_the_way_through_text(rows: Rows) -> None:
    text = write_bundle(rows)
    back = read_bundle(text)
    assert back == rows
    assert [row for row in back if isinstance(row, Unit)] == rows.all(Unit)
    assert write_bundle(back) == text


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_rows())
def test_mail_programs_may_change_line_ends_and_strip_blanks(rows: Rows) -> None:
    mangled = "\r\n".join(line.rstrip(" \t") for line in write_bundle(rows).split("\n"))
    assert read_bundle("\ufeff" + mangled) == rows


def test_numbers_words_and_defaults_are_written_plainly() -> None:
    rows = Rows([Face(unit="a", face=0, attack=2.0, defence=0.5), Face(unit="b", face=1, extra={"range": 3.0})])
    assert write_bundle(rows).split("\n")[2:] == [
        "[face]",
        "unit\tface\tattack\tdefence\textra",
        "a\t0\t2\t0.5\t",
        'b\t1\t\t\t{"range":3.0}',
        "",
    ]


def test_a_table_of_nothing_but_defaults_still_has_its_row() -> None:
    assert read_bundle(write_bundle(Rows([Grid()]))).the(Grid) == Grid()


def test_order_of_rows_is_kept() -> None:
    kinds = [TerrainKind(kind=kind, name=kind) for kind in ("z", "a", "m")]
    assert [row.kind for row in read_bundle(write_bundle(Rows(kinds))).all(TerrainKind)] == ["z", "a", "m"]


def test_equal_scenarios_give_the_same_text() -> None:
    assert write_bundle(small_scenario()) == write_bundle(small_scenario())


def test_comments_and_empty_lines_are_skipped() -> None:
    text = f"{HEAD}# mine\n\n[scenario]\n# heading\ntitle\n\nOrsha\n"
    assert read_bundle(text).the(ScenarioRow).title == "Orsha"


def test_every_problem_is_listed_with_line_and_column() -> None:
    text = (
        f"{HEAD}[unit]\nunit\tname\tside\tnationality\tquantity\tsymbol\n"
        "a\tA\tgerman\tgerman\tmany\tinfantry\n"
        "b\tB\tgerman\tgerman\t0\tdragon\n"
        "c\t\tgerman\tgerman\n"
        "[grid]\ncolumns\n100000\n"
        "[dragon]\nx\n1\n"
    )
    found = [str(problem) for problem in problems(text)]
    assert found == [
        "unit line 4, quantity: the value is “many”, but must be a whole number from 1 to 999",
        "unit line 5, symbol: the value is “dragon”, but must be one of infantry, armour, mechanised, motorised, "
        "cavalry, mountain, airborne, artillery, engineer, antitank, hq, leader, supply, militia, security, garrison, "
        "fighter, bomber, air, marker",
        "unit line 5, quantity: the value is 0, but must be a whole number from 1 to 999",
        "unit line 6, name: a value is missing; it must be text of at most 60 characters",
        "grid line 9, columns: the value is 100000, but must be a whole number from 1 to 400",
        "line 10: there is no table dragon",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the text is not a Stavka scenario: its first line must be “stavka scenario 1”"),
        ("hello\n", "the text is not a Stavka scenario: its first line must be “stavka scenario 1”"),
        ("stavka scenario 2\n", "the text is of format 2, and this Stavka reads format 1; install a newer one"),
        (f"{HEAD}unit\n", "line 2: the line stands before the first table"),
        (f"{HEAD}[grid]\ncolumns\tdragon\n1\t2\n", "grid line 3: there is no column dragon"),
        (f"{HEAD}[grid]\nrows\trows\n1\t2\n", "grid line 3: the column rows stands there twice"),
        (f"{HEAD}[grid]\nrows\n1\t2\n", "grid line 4: the line has 2 cells; the table has 1 columns"),
        (f"{HEAD}[grid]\nrows\n1\n2\n", "grid line 5: the table may have one row only"),
        (f"{HEAD}[turn]\nturn\tname\n1\ta\n1\tb\n", "turn line 5: there is a second row 1"),
        (
            f"{HEAD}[scenario]\ntitle\n\\x\n",
            "scenario line 4, title: the backslash before “x” means nothing; write two for a real one",
        ),
        (
            f"{HEAD}[region]\nregion\tname\tshown\na\tA\ttrue\n",
            "region line 4, shown: the value is “true”, but must be yes or no",
        ),
        (f"{HEAD}[grid]\nkm\ninf\n", "grid line 4, km: the value is “inf”, but must be a number above 0, at most 1000"),
        (
            f"{HEAD}[scenario]\ntitle\n\\ud800\n",
            "scenario line 4, title: the text holds characters that no text file can hold",
        ),
        (
            f"{HEAD}[mechanism]\nmechanism\tparams\nzoc\t{{\n",
            "mechanism line 4, params: the value is not JSON: Input data was truncated",
        ),
        (f"{HEAD}[underlay]\nname\timage\na\t!!\n", "underlay line 4, image: the value is not binary data in base64"),
    ],
)
def test_each_defect_has_its_sentence(text: str, sentence: str) -> None:
    assert sentence in [str(problem) for problem in problems(text)]


def test_bottomless_json_is_a_problem_and_not_a_crash() -> None:
    text = f"{HEAD}[mechanism]\nmechanism\tparams\nzoc\t{'[' * 100_000}\n"
    assert [problem.field for problem in problems(text)] == ["params"]
    nested = '{"a":' * 200 + "1" + "}" * 200
    assert "nested too deeply" in problems(f"{HEAD}[mechanism]\nmechanism\tparams\nzoc\t{nested}\n")[0].message


def test_long_values_are_cut_in_messages() -> None:
    found = problems(f"{HEAD}[scenario]\ntitle\n{'x' * 10_000_000}\n")
    assert len(found) == 1 and len(str(found[0])) < 300
