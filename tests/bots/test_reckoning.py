"""What the doctrine bot reckons with, against numbers worked out by hand from the rules."""

from __future__ import annotations

import numpy as np
import pytest

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.assault import Assault, defence_chances
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.horizon import horizon
from engine.bots.doctrine.kernels import HURT, LOST, SAFE, escapes
from engine.bots.doctrine.reckoning import ByOdds
from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.board import CellRow
from engine.rules.movement import movable
from tests.kit.boards import river
from tests.kit.drill import cell, cells, drill, drill_rows, piece

ARMY = ((8.0, 4.0),)
"""A full army: eight points, four after a step."""


def look_of(game: Game) -> Appraisal:
    assert game.decision is not None
    return Appraisal(game.view(game.decision.side))


@pytest.mark.parametrize(
    ("column", "escape", "defender", "attacker", "vacated"),
    [
        pytest.param(1, SAFE, 8 / 6, 3 / 6 + 8 / 6, 3 / 6, id="1:1 is AL, NE, NE, EX, EX, DR"),
        pytest.param(3, SAFE, 12 / 6, 8 / 6, 1.0, id="3:1 is DR, DR, DR, EX, EX, DRL"),
        pytest.param(3, LOST, 8.0, 8 / 6, 1.0, id="3:1 with no way out"),
        pytest.param(3, HURT, 3 * 4 / 6 + 3 * 8 / 6, 8 / 6, 1.0, id="3:1 with a way out past zones"),
        pytest.param(6, SAFE, 2 * 4 / 6 + 4 * 8 / 6, 0.0, 1.0, id="6:1 is DRL, DRL, DE, DE, DE, DE"),
        pytest.param(0, SAFE, 0.0, 0.0, 0.0, id="below 1:1 nothing is expected"),
    ],
)
def test_outcomes_are_worked_out_from_the_combat_results_table(
    column: int, escape: int, defender: float, attacker: float, vacated: float
) -> None:
    """A step of the attacker's that no exchange measures counts three points."""
    outcomes = look_of(drill({"liii": "0101"})).lie.outcomes
    assert outcomes is not None
    assert outcomes.table(ARMY, escape)[column] == pytest.approx([defender, attacker, vacated])


@pytest.mark.parametrize(
    ("corps", "way"),
    [
        pytest.param(1, SAFE, id="one corps leaves a way"),
        pytest.param(3, HURT, id="three make every way cost a step"),
        pytest.param(6, LOST, id="six leave none"),
    ],
)
def test_ways_of_retreat_are_open_costly_or_barred(corps: int, way: int) -> None:
    """The army stands in 0505; every second neighbour is held first."""
    ring = ("0404", "0605", "0506", "0504", "0604", "0405")
    germans = dict(zip(("v", "vi", "vii", "viii", "ix", "xii"), ring[:corps], strict=False))
    look = look_of(drill(germans | {"3rd-army": "0505"}, phase="german-combat"))
    found = escapes(
        look.board.net,
        look.costs[0],
        np.array([look.board.cell("0505")], np.int32),
        look.table.occupied(0),
        look.view.zone(0),
    )
    assert found[0] == way


def test_a_prospect_agrees_with_the_forecast_of_the_rules() -> None:
    """Ground, rivers and tanks in swamps included: the chance that the hex falls is that of the codes that say so."""
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="swamp"))
    river(rows, "0605", "0604")
    pieces = {"xxiv-pz": "0404", "liii": "0504", "xiii": "0605", "3rd-army": Spot("0505", 1), "10th-army": "0604"}
    game = drill(pieces, rows=rows, phase="german-combat")
    look = look_of(game)
    for target, keys in (("0505", ("xxiv-pz", "liii")), ("0604", ("xiii",)), ("0604", ("xiii", "liii"))):
        attackers = tuple(piece(game, key) for key in keys)
        forecast = game.view(0).forecast(cell(game, target), attackers)
        falls = sum(float(share) for code, share in forecast.chances.items() if code not in ("NE", "AL", ""))
        assert Assault().prospect(look, cell(game, target), attackers).vacates == pytest.approx(falls)


def test_an_untried_unit_counts_with_the_chances_of_its_pool() -> None:
    """Four of the ten corps have a defence of 1, four of 2, one of 3, one of 4; the bot knows that and no more."""
    game = drill({"xxiv-pz": "0404", "mech-1": "0505"}, phase="german-combat")
    chances = defence_chances(look_of(game), cell(game, "0505"))
    assert chances == pytest.approx({1.0: 0.4, 2.0: 0.4, 3.0: 0.1, 4.0: 0.1})
    known = drill({"xxiv-pz": "0404", "mech-1": Spot("0505", revealed="6th-mech")}, phase="german-combat")
    assert defence_chances(look_of(known), cell(known, "0505")) == {4.0: 1.0}


@pytest.mark.parametrize(
    ("turn", "phase", "side", "fights", "moves"),
    [
        pytest.param(2, "soviet-movement", 1, True, True, id="the German turn comes next"),
        pytest.param(7, "soviet-movement", 1, False, False, id="nothing comes after the last phase"),
        pytest.param(7, "german-special", 0, True, True, id="the Soviets still move on the last turn"),
    ],
)
def test_the_horizon_ends_with_the_game(turn: int, phase: str, side: int, fights: bool, moves: bool) -> None:
    game = drill({"xxiv-pz": "0404", "3rd-army": "1009"}, turn=turn, phase=phase)
    found = horizon(game.table, turn, game.state.phase, side)
    assert (found.enemy_fights, found.enemy_moves) == (fights, moves)


def test_the_german_panzers_move_before_and_after_they_fight() -> None:
    """Infantry out of zones gets half its points after the battle, panzers all of theirs."""
    game = drill({"xxiv-pz": "0404", "liii": "0406", "3rd-army": "1009"}, phase="soviet-movement")
    look = look_of(game)
    rows = [look.theirs.index[piece(game, key)] for key in ("xxiv-pz", "liii")]
    assert list(look.first[rows]) == [6 * 4, 4 * 4]
    assert list(look.second[rows]) == [6 * 4, 2 * 4]


def test_the_threat_is_what_can_come_beside_a_hex_and_no_more() -> None:
    game = drill({"3rd-army": "1005", "xxiv-pz": "0305", "liii": "0205"}, phase="soviet-movement")
    look = look_of(game)
    draft = FirstDraft(look, movable(look.table, 1), ByOdds())
    near, middle, far = (draft.threat[one] for one in cells(game, "0505", "0805", "1009"))
    assert near == 12 + 6 and middle == 12 and far == 0


def test_a_hex_is_the_safer_the_more_stands_in_it() -> None:
    game = drill({"3rd-army": "0705", "xxiv-pz": "0505", "v": "0405"}, phase="soviet-movement")
    look = look_of(game)
    draft = FirstDraft(look, movable(look.table, 1), ByOdds())
    chances = list(draft.hold(cell(game, "0705"), np.array([0.0, 4.0, 8.0, 16.0, 32.0])))
    assert chances[0] == 0.0 and chances == sorted(chances) and chances[-1] == 1.0
