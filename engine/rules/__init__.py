"""The rules: mechanisms that answer questions with reasons, phases, and procedures for every task."""
