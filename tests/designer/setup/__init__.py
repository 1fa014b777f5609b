"""Tests of the set-up editor."""
