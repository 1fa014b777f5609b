"""The game that runs: seats, bots and their process, what passes by itself, and the session that keeps it on disk."""
