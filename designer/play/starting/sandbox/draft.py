"""A position being arranged: every step has a name and can be taken back."""

from __future__ import annotations

from dataclasses import replace

from engine.ids import OFF_MAP, Cell
from engine.play.doubts import doubts
from engine.play.sandbox import Position, Spot, lay_out
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.state import ELIMINATED, WITHDRAWN


class PositionDraft:
    """A position with its past and what is doubtful about it; pieces and cells go by their numbers, as at the table."""

    def __init__(self, setting: Setting, position: Position) -> None:
        self.setting = setting
        self._steps: list[tuple[str, Position]] = [("", position)]
        self._at = 0
        self.table = lay_out(setting, position)
        self.doubts = doubts(self.table)

    @property
    def position(self) -> Position:
        """The position as it is arranged now."""
        return self._steps[self._at][1]

    # where pieces are

    def key(self, piece: int) -> str:
        """The key of a piece."""
        return self.setting.scenario.pieces[piece].key

    def name(self, piece: int) -> str:
        """What players call a piece."""
        return self.table.name(piece)

    def off_map(self, side: int) -> list[int]:
        """A side's pieces that are neither on the map nor lost; those that left the game come last."""
        return [*self._at_cell(side, OFF_MAP), *self._at_cell(side, WITHDRAWN)]

    def lost(self, side: int) -> list[int]:
        """A side's pieces that are eliminated."""
        return self._at_cell(side, ELIMINATED)

    def _at_cell(self, side: int, cell: int) -> list[int]:
        at = self.table.state.cell
        return [piece for piece, whose in enumerate(self.setting.side_of) if whose == side and at[piece] == cell]

    def unseen(self, piece: int) -> list[str]:
        """The units that a piece drawn blind may turn out to be."""
        pool = self.setting.scenario.pieces[piece].pool
        members = dict.fromkeys(n for n, _ in self.table.pool_members(pool)) if pool else ()
        return [self.setting.scenario.counters[n].unit.unit for n in members]

    # steps

    def put(self, piece: int, cell: int) -> str:
        """Put a piece into a cell; a sentence says why it cannot be, and is empty if it can."""
        other = [stood for stood in self.table.stack(cell) if stood != piece]
        if other and self.table.side_of(other[0]) != self.table.side_of(piece):
            return f"{self.table.label(cell)} is held by the other side: no rule says what two sides do in one cell."
        if self.table.state.cell[piece] != cell:
            label = self.setting.board.label(Cell(cell))
            spot = self._spot(piece)
            self._place(f"Put {self.name(piece)} into {label}", piece, replace(spot, cell=label))
        return ""

    def take_off(self, piece: int) -> None:
        """Take a piece off the map, or back from the lost."""
        if self.table.state.cell[piece] != OFF_MAP:
            self._place(f"Take {self.name(piece)} off the map", piece, None)

    def lose(self, piece: int) -> None:
        """Count a piece among the lost; one that was never tried turns out to be the first that is left."""
        if self.table.state.cell[piece] != ELIMINATED:
            spot = self._spot(piece)
            drawn = spot.revealed or next(iter(self.unseen(piece)), "")
            pieces = {key: at for key, at in self.position.pieces.items() if key != self.key(piece)}
            lost = self.position.lost | {self.key(piece): drawn}
            self._step(f"Eliminate {self.name(piece)}", replace(self.position, pieces=pieces, lost=lost))

    def flip(self, piece: int) -> None:
        """Turn a piece on the map over: to its next face, and after the last one back to the first, or face down."""
        spot = self.position.pieces.get(self.key(piece))
        if spot is None:
            return
        counter = self.table.state.counter[piece]
        if counter is None:
            self.turn_up(piece, next(iter(self.unseen(piece)), ""))
        elif spot.face + 1 < len(self.setting.scenario.counters[counter].faces):
            self._place(f"Turn {self.name(piece)} over", piece, replace(spot, face=spot.face + 1))
        else:
            self._place(f"Turn {self.name(piece)} over", piece, Spot(spot.cell))

    def turn_up(self, piece: int, unit: str) -> None:
        """Say who a piece drawn blind is; nobody: it lies face down."""
        spot = self.position.pieces.get(self.key(piece))
        if spot is not None and spot.revealed != unit:
            self._place(f"Turn {self.name(piece)} up", piece, Spot(spot.cell, 0, unit))

    def hold(self, place: int, side: int | None) -> None:
        """Give a place to a side, or to nobody."""
        sides, row = self.setting.scenario.sides, self.setting.scenario.places[place]
        if self.table.state.control[place] != side:
            holder = "" if side is None else sides[side].side
            name = f"{row.name} is held by {'nobody' if side is None else sides[side].name}"
            self._step(name, replace(self.position, control=self.position.control | {row.place: holder}))

    def blow(self, zone: int, weather: int) -> None:
        """Give a zone its weather."""
        scenario = self.setting.scenario
        if self.table.state.weather[zone] != weather:
            row, kind = scenario.zones[zone], scenario.weathers[weather]
            skies = self.position.weather | {row.zone: kind.weather}
            self._step(f"{kind.name} in {row.name}", replace(self.position, weather=skies))

    def mark(self, marker: int, label: str) -> str:
        """Lay a marker into a cell, or take it away; a sentence says why it cannot be, and is empty if it can."""
        cell = self.setting.board.names.find(label) if label else None
        if label and cell is None:
            return f"There is no cell or box {label}."
        row, kind = self.setting.scenario.markers[marker], self.setting.scenario.marker_kinds[marker]
        target = "" if cell is None else self.setting.board.label(cell)
        name = f"Lay {kind.name} into {target}" if target else f"Take {kind.name} away"
        self.take_over(name, replace(self.position, markers=self.position.markers | {row.start: target}))
        return ""

    def begin_at(self, turn: int, phase: str) -> None:
        """Set the turn and the phase that play begins with."""
        if (turn, phase) != (self.position.turn, self.position.phase):
            self._step(f"Begin on turn {turn}", replace(self.position, turn=turn, phase=phase))

    def take_over(self, name: str, position: Position) -> None:
        """Go on from another position altogether."""
        if position != self.position:
            self._step(name, position)

    def _spot(self, piece: int) -> Spot:
        key = self.key(piece)
        away = self.position.lost | self.position.gone
        return self.position.pieces.get(key) or Spot("", 0, away.get(key, ""))

    def _place(self, name: str, piece: int, spot: Spot | None) -> None:
        key = self.key(piece)
        pieces = {other: at for other, at in self.position.pieces.items() if other != key}
        if spot is not None:
            pieces[key] = spot
        lost, gone = (
            {other: drawn for other, drawn in away.items() if other != key}
            for away in (self.position.lost, self.position.gone)
        )
        self._step(name, replace(self.position, pieces=pieces, lost=lost, gone=gone))

    def _step(self, name: str, position: Position) -> None:
        table = lay_out(self.setting, position)
        del self._steps[self._at + 1 :]
        self._steps.append((name, position))
        self._at += 1
        self._show(table)

    def _show(self, table: Table) -> None:
        self.table = table
        self.doubts = doubts(table)

    # undo

    @property
    def undo_name(self) -> str:
        """The step that undo would take back; empty: none."""
        return self._steps[self._at][0] if self._at else ""

    @property
    def redo_name(self) -> str:
        """The step that redo would make again; empty: none."""
        return self._steps[self._at + 1][0] if self._at + 1 < len(self._steps) else ""

    def undo(self) -> bool:
        """Take the last step back."""
        return self._go(self._at - 1)

    def redo(self) -> bool:
        """Make the step again that was taken back last."""
        return self._go(self._at + 1)

    def _go(self, step: int) -> bool:
        if not 0 <= step < len(self._steps):
            return False
        self._at = step
        self._show(lay_out(self.setting, self.position))
        return True
