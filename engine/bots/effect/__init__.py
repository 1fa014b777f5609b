"""What rules do: a turn of a side, played with one set of rules and with another, and what comes out differently."""

from __future__ import annotations

from engine.bots.effect.comparing import Contrast, contrast
from engine.bots.effect.reaching import SET_UP, reached, rewound_to
from engine.bots.effect.telling import RuleEffect

__all__ = ["SET_UP", "Contrast", "RuleEffect", "contrast", "reached", "rewound_to"]
