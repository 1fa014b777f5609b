"""What the German's first turn costs in clicks: five battles and sixteen moves, by hand and with the staff's help.

The same turn took 69 clicks in the window of the first release; the bounds are what it takes now.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.fighting import FightInteraction, SupportInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.retreating import RetreatInteraction
from designer.play.view import PlayView
from engine.compiled.kernel import KERNELS
from tests.designer.play.conftest import Arrange, cell, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.labour import Labour


def _read(pairs: str) -> dict[str, str]:
    """Units and hexes, as unit:hex."""
    return dict(pair.split(":") for pair in pairs.split())  # type: ignore[misc]


FRONT = _read(
    "xxiv-pz:0414 xlvi-pz:0408 xlvii-pz:0314 xxxix-pz:0213 lvii-pz:0314 v:0309 vi:0414 vii:0307 viii:0213 ix:0308 "
    "xii:0111 xiii:0111 xx:0308 xlii:0309 xliii:0408 liii:0307 3rd-army:0508 4th-army:0514 10th-army:0210 "
    "13th-army:1109 21st-army:1713 22nd-army:1602 brest-garrison:0413 mech-1:1109 mech-2:0811 mech-3:1713 mech-4:0407 "
    "mech-5:0212 mech-6:0313 mech-7:0409"
)
"""The doctrine's set-up of both sides, seed 1; what follows is what it then did."""

BATTLES = {
    "0413": ("xxiv-pz", "lvii-pz"),
    "0409": ("xlvi-pz", "v"),
    "0407": ("xliii", "vii", "ix"),
    "0313": ("xlvii-pz", "xxxix-pz"),
    "0212": ("viii",),
}
SUPPORTED = ("0413", "0313")
PANZERS = {"xxiv-pz": "0812", "xlvi-pz": "1008", "xlvii-pz": "0810", "xxxix-pz": "0714"}
INFANTRY = _read(
    "lvii-pz:0413 xliii:0607 vii:0405 viii:0412 ix:0507 v:0408 xii:0312 xx:0507 liii:0405 vi:0513 xiii:0110 xlii:0408"
)


class Commander(Hand):
    """A player who knows what he wants."""

    def __init__(self, view: PlayView, labour: Labour) -> None:
        super().__init__(view)
        self.labour = labour
        self._fought_for = ""

    def announce(self) -> None:
        """Name every battle and who fights it."""
        for target, keys in BATTLES.items():
            interaction = self.view.interaction
            assert isinstance(interaction, DeclareInteraction)
            self.labour.thoughts += 1
            self.click(cell(self.view, target))
            for key in keys:
                self.click_line(interaction.joining, piece(self.view, key))
        self.finish()

    def fight(self) -> None:
        """Fight what was announced, with support where it was meant, and take the first of what follows."""
        while not isinstance(self.view.interaction, MoveInteraction):
            interaction = self.view.interaction
            self.labour.thoughts += not isinstance(interaction, FightInteraction)
            match interaction:
                case FightInteraction(target=int(target)):
                    self._fought_for = self.view.stage.table.label(target)
                case SupportInteraction() if any(hexes in self._fought_for for hexes in SUPPORTED):
                    self.click_line(interaction.list, interaction.list.keys()[1])
                case RetreatInteraction() | PickInteraction():
                    self.click_line(interaction._panel, interaction._panel.keys()[0])
            if isinstance(interaction, FightInteraction | SupportInteraction):
                self.press_end()
            else:
                self.settle_it()

    def march(self, moves: dict[str, str]) -> list[str]:
        """Move units; who could not go where it was meant to."""
        missed = []
        for key, goal in moves.items():
            self.labour.thoughts += 1
            unit = piece(self.view, key)
            self.take(unit)
            self.click_beside(cell(self.view, goal))
            if self.view.session.game.state.cell[unit] != cell(self.view, goal):
                missed.append(key)
        return missed

    def march_stack(self, *keys: str, to: str) -> None:
        """Take a stack by a double click, and move it."""
        units = [piece(self.view, key) for key in keys]
        at = self.pixel(self.view.session.game.state.cell[units[0]])
        self.labour.thoughts += 1
        self.labour.mouseClick(self.map, LEFT, Qt.KeyboardModifier.NoModifier, at)
        self.labour.mouseDClick(self.map, LEFT, Qt.KeyboardModifier.NoModifier, at)
        assert set(self.view.stage.selected) == set(units)
        self.click_beside(cell(self.view, to))
        assert all(self.view.session.game.state.cell[unit] == cell(self.view, to) for unit in units)


@pytest.fixture
def commander(arrange: Arrange, monkeypatch: pytest.MonkeyPatch) -> Commander:
    view = arrange(FRONT, phase="german-combat", turn=1, seed=1)
    for one in KERNELS:
        one.compile()  # as the program does beside the window, so that no click waits for the compiler
    view.map.grab()  # and the sheet is painted once a game, before the first click
    labour = Labour(view)
    monkeypatch.setattr("tests.kit.hand.QTest", labour)
    return Commander(view, labour)


@pytest.fixture
def victor(commander: Commander) -> Commander:
    """The same when all battles are fought and the moves begin."""
    commander.announce()
    commander.fight()
    return commander


def test_the_staff_plays_the_whole_turn_for_one_key(commander: Commander) -> None:
    commander.labour.thoughts += 1
    commander.labour.keyClick(commander.view.map, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    print(commander.labour)
    state, sides = commander.view.session.game.state, commander.view.session.game.setting.phase_sides
    assert state.turn > 1 or sides[state.phase] == 1, "battles and moves are behind the German"


def test_the_staff_moves_those_whom_the_player_leaves_to_it(victor: Commander) -> None:
    assert not victor.march(PANZERS)
    victor.labour.thoughts += 1
    victor.labour.mouseClick(victor.view.bar.delegate, LEFT)
    victor.finish()
    print(victor.labour)
    assert victor.labour.clicks <= 43


def test_stacks_that_go_the_same_way_are_moved_together(victor: Commander) -> None:
    left = {key: goal for key, goal in INFANTRY.items() if key not in ("ix", "xx", "v", "xlii")}
    victor.march_stack("ix", "xx", to="0507")
    victor.march_stack("v", "xlii", to="0408")
    assert not victor.march({**PANZERS, **left})
    victor.finish()
    print(victor.labour)
    assert victor.labour.clicks <= 65


def test_a_turn_by_hand_takes_no_more_clicks_than_it_must(victor: Commander) -> None:
    assert not victor.march({**PANZERS, **INFANTRY})
    victor.finish()
    print(victor.labour)
    assert victor.labour.clicks <= 67
