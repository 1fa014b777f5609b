"""A staff's reasons as others hear them: it says we, he and the enemy, and who is not its own reads names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from designer.play.running.seats import Seat
from engine.records.counters import Side

FORCES = "(?:groups?|units?|stacks?|armies|army|corps|divisions?|zones?|supply|strength|places?|fighters?)"
"""What may be an enemy one: before these words the side's name stands alone."""

STEADY = frozenset({"must", "can", "could", "may", "might", "shall", "should", "will", "would"})
"""Verbs that are the same for everybody."""

Hear = Callable[[str], str]

Heard = Callable[[re.Match[str]], str]
"""What takes the place of words; never a template, for a side's name may hold a backslash or begin with a digit."""


def as_said(text: str) -> str:
    """Words heard by their own side, which they fit as they are."""
    return text


def in_names(text: str, own: str, enemy: str) -> str:
    """A side's words with the sides' names where it says we and he."""
    we, he = f"the {own} side", f"the {enemy} side"
    one = f"{'an' if enemy[:1] in 'AEIOU' else 'a'} {enemy}"
    rewritten: list[tuple[str, Heard]] = [
        (rf"an enemy(?= {FORCES}\b)", lambda _: one),
        (rf"enemy(?= {FORCES}\b)", lambda _: enemy),
        (r"an enemy", lambda _: f"{one} unit"),
        (r"((?:no|any|every|each|one|another|nearest|next) )enemy", lambda found: f"{found[1]}{enemy} unit"),
        (r"enemies", lambda _: f"{enemy} units"),
        (r"(?:the )?enemy", lambda _: he),
        (r"(him|he)(\b.*?\b)his", lambda found: f"{he}{found[2]}its"),
        (r"(?:him|he)", lambda _: he),
        (r"(?:ours|our|his)", lambda found: f"{he if found[0].lower() == 'his' else we}'s"),
        (r"we ([a-z]+)", lambda found: f"{we} {_conjugated(found[1])}"),
        (r"(?:we|us)", lambda _: we),
    ]
    for pattern, words in rewritten:
        text = _replaced(pattern, words, text)
    return text


def _replaced(pattern: str, words: Heard, text: str) -> str:
    """A text with words in the place of others; a capital only where a sentence begins, for a name may look alike."""
    text = re.sub(rf"\b{pattern}\b", words, text)
    head = re.match(rf"{pattern}\b(?= [a-z])", text[:1].lower() + text[1:])
    if head is None or not text[:1].isupper():
        return text
    said = re.sub(rf"^{pattern}\b", words, text[:1].lower() + text[1:])
    return said[:1].upper() + said[1:]


def _conjugated(verb: str) -> str:
    """What we do, as one other does it."""
    return verb if verb in STEADY else {"have": "has", "are": "is", "do": "does"}.get(verb, f"{verb}s")


def hears(sides: Sequence[Side], seats: Sequence[Seat], speaker: int, listener: int) -> Hear:
    """How one who sits on a side hears the staff of another; where nobody sits at all, everything is told by name."""
    if speaker == listener and seats[listener].person:
        return as_said
    own, others = sides[speaker].name, [side.name for number, side in enumerate(sides) if number != speaker]
    return lambda text: in_names(text, own, " and ".join(others) or own)
