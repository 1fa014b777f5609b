"""Raiders and those who hunt them, stout guards, and the last turn weighed by the enemy's answer."""

from __future__ import annotations

import numpy as np

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import goals_of
from engine.bots.staff.player import StaffBot, book_of
from engine.bots.staff.raiding import raid
from engine.bots.staff.roles import guard
from engine.bots.staff.rules import Campaign, Guard, Raid
from engine.bots.staff.standing import averted
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.state.actions import Done, MoveUnit
from tests.kit.doctrine import doctrine
from tests.kit.players import setting_for

AB = setting_for("arduous-beginning")
CITIES = [place for place in AB.scenario.places if place.kind == "city"]
GOMEL = next(number for number, place in enumerate(AB.scenario.places) if place.place == "gomel")
TAKEN = {place.place: "german" for place in CITIES}


def field(pieces: dict[str, str], turn: int, phase: str, control: dict[str, str] | None = None) -> Game:
    spots = {key: Spot(*cell.split(" ")[:1], revealed="".join(cell.split(" ")[1:])) for key, cell in pieces.items()}
    return arrange(AB, Position(spots, turn=turn, phase=phase, control=control or {}), 1)


def phase_of(game: Game, rules: dict[str, dict[str, object]]) -> list[tuple[str, str, str]]:
    """Where who goes and why, in the phase at hand."""
    assert game.decision is not None
    side, phase, found = game.decision.side, game.state.phase, []
    bot = StaffBot(side, 1, doctrine(rules))
    while game.decision is not None and (game.decision.side, game.state.phase) == (side, phase):
        action, why = bot.choose(game.view(side))
        if isinstance(action, MoveUnit):
            where = game.setting.board.label(action.path[-1])  # type: ignore[arg-type]
            found.append((game.scenario.pieces[action.piece].key, where, why["reasons"][0]))
        game.apply(action, dict(why))
    return found


RAIDING: dict[str, dict[str, object]] = {"campaign": {"least": 50.0}, "raid": {"first": 1}}


def test_a_raider_goes_where_it_can_walk_into_what_lies_open_and_nobody_can_attack_it() -> None:
    """Gomel (1713) lies open and the only panzer corps stands at Vyazma: the corps goes near, not into danger."""
    game = field({"mech-1": "2412 7th-mech", "xxiv-pz": "2306"}, 5, "soviet-movement", TAKEN)
    ((unit, _, reason),) = phase_of(game, RAIDING)
    assert unit == "mech-1" and "Gomel (1713)" in reason, reason
    assert not phase_of(
        field({"mech-1": "2412 7th-mech", "xxiv-pz": "2306"}, 5, "soviet-movement", TAKEN), {"campaign": {}}
    )


def test_a_raider_takes_an_open_place_and_leaves_it_again_before_it_is_caught() -> None:
    """Two phases of march: into Gomel in the first, out of the reach of the corps beside it in the second."""
    game = field({"mech-1": "1912 7th-mech", "xxiv-pz": "1510"}, 5, "soviet-special", {"gomel": "german"})
    first = phase_of(game, RAIDING)
    assert [(unit, where) for unit, where, _ in first] == [("mech-1", "1713")] and "lies open" in first[0][2]
    while game.decision is not None and game.decision.kind != "move":
        game.apply(Done())
    assert game.state.control[GOMEL] == 1
    ((_, where, _),) = phase_of(game, RAIDING)
    assert where != "1713"


def test_nobody_is_sent_into_certain_death_and_no_more_than_the_rule_allows() -> None:
    hunted = {"mech-1": "2007 7th-mech", "xxiv-pz": "1907", "xlvi-pz": "2109"}
    look = Assessment(field(hunted, 5, "soviet-movement", {"smolensk": "german"}).table, 1)
    assert raid(look, Draft(look, {}), Raid()) == []
    three = {"mech-1": "2412 7th-mech", "mech-2": "2413 5th-mech", "mech-3": "2414 11th-mech", "xxiv-pz": "1305"}
    game = field(three, 5, "soviet-movement", TAKEN)
    look = Assessment(game.table, 1)
    assert len(raid(look, Draft(look, {}), Raid(most=2))) == 2
    cells = [cell for _, cell, _ in raid(look, Draft(look, {}), Raid(most=3))]
    assert len(set(cells)) == 3, "one attack must not find all of them"


def test_an_enemy_who_could_walk_into_an_open_place_is_hunted() -> None:
    """A mechanised corps near Gomel in the rear: the corps at hand turns to it, and without the rule marches on."""
    pieces = {"mech-1": "1612 7th-mech", "xliii": "1513", "24th-army": "2306"}
    control = {place.place: "german" for place in CITIES if place.place != "vyazma"}
    game = field(pieces, 4, "german-movement", control)
    look = Assessment(game.table, 0)
    hunter = goals_of(look, Draft(look, {}), book_of(doctrine({"drive": {}, "mop-up": {}}))).place[0]
    plain = goals_of(look, Draft(look, {}), book_of(doctrine({"drive": {}}))).place[0]
    assert hunter is not None and plain is not None
    assert game.setting.board.label(hunter.cell) == "1612" and game.setting.board.label(plain.cell) == "2306"  # type: ignore[arg-type]


def test_on_the_last_turn_the_guard_who_would_hold_is_chosen() -> None:
    """A weak corps and a strong one can reach Gomel, an army stands beside it: the stout one holds it."""
    game = field({"xlii": "1612", "xxiv-pz": "1613", "21st-army": "1813"}, 7, "german-movement", {"gomel": "german"})
    look = Assessment(game.table, 0)
    draft, sent = Draft(look, {}), {}
    for stout in (0.0, 1.0):
        ((row, _, motive),) = guard(look, draft, Guard(turns=1, never=(), stout=stout))
        sent[stout] = game.scenario.pieces[draft.force.groups[row][0]].key
        assert motive.about == game.setting.board.cell("1713")
    assert sent == {0.0: "xlii", 1.0: "xxiv-pz"}


def test_in_the_end_a_battle_is_worth_what_it_takes_from_the_enemys_answer() -> None:
    """The army beside Gomel's weak garrison threatens it; the one far away threatens nothing."""
    pieces = {"xlii": "1713", "21st-army": "1813", "24th-army": "2401", "xxiv-pz": "1912"}
    rules = {"campaign": {}, "hold": {"weight": 3, "early": 1.0}, "brace": {"turns": 1, "final": True}}
    game = field(pieces, 7, "german-combat", {"gomel": "german"})
    look, book = Assessment(game.table, 0), book_of(doctrine(rules))
    saved = averted(look, book)
    near, far = (game.setting.board.cell(cell) for cell in ("1813", "2401"))
    assert saved is not None and saved[near] > 5.0 and saved[far] == 0.0
    bare, wise = Prospects(look, Campaign()), Prospects(look, Campaign())
    wise.averted = saved
    number = int(np.flatnonzero(bare.goals == near)[0])
    gain = wise.values()[number] - bare.values()[number]
    assert (gain >= 0).all() and gain[:, -1].max() > 5.0
    early = Assessment(field(pieces, 6, "german-combat", {"gomel": "german"}).table, 0)
    assert averted(early, book) is None
