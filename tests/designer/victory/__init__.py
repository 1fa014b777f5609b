"""Tests of the victory editor."""
