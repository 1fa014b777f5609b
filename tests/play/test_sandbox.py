"""Arranged positions: what can be laid out, what is doubtful about it, and that it is read back the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.errors import ScenarioError
from engine.play.doubts import doubts
from engine.play.sandbox import Position, Spot, arrange, faults, lay_out, position_of
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.drill import MAP, drill_rows
from tests.kit.players import play_on, random_game

PHASE = "german-movement"


@pytest.fixture(scope="module")
def setting() -> Setting:
    sketch = MAP.splitlines()
    sketch[0] = "~" + sketch[0][1:]
    return setting_of(compile_scenario(drill_rows("\n".join(sketch))))


def position(pieces: dict[str, Spot], **facts: object) -> Position:
    return replace(Position(pieces, 2, PHASE), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (position({"nobody": Spot("0505")}), "no piece nobody"),
        (position({"v": Spot("9999")}), "no cell or box 9999"),
        (position({"v": Spot("0505", 3)}), "v has no face 3"),
        (position({"mech-1": Spot("0505", 1)}), "mech-1 has no face 1"),
        (position({"v": Spot("0505"), "13th-army": Spot("0505")}), "both sides stand in 0505"),
        (position({"v": Spot("0505")}, lost={"v": ""}), "on the map and is lost"),
        (position({"v": Spot("0505", revealed="14th-mech")}), "v cannot turn out to be 14th-mech"),
        (position({"mech-1": Spot("0505", revealed="v")}), "mech-1 cannot turn out to be v"),
        (position({"mech-1": Spot("0505", revealed="14th-mech")}, lost={"mech-2": "14th-mech"}), "drawn twice"),
        (position({}, control={"atlantis": "german"}), "no place atlantis"),
        (position({}, control={"minsk": "martian"}), "no side martian"),
        (position({}, turn=99), "no turn 99"),
        (position({}, phase="lunch"), "no phase lunch"),
    ],
)
def test_what_cannot_be_laid_out_is_refused_with_a_reason(setting: Setting, wrong: Position, said: str) -> None:
    assert any(said in problem.message for problem in faults(setting, wrong))
    with pytest.raises(ScenarioError, match=said):
        arrange(setting, wrong)


def test_a_crowded_cell_is_doubted_with_its_case_and_still_played(setting: Setting) -> None:
    crowd = position({"v": Spot("0505"), "vi": Spot("0505"), "vii": Spot("0505")})
    (doubt,) = doubts(lay_out(setting, replace(crowd, control={"baranovichi": "german"})))
    assert doubt.case == "AB-8.1" and doubt.cell == setting.board.cell("0505")
    assert doubt.why == "3 units stand in Baranovichi (0505), where 2 may stay."
    assert arrange(setting, crowd).decision is not None


def test_a_unit_where_it_may_not_go_is_doubted_with_its_case(setting: Setting) -> None:
    (doubt,) = doubts(lay_out(setting, position({"v": Spot("0101")})))
    assert doubt.case == "AB-9.0" and "V stands in 0101, which it may not enter" in doubt.why


def test_a_place_in_the_wrong_hands_a_marker_and_a_phase_out_of_season_are_doubted(setting: Setting) -> None:
    said = [doubt.why for doubt in doubts(lay_out(setting, position({"v": Spot("0705"), "ii-fk": Spot("0404")})))]
    assert "German units stand in Minsk (0705), which the Soviet side holds." in said
    assert any("II Fl.K. is a support marker" in why for why in said)
    late = doubts(lay_out(setting, Position({}, 3, "german-surprise")))
    assert [doubt.why for doubt in late] == [
        "The German Special Movement Phase is not played on turn 3: play begins with the phase after it."
    ]


def test_a_sound_position_raises_no_doubt(setting: Setting) -> None:
    assert doubts(lay_out(setting, position({"v": Spot("0203"), "13th-army": Spot("0705")}))) == []


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
@pytest.mark.parametrize("actions", [40, 160])
def test_the_position_of_a_game_is_laid_out_again_as_it_was(slug: str, actions: int) -> None:
    game = random_game(slug, 11, actions)
    before, state = position_of(game), game.state
    laid = lay_out(game.setting, before).state
    assert laid.cell == state.cell and laid.counter == state.counter and laid.control == state.control
    standing = [piece for piece, cell in enumerate(state.cell) if cell >= 0]
    assert standing and [laid.face[piece] for piece in standing] == [state.face[piece] for piece in standing]
    assert (laid.turn, laid.phase) == (state.turn, state.phase)
    again = arrange(game.setting, before, seed=2)
    assert play_on(again, random.Random(3), 30) == 30, "play goes on from there"


def test_counts_that_outlast_a_phase_are_laid_out_and_those_of_the_phase_are_not(setting: Setting) -> None:
    game = arrange(setting, position({"v": Spot("0203"), "13th-army": Spot("0705")}))
    counts = {"arrived.t1-mech": 2.0, "turn.steps": 1.0, "phase.steps": 3.0, "battle.lost.attacker": 4.0, "gone": 0.0}
    game.state.tallies.update(counts)
    found = position_of(game)
    assert found.tallies == {"arrived.t1-mech": 2.0, "turn.steps": 1.0}
    assert lay_out(setting, found).state.tallies == found.tallies
    assert arrange(setting, found).state.tallies == found.tallies
