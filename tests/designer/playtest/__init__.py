"""Tests of the Playtest room."""
