"""Reasons in a wargamer's words, made from the very figures that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import reserved
from engine.bots.staff.force import Force
from engine.bots.staff.ground import StakedPlace
from engine.bots.staff.line import march
from engine.bots.staff.plan import Book, Motive
from engine.bots.staff.post_kernels import COVER, DANGER, HOLD, MASS, PULL, TERMS
from engine.bots.staff.rules import Bastion, Brace, Campaign, Drive, FrontLine, Guard, Hold, MobileReserve, Pocket
from engine.bots.staff.special_rules import Lead
from engine.bots.staff.standing import Braced
from engine.bots.words import outbid, percent, points
from engine.scenario.sentences import counted, tenths

if TYPE_CHECKING:
    from engine.bots.staff.posting import PostRatings

WORTH_SAYING = 0.05
"""How much likelier a place must hold with a unit at its post for the unit's reason to say so."""


def tell_seizure(look: Assessment, one: StakedPlace, cell: int) -> Motive:
    """Why a group goes for an open place on the last turn."""
    there = look.label(one.cell)
    text = f"takes {there}, which lies open" if cell == one.cell else f"makes for {there}, which lies open"
    return Motive(Drive.key, Drive.goal, one.cell, text, "the game ends with this turn", {"place": float(one.cell)})


def tell_guard(look: Assessment, one: StakedPlace, danger: Danger) -> Motive:
    """Why a group guards a place."""
    there = look.label(one.cell)
    comers = int(danger.comers[one.cell])
    text = f"guards {there}: an enemy could walk in before we move again"
    expects = f"{counted(comers, 'enemy group')} could come up to it, none can walk in" if comers else "nobody walks in"
    return Motive(Guard.key, Guard.goal, one.cell, text, expects, {"place": float(one.cell), "comers": float(comers)})


def tell_watch(look: Assessment, cell: int) -> Motive:
    """Why a group stays in a place that the rules want watched."""
    text = f"watches {look.label(cell)}: the rules ask for a unit there that can attack"
    return Motive(Guard.key, Guard.goal, cell, text, "nothing stirs in our rear", {"cell": float(cell)})


def tell_battle(look: Assessment, force: Force, plan: BattlePlan, others: list[BattlePlan]) -> Motive:
    """Why a group comes up to attack."""
    attack = sum(float(force.attack[row]) for row in plan.rows)
    rows = look.theirs.cell == plan.target
    defence = float(look.theirs.defence[rows].sum())
    where = look.label(plan.target)
    figures = {"target": float(plan.target), "attack": attack, "defence": defence, "worth": plan.worth}
    odds = f"{tenths(attack)} against {tenths(defence)}"
    others_too = f"with {counted(len(plan.rows), 'group')} in all" if len(plan.rows) > 1 else "alone"
    text = f"comes up {others_too} to attack {where}, {odds}"
    expects = f"a gain of {points(plan.worth)} there, losses taken off"
    rejected = tuple(
        (f"attack {look.label(other.target)} instead", other.worth, outbid(other.worth, plan.worth)) for other in others
    )
    return Motive(Campaign.key, Campaign.goal, plan.target, text, expects, figures, rejected)


def tell_post(look: Assessment, draft: Draft, book: Book, formation: PostRatings, number: int, cell: int) -> Motive:
    """Why a group stands in a cell: the term that speaks most for it there."""
    terms = formation.terms[number]
    figures = (
        {"cell": float(cell)}
        if formation.braced is not None
        else {
            "cell": float(cell),
            "pull": float(terms[PULL]),
            "danger": float(terms[DANGER]),
            "hold": float(terms[HOLD]),
            "cover": float(terms[COVER]),
            "mass": float(terms[MASS]),
            "threat": float(formation.danger.threat[cell]),
        }
    )
    braced = formation.braced
    if braced is not None:
        figures |= {"falls": float(braced.falls[cell])}
        if (saved := _saved(look, braced, number)) is not None:
            return _tell_saved(look, braced, number, cell, saved, figures)
    expects = _expected(look, formation, cell)
    rule, goal, about, text = _leading(look, draft, book, formation, number, cell)
    return Motive(rule, goal, about, text, expects, figures)


def _saved(look: Assessment, braced: Braced, number: int) -> int | None:
    """The place that is most likelier to hold with a group at its post than without it, if that is worth a word."""
    places = [one.cell for one in look.held]
    gains = {cell: float(braced.without[number, cell] - braced.falls[cell]) for cell in places}
    best = max(places, key=lambda cell: (gains[cell], -cell), default=None)
    return best if best is not None and gains[best] >= WORTH_SAYING else None


def _tell_saved(
    look: Assessment, braced: Braced, number: int, cell: int, place: int, figures: dict[str, float]
) -> Motive:
    falls, without = float(braced.falls[place]), float(braced.without[number, place])
    there, where = look.label(place), look.label(cell)
    post = "is in it" if place == cell else f"stands at {where}"
    answer = f"{there} falls to the enemy's best answer in {percent(falls)} of cases"
    text = f"{answer} while it {post}, else in {percent(without)}"
    figures |= {"place": float(place), "place falls": falls, "without": without}
    expects = f"the post itself falls in {percent(float(braced.falls[cell]))} of cases"
    return Motive(Brace.key, Brace.goal, place, text, expects, figures)


def tell_open(look: Assessment, draft: Draft, formation: PostRatings, posts: list[int]) -> list[str]:
    """Why places that the enemy can come to are left without a unit."""
    danger, force = formation.danger, draft.force
    found = []
    for one in look.held:
        threatened = danger.raided[one.cell] or danger.threat[one.cell] > 0
        if not threatened or draft.here[one.cell] or one.cell in posts:
            continue
        able = [row for row in formation.rows if draft.can[row, one.cell]]
        there, threat = look.label(one.cell), float(danger.threat[one.cell])
        if not able:
            found.append(f"{there} is left open: no unit gets there in time")
            continue
        best = max(float(force.defence[row]) for row in able)
        ratio = threat / max(best * float(look.terrain.times[one.cell]), 0.1)
        column = int(np.searchsorted(look.terrain.tolls.thresholds, ratio + 1e-9, side="right"))
        column = min(max(column + int(look.struck[one.cell]), 0), len(look.terrain.tolls.thresholds))
        falls = float(look.terrain.typical[2][column])
        found.append(
            f"{there} is left open: the best unit in reach would have {tenths(best)} against {tenths(threat)} there, "
            f"and be driven out in {percent(falls)} of cases; it does more elsewhere"
        )
    return found


def _expected(look: Assessment, formation: PostRatings, cell: int) -> str:
    threat = float(formation.danger.threat[cell])
    where = look.label(cell)
    if formation.braced is not None:
        falls = float(formation.braced.falls[cell])
        return (
            f"the enemy's best answer takes {where} in {percent(falls)} of cases"
            if falls
            else f"{where} is not attacked"
        )
    if threat <= 0:
        return f"no attack on {where} before we move again"
    chance = float(formation.odds[cell])
    comes = f"the enemy could bring {tenths(threat)} against {where}"
    return f"{comes}; we reckon with an attack there in {chance:.0%} of cases"


def _leading(
    look: Assessment, draft: Draft, book: Book, formation: PostRatings, number: int, cell: int
) -> tuple[str, str, int | None, str]:
    row, terms = formation.rows[number], formation.terms[number]
    where, goals = look.label(cell), formation.goals
    if formation.braced is not None:  # the terms are those of another formation
        terms = np.zeros(TERMS)
    if terms[HOLD] > 0 and terms[HOLD] >= max(terms[PULL], terms[COVER]):
        walk = bool(formation.danger.raided[cell]) and not draft.here[cell]
        text = f"holds {where}, which the enemy could walk into" if walk else f"makes {where} harder to take"
        return Hold.key, Hold.goal, cell, text
    if terms[COVER] > 0 and terms[COVER] >= terms[PULL]:
        if (line := book.get(FrontLine)) is not None:
            how = "stands in" if line[1].stout else "its zone of control closes"
            return FrontLine.key, FrontLine.goal, cell, f"{how} the line at {where}"
        return Pocket.key, Pocket.goal, cell, f"its zone of control bars the enemy's way out at {where}"
    one = goals.place[row]
    if one is not None:
        left = float(goals.way[row][cell]) / 4
        there = look.label(one.cell)
        rule = next(kind for kind in (Drive, Bastion, FrontLine) if kind.key == goals.rule[row])
        key, goal = rule.key, rule.goal
        if left == 0:
            return key, goal, one.cell, f"takes post in {there}"
        off = counted(left, "movement point")
        if rule is FrontLine:
            return key, goal, one.cell, f"{off} from {there}, its post in the line"
        return key, goal, one.cell, f"{off} from {there}, its goal"
    if draft.force.station[row]:
        return Lead.key, Lead.goal, cell, f"serves the units round {where}"
    if reserved(look, draft, book, row):
        kind, far = int(draft.force.kind[row]), 2 * float(march(draft)[row])
        near = sum(int(look.ways((one.cell,), kind, look.turn)[cell]) <= far for one in look.terrain.places)
        return (
            MobileReserve.key,
            MobileReserve.goal,
            cell,
            f"has {counted(near, 'place')} within two marches of {where}",
        )
    return Campaign.key, Campaign.goal, cell, f"nothing calls it away from {where}"
