"""Nonsense in the parameters of rules: the check lists it with its place, and nothing ends in a traceback."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.errors import StavkaError
from engine.play import Game
from engine.records import Rows
from engine.records.play import MechanismRow, Phase
from engine.systems import check_rules
from tests.kit.players import play_on
from tests.kit.shipped import shipped_rows

SLUGS = ("arduous-beginning", "childs-barbarossa", "panzergruppe-guderian")
Path = tuple[str | int, ...]

FREE = frozenset({"case", "cases", "name", "dice"})
"""Parameters that hold what anybody may write."""


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every plain value within parameters, and where it is."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from leaves(part, (*path, number))
    else:
        yield path, value


def changed(params: dict[str, Any], path: Path, value: object) -> dict[str, Any]:
    """Parameters with one value replaced."""
    made = copy.deepcopy(params)
    inner: Any = made
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return made


def spoilt(rows: Rows, row: MechanismRow | Phase, path: Path, value: object) -> Rows:
    """The rows with one value of a rule replaced."""
    made = rows.copy()
    made.put(msgspec.structs.replace(row, params=changed(row.params, path, value)))
    return made


def rules(rows: Rows) -> list[MechanismRow | Phase]:
    return [*rows.all(MechanismRow), *rows.all(Phase)]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_name_that_nothing_bears_is_listed_with_its_rule(slug: str) -> None:
    rows = shipped_rows(slug)
    words = [
        (row, path)
        for row in rules(rows)
        for path, value in leaves(row.params)
        if isinstance(value, str) and not FREE & set(path)
    ]
    tried = random.Random(slug).sample(words, min(len(words), 36))
    silent = []
    for row, path in tried:
        found = check_rules(spoilt(rows, row, path, "nonsense"))
        if not any(one.table == row.table and one.key == row.identity() for one in found):
            silent.append((row.identity(), path))
    assert len(tried) > 10 and silent == []


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_the_check_lets_pass_can_be_begun(slug: str) -> None:
    rows = shipped_rows(slug)
    chance = random.Random(slug)
    places = [(row, path) for row in rules(rows) for path, _ in leaves(row.params) if path]
    for row, path in chance.sample(places, min(12, len(places))):
        made = spoilt(rows, row, path, chance.choice([-999, "", None, "nonsense", ["nonsense"], {"nonsense": 1}]))
        if any(one.severity == "error" or "not playable" in one.message for one in check_rules(made)):
            continue
        try:
            game = Game.new(made, 1)
        except StavkaError as said:
            assert str(said)
        else:
            assert play_on(game, random.Random(1), 12) > 0
