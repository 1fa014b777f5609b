"""What the staff learnt for a front of eight hundred units: weighed stacks, true odds, assaults on the march."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from engine.bots import make_bot
from engine.bots.plans import doctrine_of, find_plan
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.companies import companies
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Book
from engine.bots.staff.player import StaffBot, book_of
from engine.bots.staff.rules import Screen
from engine.bots.staff.screening import screen, screened
from engine.bots.staff.sweeping import sweep
from engine.bots.staff.trespass import country, exposed, intruding
from engine.play import Game
from engine.records.play import Doctrine
from engine.rules.overrun import Overrun, OverrunStack
from engine.rules.stacking import Stacking, broken_limit
from engine.state.actions import DeclareAttack, Done, MoveStack, MoveUnit
from tests.kit.doctrine import doctrine
from tests.kit.monster import ASSAULT, attack, stage
from tests.kit.players import setting_for

SLUG, WHOLE = "army-group-centre", "army-group-south"


@lru_cache(maxsize=3)
def at_movement(slug: str, side: int = 0) -> Game:
    """A game at a side's first movement phase, nobody having done anything before; not to be changed."""
    game = Game.begin(setting_for(slug), 1)
    bot = make_bot("greedy", game.setting.scenario, 0, 1)
    while game.decision is not None and not (game.decision.kind == "move" and game.decision.side == side):
        idle = game.decision.kind in ("move", "declare")
        game.apply(Done() if idle else bot.choose(game.view(game.decision.side))[0])
    return game


def look_at(slug: str, side: int = 0) -> Assessment:
    return Assessment(at_movement(slug, side).view(side).table, side)


def plan_of(slug: str, side: str, plan: str) -> tuple[Doctrine, ...]:
    rows = setting_for(slug).scenario.rows
    return doctrine_of(rows, find_plan(rows, side, plan))


def book(slug: str, side: str, plan: str) -> Book:
    return book_of(plan_of(slug, side, plan))


def test_a_hex_that_was_attacked_is_not_planned_again_and_the_phase_goes_on() -> None:
    """Two panzer divisions could do well against survivors, whom the rules leave alone; two others have a target."""
    defenders = {f"rd-{number}": ("1206", "2-2") for number in (1, 2, 3)} | {"rd-9": ("1210", "1-1")}
    attackers = {"inf-31": "1106", "pz-3": "1306", "pz-4": "1306", "inf-61": "1110", "inf-34": "1110"}
    game = stage(attackers | defenders, ASSAULT, die=1)
    fought = attack(game, "1206", "inf-31")
    assert fought.code == "3/0", "everybody in 1206 survives"
    action, _ = StaffBot(0, 1, doctrine({"campaign": {}})).choose(game.view(0))
    assert isinstance(action, DeclareAttack) and game.setting.board.label(action.target) == "1210"


def test_a_plan_that_the_player_has_overtaken_is_made_anew_for_everybody_else() -> None:
    """The staff plans as far as the next dice: an assault on the march.  Its tanks are moved away by hand."""
    game, doctrine_ = at_movement(SLUG).fork(), plan_of(SLUG, "german", "axis-moscow")
    first, _ = StaffBot(0, 1, doctrine_).choose(game.view(0))
    assert isinstance(first, OverrunStack), "the position no longer shows what is tested"
    away = next(act for act in game.options() if isinstance(act, MoveUnit) and act.piece == first.pieces[0])
    game.apply(away)
    assert not game.judge(first)
    action, _ = StaffBot(0, 1, doctrine_).choose(game.view(0))
    assert not isinstance(action, Done), "a hundred others wait"


def test_units_that_count_for_part_of_one_take_that_part_of_a_stack() -> None:
    look = look_at(SLUG)
    units = {look.table.unit(piece) for piece in look.table.on_map(0)}
    taken = {unit.size: look.lie.taken(unit)[1] / look.lie.scale for unit in units}
    assert taken["division"] == 1.0 and taken["regiment"] == 0.25


def test_a_city_holds_twice_as_many() -> None:
    look = look_at(SLUG)
    city = next(one.cell for one in look.terrain.places if look.table.scenario.places[one.place].kind == "city")
    assert look.lie.room[0, city] == -look.lie.limits[0] and look.lie.limits[0] == 5 * look.lie.scale


def test_allies_who_may_not_mix_find_posts_and_the_plan_breaks_no_limit() -> None:
    """Limits that hold only beside certain others bar nobody everywhere, and yet a plan keeps to them."""
    game, limits = at_movement(WHOLE), setting_for(WHOLE).mechanism(Stacking).limits
    look = look_at(WHOLE)
    units = [look.table.unit(piece) for piece in look.table.on_map(0)]
    romanian = next(unit for unit in units if unit.nationality == "romanian")
    none = next(number for number, one in enumerate(limits) if one.most == 0 and one.units.matches(romanian))
    assert look.lie.taken(romanian)[none] == 0 and look.lie.limits[none] > 0
    bot = make_bot("doctrine", game.setting.scenario, 0, 1, "axis-kiev")
    later = game.fork()
    while later.decision is not None and later.decision.kind == "move" and later.decision.side == 0:
        action, _ = bot.choose(later.view(0))
        if isinstance(action, Done):
            break
        later.apply(action)
        while later.decision is not None and later.decision.kind != "move":
            later.apply(next(iter(later.options())))
    stacks = [(cell, later.table.stack(cell)) for cell in set(later.state.cell) if cell >= 0]
    assert not [cell for cell, stack in stacks if stack and broken_limit(later.table, stack, cell)]


def test_beyond_the_table_the_defender_is_gone_and_below_it_the_attacker_pays() -> None:
    tolls = look_at(SLUG).terrain.tolls
    one = tolls.tables(((6.0, 3.0),))[0]
    eight = int(np.searchsorted(tolls.thresholds, 8.0, side="right"))
    assert tuple(one[eight]) == (6.0, 0.0, 1.0)
    assert tuple(one[0]) == (0.0, 4.0, 0.0)


def test_companies_assault_together_on_the_march_and_the_rules_allow_it() -> None:
    look = look_at(SLUG)
    draft, rule = Draft(look, {}), look.table.mechanism(Overrun)
    together = [one for one in companies(look, draft, rule) if len(one.group) > 1]
    assert together and all(rule.units.matches(look.table.unit(piece)) for one in together for piece in one.group)
    orders = [action for action, _ in sweep(look, draft, book(SLUG, "german", "axis-moscow"))]
    assert isinstance(orders[-1], OverrunStack) and len(orders[-1].pieces) > 1
    game = at_movement(SLUG).fork()
    for action in orders:
        assert game.judge(action), action
        game.apply(action)
    assert any(isinstance(action, MoveStack) for action in orders) or len(orders) == 1


def test_enemies_near_our_country_are_a_menace_and_draw_the_screen() -> None:
    look = look_at(SLUG)
    assert [points for _, points in country(look, 0)] == [1.0] and not country(look, 1)
    near = exposed(look)
    assert near.max() > 0 and not near[look.enemy == 0].any()
    draft = Draft(look, {})
    posts = screen(look, draft, Screen(), set())
    cells = [cell for _, cell, _ in posts]
    assert posts and len(set(cells)) == len(cells) and not any(look.enemy[cell] for cell in cells)
    assert not any("tank" in look.table.unit(draft.force.groups[row][0]).flags for row, _, _ in posts)
    line = screened(look)
    assert line.any() and not (line * look.enemy).any()


@pytest.mark.parametrize(("side", "plan", "drawn"), [(1, "soviet-forward", True), (0, "axis-moscow", False)])
def test_only_the_enemy_of_that_country_is_drawn_into_it(side: int, plan: str, drawn: bool) -> None:
    look = look_at(SLUG, side)
    draft = Draft(look, {})
    pull = intruding(look, draft, book(SLUG, setting_for(SLUG).scenario.sides[side].side, plan))
    assert bool(pull.any()) is drawn
