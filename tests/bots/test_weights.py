"""Weights that weigh: of every rule that says so a position in which more weight shows more of what the rule is for.

A case is a row of positions and a measure of what the bot does or rates there.  In some of them the measure must never
fall as the weight grows, and must be greater with the greatest weight than with the least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import pytest

from engine.bots.doctrine import DOCTRINE_RULES, FIRST_RULES
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.deploy import Deploy
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.moves import _rate
from engine.bots.doctrine.player import DoctrineBot, rules_of
from engine.bots.doctrine.reckoning import ByOdds
from engine.bots.doctrine.rule import FieldRule
from engine.bots.staff import standing
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import covers, goals_of, poised, prizes, pulls
from engine.bots.staff.holding import next_reserve
from engine.bots.staff.player import StaffBot, book_of
from engine.bots.staff.raiding import raid
from engine.bots.staff.screening import screen
from engine.bots.staff.setting_up import standing as standing_of
from engine.bots.staff.sustaining import relieved
from engine.bots.staff.trespass import intruding
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records.board import CellRow
from engine.rules.movement import movable
from engine.rules.overrun import OverrunStack
from engine.scenario import compile_scenario
from engine.state.actions import AnyAction, DeclareAttack, MoveUnit, PlaceUnit
from engine.systems import setting_of
from tests.bots.test_monster_staff import SLUG, look_at
from tests.kit import guderian as pg
from tests.kit.childs import childs, childs_rows, unrailed
from tests.kit.doctrine import doctrine, taken
from tests.kit.drill import drill, drill_rows
from tests.kit.players import setting_for
from tests.kit.smolensk import MOVE, PANZER, PANZER_2, RIFLE, stage

WEIGHTS = (0.1, 0.5, 1.0, 3.0, 10.0)
"""From little to the most that a designer may write."""

Measure = Callable[[Game, float], float]
Case = tuple[Sequence[Callable[[], Game]], Measure]


def rows_with(rule: str, weight: float, others: dict[str, dict[str, Any]] | None = None, **params: Any) -> Any:
    return doctrine({**(others or {}), rule: {"weight": weight, **params}})


def done(game: Game, rows: Any, staff: bool = True) -> list[AnyAction]:
    """What a bot with these rules does until the phase or its turn to decide is over."""
    fork, found = game.fork(), list[AnyAction]()
    assert fork.decision is not None
    side, phase = fork.decision.side, fork.state.phase
    bot = (StaffBot if staff else DoctrineBot)(side, 1, rows)
    while fork.decision is not None and (fork.decision.side, fork.state.phase) == (side, phase):
        action, why = bot.choose(fork.view(side))
        found.append(action)
        fork.apply(action, dict(why))
    return found


def looked(game: Game) -> tuple[Assessment, Draft]:
    assert game.decision is not None
    look = Assessment(game.table, game.decision.side)
    return look, Draft(look, {})


# What is rated


def pulled(rule: str, **params: Any) -> Measure:
    """The greatest pull that a rule of the staff has on anybody."""

    def measure(game: Game, weight: float) -> float:
        look, draft = looked(game)
        book = book_of(rows_with(rule, weight, **params))
        return float(pulls(look, draft, book, goals_of(look, draft, book)).max())

    return measure


def of_field(kind: Callable[..., Any], rule: str, **params: Any) -> Measure:
    """The greatest of the ratings that a field of the staff's gives."""

    def measure(game: Game, weight: float) -> float:
        look, draft = looked(game)
        book = book_of(rows_with(rule, weight, **params))
        return float((kind(look, book) if kind is prizes else kind(look, draft, book)).max())

    return measure


def rated(rule: str) -> Measure:
    """How much a rule of the first release parts the best of all cells from the worst, once one unit has its post."""

    def measure(game: Game, weight: float) -> float:
        assert game.decision is not None
        look = Appraisal(game.view(game.decision.side))
        draft = FirstDraft(look, movable(look.table, look.side), ByOdds())
        draft.assign(0, int(draft.force.cell[0]))
        found = _rate(look, draft, rules_of(rows_with(rule, weight)), {})
        return max((float(one.scores.max() - one.scores.min()) for one in found), default=0.0)

    return measure


def braced(game: Game, weight: float) -> float:
    """What the enemy's answer counts when posts are tried out for it."""
    seen: list[float] = []
    plain = standing.Bracing.improve

    def improve(self: Any, posts: Any, danger: Any, pull: Any, fear: Any, prize: Any, **more: Any) -> Any:
        seen.append(float(prize.max()))
        return plain(self, posts, danger, pull, fear, prize, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standing.Bracing, "improve", improve)
        done(game, rows_with("brace", weight, {"campaign": {"fear": 1.0}, "hold": {"weight": 6, "early": 1.0}}))
    return max(seen)


def mopped(game: Game, weight: float) -> float:
    """Whether the corps at hand turns to the straggler and leaves the place that it was to take."""
    look, draft = looked(game)
    goal = goals_of(look, draft, book_of(rows_with("mop-up", weight, {"drive": {}}))).place[0]
    return float(goal is not None and bool(look.enemy[goal.cell]) and goal.place < 0)


def steady(game: Game, weight: float) -> float:
    """How little lots count beside the ground: what two seeds say of one cell lies nearer together."""
    assert game.decision is not None
    look, book = (
        Assessment(game.view(game.decision.side).table, game.decision.side),
        book_of(rows_with("muster", weight)),
    )
    action = next(one for one in game.options() if isinstance(one, PlaceUnit))
    said = [standing_of(look, book, seed, action) for seed in range(6)]
    return min(said) - max(said)


def relief(game: Game, weight: float) -> float:
    assert game.decision is not None
    look = Assessment(game.table, game.decision.side)
    return sum(relieved(look, book_of(rows_with("sustain", weight, least=1.0))).values())


def on_good_ground(game: Game, weight: float) -> float:
    """What the forest is worth to an army above the field beside it, in the set-up."""
    assert game.decision is not None
    look = Appraisal(game.view(game.decision.side))
    (rule,) = (one.rule for one in rules_of(rows_with("deploy", weight)))
    assert isinstance(rule, Deploy)
    piece = next(one.piece for one in game.options() if isinstance(one, PlaceUnit))
    forest, field = (game.setting.board.cell(label) for label in ("0404", "0406"))
    return rule.score(look, PlaceUnit(piece, forest)) - rule.score(look, PlaceUnit(piece, field))


def intrudes(_game: Game, weight: float) -> float:
    look = look_at(SLUG, 1)
    return float(intruding(look, Draft(look, {}), book_of(rows_with("intrude", weight))).max())


# What is done


def count(kind: type[AnyAction], rule: str, others: dict[str, Any] | None = None, **params: Any) -> Measure:
    """How many actions of a kind the bot takes."""
    staff = rule not in FIRST_RULES

    def measure(game: Game, weight: float) -> float:
        return float(sum(isinstance(one, kind) for one in done(game, rows_with(rule, weight, others, **params), staff)))

    return measure


def raiders(game: Game, weight: float) -> float:
    look, draft = looked(game)
    ((_, rule),) = [(one.weight, one.rule) for one in book_of(rows_with("raid", weight, least=1.0)).rules]
    return float(len(raid(look, draft, rule)))  # type: ignore[arg-type]


def screeners(_game: Game, weight: float) -> float:
    look = look_at(SLUG)
    (one,) = book_of(rows_with("screen", weight, worth=3.0)).rules
    return float(len(screen(look, Draft(look, {}), one.rule, set())))  # type: ignore[arg-type]


def kept_back(game: Game, weight: float) -> float:
    (one,) = book_of(rows_with("hold-back", weight, near=3, fast=4.0, strong=30.0)).rules
    return float(next_reserve(game.view(0), one.rule, frozenset()) is not None)  # type: ignore[arg-type]


# Positions


@lru_cache(maxsize=1)
def nowhere() -> Game:
    return drill({"xxiv-pz": "0303", "13th-army": "0909"}, phase="german-movement")


def in_full(pieces: dict[str, str], turn: int, phase: str, german: Sequence[str]) -> Callable[[], Game]:
    """Pieces on the map of The Arduous Beginning; a corps is given with who it turns out to be."""

    def make() -> Game:
        spots = {key: Spot(*cell.split(" ")[:1], revealed="".join(cell.split(" ")[1:])) for key, cell in pieces.items()}
        control = dict.fromkeys(german, "german")
        return arrange(setting_for("arduous-beginning"), Position(spots, turn=turn, phase=phase, control=control), 1)

    return make


def cities(*without: str) -> list[str]:
    places = setting_for("arduous-beginning").scenario.places
    return [one.place for one in places if one.kind == "city" and one.place not in without]


def march() -> Game:
    return drill({"xxiv-pz": "0303", "13th-army": "0909"}, phase="german-movement", control=taken("minsk", "vyazma"))


def threatened() -> Game:
    pieces = {"13th-army": "0605", "3rd-army": "0905", "xxiv-pz": "0305", "v": "0304"}
    return drill(pieces, turn=6, phase="soviet-movement", control=taken("baranovichi", "minsk"))


def lost() -> Game:
    armies = {"3rd-army": "1001", "10th-army": "1009", "19th-army": "1002"}
    return drill(armies | {"liii": "0705"}, turn=6, phase="soviet-movement", control=taken())


def ringed() -> Game:
    pieces = {"xxiv-pz": "0303", "v": "0304", "vii": "0305", "13th-army": "0505", "10th-army": "0605"}
    return drill(pieces, turn=3, phase="german-movement")


def last_turn() -> Game:
    pieces = {"xxiv-pz": "0305", "v": "0305", "10th-army": "0505"}
    return drill(pieces, turn=7, phase="soviet-movement", control=taken("minsk", "baranovichi"))


def fight() -> Game:
    return drill({"xxiv-pz": "0404", "v": "0405", "vii": "0504", "13th-army": "0505"}, phase="german-combat")


def raided() -> Game:
    return drill({"v": "0404", "13th-army": "0705"}, turn=7, phase="german-movement", control=taken("minsk"))


def setting_up() -> Game:
    rows = drill_rows()
    rows.put(CellRow(cell="0404", terrain="forest"))
    game = Game.begin(setting_of(compile_scenario(rows)), 1)
    while game.decision is not None and "three armies" not in game.decision.prompt:
        game.apply(next(iter(game.options())))
    return game


def market() -> Game:
    game = pg.stage({"r1": ("3004", "3-3")}, "soviet-movement", rows=pg.ground_rows(arrivals=True), die=1)
    while game.decision is not None and game.decision.kind != "buy":
        game.apply(next(iter(game.options())))
    return game


def overrun() -> Game:
    return pg.stage({**pg.division("7-panzer", "1206"), "r1": ("1506", "1-1")}, "german-initial-movement")


def cut_off() -> Game:
    spearhead = {**pg.division("7-panzer", "3606"), "5-inf": "0806", "r1": ("1205", "3-3"), "konev": "1203"}
    return pg.stage(spearhead, pg.MOVE, turn=4)


def brittle() -> Game:
    pieces: dict[str, Any] = {"3rd-army": "0606", "liii": "0405", "xii": "0406"}
    pieces["mech-1"] = Spot("0605", revealed="5th-mech")
    return drill(pieces, turn=5, phase="soviet-movement")


FIELDS = (march, threatened, lost, ringed, last_turn, brittle)
RAIDER = {"mech-1": "2412 7th-mech", "xxiv-pz": "2306"}
STRAGGLER = {"mech-1": "1612 7th-mech", "xliii": "2010", "24th-army": "2306"}
CALM = {"campaign": {"fear": 0.0, "least": 50.0}}

CASES: dict[str, Case] = {
    "muster": ((setting_up,), steady),
    "campaign": ((fight,), count(DeclareAttack, "campaign", least=10.0)),
    "drive": (FIELDS, pulled("drive")),
    "mop-up": ((in_full(STRAGGLER, 4, "german-movement", cities("vyazma")),), mopped),
    "hold": (FIELDS, of_field(prizes, "hold")),
    "guard": ((raided,), count(MoveUnit, "guard", CALM, turns=1, never=[], worth=2.0)),
    "line": (FIELDS, of_field(covers, "line")),
    "bastion": (FIELDS, pulled("bastion")),
    "brace": ((threatened,), braced),
    "poise": (FIELDS, of_field(poised, "poise")),
    "pocket": (FIELDS, of_field(covers, "pocket")),
    "reserves": (FIELDS, pulled("reserves", flags=["tank"])),
    "hold-back": ((lambda: stage({PANZER: "0506", PANZER_2: "0506", RIFLE: "1006"}, MOVE),), kept_back),
    "raid": ((in_full(RAIDER, 5, "soviet-movement", cities()),), raiders),
    "sweep": ((overrun,), count(OverrunStack, "sweep", least=20.0)),
    "sustain": ((cut_off,), relief),
    "enlist": ((market,), count(PlaceUnit, "enlist", price=0.5)),
    "intrude": ((nowhere,), intrudes),
    "screen": ((nowhere,), screeners),
    "deploy": ((setting_up,), on_good_ground),
    "assault": ((fight,), count(DeclareAttack, "assault", least=10.0)),
    "strike": (
        (lambda: childs({"1-armor": "0401", "23rd-army": "0501"}, turn=2, rows=unrailed(childs_rows())),),
        count(MoveUnit, "strike", least=2.0),
    ),
    **{key: (FIELDS, rated(key)) for key, kind in FIRST_RULES.items() if issubclass(kind, FieldRule)},
}


def test_every_rule_that_says_that_it_weighs_is_shown_to_and_no_other() -> None:
    assert set(CASES) == {key for key, kind in DOCTRINE_RULES.items() if kind.weighs}


@pytest.mark.parametrize("rule", CASES)
def test_more_weight_shows_more_of_it(rule: str) -> None:
    positions, measure = CASES[rule]
    seen = []
    for make in positions:
        game = make()
        found = [measure(game, weight) for weight in WEIGHTS]
        if found == sorted(found) and found[-1] > found[0] + 1e-9:
            return
        seen.append(found)
    pytest.fail(f"nowhere does more weight show more of {rule}: {seen}")
