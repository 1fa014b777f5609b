"""How kernels are compiled: by numba, with the result kept on disk where that is possible.

Numba keeps it beside the source, which an installation for all users forbids, or else in a folder of
its own, and refuses to start where it can write to neither.  So the folder is found first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numba
from numba.core import event
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from engine.compiled.kept import CHOSEN, kept_in
from engine.compiled.kernel import MAKERS, PARTS, Kernel
from engine.compiled.kinds import Bundle, Kind
from engine.compiled.stamp import stamp

_KEPT = kept_in() is not None
setattr(numba.config, "CACHE_DIR", os.environ.get(CHOSEN, ""))  # noqa: B010  (numba makes the name when it runs)


class NotKeptError(Exception):
    """A kernel is not on the disk, and this is no time to compile it."""


class _Refusal(event.Listener):
    """Breaks off when numba sets out to compile."""

    def on_start(self, event: object) -> None:
        raise NotKeptError(str(event))

    def on_end(self, event: object) -> None:
        pass


@contextmanager
def only_from_disk() -> Iterator[None]:
    """Whatever would have to be compiled in this block raises NotKeptError instead."""
    with event.install_listener("numba:compile", _Refusal()):
        yield


def compiled(kernel: Kernel) -> Callable[..., Any]:
    """The compiled form of a kernel, from the disk if it is there."""
    plain = kernel.plain
    assert isinstance(plain, FunctionType)
    made = numba.njit(cache=_KEPT, nogil=True)(_with(plain, _scope(plain.__globals__)))
    made.compile(tuple(_type(kind) for kind in kernel.kinds))
    made.disable_compile()
    return made


def _type(kind: Kind | Bundle) -> Any:
    if isinstance(kind, Bundle):
        return _tuple_type(kind)
    base = getattr(numba.types, kind.name)
    return numba.types.Array(base, kind.dimensions, "C", readonly=True) if kind.dimensions else base


_tuple_types: dict[type, Any] = {}


def _tuple_type(bundle: Bundle) -> Any:
    """The type of a named tuple as a kernel is given it.

    Numba takes an array that may be written to where only reading is asked for, but not inside of a tuple, which must
    be just what was asked for; so a tuple is taken for what its class declares, field by field where that fits.
    """
    if bundle.made not in _tuple_types:
        _tuple_types[bundle.made] = _tuple_of(bundle.made, [_type(kind) for kind in bundle.kinds])
        typeof_impl.register(bundle.made)(_as_declared)  # type: ignore[no-untyped-call]
    return _tuple_types[bundle.made]


def _tuple_of(made: type, fields: Iterable[Any]) -> Any:
    return numba.types.NamedTuple(tuple(fields), made)  # type: ignore[no-untyped-call]


def _as_declared(value: tuple[Any, ...], context: object) -> Any:
    """The type that a named tuple is taken for."""
    fields = zip((typeof_impl(one, context) for one in value), _tuple_types[type(value)].types, strict=True)
    return _tuple_of(type(value), (wanted if _fits(found, wanted) else found for found, wanted in fields))


def _fits(found: Any, wanted: Any) -> bool:
    """Whether a field may be read as what is wanted: a whole number as any number, an array to be written to."""
    if isinstance(found, numba.types.Integer):
        return bool(wanted == numba.types.float64)
    return isinstance(found, numba.types.Array) and found.can_convert_to(cpu_target.typing_context, wanted) is not None


_scopes: dict[int, dict[str, Any]] = {}


def _scope(names: dict[str, Any]) -> dict[str, Any]:
    """The names of a module with its parts compiled, so that kernels find those instead of the plain ones."""
    if id(names) not in _scopes:
        scope = _scopes[id(names)] = dict(names)
        for name, value in names.items():
            if isinstance(value, FunctionType) and value in PARTS:
                home = scope if value.__globals__ is names else _scope(value.__globals__)
                uncounted: dict[str, Any] = {} if value in MAKERS else {"_nrt": False}
                scope[name] = numba.njit(cache=_KEPT, nogil=True, **uncounted)(_with(value, home))
    return _scopes[id(names)]


def _with(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same function, looking its names up elsewhere, and named for all that it is made of: so it is kept."""
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    made.__module__, made.__qualname__ = function.__module__, f"{function.__qualname__}_{stamp(function)}"
    return made
