"""The Arduous Beginning: combat results, retreat, advance, and the rulebook's worked example (AB 10.6 to 10.8)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.board import CellRow
from engine.state.actions import AdvanceUnit, Done, LoseStep, RetreatUnit
from engine.state.events import BattleFought, UnitEliminated
from tests.kit.boards import river
from tests.kit.drill import attack, cell, cells, drill, drill_rows, fight, last, piece, seed_showing, where

COMBAT = "german-combat"


def battle(pieces: dict[str, object], die: int, *attackers: str, target: str = "0505", phase: str = COMBAT) -> Game:
    """A battle fought with this die, up to the first choice after it."""
    game = drill(pieces, phase=phase, seed=seed_showing(("1d6", die)))
    attack(game, target, *attackers)
    game.apply(Done())
    fight(game, target)
    return game


def ends(game: Game) -> set[str]:
    return {game.setting.board.label(action.path[-1]) for action in game.options()}  # type: ignore[union-attr, arg-type]


def paths(game: Game) -> set[tuple[str, ...]]:
    label = game.setting.board.label
    return {tuple(label(step) for step in action.path) for action in game.options()}  # type: ignore[union-attr, arg-type]


def losers(game: Game) -> set[str]:
    return {game.scenario.pieces[action.piece].key for action in game.options()}  # type: ignore[union-attr]


def standing(game: Game, keys: Iterable[str]) -> dict[str, tuple[str, int]]:
    return {key: (where(game, key), game.state.face[piece(game, key)]) for key in keys}


def retreat(game: Game, key: str, *labels: str) -> None:
    game.apply(RetreatUnit(piece(game, key), cells(game, *labels)))


@pytest.mark.rule("AB-10.6a")
def test_no_effect() -> None:
    game = battle({"xlvi-pz": "0405", "3rd-army": "0505"}, 2, "xlvi-pz")
    assert last(game, BattleFought).code == "NE"
    assert standing(game, ("xlvi-pz", "3rd-army")) == {"xlvi-pz": ("0405", 0), "3rd-army": ("0505", 0)}
    assert game.table.phase_name == "German Special Movement Phase", "no advance into a hex that is held"


@pytest.mark.rule("AB-10.6b")
def test_the_attacker_retreats_the_defender_two_hexes_each_farther_away() -> None:
    game = battle({"xlvi-pz": "0405", "3rd-army": "0505"}, 6, "xlvi-pz")
    assert last(game, BattleFought).code == "DR"
    assert game.decision is not None
    assert (game.decision.kind, game.decision.side) == ("retreat", game.scenario.side_index["german"])
    distance = game.setting.board.grid.distance
    start = cell(game, "0505")
    found = paths(game)
    assert found
    for first, second in found:
        assert distance(start, cell(game, first)) == 1  # type: ignore[arg-type]
        assert distance(start, cell(game, second)) == 2  # type: ignore[arg-type]
    zigzag = game.judge(RetreatUnit(piece(game, "3rd-army"), cells(game, "0605", "0604")))
    assert not zigzag and zigzag.case == "AB-10.6b"
    retreat(game, "3rd-army", "0605", "0705")
    assert standing(game, ["3rd-army"]) == {"3rd-army": ("0705", 0)}


@pytest.mark.rule("AB-10.6c", "AB-7.2")
def test_enemy_zones_are_avoided_where_possible() -> None:
    game = battle({"xlvi-pz": "0405", "vi": "0603", "3rd-army": "0505"}, 6, "xlvi-pz")
    covered = {"0504", "0604", "0602", "0702", "0703", "0704", "0503"}
    used = {step for path in paths(game) for step in path}
    assert used and not used & covered


@pytest.mark.rule("AB-10.6c", "AB-7.2")
def test_a_retreat_through_an_unavoidable_zone_costs_a_step() -> None:
    pieces = {"xlvi-pz": "0405", "viii": "0404", "vi": "0504", "xiii": "0506", "3rd-army": "0505"}
    game = battle(pieces, 6, "xlvi-pz")
    assert {path[0] for path in paths(game)} == {"0604", "0605"}
    assert ends(game) <= {"0704", "0705", "0706"}, "an end clear of enemy zones comes first"
    retreat(game, "3rd-army", "0605", "0705")
    assert standing(game, ["3rd-army"]) == {"3rd-army": ("0705", 1)}


@pytest.mark.rule("AB-10.6c", "AB-7.2")
def test_a_retreat_that_must_end_in_a_zone_eliminates() -> None:
    pieces = {"xlvi-pz": "0405", "vi": "0504", "xiii": "0506", "ix": "0805", "viii": "0404", "v": "0803", "xx": "0807"}
    pieces["3rd-army"] = "0505"
    game = battle(pieces, 6, "xlvi-pz")
    retreat(game, "3rd-army", *sorted(paths(game))[0])
    assert where(game, "3rd-army") == "lost"
    assert last(game, UnitEliminated).case == "AB-10.6c"


@pytest.mark.rule("AB-10.6d", "AB-8.1")
def test_a_retreat_ends_within_stacking_and_goes_on_if_it_must() -> None:
    full = {"4th-army": "0705", "10th-army": "0704", "13th-army": "0706"}
    pieces = {"xlvi-pz": "0405", "vi": "0504", "xiii": "0506", "3rd-army": "0505", **full}
    game = battle(pieces, 6, "xlvi-pz")
    for path in paths(game):
        assert path[-1] not in full.values()
    roomy = battle({"xlvi-pz": "0405", "3rd-army": "0505", "4th-army": "0705"}, 6, "xlvi-pz")
    assert "0705" not in ends(roomy)
    assert {len(path) for path in paths(roomy)} == {2}


@pytest.mark.rule("AB-10.6d")
def test_where_every_end_is_full_the_retreat_is_longer() -> None:
    enemies = {"xlvi-pz": "0405", "vi": "0404", "v": "0406", "xiii": "0506", "ix": "0504"}
    armies = {"4th-army": "0704", "10th-army": "0705", "13th-army": "0706", "16th-army": "0606", "19th-army": "0603"}
    game = drill({**enemies, **armies, "3rd-army": "0505"}, phase=COMBAT, seed=seed_showing(("1d6", 6)))
    attack(game, "0505", "xlvi-pz")
    game.apply(Done())
    fight(game, "0505")
    assert game.decision is not None and game.decision.kind == "retreat"
    assert {len(path) for path in paths(game)} == {3}


@pytest.mark.rule("AB-10.6e")
def test_a_unit_with_no_way_out_is_eliminated() -> None:
    around = {"xlvi-pz": "0405", "vi": "0404", "v": "0504", "xiii": "0604", "ix": "0605", "xx": "0506"}
    game = battle({**around, "3rd-army": "0505"}, 6, "xlvi-pz")
    assert where(game, "3rd-army") == "lost"
    assert last(game, UnitEliminated).case == "AB-10.6e"


@pytest.mark.rule("AB-10.6e")
def test_no_retreat_into_an_enemy_unit_or_off_the_map() -> None:
    game = battle({"xlvi-pz": "0202", "vi": "0203", "brest-garrison": "0103"}, 1, "xlvi-pz", target="0103")
    assert last(game, BattleFought).code == "DR"
    assert all(step not in ("0202", "0203") for path in paths(game) for step in path)


@pytest.mark.rule("AB-10.6f")
def test_loss_then_retreat_if_it_survives() -> None:
    strong = {"xlvi-pz": "0404", "xxiv-pz": "0405", "xlvii-pz": "0504", "3rd-army": "0505"}
    game = battle(strong, 6, "xlvi-pz", "xxiv-pz", "xlvii-pz")
    assert last(game, BattleFought).code == "DRL"
    assert game.state.face[piece(game, "3rd-army")] == 1
    assert game.decision is not None and game.decision.kind == "retreat"
    weak = {**strong, "3rd-army": Spot("0505", 1)}
    game = battle(weak, 1, "xlvi-pz", "xxiv-pz", "xlvii-pz")
    assert last(game, BattleFought).code == "DRL"
    assert where(game, "3rd-army") == "lost"
    assert game.decision is not None and game.decision.kind == "advance"


@pytest.mark.rule("AB-10.6g")
@pytest.mark.parametrize("face", [0, 1])
def test_elimination_at_either_strength(face: int) -> None:
    pieces = {
        "xlvi-pz": "0404",
        "xxiv-pz": "0405",
        "xlvii-pz": "0504",
        "lvii-pz": "0604",
        "3rd-army": Spot("0505", face),
    }
    game = battle(pieces, 6, "xlvi-pz", "xxiv-pz", "xlvii-pz", "lvii-pz")
    assert last(game, BattleFought).code == "DE"
    assert where(game, "3rd-army") == "lost"


@pytest.mark.rule("AB-10.6h", "AB-10.6j")
def test_exchange_the_attacker_matches_the_strength_lost() -> None:
    game = battle({"xlvi-pz": "0404", "vi": "0405", "3rd-army": "0505"}, 4, "xlvi-pz", "vi")
    assert last(game, BattleFought).code == "EX"
    assert game.state.face[piece(game, "3rd-army")] == 1, "eight to four: four points lost"
    assert losers(game) == {"xlvi-pz", "vi"}
    game.apply(LoseStep(piece(game, "vi")))
    assert game.decision is not None and game.decision.kind == "lose", "five to two are only three points"
    game.apply(LoseStep(piece(game, "vi")))
    assert where(game, "vi") == "lost"
    assert game.decision is not None and game.decision.kind == "retreat", "then a surviving defender retreats"


@pytest.mark.rule("AB-10.6j")
def test_a_flip_from_nine_to_four_counts_five_points() -> None:
    game = battle({"xlvii-pz": "0404", "3rd-army": "0505"}, 4, "xlvii-pz")
    assert last(game, BattleFought).code == "EX"
    game.apply(LoseStep(piece(game, "xlvii-pz")))
    assert game.table.face(piece(game, "xlvii-pz")).attack == 4
    assert game.decision is not None and game.decision.kind == "retreat", "five points match the four that were lost"


@pytest.mark.rule("AB-10.6h")
def test_exchange_counts_full_attack_values_even_against_a_swamp() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="swamp"))
    pieces = {"xlvi-pz": "0404", "xxiv-pz": "0405", "xlvii-pz": "0504", "viii": "0604", "3rd-army": "0505"}
    game = drill(pieces, rows=rows, phase=COMBAT, seed=seed_showing(("1d6", 4)))
    attack(game, "0505", "xlvi-pz", "xxiv-pz", "xlvii-pz", "viii")
    game.apply(Done())
    fight(game, "0505")
    # 5 + 6 + 4.5 + 7 = 22.5 against 8 is 2:1, one left for the swamp: 1:1, and a 4 is an exchange.
    battle_ = last(game, BattleFought)
    assert (battle_.attack, battle_.column, battle_.code) == (22.5, "1:1", "EX")
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert game.decision is not None and game.decision.kind == "retreat", "ten to five counts five, not two and a half"


@pytest.mark.rule("AB-10.6h")
def test_a_defender_lost_in_the_retreat_is_not_matched() -> None:
    around = {"xlvi-pz": "0405", "vi": "0404", "v": "0504", "xiii": "0604", "ix": "0605", "xx": "0506"}
    game = battle({**around, "3rd-army": "0505"}, 4, "xlvi-pz")
    assert last(game, BattleFought).code == "EX"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert where(game, "3rd-army") == "lost"
    assert game.decision is not None and game.decision.kind == "advance", "nothing more is owed"
    assert game.state.face[piece(game, "xlvi-pz")] == 1


@pytest.mark.rule("AB-10.6i")
def test_attacker_loss_falls_on_one_unit_of_his_choice_and_attackers_never_retreat() -> None:
    game = battle({"xlvi-pz": "0404", "vi": "0405", "3rd-army": "0505"}, 1, "xlvi-pz")
    assert last(game, BattleFought).code == "AL"
    assert game.decision is not None and game.decision.side == game.scenario.side_index["german"]
    assert losers(game) == {"xlvi-pz"}, "only units of this battle"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert standing(game, ("xlvi-pz", "3rd-army")) == {"xlvi-pz": ("0404", 1), "3rd-army": ("0505", 0)}
    assert game.table.phase_name == "German Special Movement Phase", "no retreat, no advance into a hex that is held"


@pytest.mark.rule("AB-10.7")
def test_one_attacker_may_advance_at_once_free_of_movement_rules() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="swamp"))
    river(rows, "0505", "0405")
    pieces = {"xlvi-pz": "0404", "viii": "0405", "brest-garrison": "0505", "3rd-army": "0604"}
    game = drill(pieces, rows=rows, phase=COMBAT, seed=seed_showing(("1d6", 6)))
    attack(game, "0505", "xlvi-pz", "viii")
    game.apply(Done())
    fight(game, "0505")
    while game.decision is not None and game.decision.kind != "advance":
        game.apply(next(iter(game.options())))
    choices = [action.piece for action in game.options()]  # type: ignore[union-attr]
    assert set(choices) == {piece(game, "xlvi-pz"), piece(game, "viii"), None}
    stranger = game.judge(AdvanceUnit(piece(game, "3rd-army")))
    assert not stranger and stranger.case == "AB-10.7"
    game.apply(AdvanceUnit(piece(game, "viii")))
    assert where(game, "viii") == "0505"
    assert where(game, "xlvi-pz") == "0404"
    assert game.decision is None or game.decision.kind != "advance", "only one"


@pytest.mark.rule("AB-10.7")
def test_the_advance_may_be_declined_and_takes_a_city() -> None:
    pieces = {"xlvi-pz": "0404", "brest-garrison": "0505"}
    stay = battle(pieces, 6, "xlvi-pz")
    while stay.decision is not None and stay.decision.kind == "retreat":
        stay.apply(next(iter(stay.options())))
    stay.apply(AdvanceUnit(None))
    assert where(stay, "xlvi-pz") == "0404"
    go = battle(pieces, 6, "xlvi-pz")
    while go.decision is not None and go.decision.kind == "retreat":
        go.apply(next(iter(go.options())))
    go.apply(AdvanceUnit(piece(go, "xlvi-pz")))
    baranovichi = next(index for index, row in enumerate(go.scenario.places) if row.place == "baranovichi")
    assert go.state.control[baranovichi] == go.scenario.side_index["german"]


@pytest.mark.rule("AB-10.8")
def test_the_worked_example_of_the_rulebook() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0505", terrain="forest"))
    river(rows, "0506", "0406")
    pieces = {
        "liii": "0406",
        "xlvi-pz": "0404",
        "vi": "0404",
        "xlvii-pz": "0405",
        "xiii": "0405",
        "xxxix-pz": "0504",
        "19th-army": "0505",
        "mech-1": "0506",
    }
    seed = seed_showing(("1d10", 3), ("1d6", 5), ("1d6", 5))
    game = drill(pieces, rows=rows, turn=1, phase=COMBAT, seed=seed)
    attack(game, "0506", "liii")
    attack(game, "0505", "xlvi-pz", "xlvii-pz", "xxxix-pz")
    game.apply(Done())

    fight(game, "0506", "ii-fk")
    first = last(game, BattleFought)
    assert game.table.unit(piece(game, "mech-1")).unit == "7th-mech"
    assert (first.attack, first.defence, first.odds, first.column, first.code) == (6, 2, "3:1", "3:1", "EX")
    assert [columns for columns, _, _ in first.shifts] == [-1, 1]
    assert where(game, "mech-1") == "lost"
    game.apply(LoseStep(piece(game, "liii")))
    assert game.table.face(piece(game, "liii")).attack == 3
    game.apply(AdvanceUnit(piece(game, "liii")))

    fight(game, "0505")
    second = last(game, BattleFought)
    assert (second.attack, second.defence, second.odds, second.column, second.code) == (27, 8, "3:1", "2:1", "DR")
    assert ("0605", "0606") not in paths(game), "the hex beside LIII Corps lies in its zone"
    retreat(game, "19th-army", "0605", "0705")
    assert standing(game, ["19th-army"]) == {"19th-army": ("0705", 1)}
    game.apply(AdvanceUnit(piece(game, "xlvii-pz")))
    assert where(game, "xlvii-pz") == "0505"
