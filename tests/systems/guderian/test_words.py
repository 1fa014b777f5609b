"""Panzergruppe Guderian: rules read back in sentences with their numbers, and a journal that tells what happens."""

from __future__ import annotations

import re
from functools import cache

from engine.play import Game
from engine.play.journal import journal
from engine.records.play import MechanismRow, Phase
from engine.rules.laying import LayMarker
from engine.state.actions import RemoveUnit
from engine.systems.catalogue import all_mechanisms, all_phases
from engine.systems.readback import read_back
from tests.kit.guderian import (
    LOSE,
    MOVE,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    attack,
    cell,
    division,
    ground_rows,
    lose,
    lost,
    overrun,
    piece,
    shipped,
    skip_to,
    stage,
)
from tests.systems.guderian.test_arrivals import exhausted
from tests.systems.guderian.test_first_turn import CROWD, first_turn


@cache
def said() -> dict[str, str]:
    return {title: text for part in read_back(shipped()) for title, text in part.paragraphs}


def test_every_rule_speaks_in_sentences_of_its_own() -> None:
    """No rule of the scenario falls back on a list of parameters, and none shows a key."""
    mechanisms, phases = all_mechanisms(), all_phases()
    for row in shipped().all(MechanismRow):
        text = said()[mechanisms[row.mechanism].title]
        assert text.endswith(".") and not re.search(r": yes|: no\b|Order: |Times: |Phases: ", text), text
    for number, phase in enumerate(sorted(shipped().all(Phase), key=lambda row: row.position), 1):
        text = next(text for title, text in said().items() if title.startswith(f"{number}. {phase.name}"))
        assert phases[phase.kind] and text.endswith(".") and not re.search(r": yes|: no\b", text), text


def test_the_numbers_are_in_the_sentences() -> None:
    assert "at most 20 hexes, to a hex with a road" in said()["Supply"]
    assert "at most 20 movement points as the unit itself moves" in said()["Supply"]
    assert "may not move away" in said()["Zones of control"]
    assert "3 movement points more; their whole attack counts 0.5 times" in said()["Overrun"]
    assert "each counts 2 times" in said()["Divisional integration"]
    assert "no longer than his rating" in said()["Leaders"]
    assert "they may go 2 hexes" in said()["Advance after combat"]
    assert "The 16th Army moves only if its die shows 3 or less" in said()["The first turn"]
    assert "Until turn 6 is over" in said()["Closed region"]
    price = said()["Arrivals at a price"]
    assert "up to 5 untried infantry divisions" in price and "5 units at 2" in price
    assert "scores 5 points" in said()["Victory points"] and "scores 2 points" in said()["Victory points"]
    movement = next(text for title, text in said().items() if title.startswith("2. Soviet Movement"))
    assert "30 points of their own by rail" in movement and "8 units of a side in a phase" in movement
    assert "By rail it costs him 4 instead of 1." in said()["Air interdiction marker"]


def told(game: Game) -> list[str]:
    return [line.text for line in journal(game)]


def test_overruns_disruption_and_recovery_are_told() -> None:
    names = tuple(division("4-panzer", "1106"))
    pieces = {**division("4-panzer", "1106"), "r1": ("1206", "3-3"), "r2": ("1206", "1-1"), "konev": "1606"}
    game = stage(pieces, die=2)
    game.apply(overrun(game, "1206", *names))
    game.apply(LOSE)
    lose(game, "r2")
    text = told(game)
    assert any("overrun 1206: 8 against 4, 2:1" in line for line in text)
    assert any(line.endswith("in 1206 is disrupted.") for line in text)
    skip_to(game, "soviet-interdiction", 8)
    assert any(line.endswith("in 1206 recovers.") for line in told(game))


def test_points_markers_armies_pools_and_leaders_are_told() -> None:
    game = stage({"5-inf": ("1106", 3), "r1": ("1206", "9-8"), "konev": "1206"}, SOVIET_COMBAT, die=1)
    attack(game, "1106", "r1")
    assert "The Soviet side scores 5 points: 5 destroyed." in told(game)
    game = stage({"gd": "2506", "r1": "4401"}, "soviet-interdiction", turn=3)
    number = next(number for number, row in enumerate(game.scenario.markers) if row.start == "soviet-1")
    game.apply(LayMarker(number, cell(game, "0112")))
    assert any("Soviet interdiction marker is laid in 0112" in line for line in told(game))
    game = first_turn(CROWD, "16th", ("1d6", 5))
    assert any("The 16th Army does not march" in line and "its die shows 5" in line for line in told(game))
    dead = ("r77=3-3", "r78=9-8")
    rows = ground_rows(arrivals=True)
    game = stage({**exhausted(*dead), "gd": "0106", "konev": "4406"}, SOVIET_MOVE, turn=4, rows=rows, lost=lost(*dead))
    assert "The pool of soviet rifle is empty: 2 lost units go into it, face down." in told(game)
    pocket = {"konev": "1006", "5-inf": "1004", "7-inf": "1008", "15-inf": "0806", "gd": "1206"}
    game = stage(pocket, SOVIET_MOVE, rows=ground_rows(), options={"leader-evacuation": "on"})
    game.apply(RemoveUnit(piece(game, "konev")))
    assert "Konev is flown out of 1006." in told(game)


def test_who_is_out_of_supply_is_told_when_the_phase_opens() -> None:
    game = stage({"gd": "4206", "r1": "4401"}, MOVE)
    assert "GD in 4206 is out of supply." in told(game)
