"""Reports of crashes: the newest is kept and offered, whatever the clock says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from designer import crash

NOON = datetime(2026, 6, 22, 12, tzinfo=UTC)


class SetBack(datetime):
    """A clock that goes back an hour whenever somebody looks."""

    shows = NOON

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        cls.shows -= timedelta(hours=1)
        return cls.shows


def test_the_newest_report_is_kept_and_offered_though_the_clock_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "datetime", SetBack)
    for number in range(crash.KEEP + 3):
        report = crash.write_report(ValueError, ValueError(f"crash {number}"), None)
        assert crash.unseen_report() == report and f"crash {number}" in report.read_text(encoding="utf-8")
        crash.mark_seen(report)
    assert len(list(crash.crash_folder().glob("crash-*.txt"))) == crash.KEEP


def test_a_file_of_another_name_keeps_no_report_from_being_written() -> None:
    crash.crash_folder().mkdir(parents=True)
    (crash.crash_folder() / "crash-by-hand.txt").write_text("", encoding="utf-8")
    assert crash.write_report(ValueError, ValueError("boom"), None).exists()
