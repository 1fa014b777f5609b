"""A bot's reasons as its enemy reads them: by the names of the sides, for its we is not the reader's."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from designer.play.hearing import in_names
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, on_table, part_of
from tests.designer.play.test_enemy import ARMY, enemy_turn

SPEAKERS_OWN = re.compile(r"\b(we|us|our|ours|he|him|his|enemy|enemies)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (
            "0413 at 3:1: he loses 2 steps, we lose nothing, and the cell is ours in 9% of cases",
            "0413 at 3:1: the Axis side loses 2 steps, the Soviet side loses nothing, "
            "and the cell is the Soviet side's in 9% of cases",
        ),
        (
            "guards Minsk: an enemy could walk in before we move again",
            "guards Minsk: an Axis unit could walk in before the Soviet side moves again",
        ),
        ("3 enemy groups could come up to it", "3 Axis groups could come up to it"),
        ("no enemy can attack it", "no Axis unit can attack it"),
        ("the enemy's best answer takes Brest", "the Axis side's best answer takes Brest"),
        ("make him guard his whole rear", "make the Axis side guard its whole rear"),
        ("enemies could go into our own country", "Axis units could go into the Soviet side's own country"),
        ("what we must hold", "what the Soviet side must hold"),
        ("Raid what he leaves open", "Raid what the Axis side leaves open"),
        ("Our fighter is better", "The Soviet side's fighter is better"),
        ("He 111 flies to Hisarlik", "He 111 flies to Hisarlik"),
    ],
)
def test_words_of_a_side_in_the_names_of_both(said: str, heard: str) -> None:
    assert in_names(said, "Soviet", "Axis") == heard


def pages(view: PlayView) -> list[str]:
    """Every reason that the panel can show, as it is read."""
    found = []
    for row in range(view.reasons.list.count()):
        view.reasons.list.setCurrentRow(row)
        found.append(view.reasons.page.toPlainText())
    return found


@pytest.mark.parametrize("enemy", ["3rd Reich", "Rot\\Weiss", r"\1\g<0>", "+(?P<x>", ""])
def test_a_side_may_be_called_anything(enemy: str) -> None:
    said = "No enemy is near; an enemy corps stands where he left his guns, and the enemy attacks."
    heard = in_names(said, enemy, enemy)
    assert heard.startswith(f"No {enemy} unit is near; ") and heard.endswith(f", and the {enemy} side attacks.")


def test_the_enemys_reasons_name_the_sides_and_ones_own_staff_says_we(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "doctrine"))
    enemy_turn(view, qtbot)
    read = pages(view)
    assert any("German side" in page or "Soviet side" in page for page in read), read
    assert not [page for page in read if SPEAKERS_OWN.search(page)]
    why = {"rule": "guard", "goal": "", "reasons": ["no attack before we move again"]}
    view.reasons.explain("Your staff would: hold", why, 0)
    assert "before we move again" in view.reasons.page.toPlainText()
    view.reasons.explain("Hold", why, 1)
    assert "before the Soviet side moves again" in view.reasons.page.toPlainText()


def test_a_game_taken_up_again_still_says_why(
    arrange: Arrange, qtbot: QtBot, quick: MainWindow, library: Library
) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "greedy"))
    assert not view.reasons.list.isVisible() and not view.reasons.list.count(), "no empty list before a bot has acted"
    enemy_turn(view, qtbot)
    before = [view.reasons.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(view.reasons.list.count())]
    (game,) = library.games()
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.resume(game.id)
    again = on_table(part, qtbot).reasons
    listed = [again.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(again.list.count())]
    assert listed and set(listed) <= set(before), "what the bot did, and nothing else"
    again.list.setCurrentRow(0)
    assert again.page.toPlainText().count("\n") > 1 and "A person decided this" not in again.page.toPlainText()


def test_where_two_bots_play_nobody_is_we(arrange: Arrange) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", "random"))
    heard = view.stage.hears(0)("he could bring 9 against us")
    assert heard == "he could bring 9 against us", "the staff of the one who reads"
    seats = view.session.seats
    view.session.controller.seats = (seats[1], seats[1])
    heard = view.stage.hears(0)("he could bring 9 against us")
    assert heard == "the Soviet side could bring 9 against the German side"
