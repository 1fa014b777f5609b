"""What the bar says: the one thing to do next, who is at work, or how the game ended."""

from __future__ import annotations

from html import escape

from designer.play.chronicle import Score
from designer.play.players import bot_title
from designer.play.session import PlaySession
from designer.play.stage import Stage
from designer.play.wording import case_link, counted, sentence
from engine.play import Game
from engine.records.play import Victory
from engine.rules.decision import Verdict
from engine.scenario.sentences import victory_words
from engine.scenario.weather import weather_words


def phase_name(game: Game) -> str:
    """The phase that a game is in."""
    phase = game.state.phase
    return game.scenario.phases[phase].name if phase >= 0 else "Set-up"


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
        f"{zone.name}: {kind.name}. {weather_words(game.scenario.rows, kind)}"
        for zone, kind in zip(game.scenario.zones, kinds, strict=True)
    )


def moment(game: Game) -> str:
    """Turn and phase in a few words."""
    return f"{game.scenario.turn_name(game.state.turn)}, {phase_name(game)}" if game.state.turn else "Set-up"


def headline(stage: Stage, hint: str) -> tuple[str, str]:
    """The prompt, and the line below it."""
    session, decision = stage.session, stage.session.decision
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


def _worker(session: PlaySession, side: int) -> str:
    seat = session.seats[side]
    return "Your staff" if seat.person else f"The {session.game.scenario.sides[side].name} side ({bot_title(seat.bot)})"


def plain(game: Game, prompt: str) -> str:
    """A prompt without the phase, which stands beside it."""
    return sentence(prompt.removeprefix(f"{phase_name(game)}:").strip())


def verdict_on(game: Game, score: Score) -> str:
    """Who won, and how the sides stood."""
    if game.outcome is None:
        return ""
    sides = [
        f"{side.name}: {counted(score.places[n], 'objective')}, {counted(score.steps_lost[n], 'step')} lost"
        for n, side in enumerate(game.scenario.sides)
    ]
    return f"<h2>{escape(game.outcome.level)}</h2>" + "<br>".join(map(escape, sides))


def ending_page(game: Game, score: Score) -> str:
    """The verdict, what decided it, and what can be done now."""
    level = game.outcome.level if game.outcome else ""
    decided = [victory_words(game.scenario.rows, row) for row in game.scenario.rows.all(Victory) if row.name == level]
    parts = [verdict_on(game, score), *map(escape, decided[:1]), "Look back with the slider, or begin another game."]
    return "".join(f"<p>{part}</p>" for part in parts if part)


def reason(verdict: Verdict) -> str:
    """Why something may not be, with the rule case to open."""
    cited = f" ({case_link(verdict.case)})" if verdict.case else ""
    return f"{verdict.why}{cited}"
