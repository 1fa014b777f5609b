"""Tests of the doctrine editor."""
