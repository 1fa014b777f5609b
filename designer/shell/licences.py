"""What Stavka is built on and ships with, each with its licence: read from what is installed, so never stale."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata

PURPOSES = {
    "PySide6-Essentials": "the window",
    "numpy": "arrays of the board",
    "numba": "fast movement and supply",
    "networkx": "rail nets and routes",
    "msgspec": "typed rows",
    "sqlite-utils": "library files from elsewhere",
    "click": "the command line",
    "platformdirs": "the user's folders",
    "QtAwesome": "icons",
    "pyqtgraph": "plots",
    "font-source-sans-pro": "Source Sans Pro",
    "font-source-serif-pro": "Source Serif Pro",
}
"""The packages that Stavka asks for itself, and what each does for it."""

WORDED = {
    "lgpl-3.0-only or gpl-2.0-only or gpl-3.0-only": "LGPL 3",
    "bsd": "BSD 2-Clause",
    "sil ofl 1.1": "SIL Open Font Licence 1.1",
    "apache license, version 2.0": "Apache 2.0",
}
"""Licences that packages put in words of their own."""


@dataclass(frozen=True)
class Shipped:
    """One thing that comes with Stavka."""

    name: str
    version: str
    purpose: str
    licence: str


OTHERS = (
    Shipped("Qt", "", "the window, within PySide6", "LGPL 3"),
    Shipped("LLVM", "", "the compiler, within llvmlite", "Apache 2.0 with LLVM exception"),
    Shipped("Material Design Icons", "6", "the icon font, within QtAwesome", "Apache 2.0"),
    Shipped("Natural Earth", "", "the coastline of the gazetteer", "public domain"),
)
"""What is inside other things."""


def version(package: str) -> str:
    """The installed version of a package; empty when it is not installed as one."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def shipped() -> list[Shipped]:
    """Everything that is installed with Stavka: what it asks for, what that asks for in turn, and what is inside."""
    found: dict[str, Shipped] = {}
    waiting = list(PURPOSES.items())
    while waiting:
        package, purpose = waiting.pop(0)
        if _key(package) in found or _key(package) == "stavka":
            continue
        try:
            about = metadata.distribution(package)
        except metadata.PackageNotFoundError:
            continue
        found[_key(package)] = Shipped(package, about.version, purpose, licence(about.metadata))
        waiting += [(name, f"needed by {package}") for name in map(_asked, about.requires or ()) if name]
    return [*found.values(), *OTHERS]


def licence(about: metadata.PackageMetadata) -> str:
    """The licence that a package names: an expression, a few words, or its classifier."""
    lines = about.get_all("License") or []
    words = str((about.get_all("License-Expression") or lines or [""])[0]).strip()
    if words and "\n" not in words and len(words) <= 80:
        return WORDED.get(words.lower(), words)
    named = [line for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    return named[0].split("::")[-1].strip() if named else "see its own files"


def _key(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def _asked(requirement: str) -> str:
    """The package that a requirement names; none if only an extra asks for it."""
    name = re.match(r"[\w.-]+", requirement)
    return name[0] if name and "extra ==" not in requirement else ""
