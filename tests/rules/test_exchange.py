"""Exchanges of any kind: a division breaks down into regiments, remnants are consolidated, and a price is paid."""

from __future__ import annotations

from typing import Any

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.counters import Face, Unit
from engine.records.play import MechanismRow, Phase, RuleCase
from engine.rules.exchange import ExchangeUnits
from engine.scenario import compile_scenario
from engine.state.actions import Done
from engine.systems import check_rules, setting_of
from engine.systems.readback import mechanism_words
from tests.kit.small import small_scenario

BREAK = {"gives": [{"units": {"units": ["xxiv-pz"]}}], "takes": [{"units": {"flags": ["regiment"]}, "count": 3}]}
JOIN = {"gives": [{"units": {"flags": ["regiment"]}, "count": 3}], "takes": [{"units": {"units": ["xxiv-pz"]}}]}
MERGE = {
    "gives": [{"units": {"flags": ["regiment"]}, "count": 2, "face": 1}],
    "takes": [{"units": {"units": ["remnant"]}, "face": 1}],
}


def rows_of(*exchanges: dict[str, Any]) -> Rows:
    """The small scenario with three regiments of two steps, a remnant, and exchanges before movement."""
    rows = small_scenario()
    for key, flags in (("r1", ("regiment",)), ("r2", ("regiment",)), ("r3", ("regiment",)), ("remnant", ())):
        rows.put(Unit(unit=key, name=key, side="german", nationality="german", flags=flags))
        for face in (0, 1):
            rows.put(Face(unit=key, face=face, attack=3 - face, defence=3, movement=6))
    rows.put(Phase(phase="staff", name="Staff phase", kind="orders", side="german", position=-1))
    rows.put(RuleCase(case="X-1", title="Exchanges"))
    params = {"side": "german", "phases": ["staff"], "exchanges": list(exchanges), "cases": {"when": "X-1"}}
    rows.put(MechanismRow(mechanism="exchanges", params=params))
    return rows


def begun(rows: Rows, **pieces: Any) -> Game:
    spots = {key: Spot(*at) if isinstance(at, tuple) else Spot(at) for key, at in pieces.items()}
    spots["13-army"] = Spot("0602")
    return arrange(setting_of(compile_scenario(rows)), Position(spots, 1, "staff"))


def key(game: Game, name: str) -> int:
    return game.scenario.piece_index[name]


def stands(game: Game, name: str) -> str:
    at = game.state.cell[key(game, name)]
    return game.setting.board.names.labels[at] if at >= 0 else str(at)


def test_a_division_breaks_down_and_is_put_together_again() -> None:
    rows = rows_of({"name": "breakdown", "leave": "map", **BREAK}, {"name": "rebuilding", "leave": "map", **JOIN})
    game = begun(rows, **{"xxiv-pz": "0202"})
    assert game.decision is not None and game.decision.kind == "exchange"
    game.apply(ExchangeUnits(0, (key(game, "xxiv-pz"),)))
    assert [stands(game, name) for name in ("xxiv-pz", "r1", "r2", "r3")] == ["-1", "0202", "0202", "0202"]
    game.apply(ExchangeUnits(1, tuple(key(game, name) for name in ("r1", "r2", "r3"))))
    assert [stands(game, name) for name in ("xxiv-pz", "r1")] == ["0202", "-1"]
    while game.cursor > 1:
        assert game.undo()
    assert stands(game, "xxiv-pz") == "0202" and stands(game, "r1") == "-1"


def test_only_units_of_one_hex_are_exchanged_together() -> None:
    rows = rows_of({"leave": "map", **JOIN})
    apart = begun(rows, r1="0202", r2="0202", r3="0302", remnant="0101")
    assert apart.decision is not None and apart.decision.kind != "exchange"
    together = begun(rows, r1="0202", r2="0202", r3="0202")
    assert not together.judge(ExchangeUnits(0, (key(together, "r1"), key(together, "r2"))))
    assert not together.judge(ExchangeUnits(0, (key(together, "r1"), key(together, "r1"), key(together, "r2"))))
    assert not together.judge(ExchangeUnits(7, (key(together, "r1"),)))
    assert not together.judge(ExchangeUnits(0, ()))
    for nobody in (-1, len(together.scenario.pieces)):
        assert together.judge(ExchangeUnits(0, (nobody,))).why == "There is no such unit."
    assert "not yours" in together.judge(ExchangeUnits(0, (key(together, "13-army"),))).why


def test_remnants_are_consolidated_into_a_reduced_unit_at_a_price() -> None:
    game = begun(rows_of({"name": "merger", "price": 2, **MERGE}), r1=("0202", 1), r2=("0202", 1), r3="0202")
    choices = [each.pieces for each in game.options() if isinstance(each, ExchangeUnits)]
    assert choices == [(key(game, "r1"), key(game, "r2"))], "the third is at full strength"
    game.apply(ExchangeUnits(0, choices[0]))
    assert stands(game, "remnant") == "0202" and game.state.face[key(game, "remnant")] == 1
    assert [stands(game, name) for name in ("r1", "r2")] == ["-3", "-3"], "they have left the game"
    assert game.table.count("points.german") == -2


def test_so_many_and_only_on_their_turns() -> None:
    once = rows_of({"most": 1, "leave": "map", **BREAK}, {"leave": "map", "turns": [2], **JOIN})
    game = begun(once, **{"xxiv-pz": "0202"})
    early = game.judge(ExchangeUnits(1, (key(game, "xxiv-pz"),)))
    assert not early and "can be made now" in early.why
    game.apply(ExchangeUnits(0, (key(game, "xxiv-pz"),)))
    assert game.decision is not None and game.decision.kind == "move", "nothing more on this turn"
    game.apply(Done())
    assert game.state.turn == 2 and game.decision.kind == "exchange"


def test_what_comes_must_find_room() -> None:
    rows = rows_of({"leave": "map", **BREAK})
    rows.put(MechanismRow(mechanism="stacking", params={"limits": [{"most": 2}]}))
    game = begun(rows, **{"xxiv-pz": "0202"})
    assert game.decision is not None and game.decision.kind == "move", "nobody is asked"
    full = [*game.table.stack(game.setting.board.cell("0202"))]
    assert full == [key(game, "xxiv-pz")] and stands(game, "r1") == "-1"


def test_exchanges_are_read_back_in_sentences_and_checked() -> None:
    rows = rows_of({"name": "merger", "price": 2, "turns": [1, 3], "most": 1, "apart": True, **MERGE})
    said = dict(mechanism_words(rows))["Exchanges"]
    assert "Merger: on turn 1 or 3 at most once, 2 units marked regiment" in said
    assert "at a price of 2 points" in said and "not beside the enemy" in said
    assert not [problem for problem in check_rules(rows) if problem.table == "mechanism"]
    wrong = rows_of({"gives": [{"units": {"flags": ["legion"]}}]})
    assert any("no unit has the flag legion" in problem.message for problem in check_rules(wrong))
