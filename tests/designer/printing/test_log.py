from __future__ import annotations

from random import Random

import pytest

from designer.printing.choices import Choices
from designer.printing.documents import lay_out
from designer.printing.log_sheet import log_document, piles
from designer.printing.material import Material
from designer.printing.pages import MapPart
from engine.errors import StavkaError
from engine.play import Game
from engine.play.debrief import debrief
from engine.play.journal import journal
from tests.kit.paper import measure, off_the_page, shipped, texts
from tests.kit.players import play_on, setting_for


@pytest.fixture(scope="module")
def game() -> Game:
    made = Game.begin(setting_for("arduous-beginning"), 5)
    play_on(made, Random(2), 160)
    return made


def test_every_sentence_of_the_journal_is_printed_in_order(game: Game) -> None:
    made = log_document(Material.of_game(game), game, Choices(), measure)
    said = "".join(texts(made)).replace(" ", "")
    assert off_the_page(made.pages) == []
    at = 0
    for line in journal(game):
        if line.kind != "PhaseBegan":
            at = said.find(line.text.replace(" ", "").split("(")[0][:12], at)
            assert at >= 0, line.text


def test_the_map_shows_every_counter_where_it_stands(game: Game) -> None:
    material = Material.of_game(game)
    made = log_document(material, game, Choices(), measure)
    (view,) = [box.content for box in made.pages[0].of("map")]
    assert isinstance(view, MapPart) and view.piles == piles(material, game)
    shown = {pile.cell: len(pile.counters) for pile in view.piles}
    stacks = {game.setting.board.label(cell): len(stack) for cell, stack in game.state.stacks.items()}  # type: ignore[arg-type]
    assert shown == stacks and sum(shown.values()) > 20


def test_face_down_units_stay_face_down(game: Game) -> None:
    faces = [picture.face for pile in piles(Material.of_game(game), game) for picture in pile.counters]
    unknown = sum(game.state.counter[piece] is None for stack in game.state.stacks.values() for piece in stack)
    assert sum(face is not None and face.untried for face in faces) == unknown > 0


def test_a_log_needs_a_game() -> None:
    with pytest.raises(StavkaError, match="Choose the game"):
        lay_out(shipped(), Choices(what=("log",)), measure)


def test_the_report_counts_losses_luck_and_turning_points(game: Game) -> None:
    made = log_document(Material.of_game(game), game, Choices(), measure)
    said = " ".join(texts(made))
    found = debrief(game)
    assert "Losses, turn by turn" in said
    assert ("The luck of the dice" in said) == bool(found.throws)
    for moment in found.moments:
        assert moment.text.split(" ")[0] in said
    assert off_the_page(made.pages) == []
