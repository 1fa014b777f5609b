"""Tests of the chart editors."""
