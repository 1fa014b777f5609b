"""Families: open unions of tagged structs, so that a system can bring a member of its own without a list to edit.

A family is a plain class; its members are structs that inherit from it and are told apart by a tag.  A field
that is declared with the family holds any member.  Defining the class is joining the family.

msgspec reads a class when it first meets it, and two threads that meet the same class at the same moment end the
process.  So every class is read under a lock here before it is used, and nobody else calls msgspec for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from threading import Lock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_lock = Lock()
_read: set[Any] = set()
_missing: list[Callable[[], object]] = []


class Family:
    """The root of every family; a direct heir is a family, what inherits from that and has a tag is a member."""

    __slots__ = ()


def members(family: type[Family]) -> tuple[type[msgspec.Struct], ...]:
    """Every member of a family that has been defined so far, in the order of definition."""
    found: list[type[Any]] = []
    for heir in family.__subclasses__():
        found += ([heir] if _tagged(heir) else []) + list(members(heir))
    return tuple(found)


def completed_by(bring_in: Callable[[], object]) -> None:
    """Say how members are brought in that nobody has imported yet: it is done once, before a value is refused."""
    _missing.append(bring_in)


def _completed() -> bool:
    """Bring in the members that nobody has imported yet; whether there was anything to bring in."""
    found = [_missing.pop() for _ in list(_missing)]
    for bring_in in found:
        bring_in()
    return bool(found)


def _tagged(heir: Any) -> bool:
    """Whether a class has a tag of its own; where none is given msgspec takes the name of the class."""
    config = getattr(heir, "__struct_config__", None)
    return config is not None and config.tag not in (None, heir.__name__)


def is_family(kind: Any) -> bool:
    """Whether a declared type is a family, and not one of its members."""
    return isinstance(kind, type) and issubclass(kind, Family) and not issubclass(kind, msgspec.Struct)


@cache
def _union(kinds: tuple[type[msgspec.Struct], ...]) -> Any:
    return reduce(or_, kinds)


def dec_hook(kind: type[Any], value: Any) -> Any:
    """What msgspec asks when it meets a family: the member that a plain value stands for."""
    if not is_family(kind):
        raise NotImplementedError(f"nobody knows how to read {kind.__name__}")
    if isinstance(value, kind):
        return value
    try:
        return convert(value, _union(members(kind)))
    except msgspec.ValidationError:
        if not _completed():
            raise
    return convert(value, _union(members(kind)))


@overload
def convert(value: Any, kind: type[T], **settings: Any) -> T: ...
@overload
def convert(value: Any, kind: Any, **settings: Any) -> Any: ...
def convert(value: Any, kind: Any, **settings: Any) -> Any:
    """A plain value as a typed one, families included; msgspec.ValidationError says what is wrong."""
    if is_family(kind):
        return dec_hook(kind, value)
    prepare(kind)
    return msgspec.convert(value, kind, dec_hook=dec_hook, **settings)


@overload
def decode(text: bytes | str | msgspec.Raw, kind: type[T]) -> T: ...
@overload
def decode(text: bytes | str | msgspec.Raw, kind: Any) -> Any: ...
def decode(text: bytes | str | msgspec.Raw, kind: Any) -> Any:
    """JSON as a typed value, families included."""
    prepare(kind)
    return msgspec.json.decode(text, type=kind, dec_hook=dec_hook)


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads values of a kind from JSON, again and again, families included."""
    with _lock:
        made = msgspec.json.Decoder(kind, dec_hook=dec_hook)
        _read.add(kind)
    return made


def prepare(kind: Any) -> None:
    """Have a kind read, with all that it is made of, before any thread uses it."""
    if kind not in _read:
        decoder(kind)
