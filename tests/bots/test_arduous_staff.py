"""The staff at The Arduous Beginning: it sets up in many ways, leaves no threatened city open without a word, and no
unit of it marches out and back within a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import pytest

from engine.board.network import TICKS
from engine.bots import make_bot
from engine.bots.ground import ground_of
from engine.bots.rule import Weighted
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.moves import Planner
from engine.bots.staff.plan import Book
from engine.bots.staff.reply import Reply
from engine.bots.staff.roles import seize
from engine.bots.staff.rules import Campaign, Guard, Hold
from engine.lab.match import bot_seed
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records.play import Phase
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.state.actions import Done
from engine.state.events import AnyEvent, PhaseBegan, UnitMoved
from tests.kit.digest import bot_game
from tests.kit.players import setting_for

SLUG = "arduous-beginning"
GERMAN, SOVIET = 0, 1
FEW, MANY, SET_UPS = 3, 100, 24
OPEN = 0.15
"""The share of Soviet city-turns that may end with a threatened city open and no reason given for it."""


@lru_cache(maxsize=MANY)
def played(seed: int) -> Game:
    return bot_game(setting_for(SLUG), "doctrine", seed)


def set_up(seed: int) -> Game:
    """A game whose counters are all on the map, and in which nobody has done anything else."""
    setting = setting_for(SLUG)
    bots = [make_bot("doctrine", setting.scenario, side, bot_seed(seed, side)) for side in (GERMAN, SOVIET)]
    game = Game.begin(setting, seed)
    while game.decision is not None and game.decision.kind == "set-up":
        game.apply(bots[game.decision.side].choose(game.view(game.decision.side))[0])
    return game


def laid_out(table: Table, side: int) -> frozenset[tuple[tuple[str, float, int], int]]:
    """Which kinds of units stand where, and how many: counters that look alike may change places."""
    faces = [(table.unit(one).symbol, table.face(one).defence, table.state.cell[one]) for one in table.on_map(side)]
    return frozenset(Counter(faces).items())


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_side_sets_up_in_four_ways_at_least_in_two_dozen_games(side: int) -> None:
    found = {laid_out(set_up(seed).table, side) for seed in range(SET_UPS)}
    assert len(found) >= 4


def returns(setting: Setting, events: Iterable[AnyEvent]) -> Iterator[UnitMoved]:
    """Every march to a cell that the same unit had marched out of in the same turn of its side."""
    left: set[tuple[int, int]] = set()
    for event in events:
        if isinstance(event, PhaseBegan):
            owner = setting.side_of_phase(event)
            left = {(piece, cell) for piece, cell in left if side_of(piece) == owner}
        elif isinstance(event, UnitMoved):
            if (event.piece, event.target) in left:
                yield event
            left.add((event.piece, event.origin))


def side_of(piece: int) -> int:
    return played(0).table.side_of(piece)


def events_of(game: Game) -> list[AnyEvent]:
    return [event for entry in game.log for event in entry.events]


def test_a_return_is_told_from_a_march_of_the_next_turn() -> None:
    setting, events = setting_for(SLUG), events_of(played(0))
    out = next(event for event in events if isinstance(event, UnitMoved) and side_of(event.piece) == SOVIET)
    back = UnitMoved(piece=out.piece, origin=out.target, target=out.origin)
    began = [event for event in events if isinstance(event, PhaseBegan)]
    own, his = (next(one for one in began if setting.side_of_phase(one) == side) for side in (SOVIET, GERMAN))
    assert [*returns(setting, [out, own, back])] == [back]
    assert not [*returns(setting, [out, his, own, back])]


def phase_named(key: str) -> Phase:
    return next(phase for phase in setting_for(SLUG).scenario.phases if phase.phase == key)


@pytest.mark.parametrize("seed", range(FEW))
def test_no_unit_marches_out_and_back_within_a_turn(seed: int) -> None:
    events = events_of(played(seed))
    assert sum(isinstance(event, UnitMoved) for event in events) > 80
    assert not [*returns(setting_for(SLUG), events)]


@pytest.mark.soak
def test_no_unit_marches_out_and_back_in_a_hundred_games() -> None:
    assert not [event for seed in range(MANY) for event in returns(setting_for(SLUG), events_of(played(seed)))]


class CityTurns(NamedTuple):
    """Soviet cities at the ends of Soviet turns: all, those that lie open under a threat, and those without a word."""

    all: int
    open: int
    silent: int


def threatened(table: Table, cell: int) -> bool:
    """Whether a German could come to a cell in a turn's two marches over the mere ground, whoever stands in his way."""
    ground = ground_of(table.setting)
    for piece in table.on_map(GERMAN):
        unit = table.unit(piece)
        twice = 2.0 if "tank" in unit.flags else 1.5
        ways = ground.way_to((cell,), unit.move_class, table.state.turn)
        if int(ways[table.state.cell[piece]]) <= twice * table.face(piece).movement * TICKS:
            return True
    return False


def city_turns(seed: int) -> CityTurns:
    """Count the cities that the Soviet side holds when its turns end, up to the last that the German can answer."""
    found, last = played(seed), setting_for(SLUG).scenario.about.turns
    game, counts = Game.begin(found.setting, found.seed), [0, 0, 0]
    own = found.scenario.phases.index(phase_named("soviet-movement"))
    for entry in found.log[1:]:
        state = game.state
        if isinstance(entry.action, Done) and state.phase == own and state.turn < last:
            for cell in (one.cell for one in ground_of(game.setting).objectives if state.control[one.place] == SOVIET):
                bare = not game.table.stack(cell) and threatened(game.table, cell)
                silent = bare and not any(game.table.board.label(cell) in said for said in entry.why["reasons"])
                counts = [have + more for have, more in zip(counts, (1, bare, silent), strict=True)]
        if entry.action is not None:
            game.apply(entry.action, entry.why)
    return CityTurns(*counts)


@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_threatened_cities_are_left_open_for_a_reason(games: int) -> None:
    found = CityTurns(*(sum(counts) for counts in zip(*map(city_turns, range(games)), strict=True)))
    print(f"\n{found.all} Soviet city-turns, {found.open} open under a threat, {found.silent} of them without a word")
    assert found.all > 10 * games
    assert found.silent <= OPEN * found.all


CORPS, ARMY = "xxiv-pz", "3rd-army"
TAKEN = {place.place: "german" for place in setting_for(SLUG).scenario.places}


def last_turn(lost: dict[str, str], turn: int = 7) -> Assessment:
    """How a German in Smolensk sees his special movement when every city is his and no Soviet is left."""
    where = Position({CORPS: Spot("1907")}, turn=turn, phase="german-special", control=TAKEN, lost=lost)
    return Assessment(arrange(setting_for(SLUG), where, 1).table, GERMAN)


@pytest.mark.rule("AB-12.4")
def test_a_plan_reckons_in_the_end_with_armies_that_can_be_rebuilt() -> None:
    """An army that was lost may return on the edge and walk into Vyazma (2306), which lies beside it."""
    cells = {label: setting_for(SLUG).board.cell(label) for label in ("2306", "0409")}
    for returns, lost, comes in ((1, {ARMY: ""}, True), (0, {ARMY: ""}, False), (1, {}, False)):
        look = last_turn(lost)
        look.returns = returns
        assert bool(len(look.threats)) is comes and not len(look.theirs)
        raided = look.danger(look.table.occupied(GERMAN), zone(look.table, GERMAN)).raided
        assert bool(raided[cells["2306"]]) is comes and not raided[cells["0409"]]


def test_an_earlier_turn_and_who_is_never_rebuilt_are_not_reckoned_with() -> None:
    for turn, lost in ((6, {ARMY: ""}), (7, {"mech-1": "6th-mech"})):
        look = last_turn(lost, turn)
        look.returns = 1
        assert not len(look.threats)


def beside_vitebsk(turn: int, phase: str, **more: Spot) -> Assessment:
    """How a German sees a weakened army beside Vitebsk (1605) when every other city is his."""
    pieces = {ARMY: Spot("1604", face=1), **more}
    control = {place: "soviet" if place == "vitebsk" else side for place, side in TAKEN.items()}
    return Assessment(arrange(setting_for(SLUG), Position(pieces, turn=turn, phase=phase, control=control), 1).table, 0)


@pytest.mark.rule("AB-12.0a")
@pytest.mark.parametrize(("turn", "restores", "attack"), [(7, 1, 8.0), (7, 0, 4.0), (6, 1, 4.0), (6, 2, 8.0)])
def test_a_plan_reckons_in_the_end_with_the_step_that_an_army_may_have_back(
    turn: int, restores: int, attack: float
) -> None:
    """What it would attack with is foreseen; what we have to beat now is what stands there now."""
    look = beside_vitebsk(turn, "german-special", xii=Spot("1605"))
    look.restores = restores
    assert look.threats.attack.tolist() == [attack]
    assert (look.threats.defence.tolist(), look.theirs.attack.tolist()) == ([4.0], [4.0])


@pytest.mark.rule("AB-12.5")
def test_an_army_that_is_cut_off_has_no_step_back() -> None:
    ring = {"xii": Spot("1603"), "v": Spot("1605"), "vi": Spot("1504"), "vii": Spot("1704")}
    look = beside_vitebsk(7, "german-special", **ring, viii=Spot("1505"), ix=Spot("1705"))
    look.restores = 1
    assert look.threats.attack.tolist() == [4.0]


@pytest.mark.parametrize(("seizers", "goes"), [(False, "xii"), (True, "xxiv-pz")])
def test_an_open_city_is_taken_in_the_end_by_who_would_hold_it(seizers: bool, goes: str) -> None:
    """A weakened corps and a panzer corps both get into Vitebsk, beside which an army stands; the army answers."""
    look = beside_vitebsk(7, "german-movement", **{"xii": Spot("1707", face=1), "xxiv-pz": Spot("1706")})
    draft = Draft(look, {})
    ((row, cell, _),) = seize(look, draft, Guard(stout=1.0, seizers=seizers))
    assert look.table.unit(draft.force.groups[row][0]).unit == goes
    assert cell == look.board.cell("1605")


def test_fewer_formations_tried_is_a_wish_of_the_plan() -> None:
    """The first formation is the usual one: a plan that tries no other takes it without asking for the reply."""
    game = set_up(3)
    bots = [make_bot("doctrine", game.scenario, side, bot_seed(3, side)) for side in (GERMAN, SOVIET)]
    while game.decision is not None and (game.decision.side, game.decision.kind) != (SOVIET, "move"):
        game.apply(bots[game.decision.side].choose(game.view(game.decision.side))[0])
    rows = {1: Campaign(postures=1), 3: Campaign()}
    asked = {number: replies(game, rule) for number, rule in rows.items()}
    assert asked[1] == 0 < asked[3]


def replies(game: Game, rule: Campaign) -> int:
    """How often a movement phase is planned against the enemy's best reply."""
    look, count = Assessment(game.table, SOVIET), [0]
    planner = Planner(look, Book([Weighted(1.0, rule), Weighted(5.0, Hold())]), {})
    answered = planner.posting._replied

    def counted(rows: list[int], posts: list[int]) -> Reply:
        count[0] += 1
        return answered(rows, posts)

    planner.posting._replied = counted  # type: ignore[method-assign]
    planner.plan()
    return count[0]
