"""The staff at Panzergruppe Guderian: it plays by the rules, resumes, foresees nothing, and its reasons are true."""

from __future__ import annotations

import re
from functools import lru_cache
from math import ceil

import pytest

from engine.board.network import TICKS
from engine.bots import Bot, Why, make_bot, plans_of
from engine.bots.ground import ground_of
from engine.bots.staff.player import StaffBot
from engine.bots.words import UNSAID
from engine.lab.match import bot_seed
from engine.play import Game
from engine.rules.forecast import forecast_battle
from engine.rules.laying import LayMarker
from engine.rules.overrun import OverrunStack
from engine.rules.special_arrivals import BOUGHT, PricedArrivals
from engine.rules.table import Table
from engine.state.actions import AnyAction, FightBattle, MoveStack, MoveUnit, PlaceUnit
from engine.state.events import PhaseBegan, UnitMoved
from engine.state.tasks import Battle, DeclareBattles
from tests.kit.players import setting_for

SLUG, SEED, ACTIONS, TURNS = "panzergruppe-guderian", 3, 420, 3


def seats(plans: tuple[str | None, str | None] = (None, None)) -> list[Bot]:
    scenario = setting_for(SLUG).scenario
    return [make_bot("doctrine", scenario, side, bot_seed(SEED, side), plan) for side, plan in enumerate(plans)]


def go_on(game: Game, bots: list[Bot], actions: int) -> Game:
    for _ in range(actions):
        if game.decision is None:
            break
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


@lru_cache(maxsize=1)
def played() -> Game:
    """The first turns of a game between two staffs."""
    return go_on(Game.begin(setting_for(SLUG), SEED), seats(), ACTIONS)


def every_plan() -> list[tuple[int, str]]:
    scenario = setting_for(SLUG).scenario
    return [(side, plan.plan) for side in (0, 1) for plan in plans_of(scenario.rows, scenario.sides[side].side)]


def test_each_side_has_at_least_two_plans() -> None:
    assert {side: len([one for one in every_plan() if one[0] == side]) for side in (0, 1)} == {0: 2, 1: 2}


@pytest.mark.parametrize(("side", "plan"), every_plan())
def test_every_plan_is_played_by_the_rules_and_explained(side: int, plan: str) -> None:
    bots = seats((plan, None) if side == 0 else (None, plan))
    assert isinstance(bots[side], StaffBot)
    game = Game.begin(setting_for(SLUG), len(plan))
    while game.decision is not None and game.state.turn <= TURNS:
        go_on(game, bots, 1)
    told = [entry.why for entry in game.log if entry.action is not None and entry.side == side]
    assert len(told) > 60
    for why in told:
        assert why and why["rule"] and why["goal"] and why["expects"] and all(why["reasons"]), why
        assert len(why.get("rejected", [])) <= 2, why


def test_a_resumed_game_goes_on_as_if_it_had_never_been_left() -> None:
    game, within = played(), 0
    for position in range(7, len(game.log) - 2, 29):
        again = go_on(resumed(game, position), seats(), 2)
        assert again.log == game.log[: len(again.log)], f"left at {position}"
        within += not any(isinstance(event, PhaseBegan) for event in game.log[position - 1].events)
    assert within > 8, "most of the time a phase was under way"


def test_asked_backwards_it_follows_the_log_and_not_what_it_saw() -> None:
    game, bots = played(), seats()
    for position in range(len(game.log) - 1, 2, -37):
        again = resumed(game, position)
        assert again.decision is not None
        choice = bots[again.decision.side].choose(again.view(again.decision.side))
        assert choice == (game.log[position].action, game.log[position].why), position


def resumed(game: Game, position: int, seed: int | None = None) -> Game:
    return Game.replay(game.setting, game.seed if seed is None else seed, game.log[:position], position)


def test_it_does_not_foresee_dice_and_draws() -> None:
    game, asked = played(), set()
    for position in range(11, len(game.log), 41):
        chosen = []
        for seed in (1, 2):
            other = resumed(game, position, seed)
            assert other.decision is not None
            side = other.decision.side
            chosen.append(make_bot("doctrine", game.scenario, side, 4).choose(other.view(side)))
            asked.add(side)
        assert chosen[0] == chosen[1], position
    assert asked == {0, 1}


def test_no_unit_marches_back_to_where_it_was_in_the_same_turn() -> None:
    game, owners = played(), played().setting.phase_sides
    left: dict[int, set[int]] = {}
    marches = 0
    for entry in game.log:
        moved = [event for event in entry.events if isinstance(event, UnitMoved)]
        for event in moved:
            assert event.target not in left.get(event.piece, set()), game.table.name(event.piece)
            left.setdefault(event.piece, set()).add(event.origin)
            marches += 1
        for began in (event for event in entry.events if isinstance(event, PhaseBegan)):
            sides = {owners[began.phase]}
            left = {piece: cells for piece, cells in left.items() if game.table.side_of(piece) in sides}
    assert marches > 150


# Reasons


def label_in(text: str) -> str:
    """The number of the last cell that a sentence names."""
    return re.findall(r"\b(\d{4})\b", text)[-1]


def check(table: Table, action: AnyAction, why: Why) -> str | None:
    """Hold a reason against the state; the kind of reason, or None where it names no figure."""
    text = why["reasons"][0]
    if isinstance(action, FightBattle):
        return check_battle(table, action, text, why["expects"])
    if isinstance(action, OverrunStack):
        return check_overrun(table, action, text)
    if isinstance(action, LayMarker):
        assert table.board.cell(label_in(text)) == action.cell, text
        return "marker"
    if isinstance(action, PlaceUnit) and why["rule"] == "enlist":
        price = table.mechanism(PricedArrivals).price(int(table.count(BOUGHT)))
        assert f"for {price:g} point" in text and table.board.cell(label_in(text)) == action.cell, text
        return "price"
    if isinstance(action, MoveUnit | MoveStack):
        return check_march(table, action, why["rule"], text)
    return None


def check_battle(table: Table, action: FightBattle, text: str, expects: str) -> str:
    task = table.state.agenda[-1]
    assert isinstance(task, DeclareBattles)
    battle = next(one for one in task.battles if one.target == action.target)
    whole = Battle(battle.side, battle.target, battle.attackers, tuple(table.stack(battle.target)))
    seen = forecast_battle(table, whole, None)
    assert f" at {seen.column}:" in text and table.board.cell(label_in(text.partition(" at ")[0])) == action.target
    for code, share in seen.chances.items():
        assert (f"{float(share):.0%} {code or 'nothing'}" in expects) == (share > UNSAID), expects
    return "battle"


def check_overrun(table: Table, action: OverrunStack, text: str) -> str:
    found = re.search(r"overruns .*?(\d{4})\)? with ([\d.]+) against ([\d.]+)", text)
    assert found and table.board.cell(found[1]) == action.target, text
    side, defenders = table.side_of(action.pieces[0]), tuple(table.stack(action.target))
    marched = any(table.state.spent[piece] for piece in action.pieces)
    if not marched and all(table.state.counter[piece] is not None for piece in (*action.pieces, *defenders)):
        seen = forecast_battle(table, Battle(side, action.target, action.pieces, defenders, (), "overrun"), None)
        assert seen.column == column(float(found[2]), float(found[3])), text
    return "overrun"


def column(attack: float, defence: float) -> str:
    """The column of the combat results table for two strengths, fractions dropped in the defender's favour."""
    if attack >= defence:
        return f"{min(int(attack / max(defence, 0.1)), 10)}:1"
    return f"1:{min(ceil(defence / attack), 3)}"


def check_march(table: Table, action: MoveUnit | MoveStack, rule: str, text: str) -> str | None:
    piece = action.piece if isinstance(action, MoveUnit) else action.pieces[0]
    if found := re.match(r"([\d.]+) movement points? from .*?(\d{4})\), its goal", text):
        ways = ground_of(table.setting).way_to(
            (table.board.cell(found[2]),), table.unit(piece).move_class, table.state.turn
        )
        assert float(found[1]) == int(ways[action.path[-1]]) / TICKS, text
        return "goal"
    if found := re.match(r"serves .* within ([\d.]+) hexes of .*?(\d{4})", text):
        assert float(found[1]) == table.face(piece).extra["rating"]
        assert table.board.cell(found[2]) == action.path[-1], text
        return "leader"
    if rule in ("hold", "guard"):
        assert table.board.cell(label_in(text)) == action.path[-1], text
        return "post"
    return None


def test_reasons_are_true_to_the_figures() -> None:
    """Every reason of a few hundred decisions that names a place or a figure names the one that the rules give."""
    log = played().log
    game = resumed(played(), 1)
    checked: dict[str, int] = {}
    for entry in log[1:]:
        if entry.action is None:
            continue
        if entry.why and entry.why.get("rule") != "forced":
            kind = check(game.table, entry.action, entry.why)  # type: ignore[arg-type]
            if kind is not None:
                checked[kind] = checked.get(kind, 0) + 1
        game.apply(entry.action, entry.why)
    assert sum(checked.values()) >= 100 and {"battle", "overrun", "marker", "goal", "leader"} <= set(checked), checked


def test_why_not_is_answered_for_what_it_does_for_what_it_prefers_and_for_what_is_forbidden() -> None:
    game = played()
    position = next(
        place
        for place in range(len(game.log) // 2, len(game.log))
        if isinstance(game.log[place].action, MoveUnit) and (game.log[place].why or {}).get("rule") == "drive"
    )
    before = resumed(game, position)
    move = game.log[position].action
    assert before.decision is not None and isinstance(move, MoveUnit)
    bot, view = seats()[before.decision.side], before.view(before.decision.side)
    assert bot.explain_not(view, move) == "It would do just that."
    other = next(
        action
        for action in view.options()
        if isinstance(action, MoveUnit) and action.piece == move.piece and action.path[-1] != move.path[-1]
    )
    assert bot.explain_not(view, other).startswith("It would rather move")
    assert bot.explain_not(view, MoveUnit(move.piece, ())) == view.judge(MoveUnit(move.piece, ())).why
