"""Files appear whole or not at all: on a full disk the old one stays, and a sentence says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.errors import StavkaError
from engine.files import draft, save
from engine.store import Library, build_library, places
from engine.store.tmx import write_tmx
from tests.kit import broken
from tests.kit.disks import full_disk
from tests.kit.small import small_scenario

OLD = b"what was there before"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(OLD)
    path.chmod(0o640)
    save(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["map.txt"]


def test_on_a_full_disk_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(OLD)
    with full_disk(1000), pytest.raises(StavkaError, match=r"The file .*map\.txt cannot be written"):
        save(path, b"x" * 5000)
    assert path.read_bytes() == OLD and names(tmp_path) == ["map.txt"]


def test_a_draft_that_does_not_pass_its_check_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(OLD)
    with pytest.raises(StavkaError, match="its end is missing"), draft(path, lambda _: "its end is missing") as made:
        assert made.parent == tmp_path, "beside its place, so that the last step is a rename"
        made.write_bytes(b"half")
    assert path.read_bytes() == OLD and names(tmp_path) == ["map.txt"]


def test_a_link_is_written_through_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_bytes(OLD)
    link.symlink_to(real)
    save(link, b"new")
    assert real.read_bytes() == b"new" and link.is_symlink()
    save(os.devnull, b"gone")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_draft_for_a_pipe_goes_into_it_and_does_not_take_its_place(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for name in (pipe, link):
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        with draft(name) as made:
            made.write_bytes(b"whole")
        assert os.read(reader, 99) == b"whole"
        os.close(reader)
    assert pipe.is_fifo() and link.is_symlink() and names(tmp_path) == ["link", "pipe"] and not made.exists()


def test_a_folder_and_a_missing_folder_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StavkaError, match="is a folder"):
        save(tmp_path, b"")
    with pytest.raises(StavkaError, match="there is no folder"):
        save(tmp_path / "no" / "file.txt", b"")


def test_a_back_up_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    path = broken.tampered(tmp_path / "library.db", "DROP TABLE shipment", "PRAGMA user_version = 2")
    before = path.read_bytes()
    with full_disk(len(before) // 2), pytest.raises(StavkaError):
        Library.open(path)
    assert names(tmp_path) == ["library.db"] and path.read_bytes() == before
    Library.open(path).close()
    assert names(tmp_path) == ["library.db", "library.format2-1.db"]
    assert (tmp_path / "library.format2-1.db").stat().st_size == len(before)


def test_a_library_that_cannot_be_built_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "scenarios.db"
    target.write_bytes(OLD)
    with full_disk(60_000), pytest.raises(StavkaError):
        build_library(tmp_path, target)
    assert target.read_bytes() == OLD and names(tmp_path) == ["scenarios.db"]


def test_the_first_copy_of_the_library_is_whole_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path / "home"))
    with full_disk(100_000), pytest.raises(StavkaError, match="Your library cannot be made"):
        places.open_user_library()
    assert names(tmp_path / "home") == []


def test_a_map_for_tiled_does_not_spoil_an_older_one(tmp_path: Path) -> None:
    for name in ("map.tmx", "map-tiles.png"):
        (tmp_path / name).write_bytes(OLD)
    with full_disk(100), pytest.raises(StavkaError):
        write_tmx(small_scenario(), tmp_path / "map.tmx")
    assert {name: (tmp_path / name).read_bytes() for name in names(tmp_path)} == {
        "map.tmx": OLD,
        "map-tiles.png": OLD,
    }
