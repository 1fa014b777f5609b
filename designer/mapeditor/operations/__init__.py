"""What the map editor's tools do, as plain functions over rows: no window, no mouse."""
