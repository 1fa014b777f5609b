"""The libraries of the system that the window needs on Linux: which are missing, and one line that installs them."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from collections.abc import Iterable, Mapping

WINDOW = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
}
"""What every window needs: each library with its package on Debian and on Fedora."""

XCB = {
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libxcb.so.1": ("libxcb1", "libxcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}
WAYLAND = {
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor"),
}
"""What the plug-in for a desktop needs beyond that."""

PACKAGES = WINDOW | XCB | WAYLAND


def plug_in(environment: Mapping[str, str] = os.environ) -> dict[str, tuple[str, str]]:
    """What the plug-in needs that Qt will choose; nothing where it draws on no screen."""
    chosen = environment.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if not chosen:
        chosen = "wayland" if environment.get("WAYLAND_DISPLAY") else "xcb"
    return {"xcb": XCB, "wayland": WAYLAND}.get(chosen, {})


def found(library: str) -> bool:
    """Whether the system has a library that can be loaded."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing() -> list[str]:
    """All that is missing, of the window and of the desktop's plug-in; nothing if the window can open without it."""
    if sys.platform != "linux":
        return []
    needed = WINDOW | plug_in()
    if all(found(library) for library in needed):
        return []
    desktop = plug_in({name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"})
    return [library for library in needed | desktop if not found(library)]


def advice(libraries: Iterable[str]) -> str:
    """What is missing, in one sentence, and the one line that installs it."""
    names = sorted(libraries)
    debian, fedora = (
        " ".join(sorted({PACKAGES[name][which] for name in names if name in PACKAGES})) for which in (0, 1)
    )
    lines = {"apt": f"`sudo apt install {debian}`", "dnf": f"`sudo dnf install {fedora}`"}
    one = len(names) == 1
    needs = "a library of the system that is" if one else f"{len(names)} libraries of the system that are"
    told = f"The window needs {needs} missing: {', '.join(names)}."
    if not debian:
        return f"{told} Install the {'package that holds it' if one else 'packages that hold them'}."
    own = lines.get(_installer())
    it = "it" if one else "them all"
    if own:
        return f"{told} This installs {it}: {own}."
    return f"{told} This installs {it} on Debian and Ubuntu: {lines['apt']}; on Fedora: {lines['dnf']}."


def _installer() -> str:
    """How this system installs packages, as far as we know it."""
    try:
        about = platform.freedesktop_os_release()
    except OSError:
        return ""
    family = f"{about.get('ID', '')} {about.get('ID_LIKE', '')}".split()
    if {"debian", "ubuntu"} & set(family):
        return "apt"
    return "dnf" if {"fedora", "rhel"} & set(family) else ""
