"""Orders to the staff: in every system it moves those it was given, toward what it was told, and throws no dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.bots import make_bot
from engine.bots.staff.chief import ChiefOfStaff
from engine.bots.staff.orders import POSTURES, Order, Posture, given, lifted, order_words, pieces_of, sensible
from engine.play import Game
from engine.records.play import MechanismRow
from engine.rules.combat import OddsCombat
from engine.state.actions import AnyAction, DeclareAttack, Done, FightBattle, MoveStack, MoveUnit
from tests.kit import childs, guderian, monster
from tests.kit.drill import cell, drill, drill_rows

Carried = list[tuple[AnyAction, dict[str, Any]]]


def arduous() -> Game:
    units = {"xxiv-pz": "0305", "v": "0304", "vi": "0306", "vii": "0205", "xx": "0203"}
    return drill({**units, "13th-army": "0505", "4th-army": "0805"})


def child() -> Game:
    tiles = {"1-armor": "0205", "3-panzer": "0206", "4-panzer": "0106", "10-panzer": "0305"}
    return childs.childs({**tiles, "23rd-army": "0504", "1st-mech": "0805"})


def panzer() -> Game:
    own = {**guderian.division("3-panzer", "0504"), **guderian.division("4-panzer", "0306")}
    return guderian.stage({**own, "r1": ("0905", "3-3"), "r2": "1206"}, turn=3)


def proud() -> Game:
    own = {"pz-1": "0405", "pz-6": "0405", "inf-1": "0305", "inf-11": "0306"}
    return monster.stage({**own, "rd-1": ("0805", "3-3"), "rd-2": "1206"})


GROUNDS: dict[str, tuple[Callable[[], Game], str]] = {
    "arduous": (arduous, "0705"),
    "child": (child, "0807"),
    "panzer": (panzer, "1406"),
    "proud": (proud, "1406"),
}
"""By name, a position with units of the first side in the west, and an objective in the east."""


def order_for(game: Game, posture: Posture, objective: str, left: int = 1) -> Order:
    """An order for all units of the side to decide but for the last so many."""
    assert game.decision is not None
    side = game.decision.side
    keys = tuple(game.scenario.pieces[piece].key for piece in game.table.on_map(side))
    return Order(game.scenario.sides[side].side, keys[: len(keys) - left], posture, objective, "Test group")


def carry_out(game: Game, *orders: Order, dice: bool = False) -> Carried:
    """What the chief of staff does until he says that he is done."""
    assert game.decision is not None
    side, found = game.decision.side, []
    chief = ChiefOfStaff(make_bot("greedy", game.scenario, side, 1), side, 1, orders, dice=dice)
    while game.decision is not None and game.decision.side == side:
        action, why = chief.choose(game.view(side))
        if isinstance(action, Done):
            break
        game.apply(action, dict(why))
        found.append((action, dict(why)))
    return found


def who(action: AnyAction) -> set[int]:
    return set(action.pieces) if isinstance(action, MoveStack) else {action.piece}  # type: ignore[union-attr]


def far(game: Game, key: str, objective: str) -> int:
    grid, board = game.setting.board.grid, game.setting.board
    at = game.state.cell[game.scenario.piece_index[key]]
    return grid.distance(at, board.cell(objective))  # type: ignore[arg-type]


@pytest.mark.parametrize("posture", POSTURES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_only_units_under_orders_move_and_no_dice_are_thrown(ground: str, posture: Posture) -> None:
    make, objective = GROUNDS[ground]
    game = make()
    order = order_for(game, posture, objective)
    mine, before, phase = set(pieces_of(game.scenario, order)), list(game.state.cell), game.state.phase
    done = carry_out(game, order)
    for action, why in done:
        assert who(action) <= mine
        assert why["goal"].startswith("Test group: ") and why["reasons"] and all(why["reasons"])
    assert not any(entry.sealed for entry in game.log[1:]) and game.state.phase == phase
    others = [piece for piece in game.table.on_map(0) if piece not in mine]
    assert others and all(game.state.cell[piece] == before[piece] for piece in others)


@pytest.mark.parametrize("ground", GROUNDS)
def test_an_attack_goes_toward_its_objective_and_a_withdrawal_away_from_the_enemy(ground: str) -> None:
    make, objective = GROUNDS[ground]
    game, behind = make(), "0105"
    order = order_for(game, "attack", objective)
    start = {key: far(game, key, objective) for key in order.units}
    assert carry_out(game, order)
    after = {key: far(game, key, objective) for key in order.units}
    assert sum(after.values()) < sum(start.values()), "on the whole they come nearer"
    assert all(after[key] <= start[key] + 1 for key in order.units), "and nobody marches back"
    game = make()
    order = order_for(game, "withdraw", behind)
    start = {key: far(game, key, behind) for key in order.units}
    carry_out(game, order)
    assert all(far(game, key, behind) <= start[key] for key in order.units)
    assert sum(far(game, key, behind) for key in order.units) < sum(start.values())


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_place_is_held_by_units_in_and_round_it(ground: str) -> None:
    game = GROUNDS[ground][0]()
    here = game.setting.board.label(game.state.cell[game.table.on_map(0)[0]])  # type: ignore[arg-type]
    order = order_for(game, "hold", here)
    carry_out(game, order)
    assert all(far(game, key, here) <= 2 for key in order.units)
    assert any(far(game, key, here) == 0 for key in order.units), "somebody stands in it"


def test_delaying_units_stay_between_the_enemy_and_the_objective_and_out_of_strong_attacks() -> None:
    units = {"xxiv-pz": "0505", "v": "0504"}
    game = drill({**units, "13th-army": "0805", "4th-army": "0804", "20th-army": "0806"})
    order = Order("german", ("xxiv-pz", "v"), "delay", "0205")
    carry_out(game, order)
    for key in order.units:
        assert far(game, key, "0805") >= 2, "no unit waits beside the enemy"
        assert far(game, key, "0205") <= 4, "it stands before what it covers"


def test_battles_are_announced_but_fought_only_where_the_commander_said_so() -> None:
    position = {"xxiv-pz": "0405", "v": "0404", "vi": "0406", "13th-army": "0505"}
    game = drill(position, phase="german-combat")
    order = Order("german", ("xxiv-pz", "v", "vi"), "attack", "0705")
    done = carry_out(game, order)
    assert {action.piece for action, _ in done if isinstance(action, DeclareAttack)} and len(done) <= 3
    assert not any(entry.sealed for entry in game.log[1:])
    assert all("attack toward Minsk" in why["goal"] for _, why in done)
    held = drill(position, phase="german-combat")
    assert carry_out(held, msgspec.structs.replace(order, posture="hold")) == []
    one_by_one = {**guderian.division("3-panzer", "0405"), "r1": ("0505", "1-1")}
    game = guderian.stage(one_by_one, guderian.COMBAT, turn=3)
    own = tuple(guderian.division("3-panzer", "0405"))
    done = carry_out(game, Order("german", own, "attack", "1405"))
    assert done and all(isinstance(action, DeclareAttack) for action, _ in done), "the dice are left to the player"
    game = guderian.stage(one_by_one, guderian.COMBAT, turn=3)
    assert any(
        isinstance(action, FightBattle)
        for action, _ in carry_out(game, Order("german", own, "attack", "1405"), dice=True)
    )


def test_an_overrun_is_left_to_the_commander() -> None:
    own = guderian.division("3-panzer", "0505")
    game = guderian.stage({**own, "r1": ("0705", "1-1")}, turn=3)
    done = carry_out(game, Order("german", tuple(own), "attack", "1405"))
    assert all(isinstance(action, MoveUnit | MoveStack) for action, _ in done)


def test_where_no_combat_results_table_is_played_units_still_march() -> None:
    rows = drill_rows()
    (rule,) = [row for row in rows.all(MechanismRow) if row.mechanism == OddsCombat.key]
    rows.put(msgspec.structs.replace(rule, params={**rule.params, "chart": "none"}))
    game = drill({"v": "0304", "vi": "0306", "13th-army": "0905"}, rows=rows)
    order = Order("german", ("v",), "attack", "0704")
    (moved,) = carry_out(game, order)
    assert far(game, "v", "0704") < 4 and "comes nearer" in moved[1]["reasons"][0]


def test_a_unit_has_one_order_and_an_order_somebody_to_carry_it_out() -> None:
    first = Order("german", ("v", "vi"), "attack", "0705")
    second = Order("german", ("vi", "vii"), "hold", "0305")
    both = given((first,), second)
    assert [order.units for order in both] == [("v",), ("vi", "vii")]
    assert given((Order("german", ("vi",), "hold", "0101"),), second) == (second,)
    changed = given(both, msgspec.structs.replace(both[0], posture="delay", units=("v", "vii")), instead=0)
    assert [(order.posture, order.units) for order in changed] == [("delay", ("v", "vii")), ("hold", ("vi",))]
    assert lifted(both, 0) == (both[1],)
    other_side = Order("soviet", ("v",), "hold", "0101")
    assert given((first,), other_side) == (first, other_side)


def test_orders_that_make_no_sense_here_are_left_out() -> None:
    game = drill({"v": "0304", "13th-army": "0905"})
    good = Order("german", ("v",), "attack", "0705", "V Corps")
    bad = [
        Order("german", ("nobody",), "attack", "0705"),
        Order("german", ("v",), "attack", "9999"),
        Order("finnish", ("v",), "attack", "0705"),
    ]
    assert sensible(game.scenario, [good, *bad]) == (good,)
    assert order_words(game.table, good) == "attack toward Minsk"
    assert order_words(game.table, msgspec.structs.replace(good, objective="0301", posture="hold")) == "hold 0301"
    assert cell(game, "0705") == game.setting.board.cell(good.objective)
