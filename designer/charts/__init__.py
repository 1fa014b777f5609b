"""The charts: combat results, terrain effects, and tables of any kind."""
