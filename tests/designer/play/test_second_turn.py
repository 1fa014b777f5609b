"""What was stumbled over when the campaign's second turn was played by hand: who pays where, who stays, what is cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from designer.play.table.interactions.listing import ListInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.wayfaring import WayInteraction
from designer.play.telling.dispatch import _Account, _gather
from designer.play.view import PlayView
from engine.ids import OFF_MAP
from engine.play.stocked import Stock
from engine.state import ELIMINATED
from engine.state.actions import Done, FightBattle
from engine.state.events import BattleFought, DieRolled, MarkSet, UnitEliminated
from tests.designer.play.conftest import Lay, at_rest, cell, piece
from tests.kit.hand import LEFT, Hand

FAR = {"sov-rd-153": "30.05"}


def rows(view: PlayView) -> list[str]:
    """The lines of the list that answers."""
    panel = getattr(view.interaction, "_panel", None)
    assert panel is not None
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def press(listed: QListWidget, row: int) -> None:
    """Click a line of a list."""
    QTest.mouseClick(listed.viewport(), LEFT, pos=listed.visualItemRect(listed.item(row)).center())


def test_a_second_click_on_the_same_spot_sends_another_aircraft_of_the_same_type(lay: Lay, qtbot: QtBot) -> None:
    planes = {f"ger-ju-87b+{n}": "luftwaffe-box" for n in (1, 2, 3)} | {"ger-do-17z+1": "luftwaffe-box"}
    view = lay({**planes, "ger-pz-7-7-inf": "17.27", "sov-rd-153": "18.27"}, "first-air")
    Hand(view).click(cell(view, "18.27"))
    at_rest(view, qtbot)
    made = view.interaction
    assert isinstance(made, PickInteraction) and view.bar.ending.words == "Call it off"
    assert view.bar.prompt.text().endswith("(nobody yet).")
    row = next(number for number, line in enumerate(rows(view)) if line.startswith("Send Ju 87B"))
    for _ in range(2):
        press(made._panel.list, row)
        at_rest(view, qtbot)
    assert view.bar.prompt.text().endswith("(2 Ju 87B).")
    assert rows(view)[row].startswith("Send Ju 87B") and rows(view)[row + 1].startswith("Leave Ju 87B out")
    assert view.bar.ending.words == "Fly an air barrage of 18.27", "what may come of it is told beside the prompt"


def test_whoever_pays_for_a_defence_is_told_where_and_what_there_is(lay: Lay, qtbot: QtBot) -> None:
    pieces = {"ger-pz-7-7-inf": "17.28", "sov-rd-153": "18.27"}
    stocks = Stock("17.28", "axis", 9, group="hoth"), Stock("18.27", "soviet", 9)
    view = lay(pieces, "first-combat", *stocks)
    Hand(view).click(cell(view, "18.27"))
    Hand(view).click_line(view.interaction.joining, piece(view, "ger-pz-7-7-inf"))  # type: ignore[attr-defined]
    assert view.session.act(FightBattle(cell(view, "18.27")))
    at_rest(view, qtbot)
    made = view.interaction
    assert isinstance(made, ListInteraction) and made.concern == cell(view, "18.27")
    asked = "Pay 2 tokens for the defence in 18.27, or do without: choose the source."
    assert view.bar.prompt.text() == asked and view.bar.ending.words == "Do without"
    assert rows(view) == ["Pay out of the stores in 18.27\n2 SP 1 T"]


def test_hunger_and_disorder_are_told_in_one_breath_with_their_hexes(lay: Lay) -> None:
    tanks = dict.fromkeys(("ger-pz-7-i-25-pz", "ger-pz-17-ii-39-pz"), "22.22")
    view = lay({**tanks, **FAR}, "first-movement")
    Hand(view).press_end()
    said = view.strip.text()
    assert "and 1 other unit in 22.22 would be disorganised." in said
    assert "22.22 would have no line of supply" in said


def test_who_is_disorganised_already_would_stay_so(lay: Lay) -> None:
    tanks = dict.fromkeys(("ger-pz-7-i-25-pz", "ger-pz-17-ii-39-pz"), "22.22")
    marks = {"dg": dict.fromkeys(tanks, 1), "exploit": {"ger-mtr-20-90-inf": 1}}
    pieces = {**tanks, "ger-mtr-20-90-inf": "17.28", "sov-rd-153": "17.29"}
    view = lay(pieces, "first-exploitation-combat", Stock("17.28", "axis", 9, group="hoth"), marks=marks)
    Hand(view).press_end()
    assert "and 1 other unit in 22.22 would stay disorganised." in view.strip.text()


def test_the_end_of_a_hip_shoot_warns_of_no_hunger(lay: Lay, qtbot: QtBot) -> None:
    pieces = {"ger-ju-87b+1": "luftwaffe-box", "ger-pz-7-7-inf": "17.27", "sov-rd-153": "18.27"}
    view = lay(pieces, "first-movement")
    made = view.interaction
    assert isinstance(made, MoveInteraction)
    panel = made.deeds.panel
    said = [panel.list.item(row).text() for row in range(panel.list.count())]
    press(panel.list, said.index("Call aircraft for a hip shoot"))
    at_rest(view, qtbot)
    assert view.bar.ending.words == "Back to the moves"
    Hand(view).press_end()
    assert view.session.my_decision is not None and view.session.my_decision.kind == "move"
    Hand(view).press_end()
    assert "no line of supply" in view.strip.text(), "the end of the movement warns"


def test_of_counters_alike_only_as_many_lie_in_the_tray_as_are_due(lay: Lay, qtbot: QtBot) -> None:
    view = lay({"ger-hq-39": "05.27", **FAR}, "first-reinforcement", turn=2)
    while (owed := view.session.my_decision) is not None and owed.kind != "arrive":
        assert view.session.act(Done() if view.session.game.judge(Done()) else next(iter(view.session.game.options())))
    at_rest(view, qtbot)
    made, index = view.interaction, view.session.game.scenario.pieces
    assert isinstance(made, PlaceInteraction)
    assert len(set(made._pieces)) == len(made._pieces)
    kinds = [index[one].unit.unit for one in made._pieces]
    many = [kinds.count(key) for key in ("ger-arty-grp", "ger-truck-points", "ger-wagon-points")]
    assert many == [4, 5, 3], "four lines of one, one of five and one of three"


def test_a_unit_that_can_go_nowhere_says_what_keeps_it_from_most_of_the_hexes(lay: Lay) -> None:
    view = lay({"ger-pz-7-i-25-pz": "18.26", "sov-rd-153": "18.27"}, "first-movement")
    hand = Hand(view)
    hand.take(piece(view, "ger-pz-7-i-25-pz"))
    QTest.mouseMove(view.map, QPoint(2, 2))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "18.26")))
    assert "can go nowhere. 1 token for fuel cannot be paid" in view.strip.text(), view.strip.text()


def test_the_result_of_a_barrage_tells_its_second_die_and_who_is_disorganised(lay: Lay) -> None:
    view = lay({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "18.27"}, "first-movement")
    guns, target = piece(view, "ger-pz-7-7-inf"), piece(view, "sov-rd-153")
    where, board = cell(view, "18.27"), view.board
    fought = BattleFought(where, (guns,), (target,), 28, 0, "25", (), "25", 10, "1/2", "half")
    came = [
        DieRolled(0, "1d6", (1,), "half result in 18.27"),
        MarkSet("dg", target, None, 1),
        MarkSet("fuelled", guns, None, 1),
    ]
    assert board.aftermath._telling(came, dice=True) == came[:2], "fuel harms nobody"
    assert board.aftermath._telling(came, dice=False) == came[1:2]
    board.result.show_result("18.27", fought, None, None)
    board.result.follow(came[:2], lambda event: type(event).__name__)
    assert board.result.text.text().splitlines()[1:] == ["DieRolled", "MarkSet"]


@pytest.mark.parametrize("beside", [True, False])
def test_harm_that_comes_of_an_advance_is_told_before_it(lay: Lay, qtbot: QtBot, beside: bool) -> None:
    other = {"ger-pz-18-i-18-pz": "18.26" if beside else "14.19"}
    pieces = {"ger-pz-7-7-inf": "17.28", "sov-rd-153": "18.27", **other}
    view = lay(pieces, "first-combat", Stock("17.28", "axis", 9, group="hoth"), result="Ae3/DL2o2DG")
    Hand(view).click(cell(view, "18.27"))
    Hand(view).click_line(view.interaction.joining, piece(view, "ger-pz-7-7-inf"))  # type: ignore[attr-defined]
    Hand(view).press_end()
    while (asked := view.session.my_decision) is not None and asked.kind != "advance":
        assert view.session.act(next(iter(view.session.game.options())))
    at_rest(view, qtbot)
    assert isinstance(view.interaction, WayInteraction)
    assert ("comes to harm here when the phase ends" in rows(view)[0]) == beside


def test_who_is_disorganised_is_not_listed_among_those_who_could_still_move(lay: Lay) -> None:
    units = {"ger-pz-17-17-krd": "15.22", "ger-pz-7-7-inf": "17.27"}
    pieces = {**units, "ger-pz-17-truck": "15.22", **FAR}
    marks = {"dg": {"ger-pz-17-17-krd": 1}, "exploit": dict.fromkeys(units, 1)}
    stocks = Stock("15.22", "axis", 9, group="guderian"), Stock("17.27", "axis", 9, group="hoth")
    view = lay(pieces, "first-exploitation", *stocks, marks=marks)
    assert isinstance(view.interaction, MoveInteraction)
    assert [line.splitlines()[0] for line in rows(view)] == ["7 Rifle Rgt"]


def test_a_battalion_that_was_dead_before_its_division_came_is_no_loss_of_the_turn(lay: Lay) -> None:
    view = lay({"ger-pz-7-7-inf": "17.27", "sov-rd-153": "18.27"}, "first-movement")
    table, account = view.session.game.table, _Account()
    dead, lost = piece(view, "ger-pz-19-iii-27-pz"), piece(view, "ger-pz-7-7-inf")
    gone = [UnitEliminated(dead, OFF_MAP, ELIMINATED, "lost before play began")]
    _gather(account, table, 0, gone)
    assert not account.losses and not account.steps
    _gather(account, table, 0, [UnitEliminated(lost, cell(view, "17.27"), ELIMINATED, "in battle")])
    assert [line.text for line in account.losses[0]] == ["7 Rifle Rgt in 17.27 is eliminated in battle."]
