"""Formations braced for the enemy's answer, the last turn of a game, and what a plan names."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import pytest

from engine.bots import make_bot
from engine.bots.bot import Bot
from engine.bots.rule import Weighted
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import bastions, favoured, reserved
from engine.bots.staff.finale import Finale
from engine.bots.staff.plan import Book
from engine.bots.staff.player import StaffBot
from engine.bots.staff.rules import Bastion, Drive, MobileReserve
from engine.ids import Cell
from engine.lab.match import bot_seed
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.state.actions import Done, MoveUnit, PlaceUnit
from engine.state.events import PhaseBegan, UnitMoved
from tests.kit.doctrine import doctrine
from tests.kit.players import setting_for

AB = setting_for("arduous-beginning")
BRACED = {"campaign": {"fear": 1.0}, "hold": {"weight": 6, "early": 1.0}, "brace": {}}
SEEDS = range(4)


def field(pieces: dict[str, str], turn: int, phase: str, control: dict[str, str] | None = None) -> Game:
    """Pieces by key and cell; a mechanised corps is given with who it turns out to be, as `2305 6th-mech`."""
    spots = {key: Spot(*cell.split(" ")[:1], revealed="".join(cell.split(" ")[1:])) for key, cell in pieces.items()}
    return arrange(AB, Position(spots, turn=turn, phase=phase, control=control or {}), 1)


@lru_cache(maxsize=8)
def doctrine_game(seed: int) -> Game:
    game = Game.begin(AB, seed)
    bots: list[Bot] = [make_bot("doctrine", AB.scenario, side, bot_seed(seed, side)) for side in (0, 1)]
    while game.decision is not None:
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    return game


def ends(game: Game, rules: dict[str, dict[str, object]]) -> dict[str, str]:
    """Where the pieces of the side to move stand once its bot is done with the phase."""
    assert game.decision is not None
    side, phase = game.decision.side, game.state.phase
    bot = StaffBot(side, 1, doctrine(rules))
    while game.decision is not None and (game.decision.side, game.state.phase) == (side, phase):
        game.apply(bot.choose(game.view(side))[0])
    keys = game.scenario.pieces
    return {
        keys[piece].key: game.setting.board.label(Cell(game.state.cell[piece])) for piece in game.table.on_map(side)
    }


def test_a_threatened_city_is_not_left_to_whoever_walks_in() -> None:
    game = field({"16th-army": "2306", "24th-army": "2307", "xxiv-pz": "2005"}, 4, "soviet-movement")
    assert "2306" in ends(game, BRACED).values()


def test_without_the_rule_nothing_is_braced() -> None:
    plain = {key: value for key, value in BRACED.items() if key != "brace"}
    game = field({"16th-army": "2306", "24th-army": "2307", "xxiv-pz": "2005"}, 4, "soviet-movement")
    assert game.decision is not None
    bot = StaffBot(1, 1, doctrine(plain))
    _, why = bot.choose(game.view(1))
    assert why["rule"] != "brace"


def test_a_braced_reason_names_the_place_and_both_chances() -> None:
    told = [
        entry.why
        for seed in SEEDS
        for entry in doctrine_game(seed).log
        if entry.why and entry.why.get("rule") == "brace" and entry.action is not None
    ]
    assert len(told) > 10
    for why in told:
        (reason,) = why["reasons"]
        assert "falls to the enemy's best answer in" in reason and ", else in " in reason
        low, high = (int(share) for share in re.findall(r"(\d+)%", reason))
        assert low < high


def test_a_city_that_is_left_open_is_named_with_the_reason() -> None:
    """Minsk (1109) lies before four corps and nobody can come to it; the army at Vyazma stays there."""
    corps = {"xxiv-pz": "0908", "xlvi-pz": "0909", "xlvii-pz": "0910", "lvii-pz": "1007"}
    game = field({"24th-army": "2306", **corps}, 4, "soviet-movement")
    bot = StaffBot(1, 1, doctrine(BRACED))
    action, why = bot.choose(game.view(1))
    while not isinstance(action, Done):
        game.apply(action)
        action, why = bot.choose(game.view(1))
    assert "Minsk (1109) is left open: no unit gets there in time" in why["reasons"]
    assert not any("Vyazma" in reason for reason in why["reasons"])


def test_no_unit_returns_to_its_cell_within_a_turn() -> None:
    marches = 0
    for seed in SEEDS:
        game, left = doctrine_game(seed), {}
        for entry in game.log:
            for event in entry.events:
                if isinstance(event, UnitMoved):
                    assert event.target not in left.get(event.piece, set()), (seed, game.table.name(event.piece))
                    left.setdefault(event.piece, set()).add(event.origin)
                    marches += 1
                elif isinstance(event, PhaseBegan):
                    side = AB.side_of_phase(event)
                    left = {piece: cells for piece, cells in left.items() if game.table.side_of(piece) == side}
    assert marches > 100


def test_set_ups_differ_by_seed() -> None:
    for side in (0, 1):
        found = set()
        for seed in range(8):
            game = Game.begin(AB, seed)
            bots = [make_bot("doctrine", AB.scenario, one, bot_seed(seed, one)) for one in (0, 1)]
            while game.decision is not None and game.state.turn == 0:
                one = game.decision.side
                game.apply(bots[one].choose(game.view(one))[0])
            placed = [entry.action for entry in game.log if isinstance(entry.action, PlaceUnit) and entry.side == side]
            found.add(tuple(sorted((action.piece, action.cell) for action in placed)))
        assert len(found) >= 4, side


@pytest.mark.parametrize(("guard", "taken"), [("1706", False), ("0311", True)])
def test_on_the_last_turn_only_places_that_can_truly_be_reached_are_raided(guard: str, taken: bool) -> None:
    """Vitebsk (1605) lies open three hexes away; a corps on the road stops whoever comes beside it (AB 9.1.2)."""
    held = {place.place: "german" for place in AB.scenario.places if place.kind == "city"}
    game = field({"24th-army": "1906", "xliii": guard}, 7, "soviet-movement", held)
    look = Assessment(game.view(1).table, 1)
    draft = Draft(look, {})
    vitebsk = next(one for one in look.wanted if look.label(one.cell).startswith("Vitebsk"))
    assert look.last and bool(Finale(look, draft.force, draft.can).from_where(vitebsk, 0).any()) == taken
    assert (ends(game, {"campaign": {}, "drive": {}})["24th-army"] == "1605") == taken


def test_a_battle_that_opens_the_way_to_a_place_is_worth_that_place() -> None:
    """Before the fighting of the last turn the corps on the road is what keeps the army out of Vitebsk."""
    held = {place.place: "german" for place in AB.scenario.places if place.kind == "city"}
    game = field({"24th-army": "1806", "xliii": "1706"}, 7, "soviet-special", held)
    look = Assessment(game.view(1).table, 1)
    draft = Draft(look, {})
    finale = Finale(look, draft.force, draft.can)
    (corps,) = {int(cell) for cell in look.theirs.cell}
    assert finale.opened(corps) == 1.0


def test_a_plan_names_bastions_and_objectives() -> None:
    look = Assessment(Game.begin(AB, 1).view(1).table, 1)
    keys = [
        AB.scenario.places[one.place].place for one in bastions(look, Bastion(named=("roslavl", "vyazma"), places=2))
    ]
    assert keys == ["roslavl", "vyazma"]
    german = Assessment(Game.begin(AB, 1).view(0).table, 0)
    cells = favoured(german, Drive(named=("gomel",), favour=3.0))
    assert [german.label(cell) for cell in cells] == ["Gomel (1713)"] and set(cells.values()) == {3.0}


def test_a_reserve_is_the_weakest_that_qualify_and_begins_on_its_turn() -> None:
    mech = {"mech-1": "2305 5th-mech", "mech-2": "2306 6th-mech", "mech-3": "2307 13th-mech"}
    pieces = {**mech, "24th-army": "2406", "xxiv-pz": "1605"}
    for turn, kept in ((2, set()), (4, {"mech-3"})):
        look = Assessment(field(pieces, turn, "soviet-movement").view(1).table, 1)
        draft = Draft(look, {})
        book = Book([Weighted(1.0, MobileReserve(first=3, most=1))])
        rows = {row for row in range(len(draft.force)) if reserved(look, draft, book, row)}
        assert {AB.scenario.pieces[draft.force.groups[row][0]].key for row in rows} == kept


def test_units_held_in_a_zone_still_count_for_the_battles_of_the_turn() -> None:
    """Infantry beside the enemy may not march in the special phase (AB 9.4.2), but may attack afterwards."""
    game = field({"16th-army": "2108", "24th-army": "2306", "liii": "2109"}, 5, "soviet-special")
    draft = Draft(Assessment(game.view(1).table, 1), {})
    held = [row for row in range(len(draft.force)) if not draft.ways[row]]
    assert len(held) == 1 and np.flatnonzero(draft.can[held[0]]).tolist() == [int(draft.force.cell[held[0]])]
    assert isinstance(next(iter(game.options())), MoveUnit)


CITIES = {place.place: "german" for place in AB.scenario.places if place.kind == "city"}
LAST = {"campaign": {"fear": 0.6}, "hold": {"weight": 3}, "brace": {"turns": 1, "final": True}}


def test_on_the_last_turn_one_group_takes_the_post_of_another_that_is_needed_elsewhere() -> None:
    """The army beside Velikie-Luki (1602) storms a lone corps; if the panzers left Vitebsk (1605) the raider walks in.

    Nothing is gained by either move alone: the corps adds nothing to the panzers where they stand.
    """
    pieces = {"xx": "1602", "xxiv-pz": "1605", "xii": "1606", "20th-army": "1601", "mech-1": "2005 17th-mech"}
    posts = {"v": "1305", "vi": "2306", "vii": "2109", "viii": "1609", "liii": "1907"}
    found = ends(field(pieces | posts, 7, "german-special", CITIES), LAST)
    assert found == {"xx": "1602", "xxiv-pz": "1602", "xii": "1605", **posts}


def test_on_the_last_turn_whoever_stands_in_a_place_is_free_to_attack_once_others_come_to_hold_it() -> None:
    """A guard would be chosen for Velikie-Luki (1602) by itself, and tied to it while the panzers come there too."""
    pieces = {"xx": "1602", "xiii": "1305", "xlvi-pz": "1405", "20th-army": "1601"}
    rules = LAST | {"guard": {"turns": 1, "never": [], "stout": 1.0}}
    found = ends(field(pieces, 7, "german-movement", CITIES), rules)
    beside = {AB.board.label(Cell(cell)) for cell in AB.neighbours[AB.board.cell("1601")]}
    assert found["xlvi-pz"] == "1602"
    assert found["xx"] in beside - {"1602"}
