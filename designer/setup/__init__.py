"""The set-up: who stands where at the start, who arrives when, and who holds what."""
