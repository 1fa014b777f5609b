"""Smolensk in battle: ground and colours, ratings, surprise, losses, options, exploit (OS 2.2, 3.5, 9.2 to 9.8)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.play import Game
from engine.records.markers import MarkerStart
from engine.rules.forecast import forecast_battle
from engine.rules.joining import standing
from engine.state.actions import AdvanceUnit, Choose, DeclareAttack, Done, FightBattle
from engine.state.tasks import Battle
from engine.systems.smolensk.ratings import NAMED, NameUnit, Ratings
from tests.kit.boards import place, river, road
from tests.kit.smolensk import (
    BORDER,
    COMBAT,
    EXPLOITATION,
    INFANTRY,
    INFANTRY_2,
    MOTORISED,
    PANZER,
    PANZER_2,
    RIFLE,
    RIFLE_2,
    SOVIET_COMBAT,
    WEAK,
    attack,
    back,
    cell,
    declare,
    face,
    fought,
    ground_rows,
    lose,
    marked,
    phase,
    piece,
    reach,
    refused,
    skip_to,
    stage,
    terrain,
    waits,
    where,
)

TENTH = "sov-rd-145"
"""A rifle division 10-0-1."""

CALM = ("2d6", 6)
"""A throw for surprise that surprises nobody where ratings are nearly even."""


def chances(game: Game, target: str, *keys: str) -> dict[str, Fraction]:
    """The forecast of an attack by these pieces."""
    battle = Battle(game.decision.side if game.decision else 0, cell(game, target), tuple(piece(game, k) for k in keys))
    return forecast_battle(game.table, standing(game.table, battle)).chances


@pytest.mark.rule("OS-9.2", "OS-9.3", "OS-9.4", "OS-9.5", "OS-9.7", "OS-2.2")
def test_the_first_worked_example_an_attack_with_surprise_and_exploit() -> None:
    rolls = (("2d6", 8), ("1d6", 3), ("2d6", 6))
    game = stage({PANZER: "0507", PANZER_2: "0507", MOTORISED: "0507", RIFLE: ("0506", 2)}, COMBAT, rolls=rolls)
    attack(game, "0506", PANZER, PANZER_2, MOTORISED)
    battle = fought(game)
    assert (battle.attack, battle.defence, battle.odds) == (38, 6, "5:1")
    assert [shift[0] for shift in battle.shifts] == [3]
    assert (battle.column, battle.total, battle.code) == ("11:1", 9, "Ae3/DL2o2DG")
    assert where(game, RIFLE) == "lost"
    assert all(marked(game, "exploit", key) for key in (PANZER, PANZER_2, MOTORISED))
    assert waits(game) == ("axis", "advance")
    for key in (PANZER, PANZER_2, MOTORISED):
        game.apply(AdvanceUnit(piece(game, key), (cell(game, "0506"),)))
    skip_to(game, EXPLOITATION)
    assert (game.table.allowance(piece(game, PANZER)), game.table.allowance(piece(game, MOTORISED))) == (4, 2)
    assert reach(game, PANZER)["0502"] == 4


@pytest.mark.rule("OS-9.6")
def test_without_surprise_the_attacker_owes_his_option_first() -> None:
    rolls = (("2d6", 6), ("2d6", 6))
    game = stage({PANZER: "0507", PANZER_2: "0507", MOTORISED: "0507", RIFLE: ("0506", 2)}, COMBAT, rolls=rolls)
    attack(game, "0506", PANZER, PANZER_2, MOTORISED)
    assert (fought(game).column, fought(game).code) == ("5:1", "Ao1e4/DL1o2")
    assert waits(game) == ("axis", "choose")
    assert where(game, RIFLE) == "0506"


@pytest.mark.rule("OS-9.4")
def test_the_forecast_with_surprise_is_what_every_throw_of_the_dice_comes_to() -> None:
    game = stage({INFANTRY: "0507", RIFLE: "0506"}, COMBAT)
    crt = game.scenario.combat_tables["crt"]
    expected: dict[str, Fraction] = {}
    column = crt.column(Fraction(20), Fraction(12), nearest=True)
    for dice in product(range(1, 7), repeat=5):
        surprise = dice[0] + dice[1] + 2
        moved = dice[2] if surprise >= 10 else -dice[2] if surprise <= 5 else 0
        at = min(max(column + moved, 0), 12)
        code = crt.result(at, dice[3] + dice[4] + 2).code
        expected[code] = expected.get(code, Fraction(0)) + Fraction(1, 6**5)
    assert chances(game, "0506", INFANTRY) == expected


@pytest.mark.rule("OS-9.4", "OS-16.1", "SM-1.3b")
def test_a_hedgehog_takes_one_off_both_dice_and_stops_tanks() -> None:
    rows = ground_rows()
    rows.put(MarkerStart(start="works", marker="hedgehog", cell="0506", side="soviet"))
    game = stage(
        {PANZER: "0507", RIFLE: "0506"}, COMBAT, rows=rows, markers={"works": "0506"}, rolls=(CALM, ("2d6", 7))
    )
    attack(game, "0506", PANZER)
    assert fought(game).attack == 9, "6 times 1.5: the works stand up to tanks"
    assert sum(each[0] for each in fought(game).modifiers) == 5 - 2 - 1
    game = stage({PANZER: "0507", RIFLE: "0506"}, COMBAT, rows=rows, markers={"works": ""}, rolls=(CALM, ("2d6", 7)))
    attack(game, "0506", PANZER)
    assert (fought(game).attack, sum(each[0] for each in fought(game).modifiers)) == (12, 3)


@pytest.mark.rule("OS-9.2")
def test_guns_of_the_same_level_blunt_a_doubling_and_lighter_ones_do_not() -> None:
    game = stage({PANZER: "0507", RIFLE: "0506", "sov-alarm-at+1": "0506"}, COMBAT, rolls=(CALM, ("2d6", 7)))
    attack(game, "0506", PANZER)
    assert fought(game).attack == 9
    light = "ger-mg-5"
    game = stage({light: "0507", "sov-td-50": "0506"}, SOVIET_COMBAT, rolls=(CALM, ("2d6", 7)))
    attack(game, "0507", "sov-td-50")
    assert fought(game).attack == 36, "light guns do not stop heavy tanks"


@pytest.mark.rule("OS-9.2")
def test_the_worse_of_hex_and_hexside_counts_for_every_stack() -> None:
    rows = ground_rows()
    river(rows, "0507", "0506")
    wet = stage({PANZER: "0507", INFANTRY: "0507", RIFLE: "0506"}, COMBAT, rows=rows, rolls=(CALM, ("2d6", 7)))
    attack(wet, "0506", PANZER, INFANTRY)
    assert fought(wet).attack == 6 / 2 + 20, "armour is halved across a river, infantry is not"
    both = stage({PANZER: "0507", PANZER_2: "0505", RIFLE: "0506"}, COMBAT, rows=rows, rolls=(CALM, ("2d6", 7)))
    attack(both, "0506", PANZER, PANZER_2)
    assert fought(both).attack == 3 + 12, "the dry stack is doubled"


@pytest.mark.rule("OS-9.2", "OS-9.5")
def test_a_city_halves_tanks_on_both_sides_and_has_its_own_headings() -> None:
    rows = ground_rows()
    place(rows, "Town", "0506", kind="city", key="town")
    game = stage({PANZER: "0507", INFANTRY: "0507", "sov-td-50": "0506"}, COMBAT, rows=rows, rolls=(CALM, ("2d6", 7)))
    attack(game, "0506", PANZER, INFANTRY)
    assert (fought(game).attack, fought(game).defence) == (3 + 20, 9)
    assert fought(game).odds == "3:1", "23 to 9 is 2.6, rounded up; there is a column of 3:1 in either ground"
    assert game.scenario.tables["crt-heads"].at("very-close", "5") == "3:1", "but here it is the fifth"


@pytest.mark.rule("OS-9.5")
def test_odds_are_rounded_half_up_by_the_headings_of_the_ground() -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0506")
    game = stage({INFANTRY: "0507", MOTORISED: "0507", RIFLE_2: "0506"}, COMBAT, rows=rows, rolls=(CALM, ("2d6", 7)))
    attack(game, "0506", INFANTRY, MOTORISED)
    assert (fought(game).attack, fought(game).defence, fought(game).odds) == (27, 12, "2:1")
    thin = stage({WEAK: "0507", INFANTRY: "0506", INFANTRY_2: "0506"}, SOVIET_COMBAT, rolls=(CALM, ("2d6", 7)))
    attack(thin, "0506", WEAK)
    assert fought(thin).odds == "1:4", "11 to 40 is 1:3.6, rounded to 1:4"


@pytest.mark.rule("OS-9.2")
def test_ground_that_a_class_may_not_enter_is_attacked_only_along_a_road() -> None:
    rows = ground_rows()
    terrain(rows, "swamp", "0506")
    game = stage({PANZER: "0507", INFANTRY: "0507", RIFLE: "0506"}, COMBAT, rows=rows)
    refused(game, declare(game, PANZER, "0506"), "OS-9.2")
    assert game.judge(declare(game, INFANTRY, "0506"))
    road(rows, "0507", "0506", kind="track")
    game = stage({PANZER: "0507", INFANTRY: "0507", RIFLE: "0506"}, COMBAT, rows=rows)
    assert game.judge(declare(game, PANZER, "0506"))


@pytest.mark.rule("OS-9.3", "OS-9.6")
def test_each_side_names_a_unit_and_the_first_loss_falls_on_it() -> None:
    rolls = (("2d6", 4), ("2d6", 3))
    game = stage({INFANTRY: "0507", MOTORISED: "0507", RIFLE: "0506", WEAK: "0506"}, COMBAT, rolls=rolls)
    for key in (INFANTRY, MOTORISED):
        game.apply(DeclareAttack(piece(game, key), cell(game, "0506")))
    game.apply(FightBattle(cell(game, "0506")))
    assert waits(game) == ("axis", "name")
    refused(game, NameUnit(piece(game, RIFLE)), "OS-9.3")
    game.apply(NameUnit(piece(game, MOTORISED)))
    assert waits(game) == ("soviet", "name")
    game.apply(NameUnit(piece(game, WEAK)))
    assert sum(each[0] for each in fought(game).modifiers) == 5 - 1
    assert fought(game).code.startswith("AL1"), fought(game).code
    assert where(game, MOTORISED) == "lost", "the named unit pays the first step, nobody is asked"
    assert face(game, INFANTRY) == 0


@pytest.mark.rule("OS-9.6")
def test_options_are_hexes_by_all_or_steps_and_a_retreat_frees_the_defender() -> None:
    pieces = {"sov-rd-100": "0507", "sov-td-50": ("0507", 1), MOTORISED: "0506", "ger-pz-7-6-inf": "0506"}
    game = stage(pieces, SOVIET_COMBAT, rolls=(("2d6", 8), ("2d6", 5)))
    attack(game, "0506", "sov-rd-100", "sov-td-50", against=MOTORISED)
    assert fought(game).code == "AL1o1/Do1", fought(game)
    assert face(game, "sov-rd-100") == 1, "the rating unit loses the step by itself"
    assert waits(game) == ("soviet", "choose")
    game.apply(Choose(0))
    while waits(game)[1] == "retreat":
        game.apply(next(iter(game.options())))
    assert "0507" not in (where(game, "sov-rd-100"), where(game, "sov-td-50")), "all of them go back"
    assert (where(game, MOTORISED), where(game, "ger-pz-7-6-inf")) == ("0506", "0506")
    assert waits(game)[1] != "choose", "the defender ignores his option"


@pytest.mark.rule("OS-9.6")
def test_a_defender_takes_his_option_where_the_attacker_paid_in_steps() -> None:
    pieces = {"sov-rd-100": "0507", "sov-td-50": ("0507", 1), MOTORISED: "0506", "ger-pz-7-6-inf": "0506"}
    game = stage(pieces, SOVIET_COMBAT, rolls=(("2d6", 8), ("2d6", 5)))
    attack(game, "0506", "sov-rd-100", "sov-td-50", against=MOTORISED)
    game.apply(Choose(1))
    lose(game, "sov-td-50")
    assert face(game, "sov-td-50") == 2
    assert waits(game) == ("axis", "choose")
    game.apply(Choose(1))
    assert where(game, MOTORISED) == "lost", "his first loss comes from the named unit as well"


@pytest.mark.rule("OS-9.6")
def test_an_attacker_who_cannot_take_his_option_frees_the_defender_too() -> None:
    game = stage({"sov-cd-50": "0507", RIFLE: "0505", MOTORISED: "0506"}, SOVIET_COMBAT, rolls=(("2d6", 8), ("2d6", 7)))
    attack(game, "0506", "sov-cd-50")
    assert fought(game).code == "AL1o1/Do1", fought(game)
    assert where(game, "sov-cd-50") == "lost"
    assert where(game, MOTORISED) == "0506"
    assert waits(game)[1] != "choose"


@pytest.mark.rule("OS-9.6", "OS-9.8")
def test_who_has_no_way_back_pays_with_steps() -> None:
    ring = {"ger-id-17": "0505", "ger-id-28": "0405", "ger-id-35": "0605", "ger-id-5": "0606", "ger-id-6": "0406"}
    game = stage({INFANTRY: "0507", **ring, RIFLE: "0506"}, COMBAT, rolls=(CALM, ("2d6", 7)))
    attack(game, "0506", INFANTRY)
    assert "Do1" in fought(game).code, fought(game).code
    while waits(game) == ("axis", "choose"):
        game.apply(Choose(1))
    while waits(game)[1] == "lose":
        game.apply(next(iter(game.options())))
    assert (where(game, RIFLE), face(game, RIFLE)) == ("0506", 1)


@pytest.mark.rule("SM-2.3b")
def test_the_eighth_worked_example_a_border_regiment_must_be_named_and_gives_no_ground() -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0506")
    pieces = {"ger-id-78": "0507", INFANTRY: "0507", BORDER: "0506", TENTH: "0506"}
    game = stage(pieces, COMBAT, rows=rows, rolls=(("2d6", 6), ("2d6", 7)))
    attack(game, "0506", "ger-id-78", INFANTRY)
    assert (fought(game).attack, fought(game).defence, fought(game).odds) == (40, 12, "3:1")
    assert sum(each[0] for each in fought(game).modifiers) == 1
    assert fought(game).code == "Ao1/Do1"
    game.apply(Choose(0))
    while waits(game) == ("axis", "retreat"):
        game.apply(next(iter(game.options())))
    assert where(game, BORDER) == "lost", "although the attacker went back"
    assert where(game, TENTH) == "0506"


@pytest.mark.rule("SM-2.3b")
@pytest.mark.parametrize("goes_back", [True, False])
def test_who_stood_with_a_border_regiment_gives_no_ground_when_it_has_fallen_first(goes_back: bool) -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0506")
    pieces = {"ger-id-78": "0507", INFANTRY: "0507", BORDER: "0506", TENTH: "0506"}
    game = stage(pieces, COMBAT, rows=rows, rolls=(("2d6", 6), ("2d6", 9)))
    attack(game, "0506", "ger-id-78", INFANTRY)
    assert fought(game).code == "Ao1/DL1o1"
    game.apply(Choose(0 if goes_back else 1))
    while waits(game)[1] in ("retreat", "lose"):
        assert waits(game) != ("soviet", "retreat")
        game.apply(next(iter(game.options())))
    assert where(game, BORDER) == "lost", "the first loss is its own"
    assert (where(game, TENTH), face(game, TENTH)) == ("0506", 1), "the option is a step as well, and nobody goes"


@pytest.mark.rule("OS-9.7")
def test_only_good_enough_attackers_exploit_and_a_shaken_defender_is_disorganised() -> None:
    rolls = (("2d6", 8), ("1d6", 6), ("2d6", 12))
    pieces = {PANZER: "0507", INFANTRY: "0507", "ger-sec-286": "0507", RIFLE: "0506"}
    game = stage(pieces, COMBAT, rolls=rolls)
    attack(game, "0506", PANZER, INFANTRY, "ger-sec-286")
    assert fought(game).code == "Ae2/DL2o3DG", fought(game)
    while waits(game)[0] == "soviet":
        game.apply(next(iter(game.options())))
    assert where(game, RIFLE) != "lost"
    assert marked(game, "dg", RIFLE)
    assert marked(game, "exploit", INFANTRY)


@pytest.mark.rule("OS-9.7")
def test_a_rating_below_the_result_does_not_exploit() -> None:
    rolls = (("2d6", 8), ("1d6", 3), ("2d6", 6))
    pieces = {PANZER: "0507", PANZER_2: "0507", "ger-sec-403": "0507", RIFLE: ("0506", 2)}
    game = stage(pieces, COMBAT, rolls=rolls)
    attack(game, "0506", PANZER, PANZER_2, "ger-sec-403", named=PANZER)
    assert fought(game).code == "Ae3/DL2o2DG", fought(game)
    assert marked(game, "exploit", PANZER_2)
    assert not marked(game, "exploit", "ger-sec-403"), "its rating is 2"


def cornered(marks: dict[str, dict[str, int]] | None = None) -> Game:
    """A division that has to retreat where every hex lies in an enemy zone, a friend in one of them."""
    ring = {"ger-id-17": "0505", "ger-id-28": "0306", "ger-id-35": "0706"}
    game = stage({INFANTRY: "0508", RIFLE: "0507", WEAK: "0506", **ring}, COMBAT, rolls=(CALM, ("2d6", 7)), marks=marks)
    attack(game, "0507", INFANTRY)
    assert fought(game).code == "Ao1/Do1", fought(game)
    game.apply(Choose(1))
    assert waits(game) == ("soviet", "choose")
    game.apply(Choose(0))
    back(game, RIFLE, "0506")
    return game


@pytest.mark.rule("OS-9.8", "OS-6.3", "OS-3.6")
def test_a_retreat_into_an_enemy_zone_disorganises_everybody_there() -> None:
    game = cornered()
    assert (where(game, RIFLE), face(game, RIFLE)) == ("0506", 0)
    assert marked(game, "dg", RIFLE) and marked(game, "dg", WEAK), "friends there do not help"


@pytest.mark.rule("OS-6.3")
def test_a_unit_in_disorder_that_retreats_so_loses_a_step() -> None:
    game = stage({INFANTRY: "0508", RIFLE: "0507", WEAK: "0506"}, COMBAT)
    assert not marked(game, "dg", RIFLE)
    ring = {"ger-id-17": "0505", "ger-id-28": "0306", "ger-id-35": "0706"}
    rolls = (CALM, ("2d6", 7))
    game = stage(
        {INFANTRY: "0508", RIFLE: "0507", WEAK: "0506", **ring}, COMBAT, rolls=rolls, marks={"dg": {RIFLE: 1, WEAK: 1}}
    )
    attack(game, "0507", INFANTRY)
    while waits(game)[0] == "axis":
        game.apply(list(game.options())[-1])
    steps = face(game, RIFLE)
    while waits(game) == ("soviet", "lose"):
        game.apply(next(iter(game.options())))
    game.apply(Choose(0))
    back(game, RIFLE, "0506")
    assert face(game, RIFLE) == steps + 1
    assert face(game, WEAK) == 0, "only who retreats pays"


@pytest.mark.rule("OS-9.5")
def test_a_unit_attacks_once_a_phase_and_a_hex_is_attacked_once() -> None:
    far = {"ger-id-17": "1506", WEAK: "1505"}
    game = stage({INFANTRY: "0507", INFANTRY_2: "0405", RIFLE: "0506", **far}, COMBAT, rolls=(CALM, ("2d6", 3)))
    attack(game, "0506", INFANTRY)
    assert fought(game).code == "AL1o1/Do1", fought(game)
    game.apply(Choose(1))
    lose(game, INFANTRY)
    game.apply(Choose(1))
    assert (waits(game), phase(game)) == (("axis", "declare"), COMBAT)
    assert where(game, RIFLE) == "0506"
    refused(game, declare(game, INFANTRY_2, "0506"), "OS-1.2")
    refused(game, declare(game, INFANTRY, "0506"), "OS-1.2")


@pytest.mark.rule("OS-9.5")
def test_units_that_cannot_attack_do_not() -> None:
    game = stage({INFANTRY: "0507", BORDER: "0506", RIFLE: "0506"}, SOVIET_COMBAT)
    refused(game, declare(game, BORDER, "0507"), "OS-9.5")
    assert game.judge(Done())


@pytest.mark.rule("OS-3.5")
@pytest.mark.parametrize("number", [0, 1])
def test_whoever_was_named_stays_named_the_first_unit_of_all_too(number: int) -> None:
    game = stage({INFANTRY: "0508", RIFLE: "0507"}, COMBAT)
    battle = Battle(0, 0, (0, 1), (), ())
    game.table.tally(NAMED + "attacker", number + 1)
    assert game.table.mechanism(Ratings).named(game.table, battle, "attacker") == number
