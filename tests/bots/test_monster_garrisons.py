"""The Soviet staff of a front without zones of control: garrisons that stay, stout ones first, and quick figures."""

from __future__ import annotations

from typing import Any

from engine.bots.rule import Weighted
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import goals_of
from engine.bots.staff.force import as_printed, card_of, force_of, ladders, strength
from engine.bots.staff.garrisons import pinned
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Bastion, Hold
from engine.play import Game
from engine.state.actions import PlaceUnit
from tests.kit.guderian import cell
from tests.kit.monster import MUTUAL_SOVIET, SOVIET_MOVE, around, reinforced, stage
from tests.kit.players import setting_for

GARRISON = {f"rd-{number}": "1203" for number in range(1, 6)}
RING = {f"rd-{number}": where for number, where in enumerate(around("1203"), 10)}
PANZERS = {f"pz-{number}": "0903" for number in (1, 3, 4, 6, 7)}
HOLD = Book([Weighted(5.0, Hold(early=1.0, stay=True))])


def seen(pieces: dict[str, Any]) -> Assessment:
    return Assessment(stage(pieces, SOVIET_MOVE, turn=4).view(1).table, 1)


def kept(pieces: dict[str, Any]) -> int:
    """How many of the garrison of Minsk may not leave it."""
    look = seen(pieces)
    draft = Draft(look, {})
    return sum(int(draft.force.cell[row]) == look.board.cell("1203") for row in pinned(look, HOLD, draft.force))


def test_a_garrison_is_not_free_because_others_bar_the_way_who_may_leave_it() -> None:
    assert kept(GARRISON | PANZERS) == 5
    assert kept(GARRISON | RING | PANZERS) == 5, "those around it may march off in the same phase"
    assert kept(GARRISON | RING | {"inf-61": "0101"}) == 0, "nobody can come"


def gatherers(stout: float) -> set[str]:
    """Where those stand who are sent to Minsk: weak divisions beside it, or strong ones two hexes farther off."""
    weak = {f"rd-{number}": ("1303", "1-1") for number in range(1, 5)}
    strong = {f"rd-{number}": ("1504", "4-4") for number in range(5, 9)}
    look = seen(weak | strong | PANZERS)
    draft = Draft(look, {})
    book = Book([Weighted(2.0, Bastion(named=("minsk", "tula"), crowd=4, stout=stout))])
    goals = goals_of(look, draft, book)
    bound = [row for row, one in enumerate(goals.place) if one is not None and one.cell == look.board.cell("1203")]
    return {look.label(int(draft.force.cell[row])) for row in bound}


def test_a_bastion_that_wants_stout_units_takes_them_from_farther_off() -> None:
    assert gatherers(0.0) == {"1303"}
    assert gatherers(3.0) == {"1504"}


def test_a_bastion_named_twice_gathers_twice_as_many() -> None:
    look = seen({f"rd-{number}": "1706" if number < 6 else "1707" for number in range(1, 11)} | PANZERS)
    gathered = []
    for names in (("minsk", "tula"), ("minsk", "minsk", "tula")):
        book = Book([Weighted(2.0, Bastion(named=names, crowd=3))])
        goals = goals_of(look, Draft(look, {}), book)
        gathered.append(sum(one is not None and one.cell == look.board.cell("1203") for one in goals.place))
    assert gathered == [3, 6], "whoever is left over joins Tula, which is nearer"


def test_the_beginners_game_counts_units_as_they_are_printed_and_comes_to_what_the_rules_reckon() -> None:
    game = Game.begin(setting_for("proud-monster"), 1)
    look = Assessment(game.table, 0)
    assert as_printed(game.table)
    for side in (0, 1):
        force = force_of(game.table, look.lie, side, game.table.on_map(side), True)
        for row in range(0, len(force), 7):
            group = force.groups[row]
            attack, defence = (strength(game.table, side, group, attacking) for attacking in (True, False))
            assert (float(force.attack[row]), float(force.defence[row])) == (attack, defence)
            assert force.ladders[row] == ladders(game.table, look.lie, group, defence)
            assert float(force.movement[row]) == float(game.table.allowance(group[0]))
            assert card_of(game.table, look.lie, group[0]).kind == int(force.kind[row])


def test_entries_are_seen_anew_when_a_place_changes_hands() -> None:
    game = stage({"rd-300": "2304"}, MUTUAL_SOVIET, turn=2, setting=reinforced())
    riga = cell(game, "1211")

    def open_() -> bool:
        return any(isinstance(action, PlaceUnit) and action.cell == riga for action in game.options())

    assert open_()
    place = next(number for number, row in enumerate(game.scenario.places) if row.place == "riga")
    game.table.take_control(place, 0)
    assert not open_()
