"""What is printed from: the rows that play, and the pictures of their counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from designer.paint.faces import counter_face
from designer.printing.pages import INK, WHITE, CounterPicture
from engine.counters import Counter, back_of
from engine.errors import Problem, ScenarioError
from engine.play import Game
from engine.records import Rows
from engine.records.board import Box, Grid, Place, PlaceKind, Region
from engine.records.charts import Chart
from engine.records.counters import Formation, Nationality, Side, Unit
from engine.records.play import RuleCase, ScenarioRow
from engine.rules.replacements import Replacements
from engine.rules.setting import Setting
from engine.scenario import Scenario, choose_options, compile_scenario
from engine.systems import setting_of


class Material:
    """A scenario with its options chosen; what needs a sound scenario asks for `scenario` and may be refused."""

    def __init__(self, rows: Rows, options: Mapping[str, str] | None = None, scenario: Scenario | None = None) -> None:
        if not rows.has(Grid):
            raise ScenarioError([Problem("the scenario has no map to print", "grid")])
        self.options = dict(options or {})
        self.rows = choose_options(rows, self.options) if scenario is None else scenario.rows
        self._asked, self._given = rows, scenario

    @classmethod
    def of_game(cls, game: Game) -> Material:
        """The scenario as it was when a game of it began."""
        return cls(game.scenario.rows, scenario=game.scenario)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario as it is played; a ScenarioError lists what keeps it from being printed."""
        return self._given or compile_scenario(self._asked, self.options)

    @cached_property
    def setting(self) -> Setting:
        """The scenario with its rules read."""
        return setting_of(self.scenario)

    @property
    def title(self) -> str:
        """The scenario's title."""
        return self.rows.the(ScenarioRow).title if self.rows.has(ScenarioRow) else "Map"

    @property
    def subtitle(self) -> str:
        """The scenario's subtitle."""
        return self.rows.the(ScenarioRow).subtitle if self.rows.has(ScenarioRow) else ""

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides in order."""
        return self.scenario.sides

    @cached_property
    def nationalities(self) -> dict[str, Nationality]:
        """The nationalities by key."""
        return {row.nationality: row for row in self.rows.all(Nationality)}

    @cached_property
    def formations(self) -> dict[str, Formation]:
        """The formations by key."""
        return {row.formation: row for row in self.rows.all(Formation)}

    @cached_property
    def places(self) -> dict[str, Place]:
        """The places by key."""
        return {row.place: row for row in self.rows.all(Place)}

    @cached_property
    def place_kinds(self) -> dict[str, PlaceKind]:
        """The kinds of place by key."""
        return {row.kind: row for row in self.rows.all(PlaceKind)}

    @cached_property
    def regions(self) -> dict[str, Region]:
        """The regions by key."""
        return {row.region: row for row in self.rows.all(Region)}

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The off-map boxes by key."""
        return {row.box: row for row in self.rows.all(Box)}

    @cached_property
    def cases(self) -> dict[str, RuleCase]:
        """The rule cases by their number."""
        return {row.case: row for row in self.rows.all(RuleCase)}

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """The counters by unit."""
        return {counter.unit.unit: counter for counter in self.scenario.counters}

    @property
    def cell_word(self) -> str:
        """What a cell is called: hex or square."""
        return self.rows.the(Grid).shape

    def cells_of(self, region: str) -> tuple[str, ...]:
        """The numbers of a region's cells, in order."""
        board = self.scenario.board
        return tuple(board.label(cell) for cell in sorted(board.regions.get(region, frozenset())))

    def colour_of(self, side: str) -> str:
        """A side's colour."""
        return next((row.colour for row in self.sides if row.side == side), INK)

    def picture(self, unit: Unit, face: int = 0, *, untried: bool = False, name: str = "") -> CounterPicture:
        """The picture of one face of a unit's counter; a face it lacks is a blank back."""
        nation = self.nationalities.get(unit.nationality)
        colour = nation.colour if nation else WHITE
        side = self.scenario.side_index.get(unit.side, 0)
        if untried and unit.pool:
            unit = back_of(unit.pool, self.scenario.counters)
        counter = self.counters.get(unit.unit) or self._any_of(unit.pool)
        faces = counter.faces if counter else ()
        if not untried and face >= max(1, len(faces)):
            return CounterPicture(None, colour, side, name)
        chosen = faces[face] if face < len(faces) else None
        shown = counter_face(unit, chosen, nation, rows=self.scenario.rows, untried=untried)
        return CounterPicture(shown, colour, side, name)

    def _any_of(self, pool: str) -> Counter | None:
        """Some counter of a pool; from outside they all look alike."""
        return next((counter for counter in self.scenario.counters if pool and counter.unit.pool == pool), None)

    def replacements(self, side: str) -> list[tuple[int, float]]:
        """Replacement steps by turn, from the chart that the rules use."""
        chart = self.scenario.tables.get(self.setting.mechanism(Replacements).chart)
        if chart is None or "replacements" not in self.scenario.mechanisms:
            return []
        turns = range(1, self.scenario.about.turns + 1)
        return [(turn, chart.number(str(turn), side)) for turn in turns] if side in chart.columns else []

    def charts(self) -> list[Chart]:
        """Every chart, in order."""
        return [table.chart for table in self.scenario.tables.values()]


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else WHITE
