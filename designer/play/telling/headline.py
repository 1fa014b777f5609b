"""What the bar says: the one thing to do next, who is at work, or how the game ended."""

from __future__ import annotations

from collections.abc import Callable

from designer.labels import Markup, rich, together
from designer.paint.faces import figure
from designer.play.running.players import bot_title
from designer.play.running.session import PlaySession
from designer.play.table.stage import Stage
from designer.play.telling.chronicle import Score, noun_of, objectives
from designer.play.wording import case_link, phase_name, plain
from engine.play import Game
from engine.records.play import Victory
from engine.rules.decision import Verdict
from engine.rules.value_combat import ValueCombat
from engine.rules.weather import weather_told
from engine.scenario.sentences import counted, victory_words


def weather_now(game: Game) -> str:
    """The weather of every zone in a few words; nothing where the game has none."""
    zones, kinds = game.scenario.zones, game.scenario.weathers
    found = [(zone.name, kinds[weather].name) for zone, weather in zip(zones, game.state.weather, strict=True)]
    if len({kind for _, kind in found}) == 1:
        return found[0][1]
    return ", ".join(f"{name}: {kind.lower()}" for name, kind in found)


def weather_effects(game: Game) -> str:
    """What the weather of every zone does now, a line a zone."""
    kinds = [game.scenario.weathers[weather] for weather in game.state.weather]
    return "\n".join(
        f"{zone.name}: {kind.name}. {weather_told(game.scenario.rows, kind, game.setting.mechanisms)}"
        for zone, kind in zip(game.scenario.zones, kinds, strict=True)
    )


def values_now(game: Game) -> str:
    """What a unit of each side is worth on this turn, where the turn says so; nothing where the counters do."""
    chart = game.table.mechanism(ValueCombat).chart
    if not chart or chart not in game.scenario.tables:
        return ""
    worth, turn = game.scenario.tables[chart], str(max(1, game.state.turn))
    return "A unit is worth: " + ", ".join(
        f"{side.name} {figure(worth.number(turn, side.side))}" for side in game.scenario.sides
    )


def moment(game: Game) -> str:
    """Turn and phase in a few words."""
    return f"{game.scenario.turn_name(game.state.turn)}, {phase_name(game)}" if game.state.turn else "Set-up"


def headline(stage: Stage, hint: str, *, film: bool = False) -> tuple[str, str]:
    """The prompt, and the line below it."""
    session, decision = stage.session, stage.session.decision
    if stage.watched is not None and film:
        return "The film of the turn.", "Space shows the next move at once, Escape ends the film."
    if stage.watched is not None:
        return "You are looking back.", "Move the slider to the end to go on, or play from here as a new game."
    if decision is None:
        outcome = session.game.outcome
        over = f"The game is over: {outcome.level}." if outcome else "The game is over."
        return over, "Look back with the slider below, or begin another game."
    if session.my_decision is not None:
        return plain(session.game, decision.prompt), hint
    state = "has stopped" if session.paused else "is at work"
    return f"{_worker(session, decision.side)} {state}.", plain(session.game, decision.prompt)


def at_work(actions: int, seconds: float, playouts: tuple[int, int]) -> str:
    """How far a bot is: what it has decided, how far it looks ahead, and how long it has been at it."""
    parts = [f"{counted(actions, 'action')} so far"] if actions else []
    parts += [f"{playouts[0]} of {playouts[1]} playouts"] if playouts[1] else []
    parts += [f"{seconds:.0f} s"] if seconds >= 1 else []
    return "  ·  ".join(parts)


def _worker(session: PlaySession, side: int) -> str:
    seat = session.seats[side]
    return "Your staff" if seat.person else f"The {session.game.scenario.sides[side].name} side ({bot_title(seat.bot)})"


def verdict_on(game: Game, score: Score) -> Markup:
    """Who won, and how the sides stood."""
    if game.outcome is None:
        return rich("")
    noun = noun_of(game.scenario, objectives(game.table))
    sides = [
        f"{side.name}: {counted(score.places[n], noun)}, {counted(score.steps_lost[n], 'step')} lost"
        for n, side in enumerate(game.scenario.sides)
    ]
    return rich("<h2>{}</h2>{}", game.outcome.level, together(sides, rich("<br>")))


def ending_page(game: Game, score: Score) -> Markup:
    """The verdict, what decided it, and what can be done now."""
    level = game.outcome.level if game.outcome else ""
    decided = [victory_words(game.scenario.rows, row) for row in game.scenario.rows.all(Victory) if row.name == level]
    parts = [verdict_on(game, score), *decided[:1], "Look back with the slider, or begin another game."]
    return together(rich("<p>{}</p>", part) for part in parts if part)


def reason(verdict: Verdict, words: Callable[[str], str] = str) -> Markup:
    """Why something may not be, with the rule case to open; `words` puts it for the grid that is played on."""
    cited = rich(" ({})", case_link(verdict.case)) if verdict.case else ""
    return rich("{}{}", words(verdict.why), cited)
