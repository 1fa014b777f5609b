"""Doctrine bots with the rules that a test asks for and no others, and what they do in a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.bots.bot import Choice, Why
from engine.bots.doctrine.player import DoctrineBot
from engine.play import Game
from engine.records.play import Doctrine
from engine.state.actions import AnyAction, DeclareAttack, MoveUnit
from tests.kit.drill import CITIES

Rules = Mapping[str, Mapping[str, Any]]
"""Rules by key, with their parameters; `weight` and `on` are those of the row."""

Orders = dict[str, tuple[str, Why]]
"""Where each piece that moved came to stand, and why."""


def bot_with(game: Game, rules: Rules, seed: int = 1) -> DoctrineBot:
    """A bot for the side to decide that follows these rules alone."""
    assert game.decision is not None
    return DoctrineBot(game.decision.side, seed, doctrine(rules))


def doctrine(rules: Rules) -> tuple[Doctrine, ...]:
    """The rows of a plan with these rules."""
    rows = []
    for position, (rule, given) in enumerate(rules.items()):
        params = dict(given)
        weight, on = params.pop("weight", 1.0), params.pop("on", True)
        rows.append(Doctrine(plan="test", rule=rule, on=on, weight=weight, params=params, position=position))
    return tuple(rows)


def answer(game: Game, rules: Rules, seed: int = 1) -> Choice:
    """What the bot does about the decision at hand; the game stays as it is."""
    fork = game.fork()
    assert fork.decision is not None
    return bot_with(fork, rules, seed).choose(fork.view(fork.decision.side))


def played(game: Game, rules: Rules, seed: int = 1) -> list[Choice]:
    """What the bot does until the phase or its turn to decide is over; the game stays as it is."""
    fork, found = game.fork(), []
    assert fork.decision is not None
    bot, owed, phase = bot_with(fork, rules, seed), fork.decision.side, fork.state.phase
    while fork.decision is not None and (fork.decision.side, fork.state.phase) == (owed, phase):
        choice = bot.choose(fork.view(owed))
        found.append(choice)
        fork.apply(choice[0], dict(choice[1]))
    return found


def orders(game: Game, rules: Rules) -> Orders:
    """Where the bot sends its units in the movement phase at hand."""
    label, pieces = game.setting.board.label, game.scenario.pieces
    return {
        pieces[action.piece].key: (label(action.path[-1]), why)  # type: ignore[arg-type]
        for action, why in played(game, rules)
        if isinstance(action, MoveUnit)
    }


def ends(game: Game, rules: Rules) -> dict[str, str]:
    """Where every unit that may move stands after the phase."""
    moved = orders(game, rules)
    board, scenario, side = game.setting.board, game.scenario, game.decision.side if game.decision else 0
    here = {scenario.pieces[piece].key: board.label(game.state.cell[piece]) for piece in game.table.on_map(side)}  # type: ignore[arg-type]
    return here | {key: cell for key, (cell, _) in moved.items()}


def targets(game: Game, rules: Rules) -> dict[str, set[str]]:
    """The cells that the bot attacks in the combat phase at hand, with the units it commits."""
    found: dict[str, set[str]] = {}
    for action in announced(game, rules):
        target = game.setting.board.label(action.target)  # type: ignore[arg-type]
        found.setdefault(target, set()).add(game.scenario.pieces[action.piece].key)
    return found


def announced(game: Game, rules: Rules) -> list[DeclareAttack]:
    """The attacks that the bot announces."""
    fork, found = game.fork(), []
    bot = bot_with(fork, rules)
    while fork.decision is not None and fork.decision.kind == "declare" and fork.decision.side == bot.side:
        action: AnyAction = bot.choose(fork.view(bot.side))[0]
        if isinstance(action, DeclareAttack):
            found.append(action)
        fork.apply(action)
    return found


def explains(why: Mapping[str, Any], rule: str) -> bool:
    """Whether a reason names its rule, a goal, what is expected, and no more than two alternatives with theirs."""
    rejected = why.get("rejected", [])
    return (
        why["rule"] == rule
        and bool(why["goal"])
        and bool(why["expects"])
        and all(why["reasons"])
        and len(rejected) <= 2
        and all(other["action text"] and other["why"] for other in rejected)
    )


def taken(*kept: str) -> dict[str, str]:
    """Every city of the drill ground German but for these."""
    return {key: "german" for key, _ in CITIES if key not in kept}


def far(game: Game, one: str, other: str) -> int:
    """How many steps apart two cells lie, by their numbers."""
    board = game.setting.board
    return board.grid.distance(board.cell(one), board.cell(other))  # type: ignore[arg-type]
