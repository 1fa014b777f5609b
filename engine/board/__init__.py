"""The map compiled from its rows: terrain, hexsides, links, places, regions and boxes over a grid.

The compiled kernels are in `engine.board.kernels`; numba is loaded when one is first called.
"""

from __future__ import annotations

from engine.board.board import Board
from engine.board.checks import check_board
from engine.board.network import TICKS, edge_costs, path
from engine.board.tec import TecChart, check_tec

__all__ = ["TICKS", "Board", "TecChart", "check_board", "check_tec", "edge_costs", "path"]
