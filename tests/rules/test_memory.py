"""What is worked out of a state is kept as long as nothing changes that it hangs on; the log burdens no collector."""

from __future__ import annotations

import gc
import random

from engine.play import Game
from engine.rules.forecast import weigh
from engine.rules.table import Table
from engine.state import State
from engine.state.events import UnitRevealed
from engine.state.tasks import Battle
from tests.kit.players import play_on, setting_for


def test_a_count_that_changes_puts_out_of_date_what_hangs_on_what_was_done() -> None:
    setting = setting_for("arduous-beginning")
    table, asked = Table(setting, State.at_start(setting.scenario), 0), []

    def ask() -> float:
        return table.cached_now("steps", lambda: asked.append(1) or table.count("steps"))  # type: ignore[func-returns-value]

    assert (ask(), ask(), len(asked)) == (0.0, 0.0, 1)
    table.tally("steps", 2)
    assert (ask(), len(asked)) == (2.0, 2)
    table.events[-1].revert(table.state)
    assert (ask(), len(asked)) == (0.0, 3)


def test_a_battle_is_weighed_once_until_somebody_moves() -> None:
    setting = setting_for("arduous-beginning")
    game = Game.begin(setting, 7)
    play_on(game, random.Random(7), 60)
    table = game.table
    mine, theirs = (table.on_map(side)[0] for side in (0, 1))
    battle = Battle(0, table.state.cell[theirs], (mine,), (theirs,))
    first = weigh(table, battle)
    assert weigh(table, battle) is first
    table.state.relocate(mine, table.state.cell[mine])
    assert weigh(table, battle) is not first


def test_nothing_of_the_log_is_looked_through_for_rubbish() -> None:
    game = Game.begin(setting_for("arduous-beginning"), 7)
    play_on(game, random.Random(7), 200)
    parts = [part for entry in game.log for part in (entry, entry.action, *entry.events) if part is not None]
    assert len(parts) > 400
    assert not [part for part in (*parts, *game.state.agenda) if gc.is_tracked(part)]


def test_what_hangs_on_a_ground_is_kept_while_that_is_the_same() -> None:
    table, asked = Game.begin(setting_for("arduous-beginning"), 7).table, list[int]()

    def ask(ground: list[int]) -> int:
        return table.cached_on(ground, "ground", lambda: asked.append(1) or len(asked))  # type: ignore[func-returns-value]

    assert (ask([1, 2]), ask([1, 2])) == (1, 1)
    assert (ask([1, 3]), ask([1, 3])) == (2, 2)
    assert ask([1, 2]) == 3


def test_a_pool_is_looked_through_anew_when_a_unit_of_it_turns_up_and_not_when_one_moves() -> None:
    game = Game.begin(setting_for("arduous-beginning"), 7)
    play_on(game, random.Random(7), 60)
    table, state = game.table, game.state
    piece = next(piece for piece in table.on_map(1) if state.counter[piece] is None)
    before = table.pool_of(piece)
    state.relocate(piece, state.cell[piece])
    assert table.pool_of(piece) is before
    shown, _ = before[0]
    table.do(UnitRevealed(piece, shown))
    pool = table.scenario.pieces[piece].pool
    after = table.pool_members(pool, state.batch[piece])
    assert sorted([*(one for one, _ in after), shown]) == [one for one, _ in before]
