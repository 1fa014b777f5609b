"""The level `hard`: playouts decide between plans; they foresee nothing and follow from seed and number alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec
import pytest

from engine.bots import make_bot, plans_of
from engine.bots.candidates import LEANINGS, STRAYS, candidates
from engine.bots.foresight import LARGEST, SIZES, Foresight, foresight_of
from engine.bots.hard import FEW, HardBot, Playing, phase_began
from engine.bots.outlook import outlook
from engine.bots.plans import doctrine_of
from engine.bots.playout import Playout, PlayoutResult, same_past
from engine.bots.registry import BOTS
from engine.errors import StavkaError
from engine.lab.match import bot_seed
from engine.play import Entry, Game
from engine.play.view import View
from engine.records.family import decoder
from engine.state.actions import Done, MoveUnit
from engine.state.events import PhaseBegan
from tests.kit.doctrine import doctrine
from tests.kit.players import setting_for

AB = setting_for("arduous-beginning")
SEED = 5


@lru_cache(maxsize=1)
def late() -> Game:
    """A game of two doctrines at the first march of the last Soviet turn."""
    game = Game.begin(AB, SEED)
    bots = [make_bot("doctrine", AB.scenario, side, bot_seed(SEED, side)) for side in (0, 1)]
    while game.decision is not None and not (game.state.turn == 7 and game.decision.side == 1 and moving(game)):
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    return game


def moving(game: Game) -> bool:
    return game.decision is not None and game.decision.kind == "move"


def hard(playouts: int = 34) -> HardBot:
    bot = make_bot(f"hard:{playouts}", AB.scenario, 1, 3)
    assert isinstance(bot, HardBot) and bot.playouts == playouts
    return bot


@pytest.mark.parametrize("name", ["hard:", "hard:few", "hard:-4", "hard:10000", "greedy:3"])
def test_only_it_is_followed_by_a_number_of_playouts(name: str) -> None:
    with pytest.raises(StavkaError, match=f"{name} is no bot: only hard is followed by a number of playouts"):
        make_bot(name, AB.scenario, 1, 3)


def test_the_larger_a_scenario_the_fewer_playouts_it_makes_unless_told() -> None:
    usual = [*(found.playouts for _, found in SIZES), LARGEST.playouts]
    assert usual == sorted(usual, reverse=True) and usual[-1] >= 2 * FEW, "enough for a choice in every one"
    assert [most for most, _ in SIZES] == sorted(most for most, _ in SIZES)
    small, larger = (foresight_of(setting_for(slug).scenario) for slug in ("arduous-beginning", "childs-barbarossa"))
    assert small.playouts > larger.playouts
    bot = make_bot("hard", AB.scenario, 1, 3)
    assert isinstance(bot, HardBot) and bot.playouts == small.playouts


def test_a_large_game_is_played_out_until_the_same_phase_comes_round_again() -> None:
    assert Foresight(8).horizon(3, 2, 9) == (5, -1), "to the end of the next turn"
    assert LARGEST.horizon(3, 2, 9) == (4, 2)


def test_a_small_game_keeps_its_playouts_for_the_last_turns_and_plays_those_to_the_end() -> None:
    found = Foresight(40, closing=3, early=0.25)
    assert [found.share(40, turn, 7) for turn in (1, 4, 5, 7)] == [10, 10, 40, 40]
    assert [found.horizon(turn, 2, 7) for turn in (4, 5, 7)] == [(6, -1), (8, -1), (8, -1)]
    assert Foresight(8).share(8, 1, 7) == 8
    bot, asked = hard(40), list[Playout]()
    bot.playing = spoken_for(0, asked)
    game = Game.replay(AB, SEED, late().log, first_march())
    bot.choose(game.view(1))
    assert 1 < len(asked) <= 10, "of forty a quarter"


def first_march() -> int:
    """How much of the log lies before the first march of the first Soviet turn."""
    return next(
        number
        for number, entry in enumerate(late().log)
        if entry.side == 1 and isinstance(entry.action, MoveUnit | Done) and phase_began(AB, late().log[:number], 1)
    )


def test_with_too_few_playouts_for_a_choice_it_follows_the_plan_that_it_drew() -> None:
    bot = hard(2 * FEW - 1)
    bot.playing = lambda _view, _trials: pytest.fail("there is nothing to choose from")
    drawn = BOTS["doctrine"](AB.scenario, 1, bot.seed, bot.plans[1][0])
    assert bot.choose(late().view(1)) == drawn.choose(late().view(1))


def test_it_tells_how_far_it_is() -> None:
    bot, told, asked = hard(40), list[tuple[int, int]](), list[Playout]()
    bot.playing, bot.looking = spoken_for(0, asked), lambda done, of: told.append((done, of))
    bot.choose(late().view(1))
    assert told == [(number + 1, 40) for number in range(len(asked))]


def test_an_opening_without_dice_is_thought_out_once_and_comes_to_the_same() -> None:
    game, bot = late(), hard()
    position = phase_began(AB, game.log, 1)
    assert position is not None
    made: list[int] = []
    seat = bot._seat
    bot._seat = lambda side, seed, rows: made.append(seed) or seat(side, seed, rows)  # type: ignore[func-returns-value]
    first, again = ((bot.play_out(game.view(1), bot.trial(position, 2, number))) for number in (0, 1))
    alone = hard()
    assert again == alone.play_out(game.view(1), alone.trial(position, 2, 1))
    assert first.opening == again.opening and made.count(bot.seed + 2) == 1, "who opens it is seated once"


def test_who_is_asked_again_in_the_midst_of_a_phase_does_not_look_ahead_again() -> None:
    """As when the enemy retreats in its phase: the window then tells it the log anew."""
    game, bot, asked = late(), hard(20), list[Playout]()
    bot.playing = spoken_for(1, asked)
    first = bot.choose(game.view(1))
    looked, entry = len(asked), decoder(Entry)
    told = [entry.decode(msgspec.json.encode(one)) for one in game.log[: game.cursor]]
    assert bot.choose(Game.replay(AB, game.seed, told, len(told)).view(1)) == first
    assert looked and len(asked) == looked
    other = [*told[:-9], msgspec.structs.replace(told[-9], events=()), *told[-8:]]
    assert not same_past(told, other, len(told)) and same_past(told, told, len(told))


def test_it_is_a_bot_like_any_other() -> None:
    assert list(BOTS) == ["random", "greedy", "doctrine", "hard"]


def test_its_plans_are_its_own_first_then_the_others_then_variants() -> None:
    plans = [doctrine_of(AB.scenario.rows, plan) for plan in plans_of(AB.scenario.rows, "soviet")]
    found = candidates(plans[1], plans)
    assert found[0] == plans[1] and found[1:3] == [plans[0], plans[2]]
    leanings, strays = found[3:-STRAYS], found[-STRAYS:]
    assert len(leanings) == len(LEANINGS) and all(rows not in plans for rows in leanings)
    fears = [next(row.params["fear"] for row in rows if row.rule == "campaign") for rows in (found[0], *leanings[:2])]
    assert fears[1] < fears[0] < fears[2]
    assert all(next(row for row in rows if row.rule == "campaign").params["lots"] > 0 for rows in strays)
    assert candidates(None, []) == [()]


def test_a_plan_without_the_rules_that_vary_has_no_such_variants() -> None:
    rows = doctrine({"objectives": {}})
    assert candidates(rows, [rows]) == [rows]


def spoken_for(best: int, asked: list[Playout]) -> Playing:
    """Playouts that all end well for one plan, and that every plan opens differently."""

    def play(_view: View, trials: Sequence[Playout]) -> list[PlayoutResult]:
        asked.extend(trials)
        return [PlayoutResult(float(trial.plan == best), str(trial.plan).encode()) for trial in trials]

    return play


def test_the_plan_whose_playouts_are_worth_most_is_followed() -> None:
    game = late()
    for best in (0, 2, 9):
        bot, asked = hard(60), list[Playout]()
        bot.playing = spoken_for(best, asked)
        wanted = BOTS["doctrine"](AB.scenario, 1, bot.seed + best, bot.plans[1][best])
        assert bot.choose(game.view(1)) == wanted.choose(game.view(1))
        assert len(asked) <= 60


def test_openings_that_fall_behind_are_given_up_half_by_half() -> None:
    bot, asked = hard(120), list[Playout]()
    bot.playing = spoken_for(3, asked)
    bot.choose(late().view(1))
    played = Counter(trial.plan for trial in asked)
    assert played[3] == max(played.values()) > 3 * min(played.values())
    assert sorted(played.values(), reverse=True)[len(played) // 2] < max(played.values()) / 2
    by_dice = {trial.seed: {one.plan for one in asked if one.seed == trial.seed} for trial in asked}
    assert all(3 in plans for plans in by_dice.values()), "who is left meets the same dice"


def test_plans_that_open_alike_are_played_out_once() -> None:
    bot, asked = hard(60), list[Playout]()

    def alike(_view: View, trials: Sequence[Playout]) -> list[PlayoutResult]:
        asked.extend(trials)
        return [PlayoutResult(0.5, b"the same") for _ in trials]

    bot.playing = alike
    bot.choose(late().view(1))
    assert len(asked) == len(bot.plans[1])


def test_the_same_seed_and_number_of_playouts_choose_the_same_whatever_the_dice_will_be() -> None:
    game, chosen = late(), []
    for seed in (1, 2, 2):
        other = Game.replay(AB, seed, game.log[: game.cursor], game.cursor)
        chosen.append(hard().choose(other.view(1)))
    assert chosen[0] == chosen[1] == chosen[2]


def test_a_playout_leaves_the_game_alone() -> None:
    game = late()
    before, length = game.state.copy(), len(game.log)
    hard().choose(game.view(1))
    assert game.state.facts() == before.facts() and len(game.log) == length


def test_a_phase_begins_where_the_log_says_so() -> None:
    game = late()
    position = phase_began(AB, game.log, 1)
    assert position is not None
    began = [event for event in game.log[position - 1].events if isinstance(event, PhaseBegan)]
    assert began[-1].phase == game.state.phase and phase_began(AB, game.log, 0) is None


@pytest.mark.parametrize("side", [0, 1])
def test_the_outlook_of_both_sides_adds_up_to_one(side: int) -> None:
    table = late().table
    assert outlook(table, side) + outlook(table, 1 - side) == pytest.approx(1.0)


def test_without_another_plan_there_is_nothing_to_look_ahead_for() -> None:
    rows = doctrine({"objectives": {}})
    bot = HardBot(
        1,
        3,
        [[rows], [rows]],
        lambda side, seed, given: BOTS["doctrine"](AB.scenario, side, seed, given),
        Foresight(48),
    )
    bot.playing = lambda _view, _trials: pytest.fail("nothing was to be played out")
    assert bot.choose(late().view(1))
