"""What air missions are flown for: barrages, strikes at bases and railways, sweeps, transport and transfers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import msgspec

from engine.charts import LookupTable
from engine.ids import OFF_MAP
from engine.rules.air import HITS, AircraftMoved, air_of
from engine.rules.air_combat import combat_of
from engine.rules.barrage import INACTIVE, Barrage
from engine.rules.combat import kind_of
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.effects import lose_step
from engine.rules.forecast import forecast_battle
from engine.rules.joining import standing
from engine.rules.laying import numbers, stock
from engine.rules.prices import Price
from engine.rules.stores import SUPPLY, held, in_use, move_tokens, place_tokens, whose
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.state import Store
from engine.state.events import MarkerPlaced, Noted
from engine.state.tasks import AnyTask, Battle, RollBattle

if TYPE_CHECKING:
    from engine.rules.air_missions import AirMissions


class Mission(msgspec.Struct, frozen=True):
    """Aircraft of a side on their way to a cell, and the fighters that rise against them."""

    side: int
    kind: str
    target: int
    aircraft: tuple[int, ...] = ()
    interceptors: tuple[int, ...] = ()


class Purpose:
    """What one kind of mission is flown for; the rule of missions gives its numbers."""

    called: ClassVar[str] = "a mission to"
    armed: ClassVar[bool] = False
    lands: ClassVar[bool] = True

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """The cells that it may be flown against, as far as the aircraft reach."""
        return ()

    def serves(self, rule: AirMissions, table: Table, piece: int) -> bool:
        """Whether an aircraft is of any use in it by itself."""
        return True

    def joins(self, rule: AirMissions, table: Table, mission: Mission, piece: int) -> Verdict:
        """Whether an aircraft may fly it together with the others."""
        return LEGAL

    def price(self, rule: AirMissions, table: Table, mission: Mission) -> int:
        """The tokens that it costs."""
        return 0

    def promise(self, rule: AirMissions, table: Table, mission: Mission) -> str:
        """What may be expected of it, in words."""
        return ""

    def carry_out(self, rule: AirMissions, table: Table, mission: Mission) -> tuple[AnyTask, ...]:
        """What it does where it comes through."""
        return ()


class AirBarrage(Purpose):
    """A barrage of enemy units."""

    called = "an air barrage of"
    armed = True

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """Every hex that the enemy holds."""
        size = table.board.grid.size
        return [cell for cell in table.state.stacks if cell < size and table.holder(cell) == 1 - side]

    def serves(self, rule: AirMissions, table: Table, piece: int) -> bool:
        """Only with barrage points; others escort."""
        return table.face(piece).extra.get(barrage_of(table).points, 0.0) > 0

    def battle(self, table: Table, mission: Mission) -> Battle:
        """The barrage with all who defend, and those aircraft that bring points."""
        bombers = tuple(piece for piece in mission.aircraft if air_of(table).active(table, piece))
        return standing(table, Battle(mission.side, mission.target, bombers, kind=Barrage.key))

    def price(self, rule: AirMissions, table: Table, mission: Mission) -> int:
        """By the column."""
        return barrage_of(table).price(table, self.battle(table, mission))

    def promise(self, rule: AirMissions, table: Table, mission: Mission) -> str:
        """The column and the chances of every result."""
        battle = self.battle(table, mission)
        seen, results = forecast_battle(table, battle), kind_of(table, battle).crt(table, battle).results
        likely = [(code, chance) for code, chance in seen.chances.items() if chance and code != "-"]
        named = [f"{percent(chance)} {results[code].name.lower() or code}" for code, chance in likely]
        return f"column {seen.column}, {', '.join(named) or 'nothing'}"

    def carry_out(self, rule: AirMissions, table: Table, mission: Mission) -> tuple[AnyTask, ...]:
        """Drop the bombs on whoever is there."""
        battle = self.battle(table, mission)
        return (RollBattle(battle),) if battle.attackers and battle.defenders else ()


class HipShoot(AirBarrage):
    """A barrage in the midst of movement."""

    called = "a hip shoot at"


@dataclass(frozen=True)
class FacilityHit:
    """One cell of the facility table: hits on the base, whether trains are stopped, and what hurts aircraft there."""

    hits: int = 0
    busts: bool = False
    strafes: int | None = None


def read_strike(text: str) -> FacilityHit:
    """What a cell as `1*(5)` says: a hit, trains stopped, and every inactive aircraft loses a step on 5 or more."""
    head, _, tail = text.partition("(")
    digits = head.replace("*", "").replace("-", "").strip()
    return FacilityHit(int(digits or 0), "*" in head, int(tail.rstrip(")")) if tail else None)


class FacilityStrike(Purpose):
    """Bombs on an air base."""

    called = "an attack on the air base in"
    armed = True

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """Every base of the enemy on the map."""
        return air_of(table).bases_of(table, 1 - side)

    def serves(self, rule: AirMissions, table: Table, piece: int) -> bool:
        """Only with barrage points."""
        return table.face(piece).extra.get(barrage_of(table).points, 0.0) > 0

    def column(self, rule: AirMissions, table: Table, mission: Mission) -> str:
        """The column of the facility table for the points of all who fly."""
        points = barrage_of(table).points
        ready = [piece for piece in mission.aircraft if air_of(table).active(table, piece)]
        total = sum(table.face(piece).extra.get(points, 0.0) for piece in ready)
        heads = self.chart(rule, table).columns
        return next((head for head in reversed(heads) if float(head) <= total), heads[0])

    def chart(self, rule: AirMissions, table: Table) -> LookupTable:
        """The facility table."""
        return table.scenario.tables[rule.facilities]

    def price(self, rule: AirMissions, table: Table, mission: Mission) -> int:
        """By the column, in the table's own row."""
        return int(self.chart(rule, table).number(rule.tokens, self.column(rule, table, mission)))

    def strikes(self, rule: AirMissions, table: Table, mission: Mission) -> list[FacilityHit]:
        """What each face of the die would do."""
        chart, column = self.chart(rule, table), self.column(rule, table, mission)
        return [read_strike(chart.at(str(die), column)) for die in range(1, 7)]

    def promise(self, rule: AirMissions, table: Table, mission: Mission) -> str:
        """How likely it hits, and how often."""
        strikes = self.strikes(rule, table, mission)
        hit = Fraction(sum(strike.hits > 0 for strike in strikes), 6)
        return f"column {self.column(rule, table, mission)}, hits {percent(hit)}"

    def struck(self, rule: AirMissions, table: Table, mission: Mission) -> FacilityHit:
        """Throw the die."""
        die = table.roll("1d6", f"bombs on {table.label(mission.target)}")
        return read_strike(self.chart(rule, table).at(str(die), self.column(rule, table, mission)))

    def carry_out(self, rule: AirMissions, table: Table, mission: Mission) -> tuple[AnyTask, ...]:
        """The level falls with every hit; aircraft that stand there inactive may lose steps."""
        strike, air, foe = self.struck(rule, table, mission), air_of(table), 1 - mission.side
        level = air.level(table, foe, mission.target)
        hits = min(strike.hits, level)
        if hits:
            before = table.bearing(HITS).get(mission.target, 0)
            table.set_mark(HITS, mission.target, before + hits)
            table.do(
                Noted(f"{table.label(mission.target)}: {counted(hits, 'hit')} on the air base.", rule.case("strike"))
            )
        for piece in [each for each in air.flying(table, foe) if table.state.cell[each] == mission.target]:
            if strike.strafes is not None and table.marked(INACTIVE, piece):
                self._strafe(rule, table, piece, strike.strafes)
        return ()

    def _strafe(self, rule: AirMissions, table: Table, piece: int, least: int) -> None:
        if table.roll("1d6", f"{table.name(piece)} on the ground") >= least:
            lose_step(table, piece, "bombed on the ground", rule.case("strike"))


class Trainbusting(FacilityStrike):
    """Attacks on trains: no railway of the enemy passes the hex for a time."""

    called = "trainbusting in"

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """Every hex with a railway of the enemy's, unless one of the markers lies there."""
        foe = table.scenario.sides[1 - side].side
        kinds = next((each.links for each in rule.rails if each.side == foe), ())
        lying = {table.state.markers[number] for number in numbers(table, side, rule.marker)}
        return [cell for cell in railway_cells(table, kinds) if cell not in lying]

    def promise(self, rule: AirMissions, table: Table, mission: Mission) -> str:
        """How likely the railway is shut."""
        shut = Fraction(sum(strike.busts for strike in self.strikes(rule, table, mission)), 6)
        return f"column {self.column(rule, table, mission)}, shut {percent(shut)}"

    def carry_out(self, rule: AirMissions, table: Table, mission: Mission) -> tuple[AnyTask, ...]:
        """Lay a marker where it succeeds."""
        if self.struck(rule, table, mission).busts:
            bust(table, rule.marker, mission.side, mission.target)
        return ()


def bust(table: Table, marker: str, side: int, cell: int) -> bool:
    """Lay a marker of a side that stops trains, if one is left."""
    left = stock(table, side, marker)
    if left:
        table.do(MarkerPlaced(left[0], OFF_MAP, cell))
    return bool(left)


def railway_cells(table: Table, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """Every hex that a railway of some kinds runs through now."""
    board, bits = table.board, table.board.link_bits(kinds)
    masks = board.link_masks(table.state.turn)

    def found() -> tuple[int, ...]:
        size, cells = board.grid.size, []
        for cell in range(size):
            edges = range(int(board.indptr[cell]), int(board.indptr[cell + 1]))
            if any(int(masks[edge]) & bits for edge in edges):
                cells.append(cell)
        return tuple(cells)

    return table.setting.kept(("railway-cells", kinds, id(masks)), found)


class FighterSweep(Purpose):
    """Fighters look for those of the enemy over his base."""

    called = "a fighter sweep over"

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """Every base where a fighter of the enemy stands ready."""
        return [cell for cell in air_of(table).bases_of(table, 1 - side) if self.meets(table, side, cell)]

    def meets(self, table: Table, side: int, cell: int) -> list[int]:
        """The fighters that would have to rise there."""
        watching = combat_of(table).watching(table, 1 - side, cell)
        return [piece for piece in watching if table.state.cell[piece] == cell]

    def joins(self, rule: AirMissions, table: Table, mission: Mission, piece: int) -> Verdict:
        """Only fighters."""
        if combat_of(table).starts(table, piece):
            return LEGAL
        return no(f"{table.full_name(piece)} starts no air combat.", rule.case("sweep"))


class Transfer(Purpose):
    """Aircraft go to another base."""

    called = "a transfer to"
    lands = False

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """Every base with room, and the box."""
        return air_of(table).landings(table, side)

    def joins(self, rule: AirMissions, table: Table, mission: Mission, piece: int) -> Verdict:
        """From elsewhere, while there is room."""
        if table.state.cell[piece] == mission.target:
            return no(f"{table.full_name(piece)} stands there already.", rule.case("transfer"))
        if len(mission.aircraft) >= air_of(table).room(table, mission.side, mission.target):
            return no(f"{table.label(mission.target)} holds no more aircraft.", rule.case("transfer"))
        return LEGAL

    def carry_out(self, rule: AirMissions, table: Table, mission: Mission) -> tuple[AnyTask, ...]:
        """Those that came through stand there now."""
        for piece in mission.aircraft:
            if air_of(table).active(table, piece):
                table.do(AircraftMoved(piece, table.state.cell[piece], mission.target))
        return ()


class AirTransport(Purpose):
    """Aircraft bring supply to a base, or drop it to units."""

    called = "a supply flight to"

    def targets(self, rule: AirMissions, table: Table, side: int) -> Iterable[int]:
        """Every base of the side; where it may be dropped, every hex of its units."""
        if in_use(table) is None:
            return ()
        bases, size = set(air_of(table).bases_of(table, side)), table.board.grid.size
        if rule.drops:
            bases |= {cell for cell in table.state.stacks if cell < size and table.holder(cell) == side}
        return sorted(bases)

    def serves(self, rule: AirMissions, table: Table, piece: int) -> bool:
        """Only where there is something to load."""
        return self.load(rule, table, (piece,)) > 0

    def joins(self, rule: AirMissions, table: Table, mission: Mission, piece: int) -> Verdict:
        """All load at one place, which is not where they go."""
        here = table.state.cell[piece]
        if here == mission.target:
            return no("Supply is flown to somewhere else.", rule.case("transport"))
        if any(table.state.cell[other] != here for other in mission.aircraft):
            return no("All load at one base.", rule.case("transport"))
        return LEGAL

    def stores(self, table: Table, side: int, cell: int) -> list[Store]:
        """What lies at a base to be loaded."""
        return sorted(
            store
            for store, have in table.state.stores.items()
            if store.on == "cell"
            and store.where == cell
            and store.side == side
            and store.kind == SUPPLY
            and have.tokens
        )

    def load(self, rule: AirMissions, table: Table, pieces: tuple[int, ...]) -> int:
        """How many tokens aircraft of one base can take along."""
        space = int(sum(table.face(piece).extra.get(rule.capacity, 0.0) for piece in pieces))
        here, side = table.state.cell[pieces[0]], table.side_of(pieces[0])
        if here == air_of(table).box_cell(table, side):
            return space
        lying = sum(held(table, store).tokens - held(table, store).carried for store in self.stores(table, side, here))
        return min(space, lying)

    def promise(self, rule: AirMissions, table: Table, mission: Mission) -> str:
        """How much it brings."""
        return counted(self.load(rule, table, mission.aircraft), "token")

    def carry_out(self, rule: AirMissions, table: Table, mission: Mission) -> tuple[AnyTask, ...]:
        """What came through lies at the target."""
        through = tuple(piece for piece in mission.aircraft if air_of(table).active(table, piece))
        left = self.load(rule, table, through) if through else 0
        if not left:
            return ()
        here, case = table.state.cell[through[0]], rule.case("transport")
        if here == air_of(table).box_cell(table, mission.side):
            group = whose(table, mission.side, mission.target)
            new = Store("cell", mission.target, mission.side, SUPPLY, group)
            place_tokens(table, new, left, "flown in", case, carried=True)
            return ()
        for store in self.stores(table, mission.side, here):
            tokens = min(left, held(table, store).tokens - held(table, store).carried)
            if tokens:
                there = Store("cell", mission.target, mission.side, SUPPLY, store.group)
                move_tokens(table, store, there, tokens, "flown in", case)
                left -= tokens
        return ()


PURPOSES: dict[str, Purpose] = {
    "barrage": AirBarrage(),
    "hip-shoot": HipShoot(),
    "facility": FacilityStrike(),
    "trainbusting": Trainbusting(),
    "sweep": FighterSweep(),
    "transport": AirTransport(),
    "transfer": Transfer(),
}
"""What missions may be flown for, by the kind that rules name."""


def barrage_of(table: Table) -> Barrage:
    """The rule of barrages."""
    return table.mechanism(Barrage)


def price_of(rule: AirMissions, table: Table, mission: Mission) -> Price | None:
    """What a mission costs at the base of the first aircraft that does not come from a box; None: nothing."""
    tokens, box = PURPOSES[mission.kind].price(rule, table, mission), air_of(table).box_cell(table, mission.side)
    bases = [table.state.cell[piece] for piece in mission.aircraft if table.state.cell[piece] != box]
    if not tokens or not bases:
        return None
    return Price(mission.side, tokens, (), bases[0], "the barrage", rule.case("price"))


def percent(share: Fraction) -> str:
    """A share in hundredths."""
    return f"{float(100 * share):.0f} %"
