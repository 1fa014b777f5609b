from __future__ import annotations

import re

import pytest

from engine.records import Rows
from engine.records.board import Grid
from engine.records.play import MechanismRow, Phase
from engine.scenario.template import blank_scenario
from engine.systems.catalogue import all_mechanisms, all_phases
from engine.systems.readback import Section, as_text, read_back
from engine.systems.rule_words import explanations, rule_words
from tests.kit.shipped import shipped_rows


@pytest.fixture(scope="module")
def arduous() -> Rows:
    return shipped_rows("arduous-beginning")


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
    assert "Units without the mark “tank” have half their movement" in surprise
    assert "only along a connected rail" in said["7. Soviet Special Movement Phase"]
    assert said["1. German Build-Up Phase (from turn 2)"] == "Replacement steps are spent."


def test_mechanisms_say_their_parameters(arduous: Rows) -> None:
    said = section(arduous, "Rules")
    assert "A unit that enters an enemy zone must stop." in said["Zones of control"]
    assert "At most 1 army unit may stand in one hex." in said["Stacking"]
    assert "Only one unit may attack across each hexside." in said["Combat by odds"]
    assert "At most 1 unit marked mech returns in a turn." in said["Replacements"]


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


def test_the_childs_game_is_read_back_in_sentences_without_a_list_of_settings() -> None:
    rows = shipped_rows("childs-barbarossa")
    said = {**section(rows, "Rules"), **section(rows, "Sequence of play")}
    assert "A movement factor is one square overland" in said["Rail hops"]
    assert "The Value of a tile says what a unit is worth on the turn." in said["Combat by value"]
    assert "enters a Soviet production centre or Soviet city stops there" in said["Garrisons"]
    assert "Of Kharkov and Stalingrad only one produces in a turn." in said["Production"]
    assert "At most 1 unit may stand in one square." in said["Stacking"]
    panzerblitz = next(text for name, text in said.items() if "Panzerblitz" in name)
    assert "overland all the way has 1 factor more" in panzerblitz
    settings = [(name, text) for name, text in said.items() if re.search(r"[a-z]: (yes|no|\d+)\.", text)]
    assert not settings, "a setting is a sentence, not a label with a value"


def test_battles_by_ground_and_phases_of_marked_units_are_sentences() -> None:
    rows = shipped_rows("smolensk")
    odds = section(rows, "Rules")["Combat by odds"]
    assert "fractions are rounded half up" in odds and "depends on the ground, by Odds by ground." in odds
    assert "No hex is attacked twice in a phase" in odds and "Headings by ground:" not in odds
    phases = section(rows, "Sequence of play")
    reaction = next(text for name, text in phases.items() if "Reaction Phase" in name)
    assert "Only units that are released act." in reaction
