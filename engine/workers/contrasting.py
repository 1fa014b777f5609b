"""What rules do, worked out in a process of its own: the moment is found once, then asked about again and again."""

from __future__ import annotations

from collections.abc import Callable

from engine.bots import Bot, following, make_bot
from engine.bots.effect import SET_UP, Contrast, reached, rewound_to
from engine.play.game import Game
from engine.records.play import Plan
from engine.rules.setting import Setting
from engine.workers.messages import AnyReply, Contrasted, Differs, Moment, Said

Key = tuple[int, int, str, int]
"""The seed, the side, its plan and the turn."""


class Contrasting:
    """The moments of one setting that were asked about, and the bots that played up to them."""

    def __init__(self, tell: Callable[[AnyReply], None]) -> None:
        self._tell = tell
        self._kept: tuple[Setting, dict[Key, Game]] | None = None

    def answer(self, asked: Contrasted, setting: Setting, seed: int, played: Callable[[], Game]) -> None:
        """Tell the moment, and then every difference as soon as it is found."""
        foe = make_bot("doctrine", setting.scenario, 1 - asked.side, _seed(asked.seed, 1 - asked.side))
        if asked.turn is None:
            start = rewound_to(played(), asked.side)
        else:
            start = self._reached(asked, setting, seed, foe)
        self._tell(_moment(asked.number, start))
        one, other = (
            following(asked.side, _seed(asked.seed, asked.side), rows) for rows in (asked.rules, asked.instead)
        )
        told = start
        for game, found in Contrast(asked.side, one, other, foe).of(start):
            if game is not told:
                told = game
                self._tell(_moment(asked.number, game))
            self._tell(Differs(number=asked.number, difference=found))

    def _reached(self, asked: Contrasted, setting: Setting, seed: int, foe: Bot) -> Game:
        """The game at the beginning of a turn, played by the rows as they were when the setting was told."""
        if self._kept is None or self._kept[0] is not setting:
            self._kept = (setting, {})
        side, turn, games = asked.side, asked.turn or SET_UP, self._kept[1]
        key = (asked.seed, side, asked.plan, turn)
        if key not in games:
            own = make_bot("doctrine", setting.scenario, side, _seed(asked.seed, side), _known(setting, asked.plan))
            bots = [own, foe] if side == 0 else [foe, own]
            begun = self._nearest(key) or Game.begin(setting, seed)
            games[key] = reached(begun, side, turn, bots, self._say(asked))
        return games[key]

    def _nearest(self, wanted: Key) -> Game | None:
        """The latest moment before another that was reached by the same bots."""
        assert self._kept is not None
        before = [key for key in self._kept[1] if key[:3] == wanted[:3] and SET_UP < key[3] < wanted[3]]
        return self._kept[1][max(before)].fork() if before else None

    def _say(self, asked: Contrasted) -> Callable[[str], None]:
        return lambda text: self._tell(Said(number=asked.number, text=text))


def _known(setting: Setting, plan: str) -> str | None:
    """A plan of the rows that the setting was made from; one that was added since is not among them."""
    return plan if setting.scenario.rows.has(Plan, plan) else None


def _seed(seed: int, side: int) -> int:
    return 2 * seed + side


def _moment(number: int, game: Game) -> Moment:
    state, scenario = game.state, game.scenario
    when = "Set-up" if state.phase < 0 else f"Turn {state.turn}, {scenario.turn_name(state.turn)}"
    return Moment(
        number=number,
        moment=when,
        phase="Set-up" if state.phase < 0 else game.table.phase_name,
        cells=tuple(state.cell),
        counters=tuple(state.counter),
        faces=tuple(state.face),
    )
