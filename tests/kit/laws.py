"""What must hold of every game at every moment, whatever its system."""

from __future__ import annotations

from engine.play import Game


def check_table(game: Game) -> None:
    """Stacks agree with the pieces, nobody shares a cell with the enemy, and faces and places are real."""
    state, table = game.state, game.table
    stood: dict[int, list[int]] = {}
    for piece, cell in enumerate(state.cell):
        assert -3 <= cell < game.setting.board.size
        if cell >= 0:
            stood.setdefault(cell, []).append(piece)
    assert stood == state.stacks
    for cell, stack in stood.items():
        assert len({table.side_of(piece) for piece in stack}) == 1, f"both sides stand in {table.label(cell)}"
    for piece, counter in enumerate(state.counter):
        if counter is not None:
            assert 0 <= state.face[piece] < len(game.scenario.counters[counter].faces)
    shown = [
        counter
        for piece, counter in zip(game.scenario.pieces, state.counter, strict=True)
        if piece.pool and counter is not None
    ]
    assert len(shown) == len(set(shown)), "a counter was drawn twice"
    assert all(holder in (None, 0, 1) for holder in state.control)
    assert (game.decision is None) == (state.outcome is not None)
