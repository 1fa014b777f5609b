"""Doctrine: close the front, so that nobody gets past it to what must be held."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.board.kernels import distances
from engine.bots.doctrine.appraisal import TURN, Appraisal
from engine.bots.doctrine.cut import cheapest_line
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.compiled.kinds import Flags, Ints
from engine.records.base import col
from engine.rules.rail_hops import RailHops, net

NEAR, FAR, NEVER = 10, 30, 1 << 20
"""Prices of a cell in the line: one that a unit can reach now, one that none can, one that the enemy holds."""


class CloseFront(FieldRule, frozen=True, kw_only=True):
    """Fills the shortest line between the enemy and our places of value."""

    key: ClassVar[str] = "close-the-front"
    title: ClassVar[str] = "Close the front"
    help: ClassVar[str] = (
        "Looks for the shortest line of cells that parts the enemy's units and centres from the places we must hold, "
        "cells that our units already hold costing nothing, and sends units into its gaps."
    )
    goal: ClassVar[str] = "let nobody through"

    least: Annotated[float, col("Places", "Covers places of at least this value", ge=0, le=100)] = 1.0
    near: Annotated[float, col("Behind it", "Worth of standing close to the line, against in it", ge=0, le=1)] = 0.5

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """One in a gap of the line, less the farther from it."""
        if not look.horizon.enemy_moves:
            return None
        line = self.line(look, draft)
        gaps = np.flatnonzero(line & (draft.held == 0)).astype(np.int32)
        if not len(gaps):
            return None
        way = distances(look.board.net, look.costs[0], gaps, np.zeros(look.board.size, np.uint8))
        found = np.where(way < 0, 0.0, self.near * TURN / (TURN + np.maximum(way, 0)))
        found[gaps] = 1.0
        return np.broadcast_to(found, draft.can.shape)

    def line(self, look: Appraisal, draft: FirstDraft) -> Flags:
        """The cells of the line, as the draft stands."""
        sources, sinks = look.enemy.copy(), np.zeros(look.board.size, np.uint8)
        for one in look.objectives:
            if look.view.state.control[one.place] == look.side:
                sinks[one.cell] = one.worth >= self.least
            elif one.worth > 0:
                sources[one.cell] |= not draft.held[one.cell]
        within = (draft.can * draft.open[:, None]).max(axis=0, initial=0)
        price = np.where(draft.held > 0, 0, np.where(within > 0, NEAR, FAR))
        price = np.where(look.enemy > 0, NEVER, price).astype(np.int32)
        board = look.board
        return cheapest_line(board.net, board.reverse, passable(look), price, sources, sinks)

    def say(self, post: Post) -> str:
        """Whether it stands in the line or behind it."""
        line = self.line(post.look, post.draft)
        where = post.look.label(post.cell)
        return (
            f"closes a gap in the front at {where}" if line[post.cell] else f"stands ready behind the front at {where}"
        )


def passable(look: Appraisal) -> Flags:
    """The directed edges over which units can go, overland or by rail."""
    setting = look.view.setting
    if RailHops.key not in look.view.scenario.mechanisms:
        return np.asarray(look.costs[0] >= 0, np.uint8)
    known = net(setting, look.lie.classes[0], look.turn)
    return setting.kept(("passable", id(known)), lambda: _edges(look, known.overland, known.rail))


def _edges(look: Appraisal, overland: tuple[dict[int, int], ...], rail: tuple[tuple[int, ...], ...]) -> Flags:
    froms: Ints = look.lie.owners.astype(np.int32)
    return np.array(
        [other in overland[cell] or other in rail[cell] for cell, other in zip(froms, look.board.indices, strict=True)],
        np.uint8,
    )
