"""Hostile files by the thousand: libraries, bundles, Tiled maps and tables, each broken by chance from a seed.

The same seed and number give the same file on every machine.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

from engine.lab.settings import RunSettings
from engine.store import Library, write_bundle
from engine.store.keeping import start_game
from engine.store.tmx import write_tmx
from tests.kit.broken import settle
from tests.kit.drill import drill_rows
from tests.kit.maps import sample_map
from tests.kit.players import play_on
from tests.kit.skirmish import SLUG, played_run, skirmish, with_cell
from tests.kit.small import small_scenario

NUMBERS = (0, -1, 1, 7, 255, 2**31, 2**62, -(2**62), 1e18, -1e18, 1e300, float("inf"), float("-inf"), 0.5)
TEXTS = (
    *(
        "",
        " ",
        "\t",
        "x" * 5000,
        "<img src=/dev/zero>",
        "=1+1",
        "'",
        '"',
        "\\",
        "\\u0000",
        "%s",
        "../../x",
        "\u202e",
        "NULL",
    ),
    *(
        "ccrr-sheet",
        "no such thing",
        "0101",
        "9999",
        "-1",
        "1e999",
        "nan",
        "{}",
        "[]",
        '{"kind":"?"}',
        "[" * 400,
        "null",
    ),
    *('{"a":' * 80 + "1" + "}" * 80, "German", "\N{GRINNING FACE}", "1:1", "2d6", "100000d100000", "d", "#12345g", "P"),
)
BLOBS = (
    b"",
    b"\x00" * 64,
    b"\xff\xfe\xfd",
    b"\x89PNG\r\n\x1a\n" + b"\x00" * 40,
    b"<svg/>",
    b"RIFF\xff\xff\xff\xffWEBPVP8 ",
)
COMPARED = RunSettings(kind="compare", bots={"german": "random", "soviet": "random"}, games=3)
"""The playtest in the library."""


def base(folder: Path) -> Path:
    """What all hostile files are made from: a library with a game and a playtest, bundles, a Tiled map, a table."""
    folder.mkdir(parents=True, exist_ok=True)
    with Library.create(folder / "good.db") as library:
        library.add("orsha", small_scenario())
        library.add("drill", drill_rows())
        game, _ = start_game(library, "drill", seed=7)
        play_on(game, random.Random(7), actions=12)
        library.add(SLUG, skirmish())
        played_run(library, COMPARED, skirmish(), with_cell("2", "2:1", "DE"))
    settle(folder / "good.db")
    (folder / "small.txt").write_text(write_bundle(small_scenario()), encoding="utf-8")
    (folder / "drill.txt").write_text(write_bundle(drill_rows()), encoding="utf-8")
    write_tmx(sample_map(10, 8), folder / "good.tmx")
    lines = ["Name,Symbol,Size,Quantity", *(f"Unit {n},infantry,xx,1" for n in range(40))]
    (folder / "good.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder


def hostile(folder: Path, good: Path, seed: int, number: int) -> Path:
    """The hostile file of a number."""
    chance = random.Random(f"{seed}/{number}")
    name, make = MAKERS[number % len(MAKERS)]
    return make(chance, good, folder / f"{number:05}-{name}")


def _flipped(chance: random.Random, good: Path, path: Path) -> Path:
    """A library with some bytes that are others, or a piece of it gone, doubled or swapped."""
    data = bytearray((good / "good.db").read_bytes())
    for _ in range(chance.choice((1, 1, 3, 10, 60, 400))):
        at = chance.randrange(len(data)) if chance.random() < 0.8 else chance.randrange(120)
        data[at] ^= 1 << chance.randrange(8)
    if chance.random() < 0.3:
        at, size = chance.randrange(len(data)), chance.choice((1, 512, 4096, 9000))
        piece = bytes(data[at : at + size])
        data[at : at + size] = chance.choice((b"", piece * 2, b"\0" * len(piece), piece[::-1]))
    path = path.with_suffix(".db")
    path.write_bytes(data)
    return path


def _rewritten(chance: random.Random, good: Path, path: Path) -> Path:
    """A library in which somebody wrote whatever he liked with another tool."""
    path = path.with_suffix(".db")
    shutil.copy(good / "good.db", path)
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA ignore_check_constraints = on")
    tables = [line[0] for line in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    for _ in range(chance.choice((1, 1, 1, 2, 5, 20))):
        try:
            _statement(chance, conn, chance.choice(tables))
        except (sqlite3.Error, OverflowError):
            conn.rollback()
        else:
            conn.commit()
    conn.close()
    return path


def _statement(chance: random.Random, conn: sqlite3.Connection, table: str) -> None:
    """One careless statement."""
    names = [line[1] for line in conn.execute(f'PRAGMA table_info("{table}")')]
    rowids = [line[0] for line in conn.execute(f'SELECT rowid FROM "{table}" ORDER BY rowid')]
    if not names or not rowids:
        return
    column = chance.choice(names)
    some = ", ".join(map(str, chance.sample(rowids, min(chance.choice((1, 1, 3, 1000)), len(rowids)))))
    update = f'UPDATE "{table}" SET "{column}" = ? WHERE rowid IN ({some})'
    if (what := chance.random()) < 0.62:
        conn.execute(update, (_value(chance),))
    elif what < 0.7:
        conn.execute(f'UPDATE "{table}" SET "{column}" = "{chance.choice(names)}" WHERE rowid IN ({some})')
    elif what < 0.8:
        conn.execute(f'DELETE FROM "{table}" WHERE rowid IN ({some})')
    elif what < 0.86:
        conn.execute(f'ALTER TABLE "{table}" DROP COLUMN "{column}"')
    elif what < 0.9:
        conn.execute(f'DROP TABLE "{table}"')
    else:
        conn.execute(f'CREATE TABLE loose AS SELECT * FROM "{table}"')
        conn.execute(f'DROP TABLE "{table}"')
        conn.execute(f'ALTER TABLE loose RENAME TO "{table}"')
        conn.execute(update, (_value(chance),))


def _value(chance: random.Random) -> object:
    return chance.choice(
        (chance.choice(NUMBERS), chance.choice(TEXTS), chance.choice(TEXTS), chance.choice(BLOBS), None)
    )


def _saved(chance: random.Random, good: Path, path: Path) -> Path:
    """A library whose saved game or playtest was tampered with: its snapshot, its entries, its cursor."""
    path = path.with_suffix(".db")
    shutil.copy(good / "good.db", path)
    conn = sqlite3.connect(path)
    if (what := chance.random()) < 0.4:
        _scribble_in_run(chance, conn)
    elif what < 0.7:
        snapshot = conn.execute("SELECT snapshot FROM game").fetchone()[0]
        conn.execute("UPDATE game SET snapshot = ?", (_mutated(chance, snapshot),))
    else:
        column = chance.choice(("side", "action", "events", "why"))
        position, text = chance.choice(conn.execute(f"SELECT position, {column} FROM game_entry").fetchall())
        broken = _scribbled(chance, text) if chance.random() < 0.7 else str(_value(chance))
        conn.execute(f"UPDATE game_entry SET {column} = ? WHERE position = ?", (broken, position))
    if chance.random() < 0.2:
        column = chance.choice(("options", "sides", "seed", "cursor", "status"))
        value = _value(chance)
        try:
            conn.execute(f"UPDATE game SET {column} = ?", (value,))
        except (sqlite3.Error, OverflowError):
            conn.rollback()
    conn.commit()
    conn.close()
    return path


def _scribble_in_run(chance: random.Random, conn: sqlite3.Connection) -> None:
    """What a playtest was to play, what its versions change, or the record of one of its games."""
    table, column = chance.choice(
        (
            ("playtest_game", "record"),
            ("playtest_game", "record"),
            ("playtest_run", "settings"),
            ("playtest_version", "changes"),
        )
    )
    rowid, kept = chance.choice(conn.execute(f"SELECT rowid, {column} FROM {table}").fetchall())
    packed = isinstance(kept, bytes)
    broken = _scribbled(chance, zlib.decompress(kept).decode() if packed else kept)
    value = zlib.compress(broken.encode()) if packed else broken
    conn.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, rowid))


def _scribbled(chance: random.Random, text: str) -> str:
    """JSON with a number, a word or a letter that is another."""
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if digits and chance.random() < 0.7:
        at = chance.choice(digits)
        return text[:at] + chance.choice(("99", "-1", "0", "1e9", "null", '"x"', "3.5", str(2**62))) + text[at + 1 :]
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(("", "{", "]", "null", '"', "x")) + text[at + chance.randrange(3) :]


def _bundled(chance: random.Random, good: Path, path: Path) -> Path:
    """A bundle that somebody edited carelessly, or with bad intent."""
    path = path.with_suffix(".txt")
    text = (good / chance.choice(("small.txt", "drill.txt"))).read_text(encoding="utf-8")
    for _ in range(chance.choice((1, 1, 1, 2, 6))):
        text = _mutated(chance, text)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if chance.random() < 0.1 and data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return path


def _mutated(chance: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    what = chance.random()
    if what < 0.5:
        cells = lines[at].split("\t")
        cells[chance.randrange(len(cells))] = str(chance.choice((*NUMBERS, *TEXTS)))
        lines[at] = "\t".join(cells)
    elif what < 0.6:
        del lines[at : at + chance.choice((1, 1, 5, 60))]
    elif what < 0.7:
        lines[at:at] = lines[at : at + 1] * chance.choice((1, 2, 2000))
    elif what < 0.8:
        sections = [number for number, line in enumerate(lines) if line.startswith("[")]
        gone = chance.choice(sections or [0])
        after = next((number for number in sections if number > gone), len(lines))
        del lines[gone:after]
    elif what < 0.88:
        lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    elif what < 0.92:
        lines[at:at] = [chance.choice(("", "[unit]", "[cell]\ncell\tterrain", "[nothing]", "#", "\t\t\t"))] * 20_000
    elif what < 0.96:
        lines[at] = "\t".join([lines[at]] * chance.choice((2, 50, 3000)))
    else:
        chance.shuffle(lines)
    return "\n".join(lines)


def _tiled(chance: random.Random, good: Path, path: Path) -> Path:
    """A Tiled map with numbers, names and elements that it should not have."""
    path = path.with_suffix(".tmx")
    lines = (good / "good.tmx").read_text(encoding="utf-8").split("\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        if (what := chance.random()) < 0.55:
            lines[at] = _attribute(chance, lines[at])
        elif what < 0.65:
            del lines[at]
        elif what < 0.75:
            lines[at:at] = lines[at : at + 1] * chance.choice((1, 30, 3000))
        elif what < 0.85:
            lines[at] = _scribbled(chance, lines[at])
        elif what < 0.93:
            lines[at:at] = ["<g>" * 3000 if chance.random() < 0.5 else "<!-- " + "-" * 9 + " -->"]
        else:
            x = chance.choice(("nan", "inf", "1e400"))
            lines[at:at] = [f'<object class="town" x="{x}" y="1"><point/></object>']
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _attribute(chance: random.Random, line: str) -> str:
    parts = line.split('"')
    if len(parts) < 3:
        return line
    at = chance.randrange(1, len(parts), 2)
    parts[at] = chance.choice(
        ("nan", "inf", "-1", "0", "1e308", "99999999999", "", "&#1;", "x" * 3000, "None", "a&amp;b")
    )
    return '"'.join(parts)


def _tabled(chance: random.Random, good: Path, path: Path) -> Path:
    """A table whose cells, quotation marks and delimiters are anybody's guess."""
    path = path.with_suffix(".csv")
    lines = (good / "good.csv").read_text(encoding="utf-8").split("\n")
    for _ in range(chance.choice((1, 2, 6))):
        at = chance.randrange(len(lines))
        if (what := chance.random()) < 0.6:
            cells = lines[at].split(",")
            cells[chance.randrange(len(cells))] = str(chance.choice((*TEXTS, *NUMBERS)))
            lines[at] = ",".join(cells)
        elif what < 0.8:
            lines[at] = lines[at].replace(",", chance.choice((";", "\t", '","', '"', "\r", ",,")))
        else:
            lines[at:at] = lines[at : at + 1] * chance.choice((2, 400))
    data = bytearray("\n".join(lines).encode("utf-8", "surrogatepass"))
    if chance.random() < 0.3:
        data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(data)
    return path


MAKERS: tuple[tuple[str, Callable[[random.Random, Path, Path], Path]], ...] = (
    ("flipped", _flipped),
    ("rewritten", _rewritten),
    ("bundled", _bundled),
    ("saved", _saved),
    ("rewritten", _rewritten),
    ("bundled", _bundled),
    ("tiled", _tiled),
    ("flipped", _flipped),
    ("rewritten", _rewritten),
    ("tabled", _tabled),
)
"""Every way of making a hostile file, as often as it is tried."""
