"""The map editor's dialogs: rows, kinds, size, numbers, statistics, export."""
