"""Proud Monster: mobile assaults, and what the advanced sections do to prepared ones (PM 5.6, 14.14 to 14.36, 15)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.records.counters import Face
from engine.state.actions import Done, LoseStep
from tests.kit.boards import place, river
from tests.kit.guderian import cell, fought, lose, march, move, overrun, phase, piece, refused, waits, where
from tests.kit.monster import ASSAULT, MOVE, SOVIET_ASSAULT, SOVIET_MOVE, attack, ground_rows, stage, terrain

WEAK = {"rd-1": ("0606", "1-1")}


def spent(game: Game, name: str) -> float:
    return game.state.spent[piece(game, name)] / 4


def payers(game: Game) -> set[str]:
    """Who may pay the next loss point."""
    keys = {number: key for key, number in game.scenario.piece_index.items()}
    return {keys[action.piece] for action in game.options() if isinstance(action, LoseStep)}


@pytest.mark.rule("PM-15.2", "PM-5.6")
@pytest.mark.parametrize(
    ("turn", "where_from", "cost"), [(1, "clear", 6), (1, "river", 6), (2, "clear", 7), (2, "river", 9)]
)
def test_what_a_german_mobile_assault_costs(turn: int, where_from: str, cost: float) -> None:
    rows = ground_rows()
    terrain(rows, "forest", "0606")
    if where_from == "river":
        river(rows, "0506", "0606")
    game = stage({"pz-1": "0506", "pz-6": "0506", **WEAK}, MOVE, turn=turn, rows=rows)
    game.apply(overrun(game, "0606", "pz-1", "pz-6"))
    assert fought(game).code == "0/E" and spent(game, "pz-1") == cost


@pytest.mark.rule("PM-15.2")
def test_a_soviet_mobile_assault_costs_four() -> None:
    game = stage({"td-1": ("0506", "4-2"), "td-2": ("0506", "4-2"), "stug-184": "0606"}, SOVIET_MOVE)
    game.apply(overrun(game, "0606", "td-1", "td-2"))
    assert spent(game, "td-1") == 4 and fought(game).kind == "overrun"
    game = stage({"td-1": ("0206", "4-2"), "stug-184": "0606"}, SOVIET_MOVE)
    game.apply(move(game, "td-1", "0306", "0406", "0405", "0505"))
    refused(game, overrun(game, "0606", "td-1"), "PM-15.2")


@pytest.mark.rule("PM-15.1")
def test_motorised_infantry_needs_armour_with_it_and_allies_never_assault() -> None:
    both = {"mot-36": "0506", "pz-1": "0506", "stug-184": "0506", "inf-61": "0506", "ro-arm-1": "0607"}
    game = stage({**both, "flak-i": "0506", **WEAK}, MOVE)
    refused(game, overrun(game, "0606", "mot-36"), "PM-15.1")
    for key in ("inf-61", "ro-arm-1", "flak-i"):
        refused(game, overrun(game, "0606", key), "PM-15.1")
    assert game.judge(overrun(game, "0606", "mot-36", "stug-184")) and game.judge(overrun(game, "0606", "pz-1"))
    game = stage({"mrd-1": "0506", "cd-1": "0506", "td-1": "0506", "stug-184": "0606"}, SOVIET_MOVE)
    refused(game, overrun(game, "0606", "mrd-1", "cd-1"), "PM-15.1")
    assert game.judge(overrun(game, "0606", "mrd-1", "td-1", "cd-1"))


@pytest.mark.rule("PM-15.3")
def test_where_no_mobile_assault_is_made() -> None:
    rows = ground_rows()
    terrain(rows, "marsh", "0606")
    refused(game := stage({"pz-1": "0506", **WEAK}, MOVE, rows=rows), overrun(game, "0606", "pz-1"), "PM-15.3")
    rows = ground_rows()
    for key, at in (("one", "0506"), ("two", "0606")):
        place(rows, key, at, kind="city", owner="soviet", key=key)
    refused(game := stage({"pz-1": "0506", **WEAK}, MOVE, rows=rows), overrun(game, "0606", "pz-1"), "PM-15.3")
    around = {"pz-1": "0506", "pz-6": "0706", **WEAK}
    game = stage(around, MOVE)
    game.apply(overrun(game, "0606", "pz-1"))
    assert not any("concentric" in why for _, why, _ in fought(game).shifts)


@pytest.mark.rule("PM-15.11")
@pytest.mark.parametrize(
    ("kind", "river_there", "shift"), [("clear", False, 0), ("forest", False, -1), ("forest", True, -2)]
)
def test_forests_and_rivers_shelter_from_mobile_assaults(kind: str, river_there: bool, shift: int) -> None:
    rows = ground_rows()
    terrain(rows, kind, "0606")
    if river_there:
        river(rows, "0506", "0606")
    game = stage({"pz-1": "0506", "rd-1": ("0606", "3-3")}, MOVE, rows=rows)
    game.apply(overrun(game, "0606", "pz-1"))
    assert sum(columns for columns, *_ in fought(game).shifts) == shift


@pytest.mark.rule("PM-15.9")
def test_whoever_clears_the_hex_stands_in_it_and_goes_on() -> None:
    game = stage({"pz-1": "0506", "pz-6": "0506", **WEAK}, MOVE)
    game.apply(overrun(game, "0606", "pz-1", "pz-6"))
    assert where(game, "pz-1") == where(game, "pz-6") == "0606"
    game.apply(march(game, ("pz-1", "pz-6"), "0706", "0806", "0906"))
    assert spent(game, "pz-1") == 10
    assert where(game, "pz-6") == "0906"


@pytest.mark.rule("PM-15.6")
def test_a_repulsed_stack_tries_again_only_on_the_first_turn() -> None:
    strong = {"pz-1": "0506", "rd-1": ("0606", "6-7"), "rd-2": ("0606", "5-6")}
    game = stage(strong, MOVE, turn=1, die=6)
    game.apply(overrun(game, "0606", "pz-1"))
    while waits(game)[1] == "lose":
        game.apply(next(iter(game.options())))
    assert where(game, "pz-1") == "0506"
    refused(game, move(game, "pz-1", "0505"), "PM-12.5")
    assert overrun(game, "0606", "pz-1") in set(game.options()), "what is allowed is offered as well"
    game = stage(strong, MOVE, turn=2, die=6)
    game.apply(overrun(game, "0606", "pz-1"))
    while waits(game)[1] == "lose":
        game.apply(next(iter(game.options())))
    refused(game, overrun(game, "0606", "pz-1"), "PM-15.1")
    assert overrun(game, "0606", "pz-1") not in set(game.options())
    refused(game, move(game, "pz-1", "0505"), "PM-12.5")


@pytest.mark.rule("PM-15.7")
def test_only_units_that_began_together_assault_together_within_stacking() -> None:
    game = stage({"pz-1": "0406", "pz-6": "0506", **WEAK}, MOVE)
    game.apply(move(game, "pz-1", "0506"))
    refused(game, overrun(game, "0606", "pz-1", "pz-6"), "PM-15.7")
    six = dict.fromkeys(("pz-1", "pz-6", "pz-8", "pz-7", "pz-20", "pz-12"), "0506")
    refused(game := stage({**six, **WEAK}, MOVE), overrun(game, "0606", *six), "PM-15.1")
    assert game.judge(overrun(game, "0606", *list(six)[:5]))


@pytest.mark.rule("PM-15.12")
def test_soviet_cavalry_is_spent_by_a_mobile_assault() -> None:
    game = stage({"cd-1": ("0506", "2-2"), "td-1": ("0506", "6-4"), "stug-184": "0606"}, SOVIET_MOVE)
    game.apply(overrun(game, "0606", "cd-1", "td-1"))
    assert (fought(game).attack, fought(game).code) == (8, "0/E"), "its factor counts"
    assert where(game, "cd-1") == "lost" and where(game, "td-1") == "0606"
    game = stage({"gds-cd-1": "0506", "td-1": ("0506", "6-4"), "stug-184": "0606"}, SOVIET_MOVE)
    game.apply(overrun(game, "0606", "gds-cd-1", "td-1"))
    assert game.state.face[piece(game, "gds-cd-1")] == 1 and where(game, "gds-cd-1") == "0606"


@pytest.mark.rule("PM-15.13")
def test_a_unit_may_make_both_kinds_of_assault_in_a_turn() -> None:
    game = stage({"pz-1": "0506", "pz-6": "0506", **WEAK, "rd-2": ("0706", "1-1")}, MOVE)
    game.apply(overrun(game, "0606", "pz-1", "pz-6"))
    while phase(game) == MOVE:
        game.apply(Done())
    assert phase(game) == ASSAULT
    assert attack(game, "0706", "pz-1", "pz-6").code == "0/E"


def concentric(*cells: str) -> int:
    keys = ("inf-61", "inf-217", "inf-291", "inf-1")
    game = stage({**dict(zip(keys, cells, strict=False)), "rd-1": ("0606", "3-3")}, ASSAULT)
    chosen = [piece(game, key) for key, _ in zip(keys, cells, strict=False)]
    return game.view(0).forecast(cell(game, "0606"), chosen).shift


@pytest.mark.rule("PM-15.1", "PM-15.12")
@pytest.mark.parametrize("key", ["cav-1", "ss-cav-fegelein", "ro-cav-1"])
def test_only_soviet_cavalry_assaults_on_the_march(key: str) -> None:
    game = stage({key: "0506", "pz-1": "0506", "rd-1": ("0606", "1-1")}, MOVE)
    assert game.table.face(piece(game, key)).movement >= 7, "it could pay for it"
    refused(game, overrun(game, "0606", key), "PM-15.1")
    refused(game, overrun(game, "0606", "pz-1", key), "PM-15.1")
    soviet = stage({"cd-1": ("0506", "1-1"), "inf-61": "0606"}, SOVIET_MOVE)
    assert soviet.judge(overrun(soviet, "0606", "cd-1"))


@pytest.mark.rule("PM-14.14")
def test_assaults_from_opposite_or_alternate_hexes_or_from_more_than_three_are_concentric() -> None:
    game = stage({"rd-1": "0606"}, SOVIET_MOVE)
    ring = [game.setting.board.label(at) for at in ring_of(game)]
    assert concentric(ring[0]) == concentric(ring[0], ring[1]) == concentric(ring[0], ring[2]) == 0
    assert concentric(ring[0], ring[1], ring[2]) == 0
    assert concentric(ring[0], ring[3]) == 1
    assert concentric(ring[0], ring[2], ring[4]) == 1
    assert concentric(ring[0], ring[1], ring[2], ring[3]) == 1


def ring_of(game: Game) -> list[int]:
    """The neighbours of 0606 in order around it."""
    grid, centre = game.setting.board.grid, cell(game, "0606")
    found = {grid.side_between(centre, at): at for at in game.setting.neighbours[centre]}  # type: ignore[arg-type]
    return [found[side] for side in sorted(side for side in found if side is not None)]


@pytest.mark.rule("PM-14.17")
def test_mountain_infantry_attacks_hills_with_its_defence() -> None:
    rows = ground_rows()
    terrain(rows, "hills", "0606")
    pieces = {"mtn-1": "0506", "inf-61": "0506", "rd-1": ("0606", "2-2")}
    game = stage(pieces, ASSAULT, rows=rows)
    faces = {key: game.table.face(piece(game, key)) for key in ("mtn-1", "inf-61")}
    assert faces["mtn-1"].defence > faces["mtn-1"].attack
    assert attack(game, "0606", "mtn-1", "inf-61").attack == faces["mtn-1"].defence + faces["inf-61"].attack
    game = stage({**pieces, "rd-1": ("0605", "2-2")}, ASSAULT, rows=rows)
    assert attack(game, "0605", "mtn-1").attack == faces["mtn-1"].attack


@pytest.mark.rule("PM-14.35")
def test_the_first_loss_of_an_attack_falls_on_tanks_and_nobody_dies_before_all_are_worn() -> None:
    rows = ground_rows()
    for unit, face in (("pz-1", 3), ("inf-61", 1), ("inf-217", 0)):
        rows.put(Face(unit=unit, face=face, attack=4, defence=4, movement=5))
    pieces = {"pz-1": ("0506", 3), "inf-61": ("0506", 1), "inf-217": "0506"}
    game = stage({**pieces, "rd-1": ("0606", "6-7"), "rd-2": ("0606", "4-5")}, ASSAULT, die=3, rows=rows)
    assert attack(game, "0606", *pieces).code == "2/0"
    assert where(game, "pz-1") == "lost", "even its last step"
    assert game.state.face[piece(game, "inf-217")] == 1, "the full division gives up a step before anybody dies"
    assert where(game, "inf-61") == "0506" and (game.decision is None or waits(game)[1] != "lose")


@pytest.mark.rule("PM-14.36")
def test_soviet_cavalry_and_brigades_pay_half_a_point() -> None:
    pieces = {"rd-1": ("0606", "4-5"), "cd-1": ("0606", "1-1"), "tb-1": ("0606", "1-1")}
    game = stage({"inf-61": "0506", "inf-217": "0506", **pieces}, ASSAULT, die=5)
    assert attack(game, "0606", "inf-61", "inf-217").code == "1/1"
    lose(game, "tb-1")
    assert payers(game) == {"rd-1", "cd-1"}, "half a point is still owed"
    lose(game, "cd-1")
    assert waits(game)[0] == "german" and where(game, "rd-1") == "0606"
    own = {"rd-1": ("0506", "2-2"), "cd-1": ("0506", "1-1"), "tb-1": ("0506", "2-2")}
    game = stage({**own, "inf-61": "0606"}, SOVIET_ASSAULT, die=6)
    event = attack(game, "0606", *own)
    game.apply(Done())
    assert event.code == "1/1" and where(game, "tb-1") == "lost", "the first loss is the brigade's"
    assert payers(game) == {"rd-1", "cd-1"}
