"""What is done differently, in sentences: who goes elsewhere, who is attacked otherwise, what else is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.bots.effect.doings import Doings
from engine.play.game import Game
from engine.rules.names import names_of, without_article
from engine.scenario.sentences import counted

FEW = 3
"""Units that are named one by one; more are counted."""


class RuleEffect(msgspec.Struct, frozen=True):
    """A sentence with the reason for it, and the cells it is about: the way that is gone, and the one that is not."""

    text: str
    reason: str = ""
    phase: str = ""
    here: tuple[int, ...] = ()
    there: tuple[int, ...] = ()
    pieces: tuple[int, ...] = ()
    fights: bool = False


def told_apart(start: Game, side: int, one: Doings, other: Doings) -> Iterator[RuleEffect]:
    """Everything that is otherwise in one way to play a phase than in the other; battles first."""
    phase = "Set-up" if start.state.phase < 0 else start.table.phase_name
    yield from _battles(start, phase, one, other)
    yield from _posts(start, side, phase, one, other)
    yield from _the_rest(phase, one, other)


def _battles(start: Game, phase: str, one: Doings, other: Doings) -> Iterator[RuleEffect]:
    for target in sorted({*one.attacks, *other.attacks}):
        mine, theirs = one.attacks.get(target, []), other.attacks.get(target, [])
        if sorted(mine) == sorted(theirs):
            continue
        where = start.table.label(target)
        if not theirs:
            text = f"Attacks {where} with {_names(start, mine)}; otherwise not at all."
        elif not mine:
            text = f"Does not attack {where}; otherwise {_names(start, theirs)} would."
        else:
            text = f"Attacks {where} with {_names(start, mine)} instead of {_names(start, theirs)}."
        here, there = ((target,) if part else () for part in (mine, theirs))
        yield RuleEffect(text, one.expects.get(target, ""), phase, here, there, tuple(mine or theirs), fights=True)


def _posts(start: Game, side: int, phase: str, one: Doings, other: Doings) -> Iterator[RuleEffect]:
    """Units of one cell that end in other cells, all that go the same way in one sentence."""
    begun, now, then = start.state.cell, one.game.state.cell, other.game.state.cell
    groups: dict[tuple[int, int, int], list[int]] = {}
    for piece in range(len(begun)):
        if now[piece] != then[piece]:
            mine = start.table.side_of(piece) == side
            groups.setdefault((begun[piece] if mine else -2, now[piece], then[piece]), []).append(piece)
    for (begin, end, instead), pieces in sorted(groups.items(), key=lambda item: (item[0][0] < -1, item[1])):
        if begin < -1:
            yield _enemy(start, phase, pieces, end, instead)
            continue
        first = pieces[0]
        here, there = ((begin, *deeds.ways.get(first, ())) for deeds in (one, other))
        text = _post(start, _names(start, pieces), len(pieces) > 1, begin, end, instead)
        reason = one.reasons.get(first, "") or _otherwise(other.reasons.get(first, ""))
        yield RuleEffect(text, reason, phase, _on_map(here), _on_map(there), tuple(pieces))


def _otherwise(reason: str) -> str:
    return f"otherwise: {reason}" if reason else ""


def _on_map(cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if cell >= 0)


def _post(start: Game, names: str, many: bool, begin: int, end: int, instead: int) -> str:
    label, s = start.table.label, "" if many else "s"
    who = names[:1].upper() + names[1:]
    if end < 0:
        return f"{who} {'are' if many else 'is'} not on the map; otherwise in {label(instead)}."
    if instead < 0:
        return f"{who} come{s} to {label(end)}; otherwise nowhere on the map."
    if end == begin:
        return f"{who} stay{s} in {label(end)} instead of going to {label(instead)}."
    if instead == begin:
        return f"{who} go{'' if many else 'es'} to {label(end)} instead of staying in {label(instead)}."
    if start.state.phase < 0:
        return f"{who} {'are' if many else 'is'} set up in {label(end)} instead of {label(instead)}."
    return f"{who} go{'' if many else 'es'} to {label(end)} instead of {label(instead)}."


def _enemy(start: Game, phase: str, pieces: Sequence[int], end: int, instead: int) -> RuleEffect:
    """What becomes of enemies on the way."""
    names, label = without_article(_names(start, pieces)), start.table.label
    were, fate = ("were" if len(pieces) > 1 else "was"), f"would be in {label(instead)}" if instead >= 0 else "not"
    text = f"The enemy's {names}, " + (
        f"which {were} on the map, {'are' if len(pieces) > 1 else 'is'} gone; otherwise still in {label(instead)}."
        if end < 0
        else f"now in {label(end)}, {fate if instead >= 0 else 'would be gone otherwise'}."
    )
    return RuleEffect(text, "", phase, _on_map((end,)), _on_map((instead,)), tuple(pieces), fights=True)


def _the_rest(phase: str, one: Doings, other: Doings) -> Iterator[RuleEffect]:
    for words, reason in one.others.items():
        if words not in other.others:
            yield RuleEffect(f"{_sentence(words)}; otherwise not.", reason, phase)
    for words in other.others:
        if words not in one.others:
            yield RuleEffect(f"Otherwise it would {words}.", "", phase)


def chosen_otherwise(phase: str, words: str, reason: str, instead: str) -> RuleEffect:
    """A small decision that is answered otherwise."""
    return RuleEffect(f"{_sentence(words)} instead of: {instead}.", reason, phase)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _names(start: Game, pieces: Sequence[int]) -> str:
    if len(pieces) > FEW:
        return counted(len(pieces), "unit")
    return names_of(start.table, pieces)
