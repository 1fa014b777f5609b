"""The schema as a page for people, written from the declarations of the records."""

from __future__ import annotations

from collections.abc import Iterator

from engine.records import ORDER, Record
from engine.records.columns import Column, columns
from engine.store.cells import spell
from engine.store.header import APPLICATION_ID, VERSION

_INTRODUCTION = f"""# The library file

This page is written by `stavka schema` from the declarations in `engine/records`; change them, not it.

A library is one SQLite file (application_id {APPLICATION_ID:#x}, user_version {VERSION}) that holds many scenarios.
Every table below has a first column `scenario`, the slug of the scenario that a row belongs to, and its primary
key is `scenario` with the columns marked as key. A column that refers to another table is a foreign key together
with `scenario`. JSON is kept as text. Rows are read in the order in which they were put.

The text form of a scenario has the same tables and columns without `scenario`: after the line
`stavka scenario 1`, a line `[table]` begins a table, the next line names columns, and each further line is a row,
with tabs between cells. An empty cell is the default; `""` is empty text, `\\N` is nothing; `\\t`, `\\n` and `\\\\`
stand for a tab, a line end and a backslash; yes and no are written so. Lines that begin with # are comments.

## Tables beside the scenarios' own

| table | holds |
|---|---|
| `library` | the scenarios: `slug`, whether `shipped`, `edited_at`, `revision` (grows with each write) |
| `shipment` | which shipped scenarios were already taken over, by `digest` |
| `edit` | each scenario's history: `position`, `name`, `made_at`, `undone`, `changes` as [table, key, before, after] |
| `game` | `name`, `seed`, `sides`, `options`, `snapshot` (the scenario as text then), `cursor`, `status`, `revision`, \
`parent` (the game it was taken from) and `parent_at` (after how many entries) |
| `game_entry` | what was done in a game: `position`, `side`, `action`, `events`, `why` |
| `game_order` | orders to the staff: what stood after each `step`, from which `position` of the log on, or `undone` |
| `playtest` | batches of the arena: `settings`, `results` |
| `playtest_run` | runs of the laboratory: `settings`, `snapshot` (the first version as text), `status`, `wish` |
| `playtest_version` | the versions of a run: `digest`, `options`, `changes` against the first version |
| `playtest_game` | every game of a run: `seed`, `winner`, `level`, `score`, `seconds` (0: copied), `record` (zlib) |
"""


def schema_page() -> str:
    """The page that documents every table and column."""
    return _INTRODUCTION + "".join("\n".join(("", *_table(kind), "")) for kind in ORDER)


def _table(kind: type[Record]) -> Iterator[str]:
    yield f"## {kind.table}"
    yield ""
    yield (kind.__doc__ or "").strip()
    yield ""
    yield "| column | title | must be | default | note |"
    yield "|---|---|---|---|---|"
    for column in columns(kind):
        yield "| " + " | ".join(_cells(kind, column)).replace("\n", " ") + " |"


def _cells(kind: type[Record], column: Column) -> Iterator[str]:
    yield f"`{column.name}`"
    yield column.title
    yield column.expects.replace("|", "\\|")
    yield "" if column.required else "nothing" if column.default is None else f"`{spell(column, column.default)}`"
    key = "key" if column.name in kind.key else ""
    refers = f"refers to `{column.refers}`" if column.refers else ""
    notes = (key, refers, column.help)
    yield "; ".join(note.replace("|", "\\|") for note in notes if note)
