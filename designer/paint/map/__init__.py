"""The printed map: geometry that joins across cells, painted in layers."""
