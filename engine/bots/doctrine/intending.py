"""What a turn is for where moving is fighting, told in three sentences: what is struck, what is taken, what is held."""

from __future__ import annotations

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.hop_moves import drafted
from engine.bots.doctrine.strikes import StrikeBlows
from engine.bots.rule import Weighted
from engine.play.intent import Intent
from engine.scenario.sentences import counted, first_few

NAMED = 3
"""The most cells or places that a sentence names."""


def intend_blows(look: Appraisal, rules: list[Weighted]) -> Intent:
    """The intent behind the blows of a turn, as they are weighed before the first of them."""
    draft, ends = drafted(look)
    rule = next((one.rule for one in rules if isinstance(one.rule, StrikeBlows)), None)
    blows = rule.ranked(look, draft, ends) if rule is not None and len(draft.pieces) else []
    targets = list(dict.fromkeys(blow.target for blow in blows))
    fight = [cell for cell in targets if look.enemy[cell]]
    wanted = {one.cell for one in look.wanted}
    take, hold = [cell for cell in targets if cell in wanted], _guarded(look, draft)
    parts = (_blows(look, draft, targets), _taken(look, take), _held(look, draft, hold))
    return Intent(tuple(f"{text}." for text in parts if text), tuple(take), tuple(hold), tuple(fight))


def _guarded(look: Appraisal, draft: FirstDraft) -> list[int]:
    """The places that have a unit of ours and that the enemy could otherwise walk into, the greatest first."""
    held = [one for one in look.held if draft.raided[one.cell] and look.table.stack(one.cell)]
    return [one.cell for one in sorted(held, key=lambda one: (-one.worth, one.cell))]


def _blows(look: Appraisal, draft: FirstDraft, targets: list[int]) -> str:
    """Where it is worth striking."""
    if not targets:
        return "No blow is worth striking"
    where = first_few([*map(look.label, targets)], NAMED, "cell")
    return f"{counted(len(draft.pieces), 'unit')} may strike, and blows are worth striking at {where}"


def _taken(look: Appraisal, take: list[int]) -> str:
    """Which places are within a blow."""
    if not look.wanted:
        return ""
    return f"To be taken: {first_few([*map(look.label, take)], NAMED, 'place')}" if take else "No place is to be taken"


def _held(look: Appraisal, draft: FirstDraft, hold: list[int]) -> str:
    """What is held against whoever could walk in, and what lies open to him."""
    bare = sorted(one.cell for one in look.held if draft.raided[one.cell] and not look.table.stack(one.cell))
    held = first_few([*map(look.label, hold)], NAMED, "place")
    lies = first_few([*map(look.label, bare)], NAMED, "place")
    parts = [f"Units stand in {held}, which the enemy could else walk into"] if hold else []
    if bare:
        parts.append(f"{lies} {'lies' if len(bare) == 1 else 'lie'} open to him" if hold else f"{lies} may be lost")
    return "; ".join(parts)
