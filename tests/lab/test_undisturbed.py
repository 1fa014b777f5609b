"""While games follow each other Python looks for rubbish seldom, and afterwards as it did."""

from __future__ import annotations

import gc

from engine.lab.undisturbed import OFTEN, undisturbed


def test_rubbish_is_looked_for_seldom_and_then_as_before() -> None:
    gc.enable()
    before = gc.get_threshold()
    with undisturbed():
        assert gc.get_threshold()[0] == OFTEN > before[0]
        assert gc.isenabled()
    assert gc.get_threshold() == before


def test_who_sees_to_it_himself_is_left_alone() -> None:
    before = gc.get_threshold()
    gc.disable()
    try:
        with undisturbed():
            assert gc.get_threshold() == before
            assert not gc.isenabled()
    finally:
        gc.enable()
