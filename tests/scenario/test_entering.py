"""How units come into the game: one answer for the check, the editors and the counter mix."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from designer.oob.mix import counter_mix
from engine.records import Rows
from engine.records.counters import Selector
from engine.records.play import Arrival, MechanismRow, Placement
from engine.rules.production import Production
from engine.scenario.entering import FRESH, NEVER, PRODUCTION, check_entering, entering, never_enter
from engine.systems import check_rules
from tests.kit.shipped import shipped_rows
from tests.scenario.test_deployment import named_last, scenario, unit

SHIPPED = ("arduous-beginning", "childs-barbarossa", "panzergruppe-guderian", "proud-monster", "smolensk")


def strays(rows: Rows) -> list[object]:
    return [problem.key[0] for problem in never_enter(entering(rows))]


def test_a_unit_says_where_it_begins() -> None:
    rows = scenario()
    said = [entering(rows).words(unit(rows, key)) for key in ("1st", "2nd", "3rd")]
    assert said == ["0203", "turn 2, East edge", "nowhere"]
    rows = named_last()
    assert entering(rows).words(unit(rows, "1st")) == "0405"


def test_units_that_never_come_are_named() -> None:
    rows = scenario()
    assert strays(rows) == ["3rd"]
    assert NEVER in [problem.message for problem in check_rules(rows)], "the linter says so too"


def test_units_of_a_pool_come_if_a_line_draws_from_it() -> None:
    rows = scenario()
    rows.put(replace(unit(rows, "3rd"), pool="reserve"))
    assert strays(rows) == ["3rd"]
    assert entering(rows).words(unit(rows, "3rd")) == "pool reserve, never drawn"
    rows.put(Placement(placement="two", side="german", units=Selector(pools=("reserve",)), count=1, cell="0405"))
    assert strays(rows) == []


def test_of_several_alike_each_needs_its_place() -> None:
    rows = scenario()
    rows.put(replace(unit(rows, "2nd"), quantity=2))
    rows.put(Arrival(arrival="later", turn=2, side="german", units=Selector(units=("2nd",)), count=1, region="edge"))
    assert strays(rows) == ["2nd", "3rd"]
    said = never_enter(entering(rows))[0].message
    assert said == "1 of its 2 counters never comes into the game: no line takes so many"


def test_a_side_that_produces_fresh_units_needs_no_line_for_them() -> None:
    rows = scenario()
    rows.put(MechanismRow(mechanism="production", params={"fresh": ["german"]}))
    assert strays(rows) == []
    assert entering(rows).words(unit(rows, "3rd")) == "by production"


def test_the_mechanism_is_called_as_it_is_read() -> None:
    assert Production.key == PRODUCTION and FRESH in Production.__struct_fields__
    rows = scenario()
    rows.put(MechanismRow(mechanism="production", params={"fresh": "nonsense"}))
    assert entering(rows).fresh == frozenset()


@pytest.mark.parametrize("slug", SHIPPED)
def test_panel_and_linter_agree_on_every_shipped_scenario(slug: str) -> None:
    rows = shipped_rows(slug)
    assert list(counter_mix(rows).problems) == [problem for problem in check_rules(rows) if problem.table == "unit"]
    assert counter_mix(rows).problems == ()


def lines(rows: Rows) -> list[tuple[object, str]]:
    return [(one.key[0], one.message) for one in check_entering(rows) if one.table != "unit"]


def test_a_line_that_finds_its_unit_elsewhere_says_where() -> None:
    rows = named_last()
    rows.put(Placement(placement="three", side="german", units=Selector(units=("1st",)), cell="0101", position=2))
    said = dict(lines(rows))
    assert said["three"] == "another line names these units first: 1st (0405)"


def test_a_general_line_that_gets_fewer_than_it_asks_for_is_a_warning() -> None:
    rows = named_last()
    assert lines(rows) == [("one", "asks for 2, but other lines leave it only 1 unit")]
    assert ("one", "asks for 2, but other lines leave it only 1 unit") in [
        (problem.key[0] if problem.key else "", problem.message) for problem in check_rules(rows)
    ]


def test_a_general_line_that_finds_nobody_is_a_warning() -> None:
    rows = scenario()
    rows.put(Placement(placement="rest", side="german", units=Selector(sides=("german",)), cell="0304", position=1))
    assert lines(rows) == []
    rows.put(Placement(placement="none", side="german", units=Selector(sides=("german",)), cell="0305", position=2))
    assert lines(rows) == [("none", "no unit is left for this line: other lines take them all")]
