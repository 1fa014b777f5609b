"""Pools on the same dice: a face-down piece is the same counter in every version, and each as likely as the next."""

from __future__ import annotations

from collections import Counter

from engine.lab.coupling import CoupledGame, CoupledTable
from engine.state.events import DieRolled
from tests.kit.players import setting_for

SLUG = "arduous-beginning"


def new_table(seed: int) -> CoupledTable:
    """The table of a game that has not begun."""
    table = CoupledGame(setting_for(SLUG), seed).table
    assert isinstance(table, CoupledTable)
    return table


def pool_pieces(table: CoupledTable) -> list[int]:
    return [number for number, piece in enumerate(table.scenario.pieces) if piece.pool]


def test_a_piece_is_the_same_counter_whoever_is_turned_up_before_it() -> None:
    found = []
    for backwards in (False, True):
        table = new_table(7)
        pieces = pool_pieces(table)
        for piece in reversed(pieces) if backwards else pieces:
            table.reveal(piece)
        found.append([table.state.counter[piece] for piece in pieces])
    assert found[0] == found[1] and len(set(found[0])) == len(found[0]) == 10
    other = new_table(8)
    for piece in pool_pieces(other):
        other.reveal(piece)
    assert [other.state.counter[piece] for piece in pool_pieces(other)] != found[0]


def test_the_log_says_which_of_those_that_were_left_was_drawn() -> None:
    table = new_table(7)
    first, second = pool_pieces(table)[:2]
    table.reveal(first)
    left = [counter for counter, _ in table.pool_of(second)]
    table.reveal(second)
    roll = [event for event in table.events if isinstance(event, DieRolled)][-1]
    assert (roll.dice, roll.why) == ("1d9", "draw from the pool of 9") and roll.number == 1
    assert left[roll.total - 1] == table.state.counter[second]


def test_whose_counter_is_gone_draws_from_the_rest() -> None:
    table = new_table(7)
    piece = pool_pieces(table)[0]
    members = [counter for counter, _ in table.pool_of(piece)]
    lot = members[table.draw(piece, members) - 1]
    rest = [counter for counter in members if counter != lot]
    assert table.draw(piece, rest) in range(1, 10)


def test_every_counter_is_as_likely() -> None:
    table = new_table(0)
    first, *_, last = pool_pieces(table)
    drawn: dict[int, Counter[int]] = {first: Counter(), last: Counter()}
    for seed in range(1000):
        table.seed = seed
        table._dealt.clear()
        for piece, counts in drawn.items():
            lot = table._lot(piece)
            assert lot is not None
            counts[lot] += 1
    for counts in drawn.values():
        assert len(counts) == 10
        assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 21.7  # 1 in 100 for nine degrees of freedom
