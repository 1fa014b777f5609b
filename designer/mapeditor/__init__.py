"""The map editor: tools, docks and the operations behind them."""
