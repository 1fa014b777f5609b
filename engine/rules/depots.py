"""Depots: what lies where, whom it can serve and through which headquarters; and the lines that units trace."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.network import TICKS
from engine.rules.ammunition import ATTACK
from engine.rules.lines import Traced
from engine.rules.prices import Price, Source, sources
from engine.rules.stores import SUPPLY, cell_of, held, in_use, points_words, stores_of
from engine.rules.supply import Supply, line_of, supplied
from engine.rules.table import Table
from engine.scenario.sentences import counted, spent_words
from engine.state import Store
from engine.state.stores import where_words


def _wish(table: Table, piece: int) -> Price:
    """What a unit is shown to draw for: the attack, so that no dump is shown with which it may not fight."""
    return Price(table.side_of(piece), 1, (piece,), reason=ATTACK)


@dataclass(frozen=True)
class Depot:
    """A store, what is in it, and who can draw on it now: straight, or through headquarters."""

    store: Store
    name: str
    cell: int
    tokens: int
    carried: int
    straight: tuple[int, ...]
    thrown: tuple[int, ...]
    through: tuple[int, ...]


def depots(table: Table, side: int) -> list[Depot]:
    """Every store of a side that holds supply, with those whom it can serve."""
    if in_use(table) is None:
        return []
    straight: dict[Store, list[int]] = {}
    thrown: dict[Store, list[int]] = {}
    through: dict[Store, set[int]] = {}
    for piece in table.on_map(side):
        if piece in table.setting.bystanders:
            continue
        for source in sources(table, _wish(table, piece)):
            if source.store is not None:
                (straight if source.via is None else thrown).setdefault(source.store, []).append(piece)
                if source.via is not None:
                    through.setdefault(source.store, set()).add(source.via)
    return [
        Depot(
            store,
            where_words(table, store),
            cell_of(table, store),
            held(table, store).tokens,
            held(table, store).carried,
            tuple(straight.get(store, ())),
            tuple(thrown.get(store, ())),
            tuple(sorted(through.get(store, ()))),
        )
        for store in stores_of(table, side)
    ]


def draws_of(table: Table, piece: int) -> list[Source]:
    """The stores that a unit can draw on where it stands, the one that pays first of all first."""
    if in_use(table) is None or piece in table.setting.bystanders or not table.stands(piece):
        return []
    found = sources(table, _wish(table, piece))
    return [source for source in found if source.store is not None]


def draw_words(table: Table, piece: int) -> list[str]:
    """What a unit draws from and how it comes there, and where its line of supply ends."""
    if in_use(table) is None or piece in table.setting.bystanders or not table.stands(piece):
        return []
    found, traced = draws_of(table, piece), supply_line(table, piece)
    said = [_draws(table, found)] if found else ["No dump reaches it"]
    if not has_lines(table):
        return said
    if traced is None:
        return [*said, "It has no line of supply"]
    return [*said, f"Its line of supply leads to {table.label(traced.path(table.state.cell[piece])[-1])}"]


def _draws(table: Table, found: list[Source]) -> str:
    first, rest = found[0], len(found) - 1
    how = f"thrown by {table.name(first.via)}" if first.via is not None else "straight"
    more = f"; {counted(rest, 'other dump')} could serve" if rest else ""
    points = spent_words(first.length / TICKS) if first.length else "where it stands"
    return f"Draws on {first.name}, {amount_words(table, first.tokens)}, {how}, {points}{more}"


def amount_words(table: Table, tokens: int) -> str:
    """So many tokens as players count them: `2 SP 3 T`."""
    rule = in_use(table)
    return points_words(tokens, rule.tokens if rule is not None else tokens + 1)


def store_words(table: Table, cell: int) -> list[str]:
    """What lies in a cell, a line for each store."""
    found = []
    for store, have in sorted(table.state.stores.items()):
        if have.tokens and cell_of(table, store) == cell:
            side, aboard = table.scenario.sides[store.side].name, store.on == "piece"
            what = (
                amount_words(table, have.tokens) if store.kind == SUPPLY else f"{have.tokens} {store.kind.capitalize()}"
            )
            whose = f" of {store.group.title()}" if store.group else ""
            with_whom = f" aboard {table.name(store.where)}" if aboard else ""
            found.append(f"{side} supply{whose}{with_whom}: {what}")
    return found


def store_marks(table: Table) -> list[tuple[int, int, str]]:
    """What lies on the map: by cell and side, in supply points; less than one in tokens."""
    rule, found = in_use(table), dict[tuple[int, int], int]()
    for store, have in table.state.stores.items():
        cell = cell_of(table, store)
        if store.kind == SUPPLY and have.tokens and cell >= 0:
            found[cell, store.side] = found.get((cell, store.side), 0) + have.tokens
    point = rule.tokens if rule is not None else 1
    return [
        (cell, side, f"{tokens / point:g} SP" if tokens >= point else f"{tokens} T")
        for (cell, side), tokens in sorted(found.items())
    ]


def held_words(table: Table, store: Store) -> str:
    """How much there is in a store, whose it is within its side, and where it is carried."""
    whose = f" of {store.group.title()}" if store.group else ""
    where = f", in {table.label(cell_of(table, store))}" if store.on == "piece" else ""
    return f"{amount_words(table, held(table, store).tokens)}{whose}{where}"


def has_lines(table: Table) -> bool:
    """Whether the rules know lines of supply."""
    return isinstance(table.setting.by_key(Supply.key), Supply) or bool(table.answering("supply_line"))


def supply_line(table: Table, piece: int) -> Traced | None:
    """The line that a unit traces where it stands, by whichever rule."""
    for rule in table.answering("supply_line"):
        traced = rule.supply_line(table, piece)
        if traced is not None:
            return traced
    return line_of(table, piece)


def in_supply(table: Table, piece: int) -> bool:
    """Whether a unit counts as supplied now, by whichever rule."""
    return supplied(table, piece) and not any(rule.starves(table, piece) for rule in table.answering("starves"))
