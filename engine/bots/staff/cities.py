"""Cities of several cells that count only whole: the cell that decides over a city is worth all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.ground import StakedPlace

Cities = Literal["parts", "take", "deny"]


def by_cities(look: Assessment, rule: Cities) -> None:
    """Weigh the places of an assessment anew for a side that takes cities whole, or denies them to the enemy."""
    if rule == "parts":
        return
    names = look.table.scenario.places
    owners: dict[str, list[bool]] = {}
    for one in look.terrain.places:
        ours = look.table.state.control[one.place] == look.side
        owners.setdefault(names[one.place].name, []).append(ours)

    def weighed(places: Iterable[StakedPlace], held: bool) -> list[StakedPlace]:
        return [_weighed(one, owners[names[one.place].name], held, rule) for one in places]

    look.held, look.wanted = weighed(look.held, True), weighed(look.wanted, False)


def _weighed(one: StakedPlace, ours: list[bool], held: bool, rule: Cities) -> StakedPlace:
    """A place with the worth of its city if it decides over it."""
    rest = ours.copy()
    rest.remove(held)
    decides = all(rest) if rule == "take" else not any(rest)
    return replace(one, worth=one.worth * len(ours)) if decides else one
