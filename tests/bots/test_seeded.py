"""Seeded games of every bot against itself are, action for action and word for word, what they were.

The digests were taken from the first release.  A change that is meant to make nothing but speed must not touch them;
one that changes a rule or a bot's play says so in the changelog and takes new ones with

    python -m tests.bots.test_seeded
"""

from __future__ import annotations

import pytest

from tests.kit.digest import bot_game, digests
from tests.kit.players import setting_for

GAMES, FIRST = 6, 1000
FIRST_RELEASE = {
    ("arduous-beginning", "random"): ("bec02890e1abc19d", "5f3153e530d368e6"),
    ("arduous-beginning", "greedy"): ("9d5bb147d18142e0", "6f5d7f2f24357016"),
    ("arduous-beginning", "doctrine-1"): ("a1c8fd2aaf0aa36f", "26aba60681d0adfd"),
    ("childs-barbarossa", "random"): ("563dd80dfbe5b76d", "e985b8820063a80b"),
    ("childs-barbarossa", "greedy"): ("bd85087f2408ae9e", "a0d6f90560b8777f"),
    ("childs-barbarossa", "doctrine-1"): ("0a21a933ceb0ca53", "96afc5ed6deccc44"),
}
"""By scenario and bot: of what was done and thrown, and of the reasons given.

Their words are newer: strengths are told to the tenth, and units by the names that players call them.
"""


def digests_of(slug: str, bot: str) -> tuple[str, str]:
    return digests([bot_game(setting_for(slug), bot, FIRST + number) for number in range(GAMES)])


@pytest.mark.parametrize(("slug", "bot"), sorted(FIRST_RELEASE))
def test_seeded_games_are_what_they_were(slug: str, bot: str) -> None:
    assert digests_of(slug, bot) == FIRST_RELEASE[slug, bot]


if __name__ == "__main__":
    for key in FIRST_RELEASE:
        print(f"    {key}: {digests_of(*key)},")
