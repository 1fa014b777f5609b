"""The laboratory: batches of bot games, and what they show."""
