"""Planning a phase where moving is fighting: blow by blow while one is worth it, then every unit to its post."""

from __future__ import annotations

from random import Random

import numpy as np

from engine.bots.bot import Choice, Rejected, Why
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.by_value import ByValue, reach_of
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.force import force_of
from engine.bots.doctrine.moves import MovePlan, spread_out
from engine.bots.doctrine.rule import FieldRule
from engine.bots.doctrine.strikes import Blow, StrikeBlows, unmoved
from engine.bots.rule import Weighted
from engine.bots.words import outbid
from engine.rules.garrison import bound
from engine.state.actions import MoveUnit

LOTS = 0.02
"""How much the lot may add to what the rules say."""


def next_blow(look: Appraisal, rules: list[Weighted]) -> Choice | None:
    """The next move that takes something or prepares to, or None when none is worth it."""
    rule = next((one.rule for one in rules if isinstance(one.rule, StrikeBlows)), None)
    if rule is None:
        return None
    draft, ends = drafted(look)
    if not len(draft.pieces):
        return None
    blows = rule.ranked(look, draft, ends)
    return _choice(look, draft, rule, blows) if blows else None


def drafted(look: Appraisal) -> tuple[FirstDraft, np.typing.NDArray[np.uint8]]:
    """The units that may still move, and where each of them can get to."""
    pieces = [piece for piece in unmoved(look) if not bound(look.table, piece)]
    force = force_of(look.view, look.lie, look.side, pieces)
    ends = reach_of(look, force, look.side, look.view.state.phase, look.turn, look.enemy)
    own = ends.copy()
    own[np.arange(len(force)), force.cell] = 1
    return FirstDraft(look, force.pieces, ByValue(own)), ends


def _choice(look: Appraisal, draft: FirstDraft, rule: StrikeBlows, blows: list[Blow]) -> Choice | None:
    blow = blows[0]
    piece = draft.pieces[blow.row]
    for ways in look.view.reach(piece):
        if blow.cell in set(ways.cells()):
            others = [_rejected(look, draft, other, blow) for other in blows[1:3]]
            expects = "more than by any other blow at hand"
            why = Why(rule=rule.key, goal=rule.goal, expects=expects, reasons=[blow.why], rejected=others)
            return MoveUnit(piece, ways.path(blow.cell)), why
    return None


def _rejected(look: Appraisal, draft: FirstDraft, other: Blow, blow: Blow) -> Rejected:
    text = f"move {look.table.full_name(draft.pieces[other.row])} to {look.label(other.cell)}"
    why = outbid(other.score, blow.score, "enemy unit")
    return Rejected({"action text": text, "score": round(other.score, 2), "why": why})


def plan_posts(look: Appraisal, rules: list[Weighted], dice: Random) -> MovePlan:
    """Where every unit goes that strikes no blow; where nothing is rolled, lots keep games from being all alike."""
    draft, _ = drafted(look)
    plan = MovePlan()
    if len(draft.pieces):
        lots = 1 + LOTS * np.random.default_rng(dice.getrandbits(64)).random(draft.can.shape)
        spread_out(look, draft, [one for one in rules if isinstance(one.rule, FieldRule)], plan, lots)
    return plan
