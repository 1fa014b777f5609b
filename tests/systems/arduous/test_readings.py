"""The Arduous Beginning: what the rulebook leaves open as we read it, and as the options have it."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.records import Rows
from engine.records.board import CellRow
from engine.state.actions import CommitSupport, Done, FightBattle, RetreatFirst, RetreatUnit
from engine.state.events import BattleFought
from tests.kit.drill import attack, cell, drill, drill_rows, fight, last, piece, seed_showing, where
from tests.systems.arduous.test_results import ends, paths, retreat

COMBAT = "german-combat"
STACK = {"xlvi-pz": "0404", "xxiv-pz": "0405", "3rd-army": "0505", "mech-1": Spot("0505", revealed="7th-mech")}
"""Twenty-two against ten are 2:1, and a 6 makes both defenders retreat."""


def beaten(pieces: dict[str, object], *attackers: str, rows: Rows | None = None, **options: str) -> Game:
    game = drill(pieces, rows=rows, phase=COMBAT, seed=seed_showing(("1d6", 6)), options=options)
    attack(game, "0505", *attackers)
    game.apply(Done())
    fight(game, "0505")
    return game


@pytest.mark.rule("AB-10.6b")
def test_a_stack_retreats_as_the_order_of_battle_has_it() -> None:
    game = beaten(STACK, "xlvi-pz", "xxiv-pz")
    assert last(game, BattleFought).code == "DR"
    assert game.decision is not None and game.decision.kind == "retreat"
    assert {action.piece for action in game.options()} == {piece(game, "3rd-army")}  # type: ignore[union-attr]
    retreat(game, "3rd-army", "0605", "0705")
    assert {action.piece for action in game.options()} == {piece(game, "mech-1")}  # type: ignore[union-attr]


@pytest.mark.rule("AB-10.6b")
def test_the_attacker_may_pick_who_of_a_stack_retreats_first() -> None:
    game = beaten(STACK, "xlvi-pz", "xxiv-pz", **{"retreat-order": "attacker"})
    assert game.decision is not None
    assert (game.decision.kind, game.decision.side) == ("order", game.scenario.side_index["german"])
    assert list(game.options()) == [RetreatFirst(piece(game, key)) for key in ("3rd-army", "mech-1")]
    early = game.judge(RetreatUnit(piece(game, "3rd-army"), (cell(game, "0605"), cell(game, "0705"))))
    stranger = game.judge(RetreatFirst(piece(game, "xlvi-pz")))
    assert not early and not stranger
    game.apply(RetreatFirst(piece(game, "mech-1")))
    assert {action.piece for action in game.options()} == {piece(game, "mech-1")}  # type: ignore[union-attr]
    retreat(game, "mech-1", "0605", "0705")
    assert game.decision is not None and game.decision.kind == "retreat", "one is left: nothing to choose"
    retreat(game, "3rd-army", "0605", "0705")
    assert (where(game, "mech-1"), where(game, "3rd-army")) == ("0705", "0705")
    assert game.undo() and game.undo() and game.undo(), "and all of it can be taken back"
    assert where(game, "mech-1") == "0505"


@pytest.mark.rule("AB-10.6b")
def test_a_single_defender_is_not_put_in_order() -> None:
    game = beaten({"xlvi-pz": "0404", "3rd-army": "0505"}, "xlvi-pz", **{"retreat-order": "attacker"})
    assert game.decision is not None and game.decision.kind == "retreat"


ZONES = {"xlvi-pz": "0405", "viii": "0404", "vi": "0504", "xiii": "0506", "v": "0803"}
"""Out of 0505 lead 0604 and 0605 only; of the hexes behind them V Corps reaches 0704."""


def test_a_hex_with_room_comes_before_one_clear_of_zones() -> None:
    full = {"10th-army": "0705", "13th-army": "0706"}
    around = beaten({**ZONES, **full, "3rd-army": "0505"}, "xlvi-pz")
    zone = around.view(0).zone(around.scenario.side_index["german"])
    assert "0704" in ends(around) and all(zone[cell(around, end)] for end in ends(around)), "room, but no safety"
    retreat(around, "3rd-army", *sorted(paths(around))[0])
    assert where(around, "3rd-army") == "lost"
    past = beaten({**ZONES, **full, "3rd-army": "0505"}, "xlvi-pz", **{"full-hexes": "past"})
    assert {len(path) for path in paths(past)} == {3}, "on past the full hexes"
    assert {path[1] for path in paths(past)} <= set(full.values())
    assert not ends(past) & {"0704", *full.values()}
    end = sorted(paths(past))[0]
    retreat(past, "3rd-army", *end)
    assert where(past, "3rd-army") == end[-1], "and it lives"


def test_where_going_on_leads_nowhere_the_hex_with_room_is_taken_after_all() -> None:
    rows = drill_rows()
    for label in ("0707", "0804", "0805", "0806"):
        rows.put(CellRow(cell=label, terrain="water"))
    pieces = {**ZONES, "10th-army": "0705", "13th-army": "0706", "3rd-army": "0505"}
    game = beaten(pieces, "xlvi-pz", rows=rows, **{"full-hexes": "past"})
    assert game.decision is not None and game.decision.kind == "retreat"
    assert {len(path) for path in paths(game)} == {2} and "0704" in ends(game)


@pytest.mark.rule("AB-10.3", "AB-10.5")
@pytest.mark.parametrize(("choice", "column"), [("standard", "1:1"), ("never", "below 1:1")])
def test_air_support_below_even_odds(choice: str, column: str) -> None:
    game = drill({"xlii": "0405", "3rd-army": "0505"}, phase=COMBAT, options={"short-odds": choice})
    markers = {key: piece(game, key) for key in ("ii-fk", "viii-fk")}
    seen = game.view(0).forecast(cell(game, "0505"), [piece(game, "xlii")], markers["ii-fk"])
    assert (seen.odds, seen.column) == ("below 1:1", column), "four against eight"
    attack(game, "0505", "xlii")
    game.apply(Done())
    game.apply(FightBattle(cell(game, "0505")))
    before = game.state.rolls
    game.apply(CommitSupport(markers["ii-fk"]))
    assert last(game, BattleFought).column == column
    assert (game.state.rolls > before) == (choice == "standard"), "no die where nothing can happen"


@pytest.mark.rule("AB-10.3")
@pytest.mark.parametrize(("choice", "column"), [("standard", "2:1"), ("never", "below 1:1")])
def test_what_terrain_takes_below_even_odds_is_below_before_the_air_comes(choice: str, column: str) -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="forest"))
    pieces = {"xlvi-pz": "0405", "3rd-army": "0505"}
    game = drill(pieces, rows=rows, phase=COMBAT, options={"short-odds": choice})
    marker = piece(game, "viii-fk")
    assert game.view(0).forecast(cell(game, "0505"), [piece(game, "xlvi-pz")], marker).column == column
    clear = drill(pieces, phase=COMBAT, options={"short-odds": choice})
    assert clear.view(0).forecast(cell(clear, "0505"), [piece(clear, "xlvi-pz")], marker).column == "3:1"
