"""Panzergruppe Guderian: overruns and the disruption they cause (PG 6.5, 6.6)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.state.actions import DeclareAttack, Done
from tests.kit.guderian import (
    COMBAT,
    LOSE,
    MECHANISED,
    MOVE,
    RETREAT,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    attack,
    back,
    cell,
    division,
    face,
    fought,
    ground_rows,
    lose,
    march,
    move,
    overrun,
    phase,
    piece,
    reach,
    refused,
    seed_showing,
    skip_to,
    stage,
    terrain,
    waits,
    where,
)

PANZER = tuple(division("4-panzer", "0706"))
HEX = {"r1": ("1206", "3-3"), "r2": ("1206", "1-1"), "konev": "1606"}


def ready(die: int = 2, more: dict[str, object] | None = None) -> Game:
    """The 4th Panzer Division beside two divisions in the open, four road hexes spent."""
    game = stage({**division("4-panzer", "0706"), **HEX, **(more or {})}, die=die)
    game.apply(march(game, PANZER, "0806", "0906", "1006", "1106"))
    return game


def run(die: int = 2, more: dict[str, object] | None = None) -> Game:
    """The same, with the overrun fought."""
    game = ready(die, more)
    game.apply(overrun(game, "1206", *PANZER))
    return game


@pytest.mark.rule("PG-9.9", "PG-F6.5a")
def test_three_points_more_and_half_the_total_on_the_ordinary_table() -> None:
    game = ready()
    refused(game, march(game, PANZER, "1105"), "PG-7.1")
    game.apply(overrun(game, "1206", *PANZER))
    assert (fought(game).attack, fought(game).defence, fought(game).column) == (8, 4, "2:1")
    assert [game.state.spent[piece(game, name)] / 4 for name in PANZER] == [5, 5, 5]
    assert fought(game).kind == "overrun"


@pytest.mark.rule("PG-F6.5a")
def test_the_points_must_be_there_and_the_units_in_one_hex() -> None:
    game = stage({"5-inf": "0806", "r1": ("1306", "1-1"), "konev": "1606"})
    game.apply(move(game, "5-inf", "0906", "1006", "1106", "1206"))
    assert game.judge(overrun(game, "1306", "5-inf")), "four of seven spent"
    game = stage({"5-inf": "0706", "r1": ("1306", "1-1"), "konev": "1606"})
    game.apply(move(game, "5-inf", "0806", "0906", "1006", "1106", "1206"))
    assert "3 movement points" in refused(game, overrun(game, "1306", "5-inf"), "PG-F6.5a")
    game = stage({"5-inf": "1106", "7-inf": "1205", **HEX})
    assert "one hex" in refused(game, overrun(game, "1206", "5-inf", "7-inf"), "PG-F6.5a")


@pytest.mark.rule("PG-F6.5a")
def test_whoever_begins_in_the_zone_may_overrun_and_so_leave_it() -> None:
    game = stage({**division("4-panzer", "1106"), **HEX}, die=2)
    assert reach(game, PANZER[0]) == {}
    game.apply(overrun(game, "1206", *PANZER))
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1207")
    assert where(game, PANZER[0]) == "1206"


@pytest.mark.rule("PG-F6.5a")
def test_the_defender_keeps_his_ground_and_halving_comes_last() -> None:
    rows = ground_rows()
    terrain(rows, "forest", "1206")
    pieces = {"29-mot-ir-15": "1106", "29-mot-ir-71": ("1106", 1), "r1": ("1206", "3-3"), "konev": "1606"}
    game = stage(pieces, die=1, rows=rows)
    game.apply(overrun(game, "1206", "29-mot-ir-15", "29-mot-ir-71"))
    assert (fought(game).attack, fought(game).defence) == (5, 6), "(3 + 2) x 2 / 2"
    game = stage({"29-mot-ir-15": "1106", "gd": "1106", "r1": ("1206", "3-3"), "konev": "1606"}, die=1)
    game.apply(overrun(game, "1206", "29-mot-ir-15", "gd"))
    assert fought(game).attack == 3, "(3 + 4) / 2, and no rounding before"


@pytest.mark.rule("PG-F6.5a")
def test_a_total_of_nothing_is_fought_in_the_lowest_column() -> None:
    game = stage({"5-inf": ("1106", 3), **HEX}, die=1)
    game.apply(overrun(game, "1206", "5-inf"))
    assert (fought(game).attack, fought(game).column, fought(game).code) == (0, "1:3", "A1")


@pytest.mark.rule("PG-F6.5b")
def test_the_emptied_hex_must_be_entered_and_the_move_goes_on() -> None:
    game = run()
    assert fought(game).code == "D1"
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1207")
    assert [where(game, name) for name in PANZER] == ["1206"] * 3
    assert [game.state.spent[piece(game, name)] / 4 for name in PANZER] == [5, 5, 5], "entered free"
    game.apply(march(game, PANZER[:2], "1205", "1305"))
    game.apply(march(game, PANZER[2:], "1307", "1407"))
    assert (where(game, PANZER[0]), where(game, PANZER[2])) == ("1305", "1407"), "past the disrupted, and apart"


@pytest.mark.rule("PG-F6.5b")
def test_a_second_overrun_while_points_last_and_not_a_third() -> None:
    more = {"r3": ("1406", "1-1"), "r4": ("1605", "2-2")}
    seed = seed_showing(("1d6", 2), ("1d6", 1))
    game = stage({**division("4-panzer", "0706"), **HEX, "konev": "1607", **more}, seed=seed)
    game.apply(march(game, PANZER, "0806", "0906", "1006", "1106"))
    game.apply(overrun(game, "1206", *PANZER))
    game.apply(RETREAT)
    back(game, "r1", "1207")
    back(game, "r2", "1207")
    game.apply(march(game, PANZER, "1306"))
    game.apply(overrun(game, "1406", *PANZER))
    assert fought(game).code == "De" and where(game, PANZER[0]) == "1406"
    assert game.state.spent[piece(game, PANZER[0])] / 4 == 8.5
    game.apply(march(game, PANZER, "1506"))
    refused(game, overrun(game, "1605", *PANZER), "PG-F6.5a")


@pytest.mark.rule("PG-F6.5b")
def test_another_enemy_zone_on_the_hex_ends_the_move() -> None:
    game = run(more={"r3": "1307"})
    game.apply(RETREAT)
    while waits(game) == ("german", "retreat"):
        game.apply(next(iter(game.options())))
    assert where(game, PANZER[0]) == "1206"
    assert "already moved" in refused(game, march(game, PANZER, "1205"), "PG-6.1")


@pytest.mark.rule("PG-F6.5b")
def test_split_engaged_and_adverse_results_end_the_move() -> None:
    game = run(die=3)
    assert fought(game).code == "D1/A1"
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1207")
    game.apply(LOSE)
    lose(game, PANZER[1])
    assert [where(game, name) for name in PANZER] == ["1106"] * 3, "they stay behind, though the hex is empty"
    refused(game, march(game, PANZER, "1206"), "PG-6.1")
    game = run(die=5)
    assert fought(game).code == "Eng"
    lose(game, "r2")
    lose(game, PANZER[0])
    refused(game, march(game, PANZER, "1105"), "PG-6.1")
    assert not game.table.bearing("disrupted"), "Engaged disrupts nobody"
    game = run(die=6)
    assert fought(game).code == "A1"
    game.apply(RETREAT)
    for name in PANZER:
        back(game, name, "1005")
    refused(game, march(game, PANZER, "0905"), "PG-6.1")


@pytest.mark.rule("PG-F6.5b")
def test_a_defender_who_loses_the_step_and_stays_ends_the_move() -> None:
    game = run()
    game.apply(LOSE)
    lose(game, "r2")
    assert where(game, PANZER[0]) == "1106" and where(game, "r1") == "1206"
    refused(game, overrun(game, "1206", *PANZER), "PG-F6.5a")
    assert game.table.marked("disrupted", piece(game, "r1"))


@pytest.mark.rule("PG-F6.5b")
def test_in_the_mechanised_phase_too_but_not_by_infantry() -> None:
    game = stage({**division("4-panzer", "1106"), "5-inf": "1205", **HEX}, MECHANISED, die=2)
    refused(game, overrun(game, "1206", "5-inf"), "PG-F6.5a")
    game.apply(overrun(game, "1206", *PANZER))
    assert fought(game).attack == 8


# Disruption


@pytest.mark.rule("PG-F6.6", "PG-9.9")
def test_the_disrupted_neither_move_nor_attack_nor_lead_nor_hold_and_recover_after_their_combat() -> None:
    pieces = {**division("4-panzer", "1106"), "5-inf": "0806", **HEX, "r3": ("1406", "4-4"), "lukin": "1206"}
    pieces["konev"] = "4406"
    pieces["7-inf"] = "1506"
    game = stage(pieces, die=1)
    game.apply(overrun(game, "1206", *PANZER))
    assert fought(game).code == "D1"
    game.apply(RETREAT)
    for name in ("r1", "r2", "lukin"):
        back(game, name, "1307")
    assert {*game.table.bearing("disrupted")} == {piece(game, name) for name in ("r1", "r2", "lukin")}
    assert reach(game, PANZER[0]), "adjacent to them, but in no zone of theirs"
    skip_to(game, SOVIET_MOVE, 8)
    assert "disrupted" in refused(game, move(game, "r1", "1308"), "PG-F6.6")
    refused(game, overrun(game, "1206", "r1"), "PG-F6.6")
    assert game.table.marked("unsupplied", piece(game, "r3")), "Lukin leads nobody"
    game.apply(Done())
    assert phase(game) != SOVIET_COMBAT or refused(
        game, DeclareAttack(piece(game, "r1"), cell(game, "1206")), "PG-F6.6"
    )
    skip_to(game, "soviet-interdiction", 8)
    assert not game.table.bearing("disrupted")


@pytest.mark.rule("PG-F6.6")
def test_the_disrupted_defend_as_always() -> None:
    game = run(more={"5-inf": "1005"})
    game.apply(LOSE)
    lose(game, "r2")
    game.apply(move(game, "5-inf", "1105"))
    skip_to(game, COMBAT)
    attack(game, "1206", *PANZER)
    assert (fought(game).attack, fought(game).defence) == (16, 3)


@pytest.mark.rule("PG-F6.6")
def test_disrupted_germans_recover_after_their_mechanised_movement() -> None:
    pieces = {"gd": ("1106", 0), "r1": ("1206", "9-8"), "konev": "1206"}
    game = stage(pieces, SOVIET_MOVE, die=2)
    game.apply(overrun(game, "1106", "r1", "konev"))
    assert fought(game).code == "D1/A1" or fought(game).code == "D1"
    game.apply(LOSE)
    lose(game, "gd")
    while waits(game)[1] in ("choose", "lose"):
        game.apply(LOSE) if waits(game)[1] == "choose" else lose(game, "r1")
    assert game.table.marked("disrupted", piece(game, "gd")) and face(game, "gd") == 1
    skip_to(game, MOVE)
    refused(game, move(game, "gd", "1006"), "PG-F6.6")
    skip_to(game, MECHANISED)
    refused(game, move(game, "gd", "1006"), "PG-F6.6")
    skip_to(game, "german-air-interdiction")
    assert not game.table.bearing("disrupted")


@pytest.mark.rule("PG-F6.6")
def test_a_stack_thrown_back_may_be_overrun_again_where_it_stands_now() -> None:
    game = stage({**division("4-panzer", "1106"), **HEX}, seed=seed_showing(("1d6", 2), ("1d6", 2)))
    game.apply(overrun(game, "1206", *PANZER))
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1306")
    game.apply(overrun(game, "1306", *PANZER))
    assert fought(game).defence == 4, "alone in their new hex they defend it"
