"""What the commands share: the --db and --json options, how a library is opened, and how something is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from engine.legible import legible
from engine.store.library import Library
from engine.store.places import open_user_library

F = TypeVar("F", bound=Callable[..., Any])


def db_option(function: F) -> F:
    """The option that names a library other than the user's own."""
    return click.option(
        "--db", metavar="FILE", type=click.Path(dir_okay=True), help="Use this library instead of your own."
    )(function)


def json_option(function: F) -> F:
    """The option that asks for JSON instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON.")(function)


def open_library(db: str | None, *, read_only: bool) -> Library:
    """The library that was named before or after the command, or the user's own."""
    chosen = db or _named_before()
    if chosen is None:
        return open_user_library()
    return Library.open(Path(chosen), read_only=read_only)


def say(text: str, *, err: bool = False) -> None:
    """Say something to whoever reads: nothing in it is obeyed by a terminal."""
    click.echo(legible(text), err=err)


def write_json(value: Any) -> None:
    """Write a value as indented JSON."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    click.echo(re.sub("[\x7f-\x9f]", lambda control: f"\\u{ord(control[0]):04x}", text))


def _named_before() -> str | None:
    context = click.get_current_context(silent=True)
    parent = context.parent if context else None
    return parent.params.get("db") if parent else None
