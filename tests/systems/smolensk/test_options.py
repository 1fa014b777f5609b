"""Smolensk: what may be chosen before a game (SM 4.1a, 4.2, 4.3, S1, OS 17.1)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.records import Rows
from engine.records.counters import Face
from engine.records.play import MechanismRow, Placement
from engine.scenario import compile_scenario
from engine.scenario.options import choose_options
from engine.state.actions import Done
from engine.systems import setting_of
from engine.systems.smolensk.detachments import Detachments, SendRegiment
from tests.kit.shipped import shipped_rows

CAMPAIGN = "smolensk-campaign"


@lru_cache(maxsize=8)
def with_choice(option: str, choice: str = "on", slug: str = CAMPAIGN) -> Rows:
    """The rows of a scenario with one option chosen."""
    return choose_options(shipped_rows(slug), {option: choice})


def params(rows: Rows, key: str) -> dict[str, object]:
    """The parameters of a mechanism."""
    row = rows.get(MechanismRow, key)
    assert row is not None
    return row.params


@pytest.mark.rule("OS-17.1")
def test_fog_is_off_unless_it_is_chosen_and_then_hides_what_lies_beneath() -> None:
    assert with_choice("fog", "off").get(MechanismRow, "fog-of-war") is None
    rows = shipped_rows("smolensk-third-counteroffensive")
    seen, hidden = (Game.begin(setting_of(compile_scenario(rows, {"fog": choice})), 1) for choice in ("off", "on"))
    for game in (seen, hidden):
        while game.decision is not None and game.decision.kind == "set-up":
            game.apply(next(iter(game.options())))
    large = [
        cell
        for cell, stack in sorted(seen.state.stacks.items())
        if len(stack) > 2 and seen.table.side_of(stack[0]) == 0
    ]
    assert len(large) > 3
    assert all(seen.view(1).table.stack(cell) == seen.table.stack(cell) for cell in large)
    views = {cell: hidden.view(1).table.stack(cell) for cell in large}
    assert all(views[cell][-1] == hidden.table.stack(cell)[-1] for cell in large), "the top unit is what it is"
    assert any(views[cell][:-1] != hidden.table.stack(cell)[:-1] for cell in large), "what lies beneath is not told"
    assert all(hidden.view(0).table.stack(cell) == hidden.table.stack(cell) for cell in large), "but its owner knows"


@pytest.mark.rule("SM-4.1a")
def test_command_limits_may_be_left_out() -> None:
    free = with_choice("operational-limits")
    assert (params(free, "modes")["strat_from"], params(free, "engineers")["not_before"]) == (1, 1)
    assert with_choice("dividing-line").get(MechanismRow, "dividing-line") is None
    assert with_choice("group-supply").get(MechanismRow, "group-supply") is None
    bound = with_choice("fog", "off")
    assert params(bound, "modes")["strat_from"] == 8
    assert bound.get(MechanismRow, "dividing-line") is not None


@pytest.mark.rule("SM-4.2")
def test_house_rules_change_ties_and_last_steps() -> None:
    assert params(with_choice("initiative-ties"), "initiative")["ties"] == "as before"
    worn, usual = with_choice("last-steps").get(Face, "ger-id-7", 3), with_choice("fog").get(Face, "ger-id-7", 3)
    assert worn is not None and usual is not None
    assert (worn.attack, worn.defence) == (5, 10)
    assert (usual.attack, usual.defence) == (10, 10)


@pytest.mark.rule("SM-4.3")
def test_the_motorised_division_may_be_set_up_a_hex_away() -> None:
    rows = with_choice("set-up-wiggle")
    line = rows.get(Placement, "sov-mtr-1-20-inf")
    assert line is not None and line.cell is None
    game = Game.begin(setting_of(compile_scenario(shipped_rows(CAMPAIGN), {"set-up-wiggle": "on"})), 1)
    piece = game.scenario.piece_index["sov-mtr-1-20-inf"]
    while game.decision is not None and not game.options().of(piece):
        game.apply(next(iter(game.options())))
    cells = {game.setting.board.label(action.cell) for action in game.options().of(piece)}  # type: ignore[attr-defined]
    assert "18.17" in cells and 2 <= len(cells) <= 7


def wiggling() -> Game:
    """The campaign with the wiggle, set up, at the question whose regiments go out."""
    game = Game.begin(setting_of(compile_scenario(shipped_rows(CAMPAIGN), {"set-up-wiggle": "on"})), 1)
    while game.decision is not None and game.decision.kind != "detach":
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    assert game.decision is not None and game.scenario.sides[game.decision.side].side == "soviet"
    return game


def sent(game: Game, key: str) -> list[SendRegiment]:
    """Everywhere a division may place a regiment."""
    return [one for one in game.options().of(game.scenario.piece_index[key]) if isinstance(one, SendRegiment)]


@pytest.mark.rule("SM-4.3")
def test_whole_divisions_place_regiments_within_two_hexes_for_a_step_each() -> None:
    game = wiggling()
    grid, piece = game.setting.board.grid, game.scenario.piece_index["sov-rd-73"]
    here = Cell(game.state.cell[piece])
    assert {grid.distance(here, Cell(one.cell)) for one in sent(game, "sov-rd-73")} == {0, 1, 2}
    rule = game.table.mechanism(Detachments)
    advice = [rule.advise(game.table, 1, action) for action in (sent(game, "sov-rd-73")[0], Done())]
    assert [each and each[0] for each in advice] == [0.0, 1.0], "a division that is whole holds better"
    far = next(Cell(cell) for cell in range(grid.size) if grid.distance(here, Cell(cell)) == 3)
    refused = game.judge(SendRegiment(piece, far))
    assert (refused.legal, refused.case) == (False, "SM-4.3")
    assert sent(game, "sov-rd-55") == [], "a division that has lost a step gives none"
    cell = max(one.cell for one in sent(game, "sov-rd-73"))
    game.apply(SendRegiment(piece, cell))
    regiments = [each for each in game.table.stack(cell) if game.table.unit(each).unit == "sov-brkdwn-ar2"]
    assert regiments and game.state.face[piece] == 1
    assert all(game.state.face[each] == 0 for each in regiments), "regiments come whole"
    assert game.decision is not None and "up to 5 more regiments" in game.decision.prompt
    assert sent(game, "sov-rd-73") == [], "each gives but one"
    left = game.state.agenda[-1]
    assert game.decision is not None and game.decision.kind == "detach"
    game.apply(Done())
    assert game.state.agenda[-1] != left and (game.decision is None or game.decision.kind != "detach"), "no more go out"
    game.undo()
    assert game.state.agenda[-1] == left
    game.undo()
    assert game.state.face[piece] == 0 and not set(regiments) & set(game.table.stack(cell))


@pytest.mark.rule("SM-4.3", "SM-1.8a")
def test_six_divisions_do_so_four_and_two_of_them_by_their_ratings() -> None:
    """Two counters of rating 2 stand on the map already, so that four are left, and two of rating 3."""
    game, given = wiggling(), {"sov-brkdwn-ar2": 0, "sov-brkdwn-ar3": 0}
    while game.decision is not None and game.decision.kind == "detach":
        action = next(iter(game.options()))
        assert isinstance(action, SendRegiment)
        before = set(game.table.on_map(1))
        game.apply(action)
        (new,) = set(game.table.on_map(1)) - before
        given[game.table.unit(new).unit] += 1
    assert given == {"sov-brkdwn-ar2": 4, "sov-brkdwn-ar3": 2}
    plain = Game.begin(setting_of(compile_scenario(shipped_rows(CAMPAIGN))), 1)
    while plain.decision is not None and plain.decision.kind in ("set-up", "detach"):
        assert plain.decision.kind != "detach", "without the option nobody is asked"
        plain.apply(next(iter(plain.options())))


@pytest.mark.rule("SM-S1", "SM-S2")
def test_without_the_counterattack_the_tank_divisions_are_whole() -> None:
    for slug in (CAMPAIGN, "smolensk-short"):
        rows, usual = with_choice("no-counterattack", slug=slug), shipped_rows(slug)
        worn = [line for line in usual.all(Placement) if line.units.units[0].startswith("sov-td-") and line.face]
        assert len(worn) >= 5
        assert all(rows.get(Placement, line.placement).face == 0 for line in worn)  # type: ignore[union-attr]
        assert [draw["count"] for draw in params(rows, "opening")["draws"]] == [2, 2]  # type: ignore[attr-defined]
        assert params(rows, "opening")["slow"] == ""
