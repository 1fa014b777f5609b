"""Enemies in the way: who stands on the ways of how many, and what it is worth to drive him off.

A battalion of six points counts twelve: armour attacks twofold in the open.
"""

from __future__ import annotations

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.clearing import in_the_way, worth_driving_off
from engine.bots.staff.player import book_of
from engine.play import Game
from engine.records import Rows
from engine.records.play import Doctrine, HoldsPlaces, Victory
from tests.kit.boards import road
from tests.kit.smolensk import COMBAT, PANZER, PANZER_2, RIFLE, RIFLE_2, WEAK, cell, ground_rows, stage

TOWN = "2803"


def rows() -> Rows:
    """The training ground with a highway to Smolensk, which the Axis is to take."""
    made = ground_rows()
    road(made, *(f"{column:02}03" for column in range(1, 29)), kind="highway")
    made.put(
        Victory(victory="axis", name="Axis", winner="axis", condition=HoldsPlaces(side="axis", places=("smolensk",)))
    )
    return made


def met(game: Game) -> dict[str, float]:
    """By hex, the strength of the Axis in whose way somebody stands."""
    found = in_the_way(Assessment(game.table, 0))
    return {game.setting.board.label(at): strength for at, strength in found.items()}  # type: ignore[arg-type]


def test_who_stands_on_the_way_of_two_battalions_holds_the_strength_of_both_up() -> None:
    pieces = {PANZER: "0503", PANZER_2: "0603", RIFLE: "0903"}
    assert met(stage(pieces, COMBAT, rows=rows())) == {"0903": 24.0}
    assert met(stage({**pieces, RIFLE: "0910"}, COMBAT, rows=rows())) == {}, "he stands beside their way"


def test_only_the_first_on_the_way_counts_and_not_who_holds_its_end() -> None:
    pieces = {PANZER: "0503", RIFLE: "0903", RIFLE_2: "1203", WEAK: TOWN}
    assert met(stage(pieces, COMBAT, rows=rows())) == {"0903": 12.0}
    assert met(stage({PANZER: "2503", WEAK: TOWN}, COMBAT, rows=rows())) == {}


def test_what_it_is_worth_goes_by_the_plan() -> None:
    game = stage({PANZER: "0503", PANZER_2: "0603", RIFLE: "0903"}, COMBAT, rows=rows())
    for share, worth in ((0.25, {cell(game, "0903"): 6.0}), (0.0, {})):
        book = book_of((Doctrine(plan="p", rule="campaign", position=0, params={"clear": share}),))
        assert worth_driving_off(Assessment(game.table, 0), book) == worth
