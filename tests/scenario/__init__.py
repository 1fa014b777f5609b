"""Tests of the scenario."""
