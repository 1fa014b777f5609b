"""The staff's rules one by one: what each does when it is on, off, and with other parameters."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.bot import Choice
from engine.bots.staff.answers import lose
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.player import StaffBot, book_of
from engine.bots.staff.rules import Campaign
from engine.play import Game
from engine.rules.laying import LayMarker
from engine.rules.overrun import OverrunStack
from engine.state.actions import DeclareAttack, Done, LoseStep, MoveStack, MoveUnit, PlaceUnit
from tests.kit import guderian as pg
from tests.kit.doctrine import Rules, doctrine, taken
from tests.kit.drill import drill


def bot_with(game: Game, rules: Rules, seed: int = 1) -> StaffBot:
    assert game.decision is not None
    rows = doctrine(rules or {"muster": {}})
    return StaffBot(game.decision.side, seed, rows)


def answer(game: Game, rules: Rules) -> Choice:
    """What the staff does about the decision at hand; the game stays as it is."""
    fork = game.fork()
    assert fork.decision is not None
    return bot_with(fork, rules).choose(fork.view(fork.decision.side))


def played(game: Game, rules: Rules) -> list[Choice]:
    """What it does until the phase is over or the enemy has to decide."""
    fork, found = game.fork(), []
    assert fork.decision is not None
    bot, phase = bot_with(fork, rules), fork.state.phase
    while fork.decision is not None and (fork.decision.side, fork.state.phase) == (bot.side, phase):
        choice = bot.choose(fork.view(bot.side))
        found.append(choice)
        fork.apply(choice[0], dict(choice[1]))
    return found


def ends(game: Game, rules: Rules) -> dict[str, str]:
    """Where every unit that moves comes to stand."""
    found = {}
    for action, _ in played(game, rules):
        if isinstance(action, MoveUnit | MoveStack):
            for piece in action.pieces if isinstance(action, MoveStack) else (action.piece,):
                found[game.scenario.pieces[piece].key] = game.setting.board.label(action.path[-1])  # type: ignore[arg-type]
    return found


def attacked(game: Game, rules: Rules) -> set[str]:
    return {label(game, action.target) for action, _ in played(game, rules) if isinstance(action, DeclareAttack)}


def label(game: Game, cell: int) -> str:
    return game.setting.board.label(cell)  # type: ignore[arg-type]


# On the drill ground of The Arduous Beginning


def test_without_a_rule_that_calls_them_units_stay() -> None:
    game = drill({"xxiv-pz": "0204", "13th-army": "0909"}, phase="german-movement")
    assert ends(game, {"muster": {}}) == {}


def test_drive_sends_units_to_places_and_off_it_does_not() -> None:
    game = drill({"xxiv-pz": "0303", "13th-army": "0909"}, phase="german-movement", control=taken("minsk", "vyazma"))
    assert ends(game, {"drive": {}}).get("xxiv-pz") is not None
    assert ends(game, {"drive": {"on": False}, "guard": {}}) == {}


def test_battles_are_fought_from_the_worth_that_the_plan_sets() -> None:
    pieces = {"xxiv-pz": "0404", "v": "0405", "vii": "0504", "13th-army": "0505"}
    game = drill(pieces, phase="german-combat")
    assert attacked(game, {"campaign": {}}) == {"0505"}
    assert attacked(game, {"campaign": {"least": 50.0}}) == set()
    assert attacked(game, {"campaign": {"on": False}, "drive": {}}) == set()


def test_a_place_in_danger_is_held_by_weight() -> None:
    """An army beside its city holds it where holding counts, and stands where it is where it does not."""
    pieces = {"13th-army": "0605", "xxiv-pz": "0305"}
    game = drill(pieces, turn=6, phase="soviet-movement", control=taken("baranovichi"))
    assert ends(game, {"hold": {"weight": 5.0}, "campaign": {"fear": 0.0}}) == {"13th-army": "0505"}
    assert ends(game, {"hold": {"on": False}, "campaign": {"fear": 0.0}}) == {}


def test_guards_are_left_in_the_last_turns_only() -> None:
    late = drill({"v": "0404", "13th-army": "0705"}, turn=7, phase="german-movement", control=taken("minsk"))
    calm = {"campaign": {"fear": 0.0, "least": 50.0}}
    assert ends(late, {"guard": {"turns": 1, "never": []}, **calm}) == {"v": "0505"}
    assert ends(late, {"guard": {"turns": 0}, **calm}) == {}


# On the training ground of Panzergruppe Guderian


def test_a_division_overruns_where_that_pays_and_not_where_it_does_not() -> None:
    game = pg.stage({**pg.division("7-panzer", "1206"), "r1": ("1506", "1-1")}, "german-initial-movement")
    done = [action for action, _ in played(game, {"sweep": {}})]
    assert any(isinstance(action, OverrunStack) for action in done)
    quiet = [action for action, _ in played(game, {"sweep": {"least": 50.0}})]
    assert not any(isinstance(action, OverrunStack) for action in quiet)


def test_a_division_marches_whole() -> None:
    game = pg.stage({**pg.division("7-panzer", "0406"), "r1": ("3006", "5-5")}, "german-initial-movement")
    moves = [action for action, _ in played(game, {"drive": {}}) if isinstance(action, MoveStack | MoveUnit)]
    assert moves and all(isinstance(action, MoveStack) and len(action.pieces) == 3 for action in moves)


@pytest.mark.parametrize(("price", "buys"), [(1.0, True), (0.5, False)])
def test_units_are_brought_on_up_to_a_price(price: float, buys: bool) -> None:
    game = pg.stage({"r1": ("3004", "3-3")}, "soviet-movement", rows=pg.ground_rows(arrivals=True), die=1)
    while game.decision is not None and game.decision.kind != "buy":
        game.apply(next(iter(game.options())))
    action, why = answer(game, {"enlist": {"price": price}})
    assert isinstance(action, PlaceUnit) == buys and why["rule"] == "enlist"


def test_markers_are_laid_where_the_enemy_comes_by_and_kept_without_the_rule() -> None:
    pieces: dict[str, Any] = {"r1": ("2606", "3-3"), "r2": ("2706", "3-3"), **pg.division("7-panzer", "1206")}
    game = pg.stage(pieces, "german-air-interdiction")
    action, why = answer(game, {"interdict": {}})
    assert isinstance(action, LayMarker) and "would come by" in why["reasons"][0]
    assert answer(game, {"sweep": {}})[0] == Done()


def test_a_leader_stands_where_he_serves_most_and_never_crowds_a_hex() -> None:
    pieces = {"r1": ("3004", "3-3"), "r2": ("3006", "3-3"), "r3": ("3008", "3-3"), "konev": "4006"}
    game = pg.stage({**pieces, **pg.division("7-panzer", "1206")}, "soviet-movement")
    placed = ends(game, {"lead": {}})
    leader = next(key for key in placed if "konev" in key)
    assert abs(int(placed[leader][:2]) - 30) <= 5


@pytest.mark.parametrize(("boost", "joins"), [(4.0, True), (0.0, False)])
def test_a_strong_leader_comes_up_to_an_attack_and_fights_in_it(boost: float, joins: bool) -> None:
    pieces: dict[str, Any] = {"r1": ("3005", "6-8"), "r2": ("3005", "5-5"), "konev": "3406", "5-inf": ("2606", 2)}
    rules: Rules = {"campaign": {}, "lead": {"boost": boost, "fear": 1.0}}
    game = pg.stage(pieces, "soviet-movement", turn=3)
    found = ends(game, rules)
    struck = {found[pg.key_of(name)] for name in ("r1", "r2")}
    assert (found.get("konev") in struck) == joins
    stood: dict[str, Any] = {"r1": ("2605", "6-8"), "r2": ("2605", "5-5"), "konev": "2605", "5-inf": ("2606", 2)}
    fight = pg.stage(stood, "soviet-combat", turn=3)
    committed = {action.piece for action, _ in played(fight, rules) if isinstance(action, DeclareAttack)}
    assert pg.piece(fight, "r1") in committed and (pg.piece(fight, "konev") in committed) == joins


def test_leaders_serve_the_threatened_before_the_rear() -> None:
    rear = {"r1": ("4004", "3-3"), "r2": ("4004", "3-3"), "r3": ("4005", "3-3")}
    front = {"r4": ("2005", "5-5"), "lukin": "3005"}
    game = pg.stage({**rear, **front, **pg.division("7-panzer", "1306")}, "soviet-movement", turn=3)
    assert int(ends(game, {"lead": {}})["lukin"][:2]) > 30
    assert int(ends(game, {"lead": {"rear": 0.0}})["lukin"][:2]) < 30


def test_the_loss_that_gives_points_away_is_spared() -> None:
    """Of a weakened division and a fresh one that was hit with it, the weak one costs less, but for its points."""
    game = pg.stage({"5-inf": "1006", "6-inf": "1006", "r1": ("1106", "3-3")}, "german-combat", turn=3)
    weak = pg.piece(game, "5-inf")
    game.state.face[weak] = 3
    look = Assessment(game.table, 0)
    bare, wise = (book_of(doctrine({"campaign": {"points": points}})) for points in (0.0, 2.0))
    assert forfeit(look, 0, (weak,)) == 5 and forfeit(look, 0, (pg.piece(game, "6-inf"),)) == 5
    action = LoseStep(weak)
    assert lose(look, wise, action)[0] == pytest.approx(lose(look, bare, action)[0] - 10)
    whole = LoseStep(pg.piece(game, "6-inf"))
    assert lose(look, wise, whole)[0] == lose(look, bare, whole)[0]


def test_a_division_that_gives_points_is_a_better_target() -> None:
    game = pg.stage({"r1": ("1205", "3-3"), "5-inf": "1106", "konev": "1506"}, "soviet-combat", turn=3)
    target = pg.cell(game, "1106")
    look = Assessment(game.table, 1)
    bare, keen = (Prospects(look, Campaign(points=points)) for points in (0.0, 1.0))
    assert keen.stakes(target) == tuple(tuple(step + 5.0 for step in ladder) for ladder in bare.stakes(target))
    assert bare.stakes(target) == bare.ladders(target) == keen.ladders(target)
