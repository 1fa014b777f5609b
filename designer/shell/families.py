"""Families of scenarios in the window: variants are made, and seen beside the scenario that they stand on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from designer.ask import ask_line
from designer.kinship import kinship
from engine.errors import StavkaError
from engine.store.shelf import ScenarioInfo

if TYPE_CHECKING:
    from designer.shell.window import MainWindow


def families(scenarios: Sequence[ScenarioInfo]) -> list[tuple[str, list[ScenarioInfo]]]:
    """The scenarios by family: first those that stand alone, under no title, then each parent with its variants."""
    known = {info.slug: info for info in scenarios}
    groups: dict[str, list[ScenarioInfo]] = {}
    for info in scenarios:
        groups.setdefault(_first(info, known).slug, []).append(info)
    alone = [kin[0] for kin in groups.values() if len(kin) == 1]
    found = [(known[slug].title, sorted(kin, key=lambda info: info.slug != slug)) for slug, kin in groups.items()]
    return [*([("", alone)] if alone else []), *((title, kin) for title, kin in found if len(kin) > 1)]


def _first(info: ScenarioInfo, known: dict[str, ScenarioInfo]) -> ScenarioInfo:
    """The scenario that all of a family stand on in the end."""
    seen = {info.slug}
    while info.family in known and info.family not in seen:
        info = known[info.family]
        seen.add(info.slug)
    return info


def new_variant(window: MainWindow, slug: str) -> None:
    """Ask for a title and make a scenario that stands on another one."""
    title = window.desk.info(slug).title
    ask_line(
        window,
        "New variant",
        "Title",
        f"{title}, variant",
        lambda name: _made(window, slug, name),
        f"It begins as {title} and follows it: whatever you do not change in the variant changes with {title}.",
    )


def _made(window: MainWindow, slug: str, title: str) -> None:
    try:
        new = window.desk.vary(slug, title)
    except StavkaError as error:
        window.warn(str(error))
        return
    window.refresh_library()
    window.notice.show_text(f"“{title}” was added.", "good", "Open it", lambda: window.open_scenario(new))


def compare_with_parent(window: MainWindow) -> None:
    """Show what is not as in the scenario that the open one stands on."""
    from designer.shell import commands

    if window.document is None:
        return
    kin = kinship(window.document)
    if kin.parent_rows is None:
        window.warn("This scenario stands on no other: make a variant of it, and the two can be compared.", "warning")
    else:
        commands.compare(window, kin.slug)
