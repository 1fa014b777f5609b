"""Proud Monster in the window: a button that says what it does, and chances that reckon with what lies unseen."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.labels import bare
from designer.play.running.seats import Seat
from designer.play.running.session import PlaySession
from designer.play.table.forecast_panel import ForecastPanel
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.wayfaring import WayInteraction
from designer.play.telling.dispatch import last_of_enemy
from designer.play.view import PlayView
from designer.settings import Settings
from engine.ids import Cell
from engine.play import Game
from engine.records.counters import Face
from engine.rules.air_supply import FLOWN
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.guderian import cell, move, piece, waits
from tests.kit.hand import Hand
from tests.kit.monster import ASSAULT, MOVE, SOVIET_ASSAULT, attack, ground_rows, stage

REFIT = "axis-refit-1"
FIVE = {f"rd-{number}": ("0706", "4-4") for number in range(1, 6)}


@lru_cache(maxsize=1)
def ground() -> Setting:
    """The training ground with three German divisions that defend with 3."""
    rows = ground_rows()
    for unit in ("inf-61", "inf-217", "inf-291"):
        for face in (0, 1):
            rows.put(Face(unit=unit, face=face, attack=4, defence=3, movement=5))
    return setting_of(compile_scenario(rows))


def on_table(game: Game, qtbot: QtBot, *, side: int = 0, seats: tuple[Seat, Seat] = (Seat(), Seat())) -> PlayView:
    """A game between two people, one of whom sits before the window."""
    settings = Settings()
    settings.put("animate", False)
    view = PlayView(PlaySession(game, seats, "Test", ""), settings)
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    view.begin()
    qtbot.waitUntil(lambda: view.session.my_decision is not None and view.session.my_decision.side == side)
    return view


def test_who_may_retreat_is_told_what_it_costs_to_stand(dressed: QApplication, qtbot: QtBot) -> None:
    defenders = {"inf-61": "0606", "inf-217": ("0606", 1), "inf-291": ("0606", 1)}
    game = stage({**FIVE, **defenders}, SOVIET_ASSAULT, setting=ground(), die=3, turn=4)
    attack(game, "0606", *FIVE)
    assert waits(game) == ("german", "yield")
    view = on_table(game, qtbot)
    assert view.bar.ending.words == "Stand and pay 1 loss point"
    Hand(view).finish()
    assert view.session.game.log[-1].side == 0 and waits(view.session.game)[1] != "yield"


def test_the_chances_of_a_battle_reckon_with_those_who_lie_unseen(dressed: QApplication, qtbot: QtBot) -> None:
    beneath = {"inf-1": "0606", "inf-11": "0606", "inf-61": "0606"}
    elsewhere = dict.fromkeys(("inf-21", "inf-217", "inf-291"), "0306")
    game = stage({**FIVE, **beneath, **elsewhere}, SOVIET_ASSAULT, setting=ground(), turn=4)
    view = game.view(1)
    target, force = cell(game, "0606"), [piece(game, key) for key in FIVE]
    seen = view.forecast(target, force)
    panel = ForecastPanel()
    qtbot.addWidget(panel)
    panel.resize(420, 300)
    panel.show_battle(view, target, force)
    told = {part.code: part.chance for part in panel.bar.parts}
    assert seen.unseen == 2 and sum(told.values()) == 1
    assert told != seen.chances, "two units more are not without effect"
    assert bare(panel.odds.text()).endswith("as seen; chances with 2 unseen")
    assert "2 units more lie beneath" in panel.odds.toolTip()
    again = ForecastPanel()
    qtbot.addWidget(again)
    again.show_battle(game.view(1), target, force)
    assert {part.code: part.chance for part in again.bar.parts} == told, "and looking twice tells nothing more"


def test_the_end_of_movement_names_what_the_enemy_would_take_of_a_crowd(dressed: QApplication, qtbot: QtBot) -> None:
    crowd = dict.fromkeys(("inf-1", "inf-11", "inf-21", "inf-61", "inf-217", "inf-291"), "0606")
    view = on_table(stage({**crowd, "rd-1": "1206"}, MOVE, setting=ground()), qtbot)
    game = view.session.game
    before = game.cursor
    Hand(view).press_end()
    assert game.cursor == before, "three divisions were lost here without a word"
    assert "a unit would be lost, and the enemy chooses which." in view.strip.text()
    Hand(view).press_end()
    assert game.cursor > before, "whoever presses again means it"


def assaulting(qtbot: QtBot) -> PlayView:
    """Three German divisions beside a Soviet one, and a fourth beside another."""
    three = dict.fromkeys(("inf-1", "inf-11", "inf-21"), "0606")
    others = {"rd-1": ("0706", "1-1"), "inf-61": "0609", "rd-2": ("0610", "1-1")}
    return on_table(stage({**three, **others}, ASSAULT, setting=ground()), qtbot)


def test_a_battle_is_called_off_at_a_stroke(dressed: QApplication, qtbot: QtBot) -> None:
    view = assaulting(qtbot)
    hand, made = Hand(view), view.interaction
    assert view.bar.ending.words == "No attacks" and isinstance(made, DeclareInteraction)
    hand.click(cell(view.session.game, "0706"))
    QTest.mouseClick(made.everybody, Qt.MouseButton.LeftButton)
    assert len(made.attackers(cell(view.session.game, "0706"))) == 3
    renewed: list[None] = []
    view.session.changed.connect(lambda: renewed.append(None))
    QTest.mouseClick(made.clear, Qt.MouseButton.LeftButton)
    assert made.attackers(cell(view.session.game, "0706")) == ()
    assert len(renewed) == 1, "all is shown anew once, not once for each of them"


def test_after_a_battle_the_button_ends_attacks_and_does_not_deny_them(dressed: QApplication, qtbot: QtBot) -> None:
    view = assaulting(qtbot)
    hand, made = Hand(view), view.interaction
    assert isinstance(made, DeclareInteraction)
    hand.click(cell(view.session.game, "0706"))
    QTest.mouseClick(made.everybody, Qt.MouseButton.LeftButton)
    hand.press_end()
    while waits(view.session.game) != ("german", "declare"):
        hand.press_end()
    assert view.bar.ending.words == "No more attacks"


def circle(at: str, first: int) -> dict[str, tuple[str, str]]:
    """Rifle divisions on all sides of a hex."""
    board = ground().board
    cells = [board.label(Cell(each)) for each in ground().neighbours[board.cell(at)]]
    return {f"rd-{first + number}": (cell, "3-3") for number, cell in enumerate(cells)}


def test_those_without_supply_lead_the_list_of_whom_air_supply_may_feed(dressed: QApplication, qtbot: QtBot) -> None:
    pocket = {"inf-61": "0806", "inf-217": "0806", **circle("0806", 1)}
    fed = dict.fromkeys(("pz-1", "inf-1", "inf-291"), "0306")
    view = on_table(stage({**fed, **pocket}, REFIT, setting=ground(), supply=True), qtbot)
    game, made = view.session.game, view.interaction
    assert waits(game) == ("german", "air-supply") and isinstance(made, PickInteraction)
    two = {piece(game, "inf-61"), piece(game, "inf-217")}
    assert set(made._panel.keys()[:2]) == two and len(made._panel.keys()) == 5
    told = [made._panel.list.item(row).text() for row in range(5)]
    assert all("No line of supply; 1 other unit with it" in each for each in told[:2])
    assert not any("No line of supply" in each for each in told[2:])
    assert "In need: 2 units, first in the list." in view.bar.note.text()
    Hand(view).click_line(made._panel, made._panel.keys()[0])
    assert "In need" not in view.bar.note.text() and "Nobody is in need." in view.bar.note.text()


def test_a_second_pocket_is_fed_without_taking_the_marker_from_the_first(dressed: QApplication, qtbot: QtBot) -> None:
    pockets = {"inf-61": "0806", **circle("0806", 1), "inf-217": "1206", **circle("1206", 11)}
    marks = {FLOWN: {"inf-61": 1}}
    view = on_table(stage(pockets, REFIT, setting=ground(), supply=True, marks=marks), qtbot)
    game, made = view.session.game, view.interaction
    assert isinstance(made, PickInteraction)
    Hand(view).click_line(made._panel, piece(game, "inf-217"))
    assert game.table.bearing(FLOWN) == {piece(game, "inf-61"): 1, piece(game, "inf-217"): 2}


def test_who_may_refit_is_told_what_it_lost_and_what_that_costs(dressed: QApplication, qtbot: QtBot) -> None:
    view = on_table(stage({"pz-1": ("0306", 1), "pz-6": "0306", "rd-1": "1206"}, REFIT, setting=ground()), qtbot)
    game, made = view.session.game, view.interaction
    assert waits(game) == ("german", "refit") and isinstance(made, PickInteraction)
    assert made._panel.keys() == [piece(game, "pz-1")]
    assert "1 step lost; a refit, once in the game, costs it this player turn" in made._panel.list.item(0).text()
    assert view.bar.ending.words == "No more refits"


def test_suggestions_reckon_with_those_who_lie_unseen(dressed: QApplication, qtbot: QtBot) -> None:
    germans = dict.fromkeys(("pz-1", "inf-1", "inf-11", "inf-21"), "0606")
    here = {f"rd-{number}": ("0706", "1-1") for number in range(1, 6)}
    elsewhere = {f"rd-{number}": ("0611", "4-4") for number in range(6, 11)}
    view = on_table(stage({**germans, **here, **elsewhere}, ASSAULT, setting=ground()), qtbot)
    game, hand, made = view.session.game, Hand(view), view.interaction
    qtbot.waitUntil(lambda: view.settled, timeout=30_000)
    assert isinstance(made, DeclareInteraction)
    target = cell(game, "0706")
    assert game.view(0).forecast(target, [piece(game, "pz-1")]).chances == {"0/E": 1}, "as far as is seen one would do"
    hand.click(target)
    QTest.mouseClick(made.suggest, Qt.MouseButton.LeftButton)
    assert len(made.attackers(target)) == 4, "five divisions lie there"


def test_whoever_was_repulsed_on_the_first_turn_is_taken_and_sent_against_the_hex_again(
    dressed: QApplication, qtbot: QtBot
) -> None:
    strong = {"pz-1": "0506", "rd-1": ("0606", "6-7"), "rd-2": ("0606", "5-6")}
    view = on_table(stage(strong, MOVE, setting=ground(), turn=1, die=6), qtbot)
    hand, game = Hand(view), view.session.game
    for _ in range(2):
        qtbot.waitUntil(lambda: view.settled, timeout=30_000)
        hand.take(piece(game, "pz-1"))
        assert view.stage.selected == (piece(game, "pz-1"),)
        assert cell(game, "0606") in view.interaction.lit(view.stage.selected)
        hand.click(cell(game, "0606"))
        assert view.bar.ending.words == "Overrun 0606 with the 1st panzer division"
        before = game.cursor
        hand.press_end()
        assert game.cursor > before
        while waits(game)[1] != "move":
            hand.play()


def test_a_stack_that_can_go_nowhere_together_names_whoever_is_stuck_and_why(
    dressed: QApplication, qtbot: QtBot
) -> None:
    tired = {"pz-1": "0306", "pz-6": ("0306", 2), "rd-1": "1801"}
    view = on_table(stage(tired, MOVE, setting=ground(), turn=2), qtbot)
    qtbot.waitUntil(lambda: view.settled, timeout=30_000)
    hand, game, goal = Hand(view), view.session.game, cell(view.session.game, "1306")
    QTest.mouseDClick(view.map, Qt.MouseButton.LeftButton, pos=hand.pixel(cell(game, "0306")))
    assert len(view.stage.selected) == 2
    hand.click(goal)
    both = [piece(game, "pz-1"), piece(game, "pz-6")]
    assert [game.state.cell[one] for one in both] == [goal, goal], "ten points are all that the weaker one has"
    hand.click(goal)
    assert "The 6th panzer division can go nowhere. " in view.strip.text()
    assert "movement point" in view.strip.text(), "and why"


def test_the_points_for_places_that_are_held_stand_in_sight_and_in_the_score(
    dressed: QApplication, qtbot: QtBot
) -> None:
    near = {"pz-1": "1103", "rd-1": "2001"}
    view = on_table(stage(near, MOVE, setting=ground(), turn=2), qtbot)
    qtbot.waitUntil(lambda: view.settled, timeout=30_000)
    game, minsk = view.session.game, cell(view.session.game, "1203")
    worth = next(place.value for place in game.scenario.places if place.cell == "1203")
    assert worth and view.standing.text().startswith("Axis: 0 of ")
    hand = Hand(view)
    hand.take(piece(game, "pz-1"))
    hand.click(minsk)
    assert game.state.cell[piece(game, "pz-1")] == minsk
    assert view.standing.text().startswith(f"Axis: {worth:g} of ")
    view.score.work_out()
    item = view.score.table.item(1, 0)
    assert not view.score.table.isRowHidden(1) and item is not None and item.text() == f"{worth:g}"


def test_the_enemys_turn_is_told_before_a_pause_is_asked_for(dressed: QApplication, qtbot: QtBot) -> None:
    ready = {"pz-1": "0306", "rd-1": ("1206", "3-3"), "rd-2": ("1206", "3-3")}
    game = stage(ready, "soviet-movement-2", turn=2, options={"sections": "more"})
    game.apply(move(game, "rd-1", "1306"))
    view = on_table(game, qtbot, side=1)
    while view.session.game.decision is not None and waits(view.session.game)[1] != "pause":
        Hand(view).finish()
        qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
    told = last_of_enemy(view.session.game, 0)
    assert waits(view.session.game) == ("german", "pause") and told is not None
    assert view.session.game.scenario.sides[told.side].side == "soviet"


def test_a_pause_brings_no_second_report_of_the_same_enemy_turn(dressed: QApplication, qtbot: QtBot) -> None:
    ready = {"pz-1": "0306", "rd-1": ("1206", "3-3"), "rd-2": ("1206", "3-3")}
    game = stage(ready, "soviet-movement-2", turn=2, options={"sections": "more"})
    game.apply(move(game, "rd-1", "1306"))
    view = on_table(game, qtbot, seats=(Seat(), Seat("greedy")))
    game = view.session.game
    assert waits(game) == ("german", "pause")
    qtbot.waitUntil(lambda: bool(view.enemy.reports), timeout=30_000)
    told, turn = view.enemy.reports, view.reporting.turn
    assert turn is not None and turn.turn == 2
    while waits(game) != ("german", "move"):
        Hand(view).finish()
        qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
    assert view.enemy.reports is told and view.reporting.turn == turn, "it was read at the pause"
    assert game.log[turn.last].side == 0, "the turn ends with what the enemy did, before the pause is answered"


def test_aircraft_that_move_the_odds_as_well_say_so_in_their_tray(dressed: QApplication, qtbot: QtBot) -> None:
    view = on_table(stage({"inf-61": "0506", "rd-1": "1506"}, "axis-aircraft-1", setting=ground()), qtbot)
    interaction, game = view.interaction, view.session.game
    assert isinstance(interaction, PlaceInteraction)
    told = {key: interaction._words(piece(game, key))[1] for key in ("fk-i", "fk-viii")}
    assert told == {"fk-i": "8 points", "fk-viii": "8 points, 1 column"}


def won(qtbot: QtBot) -> tuple[PlayView, tuple[str, ...]]:
    """Six German divisions in two hexes have cleared a hex, and may advance into it."""
    six = ("inf-61", "inf-217", "inf-291", "inf-1", "inf-11", "inf-21")
    pieces = {key: "0506" if number < 3 else "0607" for number, key in enumerate(six)}
    game = stage({**pieces, "rd-1": ("0606", "1-1"), "rd-2": ("2001", "1-1")}, ASSAULT, setting=ground())
    attack(game, "0606", *six)
    view = on_table(game, qtbot)
    assert isinstance(view.interaction, WayInteraction) and waits(game)[1] == "advance"
    return view, six


def standing(view: PlayView, keys: tuple[str, ...], label: str) -> list[str]:
    """Who of these stands in a hex."""
    game = view.session.game
    return [key for key in keys if game.state.cell[piece(game, key)] == cell(game, label)]


def test_everybody_advances_at_a_stroke_as_far_as_there_is_room(dressed: QApplication, qtbot: QtBot) -> None:
    view, six = won(qtbot)
    button = view.interaction.everybody  # type: ignore[attr-defined]
    assert button.isVisible() and button.text() == "All to 0606"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert standing(view, six, "0606") == list(six[:5]) and waits(view.session.game)[1] != "advance"


def test_a_stack_advances_by_a_double_click_and_the_others_may_still_follow(
    dressed: QApplication, qtbot: QtBot
) -> None:
    view, six = won(qtbot)
    hand = Hand(view)
    hand.click(cell(view.session.game, "0607"))
    QTest.mouseDClick(
        view.map, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, hand.pixel(cell(view.session.game, "0607"))
    )
    assert standing(view, six, "0606") == list(six[3:])
    assert waits(view.session.game) == ("german", "advance")
    assert view.interaction.everybody.isVisible()  # type: ignore[attr-defined]
