"""The scenarios of a library as a whole: what is there, what comes and what goes."""

from __future__ import annotations

import hashlib
import re

import msgspec

from engine.errors import ScenarioError
from engine.legible import all_legible
from engine.progress import Progress
from engine.records import Rows
from engine.records.changes import difference
from engine.records.family import convert
from engine.records.play import ScenarioRow
from engine.store.bundle import write_bundle
from engine.store.clock import first_revision
from engine.store.database import Database
from engine.store.errors import StoreError
from engine.store.journal import pass_on, variants_of
from engine.store.tables import clear, faults_of, insert, read_rows

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


class ScenarioInfo(msgspec.Struct, frozen=True):
    """One line of the list of scenarios."""

    slug: str
    title: str
    subtitle: str
    system: str
    sides: tuple[str, ...]
    turns: int
    columns: int
    rows: int
    units: int
    edited_at: str | None
    shipped: bool
    family: str = ""
    """The scenario that it stands on; empty, or its own slug: none."""


_INFO = """SELECT "library"."slug", coalesce("title", "slug"), coalesce("subtitle", ''), coalesce("system", ''),
 (SELECT json_group_array("name") FROM
   (SELECT "name" FROM "side" WHERE "side"."scenario" = "slug" ORDER BY "position", rowid)),
 coalesce(min(max("turns" - "first_turn" + 1, 0), 9999), 0), coalesce("columns", 0), coalesce("rows", 0),
 (SELECT coalesce(sum(min("quantity", 9999)), 0) FROM "unit" WHERE "unit"."scenario" = "slug"), "edited_at", "shipped",
 coalesce("family", '')
 FROM "library" LEFT JOIN "scenario" ON "scenario"."scenario" = "slug" LEFT JOIN "grid" ON "grid"."scenario" = "slug"
 ORDER BY "library".rowid"""


def scenarios(db: Database) -> list[ScenarioInfo]:
    """What the library holds, in the order in which it came."""
    names = msgspec.structs.fields(ScenarioInfo)
    lines = (dict(zip((field.name for field in names), line, strict=True)) for line in db.execute(_INFO))
    found = [all_legible(line | {"sides": msgspec.json.decode(line["sides"])}) for line in lines]
    return [convert(line, ScenarioInfo, strict=False) for line in found]


def has(db: Database, slug: str) -> bool:
    """Whether there is a scenario of that name."""
    return db.execute('SELECT 1 FROM "library" WHERE "slug" = ?', (slug,)).fetchone() is not None


def check_slug(slug: str) -> None:
    """Refuse what cannot be a scenario's name on the command line."""
    if not _SLUG.fullmatch(slug):
        raise StoreError(f"“{slug[:60]}” cannot name a scenario; use up to 60 small letters, digits and hyphens.")


def slug_from(text: str) -> str:
    """A slug made of any text: “Smolensk, July” gives `smolensk-july`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].rstrip("-") or "scenario"


def hold(slug: str, rows: Rows, progress: Progress | None = None) -> None:
    """Refuse a scenario that the library cannot hold."""
    check_slug(slug)
    if problems := faults_of(rows, progress):
        raise ScenarioError(problems)


def add(db: Database, slug: str, rows: Rows, *, replace: bool, shipped: bool) -> None:
    """Put in a scenario that was held against the rules; within a transaction of the caller's."""
    if has(db, slug):
        if not replace:
            raise StoreError(f"There is a scenario {slug} already; choose another name or replace it.")
        clear(db, slug)
        db.execute('DELETE FROM "edit" WHERE "scenario" = ?', (slug,))
        db.execute(
            'UPDATE "library" SET "shipped" = ?, "edited_at" = NULL, "revision" = "revision" + 1 WHERE "slug" = ?',
            (shipped, slug),
        )
    else:
        start = 0 if shipped else first_revision()
        db.execute('INSERT INTO "library" ("slug", "shipped", "revision") VALUES (?, ?, ?)', (slug, shipped, start))
    if shipped:
        _note(db, slug, digest(rows))
    insert(db, slug, rows)


def remove(db: Database, slug: str) -> None:
    """Take a scenario out with all that hangs on it."""
    db.execute('DELETE FROM "library" WHERE "slug" = ?', (slug,))


def rename(db: Database, slug: str, new: str) -> None:
    """Give a scenario another slug; it is the user's own from then on."""
    check_slug(new)
    if has(db, new):
        raise StoreError(f"There is a scenario {new} already; choose another name.")
    db.execute('UPDATE "library" SET "slug" = ?, "shipped" = 0 WHERE "slug" = ?', (new, slug))


def retitled(rows: Rows, title: str) -> Rows:
    """A copy with another title."""
    return _said(rows, title=title)


def varied(rows: Rows, slug: str, title: str) -> Rows:
    """A copy with another title, that stands on the scenario of this slug."""
    return _said(rows, title=title, family=slug)


def _said(rows: Rows, **facts: str) -> Rows:
    copy = rows.copy()
    copy.put(msgspec.structs.replace(copy.the(ScenarioRow), **facts))
    return copy


def digest(rows: Rows) -> str:
    """What changes whenever any row of a scenario does."""
    return hashlib.sha256(write_bundle(rows).encode()).hexdigest()


def shipments(db: Database) -> dict[str, str]:
    """The digests of shipped scenarios by slug, as a library knows them."""
    return dict(db.execute('SELECT "slug", "digest" FROM "shipment" ORDER BY rowid').fetchall())


def refresh(db: Database, shipped: Database) -> list[str]:
    """Take over shipped scenarios not seen before; what the user edited, renamed or removed stays so."""
    taken = []
    seen = shipments(db)
    for slug, new in shipments(shipped).items():
        if seen.get(slug) == new:
            continue
        line = db.execute('SELECT "shipped", "edited_at" FROM "library" WHERE "slug" = ?', (slug,)).fetchone()
        if line == (1, None) or (line is None and slug not in seen):
            rows, problems = read_rows(shipped, slug)
            if problems:
                raise ScenarioError(problems)
            before = read_rows(db, slug)[0] if line is not None and variants_of(db, slug) else rows
            add(db, slug, rows, replace=True, shipped=True)
            pass_on(db, slug, "Newer release", difference(before, rows), wary=True, beyond=_untouched(db))
            taken.append(slug)
        _note(db, slug, new)
    return taken


def _untouched(db: Database) -> frozenset[str]:
    """The shipped scenarios that nobody has edited: the release brings each of them whole."""
    lines = db.execute('SELECT "slug" FROM "library" WHERE "shipped" = 1 AND "edited_at" IS NULL')
    return frozenset(line[0] for line in lines.fetchall())


def _note(db: Database, slug: str, new: str) -> None:
    db.execute('INSERT OR REPLACE INTO "shipment" ("slug", "digest") VALUES (?, ?)', (slug, new))
