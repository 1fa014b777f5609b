"""What was stumbled over when the first turns of the Smolensk campaign were played by hand."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.retreating import RetreatInteraction
from designer.play.table.interactions.wayfaring import WayInteraction
from designer.play.telling.standing import Goal, goals, how_far, standing_words
from designer.play.view import PlayView
from engine.play.stocked import Stock
from engine.state.actions import Done
from tests.designer.play.conftest import at_rest, cell, piece
from tests.kit.hand import LEFT, Hand

ATTACKERS = ("ger-pz-7-i-25-pz", "ger-pz-7-ii-25-pz", "ger-pz-7-7-inf")


def lines(view: PlayView) -> list[str]:
    """The lines of the list that answers."""
    panel = getattr(view.interaction, "_panel", None)
    assert panel is not None
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def choose(view: PlayView, words: str) -> None:
    """Click the line that has these words in it."""
    panel = getattr(view.interaction, "_panel", None)
    assert panel is not None
    item = next(panel.list.item(row) for row in range(panel.list.count()) if words in panel.list.item(row).text())
    panel.list.scrollToItem(item)
    QTest.mouseClick(panel.list.viewport(), LEFT, pos=panel.list.visualItemRect(item).center())


def fight(view: PlayView) -> None:
    """Attack the division in 18.27 with all there are, up to the first question after the dice."""
    hand, made = Hand(view), view.interaction
    assert isinstance(made, DeclareInteraction)
    hand.click(cell(view, "18.27"))
    for key in ATTACKERS:
        hand.click_line(made.joining, piece(view, key))
    hand.press_end()
    while view.session.my_decision is not None and view.session.my_decision.kind in ("pay", "name"):
        assert view.session.act(next(iter(view.session.game.options())))


FRONT = dict.fromkeys(ATTACKERS, "17.28") | {"sov-rd-153": "18.27"}
FED = Stock("17.28", "axis", 40, group="hoth")


def test_units_that_retreat_one_way_go_by_one_click(lay: Any, qtbot: QtBot) -> None:
    view = lay(FRONT, "first-combat", FED, result="Ao1/Do1")
    fight(view)
    choose(view, "retreats 1 hex")
    at_rest(view, qtbot)
    made, start = view.interaction, cell(view, "17.28")
    assert isinstance(made, RetreatInteraction)
    every = [line for line in lines(view) if line.startswith("All 3 units to ")]
    assert every
    choose(view, every[0])
    where = {view.session.game.state.cell[piece(view, key)] for key in ATTACKERS}
    assert len(where) == 1 and start not in where


def test_victors_advance_by_one_click(lay: Any, qtbot: QtBot) -> None:
    view = lay(FRONT, "first-combat", FED, result="Ae3/DL2o2DG")
    fight(view)
    while (asked := view.session.my_decision) is not None and asked.kind != "advance":
        assert view.session.act(next(iter(view.session.game.options())))
    at_rest(view, qtbot)
    assert isinstance(view.interaction, WayInteraction)
    assert not [line for line in lines(view) if line.startswith("All")], "the button says it"
    QTest.mouseClick(view.interaction.everybody, LEFT)
    assert {view.session.game.state.cell[piece(view, key)] for key in ATTACKERS} == {cell(view, "18.27")}


def test_wagons_that_stand_together_load_together(lay: Any, qtbot: QtBot) -> None:
    wagons = tuple(f"ger-wagon-points+{number}" for number in (3, 4, 5))
    pieces = dict.fromkeys(wagons, "05.27") | {"ger-pz-7-7-inf": "05.27", "sov-rd-153": "30.27"}
    view = lay(pieces, "first-movement", Stock("05.27", "axis", 40, group="hoth"))
    made = view.interaction
    assert isinstance(made, MoveInteraction)
    made.take(tuple(piece(view, key) for key in wagons))
    panel = made.deeds.panel
    said = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert [line for line in said if line.startswith("Load")] == ["Load 4 tokens onto Wagon points, all 3 of them"]
    Hand(view).click_line(panel, said.index("Load 4 tokens onto Wagon points, all 3 of them"))
    carried = [store for store in view.session.game.state.stores if store.on == "piece"]
    assert {store.where for store in carried} == {piece(view, key) for key in wagons}
    view.session.undo()
    assert not [store for store in view.session.game.state.stores if store.on == "piece"], "one undo for all"


def test_hunger_is_told_before_movement_ends(lay: Any) -> None:
    view = lay({"ger-pz-7-7-inf": "40.31", "sov-rd-153": "30.05"}, "first-movement", Stock("40.31", "axis", 9))
    before = view.session.game.cursor
    Hand(view).press_end()
    assert view.session.game.cursor == before
    assert "would have no line of supply and eat 1 token" in view.strip.text()
    Hand(view).press_end()
    assert view.session.game.cursor > before


def test_a_phase_in_which_nobody_may_move_passes_by_itself(lay: Any, qtbot: QtBot) -> None:
    view = lay({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "30.27"}, "first-movement", Stock("17.27", "axis", 9))
    asked = set()
    while view.session.game.state.turn == 1 and (owed := view.session.my_decision) is not None:
        asked.add((owed.kind, view.session.game.scenario.phases[view.session.game.state.phase].phase))
        assert view.session.act(Done() if view.session.game.judge(Done()) else next(iter(view.session.game.options())))
    assert ("move", "second-movement") in asked
    phases = {phase for kind, phase in asked if kind == "move"}
    assert not {one for one in phases if "reaction" in one or "exploitation" in one}, phases


def test_the_target_of_a_mission_stays_in_sight_and_is_not_called_anothers_aircraft(lay: Any, qtbot: QtBot) -> None:
    view = lay({"ger-ju-87b+1": "luftwaffe-box", "ger-pz-7-7-inf": "17.27", "sov-rd-153": "18.27"}, "first-air")
    target = cell(view, "18.27")
    Hand(view).click(target)
    at_rest(view, qtbot)
    made = view.interaction
    assert isinstance(made, PickInteraction) and made.concern == target
    assert view.map.rect().contains(Hand(view).map.position_of(target).toPoint())
    assert "no aircraft of yours" not in view.strip.text()
    Hand(view).click_line(made._panel, piece(view, "ger-ju-87b+1"))
    at_rest(view, qtbot)
    assert lines(view)[0].startswith("Leave Ju 87B out"), "who flies already stands first"
    assert "disorganised" in view.bar.note.text() and "DG" not in view.bar.note.text()


def test_arrivals_with_one_entry_hex_come_at_a_click(lay: Any, qtbot: QtBot) -> None:
    view = lay({"ger-hq-39": "05.27", "sov-rd-153": "30.27"}, "first-reinforcement", turn=2)
    while (owed := view.session.my_decision) is not None and owed.kind != "arrive":
        assert view.session.act(Done() if view.session.game.judge(Done()) else next(iter(view.session.game.options())))
    at_rest(view, qtbot)
    made = view.interaction
    assert isinstance(made, PlaceInteraction)
    sure, button, before = set(made._sure()), made.tray.everybody, view.session.game.cursor
    assert len(sure) > 30 and button.text() == f"Place the {len(sure)} that can come in only one hex"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert all(view.session.game.state.cell[one] >= 0 for one in sure)
    assert not button.isVisible() and made._pieces, "lorries choose where they come"
    view.session.undo()
    assert view.session.game.cursor == before


def test_the_score_says_all_that_is_lacking_for_the_level_that_can_come_now(lay: Any) -> None:
    view = lay({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "30.27"}, "first-movement")
    table = view.session.game.table
    assert standing_words(table).splitlines()[1] == "Soviet: 11 places, 7 needed", "no decision comes before 19 August"
    needs = [goal.needs for level in goals(table) for goal in level if goal.side == 0]
    assert needs == [7, 6], "all seven hexes of the five cities, and six of the eleven"
    table.state.turn = 12
    assert standing_words(table).splitlines()[1] == "Soviet: 11 places, 9 needed"
    assert how_far(Goal(0, 1, 7, "places"), Goal(0, 0, 6, "places")) == "1 of 7 and 0 of 6 places"
    assert how_far(Goal(0, 1, 1, "city"), Goal(0, 0, 6, "places")) == "1 of 1 city and 0 of 6 places"
