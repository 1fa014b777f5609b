"""How bots fly: from a base that can pay, for what promises most, and home to where it costs nothing."""

from __future__ import annotations

from engine.bots.firing import USUAL, Aim
from engine.bots.flying import next_flight
from engine.bots.missions import PlannedFlight, best_flight
from engine.bots.quartermaster import needs, placed
from engine.play import Game
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.play import MechanismRow
from engine.rules.air import air_of
from engine.rules.air_missions import AimMission, FlyMission, JoinMission, PlanMission
from engine.state.actions import Done, PlaceUnit
from tests.kit.airfields import aloft, field_rows
from tests.kit.gunnery import RULE, cell, piece
from tests.kit.logistics import cells, logistics, logistics_rows

BASES = {"german-air-base-2-1": "1005", "german-air-base-1-1": "1203", "soviet-air-base-1-1": "3005"}
FRONT = {"division": "2005", "battalion": "1905"}
EAGER = Aim(lambda _cell: 3.0, 0.1)
"""To disorganise anybody is worth three steps."""


def priced_rows() -> Rows:
    """Two air fleets whose barrages cost tokens of a base."""
    rows = field_rows()
    rows.put(MechanismRow(mechanism="stores", params={}))
    rows.put(MechanismRow(mechanism="supply-draw", params={}))
    rows.put(MechanismRow(mechanism="barrage", params=RULE | {"spotters": {"symbols": ["infantry"]}, "forts": []}))
    return rows


def best(game: Game, aim: Aim = USUAL) -> PlannedFlight | None:
    task = game.state.agenda[-1]
    assert isinstance(task, PlanMission)
    return best_flight(game.view(task.side), task, aim)


def test_bombers_of_one_base_fly_together_and_only_where_it_can_pay() -> None:
    pieces = {"stuka-1": "1005", "stuka-2": "1005", "heinkel": "1203", **FRONT}
    game = aloft(priced_rows(), "german-air", BASES, stocks=(Stock("1005", "german", 6),), **_named(pieces))
    found = best(game, EAGER)
    assert found is not None and found.aim == AimMission("barrage", cell(game, "2005"))
    assert set(found.force) == {piece(game, "stuka-1"), piece(game, "stuka-2")}
    poor = aloft(priced_rows(), "german-air", BASES, **_named(pieces))
    flight = best(poor, EAGER)
    assert flight is None or flight.aim.mission != "barrage", "nobody can pay for bombs"


def test_aircraft_of_a_box_bring_their_own() -> None:
    pieces = {"heinkel": "luftwaffe", "dornier": "luftwaffe", **FRONT}
    game = aloft(priced_rows(), "german-air", BASES, **_named(pieces))
    found = best(game)
    assert found is not None and found.aim.mission == "barrage"
    assert set(found.force) == {piece(game, "heinkel"), piece(game, "dornier")}
    paid = aloft(
        priced_rows(),
        "german-air",
        BASES,
        stocks=(Stock("1005", "german", 20),),
        **_named({**pieces, "heinkel": "1005", "dornier": "1005"}),
    )
    costly = best(paid)
    assert costly is not None and costly.worth < found.worth, "what costs tokens is worth less"


def test_they_bomb_where_disorder_is_worth_most() -> None:
    pieces = {"heinkel": "luftwaffe", "division": "2005", "battalion": "1905", "guard": "2003", "regiment": "1903"}
    game = aloft(priced_rows(), "german-air", BASES, **_named(pieces))
    near, far = cell(game, "2005"), cell(game, "2003")
    for wanted, other in ((near, far), (far, near)):
        found = best(game, Aim(lambda at, wanted=wanted: 5.0 if at == wanted else 0.1, 0.1))  # type: ignore[misc]
        assert found is not None and found.aim.target == wanted != other


def test_a_mission_is_planned_joined_flown_and_the_bombers_land_beside_the_map() -> None:
    pieces = {"heinkel": "1005", "dornier": "1005", **FRONT}
    game = aloft(priced_rows(), "german-air", BASES, stocks=(Stock("1005", "german", 20),), **_named(pieces))
    done: list[str] = []
    while game.decision is not None and game.decision.side == 0 and len(done) < 12:
        choice = next_flight(game.view(0), EAGER)
        if choice is None:
            break
        game.apply(choice[0])
        done.append(type(choice[0]).__name__)
    assert done[:4] == [AimMission.__name__, JoinMission.__name__, JoinMission.__name__, FlyMission.__name__]
    assert PlaceUnit.__name__ in done
    box = air_of(game.table).box_cell(game.table, 0)
    assert {game.state.cell[piece(game, key)] for key in ("heinkel", "dornier")} == {box}


def test_bombs_fall_on_a_base_where_aircraft_stand_inactive() -> None:
    pieces = {"heinkel": "luftwaffe", "dornier": "luftwaffe", "mig-1": "3005", "mig-2": "3005", "sturmovik": "3005"}
    resting = ("mig-1", "mig-2", "sturmovik")
    game = aloft(priced_rows(), "german-air", BASES, resting=resting, **_named(pieces))
    found = best(game)
    assert found is not None and found.aim == AimMission("facility", cell(game, "3005"))
    assert "3 aircraft" in found.why
    ready = aloft(priced_rows(), "german-air", BASES, **_named(pieces))
    other = best(ready)
    assert other is None or other.worth < found.worth, "aircraft that are ready are not caught on the ground"


def test_fighters_sweep_only_where_they_are_better() -> None:
    game = aloft(field_rows(), "german-air", BASES, **_named({"me-110": "1005", "mig-1": "3005"}))
    found = best(game)
    assert found is not None and found.aim == AimMission("sweep", cell(game, "3005"))
    game = aloft(field_rows(), "soviet-air", BASES, **_named({"me-110": "1005", "mig-1": "3005"}))
    task = game.state.agenda[-1]
    assert isinstance(task, PlanMission) and next_flight(game.view(1)) == (Done(), next_flight(game.view(1))[1])  # type: ignore[index]


def _named(pieces: dict[str, str]) -> dict[str, str]:
    return {key.replace("-", "_"): at for key, at in pieces.items()}


# Supply that comes and goes


def test_new_supply_is_put_with_who_lacks_it_or_on_the_way_there() -> None:
    pieces = {"g-hq": "1003", "tank-1": "1103", "guard": "0103", "division-1": "1401"}
    game = logistics(pieces, Stock("0203", "german", 4))
    (need,) = needs(game.table, 0)
    assert need.cell == cells(game, "1003")[0] and need.short("") == 4 and need.wanted[""] == 4
    there, near, far = (placed(game.view(0), PlaceUnit(0, at), "") for at in cells(game, "1103", "0603", "0203"))
    assert there > near > far
    fed = logistics(pieces, Stock("1003", "german", 4))
    assert needs(fed.table, 0)[0].short("") == 0


def test_supply_of_a_group_is_needed_only_where_its_units_are() -> None:
    rows = logistics_rows()
    rows.put(
        MechanismRow(
            mechanism="group-supply",
            params={
                "side": "german",
                "groups": ["one", "two"],
                "flags": ["multi-unit", "none"],
                "formations": ["multi-unit"],
            },
        )
    )
    game = logistics(
        {"g-hq": "1003", "tank-1": "1103", "division-1": "1401"}, Stock("0203", "german", 4, group="two"), rows=rows
    )
    (need,) = needs(game.table, 0)
    assert need.short("") == 4 and "two" not in need.wanted, "the tank may use nothing that belongs to the others"
