"""“Why not X?”: a sentence for any hex and any unit, at every kind of decision, without changing what the bot does."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from engine.board.network import TICKS
from engine.bots import BOTS, make_bot
from engine.bots.ground import ground_of
from engine.bots.staff.assessment import Assessment
from engine.bots.staying import stays
from engine.play import Game
from engine.rules.zoc import zone
from engine.scenario.sentences import tenths
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    CommitSupport,
    DeclareAttack,
    Done,
    FightBattle,
    LoseStep,
    MoveUnit,
    PlaceUnit,
    RemoveUnit,
    RestoreStep,
    RetreatUnit,
    WithdrawAttack,
)
from tests.kit.players import brisk, random_game, setting_for

SLUGS = ("arduous-beginning", "childs-barbarossa")

KINDS = {
    "arduous-beginning": {"set-up", "move", "declare", "fight", "support", "lose", "retreat", "advance", "arrive"},
    "childs-barbarossa": {"set-up", "move", "arrive", "replace"},
}
"""Decisions that a whole game is sure to ask for."""


@lru_cache(maxsize=4)
def moments(slug: str) -> tuple[Game, ...]:
    """One game, as it stood at the first decision of each kind of either side, and in the middle of a march."""
    setting = setting_for(slug)
    game = Game.begin(setting, 3)
    bots = [make_bot("doctrine", setting.scenario, side, side) for side in (0, 1)]
    found: dict[tuple[str, int, bool], Game] = {}
    while game.decision is not None and game.state.turn <= 5:
        decision = game.decision
        found.setdefault((decision.kind, decision.side, game.state.turn > 1), game.fork())
        game.apply(bots[decision.side].choose(game.view(decision.side))[0])
    return tuple(found.values())


def things_to_do(piece: int, cell: int) -> list[AnyAction]:
    """What somebody may have in mind who points at a unit and a hex."""
    there: list[AnyAction] = [MoveUnit(piece, (cell,)), PlaceUnit(piece, cell), DeclareAttack(piece, cell)]
    return [*there, RetreatUnit(piece, (cell,)), FightBattle(cell)]


def things_with(piece: int) -> list[AnyAction]:
    """What somebody may have in mind who points at a unit alone."""
    one: list[AnyAction] = [RestoreStep(piece), WithdrawAttack(piece), CommitSupport(piece)]
    return [*one, LoseStep(piece), AdvanceUnit(piece), RemoveUnit(piece)]


def is_sentence(text: str) -> bool:
    return len(text) > 10 and not text[0].islower() and text.endswith(".") and "None" not in text


@pytest.mark.parametrize("slug", SLUGS)
def test_the_moments_cover_every_kind_of_decision(slug: str) -> None:
    assert {game.decision.kind for game in moments(slug) if game.decision} >= KINDS[slug]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_hex_of_the_map_gets_a_sentence(slug: str, name: str) -> None:
    """One unit is pointed at every hex, at several decisions: where that is against the rules, the rules say so."""
    for game in moments(slug)[:: 2 if name == "doctrine" else 6]:
        assert game.decision is not None
        side = game.decision.side
        bot, view = make_bot(brisk(name), game.scenario, side, 1), game.view(side)
        piece = next(iter(view.pieces(side)), 0)
        for cell in range(game.setting.board.size):
            for action in things_to_do(piece, cell):
                verdict = view.judge(action)
                answered = name in ("doctrine", "hard") and stays(view, action)
                if not verdict and not answered:
                    assert bot.explain_not(view, action) == verdict.why and is_sentence(verdict.why), action


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_unit_gets_a_sentence(slug: str, name: str) -> None:
    for game in moments(slug):
        assert game.decision is not None
        bot, view = make_bot(brisk(name), game.scenario, game.decision.side, 1), game.view(game.decision.side)
        for piece in range(len(game.scenario.pieces)):
            for action in things_with(piece):
                if not view.judge(action):
                    assert is_sentence(bot.explain_not(view, action)), action


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_legal_but_not_wise_gets_a_sentence_too(slug: str, name: str) -> None:
    for game in moments(slug):
        assert game.decision is not None
        bot, view = make_bot(brisk(name), game.scenario, game.decision.side, 1), game.view(game.decision.side)
        legal = list(game.options())
        for action in legal[:: max(1, len(legal) // 6)]:
            assert is_sentence(bot.explain_not(view, action)), action


@pytest.mark.parametrize("slug", SLUGS)
def test_the_answer_is_about_the_unit_that_was_asked_about(slug: str) -> None:
    """Whoever asks why a unit does not go somewhere hears where it goes, or that it stays."""
    game = next(game for game in moments(slug) if game.decision and game.decision.kind == "move")
    assert game.decision is not None
    view = game.view(game.decision.side)
    bot = make_bot("doctrine", game.scenario, game.decision.side, 1)
    asked = {action.piece: action for action in game.options() if isinstance(action, MoveUnit)}
    assert len(asked) > 5
    for piece, action in asked.items():
        answer = bot.explain_not(view, action)
        assert view.table.name(piece) in answer or answer == "It would do just that."


def march(game: Game, kept: int) -> tuple[set[int], Game]:
    """Whom the doctrine marches off in a phase, and the game when all but one of them are where they were sent."""
    assert game.decision is not None
    side, found, here = game.decision.side, set[int](), game.fork()
    bot = make_bot("doctrine", game.scenario, side, 1)
    while game.decision is not None and game.decision.kind == "move" and game.decision.side == side:
        action = bot.choose(game.view(side))[0]
        game.apply(action)
        if isinstance(action, Done):
            return found, here
        assert isinstance(action, MoveUnit)
        found.add(action.piece)
        if action.piece != kept:
            here.apply(action)
    raise AssertionError("the phase did not end")


def test_why_not_stay_is_answered_with_what_the_unit_would_face_there() -> None:
    """Odds and places are those of the very game in which everybody else marches and only this unit stays."""
    every = [game for game in moments(SLUGS[0]) if game.decision and game.decision.kind == "move"]
    game = next(game for game in every if game.state.turn > 1)
    assert game.decision is not None
    side, view = game.decision.side, game.view(game.decision.side)
    bot, seen = make_bot("doctrine", game.scenario, side, 1), 0
    told: set[str] = set()
    for piece in {action.piece for action in game.options() if isinstance(action, MoveUnit)}:
        home = game.state.cell[piece]
        answer = bot.explain_not(view, MoveUnit(piece, (home,)))
        marched, here = march(game.fork(), piece)
        assert (answer == "It would do just that.") is (piece not in marched)
        if piece in marched:
            look = Assessment(here.table, side)
            threat = float(look.danger(here.table.occupied(side), zone(here.table, side)).threat[home])
            stands = sum(here.table.face(each).defence for each in here.table.stack(home))
            if threat:
                assert f"bring {tenths(threat)} against {tenths(stands)} " in answer
                seen += 1
            else:
                assert "Nobody can attack" in answer or "nobody can attack" in answer
            holds_true(here, side, piece, answer)
            told |= {word for word in ("it is", "could not attack", "walk into") if word in answer}
    assert seen >= 3 and told == {"it is", "could not attack", "walk into"}


def holds_true(here: Game, side: int, piece: int, answer: str) -> None:
    """What is said of the way, of an attack and of open places is so where the unit has stayed."""
    home, unit, board = here.state.cell[piece], here.table.unit(piece), here.setting.board
    raided = Assessment(here.table, side).danger(here.table.occupied(side), zone(here.table, side)).raided
    if way := re.search(r"it is ([\d.]+) movement points? to .*?\(?(\d{4})\)?\.", answer):
        ticks = ground_of(here.setting).way_to((board.cell(way[2]),), unit.move_class, here.state.turn)[home]
        assert float(way[1]) * TICKS == ticks
    if target := re.search(r"could not attack .*?\(?(\d{4})\)?\.", answer):
        cell = board.cell(target[1])
        assert here.table.holder(cell) == 1 - side and cell not in here.setting.neighbours[home]
    if places := re.search(r"could then walk into (.*)\.", answer):
        cells = [board.cell(one) for one in re.findall(r"\d{4}", places[1])]
        assert cells and all(raided[cell] and not here.table.stack(cell) for cell in cells)


@pytest.mark.parametrize("slug", SLUGS)
def test_staying_is_no_move_of_a_unit_that_cannot_move(slug: str) -> None:
    """Who has marched already, or is the enemy's, hears what the rules say."""
    game = next(game for game in moments(slug) if game.decision and game.decision.kind == "move").fork()
    assert game.decision is not None
    view = game.view(game.decision.side)
    bot = make_bot("doctrine", game.scenario, game.decision.side, 1)
    foe = next(iter(view.pieces(1 - game.decision.side)))
    action = MoveUnit(foe, (game.state.cell[foe],))
    assert bot.explain_not(view, action) == view.judge(action).why


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_bot_does_next_is_just_what_it_would_do(slug: str, name: str) -> None:
    """And asking about it changes nothing: a bot that was asked goes on as one that was not."""
    for game in moments(slug):
        assert game.decision is not None
        view = game.view(game.decision.side)
        asked, other = (make_bot(brisk(name), game.scenario, game.decision.side, 1) for _ in range(2))
        for action in list(game.options())[:2]:
            asked.explain_not(view, action)
        choice, _ = asked.choose(view)
        assert choice == other.choose(view)[0]
        if name == "doctrine":
            assert other.explain_not(view, choice) == "It would do just that."


def test_nobody_explains_a_game_that_is_over() -> None:
    game = random_game("arduous-beginning", 1)
    for name in BOTS:
        assert make_bot(brisk(name), game.scenario, 0, 1).explain_not(game.view(0), Done()) == "The game is over."
