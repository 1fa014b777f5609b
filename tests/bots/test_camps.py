"""Camps: groups that come to harm side by side are kept apart by the staff, whatever they are sent to do."""

from __future__ import annotations

from engine.bots.rule import Weighted
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.camps import NONE, Camps
from engine.bots.staff.draft import Draft
from engine.bots.staff.moves import Planner
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign, Drive
from engine.play import Game
from engine.records.play import MechanismRow
from engine.state.actions import MoveStack, MoveUnit
from engine.systems.smolensk.dividing_line import DividingLine
from tests.kit.smolensk import INFANTRY, RIFLE, cell, ground_rows, shipped, stage

HOTH, HOTH_2, GUDERIAN, GUDERIAN_2 = (
    *("ger-pz-7-i-25-pz", "ger-pz-7-ii-25-pz"),
    *("ger-pz-3-i-6-pz", "ger-pz-3-iii-6-pz"),
)


def two_groups(pieces: dict[str, str], turn: int = 9) -> Game:
    """The training ground with the dividing line of the panzer groups in force."""
    rows = ground_rows()
    rule = next(row for row in shipped().all(MechanismRow) if row.mechanism == "dividing-line")
    rows.put(MechanismRow(mechanism=rule.mechanism, params={**rule.params, "line": "", "cases": {}}))
    return stage(pieces, rows=rows, turn=turn)


def rows_of(draft: Draft, game: Game) -> dict[str, int]:
    """The rows of a draft by the keys of their units."""
    return {game.scenario.pieces[group[0]].key: row for row, group in enumerate(draft.force.groups)}


def ends(game: Game) -> dict[str, int]:
    """Where a plan of driving on leaves everybody."""
    book = Book([Weighted(1.0, Campaign()), Weighted(1.0, Drive(least=100.0))])
    found = {game.scenario.pieces[one].key: game.state.cell[one] for one in game.table.on_map(0)}
    for action, _ in Planner(Assessment(game.table, 0), book, {}).plan().orders:
        if isinstance(action, MoveUnit | MoveStack):
            for one in action.pieces if isinstance(action, MoveStack) else (action.piece,):
                found[game.scenario.pieces[one].key] = action.path[-1]
    return found


def test_whoever_drives_on_the_same_place_keeps_away_from_the_other_group() -> None:
    pieces = {HOTH: "2204", GUDERIAN: "2208", INFANTRY: "1506", RIFLE: "2912"}
    for turn, apart in ((9, True), (13, False)):
        game = two_groups(pieces, turn)
        found = ends(game)
        near = game.setting.neighbours[found[HOTH]]
        assert (found[GUDERIAN] in (found[HOTH], *near)) is not apart, "from 19 August on nobody minds"
        assert found[HOTH] != cell(game, "2204") and found[GUDERIAN] != cell(game, "2208"), "both come nearer"


def test_groups_that_stand_side_by_side_part() -> None:
    game = two_groups({HOTH: "1504", GUDERIAN: "1505", RIFLE: "2912"})
    found = ends(game)
    assert found[GUDERIAN] not in (found[HOTH], *game.setting.neighbours[found[HOTH]])


def test_the_less_promising_of_two_battles_is_not_fought_from_beside_the_other_group() -> None:
    game = two_groups({HOTH: "0504", HOTH_2: "0504", GUDERIAN: "0507", GUDERIAN_2: "0507", INFANTRY: "0509"})
    draft = Draft(Assessment(game.table, 0), {})
    camps, row = Camps(draft), rows_of(draft, game)
    assert camps.camp[row[HOTH]] == camps.camp[row[HOTH_2]] != camps.camp[row[GUDERIAN]]
    assert camps.camp[row[INFANTRY]] == NONE
    north, south, target = (cell(game, label) for label in ("0605", "0606", "0705"))
    first = BattlePlan(target, (row[HOTH], row[INFANTRY]), (north, south), 9.0)
    second = BattlePlan(cell(game, "0706"), (row[GUDERIAN],), (south,), 3.0)
    ((parted, shut),) = camps.parted([first, second])
    assert parted == row[GUDERIAN] and {north, south} <= set(shut)
    assert not camps.parted([first]), "who belongs to neither minds nobody"


def test_who_has_a_post_keeps_the_other_group_off_but_leaves_it_somewhere() -> None:
    game = two_groups({HOTH: "1504", GUDERIAN: "1508", RIFLE: "2912"})
    draft = Draft(Assessment(game.table, 0), {})
    camps, row = Camps(draft), rows_of(draft, game)
    post = cell(game, "1606")
    assert draft.can[row[GUDERIAN], post]
    draft.assign(row[HOTH], post)
    camps.take(row[HOTH], post)
    assert not any(draft.can[row[GUDERIAN], at] for at in (post, *game.setting.neighbours[post]))
    camps.shut([row[GUDERIAN]], list(range(game.setting.board.size)))
    assert draft.can[row[GUDERIAN]].any()


def test_groups_are_apart_to_the_end_of_the_last_turn_of_their_line() -> None:
    for turn, apart in ((11, True), (12, True), (13, False)):
        game = two_groups({HOTH: "2204", GUDERIAN: "2208", RIFLE: "2912"}, turn)
        rule, hoth = game.table.mechanism(DividingLine), game.scenario.piece_index[HOTH]
        assert [bool(group) for group in rule.estranged(game.table)] == [True, True][: 2 * apart], turn
        assert (rule.shunned(game.table, hoth) is None) is not apart
