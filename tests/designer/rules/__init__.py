"""Tests of the rules editor."""
