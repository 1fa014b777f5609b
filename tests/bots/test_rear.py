"""What the staff minds behind the front: modes, cities that must be watched, headquarters on their lines of supply."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.bots import make_bot
from engine.bots.rule import Weighted
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.moves import Planner
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign, Drive, Guard, Hold
from engine.bots.staff.special_rules import Lead
from engine.bots.throwing import work_of
from engine.bots.turning import SERVING, next_turning
from engine.play import Game
from engine.rules.supply_trace import TraceSupply
from engine.state.actions import Done, MoveStack, MoveUnit
from tests.kit.players import setting_for

SLUG, FAR, FARTHER = "smolensk-third-counteroffensive", 5, 12


def _own(game: Game, side: int) -> bool:
    return game.decision is not None and game.decision.kind == "move" and game.decision.side == side


@lru_cache(maxsize=2)
def at_movement(side: int) -> Game:
    """A game at a side's first movement phase, nobody having done anything before; not to be changed."""
    game = Game.begin(setting_for(SLUG), 1)
    bot = make_bot("greedy", game.setting.scenario, side, 1)
    while not (_own(game, side) and game.scenario.phases[game.state.phase].phase.endswith("-movement")):
        assert game.decision is not None
        idle = game.decision.kind in ("move", "declare", "fly", "refit-air") and game.judge(Done())
        game.apply(Done() if idle else bot.choose(game.view(game.decision.side))[0])
    return game


@pytest.mark.parametrize("side", [0, 1])
def test_whoever_is_far_marches_and_headquarters_keep_their_work(side: int) -> None:
    game, turned = at_movement(side).fork(), 0
    rule = game.setting.mechanism(TraceSupply)
    work = work_of(game.table, side)
    distance, foes = game.setting.board.grid.distance, game.view(side).pieces(1 - side)
    while (found := next_turning(game.view(side), FAR, FARTHER)) is not None:
        action = found[0]
        assert turned < 4, "everybody turns over at once"
        for piece in action.pieces:  # type: ignore[attr-defined]
            here = game.state.cell[piece]
            near = min(distance(here, game.state.cell[foe]) for foe in foes)  # type: ignore[arg-type]
            if rule.throwers.matches(game.table.unit(piece)):
                marches = action.mode != ""  # type: ignore[attr-defined]
                assert marches if piece in work.marching else (near >= SERVING or not marches), "the front has gone on"
            else:
                assert (near > FAR) is (action.mode != "")  # type: ignore[attr-defined]
        game.apply(action)
        turned += 1
    assert turned


def test_cities_with_partisans_in_them_stay_watched() -> None:
    look = Assessment(at_movement(0).view(0).table, 0)
    table = look.table
    asked = {cell for one in table.answering("to_watch") for cell in one.to_watch(table, 0)}
    able = {cell for cell in asked if any(table.face(piece).attack > 0 for piece in table.garrison(cell))}
    assert able and not [one for one in table.answering("to_watch") if list(one.to_watch(table, 1))]
    rules = (Campaign(), Drive(), Hold(), Guard(), Lead())
    planner = Planner(look, Book([Weighted(1.0, rule) for rule in rules]), {})
    gone = {
        piece
        for action, _ in planner.plan().orders
        for piece in (action.pieces if isinstance(action, MoveStack) else (getattr(action, "piece", -1),))
        if isinstance(action, MoveUnit | MoveStack)
    }
    for cell in able:
        assert any(table.face(piece).attack > 0 for piece in table.garrison(cell) if piece not in gone), cell


@pytest.mark.parametrize("side", [0, 1])
def test_headquarters_go_only_where_they_have_a_line_of_their_own(side: int) -> None:
    look = Assessment(at_movement(side).view(side).table, side)
    rule = look.table.mechanism(TraceSupply)
    direct = rule.direct(look.table, side)
    draft = Draft(look, {})
    assert draft.force.station.any() and direct.any()
    planner = Planner(look, Book([Weighted(1.0, Campaign()), Weighted(1.0, Drive()), Weighted(1.0, Lead())]), {})
    for action, motive in planner.plan().orders:
        if isinstance(action, MoveUnit) and rule.throwers.matches(look.table.unit(action.piece)):
            assert motive.rule == Lead.key and direct[action.path[-1]]
