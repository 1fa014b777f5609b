"""Kernels: hot loops that run compiled as soon as their compiled form is at hand, and as they are written until then.

Numba compiles them, once per machine, and keeps the result on disk.  That takes a minute, and numba itself takes a
moment to load, so neither happens before a kernel is called.  A command waits for it; a process that may not wait says
so with `never_wait`, and its kernels run as plain Python until `load` has found all of them on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, update_wrapper
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from engine.compiled.kinds import Bundle, Kind

F = TypeVar("F", bound=Callable[..., object])


class _Manner:
    """Whether a call may wait for the compiler."""

    waits = True


class Kernel:
    """A function that is compiled for arguments of the kinds that it is annotated with."""

    def __init__(self, plain: Callable[..., Any]) -> None:
        self.plain = plain
        self.run: Callable[..., Any] | None = None
        update_wrapper(self, plain)

    def __call__(self, *arguments: Any) -> Any:
        """What the function says of these arguments, however it runs today."""
        if self.run is not None:
            return self.run(*arguments)
        if not _Manner.waits:
            return self.plain(*arguments)
        return self.compile()(*arguments)

    @cached_property
    def kinds(self) -> tuple[Kind | Bundle, ...]:
        """What it is given."""
        from engine.compiled.kinds import kinds_of  # which needs numpy, and the library page needs none

        return kinds_of(self.plain)

    def compile(self) -> Callable[..., Any]:
        """Take the compiled form from the disk, or make it however long that takes."""
        if self.run is None:
            from engine.compiled.compiler import compiled

            self.run = compiled(self)
        return self.run


KERNELS: list[Kernel] = []
"""Every kernel of the modules imported so far."""

PARTS: set[FunctionType] = set()
"""The functions that kernels call, compiled with them."""

MAKERS: set[FunctionType] = set()
"""Those of them that make arrays."""


def kernel(function: F) -> F:
    """Compile a function for the arguments that it is annotated with; it then runs without holding Python's lock."""
    found = Kernel(function)
    KERNELS.append(found)
    return cast(F, found)


def part(function: F) -> F:
    """Compile a function that only kernels call, for whatever they call it with; it makes no arrays and returns none.

    So nobody need count how often an array is in use there, which otherwise takes more time than the work.
    """
    assert isinstance(function, FunctionType)
    PARTS.add(function)
    return function


def maker(function: F) -> F:
    """Compile a function that makes arrays; only kernels and other makers may call it."""
    assert isinstance(function, FunctionType)
    MAKERS.add(function)
    return part(function)


def never_wait() -> None:
    """Let no call of this process wait for the compiler from now on."""
    _Manner.waits = False


def load(kernels: Iterable[Kernel]) -> bool:
    """Take kernels from the disk without compiling any; False if one is not there."""
    from engine.compiled.compiler import NotKeptError, only_from_disk

    try:
        with only_from_disk():
            for one in kernels:
                one.compile()
    except NotKeptError:
        return False
    return True
