"""Smolensk: where rules end: by date, by number, beside the map (SM 1.1b, 1.4b, 1.6, 1.7, 2.2d, 2.4, 3.4b)."""

from __future__ import annotations

import msgspec
import pytest

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange, lay_out
from engine.play.stocked import Stock
from engine.records.counters import Unit
from engine.rules.air_missions import missions_of
from engine.rules.caches import SupplyCaches
from engine.rules.depots import depots, draws_of
from engine.rules.prices import Price, Source
from engine.rules.regrouping import BreakDown
from engine.rules.retreat import ways
from engine.rules.supply_trace import UNSUPPLIED
from engine.state import WITHDRAWN, Store
from engine.systems.smolensk.mobilisation import LOCKED
from engine.systems.smolensk.removals import Removal, Removals
from engine.systems.smolensk.supply_table import GroupSupply
from tests.kit.boards import region
from tests.kit.players import setting_for
from tests.kit.smolensk import PANZER, RIFLE, move, reach, refused, stage
from tests.systems.smolensk.test_edges import with_rule
from tests.systems.smolensk.test_printed import params, printed, rows_of

CAMPAIGN = "smolensk-campaign"
FAR = {"ger-id-252": Spot("05.10"), "sov-rd-100": Spot("56.20")}


def at(phase: str, turn: int = 1, first: str = "soviet", **more: Spot) -> Game:
    """A game of the campaign with a division of each side far back, and these pieces."""
    pieces = {**FAR, **{key.replace("_", "-"): spot for key, spot in more.items()}}
    return arrange(setting_for(CAMPAIGN), Position(pieces, turn, phase, marks={"first-player": {first: 1}}))


def number(game: Game, key: str) -> int:
    return game.scenario.piece_index[key]


# Dates


@pytest.mark.rule("SM-1.1b", "SM-2.1a")
@pytest.mark.parametrize(("turn", "safe"), [(1, False), (2, True), (3, True), (4, False)])
def test_an_edge_is_safe_from_its_first_day_to_its_last(turn: int, safe: bool) -> None:
    days = {"side": "soviet", "region": "source", "first_turn": 2, "last_turn": 3}
    rows = with_rule("safe-edges", edges=[days])
    region(rows, "source", "0506")
    game = stage({PANZER: "0508", RIFLE: "2001"}, rows=rows, turn=turn)
    assert ("0506" in reach(game, PANZER)) is not safe
    if safe:
        refused(game, move(game, PANZER, "0507", "0506"), "SM-1.1b")


@pytest.mark.rule("SM-2.2d", "SM-3.2a")
@pytest.mark.parametrize("phase", ["reaction-air", "exploitation-air"])
def test_no_soviet_aircraft_fly_in_reaction_or_exploitation(phase: str) -> None:
    game = at(f"first-{phase}", first="axis")
    rule = missions_of(game.table)
    there = {"sov-sb-2": Spot("red-air-force-box"), "ger-ju-88": Spot("luftwaffe-box")}
    for prefix, owner in (("first", "reacting"), ("second", "acting")):
        table = lay_out(setting_for(CAMPAIGN), Position({**FAR, **_planes(there)}, 1, f"{prefix}-{phase}"))
        flown = {side: [each.kind for each in rule.rules_now(table, side)] for side in (0, 1)}
        assert flown == {0: ["barrage"], 1: []}, owner


def _planes(there: dict[str, Spot]) -> dict[str, Spot]:
    """Aircraft by the keys of their first pieces."""
    index = setting_for(CAMPAIGN).scenario.piece_index
    return {next(each for each in index if each.startswith(key)): spot for key, spot in there.items()}


# Beside the map


@pytest.mark.rule("SM-1.4b", "OS-11.1")
def test_whoever_is_in_a_box_is_in_supply() -> None:
    marks = {"first-player": {"soviet": 1}, UNSUPPLIED: {"sov-rd-129": 1}}
    pieces = {**FAR, "sov-rd-129": Spot("northeast-box")}
    game = arrange(setting_for(CAMPAIGN), Position(pieces, 2, "first-supply", marks=marks))
    assert not game.table.marked(UNSUPPLIED, number(game, "sov-rd-129"))


@pytest.mark.rule("SM-1.4b", "OS-9.8")
def test_nobody_retreats_into_a_box() -> None:
    game = at("first-combat", 2, sov_rd_129=Spot("62.16"))
    box = game.setting.board.cell("northeast-box")
    found = ways(game.table, number(game, "sov-rd-129"), 1)
    assert found and not any(box in way.path for way in found)


# Numbers


def removed(*schedule: Removal, there: dict[str, Spot], lost: tuple[str, ...] = ()) -> set[str]:
    """Who has left the map when the Axis reinforcement phase of turn 13 opens by such a schedule."""
    table = lay_out(
        setting_for(CAMPAIGN),
        Position({**FAR, **there}, 13, "first-reinforcement", lost=dict.fromkeys(lost, "")),
    )
    table.set_mark("first-player", 0)
    rule = msgspec.structs.replace(table.mechanism(Removals), schedule=schedule)
    list(rule.opening(table, 0))
    return {each.key for piece, each in enumerate(table.scenario.pieces) if table.state.cell[piece] == WITHDRAWN}


@pytest.mark.rule("SM-1.6a")
def test_a_removal_takes_as_many_as_it_says() -> None:
    lorries = {key: Spot("05.11") for key in setting_for(CAMPAIGN).scenario.piece_index if key.startswith("ger-truck")}
    assert len(removed(Removal(turn=13, unit="ger-truck-points", count=10), there=lorries)) == 10


@pytest.mark.rule("SM-1.6a")
def test_no_dead_division_goes_in_the_place_of_another_that_is_to_leave_itself() -> None:
    """All are 20-4-3."""
    alike = [line["unit"] for line in printed("units") if line["combat"] == "20-4-3"]
    first, second, other = alike[:3]
    there = {first: Spot("05.11"), second: Spot("05.11")}
    leave = (Removal(turn=13, unit=first), Removal(turn=13, unit=second))
    assert removed(leave[0], there=there, lost=(other,)) == {other}, "the dead one of the same values goes"
    assert removed(*leave, there={first: there[first]}, lost=(second,)) == {first, second}


@pytest.mark.rule("SM-1.6c", "SM-2.3a", "SM-3.3a")
def test_special_replacements_are_what_the_rulebook_says() -> None:
    """By lot a 12-2-2, 11-1-1 or 10-0-1 a step short; a cache or an alarm unit; a cache or an Aufk or Krd battalion."""
    lines = [each for each in params(CAMPAIGN, "free-rebuilds")["lines"] if each["name"] == "Special replacement"]
    found = [(each["side"], each.get("gives", "rebuild"), each.get("units", {}).get("flags", [])) for each in lines]
    assert found == [
        ("soviet", "rebuild", ["special-repl"]),
        ("soviet", "cache", []),
        ("soviet", "rebuild", ["alarm"]),
        ("axis", "cache", []),
        ("axis", "rebuild", ["aufk", "krd"]),
    ]
    assert (lines[0]["which"], lines[0]["steps_lost"], lines[0].get("faces")) == ("lot", 1, None)
    units = {unit.unit: unit for unit in rows_of(CAMPAIGN).all(Unit)}
    drawn = {key for key, unit in units.items() if "special-repl" in unit.flags}
    strings = {line["unit"]: line["combat"] for line in printed("units")}
    assert {strings[key] for key in drawn} == {"12-2-2", "11-1-1", "10-0-1"}
    kinds = {(units[key].side, units[key].symbol or "infantry", units[key].size or "division") for key in drawn}
    assert kinds == {("soviet", kind, "division") for kind in ("infantry", "militia")}
    missed = {
        key
        for key, text in strings.items()
        if text in ("12-2-2", "11-1-1", "10-0-1")
        and key not in drawn
        and (units[key].symbol or "infantry") == "infantry"
    }
    assert missed == set()


@pytest.mark.rule("SM-1.7", "OS-11.3")
def test_a_cache_pays_for_a_barrage_of_two_tokens_and_for_nothing_else() -> None:
    game = at("first-barrage")
    rule, side = game.table.mechanism(SupplyCaches), 1
    game.table.tally(rule.name(game.table, side), 1)
    asked = {
        (tokens, reason): list(rule.sources(game.table, Price(side, tokens, (), 0, reason)))
        for tokens, reason in ((2, "the barrage"), (3, "the barrage"), (1, "the attack"), (1, "fuel"))
    }
    assert {key for key, found in asked.items() if found} == {(2, "the barrage")}
    game.table.tally(rule.name(game.table, side), -rule.left(game.table, side))
    assert not list(rule.sources(game.table, Price(side, 2, (), 0, "the barrage"))), "none is left"


@pytest.mark.rule("SM-2.4")
def test_a_locked_division_places_no_regiments() -> None:
    game = at("first-movement", 2, sov_rd_119=Spot("60.34"))
    piece = number(game, "sov-rd-119")
    assert game.judge(BreakDown(piece))
    game.table.set_mark(LOCKED, piece)
    verdict = game.judge(BreakDown(piece))
    assert (verdict.legal, verdict.case) == (False, "SM-2.4")


@pytest.mark.rule("SM-3.4b")
@pytest.mark.parametrize("reason", ["fuel", "fuel for all", "a little fuel for all", "the attack", "the barrage"])
def test_a_formation_pays_for_none_of_these_with_the_supply_of_the_other_group(reason: str) -> None:
    game = at("first-movement", first="axis", ger_pz_7_i_25_pz=Spot("05.20"))
    rule, piece = game.table.mechanism(GroupSupply), number(game, "ger-pz-7-i-25-pz")
    price = Price(0, 1, (piece,), None, reason)
    for group, served in (("guderian", False), ("hoth", True), ("", True)):
        assert (rule.may_draw(game.table, price, _dump(game, group)) is None) is served
    game.table.state.turn = 13
    assert rule.may_draw(game.table, price, _dump(game, "guderian")) is None, "from 19 August on nobody minds"


@pytest.mark.rule("SM-3.4b")
def test_a_unit_is_shown_to_draw_only_on_what_it_may_fight_with() -> None:
    """Two dumps lie in its hex; the nearer in the list is the other group's."""
    stores = (Stock("05.20", "axis", 8, group="guderian"), Stock("05.21", "axis", 8, group="hoth"))
    pieces = {**FAR, "ger-pz-7-i-25-pz": Spot("05.20"), "ger-id-7": Spot("05.20")}
    game = arrange(setting_for(CAMPAIGN), Position(pieces, 2, "first-movement", stores=stores))
    drawn = {key: [each.name for each in draws_of(game.table, number(game, key))] for key in pieces}
    assert drawn["ger-pz-7-i-25-pz"] == ["05.21"] and drawn["ger-id-7"] == ["05.20", "05.21"]
    served = {each.name: set(each.straight) for each in depots(game.table, 0)}
    tanks = number(game, "ger-pz-7-i-25-pz")
    assert [tanks in pieces for name, pieces in sorted(served.items())] == [False, True]


def _dump(game: Game, group: str) -> Source:
    """A dump that belongs to a group."""
    return Source("a dump", 4, Store("cell", game.setting.board.cell("05.20"), 0, group=group))
