"""Play the games of an arena and keep what it does not tell: when places fall, what a side-turn costs, and scores.

    python -m tests.kit.campaigns SCENARIO FILE --bot SIDE=BOT ... [--option OPTION=CHOICE] [--games N] [--seed S]
    python -m tests.kit.campaigns --told FILE ...

The games are those that `stavka arena` plays of the same seed.  Each is a line of the file when it is over, so that a
run that was broken off goes on where it stopped.  A side-turn is what the processor does from the first phase of a side
until a phase of the other begins, with a movement phase in it: the thinking of both and the game itself.  The second
form tells what files hold.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path
from statistics import median
from typing import Any

from engine.lab.match import seat_bots
from engine.lab.settings import RunSettings
from engine.lab.statistics import interval
from engine.play import Game
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.events import ControlChanged
from engine.systems import setting_of
from tests.kit.shipped import shipped_rows

TOWNS = {"Minsk": ("minsk",), "Kiev": ("kiev",), "Smolensk": ("smolensk",), "Leningrad": ("leningrad",)} | {
    "Moscow": ("moscow", "moscow-2")
}
"""What a town consists of; it has fallen when all of it is held at once."""


class Clock:
    """What the processor did for each side's turns: the turn, the side, the seconds, and whether there was movement."""

    def __init__(self) -> None:
        self.side_turns: list[tuple[int, int, float, bool]] = []
        self._whose: int | None = None
        self._begun = (0, 0)

    def spend(self, game: Game, seconds: float) -> None:
        """Lay to the account of the side whose turn it is; a phase of nobody belongs to the one before."""
        whose = self._turn_of(game)
        if whose is not None and whose != self._whose:
            self._whose = whose
            self.side_turns.append((game.state.turn, whose, 0.0, False))
        if self.side_turns:
            turn, side, spent, moved = self.side_turns[-1]
            moved = moved or game.scenario.phases[game.state.phase].kind == "movement"
            self.side_turns[-1] = (turn, side, spent + seconds, moved)

    def _turn_of(self, game: Game) -> int | None:
        """Whose phase it is; where dice give the turns out a turn lasts until one begins as the first did.

        The other side reacts in it, and a side may have two turns running: it is told from them by its number.
        """
        phases, now = game.scenario.phases, game.state.phase
        given = [index for index, phase in enumerate(phases) if phase.player]
        if not given:
            return game.setting.phase_sides[now]
        begin = max((i for i in given if i <= now and phases[i].kind == phases[given[0]].kind), default=None)
        if begin is not None and self._begun != (game.state.turn, begin):
            self._begun, self._whose = (game.state.turn, begin), None
        return None if begin is None else game.table.phase_side(begin)


def campaign(setting: Setting, bots: dict[str, str], seed: int, most: int = 99) -> dict[str, Any]:
    """One game, as a rule to its end: who won, what changed hands when, what it cost."""
    began = time.process_time()
    game, clock, taken = Game.begin(setting, seed), Clock(), []
    players, sides = seat_bots(setting, bots, seed, {}), [side.side for side in setting.scenario.sides]
    views = [game.view(side) for side in range(len(sides))]
    while game.decision is not None and game.state.turn <= most:
        started, side = time.process_time(), game.decision.side
        action, why = players[side].choose(views[side])
        events = game.apply(action, dict(why))
        for event in events:
            if isinstance(event, ControlChanged) and event.after is not None:
                taken.append((game.state.turn, game.scenario.places[event.place].place, sides[event.after]))
        clock.spend(game, time.process_time() - started)
    winner = None if game.outcome is None else game.outcome.winner
    return {
        "seed": seed,
        "winner": "" if winner is None else sides[winner],
        "level": "" if game.outcome is None else game.outcome.level,
        "turn": game.state.turn,
        "actions": game.cursor,
        "seconds": time.process_time() - began,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "taken": taken,
        "side_turns": clock.side_turns,
    }


def fallen(game: dict[str, Any], town: tuple[str, ...], side: str) -> int | None:
    """The turn in which a side held all of a town for the first time."""
    held: set[str] = set()
    for turn, place, owner in game["taken"]:
        held = held | {place} if owner == side else held - {place}
        if held.issuperset(town):
            return int(turn)
    return None


def tell(file: Path) -> None:
    """The figures of a file."""
    games = [json.loads(line) for line in file.read_text().splitlines()]
    print(f"{file.name}: {len(games)} games")
    for side in sorted({game["winner"] for game in games}):
        won = sum(game["winner"] == side for game in games)
        low, high = interval([float(game["winner"] == side) for game in games])
        print(f"  {side}: {won}, {won / len(games):.2f} ({low:.2f} to {high:.2f})")
    drawn = sum(not game["winner"] for game in games)
    for side in sorted({game["winner"] for game in games} - {""}) if drawn else ():
        low, high = interval([1.0 if game["winner"] == side else 0.5 * (not game["winner"]) for game in games])
        score = (sum(game["winner"] == side for game in games) + drawn / 2) / len(games)
        print(f"  {side} with half of what is drawn: {score:.2f} ({low:.2f} to {high:.2f})")
    levels = [game["level"] for game in games]
    print("  " + ", ".join(f"{level}: {levels.count(level)}" for level in sorted(set(levels))))
    for name, town in TOWNS.items():
        fell = [turn for game in games if (turn := fallen(game, town, "german")) is not None]
        if fell:
            print(f"  {name}: taken in {len(fell)}, turn {median(fell)} at the median of these")
    turns = [seconds for game in games for _, _, seconds, moved in game["side_turns"] if moved]
    whole = [game["seconds"] for game in games]
    print(f"  a side-turn {median(turns):.2f} s at the median, {max(turns):.2f} at the worst, of {len(turns)}")
    print(f"  a game {median(whole):.1f} s at the median, {max(whole):.1f} at the worst")
    print(f"  one process at most {max(game['megabytes'] for game in games)} MB")


def main() -> None:
    """Play, or tell what was played."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.campaigns")
    parser.add_argument("scenario", nargs="?", default="")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--bot", action="append", default=[])
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--told", nargs="+", type=Path, default=[])
    asked = parser.parse_args()
    for file in asked.told:
        tell(file)
    if asked.file:
        setting = setting_of(compile_scenario(shipped_rows(asked.scenario), dict(o.split("=") for o in asked.option)))
        bots, seeds = dict(b.split("=") for b in asked.bot), RunSettings(seed=asked.seed)
        done = len(asked.file.read_text().splitlines()) if asked.file.exists() else 0
        campaign(setting, bots, 1, most=1)  # loads the kernels, so that no side-turn pays for it
        for number in range(done, asked.games):
            game = campaign(setting, bots, seeds.seed_of(number))
            with asked.file.open("a") as out:
                out.write(json.dumps(game) + "\n")
        tell(asked.file)


if __name__ == "__main__":
    main()
