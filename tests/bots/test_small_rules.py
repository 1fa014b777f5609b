"""Doctrine rules for the small decisions: each alone answers as it says; off, the yardstick answers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots import make_bot
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.buildup import BringOn
from engine.bots.doctrine.orders import Retreats
from engine.play import Game
from engine.play.sandbox import Spot
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    CommitSupport,
    Done,
    FightBattle,
    LoseStep,
    PlaceUnit,
    RestoreStep,
    RetreatUnit,
)
from tests.kit.doctrine import Rules, answer, explains, far, taken
from tests.kit.drill import attack, cell, cells, drill, fight, piece, seed_showing
from tests.kit.players import setting_for

OFF: list[dict[str, Any]] = [{"on": False}, {"weight": 0.0}]

EXCHANGE = seed_showing(("1d6", 4))
ATTACKER_LOSES = seed_showing(("1d6", 1))
RETREAT = seed_showing(("1d6", 6))
"""Seeds whose first die gives these results at even odds."""


def label(game: Game, where: int) -> str:
    return game.setting.board.label(where)  # type: ignore[arg-type]


def yardstick(game: Game, rule: str, row: dict[str, Any]) -> bool:
    """Whether `greedy` answers in the rule's place."""
    return answer(game, {rule: row})[1]["rule"] == "greedy"


# Bring reserves to the threatened sector


@pytest.fixture
def arriving() -> Game:
    """A panzer corps in the north, a turn's march from the one city that is left, in the south."""
    return drill({"xxiv-pz": "0903"}, turn=1, phase="soviet-build-up", control=taken("gomel"))


def test_arrivals_enter_next_to_the_threatened_place(arriving: Game) -> None:
    action, why = answer(arriving, {"arrivals": {}})
    assert isinstance(action, PlaceUnit) and far(arriving, label(arriving, action.cell), "0909") == 1
    assert explains(why, "arrivals") and len(why["rejected"]) == 2


@pytest.mark.parametrize("row", OFF)
def test_arrivals_off_enter_elsewhere(arriving: Game, row: dict[str, Any]) -> None:
    action, _ = answer(arriving, {"arrivals": row})
    assert isinstance(action, PlaceUnit) and far(arriving, label(arriving, action.cell), "0909") > 1
    assert yardstick(arriving, "arrivals", row)


# Spend replacements where they hold ground


@pytest.fixture
def rebuilding() -> Game:
    """A panzer corps that would gain six points lies far away, a corps that would gain three is near Minsk."""
    pieces = {"xxiv-pz": Spot("0201", 1), "v": Spot("0505", 1), "13th-army": "0705"}
    return drill(pieces, turn=5, phase="german-build-up", control=taken("minsk"))


def test_replacements_weigh_strength_against_nearness(rebuilding: Game) -> None:
    strength, _ = answer(rebuilding, {"replacements": {"strength": 1.0, "nearness": 0.0}})
    nearness, why = answer(rebuilding, {"replacements": {"strength": 0.0, "nearness": 1.0}})
    assert strength == RestoreStep(piece(rebuilding, "xxiv-pz"))
    assert nearness == RestoreStep(piece(rebuilding, "v"))
    assert answer(rebuilding, {"replacements": {"strength": 0.2, "nearness": 1.0}})[0] == nearness
    assert answer(rebuilding, {"replacements": {"strength": 0.2, "nearness": 0.2}})[0] == strength
    assert explains(why, "replacements") and why["reasons"][0].startswith("brings 3 strength points back")


@pytest.mark.parametrize("row", OFF)
def test_replacements_off_are_left_to_the_yardstick(rebuilding: Game, row: dict[str, Any]) -> None:
    assert yardstick(rebuilding, "replacements", row)


# Commit support where it changes most


@pytest.fixture
def two_battles() -> Game:
    """A sure battle against a garrison and a doubtful one against an army, both announced."""
    pieces = {"xxiv-pz": "0404", "lvii-pz": "0408", "brest-garrison": "0505", "3rd-army": "0508"}
    game = drill(pieces, phase="german-combat", control=taken("minsk"))
    attack(game, "0505", "xxiv-pz")
    attack(game, "0508", "lvii-pz")
    game.apply(Done())
    return game


def marker(game: Game, target: str, rules: Rules, seed: int = 1) -> CommitSupport:
    """What the bot commits if the battle for a hex comes first."""
    fork = game.fork()
    fork.apply(FightBattle(cell(fork, target)))
    action, _ = answer(fork, rules, seed)
    assert isinstance(action, CommitSupport)
    return action


def test_supports_keep_the_great_marker_for_the_battle_that_it_changes_most(two_battles: Game) -> None:
    great = piece(two_battles, "viii-fk")
    assert marker(two_battles, "0505", {"supports": {}}) != CommitSupport(great)
    assert marker(two_battles, "0508", {"supports": {}}) == CommitSupport(great)
    two_battles.apply(FightBattle(cell(two_battles, "0508")))
    _, why = answer(two_battles, {"supports": {}})
    assert explains(why, "supports") and "changes this battle more" in why["reasons"][0]


def test_supports_commit_nothing_for_too_little(two_battles: Game) -> None:
    assert marker(two_battles, "0508", {"supports": {"least": 20.0}}) == CommitSupport(None)


@pytest.mark.parametrize("row", OFF)
def test_supports_off_spend_the_great_marker_on_a_sure_battle(two_battles: Game, row: dict[str, Any]) -> None:
    great = CommitSupport(piece(two_battles, "viii-fk"))
    assert great in [marker(two_battles, "0505", {"supports": row}, seed) for seed in range(8)]


# Fight the surest battle first


def test_battle_order_begins_with_the_surest(two_battles: Game) -> None:
    for seed in range(8):
        action, why = answer(two_battles, {"battle-order": {}}, seed)
        assert action == FightBattle(cell(two_battles, "0505"))
    assert explains(why, "battle-order") and why["rejected"][0]["action text"] == "fight for 0508"


@pytest.mark.parametrize("row", OFF)
def test_battle_order_off_takes_any_battle_that_shows_something(row: dict[str, Any]) -> None:
    """Three to one and four to one both show something always; only the second always takes the hex."""
    pieces = {"xlvii-pz": "0404", "lvii-pz": "0408", "brest-garrison": "0508", "3rd-army": Spot("0505", 1)}
    pieces |= {"v": "0504"}
    game = drill(pieces, phase="german-combat", control=taken("minsk"))
    attack(game, "0505", "xlvii-pz", "v")
    attack(game, "0508", "lvii-pz")
    game.apply(Done())
    sure = FightBattle(cell(game, "0508"))
    assert {answer(game, {"battle-order": row}, seed)[0] == sure for seed in range(8)} == {True, False}


# Take losses where they hurt least


@pytest.fixture
def attacker_loses() -> Game:
    """An attack that cost a step: a full corps that would lose three points, a reduced one that would lose two."""
    pieces = {"xlii": Spot("0404", 1), "v": "0504", "3rd-army": "0505"}
    game = drill(pieces, phase="german-combat", seed=ATTACKER_LOSES, control=taken("minsk"))
    attack(game, "0505", "xlii", "v")
    game.apply(Done())
    fight(game, "0505")
    assert game.decision is not None and game.decision.kind == "lose"
    return game


@pytest.mark.parametrize(("extra", "loser"), [(0.0, "xlii"), (5.0, "v")])
def test_losses_fall_on_the_cheapest_step_a_last_one_counting_for_more(
    attacker_loses: Game, extra: float, loser: str
) -> None:
    action, why = answer(attacker_loses, {"losses": {"last_step": extra}})
    assert action == LoseStep(piece(attacker_loses, loser))
    assert explains(why, "losses") and len(why["rejected"]) == 1


@pytest.mark.parametrize("row", OFF)
def test_losses_off_fall_on_the_weakest_whatever_a_last_step_is_worth(
    attacker_loses: Game, row: dict[str, Any]
) -> None:
    action, why = answer(attacker_loses, {"losses": row | {"last_step": 5.0}})
    assert action == LoseStep(piece(attacker_loses, "xlii")) and why["rule"] == "greedy"


def test_losses_pay_no_more_than_an_exchange_asks_for() -> None:
    """Four points are owed: the panzer corps has a step of just four, the infantry corps one of three."""
    game = drill({"xxxix-pz": "0404", "v": "0504", "3rd-army": "0505"}, phase="german-combat", seed=EXCHANGE)
    attack(game, "0505", "xxxix-pz", "v")
    game.apply(Done())
    fight(game, "0505")
    assert game.decision is not None and "at least 4" in game.decision.prompt
    assert answer(game, {"losses": {}})[0] == LoseStep(piece(game, "xxxix-pz"))
    assert answer(game, {"losses": {"on": False}})[0] == LoseStep(piece(game, "v"))


# Choose retreats with care


@pytest.fixture
def beaten() -> Game:
    """An army must retreat two hexes; the one city that its side holds lies in the south-east."""
    game = drill({"xxiv-pz": "0504", "3rd-army": "0505"}, phase="german-combat", seed=RETREAT, control=taken("gomel"))
    attack(game, "0505", "xxiv-pz")
    game.apply(Done())
    fight(game, "0505")
    assert game.decision is not None and game.decision.kind == "retreat"
    return game


def test_retreats_drive_the_enemy_away_from_his_places(beaten: Game) -> None:
    action, why = answer(beaten, {"retreats": {}})
    assert isinstance(action, RetreatUnit)
    ways = [
        far(beaten, label(beaten, option.path[-1]), "0909")
        for option in beaten.options()
        if isinstance(option, RetreatUnit)
    ]
    assert min(ways) < far(beaten, label(beaten, action.path[-1]), "0909") == max(ways)
    assert explains(why, "retreats") and "far from the places he holds" in why["reasons"][0]


@pytest.mark.parametrize("row", OFF)
def test_retreats_off_are_left_to_the_yardstick(beaten: Game, row: dict[str, Any]) -> None:
    assert yardstick(beaten, "retreats", row)


def test_retreats_of_our_own_lead_home() -> None:
    game = drill({"xxiv-pz": "0101", "3rd-army": "0505"}, phase="soviet-movement", control=taken("gomel"))
    look, army = Appraisal(game.view(1)), piece(game, "3rd-army")
    home = Retreats().score(look, RetreatUnit(army, cells(game, "0605", "0706")))
    away = Retreats().score(look, RetreatUnit(army, cells(game, "0404", "0303")))
    assert home > away


# Advance after combat


def beaten_at(target: str, start: str) -> Game:
    """A garrison has been destroyed; a panzer corps may advance into its hex."""
    pieces = {"xxiv-pz": start, "brest-garrison": target}
    game = drill(pieces, phase="german-combat", seed=RETREAT, control=taken("minsk"))
    attack(game, target, "xxiv-pz")
    game.apply(Done())
    fight(game, target)
    assert game.decision is not None and game.decision.kind == "advance"
    return game


@pytest.mark.parametrize(
    ("start", "target"),
    [
        pytest.param("0604", "0705", id="into the place itself"),
        pytest.param("0404", "0504", id="nearer to it"),
    ],
)
def test_advances_go_where_something_is_won(start: str, target: str) -> None:
    game = beaten_at(target, start)
    action, why = answer(game, {"advances": {}})
    assert action == AdvanceUnit(piece(game, "xxiv-pz")) and explains(why, "advances")


def test_advances_stay_where_nothing_is_won_unless_they_are_keen() -> None:
    game = beaten_at("0704", "0804")
    action, why = answer(game, {"advances": {}})
    assert action == AdvanceUnit(None) and explains(why, "advances")
    assert answer(game, {"advances": {"keen": True}})[0] == AdvanceUnit(piece(game, "xxiv-pz"))


@pytest.mark.parametrize("row", OFF)
def test_advances_off_always_go(row: dict[str, Any]) -> None:
    game = beaten_at("0704", "0804")
    assert answer(game, {"advances": row})[0] == AdvanceUnit(piece(game, "xxiv-pz"))


def test_arrivals_say_something_of_everything_that_can_be_done_with_them() -> None:
    """To bring nobody on is such a thing: it was once the second best, and had no words."""
    game, seen = Game.begin(setting_for("childs-barbarossa"), 1), set[type[AnyAction]]()
    bots = [make_bot("greedy", game.scenario, side, 1) for side in (0, 1)]
    while game.decision is not None and not seen:
        view = game.view(game.decision.side)
        if game.decision.kind == "arrive":
            look = Appraisal(view)
            for action in view.options():
                seen.add(type(action))
                assert 0.0 <= BringOn().score(look, action) <= 1.0 and BringOn().say(look, action)
        game.apply(bots[game.decision.side].choose(view)[0])
    assert seen == {PlaceUnit, Done}
