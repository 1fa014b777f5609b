"""Fog of war in the window: an enemy stack is its top unit and a count, and a forecast says what it rests on."""

from __future__ import annotations

from designer.labels import bare
from designer.play.table.inspector import StackInspector
from designer.play.view import PlayView
from tests.designer.play.conftest import Arrange, cell, piece

BENEATH, TOP = ("v", "vi"), "vii"


def enemy(arrange: Arrange, **more: object) -> PlayView:
    """A Soviet player before a German stack of three."""
    pieces = {**dict.fromkeys((*BENEATH, TOP), "0906"), "13th-army": "1006"}
    return arrange(pieces, phase="soviet-combat", fog=True, bots=("random", ""), **more)


def test_an_enemy_stack_is_shown_as_its_top_unit_and_a_count(arrange: Arrange) -> None:
    view = enemy(arrange)
    stack = view.map.stacks.get(cell(view, "0906"))  # type: ignore[arg-type]
    assert stack is not None and len(stack.faces) == 3, "the count is what it is"
    assert [face.untried for face in stack.faces] == [True, True, False] and stack.faces[-1].name
    assert all(not face.name and not face.values for face in stack.faces[:-1])


def test_the_inspector_names_nobody_beneath_the_top(arrange: Arrange) -> None:
    view = enemy(arrange)
    panel = StackInspector(view.stage)
    panel.show_cell(cell(view, "0906"))
    said = [panel.list.item(number).text().splitlines()[0] for number in range(panel.list.count())]
    assert said == ["An unseen unit", "An unseen unit", f"{view.session.game.table.name(piece(view, TOP))}, 2 steps"]


def test_the_forecast_says_that_it_rests_on_what_is_seen(arrange: Arrange) -> None:
    view = enemy(arrange)
    interaction = view.interaction
    panel = interaction.forecast  # type: ignore[attr-defined]
    panel.show_battle(view.stage.view, cell(view, "0906"), [piece(view, "13th-army")])
    assert bare(panel.odds.text()).endswith("as seen; chances with 2 unseen")
    assert panel.odds.toolTip().startswith("The odds are reckoned on what is seen; 2 units more lie beneath.")


def test_own_stacks_are_seen_whole(arrange: Arrange) -> None:
    view = arrange({**dict.fromkeys((*BENEATH, TOP), "0906"), "13th-army": "1406"}, fog=True)
    stack = view.map.stacks.get(cell(view, "0906"))  # type: ignore[arg-type]
    assert stack is not None and not any(face.untried for face in stack.faces)
