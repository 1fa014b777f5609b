"""Closing the front: the cheapest line against another library's, and the rule that fills its gaps."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from engine.board import Board
from engine.bots.doctrine.cut import Ints, cheapest_line
from engine.play import Game
from tests.kit.boards import board_rows
from tests.kit.doctrine import ends, explains, far, orders
from tests.kit.drill import drill, drill_rows

GAP = "\n".join("....~....." if row != 2 else ".........." for row in range(9))
"""Water from north to south in column 05, but for 0503."""


def narrows(pieces: dict[str, str]) -> Game:
    """A panzer corps west of the water, every city but Brest east of it."""
    control = {"brest": "german"}
    return drill(pieces | {"xxiv-pz": "0205"}, rows=drill_rows(GAP), phase="soviet-movement", control=control)


def other_price(board: Board, price: Ints, sources: set[int], sinks: set[int]) -> int:
    """What the cheapest line costs by another library."""
    net = nx.DiGraph()
    for cell in range(board.size):
        net.add_edge((cell, "in"), (cell, "out"), capacity=int(price[cell]))
        for edge in range(board.indptr[cell], board.indptr[cell + 1]):
            net.add_edge((cell, "out"), (int(board.indices[edge]), "in"), capacity=10_000)
    for cell in sources:
        net.add_edge("from", (cell, "out"), capacity=10_000)
    for cell in sinks:
        net.add_edge((cell, "out"), "to", capacity=10_000)
    return int(nx.minimum_cut_value(net, "from", "to"))


@pytest.mark.parametrize("seed", range(25))
def test_the_line_parts_both_sides_and_none_is_cheaper(seed: int) -> None:
    chance = random.Random(seed)
    board = Board.from_rows(board_rows("\n".join(["." * 10] * 9)))
    cells = list(range(board.size))
    chance.shuffle(cells)
    sources, sinks = set(cells[:4]), set(cells[4:8])
    price = np.array([chance.choice((0, 1, 10, 30)) for _ in range(board.size)], np.int32)
    flags = [np.array([cell in some for cell in range(board.size)], np.uint8) for some in (sources, sinks)]
    open_ = np.ones(len(board.indices), np.uint8)
    line = cheapest_line(board.net, board.reverse, open_, price, flags[0], flags[1])
    barred = {cell for cell in range(board.size) if line[cell] or price[cell] == 0}
    assert not reached(board, sources, barred) & (sinks - barred)
    assert int(price[line > 0].sum()) == other_price(board, price, sources, sinks)


def reached(board: Board, sources: set[int], barred: set[int]) -> set[int]:
    """Where one can go from the sources without entering a barred cell."""
    seen, edge = set(sources), list(sources)
    while edge:
        cell = edge.pop()
        for number in range(board.indptr[cell], board.indptr[cell + 1]):
            other = int(board.indices[number])
            if other not in seen and other not in barred:
                seen.add(other)
                edge.append(other)
    return seen


def test_close_the_front_fills_the_one_gap() -> None:
    where, why = orders(narrows({"3rd-army": "0704"}), {"close-the-front": {}})["3rd-army"]
    assert where == "0503" == ends(narrows({"3rd-army": "0704"}), {"close-the-front": {"near": 0.0}})["3rd-army"]
    assert explains(why, "close-the-front")
    assert why["reasons"] == ["closes a gap in the front at 0503"]


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}, {"least": 2.0}])
def test_close_the_front_off_or_with_nothing_to_cover_stays(row: dict[str, Any]) -> None:
    assert ends(narrows({"3rd-army": "0704"}), {"close-the-front": row}) == {"3rd-army": "0704"}


def test_close_the_front_sends_no_second_unit_into_a_closed_gap() -> None:
    game = narrows({"3rd-army": "0503", "10th-army": "0704"})
    assert ends(game, {"close-the-front": {}}) == {"3rd-army": "0503", "10th-army": "0704"}


def test_close_the_front_brings_units_up_behind_it_if_that_is_worth_something() -> None:
    game = narrows({"10th-army": "0808"})
    assert ends(game, {"close-the-front": {"near": 0.0}}) == {"10th-army": "0808"}
    where, why = orders(game, {"close-the-front": {"near": 0.5}})["10th-army"]
    assert far(game, where, "0503") == far(game, "0808", "0503") - 4
    assert "stands ready behind the front" in why["reasons"][0]
