from __future__ import annotations

import pytest

from engine.records import Rows
from engine.records.board import Grid
from engine.records.play import MechanismRow, Phase
from engine.scenario.template import blank_scenario
from engine.store.places import resources
from engine.store.sources import read_sources
from engine.systems.catalogue import all_mechanisms, all_phases
from engine.systems.readback import Section, as_text, read_back
from engine.systems.rule_words import explanations, rule_words


@pytest.fixture(scope="module")
def arduous() -> Rows:
    return read_sources(resources() / "scenarios" / "arduous-beginning")


def section(rows: Rows, title: str) -> dict[str, str]:
    found = next(part for part in read_back(rows) if part.title == title)
    return dict(found.paragraphs)


def test_a_new_scenario_reads_as_a_rulebook() -> None:
    sections = read_back(blank_scenario("New", Grid(columns=4, rows=4)))
    assert [part.title for part in sections] == [
        "The game",
        "Sequence of play",
        "Rules",
        "Terrain",
        "Combat results table",
        "Victory",
    ]
    assert all(text.endswith(".") for part in sections for _, text in part.paragraphs)


def test_phases_say_what_is_done_in_them_and_when(arduous: Rows) -> None:
    said = section(arduous, "Sequence of play")
    surprise = said["4. German Special Movement Phase (turn 1 only)"]
    assert "Units marked tank have their full movement, every hex costing one point" in surprise
    assert "Units not marked tank have half their movement" in surprise
    assert "only along a connected rail" in said["7. Soviet Special Movement Phase"]
    assert said["1. German Build-Up Phase (from turn 2)"] == "Replacement steps are spent."


def test_mechanisms_say_their_parameters(arduous: Rows) -> None:
    said = section(arduous, "Rules")
    assert "A unit that enters an enemy zone must stop." in said["Zones of control"]
    assert "At most 1 of army units may share a hex." in said["Stacking"]
    assert "Only one unit may attack across each hexside." in said["Combat by odds"]
    assert "At most 1 of units marked mech return in a turn." in said["Replacements"]


def test_terrain_and_victory_are_read_from_the_charts(arduous: Rows) -> None:
    forest = section(arduous, "Terrain")["Forest"]
    assert forest == "infantry 2 points; panzer and mechanised 2 points; odds columns -1."
    wins = [text for title, text in next(p for p in read_back(arduous) if p.title == "Victory").paragraphs]
    assert wins[0] == (
        "After the last turn: German victory (the German side wins) if the German side holds at least 12 cities."
    )


@pytest.mark.parametrize("kind", [*all_mechanisms().values(), *all_phases().values()], ids=lambda kind: kind.key)
def test_every_rule_there_is_can_be_read_back(kind: type) -> None:
    said = rule_words(blank_scenario("New", Grid(columns=4, rows=4)), kind())
    assert said and all(text.rstrip().endswith(".") for text in said)


def test_rules_that_cannot_be_read_do_not_stop_the_rest() -> None:
    rows = blank_scenario("New", Grid(columns=4, rows=4))
    rows.put(MechanismRow(mechanism="stacking", params={"limits": "many"}))
    rows.put(Phase(phase="odd", name="Odd phase", kind="dancing", position=9))
    assert "Stacking" not in section(rows, "Rules")
    assert section(rows, "Sequence of play")["5. Odd phase"] == "Its kind, dancing, is not known."


def test_plain_text_has_a_heading_for_each_section() -> None:
    assert as_text([Section("Victory", (("", "Nobody wins."), ("Note", "So be it.")))]) == (
        "VICTORY\nNobody wins.\nNote: So be it.\n"
    )


def test_help_texts_explain_choices() -> None:
    assert explanations("none: no effect; stop: the move ends") == {"none": "no effect", "stop": "the move ends"}
