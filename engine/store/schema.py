"""The database schema, generated from the records so that it cannot differ from them."""

from __future__ import annotations

from engine.records import ORDER, TABLES, Record
from engine.records.columns import Column, columns
from engine.store.codec import to_cell
from engine.store.connection import columns_of
from engine.store.database import Database
from engine.store.header import APPLICATION_ID, VERSION
from engine.store.runs import RUN_INDEXES, RUN_TABLES

_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "flag": "INTEGER", "bytes": "BLOB", "json": "TEXT"}

_OWNER = '"scenario" TEXT NOT NULL REFERENCES "library"("slug") ON DELETE CASCADE ON UPDATE CASCADE'

LIBRARY_TABLES: dict[str, str] = {
    "library": """(
  "slug" TEXT NOT NULL PRIMARY KEY CHECK (length("slug") BETWEEN 1 AND 60 AND "slug" NOT GLOB '*[^a-z0-9-]*'),
  "shipped" INTEGER NOT NULL DEFAULT 0 CHECK ("shipped" IN (0, 1)),
  "edited_at" TEXT,
  "revision" INTEGER NOT NULL DEFAULT 0
)""",
    "shipment": """(
  "slug" TEXT NOT NULL PRIMARY KEY,
  "digest" TEXT NOT NULL
)""",
    "edit": f"""(
  "id" INTEGER PRIMARY KEY,
  {_OWNER},
  "position" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "made_at" TEXT NOT NULL,
  "undone" INTEGER NOT NULL DEFAULT 0 CHECK ("undone" IN (0, 1)),
  "changes" TEXT NOT NULL,
  UNIQUE ("scenario", "position")
)""",
    "game": f"""(
  "id" INTEGER PRIMARY KEY,
  {_OWNER},
  "name" TEXT NOT NULL,
  "made_at" TEXT NOT NULL,
  "played_at" TEXT NOT NULL,
  "seed" INTEGER NOT NULL,
  "sides" TEXT NOT NULL,
  "options" TEXT NOT NULL,
  "snapshot" TEXT NOT NULL,
  "cursor" INTEGER NOT NULL DEFAULT 0 CHECK ("cursor" >= 0),
  "status" TEXT NOT NULL DEFAULT 'playing',
  "revision" INTEGER NOT NULL DEFAULT 0,
  "parent" INTEGER REFERENCES "game"("id") ON DELETE SET NULL,
  "parent_at" INTEGER
)""",
    "game_entry": """(
  "game" INTEGER NOT NULL REFERENCES "game"("id") ON DELETE CASCADE,
  "position" INTEGER NOT NULL,
  "side" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "events" TEXT NOT NULL,
  "why" TEXT NOT NULL,
  PRIMARY KEY ("game", "position")
)""",
    "game_order": """(
  "game" INTEGER NOT NULL REFERENCES "game"("id") ON DELETE CASCADE,
  "step" INTEGER NOT NULL,
  "position" INTEGER NOT NULL CHECK ("position" >= 0),
  "orders" TEXT NOT NULL,
  "undone" INTEGER NOT NULL DEFAULT 0 CHECK ("undone" IN (0, 1)),
  PRIMARY KEY ("game", "step")
)""",
    "playtest": f"""(
  "id" INTEGER PRIMARY KEY,
  {_OWNER},
  "made_at" TEXT NOT NULL,
  "settings" TEXT NOT NULL,
  "results" TEXT NOT NULL
)""",
    **RUN_TABLES,
}
"""The tables beside the scenarios' own: what the library holds, and what was done with it."""

_LATER_COLUMNS: dict[str, dict[str, str]] = {
    "library": {"revision": "INTEGER NOT NULL DEFAULT 0"},
    "game": {
        "revision": "INTEGER NOT NULL DEFAULT 0",
        "parent": 'INTEGER REFERENCES "game"("id") ON DELETE SET NULL',
        "parent_at": "INTEGER",
    },
}
"""Columns of these tables that older libraries lack."""

_INDEXES = (
    'CREATE INDEX "game_by_scenario" ON "game"("scenario")',
    'CREATE INDEX "playtest_by_scenario" ON "playtest"("scenario")',
    *RUN_INDEXES,
)


def statements() -> list[str]:
    """Every statement that makes an empty library."""
    own = [f'CREATE TABLE "{name}" {body} STRICT' for name, body in LIBRARY_TABLES.items()]
    return [own[0], *(table_sql(kind) for kind in ORDER), *own[1:], *_INDEXES]


def needed() -> set[str]:
    """Every table of a library, and every column that may be lacking as `table.column`."""
    tables = {*LIBRARY_TABLES, *(kind.table for kind in ORDER)}
    later = {f"{table}.{column}" for table, added in _LATER_COLUMNS.items() for column in added}
    return tables | later | {f"{kind.table}.{name}" for kind in ORDER for name in kind.__struct_fields__}


def grow(db: Database) -> None:
    """Add the tables and columns that were declared since a library was made; columns get their defaults."""
    present = columns_of(db)
    tables = {name.split(".")[0] for name in present}
    for name, body in LIBRARY_TABLES.items():
        if name not in tables:
            db.execute(f'CREATE TABLE "{name}" {body} STRICT')
            continue
        for later, declared in _LATER_COLUMNS.get(name, {}).items():
            if f"{name}.{later}" not in present:
                db.execute(f'ALTER TABLE "{name}" ADD COLUMN "{later}" {declared}')
    for kind in ORDER:
        if kind.table not in tables:
            db.execute(table_sql(kind))
            continue
        for column in columns(kind):
            if f"{kind.table}.{column.name}" not in present:
                db.execute(f'ALTER TABLE "{kind.table}" ADD COLUMN {_column_sql(column)}')


def create(db: Database) -> None:
    """Make the schema in an empty file and sign it."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("BEGIN")
    for statement in statements():
        db.execute(statement)
    db.execute("COMMIT")


def table_sql(kind: type[Record]) -> str:
    """The statement that makes one scenario table."""
    key = ", ".join(f'"{name}"' for name in ("scenario", *kind.key))
    parts = [_OWNER, *(_column_sql(column) for column in columns(kind)), f"PRIMARY KEY ({key})"]
    parts += [_reference_sql(column) for column in columns(kind) if column.refers]
    return f'CREATE TABLE "{kind.table}" (\n  ' + ",\n  ".join(parts) + "\n) STRICT"


def _reference_sql(column: Column) -> str:
    target = TABLES[column.refers]
    keys = ", ".join(f'"{name}"' for name in ("scenario", *target.key))
    return (
        f'FOREIGN KEY ("scenario", "{column.name}") REFERENCES "{target.table}"({keys}) DEFERRABLE INITIALLY DEFERRED'
    )


def _column_sql(column: Column) -> str:
    words = [f'"{column.name}"', _TYPES[column.kind]]
    if not column.optional:
        words.append("NOT NULL")
    if not column.required and column.default is not None:
        words.append(f"DEFAULT {_literal(to_cell(column, column.default))}")
    if checks := _checks(column):
        words.append(f"CHECK ({' AND '.join(checks)})")
    return " ".join(words)


def _checks(column: Column) -> list[str]:
    name = f'"{column.name}"'
    checks = []
    if column.choices:
        checks.append(f"{name} IN ({', '.join(_literal(choice) for choice in column.choices)})")
    if column.least is not None:
        checks.append(f"{name} >= {column.least:g}")
    if column.above is not None:
        checks.append(f"{name} > {column.above:g}")
    if column.most is not None:
        checks.append(f"{name} <= {column.most:g}")
    if column.max_length is not None:
        checks.append(f"length({name}) <= {column.max_length}")
    if column.kind == "flag":
        checks.append(f"{name} IN (0, 1)")
    return checks


def _literal(value: object) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value)
