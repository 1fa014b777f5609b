"""Tests of the generated forms."""
