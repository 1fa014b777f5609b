"""Proud Monster: fortified lines, finished or given up, and what they are worth (PM 14.24 to 14.30)."""

from __future__ import annotations

import msgspec
import pytest

from engine.play import Game
from engine.records import Rows
from engine.rules.effects import owed
from engine.state.actions import AdvanceUnit
from engine.state.tasks import Battle
from engine.systems.proud_monster.forts import Forts
from tests.kit.boards import region
from tests.kit.guderian import cell, move, overrun, piece, skip_to
from tests.kit.monster import ASSAULT, MOVE, SOVIET_ASSAULT, attack, ground_rows, shipped, stage
from tests.systems.proud_monster.test_data import region as shipped_region


def ground(**lines: str) -> Rows:
    """The training ground with fortified lines: `luga_line_north="0606 0605"`."""
    rows = ground_rows()
    for name, cells in lines.items():
        region(rows, name.replace("_", "-"), *cells.split())
    return rows


def stands(game: Game, at: str) -> bool:
    rule = game.table.mechanism(Forts)
    return bool(rule.intact(game.table, cell(game, at)))


def shift(rows: Rows, turn: int, at: str = "0606") -> int:
    game = stage({"inf-61": "0506", "rd-1": (at, "3-3")}, ASSAULT, turn=turn, rows=rows)
    return game.view(0).forecast(cell(game, at), [piece(game, "inf-61")]).shift


@pytest.mark.rule("PM-14.24")
@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("luga-line-north", 3),
        ("luga-line-south", 3),
        ("leningrad-line", 3),
        ("vyazma-line", 6),
        ("mozhaisk-line", 6),
        ("moscow-line", 9),
        ("kiev-forts", 1),
        ("stalin-line", 1),
    ],
)
def test_lines_are_finished_on_their_turns(line: str, turn: int) -> None:
    rows = ground(**{line: "0606"})
    for now in (turn - 1, turn):
        if now:
            assert stands(stage({"inf-61": "0206", "rd-1": "1206"}, MOVE, turn=now, rows=rows), "0606") == (now == turn)


@pytest.mark.rule("PM-14.25")
def test_a_line_entered_before_it_is_finished_is_given_up_whole() -> None:
    rows = ground(luga_line_north="0606 0603", luga_line_south="0609 0610", vyazma_line="0806")
    game = stage({"inf-61": "0506", "rd-1": "2006"}, MOVE, turn=2, rows=rows)
    game.apply(move(game, "inf-61", "0606"))
    skip_to(game, MOVE, 3)
    assert not any(stands(game, at) for at in ("0606", "0603", "0609", "0610")), "the south goes with the north"
    skip_to(game, MOVE, 6)
    assert stands(game, "0806")
    game = stage({"inf-61": "0509", "rd-1": "2006"}, MOVE, turn=2, rows=rows)
    game.apply(move(game, "inf-61", "0609"))
    skip_to(game, MOVE, 3)
    assert stands(game, "0606") and not stands(game, "0610"), "the northern part does not go with the southern"


@pytest.mark.rule("PM-14.26")
def test_a_hex_is_destroyed_for_good_when_it_is_taken() -> None:
    rows = ground(kiev_forts="0606 0605")
    units = ("inf-61", "inf-217", "inf-291", "inf-1")
    game = stage({**dict.fromkeys(units, "0506"), "rd-1": ("0606", "1-1")}, ASSAULT, rows=rows)
    attack(game, "0606", *units)
    assert stands(game, "0606"), "not before somebody enters"
    game.apply(AdvanceUnit(piece(game, "inf-61"), (cell(game, "0606"),)))
    assert not stands(game, "0606") and stands(game, "0605"), "hex by hex"
    game = stage({"pz-1": "0506", "pz-6": "0506", "rd-1": ("0606", "1-1")}, MOVE, rows=rows)
    game.apply(overrun(game, "0606", "pz-1", "pz-6"))
    assert not stands(game, "0606")
    game = stage({"rd-1": "0706"}, "soviet-movement-1", rows=rows)
    game.apply(move(game, "rd-1", "0606"))
    assert stands(game, "0606"), "its own side does no harm"


@pytest.mark.rule("PM-14.27")
def test_forts_are_worth_a_column_and_heavy_ones_two() -> None:
    assert shift(ground(kiev_forts="0606"), 4) == -1
    assert shift(ground(sevastopol_forts="0606"), 4) == shift(ground(oranienbaum_forts="0606"), 4) == -2
    assert shift(ground(vyazma_line="0606"), 5) == 0 and shift(ground(vyazma_line="0606"), 6) == -1
    rows = ground(kiev_forts="0606")
    game = stage({"inf-61": "0606", "rd-1": ("0506", "3-3")}, SOVIET_ASSAULT, rows=rows)
    assert game.view(1).forecast(cell(game, "0606"), [piece(game, "rd-1")]).shift == 0, "they shelter no German"


@pytest.mark.rule("PM-14.30")
def test_the_stalin_line_adds_one_to_every_defender() -> None:
    rows = ground(stalin_line="0606")
    pieces = {"inf-61": "0506", "td-1": ("0606", "3-1"), "rd-1": ("0606", "3-3")}
    assert attack(stage(pieces, ASSAULT, rows=rows), "0606", "inf-61").defence == 6
    assert shift(rows, 4) == 0
    away = {key: ("0606" if at == "0506" else ("0506", at[1])) for key, at in pieces.items()}
    assert attack(stage(away, SOVIET_ASSAULT, rows=rows), "0606", "td-1", "rd-1").defence == 7, "not the German"


@pytest.mark.rule("PM-14.41")
def test_siege_artillery_counts_against_forts_but_not_against_the_stalin_line() -> None:
    for line, pays in (("kiev_forts", 2), ("sevastopol_forts", 2), ("stalin_line", 1)):
        game = stage({"inf-61": "0506", "arko": "0506", "rd-1": "0606"}, ASSAULT, rows=ground(**{line: "0606"}))
        fight = Battle(0, cell(game, "0606"), (piece(game, "inf-61"),))
        assert owed(game.table, fight, "defender", 1) == pays


@pytest.mark.rule("PM-14.24")
def test_the_lines_of_the_map_are_where_the_order_of_battle_has_them() -> None:
    assert shipped_region("luga-line-north") >= {"3801N", "4303N"} and "4921N" in shipped_region("mozhaisk-line")
    counts = [len(shipped_region(name)) for name in ("vyazma-line", "mozhaisk-line", "moscow-line", "stalin-line")]
    assert counts == [8, 7, 5, 53] and shipped_region("leningrad-line") == {"4300N"}
    assert shipped_region("sevastopol-forts") == {"2919S"} and shipped_region("oranienbaum-forts") == {"4100N"}
    assert shipped()


@pytest.mark.rule("PM-14.29")
def test_lines_of_supply_do_not_enter_what_is_finished_and_stands_but_for_the_stalin_line() -> None:
    rows = ground(vyazma_line="0806 0805", kiev_forts="0606 0605", stalin_line="1006")

    def barred(turn: int, side: int, **marks: dict[str, int]) -> set[str]:
        game = stage({"inf-61": "0206", "rd-1": "1206"}, MOVE, turn=turn, rows=rows)
        for mark, subjects in marks.items():
            for subject in subjects:
                number = int(subject) if mark == "aborted" else cell(game, subject)
                game.table.set_mark(mark, number)
        rule = game.table.mechanism(Forts)
        return {game.setting.board.label(at) for at in rule.bars_lines(game.table, side)}  # type: ignore[arg-type]

    assert barred(5, 0) == {"0606", "0605"} and barred(6, 0) == {"0606", "0605", "0806", "0805"}
    assert barred(6, 1) == set(), "their own side's lines run through them"
    assert barred(6, 0, ruined={"0606": 1}) == {"0605", "0806", "0805"}
    assert barred(6, 0, aborted={"3": 1}) == {"0606", "0605"}, "the Vyazma line is the fourth"


@pytest.mark.rule("PM-14.25")
def test_a_line_entered_on_the_turn_on_which_it_is_finished_is_destroyed_only_there() -> None:
    rows = ground(luga_line_north="0606 0603", luga_line_south="0609 0610")
    game = stage({"inf-61": "0506", "rd-1": "2006"}, MOVE, turn=3, rows=rows)
    game.apply(move(game, "inf-61", "0606"))
    assert [at for at in ("0606", "0603", "0609", "0610") if stands(game, at)] == ["0603", "0609", "0610"]
    rule, table = game.table.mechanism(Forts), game.table
    rule._abort(table, ("luga-line-south",))
    assert stands(game, "0609"), "what is finished is not given up"


@pytest.mark.rule("PM-14.24")
def test_forts_shelter_the_defenders_of_their_own_side_whichever_it_is() -> None:
    game = stage({"inf-61": "0506", "rd-1": ("0606", "3-3")}, ASSAULT, turn=4, rows=ground(luga_line_north="0606"))
    rule, at = game.table.mechanism(Forts), cell(game, "0606")
    for owner, side in (("german", 0), ("soviet", 1)):
        own = msgspec.structs.replace(rule, side=owner)
        found = [bool(own._sheltered(game.table, Battle(by, at, (), ()))) for by in (0, 1)]
        assert found == [side == 1, side == 0], "from whoever is not their own"
