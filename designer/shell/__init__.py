"""The window: library page, tabs, menus, palette and dialogs."""
