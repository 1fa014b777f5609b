"""Storage: the library file with its scenarios, edits and games, and scenarios as text."""

from __future__ import annotations

from importlib import import_module

from engine.records.family import completed_by
from engine.store.bundle import read_bundle, write_bundle
from engine.store.errors import StoreError
from engine.store.examine import examine, read_file
from engine.store.games import EntryText, GameInfo, Playtest, StoredGame
from engine.store.journal import Bookmark, ChangedElsewhere, Edit, EditLine
from engine.store.library import Library, problems_of
from engine.store.places import open_user_library, resources, shipped_library, user_folder, user_library
from engine.store.runs import RunGame, RunInfo, Runs, RunVersion, StoredRun
from engine.store.schema_page import schema_page
from engine.store.shelf import ScenarioInfo, check_slug, slug_from
from engine.store.sources import build_library, read_sources, source_folders

__all__ = [
    "Bookmark",
    "ChangedElsewhere",
    "Edit",
    "EditLine",
    "EntryText",
    "GameInfo",
    "Library",
    "Playtest",
    "RunGame",
    "RunInfo",
    "RunVersion",
    "Runs",
    "ScenarioInfo",
    "StoreError",
    "StoredGame",
    "StoredRun",
    "build_library",
    "check_slug",
    "examine",
    "open_user_library",
    "problems_of",
    "read_bundle",
    "read_file",
    "read_sources",
    "resources",
    "schema_page",
    "shipped_library",
    "slug_from",
    "source_folders",
    "user_folder",
    "user_library",
    "write_bundle",
]

completed_by(lambda: import_module("engine.systems"))  # systems bring effects and conditions; most starts need none
